//! Every level against a plain backtracking search, on puzzles of every kind.

use std::{
    ops::ControlFlow,
    sync::{
        atomic::{AtomicBool, Ordering},
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::Duration,
};

use chacha20::ChaCha8Rng;
use rand::{Rng, RngExt, SeedableRng, seq::SliceRandom};

use super::Lanes;
use crate::{
    engine::{Engine, PuzzleBatch},
    grid::{Cell, DigitSet, Grid, PuzzleForm},
    simd::SimdLevel,
    testkit::{grid, sized},
};
use batchdoku_base::{Limits, Outcome, StopReason};

/// Counts solutions up to `limit`, the obvious way: an empty cell with the fewest digits left.
fn count(grid: &mut Grid, limit: u64, first: &mut Option<Grid>) -> u64 {
    let mut best: Option<(Cell, DigitSet)> = None;
    for cell in Cell::ALL {
        if grid.get(cell).is_some() {
            continue;
        }
        let left = grid.candidate_set(cell);
        if best.is_none_or(|(_, best)| left.len() < best.len()) {
            best = Some((cell, left));
        }
    }
    let Some((cell, digits)) = best else {
        first.get_or_insert(*grid);
        return 1;
    };
    let mut found = 0;
    for digit in digits {
        grid.set(cell, digit);
        found += count(grid, limit - found, first);
        if found == limit {
            break;
        }
    }
    grid.set(cell, None);
    found
}

/// Solutions of `grid` up to `limit`, and the first.
fn reference(grid: &Grid, limit: u64) -> (u64, Option<Grid>) {
    let mut first = None;
    if grid.conflict().is_some() {
        return (0, None);
    }
    let found = count(&mut grid.clone(), limit, &mut first);
    (found, first)
}

/// Solves `puzzles` as one batch, lines of 82 bytes in and out.
fn solve(engine: &mut Lanes, puzzles: &[Grid], limits: &Limits<'_>) -> (Vec<Outcome>, Vec<u8>) {
    let input: Vec<u8> =
        puzzles.iter().flat_map(|puzzle| [&puzzle.to_text()[..], b"\n"].concat()).collect();
    solve_text(engine, &input, limits)
}

fn solve_text(engine: &mut Lanes, input: &[u8], limits: &Limits<'_>) -> (Vec<Outcome>, Vec<u8>) {
    let places: Vec<usize> = (0..input.len() / 82).map(|i| 82 * i).collect();
    let mut outcomes = vec![Outcome::default(); places.len()];
    let mut output = vec![b'#'; input.len()];
    let batch = PuzzleBatch {
        input,
        puzzles: &places,
        form: PuzzleForm::Cells,
        output: &mut output,
        solutions: &places,
        outcomes: &mut outcomes,
    };
    engine.solve_batch(batch, limits);
    (outcomes, output)
}

/// A random solved grid.
fn solved(rng: &mut impl Rng) -> Grid {
    let mut grid = Grid::EMPTY;
    let mut digits: Vec<u8> = (1..=9).collect();
    for corner in [0, 30, 60] {
        digits.shuffle(rng);
        for (i, &digit) in digits.iter().enumerate() {
            grid.digits_mut()[corner + i / 3 * 9 + i % 3] = digit;
        }
    }
    reference(&grid, 1).1.expect("three boxes on the diagonal always fit")
}

/// A random puzzle: `clues` cells of a solved grid, of which `wrong` are replaced at random.
fn puzzle(rng: &mut impl Rng, clues: usize, wrong: usize) -> Grid {
    let grid = solved(rng);
    let mut cells: Vec<usize> = (0..81).collect();
    cells.shuffle(rng);
    let mut puzzle = Grid::EMPTY;
    for &cell in &cells[..clues] {
        puzzle.digits_mut()[cell] = grid.digits()[cell];
    }
    for &cell in &cells[..wrong] {
        puzzle.digits_mut()[cell] = rng.random_range(1..=9);
    }
    puzzle
}

/// A puzzle from which no more clues of a random choice can be dropped.
fn minimal(rng: &mut impl Rng) -> Grid {
    let mut puzzle = solved(rng);
    let mut cells: Vec<usize> = (0..81).collect();
    cells.shuffle(rng);
    for cell in cells {
        let digit = std::mem::take(&mut puzzle.digits_mut()[cell]);
        if reference(&puzzle, 2).0 > 1 {
            puzzle.digits_mut()[cell] = digit;
        }
    }
    puzzle
}

/// A fixed list of puzzles of every kind, most with one solution.
fn list() -> Vec<Grid> {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    if sized(false, true) {
        return vec![puzzle(&mut rng, 30, 0), puzzle(&mut rng, 30, 1)];
    }
    let mut list = vec![
        Grid::EMPTY,
        "005300000800000020070010500400005300010070006003200080060500009004000030000009700"
            .parse()
            .expect("a grid"),
        // Three equal clues in a box, and little else.
        "1...........1...........1........................................................"
            .parse()
            .expect("a grid"),
    ];
    let many = if cfg!(debug_assertions) { 1 } else { 5 };
    for _ in 0..20 * many {
        list.push(minimal(&mut rng));
        list.push(puzzle(&mut rng, 26, 0));
        list.push(puzzle(&mut rng, 30, 1));
        list.push(puzzle(&mut rng, 22, 2));
        list.push(puzzle(&mut rng, 81, 0));
    }
    list
}

#[test]
fn counts_and_solutions_are_those_of_a_plain_search() {
    let list = list();
    for &limit in sized(&[1, 2, 1000][..], &[2]) {
        let expected: Vec<_> = list.iter().map(|grid| reference(grid, limit)).collect();
        let mut results = Vec::new();
        for level in SimdLevel::available() {
            let result = solve(&mut Lanes::alone(level), &list, &Limits::solutions(limit));
            for (i, grid) in list.iter().enumerate() {
                let outcome = result.0[i];
                let (found, first) = expected[i];
                assert_eq!(outcome.solutions, found, "{level} {limit} {grid}");
                let end =
                    if found == limit { StopReason::SolutionLimit } else { StopReason::Complete };
                assert_eq!(outcome.end, end, "{level} {limit} {grid}");
                let written = Grid::parse(&result.1[82 * i..][..81]);
                match (found, first) {
                    (0, _) => assert_eq!(result.1[82 * i..][..82], [b'#'; 82]),
                    (1, Some(first)) if limit > 1 => assert_eq!(written, Ok(first)),
                    _ => {
                        assert!(written.is_ok_and(|written| written.is_solution_of(grid)), "{grid}")
                    }
                }
            }
            results.push(result);
        }
        assert!(results.windows(2).all(|pair| pair[0] == pair[1]), "levels differ");
    }
}

#[test]
fn the_tree_of_a_puzzle_does_not_depend_on_the_batch() {
    let list = list();
    let mut engine = Lanes::alone(SimdLevel::detect());
    let limits = Limits::solutions(2);
    let (together, _) = solve(&mut engine, &list, &limits);
    let reversed: Vec<Grid> = list.iter().rev().copied().collect();
    let (backwards, _) = solve(&mut engine, &reversed, &limits);
    for (i, grid) in list.iter().enumerate() {
        if together[i].end == StopReason::Complete {
            let (alone, _) = solve(&mut engine, &[*grid], &limits);
            assert_eq!(together[i], alone[0], "{grid}");
            assert_eq!(together[i], backwards[list.len() - 1 - i], "{grid}");
        }
    }
}

#[test]
fn batches_of_every_size_are_complete() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let list: Vec<Grid> =
        (0..sized(100, 3)).map(|i| puzzle(&mut rng, sized(24, 32) + i % 5, i % 2)).collect();
    for level in SimdLevel::available() {
        let mut engine = Lanes::alone(level);
        let limits = Limits::solutions(3);
        let (all, _) = solve(&mut engine, &list, &Limits::solutions(3));
        for size in 0..list.len() {
            let (outcomes, _) = solve(&mut engine, &list[..size], &limits);
            for (outcome, expected) in outcomes.iter().zip(&all) {
                assert_eq!(
                    (outcome.solutions, outcome.end),
                    (expected.solutions, expected.end),
                    "{level} {size}"
                );
            }
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "a great many solutions")]
fn a_search_hands_over_each_solution_once_in_one_order() {
    let puzzle = puzzle(&mut ChaCha8Rng::seed_from_u64(3), 23, 0);
    let (expected, _) = reference(&puzzle, u64::MAX);
    assert!(expected > 50, "a seed with many solutions");
    let mut orders = Vec::new();
    for level in SimdLevel::available() {
        let mut engine = Lanes::alone(level);
        let mut found = Vec::new();
        let outcome = engine.search(&puzzle, &Limits::solutions(u64::MAX), &mut |grid| {
            found.push(*grid);
            ControlFlow::Continue(())
        });
        assert_eq!((outcome.solutions, outcome.end), (expected, StopReason::Complete));
        assert!(found.iter().all(|grid| grid.is_solution_of(&puzzle)));
        let mut distinct = found.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len() as u64, expected);
        orders.push(found);

        let mut seen = 0;
        let outcome = engine.search(&puzzle, &Limits::solutions(u64::MAX), &mut |_| {
            seen += 1;
            if seen == 7 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((outcome.solutions, outcome.end, seen), (7, StopReason::SolutionLimit, 7));
    }
    assert!(orders.windows(2).all(|pair| pair[0] == pair[1]), "levels differ");
}

#[test]
fn a_node_limit_ends_searches_and_leaves_the_first_solution() {
    let list = list();
    for level in SimdLevel::available() {
        let mut engine = Lanes::alone(level);
        let (free, _) = solve(&mut engine, &list, &Limits::solutions(sized(1000, 3)));
        for &nodes in sized(&[0, 1, 5, 40][..], &[1]) {
            let limits = Limits::solutions(sized(1000, 3)).max_nodes(nodes);
            let (outcomes, output) = solve(&mut engine, &list, &limits);
            for (i, (outcome, free)) in outcomes.iter().zip(&free).enumerate() {
                if free.end == StopReason::Complete && free.nodes <= nodes {
                    assert_eq!(outcome, free, "{level} {nodes} {}", list[i]);
                } else if free.end == StopReason::Complete {
                    assert_eq!(outcome.end, StopReason::NodeLimit, "{level} {nodes} {}", list[i]);
                }
                assert!(outcome.nodes <= nodes);
                let written = Grid::parse(&output[82 * i..][..81]);
                match outcome.solutions {
                    0 => assert_eq!(output[82 * i..][..82], [b'#'; 82]),
                    _ => assert!(written.is_ok_and(|written| written.is_solution_of(&list[i]))),
                }
            }
        }
    }
}

#[test]
fn a_stop_before_the_start_stops_everything() {
    let list = list();
    let stop = AtomicBool::new(true);
    let limits = Limits::solutions(2).stop(&stop);
    let (outcomes, output) = solve(&mut Lanes::alone(SimdLevel::detect()), &list, &limits);
    assert!(outcomes.iter().all(|outcome| outcome.end == StopReason::Stopped));
    assert!(output.iter().all(|&byte| byte == b'#'));
}

/// Two digits that must be in one cell are a contradiction that shows in two sweeps. Two lanes that see it, one a
/// sweep after the other, are both served: neither forgets it while it waits for the other.
#[test]
fn contradictions_wait_for_each_other() {
    let pair = [
        "..23......38..4.5....2..3....1.7.......8...4.34....21.5.....82..23..8....67.2....",
        "..8.....9...2...8...56...1....76...........7.1735.......28.6.4.78....12...6.2..98",
    ]
    .map(grid);
    let stop = &AtomicBool::new(false);
    let (ended, end) = mpsc::channel::<()>();
    thread::scope(|scope| {
        // A search without end fails the test instead of keeping it.
        scope.spawn(move || {
            let is_late =
                end.recv_timeout(Duration::from_secs(300)) == Err(RecvTimeoutError::Timeout);
            stop.store(is_late, Ordering::Relaxed);
        });
        let _dropped_at_the_end = ended;
        for level in SimdLevel::available() {
            let limits = Limits::solutions(1).stop(stop);
            let (outcomes, _) = solve(&mut Lanes::alone(level), &pair, &limits);
            assert_eq!(outcomes[..], [Outcome::nothing(StopReason::Complete); 2], "{level}");
        }
    });
}

#[test]
fn text_that_is_no_grid_is_told_apart() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let list: Vec<Grid> = (0..sized(70, 3)).map(|_| puzzle(&mut rng, 30, 0)).collect();
    let text: Vec<u8> =
        list.iter().flat_map(|grid| [&grid.to_text()[..], b"\n"].concat()).collect();
    for level in SimdLevel::available() {
        let mut engine = Lanes::alone(level);
        let (expected, output) = solve_text(&mut engine, &text, &Limits::solutions(2));
        for byte in (0..=u8::MAX).step_by(sized(1, 128)) {
            let mut text = text.clone();
            let (puzzle, cell) = (usize::from(byte) % list.len(), usize::from(byte) * 7 % 81);
            text[82 * puzzle + cell] = byte;
            let (outcomes, written) = solve_text(&mut engine, &text, &Limits::solutions(2));
            let grid = Grid::parse(&text[82 * puzzle..][..81]);
            assert_eq!(
                outcomes[puzzle].end == StopReason::Malformed,
                grid.is_err(),
                "{level} {byte}"
            );
            if let Ok(grid) = grid {
                assert_eq!(outcomes[puzzle].solutions, reference(&grid, 2).0);
            }
            for other in (0..list.len()).filter(|&other| other != puzzle) {
                let place = 82 * other..82 * other + 82;
                assert_eq!(outcomes[other].solutions, expected[other].solutions);
                assert_eq!(written[place.clone()], output[place]);
            }
        }
    }
}

#[test]
fn known_files_have_their_solutions() {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data");
    for set in ["easy", "minimal", "17clue", "top1465", "hard"] {
        let read = |kind: &str| std::fs::read(format!("{data}/{set}.{kind}"));
        let (Ok(mut text), Ok(solutions)) = (read("txt"), read("sol")) else {
            println!("skipped: {data}/{set} is not there");
            continue;
        };
        if cfg!(debug_assertions) {
            text.truncate(82 * sized(1500, 1));
        }
        for level in SimdLevel::available() {
            let (outcomes, output) =
                solve_text(&mut Lanes::alone(level), &text, &Limits::solutions(2));
            assert!(outcomes.iter().all(|outcome| outcome.solutions == 1), "{set} {level}");
            for (mine, theirs) in output.chunks(82).zip(solutions.chunks(82)) {
                assert_eq!(mine[..81], theirs[..81], "{set} {level}");
            }
        }
    }
}

/// The signature of the search: a change of this number is a change of the tree. No limit cuts the
/// trees, so it does not depend on when lanes are seen to.
#[test]
#[cfg_attr(miri, ignore = "400,000 nodes")]
fn the_node_total_of_the_list_is_pinned() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let list: Vec<Grid> = (0..400).map(|i| puzzle(&mut rng, 26 + i % 8, 0)).collect();
    for level in SimdLevel::available() {
        let (outcomes, _) = solve(&mut Lanes::alone(level), &list, &Limits::solutions(u64::MAX));
        let nodes: u64 = outcomes.iter().map(|outcome| outcome.nodes).sum();
        let solutions: u64 = outcomes.iter().map(|outcome| outcome.solutions).sum();
        assert_eq!((nodes, solutions), (409_400, 218_827), "{level}");
    }
}

#[test]
fn what_a_limit_cuts_short_depends_on_the_puzzle_alone() {
    let list = list();
    let mut engine = Lanes::alone(SimdLevel::detect());
    for &limit in sized(&[1, 2, 5][..], &[2]) {
        let limits = Limits::solutions(limit);
        let (_, together) = solve(&mut engine, &list, &limits);
        for (i, grid) in list.iter().enumerate() {
            let (_, alone) = solve(&mut engine, &[*grid], &limits);
            assert_eq!(alone[..81], together[82 * i..][..81], "{limit} {grid}");
        }
        for &size in sized(&[2, 7, 33, 50][..], &[2]) {
            let mut parts = Vec::new();
            for part in list.chunks(size) {
                parts.extend(solve(&mut engine, part, &limits).1);
            }
            assert_eq!(parts, together, "{limit} {size}");
        }
    }
}
