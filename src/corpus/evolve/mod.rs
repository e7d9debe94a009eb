//! A search for rare puzzles: a pool of the best so far, and random neighbours of these.
//!
//! In each round, puzzles of the pool are chosen as parents, the better the more often; some of the
//! neighbours of each become candidates; and the best of pool and candidates are the next pool. A
//! neighbour has up to n clues removed and up to m added; where one of them is fewer, so is the other,
//! by as many. The hardest puzzles known were found in this way: the forums call it a vicinity search,
//! {-n+m}. No class is in the pool twice.
//!
//! The population after a round is a function of the options, the seeds and the number of rounds: a round
//! draws its random numbers from its own number.
//!
//! ```text
//! trial    what a puzzle keeps after trial and error: a quick substitute for its rating
//! score    the criteria, and what a puzzle scores by them
//! state    a population as text, to go on with later
//! ```

mod score;
mod state;
mod trial;

use std::{
    collections::{HashSet, VecDeque},
    ops::ControlFlow,
};

use super::{
    explain::Er,
    neighbours::{NeighbourSearch, Neighbourhood},
    random::{RecordRng, Seed},
};
use crate::grid::Grid;
pub(crate) use score::{Criterion, ScoredPuzzle, Scorer};

/// The parents of a round.
pub(crate) const PARENTS: u64 = 32;
/// The most neighbours of a parent in a round.
const NEIGHBOURS: usize = 64;
/// The most candidates that are rated in a round.
const RATED: usize = 32;
/// After so many rounds without a candidate, there is nothing more to find.
pub(crate) const BARREN: u64 = 3;
/// How many rated puzzles are remembered.
const TRIED: usize = 20_000;

/// What is searched, and how.
#[derive(Clone, Debug)]
pub(crate) struct Evolution {
    /// The most clues that are removed and added, at least one.
    pub(crate) neighbourhood: Neighbourhood,
    /// The criteria; the first decides, the next where it does not.
    pub(crate) by: Vec<Criterion>,
    /// The most puzzles in the pool.
    pub(crate) pool: usize,
    pub(crate) seed: u64,
    pub(crate) targets: Targets,
}

/// What a puzzle must be to be printed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Targets {
    pub(crate) min_er: Option<Er>,
    pub(crate) min_nodes: Option<u64>,
    /// The fewest and the most clues.
    pub(crate) clues: Option<(u8, u8)>,
}

/// The state of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Population {
    /// How many rounds have been completed.
    pub(crate) round: u64,
    /// How many of the last rounds brought no candidate.
    pub(crate) barren: u64,
    /// The best puzzles, best first.
    pub(crate) pool: Vec<ScoredPuzzle>,
    /// The puzzles that meet the targets, in the order in which they were found.
    pub(crate) found: Vec<ScoredPuzzle>,
    /// The puzzles rated last, which need not be rated again.
    tried: VecDeque<Grid>,
    /// All of these.
    known: HashSet<Grid>,
}

impl Population {
    /// The search starts from these puzzles, with complete scores.
    pub(crate) fn new(evolution: &Evolution, mut seeds: Vec<ScoredPuzzle>) -> Self {
        sort(&mut seeds);
        seeds.truncate(evolution.pool);
        let mut population = Self { pool: seeds, ..Self::default() };
        population.note_known();
        population
    }

    fn note_known(&mut self) {
        self.known.clear();
        let scored = self.pool.iter().chain(&self.found).map(|one| one.puzzle);
        self.known.extend(scored.chain(self.tried.iter().copied()));
    }
}

impl Targets {
    pub(crate) fn is_any(&self) -> bool {
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
    /// Whether candidates must be rated.
    pub(crate) fn is_rated(&self) -> bool {
        self.targets.min_er.is_some() || self.by.contains(&Criterion::Er)
    }

    /// The quick score of the canonical form of a puzzle.
    pub(crate) fn score(&self, scorer: &mut Scorer, puzzle: &Grid) -> ScoredPuzzle {
        let with_nodes = self.targets.min_nodes.is_some() || self.by.contains(&Criterion::Nodes);
        scorer.quick(puzzle.canonical_form(), &self.by, with_nodes)
    }

    /// The candidates that are neighbours of the parent `number` of the next round, each once.
    pub(crate) fn neighbours(
        &self,
        population: &Population,
        seeds: &HashSet<Grid>,
        number: u64,
        search: &mut NeighbourSearch<'_>,
        scorer: &mut Scorer,
    ) -> Vec<ScoredPuzzle> {
        let mut rng = self.numbers(population.round, number);
        let size = population.pool.len() as u32;
        if size == 0 {
            return Vec::new();
        }
        let rank = rng.below_u32(size).min(rng.below_u32(size));
        let parent = &population.pool[rank as usize].puzzle;
        let Neighbourhood { remove, add, minimal } = self.neighbourhood;
        // One clue may be added at least, and one removed.
        let fewer = rng.below_u32(remove.min(add) as u32) as usize;
        let which = Neighbourhood { remove: remove - fewer, add: add - fewer, minimal };
        let (mut met, mut candidates) = (HashSet::new(), Vec::new());
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

    /// The random numbers of a parent of a round.
    fn numbers(&self, round: u64, number: u64) -> RecordRng {
        // Not those of the puzzles that the search starts from.
        Seed::new(self.seed ^ 0x6576_6F6C_7665).record(round * PARENTS + number)
    }

    /// The candidates that are worth more than a quick score, best first and each once.
    pub(crate) fn shortlist(&self, mut candidates: Vec<ScoredPuzzle>) -> Vec<ScoredPuzzle> {
        sort(&mut candidates);
        candidates.dedup_by_key(|candidate| candidate.puzzle);
        if self.is_rated() {
            candidates.truncate(RATED);
        }
        candidates
    }

    /// Ends a round, of which these are the candidates, with complete scores.
    pub(crate) fn end_round(&self, population: &mut Population, mut candidates: Vec<ScoredPuzzle>) {
        let Population { round, barren, pool, found, tried, .. } = population;
        *round += 1;
        *barren = if candidates.is_empty() { *barren + 1 } else { 0 };
        sort(&mut candidates);
        if self.targets.is_any() {
            found.extend(candidates.iter().filter(|one| self.targets.are_met_by(one)));
        }
        if self.is_rated() {
            tried.extend(candidates.iter().map(|one| one.puzzle));
            tried.drain(..tried.len().saturating_sub(TRIED));
        }
        pool.append(&mut candidates);
        sort(pool);
        pool.truncate(self.pool);
        population.note_known();
    }
}

/// Best first; equal ones in the order of their canonical forms.
fn sort(candidates: &mut [ScoredPuzzle]) {
    candidates.sort_unstable_by(|a, b| b.score.cmp(&a.score).then(a.puzzle.cmp(&b.puzzle)));
}
