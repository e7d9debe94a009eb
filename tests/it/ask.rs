//! The questions as processes: how many solutions, which, is this one right.

use std::{collections::BTreeSet, path::Path, process::Stdio};

use crate::common::*;

const EMPTY: &str = DOTS;

/// The engines that find all solutions in reasonable time.
const ENGINES: [&str; 4] = ["auto", "lanes", "mrv", "dlx"];

/// Returns a puzzle with some thousands of solutions.
fn many() -> String {
    let mut cells = SOLUTION.to_owned();
    for row in [0, 1, 3, 4, 6, 7] {
        cells.replace_range(row * 9..row * 9 + 7, ".......");
    }
    cells
}

#[test]
fn unique_solutions_only() {
    let input = format!("{PUZZLE}\n{EMPTY}\n{HARDEST}\n{}\n", many());
    let out = with_input(["solve", "--unique"], &input);
    let lines: Vec<_> = stdout(&out).lines().collect();
    assert_eq!((code(&out), lines[0], lines[1], lines[3]), (1, SOLUTION, DOTS, DOTS));
    assert!(!lines[2].contains('.'));
    assert_contains(stderr(&out), "2 with multiple solutions");
    let out = with_input(["solve", "--unique", "-o", "/dev/null", "--rejects", "-"], &input);
    assert_contains(stdout(&out), "2\tmultiple\t");
    let out = with_input(["solve", "-q"], &input);
    assert_eq!(code(&out), 0, "any solution is one");
    assert!(!stdout(&out).contains('.'));
}

#[test]
fn counts() {
    let input = format!("{PUZZLE}\n# c\n{EMPTY}\n11{}\nbad\n", &PUZZLE[2..]);
    let out = with_input(["count"], &input);
    assert_eq!((code(&out), stdout(&out)), (1, "1\n# c\n2+\n0\n-\n"));
    let out = with_input(["count", "--limit", "1000", "-q"], format!("{PUZZLE}\n{EMPTY}\n"));
    assert_eq!((code(&out), stdout(&out)), (0, "1\n1000+\n"));
    let mut before = None;
    for engine in ENGINES {
        let out = with_input(["count", "--limit", "0", "-q", "--engine", engine], many());
        let count: u64 = stdout(&out).trim().parse().unwrap();
        assert!((1000..1_000_000).contains(&count), "{count}");
        assert!(before.replace(count).is_none_or(|before| before == count), "{engine}");
    }
}

#[test]
fn all_solutions_are_the_same_set_from_every_engine() {
    let mut before: Option<BTreeSet<String>> = None;
    for engine in ENGINES {
        let out = with_input(["solve", "--all", "-q", "--engine", engine], many());
        let set: BTreeSet<_> = stdout(&out).lines().map(str::to_owned).collect();
        assert_eq!(set.len(), stdout(&out).lines().count(), "each once");
        assert!(before.replace(set.clone()).is_none_or(|before| before == set), "{engine}");
    }
    let sorted = with_input(["solve", "--all", "-q", "--sorted"], many());
    assert!(stdout(&sorted).lines().eq(before.unwrap().iter()), "in lexicographic order");
}

#[test]
fn the_hardest_has_one_solution_whoever_looks() {
    let one = stdout(&with_input(["solve", "-q"], HARDEST)).to_owned();
    for engine in ["dlx", "backtrack", "mrv", "lanes"] {
        let out = with_input(["solve", "--all", "-q", "--engine", engine], HARDEST);
        assert_eq!((stdout(&out), code(&out)), (&*one, 0), "{engine}");
    }
}

#[test]
fn the_smallest_grids() {
    let out = with_input(["solve", "--all", "--sorted", "--limit", "5", "-q"], EMPTY);
    let lines: Vec<_> = stdout(&out).lines().collect();
    // Known from the enumeration of grids in lexicographic order.
    assert_eq!(
        lines[0],
        "123456789456789123789123456214365897365897214897214365531642978642978531978531642"
    );
    assert_eq!(lines.len(), 5);
    assert!(lines.is_sorted());
    let plain =
        with_input(["solve", "--all", "--engine", "backtrack", "--limit", "5", "-q"], EMPTY);
    assert_eq!(stdout(&plain), stdout(&out), "plain search in row order agrees");
}

