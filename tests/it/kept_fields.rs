//! Each command, from each format whose fields have names to each other format: the fields of a record are kept, or the
//! program names those that it leaves out.

use std::{collections::BTreeMap, fs, path::Path};

use serde_json::Value;

use crate::common::*;

/// The commands, and the number of rows that each makes of a record.
const COMMANDS: [(&str, usize); 16] = [
    ("solve", 1),
    ("solve --unique", 1),
    ("solve --all --limit 2", 1),
    ("count", 1),
    ("check -o -", 1),
    ("check --score --solution-column solution -o -", 1),
    ("rate", 1),
    ("rate --er", 1),
    ("explain", 1),
    ("canon", 1),
    ("canon --transform", 1),
    ("shuffle", 1),
    ("shuffle --copies 2 --keep-original", 2),
    ("neighbours --limit 1", 1),
    ("dedupe", 1),
    ("sub-puzzles --limit 1", 1),
];

/// Returns the formats whose fields have names, as far as this build has them.
fn named() -> Vec<&'static str> {
    let batches: &[&str] = if cfg!(feature = "parquet") { &["parquet", "arrow"] } else { &[] };
    [&["csv", "tsv", "jsonl"], batches].concat()
}

/// Runs the program in a folder.
fn run(scratch: &Scratch, args: &str) -> std::process::Output {
    batchdoku(args.split(' ')).current_dir(scratch.path("")).output().unwrap()
}

