//! The formats by name.

use crate::named::named;

/// The shapes that files of puzzles come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// One puzzle a line; as output, one answer a line.
    Line,
    /// As input like `Line`; as output the puzzle as given, a comma, the answer.
    Pair,
    /// As input like `Line`; as output one puzzle a line.
    Puzzle,
    /// Nine lines of nine cells, with or without blanks and rulers.
    Grid,
    /// Output only: the count of solutions, then the grid if there is exactly one.
    Judge,
    /// A table with a header, columns separated by commas (or semicolons, as input).
    Csv,
    /// A table with a header, columns separated by tabs.
    Tsv,
    /// A JSON object a line.
    Jsonl,
    /// One grid a line and nothing else.
    Sdm,
    /// `#` lines and nine lines of nine cells, which may stand under `[Puzzle]`.
    Sdk,
    /// Nine lines of nine cells in a frame.
    Ss,
    /// A numpy array of N × 81 cells.
    Npy,
}

named!(Format {
    Line = "line",
    Pair = "pair",
    Puzzle = "puzzle",
    Grid = "grid",
    Judge = "judge",
    Csv = "csv",
    Tsv = "tsv",
    Jsonl = "jsonl",
    Sdm = "sdm",
    Sdk = "sdk",
    Ss = "ss",
    Npy = "npy",
});

impl Format {
    /// Whether it holds a record in every line, as text.
    pub(super) fn is_lines(self) -> bool {
        matches!(self, Self::Line | Self::Pair | Self::Puzzle | Self::Sdm)
    }

    /// Whether its records are nine lines each.
    pub(super) fn is_block(self) -> bool {
        matches!(self, Self::Grid | Self::Sdk | Self::Ss)
    }
}
