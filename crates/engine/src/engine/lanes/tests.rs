//! Every level gives the results of a plain search, for puzzles of every kind.

use std::{
    sync::mpsc::{self, RecvTimeoutError},
    thread,
    time::Duration,
};

use super::Lanes;
use crate::{
    engine::tests::{assert_same_row, assert_same_rows, puzzle, run, solve, solve_texts},
    grid::{Grid, PuzzleForm},
    simd::SimdLevel,
};
use batchdoku_base::{Limits, Outcome, StopFlag, StopReason};
use batchdoku_testkit::{grid, random_puzzle, rng, scaled, sized, solutions};

/// Returns a fixed list of puzzles of every kind, most with one solution.
fn list() -> Vec<Grid> {
    let mut rng = rng(1);
    if sized(false, true) {
        return vec![puzzle(&mut rng, 30, 0), puzzle(&mut rng, 30, 1)];
    }
    let mut list = vec![
        Grid::EMPTY,
        grid("005300000800000020070010500400005300010070006003200080060500009004000030000009700"),
        // Three equal clues in a box, and little else.
        grid("1...........1...........1........................................................"),
    ];
    for _ in 0..scaled(200) {
        list.push(random_puzzle(&mut rng));
        for (clues, wrong) in [(26, 0), (30, 1), (22, 2), (81, 0)] {
            list.push(puzzle(&mut rng, clues, wrong));
        }
    }
    list
}

#[test]
fn counts_and_solutions_are_those_of_a_plain_search() {
    let list = list();
    for &limit in sized(&[1, 2, 1000][..], &[2]) {
        let expected: Vec<_> = list.iter().map(|grid| solutions(grid, limit)).collect();
        let limits = Limits::solutions(limit as u64);
        let mut of_first_level = None;
        for level in SimdLevel::available() {
            let rows = solve(&mut Lanes::alone(level), &list, &limits);
            for ((grid, (outcome, row)), expected) in list.iter().zip(&rows).zip(&expected) {
                let end = match expected.len() == limit {
                    true => StopReason::SolutionLimit,
                    false => StopReason::Complete,
                };
                let found = (outcome.solutions as usize, outcome.end);
                assert_eq!(found, (expected.len(), end), "{level} {limit} {grid}");
                match (Grid::parse(row), &expected[..]) {
                    (Err(_), []) => assert_eq!(*row, [b'~'; 81]),
                    (Ok(written), [only]) if limit > 1 => assert_eq!(written, *only),
                    (written, _) => {
                        assert!(written.is_ok_and(|written| written.is_solution_of(grid)), "{grid}")
                    }
                }
            }
            let expected = of_first_level.get_or_insert_with(|| rows.clone());
            for ((grid, expected), found) in list.iter().zip(&*expected).zip(&rows) {
                let context = format!("{level} differs from the first level: {grid}");
                assert_same_row(found, expected, context);
            }
        }
    }
}

