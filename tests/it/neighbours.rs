//! `neighbours` and `sub-puzzles` as users see them.

use std::collections::HashSet;

use batchdoku::Grid;

use crate::common::{assert_contains, batchdoku, code, is_minimal, stderr, stdout, with_input};
use batchdoku_testkit::shared_data;

const PUZZLES: &str = "\
8.65...72.......3.7....4..8..386.1..2..........5..9.6...24..8.........135....69..
2.....3.73..6..4.2.9...35....9.....1651..7........4....37..96.59.8.....4.6.......
";

fn grids(text: &str) -> Vec<Grid> {
    text.lines().map(|line| line.parse().unwrap()).collect()
}

#[test]
fn one_clue_for_two_others() {
    let args = ["neighbours", "--remove", "1", "--add", "2", "--minimal", "--limit", "20"];
    let out = with_input(args, PUZZLES);
    assert_eq!(code(&out), 0, "{}", stderr(&out));
    let found = grids(stdout(&out));
    assert_eq!(found.len(), 40);
    for (neighbours, puzzle) in found.chunks(20).zip(grids(PUZZLES)) {
        for neighbour in neighbours {
            assert!(is_minimal(neighbour), "{neighbour}");
            let shared = |cell| neighbour.get(cell) == puzzle.get(cell);
            let kept = puzzle.filled().into_iter().filter(|&cell| shared(cell)).count();
            assert_eq!((kept, neighbour.clues()), (puzzle.clues() - 1, puzzle.clues() + 1));
        }
    }
}

/// A neighbour is a grid in every format.
#[test]
fn neighbours_in_formats_of_grids() {
    let run = |to: &str| {
        let args = format!("neighbours -q --limit 3 --to {to}");
        let out = with_input(args.split(' '), format!("{PUZZLES}rubbish\n"));
        assert_eq!(code(&out), 1, "{to}: {}", stderr(&out));
        out.stdout
    };
    let lines = String::from_utf8(run("line")).unwrap();
    assert_eq!(lines.lines().count(), 7);
    let number = |cell: u8| if cell == b'.' { 0 } else { cell - b'0' };
    let cells: Vec<u8> = lines.bytes().filter(|&byte| byte != b'\n').map(number).collect();
    let array = run("npy");
    assert_eq!(array[array.len() - cells.len()..], cells);
    for to in ["sdm", "puzzle"] {
        assert_eq!(String::from_utf8(run(to)).unwrap(), lines, "{to}");
    }
    let marks = String::from_utf8(run("sukaku")).unwrap();
    assert!(marks.lines().all(|line| line.len() == 729), "{marks}");
    let rows: String = String::from_utf8(run("ss")).unwrap();
    assert_eq!(rows.matches("*-----------*").count(), 14, "{rows}");
}

/// The format `puzzle` holds a puzzle: what is one takes the place of the record's, and no other answer is dropped.
#[test]
fn the_format_puzzle_drops_no_answer() {
    let run = |args: &str| with_input(args.split(' '), PUZZLES);
    for verb in ["canon", "sub-puzzles --limit 2"] {
        let lines = run(verb);
        let puzzles = run(&format!("{verb} --to puzzle"));
        assert_eq!((code(&puzzles), stdout(&puzzles)), (0, stdout(&lines)), "{verb}");
    }
    for (verb, column) in [("count", "count"), ("rate", "level"), ("check -o x.txt", "verdict")] {
        let out = run(&format!("{verb} --to puzzle"));
        assert_eq!((code(&out), stdout(&out)), (2, ""), "{verb}");
        let words =
            format!("cannot be written as 'puzzle': it has no place for the column '{column}'");
        assert_contains(stderr(&out), &words);
    }
}

#[test]
fn the_same_by_seed() {
    let many = PUZZLES.repeat(200);
    let run = |args: &str| {
        let args = format!("neighbours -q --limit 2 {args}");
        let out = with_input(args.split(' '), &many);
        assert_eq!(code(&out), 0, "{}", stderr(&out));
        stdout(&out).to_owned()
    };
    let seeded = run("--seed 5");
    assert_ne!(seeded, run("--seed 6"));
    // Each record draws on its own: the same puzzle has other neighbours later on.
    assert!(grids(&seeded).into_iter().collect::<HashSet<_>>().len() > 8);
}

#[test]
fn what_has_no_neighbours_is_reported() {
    let text = format!("{}\nrubbish\n{PUZZLES}", ".".repeat(81));
    let out = with_input(["neighbours", "--limit", "1"], text);
    assert_eq!(code(&out), 1);
    assert_contains(stderr(&out), "more than one solution");
    assert_contains(stderr(&out), "4 puzzles: 2 searched");
}

#[test]
fn minimal_puzzles_within_a_puzzle() {
    let puzzle: Grid = PUZZLES.lines().next().unwrap().parse().unwrap();
    let solution = puzzle.solve().unwrap();
    let more: Vec<_> = (!puzzle.filled()).into_iter().step_by(20).collect();
    let larger = more.iter().fold(puzzle, |grid, &cell| grid.with(cell, solution.get(cell)));
    let out = with_input(["sub-puzzles"], format!("{larger}\n"));
    assert_eq!(code(&out), 0, "{}", stderr(&out));
    let found = grids(stdout(&out));
    assert!(found.contains(&puzzle));
    assert!(found.len() > 1);
    assert!(
        found.iter().all(|sub| is_minimal(sub) && (sub.filled() & !larger.filled()).is_empty())
    );
    assert_eq!(found.iter().collect::<HashSet<_>>().len(), found.len());
    let first = with_input(["sub-puzzles", "--limit", "1"], format!("{larger}\n"));
    assert_eq!(grids(stdout(&first)), found[..1]);
}

/// 18-clue puzzles are found near those with 17 clues.
#[test]
fn the_vicinity_of_17_clues() {
    let puzzles: Vec<_> = shared_data::<Grid>("17clue").into_iter().take(1).collect();
    let mut neighbours = 0;
    for puzzle in &puzzles {
        let line = puzzle.to_string();
        let args = ["neighbours", "-q", &line, "--add", "2", "--minimal", "--to", "line"];
        let out = batchdoku(args).output().unwrap();
        let found = grids(stdout(&out));
        for grid in &found {
            assert_eq!(grid.clues(), 18, "{puzzle}: {grid}");
            assert!(is_minimal(grid), "{puzzle}: {grid}");
        }
        assert!(!found.is_empty(), "{puzzle}");
        neighbours += found.len();
    }
    assert!(puzzles.is_empty() || neighbours > 30, "{neighbours}");
}
