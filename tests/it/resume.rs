//! `--resume`: runs that are killed anywhere, and resumed until they are done, give the bytes of a run that is left
//! alone; and a job that is complete is not run again.

#![cfg(unix)]

use std::{
    fmt::Display,
    fs,
    path::PathBuf,
    process::{Command, Output, Stdio},
    thread,
    time::{Duration, SystemTime},
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

    fn journal(&self) -> PathBuf {
        self.scratch.path(&format!(".{}.batchdoku-journal", self.outputs[0]))
    }

    /// Returns the number of places where the journal can resume the job.
    fn records(&self) -> usize {
        let text = fs::read_to_string(self.journal()).unwrap_or_default();
        text.lines().filter(|line| line[9..].starts_with("chunks")).count()
    }
}

#[test]
fn two_runs_at_once_are_refused() {
    let scratch = Scratch::new();
    // It never ends.
    let job = Job::new(&scratch, "generate -j1 -q -n 1000000000 -o out", &["out"]);
    let mut child = job.command().arg("--resume").spawn().unwrap();
    wait_until("it has a journal", || job.records() > 0);
    let out = job.run(&["--resume"]);
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(code(&out), 2);
    assert_contains(stderr(&out), "another run writes to it");
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
        (
            &["solve", file, "-o", plain, "--rejects", "r.zst"],
            "rejects cannot be compressed, as 'r.zst' is",
        ),
        (&["dedupe", file, "-o", to], "unexpected argument"),
        (&["solve", file, "-o", plain, "--to", "sheet"], "its output is one document"),
        (&["solve", file, "-o", plain, "--to", "opensudoku"], "its output is one document"),
    ] {
        let mut child = batchdoku(args);
        let out = child.arg("--resume").stdin(Stdio::piped()).output().unwrap();
        assert_eq!(code(&out), 2, "{args:?}");
        assert!(stderr(&out).contains(reason), "{reason}: {}", stderr(&out));
    }
    assert_eq!(scratch.names(), ["in"]);
}

/// Whoever may write to the folder could have made them.
#[test]
fn what_is_no_plain_file_under_a_hidden_name_is_refused() {
    let scratch = Scratch::new();
    scratch.file("in", PUZZLE);
    let victim = scratch.file("victim", "precious\n");
    let fifo =
        |path: &PathBuf| assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
    for name in ["out.batchdoku-journal", "out.batchdoku-partial", "rejects.batchdoku-partial"] {
        let hidden = scratch.path(&format!(".{name}"));
        let kinds: [(&str, &dyn Fn()); 4] = [
            ("is not a regular file", &|| std::os::unix::fs::symlink(&victim, &hidden).unwrap()),
            ("is not a regular file", &|| fifo(&hidden)),
            ("is not a regular file", &|| fs::create_dir(&hidden).unwrap()),
            ("has another name too", &|| fs::hard_link(&victim, &hidden).unwrap()),
        ];
        for (words, make) in kinds {
            make();
            let job = Job::new(&scratch, "solve in -o out --rejects rejects --resume", &["out"]);
            let out = job.run(&[]);
            assert_eq!(code(&out), 2, "{name} {words}");
            let said = stderr(&out);
            assert!(said.contains(&format!(".{name}' {words}")), "{name}: {said}");
            assert_eq!(fs::read_to_string(&victim).unwrap(), "precious\n");
            let _ = fs::remove_file(&hidden).or_else(|_| fs::remove_dir(&hidden));
            assert_eq!(scratch.names(), ["in", "victim"]);
        }
    }
    let state = scratch.path("state");
    fifo(&state);
    let out = Job::new(&scratch, "evolve -n 1 --rounds 1 --state state", &["out"]).run(&[]);
    assert_eq!((code(&out), stdout(&out)), (2, ""));
    let said = "error: cannot open 'state': it is not a regular file\n";
    assert_eq!(stderr(&out), said);
}

