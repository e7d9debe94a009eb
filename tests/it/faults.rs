//! Faults from outside: signals, kills, limits, closed streams, outputs that are inputs. No file but a
//! complete one has the name of an output, and no temporary file is left.

#![cfg(unix)]

use std::{
    fs::{self, File},
    io::{BufRead, BufReader, Write},
    os::unix::fs::symlink,
    path::Path,
    process::{Command, Output, Stdio},
    time::{Duration, Instant},
};

use crate::common::*;

fn solve(from: &Path, to: &Path) -> Output {
    batchdoku(["solve", "-q"]).arg(from).arg("-o").arg(to).output().unwrap()
}

#[test]
fn an_input_under_another_name_is_refused_as_output() {
    let scratch = Scratch::new();
    let file = scratch.file("in", PUZZLE);
    let (link, other) = (scratch.path("link"), scratch.path("other"));
    symlink(&file, &link).unwrap();
    fs::hard_link(&file, &other).unwrap();
    for to in [&link, &other] {
        let out = solve(&file, to);
        assert_eq!(code(&out), 2);
        assert_contains(stderr(&out), "is the same file as input");
    }
    // `solve in >> in` would read its own output, for ever.
    let appended = File::options().append(true).open(&file).unwrap();
    let out = batchdoku(["solve"]).arg(&link).stdout(appended).output().unwrap();
    assert_eq!(code(&out), 2);
    assert_contains(stderr(&out), "output 'standard output' is the same file as input");
    let appended = File::options().append(true).open(&file).unwrap();
    let read = File::open(&other).unwrap();
    let out = batchdoku(["solve"]).stdin(read).stdout(appended).output().unwrap();
    assert_eq!(code(&out), 2);
    assert_eq!(fs::read_to_string(&file).unwrap(), PUZZLE);
    assert_eq!(scratch.names(), ["in", "link", "other"]);
}

/// Returns the names of temporary files.
fn temporaries(scratch: &Scratch) -> Vec<String> {
    let mut names = scratch.names();
    names.retain(|name| name.ends_with(".tmp"));
    names
}

#[test]
fn what_a_killed_run_leaves_is_removed_by_the_next() {
    let scratch = Scratch::new();
    let from = scratch.file("in", PUZZLE);
    let to = scratch.path("out");
    let mut running = Vec::new();
    for count in 1..=3 {
        let mut command = batchdoku(["solve", "-", "-o"]);
        running.push(command.arg(&to).stdin(Stdio::piped()).spawn().unwrap());
        wait_until("it starts", || temporaries(&scratch).len() == count);
    }
    for dead in [0, 2] {
        running[dead].kill().unwrap();
        running[dead].wait().unwrap();
    }
    assert_eq!(temporaries(&scratch).len(), 3);
    assert_eq!(code(&solve(&from, &to)), 0);
    assert_eq!(temporaries(&scratch).len(), 1, "that of the one that still runs");
    let mut stdin = running[1].stdin.take().unwrap();
    stdin.write_all(PUZZLE.as_bytes()).unwrap();
    drop(stdin);
    assert!(running[1].wait().unwrap().success());
    assert_eq!(scratch.names(), ["in", "out"]);
    assert_eq!(fs::read_to_string(&to).unwrap(), format!("{SOLUTION}\n"));
}

#[test]
fn a_missing_folder_for_temporary_files_is_named() {
    let mut command = batchdoku(["solve", "--to", "npy", "data/examples.txt"]);
    let out = command.env("TMPDIR", "/no/such/folder").output().unwrap();
    assert_eq!(code(&out), 2);
    assert_contains(stderr(&out), "cannot create 'a temporary file in /no/such/folder'");
}

