//! The rating of Sudoku Explainer.

use super::step::{Er, StepKind};

/// The rating of a puzzle as Sudoku Explainer has it, on a scale from 1.0 to about 12.
///
/// ```
/// use batchdoku::{Grid, corpus::explain::ErRating};
/// let puzzle: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let rating = ErRating::of(&puzzle).expect("the techniques suffice");
/// assert!(rating.ed() <= rating.ep());
/// assert!(rating.ep() <= rating.er());
/// # Ok::<(), batchdoku::GridError>(())
/// ```
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
    /// The names of the three ratings.
    pub(super) const NAMES: [&'static str; 3] = ["er", "ep", "ed"];

    /// Returns the technique of the first of the hardest steps; `None` if the puzzle has no empty cell.
    ///
    /// ```
    /// use batchdoku::{Grid, corpus::explain::{ErRating, StepKind}};
    /// let puzzle: Grid =
    ///     "9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9"
    ///         .parse()?;
    /// let hardest = ErRating::of(&puzzle).and_then(|rating| rating.hardest());
    /// assert_eq!(hardest, Some(StepKind::XyWing));
    /// assert_eq!(StepKind::XyWing.name(), "xy_wing");
    /// # Ok::<(), batchdoku::GridError>(())
    /// ```
    pub fn hardest(&self) -> Option<StepKind> {
        self.hardest
    }

    /// Returns the rating of the hardest step.
    pub fn er(&self) -> f64 {
        self.er.value()
    }

    /// Returns the rating of the hardest step up to the first digit placed (the "pearl").
    pub fn ep(&self) -> f64 {
        self.ep.value()
    }

    /// Returns the rating of the first step (the "diamond").
    pub fn ed(&self) -> f64 {
        self.ed.value()
    }
}
