//! Every command as its help shows it, and the options that each command has and has not.

use std::{fs, process::Command};

use crate::common::*;

/// Returns all commands, as the help of the program lists them.
fn commands() -> Vec<String> {
    let help = batchdoku(["--help"]).output().unwrap();
    let lines = stdout(&help).lines().skip_while(|line| *line != "Solve and check:");
    let lines = lines.take_while(|line| !line.is_empty());
    let names = lines.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let names: Vec<_> = names.collect();
    assert!(names.len() >= 13, "{names:?}");
    names.into_iter().map(String::from).collect()
}

fn help(command: &str) -> String {
    let out = batchdoku([command, "--help"]).output().unwrap();
    assert_eq!(code(&out), 0, "{command}");
    stdout(&out).to_owned()
}

/// Returns the commands below `Examples:` in a help text, as they would be pasted.
fn examples(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| !line.starts_with("Example")).skip(1);
    let lines: Vec<_> = lines.map_while(|line| line.strip_prefix("  ")).collect();
    lines.join("\n").replace("\\\n", "").lines().map(str::to_owned).collect()
}

/// Writes the files that the examples read.
fn files(scratch: &Scratch) {
    let many = minimal(60);
    let column = |of: fn(&(String, String)) -> String| many.iter().map(of).collect::<String>();
    let lines = column(|(puzzle, _)| format!("{puzzle}\n"));
    let table = format!("puzzle,solution\n{}", column(|(p, s)| format!("{p},{s}\n")));
    let boards = column(|(puzzle, _)| {
        let rows = puzzle.as_bytes().chunks(9).map(|row| std::str::from_utf8(row).unwrap());
        rows.collect::<Vec<_>>().join("\n") + "\n\n"
    });
    for name in ["puzzles.txt", "a.txt", "b.txt"] {
        scratch.file(name, &lines);
    }
    let solutions = column(|(_, solution)| format!("{solution}\n"));
    scratch.file("solutions.txt", &solutions);
    scratch.file("grids.txt", &solutions);
    scratch.file("sudoku.csv", &table);
    scratch.file("pairs.csv", &table);
    scratch.file("boards.txt", boards);
    scratch.file("pentominoes.txt", "a b c\na b\nc\na\nb c\n");
    let packed = with_input(["solve", "-q", "--to", "puzzle", "--compress", "gzip"], &lines);
    scratch.file("puzzles.gz", packed.stdout);
}

#[cfg(unix)]
#[test]
fn the_examples_of_the_help_do_what_they_say() {
    let path = path_to_program();
    let (mut count, mut tables) = (0, 0);
    for command in &commands() {
        let scratch = Scratch::new();
        files(&scratch);
        if command == "join" {
            for part in [1, 2] {
                let line =
                    format!("solve puzzles.txt --shard {part}/2 --resume -o part-{part}.txt");
                let made = batchdoku(line.split(' ')).current_dir(scratch.path("")).output();
                assert_eq!(code(&made.unwrap()), 0);
            }
        }
        let examples = examples(&help(command));
        assert!(!examples.is_empty(), "{command} has no example");
        let remark = |line: &&str| line.contains("  ") && !line.contains("  # ");
        let help = help(command);
        let lines = help.lines().skip_while(|line| !line.starts_with("Example"));
        let mut lines = lines.filter_map(|line| line.strip_prefix("  batchdoku "));
        assert_eq!(lines.find(remark), None, "{command}: a remark is a comment of the shell");
        for example in examples {
            let mut line = example.replace("000000 ", "00 ").replace("00000 ", "0 ");
            line = line
                .replace("-n 500000", "-n 5")
                .replace("-n 100 --difficulty long_search", "-n 1 --difficulty easy")
                .replace(
                    "evolve --by clues --remove 1 --add 2 --clues 30 -n 10",
                    "evolve --by clues --remove 1 --add 2 --clues 26 -n 1",
                )
                .replace("--rounds 5", "--rounds 0")
                .replace("--min-er 8 -n 5", "--min-er 2 -n 1")
                .replace("--minimal -o neighbours.txt", "--minimal --limit 3 -o neighbours.txt")
                .replace("-n 10 --controlled-bias", "-n 1 --controlled-bias");
            if command == "bench" {
                line = line
                    .replace("bench puzzles.txt", "bench puzzles.txt --rounds 1 --seconds 0.001");
            }
            let out = Command::new("sh")
                .args(["-c", &line])
                .current_dir(scratch.path(""))
                .env("PATH", &path)
                .output()
                .unwrap();
            assert_eq!(code(&out), 0, "{line}: {}", stderr(&out));
            assert!(!stderr(&out).contains("error"), "{line}: {}", stderr(&out));
            count += 1;
        }
        for name in scratch.names().iter().filter(|name| name.ends_with(".csv")) {
            let mut table = csv::Reader::from_path(scratch.path(name)).unwrap();
            let header = table.headers().unwrap();
            assert!(header.len() >= 2, "{command}: {name}: {header:?}");
            assert_eq!(header[0], *"puzzle", "{command}: {name}: {header:?}");
            let records = table.records().collect::<Result<Vec<_>, _>>().expect(name);
            assert!(!records.is_empty(), "{command}: {name}");
            tables += 1;
        }
        for name in scratch.names().iter().filter(|name| name.ends_with(".json")) {
            let json = fs::read(scratch.path(name)).unwrap();
            let json: serde_json::Value = serde_json::from_slice(&json).expect(name);
            assert_eq!(json["puzzles"], 60, "{command}: {name}");
        }
    }
    assert!(count >= 25, "{count} examples, {tables} tables");
    assert!(tables >= 28, "{count} examples, {tables} tables");
}

