//! The parts of text that grids are made of: cells, what stands between them, words that are grids.

use std::ops::Range;

use batchdoku_engine::grid::{BAD_CELL, CELL_VALUE, Grid, GridError};

use super::records::Cells;

/// The bytes that end a field of a line.
pub(super) const SEPARATORS: [u8; 7] = *b" \t,;|#:";

const IS_SEPARATOR: [bool; 256] = byte_set(&SEPARATORS);

/// A grid among other text of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct FoundGrid {
    /// The start of its text.
    pub(super) start: usize,
    /// The end of its text.
    pub(super) end: usize,
    /// The cells.
    pub(super) cells: [u8; 81],
}

impl FoundGrid {
    /// Returns the cells for a record that starts `from` bytes before the line.
    pub(super) fn place(&self, from: usize) -> Cells {
        if self.is_in_place() { Cells::At(from + self.start) } else { Cells::Apart(self.cells) }
    }

    /// Returns whether the cells stand in the line as they are.
    pub(super) fn is_in_place(&self) -> bool {
        self.end - self.start == 81
    }

    /// Returns whether no cell is empty.
    pub(super) fn is_complete(&self) -> bool {
        self.cells.iter().all(|byte| matches!(byte, b'1'..=b'9'))
    }

    /// Returns whether this is what a program found for a puzzle rather than another puzzle: it has no empty cell, or
    /// nothing else, or all clues of the puzzle.
    pub(super) fn answers(&self, puzzle: &[u8; 81]) -> bool {
        let is_empty = !self.cells.iter().any(|byte| matches!(byte, b'1'..=b'9'));
        self.is_complete() || is_empty || self.has_clues_of(puzzle)
    }

    /// Returns whether this is the solution of a puzzle, as far as clues show it: complete, with all clues.
    pub(super) fn completes(&self, puzzle: &Self) -> bool {
        self.is_complete() && !puzzle.is_complete() && self.has_clues_of(&puzzle.cells)
    }

    fn has_clues_of(&self, puzzle: &[u8; 81]) -> bool {
        let mut cells = self.cells.iter().zip(puzzle);
        cells.all(|(cell, clue)| !matches!(clue, b'1'..=b'9') || cell == clue)
    }
}

/// Returns the words of a line, with their starts: what stands between blanks, punctuation, quotes and brackets.
pub(super) fn words(line: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    parts(line, &IS_EDGE)
}

/// Returns the fields of a line that are not empty, with their starts: what stands between separators.
pub(super) fn fields(line: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    parts(line, &IS_SEPARATOR)
}

/// Returns what stands between the bytes of a set, with its starts, unless it is empty.
fn parts<'l>(
    line: &'l [u8],
    is_between: &'static [bool; 256],
) -> impl Iterator<Item = (usize, &'l [u8])> {
    let mut next = 0;
    line.split(|&byte| is_between[usize::from(byte)]).filter_map(move |part| {
        let start = next;
        next += part.len() + 1;
        (!part.is_empty()).then_some((start, part))
    })
}

/// Returns the range of a text without the bytes at both ends that are edges, such as blanks and quotes.
pub(super) fn inner_range(text: &[u8], is_edge: impl Fn(u8) -> bool) -> Range<usize> {
    let start = text.iter().position(|&byte| !is_edge(byte)).unwrap_or(text.len());
    let end = text.iter().rposition(|&byte| !is_edge(byte)).map_or(start, |last| last + 1);
    start..end
}

/// Returns the grids among the words of a line: 81 cells, in HoDoKu's way perhaps with `+` before solved ones.
pub(super) fn grids(line: &[u8]) -> impl Iterator<Item = FoundGrid> {
    words(line).filter_map(|(start, word)| {
        let cells = match word.len() {
            ..81 => None,
            81 => collect(word.iter().copied()),
            _ => collect(word.iter().copied().filter(|&byte| byte != b'+')),
        };
        cells.map(|cells| FoundGrid { start, end: start + word.len(), cells })
    })
}

/// The fewest cells of a word that was meant as a grid.
pub(super) const NEAR_GRID: usize = 60;

/// Returns whether a word is a grid, or was one before something damaged it.
pub(super) fn was_grid(word: &[u8]) -> bool {
    near_grid(word).is_some() || grids(word).next().is_some()
}

/// Returns the fault of a word that was meant as a grid: at least 60 cells, which are nine in ten characters.
pub(super) fn near_grid(word: &[u8]) -> Option<GridError> {
    let cells = word.iter().filter(|&&byte| is_cell(byte)).count();
    let is_near = cells >= NEAR_GRID && cells * 10 >= word.len() * 9;
    if is_near { Grid::parse(word).err() } else { None }
}

/// Returns the 81 cells apart that a line starts with, and where they end.
pub(super) fn leading_cells(line: &[u8]) -> Option<([u8; 81], usize)> {
    let mut cells = [b'.'; 81];
    let mut groups = groups(line);
    for cell in &mut cells {
        let group = groups.next()?;
        *cell = match group {
            &[byte] if is_cell(byte) => byte,
            _ => return None,
        };
    }
    let is_more = groups.clone().next().is_some_and(|group| group.len() == 1);
    (!is_more).then(|| (cells, line.len() - groups.rest.len()))
}

/// Returns whether the first field of a line has 81 bytes and starts like a grid.
#[inline]
pub(super) fn starts_with_cells(line: &[u8]) -> bool {
    let is_whole = line.len() == 81 || (line.len() > 81 && SEPARATORS.contains(&line[81]));
    is_whole && line[..2].iter().all(|&byte| is_cell(byte))
}

