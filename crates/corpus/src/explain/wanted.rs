//! The steps that a search must find: the first step of a technique, or every step.

use super::step::Step;

/// The steps of a technique that are wanted.
pub(super) enum Wanted {
    /// The first.
    First,
    /// Every step; the vector has the steps found so far.
    Each(Vec<Step>),
}

impl Wanted {
    /// Takes a step. Returns it if only the first step is wanted; otherwise adds it to the list.
    #[inline]
    pub(super) fn take(&mut self, step: Step) -> Option<Step> {
        match self {
            Self::First => Some(step),
            Self::Each(all) => {
                all.push(step);
                None
            }
        }
    }
}
