//! Every engine keeps limits in the same way.

use std::ops::ControlFlow;

use super::{engines, grid, run, sized};
use crate::{
    engine::{Limits, Outcome, StopReason},
    grid::Grid,
};
use batchdoku_base::StopFlag;

const HARD: &str =
    "005300000800000020070010500400005300010070006003200080060500009004000030000009700";

/// A puzzle with only two open digits, which can change places: every engine needs few nodes.
const FEW_NODES: &str =
    ".369.87548754639...49.7586395.3.46787.8.564394637895..38764..955..89734669453..87";

/// A limit of 0, a complete grid and contradictory clues end a search at its root.
#[test]
fn no_node_is_entered_where_nothing_is_open() {
    let solution =
        grid("143628579572139468986754231391542786468917352725863914237481695619275843854396127");
    for mut engine in engines() {
        let name = engine.name();
        let none = run(&mut *engine, &Grid::EMPTY, 0).0;
        assert_eq!(none, Outcome::nothing(StopReason::SolutionLimit), "{name}");
        let complete = run(&mut *engine, &solution, 2);
        assert_eq!(complete, (Outcome::new(1, 0, StopReason::Complete), vec![solution]), "{name}");
        for cell in (0..81).step_by(sized(1, 40)) {
            let mut wrong = solution;
            wrong.digits_mut()[cell] = wrong.digits()[cell] % 9 + 1;
            let outcome = run(&mut *engine, &wrong, 2).0;
            assert_eq!(outcome, Outcome::nothing(StopReason::Complete), "{name}: {wrong}");
        }
    }
}

/// The limit is never exceeded, and a limit that is just large enough changes nothing.
#[test]
fn nodes_are_limited() {
    let puzzle = grid(sized(HARD, FEW_NODES));
    for mut engine in engines() {
        let full = run(&mut *engine, &puzzle, 2).0;
        assert_eq!(full.solutions, sized(1, 2), "{}", engine.name());
        let mut with = |nodes| {
            let limits = Limits::solutions(2).max_nodes(nodes);
            engine.search(&puzzle, &limits, &mut |_| ControlFlow::Continue(()))
        };
        for nodes in [0, 1, full.nodes / 2, full.nodes - 1] {
            let outcome = with(nodes);
            assert_eq!((outcome.nodes, outcome.end), (nodes, StopReason::NodeLimit));
            assert!(outcome.solutions <= full.solutions);
        }
        assert_eq!(with(full.nodes), full);
    }
}

#[test]
fn the_caller_can_break_off() {
    const MOST: u64 = sized(5, 1);
    for mut engine in engines() {
        let mut left = MOST;
        let puzzle = sized(Grid::EMPTY, grid(FEW_NODES));
        let outcome = engine.search(&puzzle, &Limits::solutions(100), &mut |_| {
            left -= 1;
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(
            (outcome.solutions, outcome.end),
            (MOST, StopReason::SolutionLimit),
            "{}",
            engine.name()
        );
    }
}

/// Without a limit of solutions, the lanes share the search by the time the caller breaks off: all of them end.
#[test]
#[cfg_attr(miri, ignore = "thousands of nodes")]
fn the_caller_can_break_off_a_shared_search() {
    const MOST: u64 = 3000;
    for mut engine in engines() {
        let (name, mut found) = (engine.name(), 0);
        let outcome = engine.search(&Grid::EMPTY, &Limits::none(), &mut |_| {
            found += 1;
            assert!(found <= MOST, "{name} goes on");
            if found == MOST { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let expected = (MOST, StopReason::SolutionLimit);
        assert_eq!((outcome.solutions, outcome.end), expected, "{name}");
    }
}

#[test]
#[cfg_attr(miri, ignore = "thousands of nodes")]
fn the_stop_flag_is_heeded() {
    for mut engine in engines() {
        let stop = StopFlag::new();
        let limits = Limits::solutions(u64::MAX).stop(&stop);
        let outcome = engine.search(&Grid::EMPTY, &limits, &mut |_| {
            stop.set();
            ControlFlow::Continue(())
        });
        assert_eq!(outcome.end, StopReason::Stopped, "{}", engine.name());
        assert!(outcome.solutions >= 1);
        // A search that would branch, and a search that would not.
        let complete = grid(
            "143628579572139468986754231391542786468917352725863914237481695619275843854396127",
        );
        for puzzle in [Grid::EMPTY, complete] {
            let outcome = engine.search(&puzzle, &limits, &mut |_| ControlFlow::Continue(()));
            let found = (outcome.solutions, outcome.end);
            assert_eq!(found, (0, StopReason::Stopped), "{}: {puzzle}", engine.name());
        }
    }
}
