//! The steps that a search for those of a technique is to find: the first, or each.

use super::step::Step;

/// The steps of a technique that are wanted.
pub(super) enum Wanted {
    /// The first.
    First,
    /// Every step: the steps found so far.
    Each(Vec<Step>),
}

impl Wanted {
    /// Takes a step that is found. Returns it if no other is wanted.
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
