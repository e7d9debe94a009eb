//! How hard a puzzle is, for people and for machines.
//!
//! [`Rater::rate`] first searches for a second solution with the `mrv` engine, whose nodes are the
//! difficulty for a machine, then, if there is exactly one solution, solves the puzzle as people
//! do: always by the easiest of the techniques that gets anywhere. The order of the techniques is
//! that of [`Technique`], what a step is says [`Grade::of`]. The level follows from both:
//!
//! | level | hardest technique |
//! |---|---|
//! | easy | naked single, hidden single |
//! | medium | locked candidates, naked pair, hidden pair |
//! | hard | any other technique |
//! | expert | search, of at most 16 nodes ([`Difficulty::EXPERT_NODES`]) |
//! | extreme | search, of more |
//!
//! Technique and steps are the same for all equivalents of a puzzle, by construction; the nodes,
//! and with them the border of expert and extreme, are not.
//!
//! Rating allocates nothing. Pencil marks are kept incrementally in four views, and a technique looks
//! again only at houses or digits that changed since it last did.

mod grade;
mod locked;
mod marks;
mod rating;
mod singles;
mod subsets;
mod technique;
#[cfg(test)]
mod tests;
mod wings;

pub use grade::Grade;
pub use rating::{Rater, Rating, Verdict};
pub use technique::{Difficulty, Steps, Technique, UnknownDifficulty};
