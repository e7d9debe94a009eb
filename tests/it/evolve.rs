//! `evolve` as users see it.

#[cfg(unix)]
use std::path::Path;
use std::{collections::HashSet, fs};

use batchdoku::corpus::GridExt;
use batchdoku::{Grid, corpus::explain::ErRating};

use crate::common::*;
use batchdoku_testkit as testkit;

fn grids(text: &str) -> Vec<Grid> {
    text.lines().map(|line| line.parse().unwrap()).collect()
}

fn run(args: &str) -> String {
    let out = batchdoku(["evolve"].into_iter().chain(args.split(' '))).output().unwrap();
    assert_eq!(code(&out), 0, "{args}: {}", stderr(&out));
    stdout(&out).to_owned()
}

/// Asserts that these are minimal canonical forms, each once.
fn assert_sound(found: &[Grid]) {
    assert_eq!(found.iter().collect::<HashSet<_>>().len(), found.len());
    for puzzle in found {
        assert!(is_minimal(puzzle), "{puzzle}");
        assert_eq!(puzzle.canonical_form(), *puzzle);
    }
}

/// The first pool has 10 random puzzles, of some 15 nodes at most.
#[test]
fn a_search_climbs_and_depends_on_the_seed_alone() {
    let args = "--by nodes --remove 1 --add 1 --pool 10 -n 10 --rounds";
    let pool = run(&format!("{args} 0 --seed 1"));
    assert_ne!(pool, run(&format!("{args} 0 --seed 2")));
    let found = run(&format!("{args} 1 --seed 1"));
    assert_ne!(found, pool);
    let found = grids(&found);
    assert_eq!(found.len(), 10);
    assert_sound(&found);
    let nodes = |puzzle: &Grid| batchdoku::corpus::rate::Rating::of(puzzle).nodes;
    let least = nodes(&found[9]);
    for puzzle in &found {
        assert!(nodes(puzzle) >= least, "{puzzle}: {} nodes, the last has {least}", nodes(puzzle));
    }
    assert!(nodes(&found[0]) >= 40, "{}", nodes(&found[0]));
}

/// Nothing is searched, nor is a state written.
#[test]
fn no_puzzles_are_found_at_once() {
    let scratch = Scratch::new();
    let state = scratch.path("state").into_os_string().into_string().unwrap();
    let input =
        scratch.file("in.txt", format!("{PUZZLE}\n")).into_os_string().into_string().unwrap();
    for args in ["", "--min-nodes 9", &*input] {
        let args = format!("-n 0 --by nodes --pool 1 --rounds 1 --state {state} {args}");
        assert_eq!(run(args.trim_end()), "", "{args}");
    }
    assert_eq!(scratch.names(), ["in.txt"]);
}

/// Conditions that `generate` refuses are refused in the same words.
#[test]
fn conditions_have_the_limits_of_generate() {
    let refused = |args: String| {
        let out = batchdoku(args.split(' ')).output().unwrap();
        assert_eq!((code(&out), stdout(&out)), (2, ""), "{args}");
        stderr(&out).to_owned()
    };
    for (generate, evolve) in [
        ("--er 13..", "--min-er 13"),
        ("--er 1e300..", "--min-er 1e300"),
        ("--clues 16", "--clues 16"),
        ("--clues ..3", "--clues ..3"),
        ("--clues 41..", "--clues 41.."),
        ("--clues 30..20", "--clues 30..20"),
        ("--clues 82", "--clues 82"),
    ] {
        let generated = refused(format!("generate -n 1 --minimal {generate}"));
        assert_eq!(refused(format!("evolve -n 1 --by nodes --rounds 0 {evolve}")), generated);
    }
    assert!(refused("evolve --min-er nan".into()).contains("expected a rating such as 8.4"));
    for er in ["nan", "3.0-4.0", "..nan"] {
        let error = refused(format!("generate -n 1 --er {er}"));
        assert!(error.contains("expected a rating such as 4.2, or a range"), "{error}");
    }
}

/// Without a condition, the pool is what is written.
#[test]
fn a_count_beyond_the_pool_is_refused() {
    let args = "--by nodes --rounds 0 --pool 5 --seed 1";
    let pool = run(args);
    assert_eq!(pool.lines().count(), 5);
    assert_eq!(run(&format!("{args} -n 5")), pool);
    let out = batchdoku(format!("evolve {args} -n 6").split(' ')).output().unwrap();
    assert_eq!((code(&out), stdout(&out)), (2, ""));
    let words = "the count of 6 puzzles is more than the pool of 5: without a condition";
    assert!(stderr(&out).contains(words), "{}", stderr(&out));
    let args = args.replace("--rounds 0", "--rounds 9");
    assert_eq!(run(&format!("{args} -n 6 --min-nodes 0")).lines().count(), 6);
}

