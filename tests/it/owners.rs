//! Outputs that replace files of others, and a system that has no thread to spare.
#![cfg(target_os = "linux")]

use std::{
    fs,
    os::unix::fs::{MetadataExt, PermissionsExt, chown},
    process::Command,
};

use crate::common::*;

#[test]
fn a_read_only_file_is_not_replaced() {
    let scratch = Scratch::new();
    let (input, output) = (scratch.file("in.txt", PUZZLE), scratch.file("out.txt", "precious"));
    fs::set_permissions(&output, fs::Permissions::from_mode(0o444)).unwrap();
    let out = batchdoku(["solve"]).arg(&input).arg("-o").arg(&output).output().unwrap();
    assert_eq!(code(&out), 2);
    assert_contains(stderr(&out), "it is read-only");
    assert_eq!(fs::read_to_string(&output).unwrap(), "precious");
    assert_eq!(scratch.names(), ["in.txt", "out.txt"]);
}

/// Only root may give files away, so others test nothing here.
#[test]
fn an_output_keeps_its_owner_and_its_permissions() {
    let scratch = Scratch::new();
    let (input, output) = (scratch.file("in.txt", PUZZLE), scratch.file("out.txt", "old"));
    fs::set_permissions(&output, fs::Permissions::from_mode(0o640)).unwrap();
    let owner = chown(&output, Some(12345), Some(54321)).map_or_else(
        |error| {
            eprintln!("the part about owners is skipped: {error}");
            let about = output.metadata().unwrap();
            (about.uid(), about.gid())
        },
        |()| (12345, 54321),
    );
    let out = batchdoku(["solve"]).arg(&input).arg("-o").arg(&output).output().unwrap();
    assert_eq!(code(&out), 0, "{}", stderr(&out));
    assert_eq!(fs::read_to_string(&output).unwrap(), format!("{SOLUTION}\n"));
    let about = output.metadata().unwrap();
    assert_eq!(((about.uid(), about.gid()), about.mode() & 0o777), (owner, 0o640));
}

/// Whatever a process lacks that may have little memory, it says so, and leaves nothing; with enough, it
/// solves.
#[test]
fn a_process_with_little_memory_says_so() {
    let scratch = Scratch::new();
    let pairs = puzzles(5000);
    scratch.file("in.txt", pairs.iter().flat_map(|(puzzle, _)| [puzzle, "\n"]).collect::<String>());
    let (names, old) = (["in.txt", "out.gz", "out.txt", "out.zst"], "old");
    for name in &names[1..] {
        scratch.file(name, old);
    }
    let limited = |kilobytes: usize, args: &str| {
        let mut command = Command::new("sh");
        let line = format!("ulimit -v {kilobytes}; exec \"$0\" {args}");
        command.args(["-c", &line, env!("CARGO_BIN_EXE_batchdoku")]);
        command.current_dir(scratch.path("")).output().unwrap()
    };
    // With less, the system cannot load it.
    let least =
        (1..).map(|step| step << 11).find(|&most| limited(most, "--version").status.success());
    let least = least.expect("it starts with enough");
    let mut solved = 0;
    for number in 0..40 {
        let (to, how) = [
            ("out.txt", "solve -j1"),
            ("out.gz", "shuffle -j4"),
            ("out.zst", "shuffle -j2 --compress-level 19"),
            ("out.txt", "dedupe -j3"),
            ("out.txt", "solve --no-mmap -j64"),
        ][number % 5];
        let line = format!("{how} --progress always in.txt -o {to}");
        let out = limited(least + (number << 11), &line);
        let said = String::from_utf8_lossy(&out.stderr);
        // The standard library aborts if there is no room for the stack of its signal handlers, or for an allocation; the C
        // library, if there is none for what a thread leaves to be dropped.
        let aborts = ["alternative stack", "memory allocation of", "Fatal glibc error"];
        let expected = if aborts.iter().any(|abort| said.contains(abort)) {
            [None, Some(2)]
        } else {
            [Some(0), Some(2)]
        };
        let exit_code = out.status.code();
        assert!(expected.contains(&exit_code), "{line}: {} {said}", out.status);
        // The standard library may, where a thread gets no stack, and a codec.
        let is_ours = ["panicked at src", "panicked at crates"].iter().any(|at| said.contains(at));
        assert!(!is_ours, "{line}: {said}");
        if exit_code.is_none() {
            // The next run with the same output removes what an abort leaves.
            let left = scratch.names().into_iter().filter(|name| name.ends_with(".tmp"));
            left.for_each(|name| fs::remove_file(scratch.path(&name)).unwrap());
        }
        assert_eq!(scratch.names(), names, "{line}: {said}");
        let written = fs::read(scratch.path(to)).unwrap();
        match exit_code {
            Some(0) => solved += 1,
            _ => {
                assert!(!said.is_empty(), "{line}");
                assert_eq!(written, old.as_bytes(), "{line}");
            }
        }
        scratch.file(to, old);
    }
    assert!(solved > 0, "not even with the most memory");
}
