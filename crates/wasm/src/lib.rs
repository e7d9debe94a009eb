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
//! A function that fails throws an `Error` with the message of the library.

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

/// The message of an `Error` that JavaScript catches.
#[derive(Debug, PartialEq, Eq)]
pub struct Thrown(String);

impl<E: Display> From<E> for Thrown {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

impl From<Thrown> for JsValue {
    fn from(thrown: Thrown) -> Self {
        JsError::new(&thrown.0).into()
    }
}

/// The version of the library.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").into()
}
