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
use crate::{bits::bits, corpus::marks::Marks};

/// What the techniques work on, allocated once.
#[derive(Debug, Default)]
pub(super) struct StepMemory {
    pub(super) chains: ChainMemory,
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
    LADDER.iter().find_map(|technique| technique.find(marks, memory))
}

/// Carries out a step.
pub(super) fn apply(marks: &mut Marks, step: &Step) {
    for digit in 0..9 {
        for cell in bits(step.struck[digit].bits()) {
            marks.eliminate(cell, 1 << digit);
        }
    }
    if let Some((cell, digit)) = step.placed {
        marks.set_digit(cell.index(), digit.index());
    }
}
