//! `--resume`: runs that are killed at any instant, and gone on with until they are done, give the
//! bytes of a run that is left alone.

#![cfg(unix)]

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::common::*;

/// A job: its arguments, and the names of its outputs, the first of which has the journal.
struct Job<'a> {
    scratch: &'a Scratch,
    args: Vec<String>,
    outputs: Vec<&'a str>,
}

impl<'a> Job<'a> {
    fn new(scratch: &'a Scratch, args: &str, outputs: &[&'a str]) -> Self {
        let args = args.split(' ').map(str::to_owned).collect();
        Self { scratch, args, outputs: outputs.to_vec() }
    }

    fn command(&self) -> Command {
        let mut command = batchdoku(&self.args);
        command.current_dir(self.scratch.path(""));
        command
    }

    fn run(&self, more: &[&str]) -> Output {
        self.command().args(more).output().unwrap()
    }

    fn start(&self) -> Child {
        self.command().arg("--resume").stderr(Stdio::piped()).spawn().unwrap()
    }

    fn journal(&self) -> PathBuf {
        self.scratch.path(&format!(".{}.batchdoku-journal", self.outputs[0]))
    }

    fn partial(&self) -> PathBuf {
        self.scratch.path(&format!(".{}.batchdoku-partial", self.outputs[0]))
    }

    /// How many places the journal has where the job can go on.
    fn records(&self) -> usize {
        let text = fs::read_to_string(self.journal()).unwrap_or_default();
        text.lines().filter(|line| line[9..].starts_with("chunks")).count()
    }

    /// Starts the job and waits until it could go on from a later place than before, or has ended.
    fn started(&self) -> Child {
        let before = self.records();
        let mut child = self.start();
        let start = Instant::now();
        while self.records() <= before && child.try_wait().unwrap().is_none() {
            assert!(start.elapsed() < Duration::from_secs(120), "it does not get on");
            thread::sleep(Duration::from_millis(2));
        }
        child
    }

    /// The outputs of a run that is left alone, which are then removed, and its exit code.
    fn expected(&self) -> (Vec<Vec<u8>>, i32) {
        let out = self.run(&[]);
        let code = code(&out);
        assert!(code < 2, "{}", stderr(&out));
        (self.take(), code)
    }

    /// Takes the outputs away.
    fn take(&self) -> Vec<Vec<u8>> {
        let take = |name: &&str| {
            let path = self.scratch.path(name);
            let bytes = fs::read(&path).unwrap();
            fs::remove_file(path).unwrap();
            bytes
        };
        self.outputs.iter().map(take).collect()
    }

    /// Kills the job up to `kills` times, goes on until it is done, and compares. Returns how many
    /// runs went on.
    fn survives(&self, kills: u64, random: &mut u64) -> usize {
        let (expected, exit_code) = self.expected();
        let mut resumed = 0;
        for kill in 0..=kills {
            let mut child = self.started();
            if kill < kills {
                *random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                thread::sleep(Duration::from_millis((*random >> 33) % 60));
                let _ = child.kill();
            }
            let out = child.wait_with_output().unwrap();
            resumed += usize::from(stderr(&out).contains("going on after"));
            if out.status.code().is_some() {
                assert_eq!(code(&out), exit_code, "{}", stderr(&out));
                break;
            }
            for (name, whole) in self.outputs.iter().zip(&expected) {
                let found = fs::read(self.scratch.path(name));
                assert!(found.map_or(true, |found| found == *whole), "a partial {name}");
            }
        }
        for ((name, found), whole) in self.outputs.iter().zip(self.take()).zip(expected) {
            assert!(found == whole, "{:?}: {name} differs", self.args);
        }
        let left = self.scratch.names();
        assert!(left.iter().all(|name| !name.contains("batchdoku")), "{left:?}");
        resumed
    }
}

