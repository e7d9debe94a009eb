//! A try: removes clues from a complete grid in random order while the solution stays unique.
//!
//! The grid and the order define the result: visit the clues in order, and remove each if the puzzle still has one
//! solution without it. To find this result takes far fewer tests than clues. A clue must stay if and only if it is, in
//! this order, the last clue of some unavoidable set, and no other clue of this set has stayed. So the known
//! unavoidable sets identify some of the clues that must stay; all others are assumed to be removable, and many are
//! tested at once. If the test finds no other solution, all these removals are confirmed, because every clue only
//! excludes solutions. Otherwise the other solution differs from the grid in new unavoidable sets: they join the known
//! sets, and the walk resumes from the last confirmed state. (Hitting sets of lazily found sets: Reiter, "A theory of
//! diagnosis from first principles", 1987. McGuire checks puzzles by unavoidable sets.)
//!
//! The walk removes orbits: sets of cells that the symmetry makes clues together or not at all.
//!
//! With controlled bias, the walk stops at the first clue that must stay. The try succeeds if all clues left must stay,
//! too.

use super::{
    GenerateError,
    controlled::{MOST_CLUES, Orders},
    options::RemovalPlan,
    weight::weight,
};
use crate::{grids::random_grid, random::RecordRng, unavoidable::LocatedGrid};
use batchdoku_engine::{
    Engine,
    grid::{CellSet, Grid},
};

/// The number of clues left at the first test; nearly all orders reach it. From 32 to 40, the instructions per puzzle
/// are equal within .6 %; with 28, a puzzle takes 8 % more.
const FIRST_TEST: u8 = 34;

/// The minimum and the maximum pace; a walk begins with the maximum.
const PACES: (u8, u8) = (2, 6);

/// The state of the walk: everything before `position` in the order is decided.
#[derive(Clone, Copy, Default)]
struct WalkState {
    /// The next position in the order.
    position: usize,
    /// The earlier positions with orbits that stay.
    kept: u128,
    /// The number of cells in these orbits.
    stay: u8,
    /// The number of cells that are still clues.
    clues: u8,
    /// True if an orbit was removed after another had stayed.
    has_gaps: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RemovalStep {
    /// Test the puzzle for another solution.
    Test,
    /// The puzzle is done.
    Done,
    /// This try cannot succeed.
    Failed,
}

pub(super) struct Removal {
    pub(super) solution: LocatedGrid,
    /// The orbit at each position of the order.
    order: Vec<u8>,
    /// The position of the orbit of each cell, as a bit.
    position: [u128; 81],
    sets: UnavoidableSets,
    confirmed: WalkState,
    assumed: WalkState,
    /// Twice the number of cells to remove before the next test. It halves after a test that failed, and grows after a
    /// success.
    pace: u8,
    /// The number of clues to stop at.
    target: u8,
    /// The grid without the confirmed removals; the puzzle, once it is done.
    pub(super) puzzle: Grid,
    /// The grid without the confirmed and the assumed removals.
    pub(super) tested: Grid,
    /// While the walk checks only minimality: the clue whose removal is being tested, and all later clues.
    unproved: CellSet,
    /// With controlled bias: the orders in which the clues of this grid are removed.
    orders: Orders,
}

/// Known unavoidable sets, as sets of positions, indexed by their last position.
struct UnavoidableSets {
    sets: Vec<u128>,
    /// For each set, the next set with the same last position.
    next: Vec<u16>,
    /// The first set with each last position.
    first: [u16; 81],
}

impl UnavoidableSets {
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

    /// Returns whether `position` is the last position of a known set without a position in `kept`: then its orbit must
    /// stay.
    #[inline]
    fn need(&self, position: usize, kept: u128) -> bool {
        let mut at = usize::from(self.first[position]);
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
            position: [0; 81],
            sets: UnavoidableSets::new(),
            confirmed: WalkState::default(),
            assumed: WalkState::default(),
            pace: 0,
            target: 0,
            puzzle: Grid::EMPTY,
            tested: Grid::EMPTY,
            unproved: CellSet::EMPTY,
            orders: Orders::default(),
        }
    }

    /// Returns the weight of the puzzle, once it is done: see [`weight`](super::weight).
    pub(super) fn weight(
        &self,
        plan: &RemovalPlan,
        engine: &mut dyn Engine,
    ) -> Result<f64, GenerateError> {
        let order = self.order.iter().flat_map(|&orbit| plan.orbits[usize::from(orbit)]);
        weight(engine, &self.solution, &self.puzzle, order)
    }

