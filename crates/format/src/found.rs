//! Finds grids among other text: words of a line that are 81 cells, or were so before something damaged them.

use batchdoku_engine::grid::{Grid, GridError};

use super::{
    cells::{has_foreign_mark, is_cell, is_of_strokes, word_of_cells},
    records::Cells,
    signs::{Uses, is},
    tokens::{mixes_digits, plain, words},
};

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
    /// Returns the place of the cells in a record, in which the text that was searched starts at `from`.
    pub(super) fn place(&self, from: usize) -> Cells {
        if self.is_in_place() { Cells::At(from + self.start) } else { Cells::Apart(self.cells) }
    }

    /// Returns whether the cells stand in the line as they are.
    pub(super) fn is_in_place(&self) -> bool {
        self.end - self.start == 81
    }

    /// Returns whether no cell is empty.
    pub(super) fn is_complete(&self) -> bool {
        is_complete(&self.cells)
    }

    /// Returns whether this answers a puzzle: see [`answers`].
    pub(super) fn answers(&self, puzzle: &[u8; 81]) -> bool {
        answers(&self.cells, puzzle)
    }

    /// Returns whether this completes a puzzle: see [`completes`].
    pub(super) fn completes(&self, puzzle: &Self) -> bool {
        completes(&self.cells, &puzzle.cells)
    }
}

/// Returns whether no cell is empty.
#[inline]
pub(super) fn is_complete(cells: &[u8; 81]) -> bool {
    // Without an early exit, so that the compiler vectorises it.
    cells.iter().fold(true, |all, byte| all & matches!(byte, b'1'..=b'9'))
}

/// Returns whether a grid may be a program's answer to a puzzle, and not another puzzle: it has no empty cell, or only
/// empty cells (the program found nothing), or all clues of the puzzle.
pub(super) fn answers(grid: &[u8; 81], puzzle: &[u8; 81]) -> bool {
    let is_empty = !grid.iter().any(|byte| matches!(byte, b'1'..=b'9'));
    is_complete(grid) || is_empty || has_clues_of(grid, puzzle)
}

/// Returns whether a grid is the solution of a puzzle, as far as clues show it: complete, with all clues.
pub(super) fn completes(grid: &[u8; 81], puzzle: &[u8; 81]) -> bool {
    is_complete(grid) && !is_complete(puzzle) && has_clues_of(grid, puzzle)
}

fn has_clues_of(grid: &[u8; 81], puzzle: &[u8; 81]) -> bool {
    let mut cells = grid.iter().zip(puzzle);
    cells.all(|(cell, clue)| !matches!(clue, b'1'..=b'9') || cell == clue)
}

/// Returns the grids among the words of a line: 81 cells each, perhaps with `+` before solved cells, as HoDoKu writes
/// them.
pub(super) fn grids(line: &[u8]) -> impl Iterator<Item = FoundGrid> {
    words(line).filter_map(|(start, word)| {
        let word = without_query(word);
        let cells = word_of_cells(word).or_else(|| cells_of_signs(word))?;
        Some(FoundGrid { start, end: start + word.len(), cells })
    })
}

/// Returns the cells of a word that has Unicode characters for them.
fn cells_of_signs(word: &[u8]) -> Option<[u8; 81]> {
    let may_be_grid = word.len() > 81 && !word.is_ascii() && !mixes_digits(word);
    if may_be_grid { word_of_cells(&plain(word)) } else { None }
}

/// Returns a word without the query of an address, which begins with `?` and a letter behind 81 cells. In other words,
/// a question mark is an empty cell.
fn without_query(word: &[u8]) -> &[u8] {
    match word.split_at_checked(81) {
        Some((grid, [b'?', first, ..])) if first.is_ascii_alphabetic() => grid,
        _ => word,
    }
}

/// The fewest cells of a word that was meant as a grid.
pub(super) const NEAR_GRID: usize = 60;

/// Returns whether a word is a grid, or was a grid before something damaged it.
pub(super) fn was_grid(word: &[u8]) -> bool {
    near_grid(word).is_some() || grids(word).next().is_some()
}

/// Returns the fault of a word that was meant as a grid. Such a word has at least 60 cells, which are nine in ten of
/// its characters, and is no ruler of dashes. A word of 81 digits and signs is one, too, if it has a single sign that
/// is no known mark of an empty cell.
pub(super) fn near_grid(word: &[u8]) -> Option<GridError> {
    let cells = word.iter().filter(|&&byte| is_cell(byte)).count();
    let is_near = cells >= NEAR_GRID && cells * 10 >= word.len() * 9 && !is_of_strokes(word);
    if is_near || has_foreign_mark(word) { Grid::parse(word).err() } else { None }
}

/// The fewest cells of a word that may be a puzzle that was cut off.
pub(super) const SHORTEST_CUT: usize = 20;

/// Returns whether a word may be a puzzle that was cut off: 20 to 80 cells, more than a quarter of them empty, because
/// numbers have fewer zeros, and all with the same mark.
pub(super) fn may_be_cut_grid(word: &[u8]) -> bool {
    let word = word.strip_suffix("…".as_bytes()).unwrap_or(word);
    if !(SHORTEST_CUT..81).contains(&word.len()) || !word.iter().all(|&byte| is_cell(byte)) {
        return false;
    }
    let mut empty = word.iter().filter(|cell| !matches!(cell, b'1'..=b'9'));
    let first = empty.clone().next();
    let count = empty.clone().count();
    (word.len() / 4 + 1..word.len()).contains(&count) && empty.all(|cell| Some(cell) == first)
}

/// Returns whether the first field of a line has 81 bytes and starts like a grid.
#[inline]
pub(super) fn starts_with_cells(line: &[u8]) -> bool {
    let is_whole = line.len() == 81 || (line.len() > 81 && is(line[81], Uses::FIELD));
    is_whole && line[..2].iter().all(|&byte| is_cell(byte))
}

/// Returns whether a line is of HoDoKu's library and excludes candidates.
pub(super) fn is_hodoku(line: &[u8]) -> bool {
    if !line.starts_with(b":") {
        return false;
    }
    let mut triples = excluded(line);
    triples.clone().next().is_some()
        && triples.all(|triple| {
            triple.len() == 3 && triple.iter().all(|digit| matches!(digit, b'1'..=b'9'))
        })
}

/// Returns the candidates that a line of HoDoKu's library excludes: digit, row and column of each, as in `116 213`.
pub(super) fn excluded(line: &[u8]) -> impl Iterator<Item = &[u8]> + Clone {
    let field = line.split(|&byte| byte == b':').nth(4).unwrap_or_default();
    field.split(|&byte| byte == b' ').filter(|triple| !triple.is_empty())
}
