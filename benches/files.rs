//! From file to file: a million easy puzzles solved, beside `cp` of the same file; and the program
//! between two pipes, beside itself from file to file.
//!
//! ```text
//! cargo bench --bench files
//! ```
//!
//! Rounds alternate, so that both meet the same machine; the best and the median of each count.
//! Outputs are new files, as a user's are the first time, or replace one, as the second time.

use std::{
    fs, io,
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use batchdoku::{
    jobs::{JobOptions, Solve},
    pipeline::Input,
};

const PUZZLES: usize = 1_000_000;
const ROUNDS: usize = 15;

fn main() {
    let folder = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR")).expect("a folder");
    let source = format!("{}/data/clues36.txt", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read(source).expect("the data is there");
    let input = folder.path().join("in");
    fs::write(&input, text.repeat(PUZZLES * 82 / text.len())).expect("written");
    let output = folder.path().join("out");
    let copy = folder.path().join("copy");

    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let kinds = [(true, "to a new file"), (false, "over an old one")];
    for (threads, (new, to)) in [1, cores].into_iter().flat_map(|n| kinds.map(|kind| (n, kind))) {
        let mut solving = Vec::new();
        let mut copying = Vec::new();
        for _ in 0..ROUNDS {
            for path in [&output, &copy].into_iter().filter(|path| new && path.exists()) {
                fs::remove_file(path).expect("removed");
            }
            copying.push(timed(|| {
                let copied = Command::new("cp").arg(&input).arg(&copy).status();
                assert!(copied.expect("cp runs").success());
            }));
            solving.push(timed(|| solve(&input, &output, threads)));
        }
        let (best, median) = best_and_median(&mut solving);
        let (cp_best, cp_median) = best_and_median(&mut copying);
        println!(
            "{PUZZLES} puzzles, {threads} threads, {to}: solve {best:.1?} (median {median:.1?}), \
             cp {cp_best:.1?} (median {cp_median:.1?}), ratio {:.2} (median {:.2})",
            best.as_secs_f64() / cp_best.as_secs_f64(),
            median.as_secs_f64() / cp_median.as_secs_f64(),
        );
    }
    for threads in 1..=cores {
        let mut files = Vec::new();
        let mut pipes = Vec::new();
        for _ in 0..ROUNDS {
            fs::remove_file(&output).expect("removed");
            files.push(timed(|| {
                let mut solve = program(threads);
                solve.arg("--no-sync").arg(&input).arg("-o").arg(&output);
                done(solve.spawn());
            }));
            pipes.push(timed(|| between_pipes(&input, threads)));
        }
        let ((_, files), (_, pipes)) = (best_and_median(&mut files), best_and_median(&mut pipes));
        println!(
            "{PUZZLES} puzzles, {threads} threads: file to file {files:.1?}, pipe to pipe {pipes:.1?}, \
             speed {:.2} (medians)",
            files.as_secs_f64() / pipes.as_secs_f64(),
        );
    }
}

fn program(threads: usize) -> Command {
    let mut solve = Command::new(env!("CARGO_BIN_EXE_batchdoku"));
    solve.args(["solve", "-q", "-j", &threads.to_string()]);
    solve
}

/// `cat input | batchdoku solve | cat > /dev/null`
fn between_pipes(input: &Path, threads: usize) {
    let piped = |command: &mut Command| command.stdout(Stdio::piped()).spawn();
    let mut from = piped(Command::new("cat").arg(input)).expect("cat runs");
    let puzzles = from.stdout.take().expect("a pipe");
    let mut solve = piped(program(threads).stdin(puzzles)).expect("the program runs");
    let solutions = solve.stdout.take().expect("a pipe");
    let to = Command::new("cat").stdin(solutions).stdout(Stdio::null()).spawn();
    for child in [Ok(from), Ok(solve), to] {
        done(child);
    }
}

fn done(child: io::Result<Child>) {
    assert!(child.and_then(|mut child| child.wait()).expect("it runs").success());
}

fn timed(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

fn best_and_median(times: &mut [Duration]) -> (Duration, Duration) {
    times.sort();
    (times[0], times[times.len() / 2])
}

fn solve(input: &Path, output: &Path, threads: usize) {
    // SAFETY: nobody writes to the input, which is a file of this program.
    #[allow(unsafe_code, reason = "the program maps its inputs too")]
    let input = unsafe { Input::from(input).mapped() };
    let job = Solve::new().options(JobOptions::new().threads(threads));
    let summary = job.run(input, output).expect("solved");
    assert!(summary.is_complete() && summary.counts.puzzles == PUZZLES as u64);
}