/// Puzzles that take a second or two, with malformed lines and comments.
fn slow_lines() -> String {
    let line = |(index, (puzzle, _)): (usize, (String, String))| match index % 97 {
        0 => "malformed\n".to_owned(),
        1 => format!("# comment {index}\n"),
        _ => format!("{puzzle}\n"),
    };
    puzzles(100_000).into_iter().enumerate().map(line).collect()
}

fn table(lines: &str) -> String {
    let row = |line: &str| format!("{line},\"a\nb\"\n");
    lines
        .lines()
        .filter(|line| !line.starts_with('#'))
        .fold("puzzle,note\n".into(), |text, line| text + &row(line))
}

const SLOW: &str = "-j1 --engine dlx";

/// How many runs go on at least, of those of all kinds of job.
const LEAST: usize = 16;

/// Kills every kind of job so many times.
fn kills(each: u64, seed: u64) {
    let scratch = Scratch::new();
    let text = slow_lines();
    scratch.file("in.csv", table(&text));
    scratch.file("in.txt", text);
    let zipped = Command::new("gzip").arg("-k").arg(scratch.path("in.txt")).status();
    assert!(zipped.unwrap().success());
    let mut random = seed;
    let mut all = 0;
    for (args, outputs) in [
        ("solve in.txt -o out --rejects rejects", &["out", "rejects"][..]),
        ("solve in.txt -o out.gz --rejects rejects", &["out.gz", "rejects"]),
        ("solve in.txt in.txt -o out.zst --shard 2/2", &["out.zst"]),
        ("solve in.csv -o out.csv --no-mmap", &["out.csv"]),
        ("solve in.txt.gz -o out.npy", &["out.npy"]),
        ("generate -n 12000 --with-solution -o corpus.csv", &["corpus.csv"]),
        ("generate -n 2000 --clues 22 --max-tries 20 -o g --rejects r", &["g", "r"]),
        ("split in.txt --by puzzle -o set", &["set.train", "set.test"]),
        ("explain in.txt --shard 1/2 -o paths.jsonl", &["paths.jsonl"]),
    ] {
        let slow = match args.split(' ').next() {
            Some("generate") => "-j1 --engine mrv",
            Some("explain") => "-j1",
            _ => SLOW,
        };
        let job = Job::new(&scratch, &format!("{args} {slow}"), outputs);
        let start = Instant::now();
        let resumed = job.survives(each, &mut random);
        eprintln!("{args}: {resumed} runs went on, {:.1?}", start.elapsed());
        assert!(resumed > 0, "{args}: no run went on");
        all += resumed;
    }
    assert!(all >= LEAST, "{all} runs went on");
}

#[test]
fn twenty_kills() {
    kills(3, 1);
}

/// `cargo test --release --test it resume:: -- --ignored`
#[test]
#[ignore = "takes minutes"]
fn two_hundred_kills() {
    for seed in 0..9 {
        kills(3, 1000 + seed);
    }
}

fn interrupt(child: &Child) {
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-s", "INT", &pid]).status().unwrap().success());
}

/// A job that was interrupted, of which nothing is lost.
fn interrupted<'a>(scratch: &'a Scratch, args: &str) -> Job<'a> {
    scratch.file("in.txt", slow_lines());
    let job = Job::new(scratch, &format!("{args} {SLOW}"), &["out"]);
    let child = job.started();
    interrupt(&child);
    let out = child.wait_with_output().unwrap();
    assert_eq!(code(&out), 130, "{}", stderr(&out));
    assert!(job.records() > 0 && !scratch.path("out").exists());
    job
}

