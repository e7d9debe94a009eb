//! The solver that works as people do, and the grade that comes of it.

use super::technique::{Steps, Technique};
use super::{
    locked,
    marks::{Changes, Marks},
    singles, subsets, wings,
};
use crate::grid::Grid;

/// What it takes to solve a puzzle without guessing: see [`Grade::of`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grade {
    /// The hardest technique needed; [`Technique::Search`] if none of the others suffices, `None`
    /// if the puzzle is complete.
    pub hardest: Option<Technique>,
    /// The steps of each technique, up to the point where a search has to go on.
    pub steps: Steps,
}

impl Grade {
    /// Grades a puzzle that is known to have exactly one solution. For any other the result means
    /// nothing.
    ///
    /// The solver works in rounds. A round takes the first technique in the order of [`Technique`]
    /// that gets anywhere in the present position, finds *all* of its instances in that position,
    /// and carries them out together. Each instance that places a digit or takes away a candidate
    /// is one step. The grade therefore depends on no order of cells, houses or digits: puzzles
    /// that are equivalent (by relabelling, transposing, permuting) have the same grade.
    ///
    /// ```
    /// use batchdoku::{Grid, corpus::rate::{Grade, Technique}};
    /// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// let grade = Grade::of(&line.parse::<Grid>()?);
    /// assert_eq!(grade.hardest, Some(Technique::NakedSingle));
    /// assert_eq!(grade.steps[Technique::NakedSingle], 51);
    /// # Ok::<(), batchdoku::GridError>(())
    /// ```
    pub fn of(puzzle: &Grid) -> Self {
        let mut solver = TechniqueSolver::new(Marks::new(puzzle));
        let mut grade = Self { hardest: None, steps: Steps::default() };
        while solver.marks.unsolved > 0 {
            let Some((technique, steps)) = solver.round() else {
                grade.hardest = Some(Technique::Search);
                break;
            };
            grade.hardest = grade.hardest.max(Some(technique));
            grade.steps.add(technique, steps);
        }
        grade
    }
}

/// A position, and what each technique has not yet looked at in it.
///
/// Where nothing followed from a house (or a digit) and it hasn't changed since, nothing will.
pub(super) struct TechniqueSolver {
    pub(super) marks: Marks,
    unseen: [Changes; Technique::ALL.len()],
}

impl TechniqueSolver {
    pub(super) fn new(marks: Marks) -> Self {
        Self { marks, unseen: [Changes::ALL; Technique::ALL.len()] }
    }

    /// Carries out all instances of the easiest technique that gets anywhere: which, how many.
    pub(super) fn round(&mut self) -> Option<(Technique, u16)> {
        for technique in Technique::ALL {
            let marks = &mut self.marks;
            let unseen = &mut self.unseen[technique as usize];
            let Changes { houses, digits } = std::mem::replace(unseen, Changes::NONE);
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
                Technique::XyWing => wings::xy(marks),
                Technique::XyzWing => wings::xyz(marks),
                Technique::NakedQuad => subsets::naked(marks, houses, 4),
                Technique::HiddenQuad => subsets::hidden(marks, houses, 4),
                Technique::Jellyfish => subsets::fish(marks, digits, 4),
                Technique::Search => 0,
            };
            if steps > 0 {
                marks.eliminate_struck();
                let changes = marks.take_changes();
                self.unseen.iter_mut().for_each(|unseen| unseen.merge(changes));
                return Some((technique, steps));
            }
        }
        None
    }
}
