//! `explain` and `rate --er` as users see them.

use std::{
    collections::BTreeSet,
    fs,
    io::Write,
    process::{Command, Stdio},
};

use batchdoku::corpus::explain::StepKind;
use serde_json::{Value, json};

use crate::common::{
    Scratch, assert_contains, assert_fails, assert_same, batchdoku, code, stderr, stdout,
    with_input,
};

/// Singles; an XY-wing; forcing chains. With debug assertions, [`HARD`] takes some 35 times as long as all three.
pub(crate) const PUZZLES: &str = "\
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9
..865...9....4.....4......1.....37..6.31.......5.2...8..98..2.6.36....5..2.......
";

/// Chains of chains, and many guesses.
pub(crate) const HARD: &str =
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";

pub(crate) fn lines(out: &str) -> Vec<Value> {
    out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Returns a cell, and a digit after a sign.
fn candidate<'a>(text: &'a Value, sign: &str) -> (usize, &'a str) {
    let (cell, digit) = text.as_str().unwrap().split_once(sign).unwrap();
    let number = |place: usize| usize::from(cell.as_bytes()[place] - b'1');
    (9 * number(1) + number(3), digit)
}

#[test]
fn json_lines_replay_to_the_solution() {
    let puzzles = format!("{PUZZLES}{HARD}\n");
    let out = with_input(["explain"], &puzzles);
    assert_eq!(code(&out), 0, "{}", stderr(&out));
    let lines = lines(stdout(&out));
    assert_eq!(lines.len(), 4);
    let schema = batchdoku(["explain", "--schema"]).output().unwrap();
    let schema: Value = serde_json::from_str(stdout(&schema)).unwrap();
    let known = |names: &Value, value: &Value| {
        let names = names["properties"].as_object().unwrap();
        assert!(value.as_object().unwrap().keys().all(|name| names.contains_key(name)), "{value}");
    };
    let solutions = with_input(["solve"], &puzzles);
    for ((line, puzzle), solution) in
        lines.iter().zip(puzzles.lines()).zip(stdout(&solutions).lines())
    {
        assert_eq!(line["puzzle"], puzzle);
        known(&schema, line);
        let mut grid = puzzle.to_owned();
        let mut hardest = 0.0f64;
        for step in line["steps"].as_array().unwrap() {
            known(&schema["$defs"]["step"], step);
            for eliminated in step["eliminated"].as_array().unwrap() {
                let (cell, digit) = candidate(eliminated, "<>");
                assert_ne!(&solution[cell..=cell], digit, "{step}");
            }
            if let Some(placed) = step.get("placed") {
                let (cell, digit) = candidate(placed, "=");
                grid.replace_range(cell..=cell, digit);
            }
            assert_eq!(step["grid"], grid);
            hardest = hardest.max(step["er"].as_f64().unwrap());
        }
        assert_eq!(grid, solution);
        assert_eq!(line["hardest"].as_f64(), Some(hardest));
        assert!(line.get("er").is_none(), "{line}");
    }
}

/// Techniques that Sudoku Explainer does not have.
#[test]
fn standard_names_come_unless_er_is_asked_for() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/data/extreme.txt");
    let puzzles = fs::read_to_string(file).unwrap()[..82 * 100].to_owned();
    let count = |args: &[&str]| {
        let out = with_input(args, &puzzles);
        assert_eq!(code(&out), 0, "{}", stderr(&out));
        let names = ["w_wing", "sue_de_coq", "grouped_aic", "als_xy_wing", "finned_swordfish"];
        names.map(|name| stdout(&out).matches(&format!("\"{name}\"")).count())
    };
    assert!(count(&["explain", "-q"]).into_iter().all(|count| count > 0));
    let [_, rest @ ..] = count(&["explain", "-q", "--er"]);
    assert_eq!(rest, [0; 4]);
}

#[test]
fn words_with_grids() {
    let puzzle = PUZZLES.lines().next().unwrap();
    let out = batchdoku(["explain", puzzle, "--to", "drawing"]).output().unwrap();
    let text = stdout(&out);
    assert_contains(text, "\n  1. hidden single 1.2: ");
    assert_contains(text, "│[5][3] 4 │");
    assert_contains(text, "solved in 51 steps; hardest 1.");
}

