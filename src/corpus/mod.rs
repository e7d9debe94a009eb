//! Make, grade, canonicalise and split puzzles.

pub mod rate;
