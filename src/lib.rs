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
//!
//! Beside them stand `exact_cover`, dancing links for any problem, which knows nothing of sudoku;
//! `limits`, when a search stops and what it reports; and `bench`, which measures engines.

pub mod batch;
pub mod bench;
#[cfg(feature = "cli")]
pub mod cli;
pub mod corpus;
pub mod engine;
pub mod exact_cover;
pub mod format;
pub mod grid;
mod limits;
pub mod simd;

pub use engine::{Batch, Engine};
pub use grid::{Grid, GridError};
pub use limits::{End, Limits, Outcome};

/// Keeps the examples of the README true.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
