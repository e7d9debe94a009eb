//! Rating puzzles of any kind, and the text of a rating.

use crate::GridExt;
use std::{cell::RefCell, fmt, ops::ControlFlow};

use serde::{Serialize, Serializer, ser::SerializeStruct};

use super::{Difficulty, Steps, Technique, grade::hardest_technique};
use batchdoku_base::Limits;
use batchdoku_engine::{Engine, Mrv, grid::Grid};

/// The difficulty of a puzzle. Equivalent puzzles have equal ratings.
///
/// Displays as `level technique nodes steps`, for instance `medium naked_pair 0
/// naked_single=30,hidden_single=22,naked_pair=1`. Without exactly one solution it is `multiple - 4
/// -` or `unsolvable - 0 -`. Serialises as one flat record.
///
/// ```
/// use batchdoku::{Grid, corpus::rate::{Difficulty, Rating}};
/// let puzzle: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// assert_eq!(Rating::of(&puzzle).level(), Some(Difficulty::Easy));
/// assert_eq!(Rating::of(&Grid::EMPTY).level(), None, "it has many solutions");
/// # Ok::<(), batchdoku::GridError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Rating {
    /// The number of solutions: 0, 1, or 2 if there are several.
    pub solutions: u8,
    /// The hardest technique used; [`Technique::Search`] if the other techniques do not solve the puzzle. `None` if the
    /// puzzle has no empty cell, or not exactly one solution.
    pub hardest: Option<Technique>,
    /// The number of steps of each technique, up to the point where only a search makes progress; empty without exactly
    /// one solution.
    pub steps: Steps,
    /// The search effort: 0 if the techniques solve the puzzle, otherwise the nodes
    /// ([`Outcome::nodes`](batchdoku_base::Outcome::nodes)) that the `mrv` engine visits in the
    /// [canonical form](Grid::canonical_form) of the puzzle to find up to two solutions.
    pub nodes: u64,
}

impl Rating {
    /// Rates any grid: by the techniques and, if they get stuck, by a search of its canonical form
    /// up to the second solution.
    ///
    /// ```
    /// use batchdoku::{Grid, corpus::rate::{Difficulty, Rating, Technique}};
    /// let line = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    /// let rating = Rating::of(&line.parse::<Grid>()?);
    /// assert_eq!(rating.hardest, Some(Technique::Search));
    /// assert_eq!(rating.level(), Some(Difficulty::LongSearch));
    /// # Ok::<(), batchdoku::GridError>(())
    /// ```
    pub fn of(puzzle: &Grid) -> Self {
        thread_local! {
            /// Working memory, reused for every puzzle.
            static RATER: RefCell<Rater> = RefCell::default();
        }
        RATER.with_borrow_mut(|rater| rater.rate(puzzle))
    }

    /// Returns the level, if there is exactly one solution.
    pub fn level(&self) -> Option<Difficulty> {
        (self.solutions == 1).then(|| Difficulty::of(self.hardest, self.nodes))
    }

    /// Returns the name of the level; without a level, `unsolvable` or `multiple`.
    ///
    /// ```
    /// use batchdoku::{Grid, corpus::rate::Rating};
    /// assert_eq!(Rating::of(&Grid::EMPTY).level_name(), "multiple");
    /// ```
    pub fn level_name(&self) -> &'static str {
        match (self.level(), self.solutions) {
            (Some(level), _) => level.name(),
            (None, 0) => "unsolvable",
            (None, _) => "multiple",
        }
    }
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let technique = self.hardest.map_or("-", Technique::name);
        write!(f, "{} {technique} {} {}", self.level_name(), self.nodes, self.steps)
    }
}

impl Serialize for Rating {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut record = serializer.serialize_struct("Rating", 4)?;
        record.serialize_field("level", self.level_name())?;
        record.serialize_field("technique", &self.hardest)?;
        record.serialize_field("nodes", &self.nodes)?;
        record.serialize_field("steps", &(self.solutions == 1).then_some(self.steps))?;
        record.end()
    }
}

/// Rates single puzzles; reuses the memory of its search.
#[derive(Debug, Default)]
pub struct Rater {
    engine: Mrv,
}

impl Rater {
    /// Rates any grid: by the techniques and, if they get stuck, by a search of its canonical form
    /// up to the second solution.
    pub fn rate(&mut self, puzzle: &Grid) -> Rating {
        self.rate_within(puzzle, &Limits::none()).expect("nothing ends the search")
    }

    /// Rates a puzzle within limits. Returns `None` if the limit of nodes, or the stop flag, ended the search.
    pub fn rate_within(&mut self, puzzle: &Grid, limits: &Limits<'_>) -> Option<Rating> {
        let (hardest, steps) = hardest_technique(puzzle);
        if hardest != Some(Technique::Search) {
            return Some(Rating { solutions: 1, hardest, steps, nodes: 0 });
        }
        let form = puzzle.canonical_form();
        let limits = limits.max_solutions(2);
        let outcome = self.engine.search(&form, &limits, &mut |_| ControlFlow::Continue(()));
        if !outcome.verdict().is_finished() {
            return None;
        }
        let nodes = outcome.nodes;
        Some(match outcome.solutions.min(2) as u8 {
            1 => Rating { solutions: 1, hardest, steps, nodes },
            solutions => Rating { solutions, hardest: None, steps: Steps::default(), nodes },
        })
    }
}
