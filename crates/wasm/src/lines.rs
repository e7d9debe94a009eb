//! A file of puzzles, one per line, chunk by chunk: the bytes of the program's `solve --from line`.
//!
//! Each line gets its first solution, or 81 dots. Comments and blank lines are passed on.

use std::{mem, sync::Arc};

use batchdoku_base::{Limits, Outcome, Verdict};
use batchdoku_engine::{
    EngineChoice,
    batch::{Keep, Places, Stage},
    grid::PuzzleForm,
};
use batchdoku_format::{
    AnswerShape, ChunkPuzzles, Column, DetectedInput, FormatError, LaidOutRows, RecordFormatter,
    RecordParser, Records, Row, WriteOptions, line_formatter, open_lines,
};
use wasm_bindgen::prelude::*;

use crate::Thrown;

/// The lines of the start of a file tell whether the first one is a count.
const HEAD: usize = 64 << 10;

/// The most problems that are kept.
const PROBLEMS: usize = 10;

/// Solves a file of puzzles, one per line.
#[wasm_bindgen]
pub struct Lines {
    stage: Stage,
    unique: bool,
    /// The start of a line whose end is not there yet; of the file, until its head is.
    rest: Vec<u8>,
    /// Reads and writes lines, once the head of the file is there.
    format: Option<LineFormat>,
    lines: u64,
    puzzles: u64,
    solved: u64,
    problems: Vec<String>,
    records: Records,
    /// The start of each answer in the output.
    slots: Vec<usize>,
    outcomes: Vec<Outcome>,
}

/// The parser and the formatter of a file.
#[derive(Clone)]
struct LineFormat {
    parser: Arc<dyn RecordParser>,
    formatter: Arc<dyn RecordFormatter>,
}

#[wasm_bindgen]
impl Lines {
    /// Begins a file. With `unique`, only solutions that are the only one count.
    #[wasm_bindgen(constructor)]
    pub fn new(unique: bool) -> Self {
        Self {
            stage: Stage::new(EngineChoice::default()),
            unique,
            rest: Vec::new(),
            format: None,
            lines: 0,
            puzzles: 0,
            solved: 0,
            problems: Vec::new(),
            records: Records::default(),
            slots: Vec::new(),
            outcomes: Vec::new(),
        }
    }

    /// Takes the next bytes of the file and returns the answers of the lines that they complete.
    ///
    /// @throws if the file is not text, or the engine is defective.
    pub fn push(&mut self, bytes: &[u8]) -> Result<Vec<u8>, Thrown> {
        self.take(bytes, false)
    }

    /// Ends the file and returns the last answers.
    ///
    /// @throws if the file is not text, or the engine is defective.
    pub fn finish(&mut self) -> Result<Vec<u8>, Thrown> {
        self.take(b"", true)
    }

    /// Returns the lines that are answered, malformed ones and comments too.
    #[wasm_bindgen(getter)]
    pub fn lines(&self) -> f64 {
        self.lines as f64
    }

    /// Returns the puzzles among them, malformed ones too.
    #[wasm_bindgen(getter)]
    pub fn puzzles(&self) -> f64 {
        self.puzzles as f64
    }

    /// Returns the puzzles that have a solution.
    #[wasm_bindgen(getter)]
    pub fn solved(&self) -> f64 {
        self.solved as f64
    }

    /// Describes what is wrong with the first ten puzzles that have no solution: `line 2: expected 81 cells, got 80`.
    #[wasm_bindgen(getter)]
    pub fn problems(&self) -> Vec<String> {
        self.problems.clone()
    }
}

