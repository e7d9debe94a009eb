//! Records that stay whole: what is written next to a puzzle is true of it, and what is rejected can be left out.

use std::fs;

use batchdoku::{
    Grid,
    corpus::{GridExt, explain::ErRating, rate::Rating},
};

use crate::common::*;

fn table(output: &std::process::Output) -> Vec<Vec<String>> {
    stdout(output).lines().map(|line| line.split(',').map(String::from).collect()).collect()
}

#[test]
fn generated_puzzles_have_what_is_asked_for_beside_them() {
    let all = "--with solution,er,ep,ed,technique,level,clues,class,weight";
    for conditions in
        ["", "--er 3.0..6.0", "--difficulty hard", "--difficulty easy,medium --er 1.5..3.0"]
    {
        let args = format!("generate -q -n 12 --seed 5 {conditions} {all} --to csv");
        let out = batchdoku(args.split_ascii_whitespace()).output().unwrap();
        assert_eq!(code(&out), 0, "{}", stderr(&out));
        let rows = table(&out);
        assert_eq!(
            rows[0].join(","),
            "puzzle,solution,er,ep,ed,technique,level,clues,class,weight"
        );
        assert_eq!(rows.len(), 13);
        for row in &rows[1..] {
            let puzzle: Grid = row[0].parse().unwrap();
            let rating = ErRating::of(&puzzle).unwrap();
            let numbers = [rating.er(), rating.ep(), rating.ed()].map(|er| format!("{er:.1}"));
            assert_eq!(row[1], puzzle.solve().unwrap().to_string());
            assert_eq!(row[2..5], numbers);
            assert_eq!(row[5], rating.hardest().unwrap().name());
            assert_eq!(row[6], Rating::of(&puzzle).level().unwrap().name());
            assert_eq!(row[7], puzzle.clues().to_string());
            assert_eq!(row[8], puzzle.canonical_form().to_string());
            assert!(row[9].parse::<f64>().unwrap() > 1.0);
        }
    }
}

#[test]
fn short_forms_write_the_same_columns_and_puzzles() {
    let made = |args: &str| {
        let args = format!("generate -q -n 20 --seed 7 --to csv {args}");
        batchdoku(args.split_ascii_whitespace()).output().unwrap()
    };
    for (long, short) in [
        ("--with solution", "--with-solution"),
        ("--with solution,weight", "--with-solution --with-weight"),
        ("--with solution,weight --with solution", "--with-weight --with-solution"),
    ] {
        assert_same(made(long).stdout, made(short).stdout, format_args!("{long}"));
    }
    // Ratings change no puzzle, also where they are conditions.
    for conditions in ["", "--er 4.0..5.0"] {
        let plain = table(&made(conditions));
        let rated = table(&made(&format!("{conditions} --with er,level")));
        let puzzles =
            |rows: &[Vec<String>]| rows.iter().map(|row| row[0].clone()).collect::<Vec<_>>();
        assert_eq!(puzzles(&plain), puzzles(&rated));
    }
    let out = batchdoku("generate -n 3 --invalid multiple --with er".split(' ')).output().unwrap();
    assert_fails(&out, 2, "the column 'er' is about the valid puzzle");
    let out = batchdoku("generate -n 3 --with rating".split(' ')).output().unwrap();
    assert_fails(&out, 2, "rating");
    let out = batchdoku("generate -n 3 --with er --to npy -o x.npy".split(' ')).output().unwrap();
    assert_fails(&out, 2, "npy");
}

/// Four puzzles with an id: solved, unsolvable, rubbish, with several solutions.
fn mixed(scratch: &Scratch) -> std::path::PathBuf {
    let (puzzle, solution) = &minimal(1)[0];
    let twice = format!("11{}", ".".repeat(79));
    let wrong = "1".repeat(81);
    scratch.file(
        "mixed.csv",
        format!(
            "id,puzzle,solution\n1,{puzzle},{solution}\n2,{twice},{wrong}\n3,rubbish,\n4,{},\n5,{puzzle},{wrong}\n",
            ".".repeat(81)
        ),
    )
}