#[test]
fn a_command_has_the_options_that_it_honours() {
    for (args, option) in [
        ("generate -n 1 --max-nodes 5", "--max-nodes"),
        ("generate -n 1 --strict", "--strict"),
        ("grids -n 1 --engine mrv", "--engine"),
        ("stats - --to csv", "--to"),
        ("stats - --sep ,", "--sep"),
        ("stats - --strip-comments", "--strip-comments"),
        ("stats - --compress gzip", "--compress"),
        ("rate - --engine mrv", "--engine"),
    ] {
        let out = batchdoku(args.split(' ')).output().unwrap();
        assert_eq!(code(&out), 2, "{args}");
        assert!(stderr(&out).contains(&format!("unexpected argument '{option}'")), "{args}");
    }
}

#[test]
fn short_help_fits_a_screen() {
    const SCREEN: (usize, usize) = (80, 30);
    const GROUPS: [&str; 6] = ["Input:", "Output:", "Search:", "Run:", "Corpus:", "Split:"];
    let commands = commands();
    let all = commands.iter().map(|command| vec![command.as_str(), "-h"]).chain([vec!["-h"]]);
    for args in all {
        let out = batchdoku(&args).env("COLUMNS", "80").output().unwrap();
        let text = stdout(&out);
        assert!(text.lines().count() <= SCREEN.1, "{args:?}: {} lines", text.lines().count());
        for line in text.lines() {
            assert!(line.chars().count() <= SCREEN.0, "{args:?}: {line}");
            let is_heading = line.ends_with(':') && !line.starts_with(' ');
            let is_known = line.starts_with("Example") || GROUPS.contains(&line);
            if args.len() > 1 && is_heading {
                assert!(is_known, "{args:?}: {line}");
            }
        }
        let is_cut =
            |line: &str| line.trim_start().starts_with("[default") || line.ends_with("[default:");
        assert!(!text.lines().any(is_cut), "{args:?}: an option takes two lines\n{text}");
    }
}

/// All options are in `--help`, with the values they take.
#[test]
fn long_help_has_everything() {
    let solve = help("solve");
    for option in ["--no-mmap", "--engine", "--simd", "--compress", "--summary", "--progress"] {
        assert!(solve.contains(&format!("\n      {option}")), "{option}");
        assert!(!stdout(&batchdoku(["solve", "-h"]).output().unwrap()).contains(option));
    }
    assert!(solve.contains("[possible values: auto, lanes, mrv, dlx, backtrack]"));
    assert!(solve.matches("batchdoku solve ").count() >= 6, "all examples");
    assert!(help("rate").contains("Levels:"));
}

