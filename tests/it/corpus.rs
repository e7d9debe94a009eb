//! The corpus commands as processes: their promises, with any number of threads.

use std::{
    collections::HashSet,
    fs,
    io::Write,
    process::{Output, Stdio},
};

use crate::common::*;
use batchdoku::corpus::GridExt;
use batchdoku::{
    Grid,
    corpus::{symmetry::Symmetry, transform::Transform},
};

fn run(args: &str) -> Output {
    batchdoku(args.split(' ')).output().unwrap()
}

fn grids(output: &Output) -> Vec<Grid> {
    assert_eq!(code(output), 0, "{}", stderr(output));
    stdout(output).lines().map(|line| line[..81].parse().unwrap()).collect()
}

fn count(grid: &Grid) -> u64 {
    grid.count_solutions(2)
}

#[test]
fn the_same_in_parts() {
    for command in [
        "grids -n 3000 --seed 5 -q",
        "generate -n 300 --seed 5 -q",
        "generate -n 300 --clues 30..36 --seed 5 --with-solution -q",
        "generate -n 30 --difficulty hard,search --symmetry rot180 --clues 20..40 -q",
        "generate -n 30 --invalid multiple -q",
        "generate -n 30 --invalid multiple --solutions 6 -q",
    ] {
        let whole = run(command);
        assert_eq!(code(&whole), 0, "{}", stderr(&whole));
        let first = command.replacen("-n 3", "-n 1", 1);
        let rest = command.replacen("-n 3", "-n 2", 1).replace("-q", "-q --skip");
        let skip = first.split(' ').nth(2).unwrap();
        let parts = [run(&first).stdout, run(&format!("{rest} {skip}")).stdout].concat();
        assert_same(&whole.stdout, &parts, format_args!("{command}"));
        let other = run(&command.replace("-q", "-q --seed 6").replace("--seed 5 ", ""));
        assert_ne!(stdout(&other), stdout(&whole), "{command}");
    }
}

#[test]
fn puzzles_are_as_asked() {
    for puzzle in grids(&run("generate -n 60 --seed 1")) {
        assert_eq!(count(&puzzle), 1);
        for cell in puzzle.filled() {
            let mut fewer = puzzle;
            fewer.set(cell, None);
            assert_eq!(count(&fewer), 2, "minimal");
        }
    }
    for puzzle in grids(&run("generate -n 60 --clues 30..36")) {
        assert_eq!(count(&puzzle), 1);
        assert!((30..=36).contains(&puzzle.clues()));
    }
    for symmetry in Symmetry::ALL {
        for puzzle in grids(&run(&format!("generate -n 3 --clues 17..45 --symmetry {symmetry}"))) {
            assert!(symmetry.holds(puzzle.filled()));
            assert_eq!(count(&puzzle), 1);
        }
    }
    for puzzle in grids(&run("generate -n 20 --invalid unsolvable")) {
        assert_eq!((count(&puzzle), puzzle.conflict()), (0, None));
    }
    for line in stdout(&run("generate -n 20 --with-solution")).lines() {
        let (puzzle, solution) = line.split_once(',').unwrap();
        assert!(solution.parse::<Grid>().unwrap().is_solution_of(&puzzle.parse().unwrap()));
    }
}

