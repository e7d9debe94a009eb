//! One puzzle: solve, count, canonicalise, rate.

use batchdoku_corpus::{
    GridExt,
    explain::{Er, ErRating, Explainer, Ladder},
};
use batchdoku_engine::{
    Solver,
    grid::{Cell, Digit, Grid},
};
use std::cell::RefCell;
use wasm_bindgen::prelude::*;

use crate::{
    CallError,
    listener::{Function, Listener},
    position::{parse_position, search},
};

thread_local! {
    /// Working memory, reused for every puzzle.
    static SOLVER: RefCell<Solver> = RefCell::new(Solver::new());
}

pub(crate) fn parse(puzzle: &str) -> Result<Grid, CallError> {
    Grid::parse(puzzle.as_bytes()).map_err(|error| CallError::refused("puzzle", error))
}

/// Converts a limit from JavaScript: 0 and infinity mean all solutions.
fn most(limit: f64) -> u64 {
    // The conversion saturates at `u64::MAX`, which stands for all solutions.
    if limit == 0.0 { u64::MAX } else { limit as u64 }
}

/// Returns the first solution of a puzzle, which may have candidates in place of clues; `undefined` if it has none.
///
/// @throws if the puzzle is malformed.
#[wasm_bindgen]
pub fn solve(puzzle: &str) -> Result<Option<String>, CallError> {
    let mut first = solutions(puzzle, 1.0)?;
    Ok(first.pop())
}

/// Returns at most `limit` solutions of a puzzle, which may have candidates in place of clues. A limit of 0 or infinity
/// returns all solutions, which must fit into memory.
///
/// @throws if the puzzle is malformed.
#[wasm_bindgen]
pub fn solutions(puzzle: &str, limit: f64) -> Result<Vec<String>, CallError> {
    let mut found = Vec::new();
    let position = parse_position("puzzle", puzzle)?;
    if position.candidates().is_none() {
        SOLVER.with_borrow_mut(|solver| {
            let most = usize::try_from(most(limit)).unwrap_or(usize::MAX);
            let solutions = solver.solutions(position.grid()).take(most);
            found.extend(solutions.map(|solution| solution.to_string()));
        });
    } else {
        search(&position, most(limit), |solution| found.push(solution.to_string()));
    }
    Ok(found)
}

/// Counts the solutions of a puzzle, which may have candidates in place of clues, up to `limit`. A limit of 0 or
/// infinity counts all solutions.
///
/// @throws if the puzzle is malformed.
#[wasm_bindgen]
pub fn count(puzzle: &str, limit: f64) -> Result<f64, CallError> {
    let position = parse_position("puzzle", puzzle)?;
    let count = match position.candidates() {
        None => SOLVER.with_borrow_mut(|solver| solver.count(position.grid(), most(limit))),
        Some(_) => search(&position, most(limit), |_| ()),
    };
    Ok(count as f64)
}

/// Returns the canonical form of a puzzle: the smallest equivalent puzzle. Equivalent puzzles have the same canonical
/// form.
///
/// @throws if the puzzle is malformed.
#[wasm_bindgen]
pub fn canonical(puzzle: &str) -> Result<String, CallError> {
    Ok(parse(puzzle)?.canonical_form().to_string())
}

/// The difficulty of a puzzle. Equivalent puzzles have equal ratings.
#[wasm_bindgen(getter_with_clone)]
#[derive(Clone, Debug)]
pub struct Rating {
    /// The name of the level, such as `medium`; `unsolvable` or `multiple` if there is not exactly one solution.
    #[wasm_bindgen(readonly)]
    pub level: String,
    /// The rating of the hardest step on the scale of Sudoku Explainer. Like `ep` and `ed`, it is undefined if there is
    /// not exactly one solution or if the techniques do not suffice.
    #[wasm_bindgen(readonly)]
    pub er: Option<f64>,
    /// The rating of the hardest step up to the first digit placed.
    #[wasm_bindgen(readonly)]
    pub ep: Option<f64>,
    /// The rating of the first step.
    #[wasm_bindgen(readonly)]
    pub ed: Option<f64>,
    /// The technique of the hardest step.
    #[wasm_bindgen(readonly)]
    pub technique: Option<String>,
}

