//! Random equivalents of the records of a corpus.

use std::collections::HashSet;

use super::{canon::class_size, random::RecordRng, transform::Transform};
use batchdoku_engine::grid::Grid;

/// Draws an equivalent of `grid`: each symmetry is as likely.
pub fn equivalent(grid: &Grid, rng: &mut RecordRng) -> Grid {
    rng.transform().apply(grid)
}

/// Draws symmetries that lead to `copies` different equivalents of `grid`, in random order; to all of them if there are
/// fewer. The first leads to that of [`equivalent`].
pub fn transforms(grid: &Grid, copies: usize, rng: &mut RecordRng) -> Vec<Transform> {
    if copies == 1 {
        return vec![rng.transform()];
    }
    let copies = copies.min(usize::try_from(class_size(grid)).unwrap_or(usize::MAX));
    let mut all = Vec::with_capacity(copies);
    let mut met = HashSet::new();
    while all.len() < copies {
        let transform = rng.transform();
        if met.insert(transform.apply(grid)) {
            all.push(transform);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Seed;
    use batchdoku_testkit::sized;

    #[test]
    fn copies_are_different_and_end_with_the_class() {
        // One clue in any cell; the same in all cells.
        let (fill, class, few) = sized((".", 81 * 9, 10), ("1", 9, 4));
        let puzzle: Grid = format!("1{}", fill.repeat(80)).parse().unwrap();
        let drawn = |copies| transforms(&puzzle, copies, &mut Seed::new(7).record(0)).len();
        assert_eq!(drawn(few), few);
        assert_eq!(drawn(1000), class);
    }
}
