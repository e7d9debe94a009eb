//! Tests outputs that are refused before any work, and notices about others.

use std::sync::{Arc, Mutex};

use super::*;
use crate::{Canon, Dedupe, Explain, ExplainTo, Shuffle, Solve, Split, Stats};
use batchdoku_corpus::explain::TraceKind;
use batchdoku_pipeline::{Input, JobObserver, Notice, Output, lock};

/// A function that runs a job without inputs, with this path as output.
type WithoutInputs = fn(PathBuf) -> Done;

/// A job without inputs, for example after a pattern that no file matches, would otherwise replace its output by an
/// empty file.
#[test]
fn a_job_without_inputs_leaves_its_output_alone() {
    let jobs: [(&str, WithoutInputs); 6] = [
        ("solve", |out| Solve::default().run((), out)),
        ("canon", |out| Canon::default().run((), out)),
        ("dedupe", |out| Dedupe::default().run((), out)),
        ("split", |out| Split::default().run((), out)),
        ("explain", |out| Explain::default().run((), out)),
        ("stats", |out| Stats::default().run((), out)),
    ];
    for (name, run) in jobs {
        let scratch = Scratch::new();
        for out in ["out.txt", "out.train.txt", "out.test.txt"] {
            scratch.file(out, "precious");
        }
        let error = run(scratch.path("out.txt")).unwrap_err();
        assert!(matches!(error, Error::NoInputs), "{name}: {error}");
        for out in ["out.txt", "out.train.txt", "out.test.txt"] {
            assert_eq!(scratch.read(out), b"precious", "{name}: {out}");
        }
        assert_eq!(scratch.names().len(), 3, "{name}: {:?}", scratch.names());
    }
}

/// The second part would otherwise replace the files of the first by empty files.
#[test]
fn parts_do_not_share_a_folder() {
    let scratch = Scratch::new();
    let inputs = ["a.txt", "b.txt"].map(|name| scratch.file(name, lines("minimal.txt", 9)));
    fs::create_dir(scratch.path("out")).unwrap();
    let options = options(|spec| spec.run.part.shard = part(1, 2));
    let job = Solve { options, ..Solve::default() };
    let error = job.run(inputs, scratch.path("out")).unwrap_err();
    assert!(error.to_string().starts_with("shard does not go with output FOLDER: "), "{error}");
    assert_eq!(fs::read_dir(scratch.path("out")).unwrap().count(), 0);
}

#[test]
fn two_outputs_are_not_mixed_in_standard_output() {
    let options = options(|spec| spec.input.rejects = Some(Output::Stdout));
    let job = Solve { options, ..Solve::default() };
    let error = job.run(Input::text("oops".to_owned()), Output::Stdout).unwrap_err();
    assert!(matches!(&error, Error::SameFile { role: "output", .. }), "{error}");
}

/// Text lines are in `.txt` files, whatever the name of the format.
#[test]
fn files_in_a_folder_have_the_extension_of_their_format() {
    let scratch = Scratch::new();
    let in_file = scratch.file("in.csv", format!("puzzle\n{}", lines("minimal.txt", 2)));
    for (kind, name) in [(TraceKind::Text, "in.txt"), (TraceKind::Chat, "in.jsonl")] {
        let out = scratch.path(kind.name());
        fs::create_dir(&out).unwrap();
        let job = Explain { to: Some(ExplainTo::Trace(kind)), ..Explain::default() };
        let _ = job.run(&in_file, &out).unwrap();
        let entries = fs::read_dir(out).unwrap().map(|entry| entry.unwrap().file_name());
        assert_eq!(entries.collect::<Vec<_>>(), [name]);
    }
}

/// Keeps the notices of a job.
#[derive(Default)]
struct Notices(Mutex<Vec<Notice>>);

impl JobObserver for Notices {
    fn notice(&self, notice: &Notice) {
        lock(&self.0).push(notice.clone());
    }
}

