//! Counts of puzzles by property. Each puzzle adds a unit: 1, or its weight.

use std::{
    iter::Sum,
    ops::{AddAssign, Range},
};

use crate::{
    rate::{Difficulty, Rating, Technique},
    symmetry::Symmetry,
};
use batchdoku_engine::grid::Grid;

/// The number of counts of ratings of Sudoku Explainer, in tenths. The last is for puzzles beyond its techniques.
pub(super) const ER_VALUES: usize = 256;

/// The properties that puzzles are counted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Property {
    /// The number of clues.
    Clues,
    /// See [`CorpusStats::symmetry`](super::CorpusStats::symmetry).
    Symmetries,
    /// Rated puzzles by number of solutions: none, one or several.
    Solutions,
    Levels,
    /// The hardest technique.
    Techniques,
    /// Rated puzzles by the number of bits of their nodes, so in the bins 0, 1, 2–3, 4–7, …
    Nodes,
    /// The rating of Sudoku Explainer, in tenths.
    Er,
}

/// The number of counts for each property.
const PLACES: [usize; 7] =
    [82, Symmetry::ALL.len(), 3, Difficulty::ALL.len(), Technique::ALL.len(), 65, ER_VALUES];

/// The counts of puzzles for each property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Counts<T>([Vec<T>; PLACES.len()]);

impl<T: Copy + Default> Default for Counts<T> {
    fn default() -> Self {
        Self(PLACES.map(|places| vec![T::default(); places]))
    }
}

impl<T: Copy + AddAssign + Sum> Counts<T> {
    /// Counts a puzzle with its rating, and its ER in tenths, if known.
    pub(super) fn add(
        &mut self,
        puzzle: &Grid,
        rating: Option<&Rating>,
        tenths: Option<u8>,
        unit: T,
    ) {
        let mut add = |kind: Property, place: usize| self.0[kind as usize][place] += unit;
        let filled = puzzle.filled();
        add(Property::Clues, filled.len());
        let mut any = false;
        for (place, symmetry) in Symmetry::ALL.into_iter().enumerate() {
            if symmetry != Symmetry::None && symmetry.holds(filled) {
                add(Property::Symmetries, place);
                any = true;
            }
        }
        if !any {
            add(Property::Symmetries, Symmetry::None as usize);
        }
        if let Some(tenths) = tenths {
            add(Property::Er, tenths.into());
        }
        let Some(rating) = rating else { return };
        add(Property::Nodes, (u64::BITS - rating.nodes.leading_zeros()) as usize);
        add(Property::Solutions, rating.solutions.into());
        if let Some(level) = rating.level() {
            add(Property::Levels, level as usize);
        }
        if let Some(hardest) = rating.hardest {
            add(Property::Techniques, hardest as usize);
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        let more = other.0.iter().flatten();
        self.0.iter_mut().flatten().zip(more).for_each(|(own, more)| *own += *more);
    }

    pub(super) fn of(&self, kind: Property) -> &[T] {
        &self.0[kind as usize]
    }

    /// Returns the number of puzzles that shares of a property refer to.
    pub(super) fn total(&self, kind: Property) -> T {
        let sum = |kind| self.of(kind).iter().copied().sum();
        match kind {
            Property::Clues | Property::Symmetries => sum(Property::Clues),
            Property::Solutions | Property::Nodes => sum(Property::Solutions),
            Property::Levels | Property::Techniques => self.of(Property::Solutions)[1],
            Property::Er => sum(Property::Er),
        }
    }
}

impl Counts<u64> {
    /// Returns the range from the first count of a property to the last that are not 0.
    pub(super) fn used(&self, kind: Property) -> Range<usize> {
        let counts = self.of(kind);
        let first = counts.iter().position(|&count| count > 0).unwrap_or(0);
        first..counts.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1)
    }
}
