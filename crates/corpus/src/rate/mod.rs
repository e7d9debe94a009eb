//! The difficulty of a puzzle, for people and for machines.
//!
//! [`Rating::of`] solves a puzzle as people do: always by the easiest technique that makes progress, in the order of
//! [`Technique`]. If the techniques get stuck, it searches for up to two solutions with the `mrv` engine, and the nodes
//! of that search measure the effort. The level follows from the hardest technique and the nodes:
//!
//! | level | hardest technique |
//! |---|---|
//! | easy | naked single, hidden single |
//! | medium | locked candidates, naked pair, hidden pair |
//! | hard | any other technique |
//! | search | search, of at most 16 nodes ([`Difficulty::SEARCH_NODES`]) |
//! | long_search | search, of more |
//!
//! The last two levels show only that these techniques do not suffice. People know further techniques: docs/grading.md
//! has the ratings of Sudoku Explainer for each level.
//!
//! Equivalent puzzles have equal ratings, because a round applies all instances of a technique at once, and the search
//! runs on the canonical form.
//!
//! Rating allocates nothing. Pencil marks are kept in four views and updated at each step. A technique examines only
//! houses or digits that have changed since it last examined them.

mod grade;
mod locked;
mod rating;
mod singles;
mod subsets;
mod technique;
#[cfg(test)]
mod tests;
mod wings;

pub use grade::TechniqueSolver;
pub use rating::Rater;
pub use rating::Rating;
pub use technique::Steps;
pub use technique::{Difficulty, Technique};
