//! Files, pipes and devices that `batchdoku solve` meets: what is written, what is left, what is said.

mod common;

use std::{fs, path::Path, process::Stdio};

use common::*;

fn solve(from: &Path, to: &Path) -> std::process::Output {
    batchdoku(["solve", "-q"]).arg(from).arg("-o").arg(to).output().unwrap()
}

#[test]
fn an_output_replaces_a_file_when_it_is_complete() {
    let scratch = Scratch::new();
    let from = scratch.file("in", PUZZLE);
    let to = scratch.file("out", "old");
    assert_eq!(code(&solve(&from, &to)), 0);
    assert_eq!(fs::read_to_string(&to).unwrap(), format!("{SOLUTION}\n"));
    assert_eq!(scratch.names(), ["in", "out"]);
}

#[test]
fn input_and_output_may_be_the_same_file() {
    let scratch = Scratch::new();
    let many = puzzles(5000);
    let input: String = many.iter().map(|(puzzle, _)| format!("{puzzle}\n")).collect();
    let expected: String = many.iter().map(|(_, solution)| format!("{solution}\n")).collect();
    let file = scratch.file("file", input);
    assert_eq!(code(&solve(&file, &file)), 0);
    assert!(fs::read_to_string(&file).unwrap() == expected);
    assert_eq!(scratch.names(), ["file"]);
}

#[test]
fn an_input_that_cannot_be_read_leaves_the_output_alone() {
    let scratch = Scratch::new();
    let to = scratch.file("out", "old");
    let missing = scratch.path("missing");
    for from in [&missing, &std::env::temp_dir()] {
        let out = solve(from, &to);
        assert_eq!(code(&out), 2);
        let said = stderr(&out);
        assert!(said.starts_with(&format!("error: cannot open '{}': ", from.display())), "{said}");
    }
    assert_eq!(fs::read_to_string(&to).unwrap(), "old");
    assert_eq!(scratch.names(), ["out"]);
}

#[test]
fn an_output_that_cannot_be_made_is_refused_before_any_work() {
    let scratch = Scratch::new();
    // Would never end if it were read.
    for to in [scratch.path("no/folder/out"), std::env::temp_dir()] {
        let mut command = batchdoku(["solve", "-", "-o"]);
        let mut child =
            command.arg(&to).stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let stdin = child.stdin.take();
        let out = child.wait_with_output().unwrap();
        drop(stdin);
        assert_eq!(code(&out), 2);
        assert!(stderr(&out).contains(&format!("cannot create '{}': ", to.display())));
    }
}

