//! A file of puzzles, chunk by chunk: the bytes of the program's `solve`.
//!
//! The format is detected in the same way as by the program. The answer to a record is its first solution, or 81 dots.
//! Comments and blank lines are copied if the format has them.

use std::{
    io::{self, Read},
    mem,
    sync::Arc,
};

use batchdoku_base::{Limits, Outcome, Verdict};
use batchdoku_engine::{
    EngineChoice,
    batch::{Keep, Places, Stage},
};
use batchdoku_format::{
    AnswerShape, Answers, Column, DetectedInput, FormatError, JsonElements, NO_GRID, ReadOptions,
    RecordFormatter, RecordParser, Records, Row, WriteOptions, formatter, open, sample_length,
};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::CallError;

/// The format is detected from the first bytes of a file, at most this many.
const HEAD: usize = 64 << 10;

/// The maximum number of problems that are kept.
const PROBLEMS: usize = 10;

/// Solves a file of puzzles.
#[wasm_bindgen]
pub struct PuzzleFile {
    stage: Stage,
    unique: bool,
    /// Bytes that are not processed yet: an incomplete record, or the start of the file until its format is known.
    rest: Vec<u8>,
    format: Option<FileFormat>,
    /// True if the file is a JSON array, which becomes lines, one per element, at the end of the file.
    is_array: bool,
    /// The number of bytes written.
    written: u64,
    counts: Counts,
    records: Records,
    answers: Answers,
    /// The start of each solution in the answers.
    slots: Vec<usize>,
    outcomes: Vec<Outcome>,
}

/// The format of a file.
#[derive(Clone)]
struct FileFormat {
    parser: Arc<dyn RecordParser>,
    formatter: Arc<dyn RecordFormatter>,
}

/// The counts of the part of a file that has been read.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Counts {
    /// The name of the format.
    format: Option<&'static str>,
    /// The number of lines read, including comments and malformed lines.
    lines: u64,
    /// The number of puzzles, including malformed puzzles.
    puzzles: u64,
    solved: u64,
    multiple: u64,
    unsolvable: u64,
    malformed: u64,
    /// The number of puzzles that were solved without a guess.
    without_guessing: u64,
    /// The number of puzzles with each number of clues.
    clues: Vec<u32>,
    /// The problems of the first ten puzzles without an answer, for example `line 2: expected 81 cells, got 80`.
    problems: Vec<String>,
    /// A note about a part of the file that is not read.
    note: Option<&'static str>,
}

#[wasm_bindgen]
impl PuzzleFile {
    /// Begins a file. With `unique`, only puzzles with exactly one solution count as solved.
    #[wasm_bindgen(constructor)]
    pub fn new(unique: bool) -> Self {
        let counts = Counts {
            format: None,
            lines: 0,
            puzzles: 0,
            solved: 0,
            multiple: 0,
            unsolvable: 0,
            malformed: 0,
            without_guessing: 0,
            clues: vec![0; 82],
            problems: Vec::new(),
            note: None,
        };
        Self {
            stage: Stage::new(EngineChoice::default()),
            unique,
            rest: Vec::new(),
            format: None,
            is_array: false,
            written: 0,
            counts,
            records: Records::default(),
            answers: Answers::default(),
            slots: Vec::new(),
            outcomes: Vec::new(),
        }
    }

    /// Takes the next bytes of the file and returns the answers of the records that they complete.
    ///
    /// @throws if the file has no format that can be read, or the engine has a defect.
    pub fn push(&mut self, bytes: &[u8]) -> Result<Vec<u8>, CallError> {
        self.rest.extend_from_slice(bytes);
        self.take(false)
    }

    /// Ends the file and returns the last answers.
    ///
    /// @throws if the file has no format that can be read, or the engine has a defect.
    pub fn finish(&mut self) -> Result<Vec<u8>, CallError> {
        if self.is_array {
            let array = mem::take(&mut self.rest);
            let mut lines = Vec::new();
            let read = JsonElements::new(array, io::empty()).read_to_end(&mut lines);
            read.map_err(|error| CallError::refused("bytes", error))?;
            self.rest = lines;
        }
        self.take(true)
    }

    /// Returns the final bytes of the start of the output, for formats that write the number of records there. After
    /// the end of the file, they replace the same number of bytes. `undefined` if the start does not change.
    #[wasm_bindgen(getter)]
    pub fn start(&self) -> Option<Vec<u8>> {
        self.format.as_ref()?.formatter.patch(self.written)
    }

    /// Returns the counts of the part of the file that has been read, as JSON.
    #[wasm_bindgen(getter)]
    pub fn counts(&self) -> String {
        serde_json::to_string(&self.counts).expect("counts are JSON")
    }
}