/// A help that is much longer is searched, not read. The longest list of values is that of the techniques, in `explain`.
#[test]
fn long_help_can_be_read() {
    // Parquet and Arrow have two options of their own, and more to say about inputs and formats.
    let parquet = if cfg!(feature = "parquet") { 8 } else { 0 };
    for command in commands() {
        let limit = parquet + if command == "explain" { 140 } else { 130 };
        let lines = help(&command).lines().count();
        assert!(lines <= limit, "{command} --help: {lines} lines, at most {limit}");
        let other = batchdoku(["help", &command]).output().unwrap();
        assert_same(stdout(&other), help(&command), format!("help {command}"));
    }
}

/// An option that several commands share has one text, which names no option that some of them lack.
#[test]
fn help_names_options_of_the_command_alone() {
    let commands = commands();
    let is_option = |word: &str| word.starts_with("--") && word.len() > 2;
    let name = |word: &str| {
        let is_end = |letter: char| !letter.is_ascii_lowercase() && letter != '-';
        word.split(is_end).next().unwrap_or_default().to_owned()
    };
    // The parts that `join` takes are made with options of other commands.
    for command in commands.iter().filter(|command| *command != "join") {
        let help = help(command);
        let text = help.split("\nExamples:").next().unwrap();
        let starts = text.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
        let own: Vec<_> = starts
            .flat_map(|line| line.split_whitespace().take(2))
            .filter(|word| is_option(word))
            .map(name)
            .collect();
        let words: Vec<_> =
            text.split_whitespace().map(|word| word.trim_matches(['(', '\''])).collect();
        for two in words.windows(2) {
            // For example, 'dedupe --equivalent'.
            let is_of_another = commands.iter().any(|other| two[0] == other);
            if is_option(two[1]) && !is_of_another {
                assert!(own.contains(&name(two[1])), "{command} --help: {}", two[1]);
            }
        }
    }
}

/// One command lists each of the long lists of values; others that take these name that command.
#[test]
fn long_lists_of_values_are_in_one_command() {
    for (lister, others, option, example) in [
        ("explain", ["generate", "rate"], "--without", "double_forcing_net"),
        ("rate", ["generate", "generate"], "--with", "unavoidable_16"),
    ] {
        let bad = batchdoku([lister, option, "?"]).output().unwrap();
        let names = stderr(&bad).split_once("[possible values: ").expect("a list").1;
        let names = names.split_once(']').unwrap().0.split(", ");
        let lists = help(lister);
        let lists: Vec<_> = lists.split([' ', ',', '[', ']', '\n']).collect();
        for name in names {
            assert!(lists.contains(&name), "{lister} --help: {name}");
        }
        for other in others {
            assert!(!help(other).contains(example), "{other} --help: {example}");
            assert_contains(&help(other), &format!("'batchdoku {lister} --help'"));
        }
    }
}

/// A value that its name does not explain has its meaning behind it.
#[test]
fn values_have_their_meanings() {
    for (command, value) in [
        ("rate", "class (the canonical form)"),
        ("split", "class (the class of the puzzle)"),
        ("dedupe", "puzzle (the same cells)"),
        ("generate", "unsolvable (none)"),
        ("cover", "dense (a matrix of 0 and 1)"),
    ] {
        let words: Vec<_> = help(command).split_whitespace().map(str::to_owned).collect();
        assert_contains(&words.join(" "), value);
    }
}

