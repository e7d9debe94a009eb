//! The commands in the documents are run, and print what the documents say.
//!
//! A block marked `console` is a session in a shell: lines that start with `$ ` are commands (a
//! `\` at the end continues them), and the lines below each are what it prints, standard output
//! first. `...` on a line of its own stands for any number of lines. What differs from run to run,
//! the time and speed in a summary, is not compared. The commands of one document share a folder
//! that holds `data/`.
#![cfg(unix)]

mod common;

use std::{fs, os::unix::fs::symlink, path::Path, process::Command};

use common::*;

#[test]
fn readme() {
    run("README.md", 4);
}

/// The commands in the table of the README, each on files that it names.
#[test]
fn commands_of_the_readme() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("README.md")).expect("the document is there");
    let folder = Scratch::new();
    let first = |file: &str| {
        let text = fs::read_to_string(root.join("data").join(file)).expect("the data is there");
        text.lines().take(100).fold(String::new(), |text, line| text + line + "\n")
    };
    for name in ["puzzles.txt", "a.txt", "b.txt"] {
        folder.file(name, first("minimal.txt"));
    }
    folder.file("solutions.txt", first("minimal.sol"));
    folder.file("problem.txt", "3 3\n1 0 1\n0 1 0\n1 1 1\n");
    let rows = text.lines().filter(|line| line.starts_with("| ") && line.contains("`batchdoku "));
    let commands = rows.map(|row| row.rsplit('`').nth(1).expect("a command in code marks"));
    let mut count = 0;
    for command in commands {
        let args = command.split(' ').skip(1);
        let output = batchdoku(args).current_dir(folder.path("")).output().expect("it runs");
        assert_eq!(code(&output), 0, "{command}: {}", stderr(&output));
        count += 1;
    }
    assert!(count >= 13, "{count} commands");
}

/// Runs the sessions of a document, which has at least so many commands.
fn run(document: &str, at_least: usize) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join(document)).expect("the document is there");
    let folder = Scratch::new();
    symlink(root.join("data"), folder.path("data")).expect("linked");
    let program = Path::new(env!("CARGO_BIN_EXE_batchdoku")).parent().expect("a folder");
    let path = format!("{}:{}", program.display(), std::env::var("PATH").expect("a path"));

    let steps = steps(&text);
    assert!(steps.len() >= at_least, "{document} has {} commands", steps.len());
    for Step { line, command, expected } in steps {
        let output = Command::new("sh")
            .args(["-c", &command])
            .current_dir(folder.path(""))
            .env("PATH", &path)
            .output()
            .expect("a shell");
        let printed = format!("{}{}", stdout(&output), stderr(&output));
        let printed: Vec<_> = printed.lines().map(constant).collect();
        let expected: Vec<_> = expected.iter().map(|line| constant(line)).collect();
        assert!(
            matches(&expected, &printed),
            "{document}, line {line}: $ {command}\nprints\n{}\nand not\n{}",
            printed.join("\n"),
            expected.join("\n"),
        );
    }
}

/// A command, where it is, and what it prints.
struct Step {
    line: usize,
    command: String,
    expected: Vec<String>,
}

fn steps(text: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut in_session = false;
    let mut continued = false;
    for (number, line) in text.lines().enumerate() {
        if line.starts_with("```") {
            in_session = line == "```console";
        } else if !in_session {
        } else if continued {
            let step = steps.last_mut().expect("a command to continue");
            step.command += &format!("\n{line}");
            continued = line.ends_with('\\');
        } else if let Some(command) = line.strip_prefix("$ ") {
            continued = line.ends_with('\\');
            steps.push(Step { line: number + 1, command: command.into(), expected: Vec::new() });
        } else {
            steps.last_mut().expect("a command first").expected.push(line.into());
        }
    }
    steps
}

/// A line without what differs from run to run: a summary without time, speed and threads.
fn constant(line: &str) -> &str {
    match line.split_once("; ") {
        Some((counts, rest)) if rest.contains("threads") || rest.contains("thread,") => counts,
        _ => line,
    }
}

/// Whether `printed` is as `expected`, where `...` stands for any number of lines.
fn matches(expected: &[&str], printed: &[&str]) -> bool {
    match expected.split_first() {
        None => printed.is_empty(),
        Some((&"...", rest)) => (0..=printed.len()).any(|skip| matches(rest, &printed[skip..])),
        Some((first, rest)) => {
            printed.split_first().is_some_and(|(p, others)| p == first && matches(rest, others))
        }
    }
}

#[test]
fn ellipses_stand_for_any_lines() {
    assert!(matches(&["a", "...", "c"], &["a", "b", "b", "c"]));
    assert!(matches(&["a", "..."], &["a"]));
    assert!(!matches(&["a", "...", "c"], &["a", "b"]));
    assert!(!matches(&["a"], &["a", "b"]));
}
