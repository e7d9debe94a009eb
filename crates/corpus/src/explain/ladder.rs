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
    kinds::Kinds,
    locked::locked,
    remote_pair::remote_pair,
    singles::{hidden_single, naked_single},
    step::{Er, Step, StepKind, StepKind as K},
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
    /// The techniques of its steps.
    kinds: &'static [StepKind],
    pub(super) find: FindStep,
    /// True if Sudoku Explainer has it too.
    is_er: bool,
}

impl Rung {
    /// Tells if a ladder has it, and it has steps of a technique.
    pub(super) fn has(&self, kind: StepKind, ladder: Ladder) -> bool {
        (self.is_er || ladder == Ladder::Full) && self.kinds.contains(&kind)
    }
}

/// The rungs that are used: those of a ladder up to one, without some techniques.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rungs {
    ladder: Ladder,
    barred: Kinds,
    /// The number of rungs, from the first.
    count: usize,
}

impl Default for Rungs {
    fn default() -> Self {
        Ladder::default().into()
    }
}

impl From<Ladder> for Rungs {
    fn from(ladder: Ladder) -> Self {
        Self { ladder, barred: Kinds::NONE, count: LADDER.len() }
    }
}

impl Rungs {
    /// Returns the rungs of a ladder without some techniques, up to those of one.
    pub(super) fn without(ladder: Ladder, barred: Kinds, last: Option<StepKind>) -> Self {
        let of_last = |last| LADDER.iter().rposition(|rung| rung.has(last, ladder));
        let count = last.and_then(of_last).map_or(LADDER.len(), |rung| rung + 1);
        Self { ladder, barred, count }
    }

    /// Tells if they are all rungs of Sudoku Explainer and no others, so that the ratings of paths are its own.
    pub(super) fn are_of_er(&self) -> bool {
        self.ladder == Ladder::Er && self.barred == Kinds::NONE && self.count == LADDER.len()
    }
}

/// Defines a technique of Sudoku Explainer.
const fn er(least: u8, kinds: &'static [StepKind], find: FindStep) -> Rung {
    Rung { least: Er::from_tenths(least), kinds, find, is_er: true }
}

/// Defines a technique that Sudoku Explainer does not have.
const fn more(least: u8, kinds: &'static [StepKind], find: FindStep) -> Rung {
    Rung { least: Er::from_tenths(least), kinds, find, is_er: false }
}

/// The techniques of all nets, whatever chains they have within them.
const NETS: &[StepKind] =
    &[K::CellForcingNet, K::RegionForcingNet, K::ContradictionForcingNet, K::DoubleForcingNet];

