//! The formats by name, and the types of files.

use batchdoku_base::named;

named! {
    /// The formats of files of puzzles.
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
        Line = "line",
        /// As input like `Line`; as output the puzzle as given, a comma, the answer.
        Pair = "pair",
        /// As input like `Line`; as output one puzzle a line.
        Puzzle = "puzzle",
        /// Input only: every grid in a text, as many on a line as there are.
        List = "list",
        /// Nine lines of nine cells, with or without blanks and rulers.
        Grid = "grid",
        /// Output only: the count of solutions, then the grid if there is exactly one.
        Judge = "judge",
        /// Output only: grids in frames, for people.
        Drawing = "drawing",
        /// Output only: a page of HTML to print, with the solutions at its end.
        Sheet = "sheet",
        /// A table with a header, columns separated by commas (or semicolons, as input).
        Csv = "csv",
        /// A table with a header, columns separated by tabs.
        Tsv = "tsv",
        /// A JSON object a line.
        Jsonl = "jsonl",
        /// Input only: one JSON value, whose elements are read as if each had a line.
        Json = "json",
        /// Input only: lines of HoDoKu's library, whose puzzles may exclude candidates.
        Hodoku = "hodoku",
        /// Input only: texts of sudokuwiki, two characters for the candidates of each cell.
        Sudokuwiki = "sudokuwiki",
        /// One grid a line and nothing else.
        Sdm = "sdm",
        /// One pencilmark puzzle a line: nine places for the candidates of each cell.
        Sukaku = "sukaku",
        /// `#` lines and nine lines of nine cells, which may stand under `[Puzzle]`.
        Sdk = "sdk",
        /// Nine lines of nine cells in a frame.
        Ss = "ss",
        /// The board of TextArena's sudoku, with `R1` and `C1`.
        TextArena = "textarena",
        /// The board of RAGEN's sudoku, one a line, in which each row follows a bar.
        Ragen = "ragen",
        /// The board of AReno's sudoku, with rows and columns from 0.
        Areno = "areno",
        /// The board of reasoning-gym's sudoku: nine lines, with `_` for empty cells.
        ReasoningGym = "reasoning-gym",
        /// A table of Markdown, in which empty cells are blank.
        Markdown = "markdown",
        /// Output only: a document of the app OpenSudoku.
        OpenSudoku = "opensudoku",
        /// A numpy array of N × 81 cells.
        Npy = "npy",
        /// A Parquet file with a column of puzzles.
        Parquet = "parquet",
        /// An Arrow file or stream (IPC, also called Feather) with a column of puzzles.
        Arrow = "arrow",
    }
}

/// The type of a file, by the extension of its name.
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
