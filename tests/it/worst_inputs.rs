//! Inputs and surroundings at their worst: an answer or an error that says what is wrong, in bounded
//! memory, and nothing left behind.

#![cfg(target_os = "linux")]

use std::{
    ffi::OsStr,
    fs::{self, File},
    io::{Seek, SeekFrom, Write},
    os::unix::{ffi::OsStrExt, fs::FileExt},
    path::Path,
    process::{Command, Output, Stdio},
};

use crate::common::*;

/// Runs a command line of a shell in which `$BATCHDOKU` is the program.
fn shell(line: &str, folder: &Path) -> Output {
    let mut command = Command::new("sh");
    command.args(["-c", line]).current_dir(folder).stdin(Stdio::null());
    command.env("BATCHDOKU", env!("CARGO_BIN_EXE_batchdoku")).output().unwrap()
}

/// The commands that read puzzles, with what they need besides.
const COMMANDS: [&str; 11] = [
    "solve",
    "solve --all",
    "count",
    "check",
    "rate",
    "explain",
    "canon",
    "shuffle",
    "dedupe",
    "stats",
    "split -o split",
];

#[test]
fn json_that_is_valid_but_out_of_range_is_a_malformed_record() {
    let scratch = Scratch::new();
    let deep = format!("{{\"puzzle\":{}{}}}", "[".repeat(200), "]".repeat(200));
    let digits = format!("{{\"puzzle\":{}}}", "7".repeat(100_000));
    for record in ["{\"puzzle\":1e999}", "{\"puzzle\":\"\\ud800\"}", &deep, &digits] {
        let good = format!("{{\"puzzle\":\"{PUZZLE}\"}}");
        scratch.file("in", format!("{record}\n{good}\n"));
        for command in COMMANDS {
            let line = format!("exec \"$BATCHDOKU\" {command} in");
            let out = shell(&line, &scratch.path(""));
            let start = &record[..record.len().min(30)];
            assert_eq!(code(&out), 1, "{command} {start}: {}", stderr(&out));
            assert!(stderr(&out).contains("in: line 1: "), "{command}: {}", stderr(&out));
        }
    }
}

#[test]
fn grids_that_need_no_search() {
    let twice = format!("11{}", ".".repeat(79));
    let wrong = SOLUTION.replacen('1', "2", 1);
    let empty = ".".repeat(81);
    for (line, exit, solution, count) in [
        (SOLUTION, 0, SOLUTION, "1"),
        (&wrong, 1, DOTS, "0"),
        (&twice, 1, DOTS, "0"),
        (PUZZLE, 0, SOLUTION, "1"),
    ] {
        // Without a line end, and with others.
        for end in ["", "\n", "\r\n"] {
            let out = with_input(["solve", "-q"], format!("{line}{end}"));
            assert_eq!((code(&out), stdout(&out)), (exit, &*format!("{solution}\n")), "{line}");
        }
        assert_eq!(stdout(&with_input(["count", "-q"], line)), format!("{count}\n"));
    }
    let out = with_input(["solve", "-q"], &empty);
    assert_eq!((code(&out), out.stdout.len()), (0, 82));
    assert_eq!(code(&with_input(["solve", "-q", "--unique"], &empty)), 1, "it has many solutions");
    let out = with_input(["solve", "-q"], "");
    assert_eq!((code(&out), stdout(&out)), (0, ""));
}

#[test]
fn text_that_is_not_read_is_refused_at_once() {
    let scratch = Scratch::new();
    let utf16: Vec<u8> = format!("{PUZZLE}\n").encode_utf16().flat_map(u16::to_le_bytes).collect();
    let returns = format!("{PUZZLE}\r").repeat(3);
    let table = format!("puzzle,n\r{PUZZLE},1\r{PUZZLE},2\r");
    for (bytes, words) in [
        (&utf16[..], "the text is UTF-16: convert it to UTF-8"),
        (returns.as_bytes(), "the lines end with CR alone"),
        (table.as_bytes(), "the lines end with CR alone"),
    ] {
        scratch.file("in", bytes);
        for command in COMMANDS {
            let line = format!("exec \"$BATCHDOKU\" {command} in");
            let out = shell(&line, &scratch.path(""));
            assert_eq!(code(&out), 2, "{command}: {}", stderr(&out));
            assert!(stderr(&out).contains(words), "{command}: {}", stderr(&out));
        }
    }
    let out = batchdoku(["solve"]).arg(scratch.path("")).output().unwrap();
    assert_eq!(code(&out), 2);
    assert_contains(stderr(&out), "cannot open");
}

