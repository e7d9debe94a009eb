//! `--shard`: the outputs of all parts of a job, one after the other, are the output of the whole.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use crate::common::*;

/// Into how many parts jobs are cut.
const COUNTS: [u64; 5] = [1, 2, 3, 7, 31];
/// The numbers of parts where many jobs are cut.
const FEW: [u64; 2] = [2, 7];

/// Runs the program; its standard output and its rejects.
fn run(args: &[&str], inputs: &[PathBuf], shard: Option<String>) -> (Output, Vec<u8>) {
    let scratch = Scratch::new();
    let rejects = scratch.path("rejects");
    let mut command = batchdoku(args);
    command.args(["-j1", "-q", "--rejects"]).arg(&rejects).args(inputs);
    let out = command.args(shard.map(|shard| format!("--shard={shard}"))).output().unwrap();
    assert!(code(&out) < 2, "{args:?}: {}", stderr(&out));
    (out, fs::read(rejects).unwrap())
}

/// Compares the parts of a job with the whole.
fn parts_are_the_whole(args: &[&str], inputs: &[PathBuf], counts: &[u64]) {
    let (whole, rejects) = run(args, inputs, None);
    assert!(whole.stdout.len() > 300, "{args:?}: too little to divide");
    for &count in counts {
        let (mut out, mut rejected) = (Vec::new(), Vec::new());
        let mut empty = 0;
        for part in 1..=count {
            let (found, rejects) = run(args, inputs, Some(format!("{part}/{count}")));
            empty += u64::from(found.stdout.is_empty());
            out.extend(found.stdout);
            rejected.extend(rejects);
        }
        assert_same(&whole.stdout, &out, format_args!("{args:?} {inputs:?} in {count} parts"));
        assert_eq!(
            String::from_utf8_lossy(&rejected),
            String::from_utf8_lossy(&rejects),
            "{args:?} {inputs:?} in {count} parts"
        );
        assert!(empty <= count / 2, "{args:?}: {empty} of {count} parts are empty");
    }
}

/// Puzzles and what else may stand in a file of lines.
fn lines() -> String {
    let mut text = String::new();
    for (index, (puzzle, solution)) in puzzles(150).into_iter().enumerate() {
        match index % 9 {
            0 => text += "# a comment\n\n",
            1 => text += "too short\n",
            2 => text += &format!("{puzzle},{solution}\r\n"),
            3 => text += &format!("{}x{}\n", &puzzle[..40], &puzzle[41..]),
            4 => text += &format!("{}\n", "5".repeat(81)),
            5 => text += &format!("{puzzle} # {}\n", "text ".repeat(index)),
            _ => text += &format!("{puzzle}\n"),
        }
    }
    // The last line has no end.
    text + PUZZLE
}

/// Returns a table with line ends in quotes.
fn table(delimiter: char) -> String {
    let mut text = format!("id{delimiter}puzzle{delimiter}note\n");
    for (index, (puzzle, _)) in puzzles(150).into_iter().enumerate() {
        let note = ["plain", "\"two\nlines\"", "\"a \"\"quote\"\"\n\n\"", ""][index % 4];
        let puzzle = if index % 10 == 3 { "bad" } else { &puzzle };
        text += &format!("{index}{delimiter}{puzzle}{delimiter}{note}\n");
    }
    text
}

fn objects() -> String {
    let object = |(index, (puzzle, _)): (usize, (String, String))| match index % 6 {
        2 => "{\"puzzle\":1e999}\n".to_owned(),
        5 => "\n".to_owned(),
        _ => format!("{{\"id\":{index},\"puzzle\":\"{puzzle}\"}}\n"),
    };
    puzzles(150).into_iter().enumerate().map(object).collect()
}

/// Nine lines for each puzzle, with what people write between them.
fn grids(head: &str, between: &str) -> String {
    let mut text = String::new();
    for (index, (puzzle, _)) in puzzles(120).into_iter().enumerate() {
        text += &head.replace("{}", &format!("{index:02}"));
        for (row, cells) in puzzle.as_bytes().chunks(9).enumerate() {
            let cells = String::from_utf8_lossy(cells);
            // A malformed row, and a missing one.
            match (index % 11, row) {
                (3, 4) => text += &format!("{cells}77\n"),
                (7, 8) => {}
                _ => text += &format!("{cells}\n"),
            }
        }
        text += between;
    }
    text
}

