//! The formats by name.

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
    Npy = "npy",
    Parquet = "parquet",
    Arrow = "arrow",
});

/// The kinds of formats whose fields have names.
#[derive(PartialEq, Eq)]
pub(super) enum NamedKind {
    Rows,
    Objects,
    Batches,
}

impl Format {
    /// Returns whether it holds a record in every line, as text.
    pub(super) fn is_lines(self) -> bool {
        matches!(
            self,
            Self::Line
                | Self::Pair
                | Self::Puzzle
                | Self::Sdm
                | Self::Sukaku
                | Self::List
                | Self::Hodoku
                | Self::Sudokuwiki
        )
    }

    /// Returns whether it holds one grid per record and nothing else.
    pub fn is_for_grids(self) -> bool {
        matches!(self, Self::Sdm | Self::Sukaku | Self::Sdk | Self::Ss | Self::Npy)
    }

    /// Returns whether it holds record batches.
    pub fn is_batches(self) -> bool {
        matches!(self, Self::Parquet | Self::Arrow)
    }

    /// Returns how its fields have names; `None` if they have none.
    pub(super) fn named_kind(self) -> Option<NamedKind> {
        match self {
            Self::Csv | Self::Tsv => Some(NamedKind::Rows),
            Self::Jsonl => Some(NamedKind::Objects),
            Self::Parquet | Self::Arrow => Some(NamedKind::Batches),
            _ => None,
        }
    }

    /// Returns whether the fields of its records have names.
    pub(super) fn has_names(self) -> bool {
        self.named_kind().is_some()
    }

    /// Returns whether its records are nine lines each.
    pub(super) fn is_block(self) -> bool {
        matches!(self, Self::Grid | Self::Sdk | Self::Ss)
    }
}