/// Files that an interrupted run has left are hidden, so that a run which does not continue it notes them.
#[test]
fn a_run_that_does_not_resume_notes_what_is_left() {
    let scratch = Scratch::new();
    scratch.file("in.txt", format!("{PUZZLE}\n"));
    let run = |args: &str| {
        let mut solve = batchdoku(args.split(' '));
        solve.current_dir(scratch.path("")).output().unwrap()
    };
    let note = "note: '.out.batchdoku-partial' is of an interrupted run that could be resumed";
    assert!(!stderr(&run("solve in.txt -o out")).contains(note));
    scratch.file(".out.batchdoku-partial", "begun");
    assert!(stderr(&run("solve in.txt -o out")).contains(&note["note: ".len()..]));
    assert_eq!(stderr(&run("solve -q in.txt -o out")), "");
    assert!(!stderr(&run("solve in.txt -o other")).contains("interrupted"));
}

/// Files that it left would refuse the right command.
#[test]
fn a_run_that_fails_before_anything_is_done_leaves_nothing() {
    let scratch = Scratch::new();
    scratch.file("in.csv", format!("puzzle\n{PUZZLE}\n"));
    scratch.file("other.txt", format!("{PUZZLE}\noops\n"));
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

/// Lines of which one is malformed.
fn with_malformed(count: usize) -> String {
    let lines: String = puzzles(count).into_iter().map(|(puzzle, _)| puzzle + "\n").collect();
    lines + "oops\n"
}

/// Returns the bytes and the time of all files of a folder.
fn snapshot(scratch: &Scratch) -> Vec<(String, Vec<u8>, SystemTime)> {
    let about = |name: String| {
        let path = scratch.path(&name);
        let time = path.metadata().unwrap().modified().unwrap();
        (name, fs::read(path).unwrap(), time)
    };
    scratch.names().into_iter().map(about).collect()
}

/// Asserts that a run has left all files as they were, bytes and times.
#[track_caller]
fn assert_unchanged(
    scratch: &Scratch,
    before: &[(String, Vec<u8>, SystemTime)],
    context: impl Display,
) {
    let now = snapshot(scratch);
    let names = |files: &[(String, Vec<u8>, SystemTime)]| -> Vec<String> {
        files.iter().map(|(name, ..)| name.clone()).collect()
    };
    assert_eq!(names(&now), names(before), "files: {context}");
    for ((name, bytes, time), (_, now, time_now)) in before.iter().zip(&now) {
        assert_same(bytes, now, format_args!("{name}: {context}"));
        assert_eq!(time_now, time, "time of {name}: {context}");
    }
}

const COMPLETE: [(&str, &[&str]); 7] = [
    ("solve in.txt -o out --rejects rejects --summary summary", &["out", "rejects", "summary"]),
    ("solve in.txt -o out.csv.gz", &["out.csv.gz"]),
    ("solve in.txt -o out.zst --shard 1/2", &["out.zst"]),
    ("shuffle in.txt -o out.npy --rejects rejects", &["out.npy", "rejects"]),
    ("generate -n 20 --with-solution -o corpus.csv", &["corpus.csv"]),
    ("split in.txt --by class -o set", &["set.train", "set.test"]),
    ("explain in.txt -o paths.jsonl", &["paths.jsonl"]),
];

/// And nothing is touched, whatever the job writes; the exit code stays that of the job.
#[test]
fn a_complete_job_says_so_and_does_nothing() {
    for (args, outputs) in COMPLETE {
        let scratch = Scratch::new();
        scratch.file("in.txt", with_malformed(90));
        let job = Job::new(&scratch, args, outputs);
        let first = job.run(&["--resume"]);
        assert!(code(&first) < 2, "{args}: {}", stderr(&first));
        let before = snapshot(&scratch);
        for _ in 0..2 {
            let out = job.run(&["--resume"]);
            assert_eq!(code(&out), code(&first), "{args}");
            let said = stderr(&out).strip_prefix("already complete: ").expect(args);
            let summary = stderr(&first).lines().last().unwrap();
            assert_eq!(said.split("; ").next(), summary.split("; ").next(), "{args}");
            assert_unchanged(&scratch, &before, args);
        }
        let out = job.run(&["--resume", "-q"]);
        assert_eq!((code(&out), stderr(&out), stdout(&out)), (code(&first), "", ""), "{args}");
        // A copy has another time, and the same bytes.
        let path = scratch.path(outputs[0]);
        fs::write(&path, fs::read(&path).unwrap()).unwrap();
        let out = job.run(&["--resume"]);
        assert!(stderr(&out).starts_with("already complete: "), "{args}: {}", stderr(&out));
    }
}

#[test]
fn a_complete_job_without_one_of_its_outputs_runs_again() {
    for (args, outputs) in COMPLETE {
        let scratch = Scratch::new();
        scratch.file("in.txt", with_malformed(90));
        let job = Job::new(&scratch, args, outputs);
        let code_of_first = code(&job.run(&["--resume"]));
        for name in outputs {
            let whole = fs::read(scratch.path(name)).unwrap();
            fs::remove_file(scratch.path(name)).unwrap();
            let out = job.run(&["--resume"]);
            assert_eq!(code(&out), code_of_first, "{args}: {}", stderr(&out));
            // A summary can be written again without the work.
            let is_summary = *name == "summary";
            assert_eq!(stderr(&out).contains("already complete"), is_summary, "{args}");
            let again = fs::read(scratch.path(name)).unwrap();
            if !is_summary {
                assert_same(whole, again, format_args!("{args}: {name}"));
            }
            let out = job.run(&["--resume"]);
            assert!(stderr(&out).starts_with("already complete: "), "{args}: {}", stderr(&out));
        }
    }
}

#[test]
fn a_complete_job_is_refused_by_all_that_is_different() {
    let scratch = Scratch::new();
    let file = scratch.file("in.txt", with_malformed(90));
    let job = Job::new(&scratch, "solve in.txt -o out --rejects rejects", &["out", "rejects"]);
    let refused = |more: &[&str], reason: &str| {
        let before = snapshot(&scratch);
        let out = job.run(&[&["--resume"], more].concat());
        let expected = format!(
            "error: cannot resume: {reason} (remove '.out.batchdoku-journal' to start from the \
             beginning)\n"
        );
        assert_eq!((code(&out), stderr(&out)), (2, &*expected), "{more:?}");
        assert_unchanged(&scratch, &before, format_args!("{more:?}"));
    };
    assert_eq!(code(&job.run(&["--resume"])), 1);
    refused(
        &["--unique", "--max-nodes", "5", "--to", "csv"],
        "--to was not given and is now 'csv'; --unique was not given and is now given; --max-nodes was \
         not given and is now 5",
    );
    let (old, time) = (fs::read(&file).unwrap(), fs::metadata(&file).unwrap().modified().unwrap());
    let set_time =
        || fs::File::options().append(true).open(&file).unwrap().set_modified(time).unwrap();
    fs::write(&file, [&old[..], b"\n"].concat()).unwrap();
    let lengths = format!("was {} and is now {}", old.len(), old.len() + 1);
    refused(&[], &format!("the size of 'in.txt' {lengths}"));
    fs::write(&file, [b"?", &old[1..]].concat()).unwrap();
    set_time();
    refused(&[], "the content of 'in.txt' has changed");
    fs::write(&file, &old).unwrap();
    set_time();
    // What the run did not write is not replaced.
    for (name, change) in [("out", true), ("rejects", true), ("out", false)] {
        let path = scratch.path(name);
        let whole = fs::read(&path).unwrap();
        let mut other = whole.clone();
        if change {
            other[5] ^= 1
        } else {
            other.push(b'\n')
        }
        fs::write(&path, &other).unwrap();
        refused(&[], &format!("'{name}' is not what the run wrote that completed it"));
        fs::write(&path, &whole).unwrap();
    }
    // Without any output there is nothing to lose.
    for name in ["out", "rejects"] {
        fs::remove_file(scratch.path(name)).unwrap();
    }
    let out = job.run(&["--resume", "--unique"]);
    assert_eq!(code(&out), 1, "{}", stderr(&out));
}

/// It is no damage, and what it is about is not lost.
#[test]
fn a_journal_of_another_version_is_refused_and_stays() {
    let scratch = Scratch::new();
    scratch.file("in.txt", with_malformed(9));
    let job = Job::new(&scratch, "solve in.txt -o out", &["out"]);
    // The checksums are those of the lines.
    for line in [
        "e0910389 batchdoku-journal-2 [[\"--unique\",\"given\"]]",
        "068ca99a batchdoku-journal-9 {}",
    ] {
        scratch.file(".out.batchdoku-journal", format!("{line}\n"));
        scratch.file(".out.batchdoku-partial", "work");
        let before = snapshot(&scratch);
        let out = job.run(&["--resume"]);
        let expected = "error: cannot resume: '.out.batchdoku-journal' was written by another version \
                        of batchdoku (remove '.out.batchdoku-journal' to start from the beginning)\n";
        assert_eq!((code(&out), stderr(&out)), (2, expected));
        assert_unchanged(&scratch, &before, "");
    }
}

/// Runs that end in the middle: see `inject.c`.
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod ended {
    use std::path::Path;

    use super::*;
    use crate::injected::injector;

    impl Job<'_> {
        fn partial(&self) -> PathBuf {
            self.scratch.path(&format!(".{}.batchdoku-partial", self.outputs[0]))
        }

        /// Returns whether only the names of the outputs are missing.
        fn is_complete(&self) -> bool {
            let text = fs::read_to_string(self.journal()).unwrap_or_default();
            text.lines().any(|line| line[9..].starts_with("complete"))
        }

        /// Runs the job with a fault in one of its calls, and returns how it ended, and what the report says.
        fn with_fault(&self, fault: &str, number: u64) -> (Output, String) {
            let folder = Scratch::new();
            let report = folder.path("report");
            let mut command = Command::new(injector());
            command.args([fault, &number.to_string()]).arg(&report);
            command.arg(env!("CARGO_BIN_EXE_batchdoku")).args(&self.args).arg("--resume");
            let out = command.current_dir(self.scratch.path("")).output().unwrap();
            (out, fs::read_to_string(report).unwrap())
        }

        /// Returns the outputs of a run that is left alone, which are then removed, and its exit code.
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

        /// Kills the job at these calls, one run after the other, then continues until it is done, and compares.
        /// Returns how many runs continued.
        fn survives(&self, kills: &[u64]) -> usize {
            let (expected, exit_code) = self.expected();
            let mut resumed = 0;
            for &number in kills.iter().chain([&u64::from(u32::MAX)]) {
                let could_go_on = self.records() > 0 && !self.is_complete();
                let (out, _) = self.with_fault("KILL", number);
                // The header of an array changes at the end, when it says how many rows there are.
                let said = stderr(&out);
                let resumes = said.contains("resuming after");
                if !said.contains("what was written last") {
                    assert_eq!(resumes, could_go_on, "{said}");
                }
                resumed += usize::from(resumes);
                if code(&out) != KILLED {
                    assert_eq!(code(&out), exit_code, "{}", stderr(&out));
                    break;
                }
                for (name, whole) in self.outputs.iter().zip(&expected) {
                    let found = fs::read(self.scratch.path(name));
                    assert!(found.map_or(true, |found| found == *whole), "a partial {name}");
                }
            }
            for ((name, found), whole) in self.outputs.iter().zip(self.take()).zip(expected) {
                assert_same(&whole, &found, format_args!("{:?}: {name} differs", self.args));
            }
            let left = self.scratch.names();
            for of in &self.outputs {
                let ours = left.iter().filter(|name| name.starts_with(&format!(".{of}.batchdoku")));
                assert_eq!(ours.collect::<Vec<_>>(), [&format!(".{of}.batchdoku-journal")]);
            }
            resumed
        }
    }

    /// The exit code by which a shell reports a program that was killed.
    const KILLED: i32 = 128 + 9;

    /// Puzzles, malformed lines and comments.
    fn lines(count: usize) -> String {
        let line = |(index, (puzzle, _)): (usize, (String, String))| match index % 97 {
            0 => "malformed\n".to_owned(),
            1 => format!("# comment {index}\n"),
            _ => format!("{puzzle}\n"),
        };
        puzzles(count).into_iter().enumerate().map(line).collect()
    }

    fn table(lines: &str) -> String {
        let row = |line: &str| format!("{line},\"a\nb\"\n");
        lines
            .lines()
            .filter(|line| !line.starts_with('#'))
            .fold("puzzle,note\n".into(), |text, line| text + &row(line))
    }

    /// Kills some jobs when they are about to synchronise a file for the given times, one run after the other.
    /// Returns how many runs of each continued, at least.
    fn kills(numbers: [u64; 3]) -> usize {
        let scratch = Scratch::new();
        // Enough for several blocks, or chunks.
        let text = lines(60_000);
        scratch.file("large.csv", table(&text));
        scratch.file("large.txt", text);
        scratch.file("in.txt", lines(4000));
        let zipped = Command::new("gzip").arg("-k").arg(scratch.path("large.txt")).status();
        assert!(zipped.unwrap().success());
        // They wait for a slow disk, so they do it side by side.
        thread::scope(|scope| {
            let run = |&(args, outputs): &(&str, &'static [&'static str])| {
                let job = Job::new(&scratch, &format!("{args} -j1"), outputs);
                scope.spawn(move || job.survives(&numbers))
            };
            let runs: Vec<_> = JOBS.iter().map(run).collect();
            runs.into_iter().map(|run| run.join().expect("no panic")).min().expect("a job")
        })
    }

    const JOBS: [(&str, &[&str]); 10] = [
        ("solve in.txt -o out --rejects rejects", &["out", "rejects"]),
        ("solve large.txt -o out.gz --rejects problems", &["out.gz", "problems"]),
        ("solve large.txt large.txt -o out.zst --shard 2/2", &["out.zst"]),
        ("solve large.csv large.csv -o out.csv --no-mmap", &["out.csv"]),
        ("solve large.txt.gz large.txt.gz -o out.npy", &["out.npy"]),
        ("generate -n 12000 --with-solution -o corpus.csv", &["corpus.csv"]),
        ("generate -n 1500 --clues 22 --max-tries 20 -o g --rejects r", &["g", "r"]),
        (
            "generate -n 400 --needs skyscraper --max-tries 40 -o needs --rejects no",
            &["needs", "no"],
        ),
        ("split in.txt --by class -o set", &["set.train", "set.test"]),
        ("explain in.txt --shard 1/2 -o paths.jsonl", &["paths.jsonl"]),
    ];

    /// The first kill comes after the first place where the job can be resumed.
    #[test]
    fn kills_lose_nothing() {
        assert!(kills([5, 6, 7]) > 0, "no run went on");
    }

    /// `cargo test --release --test it resume:: -- --ignored`
    #[test]
    #[ignore = "takes minutes"]
    fn kills_at_every_call() {
        for number in 1..15 {
            kills([number; 3]);
        }
    }

    /// Returns a job that was interrupted, of which nothing is lost.
    fn interrupted<'a>(scratch: &'a Scratch, args: &str) -> Job<'a> {
        scratch.file("in.txt", lines(4000));
        let job = Job::new(scratch, &format!("{args} -j1"), &["out"]);
        let (out, _) = job.with_fault("INT", 6);
        assert_eq!(code(&out), 130, "{}", stderr(&out));
        assert!(job.records() > 0);
        assert!(!scratch.path("out").exists());
        job
    }

    #[test]
    fn an_interrupted_run_resumes_and_its_summary_is_of_the_whole() {
        let scratch = Scratch::new();
        let job = interrupted(&scratch, "solve in.txt -o out --summary summary");
        let out = job.run(&["--resume"]);
        assert_eq!(code(&out), 1);
        assert_contains(stderr(&out), "resuming after ");
        let counts = |path: &Path| {
            let text = fs::read(path).unwrap();
            let mut counts: serde_json::Value = serde_json::from_slice(&text).unwrap();
            for name in ["seconds", "sync_seconds", "puzzles_per_second"] {
                counts[name] = 0.into();
            }
            counts
        };
        let found = (counts(&scratch.path("summary")), fs::read(scratch.path("out")).unwrap());
        // Without its output, it starts from the beginning.
        job.take();
        let out = job.run(&["--resume"]);
        assert!(!stderr(&out).contains("resuming"), "{}", stderr(&out));
        let expected = (counts(&scratch.path("summary")), fs::read(scratch.path("out")).unwrap());
        assert_same(&expected.1, &found.1, "");
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
            assert!(
                stderr(&out).contains("(remove '.out.batchdoku-journal' to"),
                "{}",
                stderr(&out)
            );
            assert!(job.records() > 0);
        };
        for (more, value) in [
            ("--unique", "given"),
            ("--max-nodes 5", "5"),
            ("--to csv", "'csv'"),
            ("--sep ,", "','"),
            ("--compress zstd", "'zstd'"),
            ("--shard 1/2", "'1/2'"),
            ("--rejects rejects", "'rejects'"),
        ] {
            let more: Vec<_> = more.split(' ').collect();
            refused(&more, &format!("{} was not given and is now {value}", more[0]));
        }
        refused(&["--engine", "dlx"], "--engine was 'auto' and is now 'dlx'");
        let both = "--to was not given and is now 'csv'; --unique was not given and is now given";
        refused(&["--unique", "--to", "csv"], both);
        refused(&["in.txt"], "the number of inputs was 1 and is now 2");
        let file = scratch.path("in.txt");
        let (old, time) =
            (fs::read(&file).unwrap(), fs::metadata(&file).unwrap().modified().unwrap());
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
        let out = job.run(&["--resume", "--sync", "-q", "--no-mmap", "--progress", "always"]);
        assert_eq!(code(&out), 1, "{}", stderr(&out));
    }

    /// A slow job notes often what is done: at most some 0.4 s of work of a thread is in a task.
    #[test]
    fn slow_jobs_are_done_in_small_pieces() {
        let scratch = Scratch::new();
        scratch.file("in.txt", lines(1000));
        // Some 50 ms a puzzle, and 200 in 16 KiB.
        let job = Job::new(&scratch, "rate --unavoidable 14 -j1 in.txt -o out", &["out"]);
        let mut child = job.command().args(["--resume", "-q"]).spawn().unwrap();
        wait_until("it has a journal", || job.records() > 0);
        let work = cpu_time(child.id());
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(work < Duration::from_secs(4), "{work:?}");
    }

    #[test]
    fn damage_is_noticed_and_mended() {
        let scratch = Scratch::new();
        let job = interrupted(&scratch, "solve in.txt -o out");
        let (journal, partial) =
            (fs::read(job.journal()).unwrap(), fs::read(job.partial()).unwrap());
        let (expected, _) = job.expected();
        let mut flipped = partial.clone();
        flipped[20] ^= 1;
        let mut cut = partial.clone();
        // Within the first record: what follows the last one in the journal may be lost.
        cut.truncate(100);
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
            assert_same(expected.concat(), job.take().concat(), "");
        }
        assert_eq!(scratch.names(), [".out.batchdoku-journal", "in.txt"]);
    }

    /// Each of the renames fails once.
    #[test]
    fn outputs_that_only_lack_their_names_get_them() {
        let scratch = Scratch::new();
        scratch.file("in.txt", lines(4000));
        let args = "solve in.txt -j1 -o out --rejects rejects";
        let job = Job::new(&scratch, args, &["out", "rejects"]);
        let (expected, _) = job.expected();
        for number in 1.. {
            let (out, failed) = job.with_fault("EISDIR", number);
            if failed.is_empty() {
                assert!(number > 2, "two outputs get their names");
                break;
            }
            assert_eq!(code(&out), 2, "{}", stderr(&out));
            let out = job.run(&["--resume"]);
            assert_eq!(code(&out), 1, "{}", stderr(&out));
            assert_contains(stderr(&out), " malformed");
            let out = job.run(&["--resume"]);
            assert!(stderr(&out).starts_with("already complete: "), "{}", stderr(&out));
            assert_same(expected.concat(), job.take().concat(), "");
            let left = [".out.batchdoku-journal", ".rejects.batchdoku-journal", "in.txt"];
            assert_eq!(scratch.names(), left);
        }
    }
}
