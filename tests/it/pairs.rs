//! Records that are copied or changed keep what belongs to them, whatever format they go to.

use std::fs;

use crate::common::*;

/// Runs the program in a folder.
fn run(scratch: &Scratch, args: &str) -> std::process::Output {
    batchdoku(args.split(' ')).current_dir(scratch.path("")).output().unwrap()
}

/// Returns a table of some puzzles, with a solution and other columns.
fn table(count: usize) -> String {
    let row = |(index, (puzzle, solution)): (usize, (String, String))| {
        format!("00{index},{puzzle},\"{solution}\",{},\"so, so\",\n", index as f64 / 4.0)
    };
    let rows: String = puzzles(count).into_iter().enumerate().map(row).collect();
    format!("id,puzzle,solution,score,note,nothing\n{rows}")
}

#[test]
fn objects_keep_the_columns_of_a_table() {
    let scratch = Scratch::new();
    scratch.file("in.csv", table(4));
    let first = &puzzles(4)[0];
    let whole = |puzzle: &str, solution: &str, more: &str| {
        format!(
            "{{\"id\": \"000\", \"puzzle\": \"{puzzle}\", \"solution\": \"{solution}\", \"score\": 0, \
             \"note\": \"so, so\", \"nothing\": null{more}}}"
        )
    };
    for (args, more) in [
        ("solve -q in.csv --to jsonl", ""),
        ("dedupe -q in.csv --to jsonl", ""),
        ("count -q in.csv --to jsonl", ", \"count\": 1"),
        ("check -q in.csv -o - --to jsonl", ", \"verdict\": \"ok\""),
    ] {
        let out = run(&scratch, args);
        assert_eq!(code(&out), 0, "{args}: {}", stderr(&out));
        let expected = whole(&first.0, &first.1, more);
        assert_same(expected, stdout(&out).lines().next().unwrap(), args);
        assert_eq!(stdout(&out).lines().count(), 4);
    }
    // What comes back is the table that it was, but for the quotes.
    let out = run(&scratch, "shuffle -q --seed 3 in.csv --to jsonl");
    let objects: Vec<serde_json::Value> =
        stdout(&out).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let rows = run(&scratch, "shuffle -q --seed 3 in.csv");
    for (object, row) in objects.iter().zip(csv::Reader::from_reader(&*rows.stdout).records()) {
        let row = row.unwrap();
        assert_eq!(object["puzzle"], row[1]);
        assert_eq!(object["solution"], row[2]);
        assert_eq!(object["id"], row[0]);
    }
    // A row that is broken has no columns.
    scratch.file("broken.csv", "id,puzzle\n1,2,3\n");
    let out = run(&scratch, "count -q broken.csv --to jsonl");
    assert_same("{\"puzzle\": null, \"count\": null}\n", &out.stdout, "broken");
}

#[test]
fn copied_records_keep_their_solutions() {
    let scratch = Scratch::new();
    let many = puzzles(60);
    let pair = |(puzzle, solution): &(String, String)| format!("{puzzle},{solution}\n");
    scratch.file("in.txt", many.iter().map(pair).collect::<String>());
    scratch.file("in.csv", table(60));
    let object = |(puzzle, solution): &(String, String)| {
        format!("{{\"puzzle\":\"{puzzle}\",\"solution\":\"{solution}\"}}\n")
    };
    scratch.file("in.jsonl", many.iter().map(object).collect::<String>());
    for from in ["in.txt", "in.csv", "in.jsonl"] {
        for to in ["csv", "tsv", "jsonl", "line"] {
            for command in ["dedupe", "split --by class"] {
                let is_split = command.starts_with("split");
                let out = run(&scratch, &format!("{command} -q {from} --to {to} -o out.txt"));
                assert_eq!(code(&out), 0, "{command} {from} {to}: {}", stderr(&out));
                let outputs: &[&str] =
                    if is_split { &["out.train.txt", "out.test.txt"] } else { &["out.txt"] };
                let mut correct = 0;
                for name in outputs {
                    let out = run(&scratch, &format!("check {name} --summary summary"));
                    assert_eq!(code(&out), 0, "{command} {from} {to}: {}", stderr(&out));
                    let summary = fs::read(scratch.path("summary")).unwrap();
                    let summary: serde_json::Value = serde_json::from_slice(&summary).unwrap();
                    correct += summary["done"].as_u64().unwrap();
                }
                assert_eq!(correct, 60, "{command} {from} {to}");
            }
        }
        // What has no room for them says so.
        let out = run(&scratch, &format!("dedupe {from} --to sdm"));
        assert_contains(stderr(&out), "the solutions are left out: the format 'sdm'");
    }
}

