//! Failing system calls: each job runs again and again, with its first call failing, then the second, until no call
//! is left to fail. After each run, the file under the name of an output is the old one or the complete new one, all
//! outputs alike unless a rename failed, and no temporary file is left. A hint to the system may fail without a trace;
//! whatever else fails is reported with the name of the file.
//!
//! `inject.c` makes the calls fail. It is compiled here, with `cc`.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    slice::from_ref,
    sync::OnceLock,
};

use crate::common::*;

/// Returns the compiled program, in the folder for what tests leave.
pub(crate) fn injector() -> &'static Path {
    static COMPILED: OnceLock<PathBuf> = OnceLock::new();
    COMPILED.get_or_init(|| {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/inject.c");
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("inject");
        // Another run of these tests may be using it.
        let new = path.with_extension(std::process::id().to_string());
        let compiled = Command::new("cc").args(["-O1", "-o"]).arg(&new).arg(&source).status();
        assert!(compiled.expect("a C compiler").success());
        fs::rename(&new, &path).unwrap();
        path
    })
}

/// How a job gets its standard input.
#[derive(Clone, Copy, PartialEq)]
enum Input {
    None,
    File(&'static str),
    Pipe(&'static str),
}

/// Where standard output goes.
#[derive(Clone, Copy, PartialEq)]
enum Stream {
    File,
    Pipe,
}

/// A command line, run in a folder that has the file of each format.
struct Job {
    line: &'static str,
    input: Input,
    stream: Stream,
    /// The files that it writes.
    outputs: &'static [&'static str],
    /// The exit code if nothing fails.
    code: i32,
    /// True for the jobs with the faults that mean the same to all.
    is_thorough: bool,
}

const fn job(line: &'static str, outputs: &'static [&'static str]) -> Job {
    Job { line, input: Input::None, stream: Stream::Pipe, outputs, code: 0, is_thorough: false }
}

/// The puzzles: more than the smallest chunk, and one malformed line.
const PUZZLES: usize = 450;

/// Makes the inputs of all jobs.
fn prepare(scratch: &Scratch) {
    let all = puzzles(PUZZLES);
    let lines: String = all.iter().map(|(puzzle, _)| puzzle.clone() + "\n").collect();
    let solutions: String = all.iter().map(|(_, solution)| solution.clone() + "\n").collect();
    scratch.file(
        "few",
        all.iter().take(20).map(|(puzzle, _)| puzzle.clone() + "\n").collect::<String>(),
    );
    scratch.file("in", &lines);
    scratch.file("large", lines.repeat(2));
    scratch.file("bad", format!("{lines}bad\n"));
    scratch.file("solutions", solutions);
    scratch.file("cover", "3 3\n1 0 1\n0 1 0\n1 1 1\n");
    for format in ["csv", "jsonl", "npy", "gz", "zst"] {
        let to = scratch.path(&format!("in.{format}"));
        let out = batchdoku(["shuffle", "-q"]).arg(scratch.path("in")).arg("-o").arg(to).output();
        assert_eq!(code(&out.unwrap()), 0);
    }
}

/// The effects of a run.
struct Run {
    out: Output,
    /// The call that failed and its first argument.
    failed: String,
}

/// Runs `job` in `scratch`, with `fault` in its call `number`.
fn run(job: &Job, scratch: &Scratch, fault: &str, number: u32) -> Run {
    let report = scratch.path("tmp/report");
    let mut command = Command::new(injector());
    command.args([fault, &number.to_string()]).arg(&report);
    command.arg(env!("CARGO_BIN_EXE_batchdoku")).args(job.line.split(' '));
    command.current_dir(scratch.path("")).env("TMPDIR", scratch.path("tmp"));
    let mut feeder = None;
    match job.input {
        Input::None => command.stdin(Stdio::null()),
        Input::File(name) => command.stdin(File::open(scratch.path(name)).unwrap()),
        Input::Pipe(name) => {
            let file = scratch.path(name);
            let mut cat = Command::new("cat").arg(file).stdout(Stdio::piped()).spawn().unwrap();
            let pipe = cat.stdout.take().unwrap();
            feeder = Some(cat);
            command.stdin(pipe)
        }
    };
    if job.stream == Stream::File {
        command.stdout(File::create(scratch.path("tmp/stream")).unwrap());
    }
    let mut out = command.output().unwrap();
    // It holds the pipe, which may be full.
    drop(command);
    if let Some(mut feeder) = feeder {
        feeder.wait().unwrap();
    }
    if job.stream == Stream::File {
        out.stdout = fs::read(scratch.path("tmp/stream")).unwrap();
        fs::remove_file(scratch.path("tmp/stream")).unwrap();
    }
    let failed = fs::read_to_string(&report).unwrap();
    fs::remove_file(report).unwrap();
    Run { out, failed }
}

/// Returns the contents of the outputs: `None` where there is no file.
fn outputs(job: &Job, scratch: &Scratch) -> Vec<Option<Vec<u8>>> {
    job.outputs.iter().map(|name| fs::read(scratch.path(name)).ok()).collect()
}

/// Puts an old file, or none, under the name of each output.
fn reset(job: &Job, scratch: &Scratch, is_old: bool) {
    for name in job.outputs {
        let _ = fs::remove_file(scratch.path(name));
        if is_old {
            scratch.file(name, "old");
        }
    }
}

/// Returns the report of a job without what differs from run to run.
fn is_same_output(new: &[Option<Vec<u8>>], found: &[Option<Vec<u8>>]) -> bool {
    new.iter().zip(found).all(|(new, found)| match (new, found) {
        // A summary has times.
        (Some(new), Some(found)) if new.starts_with(b"{") => found.ends_with(b"}\n"),
        _ => new == found,
    })
}

/// Runs `job` with each fault in each call.
fn every_call_fails(job: Job) {
    let scratch = Scratch::in_memory();
    fs::create_dir(scratch.path("tmp")).unwrap();
    prepare(&scratch);
    let inputs = scratch.names();
    reset(&job, &scratch, false);
    let good = run(&job, &scratch, "EIO", u32::MAX);
    assert_eq!(code(&good.out), job.code, "{}: {}", job.line, stderr(&good.out));
    let new = outputs(&job, &scratch);
    assert_eq!(new.iter().position(Option::is_none), None, "{}: an output is missing", job.line);

    let mut wrong = String::new();
    let mut check = |run: &Run, fault: &str, number: u32, is_old: bool, must_succeed: bool| {
        let Run { out, failed } = run;
        let error = String::from_utf8_lossy(&out.stderr);
        let mut complain = |words: &str| {
            let call = failed.trim();
            wrong.push_str(&format!("{fault} in call {number} ({call}): {words}: {error}\n"));
        };
        let found = outputs(&job, &scratch);
        let is_new = is_same_output(&new, &found);
        let old = is_old.then(|| b"old".to_vec());
        if error.contains("panicked") {
            complain("a panic");
        }
        let exit_code = code(out);
        if exit_code == job.code {
            if !is_new || out.stdout != good.out.stdout {
                complain("it succeeds without complete outputs");
            }
            let is_needed = ["fsync", "rename"].iter().any(|call| failed.starts_with(call));
            if is_needed && fault != "EINTR" {
                complain("it succeeds all the same");
            }
        } else {
            if exit_code != 2 || must_succeed {
                complain(&format!("exit code {exit_code}"));
            }
            // Outputs may be there before one that cannot be renamed.
            let is_rename = failed.starts_with("rename");
            let is_left = |(found, new): (&Option<Vec<u8>>, _)| {
                *found == old || is_rename && is_same_output(from_ref(new), from_ref(found))
            };
            // To make the names durable is the last thing that can fail, and the message says that outputs are complete.
            let is_replaced = found.iter().all(|found| *found != old);
            let has_outputs = !found.is_empty() && is_new && is_replaced;
            if has_outputs && !(is_rename || error.contains("is complete, but")) {
                complain("the outputs are there although it fails");
            }
            if !is_new && !found.iter().zip(&new).all(is_left) {
                complain("some outputs are there and some are not");
            }
            let names = inputs.iter().map(String::as_str).chain(job.outputs.iter().copied());
            let mut names = names.chain(["standard input", "standard output", "a temporary file"]);
            let is_named = names.any(|name| error.contains(&format!("'{name}")))
                || fault == "EAGAIN" && error.contains("cannot start a thread")
                || error.contains("cannot handle signals");
            if !is_named {
                complain("no name in the message");
            }
        }
        let mut left = scratch.names();
        left.retain(|name| !inputs.contains(name) && !job.outputs.contains(&&**name));
        left.extend(fs::read_dir(scratch.path("tmp")).unwrap().map(|_| "a spool".into()));
        if !left.is_empty() {
            complain(&format!("{left:?} is left"));
            left.iter().for_each(|name| drop(fs::remove_file(scratch.path(name))));
        }
    };
    // Files that replace none get their names on another way, and a single call that finds no room, or no number for
    // a file, ends a job as one that finds a broken disk does: the same for all jobs. So one job tries them. It also
    // interrupts one call after the other; the others have all calls interrupted at once, by the fault `interrupts`.
    for (fault, is_old, is_for_all) in [
        ("EIO", true, true),
        ("EIO", false, false),
        ("ENOSPC", true, false),
        ("+ENOSPC", false, true),
        ("EMFILE", true, false),
        ("+EMFILE", true, true),
        ("EAGAIN", false, true),
        ("EINTR", true, false),
    ] {
        if !(is_for_all || job.is_thorough) {
            continue;
        }
        for number in 1.. {
            reset(&job, &scratch, is_old);
            let run = run(&job, &scratch, fault, number);
            check(&run, fault, number, is_old, fault == "EINTR");
            if run.failed.is_empty() {
                break;
            }
        }
    }
    for fault in ["interrupts", "short"] {
        reset(&job, &scratch, true);
        let run = run(&job, &scratch, fault, 0);
        check(&run, fault, 0, true, true);
    }
    assert!(wrong.is_empty(), "{}:\n{wrong}", job.line);
}

#[test]
fn from_a_file_to_a_file() {
    let outputs = &["out", "rejects", "summary"];
    let line = "solve -j2 bad -o out --rejects rejects --summary summary --sync";
    every_call_fails(Job { code: 1, is_thorough: true, ..job(line, outputs) });
}

#[test]
fn from_a_file_that_is_read() {
    every_call_fails(job("solve -j1 --no-mmap in -o out", &["out"]));
}

#[test]
fn from_standard_input() {
    let line = "solve -j1 - -o out";
    every_call_fails(Job { input: Input::Pipe("in"), ..job(line, &["out"]) });
    every_call_fails(Job { input: Input::File("in"), ..job(line, &["out"]) });
}

#[test]
fn to_standard_output() {
    every_call_fails(job("solve -j1 in", &[]));
    every_call_fails(Job { stream: Stream::File, ..job("solve -j1 in", &[]) });
    // More than a pipe holds at first.
    every_call_fails(Job { input: Input::Pipe("large"), ..job("solve -j1", &[]) });
}

#[test]
fn compressed() {
    every_call_fails(Job {
        is_thorough: true,
        ..job("solve -j1 in.gz -o out.gz --sync", &["out.gz"])
    });
    every_call_fails(job("solve -j1 in.zst -o out.zst", &["out.zst"]));
}

#[test]
fn in_other_formats() {
    every_call_fails(job("solve -j1 in.csv -o out.csv --rejects rejects", &["out.csv", "rejects"]));
    every_call_fails(job("solve -j1 in.jsonl -o out.jsonl", &["out.jsonl"]));
    every_call_fails(job("solve -j1 in.npy -o out.npy", &["out.npy"]));
    every_call_fails(job("solve -j1 in.npy --to npy", &[]));
}

#[test]
fn generated() {
    every_call_fails(job("generate -j1 -n 10 -o out --rejects rejects", &["out", "rejects"]));
}

#[test]
fn without_repeats() {
    every_call_fails(job("dedupe -j1 in.gz -o out", &["out"]));
    every_call_fails(Job { input: Input::Pipe("in"), ..job("dedupe -j1 - -o out", &["out"]) });
}

#[test]
fn in_parts() {
    let outputs = &["out.train.txt", "out.valid.txt", "out.test.txt"];
    let line = "split -j1 in --valid 0.2 --train 0.4 -o out.txt --sync";
    every_call_fails(job(line, outputs));
}

#[test]
fn statistics() {
    let line = "stats -j1 few -o out --plot out.svg --rejects rejects";
    every_call_fails(job(line, &["out", "out.svg", "rejects"]));
}

#[test]
fn checked() {
    let line = "check -j1 in --solutions solutions -o out --rejects rejects";
    every_call_fails(job(line, &["out", "rejects"]));
}

#[test]
fn covered() {
    every_call_fails(job("cover cover", &[]));
}

/// With --sync, a renamed file has been synchronised before, and its folder is afterwards: after a power cut, the name
/// belongs to the old file or to the whole new one. The calls are told by the faults in them.
#[test]
fn outputs_are_synchronised() {
    let scratch = Scratch::in_memory();
    fs::create_dir(scratch.path("tmp")).unwrap();
    prepare(&scratch);
    let calls = |line| {
        let job = job(line, &["out"]);
        let mut calls = Vec::new();
        for number in 1.. {
            let run = run(&job, &scratch, "EIO", number);
            let Some(call) = run.failed.split_whitespace().next() else { break };
            calls.push(call.to_owned());
        }
        calls.retain(|call| {
            ["fsync", "fdatasync", "rename", "renameat", "renameat2"].contains(&&**call)
        });
        calls.iter_mut().for_each(|call| call.truncate(6));
        calls
    };
    assert_eq!(calls("solve -j1 in -o out --sync"), ["fsync", "rename", "fsync"]);
    assert_eq!(calls("solve -j1 in -o out"), ["rename"]);
}
