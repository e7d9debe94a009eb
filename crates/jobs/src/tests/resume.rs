//! Tests jobs whose outputs are complete but have no names, because the run was killed before it renamed them.

use std::fs::File;

use super::*;
use crate::{Check, Explain, Generate, Join, RecordOptions, Shuffle, Solve, Split, SplitBy};
use batchdoku_format::Format;
use batchdoku_pipeline::JobEnd;

/// A job that can be resumed, and the names of its outputs.
type Resumable = (&'static [&'static str], fn(&Scratch) -> Done);

/// One output and several, compressed outputs, a part, an array, generated records, and pairs from two inputs.
const JOBS: [Resumable; 8] = [
    (&["out", "rejects"], |scratch| {
        let rejects = Some(scratch.path("rejects").into());
        let options = resumable(|spec| spec.input.rejects = rejects);
        Solve { options, ..Solve::default() }.run(scratch.path("in.txt"), scratch.path("out"))
    }),
    (&["out.csv.gz"], |scratch| {
        let job = Solve { options: resumable(|_| ()), ..Solve::default() };
        job.run(scratch.path("in.txt"), scratch.path("out.csv.gz"))
    }),
    (&["out.zst"], |scratch| {
        let options = resumable(|spec| spec.run.part.shard = part(1, 2));
        Solve { options, ..Solve::default() }.run(scratch.path("in.txt"), scratch.path("out.zst"))
    }),
    (&["out.npy"], |scratch| {
        let job = Shuffle { options: resumable(|_| ()), ..Shuffle::default() };
        job.run(scratch.path("in.txt"), scratch.path("out.npy"))
    }),
    (&["corpus.csv"], |scratch| {
        let records = RecordOptions { count: 20, ..RecordOptions::default() };
        let options = resumable(|_| ());
        let job = Generate { options, records, with_solution: true, ..Generate::default() };
        job.run((), scratch.path("corpus.csv"))
    }),
    (&["set.train", "set.test"], |scratch| {
        let job = Split { options: resumable(|_| ()), by: SplitBy::Class, ..Split::default() };
        job.run(scratch.path("in.txt"), scratch.path("set"))
    }),
    (&["paths.jsonl"], |scratch| {
        let job = Explain { options: resumable(|_| ()), ..Explain::default() };
        job.run(scratch.path("in.txt"), scratch.path("paths.jsonl"))
    }),
    (&["verdicts"], |scratch| {
        let solutions = Some(scratch.path("solutions.txt").into());
        let job = Check { options: resumable(|_| ()), solutions, ..Check::default() };
        job.run(scratch.path("puzzles.txt"), scratch.path("verdicts"))
    }),
];

fn prepare(scratch: &Scratch) {
    scratch.file("puzzles.txt", lines("minimal.txt", 60));
    scratch.file("solutions.txt", lines("minimal.sol", 60));
    scratch.file("in.txt", lines("minimal.txt", 60) + "oops\n");
}

/// Takes away the names of complete outputs, as if the run had been killed before it gave them.
fn take_names(scratch: &Scratch, outputs: &[&str]) {
    for name in outputs {
        let partial = scratch.path(&format!(".{name}.batchdoku-partial"));
        fs::rename(scratch.path(name), partial).expect("renamed");
    }
}

/// Replaces the bytes of a file, but keeps its modification time.
fn replace(path: &Path, bytes: &[u8]) {
    let time = path.metadata().and_then(|about| about.modified()).expect("a time");
    fs::write(path, bytes).expect("written");
    File::options().append(true).open(path).unwrap().set_modified(time).expect("set");
}

