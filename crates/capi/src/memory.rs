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

/// Returns the 81 bytes of a puzzle. The first nine cells of candidates, of which nobody can see that more follow, are
/// an error: as a puzzle they would be another.
///
/// # Safety
/// `text` is NULL, or valid for 81 bytes or up to a NUL before, while `'a` lasts.
pub(crate) unsafe fn puzzle<'a>(text: *const c_char) -> Result<&'a [u8; CELLS], String> {
    // SAFETY: the caller's contract.
    let cells = unsafe { self::text(text, "the puzzle")? };
    no_candidates("the puzzle", cells)?;
    Ok(cells)
}

/// Returns an error if 81 cells are the first nine cells of candidates.
pub(crate) fn no_candidates(name: &str, cells: &[u8; CELLS]) -> Result<(), String> {
    match are_candidates(cells) {
        true => Err(format!(
            "{name} begins like candidates, nine characters for each cell: bd_candidates() and \
             bd_solve_candidates() take them"
        )),
        false => Ok(()),
    }
}

/// Returns whether 81 cells are the start of 729 candidates: each digit stands in its own column, all nine do, and so does
/// each row have one. A grid of this kind has a digit twice in a column, or nine clues and many solutions.
fn are_candidates(cells: &[u8; CELLS]) -> bool {
    let is_own = |(at, &cell): (usize, &u8)| {
        !cell.is_ascii_digit() || cell == b'0' || usize::from(cell - b'1') == at % 9
    };
    let has_digit = |row: &[u8]| row.iter().any(|cell| matches!(cell, b'1'..=b'9'));
    let has_all = (0..9)
        .all(|column| has_digit(&[0, 1, 2, 3, 4, 5, 6, 7, 8].map(|row| cells[9 * row + column])));
    cells.iter().enumerate().all(is_own) && cells.chunks(9).all(has_digit) && has_all
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

/// Returns the addresses of `count` items of the caller; an error if that cannot be.
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

/// Returns the addresses of `count` items that the caller may leave out: none for NULL.
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
        // SAFETY: it is valid for writes; it need not be aligned.
        unsafe { pointer.write_unaligned(value) }
    }
}
