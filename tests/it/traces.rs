//! `explain --to text, chat, tokens`: what language models learn from.

use std::{collections::BTreeSet, fs};

use serde_json::{Value, json};

use crate::{
    common::*,
    explain::{HARD, PUZZLES, assert_refused, checked, lines, puzzles_of_all_levels},
};

/// Runs `explain -q` and returns what it wrote to a file of this name.
fn explained(args: &str, name: &str, input: &str) -> Vec<u8> {
    let scratch = Scratch::new();
    let (file, output) = (scratch.file("in", input), scratch.path(name));
    let mut run = batchdoku(["explain", "-q"]);
    let run = run.args(args.split_whitespace()).arg(file).arg("-o").arg(&output).output().unwrap();
    assert!(code(&run) <= 1, "{args}: {}", stderr(&run));
    fs::read(output).unwrap()
}

fn objects(bytes: &[u8]) -> Vec<Value> {
    lines(std::str::from_utf8(bytes).unwrap())
}

/// All that traces can be: the options, and the name of the file.
const FORMS: [(&str, &str); 16] = [
    ("--to text", "a.txt"),
    ("--to text --grids none", "a.txt"),
    ("--to text --grids end --er", "a.txt"),
    ("--to text --grids each", "a.txt"),
    ("--to text", "a.jsonl"),
    ("--to chat", "a.jsonl"),
    ("--to chat --grids none --er", "a.jsonl"),
    ("--to chat --grids each", "a.jsonl"),
    ("--to tokens", "a.jsonl"),
    ("--to tokens --order solver --er", "a.jsonl"),
    ("--to tokens --order row", "a.jsonl"),
    ("--to text --search", "a.txt"),
    ("--to text --search --grids each", "a.jsonl"),
    ("--to chat --search", "a.jsonl"),
    ("--to chat --search --grids none", "a.jsonl"),
    ("--to text --without uniqueness", "a.txt"),
];

/// The rules alone show each line of each form.
#[test]
fn traces_follow_by_the_rules_alone() {
    let puzzles = puzzles_of_all_levels(400);
    for (args, name) in FORMS {
        let traces = explained(args, name, &puzzles);
        if let Some((code, last)) = checked(&traces) {
            assert_eq!(code, 0, "{args}: {last}");
            assert!(last.starts_with("20 paths,"), "{args}: {last}");
        }
    }
}

/// Thousands of puzzles in all forms: `cargo test --release --test it traces:: -- --ignored`
#[test]
#[ignore = "takes minutes"]
fn thousands_of_traces_follow_by_the_rules_alone() {
    let puzzles = puzzles_of_all_levels(2);
    for (args, name) in FORMS {
        let traces = explained(args, name, &puzzles);
        if let Some((code, last)) = checked(&traces) {
            println!("{args}: {last}");
            assert_eq!(code, 0, "{args}: {last}");
        }
    }
}

/// A checker that lets a broken trace pass would show nothing.
#[test]
fn broken_traces_are_refused() {
    let puzzles = puzzles_of_all_levels(1000);
    let mut broken = Vec::new();
    for (args, name) in [("--to text", "a.jsonl"), ("--to text --search", "a.jsonl")] {
        for trace in objects(&explained(args, name, &puzzles)) {
            let text = trace["text"].as_str().unwrap();
            let lines: Vec<&str> = text.lines().collect();
            // A fault late in a long search takes the checker long to reach.
            let most = (lines.len() - 1).min(40);
            for number in 0..most {
                let mut others = lines.clone();
                // The first digit that is filled in or ruled out at the end of a line; elsewhere, the line itself.
                let line = others[number];
                let claim = line
                    .rfind("so r")
                    .map_or(line.find('='), |so| line[so..].find(['=', '>']).map(|at| so + at));
                let changed = claim.map(|at| {
                    let digit = line[at + 1..at + 2].parse::<u8>().unwrap_or(0);
                    format!("{}{}{}", &line[..=at], digit % 9 + 1, &line[at + 2..])
                });
                match &changed {
                    Some(changed) => others[number] = changed,
                    None => drop(others.remove(number)),
                }
                let mut trace = trace.clone();
                trace["text"] = json!(others.join("\n") + "\n");
                broken.push(trace.to_string());
            }
        }
    }
    for trace in objects(&explained("--to tokens", "a.jsonl", &puzzles)) {
        for number in [0, 1] {
            let mut trace = trace.clone();
            let digit = trace["tokens"][number][2].as_u64().unwrap();
            trace["tokens"][number][2] = json!(digit % 9 + 1);
            broken.push(trace.to_string());
        }
    }
    assert_refused(&broken, 400);
}

