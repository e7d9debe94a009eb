//! Puzzles with ratings of Sudoku Explainer within limits: rejects a puzzle, or steers it to the limits.
//!
//! The puzzle of a try is rated; if the rating becomes too high, the try fails. If the rating is slightly too low, the
//! puzzle is changed: some clues go, and others come until the solution is unique again. A change is kept unless it
//! lowers the rating, and the next change starts from there. All changes keep the solution and all other conditions.
//! After [`CHANGES`] changes without success, the try fails.
//!
//! A puzzle near forcing chains has more neighbours with such a rating than there are among all puzzles. But these
//! neighbours must be rated, too, so changes yield a tenth more puzzles from 9.0 on, and no more from 8.0 on. For lower
//! ratings, and for puzzles that are farther off, the next try is faster, so there are no changes. The constants are
//! measured in CPU seconds of `generate -n 600 --er 8.0..8.4` and `-n 60 --er 9.0..9.4` with `-q -j1`; runs differ by a
//! tenth. A change of a constant alters seeded puzzles.
//!
//! The result of steering depends only on the seed, the record and the number of its try.

use super::options::{GenerateOptions, RemovalPlan};
use crate::{
    explain::{Er, ErRating, Explainer, LimitCheck},
    random::RecordRng,
};
use batchdoku_base::{Limits, StopFlag};
use batchdoku_engine::{
    Engine, Mrv,
    grid::{CellSet, Grid},
};
use std::ops::ControlFlow;

/// The number of changes before a try fails. With 0, 5, 10, 20, 40 and 80, the first command takes 7.6, 8.3, 8.3, 8.8,
/// 8.8 and 9.6 s, the second 11.2, 11.6, 11.5, 11.3, 12.2 and 10.4 s. Over five seeds, 0 and 20 take 7.9 and 8.1 s from
/// 8.0 on, 12.7 and 11.4 s from 9.0 on.
const CHANGES: u32 = 20;

/// Puzzles are changed only to reach this ER or more. If changes began at 6.0, 600 puzzles of 7.0 to 7.4 would take 1.5
/// s instead of .85 s, and puzzles of 7.6 to 7.9 189 s instead of 135 s.
const WORTH_CHANGES: Er = Er::from_tenths(80);

/// A puzzle is not changed if its rating is too low by more than this, in tenths. With 0, 2, 5, 10, 20 and 99, the
/// first command takes 8.5, 9.1, 8.6, 11.1, 11.7 and 16.5 s, the second 11.1, 10.9, 11.6, 10.1, 12.5 and 17.3 s.
const NEAR: u32 = 5;

#[derive(Debug)]
pub(super) struct Grader {
    explainer: Explainer,
    engine: Mrv,
    stop: StopFlag,
}

impl Grader {
    pub(super) fn new(stop: StopFlag) -> Self {
        let explainer = Explainer::new().stopped_by(stop.clone());
        Self { explainer, engine: Mrv, stop }
    }

    /// Returns a puzzle that meets the options, with its rating if they limit it: `puzzle`, or the result of changes to
    /// it. Returns `None` if `puzzle` is too hard, the changes do not suffice, or the stop flag is set meanwhile.
    pub(super) fn grade(
        &mut self,
        options: &GenerateOptions<'_>,
        plan: &RemovalPlan,
        (puzzle, solution): (&Grid, &Grid),
        mut rng: Option<RecordRng>,
    ) -> Option<(Grid, Option<ErRating>)> {
        let Some(limits) = &options.ratings else {
            return self.accepts(options, puzzle, solution).then_some((*puzzle, None));
        };
        let mut puzzle = *puzzle;
        let mut missing = match self.explainer.compare_to_limits(&puzzle, limits) {
            LimitCheck::Within(rating) => {
                let is_accepted = self.accepts(options, &puzzle, solution);
                return is_accepted.then_some((puzzle, Some(rating)));
            }
            LimitCheck::AboveLimits => return None,
            LimitCheck::Missing(missing) => missing,
        };
        let rng = rng.as_mut()?;
        if *limits.er.start() < WORTH_CHANGES || missing > NEAR {
            return None;
        }
        for _ in 0..CHANGES {
            if self.stop.is_set() {
                return None;
            }
            let changed = change(&mut self.engine, plan, &puzzle, solution, rng);
            let Some(changed) = changed else { continue };
            match self.explainer.compare_to_limits(&changed, limits) {
                LimitCheck::Within(rating) if self.accepts(options, &changed, solution) => {
                    return Some((changed, Some(rating)));
                }
                LimitCheck::Missing(left) if left <= missing => (puzzle, missing) = (changed, left),
                _ => {}
            }
        }
        None
    }

