//! What the program does, one file per command: a public job that is built, run, and summed up.

pub mod bench;
mod check;
mod count;
mod dedupe;
mod enumerate;
mod generate;
mod map;
mod searcher;
mod solve;
mod split;
mod stats;

pub use check::CheckWorker;
pub use count::CountWorker;
pub use dedupe::dedupe;
pub use enumerate::AllWorker;
pub use generate::{GridWorker, PuzzleWorker};
pub(crate) use map::for_each_grid;
pub use map::{EachWorker, GridRecord, Rejection};
pub(crate) use searcher::Searcher;
pub use solve::{SolveOptions, SolveWorker, Solved, solve_lines};
pub use split::{BadShares, By, Draw, SplitWorker};
pub use stats::{Census, CensusWorker};
