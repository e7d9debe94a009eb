//! Counts by section, in a unit: 1 per puzzle, or its weight.

use std::{iter::Sum, ops::AddAssign};

use super::facts::{SectionName, Subset};

/// Counts of the values of each section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Counts<T>([Vec<T>; SectionName::ALL.len()]);

impl<T: Copy + Default> Default for Counts<T> {
    fn default() -> Self {
        Self(SectionName::ALL.map(|section| vec![T::default(); section.facts().values]))
    }
}

impl<T: Copy + AddAssign + Sum> Counts<T> {
    pub(super) fn add(&mut self, section: SectionName, value: usize, units: T) {
        self.0[section as usize][value] += units;
    }

    pub(super) fn merge(&mut self, other: &Self) {
        let more = other.0.iter().flatten();
        self.0.iter_mut().flatten().zip(more).for_each(|(own, more)| *own += *more);
    }

    pub(super) fn of(&self, section: SectionName) -> &[T] {
        &self.0[section as usize]
    }

    pub(super) fn sum(&self, section: SectionName) -> T {
        self.of(section).iter().copied().sum()
    }

    /// Returns the number of puzzles of a subset; the number of sets for [`Subset::WithSets`], since
    /// any puzzle has some.
    pub(super) fn size(&self, subset: Subset) -> T {
        match subset {
            Subset::All => self.sum(SectionName::Clues),
            Subset::Rated => self.sum(SectionName::Solutions),
            Subset::Unique => self.of(SectionName::Solutions)[1],
            Subset::WithEr => self.sum(SectionName::Er),
            Subset::WithSets => self.sum(SectionName::Unavoidable),
        }
    }
}