#[test]
fn patterns_hold_and_levels_are_kept() {
    let scratch = Scratch::new();
    let pattern = "x.x.x.x.x\n.x.x.x.x.\n".repeat(4) + "x.x.x.x.x\n";
    let file = scratch.file("pattern", &pattern);
    let out = run(&format!("generate -n 5 --clues 17..41 --pattern {}", file.display()));
    let marks: Vec<_> = pattern.bytes().filter(|byte| *byte != b'\n').collect();
    for puzzle in grids(&out) {
        let outside = (0..81).find(|&cell| puzzle.digits()[cell] != 0 && marks[cell] != b'x');
        assert_eq!(outside, None, "a clue outside the pattern: {puzzle}");
    }
    // Without a number of clues, all marked cells hold one; of a minimal puzzle, some do.
    let is_clue = |puzzle: &Grid, cell: usize| puzzle.digits()[cell] != 0;
    for (more, is_whole) in [("--seed 1", true), ("--symmetry rot180", true), ("--minimal", false)]
    {
        let out = run(&format!("generate -n 3 {more} --pattern {}", file.display()));
        for puzzle in grids(&out) {
            let is_marked = |cell: usize| marks[cell] == b'x';
            assert_eq!(
                (0..81).all(|cell| is_clue(&puzzle, cell) == is_marked(cell)),
                is_whole,
                "{more}"
            );
            assert!((0..81).all(|cell| is_marked(cell) || !is_clue(&puzzle, cell)), "{more}");
        }
    }
    let made = run("generate -n 20 --difficulty search");
    let rated = with_input(["rate"], &made.stdout);
    assert!(stdout(&rated).lines().all(|line| line.starts_with("search unnamed ")));
}

#[test]
fn levels_are_kept_besides_ratings() {
    for ratings in ["--er 1.5..2.6", "--ep 1.5..", "--ed ..1.5 --er 1.5.."] {
        let made = run(&format!("generate -n 8 --difficulty medium {ratings}"));
        assert_eq!(grids(&made).len(), 8);
        let rated = with_input(["rate"], &made.stdout);
        assert!(stdout(&rated).lines().all(|line| line.starts_with("medium ")), "{ratings}");
    }
}

#[test]
fn what_cannot_be_is_refused() {
    for solutions in [2, 3, 25] {
        let args = format!("generate -n 20 --invalid multiple --solutions {solutions}");
        let made = run(&format!("{args} --clues 25..27"));
        assert_eq!(grids(&made).len(), 20, "{}", stderr(&made));
        for puzzle in grids(&made) {
            assert_eq!(puzzle.count_solutions(1000), solutions);
        }
    }
    let scratch = Scratch::new();
    let small = scratch.file("small", "x".repeat(16) + &".".repeat(65));
    let bad = scratch.file("bad", "x".repeat(80));
    for (args, says) in [
        ("--clues 16", "17"),
        ("--clues 9..12", "17"),
        ("--clues 50..60 --minimal", "no minimal puzzle"),
        ("--clues 17 --max-tries 3", "3 are allowed; allow more, use 'evolve', or take neighbours"),
        (&*format!("--pattern {}", small.display()), "16 cells"),
        (&*format!("--pattern {}", bad.display()), "expected 81 cells, got 80"),
        ("--symmetry round", "round"),
        ("--pattern /dev/zero", "cannot read '/dev/zero': "),
        (
            "--invalid multiple --with-weight",
            "the column 'weight' is about the valid puzzle, and not about the multiple one",
        ),
        ("--solutions 3", "--solutions needs --invalid multiple: no other puzzles have several"),
        ("--solutions 3 --invalid unsolvable", "--solutions needs --invalid multiple"),
        ("--invalid multiple --solutions 1", "expected a whole number from 2 to 1000"),
        ("--invalid multiple --with-solution", "the column 'solution' is about the valid puzzle"),
    ] {
        let out = run(&format!("generate -n 2 {args}"));
        assert_eq!((code(&out), stdout(&out)), (2, ""), "{args}");
        assert!(stderr(&out).contains(says), "{args}: {}", stderr(&out));
    }
}