#[test]
fn what_was_meant_is_suggested() {
    let error = |line: &str| {
        let out = batchdoku(line.split(' ')).output().unwrap();
        assert_eq!(code(&out), 2, "{line}");
        stderr(&out).to_owned()
    };
    for (line, tip) in [
        ("slove puzzles.txt", "tip: some similar subcommands exist: 'cover', 'evolve', 'solve'"),
        ("ratte puzzles.txt", "tip: a similar subcommand exists: 'rate'"),
        ("solve --engine backtrak", "tip: a similar value exists: 'backtrack'"),
        ("solve --to json", "tip: a similar value exists: 'jsonl'"),
        ("generate -n 1 --difficulty hrad", "tip: a similar value exists: 'hard'"),
        ("generate -n 1 --symmetry diagnal", "tip: a similar value exists: 'diagonal'"),
        ("verify a.txt", "tip: to check solutions, use 'batchdoku check'"),
        ("hint", "tip: to show the steps to a solution, use 'batchdoku explain'"),
        ("sheet", "tip: to make a page to print, use '--to sheet'"),
        ("print a.txt", "tip: to make a page to print, use '--to sheet'"),
        ("convert a.csv b.txt", "tip: to write puzzles in another format, use 'solve --to puzzle"),
        ("merge a b", "tip: to join the parts of a job, use 'batchdoku join'"),
        ("generate -n 1 --level easy", "tip: for puzzles of a level, use '--difficulty LEVEL'"),
        ("generate -n 1 --size 4", "tip: grids are 9 x 9; there are no variants"),
        (
            "dedupe --shard 1/2 a.txt",
            "tip: there are no parts: all puzzles are compared or counted",
        ),
        ("shuffle --count 3", "tip: to write several of each puzzle, use '--copies N'"),
        ("shuffle -n 3", "tip: to write several of each puzzle, use '--copies N'"),
        ("split --test 0.1", "tip: the test set gets what '--train' and '--valid' leave"),
        ("solve --uniqe", "tip: a similar argument exists: '--unique'"),
        ("Cargo.toml", "tip: this is a file; a command comes first: batchdoku solve Cargo.toml\n"),
        (
            PUZZLE,
            &format!("tip: this is a puzzle; a command comes first: batchdoku solve {PUZZLE}\n"),
        ),
        ("docs", "tip: this is a folder; a command comes first: batchdoku solve docs\n"),
        ("no.txt", "tip: there is no such file; a command comes first: batchdoku solve no.txt\n"),
        ("solve --format csv", "tip: '--to FORMAT' is that of the output, '--from FORMAT'"),
        ("explain --hint", "tip: for the next step alone, use '--steps 1'"),
        ("canon --form patminlex", "tip: patminlex is called 'pattern' here"),
        ("split --by puzzle", "tip: for the class of the puzzle, use '--by class'"),
    ] {
        assert!(error(line).contains(tip), "{line}: {}", error(line));
        assert!(error(line).starts_with("error: "), "{line}");
    }
    for line in
        ["solve --to xlsx", "bake", "solve --engine fast", "rate --hint", "count --limit -1"]
    {
        assert!(!error(line).contains("tip:"), "{line}: {}", error(line));
    }
}

/// A value that cannot be used is answered by what was expected, with an example: the value itself, if its meaning is
/// clear.
#[test]
fn mistaken_values_are_answered_by_what_was_expected() {
    for (line, words) in [
        ("generate -n 1e6", "'1e6' for '--count <N>': expected a whole number, such as 1000000\n"),
        ("generate -n 1_000", "expected a whole number, such as 1000\n"),
        ("generate -n 10k", "expected a whole number, such as 10000\n"),
        ("generate -n many", "expected a whole number, such as 1000\n"),
        ("generate -n 99999999999999999999", "expected a smaller number\n"),
        ("split --train 80% -o x", "'--train <SHARE>': expected a number, such as 0.8\n"),
        ("explain --steps 0", "'--steps <N>': expected a whole number from 1 to 65535\n"),
        ("rate --unavoidable 3", "expected a whole number from 4 to 16\n"),
        ("bench --rounds 0", "'--rounds <N>': expected a whole number from 1 on\n"),
        ("generate -n 1 --er 3.0-4.0", "expected a rating such as 4.2, or a range: 4.2..5.0"),
        ("generate -n 1 --er 4.0..3.0", "no number is in this range: did you mean 3.0..4.0?"),
        ("generate -n 1 --clues 20-25", "expected a number such as 24, or a range: 20..25"),
        ("generate -n 1 --clues 30..=20", "no number is in this range: did you mean 20..30?"),
        ("rate --er 3..4", "'3..4' is no file: --er of 'rate' takes no value. To make puzzles"),
        ("explain --er 3.0.. x", "'batchdoku generate -n 100 --er 3.0..'"),
        ("stats --er 3..4", "--er of 'stats' takes no value"),
        ("stats --no-rating --er", "--er does not go with --no-rating: it is a rating"),
        ("dedupe -q --against in --show-match", "--show-match needs --rejects: "),
        ("solve https://sudokupad.app/sclN4IgzglgXg", "open it there and copy its cells as text"),
        ("solve -o out.html in", "or ask for the format 'sheet'"),
        ("stats --title x", "--title needs --html: only pictures and reports have a title"),
        ("solve --all --sorted --engine dlx", "--sorted does not go with --engine: "),
        (
            "count --simd portable --engine mrv",
            "--simd does not go with --engine mrv: it uses no vectors",
        ),
        ("check --to csv", "--to is for verdicts, which only -o FILE writes"),
        ("split", "split needs the name of the sets: -o data.txt writes data.train.txt"),
    ] {
        let out = batchdoku(line.split(' ')).output().unwrap();
        assert_fails(&out, 2, words);
        assert!(stderr(&out).starts_with("error: "), "{line}: {}", stderr(&out));
    }
}

