//! The `sudoku` crate behind the function that tdoku's harness calls.
#![allow(unsafe_code, reason = "a C interface takes pointers")]

use std::{ffi::c_char, slice};

/// The counts that the harness expects: solutions, and guesses, which the crate does not count.
#[repr(C)]
pub struct Counts {
    count: usize,
    guesses: usize,
}

/// Counts the solutions of a puzzle up to `limit`.
///
/// # Safety
/// `input` must be valid for 81 bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rust_solve_sudoku(input: *const c_char, limit: usize) -> Counts {
    // SAFETY: the caller's contract.
    let bytes: &[u8] = unsafe { slice::from_raw_parts(input.cast(), 81) };
    let text = str::from_utf8(bytes).unwrap_or("");
    let puzzle = peer::Sudoku::from_str_line(text);
    Counts { count: puzzle.map_or(0, |puzzle| puzzle.solutions_count_up_to(limit)), guesses: 0 }
}
