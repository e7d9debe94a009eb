//! The grammar of lines in which a puzzle may exclude candidates: `hodoku` and `sudokuwiki`. (`candidate_text`
//! describes the parts of a line, and reads it.)
//!
//! ```text
//! input    (record | comment | blank line)*
//!
//! :0000:x:53..7…:116 213::                   r1c6 is no 1, r1c3 is no 2
//! 1109vuvu41…                                two characters for the candidates of each cell
//! ```
//!
//! If the first puzzle excludes candidates, all are pencilmark puzzles, in jobs that take them; other jobs read the
//! clues, with a notice. If the first puzzle excludes none, a later puzzle that does is malformed, because its clues
//! alone are another puzzle. In other formats of lines, a puzzle that excludes candidates is malformed, too.

use std::sync::Arc;

use super::{
    DetectedInput, Format, FormatError, ReadOptions, RecordError, RecordParser, Records,
    candidate_text::{hodoku_marks, is_wiki, wiki_marks},
    found::{grids, is_hodoku},
    hypothesis::{EXAMINED, Head, Hypotheses, Hypothesis},
    lines::{content_lines, each_line, is_comment},
};
use batchdoku_engine::grid::{Pencilmarks, PuzzleForm};

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
