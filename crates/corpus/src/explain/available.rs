//! Lists all steps that a position has, where a path takes only the first that the ladder finds; and finds the easiest
//! technique that proves a move.
//!
//! Techniques below chains find each of their steps, except those that the [ladder](super::ladder) marks. A position
//! has more chains than anyone would read, so only the first is listed.

use super::{
    implication::Proof,
    ladder::{TechniqueEntry, apply},
    path::{Explainer, Unexplained},
    prove::proof_of,
    step::{Er, Step, StepKind},
    wanted::Wanted,
};
use crate::{
    marks::{DirtySet, Marks},
    moves::Move,
    position::Position,
};
use batchdoku_base::bits;
use batchdoku_engine::grid::{Cell, CellSet, Grid, HOUSE_CELLS, HOUSE_MASKS};

/// Techniques from this rating on take so long that they run only if no easier technique has a step.
const LONG: Er = Er::from_tenths(75);

impl Explainer {
    /// Returns the first technique of the explainer that does not find all of its steps; `None` if all do.
    pub fn first_unlisted(&self) -> Option<StepKind> {
        let mut entries = self.techniques.entries();
        let barred = self.techniques.barred();
        let entry = entries.find(|entry| !entry.lists)?;
        entry.kinds.iter().copied().find(|&kind| !barred.contains(kind))
    }

    /// Calls `each` with every step that a position has, with its proof and the position after it.
    pub(super) fn list(
        &mut self,
        start: &Position,
        solution: &Grid,
        mut each: impl FnMut(&Step, Option<Proof>, &Marks),
    ) -> Result<(), Unexplained> {
        let marks = start.marks();
        let most = self.most_er.unwrap_or(Er::MAX);
        let mut count = 0;
        for entry in self.techniques.entries().filter(|entry| entry.min_er <= most) {
            if entry.min_er >= LONG && !entry.lists && count > 0 {
                continue;
            }
            let mut steps = self.steps_of(entry, &marks);
            if self.memory.chains.is_stopped() {
                return Err(Unexplained::Stopped);
            }
            steps.retain(|step| step.er <= most && step.is_true_of(solution));
            count += steps.len();
            for step in &steps {
                let mut after = marks.clone();
                let proof = proof_of(step, &marks, &mut self.memory.chains);
                apply(&mut after, step);
                each(step, proof, &after);
            }
        }
        Ok(())
    }

    /// Returns the steps of an entry of the ladder in a position, each once.
    fn steps_of(&mut self, entry: &TechniqueEntry, marks: &Marks) -> Vec<Step> {
        let barred = self.techniques.barred();
        self.memory.chains.barred = barred;
        let mut wanted = Wanted::Each(Vec::new());
        let chains = &mut self.memory.chains;
        let rest = (entry.find)(marks, &mut { DirtySet::ALL }, chains, &mut wanted);
        debug_assert!(rest.is_none(), "each step is only listed");
        let Wanted::Each(found) = wanted else { return Vec::new() };
        let mut steps: Vec<Step> = Vec::with_capacity(found.len());
        for step in found {
            if !barred.contains(step.kind) && !steps.contains(&step) {
                steps.push(step);
            }
        }
        steps
    }

    /// Returns the easiest technique that proves a move: one of its steps places the digit, or eliminates candidates
    /// until the digit is a naked or hidden single. Returns `None` if no step does, or if the rules forbid the move.
    ///
    /// Techniques that do not list all of their steps are left out: [`Self::first_unlisted`] names the first.
    ///
    /// ```
    /// use batchdoku_corpus::{Position, explain::{Explainer, Ladder, StepKind}, moves::Move};
    /// use batchdoku_engine::Grid;
    /// let puzzle: Grid =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let mut explainer = Explainer::with(Ladder::Full);
    /// let position = Position::from(&puzzle);
    /// let mut forced = |numbers| explainer.forced(&position, Move::of_numbers(numbers)?);
    /// assert_eq!(forced([4, 4, 5]), Some(StepKind::NakedSingle));
    /// assert_eq!(forced([4, 4, 1]), None);
    /// # Ok::<(), batchdoku_engine::GridError>(())
    /// ```
    pub fn forced(&mut self, position: &Position, chosen: Move) -> Option<StepKind> {
        let Move { cell, digit } = chosen;
        let left = position.left();
        let is_candidate = left[cell.index()] >> digit.index() & 1 == 1;
        if !is_candidate || position.fault(cell, digit).is_some() {
            return None;
        }
        let single = single_of(position, &left, chosen);
        let techniques = self.techniques;
        let mut marks = None;
        for entry in techniques.entries().filter(|entry| entry.lists) {
            if let Some(kind) = single.filter(|kind| entry.kinds.contains(kind)) {
                return Some(kind);
            }
            // `single_of` has already looked for singles.
            if entry.kinds.iter().all(|kind| SINGLES.contains(kind)) {
                continue;
            }
            let marks = marks.get_or_insert_with(|| position.marks());
            let steps = self.steps_of(entry, marks);
            if let Some(step) = steps.iter().find(|step| leads_to(step, &left, chosen)) {
                return Some(step.kind);
            }
        }
        None
    }
}

const SINGLES: [StepKind; 3] = [StepKind::FullHouse, StepKind::HiddenSingle, StepKind::NakedSingle];

