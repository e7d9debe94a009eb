//! A search for rare puzzles: a pool of the best so far, and random neighbours of these.
//!
//! In each round, the search draws parents from the pool, better puzzles more often. Some neighbours of each parent
//! become candidates, and the best of pool and candidates are the next pool. A neighbour has up to n clues removed and
//! up to m added. The forums call this a vicinity search, {-n+m}; it found the hardest puzzles known. The pool has no
//! class twice. Of candidates and pool puzzles with equal scores, the candidates come first, so that the pool still
//! changes when the scores stop rising.
//!
//! A pool fills with relatives, and the search soon knows all of their neighbours. So a search with a target that has
//! found nothing for many rounds starts again, from other puzzles.
//!
//! The population after a round is a function of the options, the seeds and the number of rounds, because each round
//! seeds its random numbers by its own number.
//!
//! ```text
//! trial    what a puzzle keeps after trial and error: a quick substitute for its rating
//! score    the criteria, and what a puzzle scores by them
//! state    a population as text, to resume from
//! ```

mod score;
mod state;
mod trial;

use crate::GridExt;
use std::{
    cmp::Reverse,
    collections::{HashSet, VecDeque},
    ops::ControlFlow,
};

use super::{
    explain::{Er, ErLimits},
    generate::{GenerateError, check_clues, check_ratings},
    neighbours::{NeighbourSearch, Neighbourhood},
    random::{RecordRng, Seed},
};
use batchdoku_engine::grid::Grid;
use score::Score;
pub use score::{Criterion, ScoredPuzzle, Scorer};
pub use state::StateError;

/// The parents of a round.
pub const PARENTS: u64 = 32;
/// The most neighbours of a parent in a round.
const NEIGHBOURS: usize = 64;
/// The most candidates that are rated in a round.
const RATED: usize = 32;
/// The search ends after this number of rounds without a candidate, because its pool has no new neighbours then.
pub const BARREN: u64 = 3;
/// If no candidate of a round was good enough to be rated, the round counts as this many rounds without a find. So a
/// pool far from any target is given up soon.
const HOPELESS: u64 = 10;
/// The most rated puzzles that are remembered.
const TRIED: usize = 20_000;

/// The options of a search.
#[derive(Clone, Debug)]
pub struct Evolution {
    /// The most clues that are removed and added, at least one.
    pub neighbourhood: Neighbourhood,
    /// The criteria, in order of importance: a later criterion decides between puzzles that are equal in all earlier
    /// criteria.
    pub by: Vec<Criterion>,
    /// The most puzzles in the pool.
    pub pool: usize,
    /// Seeds the random numbers.
    pub seed: u64,
    /// Decides which puzzles are written.
    pub targets: Targets,
    /// The number of rounds without a find after which a search with a target starts again.
    pub patience: u64,
}

/// The conditions for a puzzle to be printed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Targets {
    /// The least rating.
    pub min_er: Option<Er>,
    /// The fewest nodes.
    pub min_nodes: Option<u64>,
    /// The fewest and the most clues.
    pub clues: Option<(u8, u8)>,
}

/// The state of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Population {
    /// The number of rounds completed.
    pub round: u64,
    /// The number of rounds without a candidate since the last round with candidates.
    pub barren: u64,
    /// The number of times that the search has started again.
    pub restarts: u64,
    /// The number of rounds since the last find or restart. A round without a rated candidate counts `HOPELESS`
    /// times.
    fruitless: u64,
    /// The best puzzles, best first.
    pub pool: Vec<ScoredPuzzle>,
    /// The puzzles that meet the targets, in the order of their discovery.
    pub found: Vec<ScoredPuzzle>,
    /// The puzzles rated last, which need not be rated again.
    tried: VecDeque<Grid>,
    /// The puzzles of `pool`, `found` and `tried`, which cannot become candidates.
    known: HashSet<Grid>,
}