#[test]
fn rejected_records_can_be_left_out() {
    let scratch = Scratch::new();
    let file = mixed(&scratch);
    let rejects = scratch.path("rejects");
    for (command, kept) in [
        ("solve --unique", "15"),
        ("count", "1245"),
        ("count --max-nodes 3", "2"),
        ("check", "1"),
        ("rate", "1245"),
        ("canon", "1245"),
        ("shuffle", "1245"),
        ("shuffle --copies 2", "1122455"),
        ("neighbours --limit 1", "15"),
        ("dedupe", "124"),
    ] {
        let to_output = if command == "check" { " -o -" } else { "" };
        let args = format!("{command} --drop --to csv{to_output} --rejects {}", rejects.display());
        let out = batchdoku(args.split(' ')).arg(&file).output().unwrap();
        let rows = table(&out);
        let ids: String = rows[1..].iter().map(|row| row[0].as_str()).collect();
        assert_eq!(ids, kept, "{command}: {}", stderr(&out));
        assert_eq!(code(&out), 1, "{command}");
        let listed = fs::read_to_string(&rejects).unwrap();
        let distinct: std::collections::BTreeSet<_> = kept.chars().collect();
        let repeats = usize::from(command == "dedupe");
        assert_eq!(listed.lines().count() - 1, 5 - distinct.len() - repeats, "{command}: {listed}");
        // Without the option each record has a row.
        let args = format!("{} --to csv{to_output}", command.replace(" --copies 2", ""));
        let out = batchdoku(args.split(' ')).arg(&file).output().unwrap();
        if !command.starts_with("neighbours") && command != "dedupe" {
            assert_eq!(table(&out).len(), 6, "{command}");
        }
    }
    // In every format, and for any number of threads.
    let (puzzle, _) = &minimal(1)[0];
    let lines: String = (0..20_000)
        .map(|at| if at % 3 == 0 { "x\n".into() } else { format!("{puzzle}\n") })
        .collect();
    for threads in ["1", "4"] {
        let out = with_input(["solve", "-q", "--drop", "-j", threads], &lines);
        assert_eq!(stdout(&out).lines().count(), 13_333);
        for line in stdout(&out).lines() {
            assert_eq!(line.len(), 81, "{line}");
            assert!(!line.contains('.'), "{line}");
        }
    }
    for to in ["line", "pair", "puzzle", "grid", "csv", "tsv", "jsonl", "sdm", "npy"] {
        let path = scratch.path(&format!("out.{to}"));
        let args = format!("solve -q --drop --to {to} -o {}", path.display());
        let out = with_input(args.split(' '), &lines);
        assert_eq!(code(&out), 1, "{to}: {}", stderr(&out));
        let again = batchdoku(["count", "-q"])
            .args(
                ["csv", "tsv", "jsonl"]
                    .contains(&to)
                    .then_some(["--column", "solution"])
                    .into_iter()
                    .flatten(),
            )
            .args(["--to", "line"])
            .arg(&path)
            .output()
            .unwrap();
        let counted = stdout(&again).lines().filter(|line| !line.is_empty()).count();
        assert_eq!(counted, 13_333, "{to}");
        assert_eq!(code(&again), 0, "{to}: {}", stderr(&again));
    }
}

#[test]
fn generated_records_without_a_puzzle_can_be_left_out() {
    let args = "generate -q -n 40 --er 6.6..7.5 --max-tries 3 --seed 2 --with er --to csv";
    let all = table(&batchdoku(args.split(' ')).output().unwrap());
    let kept = table(&batchdoku(args.split(' ')).arg("--drop").output().unwrap());
    assert_eq!(all.len(), 41);
    assert!((2..41).contains(&kept.len()), "{}", kept.len());
    let found: Vec<_> = all.into_iter().filter(|row| row[0].contains(|c: char| c != '.')).collect();
    assert_eq!(found, kept);
}

