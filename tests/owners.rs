//! Outputs that replace files of others, and a system that has no thread to spare.
#![cfg(target_os = "linux")]

mod common;

use std::{
    fs,
    os::unix::fs::{MetadataExt, PermissionsExt, chown},
    process::Command,
};

use common::*;

#[test]
fn a_read_only_file_is_not_replaced() {
    let scratch = Scratch::new();
    let (input, output) = (scratch.file("in.txt", PUZZLE), scratch.file("out.txt", "precious"));
    fs::set_permissions(&output, fs::Permissions::from_mode(0o444)).unwrap();
    let out = batchdoku(["solve"]).arg(&input).arg("-o").arg(&output).output().unwrap();
    assert_eq!(code(&out), 2);
    assert!(stderr(&out).contains("it is read-only"), "{}", stderr(&out));
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

/// Whatever a process lacks that may have little memory, it does not panic; with enough, it solves.
#[test]
fn a_process_with_little_memory_does_not_panic() {
    let scratch = Scratch::new();
    scratch.file("in.txt", PUZZLE);
    let mut solved = 0;
    for kilobytes in (6..60).step_by(2).map(|megabytes| megabytes << 10) {
        let line = format!(
            "ulimit -v {kilobytes}; exec \"$0\" solve --progress always -j1 in.txt -o out.txt"
        );
        let mut command = Command::new("sh");
        command.args(["-c", &line, env!("CARGO_BIN_EXE_batchdoku")]);
        let out = command.current_dir(scratch.path("")).output().unwrap();
        let said = String::from_utf8_lossy(&out.stderr);
        assert_ne!(out.status.code(), Some(101), "{kilobytes} KiB: {said}");
        assert!(!said.contains("panicked"), "{kilobytes} KiB: {said}");
        solved += usize::from(out.status.success());
    }
    assert!(solved > 0, "not even with the most memory");
}