impl Lines {
    fn take(&mut self, bytes: &[u8], is_end: bool) -> Result<Vec<u8>, Thrown> {
        self.rest.extend_from_slice(bytes);
        let mut out = Vec::new();
        let format = match &self.format {
            Some(format) => format.clone(),
            None if !is_end && self.rest.len() < HEAD => return Ok(out),
            None => self.read_head(&mut out)?,
        };
        let end = if is_end { Some(self.rest.len()) } else { format.parser.cut(&self.rest) };
        let Some(end) = end else { return Ok(out) };
        let after = self.rest.split_off(end);
        let chunk = mem::replace(&mut self.rest, after);
        self.solve(&format, &chunk, &mut out)?;
        Ok(out)
    }

    /// Opens the file, of which the head is there, and copies a count before the first puzzle. Returns how the
    /// file is read and written.
    fn read_head(&mut self, out: &mut Vec<u8>) -> Result<LineFormat, Thrown> {
        let opened = open(&self.rest)?;
        let DetectedInput { parser, skip, lines, declared_count, .. } = opened;
        self.rest.drain(..skip);
        self.lines = lines;
        let options = WriteOptions { declared_count, ..WriteOptions::default() };
        let shape = AnswerShape::one_row(&[Column::SOLUTION]);
        let formatter =
            line_formatter(&shape, &options).map_err(|error| Thrown::Failed(error.to_string()))?;
        formatter.start(out);
        let format = LineFormat { parser, formatter: Arc::new(formatter) };
        Ok(self.format.insert(format).clone())
    }

    /// Solves the puzzles of a chunk, writes the answers and notes the puzzles that have none.
    fn solve(
        &mut self,
        format: &LineFormat,
        chunk: &[u8],
        out: &mut Vec<u8>,
    ) -> Result<(), Thrown> {
        let Self { stage, unique, records, slots, outcomes, .. } = self;
        records.read(&*format.parser, chunk);
        slots.clear();
        format.formatter.lay_out(records, chunk, &mut LaidOutRows { out, slots });
        outcomes.clear();
        outcomes.resize(records.puzzles.len(), Outcome::default());
        let (limit, keep) = if *unique { (2, Keep::Only) } else { (1, Keep::First) };
        let places = Places { output: out, slots, form: PuzzleForm::Cells, fill: b'.', keep };
        let mut puzzles = ChunkPuzzles { records, chunk, parser: &*format.parser };
        let end = stage.search(&mut puzzles, Some(places), outcomes, &Limits::solutions(limit));
        let first_line = self.lines + 1;
        let end = end.map_err(|unsound| {
            let index = self.records.position_of(unsound.index);
            let line = first_line + u64::from(self.records.list[index].line);
            Thrown::Failed(format!("line {line}: the engine gave a wrong solution"))
        })?;
        self.solved += end.tally.of(Verdict::Solved);
        self.puzzles += self.records.row_count() as u64;
        self.lines += u64::from(self.records.lines);
        self.note_problems(format, chunk, first_line);
        Ok(())
    }

    /// Notes the puzzles of a chunk that have no answer, until there are enough.
    fn note_problems(&mut self, format: &LineFormat, chunk: &[u8], first_line: u64) {
        for row in self.records.rows(chunk) {
            if self.problems.len() == PROBLEMS {
                return;
            }
            let (record, problem) = match row {
                Row::Passthrough(_) => continue,
                Row::Malformed { record, error, .. } => (record, error.to_string()),
                Row::Puzzle { record, puzzle, .. } => match self.outcomes[puzzle].verdict() {
                    Verdict::Solved => continue,
                    Verdict::Malformed => match record.grid(&*format.parser) {
                        Ok(_) => continue,
                        Err(error) => (record, error.to_string()),
                    },
                    Verdict::Multiple => (record, "the puzzle has more than one solution".into()),
                    _ => (record, "the puzzle has no solution".into()),
                },
            };
            let line = first_line + u64::from(record.record.line);
            self.problems.push(format!("line {line}: {problem}"));
        }
    }
}