#[test]
fn every_format_and_every_way_to_read_it() {
    let scratch = Scratch::new();
    let npy = scratch.path("in.npy");
    let plain = scratch.file("in.txt", lines());
    let made = batchdoku(["shuffle", "-q", "-o"]).arg(&npy).arg(&plain).output().unwrap();
    assert_eq!(code(&made), 1, "{}", stderr(&made));
    let counted = format!("160\n{}", lines());
    let files = [
        plain,
        scratch.file("counted.txt", counted),
        scratch.file("in.csv", table(',')),
        scratch.file("in.tsv", format!("\u{feff}{}", table('\t'))),
        scratch.file("in.jsonl", objects()),
        scratch.file("in.grid", grids("Grid {}\n", "")),
        scratch.file("blank.grid", grids("", "\n")),
        scratch.file("in.sdk", grids("[Puzzle]\n", "[State]\n123456789\n\n")),
    ];
    for file in files.iter().chain([&npy]) {
        let args = ["solve", "--to", "line"];
        let args = if file.extension().unwrap() == "npy" { &args } else { &args[..1] };
        let inputs = std::slice::from_ref(file);
        parts_are_the_whole(args, inputs, &COUNTS);
        parts_are_the_whole(&[args, &["--no-mmap"]].concat(), inputs, &FEW);
    }
    for (file, tool) in [(&files[0], "gz"), (&files[2], "gz"), (&files[6], "zst"), (&npy, "zst")] {
        let coded = scratch.path(&format!("coded.{tool}"));
        compress(&fs::read(file).unwrap(), &coded);
        parts_are_the_whole(&["solve", "--to", "line"], &[coded], &FEW);
    }
}

/// Writes a compressed file.
fn compress(bytes: &[u8], to: &Path) {
    let file = fs::File::create(to).unwrap();
    let program = if to.extension().unwrap() == "gz" { "gzip" } else { "zstd" };
    match Command::new(program).arg("-c").stdin(Stdio::piped()).stdout(file).spawn() {
        Ok(mut child) => {
            child.stdin.take().unwrap().write_all(bytes).unwrap();
            assert!(child.wait().unwrap().success());
        }
        Err(_) => println!("skipped: there is no {program}"),
    }
}

#[test]
fn every_command() {
    let scratch = Scratch::new();
    let file = [scratch.file("in.txt", lines())];
    for args in [
        &["solve", "--unique", "--to", "csv"][..],
        &["solve", "--all", "--limit", "3"],
        &["count", "--to", "jsonl"],
        &["check", "-o", "-"],
        &["rate", "--to", "tsv"],
        &["canon", "--transform", "--to", "csv"],
        &["shuffle", "--seed", "7"],
        &["shuffle", "--to", "grid", "--strip-comments"],
    ] {
        parts_are_the_whole(args, &file, &FEW);
    }
    for args in [
        &["generate", "-n", "100", "--seed", "3", "--skip", "11", "--with-solution"][..],
        &["generate", "-n", "70", "--to", "csv", "--clues", "17..22", "--max-tries", "5"],
    ] {
        parts_are_the_whole(args, &[], &FEW);
    }
    let grids = |shard: &str| {
        let args = ["grids", "-n", "100", "--to", "csv", "-q", "--shard", shard];
        batchdoku(args).output().unwrap().stdout
    };
    for count in FEW {
        let parts = (1..=count).flat_map(|part| grids(&format!("{part}/{count}")));
        assert!(parts.eq(grids("1/1")), "{count}");
    }
}

#[test]
fn several_inputs_are_divided_as_one() {
    let scratch = Scratch::new();
    let text = lines();
    let long = scratch.file("long", &text);
    let (empty, short) = (scratch.file("empty", ""), scratch.file("short", format!("{HARDEST}\n")));
    let coded = scratch.path("coded.gz");
    compress(text.as_bytes(), &coded);
    let files = [empty, short.clone(), long.clone(), coded, long, short];
    parts_are_the_whole(&["solve"], &files, &COUNTS);
    let (a, b) = (scratch.file("a.csv", table(',')), scratch.file("b.csv", table(',')));
    parts_are_the_whole(&["shuffle"], &[a, b], &FEW);
}