impl PuzzleFile {
    fn take(&mut self, is_end: bool) -> Result<Vec<u8>, CallError> {
        let mut out = Vec::new();
        let format = match &self.format {
            Some(format) => format.clone(),
            None if !is_end && (self.is_array || self.rest.len() < HEAD) => return Ok(out),
            None => match self.read_head(&mut out)? {
                Some(format) => format,
                None if is_end => return self.finish(),
                None => return Ok(out),
            },
        };
        let end = if is_end { Some(self.rest.len()) } else { format.parser.cut(&self.rest) };
        if let Some(end) = end {
            let after = self.rest.split_off(end);
            let chunk = mem::replace(&mut self.rest, after);
            self.solve(&format, &chunk, &mut out)?;
        }
        self.written += out.len() as u64;
        Ok(out)
    }

    /// Detects the format of the file from its head, and writes the text before the first record, such as the header of
    /// a table. `None` if the file is a JSON array.
    fn read_head(&mut self, out: &mut Vec<u8>) -> Result<Option<FileFormat>, CallError> {
        let input = match open_head(&self.rest) {
            Err(FormatError::JsonArray) if !self.is_array => {
                self.is_array = true;
                return Ok(None);
            }
            found => found.map_err(|error| CallError::refused("bytes", error))?,
        };
        let DetectedInput { parser, skip, lines, declared_count, layout, .. } = input;
        self.rest.drain(..skip);
        self.counts.lines = lines;
        self.counts.note = parser.note();
        self.counts.format = Some(layout.format.name());
        let shape = AnswerShape::one_row(&[Column::SOLUTION]);
        let options =
            WriteOptions { input: Some(layout), declared_count, ..WriteOptions::default() };
        let formatter =
            formatter(&shape, &options).map_err(|error| CallError::refused("bytes", error))?;
        formatter.start(out);
        Ok(Some(self.format.insert(FileFormat { parser, formatter: formatter.into() }).clone()))
    }

    /// Solves the puzzles of a chunk, writes the answers and records the puzzles without an answer.
    fn solve(
        &mut self,
        format: &FileFormat,
        chunk: &[u8],
        out: &mut Vec<u8>,
    ) -> Result<(), CallError> {
        let Self { stage, unique, records, slots, outcomes, answers, counts, .. } = self;
        records.read(&*format.parser, chunk);
        answers.grids(records.row_count(), NO_GRID[0]);
        slots.clear();
        for row in records.rows(chunk) {
            match row {
                Row::Puzzle { row, .. } => slots.push(row * 81),
                Row::Malformed { row, .. } => answers.drop_grid(row),
                Row::Passthrough(_) => {}
            }
        }
        outcomes.clear();
        outcomes.resize(records.puzzles.len(), Outcome::default());
        let limit = if *unique { 2 } else { 1 };
        let places = Places {
            output: &mut answers.text,
            slots,
            form: records.form,
            fill: NO_GRID[0],
            keep: Keep::Only,
        };
        let limits = Limits::solutions(limit);
        let tally = stage.search(records.stage_rows(chunk), Some(places), outcomes, &limits);
        let first_line = counts.lines + 1;
        let tally = tally.map_err(|unsound| {
            let index = records.position_of(unsound.index);
            let line = first_line + u64::from(records.list[index].line);
            CallError::Failed(format!("line {line}: the engine gave a wrong solution"))
        })?;
        for (outcome, slot) in outcomes.iter().zip(slots.iter()) {
            if outcome.verdict() != Verdict::Solved {
                answers.drop_grid(slot / 81);
            }
        }
        format.formatter.chunk(chunk, records, answers, out);
        format.formatter.flush(records, out);
        counts.solved += tally.of(Verdict::Solved);
        counts.multiple += tally.of(Verdict::Multiple);
        counts.unsolvable += tally.of(Verdict::Unsolvable);
        counts.malformed += tally.of(Verdict::Malformed) + records.errors.len() as u64;
        counts.without_guessing += tally.without_guessing;
        counts.puzzles += records.row_count() as u64;
        counts.lines += u64::from(records.lines);
        self.note_rows(format, chunk, first_line);
        Ok(())
    }

    /// Counts the clues of the puzzles of a chunk, and records the problems of puzzles without an answer, at most
    /// [`PROBLEMS`] of them.
    fn note_rows(&mut self, format: &FileFormat, chunk: &[u8], first_line: u64) {
        let counts = &mut self.counts;
        for row in self.records.rows(chunk) {
            let (record, problem) = match row {
                Row::Passthrough(_) => continue,
                Row::Malformed { record, error, .. } => (record, error.to_string()),
                Row::Puzzle { record, puzzle, .. } => {
                    let verdict = self.outcomes[puzzle].verdict();
                    if verdict != Verdict::Malformed
                        && let Some(clues) = record.puzzle_grid()
                    {
                        counts.clues[clues.clues()] += 1;
                    }
                    match verdict {
                        Verdict::Solved => continue,
                        Verdict::Malformed => match record.grid(&*format.parser) {
                            Ok(_) => continue,
                            Err(error) => (record, error.to_string()),
                        },
                        Verdict::Multiple => {
                            (record, "the puzzle has more than one solution".into())
                        }
                        _ => (record, "the puzzle has no solution".into()),
                    }
                }
            };
            if counts.problems.len() < PROBLEMS {
                let line = first_line + u64::from(record.record.line);
                counts.problems.push(format!("line {line}: {problem}"));
            }
        }
    }
}

