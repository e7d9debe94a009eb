//! The ladder: the techniques in the order in which they are tried, and the climb.

use super::{
    aligned_exclusion::aligned_exclusion,
    als_wing::als_wing,
    als_xy_wing::als_xy_wing,
    als_xz::als_xz,
    bug::bug,
    chains::{ChainMemory, MultipleChains::*, forcing_chain, grouped_chain, nishio},
    colouring::colouring,
    finned_fish::finned_fish,
    locked::locked,
    remote_pair::remote_pair,
    singles::{hidden_single, naked_single},
    step::{Er, Step, StepKind},
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
    /// The list of each technique.
    unseen: [Changes; LADDER.len()],
}

impl Default for StepMemory {
    fn default() -> Self {
        Self { chains: ChainMemory::default(), unseen: [Changes::ALL; LADDER.len()] }
    }
}

impl StepMemory {
    /// Another puzzle: no technique has seen anything.
    pub(super) fn start(&mut self) {
        self.unseen.fill(Changes::ALL);
    }

    /// Some houses and digits have changed.
    pub(super) fn note(&mut self, changes: Changes) {
        self.unseen.iter_mut().for_each(|unseen| unseen.merge(changes));
    }
}

/// The techniques that are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ladder {
    /// The techniques of Sudoku Explainer: the ratings of the steps are ER.
    #[default]
    Er,
    /// All.
    Full,
}

/// Finds the first step of a technique in a position: the one of the lowest rating, and of these
/// the first in the order of houses, cells and digits.
type FindStep = fn(&Marks, &mut Changes, &mut ChainMemory) -> Option<Step>;

pub(super) struct Rung {
    /// The lowest rating of its steps.
    least: Er,
    pub(super) find: FindStep,
    /// True if Sudoku Explainer has it too.
    is_er: bool,
}

/// Defines a technique of Sudoku Explainer.
const fn er(least: u8, find: FindStep) -> Rung {
    Rung { least: Er::from_tenths(least), find, is_er: true }
}

/// Defines a technique that Sudoku Explainer does not have.
const fn more(least: u8, find: FindStep) -> Rung {
    Rung { least: Er::from_tenths(least), find, is_er: false }
}

/// The techniques in the order of Sudoku Explainer (as SukakuExplainer 1.18.1 has it), and the others where
/// their difficulty places them. The first that finds a step is used; so a later one with a lower rating
/// waits.
pub(super) const LADDER: &[Rung] = &[
    er(10, |marks, _, _| hidden_single(marks)),
    er(17, |marks, unseen, _| locked(marks, unseen, true, Some)),
    er(20, |marks, unseen, _| hidden_subset(marks, unseen, 2, true, Some)),
    er(23, |marks, _, _| naked_single(marks)),
    er(25, |marks, unseen, _| hidden_subset(marks, unseen, 3, true, Some)),
    er(26, |marks, unseen, _| locked(marks, unseen, false, Some)),
    er(30, |marks, unseen, _| naked_subset(marks, unseen, 2, Some)),
    er(32, |marks, unseen, _| fish(marks, unseen, 2, Some)),
    er(34, |marks, unseen, _| hidden_subset(marks, unseen, 2, false, Some)),
    er(36, |marks, unseen, _| naked_subset(marks, unseen, 3, Some)),
    er(38, |marks, unseen, _| fish(marks, unseen, 3, Some)),
    er(40, |marks, unseen, _| hidden_subset(marks, unseen, 3, false, Some)),
    er(40, |marks, unseen, _| strong_links(marks, unseen, 2)),
    er(42, |marks, _, _| wing(marks, 2)),
    er(44, |marks, _, _| wing(marks, 3)),
    more(44, |marks, _, _| w_wing(marks)),
    more(45, |marks, _, _| remote_pair(marks)),
    er(45, |marks, _, _| unique_loop(marks)),
    more(48, |marks, unseen, _| finned_fish(marks, unseen, 3)),
    more(49, |marks, unseen, _| colouring(marks, unseen, StepKind::SimpleColouring)),
    er(50, |marks, unseen, _| naked_subset(marks, unseen, 4, Some)),
    er(52, |marks, unseen, _| fish(marks, unseen, 4, Some)),
    more(53, |marks, unseen, _| colouring(marks, unseen, StepKind::MultiColouring)),
    er(54, |marks, unseen, _| hidden_subset(marks, unseen, 4, false, Some)),
    more(54, |marks, unseen, _| finned_fish(marks, unseen, 4)),
    er(54, |marks, unseen, _| strong_links(marks, unseen, 3)),
    er(55, |marks, _, _| als_wing(marks, 3)),
    er(56, |marks, _, _| bug(marks)),
    er(58, |marks, unseen, _| strong_links(marks, unseen, 4)),
    more(61, |marks, _, _| sue_de_coq(marks)),
    er(62, |marks, _, _| als_wing(marks, 4)),
    er(62, |marks, unseen, _| aligned_exclusion(marks, unseen, 2)),
    er(66, |marks, _, _| als_wing(marks, 5)),
    er(65, |marks, _, chains| forcing_chain(marks, &mut chains.loops)),
    more(71, |marks, _, _| grouped_chain(marks)),
    er(75, |marks, _, _| als_wing(marks, 6)),
    more(75, |marks, _, _| als_xz(marks)),
    more(76, |marks, _, _| als_xy_wing(marks)),
    er(75, |marks, unseen, _| aligned_exclusion(marks, unseen, 3)),
    er(75, nishio),
    er(80, |marks, _, chains| Static.find(marks, chains)),
    er(85, |marks, _, chains| Dynamic.find(marks, chains)),
    er(90, |marks, _, chains| DynamicPlus.find(marks, chains)),
    er(95, |marks, _, chains| NestedForcing.find(marks, chains)),
    er(100, |marks, _, chains| NestedMultiple.find(marks, chains)),
    er(105, |marks, _, chains| NestedDynamic(0).find(marks, chains)),
    er(105, |marks, _, chains| NestedDynamic(1).find(marks, chains)),
    er(105, |marks, _, chains| NestedDynamic(2).find(marks, chains)),
    er(105, |marks, _, chains| NestedDynamic(3).find(marks, chains)),
];

/// Finds the next step in a position: of the first technique of the ladder that finds one. Techniques are not tried
/// from the first on whose ratings, and all later ones, are above `most`.
pub(super) fn next_step(
    ladder: Ladder,
    most: Er,
    marks: &Marks,
    memory: &mut StepMemory,
) -> Option<Step> {
    let last = LADDER.iter().rposition(|rung| rung.least <= most)?;
    let rungs = LADDER[..=last].iter().enumerate();
    let mut rungs = rungs.filter(|(_, rung)| rung.is_er || ladder == Ladder::Full);
    rungs
        .find_map(|(index, rung)| (rung.find)(marks, &mut memory.unseen[index], &mut memory.chains))
}

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
