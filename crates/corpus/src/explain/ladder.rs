//! The ladder: all techniques, in the order of trial.

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
    wanted::Wanted,
    wings::wing,
};
use crate::marks::{DirtySet, Marks};
use batchdoku_base::bits;

/// The memory that the techniques work on, allocated once.
///
/// A technique that has found nothing in a house (or for a digit) finds nothing there until the house changes. So each
/// technique has a list of what has changed since it last looked, and removes each house and digit where it finds
/// nothing.
#[derive(Debug)]
pub(super) struct StepMemory {
    pub(super) chains: ChainMemory,
    /// The houses and digits that each technique must look at.
    dirty: [DirtySet; LADDER.len()],
}

impl Default for StepMemory {
    fn default() -> Self {
        Self { chains: ChainMemory::default(), dirty: [DirtySet::ALL; LADDER.len()] }
    }
}

impl StepMemory {
    /// Starts with another puzzle: every technique must look at everything.
    pub(super) fn start(&mut self) {
        self.dirty.fill(DirtySet::ALL);
    }

    /// Adds changed houses and digits to the lists of all techniques.
    pub(super) fn mark(&mut self, changed: DirtySet) {
        self.dirty.iter_mut().for_each(|dirty| dirty.merge(changed));
    }
}

/// The techniques that are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ladder {
    /// The techniques of Sudoku Explainer: the ratings of the steps are ER.
    #[default]
    Er,
    /// All techniques.
    Full,
}

/// Finds the first step of a technique in a position: the lowest rating first, then the order of houses, cells and
/// digits. If every step is wanted, adds all steps to the list and returns `None`.
type FindStep = fn(&Marks, &mut DirtySet, &mut ChainMemory, &mut Wanted) -> Option<Step>;

pub(super) struct TechniqueEntry {
    /// The lowest rating of its steps.
    pub(super) min_er: Er,
    /// The techniques of its steps.
    pub(super) kinds: &'static [StepKind],
    pub(super) find: FindStep,
    /// True if Sudoku Explainer has the technique, too.
    is_er: bool,
    /// True if the technique finds all of its steps when every step is wanted; false if it finds only the first.
    pub(super) lists: bool,
}

impl TechniqueEntry {
    /// Returns whether a ladder has this entry.
    fn is_on(&self, ladder: Ladder) -> bool {
        self.is_er || ladder == Ladder::Full
    }

    /// Returns whether a ladder has this entry, and the entry finds steps of `kind`.
    pub(super) fn has(&self, kind: StepKind, ladder: Ladder) -> bool {
        self.is_on(ladder) && self.kinds.contains(&kind)
    }

    /// Returns whether all of its techniques are barred.
    fn is_barred(&self, barred: Kinds) -> bool {
        !barred.is_empty() && self.kinds.iter().all(|&kind| barred.contains(kind))
    }
}

/// The techniques that an explainer uses: a ladder up to some entry, without barred techniques.
#[derive(Clone, Copy, Debug)]
pub(super) struct TechniqueSelection {
    ladder: Ladder,
    barred: Kinds,
    /// The number of entries at the start of [`LADDER`] that may be used.
    count: usize,
}

impl Default for TechniqueSelection {
    fn default() -> Self {
        Ladder::default().into()
    }
}

impl From<Ladder> for TechniqueSelection {
    fn from(ladder: Ladder) -> Self {
        Self { ladder, barred: Kinds::NONE, count: LADDER.len() }
    }
}

impl TechniqueSelection {
    /// Returns the techniques of a ladder without `barred`, up to the last entry that has `last`.
    pub(super) fn without(ladder: Ladder, barred: Kinds, last: Option<StepKind>) -> Self {
        let last_entry =
            last.and_then(|last| LADDER.iter().rposition(|entry| entry.has(last, ladder)));
        let count = last_entry.map_or(LADDER.len(), |entry| entry + 1);
        Self { ladder, barred, count }
    }

