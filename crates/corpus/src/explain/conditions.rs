//! Conditions on the techniques that a puzzle needs, and on those that it can do without.

use std::{collections::BTreeMap, str::FromStr};

use super::{
    kinds::Kinds,
    ladder::{LADDER, Ladder, TechniqueSelection, apply},
    limits::ErLimits,
    path::{Explainer, Unexplained},
    shortcut::shortcut,
    step::{Er, StepKind},
};
use crate::{
    canon::canonical,
    marks::Marks,
    rate::{Difficulty, Rating, Technique},
};
use batchdoku_engine::grid::Grid;

/// Conditions on the solving path of a puzzle. The ladder of the path has all techniques in the order of [`StepKind`],
/// or those of Sudoku Explainer, without some that the conditions exclude. Each step is of the first technique that
/// applies, and the path must lead to the solution.
///
/// ```
/// use batchdoku::{Grid, corpus::explain::{StepKind, TechniqueConditions}};
/// let puzzle: Grid =
///     "9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9"
///         .parse()?;
/// let needs = |kind| TechniqueConditions::new().needs([kind]).are_met_by(&puzzle);
/// assert_eq!(needs(StepKind::XyWing), Ok(true));
/// assert_eq!(needs(StepKind::XWing), Ok(false));
/// # Ok::<(), batchdoku::GridError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct TechniqueConditions {
    ladder: Ladder,
    needs: Kinds,
    /// If this names any techniques, the hardest step of the path must be of one of them.
    hardest: Kinds,
    contains: Kinds,
    without: Kinds,
    at_most: Option<StepKind>,
}

impl TechniqueConditions {
    /// A name for all techniques that use that a puzzle has one solution.
    pub const UNIQUENESS: &str = "uniqueness";

    /// Returns the techniques that a name stands for: a single technique, or [those that use
    /// uniqueness](Self::UNIQUENESS).
    ///
    /// # Errors
    /// If no technique has the name.
    pub fn named(name: &str) -> Result<Vec<StepKind>, <StepKind as FromStr>::Err> {
        if name == Self::UNIQUENESS {
            return Ok(Kinds::of(StepKind::uses_uniqueness).iter().collect());
        }
        Ok(vec![name.parse()?])
    }

    /// Requires only a path to the solution, by all techniques.
    pub fn new() -> Self {
        let none = Kinds::NONE;
        let ladder = Ladder::Full;
        Self { ladder, needs: none, hardest: none, contains: none, without: none, at_most: None }
    }

    /// If `er`, uses the techniques of Sudoku Explainer alone.
    pub fn er(self, er: bool) -> Self {
        Self { ladder: if er { Ladder::Er } else { Ladder::Full }, ..self }
    }

    /// Requires that the puzzle needs each of `kinds`: the ladder up to the hardest of them leads to the solution, and
    /// no longer does if any of them is left out.
    pub fn needs(self, kinds: impl IntoIterator<Item = StepKind>) -> Self {
        Self { needs: kinds.into_iter().collect(), ..self }
    }

    /// Requires that the hardest step of the path is of one of `kinds`. The hardest step is the first of those with the
    /// highest rating. If Sudoku Explainer has the technique, the technique is also the hardest on the path that
    /// [rates](super::ErRating) the puzzle; if the [levels](crate::rate) have it, it is the hardest there, too.
    ///
    /// A puzzle that [needs](Self::needs) a technique may have a step with a higher rating, because the ladder tries
    /// some techniques before others with lower ratings.
    pub fn hardest(self, kinds: impl IntoIterator<Item = StepKind>) -> Self {
        Self { hardest: kinds.into_iter().collect(), ..self }
    }

    /// Requires a step of each of `kinds` on the path.
    pub fn contains(self, kinds: impl IntoIterator<Item = StepKind>) -> Self {
        Self { contains: kinds.into_iter().collect(), ..self }
    }

    /// Leaves techniques out of the ladder.
    pub fn without(self, kinds: impl IntoIterator<Item = StepKind>) -> Self {
        Self { without: kinds.into_iter().collect(), ..self }
    }

    /// Ends the ladder with a technique.
    pub fn at_most(self, kind: StepKind) -> Self {
        Self { at_most: Some(kind), ..self }
    }

