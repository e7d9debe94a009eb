//! The steps from a puzzle to its solution, and the rating that they give it.

use std::cell::RefCell;

use super::{
    implication::Proof,
    ladder::{Ladder, StepMemory, TechniqueSelection, apply, next_step},
    limits::{ErLimits, LimitCheck},
    prove::proof_of,
    rating::ErRating,
    step::{Er, Step},
};
use crate::{GridExt, marks::Marks, position::Position, solutions::Solutions};
use batchdoku_base::StopFlag;
use batchdoku_engine::grid::Grid;

impl ErRating {
    /// Rates the class of a puzzle: its [canonical form](Grid::canonical_form). Equivalent puzzles have
    /// equal ratings. `None` if the puzzle does not have exactly one solution, or the techniques do not
    /// suffice: [`Self::try_of`] has the reason.
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
        Self::try_of(puzzle).ok()
    }

    /// Rates the class of a puzzle as [`Self::of`] does, and gives the reason if it has no rating.
    ///
    /// ```
    /// use batchdoku::{Grid, corpus::explain::{ErRating, Unexplained}};
    /// assert_eq!(ErRating::try_of(&Grid::EMPTY), Err(Unexplained::Multiple));
    /// ```
    ///
    /// # Errors
    /// If the puzzle does not have exactly one solution, or the techniques do not suffice.
    pub fn try_of(puzzle: &Grid) -> Result<Self, Unexplained> {
        thread_local! {
            /// Working memory, reused for every puzzle.
            static EXPLAINER: RefCell<Explainer> = RefCell::default();
        }
        EXPLAINER.with_borrow_mut(|explainer| explainer.rate(puzzle))
    }
}

/// The reason that no steps lead to the solution: see [`ErRating::try_of`].
///
/// ```
/// use batchdoku::{Grid, corpus::explain::{ErRating, Unexplained}};
/// assert_eq!(ErRating::try_of(&Grid::EMPTY), Err(Unexplained::Multiple));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unexplained {
    /// The clues have no solution.
    #[error("the puzzle has no solution")]
    Unsolvable,
    /// There are at least two solutions.
    #[error("the puzzle has more than one solution")]
    Multiple,
    /// The techniques do not suffice.
    #[error("the techniques do not suffice")]
    BeyondTechniques,
    /// The [flag](Explainer::stopped_by) was set before an answer was found.
    #[error("the search was stopped")]
    Stopped,
}

/// Solves puzzles step by step, each time by the easiest technique that applies.
#[derive(Debug, Default)]
pub struct Explainer {
    pub(super) memory: StepMemory,
    pub(super) techniques: TechniqueSelection,
    pub(super) most_steps: Option<usize>,
    pub(super) most_er: Option<Er>,
    /// True if the explainer lists all available steps instead of a path.
    pub(super) lists: bool,
}

impl Explainer {
    /// Creates an explainer.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates an explainer that uses the techniques of a ladder.
    pub fn with(ladder: Ladder) -> Self {
        Self { techniques: ladder.into(), ..Self::default() }
    }

    /// Creates an explainer that uses these techniques.
    pub(super) fn on(techniques: TechniqueSelection) -> Self {
        Self { techniques, ..Self::default() }
    }

    /// Takes at most `most_steps` steps of a puzzle.
    #[must_use]
    pub fn most_steps(self, most_steps: usize) -> Self {
        Self { most_steps: Some(most_steps), ..self }
    }

    /// Takes only steps rated `most_er` or less. A technique is not tried if all its steps are rated higher; such
    /// techniques take longest. A puzzle that needs a harder step is [`Unexplained::BeyondTechniques`].
    #[must_use]
    pub fn most_er(self, most_er: Er) -> Self {
        Self { most_er: Some(most_er), ..self }
    }

