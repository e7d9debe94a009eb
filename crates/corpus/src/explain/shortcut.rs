//! A shortcut: applies all steps of some techniques at once, to see how far the techniques lead at least.
//!
//! The ladder spends most of its time on the choice of the step that comes first: to find the shortest of a hundred
//! chains, it lists them all. It is faster to find out only that a puzzle can do without a technique. Here the
//! techniques of [`rate`](crate::rate) work in rounds. Where they get stuck, the closure of the links of the position
//! ([`Reach`](super::chains)) has every digit that some chain places or eliminates, without the chains.
//!
//! ```text
//!   fish, subsets, wings   one round each     a position that most puzzles do not get to
//!   all chains             one closure        <- some thousand instructions, not some hundred thousand
//!   all other techniques   not looked for
//! ```
//!
//! The generator finds puzzles for techniques above the chains, such as ALS-XZ, twice as fast with the shortcut. For
//! techniques below the chains, it gains hardly anything.
//!
//! The shortcut ends in a position that the ladder also reaches, or passes beyond: nearly always, because an earlier
//! step hardly ever makes a later step impossible. The ladder has the final decision.

use super::{
    chains::{LoopMemory, chained},
    ladder::TechniqueSelection,
    step::StepKind,
};
use crate::{
    marks::Marks,
    rate::{Technique, TechniqueSolver},
};
use batchdoku_engine::grid::{Cell, Digit};

impl Technique {
    /// Returns the technique of the ladder that this technique of `rate` depends on; `None` for a search.
    const fn on_ladder(self) -> Option<StepKind> {
        Some(match self {
            Self::NakedSingle => StepKind::NakedSingle,
            Self::HiddenSingle => StepKind::HiddenSingle,
            Self::LockedCandidates => StepKind::Claiming,
            Self::NakedPair => StepKind::NakedPair,
            Self::HiddenPair => StepKind::HiddenPair,
            Self::NakedTriple => StepKind::NakedTriple,
            Self::HiddenTriple => StepKind::HiddenTriple,
            Self::XWing => StepKind::XWing,
            Self::Swordfish => StepKind::Swordfish,
            Self::XyWing => StepKind::XyWing,
            Self::XyzWing => StepKind::XyzWing,
            Self::NakedQuad => StepKind::NakedQuad,
            Self::HiddenQuad => StepKind::HiddenQuad,
            Self::Jellyfish => StepKind::Jellyfish,
            Self::Search => return None,
        })
    }
}

/// The techniques that the closure replaces.
const CHAINS: [StepKind; 6] = [
    StepKind::XCycle,
    StepKind::YCycle,
    StepKind::XChain,
    StepKind::XyCycle,
    StepKind::XyChain,
    StepKind::Aic,
];

/// Applies steps of `techniques` until the position is solved or the shortcut finds no more. Returns the position.
pub(super) fn shortcut(
    marks: Marks,
    techniques: &TechniqueSelection,
    memory: &mut LoopMemory,
) -> Marks {
    let has_pointing = techniques.have(StepKind::Pointing);
    let mut solver = TechniqueSolver::of(marks, |technique| {
        // The ladder has two techniques for locked candidates, pointing and claiming, and `on_ladder` names only
        // claiming.
        let has_all = technique != Technique::LockedCandidates || has_pointing;
        technique.on_ladder().is_some_and(|kind| techniques.have(kind)) && has_all
    });
    let has_chains = CHAINS.into_iter().all(|kind| techniques.have(kind));
    loop {
        while solver.round().is_some() {}
        if !has_chains || solver.marks.solution().is_complete() {
            return solver.marks;
        }
        let mut place: Vec<(Cell, Digit)> = Vec::new();
        let mut eliminate: Vec<(Cell, Digit)> = Vec::new();
        chained(&solver.marks, memory, |cell, digit, holds| {
            if holds { &mut place } else { &mut eliminate }.push((cell, digit));
        });
        if place.is_empty() && eliminate.is_empty() {
            return solver.marks;
        }
        for (cell, digit) in eliminate {
            solver.marks.eliminate(cell.index(), 1 << digit.index());
        }
        for (cell, digit) in place {
            if solver.marks.cells[cell.index()] >> digit.index() & 1 == 1 {
                solver.marks.set_digit(cell.index(), digit.index());
            }
        }
        let dirty = solver.marks.take_dirty();
        solver.mark(dirty);
    }
}

#[cfg(test)]
mod tests {
    use super::{super::ladder::Ladder, *};
    use crate::explain::{TechniqueConditions, kinds::Kinds};
    use batchdoku_engine::grid::Grid;
    use batchdoku_testkit::{random_puzzle, rng, scaled, solution};

    /// Returns the position that the shortcut reaches with the ladder up to a technique.
    fn end(puzzle: &Grid, last: StepKind) -> Marks {
        let techniques =
            TechniqueSelection::without(Ladder::Full, Kinds::of(|kind| kind > last), Some(last));
        shortcut(Marks::new(puzzle), &techniques, &mut LoopMemory::default())
    }

    #[test]
    fn no_step_loses_the_solution() {
        let mut rng = rng(1);
        for _ in 0..scaled(300) {
            let puzzle = random_puzzle(&mut rng);
            let solution = solution(&puzzle);
            for last in [StepKind::HiddenTriple, StepKind::Aic] {
                let marks = end(&puzzle, last);
                let keeps = |(cell, &digit): (usize, &u8)| {
                    marks.cells[cell] >> (digit - 1) & 1 == 1
                        || marks.solution().digits()[cell] == digit
                };
                assert!(solution.digits().iter().enumerate().all(keeps), "{puzzle} {last}");
            }
        }
    }

    /// The ladder solves whatever the shortcut solves.
    #[test]
    fn the_ladder_leads_as_far() {
        let mut rng = rng(2);
        let mut solved = 0;
        for _ in 0..scaled(300) {
            let puzzle = random_puzzle(&mut rng);
            for last in [StepKind::HiddenTriple, StepKind::XyzWing, StepKind::Aic] {
                if end(&puzzle, last).solution().is_complete() {
                    solved += 1;
                    let conditions = TechniqueConditions::new().at_most(last);
                    assert_eq!(conditions.are_met_by(&puzzle), Ok(true), "{puzzle} {last}");
                }
            }
        }
        assert!(solved > 0, "nothing was compared");
    }
}