    /// Starts a try with random bits from `rng`.
    pub(super) fn start(&mut self, plan: &RemovalPlan, mut rng: RecordRng) -> RemovalStep {
        let grid = random_grid(&mut rng);
        self.solution = LocatedGrid::new(grid);
        self.order.clear();
        self.order.extend(0..plan.orbits.len() as u8);
        if plan.controlled_bias {
            self.target = 0;
            self.orders.start(rng, &self.solution);
            return self.start_next_order(plan);
        }
        rng.shuffle_downwards(&mut self.order[plan.barred..]);
        self.target = plan.targets[rng.below_u32(plan.targets.len() as u32) as usize];
        self.start_order(plan)
    }

    /// With controlled bias, starts with the next order for this grid.
    fn start_next_order(&mut self, plan: &RemovalPlan) -> RemovalStep {
        if self.orders.next(&mut self.order) { self.start_order(plan) } else { RemovalStep::Failed }
    }

    fn start_order(&mut self, plan: &RemovalPlan) -> RemovalStep {
        for (position, &orbit) in self.order.iter().enumerate() {
            for cell in plan.orbits[usize::from(orbit)] {
                self.position[usize::from(cell)] = 1 << position;
            }
        }
        self.sets.clear();
        self.solution.swaps(&self.position, |set| self.sets.add(set));
        self.confirmed = WalkState { clues: 81, ..WalkState::default() };
        self.pace = PACES.1;
        self.unproved = CellSet::EMPTY;
        self.puzzle = self.solution.grid;
        self.assume(plan)
    }

    /// Continues after a test: with `other`, another solution, or `None` if there is none.
    pub(super) fn next(&mut self, plan: &RemovalPlan, other: Option<&Grid>) -> RemovalStep {
        if plan.controlled_bias
            && let Some(other) = other
        {
            self.orders.learn(&self.solution, other);
        }
        match self.walk(plan, other) {
            RemovalStep::Failed if plan.controlled_bias => self.start_next_order(plan),
            step => step,
        }
    }

    /// Continues with the same order.
    fn walk(&mut self, plan: &RemovalPlan, other: Option<&Grid>) -> RemovalStep {
        if !self.unproved.is_empty() {
            self.unproved.pop_first();
            return match other {
                None => RemovalStep::Failed,
                Some(_) if self.unproved.is_empty() => RemovalStep::Done,
                Some(_) => self.try_without(),
            };
        }
        if let Some(other) = other {
            self.solution.differences(other, &self.position, |set| self.sets.add(set));
            self.pace = (self.pace / 2).max(PACES.0);
        } else {
            self.confirmed = self.assumed;
            self.puzzle = self.tested;
            self.pace = (self.pace + self.pace / 2).min(PACES.1);
        }
        let has_gaps = plan.controlled_bias && self.confirmed.has_gaps;
        if has_gaps || self.confirmed.stay > *plan.clues.end() {
            return RemovalStep::Failed;
        }
        if self.confirmed.position < self.order.len() {
            return self.assume(plan);
        }
        if !plan.clues.contains(&self.confirmed.clues) {
            return RemovalStep::Failed;
        }
        if plan.minimal && plan.orbits.len() < 81 {
            // No orbit can be removed, but part of an orbit may be redundant, so test single clues.
            self.unproved = self.puzzle.filled();
            return self.try_without();
        }
        RemovalStep::Done
    }

    /// Prepares the test of the puzzle without the first clue that is not yet proved necessary.
    fn try_without(&mut self) -> RemovalStep {
        self.tested = self.puzzle;
        if let Some(cell) = self.unproved.first() {
            self.tested.set(cell, None);
        }
        RemovalStep::Test
    }

    /// Walks on from the confirmed state, assuming removals, and prepares the puzzle for the test.
    fn assume(&mut self, plan: &RemovalPlan) -> RemovalStep {
        let mut now = self.confirmed;
        self.tested = self.puzzle;
        let goal = match now.position {
            0 if plan.controlled_bias => MOST_CLUES,
            0 => FIRST_TEST,
            _ => now.clues.saturating_sub(self.pace / 2),
        };
        while now.position < self.order.len() {
            let orbit = usize::from(self.order[now.position]);
            let size = plan.sizes[orbit];
            let must_stay = self.sets.need(now.position, now.kept);
            if must_stay && now.position < plan.barred {
                return RemovalStep::Failed;
            }
            // With controlled bias, a confirmed gap ends the try, so a removal that would leave a gap is tested alone.
            let is_settled = now.has_gaps || now.kept != 0 && now.clues < self.confirmed.clues;
            if must_stay || now.clues < self.target + size {
                now.kept |= 1 << now.position;
                now.stay += size;
            } else if now.clues <= goal || plan.controlled_bias && is_settled {
                break;
            } else {
                now.clues -= size;
                now.has_gaps |= now.kept != 0;
                plan.orbits[orbit].into_iter().for_each(|cell| self.tested.set(cell, None));
            }
            now.position += 1;
        }
        self.assumed = now;
        RemovalStep::Test
    }
}
