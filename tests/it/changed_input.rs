//! Inputs that change their length while they are read: an error, and no output.

#![cfg(unix)]

use std::{
    fs::File,
    io::{Read, Write},
    process::{Output, Stdio},
};

use crate::common::*;

/// Lines whose solutions are more than the program keeps while nobody reads its output.
const LINES: usize = 700_000;

/// Starts a job whose output nobody reads, so that it comes to a halt in the middle; changes its
/// input; reads the output and returns how the job ended.
fn changed(args: &[&str], change: impl FnOnce(&File)) -> Output {
    let scratch = Scratch::new();
    let file = scratch.file("in", format!("{PUZZLE}\n").repeat(LINES));
    let rejects = scratch.path("rejects");
    let mut command = batchdoku(["solve", "-q", "-j", "2", "--rejects"]);
    command.arg(&rejects).arg(&file).args(args);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    // It has started, and cannot have come far.
    stdout.read_exact(&mut [0; 82]).unwrap();
    change(&File::options().append(true).open(&file).unwrap());
    std::io::copy(&mut stdout, &mut std::io::sink()).unwrap();
    let out = child.wait_with_output().unwrap();
    assert_eq!(scratch.names(), ["in"], "no file has the name of an output");
    out
}

fn is_refused(out: &Output, found: u64) {
    let said = stderr(out);
    let expected = 82 * LINES;
    assert_eq!(code(out), 2, "{said}");
    let change = format!("it had {expected} bytes and now has {found}");
    assert_contains(said, "changed while it was being read");
    assert_contains(said, &change);
}

#[test]
fn a_truncated_input_is_an_error() {
    for args in [&[][..], &["--no-mmap"]] {
        // To nothing, within a page, at the end of a line, and by one byte.
        for length in [0, 5000, 82 * 100_000, 82 * LINES as u64 - 1] {
            is_refused(&changed(args, |file| file.set_len(length).unwrap()), length);
        }
    }
}

#[test]
fn an_input_that_grows_is_an_error() {
    for args in [&[][..], &["--no-mmap"]] {
        let out = changed(args, |mut file| file.write_all(b"#\n").unwrap());
        is_refused(&out, 82 * LINES as u64 + 2);
    }
}

/// `dedupe` reads its input twice: what is written to it after the first time is noticed, whatever
/// its length.
#[test]
fn an_input_that_is_rewritten_between_two_passes_is_an_error() {
    let scratch = Scratch::new();
    let text: String = puzzles(60_000).into_iter().map(|(puzzle, _)| puzzle + "\n").collect();
    let file = scratch.file("in", &text);
    let rejects = scratch.path("rejects");
    let changes: [fn(&str) -> String; 3] =
        [|text| text.replacen('0', "5", 1), |text| text[82..].to_owned(), |text| text.repeat(2)];
    for change in changes {
        let mut command = batchdoku(["dedupe", "-q", "--rejects"]);
        command.arg(&rejects).arg(&file).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut stdout = child.stdout.take().unwrap();
        // The second pass has started, and nobody reads what it writes.
        stdout.read_exact(&mut [0; 82]).unwrap();
        std::fs::write(&file, change(&text)).unwrap();
        std::io::copy(&mut stdout, &mut std::io::sink()).unwrap();
        let out = child.wait_with_output().unwrap();
        assert_eq!(code(&out), 2, "{}", stderr(&out));
        // The second pass may notice by itself that a file is shorter.
        let words =
            ["changed while it was being read", "changed between the first and the second pass"];
        assert!(words.iter().any(|words| stderr(&out).contains(words)), "{}", stderr(&out));
        assert_eq!(scratch.names(), ["in"]);
        std::fs::write(&file, &text).unwrap();
    }
}
