//! Other solvers. They take batches as engines do, so that the same code measures all.

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    process::{Command, Stdio},
    sync::{Arc, Mutex},
    thread,
};

use batchdoku_base::{Limits, Outcome, StopReason, counted, thousands};
use batchdoku_engine::{PuzzleBatch, grid::Grid};
use batchdoku_pipeline::lock;

/// Returns true if a limit stands for all solutions.
pub(super) fn is_all(limit: u64) -> bool {
    matches!(limit, 0 | u64::MAX)
}

/// Solves a batch by a function: see [`BenchSolver`](super::BenchSolver).
pub(super) fn solve_each(
    mut solve: impl FnMut(&[u8; 81], u64, &mut [u8; 81]) -> u64,
    batch: PuzzleBatch<'_>,
    limits: &Limits<'_>,
) {
    let PuzzleBatch { input, puzzles, output, solutions, outcomes, .. } = batch;
    for ((&from, &to), outcome) in puzzles.iter().zip(solutions).zip(outcomes) {
        let puzzle = input[from..].first_chunk().expect("a puzzle lies in the input");
        let solution = output[to..].first_chunk_mut().expect("a solution lies in the output");
        *outcome = Outcome::new(solve(puzzle, limits.solutions, solution), 0, StopReason::Complete);
    }
}

/// The first failure of a program, in words.
pub(super) type Failure = Arc<Mutex<Option<String>>>;

/// The maximum number of bytes that a program may write for a puzzle, including blank lines before it. A solution takes
/// 81, and some solvers add a name, a count or a time. The limit is there because a line that does not end would fill
/// the memory.
const MOST_BYTES: u64 = 4096;

/// A solver that is a program: it reads puzzles line by line, and writes a line with the solution of each: see
/// [`Bench::command`](super::Bench::command).
#[derive(Clone)]
pub(super) struct Program {
    pub(super) command: String,
    pub(super) failure: Failure,
}

impl Program {
    /// Runs the program on a single puzzle, so that a command that cannot work fails once, before all threads run it.
    ///
    /// # Errors
    /// The failure in words, with the last line that the program wrote to standard error.
    pub(super) fn check(&self, puzzle: &[u8], limit: u64) -> Result<(), String> {
        let mut outcomes = [Outcome::default()];
        let mut complaints = Vec::new();
        let result = self.run_on(puzzle, &[0], &mut outcomes, limit, Some(&mut complaints));
        result.map_err(|error| {
            let complaints = String::from_utf8_lossy(&complaints);
            let last = complaints.lines().rfind(|line| !line.trim().is_empty());
            let last = last.map(|line| format!(" ({line})")).unwrap_or_default();
            format!("'{}' failed: {error}{last}", self.command)
        })
    }

    /// Solves a batch by a run of the program. Does nothing after a program has failed.
    pub(super) fn solve_batch(&self, batch: PuzzleBatch<'_>, limits: &Limits<'_>) {
        if lock(&self.failure).is_some() {
            return;
        }
        let PuzzleBatch { input, puzzles, outcomes, .. } = batch;
        if let Err(error) = self.run_on(input, puzzles, outcomes, limits.solutions, None) {
            let words = format!("'{}' failed: {error}", self.command);
            lock(&self.failure).get_or_insert(words);
        }
    }

    /// Writes the puzzles to the program while reading its answers, and waits for its end. The beginning of its
    /// standard error goes to `complaints`; without `complaints`, standard error goes to the terminal.
    fn run_on(
        &self,
        input: &[u8],
        puzzles: &[usize],
        outcomes: &mut [Outcome],
        limit: u64,
        complaints: Option<&mut Vec<u8>>,
    ) -> io::Result<()> {
        let (shell, option) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
        let limit = if is_all(limit) { 0 } else { limit };
        let command = self.command.replace("{limit}", &limit.to_string());
        let mut child = Command::new(shell)
            .args([option, &command])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(if complaints.is_some() { Stdio::piped() } else { Stdio::inherit() })
            .spawn()?;
        let mut stdin = child.stdin.take().expect("a pipe");
        let stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        let stderr = child.stderr.take();
        let (read, status) = thread::scope(|scope| {
            if let (Some(mut stderr), Some(complaints)) = (stderr, complaints) {
                scope.spawn(move || {
                    let _ = stderr.by_ref().take(MOST_BYTES).read_to_end(complaints);
                    // Read the rest, because a program with a full pipe would wait.
                    let _ = io::copy(&mut stderr, &mut io::sink());
                });
            }
            // The error is ignored: if a program ends early, its exit code or its number of lines shows it.
            scope.spawn(move || drop(stdin.write_all(input)));
            let read = read_answers(stdout, input, puzzles, outcomes);
            if read.is_err() {
                // The pipe is closed, but only a program that writes again would notice.
                let _ = child.kill();
            }
            (read, child.wait())
        });
        let lines = read?;
        let status = status?;
        if !status.success() {
            return Err(io::Error::other(format!("it ended with {status}")));
        }
        if lines < puzzles.len() {
            let [lines, puzzles] = [(lines, "line"), (puzzles.len(), "puzzle")]
                .map(|(number, noun)| counted(number as u64, noun));
            let words = format!("it wrote {lines} for {puzzles}");
            return Err(io::Error::other(words));
        }
        Ok(())
    }
}