/// Inputs that may be large, under a limit of the memory, in KiB, that is not a map of the input. A chunk of
/// malformed lines is remembered until they are reported.
#[test]
fn inputs_without_end_take_bounded_memory() {
    let scratch = Scratch::new();
    // No line end at all; many fields, more than a record holds; a flood of malformed lines; a count that is not true.
    File::create(scratch.path("zeros")).unwrap().set_len(1 << 28).unwrap();
    scratch.file("commas", ",".repeat(20 << 20));
    scratch.file("flood", format!("{PUZZLE}\n{}", "x\n".repeat(2_000_000)));
    scratch.file("count", format!("9999999999\n{PUZZLE}\n"));
    // Text that starts without any puzzle is refused, and malformed records are counted.
    for (input, limit, exit) in [
        ("zeros", 160_000, 2),
        ("commas", 160_000, 2),
        ("flood", 400_000, 1),
        ("count", 160_000, 1),
    ] {
        let ways = [
            format!("exec \"$BATCHDOKU\" solve -q -j2 {input} -o /dev/null"),
            format!("exec \"$BATCHDOKU\" solve -q -j2 --no-mmap {input} -o /dev/null"),
            format!("cat {input} | \"$BATCHDOKU\" solve -q -j2 - -o /dev/null"),
        ];
        // What is remembered of malformed lines does not depend on how they come.
        for line in &ways[if input == "flood" { 2 } else { 0 }..] {
            let out = shell(&format!("ulimit -d {limit}; {line}"), &scratch.path(""));
            assert_eq!(code(&out), exit, "{line}: {}", stderr(&out));
            assert!(stderr(&out).lines().count() < 20, "{line}: {}", stderr(&out));
        }
    }
    let mut array = b"\x93NUMPY\x01\x00\x76\x00".to_vec();
    let header = "{'descr': '|u1', 'fortran_order': False, 'shape': (1000000000, 81), }";
    array.extend(format!("{header:<117}\n").bytes());
    array.extend([0; 81]);
    scratch.file("array.npy", array);
    let line = "ulimit -d 160000; exec \"$BATCHDOKU\" solve array.npy -o out";
    let out = shell(line, &scratch.path(""));
    assert_eq!(code(&out), 1, "{}", stderr(&out));
    assert!(
        stderr(&out).contains("declares 1000000000 records, but there is 1"),
        "{}",
        stderr(&out)
    );
}

/// Bytes beyond 4 GiB are read from there: a line without end is one problem, and the puzzles after it are solved.
/// A map starts in the middle, as all the pages before would be brought into memory.
#[test]
fn puzzles_beyond_four_gibibytes() {
    const FAR: u64 = (4 << 30) + 82;
    let scratch = Scratch::in_memory();
    let path = scratch.file("in", format!("{PUZZLE}\n"));
    let mut file = File::options().append(true).open(&path).unwrap();
    file.set_len(FAR + 1000).unwrap();
    file.write_all(format!("\n{HARDEST}\n# a comment\n{PUZZLE}\n").as_bytes()).unwrap();
    let hardest = with_input(["solve", "-q"], HARDEST);
    let rest = format!("{DOTS}\n{}# a comment\n{SOLUTION}\n", stdout(&hardest));
    let out = batchdoku(["solve", "-j2", "--no-mmap"]).arg(&path).output().unwrap();
    let expected = format!("{SOLUTION}\n{rest}");
    assert_eq!((code(&out), stdout(&out)), (1, &*expected), "{}", stderr(&out));
    for arg in ["-q", "--no-mmap"] {
        let mut file = File::open(&path).unwrap();
        file.seek(SeekFrom::Start(FAR)).unwrap();
        let out = batchdoku(["solve", "-j2", arg, "-"]).stdin(file).output().unwrap();
        assert_eq!((code(&out), stdout(&out)), (1, &*rest), "{}", stderr(&out));
    }
}

/// However few files may be open: a message, and nothing is left.
#[test]
fn few_open_files_are_an_error() {
    let scratch = Scratch::new();
    scratch.file("in", format!("{PUZZLE}\n").repeat(2000));
    let mut solved = 0;
    for files in 3..20 {
        for to in ["out", "out.gz"] {
            let line = format!("ulimit -n {files}; exec \"$BATCHDOKU\" solve -q -j2 in -o {to}");
            let out = shell(&line, &scratch.path(""));
            match code(&out) {
                0 => solved += 1,
                2 => assert!(stderr(&out).contains("Too many open files"), "{}", stderr(&out)),
                // The loader of the program needs files too.
                127 => continue,
                other => panic!("{files} files: {other}: {}", stderr(&out)),
            }
            let _ = fs::remove_file(scratch.path(to));
            assert_eq!(scratch.names(), ["in"], "{files} files");
        }
    }
    assert!(solved > 0);
}

