//! The facts about a puzzle. Each is computed when a feature first needs it, and kept for other features.

use std::fmt::Write;

use super::{Feature, FeatureGroup};
use crate::{
    GridExt, Position,
    backbone::backbone,
    explain::{ErRating, Explainer, TechniqueConditions, Unexplained},
    rate::{Difficulty, Rater, Rating, Technique},
    solutions::Solutions,
    structure::{PuzzleStructure, SMALL_SET, structure},
};
use batchdoku_base::{Limits, StopFlag, Value};
use batchdoku_engine::grid::Grid;

/// The facts about a puzzle, and the working memory to compute them. Call [`begin`](Self::begin) for each puzzle: it
/// reuses the memory and allocates nothing.
#[derive(Debug)]
pub struct Facts {
    puzzle: Grid,
    found: Found,
    rater: Rater,
    explainer: Explainer,
    conditions: Option<TechniqueConditions>,
    /// True if a puzzle beyond the techniques of the levels gets the name of its hardest technique in Sudoku Explainer.
    names_by_er: bool,
    /// The maximum number of cells of the unavoidable sets that are counted.
    most_cells: usize,
    /// Memory for values that are text.
    text: String,
    cells: [u8; 81],
}

/// The facts that have been computed about the puzzle, or that the caller has supplied.
#[derive(Debug, Default)]
struct Found {
    level: Option<Difficulty>,
    rating: Option<Rating>,
    er: Option<Result<ErRating, Unexplained>>,
    structure: Option<Option<PuzzleStructure>>,
    solution: Option<Option<Grid>>,
    weight: Option<f64>,
}

/// An error: the search for a value was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the search was stopped")]
pub struct Stopped;

impl Facts {
    /// Creates facts for these features.
    pub fn new(features: &[Feature]) -> Self {
        let mut facts = Self {
            puzzle: Grid::EMPTY,
            found: Found::default(),
            rater: Rater::default(),
            explainer: Explainer::new(),
            conditions: None,
            names_by_er: false,
            most_cells: SMALL_SET,
            text: String::new(),
            cells: [b'.'; 81],
        };
        facts.prepare(features);
        facts
    }

    /// Prepares for these features instead of earlier features.
    pub fn prepare(&mut self, features: &[Feature]) {
        let most_cells = features.iter().filter_map(Feature::set_size).max();
        self.names_by_er = features.iter().any(|feature| feature.group == FeatureGroup::Er);
        self.most_cells = most_cells.unwrap_or(SMALL_SET);
    }

    /// Ends searches early once the flag is set.
    pub fn set_stop(&mut self, stop: Option<&StopFlag>) {
        self.explainer.set_stop(stop);
    }

    /// Sets the conditions that the feature `meets` tests.
    pub fn set_conditions(&mut self, conditions: Option<TechniqueConditions>) {
        self.conditions = conditions;
    }

    /// Starts with this puzzle, and forgets the facts about the puzzle before it.
    pub fn begin(&mut self, puzzle: &Grid) {
        self.puzzle = *puzzle;
        self.found = Found::default();
    }

    /// Supplies what the generator of the puzzle knows: its only solution; its weight and rating, if known; and its
    /// level, if the generator accepts only this level.
    pub fn know(
        &mut self,
        solution: &Grid,
        weight: Option<f64>,
        er: Option<ErRating>,
        level: Option<Difficulty>,
    ) {
        let solution = Some(Some(*solution));
        self.found = Found { solution, weight, er: er.map(Ok), level, ..Found::default() };
    }

    /// Computes the rating of the puzzle within limits. Returns false if a limit ended the search.
    pub fn rate_within(&mut self, limits: &Limits<'_>) -> bool {
        self.found.rating = self.rater.rate_within(&self.puzzle, limits);
        self.found.rating.is_some()
    }

    /// Returns the value of a feature.
    ///
    /// # Errors
    /// If the search was stopped.
    pub fn value(&mut self, feature: &Feature) -> Result<Value<'_>, Stopped> {
        (feature.find)(self, feature.counted)
    }

    /// Returns the puzzle.
    pub(super) fn puzzle(&self) -> &Grid {
        &self.puzzle
    }

    pub(super) fn rating(&mut self) -> &Rating {
        let Self { puzzle, found, rater, .. } = self;
        found.rating.get_or_insert_with(|| rater.rate(puzzle))
    }

    pub(super) fn level(&mut self) -> Value<'static> {
        let name = match self.found.level {
            Some(level) => level.name(),
            None => self.rating().level_name(),
        };
        Value::Text(name.as_bytes())
    }

    /// Returns the name of the hardest technique. If the puzzle is beyond the techniques of the levels, and another
    /// feature has the ratings of Sudoku Explainer, this is the name of its hardest technique there.
    pub(super) fn technique(&mut self) -> Result<Option<&'static str>, Stopped> {
        let Some(hardest) = self.rating().hardest else { return Ok(None) };
        let mut name = hardest.name();
        if hardest == Technique::Search
            && self.names_by_er
            && let Ok(rating) = self.er()?
            && let Some(kind) = rating.hardest()
        {
            name = kind.name();
        }
        Ok(Some(name))
    }

    pub(super) fn steps(&mut self) -> Value<'_> {
        let rating = *self.rating();
        if rating.steps.used().next().is_none() {
            return Value::Missing;
        }
        self.text.clear();
        // Writing to a string does not fail.
        let _ = write!(self.text, "{}", rating.steps);
        Value::Text(self.text.as_bytes())
    }

    pub(super) fn er(&mut self) -> Result<Result<ErRating, Unexplained>, Stopped> {
        let Self { puzzle, found, explainer, .. } = self;
        match *found.er.get_or_insert_with(|| explainer.rate(puzzle)) {
            Err(Unexplained::Stopped) => Err(Stopped),
            er => Ok(er),
        }
    }

    /// Returns whether the path meets the conditions; `None` if the puzzle has no path.
    pub(super) fn meets(&mut self) -> Result<Option<bool>, Stopped> {
        let Self { puzzle, explainer, conditions, .. } = self;
        let Some(conditions) = conditions else { return Ok(None) };
        match explainer.meets(conditions, puzzle) {
            Err(Unexplained::Stopped) => Err(Stopped),
            meets => Ok(meets.ok()),
        }
    }

    pub(super) fn structure(&mut self) -> Option<&PuzzleStructure> {
        let Self { puzzle, found, most_cells, .. } = self;
        found.structure.get_or_insert_with(|| structure(puzzle, *most_cells)).as_ref()
    }

    pub(super) fn solution(&mut self) -> Value<'_> {
        let Self { puzzle, found, .. } = self;
        let solution = *found.solution.get_or_insert_with(|| match Solutions::of(&*puzzle) {
            Solutions::One(solution) => Some(solution),
            _ => None,
        });
        solution.map_or(Value::Missing, |solution| self.grid(&solution))
    }

    pub(super) fn backbone(&mut self) -> Value<'_> {
        let backbone = match self.found.solution {
            Some(Some(only)) => Some(only),
            _ => backbone(&Position::from(&self.puzzle)),
        };
        backbone.map_or(Value::Missing, |cells| self.grid(&cells))
    }

    pub(super) fn class(&mut self) -> Value<'_> {
        let form = self.puzzle.canonical_form();
        self.grid(&form)
    }

    pub(super) fn weight(&self) -> Option<f64> {
        self.found.weight
    }

    fn grid(&mut self, grid: &Grid) -> Value<'_> {
        self.cells = grid.to_text();
        Value::Text(&self.cells)
    }
}
