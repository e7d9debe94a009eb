//! Corpora of grids and puzzles: make, grade, canonicalise and split them.
//!
//! Everything here is deterministic. What is random is drawn from a ChaCha generator that is seeded
//! by the user and has one stream a record, so record `i` of seed `s` depends on `(s, i)` and the
//! options alone: not on the number of threads, nor on which records are made beside it.
//!
//! ```text
//! make       the workers that make corpora on the pipeline
//! grids      random complete grids, uniform over all of them
//! generate   puzzles with one solution
//! invalidate      puzzles with several solutions or none
//! rate       how hard a puzzle is, to people and to a machine
//! census     the workers that count for stats on the pipeline
//! stats      counts over a corpus, as table, JSON and pictures
//! dedupe     dropping repeats, in files of any size
//! split      parts of a corpus that share no class
//! canon      the smallest of all equivalent grids, and the key of its class
//! shuffle    a random equivalent of each record
//! transform  the symmetries of sudoku, that canon and shuffle are made of
//! symmetry   the symmetries that the clues of one puzzle may have
//! ```

pub mod canon;

pub mod generate;
pub mod grids;

pub(crate) mod random;
pub mod rate;
pub mod shuffle;

pub mod invalidate;
pub mod stats;
pub mod symmetry;
pub mod transform;
