//! Corpora of grids and puzzles: make, grade, canonicalise and split them.
//!
//! ```text
//! canon      the smallest of all equivalent grids, and the key of its class
//! shuffle    a random equivalent of each record
//! transform  the symmetries of sudoku, that canon and shuffle are made of
//! ```

pub mod canon;
pub mod shuffle;
pub mod transform;
