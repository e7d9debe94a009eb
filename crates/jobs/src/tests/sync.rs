//! Tests which jobs wait until their outputs are on disk, and how their summaries show the wait.

use std::time::Duration;

use super::*;
use crate::{Join, Solve};
use batchdoku_pipeline::Output;

fn synced() -> JobOptions {
    options(|spec| spec.output.disk.sync = true)
}

/// Solves the puzzles of `in.txt` into `out`.
fn solve(scratch: &Scratch, options: JobOptions) -> JobSummary {
    let in_file = scratch.file("in.txt", lines("minimal.txt", 20));
    let mut job = Solve { options, ..Solve::default() };
    job.options.spec.run.threads = 1;
    job.run(in_file, scratch.path("out")).unwrap()
}

#[test]
fn only_who_asks_and_who_is_resumed_waits_for_the_disk() {
    for (options, waits) in [
        (JobOptions::default(), false),
        (synced(), true),
        (resumable(|_| ()), true),
        (resumable(|spec| spec.output.disk.sync = true), true),
    ] {
        let scratch = Scratch::new();
        let summary = solve(&scratch, options.clone());
        assert_eq!(!summary.synced.is_zero(), waits, "{options:?}");
    }
}

#[test]
fn joined_parts_are_on_disk() {
    let scratch = Scratch::new();
    let _ = solve(&scratch, resumable(|spec| spec.run.part.shard = part(1, 1)));
    let summary = Join::default().run([scratch.path("out")], scratch.path("all")).unwrap();
    assert!(!summary.synced.is_zero());
}

/// The speed in the summary is that of the program, not of the disk.
#[test]
fn the_wait_for_the_disk_stands_apart() {
    let scratch = Scratch::new();
    let mut summary = solve(&scratch, JobOptions::default());
    summary.counts.puzzles = 2000;
    summary.counts.done = 2000;
    summary.elapsed = Duration::from_millis(20);
    let without = summary.to_string();
    assert!(without.contains("; 20.0 ms, 100,000 puzzles/s, 1 thread"), "{without}");
    assert!(!summary.to_json().contains("sync_seconds"));
    summary.synced = Duration::from_millis(92);
    let with = summary.to_string();
    assert!(with.contains("; 20.0 ms + 92.0 ms to sync, 100,000 puzzles/s, 1 thread"), "{with}");
    let json = summary.to_json();
    assert!(json.contains(r#""sync_seconds": 0.092"#), "{json}");
    assert!(json.contains(r#""seconds": 0.02,"#), "{json}");
}

/// A summary in a file includes the wait for the other outputs.
#[test]
fn a_summary_in_a_file_has_the_wait_for_the_other_outputs() {
    let scratch = Scratch::new();
    let mut options = synced();
    options.spec.run.summary = Some(scratch.path("summary.json").into());
    let _ = solve(&scratch, options);
    let text = String::from_utf8(scratch.read("summary.json")).unwrap();
    assert!(text.contains("sync_seconds"), "{text}");
}

#[test]
fn what_is_not_a_file_of_the_job_cannot_be_synchronised() {
    let scratch = Scratch::new();
    let in_file = scratch.file("in.txt", lines("minimal.txt", 1));
    let job = Solve { options: synced(), ..Solve::default() };
    let error = job.run(in_file, Output::Stdout).unwrap_err();
    assert!(error.to_string().starts_with("sync needs output: "), "{error}");
}
