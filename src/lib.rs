//! Solve, check and make sudoku puzzles by the million.
//!
//! One puzzle:
//!
//! ```
//! use batchdoku::Grid;
//! let puzzle: Grid =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let solution = puzzle.solve().expect("this puzzle has a solution");
//! assert!(solution.is_solution_of(&puzzle) && puzzle.is_unique());
//! # Ok::<(), batchdoku::GridError>(())
//! ```
//!
//! A file of any [format](format::Format), on all cores, in input order:
//!
#![cfg_attr(feature = "pipeline", doc = "```")]
#![cfg_attr(not(feature = "pipeline"), doc = "```ignore")]
//! # let folder = tempfile::tempdir()?;
//! # let puzzles = folder.path().join("puzzles.txt");
//! # let solutions = folder.path().join("solutions.txt");
//! # std::fs::write(&puzzles, "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n")?;
//! let summary = batchdoku::jobs::Solve::new().run(&puzzles, &solutions)?;
//! assert_eq!(summary.counts.solved, 1);
//! # assert_eq!(std::fs::read(solutions)?.len(), 82);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Many puzzles in memory, here as raw cells, on all cores:
//!
//! ```
//! use batchdoku::{Limits, Outcome, batch::{PuzzleRows, SolutionRows}, solve_batch};
//! let puzzles = [0; 1000 * 81];
//! let mut solutions = [0; 1000 * 81];
//! let mut outcomes = [Outcome::default(); 1000];
//! let (rows, output) = (PuzzleRows::cells(&puzzles), SolutionRows::cells(&mut solutions));
//! solve_batch(rows, output, &mut outcomes, &Limits::solutions(2))?;
//! assert!(outcomes.iter().all(|outcome| outcome.solutions == 2), "an empty grid has many");
//! # Ok::<(), batchdoku::batch::BatchError>(())
//! ```
//!
//! # The map
//!
//! Modules depend downwards only. What an engine finds in a puzzle, and what a job writes for a
//! record, are functions of the input and the options alone: never of the number of threads, the
//! CPU, the batch or the timing.
//!
//! ```text
//! (binary)  the command line: one short file per command, public API only
//! jobs      what each command does, as a public type        batch   puzzles in memory
//! pipeline  chunks in, workers, output in input order
//! corpus    generate, rate, canonicalise and compare grids  plot    statistics as pictures
//! format    records in files of many formats
//! engine    the solvers, behind one trait                   solver  one puzzle at a time
//! simd      vectors of the CPU, chosen at run time          search  limits and outcomes
//! grid      cells, houses, digits, text                     exact_cover  Algorithm X
//! ```
//!
//! # Features
//!
//! | feature | gives | needs |
//! |---|---|---|
//! | none | [`Solver`], [`batch`], [`grid`], [`exact_cover`] | nine crates, no C compiler |
//! | `pipeline` | [`jobs`], [`mod@format`], batches on all cores | rayon, tempfile, memmap2, rustix |
//! | `gzip`, `zstd` | compressed inputs and outputs | flate2; zstd and a C compiler |
//! | `zip`, `xz`, `bzip2` | packed inputs | rawzip; lzma-rust2; bzip2, all in Rust |
//! | `json` | the format `jsonl`, summaries and statistics as JSON | serde, serde_json |
//! | `corpus` | [`corpus`], and its jobs with `pipeline` | rand_chacha |
//! | `parquet` | the formats `parquet` and `arrow` | parquet, arrow-ipc, arrow-array |
//! | `arrow` | rows and arrays for the Python package | arrow-array |
//! | `plot` | statistics and measurements as pictures, statistics as HTML | plotters, png, maud, a font |
//! | `cli` (default) | the program, and all of the above | clap, anyhow, indicatif |

pub mod batch;
mod bits;
#[cfg(feature = "corpus")]
pub mod corpus;
#[cfg_attr(
    not(all(feature = "corpus", feature = "pipeline")),
    allow(dead_code, unused_imports, reason = "some is for jobs that are left out")
)]
pub mod engine;
pub mod exact_cover;
#[cfg(feature = "pipeline")]
#[allow(unreachable_pub, reason = "readers and writers are for the pipeline alone")]
#[cfg_attr(
    not(all(feature = "corpus", feature = "json")),
    allow(dead_code, unused_imports, reason = "some is for jobs and formats that are left out")
)]
pub mod format;
#[cfg(fuzzing)]
pub mod fuzzing;
pub mod grid;
#[cfg(feature = "pipeline")]
pub mod jobs;
mod named;
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
mod plot;
mod search;
pub mod simd;
mod solver;

pub use batch::solve_batch;
pub use grid::{Cell, Digit, Grid, GridError};
pub use named::UnknownName;
pub use search::{Limits, Outcome, StopReason};
pub use solver::Solver;

#[cfg(test)]
extern crate self as batchdoku;
#[cfg(test)]
#[path = "../testkit/mod.rs"]
mod testkit;

/// Keeps the examples of the README true.
#[cfg(all(doctest, feature = "cli"))]
#[doc = include_str!("../README.md")]
struct Readme;