#[test]
fn what_cannot_be_explained_has_its_line() {
    let text = format!("{}\nrubbish that is no puzzle at all\n{}", ".".repeat(81), PUZZLES);
    let out = with_input(["explain"], &text);
    assert_eq!(code(&out), 1);
    let lines = lines(stdout(&out));
    assert_eq!(lines.len(), 5);
    assert_eq!(lines[0]["error"], "the puzzle has more than one solution");
    assert_eq!(lines[1]["error"], "not a puzzle");
    assert_contains(stderr(&out), "more than one solution");
}

/// Returns the checker of paths, run on lines of JSON: its exit code and last line; `None` without Python.
pub(crate) fn checked(paths: &[u8]) -> Option<(i32, String)> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/testkit/check_paths.py");
    let mut command = Command::new("python3");
    command.arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let Ok(mut child) = command.spawn() else {
        println!("skipped: there is no python3");
        return None;
    };
    child.stdin.take().unwrap().write_all(paths).unwrap();
    let out = child.wait_with_output().unwrap();
    Some((out.status.code().unwrap(), stdout(&out).lines().last()?.to_owned()))
}

/// Checks that the checker refuses each of these lines, which are more than `least`.
pub(crate) fn assert_refused(broken: &[String], least: usize) {
    let Some((code, last)) = checked(broken.join("\n").as_bytes()) else { return };
    assert_eq!(code, 1);
    assert!(last.ends_with(&format!(" {} faults", broken.len())), "{} {last}", broken.len());
    assert!(broken.len() > least, "{}", broken.len());
}

/// Puzzles of all levels: every `step`th of four sets of `data/`.
pub(crate) fn puzzles_of_all_levels(step: usize) -> String {
    ["medium", "hard", "expert", "extreme"]
        .map(|set| {
            let file = format!("{}/data/{set}.txt", env!("CARGO_MANIFEST_DIR"));
            let text = fs::read_to_string(file).unwrap();
            text.lines().step_by(step).flat_map(|line| [line, "\n"]).collect::<String>()
        })
        .concat()
}

/// Each has a name of the document, whose table has each once, and marks those that `--er` never uses.
#[test]
fn every_step_follows_by_the_rules_alone() {
    let text = include_str!("../../docs/techniques.md");
    let rows: Vec<Vec<&str>> = text
        .lines()
        .filter(|line| line.starts_with("| "))
        .map(|line| line.split('|').collect())
        // Other tables of the page have fewer columns.
        .filter(|row: &Vec<&str>| row.len() == 7)
        .collect();
    let names = |is_own: bool| -> Vec<&str> {
        let rows = rows.iter().filter(|row| !is_own || row[4].trim() == "no");
        rows.flat_map(|row| row[2].split('`').skip(1).step_by(2)).collect()
    };
    let all: BTreeSet<&str> = names(false).into_iter().collect();
    assert_eq!(names(false).len(), all.len());
    let kinds = StepKind::ALL.map(|kind| kind.to_string());
    assert_eq!(all, kinds.iter().map(String::as_str).collect());
    let mut used = BTreeSet::new();
    for args in [&["explain", "-q"][..], &["explain", "-q", "--er"]] {
        let paths = with_input(args, puzzles_of_all_levels(50)).stdout;
        for path in lines(std::str::from_utf8(&paths).unwrap()) {
            for step in path["steps"].as_array().unwrap() {
                let name = step["technique"].as_str().unwrap();
                assert!(all.contains(name), "{name}");
                if args.contains(&"--er") {
                    assert!(!names(true).contains(&name), "{name} with --er");
                }
                used.insert(name.to_owned());
            }
        }
        if let Some((code, last)) = checked(&paths) {
            assert_eq!(code, 0, "{last}");
            assert!(last.starts_with("160 paths,"), "{last}");
        }
    }
    assert!(used.len() > 45, "{used:?}");
}

