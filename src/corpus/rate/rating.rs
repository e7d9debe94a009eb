//! Rating puzzles of any kind, and the text of a rating.

use std::{fmt, ops::ControlFlow};

#[cfg(feature = "json")]
use serde::{Serialize, Serializer, ser::SerializeStruct};

use super::{
    Difficulty, Grade, Technique,
    grade::{Graded, grade},
};
use crate::{
    corpus::canon::canonical_form,
    engine::{Engine, Mrv},
    grid::Grid,
    search::Limits,
};

/// How hard a puzzle is. Equivalent puzzles have equal ratings.
///
/// Displays as `level technique nodes steps`, for instance `medium naked_pair 0
/// naked_single=30,hidden_single=22,naked_pair=1`. Without exactly one solution it is `multiple - 4
/// -` or `unsolvable - 0 -`. Serialises as one flat record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Rating {
    /// The number of solutions, and the grade if there is exactly one.
    pub verdict: Verdict,
    /// The search effort: 0 if the techniques solve the puzzle, otherwise the nodes
    /// ([`Outcome::nodes`](crate::Outcome::nodes)) that the `mrv` engine visits in the
    /// [canonical form](crate::corpus::canon) of the puzzle to find up to two solutions.
    pub nodes: u64,
}

/// The number of solutions of a puzzle, and its grade if there is exactly one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Verdict {
    /// The clues have no solution.
    Unsolvable,
    /// There is exactly one solution.
    Unique(Grade),
    /// There are at least two solutions.
    Multiple,
}

impl Rating {
    /// The names of the [`Self::fields`].
    pub const FIELDS: [&str; 4] = ["level", "technique", "nodes", "steps"];

    /// The four parts of its text.
    pub fn fields(&self) -> [String; 4] {
        let text = self.to_string();
        let mut parts = text.split(' ').map(str::to_owned);
        std::array::from_fn(|_| parts.next().expect("four parts"))
    }

    /// The grade, if there is exactly one solution.
    pub fn grade(&self) -> Option<&Grade> {
        match &self.verdict {
            Verdict::Unique(grade) => Some(grade),
            Verdict::Unsolvable | Verdict::Multiple => None,
        }
    }

    /// The level, if there is exactly one solution.
    pub fn level(&self) -> Option<Difficulty> {
        self.grade().map(|grade| Difficulty::of(grade.hardest, self.nodes))
    }

    /// The name of the level; without one, `unsolvable` or `multiple`.
    fn level_name(&self) -> &'static str {
        match self.verdict {
            Verdict::Unsolvable => "unsolvable",
            Verdict::Multiple => "multiple",
            Verdict::Unique(grade) => Difficulty::of(grade.hardest, self.nodes).name(),
        }
    }
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let grade = self.grade();
        let technique = grade.and_then(|grade| grade.hardest).map_or("-", Technique::name);
        let (level, nodes) = (self.level_name(), self.nodes);
        write!(
            f,
            "{level} {technique} {nodes} {}",
            grade.map(|grade| grade.steps).unwrap_or_default()
        )
    }
}

#[cfg(feature = "json")]
impl Serialize for Rating {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut record = serializer.serialize_struct("Rating", 4)?;
        record.serialize_field("level", self.level_name())?;
        record.serialize_field("technique", &self.grade().and_then(|grade| grade.hardest))?;
        record.serialize_field("nodes", &self.nodes)?;
        record.serialize_field("steps", &self.grade().map(|grade| grade.steps))?;
        record.end()
    }
}

/// Rates puzzles one at a time; keeps the memory of its search.
///
/// ```
/// use batchdoku::{Grid, corpus::rate::{Difficulty, Rater, Technique}};
/// let line = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
/// let rating = Rater::new().rate(&line.parse::<Grid>()?);
/// assert_eq!(rating.grade().unwrap().hardest, Some(Technique::Search));
/// assert_eq!(rating.level(), Some(Difficulty::Extreme));
/// # Ok::<(), batchdoku::GridError>(())
/// ```
#[derive(Debug, Default)]
pub struct Rater {
    engine: Mrv,
}

impl Rater {
    /// Creates a rater.
    pub fn new() -> Self {
        Self::default()
    }

    /// Rates any grid: by the techniques and, if they get stuck, by a search of its canonical form
    /// up to the second solution.
    pub fn rate(&mut self, puzzle: &Grid) -> Rating {
        let grade = match grade(puzzle) {
            Graded::Solved(grade) => return Rating { verdict: Verdict::Unique(grade), nodes: 0 },
            Graded::Stuck(grade) => grade,
        };
        let form = canonical_form(puzzle);
        let outcome =
            self.engine.search(&form, &Limits::solutions(2), &mut |_| ControlFlow::Continue(()));
        let verdict = match outcome.solutions {
            0 => Verdict::Unsolvable,
            1 => Verdict::Unique(grade),
            _ => Verdict::Multiple,
        };
        Rating { verdict, nodes: outcome.nodes }
    }
}