#[test]
fn solutions_of_arrays_have_an_array_of_their_own() {
    let scratch = Scratch::new();
    scratch.file("in.csv", table(60));
    let is_right = |name: &str, solutions: &str, count: &str| {
        let out = run(&scratch, &format!("check {name} --solutions {solutions}"));
        assert_fails(&out, 0, &format!("{count} solution"));
    };
    let out = run(&scratch, "shuffle in.csv --seed 5 -o x.npy");
    assert_fails(&out, 0, "the solutions are in 'x.solutions.npy', row by row");
    is_right("x.npy", "x.solutions.npy", "60");
    let lines = run(&scratch, "shuffle -q in.csv --seed 5 --to line");
    let puzzles: String = stdout(&lines).lines().map(|line| format!("{}\n", &line[..81])).collect();
    let array = fs::read(scratch.path("x.npy")).unwrap();
    let expected = npy(&puzzles);
    assert_same(&expected[expected.len() - 60 * 81..], &array[128..], "the puzzles");
    assert!(array[10..].starts_with(b"{'descr': '|u1', 'fortran_order': False, 'shape': (60, 81)"));

    let out = run(&scratch, "shuffle -q in.csv --copies 3 -o packed.npy.gz");
    assert_eq!(code(&out), 0, "{}", stderr(&out));
    is_right("packed.npy.gz", "packed.solutions.npy.gz", "180");

    let out = run(&scratch, "split in.csv --train 0.5 -o x.npy");
    assert_eq!(code(&out), 0, "{}", stderr(&out));
    is_right("x.train.npy", "x.train.solutions.npy", "");
    is_right("x.test.npy", "x.test.solutions.npy", "");
    let out = run(&scratch, "dedupe -q in.csv in.csv -o kept.npy");
    assert_eq!(code(&out), 0, "{}", stderr(&out));
    is_right("kept.npy", "kept.solutions.npy", "60");

    let out = run(&scratch, "generate -q -n 5 --seed 1 --with-solution -o made.npy");
    assert_eq!(code(&out), 0, "{}", stderr(&out));
    is_right("made.npy", "made.solutions.npy", "5");

    // A stream has room for one array, and an output must not be another one, or an input.
    let out = run(&scratch, "shuffle in.csv --to npy");
    assert_contains(stderr(&out), "the solutions are left out: the format 'npy' has no place");
    let out = run(&scratch, "generate -n 5 --with-solution --to npy");
    assert_fails(&out, 2, "the format 'npy' is for grids only");
    fs::copy(scratch.path("in.csv"), scratch.path("y.solutions.npy")).unwrap();
    let out = run(&scratch, "shuffle y.solutions.npy --from csv -o y.npy");
    assert_fails(&out, 2, "is the same file as input");
    let out = run(&scratch, "shuffle in.csv -o y.npy --rejects y.solutions.npy");
    assert_fails(&out, 2, "y.solutions.npy");
    let out = run(&scratch, "shuffle in.csv -o z.npy --resume");
    assert_fails(&out, 2, "puzzles and solutions are arrays of their own, which belong together");
    // Without solutions, there is one array.
    scratch.file("in.txt", format!("{PUZZLE}\n"));
    let out = run(&scratch, "shuffle in.txt -o single.npy");
    assert_eq!(code(&out), 0);
    assert!(!scratch.path("single.solutions.npy").exists());
}