    /// Returns whether a puzzle meets all conditions except those on ratings.
    fn accepts(&mut self, options: &GenerateOptions<'_>, puzzle: &Grid, solution: &Grid) -> bool {
        if let Some(techniques) = &options.techniques
            && techniques.are_met_soon(puzzle, solution, &mut self.explainer) != Ok(true)
        {
            return false;
        }
        options.accepts(puzzle)
    }
}

/// Returns another puzzle with the same solution that fits the plan; `None` if the drawn change leads to no such
/// puzzle.
fn change(
    engine: &mut Mrv,
    plan: &RemovalPlan,
    puzzle: &Grid,
    solution: &Grid,
    rng: &mut RecordRng,
) -> Option<Grid> {
    let mut order: Vec<CellSet> = plan.orbits[plan.barred..].to_vec();
    rng.shuffle(&mut order);
    let (filled, empty): (Vec<CellSet>, Vec<CellSet>) =
        order.iter().partition(|&&orbit| is_filled(puzzle, orbit));
    let gone = 1 + rng.below_u32(2) as usize;
    let mut changed = *puzzle;
    filled.iter().take(gone).for_each(|&orbit| clear(&mut changed, orbit));
    // Add the first empty orbit in which another solution differs, because this excludes that solution.
    let mut added = 0;
    while let Some(other) = other(engine, &changed, solution) {
        let orbit = empty.iter().find(|orbit| {
            let mut cells = orbit.into_iter();
            cells.any(|cell| other.get(cell) != solution.get(cell))
        })?;
        orbit.into_iter().for_each(|cell| changed.set(cell, solution.get(cell)));
        added += 1;
        if added > gone + 3 {
            return None;
        }
    }
    let fewest = usize::from(*plan.clues.start());
    let most = usize::from(*plan.clues.end());
    for &orbit in &order {
        if !(plan.minimal || changed.clues() > most) || !is_filled(&changed, orbit) {
            continue;
        }
        let mut without = changed;
        clear(&mut without, orbit);
        if other(engine, &without, solution).is_none() {
            changed = without;
        }
    }
    let mut rest = empty.iter().filter(|_| !plan.minimal);
    while changed.clues() < fewest {
        rest.next()?.into_iter().for_each(|cell| changed.set(cell, solution.get(cell)));
    }
    let fits = (fewest..=most).contains(&changed.clues()) && changed != *puzzle;
    if !fits {
        return None;
    }
    // With an orbit per cell, the loop above has tested each clue. With larger orbits, a clue may be redundant although
    // its orbit is not.
    if plan.minimal && plan.orbits.len() < 81 {
        for cell in changed.filled() {
            other(engine, &changed.with(cell, None), solution)?;
        }
    }
    Some(changed)
}

/// Returns whether an orbit has a clue.
fn is_filled(puzzle: &Grid, orbit: CellSet) -> bool {
    !(puzzle.filled() & orbit).is_empty()
}

/// Returns a solution other than the known solution.
fn other(engine: &mut Mrv, puzzle: &Grid, known: &Grid) -> Option<Grid> {
    let mut other = None;
    engine.search(puzzle, &Limits::solutions(2), &mut |found| {
        if found == known {
            return ControlFlow::Continue(());
        }
        other = Some(*found);
        ControlFlow::Break(())
    });
    other
}

fn clear(puzzle: &mut Grid, orbit: CellSet) {
    orbit.into_iter().for_each(|cell| puzzle.set(cell, None));
}