/// Checks the line that a program writes for each puzzle, and returns the number of such lines. Blank lines are
/// skipped.
///
/// # Errors
/// If there are more lines than puzzles, or a line is too long. The rest of the output is not read.
fn read_answers(
    mut output: impl BufRead,
    input: &[u8],
    puzzles: &[usize],
    outcomes: &mut [Outcome],
) -> io::Result<usize> {
    let mut answers = puzzles.iter().zip(outcomes);
    // Read one byte beyond the limit, which shows that a line is too long.
    let mut line = Vec::new();
    let mut room = MOST_BYTES + 1;
    loop {
        line.clear();
        let length = output.by_ref().take(room).read_until(b'\n', &mut line)?;
        if length == 0 {
            return Ok(puzzles.len() - answers.len());
        }
        room -= length as u64;
        let is_blank = line.trim_ascii().is_empty();
        if is_blank && room > 0 {
            continue;
        }
        let Some((&at, outcome)) = answers.next() else {
            let lines = counted(puzzles.len() as u64, "line");
            let words = format!("expected {lines}, one for each puzzle, got more");
            return Err(io::Error::other(words));
        };
        if room == 0 {
            let words = format!(
                "expected a line for each puzzle, got one of more than {} bytes",
                thousands(MOST_BYTES)
            );
            return Err(io::Error::other(words));
        }
        let puzzle = input[at..].first_chunk().expect("a puzzle lies in the input");
        let mut fields = line.split(|byte| !byte.is_ascii_digit());
        let is_solved = fields.any(|field| {
            field.try_into().is_ok_and(|solution| Grid::is_solution_text(puzzle, solution))
        });
        *outcome = Outcome::new(u64::from(is_solved), 0, StopReason::Complete);
        room = MOST_BYTES + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stream that never ends, with a count of the bytes read from it.
    struct Endless<'a>(&'a [u8], u64);

    impl io::Read for Endless<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = buffer.len().min(self.0.len());
            buffer[..length].copy_from_slice(&self.0[..length]);
            self.1 += length as u64;
            Ok(length)
        }
    }

    /// The memory and time that an answer takes are bounded, even if a program never stops writing.
    #[test]
    fn an_output_without_an_end_is_refused_early() {
        for (text, expected) in [
            (&b"y\n"[..], "expected 3 lines, one for each puzzle, got more"),
            (b"\0", "expected a line for each puzzle, got one of more than 4,096 bytes"),
            (b"\n", "expected a line for each puzzle, got one of more than 4,096 bytes"),
            (b" ", "expected a line for each puzzle, got one of more than 4,096 bytes"),
        ] {
            let mut output = Endless(text, 0);
            let mut outcomes = [Outcome::default(); 3];
            let reader = BufReader::with_capacity(64, &mut output);
            let error = read_answers(reader, &[b'.'; 243], &[0, 81, 162], &mut outcomes);
            assert_eq!(error.unwrap_err().to_string(), expected, "{text:?}");
            assert!(output.1 <= MOST_BYTES + 64, "{text:?}: {}", output.1);
        }
    }

    #[test]
    fn blank_lines_around_answers_are_skipped() {
        let mut outcomes = [Outcome::default(); 2];
        for (text, lines) in [("", 0), ("a\n", 1), ("\n \r\na\n\nb\n\n", 2), ("a\nb", 2)] {
            let read = read_answers(text.as_bytes(), &[b'.'; 162], &[0, 81], &mut outcomes);
            assert_eq!(read.unwrap(), lines, "{text:?}");
        }
    }
}