impl Population {
    /// Starts a search from `seeds`. The scores of all seeds must be complete.
    pub fn new(evolution: &Evolution, mut seeds: Vec<ScoredPuzzle>) -> Self {
        sort(&mut seeds);
        seeds.truncate(evolution.pool);
        let mut population = Self { pool: seeds, ..Self::default() };
        population.note_known();
        population
    }

    /// Starts again, from the pool of another population.
    pub fn restart(&mut self, other: Self) {
        self.restarts += 1;
        (self.barren, self.fruitless, self.pool) = (0, 0, other.pool);
        self.note_known();
    }

    fn note_known(&mut self) {
        self.known.clear();
        let scored = self.pool.iter().chain(&self.found).map(|one| one.puzzle);
        self.known.extend(scored.chain(self.tried.iter().copied()));
    }
}

impl Targets {
    /// Checks that minimal puzzles can meet the targets, as [`Generator::new`](crate::generate::Generator::new) does.
    ///
    /// # Errors
    /// If none can.
    pub fn check(&self) -> Result<(), GenerateError> {
        if let Some((fewest, most)) = self.clues {
            check_clues(&(fewest..=most), true)?;
        }
        let er = self.min_er.unwrap_or_default()..=Er::MAX;
        check_ratings(&ErLimits { er, ..ErLimits::default() })
    }

    /// Returns true if there is a target.
    pub fn has_targets(&self) -> bool {
        self.min_er.is_some() || self.min_nodes.is_some() || self.clues.is_some()
    }

    fn are_met_by(&self, candidate: &ScoredPuzzle) -> bool {
        let clues = candidate.puzzle.clues();
        self.min_er.is_none_or(|least| candidate.er >= least)
            && self.min_nodes.is_none_or(|least| candidate.nodes >= least)
            && self.clues.is_none_or(|(least, most)| (least.into()..=most.into()).contains(&clues))
    }
}

impl Evolution {
    /// Returns whether candidates must be rated.
    pub fn is_rated(&self) -> bool {
        self.targets.min_er.is_some() || self.by.contains(&Criterion::Er)
    }

    /// Returns whether a search with this population should start again.
    pub fn is_fruitless(&self, population: &Population) -> bool {
        self.targets.has_targets() && population.fruitless >= self.patience
    }

    /// Returns the quick score of the canonical form of a puzzle.
    pub fn score(&self, scorer: &mut Scorer, puzzle: &Grid) -> ScoredPuzzle {
        let with_nodes = self.targets.min_nodes.is_some() || self.by.contains(&Criterion::Nodes);
        scorer.quick(puzzle.canonical_form(), &self.by, with_nodes)
    }