/// A record has what `solve --all` writes on lines of their own, and the number that `count` has; the cells that all have in
/// common are the backbone that `rate` finds without them.
#[test]
fn all_solutions_are_listed_in_one_record() {
    let input = format!("{}\n{PUZZLE}\n11{}\nbad\n{EMPTY}\n", many(), &PUZZLE[2..]);
    let all = "solve --all --sorted -q --limit 30000";
    let listed = with_input(format!("{all} --as-list").split(' '), &input);
    assert_eq!(code(&listed), 1, "{}", stderr(&listed));
    let rows: Vec<serde_json::Value> =
        stdout(&listed).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let lines = with_input(all.split(' '), &input);
    let lists = rows.iter().map(|row| row["solutions"].as_array());
    let solutions: Vec<_> = lists.flatten().flatten().map(|it| it.as_str().unwrap()).collect();
    let lines: Vec<_> = stdout(&lines).lines().filter(|line| !line.contains('.')).collect();
    assert!(lines == solutions, "{} lines, {} solutions", lines.len(), solutions.len());
    assert_eq!(rows[1]["solutions"], serde_json::json!([SOLUTION]));
    assert_eq!(rows[2]["solutions"], serde_json::json!([]));
    let counted = with_input("count -q --limit 30000 --to jsonl".split(' '), &input);
    for (row, line) in rows.iter().zip(stdout(&counted).lines()) {
        let count: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!((&row["puzzle"], &row["count"]), (&count["puzzle"], &count["count"]));
    }
    let rated = with_input("rate -q --with backbone --to jsonl".split(' '), &input);
    for (index, line) in stdout(&rated).lines().enumerate() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let Some(solutions) = rows[index]["solutions"].as_array().filter(|all| !all.is_empty())
        else {
            // The backbone of an empty grid is dots.
            assert_eq!(row["backbone"], serde_json::Value::Null, "{line}");
            continue;
        };
        let solutions: Vec<_> = solutions.iter().map(|it| it.as_str().unwrap()).collect();
        let common = |cell| solutions.iter().all(|it| it[cell..=cell] == solutions[0][cell..=cell]);
        let cells = (0..81).map(|cell| if common(cell) { &solutions[0][cell..=cell] } else { "." });
        let expected: String = cells.collect();
        // Of the empty grid, not all solutions are listed.
        let expected = if index == 4 { EMPTY } else { &expected };
        assert_eq!(row["backbone"], expected);
    }
    for (args, words) in [
        ("--as-list", "--as-list needs --all"),
        ("--all --as-list", "--as-list needs --limit"),
        ("--all --limit 1000001 --as-list", "--limit must be from 1 to 1000000, got 1000001"),
        ("--all --limit 5 --as-list --to line", "it has no place for a list"),
        ("--all --limit 5 --as-list -o x.sdm", "it has no place for a list"),
    ] {
        let args = ["solve"].into_iter().chain(args.split(' '));
        assert_fails(&with_input(args, PUZZLE), 2, words);
    }
}

#[test]
fn all_solutions_are_grouped_and_the_same_for_any_number_of_threads() {
    let mut input = String::new();
    for (puzzle, _) in puzzles(500) {
        // Without its first clues it has several solutions.
        input += &format!("{}{}\n# next\n12\n", ".".repeat(20), &puzzle[20..]);
    }
    let one = with_input(["solve", "--all", "-q", "-j", "1", "--limit", "50"], &input);
    assert_eq!(code(&one), 1);
    assert!(stdout(&one).lines().count() > 2500);
    for threads in ["2", "64"] {
        let out = with_input(["solve", "--all", "-q", "-j", threads, "--limit", "50"], &input);
        assert_same(&one.stdout, &out.stdout, format_args!("{threads} threads"));
    }
    let pairs = with_input(["solve", "--all", "-q", "--limit", "50", "--to", "pair"], &input);
    let groups: Vec<_> = stdout(&pairs)
        .lines()
        .filter(|line| line.len() == 163)
        .map(|line| line.split_once(',').unwrap().0)
        .collect();
    let mut distinct = groups.clone();
    distinct.dedup();
    assert_eq!(distinct.len(), 500);
}

