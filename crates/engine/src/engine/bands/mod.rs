//! The number of solutions of a grid that has very many, without visiting each.
//!
//! A grid is three bands. The *columns* of a filling of a band are the sets of digits that it has in each column of
//! the grid. Three fillings fit together if and only if their columns do. The rows of the digits do not matter: for
//! example, an exchange of two rows of a band does not change its columns. Therefore:
//!
//! 1. Each box is filled in all ways that its candidates allow ([`boxes`]).
//! 2. Three boxes with minirows that have all digits in every row are a filling of their band. Fillings with
//!    the same columns are merged, and counted ([`band`]).
//! 3. Three bands with columns that have all digits in every column are grids: as many as the product of
//!    the three counts ([`join`]). The columns of a band are a tree with a level for each stack, and the
//!    three trees are descended together.
//!
//! If a grid has too many fillings of its bands, its stacks are tried in the same way. This way of counting
//! goes back to the enumeration of all grids (Felgenhauer and Jarvis, "Mathematics of Sudoku I", 2006).

mod band;
mod boxes;
mod join;

use self::{band::BandColumns, boxes::BoxFillings, join::Join};
use super::thorough::position::MarkedPosition;
use crate::grid::Pencilmarks;
use batchdoku_base::Limits;

/// Counts the solutions of `puzzle`; [`u64::MAX`] stands for that number or more. Returns `None` if counting
/// would take too long, or if the stop flag of the limits is set.
pub(super) fn count(puzzle: &Pencilmarks, limits: &Limits<'_>) -> Option<u64> {
    let Some(position) = MarkedPosition::new(puzzle) else { return Some(0) };
    let candidates: [u16; 81] = std::array::from_fn(|cell| position.candidates(cell));
    let transposed = std::array::from_fn(|cell| candidates[cell % 9 * 9 + cell / 9]);
    [candidates, transposed].iter().find_map(|cells| count_by_bands(cells, limits))
}

fn count_by_bands(candidates: &[u16; 81], limits: &Limits<'_>) -> Option<u64> {
    let bands = [
        band_columns(candidates, 0, limits)?,
        band_columns(candidates, 27, limits)?,
        band_columns(candidates, 54, limits)?,
    ];
    Join::count(&bands, limits)
}

/// Returns the columns of the band that starts at the cell `first`. `None` if there are too many, or if the stop flag
/// is set, which is tested before each step, because a step takes tens of milliseconds.
fn band_columns(candidates: &[u16; 81], first: usize, limits: &Limits<'_>) -> Option<BandColumns> {
    let boxes = [
        box_fillings(candidates, first, limits)?,
        box_fillings(candidates, first + 3, limits)?,
        box_fillings(candidates, first + 6, limits)?,
    ];
    if limits.stopped() { None } else { BandColumns::new(&boxes) }
}

/// Returns the fillings of the box that starts at the cell `first`; `None` if the stop flag is set.
fn box_fillings(candidates: &[u16; 81], first: usize, limits: &Limits<'_>) -> Option<BoxFillings> {
    if limits.stopped() { None } else { Some(BoxFillings::new(candidates, first)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ops::ControlFlow;

    use crate::{
        engine::{Engine, Mrv},
        grid::Grid,
    };

    fn search(puzzle: &Grid) -> u64 {
        Mrv.search(puzzle, &Limits::none(), &mut |_| ControlFlow::Continue(())).solutions
    }

    /// Returns a valid grid without the cells that `keep` refuses.
    fn part(keep: impl Fn(usize) -> bool) -> Grid {
        let grid = |cell: usize| (cell / 9 * 3 + cell / 27 + cell % 9) % 9 + 1;
        let text: String = (0..81)
            .map(|cell| if keep(cell) { char::from(b'0' + grid(cell) as u8) } else { '.' })
            .collect();
        text.parse().unwrap()
    }

    #[test]
    fn as_many_as_a_search_visits() {
        for step in 2..7 {
            for offset in 0..3 {
                let puzzle = part(|cell| (cell * 7 + offset) % 13 >= step && cell % 9 != offset);
                assert_eq!(
                    count(&(&puzzle).into(), &Limits::none()),
                    Some(search(&puzzle)),
                    "{puzzle}"
                );
            }
        }
    }

    #[test]
    fn contradictions_have_none() {
        let puzzle: Grid = format!("11{}", ".".repeat(79)).parse().unwrap();
        assert_eq!(count(&(&puzzle).into(), &Limits::none()), Some(0));
    }

    #[test]
    #[cfg_attr(miri, ignore = "millions of bands")]
    fn an_empty_grid_is_given_up() {
        assert_eq!(count(&(&Grid::EMPTY).into(), &Limits::none()), None);
    }
}