/// A puzzle that is too rare leaves its record empty, and no others.
#[test]
fn a_record_that_is_not_generated_leaves_a_gap() {
    let scratch = Scratch::new();
    let (file, rejects) = (scratch.path("made.txt"), scratch.path("rejects.tsv"));
    let (out, list) = (file.display(), rejects.display());
    let args = format!("--clues 22..23 --max-tries 1 --seed 1 -o {out} --rejects {list}");
    let made = run(&format!("generate -n 60 {args}"));
    assert_eq!(code(&made), 1, "{}", stderr(&made));
    let lines = |path| fs::read_to_string(path).unwrap().lines().map(str::to_owned).collect();
    let (records, listed): (Vec<String>, Vec<String>) = (lines(&file), lines(&rejects));
    assert_eq!(records.len(), 60);
    let gaps: Vec<usize> = (0..60).filter(|&record| records[record] == DOTS).collect();
    assert!((1..60).contains(&gaps.len()));
    assert_eq!(listed.len(), gaps.len() + 1);
    for (line, gap) in listed[1..].iter().zip(&gaps) {
        let detail = format!("record {gap}: no puzzle in 1 try");
        assert_eq!(*line, format!("{}\tnot generated\t{detail}\t", gap + 1));
    }
    let summary =
        format!("60 puzzles: {} generated, {} not generated", 60 - gaps.len(), gaps.len());
    assert_contains(stderr(&made), &summary);
    // The others are those of a run that tries harder.
    let more = run("generate -q -n 60 --clues 22..23 --seed 1");
    assert_eq!(code(&more), 0, "{}", stderr(&more));
    let more: Vec<&str> = stdout(&more).lines().collect();
    let same = |record: usize| records[record] == more[record];
    let other = (0..60).find(|&record| !gaps.contains(&record) && !same(record));
    assert_eq!(other, None, "the first record that is another puzzle");
    let pairs = run("generate -q -n 60 --clues 22..23 --max-tries 1 --seed 1 --with-solution");
    assert_eq!(stdout(&pairs).lines().nth(gaps[0]), Some(&*format!("{DOTS},{DOTS}")));
}

#[test]
fn canonical_forms_and_shuffles() {
    let scratch = Scratch::new();
    let made = run("generate -n 200 --seed 3");
    let file = scratch.file("puzzles", &made.stdout);
    let file = file.to_str().unwrap();
    let forms = run(&format!("canon {file}"));
    let expected = grids(&made).iter().map(Grid::canonical_form).collect::<Vec<_>>();
    assert_eq!(grids(&forms), expected);
    let shuffled = run(&format!("shuffle --seed 1 {file}"));
    assert_ne!(stdout(&shuffled), stdout(&made));
    assert_same(&forms.stdout, &with_input(["canon"], &shuffled.stdout).stdout, "");
    assert_same(&forms.stdout, &with_input(["canon"], &forms.stdout).stdout, "idempotent");
    let with_transform = run(&format!("canon --transform {file}"));
    for ((line, puzzle), form) in stdout(&with_transform).lines().zip(grids(&made)).zip(&expected) {
        let (grid, transform) = line.split_once(' ').unwrap();
        let transform: Transform = transform.parse().unwrap();
        assert_eq!(transform.apply(&puzzle), *form);
        assert_eq!(grid.parse::<Grid>().as_ref(), Ok(form));
    }
    let bad = with_input(["canon"], format!("{DOTS}\n12\n"));
    assert_eq!((code(&bad), stdout(&bad)), (1, &*format!("{DOTS}\n").repeat(2)));
}

#[test]
fn repeats_are_dropped_in_order() {
    let made = run("generate -n 500 --seed 4").stdout;
    let shuffled = with_input(["shuffle"], &made).stdout;
    let spaced = String::from_utf8(made.clone()).unwrap().replace('.', "0");
    let all = [&made[..], b"# comment\n12\n12\n", &shuffled, spaced.as_bytes(), &made].concat();
    let exact = [&made[..], b"# comment\n12\n12\n", &shuffled].concat();
    let classes = [&made[..], b"# comment\n12\n12\n"].concat();
    let scratch = Scratch::new();
    let file = scratch.file("all", &all);
    for threads in ["1", "2", "64"] {
        for from in ["-", file.to_str().unwrap()] {
            let out = with_input(["dedupe", "-j", threads, from], &all);
            assert_same(&exact, &out.stdout, format_args!("{}", stderr(&out)));
            assert_eq!(code(&out), 1, "{}", stderr(&out));
            let out = with_input(["dedupe", "-j", threads, from, "--equivalent"], &all);
            assert_same(&classes, &out.stdout, "");
            assert_eq!(code(&out), 1);
            assert!(
                stderr(&out)
                    .contains("2,002 puzzles: 500 kept, 1,500 repeats dropped, 2 malformed; "),
                "{}",
                stderr(&out)
            );
        }
    }
}