/// Texts and cells are those of the steps as JSON.
#[test]
fn traces_are_those_of_the_steps() {
    let puzzles = puzzles_of_all_levels(500);
    let paths = objects(&explained("--er", "a.jsonl", &puzzles));
    let texts = objects(&explained("--er --to text --grids none", "a.jsonl", &puzzles));
    let solved = objects(&explained("--er --to tokens", "a.jsonl", &puzzles));
    let rows = objects(&explained("--er --to tokens --order row", "a.jsonl", &puzzles));
    for (((path, text), solved), rows) in paths.iter().zip(&texts).zip(&solved).zip(&rows) {
        let steps = path["steps"].as_array().unwrap();
        let lines: Vec<&str> = text["text"].as_str().unwrap().lines().collect();
        assert_eq!(lines.len(), steps.len());
        for (line, step) in lines.iter().zip(steps) {
            let technique = step["technique"].as_str().unwrap().replace('_', " ");
            let start = format!("{technique} {:.1}: ", step["er"].as_f64().unwrap());
            assert!(line.starts_with(&start), "{line}");
        }
        for name in ["er", "ep", "ed"] {
            assert_eq!(text[name], path[name], "{name} of {}", path["puzzle"]);
        }
        let placed: Vec<Value> = steps
            .iter()
            .filter_map(|step| step.get("placed")?.as_str())
            .map(|cell| {
                let number = |at: usize| cell.as_bytes()[at] - b'0';
                json!([number(1), number(3), number(5)])
            })
            .collect();
        assert_eq!(solved["tokens"], json!(placed));
        let mut sorted: Vec<String> = placed.iter().map(Value::to_string).collect();
        sorted.sort();
        let by_row: Vec<String> =
            rows["tokens"].as_array().unwrap().iter().map(Value::to_string).collect();
        assert_eq!(by_row, sorted);
    }
}

#[test]
fn records_keep_their_fields() {
    let table: String = PUZZLES
        .lines()
        .chain(["rubbish"])
        .enumerate()
        .fold("id,puzzle,note\n".to_owned(), |table, (id, puzzle)| {
            format!("{table}{id},{puzzle},kept\n")
        });
    let found = objects(&explained("--to chat", "a.jsonl", &table));
    assert_eq!(found.len(), 4);
    for (id, (row, puzzle)) in found.iter().zip(PUZZLES.lines()).enumerate() {
        assert_eq!((&row["id"], &row["note"]), (&json!(id), &json!("kept")));
        let asked = row["messages"][0]["content"].as_str().unwrap();
        assert!(asked.ends_with(&format!("\n{puzzle}")), "{asked}");
    }
    let wrong = json!({"id": 3, "puzzle": "rubbish", "note": "kept", "error": "not a puzzle"});
    assert_eq!(found[3], wrong);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let csv = text(explained("--to tokens", "a.csv", &table));
    let head = "id,puzzle,note,tokens,hardest,up_to_first_digit,first,technique,error";
    assert_eq!(csv.lines().next(), Some(head));
    assert_contains(&csv, ",kept,\"[[");
    // The record stands at the head of a text, as it was.
    let traces = text(explained("--to text", "a.txt", &table));
    let heads: Vec<&str> =
        traces.split("\n\n").map(|trace| trace.lines().next().unwrap_or("")).collect();
    let records: Vec<&str> = table.lines().skip(1).chain([""]).collect();
    assert_eq!(heads, records);
    assert!(traces.ends_with("3,rubbish,kept\nerror: not a puzzle\n\n"), "{traces}");
}

/// `--drop` leaves out what has no steps: in all formats.
/// As `--grids` says: after no step, after the last, or after each.
#[test]
fn text_has_the_grids_that_are_asked_for() {
    let puzzle = PUZZLES.lines().next().unwrap();
    let solved = with_input(["solve"], puzzle);
    let solution = stdout(&solved).trim_end();
    for grids in ["none", "end", "each"] {
        let text = explained(&format!("--to text --grids {grids}"), "a.txt", puzzle);
        let text = String::from_utf8(text).unwrap();
        let (first, rest) = text.trim_end().split_once('\n').unwrap();
        assert_eq!(first, puzzle);
        let steps = match grids {
            "end" => rest.strip_suffix(solution).expect(rest),
            _ => rest,
        };
        assert_eq!(rest.ends_with(solution), grids != "none", "{rest}");
        for step in steps.lines() {
            let last = step.rsplit(' ').next().unwrap();
            assert_eq!(last.len() == 81, grids == "each", "{grids}: {step}");
        }
    }
}