#[test]
fn an_interrupted_run_goes_on_and_its_summary_is_of_the_whole() {
    let scratch = Scratch::new();
    let job = interrupted(&scratch, "solve in.txt -o out --summary summary");
    let out = job.run(&["--resume"]);
    assert_eq!(code(&out), 1);
    assert!(stderr(&out).contains("going on after "), "{}", stderr(&out));
    let counts = |path: &Path| {
        let text = fs::read(path).unwrap();
        let mut counts: serde_json::Value = serde_json::from_slice(&text).unwrap();
        for name in ["seconds", "puzzles_per_second"] {
            counts[name] = 0.into();
        }
        counts
    };
    let found = (counts(&scratch.path("summary")), fs::read(scratch.path("out")).unwrap());
    // Without a journal, it starts from the beginning.
    let out = job.run(&["--resume"]);
    assert!(!stderr(&out).contains("going on"), "{}", stderr(&out));
    let expected = (counts(&scratch.path("summary")), fs::read(scratch.path("out")).unwrap());
    assert!(found.1 == expected.1);
    assert_eq!(found.0, expected.0);
}

#[test]
fn another_job_is_refused_by_what_is_different() {
    let scratch = Scratch::new();
    let job = interrupted(&scratch, "solve in.txt -o out");
    let refused = |more: &[&str], reason: &str| {
        let out = job.run(&[&["--resume"], more].concat());
        assert_eq!(code(&out), 2, "{more:?}");
        assert!(stderr(&out).starts_with("error: cannot resume: "), "{}", stderr(&out));
        assert!(stderr(&out).contains(reason), "{reason}: {}", stderr(&out));
        assert!(stderr(&out).contains("(remove '.out.batchdoku-journal' to"), "{}", stderr(&out));
        assert!(job.records() > 0);
    };
    refused(&["--unique"], "--unique was 'false' and is now 'true'");
    refused(&["--max-nodes", "5"], "--max-nodes was");
    refused(&["--to", "csv"], "the format of the output was 'any' and is now 'csv'");
    refused(&["--shard", "1/2"], "the part was '1/1' and is now '1/2'");
    refused(&["--rejects", "rejects"], "the file of rejects was '' and is now 'rejects'");
    refused(&["in.txt"], "the number of inputs was '1' and is now '2'");
    let file = scratch.path("in.txt");
    let (old, time) = (fs::read(&file).unwrap(), fs::metadata(&file).unwrap().modified().unwrap());
    fs::write(&file, &old).unwrap();
    refused(&[], "the modification time of 'in.txt' was");
    let set_time =
        || fs::File::options().append(true).open(&file).unwrap().set_modified(time).unwrap();
    let mut new = old.clone();
    new[3] = b'?';
    fs::write(&file, new).unwrap();
    set_time();
    refused(&[], "the content of 'in.txt' has changed");
    fs::write(&file, &old[1..]).unwrap();
    refused(&[], "the size of 'in.txt' was");
    fs::write(&file, &old).unwrap();
    set_time();
    // What does not matter may differ.
    let out = job.run(&["--resume", "--no-sync", "-q", "--no-mmap", "--progress", "always"]);
    assert_eq!(code(&out), 1, "{}", stderr(&out));
}

#[test]
fn damage_is_noticed_and_mended() {
    let scratch = Scratch::new();
    let job = interrupted(&scratch, "solve in.txt -o out");
    let (journal, partial) = (fs::read(job.journal()).unwrap(), fs::read(job.partial()).unwrap());
    let (expected, _) = job.expected();
    let mut flipped = partial.clone();
    flipped[20] ^= 1;
    let mut cut = partial.clone();
    cut.truncate(partial.len() / 2);
    let mut bad_head = journal.clone();
    bad_head[30] ^= 1;
    let torn = &journal[..journal.len() - 3];
    for (journal, partial, words) in [
        (&journal[..], &flipped, "is damaged"),
        (&journal, &cut, "is damaged"),
        (&bad_head, &partial, "is damaged: starting from the beginning"),
        (torn, &partial, ""),
        (b"", &partial, ""),
        (b"\0\xff garbage", &partial, "is damaged"),
    ] {
        fs::write(job.journal(), journal).unwrap();
        fs::write(job.partial(), partial).unwrap();
        let out = job.run(&["--resume"]);
        assert_eq!(code(&out), 1, "{}", stderr(&out));
        assert!(stderr(&out).contains(words), "{words}: {}", stderr(&out));
        assert!(job.take() == expected);
    }
    assert_eq!(scratch.names(), ["in.txt"]);
}