    /// Returns the candidates that are neighbours of the parent `number` of the next round, each once.
    pub fn neighbours(
        &self,
        population: &Population,
        seeds: &HashSet<Grid>,
        number: u64,
        search: &mut NeighbourSearch,
        scorer: &mut Scorer,
    ) -> Vec<ScoredPuzzle> {
        // The constant makes these random numbers differ from the random numbers of the first puzzles.
        let seed = Seed::new(self.seed ^ 0x6576_6F6C_7665);
        let mut rng = seed.record(population.round * PARENTS + number);
        let size = population.pool.len() as u32;
        if size == 0 {
            return Vec::new();
        }
        let rank = rng.below_u32(size).min(rng.below_u32(size));
        let parent = &population.pool[rank as usize].puzzle;
        let Some(which) = self.moves(parent.clues(), &mut rng) else { return Vec::new() };
        let mut met = HashSet::new();
        let mut candidates = Vec::new();
        let _ = search.search(parent, which, Some(&mut rng), &mut |neighbour| {
            let form = neighbour.canonical_form();
            let is_known = population.known.contains(&form) || seeds.contains(&form);
            if met.insert(form) && !is_known {
                candidates.push(self.score(scorer, &form));
            }
            if met.len() < NEIGHBOURS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        candidates
    }

    /// Draws how many clues to remove and to add this time. The smaller number is random, from 1 to the smaller number
    /// of the neighbourhood; the larger number exceeds it by a random amount, at most the difference of the two numbers
    /// of the neighbourhood. Returns `None` if the puzzle would have more or fewer clues than the target allows.
    fn moves(&self, clues: usize, rng: &mut RecordRng) -> Option<Neighbourhood> {
        let Neighbourhood { remove, add, minimal } = self.neighbourhood;
        let fewer = 1 + rng.below_u32(remove.min(add) as u32) as usize;
        let most = remove.abs_diff(add);
        let drawn = rng.below_u32(most as u32 + 1) as usize;
        [drawn, most].into_iter().find_map(|more| {
            let (remove, add) =
                if remove < add { (fewer, fewer + more) } else { (fewer + more, fewer) };
            let is_wanted = !self.overshoots((clues + add).saturating_sub(remove));
            is_wanted.then_some(Neighbourhood { remove, add, minimal })
        })
    }

    /// Returns true if `clues` is past the target: above its range if more clues are better, below it if fewer are
    /// better.
    fn overshoots(&self, clues: usize) -> bool {
        let Some((least, most)) = self.targets.clues else { return false };
        match self.by.first() {
            Some(Criterion::MostClues) => clues > most.into(),
            Some(Criterion::FewestClues) => clues < least.into(),
            _ => false,
        }
    }

    /// Returns the candidates that deserve a complete score, best first and each once. If candidates must be rated,
    /// returns at most `RATED`, and none that scores below the lower quartile of the pool.
    pub fn shortlist(
        &self,
        population: &Population,
        mut candidates: Vec<ScoredPuzzle>,
    ) -> Vec<ScoredPuzzle> {
        sort(&mut candidates);
        candidates.dedup_by_key(|candidate| candidate.puzzle);
        if self.is_rated() {
            let mut pool: Vec<_> =
                population.pool.iter().map(|one| self.without_er(one.score)).collect();
            pool.sort_unstable();
            let least = pool.get(pool.len() / 4).copied().unwrap_or_default();
            candidates.retain(|candidate| candidate.score >= least);
            candidates.truncate(RATED);
        }
        candidates
    }

    /// Returns a score as it was before the rating was added.
    fn without_er(&self, mut score: Score) -> Score {
        if let Some(place) = self.by.iter().position(|&criterion| criterion == Criterion::Er) {
            score[place] = 0;
        }
        score
    }

    /// Ends a round: moves the best of `candidates` into the pool. The scores of all candidates must be complete.
    /// `is_barren` means that the round had no candidate at all.
    pub fn end_round(
        &self,
        population: &mut Population,
        mut candidates: Vec<ScoredPuzzle>,
        is_barren: bool,
    ) {
        let Population { round, barren, fruitless, pool, found, tried, .. } = population;
        *round += 1;
        *barren = if is_barren { *barren + 1 } else { 0 };
        sort(&mut candidates);
        let before = found.len();
        if self.targets.has_targets() {
            found.extend(candidates.iter().filter(|one| self.targets.are_met_by(one)));
        }
        // Give up a pool soon if its neighbours do not even deserve a rating.
        let step = if candidates.is_empty() { HOPELESS } else { 1 };
        *fruitless = if found.len() > before { 0 } else { *fruitless + step };
        if self.is_rated() {
            tried.extend(candidates.iter().map(|one| one.puzzle));
            tried.drain(..tried.len().saturating_sub(TRIED));
        }
        // The stable sort puts new candidates before puzzles of the pool with the same score.
        candidates.append(pool);
        candidates.sort_by_key(|candidate| Reverse(candidate.score));
        candidates.truncate(self.pool);
        *pool = candidates;
        population.note_known();
    }
}

/// Sorts candidates best first, those with equal scores by their canonical forms.
fn sort(candidates: &mut [ScoredPuzzle]) {
    candidates.sort_unstable_by(|a, b| b.score.cmp(&a.score).then(a.puzzle.cmp(&b.puzzle)));
}
