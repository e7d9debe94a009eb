//! Sets of techniques.

use super::step::StepKind;

/// A set of techniques.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Kinds(u128);

impl Kinds {
    pub(crate) const NONE: Self = Self(0);

    /// Returns the techniques that `test` returns true for.
    pub(super) fn of(test: impl Fn(StepKind) -> bool) -> Self {
        StepKind::ALL.into_iter().filter(|&kind| test(kind)).collect()
    }

    pub(crate) const fn contains(self, kind: StepKind) -> bool {
        self.0 >> kind as u32 & 1 == 1
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn with(self, kind: StepKind) -> Self {
        Self(self.0 | 1 << kind as u32)
    }

    pub(super) fn iter(self) -> impl Iterator<Item = StepKind> {
        StepKind::ALL.into_iter().filter(move |&kind| self.contains(kind))
    }
}

impl FromIterator<StepKind> for Kinds {
    fn from_iter<I: IntoIterator<Item = StepKind>>(kinds: I) -> Self {
        kinds.into_iter().fold(Self::NONE, Self::with)
    }
}
