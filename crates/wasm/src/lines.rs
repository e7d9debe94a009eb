//! A file of puzzles, one per line, chunk by chunk: the bytes of the program's `solve --from line`.
//!
//! Each line gets its first solution, or 81 dots. Comments and blank lines are passed on.

use batchdoku_base::{Limits, Outcome, Verdict};
use batchdoku_engine::{
    Engine, EngineChoice, PuzzleBatch,
    grid::{
        GridError, PuzzleForm,
        line::{first_grid, puzzle_of},
    },
};
use wasm_bindgen::prelude::*;

use crate::Thrown;

/// The lines of the start of a file tell whether the first one is a count.
const HEAD: usize = 64 << 10;

/// The most problems that are kept.
const PROBLEMS: usize = 10;

/// The line of an answer that there is none.
const NO_GRID: [u8; 82] = {
    let mut line = [b'.'; 82];
    line[81] = b'\n';
    line
};

/// Solves a file of puzzles, one per line.
#[wasm_bindgen]
pub struct Lines {
    engine: Box<dyn Engine>,
    unique: bool,
    /// The start of a line whose end is not there yet; of the file, until its head is.
    rest: Vec<u8>,
    has_head: bool,
    lines: u64,
    puzzles: u64,
    solved: u64,
    problems: Vec<String>,
    chunk: Chunk,
}

#[derive(Default)]
struct Chunk {
    cells: Vec<u8>,
    /// The start of each in `cells`.
    puzzles: Vec<usize>,
    /// The start of each answer in the output.
    slots: Vec<usize>,
    outcomes: Vec<Outcome>,
    /// The line of each row, in order, with what is wrong with it if it is malformed.
    rows: Vec<(u64, Option<GridError>)>,
}

