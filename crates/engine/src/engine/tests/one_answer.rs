//! One answer: the results of the lanes for a puzzle do not depend on the batch, the level, or the number
//! of lanes that share its search.

use std::ops::ControlFlow;

use super::{
    Engine, Lanes, Limits, Outcome, Rows, StopReason, assert_same_row, batch, find_others, scaled,
    sized, solve, table,
};
use crate::{
    engine::{EngineChoice, EngineKind, build_engine, long_search::LONG_SEARCH},
    grid::{Grid, PuzzleForm},
    simd::SimdLevel,
};
use batchdoku_testkit::{random_grid, rng, without};

/// Puzzles with a search that another search takes over: without a solution, with one solution after a long proof,
/// and with several. The last has very many solutions, and its search is not taken over.
const LONG: [&str; 4] = [
    "6..8..914..................4..3.......3.4..........1.9..623..91................8.",
    ".....2.8.......2......96......2.3........8...28...9...........3..4.6.82.8.6..1...",
    "...7..94..2.....8.94.86..2.........8........................3..............5.....",
    ".................................................................................",
];

/// Puzzles with one solution, with several, with very many and without any, mixed.
fn mixed(count: usize) -> Vec<Grid> {
    let mut rng = rng(11);
    let hard = super::grid(
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    );
    let mut puzzles: Vec<Grid> = (0..count)
        .map(|i| {
            let emptied = [45, 52, 56, 50, 58][i % 5];
            let mut puzzle: Grid = without(&random_grid(&mut rng), emptied, &mut rng);
            if i % 4 == 1 {
                let clue = puzzle.digits().iter().position(|&digit| digit != 0).expect("a clue");
                puzzle.digits_mut()[clue] = puzzle.digits()[clue] % 9 + 1;
            }
            puzzle
        })
        .collect();
    for (i, puzzle) in puzzles.iter_mut().enumerate() {
        if i % 9 == 4 {
            *puzzle = hard;
        }
        if i % 16 == 7 {
            *puzzle = super::grid(LONG[i / 16 % LONG.len()]);
        }
    }
    puzzles
}

/// Searches each puzzle alone, by the search that is never shared.
fn one_by_one(puzzles: &[Grid], limits: &Limits<'_>) -> Rows {
    solve(&mut Lanes::one_by_one(SimdLevel::Portable), puzzles, limits)
}

fn assert_equal(
    found: &[(Outcome, [u8; 81])],
    expected: &[(Outcome, [u8; 81])],
    puzzles: &[Grid],
    context: &str,
) {
    for ((found, expected), puzzle) in found.iter().zip(expected).zip(puzzles) {
        assert_same_row(found, expected, format_args!("{context}: {puzzle}"));
    }
}

#[test]
fn in_batches_of_every_size() {
    let puzzles = mixed(sized(70, 3));
    for &limit in sized(&[1, 2, 3, 1000, u64::MAX][..], &[2]) {
        for &nodes in sized(&[u64::MAX, 7, 40][..], &[7]) {
            let limits = Limits::solutions(limit).max_nodes(nodes);
            // The puzzles after the first long search have too many solutions.
            let puzzles = if limit > 1000 { &puzzles[..23] } else { &puzzles };
            let expected = one_by_one(puzzles, &limits);
            for level in SimdLevel::available() {
                let mut engine = Lanes::alone(level);
                for size in (1..=puzzles.len()).step_by(if scaled(10) == 1 { 23 } else { 1 }) {
                    let context = format!("{level}, limit {limit}, {nodes} nodes, batch {size}");
                    for first in [0, puzzles.len() - size] {
                        let part = first..first + size;
                        let found = solve(&mut engine, &puzzles[part.clone()], &limits);
                        assert_equal(&found, &expected[part.clone()], &puzzles[part], &context);
                    }
                }
            }
        }
    }
}

/// Puzzles with very many solutions, which are counted by bands, and the numbers that a search finds that
/// visits each solution.
const COUNTED: &str = "\
......18.5......4.....6............1..684...5......4.97.4........1..8...8....1... 1367698
3..4............4..2....7.1.5..............93.94..65..7.............5...8..6...2. 340441
..4.3.....9.5....7..64......5.........3...........78....13.......5.1.2.......29.. 78965";

