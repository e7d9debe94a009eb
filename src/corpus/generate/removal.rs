//! One try: clues are removed from a complete grid in random order, as long as one solution is left.
//!
//! What comes out is defined by the grid and the order alone: go through the clues in order, and
//! remove each without which the puzzle still has one solution. How it is found takes far fewer
//! tests than clues. A clue must stay exactly if it is the last one left in some unavoidable set,
//! that is, if it is the last of the set in the order and none of the set has stayed before. So
//! the known unavoidable sets say which clues must stay, and the removal of all others is assumed
//! to be possible and tested for many at once. If the test finds no other solution, all of them
//! are confirmed, since clues can only take solutions away. If it finds one, that differs from
//! the grid in unavoidable sets which were not known: they join the known ones, and the walk is
//! repeated from what is confirmed. (Hitting sets of lazily found sets; Reiter, "A theory of
//! diagnosis from first principles", 1987. Checking puzzles by unavoidable sets is McGuire's.)
//!
//! Cells that are clues together or not at all (orbits of a symmetry) are one orbit throughout.

use super::{options::Plan, unavoidable::LocatedGrid};
use crate::{
    corpus::{grids::random_grid, random::RecordRng},
    grid::{CellSet, Grid},
};

/// Clues left at the first test, which nearly all orders can come down to.
const FIRST_TEST: u8 = 34;

/// Twice the cells to remove from the first test to the second: see [`Removal::pace`].
const FIRST_PACE: u8 = 8;

/// The least and the most of that later on.
const PACES: (u8, u8) = (2, 6);

/// How far removal has come: everything before `place` in the order is decided.
#[derive(Clone, Copy, Default)]
struct WalkState {
    /// The next place in the order.
    place: usize,
    /// The places so far whose orbits stay.
    kept: u128,
    /// How many cells of these orbits stay.
    stay: u8,
    /// How many cells are still clues.
    clues: u8,
}

/// What to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RemovalStep {
    /// Test the puzzle for another solution.
    Test,
    /// The puzzle is done.
    Done,
    /// This try will come to nothing.
    Failed,
}

/// The state of a try.
pub(super) struct Removal {
    solution: LocatedGrid,
    /// Which orbit is at each place of the order.
    order: Vec<u8>,
    /// The place of the orbit of each cell, as a bit.
    place: [u128; 81],
    sets: UnavoidableSets,
    confirmed: WalkState,
    assumed: WalkState,
    /// Twice the number of cells to remove before the next test: halves on failure, else grows.
    pace: u8,
    /// How many clues to stop at.
    target: u8,
    /// What is left when all that is confirmed is removed.
    puzzle: Grid,
    /// What is left when all that is assumed is removed, too.
    tested: Grid,
    /// Once only minimality is in question: the clue whose removal is tested, and all later ones.
    unproved: CellSet,
}

/// Known unavoidable sets, as sets of places, by their last place.
struct UnavoidableSets {
    sets: Vec<u128>,
    /// For each set, the next one with the same last place.
    next: Vec<u16>,
    /// The first set with each last place.
    first: [u16; 81],
}

impl UnavoidableSets {
    /// Marks the end of a list.
    const END: u16 = u16::MAX;

    fn new() -> Self {
        Self {
            sets: Vec::with_capacity(256),
            next: Vec::with_capacity(256),
            first: [Self::END; 81],
        }
    }

    fn clear(&mut self) {
        self.sets.clear();
        self.next.clear();
        self.first = [Self::END; 81];
    }

    fn add(&mut self, set: u128) {
        let last = set.ilog2() as usize;
        self.next.push(self.first[last]);
        self.first[last] = self.sets.len() as u16;
        self.sets.push(set);
    }

    /// Whether `place` is the last of a set none of which is in `kept`.
    #[inline]
    fn need(&self, place: usize, kept: u128) -> bool {
        let mut at = usize::from(self.first[place]);
        while let Some(set) = self.sets.get(at) {
            if set & kept == 0 {
                return true;
            }
            at = usize::from(self.next[at]);
        }
        false
    }
}