/// A user could take the solutions of an earlier run for those of the new puzzles.
#[test]
fn old_solutions_next_to_a_new_array_are_noted() {
    let scratch = Scratch::new();
    let in_file = scratch.file("in.txt", lines("minimal.txt", 3));
    let notices = Arc::new(Notices::default());
    let run = || {
        let mut job = Shuffle::default();
        job.options.observer = Some(Arc::<Notices>::clone(&notices));
        let _ = job.run(&in_file, scratch.path("x.npy")).unwrap();
        std::mem::take(&mut *lock(&notices.0))
    };
    assert_eq!(run(), []);
    scratch.file("x.solutions.npy", "old");
    let name = scratch.path("x.solutions.npy").display().to_string();
    assert_eq!(run(), [Notice::StaleSolutions { name }]);
    assert_eq!(scratch.read("x.solutions.npy"), b"old");
}

/// Dropping repeats is what the job is for, so they are no problems, and the list leaves them out.
#[test]
fn repeats_are_counted_and_not_listed() {
    let scratch = Scratch::new();
    let puzzle = lines("minimal.txt", 1);
    let known = scratch.file("known.txt", lines("minimal.txt", 2).lines().nth(1).unwrap());
    let input =
        scratch.file("in.txt", format!("{puzzle}{puzzle}oops\n{}", lines("minimal.txt", 2)));
    let options = options(|spec| spec.input.rejects = Some(scratch.path("rejects.tsv").into()));
    let job = Dedupe { options, against: vec![known.into()], ..Dedupe::default() };
    let summary = job.run(input, scratch.path("out.txt")).unwrap();
    assert_eq!((summary.counts.repeats, summary.counts.known_puzzles), (2, 1));
    let rejects = String::from_utf8(scratch.read("rejects.tsv")).unwrap();
    let kinds: Vec<_> = rejects.lines().skip(1).map(|line| line.split('\t').nth(2)).collect();
    assert_eq!(kinds, [Some("bad character"), Some("known puzzle")], "{rejects}");
}

/// Each set of a table is a table.
#[test]
fn every_set_has_the_header() {
    let scratch = Scratch::new();
    let rows = lines("minimal.txt", 40);
    let rows = rows.lines().enumerate().map(|(id, puzzle)| format!("{id},{puzzle}\n"));
    let table = scratch.file("all.csv", format!("id,puzzle\n{}", rows.collect::<String>()));
    let summary = Split::default().run(table, scratch.path("set.csv")).unwrap();
    assert_eq!(summary.counts.puzzles, 40);
    for name in ["set.train.csv", "set.test.csv"] {
        let text = String::from_utf8(scratch.read(name)).unwrap();
        assert!(text.starts_with("id,puzzle\n"), "{name}: {text}");
    }
}

/// Each output of several inputs in a folder is a table with a header.
#[test]
fn every_file_of_a_folder_has_the_header() {
    let scratch = Scratch::new();
    let inputs = ["a.csv", "b.csv", "c.csv"]
        .map(|name| scratch.file(name, format!("puzzle\n{}", lines("minimal.txt", 3))));
    fs::create_dir(scratch.path("out")).unwrap();
    assert!(Solve::default().run(inputs, scratch.path("out")).unwrap().is_complete());
    for name in ["a.csv", "b.csv", "c.csv"] {
        let text = String::from_utf8(scratch.read(&format!("out/{name}"))).unwrap();
        assert!(text.starts_with("puzzle,solution\n"), "{name}: {text}");
        assert_eq!(text.lines().count(), 4, "{name}: {text}");
    }
}

/// Counts that several inputs declare are added up.
#[test]
fn the_counts_that_inputs_declare_are_added_up() {
    let scratch = Scratch::new();
    let declared = |name: &str, count: usize| {
        let text = format!("{count}\n{}", lines("minimal.txt", 2));
        scratch.file(name, text)
    };
    for (counts, is_wrong) in [([2, 2], false), ([2, 3], true), ([1, 3], false), ([3, 2], true)] {
        let inputs = [declared("a.txt", counts[0]), declared("b.txt", counts[1])];
        let summary = Solve::default().run(inputs, Output::Discard).unwrap();
        assert_eq!(summary.is_count_wrong, is_wrong, "{counts:?}");
    }
}