#[test]
fn a_technique_without_a_name_says_so() {
    let scratch = Scratch::new();
    let rows: String = minimal(40).iter().map(|(puzzle, _)| format!("{puzzle}\n")).collect();
    let file = scratch.file("in.txt", rows);
    let rated = |args: &str| {
        let args = format!("rate -q --to tsv {args}");
        let out = batchdoku(args.split_ascii_whitespace()).arg(&file).output().unwrap();
        let rows = stdout(&out).lines().map(|line| line.split('\t').map(String::from).collect());
        rows.collect::<Vec<Vec<String>>>()
    };
    let (plain, er, wide) = (rated(""), rated("--er"), rated("--wide"));
    let at = |rows: &[Vec<String>], name: &str| rows[0].iter().position(|it| it == name).unwrap();
    let (technique, named) = (at(&plain, "technique"), at(&er, "er_technique"));
    let unnamed = plain.iter().filter(|row| row[technique] == "unnamed").count();
    assert!(unnamed > 5, "{unnamed}");
    for (plain, er) in plain.iter().zip(&er).skip(1) {
        let expected = if plain[technique] == "unnamed" { &er[named] } else { &plain[technique] };
        assert_eq!(&er[technique], expected);
        assert_eq!(plain[..technique], er[..technique]);
    }
    // The columns of --wide are the steps, one by one.
    let steps = at(&wide, "steps");
    let names = &wide[0][steps + 1..];
    assert_eq!(names.len(), 14);
    for row in &wide[1..] {
        let counted: Vec<_> = names
            .iter()
            .zip(&row[steps + 1..])
            .filter(|(_, count)| *count != "0")
            .map(|(name, count)| format!("{name}={count}"))
            .collect();
        assert_eq!(counted.join(","), row[steps].trim_matches('"'));
    }
}

#[test]
fn sets_are_exact_in_each_stratum() {
    let scratch = Scratch::new();
    let made = batchdoku("generate -q -n 400 --seed 3 --with level,clues --to csv".split(' '));
    let file = scratch.file("in.csv", { made }.output().unwrap().stdout);
    let all = fs::read_to_string(&file).unwrap();
    for by in ["level", "clues", "er"] {
        let out = scratch.path("out.csv");
        let args = format!("split -q --stratify {by} --train 0.5 -o {}", out.display());
        let done = batchdoku(args.split(' ')).arg(&file).output().unwrap();
        assert_eq!(code(&done), 0, "{}", stderr(&done));
        let value = |line: &str| {
            let fields: Vec<_> = line.split(',').collect();
            match by {
                "level" => fields[1].to_owned(),
                "clues" => fields[2].to_owned(),
                _ => ErRating::of(&fields[0].parse().unwrap()).unwrap().er().floor().to_string(),
            }
        };
        let count = |text: &str| {
            let mut counts = std::collections::BTreeMap::new();
            text.lines().skip(1).for_each(|line| *counts.entry(value(line)).or_insert(0) += 1);
            counts
        };
        let train = count(&fs::read_to_string(scratch.path("out.train.csv")).unwrap());
        for (value, records) in count(&all) {
            let own = train.get(&value).copied().unwrap_or(0);
            assert!(i32::abs(2 * own - records) <= 2, "{by} {value}: {own} of {records}");
        }
        assert_eq!(train.values().sum::<i32>(), 200);
    }
    let args = "split --stratify sauce -o x.csv";
    let done =
        batchdoku(args.split(' ')).arg(&file).current_dir(scratch.path("")).output().unwrap();
    assert_fails(&done, 2, "no record has a value 'sauce' to stratify by");
}

/// 20 classes of one record, and one of 6.
#[test]
fn exact_sets_have_their_sizes_where_classes_add_up_to_them() {
    let scratch = Scratch::new();
    let made = batchdoku("generate -q -n 21 --seed 4".split(' ')).output().unwrap().stdout;
    let copies = with_input(["shuffle", "-q", "--copies", "6"], &made[..82]).stdout;
    let file = scratch.file("in.txt", [&made[82..], &copies].concat());
    for seed in 0..5 {
        let out = scratch.path("out.txt");
        let args = format!("split --exact --train 13 --seed {seed} -o {}", out.display());
        let done = batchdoku(args.split(' ')).arg(&file).output().unwrap();
        assert_eq!(code(&done), 0, "{}", stderr(&done));
        let lines =
            |set: &str| fs::read(scratch.path(&format!("out.{set}.txt"))).unwrap().len() / 82;
        assert_eq!((lines("train"), lines("test")), (13, 13), "{seed}");
        assert!(!stderr(&done).contains("records, not"), "{}", stderr(&done));
    }
}