/// Returns the fields of a record in the tests, besides puzzle and solution.
fn fields(number: usize) -> [(&'static str, String); 3] {
    [
        ("id", format!("00{number}")),
        ("note", format!("so, \"{number}\"; \u{e4}")),
        ("score", (number * 5).to_string()),
    ]
}

/// Writes five records as a file `in.FORMAT` of each format.
fn write_inputs(scratch: &Scratch) {
    let records: Vec<_> = minimal(5).into_iter().enumerate().collect();
    for (name, delimiter) in [("in.csv", b','), ("in.tsv", b'\t')] {
        let mut writer = csv::WriterBuilder::new().delimiter(delimiter).from_writer(Vec::new());
        writer.write_record(["id", "puzzle", "note", "solution", "score"]).unwrap();
        for (number, (puzzle, solution)) in &records {
            let [id, note, score] = fields(*number).map(|(_, value)| value);
            writer.write_record([&id, puzzle, &note, solution, &score]).unwrap();
        }
        fs::write(scratch.path(name), writer.into_inner().unwrap()).unwrap();
    }
    let objects: Vec<String> = records
        .iter()
        .map(|(number, (puzzle, solution))| {
            let [id, note, _] = fields(*number).map(|(_, value)| Value::from(value));
            let score = number * 5;
            format!(
                "{{\"id\": {id}, \"puzzle\": \"{puzzle}\", \"note\": {note}, \
                 \"solution\": \"{solution}\", \"score\": {score}}}\n"
            )
        })
        .collect();
    fs::write(scratch.path("in.jsonl"), objects.concat()).unwrap();
    for format in named().into_iter().skip(3) {
        let out = run(scratch, &format!("dedupe -q in.jsonl -o in.{format}"));
        assert_eq!(code(&out), 0, "{format}: {}", stderr(&out));
    }
}

/// Returns the records of a file, whatever its format, by names and texts.
fn records(scratch: &Scratch, file: &Path, format: &str) -> Vec<BTreeMap<String, String>> {
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let object = |line: &str| -> BTreeMap<String, String> {
        let object: serde_json::Map<String, Value> = serde_json::from_str(line).unwrap();
        object.iter().map(|(name, value)| (name.clone(), text(value))).collect()
    };
    match format {
        "csv" | "tsv" => {
            let delimiter = if format == "csv" { b',' } else { b'\t' };
            let reader = csv::ReaderBuilder::new().delimiter(delimiter).from_path(file);
            reader.unwrap().deserialize().map(Result::unwrap).collect()
        }
        "jsonl" => fs::read_to_string(file).unwrap().lines().map(object).collect(),
        // What is kept on the way to objects is tested by those.
        _ => {
            let name = file.display();
            let out = run(scratch, &format!("count -q --limit 2 --to jsonl {name}"));
            stdout(&out).lines().map(object).collect()
        }
    }
}

#[test]
fn named_fields_are_kept_in_all_formats_that_have_names() {
    let scratch = Scratch::new();
    write_inputs(&scratch);
    for from in named() {
        for to in named() {
            for (command, rows) in COMMANDS {
                let output = scratch.path(&format!("out.{to}"));
                let to_file = format!(" -o {}", output.display());
                let args = format!("{}{to_file} in.{from}", command.trim_end_matches(" -o -"));
                let out = run(&scratch, &args);
                assert!(code(&out) < 2, "{args}: {}", stderr(&out));
                assert!(!stderr(&out).contains("left out"), "{args}: {}", stderr(&out));
                let found = records(&scratch, &output, to);
                assert_eq!(found.len(), 5 * rows, "{args}");
                for (number, record) in found.iter().enumerate() {
                    for (name, value) in fields(number / rows) {
                        // Tables become objects with short numbers as numbers.
                        assert_eq!(record.get(name), Some(&value), "{args}: {record:?}");
                    }
                    assert!(record.contains_key("puzzle"), "{args}: {record:?}");
                }
            }
        }
    }
}

#[test]
fn sets_keep_named_fields() {
    let scratch = Scratch::new();
    write_inputs(&scratch);
    for from in named() {
        for to in named() {
            let output = scratch.path(&format!("set.{to}"));
            let args =
                format!("split --seed 1 --train .6 --exact in.{from} -o {}", output.display());
            let out = run(&scratch, &args);
            assert_eq!(code(&out), 0, "{args}: {}", stderr(&out));
            let mut ids = Vec::new();
            for set in ["train", "test"] {
                let file = scratch.path(&format!("set.{set}.{to}"));
                for record in records(&scratch, &file, to) {
                    let number = record["score"].parse::<usize>().unwrap() / 5;
                    for (name, value) in fields(number) {
                        assert_eq!(record.get(name), Some(&value), "{args}: {record:?}");
                    }
                    ids.push(number);
                }
            }
            ids.sort_unstable();
            assert_eq!(ids, [0, 1, 2, 3, 4], "{args}");
        }
    }
}

#[test]
fn what_has_no_place_is_named() {
    let scratch = Scratch::new();
    write_inputs(&scratch);
    let columns = "has no place for the columns 'id', 'note', 'score', which are left out";
    for from in named() {
        for to in ["line", "pair", "sdm", "grid", "sdk", "ss", "npy", "sheet", "puzzle"] {
            for (command, is_record) in [
                ("dedupe", true),
                ("shuffle", true),
                ("neighbours --limit 1", false),
                ("canon", false),
                ("solve", false),
            ] {
                let args = format!("{command} in.{from} --to {to} -o out");
                let out = run(&scratch, &args);
                assert_eq!(code(&out), 0, "{args}: {}", stderr(&out));
                // A format of puzzles alone says so by its name, and answers alone are no records.
                let is_told = stderr(&out).contains(columns);
                assert_eq!(is_told, is_record && to != "puzzle", "{args}: {}", stderr(&out));
            }
        }
    }
    // Text of lines.
    let (puzzle, _) = &minimal(1)[0];
    scratch.file("in.txt", format!("{puzzle} # from a book\n"));
    for (args, is_told) in [
        ("dedupe in.txt -o out.csv", true),
        ("dedupe in.txt -o out.txt", false),
        ("shuffle in.txt -o out.txt", true),
        ("solve in.txt -o out.txt", false),
        ("dedupe in.txt --to puzzle -o out.txt", false),
    ] {
        let out = run(&scratch, args);
        assert_eq!(code(&out), 0, "{args}: {}", stderr(&out));
        let words = "the text that lines have next to their puzzles is left out";
        assert_eq!(stderr(&out).contains(words), is_told, "{args}: {}", stderr(&out));
    }
}

/// An author's column that has the name of an answer, in whatever case, is replaced; the program says so.
#[test]
fn columns_that_answers_replace_are_named() {
    let scratch = Scratch::new();
    let (puzzle, _) = &minimal(1)[0];
    let object = |key: &str| format!("{{\"puzzle\": \"{puzzle}\", \"{key}\": \"mine\"}}\n");
    for (name, text) in [
        ("level.csv", format!("puzzle,level,ER,note\n{puzzle},mine,9,x\n")),
        ("one.tsv", format!("puzzle\tSteps\tnote\n{puzzle}\t7\tx\n")),
        ("count.jsonl", object("count")),
        ("steps.jsonl", object("steps")),
        ("other.csv", format!("puzzle,levels,note\n{puzzle},mine,x\n")),
    ] {
        scratch.file(name, text);
    }
    for (args, columns) in [
        ("rate --er level.csv", "answers replace the columns 'level', 'ER' of the input"),
        ("rate level.csv --to jsonl", "answers replace the column 'level' of the input"),
        ("rate one.tsv", "answers replace the column 'Steps' of the input"),
        ("count count.jsonl", "answers replace the column 'count' of the input"),
        ("explain steps.jsonl", "answers replace the column 'steps' of the input"),
        // Nothing is replaced.
        ("rate other.csv", ""),
        ("solve level.csv", ""),
        ("dedupe level.csv", ""),
    ] {
        let out = run(&scratch, args);
        assert_eq!(code(&out), 0, "{args}: {}", stderr(&out));
        let told = stderr(&out).lines().find(|line| line.contains("answers replace"));
        assert!(told.unwrap_or_default().contains(columns), "{args}: {}", stderr(&out));
        assert_eq!(told.is_some(), !columns.is_empty(), "{args}: {}", stderr(&out));
    }
}

#[test]
fn keys_that_the_first_object_lacks_are_named() {
    let scratch = Scratch::new();
    let many = minimal(3);
    let object = |at: usize, more: &str| format!("{{\"puzzle\": \"{}\"{more}}}\n", many[at].0);
    let objects = [object(0, ", \"id\": 1"), object(1, ", \"b\": [2]"), object(2, ", \"a\": null")];
    scratch.file("in.jsonl", objects.concat());
    let out = run(&scratch, "dedupe in.jsonl -o out.csv");
    assert_eq!(code(&out), 0, "{}", stderr(&out));
    assert_contains(stderr(&out), "it has no 'a', 'b'");
    let text = fs::read_to_string(scratch.path("out.csv")).unwrap();
    assert_same(
        format!("puzzle,id\n{},1\n{},\n{},\n", many[0].0, many[1].0, many[2].0),
        &text,
        "columns of the first object",
    );
    // Objects keep their own keys.
    let out = run(&scratch, "dedupe in.jsonl -o out.jsonl");
    assert!(!stderr(&out).contains("it has no"), "{}", stderr(&out));
}

#[test]
fn values_of_objects_become_text() {
    let scratch = Scratch::new();
    let (puzzle, solution) = &minimal(1)[0];
    let list = |cells: &str| {
        let cells: Vec<_> = cells
            .bytes()
            .map(|cell| if cell == b'.' { "0".into() } else { char::from(cell).to_string() })
            .collect();
        format!("[{}]", cells.join(","))
    };
    let object = format!(
        "{{\"a\": [1, \"x\"], \"puzzle\": {}, \"b\": true, \"c\": \"\\u00e4\\\"\", \"solution\": {}, \"d\": null}}\n",
        list(puzzle),
        list(solution)
    );
    scratch.file("in.jsonl", object);
    let out = run(&scratch, "dedupe -q in.jsonl --to csv");
    let zeros = puzzle.replace('.', "0");
    assert_same(
        format!(
            "a,puzzle,b,c,solution,d\n\"[1, \"\"x\"\"]\",{zeros},true,\"\u{e4}\"\"\",{solution},\n"
        ),
        &out.stdout,
        "values",
    );
}

/// Two columns of different puzzles are refused in each format whose fields have names, unless the user names one.
#[test]
fn two_columns_of_puzzles_are_refused_in_every_format() {
    let scratch = Scratch::new();
    let [(one, solution), (other, _)] = minimal(2).try_into().expect("two puzzles");
    for (name, second) in [("different", &other), ("same", &one), ("complete", &solution)] {
        let table = format!("id,quiz,puzzle\n1,{second},{one}\n2,{second},{one}\n");
        scratch.file(&format!("{name}.csv"), table);
        for format in named() {
            let file = format!("{name}-2.{format}");
            let made = run(&scratch, &format!("dedupe -q --column puzzle {name}.csv -o {file}"));
            assert_eq!(code(&made), 0, "{}", stderr(&made));
            let solved = run(&scratch, &format!("solve {file}"));
            if name == "different" {
                let words = "the columns quiz, puzzle have different puzzles";
                let found = stderr(&solved).replace("puzzle, quiz", "quiz, puzzle");
                assert!(code(&solved) == 2 && found.contains(words), "{file}: {found}");
            } else {
                assert_eq!(code(&solved), 0, "{file}: {}", stderr(&solved));
            }
            let named = run(&scratch, &format!("solve {file} --column quiz"));
            assert_eq!(code(&named), 0, "{file}: {}", stderr(&named));
        }
    }
}
