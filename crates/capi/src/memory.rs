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
