//! The parts that tests of the program share: the program itself, puzzles, scratch folders.

#![allow(dead_code, unreachable_pub, reason = "not every test file uses everything")]

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    thread,
    time::{Duration, Instant},
};

use batchdoku::Grid;
pub use batchdoku_testkit::assert_same;

/// A puzzle and its solution.
pub const PUZZLE: &str =
    "103000509002109400000704000300502006060000050700803004000401000009205800804000107";
/// The solution of [`PUZZLE`].
pub const SOLUTION: &str =
    "143628579572139468986754231391542786468917352725863914237481695619275843854396127";
/// A puzzle that has been called the hardest.
pub const HARDEST: &str =
    "005300000800000020070010500400005300010070006003200080060500009004000030000009700";
/// The row in place of a solution, where a puzzle has none.
pub const DOTS: &str =
    ".................................................................................";

/// How long tests wait for what always comes: only a test that fails takes so long, whatever else the machine does.
pub const PATIENCE: Duration = Duration::from_secs(300);

/// Returns the command that runs the program as on another processor; empty if there is none.
pub fn emulator() -> String {
    std::env::var("EMULATOR").unwrap_or_default()
}

/// Returns the program with these arguments, quiet about progress.
pub fn batchdoku<S: AsRef<std::ffi::OsStr>>(args: impl IntoIterator<Item = S>) -> Command {
    let emulator = emulator();
    let mut words = emulator.split(' ').filter(|word| !word.is_empty());
    let program = env!("CARGO_BIN_EXE_batchdoku");
    let mut command = heeding(words.next().unwrap_or(program));
    command.args(words);
    if !emulator.is_empty() {
        command.arg(program);
    }
    command.args(args).stdin(Stdio::null());
    command
}

/// Returns the variable `PATH` of a shell that finds the program.
pub fn path_to_program() -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_batchdoku")).parent().expect("a folder");
    format!("{}:{}", program.display(), std::env::var("PATH").expect("a path"))
}

/// Returns a program that heeds signals, also where this process ignores some, as under `nohup`.
pub fn heeding(program: &str) -> Command {
    // Bits 0, 1 and 14 of the mask.
    const HUP_INT_TERM: u64 = 0x4003;
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.map_or(Ok(0), |mask| u64::from_str_radix(mask.trim(), 16));
    if ignored.expect("a mask") & HUP_INT_TERM == 0 {
        return Command::new(program);
    }
    let mut command = Command::new("env");
    command.args(["--default-signal=HUP,INT,TERM", program]);
    command
}

/// Runs the program on this standard input.
pub fn with_input<S: AsRef<std::ffi::OsStr>>(
    args: impl IntoIterator<Item = S>,
    input: impl AsRef<[u8]>,
) -> Output {
    let mut child = batchdoku(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.as_ref().to_vec();
    let feeder = std::thread::spawn(move || {
        // The program may stop reading early.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("the program ends");
    feeder.join().expect("fed");
    output
}

/// Waits until something is so.
#[track_caller]
pub fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "{what}: not within {PATIENCE:?}");
        thread::sleep(Duration::from_millis(1));
    }
}

/// Returns the CPU time that a process has used so far, all threads together; zero where the system does not tell.
/// It tells of a process that has ended, too, until somebody waits for it.
pub fn cpu_time(pid: u32) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11);
    let ticks: u64 = fields.take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
    Duration::from_millis(10 * ticks)
}

/// Waits until a process has worked for this long, whatever else runs. Ten times as long under an emulator, which
/// has work of its own and runs the program slowly.
pub fn wait_for_work(pid: u32, long: Duration) {
    let long = long * if emulator().is_empty() { 1 } else { 10 };
    let start = Instant::now();
    let has_stat = Path::new("/proc/self/stat").exists();
    wait_until("it works", || (if has_stat { cpu_time(pid) } else { start.elapsed() }) >= long);
}

/// Sends a signal, `INT` for instance.
pub fn send(signal: &str, pid: u32) {
    let kill = Command::new("kill").args(["-s", signal, &pid.to_string()]).status();
    assert!(kill.expect("a command").success());
}

/// Waits until a process that was told to end has ended. It must not work for a second before; CPU time says so on a
/// busy machine, too.
#[track_caller]
pub fn ends_without_work(pid: u32, before: Duration) {
    let state = || fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    if !Path::new("/proc/self/stat").exists() {
        return;
    }
    wait_until("it ends", || state().rsplit(')').next().is_some_and(|rest| rest.starts_with(" Z")));
    let worked = cpu_time(pid).saturating_sub(before);
    assert!(worked < Duration::from_secs(1), "it goes on for {worked:?} of CPU time");
}