#[test]
fn two_runs_at_once_are_refused() {
    let scratch = Scratch::new();
    scratch.file("in.txt", slow_lines());
    let job = Job::new(&scratch, &format!("solve in.txt -o out {SLOW}"), &["out"]);
    let child = job.started();
    let out = job.run(&["--resume"]);
    assert_eq!(code(&out), 2);
    assert!(stderr(&out).contains("another run writes to it"), "{}", stderr(&out));
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(1));
}

#[test]
fn what_is_not_a_file_is_refused() {
    let scratch = Scratch::new();
    let file = scratch.file("in", PUZZLE);
    let file = file.to_str().unwrap();
    let to = scratch.path("out.npy.gz");
    let to = to.to_str().unwrap();
    let plain = scratch.path("out");
    let plain = plain.to_str().unwrap();
    for (args, reason) in [
        (&["solve", file][..], "its output is not a file"),
        (&["solve", file, "-o", "/dev/null"], "'/dev/null' is not a file"),
        (&["solve", file, "-o", to, "--rejects", "-"], "'standard output' is not a file"),
        (&["solve", "-", "-o", to], "'standard input' is not a file, so it cannot be read again"),
        (&["solve", file, "-o", to], "is compressed and starts with its length"),
        (&["solve", file, "-o", plain, "--rejects", "r.zst"], "'r.zst' is compressed, which"),
        (&["dedupe", file, "-o", to], "unexpected argument"),
    ] {
        let mut child = batchdoku(args);
        let out = child.arg("--resume").stdin(Stdio::piped()).output().unwrap();
        assert_eq!(code(&out), 2, "{args:?}");
        assert!(stderr(&out).contains(reason), "{reason}: {}", stderr(&out));
    }
    assert_eq!(scratch.names(), ["in"]);
}

/// What it left would refuse the right command.
#[test]
fn a_run_that_fails_before_anything_is_done_leaves_nothing() {
    let scratch = Scratch::new();
    scratch.file("in.csv", format!("puzzle\n{PUZZLE}\n"));
    scratch.file("other.txt", "oops\n");
    for (args, reason) in [
        ("solve in.csv --column other -o out", "no column 'other'"),
        ("count in.csv -o out.npy --rejects rejects", "for grids only"),
        ("solve in.csv other.txt -o out", "its format is line"),
        ("solve --strict other.txt -o out", "bad character"),
    ] {
        let out = Job::new(&scratch, args, &["out"]).run(&["--resume"]);
        assert_eq!(code(&out), 2, "{args}");
        assert!(stderr(&out).contains(reason), "{reason}: {}", stderr(&out));
        assert_eq!(scratch.names(), ["in.csv", "other.txt"], "{args}");
    }
}

#[test]
fn outputs_that_only_lack_their_names_get_them() {
    let scratch = Scratch::new();
    scratch.file("in.txt", slow_lines());
    let args = format!("solve in.txt -o out --rejects rejects {SLOW}");
    let job = Job::new(&scratch, &args, &["out", "rejects"]);
    let (expected, _) = job.expected();
    let child = job.started();
    // A folder with that name makes the last of the renames fail.
    let folder = scratch.path("rejects");
    fs::create_dir(&folder).unwrap();
    let out = child.wait_with_output().unwrap();
    assert_eq!(code(&out), 2, "{}", stderr(&out));
    fs::remove_dir(&folder).unwrap();
    let out = job.run(&["--resume"]);
    assert_eq!(code(&out), 1, "{}", stderr(&out));
    assert!(stderr(&out).contains(" malformed"), "{}", stderr(&out));
    assert!(job.take() == expected);
    assert_eq!(scratch.names(), ["in.txt"]);
}