#[test]
fn an_interrupt_leaves_nothing_behind() {
    for (signal, exit_code) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
        let scratch = Scratch::new();
        let to = scratch.file("out", "old");
        let mut command = batchdoku(["solve", "-", "-o"]);
        let mut child =
            command.arg(&to).stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let start = Instant::now();
        let mut sent = false;
        // Fed for ever, until it stops reading.
        while stdin.write_all(format!("{PUZZLE}\n").repeat(1000).as_bytes()).is_ok() {
            if !sent && scratch.names().len() == 2 {
                send(signal, child.id());
                sent = true;
            }
            assert!(start.elapsed() < PATIENCE, "it does not stop");
        }
        let out = child.wait_with_output().unwrap();
        assert_eq!(code(&out), exit_code, "{}", stderr(&out));
        // What is done and what is not written, and nothing for each puzzle that is not finished.
        let said = stderr(&out);
        assert!(said.starts_with("interrupted"), "{said}");
        assert!(said.ends_with("out' was not written\n"), "{said}");
        assert_eq!(said.lines().count(), 2, "{said}");
        assert_eq!(scratch.names(), ["out"]);
        assert_eq!(fs::read_to_string(&to).unwrap(), "old");
    }
}

/// Starts the program, waits until the process is ready, interrupts it, and returns how it ended: without more work.
fn interrupted(mut command: Command, wait: impl Fn(u32)) -> Output {
    let child = command.stderr(Stdio::piped()).spawn().unwrap();
    wait(child.id());
    let before = cpu_time(child.id());
    send("INT", child.id());
    ends_without_work(child.id(), before);
    child.wait_with_output().unwrap()
}

