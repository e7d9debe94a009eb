//! One grid in registers: the engine for one puzzle at a time.
//!
//! Lanes are fast because they do the same to 32 grids. For a single grid, the nine boxes do the
//! same: a vector holds one cell of each box, nine vectors the grid, and all of them stay in registers
//! from the text of the puzzle to that of its solution.
//!
//! ```text
//! load the cells                                     simd::quads
//! repeat
//!   1 sweep      apply every rule once                 sweep
//!   2 fixpoint   nothing changed: hidden triples       fixpoint
//!   3 branch     enter one half, push the other        branch
//!   4 emit       a solution: check, write the text     search
//!   5 backtrack  pop a node                            search
//! ```
//!
//! # One answer
//!
//! The engine visits the tree of the lanes: the same rules to the same fixpoint, the same choice of a branch, the same
//! halves in the same order. So solutions, nodes and what limits do are the same, and [`Lanes`](super::Lanes) may give
//! a puzzle to either. Each rule removes what the clues exclude; the rules are monotone (what a rule removes from a
//! grid it also removes from a part of that grid), so the order in which they are applied does not show in the
//! fixpoint. Two rules take care to be: a cell that two digits must be in, and a minirow that four digits must be in,
//! are contradictions in both engines.
//!
//! `docs/one-grid.md` draws the layout and explains the rules. The idea of a box per word, and the band
//! configurations, are those of tdoku (Tom Dillon, 2019).

mod branch;
mod fixpoint;
mod search;
mod sweep;
#[cfg(test)]
mod tests;

pub(in crate::engine) use self::search::{OneByOne, OneGridMemory};

/// The candidates of a grid: vector `3r + c` has the cell in row `r` and column `c` of each box.
type Candidates<V> = [V; 9];
