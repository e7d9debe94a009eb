//! A text that is one grid: what is a grid in one place is one everywhere. Lines, fields of tables, members of objects,
//! arguments, the page and strings of Python are all read here.

use std::borrow::Cow;

use batchdoku_base::any_byte;
use batchdoku_engine::grid::Pencilmarks;

use super::{
    candidates::candidates_of_line,
    grid::only_puzzle,
    grid_line::is_plain_row,
    text::{
        IS_FILLER, cells_of_fields, collect, decimal_cells, grids, is_cell, leading_cells,
        near_grid, separate_cells, words,
    },
};

/// A text that is one puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WholePuzzle {
    /// 81 cells.
    Cells([u8; 81]),
    /// The candidates of each cell.
    Candidates(Pencilmarks),
}

/// Returns the puzzle that a text is: a grid in any form that people write, as [`whole_grid`] has it, or its candidates, as a
/// table of nine rows, a line of 729, or a line of one of the programs that exclude some.
///
/// ```
/// use batchdoku_format::{WholePuzzle, whole_puzzle};
/// let excludes = format!(":0000:x:{}:116 213::", ".".repeat(81));
/// let Some(WholePuzzle::Candidates(candidates)) = whole_puzzle(excludes.as_bytes()) else { panic!() };
/// assert_eq!(candidates.at(5), 0b1_1111_1110);
/// ```
pub fn whole_puzzle(text: &[u8]) -> Option<WholePuzzle> {
    if let Ok(cells) = <[u8; 81]>::try_from(text)
        && cells.iter().all(|&byte| is_cell(byte))
    {
        return Some(WholePuzzle::Cells(cells));
    }
    let line = text.trim_ascii();
    if memchr::memchr(b'\n', line).is_none()
        && let Some(candidates) = candidates_of_line(line)
    {
        return Some(WholePuzzle::Candidates(candidates));
    }
    if memchr::memchr(b'\n', text).is_some() {
        let text = plain(text);
        if let Some(puzzle) = only_puzzle(&text) {
            return Some(puzzle);
        }
        // Numbers may continue over several lines, wherever these end.
        let mut line = text.into_owned();
        for byte in line.iter_mut().filter(|byte| **byte == b'\n') {
            *byte = b' ';
        }
        let cells = separate_cells(&line).or_else(|| decimal_cells(&line));
        return cells.map(WholePuzzle::Cells);
    }
    grid_of_line(text).map(WholePuzzle::Cells).or_else(|| match plain(text) {
        Cow::Owned(plain) => whole_puzzle(&plain),
        Cow::Borrowed(_) => None,
    })
}

impl WholePuzzle {
    /// Returns the cells alone of candidates if their clues exclude all that is excluded.
    #[must_use]
    pub fn or_clues(self) -> Self {
        match self {
            Self::Candidates(candidates) => {
                candidates.clues().map_or(self, |clues| Self::Cells(clues.to_text()))
            }
            Self::Cells(_) => self,
        }
    }
}

/// Returns the cells of a text that is one grid, in any form that people write: 81 cells together or apart, nine rows
/// under each other or joined by another character, perhaps with rulers; numbers such as `5.0`; between commas or among 81
/// characters a blank is an empty cell; in an address, a quote or a formula of a spreadsheet. A text that excludes
/// candidates is none, because its cells alone are another puzzle: see [`whole_puzzle`].
///
/// ```
/// use batchdoku_format::whole_grid;
/// let rows = "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79";
/// let grid = whole_grid(rows.as_bytes()).expect("nine rows of nine");
/// assert_eq!(whole_grid(&grid), Some(grid));
/// assert_eq!(whole_grid(rows.replace('\n', "/").as_bytes()), Some(grid));
/// assert_eq!(whole_grid(b"53..7...."), None);
/// ```
pub fn whole_grid(text: &[u8]) -> Option<[u8; 81]> {
    match whole_puzzle(text)?.or_clues() {
        WholePuzzle::Cells(cells) => Some(cells),
        WholePuzzle::Candidates(_) => None,
    }
}

