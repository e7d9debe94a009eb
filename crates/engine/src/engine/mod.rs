//! The trait of all engines, which search one grid or a batch of grids.
//!
//! An engine owns its working memory, allocated once, and is used by one thread at a time. Programs
//! choose one by [`EngineKind`] and use it through [`Solver`](crate::Solver) or
//! [`solve_batch`](crate::batch::solve_batch); the engines themselves are hidden, and may change.
//!
//! # One answer
//!
//! The result of an engine for a puzzle (its solutions and their order, the nodes, the
//! [`StopReason`], the solution that is written) is a function of the puzzle and the [`Limits`]
//! alone. It does not depend on the rest of the batch or its size, on the [`SimdLevel`], on
//! threads, or on what the engine searched before. [`Limits::stop`] is the exception: the
//! results so far, when it is set, depend on the time.
//!
//! [`SimdLevel`]: crate::simd::SimdLevel

use std::{ops::ControlFlow, slice};

use crate::grid::{Grid, Pencilmarks, PuzzleForm};

mod backtrack;
mod bands;
mod dlx;
mod house_search;
mod lanes;
mod long_search;
mod mrv;
mod one_grid;
mod search_budget;
mod select;
mod solution_sink;
mod sorted;
#[cfg(test)]
mod tests;
mod thorough;

pub use backtrack::Backtrack;
pub use batchdoku_base::{Limits, Outcome, StopReason};
pub use dlx::Dlx;
pub use lanes::{LaneCounts, Lanes};
pub use mrv::Mrv;
pub use select::{EngineChoice, EngineKind, build_engine};
pub use sorted::Sorted;
#[cfg(fuzzing)]
pub use thorough::thorough;

/// Takes a solution. On a break, the search ends as at [`Limits::solutions`].
pub type OnSolution<'a> = dyn FnMut(&Grid) -> ControlFlow<()> + 'a;

/// A batch of puzzles, and the places of the results.
///
/// Puzzles and solutions may lie anywhere in their buffers, so that a file is solved in place: puzzle `i` is the bytes
/// of its form from `input[puzzles[i]]`. If its [`Outcome::solutions`] is not 0, the first solution found is at the 81
/// bytes from `output[solutions[i]]`, even if the search ended at [`Limits::nodes`] later. Otherwise these bytes do not
/// change, unless a long search was cut off by a limit of nodes or a stop: then they may hold a solution that does not
/// count. Solutions are checked against the rules and the clues before they are written.
#[derive(Debug)]
pub struct PuzzleBatch<'a> {
    /// The buffer that holds the puzzles.
    pub input: &'a [u8],
    /// The start of each puzzle in `input`.
    pub puzzles: &'a [usize],
    /// The form of the puzzles, which also determines the form of the solutions.
    pub form: PuzzleForm,
    /// The buffer for the solutions.
    pub output: &'a mut [u8],
    /// The start of each solution in `output`; as many as `puzzles`.
    pub solutions: &'a [usize],
    /// One outcome per puzzle; as many as `puzzles`.
    pub outcomes: &'a mut [Outcome],
}

/// A solving algorithm with its working memory.
pub trait Engine: Send {
    /// Returns the name of the algorithm.
    fn name(&self) -> &'static str;

    /// Searches `puzzle` and passes each solution to `on_solution`, until `on_solution` breaks or a limit is
    /// reached. A puzzle with contradictory clues has no solution. The order of the solutions depends on the
    /// engine, the puzzle and the limits alone.
    fn search(
        &mut self,
        puzzle: &Grid,
        limits: &Limits<'_>,
        on_solution: &mut OnSolution<'_>,
    ) -> Outcome {
        self.search_pencilmarks(&puzzle.into(), limits, on_solution)
    }

    /// Searches a pencilmark puzzle, which has candidates in place of clues.
    fn search_pencilmarks(
        &mut self,
        puzzle: &Pencilmarks,
        limits: &Limits<'_>,
        on_solution: &mut OnSolution<'_>,
    ) -> Outcome;

    /// Searches `puzzle` as a batch with a single puzzle. Writes the first solution, if there is one, to `solution`.
    fn solve(
        &mut self,
        puzzle: &Grid,
        limits: &Limits<'_>,
        solution: &mut Grid,
        outcome: &mut Outcome,
    ) {
        let batch = PuzzleBatch {
            input: puzzle.digits(),
            puzzles: &[0],
            form: PuzzleForm::Numbers,
            output: solution.digits_mut(),
            solutions: &[0],
            outcomes: slice::from_mut(outcome),
        };
        self.solve_batch(batch, limits);
    }

