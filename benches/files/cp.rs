//! Compared with `cp` of the same file. Outputs are new files, as a user's are the first time, or replace one,
//! as the second time.

use std::{path::Path, process::Command};

use super::{Files, PUZZLES, ROUNDS, median, solve, timed};

pub(super) fn run(files: &Files, input: &Path, cores: usize) {
    let kinds = [(true, "to a new file"), (false, "over an old one")];
    for (threads, (is_new, to)) in [1, cores].into_iter().flat_map(|n| kinds.map(|kind| (n, kind)))
    {
        // The path of an output: of a new file, or of one that is there after the first round.
        let path = |name| if is_new { files.new_path(name) } else { files.path(name) };
        let mut solving = Vec::new();
        let mut copying = Vec::new();
        for _ in 0..ROUNDS {
            copying.push(timed(Command::new("cp").arg(input).arg(path("copy.txt"))));
            solving.push(timed(&mut solve(input, &path("solutions.txt"), threads)));
        }
        let solving = median(solving);
        let copying = median(copying);
        println!(
            "{PUZZLES} puzzles, {threads} threads, {to}: solve {:.1} ms, cp {:.1} ms, ratio {:.2}",
            solving * 1e3,
            copying * 1e3,
            solving / copying,
        );
    }
}
