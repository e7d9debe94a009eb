//! A solver that works as people do: in rounds, each by the easiest technique that applies.
//!
//! A round takes the first technique in the order of [`Technique`] that makes progress, finds *all*
//! of its instances in the current position, and applies them together. Each instance that places a
//! digit or eliminates a candidate is one step. The result does not depend on the order of cells, houses and digits, so
//! equivalent puzzles have the same rating.

use super::technique::{Steps, Technique};
use super::{locked, singles, subsets, wings};
use crate::marks::{DirtySet, Marks};
use batchdoku_engine::grid::Grid;

/// Applies the techniques to any puzzle until it is solved or no technique makes progress. Every step holds in every
/// solution. So if the techniques solve the puzzle, it has no other solution; if they get stuck, it may have any
/// number.
///
/// Returns the hardest technique used ([`Technique::Search`] if the other techniques do not solve the puzzle, `None` if
/// it has no empty cell), and the number of steps of each technique, up to the point where only a search makes
/// progress.
pub(super) fn hardest_technique(puzzle: &Grid) -> (Option<Technique>, Steps) {
    let mut solver = TechniqueSolver::new(Marks::new(puzzle));
    let mut hardest = None;
    let mut all = Steps::default();
    while let Some((technique, steps)) = solver.round() {
        hardest = hardest.max(Some(technique));
        all.add(technique, steps);
    }
    if !solver.marks.solution().is_complete() {
        hardest = Some(Technique::Search);
    }
    (hardest, all)
}

/// A position, with the houses and digits that have changed since each technique last examined them.
///
/// A house (or digit) that yielded nothing and has not changed since will yield nothing.
pub struct TechniqueSolver {
    pub(crate) marks: Marks,
    dirty: [DirtySet; Technique::ALL.len()],
    /// The techniques in use, as a mask.
    used: u16,
}

impl TechniqueSolver {
    pub(crate) fn new(marks: Marks) -> Self {
        Self::of(marks, |_| true)
    }

    /// Creates a solver that uses a technique if `is_used` returns true for it.
    pub(crate) fn of(marks: Marks, is_used: impl Fn(Technique) -> bool) -> Self {
        let used = Technique::ALL.into_iter().filter(|&technique| is_used(technique));
        let used = used.fold(0, |used, technique| used | 1 << technique as u16);
        Self { marks, dirty: [DirtySet::ALL; Technique::ALL.len()], used }
    }

    /// Applies all instances of the easiest technique that makes progress. Returns the technique and its number of
    /// steps.
    pub(crate) fn round(&mut self) -> Option<(Technique, u16)> {
        for technique in Technique::ALL {
            if self.used >> technique as u16 & 1 == 0 {
                continue;
            }
            let marks = &mut self.marks;
            let dirty = &mut self.dirty[technique as usize];
            let DirtySet { houses, digits } = std::mem::replace(dirty, DirtySet::NONE);
            let steps = match technique {
                Technique::NakedSingle => singles::naked(marks),
                Technique::HiddenSingle => singles::hidden(marks),
                Technique::LockedCandidates => locked::locked_candidates(marks, houses),
                Technique::NakedPair => subsets::naked(marks, houses, 2),
                Technique::HiddenPair => subsets::hidden(marks, houses, 2),
                Technique::NakedTriple => subsets::naked(marks, houses, 3),
                Technique::HiddenTriple => subsets::hidden(marks, houses, 3),
                Technique::XWing => subsets::fish(marks, digits, 2),
                Technique::Swordfish => subsets::fish(marks, digits, 3),
                Technique::XyWing => wings::wings(marks, 2),
                Technique::XyzWing => wings::wings(marks, 3),
                Technique::NakedQuad => subsets::naked(marks, houses, 4),
                Technique::HiddenQuad => subsets::hidden(marks, houses, 4),
                Technique::Jellyfish => subsets::fish(marks, digits, 4),
                Technique::Search => 0,
            };
            if steps > 0 {
                marks.eliminate_struck();
                let changed = marks.take_dirty();
                self.mark(changed);
                return Some((technique, steps));
            }
        }
        None
    }

    /// Adds changed houses and digits to the list of each technique.
    pub(crate) fn mark(&mut self, changed: DirtySet) {
        self.dirty.iter_mut().for_each(|dirty| dirty.merge(changed));
    }
}
