//! Tests of generated puzzles, ratings and symmetries, as users of the library see them. They are one program, so that
//! it is linked only once.

mod generate;
mod rate;
mod transform;
mod weights;

use batchdoku::Grid;

/// Returns true if a puzzle has one solution and needs each of its clues. Uses the engine, because brute force is too
/// slow for hundreds of puzzles with few clues; the tests of the engine compare the two.
fn is_minimal(puzzle: &Grid) -> bool {
    puzzle.is_unique()
        && puzzle.filled().into_iter().all(|cell| !puzzle.with(cell, None).is_unique())
}