/// An option that the format of the output does not use is refused before any work, in every command that writes
/// records.
#[test]
fn an_option_without_effect_is_refused() {
    let scratch = Scratch::new();
    let file = scratch.file("in.txt", format!("{PUZZLE}\n"));
    let output = scratch.path("out.csv");
    let output = output.to_str().unwrap();
    let rows = "--row-group-size is for the formats parquet and arrow, and the output is ";
    let sep = "--sep is for the formats line, pair, puzzle, grid, judge, sdm, sdk and ss, and the output is 'csv'";
    for command in
        ["solve", "count", "rate", "canon", "shuffle", "neighbours", "sub-puzzles", "dedupe"]
    {
        for (args, words) in [
            (vec!["--row-group-size", "5"], format!("{rows}'line'")),
            (vec!["--row-group-size", "5", "-o", output], format!("{rows}'csv'")),
            (vec!["--sep", ";", "-o", output], sep.to_owned()),
        ] {
            let out = batchdoku([command]).args(args).arg(&file).output().unwrap();
            assert_fails(&out, 2, &words);
            assert_eq!(stdout(&out), "", "{command}");
        }
    }
    for command in ["generate -n 1", "grids -n 1", "evolve -n 1 --rounds 0"] {
        let args = format!("{command} --row-group-size 5");
        assert_fails(&batchdoku(args.split(' ')).output().unwrap(), 2, rows);
    }
    assert_fails(
        &batchdoku(["explain", "--row-group-size", "5"]).arg(&file).output().unwrap(),
        2,
        &format!("{rows}'jsonl'"),
    );
    assert_eq!(scratch.names(), ["in.txt"]);
    // Grids and lines use it.
    for to in ["grid", "line", "sdm"] {
        let out = batchdoku(["solve", "-q", "--sep", ";", "--to", to]).arg(&file).output().unwrap();
        assert_eq!(code(&out), 0, "{to}: {}", stderr(&out));
    }
}

/// The help of a command lists the formats that it can write and read in this build, and no others.
#[test]
fn listed_formats_are_those_that_a_command_can_write() {
    let scratch = Scratch::new();
    let file = scratch.file("in.txt", format!("{PUZZLE}\n"));
    for command in commands() {
        let help = help(&command);
        for option in ["--from", "--to"] {
            let Some((_, text)) = help.split_once(&format!("      {option} <FORMAT>")) else {
                continue;
            };
            let text = text.split_once("[possible values: ").expect("a list").1;
            let text = text.split_once(']').expect("its end").0;
            let listed: Vec<_> = text.split(',').map(str::trim).collect();
            for format in batchdoku::format::Format::ALL {
                let is_built = cfg!(feature = "parquet") || !format.is_batches();
                let (is_read, format) = (format.facts().read_as.is_some(), format.name());
                if option == "--from" {
                    let is_listed = is_read && is_built;
                    assert_eq!(listed.contains(&format), is_listed, "{command} --from {format}");
                    continue;
                }
                let output = scratch.path("out");
                let mut run = batchdoku([command.as_str(), "-q", "--to", format, "-o"]);
                run.arg(&output);
                match command.as_str() {
                    "generate" | "grids" => run.args(["-n", "1"]),
                    "evolve" => run.args(["-n", "1", "--pool", "1", "--rounds", "0"]),
                    "neighbours" | "sub-puzzles" => run.args(["--limit", "1"]).arg(&file),
                    _ => run.arg(&file),
                };
                let out = run.output().unwrap();
                let can_write = !stderr(&out).contains("error: ");
                assert_eq!(
                    listed.contains(&format),
                    can_write,
                    "{command} --to {format}: {}",
                    stderr(&out)
                );
            }
        }
    }
    let out = batchdoku(["rate", "--to", "jugde"]).output().unwrap();
    assert!(!stderr(&out).contains("similar"), "{}", stderr(&out));
}

