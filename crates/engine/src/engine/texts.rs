//! The texts of puzzles in the input of a batch.

use crate::grid::PENCILMARKS;

/// The text of the puzzle at `start`.
#[inline(always)]
pub(super) fn puzzle_text(input: &[u8], start: usize) -> &[u8; 81] {
    input[start..].first_chunk().expect("a puzzle lies in the input")
}

/// The text of the pencilmark puzzle at `start`.
#[inline(always)]
pub(super) fn pencilmark_text(input: &[u8], start: usize) -> &[u8; PENCILMARKS] {
    input[start..].first_chunk().expect("a puzzle lies in the input")
}
