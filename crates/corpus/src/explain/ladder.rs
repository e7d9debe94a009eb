//! The ladder: the techniques in the order in which they are tried, and the climb.

use super::{
    aligned_exclusion::aligned_exclusion,
    als_wing::als_wing,
    als_xy_wing::als_xy_wing,
    als_xz::als_xz,
    bug::bug,
    chains::{ChainMemory, MultipleChains::*, forcing_chain, grouped_chain},
    colouring::Colouring,
    finned_fish::finned_fish,
    locked::locked,
    remote_pair::remote_pair,
    singles::{hidden_single, naked_single},
    step::{Er, Step},
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
    /// The lowest rating of its steps.
    least: Er,
    pub(super) find: FindStep,
    /// True if Sudoku Explainer has it too.
    is_er: bool,
}

/// A technique of Sudoku Explainer.
const fn er(least: u8, find: FindStep) -> Rung {
    Rung { least: Er::from_tenths(least), find, is_er: true }
}

/// A technique that Sudoku Explainer does not have.
const fn more(least: u8, find: FindStep) -> Rung {
    Rung { least: Er::from_tenths(least), find, is_er: false }
}

/// The techniques in the order of Sudoku Explainer (as SukakuExplainer 1.18.1 has it), and the others where
/// their difficulty places them. The first that finds a step is used; so a later one with a lower rating
/// waits.
pub(super) const LADDER: &[Rung] = &[
    er(10, |marks, _| hidden_single(marks)),
    er(17, |marks, memory| locked(marks, &mut memory.unseen, true, Some)),
    er(20, |marks, memory| hidden_subset(marks, &mut memory.unseen, 2, true, Some)),
    er(23, |marks, _| naked_single(marks)),
    er(25, |marks, memory| hidden_subset(marks, &mut memory.unseen, 3, true, Some)),
    er(26, |marks, memory| locked(marks, &mut memory.unseen, false, Some)),
    er(30, |marks, memory| naked_subset(marks, &mut memory.unseen, 2, Some)),
    er(32, |marks, memory| fish(marks, &mut memory.unseen, 2, Some)),
    er(34, |marks, memory| hidden_subset(marks, &mut memory.unseen, 2, false, Some)),
    er(36, |marks, memory| naked_subset(marks, &mut memory.unseen, 3, Some)),
    er(38, |marks, memory| fish(marks, &mut memory.unseen, 3, Some)),
    er(40, |marks, memory| hidden_subset(marks, &mut memory.unseen, 3, false, Some)),
    er(40, |marks, memory| strong_links(marks, &mut memory.unseen, 2)),
    er(42, |marks, _| wing(marks, 2)),
    er(44, |marks, _| wing(marks, 3)),
    more(44, |marks, _| w_wing(marks)),
    more(45, |marks, _| remote_pair(marks)),
    er(45, |marks, _| unique_loop(marks)),
    more(48, |marks, memory| finned_fish(marks, &mut memory.unseen, 3)),
    more(49, |marks, memory| Colouring::Simple.find(marks, &mut memory.unseen)),
    er(50, |marks, memory| naked_subset(marks, &mut memory.unseen, 4, Some)),
    er(52, |marks, memory| fish(marks, &mut memory.unseen, 4, Some)),
    more(53, |marks, memory| Colouring::Multi.find(marks, &mut memory.unseen)),
    er(54, |marks, memory| hidden_subset(marks, &mut memory.unseen, 4, false, Some)),
    more(54, |marks, memory| finned_fish(marks, &mut memory.unseen, 4)),
    er(54, |marks, memory| strong_links(marks, &mut memory.unseen, 3)),
    er(55, |marks, _| als_wing(marks, 3)),
    er(56, |marks, _| bug(marks)),
    er(58, |marks, memory| strong_links(marks, &mut memory.unseen, 4)),
    more(61, |marks, _| sue_de_coq(marks)),
    er(62, |marks, _| als_wing(marks, 4)),
    er(62, |marks, _| aligned_exclusion(marks, 2)),
    er(66, |marks, _| als_wing(marks, 5)),
    er(65, |marks, memory| forcing_chain(marks, &mut memory.chains.loops)),
    more(71, |marks, _| grouped_chain(marks)),
    er(75, |marks, _| als_wing(marks, 6)),
    more(75, |marks, _| als_xz(marks)),
    more(76, |marks, _| als_xy_wing(marks)),
    er(75, |marks, _| aligned_exclusion(marks, 3)),
    er(75, |marks, memory| Nishio.find(marks, &mut memory.chains)),
    er(80, |marks, memory| Static.find(marks, &mut memory.chains)),
    er(85, |marks, memory| Dynamic.find(marks, &mut memory.chains)),
    er(90, |marks, memory| DynamicPlus.find(marks, &mut memory.chains)),
    er(95, |marks, memory| NestedForcing.find(marks, &mut memory.chains)),
    er(100, |marks, memory| NestedMultiple.find(marks, &mut memory.chains)),
    er(105, |marks, memory| NestedDynamic(0).find(marks, &mut memory.chains)),
    er(105, |marks, memory| NestedDynamic(1).find(marks, &mut memory.chains)),
    er(105, |marks, memory| NestedDynamic(2).find(marks, &mut memory.chains)),
    er(105, |marks, memory| NestedDynamic(3).find(marks, &mut memory.chains)),
];

/// Finds the next step in a position: of the first technique of the ladder that finds one. Those from which on all
/// ratings are above `most` are not tried.
pub(super) fn next_step(
    ladder: Ladder,
    most: Er,
    marks: &Marks,
    memory: &mut StepMemory,
) -> Option<Step> {
    let last = LADDER.iter().rposition(|rung| rung.least <= most)?;
    let rungs = LADDER[..=last].iter().enumerate();
    let mut rungs = rungs.filter(|(_, rung)| rung.is_er || ladder == Ladder::Full);
    rungs.find_map(|(index, rung)| {
        memory.unseen = memory.all_unseen[index];
        let step = (rung.find)(marks, memory);
        memory.all_unseen[index] = memory.unseen;
        step
    })
}

/// Carries out a step.
pub(super) fn apply(marks: &mut Marks, step: &Step) {
    if !step.only_places() {
        for (digit, cells) in step.struck.iter().enumerate() {
            bits(cells.bits()).for_each(|cell| marks.eliminate(cell, 1 << digit));
        }
    }
    if let Some((cell, digit)) = step.placed {
        marks.set_digit(cell.index(), digit.index());
    }
}
