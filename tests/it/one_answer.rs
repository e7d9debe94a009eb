//! The invariant of the pipeline: output bytes are a function of input bytes and options. However
//! the bytes come, whatever else runs, the answers are the same.

use std::{
    fmt, fs,
    io::Write,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::Duration,
};

use batchdoku::simd::SimdLevel;

use crate::common::*;

/// Puzzles with one solution, with several and with none, contradictory ones, lines that are not
/// puzzles, comments: every kind next to every other.
fn mixed() -> Vec<u8> {
    let sets = ["multiple", "nosolution", "hard", "easy"].map(|set| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("data/{set}.txt"));
        fs::read_to_string(path).expect("a set of the repository")
    });
    let mut text = String::new();
    let longest = sets.iter().map(|set| set.lines().count()).max().unwrap_or(0);
    for index in 0..longest.min(400) {
        for set in &sets {
            let line = set.lines().nth(index % set.lines().count().max(1));
            text += line.expect("a line");
            text.push('\n');
        }
        match index % 40 {
            7 => text += "# a comment\n",
            17 => text += "not a puzzle\n\n",
            27 => text += &format!("puzzle {HARDEST}\n"),
            37 => text += &format!("{}\n", ".".repeat(81)),
            _ => {}
        }
    }
    text.into_bytes()
}

/// The exit code and the output of a job, and its rejects with the name of the input left out.
type Answer = (Option<i32>, Vec<u8>, Vec<u8>);

/// Runs the program with its input as file, unless `feed` writes it to a pipe.
fn answer(args: &[&str], file: Option<&Path>, feed: Option<Feed<'_>>, scratch: &Scratch) -> Answer {
    let rejects = scratch.path("rejects");
    let mut command = batchdoku(args);
    command.args(["-q", "--rejects"]).arg(&rejects).stdout(Stdio::piped()).stderr(Stdio::inherit());
    if let Some(file) = file {
        command.arg(file);
    }
    if feed.is_some() {
        command.stdin(Stdio::piped());
    }
    let mut child = command.spawn().expect("the program starts");
    let stdin = child.stdin.take();
    let out = thread::scope(|scope| {
        if let (Some((bytes, lines)), Some(mut stdin)) = (feed, stdin) {
            scope.spawn(move || {
                let all: Vec<_> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
                for (part, some) in all.chunks(lines).enumerate() {
                    stdin.write_all(&some.concat()).expect("the program reads to the end");
                    // Some reads find one part and some find several.
                    if lines < all.len() && part % 8 == 0 {
                        thread::sleep(Duration::from_micros(300));
                    }
                }
            });
        }
        child.wait_with_output().expect("the program ends")
    });
    let rejects = fs::read(rejects).expect("the rejects");
    (out.status.code(), out.stdout, rejects)
}

/// Asserts that two answers are the same: exit code, solutions, rejects.
#[track_caller]
fn assert_same_answer(expected: &Answer, got: &Answer, context: fmt::Arguments<'_>) {
    assert_eq!(expected.0, got.0, "exit codes: {context}");
    assert_same(&expected.1, &got.1, format_args!("solutions: {context}"));
    assert_same(&expected.2, &got.2, format_args!("rejects: {context}"));
}

/// Bytes, and how many lines of them are written at a time.
type Feed<'a> = (&'a [u8], usize);

fn levels() -> impl Iterator<Item = String> {
    SimdLevel::available().map(|level| level.to_string())
}

fn one_answer(args: &[&str]) {
    let scratch = Scratch::new();
    let input = mixed();
    let file = scratch.file("in", &input);
    let expected = answer(args, Some(&file), None, &scratch);
    assert_eq!(expected.0, Some(1));
    assert!(expected.1.len() > 82 * 1000);
    assert!(expected.2.len() > 100);
    let same = |more: &[&str], file: Option<&Path>, feed: Option<Feed<'_>>| {
        let args = [args, more].concat();
        assert_same_answer(
            &expected,
            &answer(&args, file, feed, &scratch),
            format_args!("{args:?} {file:?}"),
        );
    };
    for threads in ["1", "2", "64"] {
        same(&["-j", threads], Some(&file), None);
        same(&["-j", threads, "--no-mmap"], Some(&file), None);
        same(&["-j", threads], None, Some((&input, 3)));
    }
    for level in levels() {
        same(&["--simd", &level], Some(&file), None);
        same(&["--simd", &level], None, Some((&input, 3)));
    }
    for lines in [1, 20, usize::MAX] {
        same(&[], None, Some((&input, lines)));
    }
    for compress in ["gzip", "zstd"] {
        let packed = Command::new(compress).arg("-kq").arg(&file).status();
        if !packed.is_ok_and(|status| status.success()) {
            println!("skipped: there is no {compress} here");
            continue;
        }
        let name = if compress == "gzip" { "in.gz" } else { "in.zst" };
        same(&[], Some(&scratch.path(name)), None);
    }
}

