//! Pointers and sizes of the caller, checked as far as they can be.

use std::{
    ffi::{c_char, c_int, c_void},
    ops::Range,
};

/// The bytes of a puzzle.
pub(crate) const CELLS: usize = 81;

unsafe extern "C" {
    fn memchr(bytes: *const c_void, byte: c_int, size: usize) -> *const c_void;
}

/// Returns the 81 bytes of a puzzle. If they look like the candidates of nine cells, this is an error: as 81 cells they
/// would be another puzzle, and reading further to find the other 648 bytes of candidates would not be safe.
///
/// # Safety
/// `text` is NULL, or valid for 81 bytes or up to a NUL before, while `'a` lasts.
pub(crate) unsafe fn puzzle<'a>(text: *const c_char) -> Result<&'a [u8; CELLS], String> {
    // SAFETY: the caller's contract.
    let cells = unsafe { self::text(text, "the puzzle")? };
    match are_candidates(cells) {
        true => Err(candidates_given("the puzzle")),
        false => Ok(cells),
    }
}

/// Returns the message for candidates in place of a puzzle.
pub(crate) fn candidates_given(name: &str) -> String {
    format!(
        "{name} begins like candidates, nine characters for each cell: bd_candidates() reads them, and \
         bd_solve_candidates() solves what it writes"
    )
}

/// Returns whether 81 cells look like the start of 729 candidates: every digit stands in the column of its number, each
/// row has a digit, and all nine digits occur. No proper puzzle looks like that, because it would have a digit twice in
/// a column, or nine clues and many solutions.
pub(crate) fn are_candidates(cells: &[u8; CELLS]) -> bool {
    let mut found = [false; 9];
    for row in cells.chunks_exact(9) {
        let mut has_digit = false;
        for (column, &cell) in row.iter().enumerate() {
            if let b'1'..=b'9' = cell {
                if usize::from(cell - b'1') != column {
                    return false;
                }
                has_digit = true;
                found[column] = true;
            }
        }
        if !has_digit {
            return false;
        }
    }
    found == [true; 9]
}

/// Returns the `N` bytes of a text.
///
/// # Safety
/// `text` is NULL, or valid for `N` bytes or up to a NUL before, while `'a` lasts.
pub(crate) unsafe fn text<'a, const N: usize>(
    text: *const c_char,
    name: &str,
) -> Result<&'a [u8; N], String> {
    if text.is_null() {
        return Err(format!("{name} is NULL"));
    }
    // SAFETY: memchr reads no further than the first NUL (C11 7.24.5.1).
    let end = unsafe { memchr(text.cast(), 0, N) };
    if !end.is_null() {
        let length = end as usize - text as usize;
        return Err(format!("expected {N} cells, got {length}"));
    }
    // SAFETY: there is no NUL in the first N bytes, for which the pointer is valid.
    Ok(unsafe { &*text.cast() })
}

/// Returns the addresses of `count` items of the caller, or an error if they are at NULL, misaligned or too many.
pub(crate) fn place<T>(
    name: &str,
    pointer: *const T,
    count: usize,
) -> Result<Range<usize>, String> {
    let start = pointer as usize;
    if pointer.is_null() {
        return Err(format!("{name} is NULL"));
    }
    if !pointer.is_aligned() {
        return Err(format!("{name} is not aligned to {} bytes", align_of::<T>()));
    }
    let size = count.checked_mul(size_of::<T>()).filter(|&size| size <= isize::MAX as usize);
    let end = size.and_then(|size| start.checked_add(size));
    Ok(start..end.ok_or_else(|| format!("{name} is larger than memory"))?)
}

/// Returns the addresses of `count` items of the caller, which may be NULL: then an empty range.
pub(crate) fn optional_place<T>(
    name: &str,
    pointer: *const T,
    count: usize,
) -> Result<Range<usize>, String> {
    if pointer.is_null() { Ok(0..0) } else { place(name, pointer, count) }
}

/// Returns an error if two of these places overlap.
pub(crate) fn apart(places: &[(&str, Range<usize>)]) -> Result<(), String> {
    for (i, (name, place)) in places.iter().enumerate() {
        for (other_name, other) in &places[..i] {
            if place.start < other.end && other.start < place.end {
                return Err(format!("{other_name} and {name} overlap"));
            }
        }
    }
    Ok(())
}

/// Writes a value that the caller asked for, unless the pointer is NULL.
///
/// # Safety
/// `pointer` is NULL or valid for writes of a `T`.
pub(crate) unsafe fn write<T>(pointer: *mut T, value: T) {
    if !pointer.is_null() {
        // SAFETY: the pointer is valid for writes; it need not be aligned.
        unsafe { pointer.write_unaligned(value) }
    }
}