#[test]
fn broken_paths_are_refused() {
    let paths = with_input(["explain", "-q"], puzzles_of_all_levels(250)).stdout;
    let mut broken = Vec::new();
    let mut breaks = |path: &Value, at: &str, with: Value| {
        let mut path = path.clone();
        let place = path.pointer_mut(at).unwrap();
        assert_ne!(*place, with, "{at}");
        *place = with;
        broken.push(path.to_string());
    };
    // Another digit than the last of a claim.
    let other = |claim: &Value| {
        let text = claim.as_str().unwrap();
        let (place, digit) = text.split_at(text.len() - 1);
        json!(format!("{place}{}", digit.parse::<u8>().unwrap() % 9 + 1))
    };
    for path in lines(std::str::from_utf8(&paths).unwrap()) {
        for (number, step) in path["steps"].as_array().unwrap().iter().enumerate() {
            let at = |field: &str| format!("/steps/{number}/{field}");
            if let Some(placed) = step.get("placed").filter(|_| number == 0) {
                breaks(&path, &at("placed"), other(placed));
            }
            if step.get("one_of").is_some() {
                breaks(&path, &at("one_of"), json!([]));
            }
            for (branch, chain) in
                step["chains"]["branches"].as_array().into_iter().flatten().enumerate()
            {
                let at = |field: &str| at(&format!("chains/branches/{branch}/{field}"));
                let all = chain["implications"].as_array().unwrap();
                let (Some(first), Some(last)) = (all.first(), all.last()) else { continue };
                breaks(&path, &at("assume"), other(&chain["assume"]));
                breaks(&path, &at("implications"), json!(all[1..]));
                breaks(&path, &at("implications"), json!(all[..all.len() - 1]));
                breaks(&path, &at("implications/0/then"), other(&first["then"]));
                breaks(&path, &at("implications/0/if"), json!([]));
                let end = format!("implications/{}/by", all.len() - 1);
                let is_first = last["then"].as_str().unwrap().starts_with("r1c1");
                let reason = if is_first { "r9c9" } else { "r1c1" };
                breaks(&path, &at(&end), json!(reason));
            }
        }
    }
    assert_refused(&broken, 500);
}

/// The next step of a half-filled grid leads to a table that can be read again, and so to the solution.
#[test]
fn hints_one_by_one() {
    let puzzle = PUZZLES.lines().nth(1).unwrap();
    let hint = |args: &[&str], text: &str| {
        let args = ["explain", "-q", "--steps", "1"].iter().chain(args);
        let out = with_input(args, text);
        assert_eq!(code(&out), 0, "{}", stderr(&out));
        stdout(&out).to_owned()
    };
    let mut text = hint(&["--to", "drawing"], puzzle);
    let (mut kinds, mut hints) = (BTreeSet::new(), String::new());
    for _ in 0..60 {
        // The output is the next input as it is.
        let json: Value = serde_json::from_str(&hint(&[], &text)).unwrap();
        assert_eq!(json["steps"].as_array().unwrap().len(), 1, "{json}");
        kinds.insert(json["steps"][0]["technique"].as_str().unwrap().to_owned());
        hints += &format!("{json}\n");
        if json.get("candidates").is_none() {
            break;
        }
        text = hint(&["--to", "drawing"], &text);
    }
    assert!(kinds.contains("xy_wing"), "{kinds:?}");
    if let Some((code, last)) = checked(hints.as_bytes()) {
        assert_eq!(code, 0, "{last}: {hints}");
    }
    let wrong = with_input(["explain", "--steps", "0"], puzzle);
    assert_eq!(code(&wrong), 2);
}

#[test]
fn other_formats_are_refused() {
    for (args, words) in [
        (
            &["--to", "sdm"][..],
            "explain writes drawing, csv, tsv, jsonl, parquet or arrow, not sdm",
        ),
        (&["--to", "drawing", "--grids", "end"], "a drawing chooses its grids itself"),
    ] {
        let out = with_input([&["explain"], args].concat(), PUZZLES);
        assert_eq!(code(&out), 2);
        assert_contains(stderr(&out), words);
    }
}

/// Ratings of paths are ER only with all techniques of Sudoku Explainer and no others.
#[test]
fn only_er_is_called_er() {
    let own = ["hardest", "up_to_first_digit", "first"];
    for (args, names) in [
        ("", own),
        ("--er", ["er", "ep", "ed"]),
        ("--er --without uniqueness", own),
        ("--er --at-most xy_wing", own),
    ] {
        let args = ["explain", "-q"].into_iter().chain(args.split_whitespace());
        let line = lines(stdout(&with_input(args, PUZZLES))).swap_remove(1);
        let all = ["er", "ep", "ed", "hardest", "up_to_first_digit", "first"];
        let found: Vec<_> = all.into_iter().filter(|name| line.get(name).is_some()).collect();
        assert_eq!(found, names, "{line}");
        assert_eq!(names.map(|name| line[name].as_f64().unwrap()), [4.2, 4.2, 2.6], "{line}");
    }
}

