//! batchdoku for browsers and Node.
//!
//! ```text
//! puzzle    one puzzle: read, solve, count, canonicalise, rate
//! path      the steps to the solution, and the next one from a position
//! generate  puzzles by seed and index, in portions
//! lines     a file of puzzles, one per line, chunk by chunk
//! ```
//!
//! Puzzles are texts of 81 characters, row by row: `1`–`9` are clues, any of `. 0 * _ x X ? -` is an empty cell.
//! A function that cannot answer throws a `RangeError` with the message of the library. Types and ranges of numbers are
//! checked in JavaScript: `web/npm/index.js`.

mod generate;
mod lines;
mod path;
mod puzzle;

use std::fmt::Display;
use wasm_bindgen::prelude::*;

pub use generate::Generator;
pub use lines::Lines;
pub use path::{next_step, path, techniques};
pub use puzzle::{Rating, canonical, count, rate, read, solutions, solve};

/// The errors that JavaScript catches.
#[derive(Debug, PartialEq, Eq)]
pub enum Thrown {
    /// A `RangeError`, because there is no answer for such an argument.
    Refused {
        /// The name of the argument, which becomes the property `argument` of the error.
        argument: &'static str,
        /// The message of the library.
        message: String,
    },
    /// An `Error`: the library is defective.
    Failed(String),
}

impl Thrown {
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

impl From<Thrown> for JsValue {
    fn from(thrown: Thrown) -> Self {
        match thrown {
            Thrown::Refused { argument, message } => {
                let error = RangeError::new(&message);
                error.set_argument(argument);
                error.into()
            }
            Thrown::Failed(message) => JsError::new(&message).into(),
        }
    }
}

/// Returns the version of the library.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").into()
}