#[test]
fn utf16_is_one_message() {
    let bytes: Vec<u8> =
        "\u{FEFF}".encode_utf16().chain(PUZZLE.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let out = with_input(["solve"], bytes);
    assert_eq!((code(&out), stderr(&out).lines().count()), (2, 1));
    assert!(stderr(&out).contains("UTF-16"));
}

#[cfg(unix)]
mod unix {
    use std::{
        fs::File,
        io::{Read, Write},
        os::unix::fs::{PermissionsExt, symlink},
        process::Command,
        thread,
        time::{Duration, Instant},
    };

    use super::*;

    #[test]
    fn a_link_stays_a_link() {
        let scratch = Scratch::new();
        let from = scratch.file("in", PUZZLE);
        let to = scratch.file("real", "old");
        let link = scratch.path("link");
        symlink(&to, &link).unwrap();
        assert_eq!(code(&solve(&from, &link)), 0);
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&to).unwrap(), format!("{SOLUTION}\n"));
    }

    #[test]
    fn permissions_stay() {
        let scratch = Scratch::new();
        let from = scratch.file("in", PUZZLE);
        let to = scratch.file("out", "old");
        fs::set_permissions(&to, fs::Permissions::from_mode(0o640)).unwrap();
        assert_eq!(code(&solve(&from, &to)), 0);
        assert_eq!(to.metadata().unwrap().permissions().mode() & 0o777, 0o640);
        let new = scratch.path("new");
        assert_eq!(code(&solve(&from, &new)), 0);
        let usual = scratch.file("usual", "").metadata().unwrap().permissions();
        assert_eq!(new.metadata().unwrap().permissions(), usual);
    }

    #[test]
    fn a_fifo_is_a_stream() {
        let scratch = Scratch::new();
        let fifo = scratch.path("fifo");
        assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
        let feeder = {
            let fifo = fifo.clone();
            thread::spawn(move || File::create(fifo).unwrap().write_all(PUZZLE.as_bytes()).unwrap())
        };
        let to = scratch.path("out");
        assert_eq!(code(&solve(&fifo, &to)), 0);
        feeder.join().unwrap();
        assert_eq!(fs::read_to_string(&to).unwrap(), format!("{SOLUTION}\n"));

        let from = scratch.file("in", PUZZLE);
        let reader = {
            let fifo = fifo.clone();
            thread::spawn(move || {
                let mut text = String::new();
                File::open(fifo).unwrap().read_to_string(&mut text).map(|_| text).unwrap()
            })
        };
        assert_eq!(code(&solve(&from, &fifo)), 0);
        assert_eq!(reader.join().unwrap(), format!("{SOLUTION}\n"));
    }

    #[test]
    fn files_without_a_size_are_read() {
        // Its size is said to be 0, and it is not empty.
        let out = batchdoku(["solve", "/proc/self/status"]).output().unwrap();
        if Path::new("/proc/self/status").exists() {
            assert!(stderr(&out).contains("line 1: "), "{}", stderr(&out));
        }
        assert_eq!(code(&batchdoku(["solve", "/dev/null"]).output().unwrap()), 0);
    }

    #[test]
    fn a_full_disk_is_an_error() {
        if !Path::new("/dev/full").exists() {
            return;
        }
        for args in [&["solve", "-"][..], &["solve", "-", "-o", "/dev/full"]] {
            let mut command = batchdoku(args);
            let full = File::options().write(true).open("/dev/full").unwrap();
            let mut child =
                command.stdin(Stdio::piped()).stdout(full).stderr(Stdio::piped()).spawn().unwrap();
            child.stdin.take().unwrap().write_all(PUZZLE.as_bytes()).unwrap();
            let out = child.wait_with_output().unwrap();
            assert_eq!(code(&out), 2);
            assert!(stderr(&out).contains("No space left on device"), "{}", stderr(&out));
        }
    }

    #[test]
    fn a_reader_that_goes_away_is_no_error() {
        let scratch = Scratch::new();
        let input = format!("{PUZZLE}\n").repeat(20_000);
        let file = scratch.file("in", input);
        let mut command = batchdoku(["solve"]);
        let mut child =
            command.arg(file).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut start = [0; 82];
        let mut stdout = child.stdout.take().unwrap();
        stdout.read_exact(&mut start).unwrap();
        drop(stdout);
        let out = child.wait_with_output().unwrap();
        assert_eq!((code(&out), stderr(&out)), (0, ""));
        assert_eq!(start[..81], *SOLUTION.as_bytes());
    }

    #[test]
    fn unreadable_files_are_refused() {
        let scratch = Scratch::new();
        let file = scratch.file("in", PUZZLE);
        fs::set_permissions(&file, fs::Permissions::from_mode(0o000)).unwrap();
        if File::open(&file).is_ok() {
            return; // This user may read everything.
        }
        let out = solve(&file, &scratch.path("out"));
        assert_eq!(code(&out), 2);
        assert!(stderr(&out).contains("Permission denied"));
    }

    #[test]
    fn an_interrupt_leaves_nothing_behind() {
        for signal in ["INT", "TERM"] {
            let scratch = Scratch::new();
            let to = scratch.file("out", "old");
            let mut command = batchdoku(["solve", "-", "-o"]);
            let mut child =
                command.arg(&to).stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
            let mut stdin = child.stdin.take().unwrap();
            let pid = child.id().to_string();
            let start = Instant::now();
            let mut sent = false;
            // Fed for ever, until it stops reading.
            while stdin.write_all(format!("{PUZZLE}\n").repeat(1000).as_bytes()).is_ok() {
                if !sent && scratch.names().len() == 2 {
                    let kill = Command::new("kill").args(["-s", signal, &pid]).status();
                    sent = kill.unwrap().success();
                }
                assert!(start.elapsed() < Duration::from_secs(60), "it does not stop");
            }
            let out = child.wait_with_output().unwrap();
            assert_eq!(code(&out), 130, "{}", stderr(&out));
            assert_eq!(scratch.names(), ["out"]);
            assert_eq!(fs::read_to_string(&to).unwrap(), "old");
        }
    }
}
