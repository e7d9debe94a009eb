//! A search position with strong propagation.
//!
//! A position keeps the candidates of each cell and, for each house and digit, the places where the digit can be. Both
//! change together when a candidate is removed. Cells and houses that the change may affect are marked, and
//! [`MarkedPosition::propagate`] processes the marks, with cheap rules first:
//!
//! 1. The candidate of a cell with one candidate (a naked single) is removed from its peers. If a digit has
//!    one place in a house (a hidden single), the other candidates of this cell are removed.
//! 2. If all places of a digit in a line are in one box, or all places in a box are in one line, the digit
//!    is removed from the rest of the box or line (locked candidates).
//! 3. The cells of a house have different digits: see [`super::all_different`].

use super::all_different::all_different;
use crate::grid::{self, ALL_DIGITS, BOX, COLUMN, Cell, Grid, Pencilmarks, ROW};
use batchdoku_base::bits;

/// The number of houses: rows, then columns, then boxes.
pub(crate) const HOUSES: usize = 27;

/// The first column and the first box among the houses.
const COLUMNS: usize = 9;
const BOXES: usize = 18;

/// The places of a box in each of its rows, and in each of its columns. The places of a line in each of its
/// boxes are the same as those of the rows of a box.
const THIRDS: [[u16; 3]; 2] = [[0o007, 0o070, 0o700], [0o111, 0o222, 0o444]];

/// The houses of each cell, and its place in each of them.
static HOUSES_OF: [[(u8, u8); 3]; 81] = {
    let mut table = [[(0, 0); 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let row = ROW[cell];
        let column = COLUMN[cell];
        table[cell] = [
            (row, column),
            (COLUMNS as u8 + column, row),
            (BOXES as u8 + BOX[cell], row % 3 * 3 + column % 3),
        ];
        cell += 1;
    }
    table
};

/// The cell at each place of each house.
static CELLS_OF: [[Cell; 9]; HOUSES] = grid::HOUSES;

pub(super) fn cell_at(house: usize, place: usize) -> usize {
    CELLS_OF[house][place].index()
}

pub(super) fn houses_of(cell: usize) -> [usize; 3] {
    HOUSES_OF[cell].map(|(house, _)| usize::from(house))
}

/// The error of a position without a solution, because this house cannot be filled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contradiction {
    pub(super) house: usize,
}

/// True if a rule applied; an error if it found a contradiction.
type Applied = Result<bool, Contradiction>;

/// A partly filled grid.
#[derive(Clone)]
pub(in crate::engine) struct MarkedPosition {
    candidates: [u16; 81],
    /// The places where each digit can be in each house: `[house][digit]`.
    places: [[u16; 9]; HOUSES],
    /// The number of cells that still have several candidates, or a digit that must be removed from their peers.
    open: usize,
    /// Of these, the cells that have one candidate.
    naked: u128,
    /// The digits with one place left in a house. The cell at this place may have other candidates.
    hidden: [u16; HOUSES],
    hidden_houses: u32,
    /// The digits that have lost a place in a house since rule 2 was applied to it.
    moved: [u16; HOUSES],
    moved_houses: u32,
    /// The houses of cells that have lost a candidate since the all-different rule was applied.
    changed_houses: u32,
}

impl MarkedPosition {
    /// Returns the position of a puzzle's candidates at a fixpoint; `None` if the candidates contradict each other.
    pub(in crate::engine) fn new(puzzle: &Pencilmarks) -> Option<Self> {
        let mut position = Self {
            candidates: [ALL_DIGITS; 81],
            places: [[ALL_DIGITS; 9]; HOUSES],
            open: 81,
            naked: 0,
            hidden: [0; HOUSES],
            hidden_houses: 0,
            moved: [0; HOUSES],
            moved_houses: 0,
            changed_houses: 0,
        };
        for (cell, &candidates) in puzzle.cells().iter().enumerate() {
            if candidates != ALL_DIGITS {
                position.remove(cell, ALL_DIGITS & !candidates).ok()?;
            }
        }
        position.propagate().ok()?;
        Some(position)
    }

    #[inline]
    pub(in crate::engine) fn candidates(&self, cell: usize) -> u16 {
        self.candidates[cell]
    }

    #[inline]
    pub(super) fn places(&self, house: usize, digit: usize) -> u16 {
        self.places[house][digit]
    }

    /// Tests whether each cell has one candidate.
    pub(super) fn is_solved(&self) -> bool {
        self.open == 0
    }

    /// Returns the grid of a solved position.
    pub(crate) fn solution(&self) -> Grid {
        Grid::from_valid(self.candidates.map(|digit| digit.trailing_zeros() as u8 + 1))
    }

    /// Removes all candidates but `digit` from `cell`, and propagates.
    pub(super) fn set(&mut self, cell: usize, digit: usize) -> Result<(), Contradiction> {
        self.remove(cell, ALL_DIGITS & !(1 << digit))?;
        self.propagate()
    }

    /// Removes the candidate `digit` from `cell`, and propagates.
    pub(super) fn exclude(&mut self, cell: usize, digit: usize) -> Result<(), Contradiction> {
        self.remove(cell, 1 << digit)?;
        self.propagate()
    }