/// Returns the rating of a puzzle. Very hard puzzles take seconds.
///
/// Calls `on_step`, if it is given, with each step as JSON once the step is found: the rating `er` of the step, and its
/// `placed` and `eliminated` candidates in the canonical form of the puzzle. The search ends if `on_step` returns
/// `false`.
///
/// @throws if the puzzle is malformed.
#[wasm_bindgen]
pub fn rate(puzzle: &str, on_step: Option<Function>) -> Result<Rating, CallError> {
    let grid = parse(puzzle)?;
    let level = batchdoku_corpus::rate::Rating::of(&grid).level_name().to_owned();
    let rating = match on_step {
        None => ErRating::of(&grid),
        Some(on_step) => {
            let mut listener = Listener::new(on_step);
            let mut explainer = Explainer::with(Ladder::Er).stopped_by(listener.stop.clone());
            let form = grid.canonical_form();
            let rating = explainer.explain(&form, |step, _| {
                listener.tell(&effect(step.er, step.placed, step.eliminated()));
            });
            listener.finish()?;
            rating.ok()
        }
    };
    Ok(Rating {
        level,
        er: rating.map(|rating| rating.er()),
        ep: rating.map(|rating| rating.ep()),
        ed: rating.map(|rating| rating.ed()),
        technique: rating.and_then(|rating| rating.hardest()).map(|kind| kind.name().to_owned()),
    })
}

/// Returns the JSON of a step without its reasons.
pub(crate) fn effect(
    er: Er,
    placed: Option<(Cell, Digit)>,
    eliminated: impl Iterator<Item = (Cell, Digit)>,
) -> String {
    let placed = placed.map(|(cell, digit)| format!("{cell}={digit}"));
    let eliminated: Vec<_> = eliminated.map(|(cell, digit)| format!("{cell}<>{digit}")).collect();
    serde_json::json!({ "er": er.value(), "placed": placed, "eliminated": eliminated }).to_string()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use batchdoku_engine::grid::Pencilmarks;

    pub(crate) const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    pub(crate) const SOLUTION: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    /// Asserts that an argument is refused with these words.
    pub(crate) fn refused<T: std::fmt::Debug>(
        found: Result<T, CallError>,
        name: &str,
        words: &str,
    ) {
        match found {
            Err(CallError::Refused { argument, message }) => {
                assert_eq!(argument, name, "{message}");
                assert!(message.contains(words), "{message}");
            }
            other => panic!("{other:?}, not '{words}'"),
        }
    }

    #[test]
    fn solutions_are_one_several_or_none() {
        assert_eq!(solve(PUZZLE).unwrap().as_deref(), Some(SOLUTION));
        assert_eq!(solutions(PUZZLE, 2.0).unwrap(), [SOLUTION]);
        let two = solutions(&PUZZLE.replace("53..7", "....7"), 2.0).unwrap();
        assert_eq!(two.len(), 2);
        assert_ne!(two[0], two[1]);
        assert_eq!(count(&".".repeat(81), 7.0), Ok(7.0));
        let none = PUZZLE.replace("53..7", "55..7");
        assert_eq!((solve(&none), count(&none, 2.0)), (Ok(None), Ok(0.0)));
        refused(solve("53"), "puzzle", "expected 81 cells, got 2");
    }

    #[test]
    fn candidates_take_the_place_of_clues() {
        let grid = parse(PUZZLE).unwrap();
        let text = String::from_utf8(Pencilmarks::from(&grid).to_text().to_vec()).unwrap();
        assert_eq!(solve(&text).unwrap().as_deref(), Some(SOLUTION));
        assert_eq!((count(&text, 2.0), solutions(&text, 2.0).unwrap().len()), (Ok(1.0), 1));
        let none = text.replacen('5', ".", 1);
        assert_eq!((solve(&none), count(&none, 2.0)), (Ok(None), Ok(0.0)));
        refused(solve(&text.replacen('5', "4", 1)), "puzzle", "got '4'");
    }

    #[test]
    fn no_limit_and_limits_beyond_any_integer_are_exact() {
        let several = PUZZLE.replace("53..7....6..195", "...............");
        let all = count(&several, 1e6).unwrap();
        assert!((100.0..1e6).contains(&all), "{all}");
        for limit in [0.0, f64::from(u32::MAX) + 1.0, 1e300, f64::INFINITY] {
            assert_eq!(count(&several, limit), Ok(all), "{limit}");
            assert_eq!(solutions(&several, limit).unwrap().len() as f64, all, "{limit}");
        }
    }

    #[test]
    fn equivalent_puzzles_have_one_form_and_one_rating() {
        let other = PUZZLE.replace('5', "#").replace('3', "5").replace('#', "3");
        assert_eq!(canonical(PUZZLE), canonical(&other));
        let rating = rate(PUZZLE, None).unwrap();
        assert_eq!((rating.level.as_str(), rating.er), ("easy", Some(1.2)));
        let multiple = rate(&".".repeat(81), None).unwrap();
        assert_eq!((multiple.level.as_str(), multiple.er), ("multiple", None));
    }
}