/// Standard output as text.
pub fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("text")
}

/// Standard error as text.
pub fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("text")
}

/// Returns the exit code.
pub fn code(output: &Output) -> i32 {
    output.status.code().expect("not killed by a signal")
}

/// Asserts that a text contains some words. A failure shows the text.
#[track_caller]
pub fn assert_contains(text: &str, words: &str) {
    assert!(text.contains(words), "expected '{words}' in:\n{text}");
}

/// Asserts that a run ended with this exit code, and with these words on standard error. A failure shows the exit code,
/// standard output and standard error.
#[track_caller]
pub fn assert_fails(run: &Output, code: i32, words: &str) {
    let is_expected = run.status.code() == Some(code) && stderr(run).contains(words);
    assert!(
        is_expected,
        "expected exit code {code} and '{words}' on standard error, got {}\n  stdout: {}\n  stderr: {}",
        run.status,
        String::from_utf8_lossy(&run.stdout[..run.stdout.len().min(2000)]),
        stderr(run),
    );
}

/// A folder that is removed at the end.
pub struct Scratch(tempfile::TempDir);

impl Scratch {
    /// Creates a new empty folder.
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    /// Returns a new empty folder in memory, if the system has such a file system: nothing waits for a disk.
    pub fn in_memory() -> Self {
        tempfile::tempdir_in("/dev/shm").map_or_else(|_| Self::new(), Self)
    }

    /// Returns a path in it.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Returns a file in it with these bytes.
    pub fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, bytes).expect("written");
        path
    }

    /// Returns the names of all files in it, sorted.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).expect("a folder");
        let mut names: Vec<_> = entries
            .map(|entry| entry.expect("an entry").file_name().into_string().expect("text"))
            .collect();
        names.sort();
        names
    }
}

/// Returns a folder of benchmark puzzles next to the checkout, if there is one.
pub fn shared_data() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    folder.is_dir().then_some(folder)
}

/// Tests whether a puzzle has one solution and needs each of its clues, by the engine, which its own tests compare with
/// brute force: that is too slow for hundreds of puzzles with few clues.
pub fn is_minimal(puzzle: &Grid) -> bool {
    puzzle.is_unique()
        && puzzle.filled().into_iter().all(|cell| !puzzle.with(cell, None).is_unique())
}

/// Returns the first puzzles of `data/minimal.txt`, with their solutions.
pub fn minimal(count: usize) -> Vec<(String, String)> {
    let [puzzles, solutions] = ["txt", "sol"].map(|name| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("data/minimal.{name}"));
        fs::read_to_string(path).expect("the data is there")
    });
    let pairs = puzzles.lines().zip(solutions.lines()).take(count);
    pairs.map(|(puzzle, solution)| (puzzle.to_owned(), solution.to_owned())).collect()
}

/// `count` puzzles that all differ: [`PUZZLE`] with its digits and its bands permuted, with
/// their solutions.
pub fn puzzles(count: usize) -> Vec<(String, String)> {
    let mut all = Vec::with_capacity(count);
    for index in 0..count {
        let mut digits = *b"123456789";
        let mut code = index;
        for place in (1..9).rev() {
            digits.swap(place, code % (place + 1));
            code /= place + 1;
        }
        let band = index / 362_880 % 3 * 27;
        let change = |grid: &str| -> String {
            let (head, tail) = grid.split_at(band);
            let digit = |byte: u8| match byte {
                b'1'..=b'9' => char::from(digits[usize::from(byte - b'1')]),
                _ => '0',
            };
            tail.bytes().chain(head.bytes()).map(digit).collect()
        };
        all.push((change(PUZZLE), change(SOLUTION)));
    }
    all
}

/// Returns an array of numpy, of bytes, with the cells of these lines.
pub fn npy(lines: &str) -> Vec<u8> {
    let shape = format!("({}, 81)", lines.lines().count());
    let header = format!("{{'descr': '|u1', 'fortran_order': False, 'shape': {shape}, }}\n");
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.as_bytes());
    let number = |cell: u8| if cell == b'.' { 0 } else { cell - b'0' };
    bytes.extend(lines.bytes().filter(|&cell| cell != b'\n').map(number));
    bytes
}