    /// Applies all rules until no rule applies.
    fn propagate(&mut self) -> Result<(), Contradiction> {
        loop {
            self.set_singles()?;
            if self.is_solved() || !self.lock()? && !self.filter()? {
                return Ok(());
            }
        }
    }

    /// Removes the candidates `lost` from `cell`, and marks the cells and houses that this may affect.
    #[inline]
    fn remove(&mut self, cell: usize, lost: u16) -> Result<(), Contradiction> {
        let lost = self.candidates[cell] & lost;
        if lost == 0 {
            return Ok(());
        }
        let left = self.candidates[cell] ^ lost;
        self.candidates[cell] = left;
        if left == 0 {
            return Err(Contradiction { house: houses_of(cell)[2] });
        }
        if left.is_power_of_two() {
            self.naked |= 1 << cell;
        }
        for (house, place) in HOUSES_OF[cell] {
            let house = usize::from(house);
            for digit in bits(lost) {
                let places = &mut self.places[house][digit];
                *places &= !(1 << place);
                if places.is_power_of_two() {
                    self.hidden[house] |= 1 << digit;
                    self.hidden_houses |= 1 << house;
                } else if *places == 0 {
                    return Err(Contradiction { house });
                }
            }
            self.moved[house] |= lost;
            self.moved_houses |= 1 << house;
            self.changed_houses |= 1 << house;
        }
        Ok(())
    }

    fn remove_places(
        &mut self,
        house: usize,
        digit: usize,
        places: u16,
    ) -> Result<(), Contradiction> {
        for place in bits(places & self.places[house][digit]) {
            self.remove(cell_at(house, place), 1 << digit)?;
        }
        Ok(())
    }

    /// Applies rule 1 until it applies no more.
    fn set_singles(&mut self) -> Result<(), Contradiction> {
        loop {
            if self.naked != 0 {
                let cell = self.naked.trailing_zeros() as usize;
                self.naked &= self.naked - 1;
                self.open -= 1;
                let digit = self.candidates[cell].trailing_zeros() as usize;
                for (house, place) in HOUSES_OF[cell] {
                    let house = usize::from(house);
                    self.remove_places(house, digit, !(1 << place))
                        .map_err(|_| Contradiction { house })?;
                }
            } else if self.hidden_houses != 0 {
                let house = self.hidden_houses.trailing_zeros() as usize;
                self.hidden_houses &= self.hidden_houses - 1;
                for digit in bits(std::mem::take(&mut self.hidden[house])) {
                    let place = self.places[house][digit].trailing_zeros() as usize;
                    self.remove(cell_at(house, place), !(1 << digit))
                        .map_err(|_| Contradiction { house })?;
                }
            } else {
                return Ok(());
            }
        }
    }

    /// Applies rule 2 once.
    fn lock(&mut self) -> Applied {
        while self.moved_houses != 0 {
            let house = self.moved_houses.trailing_zeros() as usize;
            while self.moved[house] != 0 {
                let digit = self.moved[house].trailing_zeros() as usize;
                self.moved[house] &= self.moved[house] - 1;
                if self.lock_digit(house, digit)? {
                    return Ok(true);
                }
            }
            self.moved_houses &= self.moved_houses - 1;
        }
        Ok(false)
    }

    /// Applies rule 2 to a digit of a house: if all its places are in one other house, removes the digit from the rest
    /// of that house.
    fn lock_digit(&mut self, house: usize, digit: usize) -> Applied {
        let places = self.places[house][digit];
        if places.is_power_of_two() {
            return Ok(false);
        }
        // The kind of the other house: a row (0), a column (1), or a box (2).
        let other_kind = if house < BOXES {
            if is_in_one(places, &THIRDS[0]) { 2 } else { return Ok(false) }
        } else {
            match THIRDS.iter().position(|thirds| is_in_one(places, thirds)) {
                Some(kind) => kind,
                None => return Ok(false),
            }
        };
        let mut other = 0;
        let mut kept = 0;
        for place in bits(places) {
            let (house, place) = HOUSES_OF[cell_at(house, place)][other_kind];
            other = usize::from(house);
            kept |= 1 << place;
        }
        let lost = self.places[other][digit] & !kept;
        self.remove_places(other, digit, lost)?;
        Ok(lost != 0)
    }

    /// Applies rule 3 once.
    fn filter(&mut self) -> Applied {
        while self.changed_houses != 0 {
            let house = self.changed_houses.trailing_zeros() as usize;
            self.changed_houses &= self.changed_houses - 1;
            let cells = CELLS_OF[house].map(Cell::index);
            let candidates = cells.map(|cell| self.candidates[cell]);
            let open = candidates.iter().filter(|candidates| !candidates.is_power_of_two()).count();
            // With fewer open cells, the other rules find everything that this rule finds.
            if open < 4 {
                continue;
            }
            let kept = all_different(&candidates).ok_or(Contradiction { house })?;
            if kept != candidates {
                for (cell, kept) in cells.into_iter().zip(kept) {
                    self.remove(cell, !kept)?;
                }
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Returns whether all `places` of a house are in one of its three parts, which it shares with another house.
fn is_in_one(places: u16, thirds: &[u16; 3]) -> bool {
    thirds.iter().any(|third| places & !third == 0)
}