/// A command that cannot be run is told once, however many threads would run it; names and the reference are those
/// that are given.
#[cfg(unix)]
#[test]
fn bench_compares_named_programs() {
    let scratch = Scratch::new();
    let lines: String = puzzles(40).iter().map(|(puzzle, _)| format!("{puzzle}\n")).collect();
    let file = scratch.file("in.txt", lines);
    let chart = scratch.path("chart.svg");
    let bench = |args: &[&str]| {
        let mut bench = batchdoku(["bench", "--rounds", "1", "--seconds", "0", "--engine", "mrv"]);
        bench.env("BATCHDOKU", env!("CARGO_BIN_EXE_batchdoku"));
        bench.args(args).arg(&file).output().unwrap()
    };
    let missing = bench(&["-j", "8", "--command", "no-such-solver"]);
    assert_fails(&missing, 2, "'no-such-solver' failed: it ended with exit status: 127 (");
    assert_eq!(stderr(&missing).matches("not found").count(), 1, "{}", stderr(&missing));
    assert_eq!(stderr(&missing).lines().count(), 1, "{}", stderr(&missing));
    let command = "\"$BATCHDOKU\" solve -q";
    let named = ["--command", command, "--command-name", "again", "--limit", "1"];
    let out = bench(
        &[&named[..], &["--reference", "again", "--chart", chart.to_str().unwrap()]].concat(),
    );
    assert_eq!(code(&out), 0, "{}", stderr(&out));
    let row = stdout(&out).lines().find(|line| line.starts_with("again ")).expect("a row");
    assert_contains(row, " 1.000 ");
    assert_contains(stdout(&out), "mrv is ");
    assert_contains(stdout(&out), " times as fast as again\n");
    assert!(
        stdout(&out).lines().all(|line| line.chars().count() <= 80 || line.contains("rustc")),
        "{}",
        stdout(&out)
    );
    assert_contains(&fs::read_to_string(&chart).unwrap(), "speed relative to again");
    assert_fails(
        &bench(&["--reference", "dlx"]),
        2,
        "'dlx' is not measured: expected one of mrv\n",
    );
    assert_fails(
        &bench(&["--command", "cat", "--command-name", "a", "--command-name", "b"]),
        2,
        "--command-name needs --command: there are more names than programs",
    );
    let out = bench(&["--count-lanes"]);
    assert_contains(stderr(&out), "note: --count-lanes counts those of the engine 'lanes'");
}

/// A number of threads that cannot be had is told.
#[test]
fn fewer_threads_than_asked_for_are_told() {
    let out = with_input(["solve", "-j", "1000000"], PUZZLE);
    assert_contains(stderr(&out), "note: -j 1000000 gives ");
    assert!(!stderr(&with_input(["solve", "-j", "3"], PUZZLE)).contains("note:"));
}

#[test]
fn bench_reads_compressed_files_of_any_format() {
    let scratch = Scratch::new();
    files(&scratch);
    for file in ["puzzles.gz", "sudoku.csv", "boards.txt"] {
        let file = scratch.path(file);
        let args = ["bench", "--json", "--rounds", "1", "--seconds", "0.001", "--engine", "mrv"];
        let out = batchdoku(args).arg(&file).output().unwrap();
        assert_eq!(code(&out), 0, "{}", stderr(&out));
        let figures: serde_json::Value = serde_json::from_slice(&out.stdout).unwrap();
        assert_eq!(figures["figures"][0]["puzzles"], 60, "{}", file.display());
    }
}

