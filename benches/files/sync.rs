//! The cost of `--sync`: the time of the work and that of the wait for the disk, as the summary has them, for many puzzles
//! and for few.

use std::{fs, path::Path, time::Duration};

use super::{Files, PUZZLES, ROUNDS, median, solve, timed};

/// The length of a line of the input.
const LINE: usize = 82;

pub(super) fn run(files: &Files, input: &Path, cores: usize) {
    let all = fs::read(input).expect("it was written");
    let (puzzles, summary) = (files.path("some.txt"), files.path("summary.json"));
    for count in [PUZZLES, 5000] {
        fs::write(&puzzles, &all[..count * LINE]).expect("written");
        let mut solve = solve(&puzzles, &files.path("solutions.txt"), cores);
        solve.arg("--sync").arg("--summary").arg(&summary);
        let [mut work, mut wait] = [const { Vec::new() }; 2];
        for _ in 0..ROUNDS {
            // Its name goes to a new file, as that of a user's the first time.
            files.new_path("solutions.txt");
            timed(&mut solve);
            let text = fs::read_to_string(&summary).expect("a summary");
            work.push(seconds(&text, "seconds"));
            wait.push(seconds(&text, "sync_seconds"));
        }
        println!(
            "{count} puzzles, {cores} threads: {:.1} ms, and {:.1} ms to sync",
            median(work) * 1e3,
            median(wait) * 1e3,
        );
    }
}

/// Returns a time of a summary.
fn seconds(summary: &str, name: &str) -> Duration {
    let start = format!("\"{name}\": ");
    let line = summary.lines().find_map(|line| line.trim().strip_prefix(&start));
    let number = line.expect("it has the time").trim_end_matches(',');
    Duration::from_secs_f64(number.parse().expect("a number"))
}