    /// Returns the conditions under their names, for the question of a job; `None` for those that are not given.
    pub fn described(this: Option<&Self>) -> BTreeMap<&'static str, Option<String>> {
        let this = this.copied().unwrap_or_default();
        // Leave the name out if the condition is not given. Jobs from before there was this condition can be resumed
        // then.
        let hardest = (!this.hardest.is_empty()).then_some(("hardest", this.hardest));
        let lists = [
            ("needs", this.needs),
            ("contains", this.contains),
            ("without", this.without),
            ("at_most", this.at_most.into_iter().collect()),
        ];
        lists.into_iter().chain(hardest).map(|(name, kinds)| (name, Self::list(kinds))).collect()
    }

    /// Returns the names of some techniques, or the common name of those that use uniqueness; `None` if there are none.
    fn list(kinds: Kinds) -> Option<String> {
        if kinds == Kinds::of(StepKind::uses_uniqueness) {
            return Some(Self::UNIQUENESS.to_owned());
        }
        let names: Vec<_> = kinds.iter().map(StepKind::name).collect();
        (!names.is_empty()).then(|| names.join(","))
    }

    /// Returns the hardest technique on the ladder of these conditions, and the condition that ends the ladder there.
    fn end(&self) -> Option<(StepKind, &'static str)> {
        let needed = [(self.needs, "needs"), (self.hardest, "hardest")];
        let needed = needed.into_iter().filter_map(|(kinds, by)| Some((kinds.iter().max()?, by)));
        let needed = needed.max_by_key(|(kind, _)| *kind);
        let at_most = self.at_most.map(|kind| (kind, "at most"));
        needed.into_iter().chain(at_most).min_by_key(|(kind, _)| *kind)
    }

    /// Returns the hardest technique on the ladder of these conditions.
    fn last(&self) -> Option<StepKind> {
        self.end().map(|(kind, _)| kind)
    }

    /// Returns the hardest technique that `needs` or `hardest` names.
    fn last_needed(&self) -> Option<StepKind> {
        self.needs.iter().chain(self.hardest.iter()).max()
    }

    /// Returns alternative conditions: a puzzle must meet at least one of them. If several techniques may be the
    /// hardest, each alternative names one of them; otherwise there is one alternative, these conditions.
    fn alternatives(&self) -> impl Iterator<Item = Self> {
        let of =
            |kind| Self { needs: self.needs.with(kind), hardest: Kinds::NONE.with(kind), ..*self };
        let unchanged = self.hardest.is_empty().then_some(*self);
        unchanged.into_iter().chain(self.hardest.iter().map(of))
    }

    /// Returns the techniques that a path may have.
    fn allowed(&self) -> Kinds {
        let last = self.last();
        Kinds::of(|kind| !self.without.contains(kind) && last.is_none_or(|last| kind <= last))
    }

    /// Returns the techniques that the conditions allow, without `but`.
    fn techniques(&self, but: Option<StepKind>) -> TechniqueSelection {
        let allowed = self.allowed();
        let barred = Kinds::of(|kind| !allowed.contains(kind) || but == Some(kind));
        TechniqueSelection::without(self.ladder, barred, self.last())
    }

    /// Returns whether the ladder has a technique.
    fn is_on_ladder(&self, kind: StepKind) -> bool {
        LADDER.iter().any(|entry| entry.has(kind, self.ladder))
    }

    /// Checks that some path could meet the conditions.
    ///
    /// # Errors
    /// If the conditions contradict each other, or the ladder does not have a technique.
    pub fn check(&self) -> Result<(), ConditionError> {
        let mut asked = vec![];
        for (kinds, by) in self.asked() {
            asked.extend(kinds.iter().map(|kind| (kind, by)));
        }
        let mut named = asked.iter().map(|&(kind, _)| kind).chain(self.at_most);
        if let Some(kind) = named.find(|&kind| !self.is_on_ladder(kind)) {
            return Err(ConditionError::NotOfLadder(kind));
        }
        // If several techniques may be the hardest, the easiest must be possible, too.
        let end = match self.hardest.iter().next() {
            None => (self.last_needed(), "needs"),
            easiest => (easiest, "hardest"),
        };
        let ends = [(self.at_most, "at most"), end];
        for (kind, by) in asked {
            if self.without.contains(kind) {
                return Err(ConditionError::LeftOut { kind, by });
            }
            for (last, end) in ends.into_iter().filter(|(_, end)| *end != by) {
                if let Some(last) = last.filter(|&last| kind > last) {
                    return Err(ConditionError::Above { kind, by, last, end });
                }
            }
        }
        Ok(())
    }

    /// Returns the techniques that each condition asks for, with the name of the condition.
    fn asked(&self) -> [(Kinds, &'static str); 3] {
        [(self.needs, "needs"), (self.hardest, "hardest"), (self.contains, "contains")]
    }

    /// Checks that puzzles that meet the conditions may have ratings of Sudoku Explainer within limits.
    ///
    /// # Errors
    /// If all such puzzles are rated higher or lower.
    pub(crate) fn check_rating(&self, limits: &ErLimits) -> Result<(), ConditionError> {
        let most = *limits.er.end();
        for (kinds, by) in self.asked() {
            if let Some(kind) = kinds.iter().find(|kind| kind.er() > most) {
                return Err(ConditionError::RatedHigher { kind, by, most });
            }
        }
        let least = limits.least();
        for conditions in self.alternatives() {
            let Some((kind, by)) = conditions.end() else { continue };
            // The rating is that of the hardest step. If no condition names the hardest technique, all allowed
            // techniques bound the rating.
            let may_be_hardest = if by == "hardest" {
                conditions.hardest
            } else {
                Kinds::of(|kind| conditions.allowed().contains(kind) && self.is_on_ladder(kind))
            };
            if may_be_hardest.iter().all(|kind| kind.most_er() < least) {
                return Err(ConditionError::RatedLower { kind, by, least });
            }
        }
        Ok(())
    }

    /// Checks that puzzles that meet the conditions may have one of `levels`; an empty list allows all levels.
    ///
    /// # Errors
    /// If all such puzzles are easier or harder.
    pub fn check_levels(&self, levels: &[Difficulty]) -> Result<(), ConditionError> {
        let Some(&level) = levels.first() else { return Ok(()) };
        let needed = self.needs.iter().map(|kind| (kind, "needs"));
        for (kind, by) in needed.chain(self.hardest.iter().map(|kind| (kind, "hardest"))) {
            // A needed technique is needed only if the easier techniques do not suffice.
            let mut hardest = levels.iter().map(|level| hardest_of(*level));
            let is_harder = hardest.all(|hardest| hardest.is_some_and(|hardest| hardest < kind));
            // The hardest step is of the hardest technique of the level, too, if `rate` has the technique.
            let is_other = by == "hardest"
                && kind.name().parse::<Technique>().is_ok()
                && !levels.contains(&level_of(kind));
            if is_harder || is_other {
                return Err(ConditionError::OtherLevel { kind, by, level });
            }
        }
        for conditions in self.alternatives() {
            let Some((kind, by)) = conditions.end() else { continue };
            let hardest = conditions.allowed().iter().map(level_of).max();
            // If techniques are allowed that `rate` does not have, puzzles may be of any level.
            let hardest = hardest.filter(|hardest| *hardest < Difficulty::Search);
            if hardest.is_some_and(|hardest| levels.iter().all(|level| *level > hardest)) {
                return Err(ConditionError::OtherLevel { kind, by, level });
            }
        }
        Ok(())
    }

    /// Returns whether a puzzle meets the conditions.
    ///
    /// # Errors
    /// If the puzzle does not have exactly one solution.
    pub fn are_met_by(&self, puzzle: &Grid) -> Result<bool, Unexplained> {
        Explainer::new().meets(self, puzzle)
    }

    /// Returns whether a puzzle whose only solution is known meets the conditions.
    ///
    /// # Errors
    /// If the search is stopped.
    fn are_met_with(
        &self,
        puzzle: &Grid,
        solution: &Grid,
        explainer: &mut Explainer,
    ) -> Result<bool, Unexplained> {
        for conditions in self.alternatives() {
            if conditions.is_met_with(puzzle, solution, explainer)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Checks what [`Self::are_met_with`] checks, for conditions that name at most one hardest technique.
    ///
    /// # Errors
    /// If the search is stopped.
    fn is_met_with(
        &self,
        puzzle: &Grid,
        solution: &Grid,
        explainer: &mut Explainer,
    ) -> Result<bool, Unexplained> {
        let start = Marks::new(puzzle);
        let all = self.techniques(None);
        let Some((used, _)) = explainer.techniques(&mut start.clone(), solution, all)? else {
            return Ok(false);
        };
        if !self.needs.iter().chain(self.contains.iter()).all(|kind| used.contains(kind)) {
            return Ok(false);
        }
        for kind in self.needs.iter() {
            let without = self.techniques(Some(kind));
            if explainer.techniques(&mut start.clone(), solution, without)?.is_some() {
                return Ok(false);
            }
        }
        let Some(kind) = self.hardest.iter().next() else { return Ok(true) };
        // Search once more with the whole ladder, where the path may differ: some entries of the ladder find steps of
        // several techniques, harder techniques among them, and take the lowest rating.
        let whole = Self { needs: Kinds::NONE, hardest: Kinds::NONE, ..*self }.techniques(None);
        let path = explainer.techniques(&mut start.clone(), solution, whole)?;
        if path.is_none_or(|(_, hardest)| hardest != Some(kind)) {
            return Ok(false);
        }
        Self::rates_as(kind, puzzle, solution, explainer)
    }

    /// Returns whether a technique is the hardest by the levels and by the rating of Sudoku Explainer, if these have
    /// the technique.
    ///
    /// # Errors
    /// If the search is stopped.
    fn rates_as(
        kind: StepKind,
        puzzle: &Grid,
        solution: &Grid,
        explainer: &mut Explainer,
    ) -> Result<bool, Unexplained> {
        if let Ok(technique) = kind.name().parse::<Technique>()
            && Rating::of(puzzle).hardest != Some(technique)
        {
            return Ok(false);
        }
        let rated = Self::new().er(true);
        if !rated.is_on_ladder(kind) {
            return Ok(true);
        }
        // Search on the canonical form, because a rating is that of the class.
        let (form, transform) = canonical(puzzle);
        let solution = transform.apply(solution);
        let rated = rated.techniques(None);
        let found = explainer.techniques(&mut Marks::new(&form), &solution, rated)?;
        Ok(found.is_some_and(|(_, hardest)| hardest == Some(kind)))
    }

    /// Returns whether a puzzle whose only solution is known meets the conditions, faster than [`Self::are_met_with`].
    /// It sometimes refuses a puzzle that meets them, because steps of the shortcut can remove steps that the ladder
    /// would take.
    ///
    /// # Errors
    /// If the search is stopped.
    pub(crate) fn are_met_soon(
        &self,
        puzzle: &Grid,
        solution: &Grid,
        explainer: &mut Explainer,
    ) -> Result<bool, Unexplained> {
        for conditions in self.alternatives() {
            if conditions.is_met_soon(puzzle, solution, explainer)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Checks what [`Self::are_met_soon`] checks, for conditions that name at most one hardest technique.
    ///
    /// # Errors
    /// If the search is stopped.
    fn is_met_soon(
        &self,
        puzzle: &Grid,
        solution: &Grid,
        explainer: &mut Explainer,
    ) -> Result<bool, Unexplained> {
        for kind in self.needs.iter() {
            if !self.seem_to_need(kind, puzzle, solution, explainer)? {
                return Ok(false);
            }
        }
        self.is_met_with(puzzle, solution, explainer)
    }

    /// Returns whether a puzzle seems to need the technique `kind`. The tests that decide most puzzles in a given time
    /// come first.
    ///
    /// # Errors
    /// If the search is stopped.
    fn seem_to_need(
        &self,
        kind: StepKind,
        puzzle: &Grid,
        solution: &Grid,
        explainer: &mut Explainer,
    ) -> Result<bool, Unexplained> {
        let all = self.techniques(None);
        let without = self.techniques(Some(kind));
        let Explainer { memory, .. } = explainer;
        // Most puzzles can do without the technique: a shortcut shows this in microseconds.
        let mut marks = shortcut(Marks::new(puzzle), &without, &mut memory.chains.loops);
        if marks.solution().is_complete() {
            return Ok(false);
        }
        // Most of the other puzzles need more than the technique. If the ladder has chains, which take milliseconds,
        // this shows sooner when steps of the technique and the shortcut alternate.
        if without.have(StepKind::Aic) {
            let mut position = marks.clone();
            while !position.solution().is_complete() {
                let Some(step) = all.find(kind, &position, memory) else { return Ok(false) };
                apply(&mut position, &step);
                position = shortcut(position, &all, &mut memory.chains.loops);
            }
        }
        // The ladder must get stuck without the technique, and continue with it from there to the solution.
        if explainer.techniques(&mut marks, solution, without)?.is_some() {
            return Ok(false);
        }
        Ok(all.find(kind, &marks, &mut explainer.memory).is_some()
            && explainer.techniques(&mut marks, solution, all)?.is_some())
    }
}

impl Default for TechniqueConditions {
    fn default() -> Self {
        Self::new()
    }
}

impl Explainer {
    /// Creates an explainer with the ladder of `conditions`. A path that it finds may fail the other conditions.
    pub fn of_conditions(conditions: &TechniqueConditions) -> Self {
        Self::on(conditions.techniques(None))
    }

    /// Returns whether a puzzle meets conditions: see [`TechniqueConditions::are_met_by`].
    ///
    /// # Errors
    /// If the puzzle does not have exactly one solution, or the search is stopped.
    pub fn meets(
        &mut self,
        conditions: &TechniqueConditions,
        puzzle: &Grid,
    ) -> Result<bool, Unexplained> {
        let solution = self.solution(puzzle)?;
        conditions.are_met_with(puzzle, &solution, self)
    }

    /// Returns the techniques of the path from a position to the solution, and the technique of the hardest step;
    /// `None` if the path does not reach the solution. The position becomes the end of the path.
    fn techniques(
        &mut self,
        marks: &mut Marks,
        solution: &Grid,
        techniques: TechniqueSelection,
    ) -> Result<Option<(Kinds, Option<StepKind>)>, Unexplained> {
        let mut used = Kinds::NONE;
        let own = std::mem::replace(&mut self.techniques, techniques);
        let walked = self.walk(
            marks,
            solution,
            |_, _| Some(Er::MAX),
            |_, step, marks| {
                used = used.with(step.kind);
                apply(marks, step);
            },
        );
        self.techniques = own;
        match walked {
            Ok(rating) => Ok(Some((used, rating.hardest))),
            Err(Unexplained::Stopped) => Err(Unexplained::Stopped),
            Err(_) => Ok(None),
        }
    }
}

/// Explains why no path can meet some conditions.
///
/// ```
/// use batchdoku::corpus::explain::{ConditionError, StepKind, TechniqueConditions};
/// let conditions = TechniqueConditions::new().needs([StepKind::XWing]).without([StepKind::XWing]);
/// let by = "needs";
/// assert_eq!(conditions.check(), Err(ConditionError::LeftOut { kind: StepKind::XWing, by }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConditionError {
    /// The ladder does not have a technique.
    #[error("with ER, EP or ED the ladder is that of Sudoku Explainer, which does not have {0}")]
    NotOfLadder(StepKind),
    /// A technique is asked for and left out.
    #[error("'{by} {kind}' and 'without {kind}' exclude each other")]
    LeftOut {
        /// The technique that is asked for.
        kind: StepKind,
        /// The condition that asks for it.
        by: &'static str,
    },
    /// A condition asks for a technique that is harder than the end of the ladder.
    #[error("'{by} {kind}' and '{end} {last}' exclude each other: the ladder ends before {kind}")]
    Above {
        /// The technique that is asked for.
        kind: StepKind,
        /// The condition that asks for it.
        by: &'static str,
        /// The hardest technique of the ladder.
        last: StepKind,
        /// The condition that ends the ladder there.
        end: &'static str,
    },
    /// A technique is always rated higher than the limits allow.
    #[error("'{by} {kind}' and ER up to {most} exclude each other: its steps have {} or more", kind.er())]
    RatedHigher {
        /// The technique that is asked for.
        kind: StepKind,
        /// The condition that asks for it.
        by: &'static str,
        /// The highest rating allowed.
        most: Er,
    },
    /// The allowed techniques are always rated lower than the limits ask for.
    #[error(
        "'{by} {kind}' and ratings from {least} on exclude each other: what solves such puzzles is rated lower"
    )]
    RatedLower {
        /// The hardest technique.
        kind: StepKind,
        /// The condition that names it.
        by: &'static str,
        /// The lowest rating allowed.
        least: Er,
    },
    /// Puzzles of the levels are always rated lower or higher than the limits allow.
    #[error("the difficulty {} and ratings from {least} to {most} exclude each other", level.name())]
    LevelOfRating {
        /// The first level that is asked for.
        level: Difficulty,
        /// The lowest rating allowed.
        least: Er,
        /// The highest rating allowed.
        most: Er,
    },
    /// Puzzles of the levels do not need the technique, or need more than is allowed.
    #[error("'{by} {kind}' and the difficulty {} exclude each other", level.name())]
    OtherLevel {
        /// The technique of the condition.
        kind: StepKind,
        /// The condition.
        by: &'static str,
        /// The first level that is asked for.
        level: Difficulty,
    },
}

impl ErLimits {
    /// Checks that puzzles of one of `levels` may have ratings within these limits; an empty list allows all levels.
    ///
    /// # Errors
    /// If all puzzles of the levels are rated higher or lower.
    pub(crate) fn check_levels(&self, levels: &[Difficulty]) -> Result<(), ConditionError> {
        let (Some(&level), Some(hardest)) = (levels.first(), levels.iter().max()) else {
            return Ok(());
        };
        let (least, most) = (self.least(), *self.er.end());
        let kinds = || StepKind::ALL.into_iter();
        // The techniques that solve puzzles of the levels bound the rating, and the techniques within the limits bound
        // the level.
        let solving = kinds().filter(|kind| level_of(*kind) <= *hardest);
        let reached = kinds().filter(|kind| kind.er() <= most).map(level_of).max();
        let is_lower = solving.map(StepKind::most_er).max() < Some(least);
        let is_higher = levels.iter().all(|level| Some((*level).min(Difficulty::Search)) > reached);
        if is_lower || is_higher {
            return Err(ConditionError::LevelOfRating { level, least, most });
        }
        Ok(())
    }
}

/// Returns the level of puzzles with the hardest technique `kind`; for a technique that [`rate`](crate::rate) does not
/// have, the level of a search.
fn level_of(kind: StepKind) -> Difficulty {
    match kind {
        StepKind::FullHouse | StepKind::HiddenSingle | StepKind::NakedSingle => Difficulty::Easy,
        StepKind::DirectPointing
        | StepKind::DirectClaiming
        | StepKind::DirectHiddenPair
        | StepKind::Pointing
        | StepKind::Claiming
        | StepKind::NakedPair
        | StepKind::HiddenPair => Difficulty::Medium,
        StepKind::DirectHiddenTriple
        | StepKind::XWing
        | StepKind::NakedTriple
        | StepKind::Swordfish
        | StepKind::HiddenTriple
        | StepKind::XyWing
        | StepKind::XyzWing
        | StepKind::NakedQuad
        | StepKind::Jellyfish
        | StepKind::HiddenQuad => Difficulty::Hard,
        _ => Difficulty::Search,
    }
}

/// Returns the hardest technique that puzzles of a level can need; `None` for a search, which may need any.
fn hardest_of(level: Difficulty) -> Option<StepKind> {
    if level >= Difficulty::Search {
        return None;
    }
    StepKind::ALL.into_iter().filter(|kind| level_of(*kind) <= level).max()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{GenerateOptions, Generator};

    fn made(conditions: TechniqueConditions, count: u64) -> Vec<Grid> {
        let options = GenerateOptions::new().techniques(conditions);
        let mut generator = Generator::new(options, 1).expect("they do not contradict each other");
        let puzzles = generator.puzzles(0..count);
        puzzles.map(|generated| generated.expect("such puzzles are not rare").puzzle).collect()
    }

    /// Returns the techniques of the path that an explainer finds; `None` if it does not reach the solution.
    fn path(explainer: &mut Explainer, puzzle: &Grid) -> Option<Vec<StepKind>> {
        let mut kinds = Vec::new();
        explainer.explain(puzzle, |step, _| kinds.push(step.kind)).ok().map(|_| kinds)
    }

    #[test]
    #[cfg_attr(miri, ignore = "makes puzzles")]
    fn needed_techniques_are_the_hardest_and_cannot_be_avoided() {
        use StepKind::{NakedPair, Pointing, Skyscraper, UniqueRectangle, XWing, XyWing};
        for kind in [NakedPair, Pointing, Skyscraper, UniqueRectangle, XWing, XyWing] {
            for puzzle in made(TechniqueConditions::new().needs([kind]), 3) {
                let up_to = TechniqueConditions::new().at_most(kind);
                let kinds = path(&mut Explainer::of_conditions(&up_to), &puzzle).expect("a path");
                assert_eq!(kinds.iter().max(), Some(&kind), "{puzzle}");
                assert_eq!(
                    path(&mut Explainer::of_conditions(&up_to.without([kind])), &puzzle),
                    None,
                    "{puzzle}"
                );
                // Any other path needs a harder technique.
                let other = TechniqueConditions::new().without([kind]);
                let harder = path(&mut Explainer::of_conditions(&other), &puzzle)
                    .is_none_or(|kinds| kinds.into_iter().max() > Some(kind));
                assert!(harder, "{puzzle}");
            }
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "makes puzzles")]
    fn the_hardest_technique_is_the_one_of_all_ratings() {
        use StepKind::{FinnedSwordfish, Pointing, Skyscraper, XyWing};
        for kind in [Pointing, Skyscraper, XyWing, FinnedSwordfish] {
            let conditions = TechniqueConditions::new().hardest([kind]);
            for puzzle in made(conditions, 5) {
                let all = Explainer::of_conditions(&TechniqueConditions::new());
                let rated = { all }.explain(&puzzle, |_, _| ()).expect("a path");
                assert_eq!(rated.hardest(), Some(kind), "{puzzle}");
                if let Ok(technique) = kind.name().parse() {
                    assert_eq!(Rating::of(&puzzle).hardest, Some(technique), "{puzzle}");
                }
                if TechniqueConditions::new().er(true).is_on_ladder(kind) {
                    let er = Explainer::new().rate(&puzzle).expect("a rating");
                    assert_eq!(er.hardest(), Some(kind), "{puzzle}");
                }
                assert_eq!(conditions.are_met_by(&puzzle), Ok(true), "{puzzle}");
                let needs = TechniqueConditions::new().needs([kind]);
                assert_eq!(needs.are_met_by(&puzzle), Ok(true), "{puzzle}");
            }
        }
        // If several techniques are named, each may be the hardest.
        let either = TechniqueConditions::new().hardest([Pointing, XyWing]);
        let kinds = made(either, 40).into_iter().map(|puzzle| {
            let pointing = TechniqueConditions::new().hardest([Pointing]).are_met_by(&puzzle);
            let wing = TechniqueConditions::new().hardest([XyWing]).are_met_by(&puzzle);
            assert_ne!(pointing, wing, "{puzzle}");
            wing == Ok(true)
        });
        let wings = kinds.filter(|is_wing| *is_wing).count();
        assert!((1..40).contains(&wings), "{wings} of 40");
    }

    #[test]
    #[cfg_attr(miri, ignore = "makes puzzles")]
    fn paths_have_what_they_contain_and_lack_what_they_do_without() {
        let unique = StepKind::ALL.into_iter().filter(|kind| kind.uses_uniqueness());
        let conditions = TechniqueConditions::new()
            .contains([StepKind::NakedTriple, StepKind::HiddenPair])
            .without(unique)
            .at_most(StepKind::XyWing);
        for puzzle in made(conditions, 3) {
            let kinds = path(&mut Explainer::of_conditions(&conditions), &puzzle).expect("a path");
            assert!(kinds.contains(&StepKind::NakedTriple), "{puzzle}");
            assert!(kinds.contains(&StepKind::HiddenPair), "{puzzle}");
            assert!(kinds.iter().all(|&kind| kind <= StepKind::XyWing), "{puzzle}");
        }
    }

    #[test]
    fn contradictions_are_found_before_work() {
        use StepKind::{NakedPair, SueDeCoq, XWing};
        let new = TechniqueConditions::new;
        for (conditions, error) in [
            (
                new().needs([XWing]).without([XWing]),
                ConditionError::LeftOut { kind: XWing, by: "needs" },
            ),
            (
                new().needs([XWing]).at_most(NakedPair),
                ConditionError::Above { kind: XWing, by: "needs", last: NakedPair, end: "at most" },
            ),
            (
                new().needs([NakedPair]).contains([XWing]),
                ConditionError::Above {
                    kind: XWing,
                    by: "contains",
                    last: NakedPair,
                    end: "needs",
                },
            ),
            (new().er(true).needs([SueDeCoq]), ConditionError::NotOfLadder(SueDeCoq)),
            (
                new().hardest([NakedPair, XWing]).needs([XWing]),
                ConditionError::Above { kind: XWing, by: "needs", last: NakedPair, end: "hardest" },
            ),
            (
                new().hardest([XWing]).at_most(NakedPair),
                ConditionError::Above {
                    kind: XWing,
                    by: "hardest",
                    last: NakedPair,
                    end: "at most",
                },
            ),
        ] {
            assert_eq!(conditions.check(), Err(error));
        }
        assert_eq!(new().needs([XWing, NakedPair]).check(), Ok(()));
    }

    #[test]
    fn levels_and_techniques_that_exclude_each_other_are_found_before_work() {
        use Difficulty::{Easy, Hard, LongSearch, Medium, Search};
        use StepKind::{
            AlsXz, HiddenPair, HiddenSingle, HiddenTriple, NakedPair, Pointing, Skyscraper, XWing,
            XyzWing,
        };
        let needs = |kind| TechniqueConditions::new().needs([kind]);
        let at_most = |kind| TechniqueConditions::new().at_most(kind);
        let hardest = |kind| TechniqueConditions::new().hardest([kind]);
        let all = [Easy, Medium, Hard, Search, LongSearch];
        for (conditions, possible) in [
            (needs(HiddenSingle), &all[..1]),
            // Direct hidden triples come before pointing on the ladder; a hidden pair comes after it, and may replace
            // it.
            (needs(Pointing), &all[1..3]),
            (needs(XWing), &all[1..3]),
            (needs(Skyscraper), &all[2..]),
            (needs(AlsXz), &all[3..]),
            (at_most(HiddenSingle), &all[..1]),
            (at_most(NakedPair), &all[..3]),
            (at_most(HiddenTriple), &all[..3]),
            (at_most(XyzWing), &all[..]),
            (needs(XyzWing).at_most(AlsXz), &all[2..]),
            (hardest(HiddenSingle), &all[..1]),
            (hardest(HiddenPair), &all[1..2]),
            (hardest(XyzWing), &all[2..3]),
        ] {
            for level in all {
                let is_possible = conditions.check_levels(&[level]).is_ok();
                assert_eq!(is_possible, possible.contains(&level), "{conditions:?} {level}");
            }
            assert_eq!(conditions.check_levels(&all), Ok(()), "{conditions:?}");
            assert_eq!(conditions.check_levels(&[]), Ok(()), "{conditions:?}");
        }
    }

    #[test]
    fn ratings_that_others_exclude_are_found_before_work() {
        use Difficulty::{Easy, Hard, LongSearch, Medium, Search};
        use StepKind::{Aic, HiddenSingle, NakedPair, UniqueRectangle, XyWing};
        let within =
            |from: f64, to: f64| ErLimits { er: Er::range(from..=to), ..ErLimits::default() };
        let new = || TechniqueConditions::new().er(true);
        for (conditions, least, most) in [
            (new().at_most(NakedPair), 1.0, 3.0),
            (new().at_most(HiddenSingle), 1.0, 1.5),
            (new().needs([NakedPair]), 3.0, 3.0),
            (new().hardest([XyWing]), 4.2, 4.2),
            // Strong links come before XY-wings, and are rated up to 4.3.
            (new().needs([XyWing]), 4.2, 4.3),
            (new().needs([UniqueRectangle]), 4.5, 12.0),
            (new().contains([XyWing]), 4.2, 12.0),
            (new().at_most(Aic).without([Aic]), 1.0, 12.0),
        ] {
            for tenths in 10..=120 {
                let er = f64::from(tenths) / 10.0;
                let is_possible = (least..=most).contains(&er);
                let found = conditions.check_rating(&within(er, er)).is_ok();
                assert_eq!(found, is_possible, "{conditions:?} {er}");
            }
        }
        for (level, least, most) in [
            (Easy, 1.0, 2.3),
            (Medium, 1.7, 3.4),
            (Hard, 2.5, 5.4),
            (Search, 4.0, 12.0),
            (LongSearch, 4.0, 12.0),
        ] {
            for tenths in 10..=120 {
                let er = f64::from(tenths) / 10.0;
                let found = within(er, er).check_levels(&[level]).is_ok();
                assert_eq!(found, (least..=most).contains(&er), "{level} {er}");
            }
        }
        assert_eq!(within(3.0, 3.0).check_levels(&[]), Ok(()));
        assert_eq!(within(3.0, 3.0).check_levels(&[Easy, Medium]), Ok(()));
        let late = ErLimits { ed: Er::range(5.0..=6.0), ..ErLimits::default() };
        assert!(
            late.check_levels(&[Medium]).is_err(),
            "the first step is no harder than the hardest"
        );
    }
}
