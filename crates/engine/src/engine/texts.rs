//! The texts of puzzles in the input of a batch.

/// The text of the puzzle at `start`: 81 cells or 729 candidates.
#[inline(always)]
pub(super) fn puzzle_text<const N: usize>(input: &[u8], start: usize) -> &[u8; N] {
    input[start..].first_chunk().expect("a puzzle lies in the input")
}