#[test]
#[cfg_attr(miri, ignore = "millions of solutions")]
fn counted_by_bands() {
    let mut puzzles = mixed(20);
    let counted = table::<1>(COUNTED);
    puzzles.splice(5..5, counted.iter().map(|&(puzzle, _)| puzzle));
    // The third limit is the number of solutions of the first puzzle.
    let limits =
        [(u64::MAX, u64::MAX), (1 << 20, u64::MAX), (1_367_698, u64::MAX), (u64::MAX, 10_000)];
    for (limit, nodes) in limits {
        let limits = Limits::solutions(limit).max_nodes(nodes);
        let expected = one_by_one(&puzzles[..8], &limits);
        if nodes == u64::MAX {
            for ((found, _), (puzzle, [solutions])) in expected[5..].iter().zip(&counted) {
                assert_eq!(found.solutions, limit.min(*solutions), "{puzzle}");
                let end = match *solutions >= limit {
                    true => StopReason::SolutionLimit,
                    false => StopReason::Complete,
                };
                assert_eq!(found.end, end, "{puzzle}, limit {limit}");
            }
        }
        for level in SimdLevel::available() {
            let mut engine = Lanes::alone(level);
            for part in [0..8, 5..6, 6..8] {
                let context = format!("{level}, limit {limit}, {nodes} nodes, {part:?}");
                let found = solve(&mut engine, &puzzles[part.clone()], &limits);
                assert_equal(&found, &expected[part.clone()], &puzzles[part], &context);
            }
        }
    }
}

#[test]
fn from_the_default_engine() {
    let puzzles = mixed(sized(40, 2));
    for &limit in sized(&[1, 2][..], &[2]) {
        let limits = Limits::solutions(limit);
        let expected = one_by_one(&puzzles, &limits);
        for kind in [EngineKind::Auto, EngineKind::Lanes] {
            let mut engine = build_engine(EngineChoice { kind, ..EngineChoice::default() });
            for &size in sized(&[1, 2, 31, 40][..], &[2]) {
                let found = solve(&mut *engine, &puzzles[..size], &limits);
                assert_equal(&found, &expected, &puzzles, "default");
            }
        }
        for (puzzle, (outcome, row)) in puzzles.iter().zip(&expected) {
            let first = (outcome.solutions > 0).then(|| Grid::parse(row).expect("a solution"));
            assert_eq!(puzzle.solve(), first);
            assert_eq!(puzzle.count_solutions(limit), outcome.solutions);
            if limit == 2 {
                assert_eq!(puzzle.is_unique(), outcome.solutions == 1);
            }
        }
    }
}

/// If a caller takes a limited number of solutions one by one, they come in depth-first order, first the solution that
/// batches write.
#[test]
fn from_a_search() {
    for puzzle in mixed(sized(12, 2)) {
        for &limit in sized(&[1, 2, 1000][..], &[2]) {
            let limits = Limits::solutions(limit);
            let (expected, row) = one_by_one(&[puzzle], &limits)[0];
            for level in SimdLevel::available() {
                let mut first = None;
                let outcome = Lanes::alone(level).search(&puzzle, &limits, &mut |grid| {
                    first.get_or_insert(grid.to_text());
                    ControlFlow::Continue(())
                });
                assert_eq!(outcome, expected, "{level}, limit {limit}: {puzzle}");
                assert_eq!(first.unwrap_or([b'~'; 81]), row, "{level}, limit {limit}: {puzzle}");
            }
        }
    }
}

