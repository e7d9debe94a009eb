//! What each command does, as a public type: build it, set its options, run it.
//!
//! A file is solved in one statement:
//!
//! ```
//! # let folder = tempfile::tempdir()?;
//! # std::fs::copy("data/examples.txt", folder.path().join("puzzles.txt"))?;
//! # let (puzzles, solutions) = (folder.path().join("puzzles.txt"), folder.path().join("solutions.txt"));
//! use batchdoku::jobs;
//! let summary = jobs::Solve::new().run(&puzzles, &solutions)?;
//! println!("{summary}"); // 2 puzzles solved; 0.8 ms, 4 threads, engine lanes (avx512)
//! # assert!(summary.is_complete());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`JobOptions`] has what the jobs have in common: formats, compression, rejects, threads, a stop
//! flag, callbacks for progress and diagnostics. Every job reads its inputs in one pass with memory
//! that does not depend on their size (except [`Dedupe`], which needs two passes and one bit per
//! record), writes its answers in input order, and gives its output files their names when all of
//! them are complete.
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
//!                                                    Evolve     rare puzzles, from those found so far
//! ```

mod bench;
#[cfg(feature = "corpus")]
mod canon;
mod check;
mod count;
mod cover;
#[cfg(feature = "corpus")]
mod dedupe;
#[cfg(feature = "corpus")]
mod dedupe_keys;
mod enumerate;
#[cfg(feature = "corpus")]
mod evolve;
#[cfg(feature = "corpus")]
mod explain;
#[cfg(feature = "corpus")]
mod generate;
mod grid_walk;
#[cfg(feature = "corpus")]
mod grids;
#[cfg(feature = "corpus")]
mod many;
#[cfg(feature = "corpus")]
mod map;
#[cfg(feature = "corpus")]
mod neighbours;
mod options;
#[cfg(feature = "corpus")]
mod rate;
mod runner;
mod search_options;
mod searcher;
#[cfg(feature = "corpus")]
mod shuffle;
#[cfg(feature = "corpus")]
mod solutions;
mod solve;
#[cfg(feature = "corpus")]
mod split;
#[cfg(feature = "corpus")]
mod stats;
mod summary;

pub use bench::{Bench, BenchFigure, BenchReport};
#[cfg(feature = "corpus")]
pub use canon::Canon;
pub use check::Check;
pub use count::Count;
pub use cover::Cover;
#[cfg(feature = "corpus")]
pub use dedupe::Dedupe;
#[cfg(feature = "corpus")]
pub use evolve::Evolve;
#[cfg(feature = "corpus")]
pub use explain::Explain;
#[cfg(feature = "corpus")]
pub use generate::Generate;
#[cfg(feature = "corpus")]
pub use grids::Grids;
#[cfg(feature = "corpus")]
pub use neighbours::Neighbours;
pub use options::{Inputs, JobOptions};
#[cfg(feature = "corpus")]
pub use rate::Rate;
#[cfg(feature = "corpus")]
pub use shuffle::Shuffle;
pub use solve::Solve;
#[cfg(feature = "corpus")]
pub use split::Split;
#[cfg(feature = "corpus")]
pub use stats::Stats;
pub use summary::JobSummary;
