//! Files of which a share is rejected, on one thread: quietly, with a table of the rejects, and in memory.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use batchdoku::{
    Limits, Outcome,
    batch::{BatchSolver, PuzzleRows, SolutionRows},
};

use super::{Files, ROUNDS, median, solve};

/// Makes of an easy puzzle one that is rejected.
type Spoil = fn(&mut [u8]);

const KINDS: [(&str, bool, Spoil); 3] = [
    ("contradictory", false, contradict),
    ("with several solutions", true, |puzzle| puzzle[..36].fill(b'.')),
    ("malformed", false, |puzzle| puzzle[80] = b'z'),
];

pub(super) fn run(files: &Files, input: &Path, _: usize) {
    let good = fs::read(input).expect("it was written");
    for (kind, unique, spoil) in KINDS {
        for share in [0, 50, 100] {
            let mut text = good.clone();
            for (number, line) in text.chunks_exact_mut(82).enumerate() {
                if share == 100 || share == 50 && number % 2 == 1 {
                    spoil(&mut line[..81]);
                }
            }
            let path = files.path("rejected.txt");
            fs::write(&path, &text).expect("written");
            let mut quiet = solve(&path, &files.new_path("solutions.txt"), 1);
            quiet.args(unique.then_some("--unique"));
            let mut listed = solve(&path, &files.new_path("solutions.txt"), 1);
            listed.args(unique.then_some("--unique"));
            listed.arg("--rejects").arg(files.path("rejects.tsv"));
            let mut times = [const { Vec::new() }; 3];
            for _ in 0..ROUNDS {
                times[0].push(in_memory(&text, unique));
                for (times, command) in times[1..].iter_mut().zip([&mut quiet, &mut listed]) {
                    let _ = fs::remove_file(files.path("solutions.txt"));
                    let _ = fs::remove_file(files.path("rejects.tsv"));
                    times.push(with_rejects(command));
                }
            }
            let [memory, quiet, listed] = times.map(median);
            println!(
                "{share:3} % {kind}: {:.1} ms in memory; speed {:.2} from file to file, {:.2} with rejects",
                memory * 1e3,
                memory / quiet,
                memory / listed,
            );
        }
    }
}

/// Gives a digit twice in a row: the first clue, in the cell after it or, from the last cell, the one before.
fn contradict(puzzle: &mut [u8]) {
    let clue = puzzle.iter().position(|cell| *cell != b'.').expect("a clue");
    let other = if clue % 9 == 8 { clue - 1 } else { clue + 1 };
    puzzle[other] = puzzle[clue];
}

/// Returns the time that the puzzles of a text of lines take on one thread, without a file.
fn in_memory(text: &[u8], unique: bool) -> Duration {
    let solver = BatchSolver::new().threads(1).expect("the calling thread").unique(unique);
    let mut output = text.to_vec();
    let mut outcomes = vec![Outcome::default(); text.len() / 82];
    let start = Instant::now();
    let puzzles = PuzzleRows::text(text).stride(82);
    let solutions = SolutionRows::text(&mut output).stride(82);
    solver.solve(puzzles, solutions, &mut outcomes, &Limits::solutions(1)).expect("it is sound");
    start.elapsed()
}

/// Returns the time that a command takes whose exit code may be that of rejected records.
fn with_rejects(command: &mut Command) -> Duration {
    let start = Instant::now();
    let status = command.stdin(Stdio::null()).status().expect("it runs");
    let time = start.elapsed();
    assert!(matches!(status.code(), Some(0 | 1)), "{command:?}");
    time
}
