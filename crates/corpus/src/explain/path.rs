//! The steps from a puzzle to its solution, and the rating that they give it.

use std::{
    cell::RefCell,
    sync::{Arc, atomic::AtomicBool},
};

use super::{
    ladder::{Ladder, StepMemory, apply, next_step},
    step::{Er, Step, StepKind},
};
use crate::{GridExt, marks::Marks, solutions::Solutions};
use batchdoku_engine::{Mrv, grid::Grid};

/// The rating of a puzzle as Sudoku Explainer has it, on a scale from 1.0 to about 12.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ErRating {
    pub(crate) er: Er,
    pub(crate) ep: Er,
    pub(crate) ed: Er,
    /// The technique of the first of the hardest steps.
    pub(crate) hardest: Option<StepKind>,
}

impl ErRating {
    /// Rates the class of a puzzle: its [canonical form](Grid::canonical_form). Equivalent puzzles have
    /// equal ratings. `None` if the puzzle does not have exactly one solution, or the techniques do not
    /// suffice.
    ///
    /// ```
    /// use batchdoku::{Grid, corpus::explain::ErRating};
    /// let puzzle: Grid =
    ///     "9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9"
    ///         .parse()?;
    /// assert_eq!(ErRating::of(&puzzle).map(|rating| rating.er()), Some(4.2));
    /// # Ok::<(), batchdoku::GridError>(())
    /// ```
    pub fn of(puzzle: &Grid) -> Option<Self> {
        thread_local! {
            /// Working memory, reused for every puzzle.
            static EXPLAINER: RefCell<Explainer> = RefCell::default();
        }
        EXPLAINER.with_borrow_mut(|explainer| explainer.rate(puzzle).ok())
    }

    /// The technique of the first of the hardest steps.
    pub fn hardest(&self) -> Option<&'static str> {
        self.hardest.map(StepKind::name)
    }

    /// The hardest step.
    pub fn er(&self) -> f64 {
        self.er.value()
    }

    /// The hardest step up to the first digit placed (the "pearl").
    pub fn ep(&self) -> f64 {
        self.ep.value()
    }

    /// The first step (the "diamond").
    pub fn ed(&self) -> f64 {
        self.ed.value()
    }
}

/// The reason that no steps lead to the solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unexplained {
    /// The clues have no solution.
    #[error("the puzzle has no solution")]
    Unsolvable,
    /// There are at least two solutions.
    #[error("the puzzle has more than one solution")]
    Multiple,
    /// The techniques do not suffice.
    #[error("the techniques do not suffice")]
    Beyond,
}

/// Solves puzzles step by step, each time by the easiest technique that applies.
#[derive(Debug, Default)]
pub struct Explainer {
    engine: Mrv,
    memory: StepMemory,
    ladder: Ladder,
}

impl Explainer {
    /// Creates an explainer.
    pub fn new() -> Self {
        Self::default()
    }

    /// An explainer that uses the techniques of a ladder.
    pub fn with(ladder: Ladder) -> Self {
        Self { ladder, ..Self::default() }
    }

    /// An explainer for which the techniques do not suffice once `stop` is true.
    pub fn stopped_by(stop: Arc<AtomicBool>) -> Self {
        let mut explainer = Self::default();
        explainer.memory.chains.stop = Some(stop);
        explainer
    }

    /// Rates the class of a puzzle: its [canonical form](Grid::canonical_form). Equivalent puzzles
    /// have equal ratings.
    ///
    /// # Errors
    /// If the puzzle does not have exactly one solution, or the techniques do not suffice.
    pub fn rate(&mut self, puzzle: &Grid) -> Result<ErRating, Unexplained> {
        self.explain(&puzzle.canonical_form(), |_, _| ())
    }

    /// Calls `each` with every step to the solution and the grid after it. Returns the rating of
    /// these steps, which for some puzzles differs from [`Self::rate`]: of steps of equal rating the
    /// first is taken, in the order of houses, cells and digits.
    ///
    /// Each step is checked against the solution before it counts.
    ///
    /// # Errors
    /// If the puzzle does not have exactly one solution (then there is no step), or the techniques
    /// do not suffice.
    pub fn explain(
        &mut self,
        puzzle: &Grid,
        each: impl FnMut(&Step, &Grid),
    ) -> Result<ErRating, Unexplained> {
        let solution = self.solution(puzzle)?;
        self.explain_solved(puzzle, &solution, each)
    }

    /// The same for a puzzle whose only solution is known.
    pub(crate) fn explain_solved(
        &mut self,
        puzzle: &Grid,
        solution: &Grid,
        mut each: impl FnMut(&Step, &Grid),
    ) -> Result<ErRating, Unexplained> {
        let mut marks = Marks::new(puzzle);
        self.memory.start();
        let mut rating = ErRating::default();
        let mut has_placed = false;
        // Each step is one of the solution, so the grid is that once no cell is empty.
        while marks.solution().digits().contains(&0) {
            let step = next_step(self.ladder, &marks, &mut self.memory)
                .filter(|step| step.is_true_of(solution) && !self.memory.chains.is_stopped())
                .ok_or(Unexplained::Beyond)?;
            apply(&mut marks, &step);
            self.memory.note(marks.take_changes());
            each(&step, marks.solution());
            if step.er > rating.er {
                (rating.er, rating.hardest) = (step.er, Some(step.kind));
            }
            if rating.ed == Er::default() {
                rating.ed = step.er;
            }
            if !has_placed {
                rating.ep = rating.er;
                has_placed = step.placed.is_some();
            }
        }
        Ok(rating)
    }

    /// The only solution of a puzzle.
    pub fn solution(&mut self, puzzle: &Grid) -> Result<Grid, Unexplained> {
        match Solutions::of(&mut self.engine, puzzle) {
            Solutions::None => Err(Unexplained::Unsolvable),
            Solutions::One(solution) => Ok(solution),
            Solutions::Several => Err(Unexplained::Multiple),
        }
    }
}
