//! The ladder: the techniques in the order in which they are tried, and the climb.

use super::{
    aligned_exclusion::AlignedExclusion,
    als_wing::AlsWing,
    bug::Bug,
    chains::{ChainMemory, ForcingChains, MultipleChains},
    locked::Locked,
    singles::{HiddenSingle, NakedSingle},
    step::Step,
    strong_links::StrongLinks,
    subsets::{Fish, HiddenSubset, NakedSubset},
    unique_loop::UniqueLoops,
    wings::Wing,
};
use crate::{
    bits::bits,
    corpus::marks::{Changes, Marks},
};

/// What the techniques work on, allocated once.
///
/// A house (or digit) in which a technique has found nothing, and which has not changed since, has
/// nothing for it. So each technique has a list of what it has not seen since it changed, and removes
/// from it what it finds nothing in.
#[derive(Debug)]
pub(super) struct StepMemory {
    pub(super) chains: ChainMemory,
    /// The list of the technique that is looking.
    pub(super) unseen: Changes,
    /// Those of all techniques.
    all_unseen: [Changes; LADDER.len()],
}

impl Default for StepMemory {
    fn default() -> Self {
        let (chains, unseen) = (ChainMemory::default(), Changes::ALL);
        Self { chains, unseen, all_unseen: [unseen; LADDER.len()] }
    }
}

impl StepMemory {
    /// Another puzzle: no technique has seen anything.
    pub(super) fn start(&mut self) {
        self.all_unseen.fill(Changes::ALL);
    }

    /// Some houses and digits have changed.
    pub(super) fn note(&mut self, changes: Changes) {
        self.all_unseen.iter_mut().for_each(|unseen| unseen.merge(changes));
    }
}

/// A way to find a step.
pub(super) trait StepFinder: Sync {
    /// The first step of this technique in a position: the one of the lowest rating, and of these
    /// the first in the order of houses, cells and digits.
    fn find(&self, marks: &Marks, memory: &mut StepMemory) -> Option<Step>;
}

/// The techniques in the order of Sudoku Explainer (as SukakuExplainer 1.18.1 has it). The first
/// that finds a step is used; so a later one with a lower rating waits.
pub(super) const LADDER: &[&dyn StepFinder] = &[
    &HiddenSingle,
    &Locked { direct: true },
    &HiddenSubset { k: 2, direct: true },
    &NakedSingle,
    &HiddenSubset { k: 3, direct: true },
    &Locked { direct: false },
    &NakedSubset(2),
    &Fish(2),
    &HiddenSubset { k: 2, direct: false },
    &NakedSubset(3),
    &Fish(3),
    &HiddenSubset { k: 3, direct: false },
    &StrongLinks(2),
    &Wing { pivot_has_z: false },
    &Wing { pivot_has_z: true },
    &UniqueLoops,
    &NakedSubset(4),
    &Fish(4),
    &HiddenSubset { k: 4, direct: false },
    &StrongLinks(3),
    &AlsWing(3),
    &Bug,
    &StrongLinks(4),
    &AlsWing(4),
    &AlignedExclusion(2),
    &AlsWing(5),
    &ForcingChains,
    &AlsWing(6),
    &AlignedExclusion(3),
    &MultipleChains::Nishio,
    &MultipleChains::Static,
    &MultipleChains::Dynamic,
    &MultipleChains::DynamicPlus,
    &MultipleChains::NestedForcing,
    &MultipleChains::NestedMultiple,
    &MultipleChains::NestedDynamic(0),
    &MultipleChains::NestedDynamic(1),
    &MultipleChains::NestedDynamic(2),
    &MultipleChains::NestedDynamic(3),
];

/// The next step in a position: of the first technique that finds one.
pub(super) fn next_step(marks: &Marks, memory: &mut StepMemory) -> Option<Step> {
    LADDER.iter().enumerate().find_map(|(index, technique)| {
        memory.unseen = memory.all_unseen[index];
        let step = technique.find(marks, memory);
        memory.all_unseen[index] = memory.unseen;
        step
    })
}

/// Carries out a step.
pub(super) fn apply(marks: &mut Marks, step: &Step) {
    for digit in (0..9).filter(|&digit| !step.struck[digit].is_empty()) {
        for cell in bits(step.struck[digit].bits()) {
            marks.eliminate(cell, 1 << digit);
        }
    }
    if let Some((cell, digit)) = step.placed {
        marks.set_digit(cell.index(), digit.index());
    }
}