    /// Solves a batch: see [`PuzzleBatch`]. Engines that are faster with many puzzles at a time
    /// override this method.
    ///
    /// # Panics
    /// If the lists of the batch differ in length or point outside their buffers.
    fn solve_batch(&mut self, batch: PuzzleBatch<'_>, limits: &Limits<'_>) {
        let PuzzleBatch { input, puzzles, form, output, solutions, outcomes } = batch;
        assert_eq!(puzzles.len(), solutions.len(), "a place for the solution of each puzzle");
        assert_eq!(puzzles.len(), outcomes.len(), "an outcome for each puzzle");
        for ((&from, &to), outcome) in puzzles.iter().zip(solutions).zip(outcomes) {
            let text = &input[from..from + form.length()];
            let solution = &mut output[to..to + 81];
            *outcome = solve_text(self, form, text, solution, limits);
        }
    }

    /// Solves a batch and counts the work of the lanes. An engine without lanes returns `None` and solves nothing.
    fn solve_counted(&mut self, batch: PuzzleBatch<'_>, limits: &Limits<'_>) -> Option<LaneCounts> {
        let _ = (batch, limits);
        None
    }

    /// Searches each puzzle of a batch for a solution other than a known solution, which a generator uses to test
    /// uniqueness. All puzzles must have the form [`PuzzleForm::Cells`].
    ///
    /// At first, the bytes for each solution hold the known solution. The first *other* solution replaces it and ends
    /// the search, so [`Outcome::solutions`] is 0 or 1, and [`Limits::solutions`] does not apply.
    ///
    /// # Panics
    /// Like [`Self::solve_batch`].
    fn find_others(&mut self, batch: PuzzleBatch<'_>, limits: &Limits<'_>) {
        let PuzzleBatch { input, puzzles, output, solutions, outcomes, .. } = batch;
        assert_eq!(puzzles.len(), solutions.len(), "a place for the solution of each puzzle");
        assert_eq!(puzzles.len(), outcomes.len(), "an outcome for each puzzle");
        for ((&from, &to), outcome) in puzzles.iter().zip(solutions).zip(outcomes) {
            *outcome = find_other(self, &input[from..from + 81], &mut output[to..to + 81], limits);
        }
    }
}

/// Returns the text of the puzzle at `start` of the input of a batch: 81 cells or 729 candidates.
#[inline(always)]
fn puzzle_text<const N: usize>(input: &[u8], start: usize) -> &[u8; N] {
    input[start..].first_chunk().expect("a puzzle lies in the input")
}

/// Solves the puzzle in `text`, and writes its first solution to `solution` after a check.
fn solve_text<E: Engine + ?Sized>(
    engine: &mut E,
    form: PuzzleForm,
    text: &[u8],
    solution: &mut [u8],
    limits: &Limits<'_>,
) -> Outcome {
    let malformed = Outcome::nothing(StopReason::Malformed);
    let mut first: Option<Grid> = None;
    let mut keep_first = |grid: &Grid| {
        first.get_or_insert(*grid);
        ControlFlow::Continue(())
    };
    let (mut outcome, is_right) = match form {
        PuzzleForm::Cells | PuzzleForm::Numbers => {
            let Ok(puzzle) = form.parse(text) else { return malformed };
            let outcome = engine.search(&puzzle, limits, &mut keep_first);
            (outcome, first.is_none_or(|found| found.is_solution_of(&puzzle)))
        }
        PuzzleForm::Pencilmarks => {
            let Ok(puzzle) = Pencilmarks::parse(text) else { return malformed };
            let outcome = engine.search_pencilmarks(&puzzle, limits, &mut keep_first);
            (outcome, first.is_none_or(|found| puzzle.is_solved_by(&found)))
        }
    };
    match first {
        Some(_) if !is_right => outcome.end = StopReason::EngineBug,
        Some(found) => solution.copy_from_slice(&form.solution(&found)),
        None => {}
    }
    outcome
}

/// Searches the puzzle in `text` for the first solution other than `known`, which it replaces after
/// a check.
fn find_other<E: Engine + ?Sized>(
    engine: &mut E,
    text: &[u8],
    known: &mut [u8],
    limits: &Limits<'_>,
) -> Outcome {
    let Ok(puzzle) = Grid::parse(text) else {
        return Outcome::nothing(StopReason::Malformed);
    };
    let mut other: Option<Grid> = None;
    let two = limits.max_solutions(2);
    let mut outcome = engine.search(&puzzle, &two, &mut |grid| {
        if grid.to_text()[..] == *known {
            return ControlFlow::Continue(());
        }
        other = Some(*grid);
        ControlFlow::Break(())
    });
    outcome.solutions = u64::from(other.is_some());
    match other {
        Some(grid) if !grid.is_solution_of(&puzzle) => outcome.end = StopReason::EngineBug,
        Some(grid) => known.copy_from_slice(&grid.to_text()),
        None => {}
    }
    outcome
}
