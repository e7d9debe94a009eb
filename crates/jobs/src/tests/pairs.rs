//! Puzzles and their solutions in two inputs.

use super::*;
use crate::Check;
use batchdoku_pipeline::{JobCounts, Output};

/// Checks the puzzles of one text with the solutions of another, on `threads` threads.
fn check(puzzles: &str, solutions: &str, threads: usize) -> Result<JobCounts, Error> {
    let scratch = Scratch::new();
    let puzzles = scratch.file("puzzles.txt", puzzles);
    let solutions = scratch.file("solutions.txt", solutions);
    let options = options(|spec| spec.run.threads = threads);
    let job = Check { options, solutions: Some(solutions.into()), ..Check::default() };
    job.run(puzzles, Output::Discard).map(|summary| summary.counts)
}

/// Adds a line before each line whose number is a multiple of `every`.
fn with_lines(text: &str, every: usize, line: &str) -> String {
    let before = |number: usize| if number.is_multiple_of(every) { line } else { "" };
    text.lines().enumerate().map(|(number, text)| format!("{}{text}\n", before(number))).collect()
}

/// Record n has the solution of record n, whatever comments and blank lines the inputs have.
#[test]
fn comments_and_blank_lines_are_no_records() {
    let puzzles = lines("minimal.txt", 5000);
    let solutions = lines("minimal.sol", 5000);
    let commented = |text: &str| with_lines(&with_lines(text, 700, "# from a book\n"), 900, "\n");
    for threads in [1, 3] {
        for (puzzles, solutions) in [
            (commented(&puzzles), solutions.clone()),
            (puzzles.clone(), commented(&solutions)),
            (commented(&puzzles), commented(&solutions)),
            (commented(&puzzles), with_lines(&solutions, 11, "# \n")),
        ] {
            let counts = check(&puzzles, &solutions, threads).unwrap();
            assert_eq!((counts.puzzles, counts.done), (5000, 5000));
        }
    }
}

/// Solutions after the blank line would be compared with other puzzles.
#[test]
fn a_blank_line_in_place_of_a_solution_is_refused() {
    let puzzles = lines("minimal.txt", 20);
    let solutions = lines("minimal.sol", 20);
    let mut kept: Vec<_> = solutions.lines().collect();
    kept[7] = "";
    let error = check(&puzzles, &kept.join("\n"), 1).unwrap_err();
    assert!(matches!(error, Error::FewSolutions), "{error}");
    // Dots stand for a missing solution.
    let dots = ".".repeat(81);
    kept[7] = &dots;
    let counts = check(&puzzles, &kept.join("\n"), 1).unwrap();
    assert_eq!((counts.done, counts.missing + counts.wrong), (19, 1));
}

/// If the files have no other lines, the missing solutions must be the last.
#[test]
fn a_file_with_fewer_solutions_lacks_the_last_ones() {
    let puzzles = with_lines(&lines("minimal.txt", 20), 15, "# a comment after the solutions\n");
    let solutions = with_lines(&lines("minimal.sol", 10), 10, "# a comment\n");
    let counts = check(&puzzles, &solutions, 1).unwrap();
    assert_eq!((counts.done, counts.missing), (10, 10));
    let error = check(&lines("minimal.txt", 9), &solutions, 1).unwrap_err();
    assert!(matches!(error, Error::ExcessSolutions), "{error}");
}