#[test]
fn a_budget_is_kept_by_every_engine() {
    for engine in ["lanes", "mrv", "dlx", "backtrack"] {
        let out =
            with_input(["solve", "--engine", engine, "--max-nodes", "3"], format!("{HARDEST}\n"));
        assert_eq!(code(&out), 1, "{engine}");
        assert!(stdout(&out).starts_with(DOTS), "{engine}");
        assert!(
            stderr(&out).contains("line 1: node limit: given up after "),
            "{engine}: {}",
            stderr(&out)
        );
        assert_contains(stderr(&out), "1 given up at the node limit");
    }
}

#[test]
fn claimed_solutions() {
    let wrong = SOLUTION.replacen("143", "134", 1);
    let open = SOLUTION.replacen("143", "1.3", 1);
    let other = with_input(["solve", "-q"], HARDEST);
    let other = stdout(&other).trim();
    let input = [
        format!("{PUZZLE},{SOLUTION}"),
        format!("{PUZZLE},{wrong}"),
        format!("{PUZZLE} {open}"),
        format!("{PUZZLE},{other}"),
        PUZZLE.to_owned(),
        "# comment".to_owned(),
        format!("{EMPTY},{SOLUTION}"),
        "12".to_owned(),
    ]
    .join("\n");
    let out = with_input(["check"], &input);
    assert_eq!((code(&out), stdout(&out)), (1, ""));
    for says in [
        "line 2: wrong solution: contradicts the clue at row 1, column 3",
        "line 3: wrong solution: row 1, column 2 of the solution is empty",
        "line 4: wrong solution: contradicts the clue at row 1, column 3",
        "line 5: missing solution: the record has no solution of 81 cells",
        "line 8: too short",
        "7 solutions: 2 correct, 3 wrong, 1 missing, 1 malformed; ",
    ] {
        assert_contains(stderr(&out), says);
    }
    let out = with_input(["check", "-q", "--unique", "-o", "-"], &input);
    let verdicts: Vec<_> = stdout(&out).lines().collect();
    assert_eq!(verdicts[0], "ok");
    assert_eq!(verdicts[5..], ["# comment", "multiple", "too short"]);

    let unproven = format!("{EMPTY},{SOLUTION}\n");
    let out = with_input(["check", "--unique", "--max-nodes", "1", "--rejects", "-"], unproven);
    assert_eq!(code(&out), 1);
    assert_contains(stdout(&out), "\tnode limit\t");
    let hidden = format!("1{} {PUZZLE} {SOLUTION}\n", "a".repeat(80));
    assert_eq!(code(&with_input(["check", "-q"], &hidden)), 0);
    // What starts like a grid, where another line has its cells apart, so that the cells of all are copied.
    let apart: String = PUZZLE.chars().flat_map(|cell| [cell, ' ']).collect();
    let hidden = hidden.replacen('a', "2", 1);
    let out = with_input(["check", "-q", "-o", "-"], format!("{apart}\n{hidden}{hidden}"));
    let verdicts = stdout(&out).lines().skip(1).collect();
    assert_eq!((code(&out), verdicts), (1, vec!["bad record", "bad record"]));
    // The puzzle within a longer field is not the one that the solution follows, and is not lost in silence.
    let within = hidden.replacen(' ', &format!(" x{PUZZLE} "), 1);
    let out = with_input(["check", "-q", "-o", "-"], within);
    assert_eq!((code(&out), stdout(&out)), (1, "bad record\n"));
    let out = with_input(["check", "-", "--solutions", "-"], "");
    assert_eq!(code(&out), 2);

    let table = format!("id,puzzle,solution\n1,{PUZZLE},{SOLUTION}\n2,{PUZZLE},{wrong}\n");
    let out = with_input(["check"], table);
    assert_contains(stderr(&out), "line 3: wrong solution");
}

