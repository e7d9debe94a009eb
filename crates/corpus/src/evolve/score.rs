//! The score of a puzzle in a search, by several criteria.
//!
//! A rating takes up to seconds for the hardest puzzles. So a puzzle first gets a quick score, with the number of
//! candidates that [trial and error](super::trial) leaves in place of ER. Of 1,465 hard puzzles, trial and error leaves
//! candidates in every puzzle of ER 9.5 or more, and in three other puzzles. Only the puzzles with the best quick
//! scores are rated.

use super::trial::TrialAndError;
use crate::{
    explain::{Er, Explainer, Unexplained},
    rate::Rater,
};
use batchdoku_base::{StopFlag, named};
use batchdoku_engine::grid::Grid;

/// A property that makes a puzzle better than another.
///
/// ```
/// use batchdoku::corpus::evolve::Criterion;
/// assert_eq!("clues".parse(), Ok(Criterion::MostClues));
/// assert_eq!(Criterion::MostClues.to_string(), "clues");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Criterion {
    /// A higher rating of Sudoku Explainer.
    Er,
    /// More nodes of a search.
    Nodes,
    /// More clues.
    MostClues,
    /// Fewer clues.
    FewestClues,
}

named!(Criterion { Er = "er", Nodes = "nodes", MostClues = "clues", FewestClues = "few-clues" });

/// The maximum number of integers in a score: three for ER, one for nodes, one for clues.
const NUMBERS: usize = 5;

/// The score of a puzzle: integers in order of importance, more is better.
pub(super) type Score = [u32; NUMBERS];

/// A puzzle and its score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredPuzzle {
    /// The canonical form of the puzzle.
    pub puzzle: Grid,
    pub(crate) score: Score,
    /// The rating, if it is wanted and known.
    pub er: Er,
    /// The nodes, if they are wanted.
    pub nodes: u64,
}

/// Scores puzzles; holds the working memory of one thread.
#[derive(Debug)]
pub struct Scorer {
    rater: Rater,
    explainer: Explainer,
}

impl Scorer {
    /// Creates a scorer whose ratings end early once `stop` is set.
    pub fn new(stop: StopFlag) -> Self {
        Self { rater: Rater::default(), explainer: Explainer::new().stopped_by(stop) }
    }

    /// Returns the quick score of a puzzle in canonical form.
    pub(super) fn quick(
        &mut self,
        puzzle: Grid,
        by: &[Criterion],
        with_nodes: bool,
    ) -> ScoredPuzzle {
        let nodes = if with_nodes { self.rater.rate(&puzzle).nodes } else { 0 };
        let numbers = by.iter().flat_map(|criterion| match criterion {
            Criterion::Er => {
                let TrialAndError { left, survivors } = TrialAndError::of(&puzzle);
                vec![0, left, survivors]
            }
            Criterion::Nodes => vec![nodes.try_into().unwrap_or(u32::MAX)],
            Criterion::MostClues => vec![puzzle.clues() as u32],
            Criterion::FewestClues => vec![81 - puzzle.clues() as u32],
        });
        let mut score = Score::default();
        score.iter_mut().zip(numbers).for_each(|(place, number)| *place = number);
        ScoredPuzzle { puzzle, score, er: Er::default(), nodes }
    }

    /// Adds the rating to a quick score; the rating is 0 if the techniques do not solve the puzzle.
    ///
    /// # Errors
    /// [`Unexplained::Stopped`] if the flag was set meanwhile: the score is as it was.
    pub fn rate(
        &mut self,
        candidate: &mut ScoredPuzzle,
        by: &[Criterion],
    ) -> Result<(), Unexplained> {
        candidate.er = match self.explainer.rate(&candidate.puzzle) {
            Ok(rating) => rating.er,
            Err(Unexplained::Stopped) => return Err(Unexplained::Stopped),
            Err(_) => Er::default(),
        };
        if let Some(place) = by.iter().position(|&criterion| criterion == Criterion::Er) {
            candidate.score[place] = candidate.er.tenths().into();
        }
        Ok(())
    }
}
