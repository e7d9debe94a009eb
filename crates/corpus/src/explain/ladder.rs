//! The ladder: the techniques in the order in which they are tried, and the climb.

use super::{
    aligned_exclusion::AlignedExclusion,
    als_wing::AlsWing,
    als_xy_wing::AlsXyWing,
    als_xz::AlsXz,
    bug::Bug,
    chains::{ChainMemory, ForcingChains, GroupedChains, MultipleChains},
    colouring::Colouring,
    finned_fish::FinnedFish,
    locked::Locked,
    remote_pair::RemotePair,
    singles::{HiddenSingle, NakedSingle},
    step::Step,
    strong_links::StrongLinks,
    subsets::{Fish, HiddenSubset, NakedSubset},
    sue_de_coq::SueDeCoq,
    unique_loop::UniqueLoops,
    w_wing::WWing,
    wings::Wing,
};
use crate::marks::{Changes, Marks};
use batchdoku_base::bits;

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

/// Which techniques are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ladder {
    /// Those of Sudoku Explainer: the ratings of the steps are ER.
    #[default]
    Er,
    /// All.
    Full,
}

/// A technique, and whether Sudoku Explainer has it too.
pub(super) struct Rung {
    technique: &'static dyn StepFinder,
    is_er: bool,
}

#[cfg(test)]
impl Rung {
    /// Its technique.
    pub(super) fn technique(&self) -> &'static dyn StepFinder {
        self.technique
    }
}

/// A technique of Sudoku Explainer.
const fn er(technique: &'static dyn StepFinder) -> Rung {
    Rung { technique, is_er: true }
}

/// A technique that Sudoku Explainer does not have.
const fn more(technique: &'static dyn StepFinder) -> Rung {
    Rung { technique, is_er: false }
}

/// The techniques in the order of Sudoku Explainer (as SukakuExplainer 1.18.1 has it), and the others where
/// their difficulty places them. The first that finds a step is used; so a later one with a lower rating
/// waits.
pub(super) const LADDER: &[Rung] = &[
    er(&HiddenSingle),
    er(&Locked { direct: true }),
    er(&HiddenSubset { k: 2, direct: true }),
    er(&NakedSingle),
    er(&HiddenSubset { k: 3, direct: true }),
    er(&Locked { direct: false }),
    er(&NakedSubset(2)),
    er(&Fish(2)),
    er(&HiddenSubset { k: 2, direct: false }),
    er(&NakedSubset(3)),
    er(&Fish(3)),
    er(&HiddenSubset { k: 3, direct: false }),
    er(&StrongLinks(2)),
    er(&Wing { pivot_has_z: false }),
    er(&Wing { pivot_has_z: true }),
    more(&WWing),
    more(&RemotePair),
    er(&UniqueLoops),
    more(&FinnedFish(3)),
    more(&Colouring::Simple),
    er(&NakedSubset(4)),
    er(&Fish(4)),
    more(&Colouring::Multi),
    er(&HiddenSubset { k: 4, direct: false }),
    more(&FinnedFish(4)),
    er(&StrongLinks(3)),
    er(&AlsWing(3)),
    er(&Bug),
    er(&StrongLinks(4)),
    more(&SueDeCoq),
    er(&AlsWing(4)),
    er(&AlignedExclusion(2)),
    er(&AlsWing(5)),
    er(&ForcingChains),
    more(&GroupedChains),
    er(&AlsWing(6)),
    more(&AlsXz),
    more(&AlsXyWing),
    er(&AlignedExclusion(3)),
    er(&MultipleChains::Nishio),
    er(&MultipleChains::Static),
    er(&MultipleChains::Dynamic),
    er(&MultipleChains::DynamicPlus),
    er(&MultipleChains::NestedForcing),
    er(&MultipleChains::NestedMultiple),
    er(&MultipleChains::NestedDynamic(0)),
    er(&MultipleChains::NestedDynamic(1)),
    er(&MultipleChains::NestedDynamic(2)),
    er(&MultipleChains::NestedDynamic(3)),
];

/// The next step in a position: of the first technique of the ladder that finds one.
pub(super) fn next_step(ladder: Ladder, marks: &Marks, memory: &mut StepMemory) -> Option<Step> {
    let rungs = LADDER.iter().enumerate().filter(|(_, rung)| rung.is_er || ladder == Ladder::Full);
    rungs.into_iter().find_map(|(index, rung)| {
        memory.unseen = memory.all_unseen[index];
        let step = rung.technique.find(marks, memory);
        memory.all_unseen[index] = memory.unseen;
        step
    })
}

/// Carries out a step.
pub(super) fn apply(marks: &mut Marks, step: &Step) {
    let struck = if step.only_places() { 0 } else { 9 };
    for digit in (0..struck).filter(|&digit| !step.struck[digit].is_empty()) {
        for cell in bits(step.struck[digit].bits()) {
            marks.eliminate(cell, 1 << digit);
        }
    }
    if let Some((cell, digit)) = step.placed {
        marks.set_digit(cell.index(), digit.index());
    }
}