    /// Finds a step of one technique in a position.
    pub(super) fn find(
        self,
        kind: StepKind,
        marks: &Marks,
        memory: &mut StepMemory,
    ) -> Option<Step> {
        memory.chains.barred = Kinds::of(|other| other != kind);
        let mut entries = LADDER.iter().filter(|entry| entry.has(kind, self.ladder));
        entries.find_map(|entry| {
            let step =
                (entry.find)(marks, &mut { DirtySet::ALL }, &mut memory.chains, &mut Wanted::First);
            step.filter(|step| step.kind == kind)
        })
    }

    /// Returns whether a technique is used.
    pub(super) fn have(&self, kind: StepKind) -> bool {
        !self.barred.contains(kind)
            && LADDER[..self.count].iter().any(|entry| entry.has(kind, self.ladder))
    }

    /// Returns the entries that are used, in their order.
    pub(super) fn entries(self) -> impl Iterator<Item = &'static TechniqueEntry> {
        let Self { ladder, barred, count } = self;
        let entries = LADDER[..count].iter();
        entries.filter(move |entry| entry.is_on(ladder) && !entry.is_barred(barred))
    }

    /// Returns the techniques that are left out.
    pub(super) fn barred(self) -> Kinds {
        self.barred
    }

    /// Returns whether the selection is exactly the techniques of Sudoku Explainer, so that paths have its ratings.
    pub(super) fn are_of_er(&self) -> bool {
        self.ladder == Ladder::Er && self.barred == Kinds::NONE && self.count == LADDER.len()
    }
}

/// Defines a technique of Sudoku Explainer.
const fn er(tenths: u8, kinds: &'static [StepKind], find: FindStep) -> TechniqueEntry {
    TechniqueEntry { min_er: Er::from_tenths(tenths), kinds, find, is_er: true, lists: true }
}

/// Defines a technique that Sudoku Explainer does not have.
const fn extra(tenths: u8, kinds: &'static [StepKind], find: FindStep) -> TechniqueEntry {
    TechniqueEntry { min_er: Er::from_tenths(tenths), kinds, find, is_er: false, lists: true }
}

impl TechniqueEntry {
    /// Marks an entry that finds only its first step.
    const fn of_first_step(self) -> Self {
        Self { lists: false, ..self }
    }
}

/// The techniques that all nets may have, at any nesting.
const NETS: &[StepKind] =
    &[K::CellForcingNet, K::RegionForcingNet, K::ContradictionForcingNet, K::DoubleForcingNet];

