//! Reads a text that is one puzzle. Lines, fields of tables, members of objects, arguments, the page and strings of Python
//! are all read here, so that the same texts are puzzles everywhere. (`cells` reads a row or a line of cells alone; this
//! file adds drawings, addresses, candidates and the forms of replies.)

use batchdoku_base::any_byte;

use super::{
    candidate_text::candidates_of_line,
    cells::{cells, is_cell, together},
    drawn::{below_markdown_head, only_puzzle},
    found::{grids, near_grid},
    lines::split_lines,
    reply::only_grid,
    tokens::{plain, words},
    unread::has_damaged_element,
    whole_puzzle::WholePuzzle,
};

/// Returns the puzzle that a text consists of. It may be a grid, in any form that [`whole_grid`] reads. It may also be
/// candidates: a table of nine rows, a line of 729 characters, or a line of HoDoKu or sudokuwiki that excludes some.
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
        return puzzle_of_lines(text);
    }
    grid_of_line(text).map(WholePuzzle::Cells).or_else(|| {
        // Markup of a page or of LaTeX, which has lines of its own.
        memchr::memchr2(b'<', b'\\', text)?;
        // A dot behind 81 cells is a further cell, and does not end a sentence as in replies.
        let has_damaged =
            || words(text).any(|(_, word)| near_grid(word).is_some()) || has_damaged_element(text);
        if let Some(cells) = only_grid(text).filter(|_| !has_damaged()) {
            return Some(WholePuzzle::Cells(cells));
        }
        // Line ends may be written as in strings of programs: `\n`.
        memchr::memmem::find(text, b"\\n")?;
        let mut lines = Vec::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = memchr::memmem::find(rest, b"\\n") {
            lines.extend_from_slice(&rest[..at]);
            lines.push(b'\n');
            rest = &rest[at + 2..];
        }
        lines.extend_from_slice(rest);
        puzzle_of_lines(&lines)
    })
}

/// Returns the puzzle that a text of several lines consists of: drawn, 81 cells with line ends anywhere, or in one of the
/// forms of replies.
fn puzzle_of_lines(text: &[u8]) -> Option<WholePuzzle> {
    let text = below_markdown_head(text);
    only_puzzle(text).or_else(|| {
        // Eight rows with bars at both ends have 81 fields.
        let is_table = memchr::memchr(b'|', text).is_some();
        let joined = || {
            let line: Vec<u8> =
                text.iter().map(|&byte| if byte == b'\n' { b' ' } else { byte }).collect();
            cells(&line)
        };
        let found = if is_table { None } else { joined() };
        // In replies, a dot behind a row ends a sentence.
        let has_wrong_row = || {
            split_lines(text).map(<[u8]>::trim_ascii).any(|line| {
                (7..=11).contains(&line.len())
                    && line.len() != 9
                    && line.iter().all(|&byte| is_cell(byte))
            })
        };
        let of_reply = || only_grid(text).filter(|_| !has_wrong_row());
        found.or_else(of_reply).map(WholePuzzle::Cells)
    })
}

/// Returns the cells of a text that is one grid, in any form that people write: 81 cells together or apart, or nine rows
/// under each other, perhaps with rulers, or joined by another character. Cells may be numbers such as `5.0`. Between
/// commas, or among 81 characters, a blank is an empty cell. The grid may stand in an address, a quote or a formula of a
/// spreadsheet. A text that excludes candidates is no grid, because its cells alone are another puzzle: see
/// [`whole_puzzle`].
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

/// The content of a field that may hold a puzzle.
#[derive(Debug)]
pub enum FieldPuzzle<'f> {
    /// 81 bytes of the field, right or wrong.
    InPlace(&'f [u8; 81]),
    /// A puzzle in another form.
    Whole(WholePuzzle),
}

/// Returns the puzzle in a field of a column of text. 81 bytes, perhaps with blanks around them, are returned in place,
/// right or wrong. Other fields are read in any form, for example with blanks as empty cells. Candidates become cells if
/// [their clues](WholePuzzle::or_clues) exclude as much. `None` if the field is no puzzle.
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

/// Returns whether a text has a blank, which may be an empty cell.
#[inline]
pub(super) fn has_blank(text: &[u8]) -> bool {
    any_byte(text, |byte| byte == b' ')
}

/// Returns the grid that a text of one line consists of.
fn grid_of_line(line: &[u8]) -> Option<[u8; 81]> {
    grid_alone(line).or_else(|| only_word(line)).or_else(|| {
        // Fields in an address or a formula, some of them blank.
        let mark = line.iter().rposition(|byte| b"=#?".contains(byte))?;
        cells(&line[mark + 1..])
    })
}

/// Returns the only grid among the words of a line.
fn only_word(line: &[u8]) -> Option<[u8; 81]> {
    let mut found = grids(line);
    let grid = found.next()?;
    // A word that is nearly a grid may be the grid that was meant.
    let is_only = found.next().is_none() && words(line).all(|(_, word)| near_grid(word).is_none());
    is_only.then_some(grid.cells)
}

/// Returns the grid of a line without other words, except a name before nine rows.
pub(super) fn grid_alone(line: &[u8]) -> Option<[u8; 81]> {
    if line.len() < 81 {
        return None;
    }
    cells(line).or_else(|| rows_apart(&plain(line)))
}

/// Returns the grid of nine words that are rows. Other words may stand before them only, as a name.
fn rows_apart(text: &[u8]) -> Option<[u8; 81]> {
    let mut words =
        words(text).map(|(_, word)| word).skip_while(|word| together::<9>(word).is_none());
    let mut cells = [b'.'; 81];
    for row in cells.chunks_mut(9) {
        row.copy_from_slice(words.next().filter(|word| together::<9>(word).is_some())?);
    }
    words.next().is_none().then_some(cells)
}
