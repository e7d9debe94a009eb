//! `batchdoku solve` as a process: order, odd input, problems, exit codes.

use std::fs;

use crate::common::*;

#[test]
fn a_puzzle_gives_its_solution() {
    let out = with_input(["solve"], format!("{PUZZLE}\n"));
    assert_eq!((code(&out), stdout(&out)), (0, &*format!("{SOLUTION}\n")));
    assert!(stderr(&out).starts_with("1 puzzle solved; "));
}

#[test]
fn line_n_belongs_to_line_n_with_any_number_of_threads() {
    let scratch = Scratch::new();
    let mut input = String::new();
    let mut expected = String::new();
    for (number, (puzzle, solution)) in puzzles(6000).into_iter().enumerate() {
        let (line, answer) = match number % 97 {
            13 => ("# comment".into(), "# comment".into()),
            14 => (String::new(), String::new()),
            15 => ("12345".into(), DOTS.into()),
            16 => (format!("11{}", &puzzle[2..]), DOTS.into()),
            17 => (format!("{puzzle} 4.5 x"), solution),
            _ => (puzzle, solution),
        };
        input += &(line + "\n");
        expected += &(answer + "\n");
    }
    let file = scratch.file("in", &input);
    for threads in ["1", "2", "64", "0", "1000000"] {
        for from in [file.to_str().unwrap(), "-"] {
            for mmap in [&[][..], &["--no-mmap"]] {
                let out =
                    with_input(["solve", "-q", "-j", threads, from].iter().chain(mmap), &input);
                assert_eq!(code(&out), 1);
                assert_same(
                    &expected,
                    stdout(&out),
                    format_args!("{threads} threads from {from} {mmap:?}"),
                );
            }
            let to = scratch.path("out");
            let to = to.to_str().unwrap();
            let out = with_input(["solve", "-q", "-j", threads, from, "-o", to], &input);
            assert_eq!(code(&out), 1);
            assert_same(
                &expected,
                fs::read_to_string(to).unwrap(),
                format_args!("{threads} threads to a file"),
            );
        }
    }
}

#[test]
fn line_ends_marks_and_blanks() {
    for (input, expected) in [
        (PUZZLE.to_owned(), format!("{SOLUTION}\n")),
        (format!("{PUZZLE}\r\n{PUZZLE}\r\n"), format!("{SOLUTION}\n{SOLUTION}\n")),
        (format!("\u{FEFF}{PUZZLE}\n"), format!("{SOLUTION}\n")),
        (format!("\u{FEFF}# c\r\n\r\n \t\n{PUZZLE}"), format!("# c\n\n \t\n{SOLUTION}\n")),
        (format!("{PUZZLE},{SOLUTION}\n"), format!("{SOLUTION}\n")),
        (format!("0123456789ab {PUZZLE}  5.6\n"), format!("{SOLUTION}\n")),
        (format!("  {PUZZLE}\n"), format!("{SOLUTION}\n")),
        (format!("{SOLUTION}\n"), format!("{SOLUTION}\n")),
        (String::new(), String::new()),
        ("\n\n".into(), "\n\n".into()),
        ("#".into(), "#\n".into()),
    ] {
        let out = with_input(["solve", "-q"], &input);
        assert_eq!((stdout(&out), code(&out), stderr(&out)), (&*expected, 0, ""), "{input:?}");
    }
    for separator in " \t,;|#:".chars() {
        let out = with_input(["solve", "-q"], format!("{PUZZLE}{separator}text 9\n"));
        assert_eq!((stdout(&out), code(&out)), (&*format!("{SOLUTION}\n"), 0));
    }
    for empty in ".0*_xX?-".chars() {
        let out = with_input(["solve", "-q"], PUZZLE.replace('0', &empty.to_string()));
        assert_eq!((stdout(&out), code(&out)), (&*format!("{SOLUTION}\n"), 0));
    }
}

#[test]
fn comments_can_be_stripped() {
    let out = with_input(["solve", "-q", "--strip-comments"], format!("# a\n\n{PUZZLE}\n#b\n"));
    assert_eq!((stdout(&out), code(&out)), (&*format!("{SOLUTION}\n"), 0));
}