#[test]
fn parts_share_no_class() {
    let scratch = Scratch::new();
    let made = run("generate -n 1000 --seed 4").stdout;
    // More puzzles with the same solutions, and equivalents of everything.
    let more = run("generate -n 1000 --seed 4 --clues 30..36").stdout;
    let all = [&made[..], &more].concat();
    let all = [&all[..], &with_input(["shuffle"], &all).stdout, b"12\n"].concat();
    let file = scratch.file("all", &all);
    let out = scratch.path("set.txt");
    let mut before = None;
    for threads in [1, 64] {
        let (file, out) = (file.display(), out.display());
        let split = format!("split {file} --train 0.7 --valid 0.2 --seed 9 -j {threads} -o {out}");
        let split = run(&split);
        assert_eq!(code(&split), 1);
        assert_contains(stderr(&split), "line 4001: too short");
        let read = |set: &str| fs::read_to_string(scratch.path(&format!("set.{set}.txt"))).unwrap();
        let sets = ["train", "valid", "test"].map(read);
        assert_eq!(sets.iter().map(|set| set.lines().count()).sum::<usize>(), 4000);
        assert!((2500..3100).contains(&sets[0].lines().count()));
        let class = |line: &str| line.parse::<Grid>().unwrap().solve().unwrap().canonical_form();
        let classes = sets.each_ref().map(|set| set.lines().map(class).collect::<HashSet<_>>());
        assert!(classes[0].is_disjoint(&classes[1]));
        assert!(classes[0].is_disjoint(&classes[2]));
        assert!(classes[1].is_disjoint(&classes[2]));
        assert!(before.replace(sets.clone()).is_none_or(|before| before == sets));
    }
}

#[test]
fn ratings_and_statistics() {
    let made = run("generate -n 300 --seed 8").stdout;
    let rated = with_input(["rate"], &made);
    assert_eq!((code(&rated), stdout(&rated).lines().count()), (0, 300));
    let easy = stdout(&rated).lines().filter(|line| line.starts_with("easy ")).count();
    let all = [&made[..], &made[..82], b"12\n"].concat();
    let stats = with_input(["stats", "--json"], &all);
    assert_eq!(code(&stats), 1);
    let json: serde_json::Value = serde_json::from_str(stdout(&stats)).unwrap();
    assert_eq!((&json["puzzles"], &json["repeats"]), (&301.into(), &1.into()));
    let shuffled = with_input(["rate"], &with_input(["shuffle"], &made).stdout);
    assert_same(&rated.stdout, &shuffled.stdout, "ratings belong to the class");
    let one_more = usize::from(stdout(&rated).starts_with("easy "));
    assert_eq!(json["levels"]["easy"], easy + one_more, "{json}");
    let table = with_input(["stats"], &all);
    assert_contains(stdout(&table), "repeats");
    let quick = with_input(["stats", "--no-rating"], &made);
    assert_eq!(code(&quick), 0);
}