/// Returns the start of the first field with no `error`; if there is none, the error of the first, or `empty`
/// without any field.
pub(super) fn first_field(
    line: &[u8],
    error: impl Fn(&[u8]) -> Option<GridError>,
    empty: GridError,
) -> Result<usize, GridError> {
    let mut first_error = None;
    for (start, field) in fields(line) {
        match error(field) {
            None => return Ok(start),
            Some(error) => first_error = first_error.or(Some(error.after(start))),
        }
    }
    Err(first_error.unwrap_or(empty))
}

/// The bytes that separate cells.
pub(super) const IS_FILLER: [bool; 256] = byte_set(b" \t\r|,;:![](){}\"'");

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

/// The groups of bytes of a line between fillers.
#[derive(Clone)]
pub(super) struct Groups<'a> {
    /// The rest of the line.
    rest: &'a [u8],
}

/// Returns the bytes of a line between fillers, in groups. The middle dot is a group `.`, and so are the words with which
/// programs write that there is no value.
pub(super) fn groups(line: &[u8]) -> Groups<'_> {
    Groups { rest: line }
}

impl<'a> Iterator for Groups<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        const MIDDLE_DOT: &[u8] = b"\xC2\xB7";
        let Self { rest } = self;
        while filler(rest) > 0 {
            *rest = &rest[filler(rest)..];
        }
        if let Some(after) = rest.strip_prefix(MIDDLE_DOT) {
            *rest = after;
            return Some(b".");
        }
        let mut end = 0;
        while end < rest.len() {
            // The table first, because few bytes start a filler or a middle dot.
            if MAY_END_GROUP[usize::from(rest[end])]
                && (filler(&rest[end..]) > 0 || rest[end..].starts_with(MIDDLE_DOT))
            {
                break;
            }
            end += 1;
        }
        let group;
        (group, *rest) = rest.split_at(end);
        match group {
            b"" => None,
            b"null" | b"None" => Some(b"."),
            group => Some(group),
        }
    }
}

/// Returns the bytes of a line that are not fillers.
pub(super) fn cells(line: &[u8]) -> impl Iterator<Item = u8> + Clone {
    groups(line).flatten().copied()
}

/// Returns whether a byte is a cell.
#[inline]
pub(super) fn is_cell(byte: u8) -> bool {
    CELL_VALUE[usize::from(byte)] != BAD_CELL
}

/// Returns the cells of a line that are as many as wanted, stand apart, and have nothing but ASCII
/// between them.
pub(super) fn separate_cells<const N: usize>(line: &[u8]) -> Option<[u8; N]> {
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

/// Returns the cells of a line of as many numbers as wanted, some of them with a decimal point, as programs write arrays of
/// floating-point numbers: `5.000e+00 3.000e+00 0.000e+00`, or `[5. 3. 0.]`.
pub(super) fn decimal_cells<const N: usize>(line: &[u8]) -> Option<[u8; N]> {
    // Each has a digit at least, and a separator behind it; one has more.
    if line.len() < 2 * N || memchr::memchr(b'.', line).is_none() {
        return None;
    }
    let mut cells = [b'.'; N];
    let mut numbers = numbers(line);
    for cell in &mut cells {
        *cell = numbers.next().and_then(digit_of)?;
    }
    numbers.next().is_none().then_some(cells)
}

/// Returns the words of a line of numbers.
pub(super) fn numbers(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(|&byte| IS_FILLER[usize::from(byte)]).filter(|number| !number.is_empty())
}

/// Returns the digit of a whole number from 0 to 9, perhaps with zeros behind a decimal point and an exponent of zeros.
pub(super) fn digit_of(number: &[u8]) -> Option<u8> {
    let (&digit, rest) = number.split_first().filter(|(digit, _)| digit.is_ascii_digit())?;
    let rest = rest.strip_prefix(b".").map_or(rest, without_zeros);
    let is_one = match rest {
        [] => true,
        [b'e' | b'E', b'+' | b'-', power @ ..] | [b'e' | b'E', power @ ..] => {
            !power.is_empty() && without_zeros(power).is_empty()
        }
        _ => false,
    };
    is_one.then_some(digit)
}

/// Returns a text without the zeros that it starts with.
fn without_zeros(text: &[u8]) -> &[u8] {
    let zeros = text.iter().take_while(|&&byte| byte == b'0').count();
    &text[zeros..]
}

/// Returns bytes that are as many cells as wanted; `None` if one is no cell, or there is another number of them.
pub(super) fn collect<const N: usize>(mut bytes: impl Iterator<Item = u8>) -> Option<[u8; N]> {
    let mut cells = [b'.'; N];
    for cell in &mut cells {
        *cell = bytes.next().filter(|&byte| is_cell(byte))?;
    }
    bytes.next().is_none().then_some(cells)
}

/// Returns a table of all bytes, true for those given.
pub(super) const fn byte_set(mut bytes: &[u8]) -> [bool; 256] {
    let mut set = [false; 256];
    while let [first, rest @ ..] = bytes {
        set[*first as usize] = true;
        bytes = rest;
    }
    set
}

/// Returns the cells in `N` fields, each one cell (perhaps as `5.0`) or blank, which is an empty one; and whether some are
/// blank. `None` if a field is anything else, or there are not `N` of them.
pub(super) fn cells_of_fields<const N: usize>(
    text: &str,
    divides: impl Fn(char) -> bool,
) -> Option<([u8; N], bool)> {
    let mut cells = [b'.'; N];
    let mut fields = text.split(divides).map(str::trim);
    let mut has_blank = false;
    for cell in &mut cells {
        match fields.next()?.as_bytes() {
            [] => has_blank = true,
            &[byte] if is_cell(byte) => *cell = byte,
            number => *cell = digit_of(number)?,
        }
    }
    // A delimiter behind the last field continues a list.
    let is_end = fields.next().is_none_or(str::is_empty) && fields.next().is_none();
    is_end.then_some((cells, has_blank))
}
