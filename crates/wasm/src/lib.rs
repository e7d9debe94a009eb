//! batchdoku for browsers and Node. What JavaScript sees is here; the modules hold what it does, with errors as text.
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

use wasm_bindgen::prelude::*;

pub use generate::Generator;
pub use lines::Lines;
pub use puzzle::Rating;

/// A result for JavaScript.
type Thrown<T> = Result<T, JsError>;

fn thrown(message: String) -> JsError {
    JsError::new(&message)
}

/// Finds the puzzle in a text that was typed or pasted: a line with 81 cells, together or apart, or a drawing of
/// nine rows. Returns its 81 characters, with dots for empty cells.
///
/// @throws if there is none.
#[wasm_bindgen]
pub fn read(text: &str) -> Thrown<String> {
    puzzle::read(text).map_err(thrown)
}

/// The first solution of a puzzle, `undefined` if it has none.
///
/// @throws if the puzzle is malformed.
#[wasm_bindgen]
pub fn solve(puzzle: &str) -> Thrown<Option<String>> {
    puzzle::solve(puzzle).map_err(thrown)
}

/// The solutions of a puzzle, at most `limit`.
///
/// @throws if the puzzle is malformed.
#[wasm_bindgen]
pub fn solutions(puzzle: &str, limit: u32) -> Thrown<Vec<String>> {
    puzzle::solutions(puzzle, limit).map_err(thrown)
}

/// The number of solutions of a puzzle, counted up to `limit`.
///
/// @throws if the puzzle is malformed.
#[wasm_bindgen]
pub fn count(puzzle: &str, limit: u32) -> Thrown<u32> {
    puzzle::count(puzzle, limit).map_err(thrown)
}

/// The canonical form of a puzzle: the smallest of all equivalent ones. Equivalent puzzles have the same.
///
/// @throws if the puzzle is malformed.
#[wasm_bindgen]
pub fn canonical(puzzle: &str) -> Thrown<String> {
    puzzle::canonical(puzzle).map_err(thrown)
}

/// The rating of a puzzle. Very hard puzzles take seconds.
///
/// @throws if the puzzle is malformed.
#[wasm_bindgen]
pub fn rate(puzzle: &str) -> Thrown<Rating> {
    Rating::of(puzzle).map_err(thrown)
}

/// The steps to the solution of a puzzle as JSON: `batchdoku explain --schema` describes it. With `er_only`, only by
/// techniques of Sudoku Explainer. Very hard puzzles take seconds.
///
/// @throws if the puzzle is malformed.
#[wasm_bindgen]
pub fn path(puzzle: &str, er_only: bool) -> Thrown<String> {
    path::path(puzzle, er_only).map_err(thrown)
}

/// The next step from a position of a puzzle, as JSON of the form of `path`. The position has nine characters for each
/// cell: the digits that are still candidates, `.` for the others; a cell with one is filled.
///
/// @throws if the puzzle is malformed or has not exactly one solution, or if the candidates exclude that.
#[wasm_bindgen(js_name = nextStep)]
pub fn next_step(puzzle: &str, candidates: &str) -> Thrown<String> {
    path::next_step(puzzle, candidates).map_err(thrown)
}

/// The techniques of the steps as JSON, in order: the `name` of each, and its `meaning` in a sentence.
#[wasm_bindgen]
pub fn techniques() -> String {
    path::techniques()
}

/// The version of the library.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").into()
}