#[test]
fn answers_in_prose_are_judged() {
    let scratch = Scratch::new();
    let (puzzle, solution) = &minimal(1)[0];
    let wrong = solution.replace('1', "2");
    let rows: Vec<_> = (0..9).map(|row| &solution[9 * row..][..9]).collect();
    let replies = [
        format!("The answer is {solution}."),
        format!("First {wrong}, no:\\n{}", rows.join("\\n")),
        format!("It is {wrong}."),
        "I do not know.".to_owned(),
    ];
    let objects = replies.iter().enumerate().map(|(id, reply)| {
        format!("{{\"id\":{id},\"puzzle\":\"{puzzle}\",\"response\":\"{reply}\"}}\n")
    });
    let file = scratch.file("replies.jsonl", objects.collect::<String>());
    let out = batchdoku(["check", "--score", "-o", "-"]).arg(&file).output().unwrap();
    assert_eq!(code(&out), 1, "{}", stderr(&out));
    let rows: Vec<serde_json::Value> =
        stdout(&out).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let column = |name: &str| rows.iter().map(|row| row[name].clone()).collect::<Vec<_>>();
    assert_eq!(column("id"), [0, 1, 2, 3]);
    assert_eq!(column("solved"), ["yes", "yes", "no", "no"]);
    assert_eq!(column("found"), ["yes", "yes", "yes", "no"]);
    assert!(rows[2]["houses_broken"].as_i64().unwrap() > 0, "{}", rows[2]);
    assert!(rows[2]["cells_right"].as_i64() < rows[2]["cells"].as_i64(), "{}", rows[2]);
    assert!(rows[3]["cells_right"].is_null(), "{}", rows[3]);
    assert!(stderr(&out).contains("1 wrong"), "{}", stderr(&out));
    assert!(
        stderr(&out).contains("1 missing") || stderr(&out).contains("1 without"),
        "{}",
        stderr(&out)
    );
    // Another column; and only those that are solved.
    let args = ["check", "--score", "--solution-column", "puzzle", "-o", "-", "--drop"];
    let out = batchdoku(args).arg(&file).output().unwrap();
    assert_eq!(stdout(&out), "");
    let args = ["check", "--score", "--drop", "--to", "csv", "-o", "-"];
    let out = batchdoku(args).arg(&file).output().unwrap();
    // A reply of several lines is one field.
    assert_eq!(csv::Reader::from_reader(&*out.stdout).records().count(), 2);
    let out = batchdoku(["check", "--score", "--unique"]).arg(&file).output().unwrap();
    assert_fails(&out, 2, "--score does not go with --unique: any solution of the puzzle will do");
}

/// Puzzles that a command makes have a column of their own, and the solution of a row stays that of its puzzle.
#[test]
fn no_answer_stands_next_to_another_puzzle() {
    let scratch = Scratch::new();
    let pairs = batchdoku("generate -q -n 3 --seed 1 --with solution --to csv".split(' ')).output();
    let file = scratch.file("pairs.csv", pairs.unwrap().stdout);
    for (command, column) in [
        ("canon", "canonical"),
        ("canon --form pattern", "canonical"),
        ("neighbours --limit 3", "neighbour"),
        ("sub-puzzles --limit 3", "neighbour"),
        ("explain", ""),
    ] {
        let made = scratch.path("made.csv");
        let args = format!("{command} -q --to csv -o {}", made.display());
        let out = batchdoku(args.split(' ')).arg(&file).output().unwrap();
        assert_eq!(code(&out), 0, "{command}: {}", stderr(&out));
        let checked = batchdoku(["check", "-q", "--unique"]).arg(&made).output().unwrap();
        assert_eq!(code(&checked), 0, "{command}: {}", stderr(&checked));
        if column.is_empty() {
            continue;
        }
        // The solution of what was made has a column of its own, too.
        let solved = scratch.path("solved.csv");
        let args = format!("solve -q --column {column} -o {}", solved.display());
        let out = batchdoku(args.split(' ')).arg(&made).output().unwrap();
        assert_eq!(code(&out), 0, "{command}: {}", stderr(&out));
        let args =
            format!("check -q --column {column} --solution-column {column}_solution --unique");
        for args in [args.as_str(), "check -q --unique"] {
            let checked = batchdoku(args.split(' ')).arg(&solved).output().unwrap();
            assert_eq!(code(&checked), 0, "{command}: {}", stderr(&checked));
        }
    }
}

