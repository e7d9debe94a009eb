//! The ladder: the techniques in the order in which they are tried, and the climb.

use super::{
    aligned_exclusion::aligned_exclusion,
    als_wing::als_wing,
    als_xy_wing::als_xy_wing,
    als_xz::als_xz,
    bug::bug,
    chains::{ChainMemory, MultipleChains, forcing_chain, grouped_chain},
    colouring::Colouring,
    finned_fish::finned_fish,
    locked::locked,
    remote_pair::remote_pair,
    singles::{hidden_single, naked_single},
    step::Step,
    strong_links::strong_links,
    subsets::{fish, hidden_subset, naked_subset},
    sue_de_coq::sue_de_coq,
    unique_loop::unique_loop,
    w_wing::w_wing,
    wings::wing,
};
use crate::marks::{Changes, Marks};
use batchdoku_base::bits;

/// The memory that the techniques work on, allocated once.
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

/// The techniques that are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ladder {
    /// Those of Sudoku Explainer: the ratings of the steps are ER.
    #[default]
    Er,
    /// All.
    Full,
}

/// Finds the first step of a technique in a position: the one of the lowest rating, and of these
/// the first in the order of houses, cells and digits.
type FindStep = fn(&Marks, &mut StepMemory) -> Option<Step>;

pub(super) struct Rung {
    pub(super) find: FindStep,
    /// True if Sudoku Explainer has it too.
    is_er: bool,
}

/// A technique of Sudoku Explainer.
const fn er(find: FindStep) -> Rung {
    Rung { find, is_er: true }
}

/// A technique that Sudoku Explainer does not have.
const fn more(find: FindStep) -> Rung {
    Rung { find, is_er: false }
}

/// Chains of a kind.
macro_rules! chains {
    ($kind:ident $(($levels:literal))?) => {
        er(|marks, memory| MultipleChains::$kind$(($levels))?.find(marks, &mut memory.chains))
    };
}

/// The techniques in the order of Sudoku Explainer (as SukakuExplainer 1.18.1 has it), and the others where
/// their difficulty places them. The first that finds a step is used; so a later one with a lower rating
/// waits.
pub(super) const LADDER: &[Rung] = &[
    er(|marks, _| hidden_single(marks)),
    er(|marks, memory| locked(marks, &mut memory.unseen, true, Some)),
    er(|marks, memory| hidden_subset(marks, &mut memory.unseen, 2, true, Some)),
    er(|marks, _| naked_single(marks)),
    er(|marks, memory| hidden_subset(marks, &mut memory.unseen, 3, true, Some)),
    er(|marks, memory| locked(marks, &mut memory.unseen, false, Some)),
    er(|marks, memory| naked_subset(marks, &mut memory.unseen, 2, Some)),
    er(|marks, memory| fish(marks, &mut memory.unseen, 2, Some)),
    er(|marks, memory| hidden_subset(marks, &mut memory.unseen, 2, false, Some)),
    er(|marks, memory| naked_subset(marks, &mut memory.unseen, 3, Some)),
    er(|marks, memory| fish(marks, &mut memory.unseen, 3, Some)),
    er(|marks, memory| hidden_subset(marks, &mut memory.unseen, 3, false, Some)),
    er(|marks, memory| strong_links(marks, &mut memory.unseen, 2)),
    er(|marks, _| wing(marks, 2)),
    er(|marks, _| wing(marks, 3)),
    more(|marks, _| w_wing(marks)),
    more(|marks, _| remote_pair(marks)),
    er(|marks, _| unique_loop(marks)),
    more(|marks, memory| finned_fish(marks, &mut memory.unseen, 3)),
    more(|marks, memory| Colouring::Simple.find(marks, &mut memory.unseen)),
    er(|marks, memory| naked_subset(marks, &mut memory.unseen, 4, Some)),
    er(|marks, memory| fish(marks, &mut memory.unseen, 4, Some)),
    more(|marks, memory| Colouring::Multi.find(marks, &mut memory.unseen)),
    er(|marks, memory| hidden_subset(marks, &mut memory.unseen, 4, false, Some)),
    more(|marks, memory| finned_fish(marks, &mut memory.unseen, 4)),
    er(|marks, memory| strong_links(marks, &mut memory.unseen, 3)),
    er(|marks, _| als_wing(marks, 3)),
    er(|marks, _| bug(marks)),
    er(|marks, memory| strong_links(marks, &mut memory.unseen, 4)),
    more(|marks, _| sue_de_coq(marks)),
    er(|marks, _| als_wing(marks, 4)),
    er(|marks, _| aligned_exclusion(marks, 2)),
    er(|marks, _| als_wing(marks, 5)),
    er(|marks, memory| forcing_chain(marks, &mut memory.chains.loops)),
    more(|marks, _| grouped_chain(marks)),
    er(|marks, _| als_wing(marks, 6)),
    more(|marks, _| als_xz(marks)),
    more(|marks, _| als_xy_wing(marks)),
    er(|marks, _| aligned_exclusion(marks, 3)),
    chains!(Nishio),
    chains!(Static),
    chains!(Dynamic),
    chains!(DynamicPlus),
    chains!(NestedForcing),
    chains!(NestedMultiple),
    chains!(NestedDynamic(0)),
    chains!(NestedDynamic(1)),
    chains!(NestedDynamic(2)),
    chains!(NestedDynamic(3)),
];

/// The next step in a position: of the first technique of the ladder that finds one.
pub(super) fn next_step(ladder: Ladder, marks: &Marks, memory: &mut StepMemory) -> Option<Step> {
    let rungs = LADDER.iter().enumerate().filter(|(_, rung)| rung.is_er || ladder == Ladder::Full);
    rungs.into_iter().find_map(|(index, rung)| {
        memory.unseen = memory.all_unseen[index];
        let step = (rung.find)(marks, memory);
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