    /// Lists all steps that are available in the start position, instead of the steps to the solution. Techniques after
    /// chains take long, so of each only the first step is listed, and only if there is no easier step; some others
    /// also list only the first. There is no rating.
    #[must_use]
    pub fn listing(self, lists: bool) -> Self {
        Self { lists, ..self }
    }

    /// Ends a search with [`Unexplained::Stopped`] soon after `stop` is set: the hardest puzzles take some milliseconds
    /// more.
    ///
    /// ```
    /// use batchdoku::{Grid, StopFlag};
    /// use batchdoku_corpus::explain::{Explainer, Unexplained};
    /// let hard: Grid =
    ///     "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    ///         .parse()?;
    /// let stop = StopFlag::new();
    /// stop.set();
    /// assert_eq!(Explainer::new().stopped_by(stop).rate(&hard).err(), Some(Unexplained::Stopped));
    /// # Ok::<(), batchdoku::GridError>(())
    /// ```
    #[must_use]
    pub fn stopped_by(mut self, stop: StopFlag) -> Self {
        self.set_stop(Some(&stop));
        self
    }

    /// Replaces the flag that ends a search: see [`Self::stopped_by`].
    pub fn set_stop(&mut self, stop: Option<&StopFlag>) {
        self.memory.chains.stop = stop.cloned();
    }

    /// Returns the flag that ends a search.
    pub(super) fn stop(&self) -> Option<&StopFlag> {
        self.memory.chains.stop.as_ref()
    }

    /// Returns the names of the three ratings of a path: of its hardest step, of the hardest step up to the first
    /// digit, and of the first step. They are `er`, `ep` and `ed` only if the techniques are those of Sudoku Explainer,
    /// because other techniques lead to other ratings.
    pub fn rating_names(&self) -> [&'static str; 3] {
        if self.techniques.are_of_er() {
            ErRating::NAMES
        } else {
            ["hardest", "up_to_first_digit", "first"]
        }
    }

    /// Rates the class of a puzzle: its [canonical form](Grid::canonical_form). Equivalent puzzles
    /// have equal ratings.
    ///
    /// # Errors
    /// If the puzzle does not have exactly one solution, or the techniques do not suffice.
    pub fn rate(&mut self, puzzle: &Grid) -> Result<ErRating, Unexplained> {
        self.explain(&puzzle.canonical_form(), |_, _| ())
    }

    /// Calls `each` with every step to the solution and the grid after it. Returns the rating of these steps. For some
    /// puzzles it differs from that of [`Self::rate`], which rates the canonical form: of several steps with equal
    /// rating, the path takes the first in the order of houses, cells and digits.
    ///
    /// Each step is checked against the solution before it counts.
    ///
    /// # Errors
    /// If the puzzle does not have exactly one solution (then there is no step), or the techniques
    /// do not suffice.
    pub fn explain(
        &mut self,
        puzzle: &Grid,
        mut each: impl FnMut(&Step, &Grid),
    ) -> Result<ErRating, Unexplained> {
        let solution = self.solution(puzzle)?;
        let most = self.most();
        self.walk(&mut Marks::new(puzzle), &solution, most, |_, step, marks| {
            apply(marks, step);
            each(step, marks.solution());
        })
    }

    /// Calls `each` with every step from any position to its solution, without proofs. Returns the rating of the steps;
    /// `None` if [`Self::most_steps`] ends them before the solution.
    pub(super) fn each_step(
        &mut self,
        start: &Position,
        solution: &Grid,
        mut each: impl FnMut(&Step),
    ) -> Result<Option<ErRating>, Unexplained> {
        self.walk_from(start, solution, |_, step, marks| {
            apply(marks, step);
            each(step);
        })
    }

    /// Calls `each` with every step from any position to its solution, with the proof of the step and the position
    /// after it. Returns the same as [`Self::each_step`]; `None` if steps are listed.
    pub(super) fn prove(
        &mut self,
        start: &Position,
        solution: &Grid,
        mut each: impl FnMut(&Step, Option<Proof>, &Marks),
    ) -> Result<Option<ErRating>, Unexplained> {
        if self.lists {
            self.list(start, solution, each)?;
            return Ok(None);
        }
        self.walk_from(start, solution, |memory, step, marks| {
            let proof = proof_of(step, marks, &mut memory.chains);
            apply(marks, step);
            each(step, proof, marks);
        })
    }