/// All techniques in the order of SukakuExplainer 1.18.1; techniques that it lacks are placed by their difficulty. The
/// ladder uses the first technique that finds a step, even if a later technique would find a step with a lower rating.
pub(super) const LADDER: &[TechniqueEntry] = &[
    er(10, &[K::FullHouse, K::HiddenSingle], |marks, _, _, wanted| hidden_single(marks, wanted)),
    er(17, &[K::DirectPointing, K::DirectClaiming], |marks, dirty, chains, wanted| {
        let allowed = chains.allowed();
        locked(marks, dirty, true, |step| allowed(step).and_then(|step| wanted.take(step)))
    }),
    er(20, &[K::DirectHiddenPair], |marks, dirty, _, wanted| {
        hidden_subset(marks, dirty, 2, true, |step| wanted.take(step))
    }),
    er(23, &[K::NakedSingle], |marks, _, _, wanted| naked_single(marks, wanted)),
    er(25, &[K::DirectHiddenTriple], |marks, dirty, _, wanted| {
        hidden_subset(marks, dirty, 3, true, |step| wanted.take(step))
    }),
    er(26, &[K::Pointing, K::Claiming], |marks, dirty, chains, wanted| {
        let allowed = chains.allowed();
        locked(marks, dirty, false, |step| allowed(step).and_then(|step| wanted.take(step)))
    }),
    er(30, &[K::NakedPair], |marks, dirty, _, wanted| {
        naked_subset(marks, dirty, 2, |step| wanted.take(step))
    }),
    er(32, &[K::XWing], |marks, dirty, _, wanted| fish(marks, dirty, 2, |step| wanted.take(step))),
    er(34, &[K::HiddenPair], |marks, dirty, _, wanted| {
        hidden_subset(marks, dirty, 2, false, |step| wanted.take(step))
    }),
    er(36, &[K::NakedTriple], |marks, dirty, _, wanted| {
        naked_subset(marks, dirty, 3, |step| wanted.take(step))
    }),
    er(38, &[K::Swordfish], |marks, dirty, _, wanted| {
        fish(marks, dirty, 3, |step| wanted.take(step))
    }),
    er(40, &[K::HiddenTriple], |marks, dirty, _, wanted| {
        hidden_subset(marks, dirty, 3, false, |step| wanted.take(step))
    }),
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
        |marks, dirty, chains, wanted| strong_links(marks, dirty, 2, chains.barred, wanted),
    ),
    er(42, &[K::XyWing], |marks, _, _, wanted| wing(marks, 2, wanted)),
    er(44, &[K::XyzWing], |marks, _, _, wanted| wing(marks, 3, wanted)),
    extra(44, &[K::WWing], |marks, _, _, wanted| w_wing(marks, wanted)),
    extra(45, &[K::RemotePair], |marks, _, _, wanted| remote_pair(marks, wanted)),
    er(45, &[K::UniqueRectangle, K::UniqueLoop], |marks, _, chains, wanted| {
        unique_loop(marks, chains.barred, wanted)
    }),
    extra(48, &[K::FinnedSwordfish, K::SashimiSwordfish], |marks, dirty, chains, wanted| {
        finned_fish(marks, dirty, 3, chains.barred, wanted)
    }),
    extra(49, &[K::SimpleColouring], |marks, dirty, _, wanted| {
        colouring(marks, dirty, StepKind::SimpleColouring, wanted)
    }),
    er(50, &[K::NakedQuad], |marks, dirty, _, wanted| {
        naked_subset(marks, dirty, 4, |step| wanted.take(step))
    }),
    er(52, &[K::Jellyfish], |marks, dirty, _, wanted| {
        fish(marks, dirty, 4, |step| wanted.take(step))
    }),
    extra(53, &[K::MultiColouring], |marks, dirty, _, wanted| {
        colouring(marks, dirty, StepKind::MultiColouring, wanted)
    }),
    er(54, &[K::HiddenQuad], |marks, dirty, _, wanted| {
        hidden_subset(marks, dirty, 4, false, |step| wanted.take(step))
    }),
    extra(54, &[K::FinnedJellyfish, K::SashimiJellyfish], |marks, dirty, chains, wanted| {
        finned_fish(marks, dirty, 4, chains.barred, wanted)
    }),
    er(54, &[K::ThreeStrongLinks, K::XLoop], |marks, dirty, chains, wanted| {
        strong_links(marks, dirty, 3, chains.barred, wanted)
    }),
    er(55, &[K::WxyzWing], |marks, dirty, _, wanted| als_wing(marks, dirty, 3, wanted)),
    er(56, &[K::BugPlusOne, K::Bug], |marks, _, _, wanted| {
        bug(marks).and_then(|step| wanted.take(step))
    })
    .of_first_step(),
    er(58, &[K::FourStrongLinks, K::XLoop], |marks, dirty, chains, wanted| {
        strong_links(marks, dirty, 4, chains.barred, wanted)
    }),
    extra(61, &[K::SueDeCoq], |marks, _, _, wanted| sue_de_coq(marks, wanted)),
    er(62, &[K::VwxyzWing], |marks, dirty, _, wanted| als_wing(marks, dirty, 4, wanted)),
    er(62, &[K::AlignedPairExclusion], |marks, dirty, _, wanted| {
        aligned_exclusion(marks, dirty, 2).and_then(|step| wanted.take(step))
    })
    .of_first_step(),
    er(66, &[K::UvwxyzWing], |marks, dirty, _, wanted| als_wing(marks, dirty, 5, wanted)),
    er(
        65,
        &[K::XCycle, K::YCycle, K::XChain, K::XyCycle, K::XyChain, K::Aic],
        |marks, _, chains, wanted| {
            let step = forcing_chain(marks, &mut chains.loops, chains.barred)?;
            wanted.take(step)
        },
    )
    .of_first_step(),
    extra(71, &[K::GroupedXChain, K::GroupedAic], |marks, _, chains, wanted| {
        grouped_chain(marks, chains.barred).and_then(|step| wanted.take(step))
    })
    .of_first_step(),
    er(75, &[K::TuvwxyzWing], |marks, dirty, _, wanted| als_wing(marks, dirty, 6, wanted)),
    extra(75, &[K::AlsXz], |marks, _, _, wanted| als_xz(marks, wanted)),
    extra(76, &[K::AlsXyWing], |marks, _, _, wanted| als_xy_wing(marks, wanted)),
    er(75, &[K::AlignedTripletExclusion], |marks, dirty, _, wanted| {
        aligned_exclusion(marks, dirty, 3).and_then(|step| wanted.take(step))
    })
    .of_first_step(),
    er(75, &[K::NishioForcingChain], |marks, dirty, chains, wanted| {
        nishio(marks, dirty, chains).and_then(|step| wanted.take(step))
    })
    .of_first_step(),
    er(80, &[K::CellForcingChain, K::RegionForcingChain], |marks, _, chains, wanted| {
        Static.find(marks, chains).and_then(|step| wanted.take(step))
    })
    .of_first_step(),
    er(85, NETS, |marks, _, chains, wanted| {
        Dynamic.find(marks, chains).and_then(|step| wanted.take(step))
    })
    .of_first_step(),
    er(90, NETS, |marks, _, chains, wanted| {
        DynamicPlus.find(marks, chains).and_then(|step| wanted.take(step))
    })
    .of_first_step(),
    er(95, NETS, |marks, _, chains, wanted| {
        NestedForcing.find(marks, chains).and_then(|step| wanted.take(step))
    })
    .of_first_step(),
    er(100, NETS, |marks, _, chains, wanted| {
        NestedMultiple.find(marks, chains).and_then(|step| wanted.take(step))
    })
    .of_first_step(),
    er(105, NETS, |marks, _, chains, wanted| {
        NestedDynamic(0).find(marks, chains).and_then(|step| wanted.take(step))
    })
    .of_first_step(),
    er(105, NETS, |marks, _, chains, wanted| {
        NestedDynamic(1).find(marks, chains).and_then(|step| wanted.take(step))
    })
    .of_first_step(),
    er(105, NETS, |marks, _, chains, wanted| {
        NestedDynamic(2).find(marks, chains).and_then(|step| wanted.take(step))
    })
    .of_first_step(),
    er(105, NETS, |marks, _, chains, wanted| {
        NestedDynamic(3).find(marks, chains).and_then(|step| wanted.take(step))
    })
    .of_first_step(),
];

/// Finds the next step in a position: the step of the first technique on the ladder that finds one. Stops at the last
/// technique that can be rated `most` or less. (Ratings do not rise along the whole ladder: ALS-XY-wings, 7.6, come
/// before techniques of 7.5.)
pub(super) fn next_step(
    techniques: TechniqueSelection,
    most: Er,
    marks: &Marks,
    memory: &mut StepMemory,
) -> Option<Step> {
    let TechniqueSelection { ladder, barred, count } = techniques;
    let last = LADDER[..count].iter().rposition(|entry| entry.min_er <= most)?;
    memory.chains.barred = barred;
    let entries = LADDER[..=last].iter().enumerate();
    let mut used = entries.filter(|(_, entry)| entry.is_on(ladder) && !entry.is_barred(barred));
    used.find_map(|(index, entry)| {
        let dirty = &mut memory.dirty[index];
        let step = (entry.find)(marks, dirty, &mut memory.chains, &mut Wanted::First);
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
