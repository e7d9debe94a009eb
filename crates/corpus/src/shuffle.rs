//! A random equivalent of each record of a corpus.

use std::collections::HashSet;

use super::{canon::class_size, random::Seed, transform::Transform};
use batchdoku_engine::grid::Grid;

/// Draws one random [`Transform`] per record.
///
/// The transform of a record depends only on the seed and the index of the record: not on other
/// records, the order or the number of threads.
#[derive(Clone, Debug)]
pub struct Shuffler {
    seed: Seed,
}

impl Shuffler {
    /// The transforms of `seed`.
    pub fn new(seed: u64) -> Self {
        Self { seed: Seed::new(seed) }
    }

    /// The transform of record `index`: uniform over all symmetries.
    pub fn transform(&self, index: u64) -> Transform {
        Transform::drawn(&mut self.seed.record(index))
    }

    /// Draws `copies` different equivalents of the grid of record `index`, in random order; all of them if
    /// there are fewer. The first is that of [`Self::transform`].
    pub fn copies(&self, index: u64, grid: &Grid, copies: usize) -> Vec<Grid> {
        let copies = copies.min(usize::try_from(class_size(grid)).unwrap_or(usize::MAX));
        let mut rng = self.seed.record(index);
        let (mut all, mut met) = (Vec::with_capacity(copies), HashSet::new());
        while all.len() < copies {
            let copy = Transform::drawn(&mut rng).apply(grid);
            if met.insert(copy) {
                all.push(copy);
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testkit::sized;

    #[test]
    fn copies_are_different_and_end_with_the_class() {
        // One clue in any cell; the same in all cells.
        let (fill, class, few) = sized((".", 81 * 9, 10), ("1", 9, 4));
        let puzzle: Grid = format!("1{}", fill.repeat(80)).parse().unwrap();
        let shuffler = Shuffler::new(7);
        assert_eq!(shuffler.copies(0, &puzzle, few).len(), few);
        assert_eq!(shuffler.copies(0, &puzzle, 1000).len(), class);
    }
}