    fn walk_from(
        &mut self,
        start: &Position,
        solution: &Grid,
        take: impl FnMut(&mut StepMemory, &Step, &mut Marks),
    ) -> Result<Option<ErRating>, Unexplained> {
        let mut marks = start.marks();
        let most = self.most();
        let rating = self.walk(&mut marks, solution, most, take)?;
        Ok(marks.solution().is_complete().then_some(rating))
    }

    /// Returns the limit of the rating of each step, which does not depend on the steps before.
    fn most(&self) -> impl FnMut(&ErRating, bool) -> Option<Er> + use<> {
        let most = self.most_er.unwrap_or(Er::MAX);
        move |_, _| Some(most)
    }

    /// Compares the rating of the class of a puzzle with limits, and stops as soon as the result is known.
    pub(crate) fn compare_to_limits(&mut self, puzzle: &Grid, limits: &ErLimits) -> LimitCheck {
        let form = puzzle.canonical_form();
        let Ok(solution) = self.solution(&form) else { return LimitCheck::AboveLimits };
        let mut missing = 0;
        let walked = self.walk(
            &mut Marks::new(&form),
            &solution,
            |rating, has_placed| {
                // End the path once a rating is decided and too low.
                missing = limits.missing(rating, has_placed);
                (missing == 0).then(|| limits.most(rating, has_placed))
            },
            |_, step, marks| apply(marks, step),
        );
        match walked {
            Ok(rating) => LimitCheck::of(&rating, limits),
            Err(Unexplained::Stopped) => LimitCheck::AboveLimits,
            Err(_) if missing > 0 => LimitCheck::Missing(missing),
            Err(_) => LimitCheck::AboveLimits,
        }
    }

    /// Finds the steps from a position to the solution, and calls `take` to apply each; the position becomes the end of
    /// the path. Before each step, `most` returns the highest rating that the step may have, from the rating so far and
    /// whether a digit has been placed. The walk ends if it returns `None`.
    #[inline]
    pub(super) fn walk(
        &mut self,
        marks: &mut Marks,
        solution: &Grid,
        mut most: impl FnMut(&ErRating, bool) -> Option<Er>,
        mut take: impl FnMut(&mut StepMemory, &Step, &mut Marks),
    ) -> Result<ErRating, Unexplained> {
        self.memory.start();
        let mut rating = ErRating::default();
        let mut has_placed = false;
        let mut steps = 0;
        // Each step agrees with the solution, so the grid is the solution once no cell is empty.
        while self.most_steps != Some(steps) && marks.solution().digits().contains(&0) {
            steps += 1;
            let most = most(&rating, has_placed).ok_or(Unexplained::BeyondTechniques)?;
            let step = next_step(self.techniques, most, marks, &mut self.memory);
            // A search that was stopped may have missed the easiest step, or every step.
            if self.memory.chains.is_stopped() {
                return Err(Unexplained::Stopped);
            }
            let step = step.filter(|step| step.er <= most && step.is_true_of(solution));
            let step = step.ok_or(Unexplained::BeyondTechniques)?;
            take(&mut self.memory, &step, marks);
            self.memory.mark(marks.take_dirty());
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

    /// Returns the only solution of a puzzle, or of a position.
    ///
    /// # Errors
    /// If there is no solution, or if there are several.
    pub fn solution(&mut self, start: impl Into<Position>) -> Result<Grid, Unexplained> {
        match Solutions::of(start) {
            Solutions::None => Err(Unexplained::Unsolvable),
            Solutions::One(solution) => Ok(solution),
            Solutions::Several => Err(Unexplained::Multiple),
        }
    }
}