/// Detects the format of a file from as many lines of its head as the program examines.
fn open_head(head: &[u8]) -> Result<DetectedInput, FormatError> {
    let options = ReadOptions { pencilmarks: true, ..ReadOptions::default() };
    open(&head[..sample_length(head, &options).unwrap_or(head.len())], &options)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::tests::{PUZZLE, SOLUTION};

    /// Returns the answers to a text that is pushed in chunks of `size` bytes, and its counts.
    fn solve(text: &str, size: usize, unique: bool) -> Result<(String, Counts), CallError> {
        let mut file = PuzzleFile::new(unique);
        let mut out = Vec::new();
        for chunk in text.as_bytes().chunks(size) {
            out.extend(file.push(chunk)?);
        }
        out.extend(file.finish()?);
        Ok((String::from_utf8(out).unwrap(), file.counts))
    }

    #[test]
    fn each_line_has_its_answer_wherever_chunks_are_cut() {
        let dots = ".".repeat(81);
        let apart: Vec<String> = PUZZLE.chars().map(String::from).collect();
        let none = PUZZLE.replace("53..7", "55..7");
        let text = format!(
            "\u{feff}# title\r\n\r\n{PUZZLE}\r\n{PUZZLE},x\n  \n{}\nno puzzle\n{none}\n{dots}\n\n{PUZZLE}",
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
        // Text without a puzzle is not a file of puzzles.
        assert!(solve("12\nnothing\n", 100, false).is_err());
    }

    #[test]
    fn a_puzzle_behind_a_long_number_is_found() {
        let number = "1234567890123456789012345678901234567890";
        let text = format!("{number},{PUZZLE}\n{number}\n{number},{PUZZLE}\n");
        for size in [1, 1000] {
            let (out, lines) = solve(&text, size, true).unwrap();
            assert_eq!(out, format!("{SOLUTION}\n{}\n{SOLUTION}\n", ".".repeat(81)));
            assert_eq!((lines.puzzles, lines.solved), (3, 2));
            assert_eq!(lines.problems, ["line 2: expected 2 fields, got 1"]);
        }
    }

    #[test]
    fn an_empty_file_has_no_answers_and_a_line_end_has_one() {
        assert_eq!(solve("", 1, false).unwrap().0, "");
        assert_eq!(solve("\n", 1, false).unwrap().0, "\n");
    }

    #[test]
    fn each_format_has_its_answers() {
        let rows = |grid: &str| {
            let rows: Vec<&str> = (0..9).map(|row| &grid[9 * row..][..9]).collect();
            rows.join("\n")
        };
        let two = PUZZLE.replace("53..7", "....7");
        let dots = ".".repeat(81);
        for (text, format, expected) in [
            (
                format!("id,puzzle,x\n1,{PUZZLE},a\n2,{two},b\n"),
                "csv",
                format!("id,puzzle,x,solution\n1,{PUZZLE},a,{SOLUTION}\n2,{two},b,{dots}\n"),
            ),
            (
                format!("[\n  {{\"puzzle\": \"{PUZZLE}\"}},\n  {{\"puzzle\": \"{two}\"}}\n]\n"),
                "jsonl",
                format!(
                    "{{\"puzzle\": \"{PUZZLE}\", \"solution\": \"{SOLUTION}\"}}\n\
                     {{\"puzzle\": \"{two}\", \"solution\": \"{dots}\"}}\n"
                ),
            ),
            (
                format!("{}\n\n{}\n", rows(PUZZLE), rows(&two)),
                "grid",
                format!("{}\n\n{}\n", rows(SOLUTION), rows(&dots)),
            ),
        ] {
            for size in [1, 50, 10_000] {
                let (out, counts) = solve(&text, size, true).unwrap();
                assert_eq!(out.trim_end(), expected.trim_end(), "{format}, chunks of {size}");
                assert_eq!((counts.format, counts.solved, counts.multiple), (Some(format), 1, 1));
                assert_eq!((counts.clues[30], counts.clues[28]), (1, 1));
            }
        }
    }

    #[test]
    fn what_is_no_text_is_refused() {
        for (text, words) in [
            (format!("{PUZZLE}\r{PUZZLE}"), "CR alone"),
            ("[{\"puzzle\": \"".into(), "does not end"),
        ] {
            let Err(CallError::Refused { message, .. }) = solve(&text, 1 << 20, false) else {
                panic!("{text} is read");
            };
            assert!(message.contains(words), "{message}");
        }
    }
}
