//! How hard a puzzle is, for people and for machines.

mod grade;
mod locked;
mod marks;
mod singles;
mod subsets;
mod technique;
mod wings;

pub use grade::Grade;
pub use technique::{Level, Steps, Technique, UnknownLevel};