#[test]
fn ratings_are_those_of_rate() {
    let found = grids(&run("--min-er 7.1 -n 4 --pool 5 --seed 3"));
    assert_eq!(found.len(), 4);
    assert_sound(&found);
    for puzzle in &found {
        assert!(ErRating::of(puzzle).unwrap().er() >= 7.1, "{puzzle}");
    }
    let best = grids(&run("--by er,few-clues --rounds 1 --pool 4 -n 4 --seed 3"));
    let er = |puzzle: &Grid| ErRating::of(puzzle).unwrap().er();
    assert!(best.is_sorted_by(|a, b| er(a) >= er(b)));
}

/// The minimal puzzles with 17 clues that are published have neighbours with 18, which are not in the
/// list.
#[test]
fn few_clues_from_published_puzzles() {
    let seeds = testkit::shared_data::<Grid>("17clue");
    if seeds.is_empty() {
        return;
    }
    let scratch = Scratch::new();
    let lines: String = seeds[..5].iter().map(|seed| format!("{seed}\n")).collect();
    let input = scratch.file("seeds.txt", lines);
    let args = "--by few-clues --remove 1 --add 2 --clues 18 -n 20";
    let found = grids(&run(&format!("{} {args}", input.display())));
    assert_eq!(found.len(), 20);
    for puzzle in &found {
        assert_eq!(puzzle.clues(), 18, "{puzzle}");
    }
    assert_sound(&found);
}

#[test]
fn many_clues_from_generated_puzzles() {
    let found = grids(&run("--by clues --remove 1 --add 2 --clues 28.. -n 50 --seed 2"));
    assert_eq!(found.len(), 50);
    for puzzle in &found {
        assert!(puzzle.clues() >= 28, "{puzzle}: {} clues", puzzle.clues());
    }
    assert_sound(&found);
}

#[test]
fn a_search_goes_on_to_the_same_bytes() {
    let scratch = Scratch::new();
    let state = scratch.path("state");
    // Of the 20 puzzles, a round finds some and two rounds find all.
    let args = "--by er,clues --min-er 7 --remove 1 --add 1 --pool 3 -n 20 --seed 4";
    let whole = run(args);
    let in_parts = format!("{args} --state {}", state.display());
    let part = batchdoku(format!("evolve {in_parts} --rounds 1").split(' ')).output().unwrap();
    assert!(!part.stdout.is_empty());
    assert!(part.stdout.len() < whole.len());
    assert!(whole.starts_with(stdout(&part)));
    assert!(fs::read_to_string(&state).unwrap().contains("\nround 1\n"));
    assert_eq!(run(&in_parts), whole);
    // Nothing is left to do.
    assert_eq!(run(&in_parts), whole);
}

#[test]
fn a_state_of_something_else_is_refused() {
    let scratch = Scratch::new();
    let path = scratch.path("state");
    let args = |seed: u64| {
        format!("evolve -q --by nodes --pool 5 --rounds 0 --seed {seed} --state {}", path.display())
    };
    let run = |seed| batchdoku(args(seed).split(' ')).output().unwrap();
    assert_eq!(code(&run(1)), 0);
    let out = run(2);
    assert_eq!(code(&out), 2);
    assert!(
        stderr(&out).starts_with("error: cannot resume: --seed was 1 and is now 2 (remove '"),
        "{}",
        stderr(&out)
    );
    let text = fs::read_to_string(&path).unwrap();
    for (damaged, message) in [
        (text.replace("\nend\n", "\n"), "expected 'end'"),
        (text.replace("pool 5", "pool 6"), "line 13: expected a puzzle of 81 cells and 7 numbers"),
        (text.replace("round ", "rounds "), "line 3: expected 'round' and a number"),
        (String::new(), "line 1: expected 'batchdoku evolve 2'"),
    ] {
        fs::write(&path, damaged).unwrap();
        let out = run(1);
        assert_eq!(code(&out), 2);
        assert!(stderr(&out).contains(message), "{message}: {}", stderr(&out));
    }
}

/// No minimal puzzle of the pool has so few clues, and none with more than wanted is kept.
#[test]
fn a_search_that_is_stuck_ends() {
    let args = "evolve --by clues --remove 1 --add 2 --clues 20 --pool 1";
    let out = batchdoku(args.split(' ')).output().unwrap();
    assert_eq!((code(&out), stdout(&out)), (1, ""));
    assert!(
        stderr(&out).starts_with("100 puzzles: 0 found, 100 not generated"),
        "{}",
        stderr(&out)
    );
}

