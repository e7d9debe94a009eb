//! Exact cover: choose options so that every primary item is in exactly one chosen option, and
//! every secondary item in at most one. Nothing here knows of sudoku.
//!
//! ```text
//! problem   items and options, checked as they are added
//! links     the dancing links: cover an item, and take that back
//! text      problems and solutions as text
//! search    the search: which item to branch on, limits, solutions as they are found
//! ```
//!
//! The algorithm is Knuth's dancing links: Algorithm X of "Dancing Links" (2000), in the form of
//! The Art of Computer Programming, volume 4B, section 7.2.2.1, with the secondary items of
//! Algorithm C but without colours.
//!
//! ```
//! use std::ops::ControlFlow;
//! use batchdoku::{Limits, exact_cover::{Problem, DancingLinks}};
//!
//! let mut problem = Problem::new(7, 0);
//! for items in [&[2, 4][..], &[0, 3, 6], &[1, 2, 5], &[0, 3, 5], &[1, 6], &[3, 4, 6]] {
//!     problem.add_option(items)?;
//! }
//! let mut solutions = Vec::new();
//! let outcome = DancingLinks::new(&problem).search(&[], &Limits::solutions(u64::MAX), |options| {
//!     solutions.push(options.to_vec());
//!     ControlFlow::Continue(())
//! });
//! assert_eq!(outcome.solutions, 1);
//! solutions[0].sort();
//! assert_eq!(solutions[0], [0, 3, 4]);
//! # Ok::<(), batchdoku::exact_cover::ProblemError>(())
//! ```

mod links;
mod problem;
mod search;
mod text;

pub use problem::{Problem, ProblemError};
pub use search::DancingLinks;
pub use text::{ProblemFormat, TextError};
#[cfg(feature = "pipeline")]
pub(crate) use text::{SolutionOutput, write_solutions};
