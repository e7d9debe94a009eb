//! The grid in a line of text: a field of 81 cells, or 81 cells that stand apart.

use super::{BAD_CELL, CELL_VALUE, Grid, GridError};

/// The bytes that end a field of a line.
pub const SEPARATORS: [u8; 7] = *b" \t,;|#:";

const IS_SEPARATOR: [bool; 256] = byte_set(&SEPARATORS);

/// Returns the start of the grid of a line: its first field of exactly 81 cells.
///
/// # Errors
/// If there is none, what is wrong with the first field.
pub fn first_grid(line: &[u8]) -> Result<usize, GridError> {
    first_field(line, |field| Grid::parse(field).err(), GridError::TooShort(0))
}

/// Tells if the first field of a line has 81 bytes and starts like a grid.
#[inline]
pub fn starts_with_cells(line: &[u8]) -> bool {
    let is_whole = line.len() == 81 || (line.len() > 81 && SEPARATORS.contains(&line[81]));
    is_whole && line[..2].iter().all(|&byte| is_cell(byte))
}

/// Returns the cells of the puzzle of a line. Cells that stand apart count only if the line does not start like
/// a grid.
///
/// # Errors
/// If there is none, what is wrong with the first field.
pub fn puzzle_of(line: &[u8]) -> Result<[u8; 81], GridError> {
    let error = match first_grid(line) {
        Ok(place) => return Ok(*line[place..].first_chunk().expect("81 cells")),
        Err(error) => error,
    };
    if starts_with_cells(line) { Err(error) } else { scattered_grid(line).ok_or(error) }
}

/// Returns the cells of the grid of a line, contiguous or not.
pub fn cells_of(line: &[u8]) -> Option<[u8; 81]> {
    match first_grid(line) {
        Ok(place) => line[place..].first_chunk().copied(),
        Err(_) => scattered_grid(line),
    }
}

/// Returns the start of the first field with no `error`; if there is none, the error of the first, or `empty`
/// without any field.
pub fn first_field(
    line: &[u8],
    error: impl Fn(&[u8]) -> Option<GridError>,
    empty: GridError,
) -> Result<usize, GridError> {
    let mut first_error = None;
    let mut start = 0;
    for field in line.split(|&byte| IS_SEPARATOR[usize::from(byte)]) {
        if !field.is_empty() {
            match error(field) {
                None => return Ok(start),
                Some(error) => first_error = first_error.or(Some(error.after(start))),
            }
        }
        start += field.len() + 1;
    }
    Err(first_error.unwrap_or(empty))
}

/// The bytes that separate cells.
const IS_FILLER: [bool; 256] = byte_set(b" \t\r|,;:![](){}\"'");

/// These bytes, and those that characters of several bytes start with which separate cells or are a cell.
const MAY_END_GROUP: [bool; 256] = byte_set(b" \t\r|,;:![](){}\"'\xC2\xE2");

/// The bytes next to a grid inside an address, say.
const IS_EDGE: [bool; 256] = byte_set(b" \t\"'<>()[]{}=&/,;|:#");

/// Returns the number of bytes at the start of `text` that separate cells.
fn filler(text: &[u8]) -> usize {
    match text {
        [byte, ..] if IS_FILLER[usize::from(*byte)] => 1,
        // No-break space.
        [0xC2, 0xA0, ..] => 2,
        // U+2500 to U+257F.
        [0xE2, 0x94 | 0x95, _, ..] => 3,
        _ => 0,
    }
}

/// Returns the bytes of a line between fillers, in groups. The middle dot is a group `.`.
pub fn groups(line: &[u8]) -> impl Iterator<Item = &[u8]> + Clone {
    const MIDDLE_DOT: &[u8] = b"\xC2\xB7";
    let mut rest = line;
    std::iter::from_fn(move || {
        while filler(rest) > 0 {
            rest = &rest[filler(rest)..];
        }
        if let Some(after) = rest.strip_prefix(MIDDLE_DOT) {
            rest = after;
            return Some(&b"."[..]);
        }
        // The table first, because few bytes start a filler or a middle dot.
        let is_end = |&at: &usize| {
            MAY_END_GROUP[usize::from(rest[at])]
                && (filler(&rest[at..]) > 0 || rest[at..].starts_with(MIDDLE_DOT))
        };
        let end = (0..rest.len()).find(is_end).unwrap_or(rest.len());
        let group;
        (group, rest) = rest.split_at(end);
        (!group.is_empty()).then_some(group)
    })
}

/// Returns the bytes of a line that are not fillers.
pub fn cells(line: &[u8]) -> impl Iterator<Item = u8> + Clone {
    groups(line).flatten().copied()
}

/// Tells if a byte is a cell.
#[inline]
pub fn is_cell(byte: u8) -> bool {
    CELL_VALUE[usize::from(byte)] != BAD_CELL
}

/// Returns the 81 cells of a line that holds a grid, but not as 81 contiguous characters between
/// separators: 81 single cells apart, a grid inside an address, or one with the `+` before solved
/// cells of HoDoKu.
pub fn scattered_grid(line: &[u8]) -> Option<[u8; 81]> {
    // A cell has at least one byte.
    if line.len() < 81 || line.contains(&b'\r') {
        return None;
    }
    if let Some(grid) = separate_cells(line) {
        return Some(grid);
    }
    let singles = groups(line).all(|group| matches!(group, &[byte] if is_cell(byte)));
    if singles && cells(line).count() == 81 {
        return collect(cells(line));
    }
    let mut fields = line.split(|&byte| IS_EDGE[usize::from(byte)]);
    fields.find_map(|field| collect(field.iter().copied().filter(|&byte| byte != b'+')))
}

/// Returns the cells of a line that are as many as wanted, stand apart, and have nothing but ASCII
/// between them.
pub fn separate_cells<const N: usize>(line: &[u8]) -> Option<[u8; N]> {
    let mut cells = [b'.'; N];
    let mut rest = cells.iter_mut();
    let mut is_apart = true;
    for &byte in line {
        let is_filler = IS_FILLER[usize::from(byte)];
        if !is_filler || byte == b'\r' {
            if !is_apart || !is_cell(byte) {
                return None;
            }
            *rest.next()? = byte;
        }
        is_apart = is_filler;
    }
    rest.next().is_none().then_some(cells)
}

/// 81 cells and nothing else.
fn collect(bytes: impl Iterator<Item = u8> + Clone) -> Option<[u8; 81]> {
    let mut grid = [b'.'; 81];
    let mut rest = bytes;
    for cell in &mut grid {
        *cell = rest.next().filter(|&byte| is_cell(byte))?;
    }
    rest.next().is_none().then_some(grid)
}

/// Returns a table of all bytes, true for those given.
pub const fn byte_set(mut bytes: &[u8]) -> [bool; 256] {
    let mut set = [false; 256];
    while let [first, rest @ ..] = bytes {
        set[*first as usize] = true;
        bytes = rest;
    }
    set
}
