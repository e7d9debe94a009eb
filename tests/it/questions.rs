//! The question of a job, by which a run knows whether it may resume another: the options of each command are all in
//! it, or decide nothing.

use std::{collections::BTreeSet, fs};

use crate::common::*;

/// The options of the program itself: they are fields of no command.
const OF_THE_PROGRAM: [&str; 7] =
    ["help", "no-mmap", "output", "progress", "quiet", "schema", "verbose"];

/// A job of each command whose jobs can be resumed.
const JOBS: [&str; 12] = [
    "solve in.txt",
    "count in.txt",
    "check pairs.csv",
    "generate -n 3 --clues 30..32",
    "grids -n 3",
    "rate in.txt",
    "explain in.txt",
    "canon in.txt",
    "shuffle in.txt",
    "neighbours in.txt --limit 1",
    "sub-puzzles in.txt",
    "split in.txt",
];

fn folder() -> Scratch {
    let scratch = Scratch::new();
    let many = minimal(8);
    scratch.file("in.txt", many.iter().map(|(p, _)| format!("{p}\n")).collect::<String>());
    let rows: String = many.iter().map(|(p, s)| format!("{p},{s}\n")).collect();
    scratch.file("pairs.csv", format!("puzzle,solution\n{rows}"));
    scratch.file("pattern", "x".repeat(80) + ".");
    scratch
}

fn run(scratch: &Scratch, line: &str) -> std::process::Output {
    let args = line.split(' ').filter(|arg| !arg.is_empty());
    batchdoku(args).current_dir(scratch.path("")).output().unwrap()
}

/// Returns the names of all options of a command.
fn options(command: &str) -> BTreeSet<String> {
    let help = batchdoku([command, "--help"]).output().unwrap();
    let option = |line: &str| {
        let option = line.strip_prefix("      ").or(line.strip_prefix("  -")?.get(3..))?;
        let name = option.strip_prefix("--")?.split([' ', '.']).next()?;
        Some(name.to_owned())
    };
    let long = |line: &str| Some(line.strip_prefix("      --")?.split(' ').next()?.to_owned());
    stdout(&help).lines().filter_map(|line| long(line).or_else(|| option(line))).collect()
}

/// Returns the options of a question, as the program spells them.
fn spelled(question: &serde_json::Value) -> BTreeSet<String> {
    let fields = question["options"].as_object().expect("a question has options");
    fields.keys().map(|name| name.replace('_', "-")).collect()
}

/// Returns the commands whose jobs can be resumed.
fn commands() -> BTreeSet<String> {
    let help = batchdoku(["--help"]).output().unwrap();
    let names = stdout(&help).lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let names: BTreeSet<String> = names.filter(|name| !name.is_empty()).map(String::from).collect();
    names.into_iter().filter(|name| *name != "help" && options(name).contains("resume")).collect()
}

/// Runs a job and returns its question, as the journal has it.
fn question(scratch: &Scratch, line: &str) -> serde_json::Value {
    let out = run(scratch, &format!("{line} -q --resume -o out"));
    assert!(code(&out) < 2, "{line}: {}", stderr(&out));
    let name = if line.starts_with("split") { "out.train" } else { "out" };
    let journal = scratch.path(&format!(".{name}.batchdoku-journal"));
    let text = fs::read_to_string(journal).unwrap();
    let (_, json) = text.lines().next().unwrap().split_once(" {").unwrap();
    serde_json::from_str(&format!("{{{json}")).unwrap()
}

fn of_the_program() -> BTreeSet<String> {
    OF_THE_PROGRAM.map(String::from).into()
}

/// The fields that all commands share include those of commands without such an option.
#[test]
fn each_option_is_a_field_of_its_command() {
    let tested: BTreeSet<_> = JOBS.map(|line| line.split(' ').next().unwrap().to_owned()).into();
    assert_eq!(commands(), tested);
    let shared = spelled(&question(&folder(), "canon in.txt"));
    for line in JOBS {
        let command = line.split(' ').next().unwrap();
        let question = question(&folder(), line);
        assert_eq!(question["command"], command);
        let (fields, options) = (spelled(&question), options(command));
        assert!(options.len() > 10, "{command}: {options:?}");
        let forgotten: Vec<_> =
            options.difference(&(&fields | &of_the_program())).cloned().collect();
        assert!(forgotten.is_empty(), "{command}: options that are no fields: {forgotten:?}");
        let strangers: Vec<_> = fields.difference(&(&options | &shared)).cloned().collect();
        assert!(strangers.is_empty(), "{command}: fields that are no options: {strangers:?}");
    }
}

