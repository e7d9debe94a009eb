//! batchdoku for browsers and Node.
//!
//! ```text
//! position  a text that is a puzzle, or the candidates of a puzzle
//! read      the puzzle in a text that was pasted
//! listener  the JavaScript function that receives each step
//! puzzle    one puzzle: solve, count, canonicalise, rate
//! path      the steps to the solution, and the next step from a position
//! generate  puzzles by seed and index, in portions
//! file      a file of puzzles, chunk by chunk
//! ```
//!
//! Puzzles are texts of 81 characters, row by row: `1`–`9` are clues, any of `. 0 * _ x X ? -` is an empty cell. Some
//! functions also accept candidates: 729 characters, nine for each cell, where each digit that is a candidate stands in
//! its place and `.` replaces the others. For example, `.2...6...` is a cell with the candidates 2 and 6.
//!
//! A function that cannot answer throws a `RangeError` with the message of the library. `web/npm/index.js` checks the
//! types and ranges of numbers.

mod file;
mod generate;
mod listener;
mod path;
mod position;
mod puzzle;
mod read;

use std::fmt::Display;
use wasm_bindgen::prelude::*;

pub use file::PuzzleFile;
pub use generate::Generator;
pub use path::{next_step, path, techniques};
pub use puzzle::{Rating, canonical, count, rate, solutions, solve};
pub use read::read;

/// The errors that JavaScript catches.
#[derive(Debug, PartialEq)]
pub enum CallError {
    /// A `RangeError`: the argument has a value for which there is no answer.
    Refused {
        /// The name of the argument, which becomes the property `argument` of the error.
        argument: &'static str,
        /// The message of the library.
        message: String,
    },
    /// An `Error`: the library has a defect.
    Failed(String),
    /// An error that a JavaScript function has thrown, passed on.
    Passed(JsValue),
}

impl CallError {
    fn refused(argument: &'static str, error: impl Display) -> Self {
        Self::Refused { argument, message: error.to_string() }
    }
}

#[wasm_bindgen]
extern "C" {
    type RangeError;
    #[wasm_bindgen(constructor)]
    fn new(message: &str) -> RangeError;
    #[wasm_bindgen(method, setter)]
    fn set_argument(this: &RangeError, name: &str);
}

impl From<CallError> for JsValue {
    fn from(thrown: CallError) -> Self {
        match thrown {
            CallError::Refused { argument, message } => {
                let error = RangeError::new(&message);
                error.set_argument(argument);
                error.into()
            }
            CallError::Failed(message) => JsError::new(&message).into(),
            CallError::Passed(error) => error,
        }
    }
}

/// Returns the version of the library.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").into()
}
