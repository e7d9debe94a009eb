//! Several lanes on one puzzle, at the end of a batch when there are no new puzzles.
//!
//! A free lane takes the node at the bottom of another lane's stack. In the order of a depth-first
//! search, all that the thief visits comes after all that its victim has left, and before what
//! others took from that victim earlier. So the lanes of a puzzle stand in a line, and ranks along
//! it tell which of two solutions comes first:
//!
//! ```text
//!   lane 3 alone      3
//!   lane 8 takes      3 8
//!   lane 5 takes      3 5 8       from lane 3, a part before that of lane 8
//! ```
//!
//! The solution that is written is the first in that order, as if the puzzle had had one lane.

use super::state::{LaneMask, lanes};
use crate::simd::LANES;

/// A puzzle with several lanes.
#[derive(Debug)]
struct Share {
    puzzle: u32,
    /// The rank of the lane that found the first solution so far; above all where there is none.
    first: u32,
}

/// See the module.
#[derive(Debug)]
pub(super) struct Shares {
    puzzles: Vec<Share>,
    rank: [u32; LANES],
}

impl Shares {
    pub(super) fn new() -> Self {
        Self { puzzles: Vec::new(), rank: [0; LANES] }
    }

    fn find(&mut self, puzzle: u32) -> Option<&mut Share> {
        self.puzzles.iter_mut().find(|share| share.puzzle == puzzle)
    }

    /// Whether any puzzle has ever had more than one lane.
    pub(super) fn any(&self) -> bool {
        !self.puzzles.is_empty()
    }

    /// Whether what `lane` finds comes before the first solution found so far.
    pub(super) fn leads(&self, puzzle: u32, lane: usize) -> bool {
        let share = self.puzzles.iter().find(|share| share.puzzle == puzzle);
        share.is_some_and(|share| self.rank[lane] < share.first)
    }

    /// `lane` has found the first solution so far.
    pub(super) fn lead(&mut self, puzzle: u32, lane: usize) {
        let rank = self.rank[lane];
        if let Some(share) = self.find(puzzle) {
            share.first = rank;
        }
    }

    /// `thief` takes from `victim`. The lanes at work on the puzzle are `others`; `solved` is
    /// whether it has a solution.
    pub(super) fn split(
        &mut self,
        puzzle: u32,
        victim: usize,
        thief: usize,
        others: LaneMask,
        solved: bool,
    ) {
        if self.find(puzzle).is_none() {
            self.rank[victim] = 0;
            self.puzzles.push(Share { puzzle, first: if solved { 0 } else { u32::MAX } });
        }
        let rank = self.rank[victim];
        for other in lanes(others) {
            if self.rank[other] > rank {
                self.rank[other] += 1;
            }
        }
        self.rank[thief] = rank + 1;
        if let Some(share) = self.find(puzzle)
            && share.first > rank
            && share.first != u32::MAX
        {
            share.first += 1;
        }
    }
}
