//! Random equivalents of the records of a corpus.

use std::collections::HashSet;

use super::{
    canon::{class_size, grid_key},
    random::RecordRng,
    transform::Transform,
};
use batchdoku_engine::grid::Grid;

/// Draws an equivalent of `grid`, with all symmetries equally likely.
pub fn equivalent(grid: &Grid, rng: &mut RecordRng) -> Grid {
    rng.transform().apply(grid)
}

/// The maximum number of equivalents of a grid that a job may request. A job remembers all of them, at about 30 bytes
/// each.
pub const MOST_COPIES: usize = 10_000_000;

/// Draws symmetries that lead to `copies` different equivalents of `grid`, one after the other in random order. If
/// there are fewer, it draws them all. The first symmetry leads to the grid that [`equivalent`] returns.
pub fn transforms<'a>(
    grid: &'a Grid,
    copies: usize,
    rng: &'a mut RecordRng,
) -> impl Iterator<Item = Transform> + use<'a> {
    let copies = match copies {
        1 => 1,
        _ => copies.min(usize::try_from(class_size(grid)).unwrap_or(usize::MAX)),
    };
    let mut met = HashSet::new();
    let mut draw = move || {
        loop {
            let transform = rng.transform();
            if copies == 1 || met.insert(grid_key(&transform.apply(grid))) {
                return transform;
            }
        }
    };
    (0..copies).map(move |_| draw())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Seed;
    use batchdoku_testkit::sized;

    #[test]
    fn copies_are_different_and_end_with_the_class() {
        // A clue in any cell; then the same digit in all cells.
        let (fill, class, few) = sized((".", 81 * 9, 10), ("1", 9, 4));
        let puzzle: Grid = format!("1{}", fill.repeat(80)).parse().unwrap();
        let drawn = |copies| transforms(&puzzle, copies, &mut Seed::new(7).record(0)).count();
        assert_eq!(drawn(few), few);
        assert_eq!(drawn(1000), class);
        assert_eq!(drawn(0), 0);
    }

    /// The first equivalent comes at once, even if very many are requested.
    #[test]
    fn copies_come_one_by_one() {
        let puzzle: Grid = format!("12{}", ".".repeat(79)).parse().unwrap();
        let mut rng = Seed::new(7).record(0);
        let first = transforms(&puzzle, usize::MAX, &mut rng).next().unwrap().apply(&puzzle);
        assert_eq!(first, equivalent(&puzzle, &mut Seed::new(7).record(0)));
    }
}