#[test]
fn arrays_of_solutions_stay_with_their_puzzles() {
    let scratch = Scratch::new();
    scratch.file("in.csv", table(60));
    let out = run(&scratch, "dedupe -q in.csv -o in.npy");
    assert_eq!(code(&out), 0, "{}", stderr(&out));
    let is_right = |name: &str, solutions: &str, count: &str| {
        let out = run(&scratch, &format!("check {name} --solutions {solutions}"));
        assert_fails(&out, 0, &format!("{count} solution"));
    };
    let out = run(&scratch, "shuffle -q in.npy --seed 5 -o alone.npy");
    assert_eq!(code(&out), 0, "{}", stderr(&out));
    for threads in ["1", "4"] {
        let args =
            format!("shuffle in.npy --solutions in.solutions.npy --seed 5 -j {threads} -o x.npy");
        let out = run(&scratch, &args);
        assert_fails(&out, 0, "the solutions are in 'x.solutions.npy', row by row");
        is_right("x.npy", "x.solutions.npy", "60");
        let [pair, alone] = ["x.npy", "alone.npy"].map(|name| fs::read(scratch.path(name)));
        assert_same(alone.unwrap(), pair.unwrap(), "the puzzles of a seed");
    }
    let pair = "in.npy --solutions in.solutions.npy";
    let out = run(&scratch, &format!("shuffle -q {pair} --copies 3 -o x.npy"));
    assert_eq!(code(&out), 0, "{}", stderr(&out));
    is_right("x.npy", "x.solutions.npy", "180");
    for exact in ["", " --exact"] {
        let out = run(&scratch, &format!("split {pair} --train 0.5{exact} -o x.npy"));
        assert_eq!(code(&out), 0, "{}", stderr(&out));
        is_right("x.train.npy", "x.train.solutions.npy", "");
        is_right("x.test.npy", "x.test.solutions.npy", "");
    }
    let out = run(&scratch, &format!("dedupe -q {pair} -o kept.npy"));
    assert_eq!(code(&out), 0, "{}", stderr(&out));
    is_right("kept.npy", "kept.solutions.npy", "60");
    for to in ["csv", "jsonl", "line"] {
        let out = run(&scratch, &format!("dedupe -q {pair} --to {to} -o pairs.{to}"));
        assert_eq!(code(&out), 0, "{to}: {}", stderr(&out));
        let out = run(&scratch, &format!("check pairs.{to}"));
        assert_fails(&out, 0, "60 solutions: 60 correct");
    }
    // Too few, too many, and records that have no array.
    let rows = |count: usize| -> String {
        puzzles(count).iter().map(|(_, solution)| format!("{solution}\n")).collect()
    };
    for (count, words) in [(59, "fewer solutions than puzzles"), (61, "more solutions than")] {
        scratch.file("other.npy", npy(&rows(count)));
        let out = run(&scratch, "shuffle -q in.npy --solutions other.npy -o x.npy");
        assert_fails(&out, 2, words);
    }
    scratch.file("in.sol", rows(60));
    let out = run(&scratch, "shuffle in.csv --solutions in.sol -o x.csv");
    assert_fails(&out, 2, "must have their solutions in the same file");
}