/// The techniques in the order of Sudoku Explainer (as SukakuExplainer 1.18.1 has it), and the others where
/// their difficulty places them. The first that finds a step is used; so a later one with a lower rating
/// waits.
pub(super) const LADDER: &[Rung] = &[
    er(10, &[K::FullHouse, K::HiddenSingle], |marks, _, _| hidden_single(marks)),
    er(17, &[K::DirectPointing, K::DirectClaiming], |marks, unseen, chains| {
        locked(marks, unseen, true, chains.allowed())
    }),
    er(20, &[K::DirectHiddenPair], |marks, unseen, _| hidden_subset(marks, unseen, 2, true, Some)),
    er(23, &[K::NakedSingle], |marks, _, _| naked_single(marks)),
    er(25, &[K::DirectHiddenTriple], |marks, unseen, _| {
        hidden_subset(marks, unseen, 3, true, Some)
    }),
    er(26, &[K::Pointing, K::Claiming], |marks, unseen, chains| {
        locked(marks, unseen, false, chains.allowed())
    }),
    er(30, &[K::NakedPair], |marks, unseen, _| naked_subset(marks, unseen, 2, Some)),
    er(32, &[K::XWing], |marks, unseen, _| fish(marks, unseen, 2, Some)),
    er(34, &[K::HiddenPair], |marks, unseen, _| hidden_subset(marks, unseen, 2, false, Some)),
    er(36, &[K::NakedTriple], |marks, unseen, _| naked_subset(marks, unseen, 3, Some)),
    er(38, &[K::Swordfish], |marks, unseen, _| fish(marks, unseen, 3, Some)),
    er(40, &[K::HiddenTriple], |marks, unseen, _| hidden_subset(marks, unseen, 3, false, Some)),
    er(
        40,
        &[
            K::Skyscraper,
            K::FinnedXWing,
            K::SashimiXWing,
            K::TwoStringKite,
            K::TurbotFish,
            K::EmptyRectangle,
            K::XLoop,
        ],
        |marks, unseen, chains| strong_links(marks, unseen, 2, chains.barred),
    ),
    er(42, &[K::XyWing], |marks, _, _| wing(marks, 2)),
    er(44, &[K::XyzWing], |marks, _, _| wing(marks, 3)),
    more(44, &[K::WWing], |marks, _, _| w_wing(marks)),
    more(45, &[K::RemotePair], |marks, _, _| remote_pair(marks)),
    er(45, &[K::UniqueRectangle, K::UniqueLoop], |marks, _, chains| {
        unique_loop(marks, chains.barred)
    }),
    more(48, &[K::FinnedSwordfish, K::SashimiSwordfish], |marks, unseen, chains| {
        finned_fish(marks, unseen, 3, chains.barred)
    }),
    more(49, &[K::SimpleColouring], |marks, unseen, _| {
        colouring(marks, unseen, StepKind::SimpleColouring)
    }),
    er(50, &[K::NakedQuad], |marks, unseen, _| naked_subset(marks, unseen, 4, Some)),
    er(52, &[K::Jellyfish], |marks, unseen, _| fish(marks, unseen, 4, Some)),
    more(53, &[K::MultiColouring], |marks, unseen, _| {
        colouring(marks, unseen, StepKind::MultiColouring)
    }),
    er(54, &[K::HiddenQuad], |marks, unseen, _| hidden_subset(marks, unseen, 4, false, Some)),
    more(54, &[K::FinnedJellyfish, K::SashimiJellyfish], |marks, unseen, chains| {
        finned_fish(marks, unseen, 4, chains.barred)
    }),
    er(54, &[K::ThreeStrongLinks, K::XLoop], |marks, unseen, chains| {
        strong_links(marks, unseen, 3, chains.barred)
    }),
    er(55, &[K::WxyzWing], |marks, _, _| als_wing(marks, 3)),
    er(56, &[K::BugPlusOne, K::Bug], |marks, _, _| bug(marks)),
    er(58, &[K::FourStrongLinks, K::XLoop], |marks, unseen, chains| {
        strong_links(marks, unseen, 4, chains.barred)
    }),
    more(61, &[K::SueDeCoq], |marks, _, _| sue_de_coq(marks)),
    er(62, &[K::VwxyzWing], |marks, _, _| als_wing(marks, 4)),
    er(62, &[K::AlignedPairExclusion], |marks, unseen, _| aligned_exclusion(marks, unseen, 2)),
    er(66, &[K::UvwxyzWing], |marks, _, _| als_wing(marks, 5)),
    er(
        65,
        &[K::XCycle, K::YCycle, K::XChain, K::XyCycle, K::XyChain, K::Aic],
        |marks, _, chains| forcing_chain(marks, &mut chains.loops, chains.barred),
    ),
    more(71, &[K::GroupedXChain, K::GroupedAic], |marks, _, chains| {
        grouped_chain(marks, chains.barred)
    }),
    er(75, &[K::TuvwxyzWing], |marks, _, _| als_wing(marks, 6)),
    more(75, &[K::AlsXz], |marks, _, _| als_xz(marks)),
    more(76, &[K::AlsXyWing], |marks, _, _| als_xy_wing(marks)),
    er(75, &[K::AlignedTripletExclusion], |marks, unseen, _| aligned_exclusion(marks, unseen, 3)),
    er(75, &[K::NishioForcingChain], nishio),
    er(80, &[K::CellForcingChain, K::RegionForcingChain], |marks, _, chains| {
        Static.find(marks, chains)
    }),
    er(85, NETS, |marks, _, chains| Dynamic.find(marks, chains)),
    er(90, NETS, |marks, _, chains| DynamicPlus.find(marks, chains)),
    er(95, NETS, |marks, _, chains| NestedForcing.find(marks, chains)),
    er(100, NETS, |marks, _, chains| NestedMultiple.find(marks, chains)),
    er(105, NETS, |marks, _, chains| NestedDynamic(0).find(marks, chains)),
    er(105, NETS, |marks, _, chains| NestedDynamic(1).find(marks, chains)),
    er(105, NETS, |marks, _, chains| NestedDynamic(2).find(marks, chains)),
    er(105, NETS, |marks, _, chains| NestedDynamic(3).find(marks, chains)),
];

/// Finds the next step in a position: of the first technique of the ladder that finds one. Techniques are not tried
/// from the first on whose ratings, and all later ones, are above `most`.
pub(super) fn next_step(
    rungs: Rungs,
    most: Er,
    marks: &Marks,
    memory: &mut StepMemory,
) -> Option<Step> {
    let Rungs { ladder, barred, count } = rungs;
    let last = LADDER[..count].iter().rposition(|rung| rung.least <= most)?;
    memory.chains.barred = barred;
    let is_used = |rung: &Rung| {
        (rung.is_er || ladder == Ladder::Full)
            && (barred.is_empty() || !rung.kinds.iter().all(|&kind| barred.contains(kind)))
    };
    let mut rungs = LADDER[..=last].iter().enumerate().filter(|(_, rung)| is_used(rung));
    rungs.find_map(|(index, rung)| {
        let step = (rung.find)(marks, &mut memory.unseen[index], &mut memory.chains);
        step.filter(|step| !barred.contains(step.kind))
    })
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