#[test]
fn records_keep_their_fields() {
    let rows = |row: fn(usize, &str) -> String| -> String {
        let puzzles = PUZZLES.lines().chain(["rubbish"]).enumerate();
        puzzles.map(|(number, puzzle)| row(number, puzzle) + "\n").collect()
    };
    let table = rows(|number, puzzle| format!("{number},{puzzle},kept"));
    let table = format!("id,puzzle,note\n{table}");
    let objects = rows(|number, puzzle| {
        format!(r#"{{"id": {number}, "puzzle": "{puzzle}", "note": "kept"}}"#)
    });
    let paths = lines(stdout(&with_input(["explain", "-q", "--er"], PUZZLES)));
    for text in [&table, &objects] {
        let out = with_input(["explain", "-q", "--er"], text);
        assert_eq!(code(&out), 1, "{}", stderr(&out));
        let mut all = lines(stdout(&out));
        assert_eq!(all.len(), 4);
        let wrong = json!({"id": 3, "puzzle": "rubbish", "note": "kept", "error": "not a puzzle"});
        assert_eq!(all.pop(), Some(wrong));
        for (number, (line, path)) in all.iter().zip(&paths).enumerate() {
            let mut expected = path.clone();
            expected["id"] = json!(number);
            expected["note"] = json!("kept");
            assert_eq!(*line, expected);
        }
    }
    let out = with_input(["explain", "-q", "--to", "csv"], &table);
    assert_eq!(code(&out), 1, "{}", stderr(&out));
    let rows: Vec<&str> = stdout(&out).lines().collect();
    let head = "id,puzzle,note,steps,hardest,up_to_first_digit,first,technique,error";
    assert_eq!(rows[0], head);
    assert!(rows[2].starts_with("1,9..24"), "{}", rows[2]);
    assert!(rows[2].contains(",kept,\"[{"), "{}", rows[2]);
    assert!(rows[2].ends_with("]\",4.2,4.2,2.6,xy_wing,-"), "{}", rows[2]);
    assert!(rows[4].ends_with(",-,-,-,-,-,not a puzzle"), "{}", rows[4]);
    let scratch = Scratch::new();
    let (table, made) = (scratch.file("in.csv", table), scratch.path("out.parquet"));
    let run = batchdoku(["explain", "-q"]).arg(table).arg("-o").arg(&made).output().unwrap();
    let is_built = !stderr(&run).contains("'parquet' cannot be written");
    assert_eq!(made.exists(), is_built, "{}", stderr(&run));
}

#[test]
fn grids_are_after_the_steps_that_are_asked_for() {
    for (grids, first, last) in [("none", false, false), ("end", false, true), ("each", true, true)]
    {
        let out = with_input(["explain", "-q", "--grids", grids], PUZZLES);
        for path in lines(stdout(&out)) {
            let steps = path["steps"].as_array().unwrap();
            let (end, others) = steps.split_last().unwrap();
            assert!(others.iter().all(|step| step.get("grid").is_some() == first), "{path}");
            assert_eq!(end.get("grid").is_some(), last, "{path}");
        }
        if let Some((code, last)) = checked(&out.stdout) {
            assert_eq!(code, 0, "{last}");
        }
    }
}

#[test]
fn rate_adds_er_ep_ed() {
    let out = with_input(["rate", "--er", "--to", "csv"], format!("{PUZZLES}{}\n", ".".repeat(81)));
    let lines: Vec<&str> = stdout(&out).lines().collect();
    assert_eq!(lines[0], "puzzle,level,technique,nodes,steps,er,ep,ed,er_technique");
    assert!(lines[1].ends_with(",1.2,1.2,1.2,hidden_single"), "{}", lines[1]);
    assert!(lines[2].contains(",4.2,"), "{}", lines[2]);
    assert!(lines[2].ends_with(",xy_wing"), "{}", lines[2]);
    assert!(lines[4].ends_with(",-,-,-,-"), "{}", lines[4]);
}

#[test]
fn stats_count_by_er() {
    let out = with_input(["stats", "--er", "--json"], PUZZLES);
    let stats: Value = serde_json::from_str(stdout(&out)).unwrap();
    assert_eq!(stats["er"]["4.0-4.4"], 1, "{stats}");
}

#[test]
fn rate_adds_the_structure() {
    let text = format!("{PUZZLES}{}\nrubbish\n", ".".repeat(81));
    let out = with_input(["rate", "--er", "--structure", "--to", "csv"], text);
    let lines: Vec<&str> = stdout(&out).lines().collect();
    assert!(lines[0].ends_with(
        ",steps,er,ep,ed,er_technique,automorphisms,minimal,unavoidable_4,unavoidable_6"
    ));
    for line in &lines[1..4] {
        let fields: Vec<&str> = line.rsplit(',').take(4).collect();
        assert!(fields[0].parse::<u32>().is_ok(), "{line}");
        assert!(fields[1].parse::<u32>().is_ok(), "{line}");
        assert!(["yes", "no"].contains(&fields[2]), "{line}");
        assert_same("1", fields[3], format_args!("{line}"));
    }
    assert!(lines[4].ends_with(",-,-,-,-,3359232,-,-,-"), "{}", lines[4]);
    assert!(lines[5].ends_with(",-,-,-,-,-,-,-"), "{}", lines[5]);
    // Of the unavoidable sets of the class: the same for all equivalents.
    let columns = |text: &str| -> Vec<String> {
        let out = with_input(["rate", "--structure", "--to", "csv"], text);
        let last = |line: &str| line.rsplitn(5, ',').take(4).map(str::to_owned).collect::<Vec<_>>();
        stdout(&out).lines().flat_map(last).collect()
    };
    let shuffled = with_input(["shuffle", "--seed", "8"], PUZZLES);
    assert_eq!(columns(PUZZLES), columns(stdout(&shuffled)));
}

/// One list has all columns: what `rate` adds by name is what `generate` writes next to its puzzles.
#[test]
fn columns_are_added_by_name() {
    let names = "clues,class,solution,nodes,er,minimal,unavoidable_8,naked_single";
    let args = format!("generate -q -n 12 --seed 5 --to csv --with {names}");
    let generated = batchdoku(args.split(' ')).output().unwrap();
    assert_eq!(code(&generated), 0, "{}", stderr(&generated));
    let mut lines = stdout(&generated).lines();
    assert_eq!(lines.next(), Some(&*format!("puzzle,{names}")));
    let rows: Vec<(&str, &str)> = lines.map(|line| line.split_once(',').unwrap()).collect();
    assert_eq!(rows.len(), 12);
    let puzzles: String = rows.iter().map(|(puzzle, _)| format!("{puzzle}\n")).collect();
    let rated = with_input(format!("rate --to csv --with {names}").split(' '), &puzzles);
    let mut lines = stdout(&rated).lines();
    // The nodes are among the columns of every rating.
    let added = names.replace(",nodes", "");
    assert_eq!(lines.next(), Some(&*format!("puzzle,level,technique,nodes,steps,{added}")));
    for (line, (puzzle, values)) in lines.zip(&rows) {
        let fields: Vec<&str> = line.split(',').filter(|field| !field.contains('=')).collect();
        let own: Vec<&str> = values.split(',').collect();
        assert_eq!(fields[0], *puzzle);
        assert_eq!(fields[3], own[3], "{line}");
        assert_eq!(fields[4..7], own[..3], "{line}");
        assert_eq!(fields[7..], own[4..], "{line}");
    }
    for (args, words) in [
        ("rate --with weight", "'weight' has no values here: only 'generate' knows"),
        ("rate --with meets", "'meets' has no values here: there are no conditions, such"),
        ("generate -n 1 --with meets", "'meets' has no values here: all puzzles"),
        ("rate --with clus", "invalid value 'clus'"),
    ] {
        let out = with_input(args.split(' '), &puzzles);
        assert_eq!((code(&out), stdout(&out)), (2, ""), "{args}");
        assert_contains(stderr(&out), words);
    }
}

/// The sets of 4 and 6 cells are the same, however many others are counted.
#[test]
fn unavoidable_sets_of_other_sizes() {
    let rate = |args: &str| {
        let args = ["rate", "--to", "csv"].into_iter().chain(args.split(' '));
        stdout(&with_input(args, PUZZLES)).to_owned()
    };
    let small = rate("--structure");
    let more = rate("--unavoidable 12,4,6,6");
    let fields: Vec<Vec<&str>> = more.lines().map(|line| line.rsplitn(2, ',').collect()).collect();
    assert_eq!(fields[0][0], "unavoidable_12");
    for (line, fields) in small.lines().zip(&fields) {
        assert_eq!(line, fields[1]);
    }
    let counts: Vec<u64> = fields[1..].iter().map(|fields| fields[0].parse().unwrap()).collect();
    let out = with_input(["stats", "--unavoidable", "12", "--json"], PUZZLES);
    let stats: Value = serde_json::from_str(stdout(&out)).unwrap();
    assert_eq!(stats["unavoidable"]["12 cells"], counts.iter().sum::<u64>(), "{stats}");
    assert_eq!(stats["minimal"].as_u64().map(|minimal| minimal <= 3), Some(true));
    let out = with_input(["rate", "--unavoidable", "17"], PUZZLES);
    assert_eq!(code(&out), 2);
    assert_contains(stderr(&out), "from 4 to 16");
}

#[test]
fn stats_count_structures() {
    let shuffled = with_input(["shuffle", "--seed", "8"], PUZZLES);
    let text = format!("{PUZZLES}{}{}\n", stdout(&shuffled), ".".repeat(81));
    let out = with_input(["stats", "--structure", "--json"], &text);
    let stats: Value = serde_json::from_str(stdout(&out)).unwrap();
    assert_eq!((&stats["puzzles"], &stats["classes"]), (&7.into(), &4.into()), "{stats}");
    assert_eq!(stats["different_solutions"], 6, "{stats}");
    assert_eq!(stats["with_automorphisms"], 1, "{stats}");
    let minimal = with_input(["rate", "--structure", "--to", "csv"], &text);
    let minimal = stdout(&minimal).lines().filter(|line| line.contains(",yes,")).count();
    assert_eq!(stats["minimal"], minimal, "{stats}");
    let table = with_input(["stats", "--structure"], &text);
    assert_contains(stdout(&table), "\ndifferent solutions            6\n");
}

/// The steps that `explain --er` takes from the canonical forms.
#[test]
fn stats_count_the_steps_of_explain() {
    let puzzles = batchdoku("generate -q -n 60 --seed 12".split(' ')).output().unwrap().stdout;
    let forms = with_input(["canon", "-q"], &puzzles).stdout;
    let paths = with_input(["explain", "-q", "--er", "--to", "jsonl"], &forms);
    let mut counted = std::collections::BTreeMap::<String, u64>::new();
    for line in stdout(&paths).lines() {
        let path: serde_json::Value = serde_json::from_str(line).unwrap();
        for step in path["steps"].as_array().into_iter().flatten() {
            if let Some(technique) = step["technique"].as_str() {
                *counted.entry(technique.to_owned()).or_default() += 1;
            }
        }
    }
    let stats = with_input(["stats", "-q", "--er", "--json"], &puzzles);
    let json: serde_json::Value = serde_json::from_str(stdout(&stats)).unwrap();
    assert!(counted.len() > 5, "{counted:?}");
    assert_eq!(json["er_steps"], serde_json::json!(counted));
    let er = json["er"].as_object().unwrap().values().map(|count| count.as_u64().unwrap());
    assert_eq!(er.sum::<u64>(), 60);
    let table = with_input(["stats", "-q", "--er"], &puzzles);
    assert_contains(stdout(&table), "\ner steps");
    let scratch = crate::common::Scratch::new();
    let [svg, html] = ["a.svg", "a.html"].map(|name| scratch.path(name));
    let args = ["stats", "-q", "--er", "--plot", svg.to_str().unwrap(), "--html"];
    let drawn = with_input(args.into_iter().chain([html.to_str().unwrap()]), &puzzles);
    assert_eq!(code(&drawn), 0, "{}", stderr(&drawn));
    for (file, title) in [
        (svg, "Steps of Sudoku Explainer, the most frequent"),
        (html, "Steps of Sudoku Explainer<"),
    ] {
        let text = std::fs::read_to_string(file).unwrap();
        assert_contains(&text, "Rating of Sudoku Explainer (ER)");
        assert_contains(&text, title);
    }
    // The hardest puzzles are those of the highest ER.
    let rated = with_input(["rate", "-q", "--er", "--to", "csv"], &puzzles);
    let mut highest: Vec<f64> = stdout(&rated)
        .lines()
        .skip(1)
        .map(|line| line.rsplit(',').nth(3).unwrap().parse().unwrap())
        .collect();
    highest.sort_by(|a, b| b.total_cmp(a));
    let page = std::fs::read_to_string(scratch.path("a.html")).unwrap();
    let (_, hardest) = page.split_once("Hardest puzzles").unwrap();
    let shown: Vec<f64> = (hardest.split("</b>, ER ").skip(1).take(6))
        .map(|text| text.split_once(',').unwrap().0.parse().unwrap())
        .collect();
    assert_eq!(shown, highest[..6]);
}

/// Makes puzzles that need a technique and explains them: the ladder up to it leads to the solution, the rules alone
/// show each step, one of which is of the technique, and without it the ladder stops.
fn puzzles_need(technique: &str, count: usize) {
    let count = count.to_string();
    let mut made = batchdoku(["generate", "-q", "--seed", "1", "-n", &count, "--needs", technique]);
    let made = made.output().unwrap();
    assert_eq!(code(&made), 0, "{technique}: {}", stderr(&made));
    let puzzles = stdout(&made);
    let ladder = ["explain", "-q", "--at-most", technique];
    let paths = with_input(ladder, puzzles);
    assert_eq!(code(&paths), 0, "{technique}: {}", stderr(&paths));
    for path in lines(stdout(&paths)) {
        let steps = path["steps"].as_array().unwrap();
        assert!(steps.iter().any(|step| step["technique"] == technique), "{path}");
    }
    if let Some((code, last)) = checked(&paths.stdout) {
        assert_eq!(code, 0, "{technique}: {last}");
        assert!(last.starts_with(&format!("{count} paths,")), "{last}");
    }
    let stopped = with_input([&ladder[..], &["--without", technique]].concat(), puzzles);
    for path in lines(stdout(&stopped)) {
        assert_eq!(path["error"], "the techniques do not suffice", "{technique}");
    }
    let rated = with_input(["rate", "-q", "--to", "csv", "--needs", technique], puzzles);
    let mut rows = stdout(&rated).lines();
    assert!(rows.next().unwrap().ends_with(",meets"));
    assert_eq!(rows.filter(|row| row.ends_with(",yes")).count().to_string(), count);
}

#[test]
fn generated_puzzles_need_the_technique() {
    for technique in ["x_wing", "xy_wing", "unique_rectangle"] {
        puzzles_need(technique, 5);
    }
}

/// `cargo test --release --test it explain:: -- --ignored`
#[test]
#[ignore = "takes minutes"]
fn a_thousand_puzzles_need_each_of_ten_techniques() {
    let techniques = [
        "naked_pair",
        "x_wing",
        "naked_triple",
        "skyscraper",
        "xy_wing",
        "xyz_wing",
        "w_wing",
        "unique_rectangle",
        "wxyz_wing",
        "swordfish",
    ];
    for technique in techniques {
        puzzles_need(technique, 1000);
    }
}

/// Conditions that no puzzle can meet are refused before work, with the names of both that exclude each other.
#[test]
fn techniques_that_exclude_each_other_are_refused_by_name() {
    for (command, args, named) in [
        ("generate", "--needs x_wing --at-most naked_pair", ["needs x_wing", "at most naked_pair"]),
        ("generate", "--contains x_wing --needs claiming", ["contains x_wing", "needs claiming"]),
        ("generate", "--needs x_wing --without x_wing", ["needs x_wing", "without x_wing"]),
        (
            "generate",
            "--needs unique_rectangle --without uniqueness",
            ["needs unique_rectangle", "without unique_rectangle"],
        ),
        ("generate", "--needs x_wing --er 2.0..2.5", ["needs x_wing", "ER up to 2.5"]),
        ("generate", "--contains swordfish --er 1..3.7", ["contains swordfish", "ER up to 3.7"]),
        ("generate", "--needs als_xz --ed 1..3", ["ER, EP or ED", "als_xz"]),
        ("generate", "--needs x_wing --difficulty easy", ["needs x_wing", "difficulty easy"]),
        (
            "generate",
            "--at-most hidden_triple --difficulty search",
            ["at most hidden_triple", "difficulty search"],
        ),
        ("generate", "--needs naked_pair --er 3.1..", ["needs naked_pair", "from 3.1"]),
        ("generate", "--at-most naked_pair --ed 8..9", ["at most naked_pair", "from 8.0"]),
        ("generate", "--hardest xy_wing --ep 5..6", ["hardest xy_wing", "from 5.0"]),
        (
            "generate",
            "--hardest naked_pair --difficulty hard",
            ["hardest naked_pair", "difficulty hard"],
        ),
        ("generate", "--needs hidden_single --difficulty search", ["needs", "difficulty search"]),
        ("generate", "--difficulty easy --er 3..4", ["difficulty easy", "from 3.0 to 4.0"]),
        ("generate", "--difficulty search --er 1..2.3", ["difficulty search", "from 1.0 to 2.3"]),
        ("rate", "--needs als_xz --er", ["ER, EP or ED", "als_xz"]),
        ("rate", "--contains x_wing --without x_wing", ["contains x_wing", "without x_wing"]),
        ("explain", "--at-most als_xz --er", ["ER, EP or ED", "als_xz"]),
    ] {
        let scratch = Scratch::new();
        let output = scratch.path("output.csv");
        let input = if command == "generate" { ["-n", "1"] } else { ["--from", "line"] };
        let mut program = batchdoku([command]);
        program.args(input).args(args.split(' ')).arg("-o").arg(&output);
        let out = program.stdin(Stdio::null()).output().unwrap();
        assert_eq!(code(&out), 2, "{command} {args}: {}", stderr(&out));
        for name in named {
            assert_contains(stderr(&out), name);
        }
        assert!(!output.exists(), "{command} {args}");
    }
}

/// The puzzles are the same by shards, one by one, with any number of threads, and with columns next to them.
#[test]
fn puzzles_that_need_a_technique_do_not_depend_on_how_they_are_made() {
    let scratch = Scratch::new();
    let needs = ["generate", "-q", "--seed", "5", "--needs", "x_wing", "--max-tries", "400"];
    let some = |count: &str, args: &[&str]| {
        let args = [&needs[..], &["-n", count], args].concat();
        let out = batchdoku(&args).output().unwrap();
        assert!(code(&out) <= 1, "{args:?}: {}", stderr(&out));
        stdout(&out).to_owned()
    };
    let run = |args: &[&str]| some("12", args);
    let whole = run(&[]);
    assert_same(run(&["-j", "1"]).as_bytes(), &whole, "one thread");
    let parts: String = (1..=3).map(|part| run(&["--shard", &format!("{part}/3")])).collect();
    assert_same(parts.as_bytes(), &whole, "shards");
    let skipped: Vec<String> =
        (0..12).map(|record| some("1", &["--skip", &record.to_string()])).collect();
    assert_same(skipped.concat().as_bytes(), &whole, "one by one");
    let rejects = scratch.path("rejects.tsv");
    let dropped = run(&["--drop", "--rejects", rejects.to_str().unwrap()]);
    let (made, empty): (Vec<&str>, Vec<&str>) =
        whole.lines().partition(|line| line.chars().any(|cell| cell != '.'));
    assert_eq!(dropped.lines().collect::<Vec<_>>(), made);
    let listed = fs::read_to_string(&rejects).unwrap();
    assert_eq!(listed.matches("no puzzle in 400 tries").count(), empty.len(), "{listed}");
    assert!(!empty.is_empty(), "each record has a puzzle: fewer tries would do");
    let beside = run(&["--with", "solution,er,technique,level", "--to", "csv"]);
    let rows: Vec<&str> = beside.lines().skip(1).collect();
    for (row, puzzle) in rows.iter().zip(whole.lines()) {
        assert!(row.starts_with(puzzle) || row.starts_with(','), "{row}");
    }
}

/// The schema is that of every job, so that nothing else is asked for next to it but a file.
#[test]
fn the_schema_stands_alone() {
    let scratch = Scratch::new();
    let summary = scratch.path("summary.json");
    for args in [&["--summary", summary.to_str().unwrap()][..], &["--er"], &["puzzles.txt"]] {
        let out = batchdoku(["explain", "--schema"]).args(args).output().unwrap();
        assert_fails(&out, 2, "the argument '--schema' cannot be used with");
    }
    assert!(!summary.exists());
    let file = scratch.path("schema.json");
    let out = batchdoku(["explain", "--schema", "-o"]).arg(&file).output().unwrap();
    assert_eq!(code(&out), 0, "{}", stderr(&out));
    let shown = batchdoku(["explain", "--schema"]).output().unwrap();
    assert_same(&shown.stdout, fs::read(file).unwrap(), "the schema");
}