/// What a field that may hold a puzzle holds.
#[derive(Debug)]
pub enum FieldPuzzle<'f> {
    /// 81 bytes of the field, right or wrong.
    InPlace(&'f [u8; 81]),
    /// A puzzle in another form.
    Whole(WholePuzzle),
}

/// Returns what a field that may hold a puzzle holds, as a column of text has them: 81 bytes, perhaps with blanks around
/// them, where they stand, right or wrong; otherwise the puzzle that the field is in any other form, for example with
/// blanks as empty cells. Candidates are cells if [their clues](WholePuzzle::or_clues) say as much. `None` if it is neither.
///
/// ```
/// use batchdoku_format::{FieldPuzzle, WholePuzzle, field_puzzle};
/// let field = b"53  7    6  195    98    6 8   6   34  8 3  17   2   6 6    28    419  5    8  79";
/// let Some(FieldPuzzle::Whole(WholePuzzle::Cells(cells))) = field_puzzle(field) else { panic!() };
/// assert_eq!(&cells[..9], b"53..7....", "blanks are empty cells");
/// assert!(field_puzzle(b"53  7").is_none());
/// ```
#[inline]
pub fn field_puzzle(field: &[u8]) -> Option<FieldPuzzle<'_>> {
    if field.len() < 81 {
        return None;
    }
    let text = if field.len() == 81 { field } else { field.trim_ascii() };
    match <&[u8; 81]>::try_from(text) {
        Ok(cells) if !has_blank(cells) => Some(FieldPuzzle::InPlace(cells)),
        cells => {
            let whole = whole_puzzle(field).map(WholePuzzle::or_clues).map(FieldPuzzle::Whole);
            whole.or_else(|| cells.ok().map(FieldPuzzle::InPlace))
        }
    }
}

/// Returns whether a text has a blank, which may be an empty cell. Most have none.
#[inline]
pub(super) fn has_blank(text: &[u8]) -> bool {
    any_byte(text, |byte| byte == b' ')
}

/// Returns the grid that a text of one line is.
fn grid_of_line(line: &[u8]) -> Option<[u8; 81]> {
    grid_alone(line).or_else(|| only_word(line)).or_else(|| {
        // Fields in an address or a formula, some of them blank.
        let mark = line.iter().rposition(|byte| b"=#?".contains(byte))?;
        blank_fields(&line[mark + 1..])
    })
}

/// Returns the grid that is the only one among the words of a line.
fn only_word(line: &[u8]) -> Option<[u8; 81]> {
    let mut found = grids(line);
    let grid = found.next()?;
    // What is nearly a grid may be the one that is meant.
    let is_only = found.next().is_none() && words(line).all(|(_, word)| near_grid(word).is_none());
    is_only.then_some(grid.cells)
}

/// Returns the grid that a line is, without other words.
pub(super) fn grid_alone(line: &[u8]) -> Option<[u8; 81]> {
    if line.len() < 81 || line.contains(&b'\r') {
        return None;
    }
    if let Some((cells, end)) = leading_cells(line) {
        return line[end..].iter().all(|&byte| IS_FILLER[usize::from(byte)]).then_some(cells);
    }
    spaced_grid(line).or_else(|| partly_solved(line)).or_else(|| match plain(line) {
        Cow::Owned(plain) => {
            spaced_grid(&plain).or_else(|| leading_cells(&plain).map(|(cells, _)| cells))
        }
        Cow::Borrowed(_) => None,
    })
}

/// Returns the grid that a line is with blanks or other separators in it.
fn spaced_grid(line: &[u8]) -> Option<[u8; 81]> {
    blank_cells(line)
        .or_else(|| rows_apart(line))
        .or_else(|| joined_rows(line))
        .or_else(|| blank_fields(line))
        .or_else(|| decimal_cells(line))
}

/// Returns the grid that the first word of a line is in HoDoKu's way, with `+` before solved cells.
fn partly_solved(line: &[u8]) -> Option<[u8; 81]> {
    if !line.contains(&b'+') {
        return None;
    }
    let (_, word) = words(line).next()?;
    collect(word.iter().copied().filter(|&byte| byte != b'+'))
}