/// Where the first record has no solution, those of the others are kept: the first records decide, not the first alone.
#[test]
fn solutions_of_later_records_are_kept() {
    let scratch = Scratch::new();
    let pairs = puzzles(60);
    let solved = |(index, (puzzle, solution)): (usize, &(String, String))| match index {
        0 | 7 => (puzzle.clone(), None),
        _ => (puzzle.clone(), Some(solution.clone())),
    };
    let records: Vec<_> = pairs.iter().enumerate().map(solved).collect();
    let line = |(puzzle, solution): &(String, Option<String>)| match solution {
        Some(solution) => format!("{puzzle},{solution}\n"),
        None => format!("{puzzle}\n"),
    };
    let object = |(puzzle, solution): &(String, Option<String>)| match solution {
        Some(solution) => format!("{{\"puzzle\":\"{puzzle}\",\"solution\":\"{solution}\"}}\n"),
        None => format!("{{\"puzzle\":\"{puzzle}\"}}\n"),
    };
    let texts = [
        ("in.txt", records.iter().map(line).collect::<String>()),
        ("in.jsonl", records.iter().map(object).collect()),
    ];
    for (from, text) in &texts {
        scratch.file(from, text);
        for command in ["dedupe", "split --by class", "shuffle --seed 1"] {
            for to in ["line", "csv", "tsv", "jsonl"] {
                let is_split = command.starts_with("split");
                let outputs: &[&str] =
                    if is_split { &["out.train.txt", "out.test.txt"] } else { &["out.txt"] };
                let out = run(&scratch, &format!("{command} -q {from} --to {to} -o out.txt"));
                assert_eq!(code(&out), 0, "{command} {from} {to}: {}", stderr(&out));
                let read = |name: &&str| fs::read_to_string(scratch.path(name)).unwrap();
                let found: String = outputs.iter().map(read).collect();
                let is_complete = |word: &str| {
                    word.len() == 81 && word.bytes().all(|it| b"123456789".contains(&it))
                };
                let is_solved = |row: &&str| row.split([',', '\t', '"', ' ']).any(is_complete);
                let solved = found.lines().filter(is_solved).count();
                assert_eq!(solved, 58, "{command} {from} {to}: {found}");
                if command.starts_with("shuffle") {
                    continue;
                }
                for (puzzle, solution) in &records {
                    let row = found.lines().find(|row| row.contains(puzzle.as_str()));
                    let row = row.unwrap_or_else(|| panic!("{command} {from} {to}: {found}"));
                    let is_whole = solution.as_ref().is_none_or(|it| row.contains(it.as_str()));
                    assert!(is_whole, "{command} {from} {to}: {row}");
                }
            }
        }
        // A pipe gives the same, and an array has an output of its own for them.
        let piped = with_input(["dedupe", "-q", "--to", "csv"], text);
        let mapped = run(&scratch, &format!("dedupe -q {from} --to csv"));
        assert_same(&mapped.stdout, &piped.stdout, from);
        let out = run(&scratch, &format!("dedupe -q {from} -o out.npy"));
        assert_eq!(code(&out), 0, "{}", stderr(&out));
        let array = fs::read(scratch.path("out.solutions.npy")).unwrap();
        let solutions: String = records
            .iter()
            .map(|(_, solution)| solution.clone().unwrap_or_else(|| ".".repeat(81)) + "\n")
            .collect();
        let expected = npy(&solutions);
        assert_same(&expected[expected.len() - 60 * 81..], &array[array.len() - 60 * 81..], from);
    }
}

/// Solutions that come behind the records that decide are counted, if there is no place for them.
#[test]
fn solutions_of_late_records_are_told() {
    let scratch = Scratch::new();
    let pairs = puzzles(1200);
    let line = |(index, (puzzle, solution)): (usize, &(String, String))| match index {
        ..1000 => format!("{puzzle}\n"),
        _ => format!("{puzzle},{solution}\n"),
    };
    scratch.file("in.txt", pairs.iter().enumerate().map(line).collect::<String>());
    for to in ["csv", "npy", "grid", "sdm"] {
        let out = run(&scratch, &format!("dedupe in.txt --to {to} -o out.{to}"));
        assert_eq!(code(&out), 0, "{to}: {}", stderr(&out));
        assert_contains(stderr(&out), "the solutions of 200 records are left out");
    }
    for to in ["line", "jsonl"] {
        let out = run(&scratch, &format!("dedupe in.txt --to {to} -o out.{to}"));
        assert!(!stderr(&out).contains("left out"), "{to}: {}", stderr(&out));
        let found = fs::read_to_string(scratch.path(&format!("out.{to}"))).unwrap();
        assert_contains(&found, &pairs[1100].1);
    }
}
