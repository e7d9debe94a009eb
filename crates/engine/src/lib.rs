//! Grids, and the engines that search them. This crate opens no files, needs no C compiler, and starts
//! threads only with the feature `threads`.
//!
//! ```text
//! solver  one puzzle at a time        batch   puzzles in memory, on all cores
//! engine  the engines, behind one trait
//! grid    cells, houses, digits, text simd    vectors, chosen at run time. No sudoku
//! ```

pub mod batch;
pub mod engine;
pub mod grid;
pub mod simd;
mod solver;

pub use batch::solve_batch;
#[cfg(fuzzing)]
pub use engine::thorough;
pub use engine::{
    Engine, EngineChoice, EngineKind, LaneCounts, Mrv, OnSolution, PuzzleBatch, Sorted,
    build_engine,
};
pub use grid::{Cell, Digit, Grid, GridError};
pub use solver::{Solver, SolverBuilder};
