//! The commands as public types: each is a struct with its options as fields.
//!
//! A single statement solves a file:
//!
//! ```
//! # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).unwrap();
//! # let folder = tempfile::tempdir()?;
//! # std::fs::copy("data/examples.txt", folder.path().join("puzzles.txt"))?;
//! # let (puzzles, solutions) = (folder.path().join("puzzles.txt"), folder.path().join("solutions.txt"));
//! use batchdoku::jobs::{Command, Solve};
//! let summary = Solve::default().run(&puzzles, &solutions)?;
//! println!("{summary}"); // 2 puzzles solved; 0.8 ms, 4 threads, engine lanes (avx512)
//! # assert!(summary.is_complete());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`JobOptions`] are the options that the jobs share: formats, compression, rejects, threads, a stop flag, an
//! observer. Most jobs read their inputs in one pass, with memory that does not depend on the size of the inputs, and
//! write their answers in input order. [`Dedupe`] and a [`Split`] with exact sizes need two passes, and two bits or 16
//! bytes per record. [`Evolve`], [`Bench`] and [`Cover`] hold their inputs in memory. All output files of a job get
//! their names together, once all are complete.
//!
//! ```text
//! Solve      the solutions of every puzzle           Rate       how hard every puzzle is
//!                                                    Canon      the canonical form of every grid
//! Count      the number of solutions                 Shuffle    a random equivalent of every grid
//! Check      are given solutions right?              Dedupe     the first record of every grid
//! Generate   random puzzles                          Split      sets that share no class
//! Grids      random complete grids                   Stats      what is in a corpus
//! Cover      any exact cover problem                 Bench      the speed of the engines
//! Explain    the steps to every solution            Neighbours what a few other clues make of it
//! Join       the parts of a job, as one              Evolve     rare puzzles, from those found so far
//! ```

mod bench;
mod canon;
mod check;
mod command;
mod count;
mod cover;
mod dedupe;
mod dedupe_keys;
mod evolve;
mod explain;
mod fault;
mod generate;
mod grid_walk;
mod grids;
mod hint;
mod join;
mod judge;
mod neighbours;
mod options;
mod progress_watch;
mod ranges;
mod rate;
mod rules;
mod runner;
mod shuffle;
mod solve;
mod solve_stage;
mod split;
mod stats;
mod summary;
#[cfg(all(test, not(miri)))]
mod tests;
mod two_passes;

pub use bench::{Bench, BenchFigure, BenchReport, BenchSolver};
pub use canon::{Canon, CanonForm};
pub use check::Check;
pub use command::Command;
pub use count::Count;
pub use cover::Cover;
pub use dedupe::{Dedupe, DedupeBy};
pub use evolve::Evolve;
pub use explain::{Explain, ExplainTo};
pub use fault::{BenchError, OptionError};
pub use generate::{Generate, Pattern};
pub use grids::Grids;
pub use hint::hint;
pub use join::Join;
pub use judge::{JUDGED_COLUMNS, JudgedColumn, JudgedReply, JudgedValue, ReplyJudge};
pub use neighbours::{Neighbours, SubPuzzles};
pub use options::{
    ArraySolutions, EngineOptions, Inputs, JobOptions, LadderOptions, RecordOptions, SearchOptions,
    TechniqueOptions,
};
pub use ranges::{ClueRange, RangeError, RatingRange};
pub use rate::Rate;
pub use shuffle::Shuffle;
pub use solve::Solve;
pub use split::{Split, SplitBy, Strata};
pub use stats::Stats;
pub use summary::{JobEngine, JobSummary};
