//! `hodoku` and `sudokuwiki`: lines in which a puzzle may exclude candidates.
//!
//! A line of HoDoKu's library is `:technique:digits:cells:excluded candidates:…:`, where `216` is the digit 2 that row 1,
//! column 6 excludes. A text of sudokuwiki has 162 characters, perhaps behind an address: two for each cell, which are a
//! number of base 32. The lowest bit says that the cell is a clue; the nine bits above are the candidates.
//!
//! If the first puzzle excludes candidates, all are pencilmark puzzles, as far as the job takes such; other jobs read the
//! clues, which the program says. If the first excludes none, a later one that does is malformed, because it is another
//! puzzle without them.

use std::sync::Arc;

use super::{
    DetectedInput, Format, Layout, ReadOptions, RecordError, RecordParser, Records,
    line::is_comment,
    lines::{content_lines, each_line},
    text::{grids, words},
};
use batchdoku_engine::grid::{Grid, GridError, PENCILMARKS, Pencilmarks, PuzzleForm};

/// The length of a text of sudokuwiki.
const WIKI: usize = 162;

/// Tells if a line is one of HoDoKu's library that excludes candidates.
pub(super) fn is_hodoku(line: &[u8]) -> bool {
    let excluded = line.split(|&byte| byte == b':').nth(4).unwrap_or_default();
    let is_triple =
        |word: &[u8]| word.len() == 3 && word.iter().all(|digit| matches!(digit, b'1'..=b'9'));
    let mut words = excluded.split(|&byte| byte == b' ').filter(|word| !word.is_empty());
    line.starts_with(b":") && words.clone().next().is_some() && words.all(is_triple)
}

/// Tells if a line holds a text of sudokuwiki.
pub(super) fn is_wiki(line: &[u8]) -> bool {
    wiki_word(line).is_some_and(|word| {
        word.chunks(2).all(|pair| wiki_cell(pair).is_some())
            && word.iter().any(u8::is_ascii_lowercase)
    })
}

fn wiki_word<'l>(line: &'l [u8]) -> Option<&'l [u8]> {
    let of_word = |word: &'l [u8]| match word {
        [b'S' | b's', b'9', b'B' | b'b', rest @ ..] if rest.len() == WIKI => Some(rest),
        word if word.len() == WIKI => Some(word),
        _ => None,
    };
    words(line).find_map(|(_, word)| of_word(word))
}

/// Returns the candidates of a cell, as bits from 0 for the digit 1.
fn wiki_cell(pair: &[u8]) -> Option<u16> {
    let digit = |byte: u8| char::from(byte).to_digit(32);
    let number = digit(pair[0])? * 32 + digit(pair[1])?;
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

/// Opens an input of this format that starts with `text`.
pub(super) fn open(format: Format, text: &[u8], options: &ReadOptions) -> DetectedInput {
    let mut parser =
        CandidateParser { format, form: PuzzleForm::Pencilmarks, drops_candidates: false };
    let first = content_lines(text).find_map(|line| parser.marks(line).ok());
    let is_of_clues = first.is_none_or(|marks| marks == Pencilmarks::from(&marks.to_grid()));
    if is_of_clues || !options.pencilmarks {
        parser.form = PuzzleForm::Cells;
        parser.drops_candidates = !is_of_clues;
    }
    let layout = Layout::of(format);
    DetectedInput {
        parser: Arc::new(parser),
        skip: 0,
        lines: 0,
        declared_count: None,
        layout,
        reason: String::new(),
    }
}

impl CandidateParser {
    fn marks(&self, line: &[u8]) -> Result<Pencilmarks, RecordError> {
        let mut text = [b'.'; PENCILMARKS];
        if self.format == Format::Sudokuwiki {
            let word =
                wiki_word(line).ok_or(RecordError::Grid(GridError::TooShort(line.len() / 2)))?;
            for (cell, pair) in word.chunks(2).enumerate() {
                let at = 2 * cell;
                let bad = GridError::BadCharacter { column: at + 1, byte: word[at] };
                let candidates = wiki_cell(pair).ok_or(bad)?;
                for digit in (0..9).filter(|digit| candidates >> digit & 1 == 1) {
                    text[9 * cell + digit] = b'1' + digit as u8;
                }
            }
        } else {
            let error =
                || Grid::parse(line.split(|&byte| byte == b':').nth(3).unwrap_or(line)).err();
            let grid =
                grids(line).next().ok_or_else(|| error().unwrap_or(GridError::TooShort(0)))?;
            text = Pencilmarks::from(&Grid::parse(&grid.cells)?).to_text();
            if is_hodoku(line) {
                let excluded = line.split(|&byte| byte == b':').nth(4).unwrap_or_default();
                for triple in excluded.split(|&byte| byte == b' ').filter(|word| !word.is_empty()) {
                    let [digit, row, column] = [0, 1, 2].map(|at| usize::from(triple[at] - b'1'));
                    text[9 * (9 * row + column) + digit] = b'.';
                }
            }
        }
        Ok(Pencilmarks::parse(&text)?)
    }
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
