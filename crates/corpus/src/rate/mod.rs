//! The difficulty of a puzzle, for people and for machines.
//!
//! [`Rating::of`] solves a puzzle as people do: always by the easiest technique that makes
//! progress, in the order of [`Technique`]. If the techniques get stuck, it searches for up to two
//! solutions with the `mrv` engine; the nodes of that search measure the effort. The level follows
//! from both:
//!
//! | level | hardest technique |
//! |---|---|
//! | easy | naked single, hidden single |
//! | medium | locked candidates, naked pair, hidden pair |
//! | hard | any other technique |
//! | search | search, of at most 16 nodes ([`Difficulty::SEARCH_NODES`]) |
//! | long_search | search, of more |
//!
//! The last two say what the techniques here do not do. They say little of people, who have others: docs/grading.md
//! has the ratings of Sudoku Explainer for each level.
//!
//! A rating belongs to the equivalence class of a puzzle: a round applies all instances of a
//! technique at once, in no order, and the search runs on the canonical form.
//!
//! Rating allocates nothing. Pencil marks are kept incrementally in four views, and a technique looks
//! again only at houses or digits that changed since it last did.

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