/// Another solver as a program; here this one. The answers are checked.
#[cfg(unix)]
#[test]
fn bench_measures_programs() {
    let scratch = Scratch::new();
    let lines: String = puzzles(40).iter().map(|(puzzle, _)| format!("{puzzle}\n")).collect();
    let from = scratch.file("in.txt", lines + DOTS + "\n");
    let bench = |command: &str| {
        let mut bench =
            batchdoku(["bench", "--rounds", "2", "--seconds", "0", "--engine", "mrv", "-j2"]);
        bench.env("BATCHDOKU", env!("CARGO_BIN_EXE_batchdoku"));
        bench.args(["--command", command]).arg(&from).output().unwrap()
    };
    let command = "test {limit} -lt 3 && \"$BATCHDOKU\" solve -q --to pair | tr . 0";
    let out = bench(command);
    assert_eq!(code(&out), 0, "{}", stderr(&out));
    let rows = stdout(&out).lines().filter(|line| line.starts_with(command)).count();
    assert_eq!(rows, 2, "{}", stdout(&out));
    for (command, words) in [
        ("cat", "in: cat finds 0 solutions for "),
        ("head -n 5", "'head -n 5' failed: it wrote 5 lines for "),
        ("cat >/dev/null; exit 3", "failed: it ended with exit status: 3"),
        ("yes", "one for each puzzle, got more"),
        (
            "cat /dev/zero",
            "failed: expected a line for each puzzle, got one of more than 4,096 bytes",
        ),
        ("\"$BATCHDOKU\" solve -q; yes", "one for each puzzle, got more"),
    ] {
        let out = bench(command);
        assert_eq!((code(&out), stdout(&out)), (2, ""), "{command}");
        assert!(stderr(&out).contains(words), "{command}: {}", stderr(&out));
    }
}

#[test]
fn a_split_needs_the_name_of_a_file() {
    let scratch = Scratch::new();
    let input = scratch.file("in.txt", format!("{PUZZLE}\n{SOLUTION}\n"));
    let base = |name: &str| scratch.path(name).into_os_string().into_string().unwrap();
    for to in [base(""), base("new/"), "-".into()] {
        let out = batchdoku(["split", "-q", "-o", &to]).arg(&input).output().unwrap();
        assert_eq!(code(&out), 2);
        assert_contains(stderr(&out), "does not name a file");
    }
    let out = batchdoku(["split", "-q", "-o", &base("sets.txt.gz")]).arg(&input).output().unwrap();
    assert_eq!((code(&out), stderr(&out)), (0, ""));
    assert_eq!(scratch.names(), ["in.txt", "sets.test.txt.gz", "sets.train.txt.gz"]);
}

#[test]
fn a_puzzle_and_its_solution_need_room_for_both() {
    for format in ["line", "grid", "puzzle", "sdm"] {
        let out = batchdoku(["generate", "--with-solution", "--to", format]).output().unwrap();
        assert_eq!(code(&out), 2, "{format}: {}", stdout(&out));
    }
}

#[test]
fn a_split_by_puzzle_searches_nothing() {
    let scratch = Scratch::new();
    // Many solutions, and none: neither matters to the class of the puzzle.
    let input = scratch.file("in.txt", format!("{DOTS}\n11{}\n{PUZZLE}\n", &DOTS[2..]));
    let (base, summary) = (scratch.path("set.txt"), scratch.path("summary.json"));
    let mut command = batchdoku(["split", "--by", "class", "--train", "0.5"]);
    let out = command.arg(&input).arg("-o").arg(&base).arg("--summary").arg(&summary).output();
    let out = out.unwrap();
    assert_eq!(code(&out), 0, "{}", stderr(&out));
    let text = fs::read_to_string(summary).unwrap();
    let summary: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(summary["solutions"], 0, "{summary}");
    assert!(summary["engine"].is_null());
    let keys = summary.as_object().unwrap().len();
    assert_eq!(text.lines().count(), keys + 2, "each key stands there once: {text}");
    let sets = ["set.train.txt", "set.test.txt"].map(|set| fs::read(scratch.path(set)).unwrap());
    assert_eq!(sets.concat().len(), 3 * 82);
}

#[test]
fn the_summary_file_is_opened_before_the_work_and_completed_with_the_output() {
    let scratch = Scratch::new();
    let output = scratch.path("out.txt");
    let missing = scratch.path("no/such/folder.json");
    let mut command = batchdoku(["generate", "-n", "1"]);
    let out = command.arg("-o").arg(&output).arg("--summary").arg(&missing).output().unwrap();
    assert_eq!(code(&out), 2);
    assert_contains(stderr(&out), "cannot create");
    assert!(!output.exists());
    let summary = scratch.path("summary.json");
    let json =
        || -> serde_json::Value { serde_json::from_slice(&fs::read(&summary).unwrap()).unwrap() };
    let mut command = batchdoku(["generate", "-n", "3"]);
    let out = command.arg("-o").arg(&output).arg("--summary").arg(&summary).output().unwrap();
    assert_eq!(code(&out), 0, "{}", stderr(&out));
    assert_eq!((&json()["puzzles"], &json()["done"]), (&3.into(), &3.into()));
    assert_eq!(json()["interrupted"], false);
    // What a command does with a record is done, also if nothing is solved.
    let mut command = batchdoku(["dedupe", "-q", "-o", "/dev/null", "--summary"]);
    let out = command.arg(&summary).args([&output, &output]).output().unwrap();
    assert_eq!(code(&out), 0, "{}", stderr(&out));
    assert_eq!((&json()["done"], &json()["repeats"]), (&3.into(), &3.into()));
}

