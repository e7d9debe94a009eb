//! Hints of the library in the words of the package.

use batchdoku::Hint;

/// Words a hint, as what follows the text of an error.
pub(crate) fn advice(hint: Option<Hint>) -> &'static str {
    match hint {
        Some(Hint::Column) => "; use column=NAME",
        Some(Hint::EachPuzzle) => {
            "; use from_format=\"list\" to read them all, or column=\"1\" for the first field of each line"
        }
        Some(Hint::WithoutHeader) => "; leave its header out",
        Some(Hint::FeatureToRead(_)) => {
            ": pass what pyarrow or Polars reads to solve_table and its like"
        }
        Some(Hint::FeatureToWrite(_)) => {
            ": let pyarrow or Polars write what generate or solve_table returns"
        }
        Some(Hint::RarePuzzles) => {
            "; allow more, or take neighbours or equivalents of known puzzles"
        }
        _ => "",
    }
}
