//! Counts of puzzles by what they are, each puzzle with a unit: 1, or its weight.

use std::ops::{AddAssign, Range};

use crate::{
    rate::{Difficulty, Rating, Technique},
    symmetry::Symmetry,
};
use batchdoku_engine::grid::Grid;

/// One more than the highest rating of Sudoku Explainer, in tenths. The last place is for puzzles beyond its
/// techniques.
pub(super) const ER_VALUES: usize = 256;

/// Counts of puzzles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Counts<T> {
    pub(super) puzzles: T,
    /// By number of clues.
    clues: [T; 82],
    /// By symmetry: see [`Section`](super::Section).
    symmetries: [T; Symmetry::ALL.len()],
    /// Those that were rated.
    pub(super) rated: T,
    /// Rated ones with no, one and multiple solutions.
    pub(super) solutions: [T; 3],
    levels: [T; Difficulty::ALL.len()],
    /// By hardest technique.
    techniques: [T; Technique::ALL.len()],
    /// Rated ones by the number of bits of their nodes: 0, 1, 2–3, 4–7, …
    nodes: [T; 65],
    /// By rating of Sudoku Explainer, in tenths.
    er: [T; ER_VALUES],
}

/// What puzzles are counted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Clues,
    Symmetries,
    Solutions,
    Levels,
    Techniques,
    Nodes,
    Er,
}

impl<T: Copy + Default + AddAssign> Counts<T> {
    pub(super) fn new() -> Self {
        let none = T::default();
        Self {
            puzzles: none,
            clues: [none; _],
            symmetries: [none; _],
            rated: none,
            solutions: [none; _],
            levels: [none; _],
            techniques: [none; _],
            nodes: [none; _],
            er: [none; _],
        }
    }

    pub(super) fn add(&mut self, puzzle: &Grid, rating: Option<&Rating>, unit: T) {
        let filled = puzzle.filled();
        self.puzzles += unit;
        self.clues[filled.len()] += unit;
        let mut any = false;
        for (count, symmetry) in self.symmetries.iter_mut().zip(Symmetry::ALL) {
            if symmetry != Symmetry::None && symmetry.holds(filled) {
                *count += unit;
                any = true;
            }
        }
        if !any {
            self.symmetries[Symmetry::None as usize] += unit;
        }
        let Some(rating) = rating else { return };
        self.rated += unit;
        self.nodes[(u64::BITS - rating.nodes.leading_zeros()) as usize] += unit;
        self.solutions[usize::from(rating.solutions)] += unit;
        if let Some(level) = rating.level() {
            self.levels[level as usize] += unit;
        }
        if let Some(hardest) = rating.hardest {
            self.techniques[hardest as usize] += unit;
        }
    }

    pub(super) fn add_er(&mut self, tenths: u8, unit: T) {
        self.er[usize::from(tenths)] += unit;
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.puzzles += other.puzzles;
        self.rated += other.rated;
        let parts = [
            (&mut self.clues[..], &other.clues[..]),
            (&mut self.symmetries, &other.symmetries),
            (&mut self.solutions, &other.solutions),
            (&mut self.levels, &other.levels),
            (&mut self.techniques, &other.techniques),
            (&mut self.nodes, &other.nodes),
            (&mut self.er, &other.er),
        ];
        for (own, more) in parts {
            own.iter_mut().zip(more).for_each(|(own, more)| *own += *more);
        }
    }

    pub(super) fn of(&self, kind: Kind) -> &[T] {
        match kind {
            Kind::Clues => &self.clues,
            Kind::Symmetries => &self.symmetries,
            Kind::Solutions => &self.solutions,
            Kind::Levels => &self.levels,
            Kind::Techniques => &self.techniques,
            Kind::Nodes => &self.nodes,
            Kind::Er => &self.er,
        }
    }

    /// The puzzles that shares of a kind refer to.
    pub(super) fn total(&self, kind: Kind) -> T {
        match kind {
            Kind::Clues | Kind::Symmetries => self.puzzles,
            Kind::Solutions | Kind::Nodes => self.rated,
            Kind::Levels | Kind::Techniques => self.solutions[1],
            Kind::Er => sum(&self.er),
        }
    }
}

pub(super) fn sum<T: Copy + Default + AddAssign>(counts: &[T]) -> T {
    counts.iter().fold(T::default(), |mut sum, &count| {
        sum += count;
        sum
    })
}

impl Counts<u64> {
    /// The places from the first count of a kind to the last that are not 0.
    pub(super) fn used(&self, kind: Kind) -> Range<usize> {
        let counts = self.of(kind);
        let first = counts.iter().position(|&count| count > 0).unwrap_or(0);
        first..counts.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1)
    }
}
