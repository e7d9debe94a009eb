//! The program from file to file, on a million easy puzzles, compared with other programs that move their bytes.
//!
//! ```text
//! cargo bench -p batchdoku-benches --bench files [-- cp | pipes | formats | rejected | sync]
//! ```
//!
//! Rounds alternate, so that all meet the same machine, and medians count. Nothing but `sync` waits for the disk, since
//! the others do not do so either.

mod cp;
mod formats;
mod pipes;
mod rejected;
mod sync;

use batchdoku_benches::build_program;
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// A comparison: of the files in a folder, with an input and as many threads as there are cores.
type Comparison = fn(&Files, &Path, usize);

const PUZZLES: usize = 1_000_000;
const ROUNDS: usize = 15;

fn main() {
    let folder =
        tempfile::tempdir_in(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).expect("a folder");
    let files = Files { folder: folder.path().to_owned() };
    let input = files.path("puzzles.txt");
    let mut generate = Command::new(build_program());
    generate
        .args(["generate", "-q", "--clues", "36", "--seed", "1", "-n"])
        .arg(PUZZLES.to_string());
    timed(generate.arg("-o").arg(&input));

    // Cargo passes options of its own.
    let wanted: Vec<_> = env::args().skip(1).filter(|name| !name.starts_with('-')).collect();
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let parts: [(&str, Comparison); 5] = [
        ("cp", cp::run),
        ("pipes", pipes::run),
        ("formats", formats::run),
        ("rejected", rejected::run),
        ("sync", sync::run),
    ];
    for (name, run) in parts {
        if wanted.is_empty() || wanted.iter().any(|wanted| wanted == name) {
            run(&files, &input, cores);
        }
    }
}

/// The folder of all files.
struct Files {
    folder: PathBuf,
}

impl Files {
    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Returns the name of a file that is not there.
    fn new_path(&self, name: &str) -> PathBuf {
        let path = self.path(name);
        if path.exists() {
            fs::remove_file(&path).expect("removed");
        }
        path
    }
}

/// Returns the command `batchdoku solve` with this number of threads.
fn program(threads: usize) -> Command {
    let mut solve = Command::new(build_program());
    solve.args(["solve", "-q", "-j", &threads.to_string()]);
    solve
}

/// Returns the command that solves one file into another.
fn solve(input: &Path, output: &Path, threads: usize) -> Command {
    let mut solve = program(threads);
    solve.arg(input).arg("-o").arg(output);
    solve
}

/// Returns the time that a command takes, which must succeed. It reads nothing from the terminal.
fn timed(command: &mut Command) -> Duration {
    let start = Instant::now();
    let status = command.stdin(Stdio::null()).status();
    assert!(status.expect("it runs").success(), "{command:?}");
    start.elapsed()
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort();
    times[times.len() / 2].as_secs_f64()
}
