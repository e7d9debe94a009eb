//! Tests inputs with complete puzzles among others. The complete ones may be solutions.

use super::*;
use crate::{Count, Solve};
use batchdoku_pipeline::Output;

/// Returns pairs of puzzle and solution, whose columns change places after the first pairs.
fn turned(puzzles: usize, turned: usize) -> String {
    let (puzzles, solutions) =
        (lines("minimal.txt", puzzles + turned), lines("minimal.sol", puzzles + turned));
    let first = puzzles.lines().count() - turned;
    let pairs = puzzles.lines().zip(solutions.lines()).enumerate();
    pairs
        .map(|(index, (puzzle, solution))| match index {
            _ if index < first => format!("{puzzle},{solution}\n"),
            _ => format!("{solution},{puzzle}\n"),
        })
        .collect()
}

/// A reader keeps the layout of the head, so the job reports solutions in the column of the puzzles.
#[test]
fn columns_that_change_places_are_told() {
    let scratch = Scratch::new();
    let pairs = scratch.file("pairs.csv", turned(400, 50));
    let solved = Solve::default().run(&pairs, Output::Discard).unwrap();
    assert_eq!((solved.counts.done, solved.counts.complete), (450, 50));
    assert!(
        solved.to_string().contains("450 puzzles solved, 50 of them complete already;"),
        "{solved}"
    );
    assert!(solved.to_json().contains("\"complete\": 50"), "{}", solved.to_json());
    let counted = Count::default().run(&pairs, Output::Discard).unwrap();
    assert_eq!(counted.counts.complete, 50);
    let all = Solve { all: true, ..Solve::default() };
    assert_eq!(all.run(&pairs, Output::Discard).unwrap().counts.complete, 50);
}

/// A file of solutions alone is reported, too: its columns may be swapped.
#[test]
fn complete_puzzles_alone_are_told() {
    let scratch = Scratch::new();
    for (name, complete) in [("minimal.sol", 40), ("minimal.txt", 0)] {
        let input = scratch.file(name, lines(name, 40));
        let solved = Solve::default().run(&input, Output::Discard).unwrap();
        assert_eq!(solved.counts.complete, complete);
        let is_told =
            solved.to_string().contains("40 puzzles solved, all of them complete already;");
        assert_eq!(is_told, complete > 0, "{solved}");
    }
}
