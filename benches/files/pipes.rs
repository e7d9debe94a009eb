//! Between two pipes, compared with the same from file to file.

use std::{
    io,
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use super::{Files, PUZZLES, ROUNDS, median, program, solve, timed};

pub(super) fn run(files: &Files, input: &Path, cores: usize) {
    for threads in 1..=cores {
        let mut from_files = Vec::new();
        let mut from_pipes = Vec::new();
        for _ in 0..ROUNDS {
            from_files.push(timed(&mut solve(input, &files.new_path("solutions.txt"), threads)));
            from_pipes.push(between_pipes(input, threads));
        }
        let from_files = median(from_files);
        let from_pipes = median(from_pipes);
        println!(
            "{PUZZLES} puzzles, {threads} threads: file to file {:.1} ms, pipe to pipe {:.1} ms, \
             speed {:.2}",
            from_files * 1e3,
            from_pipes * 1e3,
            from_files / from_pipes,
        );
    }
}

/// `cat input | batchdoku solve | cat > /dev/null`
fn between_pipes(input: &Path, threads: usize) -> Duration {
    let start = Instant::now();
    let mut from = Command::new("cat").arg(input).stdout(Stdio::piped()).spawn().expect("cat runs");
    let puzzles = from.stdout.take().expect("a pipe");
    let mut solve = program(threads);
    let mut solve = solve.stdin(puzzles).stdout(Stdio::piped()).spawn().expect("the program runs");
    let solutions = solve.stdout.take().expect("a pipe");
    let to = Command::new("cat").stdin(solutions).stdout(Stdio::null()).spawn();
    [Ok(from), Ok(solve), to].into_iter().for_each(done);
    start.elapsed()
}

fn done(child: io::Result<Child>) {
    assert!(child.and_then(|mut child| child.wait()).expect("it runs").success());
}
