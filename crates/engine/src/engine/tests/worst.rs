//! Puzzles that some search needs exponentially many nodes for stay within a limit of nodes.

use std::ops::ControlFlow;

use super::{grid, robust_engines, run, sized, solve, table};
use crate::{
    engine::{Backtrack, Engine, Lanes, Limits, StopReason},
    grid::Grid,
    simd::SimdLevel,
};

/// The puzzle, its number of solutions up to a limit, the limit, and the maximum number of nodes.
pub(super) const CASES: &str = "\
# Built against row order: its first row is 987654321.
..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9 1 2 10
# Known as the hardest of their time.
8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.. 1 2 1000
005300000800000020070010500400005300010070006003200080060500009004000030000009700 1 2 1000
.......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6... 1 2 3000
.......12.5.4............3.7..6..4....1..........8....92....8.....51.7.......3... 1 2 100
# 17 clues, a great many solutions.
.....6....59.....82....8....45........3........6..3.54...325..6.................. 300 300 100000
# A few clues, or one line of them, upwards and downwards.
123456789........................................................................ 1000 1000 10000
987654321........................................................................ 1000 1000 10000
........................................................................987654321 1000 1000 10000
................................................................................. 1000 1000 10000
# No solution: a box, a column, a row and a cell that nothing fits.
..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3.. 0 2 10
.9.3....1....8..46......8..4.5.6..3...32756...6..1.9.4..1......58..2....2....7.6. 0 2 10
9..1....4.14.3.8....3....9....7.8..18....3..........3..21....7...9.4.5..5...16..3 0 2 10
....41....6.....2...2......32.6.........5..417.......2......23..48......5.1..2... 0 2 10";

#[test]
#[cfg_attr(miri, ignore = "thousands of nodes")]
fn worst_cases_do_not_explode() {
    for mut engine in robust_engines() {
        let name = engine.name();
        for (puzzle, [solutions, limit, ceiling]) in table(CASES) {
            let outcome = run(&mut *engine, &puzzle, limit).0;
            assert_eq!(outcome.solutions, solutions, "{name}: {puzzle}");
            assert!(outcome.nodes <= ceiling, "{name}: {puzzle}: {outcome:?}");
        }
    }
}

/// The worst puzzles that `examples/worst.rs` found. `signatures.txt` has their nodes at limits 1 and 2. An earlier
/// search took up to hundreds of millions of nodes, because branches on digits met the contradiction at the bottom of
/// every subtree only.
pub(super) const FOUND: &str = "\
.3................1.........8.........1...............8129.7..................4.3
.3................1...7.....8.........1....3..........8129.7..................4.3
..........1..4.....3..1.4..8.4......2..................7....1...6............3...
6..8..914..................4..3.......3.4..........1.9..623..91................8.
.........61..4.3...3..1.4..8.4......2..................7....6...6................
...7..94..2.....8.94.86..2.........8........................3..............5.....
1............9..1..3....49......5......8..94.......1..5.......3.............6....
...13.8.....8.6......4..........1....1.3........5.........54...........9...2.....
...1243................3....8..49.....1.32.............1.9.......9...7....6.....1
..3.2...6.....................5.261..5...........16..2......56.......28.....6...3
..8....4.......23...............6....7...9...........9....1.3......7.42..4..3....
....6...3.....7..........5...5.13.....9...5.6.13.5........7................5...4.
...4...8.........................................9.1...........85................
# Those that take the thorough search longest.
....5.....4...17....7....2....6.9..55............2.......51......1...3...7..4..1.
.....89....61.....7...6...1.7.....9...281...78....6..2365.8.....9....8......7....
# The same, of climbs on both searches.
...1................3.245...2.9......7.....8.3...472...3..724..4..6.....5........
...4............4...4...........4..7.7.9.6..88..7..9...9.2..6..6..39...2...647...
...7.....7.3..........3..7......7....5......3..43..5.....471.9...19....6.9.6.34..
# The same, of longer climbs.
............3....1..37245...2...1....7.......3..24.1...3.5724..5....9...4........
9.57..6..72.9..5.33....2...5..3..9.........35.........2.......7.93.5.2.....2...6.
...8........9.......3.245...2.6......7......13...472...3..724..4........5........";

#[test]
#[cfg_attr(miri, ignore = "thousands of nodes")]
fn batches_take_the_nodes_of_one_grid_at_a_time() {
    for (puzzle, []) in table(FOUND) {
        for limit in [1, 2] {
            for level in SimdLevel::available() {
                let outcome = run(&mut Lanes::one_by_one(level), &puzzle, limit).0;
                let limits = Limits::solutions(limit);
                let batch = solve(&mut Lanes::alone(level), &[puzzle], &limits);
                assert_eq!(batch[0].0, outcome, "{level}, limit {limit}: {puzzle}");
            }
        }
    }
}

/// 17 clues without a solution, and hard to refute: a solver with singles and the fewest
/// candidates, but without locked candidates, was reported to take 24 minutes (Norvig, 2006).
#[test]
#[cfg_attr(miri, ignore = "thousands of nodes")]
fn a_hard_refutation() {
    let text = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";
    for mut engine in robust_engines() {
        let limits = Limits::solutions(1).max_nodes(4_000_000);
        let outcome = engine.search(&grid(text), &limits, &mut |_| ControlFlow::Continue(()));
        assert_eq!(
            (outcome.solutions, outcome.end),
            (0, StopReason::Complete),
            "{}",
            engine.name()
        );
    }
}

/// The plain search takes exponential time for this puzzle, as documented, and the limit of nodes ends it.
#[test]
fn a_budget_ends_an_explosion() {
    const NODES: u64 = sized(100_000, 1000);
    let limits = Limits::solutions(1).max_nodes(NODES);
    let outcome =
        Backtrack.search(&table::<3>(CASES)[0].0, &limits, &mut |_| ControlFlow::Continue(()));
    assert_eq!((outcome.solutions, outcome.nodes, outcome.end), (0, NODES, StopReason::NodeLimit));
}

/// All engines that keep lexicographic order find the same first five completions of the empty grid.
#[test]
fn the_first_of_all_grids() {
    let expected = run(&mut Backtrack, &Grid::EMPTY, 5).1;
    let mut sorted = robust_engines();
    let sorted = sorted.iter_mut().find(|engine| engine.name() == "sorted").unwrap();
    assert_eq!(run(&mut **sorted, &Grid::EMPTY, 5).1, expected);
    let text = expected[0].to_string();
    assert_eq!(&text[..45], "123456789456789123789123456214365897365897214");
}