/// Returns the easiest kind of single that a move is, if it is a single.
fn single_of(
    position: &Position,
    left: &[u16; 81],
    Move { cell, digit }: Move,
) -> Option<StepKind> {
    let empty = !position.grid().filled();
    let mut hidden = None;
    for house in houses_of(cell.index()) {
        let others = HOUSE_CELLS[house] & empty & !CellSet::from_iter([cell]);
        if others.is_empty() {
            return Some(StepKind::FullHouse);
        }
        let mut others = others.into_iter();
        if others.all(|other| left[other.index()] >> digit.index() & 1 == 0) {
            hidden = Some(StepKind::HiddenSingle);
        }
    }
    let is_naked = left[cell.index()].is_power_of_two();
    hidden.or(is_naked.then_some(StepKind::NakedSingle))
}

/// Returns whether a step places a digit, or makes it a single.
fn leads_to(step: &Step, left: &[u16; 81], Move { cell, digit }: Move) -> bool {
    if step.placed.is_some() {
        return step.placed == Some((cell, digit));
    }
    let index = digit.index();
    if step.struck[index].contains(cell) {
        return false;
    }
    let kept = |other: usize, digit: usize| {
        left[other] >> digit & 1 == 1 && !step.struck[digit].contains(Cell::ALL[other])
    };
    let is_naked = (0..9).all(|other| other == index || !kept(cell.index(), other));
    is_naked
        || houses_of(cell.index()).any(|house| {
            let mut others = (HOUSE_CELLS[house] & !CellSet::from_iter([cell])).into_iter();
            others.all(|other| !kept(other.index(), index))
        })
}

/// Returns the houses of a cell.
fn houses_of(cell: usize) -> impl Iterator<Item = usize> {
    bits(HOUSE_MASKS[cell])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain::{Ladder, TechniqueConditions};
    use batchdoku_engine::grid::Digit;
    use batchdoku_testkit::{random_puzzle, rng, scaled, solution};

    /// Positions on the way to the solutions of random puzzles.
    fn positions(count: usize) -> Vec<(Position, Grid)> {
        let mut rng = rng(3);
        let mut all = Vec::new();
        for _ in 0..count {
            let puzzle: Grid = random_puzzle(&mut rng);
            let solution = solution(&puzzle);
            let mut explainer = Explainer::with(Ladder::Full);
            let mut position = Position::from(&puzzle);
            for _ in 0..25 {
                all.push((position, solution));
                match explainer.next_step(&position) {
                    Ok(Some((_, after))) => position = after,
                    _ => break,
                }
            }
        }
        all
    }

    /// The next step of the ladder is among the steps listed, and each of these agrees with the solution.
    #[test]
    fn the_next_step_is_listed() {
        let mut next = Explainer::with(Ladder::Full);
        let mut all = Explainer::with(Ladder::Full).listing(true);
        for (position, solution) in positions(scaled(8)) {
            let mut steps = Vec::new();
            all.prove(&position, &solution, |step, _, _| steps.push(*step)).expect("not stopped");
            let Ok(Some((taken, _))) = next.next_step(&position) else { continue };
            assert!(steps.contains(&taken.step), "{position}: {}", taken.step);
            let mut once = steps.clone();
            once.dedup();
            assert_eq!(once.len(), steps.len(), "{position}");
            assert!(steps.iter().all(|step| step.is_true_of(&solution)), "{position}");
        }
    }

    /// A path that stops and continues from its last position has the same steps as the whole path.
    #[test]
    fn hints_continue_where_they_were() {
        let mut rng = rng(4);
        for _ in 0..scaled(6) {
            let puzzle: Grid = random_puzzle(&mut rng);
            let mut explainer = Explainer::with(Ladder::Er);
            let solution = explainer.solution(&puzzle).expect("one");
            let mut path = Vec::new();
            let start = Position::from(&puzzle);
            let found = explainer.each_step(&start, &solution, |step| path.push(*step));
            let mut position = start;
            let mut steps = Vec::new();
            while let Ok(Some((taken, after))) = explainer.next_step(&position) {
                steps.push(taken.step);
                position = after;
            }
            assert_eq!(steps, path, "{puzzle}");
            if found.is_ok() {
                assert_eq!(position.grid(), &solution, "{puzzle}");
            }
        }
    }

    /// A move is proved by a technique if the position has a step of it that leads to the move, and by no easier
    /// technique.
    #[test]
    fn moves_follow_by_the_easiest_technique() {
        let conditions = TechniqueConditions::new().at_most(StepKind::WxyzWing);
        let mut explainer = Explainer::of_conditions(&conditions);
        assert_eq!(explainer.first_unlisted(), None);
        assert!(Explainer::with(Ladder::Full).first_unlisted().is_some());
        let mut forced = 0;
        for (position, solution) in positions(scaled(4)) {
            for cell in Cell::ALL {
                let Some(digit) = solution.get(cell) else { continue };
                let chosen = Move { cell, digit };
                let kind = explainer.forced(&position, chosen);
                let is_empty = position.grid().get(cell).is_none();
                forced += usize::from(kind.is_some());
                assert!(is_empty || kind.is_none(), "{position} {cell}");
                let naked = position.left()[cell.index()].is_power_of_two();
                assert!(!is_empty || !naked || kind <= Some(StepKind::NakedSingle), "{position}");
                // A wrong digit is proved by nothing.
                let other = Digit::ALL[(digit.index() + 1) % 9];
                let wrong = explainer.forced(&position, Move { cell, digit: other });
                assert_eq!(wrong, None, "{position} {cell}={other}");
            }
        }
        assert!(forced > 0, "nothing was compared");
    }
}
