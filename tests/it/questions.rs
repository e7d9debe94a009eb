//! The question of a job, by which a run knows whether it may resume another: the options of each command are all in
//! it, or decide nothing.

use std::{collections::BTreeSet, fs};

use crate::common::*;

/// The options that decide nothing, or are about files whose content is compared.
const APART: [(&str, &str); 14] = [
    ("help", "prints something else"),
    ("schema", "prints something else"),
    ("output", "the journal stands next to that file"),
    ("solutions", "the identity has all inputs"),
    ("simd", "all levels give the same bytes"),
    ("threads", "any number gives the same bytes"),
    ("no-mmap", "the bytes are the same, however they are read"),
    ("sync", "about the time when the output is on disk"),
    ("max-expand", "refuses an input and changes nothing"),
    ("progress", "shown and not written"),
    ("quiet", "shown and not written"),
    ("verbose", "shown and not written"),
    ("summary", "about the run"),
    ("resume", "the journal is there because of it"),
];

/// The options of `evolve` that the state of a search does not depend on.
const APART_OF_EVOLVE: [(&str, &str); 15] = [
    ("count", "a search may be resumed for more puzzles"),
    ("rounds", "a search may be resumed for more rounds"),
    ("state", "the file itself"),
    ("from", "the puzzles that the search starts from are compared"),
    ("column", "the puzzles that the search starts from are compared"),
    ("solution-column", "the search takes no solutions"),
    ("strict", "the puzzles that the search starts from are compared"),
    ("rejects", "written anew by each run"),
    ("to", "written anew by each run"),
    ("row-group-size", "written anew by each run"),
    ("per-page", "written anew by each run"),
    ("compress", "written anew by each run"),
    ("compress-level", "written anew by each run"),
    ("sep", "written anew by each run"),
    ("strip-comments", "written anew by each run"),
];

