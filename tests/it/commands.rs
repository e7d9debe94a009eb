//! Every command as its help shows it, and the options that each command has and has not.

use std::{fs, process::Command};

use crate::common::*;

/// Returns all commands, as the help of the program lists them.
fn commands() -> Vec<String> {
    let help = batchdoku(["--help"]).output().unwrap();
    let lines = stdout(&help).lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = lines.map_while(|line| line.strip_prefix("  ")?.split(' ').next());
    let names: Vec<_> = names.filter(|name| *name != "help" && !name.is_empty()).collect();
    assert!(names.len() >= 13, "{names:?}");
    names.into_iter().map(String::from).collect()
}

fn help(command: &str) -> String {
    let out = batchdoku([command, "--help"]).output().unwrap();
    assert_eq!(code(&out), 0, "{command}");
    stdout(&out).to_owned()
}

/// Returns the commands below `Examples:` in a help text, without the remarks after them.
fn examples(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| !line.starts_with("Example"));
    let commands = lines.skip(1).filter_map(|line| line.strip_prefix("  "));
    commands.map(|line| line.split("  ").next().unwrap_or_default().trim().to_owned()).collect()
}

/// The files that the examples read.
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
    fs::create_dir(scratch.path("data")).unwrap();
    scratch.file("data/small.txt", lines);
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
                line += " --rounds 1 --seconds 0.001";
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
            assert!(args.len() == 1 || !is_heading || is_known, "{args:?}: {line}");
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
        ("shuffle --count 3", "tip: to write several of each puzzle, use '--copies N'"),
        ("shuffle -n 3", "tip: to write several of each puzzle, use '--copies N'"),
        ("split --test 0.1", "tip: the test set gets what '--train' and '--valid' leave"),
        ("solve --uniqe", "tip: a similar argument exists: '--unique'"),
        ("Cargo.toml", "tip: to solve a puzzle or a file, use 'batchdoku solve'"),
        (PUZZLE, "tip: to solve a puzzle or a file, use 'batchdoku solve'"),
    ] {
        assert!(error(line).contains(tip), "{line}: {}", error(line));
        assert!(error(line).starts_with("error: "), "{line}");
    }
    for line in ["solve --to xlsx", "bake", "solve --engine fast"] {
        assert!(!error(line).contains("tip:"), "{line}: {}", error(line));
    }
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

/// Another solver as a program; here this one. What it writes is checked.
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
    assert_eq!(stdout(&out).matches(command).count(), 2, "{}", stdout(&out));
    for (command, words) in [
        ("cat", "in: cat finds 0 solutions for "),
        ("head -n 5", "'head -n 5' failed: it wrote 5 lines for "),
        ("cat >/dev/null; exit 3", "failed: it ended with exit status: 3"),
        ("yes", "lines, one for each puzzle, got more"),
        (
            "cat /dev/zero",
            "failed: expected a line for each puzzle, got one of more than 4,096 bytes",
        ),
        ("\"$BATCHDOKU\" solve -q; yes", "lines, one for each puzzle, got more"),
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
    let mut command = batchdoku(["split", "--by", "puzzle", "--train", "0.5"]);
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
    // The former name of the option.
    let summary = scratch.path("summary.json");
    let mut command = batchdoku(["generate", "-n", "3"]);
    let out = command.arg("-o").arg(&output).arg("--stats").arg(&summary).output().unwrap();
    assert_eq!(code(&out), 0, "{}", stderr(&out));
    let json: serde_json::Value = serde_json::from_slice(&fs::read(summary).unwrap()).unwrap();
    assert_eq!((&json["puzzles"], &json["solved"]), (&3.into(), &3.into()));
    assert_eq!(json["interrupted"], false);
}

#[test]
fn completions_and_man_pages_are_written() {
    let scratch = Scratch::new();
    let out = batchdoku(["assets"]).arg(scratch.path("")).output().unwrap();
    assert_eq!(code(&out), 0, "{}", stderr(&out));
    let names = scratch.names();
    for name in
        ["_batchdoku", "batchdoku.bash", "batchdoku.fish", "batchdoku.1", "batchdoku-solve.1"]
    {
        assert!(names.iter().any(|found| found == name), "{name} in {names:?}");
    }
    assert!(names.iter().all(|name| !name.contains("-help")), "{names:?}");
    assert!(!stdout(&batchdoku(["--help"]).output().unwrap()).contains("assets"));
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
    let page = |name: &str| fs::read_to_string(scratch.path(&format!("{name}.1"))).unwrap();
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
