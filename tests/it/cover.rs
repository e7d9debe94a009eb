//! Exact cover: known counts, brute force, and the command with its errors.

use std::{collections::BTreeSet, ops::ControlFlow};

use crate::common::*;
use batchdoku::{
    Limits, StopFlag, StopReason,
    exact_cover::{CoverSolver, Problem, ProblemForm},
};
use proptest::prelude::*;

fn count(problem: &Problem) -> u64 {
    let all = Limits::none();
    let outcome = CoverSolver::new(problem).search(&[], &all, |_| ControlFlow::Continue(()));
    assert_eq!(outcome.end, StopReason::Complete);
    outcome.solutions
}

/// Rows and columns must be covered, diagonals may be.
fn queens(n: usize) -> Problem {
    let mut problem = Problem::new(2 * n, 2 * (2 * n - 1));
    for row in 0..n {
        for column in 0..n {
            let diagonals = [2 * n + row + column, 4 * n - 1 + row + n - 1 - column];
            problem.add_option(&[row, n + column, diagonals[0], diagonals[1]]).unwrap();
        }
    }
    problem
}

#[test]
fn queens_are_as_many_as_known() {
    for (n, known) in [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4), (7, 40), (8, 92), (9, 352)]
    {
        assert_eq!(count(&queens(n)), known, "{n} queens");
    }
}

const PENTOMINOES: [[(i32, i32); 5]; 12] = [
    [(0, 1), (0, 2), (1, 0), (1, 1), (2, 1)], // F
    [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4)], // I
    [(0, 0), (1, 0), (2, 0), (3, 0), (3, 1)], // L
    [(0, 1), (1, 1), (2, 0), (2, 1), (3, 0)], // N
    [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)], // P
    [(0, 0), (0, 1), (0, 2), (1, 1), (2, 1)], // T
    [(0, 0), (0, 2), (1, 0), (1, 1), (1, 2)], // U
    [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2)], // V
    [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2)], // W
    [(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)], // X
    [(0, 1), (1, 0), (1, 1), (2, 1), (3, 1)], // Y
    [(0, 0), (0, 1), (1, 1), (2, 1), (2, 2)], // Z
];

/// Returns the rotated and reflected forms of a piece, each with its cells sorted from (0, 0).
fn forms(piece: &[(i32, i32); 5]) -> BTreeSet<Vec<(i32, i32)>> {
    let mut forms = BTreeSet::new();
    for turn in 0..8 {
        let moved = piece.map(|(mut row, mut column)| {
            for _ in 0..turn % 4 {
                (row, column) = (column, -row);
            }
            if turn >= 4 { (row, -column) } else { (row, column) }
        });
        let top = moved.iter().map(|cell| cell.0).min().unwrap();
        let left = moved.iter().map(|cell| cell.1).min().unwrap();
        let mut form: Vec<_> = moved.iter().map(|cell| (cell.0 - top, cell.1 - left)).collect();
        form.sort();
        forms.insert(form);
    }
    forms
}

/// Returns the 6 × 10 rectangle; the piece X only in the top left quarter, if `quarter`.
fn pentominoes(quarter: bool) -> Problem {
    const X: usize = 9;
    let mut problem = Problem::new(12 + 60, 0);
    for (piece, cells) in PENTOMINOES.iter().enumerate() {
        for form in forms(cells) {
            for (top, left) in (0..6).flat_map(|top| (0..10).map(move |left| (top, left))) {
                let placed: Vec<_> =
                    form.iter().map(|cell| (cell.0 + top, cell.1 + left)).collect();
                let inside = placed.iter().all(|&(row, column)| row < 6 && column < 10);
                // The middle of X is at (top + 1, left + 1); the middle of the board is between
                // cells.
                let allowed = piece != X || !quarter || (top + 1 < 3 && left + 1 < 5);
                if inside && allowed {
                    let items =
                        placed.iter().map(|&(row, column)| 12 + (row * 10 + column) as usize);
                    problem.add_option(&items.chain([piece]).collect::<Vec<_>>()).unwrap();
                }
            }
        }
    }
    problem
}