/// The other solution of a puzzle with a known solution is that of a depth-first search, in any batch.
#[test]
fn from_a_search_for_others() {
    let puzzles = mixed(sized(70, 2));
    let known = one_by_one(&puzzles, &Limits::solutions(1));
    let known: Vec<_> = known.into_iter().map(|(_, row)| row).collect();
    let find = |engine: &mut Lanes, part: std::ops::Range<usize>, nodes: u64| {
        let limits = Limits::solutions(1).max_nodes(nodes);
        find_others(engine, &puzzles[part.clone()], &known[part], &limits)
    };
    let mut alone = Lanes::one_by_one(SimdLevel::Portable);
    for &nodes in sized(&[u64::MAX, 0, 1, 7, 40, 300][..], &[7]) {
        let expected = find(&mut alone, 0..puzzles.len(), nodes);
        for level in SimdLevel::available() {
            let mut engine = Lanes::alone(level);
            for &size in sized(&[1, 2, 5, 33, 70][..], &[2]) {
                for first in (0..=puzzles.len() - size).step_by(size) {
                    let found = find(&mut engine, first..first + size, nodes);
                    for (found, i) in found.into_iter().zip(first..) {
                        let context = format!("{level}, {nodes} nodes, batch {size}");
                        assert_same_row(&found, &expected[i], format!("{context}: {}", puzzles[i]));
                        assert_ne!(expected[i].0.end, StopReason::EngineBug);
                    }
                }
            }
        }
    }
}

/// Returns the bytes of a puzzle that a long search has given up: they may hold a solution that does not count.
fn with_known_bytes(mut rows: Rows) -> Rows {
    for (outcome, row) in &mut rows {
        if outcome.solutions == 0 && outcome.nodes >= LONG_SEARCH {
            *row = [b'~'; 81];
        }
    }
    rows
}

/// A limit of nodes ends a search that lanes share where it ends that of a single lane.
#[test]
fn at_limits_around_the_nodes_of_a_puzzle() {
    let puzzles = mixed(sized(70, 3));
    let some = sized(&[4, 13, 23, 40][..], &[2]);
    for &limit in sized(&[1, 2, 1000][..], &[2]) {
        let full = one_by_one(&puzzles, &Limits::solutions(limit));
        let mut all_nodes: Vec<u64> = vec![LONG_SEARCH - 1, LONG_SEARCH, 1_000_000_000_000];
        for &index in some {
            let nodes = full[index].0.nodes;
            all_nodes.extend([nodes.saturating_sub(1), nodes, nodes + 1]);
        }
        all_nodes.sort_unstable();
        all_nodes.dedup();
        for nodes in all_nodes {
            let limits = Limits::solutions(limit).max_nodes(nodes);
            let expected = with_known_bytes(one_by_one(&puzzles, &limits));
            for (row, full) in expected.iter().zip(&full) {
                if full.0.nodes <= nodes {
                    assert_eq!(row.0, full.0, "{nodes} nodes are enough");
                } else {
                    let found = (row.0.end, row.0.nodes);
                    assert_eq!(
                        found,
                        (StopReason::NodeLimit, nodes),
                        "{} are needed",
                        full.0.nodes
                    );
                }
            }
            for level in SimdLevel::available() {
                let mut engine = Lanes::alone(level);
                // All lanes share the search of a single puzzle; with more puzzles than lanes, the last searches are
                // shared.
                for &size in sized(&[1, 33][..], &[2]) {
                    let context = format!("{level}, limit {limit}, {nodes} nodes, batch {size}");
                    for first in (0..=puzzles.len() - size).step_by(size) {
                        let part = first..first + size;
                        let found = solve(&mut engine, &puzzles[part.clone()], &limits);
                        let found = with_known_bytes(found);
                        assert_equal(&found, &expected[part.clone()], &puzzles[part], &context);
                    }
                }
            }
        }
    }
}

/// With a limit of nodes that a puzzle does not reach, its search is shared as it is without a limit.
#[test]
#[cfg_attr(miri, ignore = "thousands of sweeps")]
fn a_limit_that_is_not_reached_costs_no_sweep() {
    let puzzles = mixed(70);
    let sweeps = |limits: &Limits<'_>| {
        let texts: Vec<_> = puzzles.iter().map(Grid::to_text).collect();
        let starts: Vec<usize> = (0..texts.len()).map(|i| 81 * i).collect();
        let mut counts = None;
        let output = vec![[b'~'; 81]; texts.len()];
        batch(PuzzleForm::Cells, texts.as_flattened(), &starts, output, |batch| {
            counts = Lanes::new(SimdLevel::Portable).solve_counted(batch, limits);
        });
        counts.expect("it has lanes")
    };
    let limits = Limits::solutions(2);
    assert_eq!(sweeps(&limits.max_nodes(1_000_000_000_000)), sweeps(&limits));
}