/// Options that a library names are spelled as arguments.
#[test]
fn each_option_that_changes_is_named() {
    for (line, change, words) in [
        ("solve in.txt", "--unique", "--unique was not given and is now given"),
        ("solve in.txt", "--max-nodes 5", "--max-nodes was not given and is now 5"),
        ("solve in.txt", "--shard 1/2", "--shard was not given and is now '1/2'"),
        ("solve in.txt", "--sep ,", "--sep was not given and is now ','"),
        ("count in.txt", "--limit 3", "--limit was 2 and is now 3"),
        ("explain in.txt", "--to csv", "--to was not given and is now 'csv'"),
        ("rate in.txt", "--unavoidable 8,12", "--unavoidable was not given and is now '8,12'"),
        ("generate -n 3", "--clues 30..32", "--clues was not given and is now '30..32'"),
        ("generate -n 3", "--er 1..3", "--er was not given and is now '1.0..3.0'"),
        ("generate -n 3", "--pattern pattern", "--pattern was not given and is now 'xxx"),
        ("split in.txt", "--train 0.5", "--train was 0.9 and is now 0.5"),
    ] {
        let scratch = folder();
        question(&scratch, line);
        let out = run(&scratch, &format!("{line} {change} -q --resume -o out"));
        assert_fails(&out, 2, &format!("error: cannot resume: {words}"));
    }
    // What decides nothing may be another.
    let scratch = folder();
    question(&scratch, "solve in.txt");
    let out = run(&scratch, "solve in.txt -j 3 --max-expand 1G --simd portable -q --resume -o out");
    assert_eq!(code(&out), 0, "{}", stderr(&out));
}

#[test]
fn a_state_is_of_one_question() {
    let scratch = folder();
    let base = "evolve in.txt -q --by nodes --pool 5 --rounds 0 --state state -o out";
    assert_eq!(code(&run(&scratch, base)), 0);
    let text = fs::read_to_string(scratch.path("state")).unwrap();
    let asked = text.lines().nth(1).unwrap().strip_prefix("asked ").unwrap();
    let fields = spelled(&serde_json::from_str(asked).unwrap());
    let options = options("evolve");
    let known = &fields | &of_the_program();
    let forgotten: Vec<_> = options.difference(&known).collect();
    assert!(forgotten.is_empty(), "{forgotten:?}");
    for (option, before, now) in [
        ("--by er,few-clues", "'nodes'", "'er,few-clues'"),
        ("--remove 1", "2", "1"),
        ("--add 1", "2", "1"),
        ("--min-er 8", "not given", "8.0"),
        ("--min-nodes 9", "not given", "9"),
        ("--clues 20..24", "not given", "'20..24'"),
        ("--pool 6", "5", "6"),
        ("--seed 1", "0", "1"),
    ] {
        let name = option.split(' ').next().unwrap();
        let line = base.replace("--by nodes", "").replace("--pool 5", "").replace("  ", " ");
        let kept = [("--by", "--by nodes"), ("--pool", "--pool 5")];
        let kept = kept.iter().filter(|(of, _)| *of != name).map(|(_, arg)| *arg);
        let line = format!("{line} {option} {}", kept.collect::<Vec<_>>().join(" "));
        let out = run(&scratch, line.trim_end());
        let expected = format!(
            "error: cannot resume: {name} was {before} and is now {now} (remove 'state' to start from \
             the beginning)\n"
        );
        assert_eq!((code(&out), stderr(&out)), (2, &*expected), "{option}");
    }
    let out = run(
        &scratch,
        &base.replace("in.txt", "pairs.csv").replace("evolve", "evolve --column solution"),
    );
    assert_eq!(code(&out), 2, "{}", stderr(&out));
    // Rounds and their number may be others.
    assert_eq!(code(&run(&scratch, &base.replace("--rounds 0", "--rounds 1 -n 3"))), 0);
    fs::write(scratch.path("state"), text.replace("evolve 2", "evolve 1")).unwrap();
    let out = run(&scratch, base);
    let expected = "error: cannot resume: 'state' was written by another version of batchdoku (remove \
                    'state' to start from the beginning)\n";
    assert_eq!((code(&out), stderr(&out)), (2, expected));
}