#[test]
fn an_interrupt_ends_a_job_that_waits() {
    let scratch = Scratch::new();
    let fifo = scratch.path("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let start = |_| wait_until("it starts", || !temporaries(&scratch).is_empty());
    // For bytes of standard input, and for somebody to write to a pipe.
    let (reader, _writer) = std::io::pipe().unwrap();
    let mut waits_for_bytes = batchdoku(["solve", "-q", "-", "-o"]);
    waits_for_bytes.arg(scratch.path("out")).stdin(reader);
    let mut waits_for_writer = batchdoku(["solve", "-q"]);
    waits_for_writer.arg(&fifo).arg("-o").arg(scratch.path("out"));
    for command in [waits_for_bytes, waits_for_writer] {
        // Without the signal it would wait for ever.
        let out = interrupted(command, start);
        assert_eq!((code(&out), stderr(&out)), (130, "interrupted\n"));
        assert_eq!(scratch.names(), ["fifo"]);
    }
}

/// A second signal does not wait for the job at all.
#[test]
fn a_second_signal_ends_the_program_too() {
    let scratch = Scratch::new();
    let to = scratch.file("out", "old");
    let (reader, _writer) = std::io::pipe().unwrap();
    let mut command = batchdoku(["solve", "-q", "-", "-o"]);
    let child = command.arg(&to).stdin(reader).stderr(Stdio::piped()).spawn().unwrap();
    wait_until("it starts", || !temporaries(&scratch).is_empty());
    let pid = child.id();
    let twice = format!("kill -s TERM {pid}; sleep 0.01; kill -s INT {pid}");
    Command::new("sh").args(["-c", &twice]).stderr(Stdio::null()).status().unwrap();
    let out = child.wait_with_output().unwrap();
    assert!([143, 130].contains(&code(&out)), "{}", stderr(&out));
    assert_eq!(stderr(&out), "interrupted\n");
    assert_eq!(scratch.names(), ["out"]);
    assert_eq!(fs::read_to_string(&to).unwrap(), "old");
}

/// Runs a command line of a shell in which `$BATCHDOKU` is the program.
fn shell(line: &str, folder: &Path) -> Output {
    let mut command = Command::new("sh");
    command.args(["-c", line]).current_dir(folder).stdin(Stdio::null());
    command.env("BATCHDOKU", env!("CARGO_BIN_EXE_batchdoku")).output().unwrap()
}

#[test]
fn a_limit_of_the_file_size_is_an_error() {
    let scratch = Scratch::new();
    scratch.file("in", format!("{PUZZLE}\n").repeat(5000));
    for to in ["-o out", "-o out.gz --compress none", "> stream"] {
        let out =
            shell(&format!("ulimit -f 8; exec \"$BATCHDOKU\" solve -q in {to}"), &scratch.path(""));
        assert_eq!(code(&out), 2, "{to}");
        assert!(stderr(&out).contains("File too large"), "{to}: {}", stderr(&out));
    }
    assert_eq!(scratch.names(), ["in", "stream"]);
}

/// The copy of what can be read only once, and what is known last of an array, lie in temporary files.
#[test]
fn a_temporary_file_that_cannot_be_written_is_named() {
    let scratch = Scratch::new();
    scratch.file("in", format!("{PUZZLE}\n").repeat(5000));
    for line in [
        "cat in | \"$BATCHDOKU\" dedupe -q -o out",
        "\"$BATCHDOKU\" solve -q in --to npy | cat >out",
    ] {
        let line = format!("ulimit -f 8; set -o pipefail; {line}");
        let mut bash = Command::new("bash");
        bash.arg("-c").arg(line).current_dir(scratch.path(""));
        let out = bash.env("BATCHDOKU", env!("CARGO_BIN_EXE_batchdoku")).output().unwrap();
        assert_eq!(code(&out), 2);
        assert_contains(stderr(&out), "a temporary file in /");
    }
}

#[test]
fn a_closed_stream_is_an_error_for_who_needs_it() {
    if !cfg!(target_os = "linux") {
        println!("skipped: closed streams are noticed on Linux only");
        return;
    }
    let scratch = Scratch::new();
    scratch.file("in", PUZZLE);
    for (line, what) in [
        ("solve -q in >&-", "cannot write 'standard output'"),
        ("count -q in >&-", "cannot write 'standard output'"),
        ("generate -n 1 -q >&-", "cannot write 'standard output'"),
        ("solve -q - <&-", "cannot read 'standard input'"),
    ] {
        let out = shell(&format!("exec \"$BATCHDOKU\" {line}"), &scratch.path(""));
        assert_eq!(code(&out), 2, "{line}");
        assert!(stderr(&out).contains(what), "{line}: {}", stderr(&out));
    }
    for line in ["check -q in in <&- >&-", "solve -q in -o out <&- >&-", "solve -q in 2>&-"] {
        let out = shell(&format!("exec \"$BATCHDOKU\" {line}"), &scratch.path(""));
        assert!(code(&out) < 2, "{line}: {}", stderr(&out));
    }
}

#[test]
fn a_summary_that_cannot_be_written_leaves_no_output() {
    let scratch = Scratch::new();
    let file = scratch.file("in", PUZZLE);
    for summary in [scratch.path("no/folder/summary"), "/dev/full".into()] {
        let mut command = batchdoku(["solve", "--summary"]);
        let out = command.arg(&summary).arg(&file).arg("-o").arg(scratch.path("out")).output();
        let out = out.unwrap();
        assert_eq!(code(&out), 2);
        assert_contains(stderr(&out), &summary.to_string_lossy());
        assert_eq!(scratch.names(), ["in"]);
    }
}

/// Texts that no job writes: the schema, the help, the version.
#[cfg(target_os = "linux")]
#[test]
fn texts_without_room_are_errors_and_without_a_reader_are_not() {
    for args in ["explain --schema", "--help", "solve --help", "solve -h", "--version"] {
        let run = |stdout: Stdio| batchdoku(args.split(' ')).stdout(stdout).output().unwrap();
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let out = run(full.into());
        assert_eq!(code(&out), 2, "{args}: {}", stderr(&out));
        let words = "error: cannot write 'standard output': No space left on device";
        assert!(stderr(&out).starts_with(words), "{args}: {}", stderr(&out));
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let out = run(writer.into());
        assert_eq!((code(&out), stderr(&out)), (0, ""), "{args}");
    }
}

#[test]
fn the_schema_goes_where_the_output_goes() {
    let scratch = Scratch::new();
    let file = scratch.path("schema.json");
    let out = batchdoku(["explain", "--schema", "-o"]).arg(&file).output().unwrap();
    assert_eq!((code(&out), stdout(&out)), (0, ""), "{}", stderr(&out));
    let shown = batchdoku(["explain", "--schema"]).output().unwrap();
    assert_eq!(fs::read_to_string(&file).unwrap(), stdout(&shown));
}

#[test]
fn interrupted_statistics_leave_no_file() {
    let scratch = Scratch::new();
    let (reader, _writer) = std::io::pipe().unwrap();
    let mut command = batchdoku(["stats", "-", "-o"]);
    command.arg(scratch.path("out")).arg("--plot").arg(scratch.path("plot.svg")).stdin(reader);
    let start = |_| wait_until("it starts", || temporaries(&scratch).len() == 2);
    let out = interrupted(command, start);
    assert_eq!(code(&out), 130, "{}", stderr(&out));
    assert!(scratch.names().is_empty());
}

#[test]
fn all_files_of_stats_appear_or_none() {
    let scratch = Scratch::new();
    let file = scratch.file("in", format!("{PUZZLE}\nbad\n"));
    let [x, y] = ["x", "y"].map(|name| scratch.path(name));
    for [first, second] in [["-o", "--rejects"], ["-o", "--summary"], ["--html", "--rejects"]] {
        let mut command = batchdoku(["stats", "-q"]);
        let out = command.arg(&file).arg(first).arg(&x).arg(second).arg(&x).output().unwrap();
        assert_eq!(code(&out), 2, "{first} {second}");
        assert_contains(stderr(&out), "is the same file as another output");
    }
    let stats = |output: &str| {
        let mut command = batchdoku(["stats", "-q", "-o", output]);
        command.arg(&file).arg("--rejects").arg(&x).arg("--summary").arg(&y).output().unwrap()
    };
    let out = stats("/dev/full");
    assert_eq!(code(&out), 2, "{}", stderr(&out));
    assert_eq!(scratch.names(), ["in"]);
    let out = stats("-");
    assert_eq!(code(&out), 1, "{}", stderr(&out));
    assert!(stdout(&out).starts_with("puzzles  "), "{}", stdout(&out));
    assert_eq!(scratch.names(), ["in", "x", "y"]);
}

#[test]
fn control_characters_of_names_do_not_reach_the_terminal() {
    let scratch = Scratch::new();
    let file = scratch.file("in\u{1b}[31m\nx", "bad\n");
    for path in [&file, &scratch.path("missing\u{1b}[2J")] {
        let out = batchdoku(["solve"]).arg(path).output().unwrap();
        let is_control = |char: char| char.is_control() && char != '\n';
        assert!(!stderr(&out).contains(is_control));
        assert_contains(stderr(&out), "\\u{1b}[");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_dedupe_leaves_no_copy_of_its_input() {
    let scratch = Scratch::new();
    let folder = scratch.path("temporary");
    fs::create_dir(&folder).unwrap();
    let (reader, mut writer) = std::io::pipe().unwrap();
    writer.write_all(PUZZLE.as_bytes()).unwrap();
    let mut command = batchdoku(["dedupe", "-"]);
    command.env("TMPDIR", &folder).stdin(reader);
    // The copy may have no name.
    let copies = |pid| {
        let open = fs::read_dir(format!("/proc/{pid}/fd")).ok().into_iter().flatten().flatten();
        open.filter_map(|file| fs::read_link(file.path()).ok())
            .any(|path| path.starts_with(&folder))
    };
    let out = interrupted(command, |pid| wait_until("it makes a copy", || copies(pid)));
    assert_eq!((code(&out), stderr(&out)), (130, "interrupted\n"));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}

/// Whatever a job works on, a record or a block that takes long to compress, the process ends.
#[test]
fn an_interrupt_ends_whatever_takes_long() {
    let scratch = Scratch::new();
    let file = scratch.file("in", format!("{HARDEST}\n").repeat(6000));
    let (pairs, many) = (puzzles(20_000), 8);
    let block: String = pairs.iter().flat_map(|(puzzle, _)| [puzzle, "\n"]).collect();
    let long = scratch.file("long", block.repeat(many));
    let out = scratch.path("out.zst");
    let names = scratch.names();
    for args in [
        &["explain"][..],
        &["rate", "--er"],
        &["stats", "--er"],
        &["shuffle", "--compress-level", "19"],
        &["shuffle", "--compress-level", "22", "--compress", "zstd"],
    ] {
        let mut command = batchdoku(args);
        let input = if args[0] == "shuffle" { &long } else { &file };
        command.args(["-q", "-j1"]).arg(input).arg("-o").arg(&out);
        let ended = interrupted(command, |pid| wait_for_work(pid, Duration::from_millis(250)));
        assert_eq!(code(&ended), 130, "{args:?}: {}", stderr(&ended));
        assert_eq!(scratch.names(), names);
    }
}

/// As `nohup` starts it, and a shell that runs a script with `&`.
#[test]
fn a_signal_that_was_ignored_stays_ignored() {
    for (ignored, ends) in [("HUP", Some("INT")), ("HUP INT TERM", None)] {
        let scratch = Scratch::new();
        let (reader, mut writer) = std::io::pipe().unwrap();
        let mut command = heeding("sh");
        let line = format!("trap '' {ignored}; exec \"$0\" solve -q - -o out");
        command.args(["-c", &line, env!("CARGO_BIN_EXE_batchdoku")]).stdin(reader);
        let mut child = command.current_dir(scratch.path("")).spawn().unwrap();
        wait_until("it has begun", || !temporaries(&scratch).is_empty());
        let pid = child.id().to_string();
        let kill = |signal| {
            assert!(Command::new("kill").args(["-s", signal, &pid]).status().unwrap().success());
        };
        ignored.split(' ').for_each(kill);
        // While its input stays open, only a signal can end it.
        let held = match ends {
            Some(signal) => {
                kill(signal);
                Some(writer)
            }
            None => {
                writer.write_all(format!("{PUZZLE}\n").as_bytes()).unwrap();
                drop(writer);
                None
            }
        };
        assert_eq!(child.wait().unwrap().code(), Some(if ends.is_some() { 130 } else { 0 }));
        drop(held);
        assert_eq!(scratch.names().len(), usize::from(ends.is_none()));
    }
}

/// Where a program that is interrupted does not end with its job, it still says what is done.
#[test]
fn an_interrupted_program_says_what_is_done() {
    let scratch = Scratch::new();
    let (reader, mut writer) = std::io::pipe().unwrap();
    writer.write_all(format!("{PUZZLE}\n").repeat(500).as_bytes()).unwrap();
    let mut command = batchdoku(["solve", "--progress", "always", "-", "-o"]);
    command.arg(scratch.path("out")).stdin(reader).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut said = BufReader::new(child.stderr.take().unwrap()).lines();
    // They are solved as they come, and counted from time to time.
    assert!(said.any(|line| line.unwrap().starts_with("500 puzzles, ")));
    send("INT", child.id());
    let said: Vec<_> = said.map(Result::unwrap).collect();
    let [.., done, left] = &said[..] else { panic!("{said:?}") };
    assert_eq!(done, "interrupted after 500 puzzles or more");
    assert!(left.ends_with("out' was not written"), "{left}");
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(scratch.names().is_empty());
}

#[test]
fn an_interrupted_bench_ends_with_what_it_has_measured() {
    let scratch = Scratch::new();
    // One solution is found at once, and all of them are not.
    let puzzle = |cell| format!("{}1{}\n", ".".repeat(cell), ".".repeat(80 - cell));
    let file = scratch.file("in.txt", (0..40).map(puzzle).collect::<String>());
    for (limits, is_measured) in [("1,1000000000", true), ("1000000000", false)] {
        let mut command = batchdoku("bench --engine mrv,dlx --rounds 1 --seconds 0".split(' '));
        command.args(["--limit", limits]).arg(&file).arg("--export-csv").arg(scratch.path("csv"));
        command.stdout(Stdio::piped());
        let out = interrupted(command, |pid| wait_for_work(pid, Duration::from_millis(250)));
        let said = stderr(&out);
        assert_fails(&out, 130, "interrupted");
        assert_eq!(stdout(&out).contains("in: 40 puzzles, limit 1\n"), is_measured, "{said}");
        assert_eq!(scratch.names(), ["in.txt"]);
    }
}