impl Removal {
    pub(super) fn new() -> Self {
        Self {
            solution: LocatedGrid::new(Grid::EMPTY),
            order: Vec::with_capacity(81),
            place: [0; 81],
            sets: UnavoidableSets::new(),
            confirmed: WalkState::default(),
            assumed: WalkState::default(),
            pace: 0,
            target: 0,
            puzzle: Grid::EMPTY,
            tested: Grid::EMPTY,
            unproved: CellSet::EMPTY,
        }
    }

    /// The solution.
    pub(super) fn solution(&self) -> &Grid {
        self.solution.grid()
    }

    /// The puzzle, once it is done.
    pub(super) fn puzzle(&self) -> &Grid {
        &self.puzzle
    }

    /// The puzzle to test.
    pub(super) fn tested(&self) -> &Grid {
        &self.tested
    }

    /// Begins a try with random bits from `rng`.
    pub(super) fn start(&mut self, plan: &Plan, rng: &mut RecordRng) -> RemovalStep {
        let grid = random_grid(rng);
        self.solution = LocatedGrid::new(grid);
        self.order.clear();
        self.order.extend(0..plan.orbits.len() as u8);
        rng.shuffle_downwards(&mut self.order[plan.barred..]);
        self.target = plan.targets[rng.below_u32(plan.targets.len() as u32) as usize];
        for (place, &orbit) in self.order.iter().enumerate() {
            for cell in plan.orbits[usize::from(orbit)] {
                self.place[usize::from(cell)] = 1 << place;
            }
        }
        self.sets.clear();
        self.solution.swaps(&self.place, |set| self.sets.add(set));
        self.confirmed = WalkState { place: 0, kept: 0, stay: 0, clues: 81 };
        self.pace = FIRST_PACE;
        self.unproved = CellSet::EMPTY;
        self.puzzle = grid;
        self.assume(plan)
    }

    /// Goes on after the test found no other solution, or `other`.
    pub(super) fn next(&mut self, plan: &Plan, other: Option<&Grid>) -> RemovalStep {
        if !self.unproved.is_empty() {
            self.unproved.pop_first();
            return match other {
                None => RemovalStep::Failed,
                Some(_) if self.unproved.is_empty() => RemovalStep::Done,
                Some(_) => self.try_without(),
            };
        }
        if let Some(other) = other {
            self.solution.differences(other, &self.place, |set| self.sets.add(set));
            self.pace = (self.pace / 2).max(PACES.0);
        } else {
            self.confirmed = self.assumed;
            self.puzzle = self.tested;
            self.pace = (self.pace + self.pace / 2).min(PACES.1);
        }
        if self.confirmed.stay > *plan.clues.end() {
            return RemovalStep::Failed;
        }
        if self.confirmed.place < self.order.len() {
            return self.assume(plan);
        }
        if !plan.clues.contains(&self.confirmed.clues) {
            return RemovalStep::Failed;
        }
        if plan.minimal && plan.orbits.len() < 81 {
            // No orbit can go, but a clue without the rest of its orbit may.
            self.unproved = self.puzzle.filled();
            return self.try_without();
        }
        RemovalStep::Done
    }

    /// UnavoidableSets up the puzzle without the next clue that is not proved necessary.
    fn try_without(&mut self) -> RemovalStep {
        self.tested = self.puzzle;
        if let Some(cell) = self.unproved.first() {
            self.tested.set(cell, None);
        }
        RemovalStep::Test
    }

    /// Walks on from what is confirmed and sets up the puzzle to test.
    fn assume(&mut self, plan: &Plan) -> RemovalStep {
        let mut now = self.confirmed;
        self.tested = self.puzzle;
        let goal = match now.place {
            0 => FIRST_TEST,
            _ => now.clues.saturating_sub(self.pace / 2),
        };
        while now.place < self.order.len() {
            let orbit = usize::from(self.order[now.place]);
            let size = plan.sizes[orbit];
            let must_stay = self.sets.need(now.place, now.kept);
            if must_stay && now.place < plan.barred {
                return RemovalStep::Failed;
            }
            if must_stay || now.clues < self.target + size {
                now.kept |= 1 << now.place;
                now.stay += size;
            } else if now.clues <= goal {
                break;
            } else {
                now.clues -= size;
                plan.orbits[orbit].into_iter().for_each(|cell| self.tested.set(cell, None));
            }
            now.place += 1;
        }
        self.assumed = now;
        RemovalStep::Test
    }
}