/// Opens a file of lines.
fn open(head: &[u8]) -> Result<DetectedInput, Thrown> {
    let not_text = "expected text with a puzzle in each line";
    if head[..head.len().min(HEAD)].contains(&0) {
        return Err(Thrown::refused("bytes", not_text));
    }
    open_lines(head).map_err(|error| {
        let message = match error {
            FormatError::CrLineEnds => "the lines end with CR alone; convert them to LF",
            _ => not_text,
        };
        Thrown::refused("bytes", message)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::tests::{PUZZLE, SOLUTION};

    /// Returns the answers of a text that comes in chunks of a size, and the lines that it was
    /// taken for.
    fn solve(text: &str, size: usize, unique: bool) -> Result<(String, Lines), Thrown> {
        let mut lines = Lines::new(unique);
        let mut out = Vec::new();
        for chunk in text.as_bytes().chunks(size) {
            out.extend(lines.push(chunk)?);
        }
        out.extend(lines.finish()?);
        Ok((String::from_utf8(out).unwrap(), lines))
    }

    #[test]
    fn each_line_has_its_answer_wherever_chunks_are_cut() {
        let dots = ".".repeat(81);
        let apart: Vec<String> = PUZZLE.chars().map(String::from).collect();
        let none = PUZZLE.replace("53..7", "55..7");
        let text = format!(
            "\u{feff}# title\r\n\r\n{PUZZLE}\r\nid,{PUZZLE},x\n  \n{}\nno puzzle\n{none}\n{dots}\n\n{PUZZLE}",
            apart.join(" ")
        );
        for (size, unique) in [(1000, false), (7, false), (1000, true), (1, true)] {
            let (out, lines) = solve(&text, size, unique).unwrap();
            let answers: Vec<&str> = out.split('\n').collect();
            assert_eq!(answers.len(), 12);
            assert_eq!(answers[..2], ["# title", ""]);
            assert_eq!(answers[2..8], [SOLUTION, SOLUTION, "  ", SOLUTION, &dots, &dots]);
            assert_eq!(answers[8] == dots, unique);
            assert_eq!(answers[9..], ["", SOLUTION, ""]);
            assert_eq!(
                (lines.lines, lines.puzzles, lines.solved),
                (11, 7, if unique { 4 } else { 5 })
            );
            assert!(
                lines.problems[0].starts_with("line 7: column 1: expected a digit"),
                "{:?}",
                lines.problems
            );
            assert_eq!(lines.problems[1], "line 8: the puzzle has no solution");
        }
    }

    #[test]
    fn a_count_before_the_first_puzzle_is_copied() {
        let (out, lines) = solve(&format!("0002\n# a\n{PUZZLE}\n"), 100, false).unwrap();
        assert_eq!(out, format!("2\n# a\n{SOLUTION}\n"));
        assert_eq!((lines.lines, lines.puzzles), (3, 1));
        let (out, _) = solve("12\nnothing\n", 100, false).unwrap();
        assert!(out.starts_with("....."));
    }

    #[test]
    fn a_puzzle_behind_a_long_number_is_found() {
        let number = "1234567890123456789012345678901234567890";
        let text = format!("{number},{PUZZLE}\n{number}\n{PUZZLE}\n");
        for size in [1, 1000] {
            let (out, lines) = solve(&text, size, true).unwrap();
            assert_eq!(out, format!("{SOLUTION}\n{}\n{SOLUTION}\n", ".".repeat(81)));
            assert_eq!((lines.puzzles, lines.solved), (3, 2));
            assert_eq!(lines.problems, ["line 2: expected 81 cells, got 40"]);
        }
    }

    #[test]
    fn an_empty_file_has_no_answers_and_a_line_end_has_one() {
        assert_eq!(solve("", 1, false).unwrap().0, "");
        assert_eq!(solve("\n", 1, false).unwrap().0, "\n");
    }

    #[test]
    fn what_is_no_text_is_refused() {
        for text in ["\0a\n", &format!("{PUZZLE}\r{PUZZLE}")] {
            assert!(solve(text, 1 << 20, false).is_err());
        }
    }
}