/// Two tables, lines with a table, other columns: a verdict for each row, and all other fields stay.
#[test]
fn claimed_solutions_of_tables() {
    let (scratch, pairs) = (Scratch::new(), puzzles(4));
    let row =
        |(index, (puzzle, _)): (usize, &(String, String))| format!("{index},{puzzle},\"a\nb\"\n");
    let puzzles: String = pairs.iter().enumerate().map(row).collect();
    let solutions: Vec<_> = pairs.iter().map(|(_, solution)| solution.as_str()).collect();
    scratch.file("a.csv", format!("id,puzzle,note\n{puzzles}7,12,c\n"));
    let [first, second, third, _] = solutions[..] else { panic!("four") };
    let claimed = [first, third, DOTS, "", first];
    let lines = |start: &str| claimed.iter().map(|it| format!("{start}{it}\n")).collect::<String>();
    scratch.file("b.csv", format!("id,solution\n{}", lines("x,")));
    scratch.file("named.csv", format!("puzzle,solved\n{}", lines("oops,")));
    let json = |it: &&str| format!("{{\"answer\":\"{it}\"}}\n");
    scratch.file("b.jsonl", claimed.iter().map(json).collect::<String>());
    // Line n of a table is not line n of the lines: a record for each record.
    scratch.file("b.txt", format!("# comment\n{}", lines("").replace("\n\n", "\noops\n")));
    let check = |args: &str| {
        let mut command = batchdoku(["check"].into_iter().chain(args.split(' ')));
        command.current_dir(scratch.path("")).output().unwrap()
    };
    for args in ["b.csv", "named.csv --solution-column solved", "b.jsonl", "b.txt"] {
        let out = check(&format!("a.csv -o - --to csv --solutions {args}"));
        assert_eq!(code(&out), 1, "{args}");
        let mut rows = csv::Reader::from_reader(&*out.stdout);
        let rows: Vec<_> = rows.records().map(Result::unwrap).collect();
        let verdicts: Vec<_> = rows.iter().map(|row| row[3].to_owned()).collect();
        let missing = "missing solution";
        assert_eq!(verdicts, ["ok", "wrong solution", missing, missing, "too short"], "{args}");
        assert!(rows.iter().take(4).all(|row| &row[2] == "a\nb"), "{args}");
        let says = "line 4: wrong solution: ";
        assert_contains(stderr(&out), says);
        let parts = ["1/2", "2/2"]
            .map(|part| check(&format!("a.csv --shard {part} -qo - --solutions {args}")));
        let parts: String = parts.iter().map(stdout).collect();
        assert_eq!(parts, stdout(&check(&format!("a.csv -qo - --solutions {args}"))), "{args}");
    }
    let more = check("a.csv --solutions more.txt");
    assert_eq!(code(&more), 2);
    scratch
        .file("more.csv", format!("solution\n{}{first}\n", lines("")).replace("\n\n", "\n\"\"\n"));
    assert_contains(stderr(&check("a.csv --solutions more.csv")), "more solutions than puzzles");

    scratch.file("one.csv", format!("unsolved,solved\n{},{second}\n", pairs[1].0));
    let out = check("one.csv --column unsolved");
    assert_contains(stderr(&out), ": 0 correct, 0 wrong, 1 missing");
    assert_contains(stderr(&out), "tip: ");
    assert_contains(stderr(&out), "--solution-column NAME");
    assert_eq!(code(&check("one.csv --column unsolved --solution-column solved")), 0);
    let out = check("one.csv --column unsolved --solution-column nothing");
    assert_contains(stderr(&out), "no column 'nothing' in the header 'unsolved,solved'");
    assert_eq!(code(&out), 2);
}