#[test]
fn pentominoes_fill_6_by_10_as_often_as_known() {
    assert_eq!(forms(&PENTOMINOES[0]).len(), 8);
    // Reflections move X from quarter to quarter, so a quarter holds each tiling once.
    assert_eq!(count(&pentominoes(true)), 2339);
    if !cfg!(debug_assertions) {
        assert_eq!(count(&pentominoes(false)), 9356);
    }
}

#[test]
fn limits_are_kept() {
    let problem = queens(8);
    let mut solver = CoverSolver::new(&problem);
    let mut found = |_: &[usize]| ControlFlow::Continue(());
    let outcome = solver.search(&[], &Limits::solutions(5), &mut found);
    assert_eq!((outcome.solutions, outcome.end), (5, StopReason::SolutionLimit));
    let few = Limits::none().max_nodes(10);
    let outcome = solver.search(&[], &few, &mut found);
    assert_eq!((outcome.nodes, outcome.end), (10, StopReason::NodeLimit));
    let stop = StopFlag::new();
    stop.set();
    let stopped = Limits::none().stop(&stop);
    assert_eq!(solver.search(&[], &stopped, &mut found).end, StopReason::Stopped);
    let outcome = solver.search(&[], &Limits::none(), |_| ControlFlow::Break(()));
    assert_eq!((outcome.solutions, outcome.end), (1, StopReason::SolutionLimit));
    // With a queen in the corner: 4 of the 92.
    let outcome = solver.search(&[0], &Limits::none(), &mut found);
    assert_eq!(outcome.solutions, 4);
    let outcome = solver.search(&[0, 1], &Limits::none(), &mut found);
    assert_eq!((outcome.solutions, outcome.end), (0, StopReason::Complete));
}

proptest! {
    #[test]
    fn as_brute_force_finds(
        primary in 0..6usize,
        secondary in 0..3usize,
        masks in prop::collection::vec(any::<u16>(), 0..10),
    ) {
        let items = primary + secondary;
        let masks: Vec<_> = masks.iter().map(|mask| mask & ((1 << items) - 1)).collect();
        let needed = (1u16 << primary) - 1;
        let mut problem = Problem::new(primary, secondary);
        for mask in &masks {
            let option: Vec<_> = (0..items).filter(|item| mask >> item & 1 != 0).collect();
            problem.add_option(&option).unwrap();
        }
        // Options without a primary item are never chosen.
        let mut expected = BTreeSet::new();
        'sets: for set in 0..1u32 << masks.len() {
            let mut covered = 0;
            for (_, mask) in masks.iter().enumerate().filter(|(place, _)| set >> place & 1 != 0) {
                if covered & mask != 0 || mask & needed == 0 {
                    continue 'sets;
                }
                covered |= mask;
            }
            if covered & needed == needed {
                expected.insert(set);
            }
        }
        let mut found = BTreeSet::new();
        let outcome = CoverSolver::new(&problem).search(&[], &Limits::none(), |options| {
            found.insert(options.iter().map(|option| 1 << option).sum::<u32>());
            ControlFlow::Continue(())
        });
        prop_assert_eq!(outcome.solutions, expected.len() as u64);
        prop_assert_eq!(found, expected);
    }
}

