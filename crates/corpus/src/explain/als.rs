//! Almost locked sets (ALS): n cells of a house with n + 1 candidate digits. If one of these digits is eliminated from
//! the set, the set holds all others.
//!
//! A digit is a *restricted common* of two sets if each of its candidates in one set sees all of its candidates in the
//! other: then at most one of the sets holds the digit.

use super::view::{common_peers, house_cell};
use crate::{marks::Marks, patterns::size};
use batchdoku_base::bits;
use batchdoku_engine::grid::{Cell, CellSet};

pub(super) struct Als {
    pub(super) cells: CellSet,
    pub(super) digits: u16,
    /// The cells of the set that have each digit.
    pub(super) places: [CellSet; 9],
    /// The cells that see all places of each digit.
    pub(super) seeing: [CellSet; 9],
}

impl Als {
    /// Returns the digits that are restricted commons of two sets.
    pub(super) fn restricted(&self, other: &Self) -> u16 {
        bits(self.digits & other.digits)
            .filter(|&digit| (self.places[digit] & !other.seeing[digit]).is_empty())
            .fold(0, |restricted, digit| restricted | 1 << digit)
    }

    /// Returns the candidates of a digit, out of `all`, that see all of its candidates in both sets.
    pub(super) fn seeing_both(&self, other: &Self, digit: usize, all: CellSet) -> CellSet {
        self.seeing[digit] & other.seeing[digit] & all
    }
}

/// Returns all almost locked sets, each once: by house, then by cells.
pub(super) fn almost_locked_sets(marks: &Marks, all: &[CellSet; 9]) -> Vec<Als> {
    let mut found: Vec<Als> = Vec::new();
    for house in 0..27 {
        let first = found.len();
        let cells = (0..9).map(|place| house_cell(house, place));
        let cells: Vec<usize> = cells.filter(|&cell| marks.cells[cell] != 0).collect();
        let mut unions = [0u16; 512];
        // Leave out the set of all cells: the n unsolved cells of a house have only n digits.
        for subset in 1..(1usize << cells.len()) - usize::from(!cells.is_empty()) {
            let lowest = subset.trailing_zeros() as usize;
            unions[subset] = unions[subset & (subset - 1)] | marks.cells[cells[lowest]];
            if size(unions[subset]) != size(subset as u16) + 1 {
                continue;
            }
            let set: CellSet = bits(subset as u32).map(|index| Cell::ALL[cells[index]]).collect();
            if found[..first].iter().any(|earlier| earlier.cells == set) {
                continue;
            }
            let places: [CellSet; 9] = std::array::from_fn(|digit| all[digit] & set);
            let seeing =
                places.map(|places| if places.is_empty() { places } else { common_peers(places) });
            found.push(Als { cells: set, digits: unions[subset], places, seeing });
        }
    }
    found
}
