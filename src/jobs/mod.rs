//! What the program does, one file per command: a public job that is built, run, and summed up.

pub mod bench;
mod check;
mod count;
#[cfg(feature = "corpus")]
mod dedupe;
mod enumerate;
#[cfg(feature = "corpus")]
mod generate;
mod map;
mod searcher;
mod solve;
#[cfg(feature = "corpus")]
mod split;
#[cfg(feature = "corpus")]
mod stats;

pub use check::CheckWorker;
pub use count::CountWorker;
#[cfg(feature = "corpus")]
pub use dedupe::dedupe;
pub use enumerate::AllWorker;
#[cfg(feature = "corpus")]
pub use generate::{GridWorker, PuzzleWorker};
pub(crate) use map::for_each_grid;
pub use map::{EachWorker, GridRecord, Rejection};
pub use solve::{SolveOptions, SolveWorker, Solved, solve_lines};
#[cfg(feature = "corpus")]
pub use split::{BadShares, By, Draw, SplitWorker};
#[cfg(feature = "corpus")]
pub use stats::{Census, CensusWorker};
