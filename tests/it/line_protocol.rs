//! A process that another one talks to: each line has its answer before the next line comes.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdout, Stdio},
};

use crate::common::*;

/// A process that answers lines.
struct Helper {
    child: Child,
    answers: BufReader<ChildStdout>,
}

impl Helper {
    fn new(args: &str) -> Self {
        let mut command = batchdoku(args.split(' '));
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let answers = BufReader::new(child.stdout.take().unwrap());
        Self { child, answers }
    }

    /// Writes a line, and waits for its answer. A process that waits for more would never end: the runner of the tests
    /// ends it.
    fn ask(&mut self, line: &str) -> String {
        let mut input = self.child.stdin.as_ref().unwrap();
        writeln!(input, "{line}").unwrap();
        input.flush().unwrap();
        let mut answer = String::new();
        self.answers.read_line(&mut answer).unwrap();
        answer.trim_end().to_owned()
    }

    /// Ends the input. Returns the exit code, and what came without a question.
    fn end(mut self) -> (i32, String) {
        drop(self.child.stdin.take());
        let mut rest = String::new();
        for line in self.answers.lines() {
            rest += &line.unwrap();
        }
        (self.child.wait().unwrap().code().unwrap(), rest)
    }
}

#[test]
fn each_line_is_answered_at_once() {
    let puzzles = minimal(20);
    for threads in ["1", "4"] {
        for command in ["solve", "count", "check", "rate", "rate --er", "explain"] {
            let is_check = command == "check";
            let output = if is_check { " -o -" } else { "" };
            let mut helper = Helper::new(&format!("{command} -q -j {threads} --from line{output}"));
            let questions = puzzles.iter().map(|(puzzle, solution)| match is_check {
                true => format!("{puzzle},{solution}"),
                false => puzzle.clone(),
            });
            let questions: Vec<_> = questions.collect();
            let all: String = questions.iter().map(|line| format!("{line}\n")).collect();
            let args = format!("{command} -q --from line{output}");
            let expected = with_input(args.split(' '), &all);
            for (question, expected) in questions.iter().zip(stdout(&expected).lines()) {
                assert_eq!(helper.ask(question), expected, "{command} -j {threads}");
            }
            // What is no puzzle has an answer too, and the next line its own.
            let wrong = helper.ask("rubbish");
            assert!(!wrong.is_empty(), "{command}");
            let first = stdout(&expected).lines().next().unwrap();
            assert_eq!(helper.ask(&questions[0]), first, "{command} -j {threads}");
            assert_eq!(helper.end(), (1, String::new()), "{command} -j {threads}");
        }
    }
}

/// The first line decides nothing, and lines may come together.
#[test]
fn lines_that_come_together_are_answered_together() {
    let puzzles = minimal(3);
    let mut helper = Helper::new("solve -q --from line");
    let lines = format!("{}\n{}\n{}", puzzles[0].0, puzzles[1].0, puzzles[2].0);
    assert_eq!(helper.ask(&lines), puzzles[0].1);
    let (code, rest) = helper.end();
    assert_eq!((code, rest), (0, format!("{}{}", puzzles[1].1, puzzles[2].1)));
    let mut helper = Helper::new("solve -q --from line");
    assert!(!helper.ask("rubbish").is_empty());
    assert_eq!(helper.ask(&puzzles[0].0), puzzles[0].1);
    assert_eq!(helper.end().0, 1);
}

/// The example in the documents, in a language without a binding.
#[test]
fn the_example_of_the_documents() {
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/running.md")).unwrap();
    let (_, rest) = text.split_once("```perl\n").unwrap();
    let (script, _) = rest.split_once("```").unwrap();
    let folder = std::path::Path::new(env!("CARGO_BIN_EXE_batchdoku")).parent().unwrap();
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", folder.display());
    let Ok(out) =
        std::process::Command::new("perl").args(["-e", script]).env("PATH", path).output()
    else {
        eprintln!("perl is not installed: the example is not run");
        return;
    };
    let solution =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179\n";
    assert_eq!((stdout(&out), stderr(&out)), (solution, ""));
}
