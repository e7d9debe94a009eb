//! Reads lines that have the candidates of cells: lines of HoDoKu's library, texts of sudokuwiki, and 729 characters.
//!
//! ```text
//! hodoku      :0000:x:53..7…:116 213::                technique, digits, cells, excluded candidates
//! sudokuwiki  [address] [S9B] 1109vuvu41…             162 characters
//! ```
//!
//! A line of HoDoKu's library is `:technique:digits:cells:excluded candidates:…:`, where `216` is the digit 2 that row 1,
//! column 6 excludes. A text of sudokuwiki has 162 characters, perhaps behind an address: two for each cell, which are a
//! number in base 32. The lowest bit is set if the cell is a clue; the nine bits above are the candidates.

use super::{
    found::{excluded, grids, is_hodoku},
    tokens::words,
};
use batchdoku_engine::grid::{Grid, GridError, PENCILMARKS, Pencilmarks};

/// The length of a text of sudokuwiki.
const WIKI: usize = 162;

/// Returns whether a line holds a text of sudokuwiki.
pub(super) fn is_wiki(line: &[u8]) -> bool {
    wiki_word(line).is_some_and(|word| {
        word.chunks(2).all(|pair| wiki_cell(pair).is_some())
            && word.iter().any(u8::is_ascii_lowercase)
    })
}

/// Returns the candidates of a line: of HoDoKu's library, if it excludes some, of sudokuwiki, or of 729 characters.
pub(super) fn candidates_of_line(line: &[u8]) -> Option<Pencilmarks> {
    if line.len() < WIKI {
        return if is_hodoku(line) { parsed(hodoku_marks(line)) } else { None };
    }
    if line.len() == PENCILMARKS {
        return Pencilmarks::parse(line).ok();
    }
    match line {
        line if is_hodoku(line) => parsed(hodoku_marks(line)),
        line if is_wiki(line) => parsed(wiki_marks(line)),
        _ => None,
    }
}

/// Returns the candidates that a text of 729 characters holds, if it is valid.
fn parsed(text: Result<[u8; PENCILMARKS], GridError>) -> Option<Pencilmarks> {
    Pencilmarks::parse(&text.ok()?).ok()
}

/// Returns the first word of a line that may be a text of sudokuwiki, without the mark `S9B` before it.
fn wiki_word(line: &[u8]) -> Option<&[u8]> {
    words(line).find_map(|(_, word)| match word {
        [b'S' | b's', b'9', b'B' | b'b', rest @ ..] if rest.len() == WIKI => Some(rest),
        word if word.len() == WIKI => Some(word),
        _ => None,
    })
}

/// Returns the candidates of a cell, as bits from 0 for the digit 1. A cell is a number in base 32. The lowest bit is set
/// if the cell is a clue, and the bits above are the candidates. For example, `09` is the clue 3, because 9 is 4 (the bit
/// of the third digit) times 2, plus 1.
fn wiki_cell(pair: &[u8]) -> Option<u16> {
    let high = char::from(pair[0]).to_digit(32)?;
    let low = char::from(pair[1]).to_digit(32)?;
    let number = high * 32 + low;
    let candidates = number >> 1;
    (candidates != 0 && number < 1 << 10).then_some(candidates as u16)
}

/// Returns the candidates of a text of sudokuwiki.
pub(super) fn wiki_marks(line: &[u8]) -> Result<[u8; PENCILMARKS], GridError> {
    let mut text = [b'.'; PENCILMARKS];
    let word = wiki_word(line).ok_or(GridError::TooShort(line.len() / 2))?;
    for (cell, pair) in word.chunks(2).enumerate() {
        let bad = GridError::BadCharacter { column: 2 * cell + 1, byte: pair[0] };
        let candidates = wiki_cell(pair).ok_or(bad)?;
        for digit in (0..9).filter(|digit| candidates >> digit & 1 == 1) {
            text[9 * cell + digit] = b'1' + digit as u8;
        }
    }
    Ok(text)
}

/// Returns the candidates of a line of HoDoKu's library: the candidates that the grid leaves, without the excluded
/// candidates.
pub(super) fn hodoku_marks(line: &[u8]) -> Result<[u8; PENCILMARKS], GridError> {
    let Some(grid) = grids(line).next() else {
        let field = line.split(|&byte| byte == b':').nth(3).unwrap_or(line);
        return Err(Grid::parse(field).err().unwrap_or(GridError::TooShort(0)));
    };
    let mut text = Pencilmarks::from(&Grid::parse(&grid.cells)?).to_text();
    if is_hodoku(line) {
        for triple in excluded(line) {
            let [digit, row, column] = [0, 1, 2].map(|at| usize::from(triple[at] - b'1'));
            text[9 * (9 * row + column) + digit] = b'.';
        }
    }
    Ok(text)
}