/// The field that starts like a grid is none, and the grid is elsewhere in the line: every command writes that one, if it stands in
/// other text on the first line. Where lines begin with their puzzles, such a line is malformed.
#[test]
fn grids_that_are_not_where_they_seemed() {
    let apart: String = PUZZLE.chars().flat_map(|cell| [cell, ' ']).collect();
    // Quotes, which a table doubles: rows are shorter with the grid.
    let hidden = format!("12{} {PUZZLE}\n", "a\"".repeat(40).split_at(79).0);
    let lines = format!("{apart}\n{hidden}");
    let out = with_input(["solve", "-q"], lines);
    assert_eq!((code(&out), stdout(&out)), (1, &*format!("{SOLUTION}\n{DOTS}\n")));
    for args in [
        &["solve"][..],
        &["solve", "--all"],
        &["count"],
        &["rate"],
        &["canon"],
        &["shuffle", "--keep-original"],
        &["sub-puzzles"],
        &["neighbours", "--remove", "1", "--add", "0"],
    ] {
        let out = with_input([args, &["-q", "--to", "csv"]].concat(), format!("{hidden}{hidden}"));
        assert_eq!(code(&out), 0, "{args:?}: {}", stderr(&out));
        let rows = stdout(&out).lines().skip(1);
        assert!(rows.clone().count() >= 2, "{args:?}");
        let has_puzzle = |row: &str| row.split(',').any(|field| field == PUZZLE);
        assert!(rows.clone().all(has_puzzle), "{args:?}: {}", stdout(&out));
        let is_solved = rows.clone().all(|row| row.ends_with(SOLUTION));
        assert!(args[0] != "solve" || is_solved, "{args:?}: {}", stdout(&out));
    }
    for args in [&["check"][..], &["check", "--unique"]] {
        let claimed = format!("{} {SOLUTION}\n", hidden.trim_end());
        let out = with_input([args, &["-qo-", "--to", "csv"]].concat(), &claimed);
        let expected = format!("{PUZZLE},ok");
        assert_eq!(stdout(&out).lines().last(), Some(&*expected), "{args:?}");
    }
    let out = with_input(["dedupe", "-q", "--to", "csv"], &hidden);
    assert_eq!(stdout(&out).lines().nth(1), Some(PUZZLE), "{}", stdout(&out));
}

/// A line of puzzles, or of solutions, is read as it would be without the other.
#[test]
fn lines_that_are_not_bare_in_two_files() {
    let scratch = Scratch::new();
    let apart = |text: &str| text.chars().flat_map(|cell| [cell, ' ']).collect::<String>();
    let hidden = format!("12{} {PUZZLE}", "a".repeat(79));
    let with_another = format!("{PUZZLE} {}", "1".repeat(81));
    let lines = [
        (&*apart(PUZZLE), SOLUTION, "ok"),
        (&with_another, SOLUTION, "ok"),
        ("oops", SOLUTION, "bad character"),
        (&hidden[..81], SOLUTION, "bad character"),
        ("  ", "", "  "),
        (&hidden, SOLUTION, "bad record"),
        (PUZZLE, &apart(SOLUTION), "ok"),
        (PUZZLE, &format!("x {SOLUTION}"), "missing solution"),
        (PUZZLE, "oops", "missing solution"),
    ];
    let puzzles = scratch.file("puzzles", lines.map(|(puzzle, ..)| puzzle).join("\n"));
    let solutions = scratch.file("solutions", lines.map(|(_, solution, _)| solution).join("\n"));
    for more in [&["-q"][..], &["-q", "--unique"]] {
        let mut command = batchdoku(["check", "-o", "-", "--solutions"]);
        let out = command.arg(&solutions).arg(&puzzles).args(more).output().unwrap();
        let found: Vec<_> = stdout(&out).lines().collect();
        assert_eq!(found, lines.map(|(.., verdict)| verdict));
    }
}

