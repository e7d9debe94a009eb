//! The grammar of lines in which a puzzle may exclude candidates: `hodoku` and `sudokuwiki`.
//!
//! ```text
//! hodoku      :0000:x:53..7…:116 213::                technique, digits, cells, excluded candidates
//! sudokuwiki  [address] [S9B] 1109vuvu41…             162 characters
//! ```
//!
//! A line of HoDoKu's library is `:technique:digits:cells:excluded candidates:…:`, where `216` is the digit 2 that row 1,
//! column 6 excludes. A text of sudokuwiki has 162 characters, perhaps behind an address: two for each cell, which are a
//! number of base 32. The lowest bit says that the cell is a clue; the nine bits above are the candidates.
//!
//! If the first puzzle excludes candidates, all are pencilmark puzzles, in jobs that take them; other jobs read the
//! clues, with a notice. If the first puzzle excludes none, a later puzzle that does is malformed, because its clues
//! alone are another puzzle. In other formats of lines, a puzzle that excludes candidates is malformed, too.

use std::sync::Arc;

use super::{
    DetectedInput, Format, FormatError, ReadOptions, RecordError, RecordParser, Records,
    found::{excluded, grids, is_hodoku},
    lines::{content_lines, each_line, is_comment},
    reading::{EXAMINED, Head, Hypotheses, Hypothesis},
    tokens::words,
};
use batchdoku_engine::grid::{Grid, GridError, PENCILMARKS, Pencilmarks, PuzzleForm};

/// The length of a text of sudokuwiki.
const WIKI: usize = 162;

/// Returns whether a line holds a text of sudokuwiki.
pub(super) fn is_wiki(line: &[u8]) -> bool {
    wiki_word(line).is_some_and(|word| {
        word.chunks(2).all(|pair| wiki_cell(pair).is_some())
            && word.iter().any(u8::is_ascii_lowercase)
    })
}

/// Returns the candidates that a line says: one of HoDoKu's library that excludes some, a text of sudokuwiki, or 729
/// characters.
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

/// Returns the candidates of a cell, as bits from 0 for the digit 1. A cell is a number in base 32 whose lowest bit is set
/// if it is a clue: `09` is a clue 3, because 9 is 4 (the bit of the third digit) times 2, and 1.
fn wiki_cell(pair: &[u8]) -> Option<u16> {
    let high = char::from(pair[0]).to_digit(32)?;
    let low = char::from(pair[1]).to_digit(32)?;
    let number = high * 32 + low;
    let candidates = number >> 1;
    (candidates != 0 && number < 1 << 10).then_some(candidates as u16)
}

/// Reads lines of one of the two formats.
struct CandidateParser {
    format: Format,
    form: PuzzleForm,
    /// True if the first puzzle excludes candidates, and the job takes clues only.
    drops_candidates: bool,
}

/// Adds the hypothesis that lines have the format: for certain if one of the first does.
pub(super) fn hypotheses(
    format: Format,
    head: &Head<'_>,
    out: &mut Hypotheses,
) -> Result<(), FormatError> {
    let (is_line, words): (fn(&[u8]) -> bool, _) = match format {
        Format::Sudokuwiki => (is_wiki, "a line has a text of sudokuwiki"),
        _ => (is_hodoku, "a line excludes candidates as HoDoKu does"),
    };
    if head.is_named() || !head.is_by_name() && head.lines().take(EXAMINED).any(is_line) {
        let parser = CandidateParser::for_text(format, head.text, head.options);
        let input = DetectedInput::counted(format, Arc::new(parser), head.text, |line| {
            is_line(line) || grids(line).next().is_some()
        });
        out.add(Hypothesis::certain(words, input));
    }
    Ok(())
}

impl CandidateParser {
    /// Returns the reader of an input that starts with `text`.
    fn for_text(format: Format, text: &[u8], options: &ReadOptions) -> Self {
        let mut parser = Self { format, form: PuzzleForm::Pencilmarks, drops_candidates: false };
        let first = content_lines(text).find_map(|line| parser.marks(line).ok());
        let is_of_clues = first.is_none_or(|marks| marks == Pencilmarks::from(&marks.to_grid()));
        if is_of_clues || !options.pencilmarks {
            parser.form = PuzzleForm::Cells;
            parser.drops_candidates = !is_of_clues;
        }
        parser
    }

    fn marks(&self, line: &[u8]) -> Result<Pencilmarks, RecordError> {
        let text = match self.format {
            Format::Sudokuwiki => wiki_marks(line)?,
            _ => hodoku_marks(line)?,
        };
        Ok(Pencilmarks::parse(&text)?)
    }
}

/// Returns the candidates of a text of sudokuwiki.
fn wiki_marks(line: &[u8]) -> Result<[u8; PENCILMARKS], GridError> {
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

/// Returns the candidates of a line of HoDoKu's library: those that the grid leaves, without those that are excluded.
fn hodoku_marks(line: &[u8]) -> Result<[u8; PENCILMARKS], GridError> {
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

impl RecordParser for CandidateParser {
    fn is_one_record_per_line(&self) -> bool {
        true
    }

    fn note(&self) -> Option<&'static str> {
        self.drops_candidates.then_some("the candidates that puzzles exclude are not used")
    }

    fn read(&self, chunk: &[u8], records: &mut Records) {
        records.form = self.form;
        let mut scratch = std::mem::take(records.start_scratch());
        each_line(chunk, records, |records, start, end| {
            let line = &chunk[start..end];
            if is_comment(line) {
                return records.pass(start, end);
            }
            let at = scratch.len();
            match self.marks(line) {
                Ok(marks) if self.form == PuzzleForm::Pencilmarks => {
                    scratch.extend_from_slice(&marks.to_text());
                    records.puzzle(start, end, at);
                }
                Ok(marks)
                    if self.drops_candidates || marks == Pencilmarks::from(&marks.to_grid()) =>
                {
                    scratch.extend_from_slice(&marks.to_grid().to_text());
                    records.puzzle(start, end, at);
                }
                Ok(_) => records.malformed(start, end, RecordError::Candidates),
                Err(error) => records.malformed(start, end, error),
            }
        });
        records.scratch = Some(scratch);
    }
}
