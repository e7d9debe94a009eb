//! The parts of text that grids are made of: cells, what stands between them, words that are grids.

use std::ops::Range;

use batchdoku_engine::grid::{Grid, GridError};

use super::{cells::is_cell, records::Cells};

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

/// Returns the fault of a word that was meant as a grid: at least 60 cells, which are nine in ten characters, and no
/// rule of dashes.
pub(super) fn near_grid(word: &[u8]) -> Option<GridError> {
    let cells = word.iter().filter(|&&byte| is_cell(byte)).count();
    let is_rule = word
        .first()
        .is_some_and(|first| b"-_*".contains(first) && word.iter().all(|byte| byte == first));
    let is_near = cells >= NEAR_GRID && cells * 10 >= word.len() * 9 && !is_rule;
    if is_near { Grid::parse(word).err() } else { None }
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

/// The bytes next to a grid inside an address, say.
const IS_EDGE: [bool; 256] = byte_set(b" \t\"'<>()[]{}=&/,;|:#");

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

/// Returns whether a line is one of HoDoKu's library that excludes candidates.
pub(super) fn is_hodoku(line: &[u8]) -> bool {
    let mut triples = excluded(line);
    line.starts_with(b":")
        && triples.clone().next().is_some()
        && triples.all(|triple| {
            triple.len() == 3 && triple.iter().all(|digit| matches!(digit, b'1'..=b'9'))
        })
}

/// Returns the candidates that a line of HoDoKu's library excludes: digit, row and column of each, as in `116 213`.
pub(super) fn excluded(line: &[u8]) -> impl Iterator<Item = &[u8]> + Clone {
    let field = line.split(|&byte| byte == b':').nth(4).unwrap_or_default();
    field.split(|&byte| byte == b' ').filter(|triple| !triple.is_empty())
}
