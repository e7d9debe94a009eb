//! Other solvers, which take batches as engines do: so all are measured by the same code.

use std::{
    io::{self, Write},
    process::{Command, Stdio},
    sync::{Arc, Mutex},
    thread,
};

use batchdoku_base::{Limits, Outcome, StopReason};
use batchdoku_engine::{PuzzleBatch, grid::Grid};
use batchdoku_pipeline::lock;

/// Solves a batch by a function: see [`Bench::solver`](super::Bench::solver).
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

/// What a program has done wrong, if anything.
pub(super) type Failure = Arc<Mutex<Option<String>>>;

/// A solver that is a program of its own, which reads puzzles line by line and writes a line with the solution of
/// each: see [`Bench::program`](super::Bench::program).
pub(super) struct Program {
    pub(super) command: String,
    pub(super) failure: Failure,
}

impl Program {
    /// The output of a run on these lines.
    fn run(&self, lines: &[u8], limit: u64) -> io::Result<Vec<u8>> {
        let (shell, option) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
        let command = self.command.replace("{limit}", &limit.to_string());
        let mut child = Command::new(shell)
            .args([option, &command])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut stdin = child.stdin.take().expect("a pipe");
        let output = thread::scope(|scope| {
            // A program that ends early says so by its exit code, or lacks lines.
            scope.spawn(move || drop(stdin.write_all(lines)));
            child.wait_with_output()
        })?;
        match output.status.success() {
            true => Ok(output.stdout),
            false => Err(io::Error::other(format!("it ended with {}", output.status))),
        }
    }

    pub(super) fn solve_batch(&self, batch: PuzzleBatch<'_>, limits: &Limits<'_>) {
        let PuzzleBatch { input, puzzles, outcomes, .. } = batch;
        let written = self.run(input, limits.solutions).and_then(|text| {
            let lines = text.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()).count();
            let words = || format!("it wrote {lines} lines for {} puzzles", puzzles.len());
            if lines == puzzles.len() { Ok(text) } else { Err(io::Error::other(words())) }
        });
        let text = written.unwrap_or_else(|error| {
            let mut failure = lock(&self.failure);
            failure.get_or_insert(format!("'{}' failed: {error}", self.command));
            Vec::new()
        });
        let mut lines = text.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
        for (&at, outcome) in puzzles.iter().zip(outcomes) {
            let puzzle = input[at..].first_chunk().expect("a puzzle lies in the input");
            let line = lines.next().unwrap_or_default();
            let mut fields = line.split(|byte| !byte.is_ascii_digit());
            let is_solution = |field: &[u8]| {
                field.try_into().is_ok_and(|solution| Grid::is_solution(puzzle, solution))
            };
            let solutions = u64::from(fields.any(is_solution));
            *outcome = Outcome::new(solutions, 0, StopReason::Complete);
        }
    }
}
