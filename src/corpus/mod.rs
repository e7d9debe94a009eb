//! Corpora: sets of grids and puzzles, made and worked on by the million.
//!
//! Everything here is deterministic. What is random is drawn from a ChaCha generator that is seeded
//! by the user and has one stream a record, so record `i` of seed `s` depends on `(s, i)` and the
//! options alone: not on the number of threads, nor on which records are made beside it.

pub mod rate;
pub mod stats;
pub mod symmetry;
