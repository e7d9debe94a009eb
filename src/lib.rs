//! Solve, check and make sudoku puzzles by the million.
//!
//! Modules depend downwards only:
//!
//! ```text
//! (binary)  the command line: one short file per command, public API only
//! jobs      what each command does, as a public type
//! pipeline  chunks in, workers, output in input order
//! corpus    generate, rate, canonicalise and compare grids; no input or output
//! format    records in files of many formats
//! engine    the solvers, behind one trait
//! simd      vectors of the machine, chosen at run time
//! grid      cells, houses, digits, text
//! ```
//!
//! Beside them stand `exact_cover`, dancing links for any problem; `search`, the limits and
//! outcomes of a search; and `plot`, which draws statistics.

#[cfg(feature = "pipeline")]
pub mod batch;
mod bits;
#[cfg(feature = "corpus")]
pub mod corpus;
pub mod engine;
pub mod exact_cover;
#[cfg(feature = "pipeline")]
#[allow(unreachable_pub, reason = "readers and writers are for the pipeline alone")]
#[cfg_attr(
    not(all(feature = "corpus", feature = "json")),
    allow(dead_code, unused_imports, reason = "some is for jobs and formats that are left out")
)]
pub mod format;
pub mod grid;
#[cfg(feature = "pipeline")]
pub mod jobs;
pub mod named;
#[cfg(any(feature = "corpus", feature = "pipeline"))]
mod numbers;
#[cfg(feature = "pipeline")]
#[allow(unreachable_pub, reason = "most of it is for the jobs alone")]
#[cfg_attr(
    not(all(feature = "corpus", feature = "json")),
    allow(dead_code, unused_imports, reason = "some is for jobs and formats that are left out")
)]
pub mod pipeline;
#[cfg(feature = "plot")]
pub mod plot;
mod search;
pub mod simd;
mod solver;

#[cfg(feature = "pipeline")]
pub use batch::solve_batch;
pub use engine::{Engine, PuzzleBatch};
pub use grid::{Cell, Digit, Grid, GridError};
pub use search::{Limits, Outcome, StopReason};
pub use solver::{Solutions, Solver, count_solutions, is_unique, solve};

#[cfg(test)]
extern crate self as batchdoku;
#[cfg(test)]
#[path = "../testkit/mod.rs"]
mod testkit;

/// Keeps the examples of the README true.
#[cfg(all(doctest, feature = "cli"))]
#[doc = include_str!("../README.md")]
struct Readme;
