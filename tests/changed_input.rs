//! Inputs that change their length while they are read: an error, and no output.

#![cfg(unix)]

mod common;

use std::{
    fs::File,
    io::{Read, Write},
    process::{Output, Stdio},
};

use common::*;

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
    assert!(said.contains("changed while it was being read") && said.contains(&change), "{said}");
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
