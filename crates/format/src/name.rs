//! The formats by name.

use std::{ffi::OsStr, path::Path};

use super::FormatError;
use batchdoku_base::named;

/// Extensions of well-known formats that hold tables or arrays and cannot be written.
const UNWRITABLE: [&str; 15] = [
    "avro", "bz2", "db", "h5", "hdf5", "json", "npz", "ods", "orc", "pickle", "pkl", "xls", "xlsx",
    "xz", "zip",
];

/// The shapes that files of puzzles come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
    /// Output only: grids in frames, for people.
    Drawing,
    /// A table with a header, columns separated by commas (or semicolons, as input).
    Csv,
    /// A table with a header, columns separated by tabs.
    Tsv,
    /// A JSON object a line.
    Jsonl,
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
    Grid = "grid",
    Judge = "judge",
    Drawing = "drawing",
    Csv = "csv",
    Tsv = "tsv",
    Jsonl = "jsonl",
    Sdm = "sdm",
    Sukaku = "sukaku",
    Sdk = "sdk",
    Ss = "ss",
    Npy = "npy",
    Parquet = "parquet",
    Arrow = "arrow",
});

impl Format {
    /// The format that the name of an output file asks for, by its extension before `.gz` or
    /// `.zst`; `None` if the extension says nothing, as `.txt` does.
    ///
    /// ```
    /// use batchdoku::format::Format;
    /// assert_eq!(Format::of_file_name("solved.csv.gz".as_ref()), Ok(Some(Format::Csv)));
    /// assert_eq!(Format::of_file_name("solved.txt".as_ref()), Ok(None));
    /// assert!(Format::of_file_name("solved.xlsx".as_ref()).is_err());
    /// ```
    ///
    /// # Errors
    /// If the extension is that of a well-known format that cannot be written.
    pub fn of_file_name(path: &Path) -> Result<Option<Self>, FormatError> {
        let extension_of = |path: &Path| {
            path.extension().and_then(OsStr::to_str).unwrap_or_default().to_ascii_lowercase()
        };
        let mut extension = extension_of(path);
        let is_compressed = matches!(extension.as_str(), "gz" | "zst");
        if is_compressed {
            extension =
                path.file_stem().map(|stem| extension_of(stem.as_ref())).unwrap_or_default();
        }
        Ok(Some(match extension.as_str() {
            "csv" => Self::Csv,
            "tsv" | "tab" => Self::Tsv,
            "jsonl" | "ndjson" => Self::Jsonl,
            "npy" => Self::Npy,
            "parquet" | "pq" | "arrow" | "arrows" | "feather" | "ipc" if is_compressed => {
                // They are compressed inside.
                let outer = extension_of(path);
                return Err(FormatError::UnwritableName { extension: extension + "." + &outer });
            }
            "parquet" | "pq" => Self::Parquet,
            "arrow" | "arrows" | "feather" | "ipc" => Self::Arrow,
            "sdm" => Self::Sdm,
            "sdk" => Self::Sdk,
            "ss" => Self::Ss,
            known if UNWRITABLE.contains(&known) => {
                return Err(FormatError::UnwritableName { extension });
            }
            _ => return Ok(None),
        }))
    }

    /// Tells if it holds a record in every line, as text.
    pub(super) fn is_lines(self) -> bool {
        matches!(self, Self::Line | Self::Pair | Self::Puzzle | Self::Sdm | Self::Sukaku)
    }

    /// Tells if it holds one grid per record and nothing else.
    pub fn is_for_grids(self) -> bool {
        matches!(self, Self::Sdm | Self::Sukaku | Self::Sdk | Self::Ss | Self::Npy)
    }

    /// Tells if it holds record batches.
    pub fn is_batches(self) -> bool {
        matches!(self, Self::Parquet | Self::Arrow)
    }

    /// Tells if its records are nine lines each.
    pub(super) fn is_block(self) -> bool {
        matches!(self, Self::Grid | Self::Sdk | Self::Ss)
    }
}