#[test]
fn rejected_records_can_be_dropped() {
    let text = format!("rubbish\n{}\n{PUZZLES}", ".".repeat(81));
    for args in ["", "--to drawing", "--to text", "--to chat"] {
        let args: Vec<&str> =
            ["explain", "--drop"].into_iter().chain(args.split_whitespace()).collect();
        let out = with_input(&args, &text);
        assert_eq!(code(&out), 1, "{args:?}");
        assert_contains(stderr(&out), "5 puzzles: 3 explained");
        let whole = with_input(&args, PUZZLES);
        assert_same(&whole.stdout, &out.stdout, format_args!("{args:?}"));
    }
}

#[test]
fn arrays_have_81_cells_for_each_puzzle() {
    let text = format!("{PUZZLES}rubbish\n");
    let array = explained("--to tokens", "a.npy", &text);
    let found = objects(&explained("--to tokens", "a.jsonl", &text));
    let (head, rows) = array.split_at(128);
    assert_contains(&String::from_utf8_lossy(head), "'shape': (4, 81, 3), }");
    assert_eq!(rows.len(), 4 * 243);
    for (row, line) in rows.chunks(243).zip(&found) {
        let cells = line["tokens"].as_array().map_or(&[][..], Vec::as_slice);
        let mut expected: Vec<u8> = cells
            .iter()
            .flat_map(|cell| cell.as_array().unwrap())
            .map(|number| number.as_u64().unwrap() as u8)
            .collect();
        expected.resize(243, 0);
        assert_eq!(row, expected, "{line}");
    }
    // Without the name of a file, that is what there is; and parts of it can be joined.
    let out = with_input(["explain", "-q", "--to", "tokens"], &text);
    assert_same(&array, &out.stdout, "standard output");
    let scratch = Scratch::new();
    let input = scratch.file("in.txt", text);
    for part in ["1", "2"] {
        let mut run = batchdoku(["explain", "-q", "--to", "tokens", "--resume", "--shard"]);
        run.arg(format!("{part}/2"))
            .arg(&input)
            .arg("-o")
            .arg(scratch.path(&format!("{part}.npy")));
        assert!(code(&run.output().unwrap()) <= 1);
    }
    let mut join = batchdoku(["join", "-q"]);
    join.args([scratch.path("1.npy"), scratch.path("2.npy")])
        .arg("-o")
        .arg(scratch.path("all.npy"));
    assert!(code(&join.output().unwrap()) <= 1);
    assert_same(&array, fs::read(scratch.path("all.npy")).unwrap(), "joined parts");
}

/// A row of flat tokens is the clues, 729, and the cells of `--to tokens` in their order, each as one number.
#[test]
fn flat_rows_are_clues_and_what_is_placed() {
    let text = format!("{PUZZLES}rubbish\n");
    for order in ["solver", "row"] {
        let array = explained(&format!("--to flat --order {order}"), "a.npy", &text);
        let lists = objects(&explained(&format!("--to flat --order {order}"), "a.jsonl", &text));
        let cells = objects(&explained(&format!("--to tokens --order {order}"), "a.jsonl", &text));
        let (head, rows) = array.split_at(128);
        assert_contains(&String::from_utf8_lossy(head), "'descr': '<i2'");
        assert_contains(&String::from_utf8_lossy(head), "'shape': (4, 82), }");
        assert_eq!(rows.len(), 4 * 164);
        for (row, (cells, list)) in rows.chunks(164).zip(cells.iter().zip(&lists)) {
            let mut expected: Vec<u64> = Vec::new();
            if let Some(placed) = cells["tokens"].as_array() {
                let puzzle = cells["puzzle"].as_str().unwrap();
                let token = |cell: u64, digit: u64| 9 * cell + digit - 1;
                let clues = (0..).zip(puzzle.chars());
                let clues =
                    clues.filter_map(|(cell, it)| Some(token(cell, it.to_digit(10)?.into())));
                expected.extend(clues);
                expected.push(729);
                expected.extend(placed.iter().map(|it| {
                    let [row, column, digit] = [0, 1, 2].map(|at| it[at].as_u64().unwrap());
                    token(9 * (row - 1) + column - 1, digit)
                }));
                assert_eq!(list["flat"], json!(expected));
            }
            expected.resize(82, 730);
            let row: Vec<u64> =
                row.chunks(2).map(|it| i16::from_le_bytes([it[0], it[1]]) as u64).collect();
            assert_eq!(row, expected, "{order}");
        }
        if order == "row" {
            continue;
        }
        let scratch = Scratch::new();
        let input = scratch.file("in.txt", &text);
        for part in ["1", "2"] {
            let args = format!("explain -q --to flat --resume --shard {part}/2 -o");
            let mut run = batchdoku(args.split(' '));
            run.arg(scratch.path(&format!("{part}.npy"))).arg(&input);
            assert!(code(&run.output().unwrap()) <= 1);
        }
        let mut join = batchdoku(["join", "-q"]);
        join.args(["1.npy", "2.npy"].map(|name| scratch.path(name)));
        join.arg("-o").arg(scratch.path("all.npy"));
        assert!(code(&join.output().unwrap()) <= 1);
        assert_same(&array, fs::read(scratch.path("all.npy")).unwrap(), "joined parts");
    }
}

