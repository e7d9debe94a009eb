//! The rating of Sudoku Explainer.

use super::step::{Er, StepKind};

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
    /// Returns the technique of the first of the hardest steps.
    pub fn hardest(&self) -> Option<&'static str> {
        self.hardest.map(StepKind::name)
    }

    /// Returns the hardest step.
    pub fn er(&self) -> f64 {
        self.er.value()
    }

    /// Returns the hardest step up to the first digit placed (the "pearl").
    pub fn ep(&self) -> f64 {
        self.ep.value()
    }

    /// Returns the first step (the "diamond").
    pub fn ed(&self) -> f64 {
        self.ed.value()
    }
}