#[test]
fn completions_and_man_pages_are_written() {
    let scratch = Scratch::new();
    let out = batchdoku(["assets"]).arg(scratch.path("")).output().unwrap();
    assert_eq!(code(&out), 0, "{}", stderr(&out));
    assert_eq!(scratch.names(), ["completions", "man"]);
    for name in [
        "completions/_batchdoku",
        "completions/batchdoku.bash",
        "completions/batchdoku.fish",
        "man/man1/batchdoku.1",
        "man/man1/batchdoku-solve.1",
    ] {
        assert!(scratch.path(name).is_file(), "no {name}");
    }
    assert!(!scratch.path("man/man1/batchdoku-help.1").exists());
    let help = batchdoku(["--help"]).output().unwrap();
    assert_contains(stdout(&help), "'batchdoku assets FOLDER' writes");
}

/// Returns the entries of a man page, as roff: an option or argument, and what describes it.
fn entries(page: &str) -> Vec<(String, String)> {
    let parts = page.split("\n.TP\n").skip(1).map(|part| part.split("\n.SH ").next().unwrap());
    let plain = |text: &str| text.replace("\\fB", "").replace("\\fR", "").replace("\\-", "-");
    parts
        .map(|part| part.split_once('\n').unwrap_or((part, "")))
        .map(|(name, text)| (plain(name), text.trim().to_owned()))
        .collect()
}

/// Every page has a description of every option that the help has, the examples and whatever else follows the options.
#[test]
fn man_pages_are_complete() {
    let scratch = Scratch::new();
    let out = batchdoku(["assets"]).arg(scratch.path("")).output().unwrap();
    assert_eq!(code(&out), 0, "{}", stderr(&out));
    let page =
        |name: &str| fs::read_to_string(scratch.path(&format!("man/man1/{name}.1"))).unwrap();
    let mut count = 0;
    for command in commands() {
        let (page, help) = (page(&format!("batchdoku-{command}")), help(&command));
        let entries = entries(&page);
        for (name, text) in &entries {
            assert!(
                text.starts_with(char::is_alphabetic),
                "{command}: {name} has no description: {text}"
            );
        }
        // Options follow two or six blanks: '  -n, --count <N>', '      --seed <S>'.
        let is_option = |line: &&str| line.starts_with("  -") || line.starts_with("      --");
        let options = help.lines().filter(is_option).map(str::trim_start);
        let options: Vec<_> = options.map(|line| line.split("  ").next().unwrap()).collect();
        for option in &options {
            let is_option = |(name, _): &&(String, String)| {
                let name = name.split(" [default").next().unwrap_or_default();
                name.replace("\\fI", "").trim_end() == option.trim_end_matches("...")
            };
            assert_eq!(entries.iter().filter(is_option).count(), 1, "{command}: {option}");
        }
        count += options.len();
        for example in examples(&help) {
            let lines = page.split("\n.SH EXAMPLES\n").nth(1).expect("a section");
            let lines = lines.replace("\\-", "-").replace("\\*(Aq", "'").replace("\\\\", "\\");
            assert!(lines.contains(&example), "{command}: {example}: {lines}");
        }
        assert!(!page.contains(".SH EXTRA"), "{command}");
    }
    assert!(count >= 400, "{count} options");
    assert!(page("batchdoku-rate").contains("\n.SH LEVELS\n"));
    let program = page("batchdoku");
    for section in ["SUBCOMMANDS", "EXAMPLES", "\"EXIT CODES\""] {
        assert!(program.contains(&format!("\n.SH {section}\n")), "{section}");
    }
    assert!(!program.contains("batchdoku\\-assets"));
}