#[test]
fn two_inputs_without_a_claim_may_be_puzzles_and_their_solutions() {
    let scratch = Scratch::new();
    let puzzles = scratch.file("puzzles", format!("{PUZZLE}\n"));
    let solutions = scratch.file("solutions", format!("{SOLUTION}\n"));
    let pairs = scratch.file("pairs", format!("{PUZZLE},{SOLUTION}\n"));
    let said =
        |inputs: &[&Path]| stderr(&batchdoku(["check"]).args(inputs).output().unwrap()).to_owned();
    let (from, to) = (puzzles.display(), solutions.display());
    let tip = format!(
        "tip: if '{to}' has the solutions, use 'batchdoku check {from} --solutions {to}'\n"
    );
    assert!(said(&[&puzzles, &solutions]).ends_with(&tip));
    let tip = "tip: if another file has the solutions, use --solutions FILE; if a column ";
    assert!(said(&[&puzzles]).contains(tip));
    assert!(said(&[&puzzles, &puzzles, &puzzles]).contains(tip));
    assert!(!said(&[&puzzles, &pairs]).contains("tip:"));
}

/// Row n of the array of solutions belongs to row n of the puzzles; either may also be lines or a table.
#[test]
fn claimed_solutions_of_arrays() {
    let (scratch, many) = (Scratch::new(), puzzles(3000));
    let lines = |of: fn(&(String, String)) -> &String| -> String {
        many.iter().map(|pair| of(pair).clone() + "\n").collect()
    };
    let (puzzles, mut solutions) = (lines(|pair| &pair.0), lines(|pair| &pair.1));
    // Wrong, missing, and the second with a cell that is none.
    solutions.replace_range(82 * 7..82 * 7 + 2, "11");
    solutions.replace_range(82 * 8..82 * 8 + 81, DOTS);
    let whole = npy(&puzzles);
    let mut spoilt = whole.clone();
    let start = whole.len() - 81 * 3000;
    spoilt[start + 81 * 9] = 10;
    scratch.file("x.npy", spoilt);
    scratch.file("y.npy", npy(&solutions));
    scratch.file("x.txt", puzzles.replacen(&many[9].0, "12", 1));
    scratch.file("y.txt", &solutions);
    let check = |args: &str| {
        let mut command = batchdoku(["check", "-o", "-"].into_iter().chain(args.split(' ')));
        command.current_dir(scratch.path("")).output().unwrap()
    };
    for args in [
        "x.npy --solutions y.npy",
        "x.npy --solutions y.npy --unique -j1",
        "x.npy --solutions y.txt",
        "x.txt --solutions y.npy",
        "x.npy --solutions y.npy --to csv",
    ] {
        let out = check(args);
        assert_eq!(code(&out), 1, "{args}");
        let header = usize::from(args.ends_with("csv"));
        let verdicts: Vec<_> = stdout(&out).lines().skip(header).collect();
        assert_eq!(verdicts.len(), 3000, "{args}");
        let verdict = |row: usize| verdicts[row].rsplit(',').next().unwrap();
        let kinds = [verdict(7), verdict(8), verdict(9)];
        let malformed = if args.starts_with("x.npy") { "bad record" } else { "too short" };
        assert_eq!(kinds[..2], ["wrong solution", "missing solution"], "{args}");
        assert_eq!(kinds[2], malformed, "{args}");
        let right = (0..3000).filter(|row| !(7..10).contains(row));
        assert!(right.clone().all(|row| verdict(row) == "ok"), "{args}");
        let parts = ["1/3", "2/3", "3/3"].map(|part| check(&format!("{args} -q --shard {part}")));
        let parts: String = parts.iter().map(stdout).collect();
        assert_same(&out.stdout, &parts, args);
    }
    scratch.file("more.npy", npy(&format!("{solutions}{DOTS}\n")));
    assert_fails(&check("x.npy --solutions more.npy"), 2, "more solutions than puzzles");
    scratch.file("fewer.npy", npy(&solutions[..82 * 2000]));
    let out = check("x.npy --solutions fewer.npy");
    assert_contains(stderr(&out), "1,997 correct, 1 wrong, 1,001 missing");
}