#[test]
fn solutions_beside_the_puzzles() {
    let scratch = Scratch::new();
    let (mut left, mut right) = (String::from("# puzzles\n"), String::from("\n"));
    for (index, (puzzle, solution)) in puzzles(150).into_iter().enumerate() {
        left += &format!("{puzzle}\n");
        right += if index % 10 == 4 { DOTS } else { &solution };
        right += "\n";
    }
    let (first, second) = left.split_at(left.len() / 82 / 3 * 82 + 10);
    let files = [scratch.file("first", first), scratch.file("second", second)];
    let solutions = scratch.file("solutions", &right);
    let args = ["check", "-o", "-", "--solutions", solutions.to_str().unwrap()];
    parts_are_the_whole(&args, &files, &COUNTS);
    // One solution too many is found by whoever reads the end.
    fs::write(&solutions, right + SOLUTION).unwrap();
    for (shard, exit_code) in [("1/3", 1), ("2/3", 1), ("3/3", 2)] {
        let out = batchdoku(args).args(&files).args(["--shard", shard]).output().unwrap();
        assert_eq!(code(&out), exit_code, "{shard}: {}", stderr(&out));
    }
}

#[test]
fn overlong_lines_belong_to_one_part() {
    let scratch = Scratch::new();
    let mut text = format!("{PUZZLE}\n").repeat(3);
    text += &"1".repeat(40 << 20);
    text += &format!("\n{PUZZLE}\n");
    let file = [scratch.file("in", &text)];
    let (whole, rejects) = run(&["solve"], &file, None);
    for count in FEW {
        for read in [None, Some("--no-mmap")] {
            let parts = (1..=count).map(|part| {
                let args: Vec<_> = ["solve"].into_iter().chain(read).collect();
                run(&args, &file, Some(format!("{part}/{count}")))
            });
            let (mut out, mut rejected) = (Vec::new(), Vec::new());
            for (found, rejects) in parts {
                out.extend(found.stdout);
                rejected.extend(rejects);
            }
            assert_same(&whole.stdout, &out, format_args!("{count} {read:?}"));
            assert_same(&rejects, &rejected, format_args!("{count} {read:?}"));
        }
    }
}

#[test]
fn arrays_are_whole_in_every_part() {
    let scratch = Scratch::new();
    let file = scratch.file("in", lines());
    let solve = |shard: &str| {
        let out = batchdoku(["solve", "-q", "--to", "npy", "--shard", shard]).arg(&file).output();
        out.unwrap().stdout
    };
    let whole = solve("1/1");
    let parts: Vec<u8> =
        (1..=7).flat_map(|part| solve(&format!("{part}/7")).split_off(128)).collect();
    assert_same(&whole[128..], &parts, "");
    let last = solve("7/7");
    let shape = format!("'shape': ({}, 81)", (last.len() - 128) / 81);
    assert!(String::from_utf8_lossy(&last[..128]).contains(&shape));
}

#[test]
fn what_has_no_parts_is_refused() {
    let out = with_input(["solve", "--shard", "1/2"], PUZZLE);
    assert_eq!(code(&out), 2);
    assert_eq!(stderr(&out), "error: cannot take a part of 'standard input': it is not a file\n");
    for shard in ["0/2", "3/2", "2", "1/0", "a/b"] {
        let out = batchdoku(["solve", "--shard", shard, "data/examples.txt"]).output().unwrap();
        assert_eq!(code(&out), 2, "{shard}");
        assert_contains(stderr(&out), "expected K/N, with K from 1 to N");
    }
    for document in ["sheet", "opensudoku"] {
        let args = format!("solve --shard 1/2 --to {document} data/examples.txt");
        let out = batchdoku(args.split(' ')).output().unwrap();
        assert_fails(&out, 2, &format!("--shard does not go with --to {document}"));
    }
    // Standard input that is a file has parts.
    let scratch = Scratch::new();
    let file = scratch.file("in", format!("{HARDEST}\n{PUZZLE}\n"));
    let file = fs::File::open(file).unwrap();
    let out = batchdoku(["solve", "-q", "--shard", "2/2"]).stdin(file).output().unwrap();
    assert_eq!((code(&out), stdout(&out)), (0, &*format!("{SOLUTION}\n")));
}
