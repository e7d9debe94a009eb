//! Corpora of grids and puzzles: generate, rate, canonicalise and describe them.
//!
//! Everything here is pure: it touches no files and starts no threads, and random results depend
//! only on a seed and a record number (`random`). The jobs apply it to files on all cores.
//!
//! ```text
//! grids       random complete grids, uniform over all of them
//! generate    puzzles with exactly one solution
//! invalidate  puzzles with multiple solutions or none
//! rate        how hard a puzzle is, for people and for machines
//! backbone    the cells that all solutions of a puzzle have in common
//! features    features of puzzles by name: the columns of all front ends
//! explain     the steps to a solution, and the rating of Sudoku Explainer
//! stats       counts over a corpus, as table and JSON
//! neighbours  what a puzzle becomes if a few clues change
//! evolve      a search for rare puzzles, from a pool of the best so far
//! sub_puzzles the minimal puzzles within a puzzle
//! structure   minimality, and small unavoidable sets
//! unavoidable all unavoidable sets up to a size
//! canon       the canonical form of a grid, and the key of its class
//! score       a judge for answers in prose
//! split       sets for training and testing that share no class
//! shuffle     a random equivalent of each record
//! transform   the symmetries of sudoku
//! symmetry    the symmetries of the clue cells of one puzzle
//! position    digits and candidates, anywhere between a puzzle and its solution
//! moves       single moves: legal, right, and what text says them
//! marks       the candidates of a position, and patterns in them, for `rate` and `explain`
//! random      the random numbers of all of these, and the promise that they never change
//! ```

mod backbone;
pub mod canon;
pub mod evolve;
pub mod explain;
pub mod features;
pub mod generate;
mod grid_ext;
pub mod grids;
pub mod invalidate;
mod marks;
pub mod moves;
pub mod neighbours;
mod patterns;
pub mod position;
pub mod random;
pub mod rate;
pub mod score;
pub mod shuffle;
mod solutions;
pub mod split;
pub mod stats;
pub mod structure;
pub mod sub_puzzles;
pub mod symmetry;
pub mod transform;
pub mod unavoidable;

pub use grid_ext::GridExt;
pub use position::Position;
