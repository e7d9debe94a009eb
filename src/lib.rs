//! Solve, check and make sudoku puzzles by the million.
//!
//! Modules depend downwards only:
//!
//! ```text
//! cli      the program: one short file a command
//! corpus   make, grade, canonicalise and split puzzles
//! batch    the pipeline: chunks in, workers, output in input order
//! format   records in files of many shapes
//! engine   the solvers, behind one trait
//! simd     vectors of the machine, chosen at run time; nothing of sudoku
//! grid     cells, houses, digits, text
//! ```

pub mod batch;
pub mod bench;
#[cfg(feature = "cli")]
pub mod cli;
pub mod corpus;
pub mod engine;
pub mod format;
pub mod grid;
pub mod simd;

pub use engine::{Batch, End, Engine, Limits, Outcome};
pub use grid::{Grid, GridError};
