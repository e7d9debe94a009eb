//! Hints: the results of chains, with their ratings and their order.

use super::origin::Origin;
use crate::{
    explain::{
        kinds::Kinds,
        literal::{Literal, cell_of, digit_of, holds},
        step::{Er, Step, StepKind},
    },
    marks::Marks,
};
use batchdoku_base::{FNV, fnv};
use batchdoku_engine::grid::{Cell, CellSet};

/// The maximum numbers of literals for a length penalty of 0.0, 0.1, 0.2 …: 6, 8, 10, 14, 18, 26 … For example, a chain
/// of 7 or 8 literals is rated 0.1 higher than its base rating. These are 4, 6, 8, 12, 16, 24 …, which grow by a half
/// and by a third alternately, and two literals at the ends.
const LENGTHS: [u32; 32] = {
    let mut lengths = [0; 32];
    let mut added = 0;
    let mut length = 4u32;
    while added < 32 {
        lengths[added] = length + 2;
        length = if added % 2 == 0 { length / 2 * 3 } else { length / 3 * 4 };
        added += 1;
    }
    lengths
};

/// Returns the length penalty of a chain of `literals` literals, in tenths of ER.
pub(super) fn length_rating(literals: u32) -> u8 {
    LENGTHS.iter().position(|&length| literals <= length).unwrap_or(LENGTHS.len()) as u8
}

/// Returns the maximum number of literals for a chain of base rating `base` to rank below `(er, literals)`.
pub(super) fn longest_below(base: Er, (er, literals): (Er, u32)) -> u32 {
    let Some(added) = er.tenths().checked_sub(base.tenths()) else { return 0 };
    let added = usize::from(added);
    // A chain with a smaller length penalty ranks below in any case. A chain with the same penalty must have fewer
    // literals.
    let with_less = added.checked_sub(1).map_or(0, most_literals);
    with_less.max(most_literals(added).min(literals.saturating_sub(1)))
}

/// Returns the maximum number of literals with a length penalty of `added` tenths.
fn most_literals(added: usize) -> u32 {
    LENGTHS.get(added).copied().unwrap_or(u32::MAX)
}

/// Hashes literals in order.
pub(super) fn number(literals: impl Iterator<Item = Literal>) -> u64 {
    literals.fold(FNV, |number, literal| fnv(number, u64::from(literal)))
}

/// The rank of a hint: rating, literals, kind. Of hints of equal rank, the search keeps the first.
pub(super) type Rank = (Er, u32, u8);

/// The chain behind a hint within another chain.
#[derive(Clone, Debug)]
pub(super) struct Trail {
    /// The candidates that the outer chain had to eliminate first.
    pub(super) parents: [CellSet; 9],
    /// A hash of the literals, to recognise equal chains.
    pub(super) number: u64,
}

#[derive(Clone, Debug)]
pub(super) struct Hint {
    pub(super) rank: Rank,
    pub(super) step: Step,
    /// The chain of the hint, if it is part of another chain and has been traced: see [`trail`](super::loops::trail).
    pub(super) trail: Option<Box<Trail>>,
}

impl Hint {
    /// Creates a hint that the candidate of a literal fails, or that it holds, which eliminates all other candidates of
    /// its cell.
    pub(super) fn about(
        rank: Rank,
        (kind, origin): (StepKind, Origin),
        target: Literal,
        candidates: &[u16; 81],
    ) -> Self {
        let cell = cell_of(target);
        let digit = digit_of(target);
        let own = CellSet::from_iter([Cell::ALL[cell]]);
        let mut step = Step::new(kind, own, 1 << digit).rated(rank.0);
        step.origin = Some(origin);
        if holds(target) {
            step = step.with_placement(cell, digit);
            step.strike(cell, candidates[cell] & !(1 << digit));
        } else {
            step.struck[digit] = own;
        }
        Self { rank, step, trail: None }
    }

    pub(super) fn makes_progress(&self) -> bool {
        self.step.struck.iter().any(|cells| !cells.is_empty())
    }
}

/// The hints found: the first of the lowest rank or, for a chain within a chain, all.
#[derive(Default)]
pub(super) struct Hints<'a> {
    /// The position where the outer chain began, if these hints are for a chain within a chain.
    pub(super) outer: Option<&'a Marks>,
    /// Techniques with hints that must be ignored.
    pub(super) barred: Kinds,
    found: Vec<Hint>,
}

impl<'a> Hints<'a> {
    /// Creates a collection for the best hint, without techniques of `barred`.
    pub(super) fn barring(barred: Kinds) -> Self {
        Self { barred, ..Self::default() }
    }

    /// Creates a collection for all hints, for a chain that began in an earlier position.
    pub(super) fn within(outer: &'a Marks) -> Self {
        Self { outer: Some(outer), ..Self::default() }
    }

    /// Returns the maximum number of literals for a chain of base rating `base` to become the best hint.
    pub(super) fn longest(&self, base: Er) -> u32 {
        let (er, literals, _) = self.bound();
        longest_below(base, (er, literals))
    }

    /// Returns the rank that a new hint must be below to be kept.
    #[inline]
    pub(super) fn bound(&self) -> Rank {
        match (self.outer, self.found.first()) {
            (None, Some(best)) => best.rank,
            _ => (Er::MAX, u32::MAX, u8::MAX),
        }
    }

    /// Adds a hint. It must make progress, and its rank must be below the bound.
    pub(super) fn add(&mut self, hint: Hint) {
        if self.outer.is_none() {
            self.found.clear();
        }
        self.found.push(hint);
    }

    /// Returns the hints by rank; of hints with the same eliminations, only the first.
    pub(super) fn into_all(mut self) -> Vec<Hint> {
        self.found.sort_by_key(|hint| hint.rank);
        let mut first: Vec<Hint> = Vec::with_capacity(self.found.len());
        for hint in self.found {
            if first.iter().all(|first| first.step.struck != hint.step.struck) {
                first.push(hint);
            }
        }
        first
    }

    /// Returns the step of the first hint of the lowest rank.
    pub(super) fn into_step(self) -> Option<Step> {
        self.found.first().map(|hint| hint.step)
    }
}

#[cfg(test)]
mod tests {
    use super::{Er, length_rating, longest_below};
    use batchdoku_testkit::sized;

    #[test]
    fn longer_chains_have_higher_ratings() {
        let steps = [2, 6, 7, 8, 9, 10, 11, 14, 15, 18, 19, 26, 27];
        assert_eq!(steps.map(length_rating), [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6]);
        for base in [65, 70].map(Er::from_tenths) {
            for er in (65..80).step_by(sized(1, 14)).map(Er::from_tenths) {
                for literals in (0..80).step_by(sized(1, 79)) {
                    let below = |length| (base + length_rating(length), length) < (er, literals);
                    let longest = (0..1000).filter(|&length| below(length)).max().unwrap_or(0);
                    assert_eq!(
                        longest_below(base, (er, literals)),
                        longest,
                        "{base} {er} {literals}"
                    );
                }
            }
        }
    }
}