#[test]
fn what_lacks_only_its_name_gets_it() {
    for (outputs, run) in JOBS {
        let scratch = Scratch::new();
        prepare(&scratch);
        let first = run(&scratch).unwrap();
        let expected: Vec<_> = outputs.iter().map(|name| scratch.read(name)).collect();
        take_names(&scratch, outputs);
        let again = run(&scratch).unwrap();
        assert_eq!((again.end, again.counts), (JobEnd::Complete, first.counts), "{outputs:?}");
        for (name, expected) in outputs.iter().zip(&expected) {
            assert!(scratch.read(name) == *expected, "{name}");
        }
        let complete = run(&scratch).unwrap();
        assert_eq!(complete.end, JobEnd::CompleteBefore, "{outputs:?}");
        assert!(complete.synced.is_zero(), "{outputs:?}: nothing is written");
    }
}

/// A complete output gets its name only if it is, byte for byte, what the job wrote. Otherwise the job is resumed.
#[test]
fn a_complete_output_that_is_damaged_before_it_gets_its_name_is_written_again() {
    for (outputs, run) in JOBS {
        for (damaged, name) in outputs.iter().enumerate() {
            let scratch = Scratch::new();
            prepare(&scratch);
            let first = run(&scratch).unwrap();
            let expected: Vec<_> = outputs.iter().map(|name| scratch.read(name)).collect();
            let whole = &expected[damaged];
            let mut altered = whole.clone();
            *altered.last_mut().unwrap() ^= 1;
            let longer = [&whole[..], b"more"].concat();
            for bytes in [b"", &whole[..whole.len() - 1], &altered, &longer] {
                take_names(&scratch, outputs);
                replace(&scratch.path(&format!(".{name}.batchdoku-partial")), bytes);
                let again = run(&scratch).unwrap();
                assert_eq!(again.counts, first.counts, "{name}: {} bytes", bytes.len());
                assert_eq!(again.end, JobEnd::Complete, "{name}: {} bytes", bytes.len());
                for (name, expected) in outputs.iter().zip(&expected) {
                    assert!(scratch.read(name) == *expected, "{name}: {} bytes", bytes.len());
                }
                let left = scratch.names();
                assert!(!left.iter().any(|name| name.ends_with("partial")), "{left:?}");
                assert_eq!(run(&scratch).unwrap().end, JobEnd::CompleteBefore, "{name}");
            }
        }
    }
}

/// If one of two outputs has its name and the other is damaged, both are written again.
#[test]
fn a_damaged_output_next_to_one_that_has_its_name_is_written_again() {
    let (outputs, run) = JOBS[0];
    let scratch = Scratch::new();
    prepare(&scratch);
    let _ = run(&scratch).unwrap();
    let expected: Vec<_> = outputs.iter().map(|name| scratch.read(name)).collect();
    take_names(&scratch, &["rejects"]);
    scratch.file(".rejects.batchdoku-partial", "");
    let _ = run(&scratch).unwrap();
    for (name, expected) in outputs.iter().zip(&expected) {
        assert!(scratch.read(name) == *expected, "{name}");
    }
}

/// A part that was changed after its run is not joined, whether the job copies or compresses it.
#[test]
fn a_part_that_is_damaged_is_not_joined() {
    let scratch = Scratch::new();
    prepare(&scratch);
    for number in 1..=2 {
        let options = resumable(|spec| {
            spec.run.part.shard = part(number, 2);
            spec.output.to = Some(Format::Line);
        });
        let output = scratch.path(&format!("part-{number}"));
        let job = Solve { options, ..Solve::default() };
        let _ = job.run(scratch.path("puzzles.txt"), output).unwrap();
    }
    let mut altered = scratch.read("part-2");
    altered[5] ^= 1;
    replace(&scratch.path("part-2"), &altered);
    for output in ["all.txt", "all.txt.gz"] {
        let parts = [scratch.path("part-1"), scratch.path("part-2")];
        let error = Join::default().run(parts, scratch.path(output)).unwrap_err();
        assert!(error.to_string().contains("part-2' is not what its run wrote"), "{error}");
        assert!(!scratch.path(output).exists(), "{output}");
    }
}