#[test]
fn a_file_of_the_data_is_made_byte_for_byte() {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/data");
    let script = fs::read_to_string(format!("{data}/make.sh")).unwrap();
    for set in ["minimal", "clues36", "multiple"] {
        let line = script.lines().find(|line| line.ends_with(&format!("-o {set}.txt"))).unwrap();
        let command = line.strip_prefix("\"$run\" ").unwrap();
        let command = command.strip_suffix(&format!(" -o {set}.txt")).unwrap();
        let made = run(command);
        assert_same(
            fs::read(format!("{data}/{set}.txt")).unwrap(),
            &made.stdout,
            format_args!("{set}"),
        );
    }
    let sets = [
        ("easy", "easy"),
        ("medium", "medium"),
        ("hard", "hard"),
        ("expert", "search"),
        ("extreme", "long_search"),
    ];
    for (set, level) in sets {
        // Records do not depend on how many are made, so the first few stand for all.
        let line = script.lines().find(|line| line.ends_with(&format!("-o {set}.txt"))).unwrap();
        let few = line.strip_prefix("\"$run\" ").unwrap().replace("-n 2000", "-n 20");
        let made = run(few.strip_suffix(&format!(" -o {set}.txt")).unwrap());
        let file = fs::read(format!("{data}/{set}.txt")).unwrap();
        assert_eq!(made.stdout.len(), 20 * 82, "{set}");
        assert!(file.starts_with(&made.stdout), "{set}");
        let rated = run(&format!("rate -q {data}/{set}.txt"));
        assert!(stdout(&rated).lines().all(|line| line.starts_with(&format!("{level} "))), "{set}");
        let check =
            run(&format!("check -q --unique {data}/{set}.txt --solutions {data}/{set}.sol"));
        assert_eq!((code(&check), stderr(&check)), (0, ""), "{set}");
    }
}

/// The other convention: equal for equivalents, and none of them has a smaller pattern of clues.
#[test]
fn canonical_forms_by_pattern() {
    let made = run("generate -q -n 20 --seed 4");
    let forms = with_input(["canon", "--form", "pattern"], &made.stdout);
    let shuffled = with_input(["shuffle", "--seed", "2"], &made.stdout);
    assert_same(
        &forms.stdout,
        &with_input(["canon", "--form", "pattern"], &shuffled.stdout).stdout,
        "",
    );
    let classes = with_input(["canon"], &forms.stdout);
    assert_same(&with_input(["canon"], &made.stdout).stdout, &classes.stdout, "");
    let pattern = |grid: &Grid| grid.digits().map(|digit| digit != 0);
    for (form, minlex) in grids(&forms).iter().zip(grids(&classes)) {
        assert!(pattern(form) <= pattern(&minlex), "{form} {minlex}");
    }
}

/// A message about temporary files names their folder, which TMPDIR decides.
#[cfg(unix)]
#[test]
fn a_folder_for_temporary_files_that_is_not_there() {
    let scratch = Scratch::new();
    let many = scratch.file("many", format!("{:.<81}\n", "1").repeat(300_000));
    let missing = scratch.path("missing");
    let out =
        batchdoku(["dedupe", many.to_str().unwrap()]).env("TMPDIR", &missing).output().unwrap();
    assert_eq!(code(&out), 2);
    let says = format!("cannot write 'a temporary file in {}'", missing.display());
    assert_contains(stderr(&out), &says);
    let help = run("dedupe --help");
    assert_contains(stdout(&help), "TMPDIR");
}

/// Makes sure that what a record repeats is named behind its plain reason: it is the first such line of `known`, and the
/// symmetry makes the record of it, or its solution of the other.
fn check_match(plain: &str, named: &str, known: &str) {
    let [plain, named] = [plain, named].map(|line| line.split('\t').collect::<Vec<_>>());
    assert_eq!((&plain[..3], plain[4]), (&named[..3], named[4]));
    let Some(found) = named[3].strip_prefix(plain[3]).filter(|found| !found.is_empty()) else {
        assert_eq!(plain, named);
        assert!(!plain[2].starts_with("known "), "{named:?}");
        return;
    };
    let found = found.strip_prefix(": known.txt, line ").expect("the file and its line");
    let (line, found) = found.split_once(": ").expect("the puzzle");
    let (puzzle, transform) = found.split_once(" by ").unwrap_or((found, ""));
    let at = known.lines().position(|line| line == puzzle).map(|at| at + 1);
    assert_eq!(line.parse().ok(), at, "{named:?}");
    let [puzzle, repeat]: [Grid; 2] = [puzzle, named[4]].map(|text| text.parse().unwrap());
    let transform = || transform.parse::<Transform>().unwrap();
    match named[2] {
        "known puzzle" => assert_eq!(puzzle, repeat),
        "known class" => assert_eq!(transform().apply(&puzzle), repeat),
        _ => {
            let [solution, expected] = [puzzle, repeat].map(|it| it.solve().unwrap());
            assert_eq!(transform().apply(&solution), expected);
        }
    }
}

