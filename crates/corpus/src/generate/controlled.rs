//! Random orders of removal for controlled bias.
//!
//! The method (Berthier, "Unbiased statistics of a CSP: a controlled-bias generator", 2009): remove the clues of a
//! random grid in random order, up to the first clue that must stay. If all clues left must stay, they are the puzzle;
//! otherwise start again. So a minimal puzzle with n clues results from exactly those orders that have its clues last,
//! and these are 1 / C(81, n) of all orders.
//!
//! About one order in 250,000 succeeds. To save time, [`ORDERS`] orders are tried on each grid, and an order is walked
//! only if its last [`MOST_CLUES`] cells hit all known unavoidable sets. This departs from the method in two ways that
//! are too small to measure. First, there are no puzzles with more than 32 clues, but less than one minimal puzzle in a
//! million has more. Second, only the first success of a grid counts, so grids with many minimal puzzles are drawn
//! 1/10,000 too rarely.

use crate::{
    random::RecordRng,
    unavoidable::{CELL_BITS, LocatedGrid},
};
use batchdoku_engine::grid::Grid;

/// The orders tried for a grid. Fewer would waste the cost of a grid, its solution and unavoidable sets; more would
/// repeat each other. With 32 or 128, puzzles took 1.1 to 1.3 times as long. A change alters seeded puzzles.
const ORDERS: u32 = 64;

pub(super) const MOST_CLUES: u8 = 32;

#[derive(Default)]
pub(super) struct Orders {
    rng: Option<RecordRng>,
    left: u32,
    /// Unavoidable sets of the grid, as sets of cells: first the sets read off the grid, smallest first, then the sets
    /// found by tests.
    sets: Vec<u128>,
}

impl Orders {
    /// Begins with the first order for a grid.
    pub(super) fn start(&mut self, rng: RecordRng, grid: &LocatedGrid) {
        (self.rng, self.left) = (Some(rng), ORDERS);
        self.sets.clear();
        grid.swaps(&CELL_BITS, |set| self.sets.push(set));
        self.sets.sort_unstable_by_key(|set| set.count_ones());
    }

    /// Adds the unavoidable sets that make up the difference between the grid and another solution, found by a test.
    pub(super) fn learn(&mut self, grid: &LocatedGrid, other: &Grid) {
        grid.differences(other, &CELL_BITS, |set| self.sets.push(set));
    }

    /// Shuffles `order`, which has the numbers of all cells, until its last cells hit all known unavoidable sets;
    /// returns false if no order is left for the grid.
    pub(super) fn next(&mut self, order: &mut [u8]) -> bool {
        let Some(rng) = &mut self.rng else { return false };
        while self.left > 0 {
            self.left -= 1;
            // Only the last cells need an order: if they hit all known sets, all other cells may go.
            let mut last_cells = 0u128;
            for last in (order.len() - usize::from(MOST_CLUES)..order.len()).rev() {
                order.swap(last, rng.below_u32(last as u32 + 1) as usize);
                last_cells |= 1 << order[last];
            }
            if self.sets.iter().all(|set| set & last_cells != 0) {
                return true;
            }
        }
        false
    }
}

/// Returns 1 divided by the probability that a random order of the cells of its solution yields a minimal puzzle with
/// `clues` clues: C(81, n).
pub(super) fn weight(clues: usize) -> f64 {
    (1..=clues).fold(1.0, |weight, k| weight * (81 - clues + k) as f64 / k as f64)
}

#[cfg(test)]
mod tests {
    use super::weight;

    #[test]
    fn weights_are_binomial_coefficients() {
        assert_eq!([0, 1, 2, 3].map(weight), [1.0, 81.0, 3240.0, 85320.0]);
        assert_eq!(weight(79), 3240.0);
    }
}