#[test]
fn every_problem_is_named_with_its_line() {
    let scratch = Scratch::new();
    let rejects = scratch.path("rejects.tsv");
    let short = &PUZZLE[..80];
    let long = format!("{PUZZLE}0");
    let letter = PUZZLE.replacen("000", "0a0", 1);
    let twice = PUZZLE.replacen("103", "101", 1);
    // Each digit of row 1 but 9 is given or seen by the last cell, which sees 9 too.
    let stuck = "12345678.........9".to_owned() + &".".repeat(63);
    let tab = "ab\tc\\\u{e9}";
    let input = [PUZZLE, short, &long, &letter, "# fine", &twice, &stuck, tab].join("\n");
    let file = scratch.file("in.txt", &input);
    let out =
        batchdoku(["solve".as_ref(), file.as_os_str(), "--rejects".as_ref(), rejects.as_ref()])
            .output()
            .unwrap();
    let lines: Vec<_> = [SOLUTION, DOTS, DOTS, DOTS, "# fine", DOTS, DOTS, DOTS].into();
    assert_eq!((stdout(&out), code(&out)), (&*(lines.join("\n") + "\n"), 1));
    let column = letter.find('a').unwrap() + 1;
    let expected = [
        "line\tkind\tdetail\ttext".to_owned(),
        format!("2\ttoo short\texpected 81 cells, got 80: a spreadsheet may have lost leading zeros (import the column as text)\t{short}"),
        format!("3\ttoo long\texpected 81 cells, got 82\t{long}"),
        format!("4\tbad character\tcolumn {column}: expected a digit or an empty cell (. 0 * _ x X ? -), got 'a'\t{letter}"),
        format!("6\tcontradictory clues\trow 1 has the digit 1 twice\t{twice}"),
        format!("7\tunsolvable\tthe puzzle has no solution\t{stuck}"),
        "8\tbad character\tcolumn 1: expected a digit or an empty cell (. 0 * _ x X ? -), got 'a'\tab\\tc\\\\\\xc3\\xa9".to_owned(),
    ];
    assert_eq!(fs::read_to_string(&rejects).unwrap(), expected.join("\n") + "\n");
    let name = file.display();
    for line in ["2: too short: expected 81 cells, got 80", "7: unsolvable"] {
        assert_contains(stderr(&out), &format!("{name}: line {line}"));
    }
    assert_contains(stderr(&out), "7 puzzles: 1 solved, 2 unsolvable, 4 malformed; ");
}

#[test]
fn only_the_first_ten_problems_are_shown() {
    let out = with_input(["solve"], format!("{}\n", &PUZZLE[1..]).repeat(25));
    assert_eq!(stderr(&out).matches("too short").count(), 10);
    assert_contains(stderr(&out), "... and 15 more");
}

#[test]
fn strict_stops_and_leaves_no_file() {
    let scratch = Scratch::new();
    let (to, rejects) = (scratch.path("out"), scratch.path("rejects"));
    let files = ["-o", to.to_str().unwrap(), "--rejects", rejects.to_str().unwrap()];
    let args = ["solve", "--strict"].into_iter().chain(files);
    let out = with_input(args, format!("{PUZZLE}\n123\n{PUZZLE}\n"));
    assert_eq!(code(&out), 2);
    assert_contains(stderr(&out), "standard input: line 2: too short");
    assert_eq!(scratch.names(), [""; 0]);
    let out = with_input(["solve", "--strict", "-q"], format!("{PUZZLE}\n11{}\n", &PUZZLE[2..]));
    assert_eq!(code(&out), 1, "contradictory clues are not malformed");
}

#[test]
fn several_inputs_are_one_job() {
    let scratch = Scratch::new();
    let first = scratch.file("a", format!("{PUZZLE}\n{PUZZLE}"));
    let second = scratch.file("b", format!("\n{}\n", &PUZZLE[1..]));
    let rejects = scratch.path("rejects");
    let args = [first.to_str().unwrap(), "-", second.to_str().unwrap()];
    let rest = ["--rejects", rejects.to_str().unwrap()];
    let out = with_input(
        ["solve"].iter().chain(&args).chain(&rest),
        format!("#{PUZZLE}\n{}", &PUZZLE[1..]),
    );
    let expected = [SOLUTION, SOLUTION, &format!("#{PUZZLE}"), DOTS, "", DOTS, ""].join("\n");
    assert_eq!((stdout(&out), code(&out)), (&*expected, 1));
    assert_contains(stderr(&out), &format!("{}: line 2: too short", second.display()));
    let table = fs::read_to_string(&rejects).unwrap();
    assert!(table.starts_with("file\tline\tkind\tdetail\ttext\nstandard input\t2\ttoo short\t"));
}

