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
//! Cells that are clues together or not at all (orbits of a symmetry) are one unit throughout.

use rand::{Rng, RngExt};
use rand_chacha::ChaCha8Rng;

use super::{
    options::Plan,
    unavoidable::{differences, swaps},
};
use crate::{
    corpus::grids::random_grid,
    grid::{CellSet, Grid},
};

/// Marks the end of a list of sets.
const END: u16 = u16::MAX;

/// Clues left at the first test: most grids have a puzzle with so few in most orders.
const FIRST_TEST: u8 = 33;

/// Clues to remove before the next test, doubled: at first, at least, and at most.
const PACE: (u8, u8, u8) = (8, 2, 12);

/// How far removal has come: everything before `place` in the order is decided.
#[derive(Clone, Copy, Default)]
struct Progress {
    /// The next place in the order.
    place: usize,
    /// The places so far whose units stay.
    kept: u128,
    /// How many cells of these units stay.
    stay: u8,
    /// How many cells are still clues.
    clues: u8,
}

/// What to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Test the puzzle for another solution.
    Test,
    /// The puzzle is done.
    Done,
    /// This try will come to nothing.
    Failed,
}

/// The state of a try.
pub(super) struct Removal {
    grid: Grid,
    /// Which unit is at each place of the order.
    order: Vec<u8>,
    /// The place of the unit of each cell.
    place: [u8; 81],
    /// Known unavoidable sets as sets of places, each with the next set that has the same last place.
    sets: Vec<(u128, u16)>,
    /// The first set with each last place.
    first_set: [u16; 81],
    confirmed: Progress,
    assumed: Progress,
    /// Twice the number of cells to remove before the next test.
    pace: u8,
    /// How many clues to stop at.
    target: u8,
    puzzle: Grid,
    /// Once only minimality is in question: the clue whose removal is tested, and all later ones.
    unproved: CellSet,
}

impl Removal {
    pub(super) fn new() -> Self {
        Self {
            grid: Grid::EMPTY,
            order: Vec::with_capacity(81),
            place: [0; 81],
            sets: Vec::with_capacity(256),
            first_set: [END; 81],
            confirmed: Progress::default(),
            assumed: Progress::default(),
            pace: 0,
            target: 0,
            puzzle: Grid::EMPTY,
            unproved: CellSet(0),
        }
    }

    /// The solution.
    pub(super) fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The puzzle, once it is done.
    pub(super) fn puzzle(&self) -> &Grid {
        &self.puzzle
    }

    /// The text of the puzzle to test.
    pub(super) fn test(&self) -> [u8; 81] {
        let mut text = self.puzzle.to_text();
        if let Some(cell) = { self.unproved }.next() {
            text[usize::from(cell)] = b'.';
        }
        text
    }

    /// Begins a try with random bits from `rng`.
    pub(super) fn start(&mut self, plan: &Plan, rng: &mut ChaCha8Rng) -> Step {
        self.grid = random_grid(rng);
        self.order.clear();
        self.order.extend(0..plan.units.len() as u8);
        shuffle(&mut self.order[plan.barred..], rng);
        self.target = plan.targets[rng.random_range(0..plan.targets.len() as u32) as usize];
        for (place, &unit) in (0..).zip(&self.order) {
            for cell in plan.units[usize::from(unit)] {
                self.place[usize::from(cell)] = place;
            }
        }
        self.sets.clear();
        self.first_set = [END; 81];
        let grid = self.grid;
        swaps(&grid, |set| self.add(set));
        self.confirmed = Progress { place: 0, kept: 0, stay: 0, clues: 81 };
        self.pace = PACE.0;
        self.unproved = CellSet(0);
        self.assume(plan)
    }

    /// Goes on after the test found no other solution, or `other`.
    pub(super) fn next(&mut self, plan: &Plan, other: Option<&Grid>) -> Step {
        if self.unproved.next().is_some() {
            return match other {
                None => Step::Failed,
                Some(_) if self.unproved.is_empty() => Step::Done,
                Some(_) => Step::Test,
            };
        }
        if let Some(other) = other {
            let grid = self.grid;
            differences(&grid, other, |set| self.add(set));
            self.pace = (self.pace / 2).max(PACE.1);
        } else {
            self.confirmed = self.assumed;
            self.pace = (self.pace / 2 * 3).min(PACE.2);
        }
        if self.confirmed.stay > *plan.clues.end() {
            return Step::Failed;
        }
        if self.confirmed.place < self.order.len() {
            return self.assume(plan);
        }
        if !plan.clues.contains(&self.confirmed.clues) {
            return Step::Failed;
        }
        if plan.minimal && plan.units.len() < 81 {
            // No unit can go, but a clue without the rest of its unit may.
            self.unproved = self.puzzle.filled();
            return Step::Test;
        }
        Step::Done
    }

    /// Adds a set of cells that needs a clue.
    fn add(&mut self, cells: CellSet) {
        let places = cells.fold(0u128, |set, cell| set | 1 << self.place[usize::from(cell)]);
        let last = places.ilog2() as usize;
        self.sets.push((places, self.first_set[last]));
        self.first_set[last] = self.sets.len() as u16 - 1;
    }

    /// Whether the unit at `place` is the last clue of a known set.
    fn must_stay(&self, place: usize, kept: u128) -> bool {
        let mut at = self.first_set[place];
        while let Some(&(set, next)) = self.sets.get(usize::from(at)) {
            if set & kept == 0 {
                return true;
            }
            at = next;
        }
        false
    }

    /// Walks on from what is confirmed and sets up the puzzle to test.
    fn assume(&mut self, plan: &Plan) -> Step {
        let mut now = self.confirmed;
        let goal = match now.place {
            0 => FIRST_TEST,
            _ => now.clues.saturating_sub(self.pace / 2),
        };
        while now.place < self.order.len() {
            let size = plan.units[usize::from(self.order[now.place])].len() as u8;
            let must_stay = self.must_stay(now.place, now.kept);
            if must_stay && now.place < plan.barred {
                return Step::Failed;
            }
            if must_stay || now.clues < self.target + size {
                now.kept |= 1 << now.place;
                now.stay += size;
            } else if now.clues <= goal {
                break;
            } else {
                now.clues -= size;
            }
            now.place += 1;
        }
        self.assumed = now;
        for (cell, digit) in self.puzzle.0.iter_mut().enumerate() {
            let place = usize::from(self.place[cell]);
            let clue = place >= now.place || now.kept >> place & 1 == 1;
            *digit = if clue { self.grid.0[cell] } else { 0 };
        }
        Step::Test
    }
}

/// Brings `items` into random order (Fisher and Yates).
fn shuffle(items: &mut [u8], rng: &mut impl Rng) {
    for last in (1..items.len()).rev() {
        items.swap(last, rng.random_range(0..=last as u32) as usize);
    }
}
