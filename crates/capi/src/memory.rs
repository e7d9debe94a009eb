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

/// Returns the 81 bytes of a puzzle.
///
/// # Safety
/// `text` is NULL, or valid for 81 bytes or up to a NUL before, while `'a` lasts.
pub(crate) unsafe fn puzzle<'a>(text: *const c_char) -> Result<&'a [u8; CELLS], String> {
    if text.is_null() {
        return Err("the puzzle is NULL".into());
    }
    // SAFETY: memchr reads no further than the first NUL (C11 7.24.5.1).
    let end = unsafe { memchr(text.cast(), 0, CELLS) };
    if !end.is_null() {
        let length = end as usize - text as usize;
        return Err(format!("expected 81 cells, got {length}"));
    }
    // SAFETY: there is no NUL in the first 81 bytes, for which the pointer is valid.
    let cells: &[u8; CELLS] = unsafe { &*text.cast() };
    if are_candidates(cells) {
        return Err("expected 81 cells, got candidates: nine places for each cell".into());
    }
    Ok(cells)
}

/// Returns whether 81 bytes are the candidates of nine cells, the start of a puzzle of 729 bytes: each digit stands in its
/// place, and one of them stands twice, so that no grid with these cells has a solution. The bytes behind must not be read.
fn are_candidates(text: &[u8; CELLS]) -> bool {
    let (rows, _) = text.as_chunks::<9>();
    let is_placed =
        |(place, &byte): (usize, &u8)| matches!(byte, b'.' | b'0') || byte == b'1' + place as u8;
    let are_twice = |place| rows.iter().filter(|row| matches!(row[place], b'1'..=b'9')).count() > 1;
    rows.iter().all(|row| row.iter().enumerate().all(is_placed)) && (0..9).any(are_twice)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> Option<String> {
        let text = std::ffi::CString::new(text).unwrap();
        // SAFETY: it is a string.
        unsafe { puzzle(text.as_ptr()) }.err()
    }

    #[test]
    fn candidates_are_no_cells() {
        let marks = format!("123456789...4.....{}", "1.3.5..8.".repeat(79));
        assert!(refused(&marks).is_some_and(|error| error.contains("candidates")));
        assert_eq!(refused(&".".repeat(81)), None);
        let solution =
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        assert_eq!(refused(solution), None);
        // A grid with few clues, each in the column of its number.
        assert_eq!(
            refused(&format!("1........ .2.......{}", ".".repeat(63)).replace(' ', "")),
            None
        );
    }
}