#[test]
fn solve_has_one_answer() {
    one_answer(&["solve"]);
}

#[test]
fn solve_unique_has_one_answer() {
    one_answer(&["solve", "--unique"]);
}

#[test]
fn solve_with_a_node_limit_has_one_answer() {
    one_answer(&["solve", "--max-nodes", "3"]);
}

#[test]
fn solve_all_has_one_answer() {
    one_answer(&["solve", "--all", "--limit", "5"]);
}

/// Commands, each with what varies but the number of threads, and the number of puzzles that it reads.
const COMMANDS: [(&str, usize); 25] = [
    ("solve --to csv", 400),
    ("solve --all --limit 50", 400),
    ("count --limit 50", 400),
    ("check --unique -o - --to jsonl", 400),
    ("rate --er --structure", 100),
    ("explain", 60),
    ("canon --transform", 400),
    ("canon --form pattern", 20),
    ("shuffle --seed 1", 400),
    ("neighbours --limit 2", 100),
    ("neighbours --limit 2 --seed 5", 100),
    ("sub-puzzles --limit 2", 100),
    ("dedupe", 400),
    ("dedupe --equivalent", 400),
    ("split --train 0.7 --valid 0.2 --seed 9 -o out", 400),
    ("split --exact --train 90 --valid 30 --seed 9 -o out", 400),
    ("stats --er --json", 100),
    ("evolve --by nodes --remove 1 --add 1 --pool 5 --rounds 1 -n 5 --seed 1", 0),
    ("grids -n 3000 --seed 5", 0),
    ("generate -n 300 --seed 5", 0),
    ("generate -n 300 --clues 30..36 --seed 5 --with-solution", 0),
    ("generate -n 30 --difficulty hard,search --symmetry rot180 --clues 20..40", 0),
    ("generate -n 30 --invalid multiple", 0),
    ("generate -n 30 --invalid multiple --solutions 3", 0),
    ("generate -n 30 --with-weight", 0),
];

/// The outputs, in files or not, are the same with any number of threads.
#[test]
fn every_command_has_one_answer() {
    let mixed = String::from_utf8(mixed()).expect("text");
    for (command, puzzles) in COMMANDS {
        let text: String = mixed.lines().take(puzzles).flat_map(|line| [line, "\n"]).collect();
        let answer = |threads: &str| {
            let scratch = Scratch::new();
            let args = command.split(' ').chain(["-q", "-j", threads]);
            let mut run = batchdoku(args);
            if puzzles > 0 {
                run.arg(scratch.file("in", &text));
            }
            let out = run.current_dir(scratch.path("")).output().expect("it runs");
            assert!(code(&out) < 2, "{command}: {}", stderr(&out));
            let read = |name: &String| fs::read(scratch.path(name)).expect("an output");
            let files: Vec<_> = scratch.names().iter().map(read).collect();
            (code(&out), out.stdout, files)
        };
        let one = answer("1");
        assert!(one.1.len() + one.2.concat().len() > text.len() + 200, "{command} says little");
        for threads in ["2", "64"] {
            let (code, output, files) = answer(threads);
            let context = format_args!("{command} with {threads} threads");
            assert_eq!(one.0, code, "{context}");
            assert_same(&one.1, output, context);
            assert_same(one.2.concat(), files.concat(), context);
        }
    }
}

#[test]
fn an_overlong_line_is_the_same_however_it_comes() {
    // Around the longest record, 16 MiB with its line end.
    let lengths = [(16 << 20) - 2, (16 << 20) - 1, 16 << 20, 40 << 20];
    thread::scope(|scope| lengths.map(|length| drop(scope.spawn(move || overlong(length)))));
}

/// Reads a line of `length` bytes, with every end, in every way.
fn overlong(length: usize) {
    let scratch = Scratch::new();
    let ends = ["\n", "\r\n", "", &format!("\n{PUZZLE}\n#\n{PUZZLE}")];
    // A line that is too long without its end reads the same with any end.
    for end in &ends[if length < 16 << 20 { 0 } else { 2 }..] {
        let input = format!("{PUZZLE}\n{}{end}", "1".repeat(length));
        let file = scratch.file("in", &input);
        let expected = answer(&["solve"], Some(&file), None, &scratch);
        assert_eq!(expected.0, Some(1));
        let lines = expected.1.iter().filter(|&&byte| byte == b'\n').count();
        assert_eq!(lines, if end.contains(PUZZLE) { 5 } else { 2 });
        let is_said = String::from_utf8_lossy(&expected.2).contains("longer than 16 MiB");
        assert_eq!(is_said, length >= (16 << 20) - 1, "{length} {end:?}");
        let read = answer(&["solve", "--no-mmap"], Some(&file), None, &scratch);
        let piped = answer(&["solve"], None, Some((input.as_bytes(), usize::MAX)), &scratch);
        assert_same_answer(&expected, &read, format_args!("{length} {end:?}"));
        assert_same_answer(&expected, &piped, format_args!("{length} {end:?}"));
    }
}