#[test]
fn the_summary_as_json() {
    let scratch = Scratch::new();
    let stats = scratch.path("stats.json");
    let args = ["solve", "-q", "-j", "2", "--summary", stats.to_str().unwrap()];
    let out = with_input(args, format!("{PUZZLE}\n1\n{HARDEST}\n"));
    assert_eq!((code(&out), stderr(&out)), (1, ""));
    let text = fs::read_to_string(&stats).unwrap();
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&json["puzzles"], &json["done"]), (&3.into(), &2.into()));
    assert_eq!((&json["malformed"], &json["threads"]), (&1.into(), &2.into()));
    assert!(json["puzzles_per_second"].as_f64().unwrap() > 0.0);
    let out = with_input(["solve", "-q", "--summary", "-"], PUZZLE);
    assert!(stderr(&out).trim_start().starts_with('{'));
}

#[test]
fn usage() {
    assert_eq!(code(&with_input(["solve", "--engine", "magic"], "")), 2);
    assert_eq!(code(&with_input(["solve", "-j", "-1"], "")), 2);
    let version = with_input(["--version"], "");
    let first = concat!("batchdoku ", env!("CARGO_PKG_VERSION"), "\n");
    assert!(stdout(&version).starts_with(first), "{}", stdout(&version));
    let has_parquet = stdout(&version).contains("+parquet");
    assert_eq!(has_parquet, cfg!(feature = "parquet"), "{}", stdout(&version));
    assert_eq!(stdout(&with_input(["-V"], "")), first);
    let help = with_input(["solve", "--help"], "");
    assert_eq!(code(&help), 0);
    assert_contains(stdout(&help), "Examples:");
}

#[test]
fn a_record_in_many_small_writes() {
    // One byte at a time through a pipe: the same as all at once.
    use std::{io::Write, process::Stdio};
    let mut command = batchdoku(["solve", "-q"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    for byte in format!("{PUZZLE}\n#\n{PUZZLE}").bytes() {
        stdin.write_all(&[byte]).unwrap();
    }
    drop(stdin);
    let out = child.wait_with_output().unwrap();
    assert_eq!(stdout(&out), format!("{SOLUTION}\n#\n{SOLUTION}\n"));
}

#[test]
fn an_overlong_line_is_one_problem() {
    let input = format!("{PUZZLE}\n{}\n{PUZZLE}\n", "1".repeat(40 << 20));
    let out = with_input(["solve"], &input);
    assert_eq!((stdout(&out), code(&out)), (&*format!("{SOLUTION}\n{DOTS}\n{SOLUTION}\n"), 1));
    assert_contains(stderr(&out), "line 2: too long");
    // What is cut off may be a puzzle, so the line is neither blank nor a comment.
    for start in [" ", "#"] {
        let input = format!("{PUZZLE}\n{}{PUZZLE}\n", start.repeat(17 << 20));
        let out = with_input(["solve"], &input);
        assert_eq!((stdout(&out), code(&out)), (&*format!("{SOLUTION}\n{DOTS}\n"), 1));
    }
    let table = format!("puzzle\n{}\n{}{PUZZLE}\n", PUZZLE, " ".repeat(17 << 20));
    let out = with_input(["solve", "--from", "csv", "--to", "puzzle"], &table);
    assert_eq!(code(&out), 1);
}

#[test]
fn benchmark_puzzles_are_solved_as_known() {
    let Some(data) = shared_data() else { return };
    let sets: &[&str] = if cfg!(debug_assertions) {
        &["top1465", "17clue"]
    } else {
        &["easy", "minimal", "17clue", "top1465", "hard"]
    };
    for set in sets {
        let out = batchdoku(["solve", "-q"]).arg(data.join(format!("{set}.txt"))).output().unwrap();
        assert_eq!(code(&out), 0);
        assert_same(
            fs::read(data.join(format!("{set}.sol"))).unwrap(),
            &out.stdout,
            format_args!("{set}"),
        );
    }
    let out = batchdoku(["solve", "-q"]).arg(data.join("nosolution.txt")).output().unwrap();
    let lines = out.stdout.len() / 82;
    assert_eq!((code(&out), stdout(&out)), (1, &*format!("{DOTS}\n").repeat(lines)));
}