/// Depth first, with contradictions; and no more guesses than allowed.
#[test]
fn searches_guess_and_undo() {
    let out = with_input(["explain", "-q", "--to", "text", "--search"], HARD);
    let text = stdout(&out);
    let count = |word: &str| text.lines().filter(|line| line.contains(word)).count();
    let (guesses, undone) = (count("guess "), count("undo "));
    assert!(undone > 10, "{undone}");
    assert!(guesses > undone, "{guesses} {undone}");
    assert!(count("has no candidate") > 5, "{text}");
    for (limit, is_found) in [(guesses, true), (guesses - 1, false)] {
        let limit = limit.to_string();
        let args = ["explain", "--to", "text", "--search", "--max-nodes", &limit];
        let out = with_input(args, HARD);
        assert_eq!(code(&out), i32::from(!is_found), "{limit}");
        let error = format!("{HARD}\nerror: given up after {limit} nodes\n\n");
        assert_eq!(stdout(&out) == error, !is_found, "{limit}: {}", stdout(&out));
        assert_eq!(stderr(&out).contains("given up"), !is_found, "{limit}: {}", stderr(&out));
    }
}

/// A table of candidates is the start of its trace.
#[test]
fn traces_start_from_candidates() {
    let first = with_input(
        ["explain", "-q", "--steps", "12", "--to", "drawing"],
        PUZZLES.lines().nth(1).unwrap(),
    );
    for args in ["--to text", "--to chat", "--to text --search", "--to tokens"] {
        let traces =
            explained(args, if args == "--to text" { "a.txt" } else { "a.jsonl" }, stdout(&first));
        if let Some((code, last)) = checked(&traces) {
            assert_eq!(code, 0, "{args}: {last} {}", String::from_utf8_lossy(&traces));
            assert!(last.starts_with("1 paths,"), "{args}: {last}");
        }
    }
}

/// Before any work, and with the names of both.
#[test]
fn options_that_do_not_go_together_are_refused() {
    for (args, words) in [
        ("--order row", "--order needs --to tokens or flat"),
        ("--order row --to text", "--order needs --to tokens"),
        ("--search", "--search needs --to text or chat"),
        ("--search --to tokens", "--search needs --to text or chat"),
        ("--search --to csv", "--search needs --to text or chat"),
        ("--grids end --to tokens", "--grids does not go with --to tokens"),
        ("--search --to text --er", "--er does not go with --search"),
        ("--search --to text --steps 3", "--steps does not go with --search"),
        ("--search --to text --without x_wing", "--without does not go with --search"),
        ("--search --to text --at-most x_wing", "--at-most does not go with --search"),
        ("--max-nodes 5 --to text", "--max-nodes needs --search"),
        ("--to flat --steps 3", "--steps does not go with --to flat"),
        ("--to tokens -o traces.txt", "the trace 'tokens' is written as csv, tsv, jsonl"),
        ("--to text -o traces.npy", "'.npy' files cannot be written here"),
    ] {
        let out = with_input(["explain"].into_iter().chain(args.split(' ')), PUZZLES);
        assert_fails(&out, 2, words);
        assert_eq!(stdout(&out), "", "{args}");
    }
    let names: BTreeSet<&str> = BTreeSet::from(["text", "chat", "tokens", "flat"]);
    let help = batchdoku(["solve", "--help"]).output().unwrap();
    let listed = stdout(&help).split_once("--to <FORMAT>").unwrap().1;
    let listed = listed.split_once("possible values: ").unwrap().1.split_once(']').unwrap().0;
    assert!(listed.split(',').map(str::trim).all(|name| !names.contains(name)), "{listed}");
}