#[wasm_bindgen]
impl Lines {
    /// Begins a file. With `unique`, only solutions that are the only one count.
    #[wasm_bindgen(constructor)]
    pub fn new(unique: bool) -> Self {
        Self {
            engine: EngineChoice::default().build(),
            unique,
            rest: Vec::new(),
            has_head: false,
            lines: 0,
            puzzles: 0,
            solved: 0,
            problems: Vec::new(),
            chunk: Chunk::default(),
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

    /// The lines that are answered, malformed ones and comments too.
    #[wasm_bindgen(getter)]
    pub fn lines(&self) -> f64 {
        self.lines as f64
    }

    /// The puzzles among them, malformed ones too.
    #[wasm_bindgen(getter)]
    pub fn puzzles(&self) -> f64 {
        self.puzzles as f64
    }

    /// The puzzles that have a solution.
    #[wasm_bindgen(getter)]
    pub fn solved(&self) -> f64 {
        self.solved as f64
    }

    /// What is wrong with the first ten puzzles that have none: `line 2: expected 81 cells, got 80`.
    #[wasm_bindgen(getter)]
    pub fn problems(&self) -> Vec<String> {
        self.problems.clone()
    }
}

impl Lines {
    fn take(&mut self, bytes: &[u8], is_end: bool) -> Result<Vec<u8>, Thrown> {
        self.rest.extend_from_slice(bytes);
        let mut out = Vec::new();
        if !self.has_head {
            if !is_end && self.rest.len() < HEAD {
                return Ok(out);
            }
            self.has_head = true;
            self.read_head(&mut out)?;
        }
        let end = match self.rest.iter().rposition(|&byte| byte == b'\n') {
            _ if is_end => self.rest.len(),
            Some(end) => end + 1,
            None => return Ok(out),
        };
        let after = self.rest.split_off(end);
        let text = std::mem::replace(&mut self.rest, after);
        self.lay_out(&text, &mut out);
        self.search(&mut out)?;
        Ok(out)
    }

    /// Skips a byte order mark, and copies a count before the first puzzle.
    fn read_head(&mut self, out: &mut Vec<u8>) -> Result<(), Thrown> {
        let head = &self.rest[..self.rest.len().min(HEAD)];
        let is_text =
            !head.contains(&0) && !head.starts_with(b"\xFF\xFE") && !head.starts_with(b"\xFE\xFF");
        if !is_text {
            return Err(Thrown::refused("bytes", "expected text with a puzzle in each line"));
        }
        let is_cr = |&byte: &u8| byte == b'\r';
        if !head.contains(&b'\n')
            && head.iter().skip_while(|byte| !is_cr(byte)).any(|byte| !is_cr(byte))
        {
            return Err(Thrown::refused(
                "bytes",
                "the lines end with CR alone; convert them to LF",
            ));
        }
        let mark = if head.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
        let mut skip = mark;
        if let Some(end) = head.iter().position(|&byte| byte == b'\n')
            && let Some(count) = count(&head[mark..end])
        {
            let mut lines = head[end + 1..].split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
            let next = lines.find(|line| !line.is_empty() && !line.starts_with(b"#"));
            if next.is_some_and(|line| first_grid(line).is_ok()) {
                out.extend_from_slice(format!("{count}\n").as_bytes());
                skip = end + 1;
                self.lines = 1;
            }
        }
        self.rest.drain(..skip);
        Ok(())
    }

    /// Reads the lines of a chunk and writes a row of dots for each puzzle.
    fn lay_out(&mut self, text: &[u8], out: &mut Vec<u8>) {
        let Chunk { cells, puzzles, slots, rows, .. } = &mut self.chunk;
        cells.clear();
        puzzles.clear();
        slots.clear();
        rows.clear();
        out.reserve(text.len() + NO_GRID.len());
        for mut line in text.split_inclusive(|&byte| byte == b'\n') {
            self.lines += 1;
            line = line.strip_suffix(b"\n").unwrap_or(line);
            while let [before @ .., b'\r'] = line {
                line = before;
            }
            if line.first() == Some(&b'#') || line.iter().all(u8::is_ascii_whitespace) {
                out.extend_from_slice(line);
                out.push(b'\n');
                continue;
            }
            let puzzle = puzzle_of(line);
            rows.push((self.lines, puzzle.err()));
            if let Ok(puzzle) = puzzle {
                puzzles.push(cells.len());
                slots.push(out.len());
                cells.extend_from_slice(&puzzle);
            }
            out.extend_from_slice(&NO_GRID);
        }
        self.puzzles += rows.len() as u64;
    }

    /// Writes the solutions of the chunk to their rows, and notes what has none.
    fn search(&mut self, out: &mut [u8]) -> Result<(), Thrown> {
        let Chunk { cells, puzzles, slots, outcomes, rows } = &mut self.chunk;
        outcomes.clear();
        outcomes.resize(puzzles.len(), Outcome::default());
        let batch = PuzzleBatch {
            input: cells,
            puzzles,
            form: PuzzleForm::Cells,
            output: out,
            solutions: slots,
            outcomes,
        };
        self.engine.solve_batch(batch, &Limits::solutions(if self.unique { 2 } else { 1 }));
        let mut found = outcomes.iter().zip(&*slots);
        for (line, error) in rows {
            let problem = match error {
                Some(error) => error.to_string(),
                None => {
                    let (outcome, &slot) = found.next().expect("one for each puzzle");
                    match outcome.verdict() {
                        Verdict::EngineBug => {
                            let what = "the engine gave a wrong solution";
                            return Err(Thrown::Failed(format!("line {line}: {what}")));
                        }
                        Verdict::Solved => {
                            self.solved += 1;
                            continue;
                        }
                        Verdict::Multiple => {
                            out[slot..][..NO_GRID.len()].copy_from_slice(&NO_GRID);
                            "the puzzle has more than one solution".into()
                        }
                        _ => "the puzzle has no solution".into(),
                    }
                }
            };
            if self.problems.len() < PROBLEMS {
                self.problems.push(format!("line {line}: {problem}"));
            }
        }
        Ok(())
    }
}

/// The count that a line of up to ten digits holds.
fn count(line: &[u8]) -> Option<u64> {
    let line = std::str::from_utf8(line.trim_ascii()).ok()?;
    let is_count = line.len() <= 10 && line.bytes().all(|byte| byte.is_ascii_digit());
    is_count.then(|| line.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::tests::{PUZZLE, SOLUTION};

    /// The answers of a text that comes in chunks of a size, and the lines that it was taken for.
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