/// Solutions and the place where a limit cuts a search short are the same in batches of every size.
#[test]
fn batches_of_every_size_find_the_same() {
    let list = list();
    for level in SimdLevel::available() {
        let mut engine = Lanes::alone(level);
        for &limit in sized(&[1, 2, 3, 5][..], &[2]) {
            let limits = Limits::solutions(limit);
            let together = solve(&mut engine, &list, &limits);
            assert_eq!(solve(&mut engine, &[], &limits), []);
            for size in 1..list.len() {
                for (part, expected) in list.chunks(size).zip(together.chunks(size)) {
                    let found = solve(&mut engine, part, &limits);
                    let context = format!("{level}, limit {limit}, batches of {size}");
                    assert_same_rows(&found, expected, context);
                }
            }
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "a great many solutions")]
fn a_search_hands_over_each_solution_in_one_order() {
    let puzzle = puzzle(&mut rng(3), 23, 0);
    let expected = solutions(&puzzle, usize::MAX).len();
    assert!(expected > 50, "a seed with many solutions");
    let orders = SimdLevel::available().map(|level| {
        let (outcome, found) = run(&mut Lanes::alone(level), &puzzle, u64::MAX);
        assert_eq!((found.len(), outcome.end), (expected, StopReason::Complete));
        found
    });
    let orders: Vec<_> = orders.collect();
    assert!(orders.windows(2).all(|pair| pair[0] == pair[1]), "levels differ");
}

#[test]
fn a_node_limit_ends_searches_and_leaves_the_first_solution() {
    let list = list();
    let limits = Limits::solutions(sized(1000, 3));
    for level in SimdLevel::available() {
        let mut engine = Lanes::alone(level);
        let free = solve(&mut engine, &list, &limits);
        for &nodes in sized(&[0, 1, 5, 40][..], &[1]) {
            let rows = solve(&mut engine, &list, &limits.max_nodes(nodes));
            for (((outcome, row), (free, _)), grid) in rows.iter().zip(&free).zip(&list) {
                if free.end == StopReason::Complete && free.nodes <= nodes {
                    assert_eq!(outcome, free, "{level} {nodes} {grid}");
                } else if free.end == StopReason::Complete {
                    assert_eq!(outcome.end, StopReason::NodeLimit, "{level} {nodes} {grid}");
                }
                assert!(outcome.nodes <= nodes, "{level}, limit {nodes}: {outcome:?} for {grid}");
                let solution = row.escape_ascii();
                if outcome.solutions == 0 {
                    assert_eq!(*row, [b'~'; 81], "{level}, limit {nodes}: {solution} for {grid}");
                } else {
                    let is_right = Grid::parse(row).is_ok_and(|found| found.is_solution_of(grid));
                    assert!(is_right, "{level}, limit {nodes}: no solution: {solution} of {grid}");
                }
            }
        }
    }
}

#[test]
fn a_stop_before_the_start_stops_everything() {
    let stop = StopFlag::new();
    stop.set();
    let limits = Limits::solutions(2).stop(&stop);
    let rows = solve(&mut Lanes::alone(SimdLevel::detect()), &list(), &limits);
    for (outcome, row) in rows {
        assert_eq!((outcome.end, row), (StopReason::Stopped, [b'~'; 81]));
    }
}

/// If two digits must be in one cell, it takes two sweeps to find the contradiction. Two lanes that find it, one a
/// sweep after the other, are both served: neither state is lost while one lane waits for the other.
#[test]
fn contradictions_wait_for_each_other() {
    let pair = [
        "..23......38..4.5....2..3....1.7.......8...4.34....21.5.....82..23..8....67.2....",
        "..8.....9...2...8...56...1....76...........7.1735.......28.6.4.78....12...6.2..98",
    ]
    .map(grid);
    let stop = &StopFlag::new();
    let (ended, end) = mpsc::channel::<()>();
    thread::scope(|scope| {
        // Stop an endless search, so that the test fails instead of hanging.
        scope.spawn(move || {
            let is_late =
                end.recv_timeout(Duration::from_secs(300)) == Err(RecvTimeoutError::Timeout);
            if is_late {
                stop.set();
            }
        });
        let _dropped_at_the_end = ended;
        for level in SimdLevel::available() {
            let limits = Limits::solutions(1).stop(stop);
            let rows = solve(&mut Lanes::alone(level), &pair, &limits);
            let nothing = (Outcome::nothing(StopReason::Complete), [b'~'; 81]);
            assert_eq!(rows, [nothing; 2], "{level}");
        }
    });
}

#[test]
fn text_that_is_no_grid_is_told_apart() {
    let mut rng = rng(4);
    let texts: Vec<[u8; 81]> =
        (0..sized(70, 3)).map(|_| puzzle(&mut rng, 30, 0).to_text()).collect();
    for level in SimdLevel::available() {
        let mut engine = Lanes::alone(level);
        let limits = Limits::solutions(2);
        let mut solve =
            |texts: &[[u8; 81]]| solve_texts(&mut engine, PuzzleForm::Cells, texts, &limits);
        let expected = solve(&texts);
        for byte in (0..=u8::MAX).step_by(sized(1, 128)) {
            let (puzzle, cell) = (usize::from(byte) % texts.len(), usize::from(byte) * 7 % 81);
            let mut changed = texts.clone();
            changed[puzzle][cell] = byte;
            let mut found = solve(&changed);
            match Grid::parse(&changed[puzzle]) {
                Ok(grid) => {
                    let count = solutions(&grid, 2).len();
                    assert_eq!(found[puzzle].0.solutions, count as u64, "{level} {byte}");
                }
                Err(_) => assert_eq!(found[puzzle].0.end, StopReason::Malformed, "{level} {byte}"),
            }
            found[puzzle] = expected[puzzle];
            let context = format!("{level}, byte {byte} in cell {cell} of puzzle {puzzle}");
            assert_same_rows(&found, &expected, context);
        }
    }
}
