//! How hard a puzzle is, for people and for machines.

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
pub use rating::{Field, Rater, Rating, Verdict};
pub use technique::{Level, Steps, Technique, UnknownLevel};