/// Returns 81 characters whose blanks are empty cells.
fn blank_cells(text: &[u8]) -> Option<[u8; 81]> {
    let cells: [u8; 81] = text.try_into().ok()?;
    let has_digit = cells.iter().any(u8::is_ascii_digit);
    let is_written = cells.iter().all(|byte| matches!(byte, b' ' | b'1'..=b'9'));
    (has_digit && is_written).then(|| cells.map(|byte| if byte == b' ' { b'.' } else { byte }))
}

/// Returns nine rows of nine cells with the same character between them, which is no empty cell of the grid.
fn joined_rows(text: &[u8]) -> Option<[u8; 81]> {
    let text: &[u8; 89] = text.try_into().ok()?;
    let joint = text[9];
    let mut cells = [b'.'; 81];
    for (row, cells) in text.chunks(10).zip(cells.chunks_mut(9)) {
        let is_joined = row.get(9).is_none_or(|&byte| byte == joint);
        if !is_joined || !row[..9].iter().all(|&byte| is_cell(byte) && byte != joint) {
            return None;
        }
        cells.copy_from_slice(&row[..9]);
    }
    Some(cells)
}

/// Returns nine words that are rows, with no other words than a name before them.
fn rows_apart(text: &[u8]) -> Option<[u8; 81]> {
    let mut words = words(text).map(|(_, word)| word).skip_while(|word| !is_plain_row(word));
    let mut cells = [b'.'; 81];
    for row in cells.chunks_mut(9) {
        row.copy_from_slice(words.next().filter(|word| is_plain_row(word))?);
    }
    words.next().is_none().then_some(cells)
}

/// Returns 81 fields between commas, semicolons, bars or tabs, of which some are blank: these are empty cells.
fn blank_fields(text: &[u8]) -> Option<[u8; 81]> {
    let text = std::str::from_utf8(text).ok()?;
    let delimiter = text.chars().find(|char| matches!(char, ',' | ';' | '|' | '\t'))?;
    let (cells, _) = cells_of_fields(text, |char| char == delimiter)?;
    cells.iter().any(u8::is_ascii_digit).then_some(cells)
}

/// Returns a text in which other characters that mean a cell or a stroke are their usual ones; unchanged if it has none.
fn plain(text: &[u8]) -> Cow<'_, [u8]> {
    const WORDS: [(&str, &str); 27] = [
        ("\\n", "\n"),
        ("null", "."),
        ("None", "."),
        ("NaN", "."),
        ("\"\"", "."),
        ("''", "."),
        ("\u{b7}", "."),
        ("\u{a0}", " "),
        ("\u{2013}", "-"),
        ("\u{2014}", "-"),
        ("\u{25a1}", "."),
        ("\u{25a0}", "."),
        ("\u{2b1c}", "."),
        ("\u{3000}", " "),
        ("\u{ff10}", "0"),
        ("\u{ff11}", "1"),
        ("\u{ff12}", "2"),
        ("\u{ff13}", "3"),
        ("\u{ff14}", "4"),
        ("\u{ff15}", "5"),
        ("\u{ff16}", "6"),
        ("\u{ff17}", "7"),
        ("\u{ff18}", "8"),
        ("\u{ff19}", "9"),
        ("\u{ff0e}", "."),
        ("\u{ff0d}", "-"),
        ("\u{ff0a}", "*"),
    ];
    if !text.iter().any(may_start_word) {
        return Cow::Borrowed(text);
    }
    let mut plain = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(&byte) = rest.first() {
        let mut words = WORDS.iter().filter(|_| may_start_word(&byte));
        match words.find(|(word, _)| rest.starts_with(word.as_bytes())) {
            Some((word, meaning)) => {
                plain.extend_from_slice(meaning.as_bytes());
                rest = &rest[word.len()..];
            }
            None => {
                plain.push(byte);
                rest = &rest[1..];
            }
        }
    }
    if plain == text { Cow::Borrowed(text) } else { Cow::Owned(plain) }
}

/// Returns whether a byte may start a character or a word that [`plain`] replaces.
fn may_start_word(&byte: &u8) -> bool {
    byte >= 0x80 || b"\\nN\"'".contains(&byte)
}
