//! The formats by name, and the types of files.

use batchdoku_base::named;

/// The shapes that files of puzzles come in.
///
/// ```
/// use batchdoku::format::Format;
/// assert_eq!("csv".parse(), Ok(Format::Csv));
/// assert_eq!(Format::Jsonl.to_string(), "jsonl");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// One puzzle a line; as output, one answer a line.
    Line,
    /// As input like `Line`; as output the puzzle as given, a comma, the answer.
    Pair,
    /// As input like `Line`; as output one puzzle a line.
    Puzzle,
    /// Input only: every grid in a text, as many on a line as there are.
    List,
    /// Nine lines of nine cells, with or without blanks and rulers.
    Grid,
    /// Output only: the count of solutions, then the grid if there is exactly one.
    Judge,
    /// Output only: grids in frames, for people.
    Drawing,
    /// Output only: a page of HTML to print, with the solutions at its end.
    Sheet,
    /// A table with a header, columns separated by commas (or semicolons, as input).
    Csv,
    /// A table with a header, columns separated by tabs.
    Tsv,
    /// A JSON object a line.
    Jsonl,
    /// Input only: one JSON value, whose elements are read as if each had a line.
    Json,
    /// Input only: lines of HoDoKu's library, whose puzzles may exclude candidates.
    Hodoku,
    /// Input only: texts of sudokuwiki, two characters for the candidates of each cell.
    Sudokuwiki,
    /// One grid a line and nothing else.
    Sdm,
    /// One pencilmark puzzle a line: nine places for the candidates of each cell.
    Sukaku,
    /// `#` lines and nine lines of nine cells, which may stand under `[Puzzle]`.
    Sdk,
    /// Nine lines of nine cells in a frame.
    Ss,
    /// The board of TextArena's sudoku, with `R1` and `C1`.
    TextArena,
    /// The board of RAGEN's sudoku, one a line, in which each row follows a bar.
    Ragen,
    /// The board of AReno's sudoku, with rows and columns from 0.
    Areno,
    /// The board of reasoning-gym's sudoku: nine lines, with `_` for empty cells.
    ReasoningGym,
    /// A table of Markdown, in which empty cells are blank.
    Markdown,
    /// Output only: a document of the app OpenSudoku.
    OpenSudoku,
    /// A numpy array of N × 81 cells.
    Npy,
    /// A Parquet file with a column of puzzles.
    Parquet,
    /// An Arrow file or stream (IPC, also called Feather) with a column of puzzles.
    Arrow,
}

named!(Format {
    Line = "line",
    Pair = "pair",
    Puzzle = "puzzle",
    List = "list",
    Grid = "grid",
    Judge = "judge",
    Drawing = "drawing",
    Sheet = "sheet",
    Csv = "csv",
    Tsv = "tsv",
    Jsonl = "jsonl",
    Json = "json",
    Hodoku = "hodoku",
    Sudokuwiki = "sudokuwiki",
    Sdm = "sdm",
    Sukaku = "sukaku",
    Sdk = "sdk",
    Ss = "ss",
    TextArena = "textarena",
    Ragen = "ragen",
    Areno = "areno",
    ReasoningGym = "reasoning-gym",
    Markdown = "markdown",
    OpenSudoku = "opensudoku",
    Npy = "npy",
    Parquet = "parquet",
    Arrow = "arrow",
});

/// The type of a file, as the extension of its name says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileType {
    /// Records in a format.
    Records(Format),
    /// Text of any kind.
    Text,
    /// One JSON value.
    Json,
    /// SVG.
    Svg,
    /// PNG.
    Png,
    /// HTML.
    Html,
    /// Markdown.
    Markdown,
    /// A well-known type that nothing here writes.
    Foreign,
}