#[test]
fn claimed_solutions_in_a_second_file() {
    let scratch = Scratch::new();
    let many = puzzles(5000);
    let mut left: Vec<_> = many.iter().map(|(puzzle, _)| puzzle.clone()).collect();
    let mut right: Vec<_> = many.iter().map(|(_, solution)| solution.clone()).collect();
    left[7] = "# comment".into();
    right[7] = "# another comment".into();
    left[8] = String::new();
    right[8] = String::new();
    right.swap(10, 11);
    left[12] += " and more";
    let puzzles = scratch.file("puzzles", left.join("\n"));
    let solutions = scratch.file("solutions", right.join("\r\n") + "\n");
    let args = ["check".as_ref(), puzzles.as_os_str(), "--solutions".as_ref(), solutions.as_ref()];
    for threads in ["1", "64"] {
        let out = batchdoku(args).args(["-j", threads]).output().unwrap();
        assert_eq!(code(&out), 1);
        assert!(
            stderr(&out).contains("4,998 solutions: 4,996 correct, 2 wrong; "),
            "{}",
            stderr(&out)
        );
        assert_contains(stderr(&out), "line 11: wrong");
        assert_contains(stderr(&out), "line 12: wrong");
    }
    let short = scratch.file("short", right[..4000].join("\n"));
    let out = batchdoku(["check"]).arg(&puzzles).arg("--solutions").arg(&short).output().unwrap();
    let said = stderr(&out);
    assert!(said.contains("3,998 correct") || said.contains("3,996 correct"), "{said}");
    let out = batchdoku(["check"]).arg(&short).arg("--solutions").arg(&solutions).output().unwrap();
    assert_eq!(code(&out), 2);
    assert_contains(stderr(&out), "more solutions than puzzles");
}

#[cfg(unix)]
mod unix {
    use std::{
        io::{BufRead, BufReader, Read},
        time::Duration,
    };

    use super::*;

    #[test]
    fn an_interrupted_count_says_what_it_knows() {
        let scratch = Scratch::new();
        let file = scratch.file("in", format!("{PUZZLE}\n{EMPTY}\n"));
        let mut command = batchdoku(["count", "--limit", "0"]);
        let child =
            command.arg(file).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // Enough for it to be in the middle of the second puzzle.
        wait_for_work(child.id(), Duration::from_millis(300));
        send("INT", child.id());
        let out = child.wait_with_output().unwrap();
        assert_eq!(code(&out), 130, "{}", stderr(&out));
        let lines: Vec<_> = stdout(&out).lines().collect();
        assert_eq!((lines.len(), lines[0]), (2, "1"));
        assert!(lines[1].ends_with('+'), "{}", lines[1]);
    }

    /// Returns the most memory that a running process has used so far, in KiB.
    fn peak_memory(pid: u32) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmHWM"))?;
        line.split_whitespace().nth(1)?.parse().ok()
    }

    #[test]
    fn millions_of_solutions_take_no_memory() {
        let input = format!("{PUZZLE}\n{EMPTY}\n{PUZZLE}\n");
        let scratch = Scratch::new();
        let file = scratch.file("in", input);
        let mut command = batchdoku(["solve", "--all", "--limit", "400000", "-q"]);
        let mut child = command.arg(file).stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = 0;
        let mut peaks = Vec::new();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        while stdout.read_line(&mut line).unwrap() > 0 {
            lines += 1;
            line.clear();
            // The program may end before its last lines are read.
            if [20_000, 300_000].contains(&lines) {
                peaks.extend(peak_memory(child.id()));
            }
        }
        assert!(child.wait().unwrap().success());
        assert_eq!(lines, 400_002);
        if peak_memory(std::process::id()).is_some() {
            let [first, last] = peaks[..] else { panic!("it ended too early: {peaks:?}") };
            // All between would be 23 MB, and all of it 33 MB. An emulator takes as much for itself.
            assert!(last - first < 10 << 10, "{first} KiB, then {last} KiB");
            assert!(last < 30 << 10 || !emulator().is_empty(), "{last} KiB");
        }
        let mut rest = Vec::new();
        stdout.read_to_end(&mut rest).unwrap();
        assert!(rest.is_empty());
    }
}