/// The puzzles that are dropped, and the reasons, are those that brute force finds among all pairs.
#[test]
fn known_puzzles_are_those_that_brute_force_finds() {
    let scratch = Scratch::new();
    let from = scratch.path("");
    let run = |args: &str, input: &str| {
        let mut child = batchdoku(args.split(' '));
        child
            .current_dir(&from)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = child.spawn().unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let out = child.wait_with_output().unwrap();
        assert!(code(&out) < 2, "{}", stderr(&out));
        (stdout(&out).to_owned(), stderr(&out).to_owned())
    };
    let made = run("generate -q -n 24 --seed 5", "").0;
    let made: Vec<_> = made.lines().collect();
    let of = |lines: &[&str]| lines.join("\n") + "\n";
    let shuffled = run("shuffle -q --seed 1 -", &of(&made[..8])).0;
    // A clue more: another class, and the same solution.
    let richer = made[8..14].iter().map(|line| {
        let solution = line.parse::<Grid>().unwrap().solve().unwrap().to_string();
        let at = line.find('.').unwrap();
        format!("{}{}{}\n", &line[..at], &solution[at..=at], &line[at + 1..])
    });
    let richer = run("shuffle -q --seed 2 -", &richer.collect::<String>()).0;
    let multiple = "1".to_owned() + &".".repeat(80);
    let known = format!("{}oops\n{multiple}\n{}", of(&made[..14]), of(&made[..2]));
    let all_known = known.clone();
    scratch.file("known.txt", known);
    let more = [made[2], made[20], made[20], "nonsense", &multiple, made[21]];
    let other = "....5....".to_owned() + &".".repeat(72);
    let tests = format!("{shuffled}{richer}{}{other}\n{}", of(&more), of(&made[14..20]));
    scratch.file("tests.txt", &tests);

    let solution = |puzzle: &Grid| match puzzle.count_solutions(2) {
        1 => puzzle.solve().unwrap().canonical_form(),
        _ => puzzle.canonical_form(),
    };
    let keys = |line: &str| {
        let puzzle: Grid = line.parse().ok()?;
        Some([puzzle, puzzle.canonical_form(), solution(&puzzle)])
    };
    let known: Vec<_> =
        fs::read_to_string(scratch.path("known.txt")).unwrap().lines().filter_map(keys).collect();
    // A known record that is no puzzle is listed, and counted apart from those of the input: nothing is compared with it.
    let malformed_known = vec!["known.txt\t15\tbad character".to_owned()];
    for (by, name) in [(0, "puzzle"), (1, "class"), (2, "solution")] {
        let (mut kept, mut rejects, mut counts, mut seen) =
            (Vec::new(), malformed_known.clone(), [0, 0, 0, 0, 0], HashSet::new());
        for (number, line) in tests.lines().enumerate() {
            let Some(keys) = keys(line) else {
                kept.push(line);
                rejects.push(format!("tests.txt\t{}\tbad character", number + 1));
                counts[4] += 1;
                continue;
            };
            let shares = |&kind: &usize| known.iter().any(|known| known[kind] == keys[kind]);
            if let Some(kind) = (0..=by).find(shares) {
                let kinds = ["known puzzle", "known class", "known solution class"];
                rejects.push(format!("tests.txt\t{}\t{}", number + 1, kinds[kind]));
                counts[kind] += 1;
            } else if seen.insert(keys[by]) {
                kept.push(line);
            } else {
                counts[3] += 1;
            }
        }
        assert!(counts[..=by].iter().all(|&count| count > 0), "{counts:?}");
        assert!(counts[3] > 0, "{counts:?}");
        for threads in [1, 3] {
            let args = format!("dedupe tests.txt --against known.txt --by {name} -j {threads}");
            let (out, _) = run(&format!("{args} --rejects rejects --summary summary"), "");
            assert_eq!(out, of(&kept), "{name}");
            let (named, _) = run(&format!("{args} --show-match --rejects matches -q"), "");
            assert_eq!(named, out, "{name}");
            let listed = fs::read_to_string(scratch.path("rejects")).unwrap();
            let matches = fs::read_to_string(scratch.path("matches")).unwrap();
            assert_eq!(matches.lines().count(), listed.lines().count(), "{name}");
            for (plain, named) in listed.lines().zip(matches.lines()) {
                check_match(plain, named, &all_known);
            }
            let fields = |line: &str| line.split('\t').take(3).collect::<Vec<_>>().join("\t");
            let listed: Vec<_> = listed.lines().skip(1).map(fields).collect();
            assert_eq!(listed, rejects, "{name}");
            let summary = fs::read(scratch.path("summary")).unwrap();
            let summary: serde_json::Value = serde_json::from_slice(&summary).unwrap();
            let found = [
                "known_puzzles",
                "known_classes",
                "known_solution_classes",
                "repeats",
                "malformed",
            ]
            .map(|name| summary[name].as_u64().unwrap());
            assert_eq!(found, counts, "{name}");
            assert_eq!(summary["known_malformed"], 1, "{name}");
            assert_eq!(summary["puzzles"], tests.lines().count(), "{name}");
        }
    }
    let said = run("dedupe tests.txt --against known.txt --by solution -o kept.txt", "").1;
    assert_contains(&said, "known.txt: line 15: bad character");
    assert_contains(&said, ", 1 malformed, 1 malformed known record");
    assert_contains(&said, "2 known, 9 equivalent to known ones, 6 with known solutions");
    // The known file must stay, and standard input is read once.
    for args in ["dedupe tests.txt --against known.txt -o known.txt", "dedupe - --against -"] {
        let out = batchdoku(args.split(' ')).current_dir(&from).output().unwrap();
        assert_eq!(code(&out), 2, "{args}");
    }
}

