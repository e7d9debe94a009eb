//! Random orders of removal for controlled bias.
//!
//! The method (Berthier, "Unbiased statistics of a CSP: a controlled-bias generator", 2009): remove the
//! clues of a random grid in random order up to the first that must stay; if all clues that are left
//! must stay too, they are the result, otherwise start again. A minimal puzzle with n clues is the
//! result of exactly those orders that have its clues last: of one order in C(81, n).
//!
//! One order in some 250,000 succeeds. So a grid serves [`ORDERS`] orders, and of these only those are
//! walked whose last [`MOST_CLUES`] cells hit all unavoidable sets that are known. This departs from
//! the method in two ways that no statistics will show: there are no puzzles with more than 32 clues,
//! of which there is not one in a million minimal puzzles; and since only the first success of a grid
//! counts, a grid with more minimal puzzles than others is drawn too rarely, by one in ten thousand.

use crate::{
    random::RecordRng,
    unavoidable::{CELL_BITS, LocatedGrid},
};
use batchdoku_engine::grid::Grid;

/// The orders tried for a grid. A new grid costs its solution and its unavoidable sets; too many orders of one grid repeat
/// each other. With 32 or 128, puzzles took 1.1 to 1.3 times as long. Seeded puzzles depend on it.
const ORDERS: u32 = 64;

pub(super) const MOST_CLUES: u8 = 32;

#[derive(Default)]
pub(super) struct Orders {
    rng: Option<RecordRng>,
    left: u32,
    /// Unavoidable sets of the grid, by cells: the smallest first, then those found by tests.
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

    /// Adds the unavoidable sets in which another solution of a test differs from the grid.
    pub(super) fn learn(&mut self, grid: &LocatedGrid, other: &Grid) {
        grid.differences(other, &CELL_BITS, |set| self.sets.push(set));
    }

    /// Brings `order`, the numbers of all cells, into the next random order that passes; returns
    /// whether there is one.
    pub(super) fn next(&mut self, order: &mut [u8]) -> bool {
        let Some(rng) = &mut self.rng else { return false };
        while self.left > 0 {
            self.left -= 1;
            // The other cells need no order: if the last ones hit all sets, the others can go.
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

/// 1 divided by the probability that an order of the clues of its solution results in a minimal
/// puzzle with `clues` clues: C(81, n).
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