/// Sheets have all puzzles, pages, captions, and the solutions at the end.
#[test]
fn sheets_are_pages_to_print() {
    let scratch = Scratch::new();
    let args = "generate -q -n 14 --seed 1 --with solution,level,er --to csv";
    let table = batchdoku(args.split(' ')).output().unwrap();
    let file = scratch.file("in.csv", table.stdout);
    let page = scratch.path("sheet.html");
    let made = |args: &str| {
        let args = format!("{args} -q --to sheet -o {}", page.display());
        let out = batchdoku(args.split_ascii_whitespace()).output().unwrap();
        assert_eq!(code(&out), 0, "{}", stderr(&out));
        fs::read_to_string(&page).unwrap()
    };
    let generated = made("generate -n 14 --seed 1 --with solution,level,er");
    let solved = made(&format!("solve {}", file.display()));
    assert_same(&generated, &solved, "made from a table");
    let count = |text: &str, what: &str| text.matches(what).count();
    assert_eq!(count(&generated, "<section class=\"page\">"), 3);
    assert_eq!(count(&generated, "<section class=\"page solutions\">"), 1);
    assert_eq!(count(&generated, "<figure>"), 28);
    assert_eq!(count(&generated, "<td>"), 28 * 81);
    assert_eq!(count(&generated, "ER "), 14);
    for threads in ["1", "4"] {
        let again = made(&format!("solve --per-page 4 -j {threads} {}", file.display()));
        assert_eq!(count(&again, "<section class=\"page\">"), 4);
    }
    // A book continues the numbers of another, and the words of its title have no meaning in HTML.
    let book = ["--to", "sheet", "--sheet-title", "Tom & <Ann>", "--first-number", "101", "-q"];
    let out = batchdoku(["solve"].iter().chain(&book)).arg(&file).output().unwrap();
    let book = stdout(&out);
    for (words, times) in [
        ("<title>Tom &amp; &lt;Ann&gt;</title>", 1),
        ("<h1>Tom &amp; &lt;Ann&gt;</h1>", 1),
        ("<h1>Tom &amp; &lt;Ann&gt;: solutions</h1>", 1),
        ("<h2>100</h2>", 0),
        ("<h2>101</h2>", 2),
        ("<h2>114</h2>", 2),
    ] {
        assert_eq!(count(book, words), times, "{words}");
    }
    // Of shuffled pairs, the solutions are those of the puzzles; without solutions there are none.
    let shuffled = made(&format!("shuffle --seed 2 {}", file.display()));
    assert_eq!(count(&shuffled, "<figure>"), 28);
    assert_eq!(count(&made("generate -n 3"), "<figure>"), 3);
    let out = batchdoku("generate -n 3 --per-page 4".split(' ')).output().unwrap();
    assert_fails(&out, 2, "--per-page");
    // A puzzle without clues is one. A record that is none has no place.
    let (puzzle, _) = &puzzles(1)[0];
    let mixed =
        scratch.file("mixed.txt", format!("{puzzle}\n{}\n{}\n", ".".repeat(81), &puzzle[1..]));
    for command in ["dedupe", "canon"] {
        let args = [command, "--quiet", "--to", "sheet"];
        let out = batchdoku(args).arg(&mixed).output().unwrap();
        assert_eq!(code(&out), 1, "{}", stderr(&out));
        assert_eq!(count(stdout(&out), "<figure>"), 2, "{command}");
    }
}