/// A puzzle whose weight cannot be read counts without it, and how many there are is said.
#[test]
fn weights_that_cannot_be_read_are_counted() {
    let scratch = Scratch::new();
    let weights = ["2.5", "abc", "nan", "-1", "\"1,5\"", "", "inf", "0.5", "0"];
    let rows = |weights: &[&str]| -> String {
        let row = |(weight, pair): (&&str, &(String, String))| format!("{},{weight}\n", pair.0);
        weights.iter().zip(&puzzles(9)).map(row).collect()
    };
    scratch.file("a.csv", format!("puzzle,weight\n{}", rows(&weights)));
    let none = weights.map(|weight| if weight.ends_with(".5") { weight } else { "" });
    scratch.file("b.csv", format!("puzzle,weight\n{}", rows(&none)));
    let stats = |args: &str| {
        let mut command = batchdoku(["stats"].into_iter().chain(args.split(' ')));
        command.current_dir(scratch.path("")).output().unwrap()
    };
    let (bad, good) = (stats("a.csv"), stats("b.csv"));
    let words = "6 of 9 puzzles have a weight that is not a positive number, and count without it";
    assert_fails(&bad, 0, words);
    assert!(!stderr(&good).contains("weight"), "{}", stderr(&good));
    assert_same(&good.stdout, &bad.stdout, "");
    let objects: String = ["\"x\"", "null", "3", "-3", "\"4\""]
        .iter()
        .map(|weight| format!("{{\"puzzle\":\"{PUZZLE}\",\"weight\":{weight}}}\n"))
        .collect();
    scratch.file("a.jsonl", objects);
    assert_fails(&stats("a.jsonl"), 0, "2 of 5 puzzles have a weight");
}
