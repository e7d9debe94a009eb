//! Outputs that replace files of others, and a system that has no thread to spare.
#![cfg(target_os = "linux")]

use std::{
    fs,
    os::unix::{
        fs::{MetadataExt, PermissionsExt, chown},
        process::CommandExt,
    },
    process::{Command, Output},
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

/// Runs the program in a folder, as a user for whom permissions mean something: root passes all of them.
fn as_user(scratch: &Scratch, args: &str) -> Output {
    let mut command = batchdoku(args.split(' '));
    if rustix::process::geteuid().is_root() {
        fs::set_permissions(scratch.path(""), fs::Permissions::from_mode(0o755)).unwrap();
        command.uid(65_534).gid(65_534);
    }
    command.current_dir(scratch.path("")).output().unwrap()
}

/// Returns a folder with a file of puzzles, and a folder in it that has these permissions.
fn with_folder(mode: u32) -> Scratch {
    let scratch = Scratch::new();
    scratch.file("in.txt", format!("{PUZZLE}\n"));
    fs::create_dir(scratch.path("folder")).unwrap();
    if rustix::process::geteuid().is_root() {
        chown(scratch.path("folder"), Some(65_534), Some(65_534)).unwrap();
    }
    fs::set_permissions(scratch.path("folder"), fs::Permissions::from_mode(mode)).unwrap();
    scratch
}

#[test]
fn a_folder_that_nothing_can_be_made_in_is_named() {
    let out = as_user(&with_folder(0o555), "solve in.txt -o folder/out.txt");
    let said = "cannot create 'folder/out.txt', because no file can be made in the folder 'folder'";
    assert_fails(&out, 2, said);
}

/// In a folder that cannot be listed, files can be made, and their names cannot be synchronised: that is known before
/// any work, and not when the outputs are there.
#[test]
fn a_folder_that_cannot_be_synchronised_is_refused_before_any_work() {
    let scratch = with_folder(0o333);
    for sync in ["--sync", "--resume"] {
        let out = as_user(&scratch, &format!("solve in.txt -o folder/out.txt {sync}"));
        assert_fails(&out, 2, "'folder/out.txt'");
        assert_contains(stderr(&out), "Permission denied");
        assert!(!scratch.path("folder/out.txt").exists(), "{sync}");
    }
    let out = as_user(&scratch, "solve in.txt -o folder/out.txt");
    assert_eq!(code(&out), 0, "{}", stderr(&out));
    assert!(scratch.path("folder/out.txt").exists());
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