#[test]
fn any_number_of_threads_may_be_asked_for() {
    let scratch = Scratch::new();
    let file = scratch.file("in", format!("{PUZZLE}\n").repeat(2000));
    for threads in ["0", "1", "1000"] {
        let out = batchdoku(["solve", "-q", "-j", threads]).arg(&file).output().unwrap();
        assert_eq!(code(&out), 0, "{}", stderr(&out));
        assert_same(format!("{SOLUTION}\n").repeat(2000), stdout(&out), "");
    }
    assert_eq!(code(&batchdoku(["solve", "-j", "-1"]).output().unwrap()), 2);
}

#[test]
fn the_surroundings_change_no_byte() {
    let scratch = Scratch::new();
    let name = OsStr::from_bytes(b"puzzles-\xFF\xFE");
    let path = scratch.path("").join(name);
    fs::write(&path, format!("{PUZZLE}\nbad\n{HARDEST}\n")).unwrap();
    let solve = || batchdoku(["solve", "-"]);
    let run = |mut command: Command| {
        let out = command.stdin(File::open(&path).unwrap()).output().unwrap();
        (code(&out), out.stdout)
    };
    let expected = run(solve());
    for (key, value) in [
        ("TERM", "dumb"),
        ("NO_COLOR", "1"),
        ("CLICOLOR_FORCE", "1"),
        ("LANG", "C"),
        ("LC_ALL", "xx_XX.bad"),
        ("TZ", "nowhere"),
        ("COLUMNS", "0"),
        ("RAYON_NUM_THREADS", "0"),
    ] {
        let mut command = solve();
        command.env(key, value);
        assert_eq!(run(command), expected, "{key}={value}");
    }
    let mut bare = solve();
    bare.env_clear();
    assert_eq!(run(bare), expected);
    let out = batchdoku(["solve"]).arg(&path).output().unwrap();
    assert_eq!((code(&out), out.stdout), expected, "a name that is not UTF-8");
}

/// Another program writes over what is read: no crash, and as many rows as records.
#[test]
fn an_input_that_is_rewritten_in_place_does_no_harm() {
    let scratch = Scratch::new();
    const LINES: usize = 100_000;
    let path = scratch.file("in", format!("{PUZZLE}\n").repeat(LINES));
    for args in [&["-j2"][..], &["-j2", "--no-mmap"]] {
        let mut command = batchdoku(["solve", "-q", "--engine", "dlx", "-o"]);
        let mut child = command
            .arg(scratch.path("out"))
            .args(args)
            .arg(&path)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let file = File::options().write(true).open(&path).unwrap();
        let mut round = 0_u64;
        while child.try_wait().unwrap().is_none() {
            round += 1;
            let at = round.wrapping_mul(0x9E37_79B9_7F4A_7C15) % (82 * LINES as u64 - 200);
            let bytes: [u8; 200] = std::array::from_fn(|i| (round as usize * 31 + i * 7) as u8);
            file.write_all_at(&bytes, at).unwrap();
        }
        let out = child.wait_with_output().unwrap();
        assert!(
            out.status.code().is_some_and(|code| code < 3),
            "{:?}: {}",
            out.status,
            stderr(&out)
        );
        assert!(!stderr(&out).contains("panicked"), "{}", stderr(&out));
        let _ = fs::remove_file(scratch.path("out"));
        assert_eq!(scratch.names(), ["in"]);
    }
    std::io::stderr().flush().unwrap();
}

/// Lines that once stalled a batch for seconds or minutes, between easy ones, at every level.
#[test]
fn no_line_stalls_a_batch() {
    let scratch = Scratch::new();
    let mut text = format!("{PUZZLE}\n").repeat(40);
    for line in [
        ".3................1.........8.........1...............8129.7..................4.3",
        ".3................1...7.....8.........1....3..........8129.7..................4.3",
        "..........1..4.....3..1.4..8.4......2..................7....1...6............3...",
        "6..8..914..................4..3.......3.4..........1.9..623..91................8.",
        ".........61..4.3...3..1.4..8.4......2..................7....6...6................",
        // By P. Norvig, "Solving Every Sudoku Puzzle": it took his program 24 minutes.
        ".....6....59.....82....8....45........3........6..3.54...325..6..................",
    ] {
        text += &format!("{line}\n").repeat(10);
    }
    let file = scratch.file("in", text);
    let summary = scratch.path("summary");
    for level in ["portable", "avx2", "avx512", "neon"] {
        let mut command = batchdoku(["solve", "-q", "--simd", level, "--summary"]);
        let out = command.arg(&summary).arg(&file).arg("-o").arg(scratch.path("out")).output();
        let out = out.unwrap();
        if code(&out) == 2 {
            assert_ne!(level, "portable", "{}", stderr(&out));
            assert_contains(stderr(&out), level);
            continue;
        }
        let counts: serde_json::Value =
            serde_json::from_slice(&fs::read(&summary).unwrap()).unwrap();
        let nodes = counts["nodes"].as_u64().unwrap();
        assert!(nodes < 60 * 5000, "{level}: {nodes} nodes");
    }
}
