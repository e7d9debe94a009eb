//! Exact cover: choose options so that every primary item is in exactly one chosen option, and
//! every secondary item in at most one. Nothing here is about sudoku.
//!
//! ```text
//! problem        items and options, checked as they are added
//! remainder      the state of a search: open items, options left
//! bit_sets       the state, for a small problem
//! sparse_sets    the state, for a large problem
//! search         the search: which item to branch on, limits, solutions as they are found
//! count          the number of solutions, by several threads
//! text           problems and solutions as text
//! ```
//!
//! The algorithm is Algorithm X of D. E. Knuth, "Dancing Links" (2000), with the secondary items of
//! The Art of Computer Programming, volume 4B, section 7.2.2.1, but without colours. Knuth keeps
//! items and options in linked lists (the "dancing links"); here they are in sets.
//!
//! ```
//! use std::ops::ControlFlow;
//! use batchdoku::{Limits, exact_cover::{CoverSolver, Problem}};
//!
//! let mut problem = Problem::new(7, 0);
//! for items in [&[2, 4][..], &[0, 3, 6], &[1, 2, 5], &[0, 3, 5], &[1, 6], &[3, 4, 6]] {
//!     problem.add_option(items)?;
//! }
//! let mut solutions = Vec::new();
//! let outcome = CoverSolver::new(&problem).search(&[], &Limits::solutions(u64::MAX), |options| {
//!     solutions.push(options.to_vec());
//!     ControlFlow::Continue(())
//! });
//! assert_eq!(outcome.solutions, 1);
//! solutions[0].sort();
//! assert_eq!(solutions[0], [0, 3, 4]);
//! # Ok::<(), batchdoku::exact_cover::ProblemError>(())
//! ```

mod bit_sets;
mod count;
mod problem;
mod remainder;
mod search;
mod sparse_sets;
#[cfg(test)]
mod tests;
mod text;

pub use problem::{Problem, ProblemError};
pub use search::CoverSolver;
pub use text::{ProblemForm, SolutionOutput, write_solutions};