#[test]
fn what_is_no_puzzle_is_reported() {
    let puzzle =
        "8.65...72.......3.7....4..8..386.1..2..........5..9.6...24..8.........135....69..";
    let input = format!("{puzzle}\nrubbish\n{}\n", ".".repeat(81));
    let scratch = Scratch::new();
    let summary = scratch.path("summary");
    let args =
        ["evolve", "-", "--by", "nodes", "--add", "1", "--rounds", "1", "-n", "3", "--summary"];
    let out = with_input([&args[..], &[summary.to_str().unwrap()]].concat(), &input);
    assert_eq!(code(&out), 1);
    assert_eq!(grids(stdout(&out)).len(), 3);
    // The file says what the last line says.
    let summary = fs::read_to_string(summary).unwrap();
    for member in ["puzzles\": 5", "done\": 3", "multiple\": 1", "malformed\": 1"] {
        assert!(summary.contains(member), "{summary}");
    }
    let text = stderr(&out);
    assert_contains(text, "3 found, 1 with multiple solutions, 1 malformed");
    // A puzzle with clues to spare starts from a minimal one within it.
    let (puzzle, _) = &puzzles(1)[0];
    assert!(!is_minimal(&puzzle.parse().unwrap()));
    let args = ["evolve", puzzle, "--by", "nodes", "--rounds", "2", "-n", "3", "-q"];
    let out = batchdoku(args).output().unwrap();
    assert_eq!((code(&out), grids(stdout(&out)).len()), (0, 3));
    assert_sound(&grids(stdout(&out)));
    // Without a puzzle there is nothing to start from.
    let out = with_input(["evolve", "-", "--by", "nodes", "-n", "3"], "rubbish\n");
    assert_fails(&out, 2, "there is no puzzle in its first");
}

/// Runs a search until it has found something, as the progress says, calls `look`, and interrupts it.
/// Returns what it then writes to `output`. A machine with much else to do may not give it the time: then
/// it is run again.
#[cfg(unix)]
fn found_when_interrupted(
    command: &mut std::process::Command,
    output: &Path,
    look: impl Fn(),
) -> String {
    let mut found = (0..10).filter_map(|_| {
        interrupt_once_found(command, &look);
        fs::read_to_string(output).ok()
    });
    found.next().expect("ten times, what was found was not written")
}

/// One run of [`found_when_interrupted`].
#[cfg(unix)]
fn interrupt_once_found(command: &mut std::process::Command, look: impl Fn()) {
    use std::{
        io::{BufRead, BufReader},
        process::Stdio,
    };
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let has_found = |line: &str| line.starts_with("round ") && !line.contains(", 0 found");
    assert!(lines.any(|line| has_found(&line.unwrap())), "no line says that a puzzle was found");
    look();
    let before = cpu_time(child.id());
    send("INT", child.id());
    ends_without_work(child.id(), before);
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_prints_what_it_has_found() {
    let scratch = Scratch::new();
    let (state, output) = (scratch.path("state"), scratch.path("out.txt"));
    let args = "evolve --by nodes --min-nodes 10 --remove 1 --add 1 --pool 20 -n 1000000 --seed 5";
    let mut command = batchdoku(args.split(' '));
    command.args(["--progress", "always", "--state"]).arg(&state).arg("-o").arg(&output);
    let found = found_when_interrupted(&mut command, &output, || ());
    assert!(!found.is_empty());
    let text = fs::read_to_string(&state).unwrap();
    let round = text.lines().find_map(|line| line.strip_prefix("round ")).unwrap();
    let whole = batchdoku(args.split(' ').chain(["--rounds", round])).output().unwrap();
    assert_eq!(stdout(&whole), found);
}

/// A search that is killed leaves neither or both.
#[cfg(unix)]
#[test]
fn rejects_appear_with_the_output() {
    let scratch = Scratch::new();
    let paths = ["out.txt", "rejects.tsv", "in.txt"].map(|name| scratch.path(name));
    let [output, rejects, input] = &paths;
    let generated = batchdoku(["generate", "-q", "-n", "20", "--seed", "5"]).output().unwrap();
    fs::write(input, format!("rubbish\n{}", stdout(&generated))).unwrap();
    let args = "evolve --by nodes --min-nodes 10 --remove 1 --add 1 --pool 20 -n 1000000 --progress always";
    let mut command = batchdoku(args.split(' '));
    command.arg(input).arg("-o").arg(output).arg("--rejects").arg(rejects);
    let look = || assert_eq!([output.exists(), rejects.exists()], [false; 2]);
    assert!(!found_when_interrupted(&mut command, output, look).is_empty());
    let text = fs::read_to_string(rejects).unwrap();
    assert!(text.lines().any(|line| line.contains("rubbish")), "{text}");
}