/// Jobs of each command, and their options with values that change the question.
const JOBS: &[(&str, &[&str])] = &[
    (
        "solve in.txt",
        &[
            "--unique",
            "--all",
            "--max-nodes 5",
            "--engine dlx",
            "--from line",
            "--column x",
            "--solution-column x",
            "--strict",
            "--to csv",
            "--sep ,",
            "--strip-comments",
            "--drop",
            "--compress gzip",
            "--compress-level 3",
            "--row-group-size 5",
            "--per-page 4",
            "--shard 1/2",
            "--rejects rejects",
        ],
    ),
    ("solve in.txt --all", &["--sorted", "--limit 5"]),
    ("count in.txt", &["--limit 3", "--max-nodes 5", "--engine dlx"]),
    (
        "check pairs.csv",
        &["--unique", "--score", "--solution-column x", "--max-nodes 5", "--engine dlx"],
    ),
    ("check pairs.csv --score", &["--answer boxed", "--think keep"]),
    (
        "generate -n 3 --clues 30..32",
        &[
            "--count 4",
            "--seed 1",
            "--skip 5",
            "--minimal",
            "--controlled-bias",
            "--symmetry rot180",
            "--pattern pattern",
            "--difficulty easy",
            "--er 1.0..3.0",
            "--ep 1.0..3.0",
            "--ed 1.0..1.5",
            "--needs naked_pair",
            "--contains naked_pair",
            "--without uniqueness",
            "--at-most naked_pair",
            "--invalid multiple",
            "--max-tries 5000",
            "--with-solution",
            "--with level",
            "--drop",
            "--engine mrv",
            "--to csv",
            "--compress gzip",
            "--compress-level 3",
            "--row-group-size 5",
            "--shard 1/2",
            "--rejects rejects",
        ],
    ),
    ("generate -n 3", &["--with-weight", "--clues 30..32"]),
    ("grids -n 3", &["--count 4", "--seed 1", "--skip 5"]),
    (
        "rate in.txt",
        &[
            "--er",
            "--wide",
            "--structure",
            "--unavoidable 8",
            "--with clues",
            "--needs naked_pair",
            "--contains naked_pair",
            "--without uniqueness",
            "--at-most naked_pair",
        ],
    ),
    (
        "explain in.txt",
        &[
            "--er",
            "--steps 1",
            "--to drawing",
            "--grids none",
            "--without uniqueness",
            "--at-most naked_pair",
        ],
    ),
    ("explain in.txt", &["--all"]),
    ("explain in.txt --to text", &["--search"]),
    ("explain in.txt --to tokens", &["--order row"]),
    ("explain in.txt --to text --search", &["--max-nodes 5"]),
    ("canon in.txt", &["--form pattern", "--transform"]),
    ("shuffle in.txt", &["--seed 1", "--copies 2", "--keep-original"]),
    (
        "neighbours in.txt --limit 1",
        &["--remove 2", "--add 2", "--minimal", "--seed 1", "--limit 2"],
    ),
    ("sub-puzzles in.txt", &["--limit 2"]),
    (
        "split in.txt",
        &["--train 0.5", "--valid 0.05", "--seed 1", "--by class", "--max-nodes 5", "--engine dlx"],
    ),
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

fn names_of(list: &[(&str, &str)]) -> BTreeSet<String> {
    list.iter().map(|(name, _)| (*name).to_owned()).collect()
}

#[test]
fn each_option_is_in_the_question_or_decides_nothing() {
    let tested: BTreeSet<_> =
        JOBS.iter().map(|(line, _)| line.split(' ').next().unwrap()).collect();
    assert_eq!(commands().iter().map(String::as_str).collect::<BTreeSet<_>>(), tested);
    for command in tested {
        let (line, _) =
            JOBS.iter().find(|(line, _)| line.split(' ').next() == Some(command)).unwrap();
        let question = question(&folder(), line);
        assert_eq!(question["command"], command);
        let (fields, options) = (spelled(&question), options(command));
        assert!(options.len() > 10, "{command}: {options:?}");
        // What every job has is asked of commands without such an option, too.
        let of_any = [
            "from",
            "column",
            "solution-column",
            "strict",
            "sep",
            "strip-comments",
            "drop",
            "rejects",
        ]
        .map(String::from);
        let strangers: Vec<_> =
            fields.difference(&options).filter(|name| !of_any.contains(name)).collect();
        assert!(strangers.is_empty(), "{command}: fields that are no options: {strangers:?}");
        let apart = names_of(&APART);
        let forgotten: Vec<_> =
            options.difference(&fields).filter(|name| !apart.contains(*name)).collect();
        assert!(forgotten.is_empty(), "{command}: not in the question: {forgotten:?}");
        let twice: Vec<_> = fields.intersection(&apart).collect();
        assert!(twice.is_empty(), "{command}: {twice:?}");
    }
}

/// The fields that all commands share are changed with one command that reads and one that generates.
#[test]
fn each_option_that_changes_is_named() {
    let mut changed = BTreeSet::new();
    let mut fields = BTreeSet::new();
    for (line, changes) in JOBS {
        let scratch = folder();
        let command = line.split(' ').next().unwrap();
        fields.extend(spelled(&question(&scratch, line)).into_iter().map(|name| (command, name)));
        for change in *changes {
            let option = change.split(' ').next().unwrap();
            // Of an option that is given twice, the line has the other value.
            let base: Vec<_> = line.split(' ').collect();
            let short = if option == "--count" { "-n" } else { option };
            let rest = match base.iter().position(|arg| *arg == short) {
                Some(at) => [&base[..at], &base[at + 2..]].concat(),
                None => base,
            };
            let out = run(&scratch, &format!("{} {change} -q --resume -o out", rest.join(" ")));
            assert_eq!(code(&out), 2, "{line} {change}: {}", stderr(&out));
            let expected = format!("error: cannot resume: {option} was ");
            assert!(stderr(&out).starts_with(&expected), "{line} {change}: {}", stderr(&out));
            let value = change.split(' ').nth(1).unwrap_or("given");
            let is_named = stderr(&out).contains(&format!(" and is now {value} ("))
                || stderr(&out).contains(&format!(" and is now '{value}' ("));
            let is_other = ["--pattern"].contains(&option);
            assert!(is_named || is_other, "{line} {change}: {}", stderr(&out));
            changed.insert((command, option.trim_start_matches('-').to_owned()));
        }
    }
    // It makes a job of two passes, which cannot be resumed.
    changed.insert(("split", "exact".to_owned()));
    changed.insert(("split", "stratify".to_owned()));
    let shared = changed.iter().filter(|(of, _)| *of == "solve").map(|(_, name)| name);
    let shared: BTreeSet<_> = shared.collect();
    let unchanged: Vec<_> = fields
        .iter()
        .filter(|field| !changed.contains(field) && !shared.contains(&field.1))
        .collect();
    assert!(unchanged.is_empty(), "{unchanged:?}");
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
    let apart: BTreeSet<_> = &names_of(&APART) | &names_of(&APART_OF_EVOLVE);
    assert!(fields.is_subset(&options), "{fields:?}");
    let forgotten: Vec<_> =
        options.difference(&fields).filter(|name| !apart.contains(*name)).collect();
    assert!(forgotten.is_empty(), "{forgotten:?}");
    let mut changed = BTreeSet::new();
    for (option, before, now) in [
        ("--by er,few-clues", "'nodes'", "'er,few-clues'"),
        ("--remove 1", "2", "1"),
        ("--add 1", "2", "1"),
        ("--min-er 8", "not given", "'8.0'"),
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
        changed.insert(name.trim_start_matches('-').to_owned());
    }
    assert_eq!(changed, fields);
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
