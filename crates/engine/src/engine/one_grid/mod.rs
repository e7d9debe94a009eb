//! One grid in registers: the engine for one puzzle at a time.
//!
//! Lanes are fast because each operation works on 32 grids. For a single grid, each operation works on its
//! nine boxes: a vector holds one cell of each box, nine vectors hold the grid, and all of them stay in
//! registers from the text of the puzzle to the text of its solution.
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
//! The engine visits the tree of the lanes: it applies the same rules up to the same fixpoint, and chooses the same
//! branch, with the same halves in the same order. So solutions, nodes and the effects of limits are the same, and
//! [`Lanes`](super::Lanes) may use either engine for a puzzle. The rules are monotone (if a rule removes a candidate
//! from a grid, it also removes it from any grid with fewer candidates), so the fixpoint does not depend on the order
//! of the rules. To keep two rules monotone, both engines treat a cell that must hold two digits, and a minirow that
//! must hold four digits, as contradictions.
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