#[test]
fn bad_text_is_refused_with_its_place() {
    for (text, says) in [
        ("", "line 1, column 1: empty input"),
        ("# only\n\n", "line 2, column 1: empty input"),
        ("2 3\n1 0 1\n0 1\n", "line 3, column 4: expected 3 entries, got 2"),
        ("1 3\n1 0\n", "line 2, column 4: expected 3 entries, got 2"),
        ("2 3\n1 0 1\n0 1 1 0\n", "line 3, column 7: expected 3 entries, got more"),
        ("1 3\n101\n010\n", "line 3, column 1: expected 1 row, got more"),
        ("2 3\n101\n", "line 3, column 1: expected 2 rows, got 1"),
        ("1 3\n1 2 1\n", "line 2, column 3: expected 0 or 1, got '2'"),
        ("1 3\n1 01 1\n", "line 2, column 4: expected 0 or 1, got '01'"),
        ("1 3\n1x1\n", "line 2, column 2: expected 0 or 1, got 'x'"),
        ("1 99999999999\n1\n", "line 1, column 3: expected a number"),
        ("1 4294967295\n1\n", "line 2, column 2: expected 4294967295 entries, got 1"),
        ("a b\na c\n", "line 2, column 3: there is no item 'c'"),
        ("a b\na b a\n", "line 2, column 5: the item 'a' occurs twice"),
        ("a b a\n", "line 1, column 5: the item 'a' is named twice"),
        ("a | b | c\n", "line 1, column 7: a second '|'"),
    ] {
        let out = with_input(["cover"], text);
        assert_eq!((code(&out), stdout(&out)), (2, ""), "{text:?}");
        let said = stderr(&out);
        assert!(said.contains(&format!("standard input: {says}")), "{text:?}: {said}");
    }
    let not_text = Problem::parse(b"a b\na \xFF\n").unwrap_err();
    assert_eq!(not_text.to_string(), "line 2, column 3: invalid UTF-8");
    assert!(ProblemForm::Sparse.parse(b"1 2\n1 2\n").is_ok(), "items may be called 1 and 2");
}

#[test]
fn the_command_answers() {
    // Knuth's example.
    let knuth = "6 7\n0 0 1 0 1 0 0\n1 0 0 1 0 0 1\n0 1 1 0 0 1 0\n1 0 0 1 0 1 0\n0 1 0 0 0 0 1\n0 0 0 1 1 0 1\n";
    let out = with_input(["cover"], knuth);
    assert_eq!((code(&out), stdout(&out)), (0, "1 4 5\n"));
    let sparse = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";
    assert_eq!(stdout(&with_input(["cover", "--all"], sparse)), "1 4 5\n");
    let out = with_input(["cover"], "2 2\n1 1\n1 1\n".replace("1 1\n1 1", "1 0\n1 0"));
    assert_eq!((code(&out), stdout(&out)), (1, "No Solution!\n"));
    let out = with_input(["cover", "--count"], "3 2\r\n10\r\n01\r\n11");
    assert_eq!((code(&out), stdout(&out)), (0, "2\n"));
    let out = with_input(["cover", "--all"], "3 2\n10\n01\n11");
    assert_eq!(stdout(&out).lines().collect::<BTreeSet<_>>(), BTreeSet::from(["1 2", "3"]));
    let out = with_input(["cover", "--count", "--limit", "1"], "3 2\n10\n01\n11\n");
    assert_eq!(stdout(&out), "1+\n");
    let out = with_input(["cover"], "0 4000000000\n");
    assert_eq!((code(&out), stdout(&out)), (1, "No Solution!\n"));
    let secondary = "a | x\na x\na\n";
    assert_eq!(stdout(&with_input(["cover", "--count"], secondary)), "2\n");
    let scratch = Scratch::new();
    let to = scratch.path("out");
    let missing = batchdoku(["cover", "missing", "-o"]).arg(&to).output().unwrap();
    assert_eq!((code(&missing), to.exists()), (2, false));
}

#[test]
fn all_queens_through_text() {
    let problem = queens(6);
    let mut text = String::from("# six queens\n");
    let name = |item: usize| format!("i{item}");
    let names: Vec<_> = (0..problem.items()).map(name).collect();
    text += &format!("{} | {}\n", names[..12].join(" "), names[12..].join(" "));
    for option in 0..problem.options() {
        let items: Vec<_> =
            problem.option(option).iter().map(|&item| name(item as usize)).collect();
        text += &(items.join(" ") + "\n");
    }
    let again = Problem::parse(text.as_bytes()).unwrap();
    assert_eq!(again.option(35), problem.option(35));
    let out = with_input(["cover", "--all"], &text);
    let rows = stdout(&out);
    assert_eq!(rows.lines().count(), 4);
    for line in rows.lines() {
        assert_eq!(line.split(' ').count(), 6, "{line}");
    }
}
