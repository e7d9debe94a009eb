//! What `--sync` costs: from file to file with and without waiting for the disk, many puzzles and few.

use std::{fs, path::Path};

use super::{Files, PUZZLES, ROUNDS, median, solve, timed};

/// The length of a line of the input.
const LINE: usize = 82;

pub(super) fn run(files: &Files, input: &Path, cores: usize) {
    let all = fs::read(input).expect("it was written");
    for count in [PUZZLES, 5000] {
        let path = files.path("some.txt");
        fs::write(&path, &all[..count * LINE]).expect("written");
        let [mut without, mut with] = [const { Vec::new() }; 2];
        for _ in 0..ROUNDS {
            without.push(timed(&mut solve(&path, &files.new_path("solutions.txt"), cores)));
            let mut synced = solve(&path, &files.new_path("solutions.txt"), cores);
            with.push(timed(synced.arg("--sync")));
        }
        println!(
            "{count} puzzles, {cores} threads: {:.1} ms, with --sync {:.1} ms",
            median(without) * 1e3,
            median(with) * 1e3,
        );
    }
}
