//! The hardest and the easiest puzzles of a corpus.

use std::collections::BTreeMap;

use crate::{
    explain::Er,
    rate::{Difficulty, Rating},
};
use batchdoku_engine::grid::Grid;

/// The maximum number of puzzles of a ranking, because the report of `stats` shows as many.
const MOST_RANKED: usize = 6;

/// The effort that a puzzle takes: its ER if known, its level, its nodes, its hardest technique, the number of steps of
/// this technique, and the number of empty cells.
type Effort = (Option<Er>, Difficulty, u64, usize, u16, usize);

/// The first puzzles by effort, in descending or ascending order. Equally hard puzzles are ordered by their cells, so
/// that the order of the input does not matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ranking {
    hardest_first: bool,
    best: BTreeMap<(Place, [u8; 81]), (Rating, Option<Er>)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Easy(Effort),
    Hard(std::cmp::Reverse<Effort>),
}

impl Ranking {
    pub(super) const fn new(hardest_first: bool) -> Self {
        Self { hardest_first, best: BTreeMap::new() }
    }

    /// Adds a rated puzzle, if it has exactly one solution.
    pub(super) fn add(&mut self, puzzle: &Grid, rating: &Rating, er: Option<Er>) {
        let Some(effort) = effort(puzzle, rating, er) else { return };
        let place = match self.hardest_first {
            true => Place::Hard(std::cmp::Reverse(effort)),
            false => Place::Easy(effort),
        };
        let is_full = self.best.len() == MOST_RANKED;
        if is_full && self.best.last_key_value().is_some_and(|((last, _), _)| *last < place) {
            return;
        }
        self.best.insert((place, puzzle.to_text()), (*rating, er));
        self.shorten();
    }

    pub(super) fn merge(&mut self, other: Self) {
        self.best.extend(other.best);
        self.shorten();
    }

    fn shorten(&mut self) {
        while self.best.len() > MOST_RANKED {
            self.best.pop_last();
        }
    }

    pub(super) fn list(&self) -> Vec<(Grid, Rating, Option<f64>)> {
        let mut list = Vec::with_capacity(self.best.len());
        for ((_, text), (rating, er)) in &self.best {
            let grid = Grid::parse(text).expect("the text of a grid");
            list.push((grid, *rating, er.map(value_or_infinity)));
        }
        list
    }
}

/// Returns an ER as a number; infinity for the maximum ER, which means beyond the techniques.
fn value_or_infinity(er: Er) -> f64 {
    if er == Er::MAX { f64::INFINITY } else { er.value() }
}

fn effort(puzzle: &Grid, rating: &Rating, er: Option<Er>) -> Option<Effort> {
    let level = rating.level()?;
    let hardest = rating.hardest.map_or(0, |technique| technique as usize + 1);
    let needed = rating.hardest.map_or(0, |technique| rating.steps[technique]);
    Some((er, level, rating.nodes, hardest, needed, 81 - puzzle.clues()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rate::Rater;
    use batchdoku_testkit::{random_puzzle, rng, sized};

    #[test]
    fn the_order_of_puzzles_does_not_matter() {
        let (mut rng, mut rater) = (rng(7), Rater::default());
        let puzzles: Vec<_> = (0..sized(60, 8))
            .map(|_| random_puzzle(&mut rng))
            .map(|puzzle| (puzzle, rater.rate(&puzzle)))
            .collect();
        // Any number that depends only on the puzzle will do.
        let er = |puzzle: &Grid| Some(Er::from_tenths(puzzle.clues() as u8 % 3));
        for hardest_first in [true, false] {
            let rank = |puzzles: &mut dyn Iterator<Item = &(Grid, Rating)>| {
                let mut ranking = Ranking::new(hardest_first);
                puzzles.for_each(|(puzzle, rating)| ranking.add(puzzle, rating, er(puzzle)));
                ranking
            };
            let all = rank(&mut puzzles.iter());
            assert_eq!(all, rank(&mut puzzles.iter().rev()));
            assert_eq!(all, rank(&mut puzzles.iter().chain(&puzzles)), "repeats count once");
            let mut parts = rank(&mut puzzles[..puzzles.len() / 3].iter());
            parts.merge(rank(&mut puzzles[puzzles.len() / 3..].iter()));
            assert_eq!(all, parts);
            let list = all.list();
            assert_eq!(list.len(), MOST_RANKED);
            let efforts: Vec<_> =
                list.iter().map(|(p, r, _)| effort(p, r, er(p)).unwrap()).collect();
            let best = puzzles.iter().filter_map(|(p, r)| effort(p, r, er(p)));
            let best = if hardest_first { best.max() } else { best.min() };
            assert_eq!(Some(efforts[0]), best);
            assert!(efforts.is_sorted_by(|a, b| if hardest_first { a >= b } else { a <= b }));
        }
    }
}
