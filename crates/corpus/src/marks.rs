//! Pencil marks: the candidates of the unsolved cells, by cell and by house.
//!
//! Each candidate (cell, digit) is stored four times, so that every technique finds its data as 9-bit masks: the digits
//! of a cell, and the positions of a digit in a row, a column and a box. Then the search for k cells with k digits is
//! the same as for k digits with k cells, or for k rows with k columns (Berthier, "The Hidden Logic of Sudoku", 2007:
//! the rc, rn, cn and bn spaces).
//!
//! ```text
//!   cells[cell]            bit d: digit d + 1 may stand in the cell       (0 once solved)
//!   positions[house][d]       bit i: ... may stand in HOUSES[house][i]       (0 once placed)
//! ```

use batchdoku_base::bits;
use batchdoku_engine::grid::{
    ALL_DIGITS, BOX, COLUMN, Cell, CellSet, Digit, Grid, HOUSE_MASKS, HOUSES, ROW,
};

/// The box, the row and the column of each cell, and its position in each as a bit.
pub(crate) const VIEWS: [[(u8, u16); 3]; 81] = {
    let mut table = [[(0, 0); 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let row = ROW[cell];
        let column = COLUMN[cell];
        table[cell] = [
            (18 + BOX[cell], 1 << (row % 3 * 3 + column % 3)),
            (row, 1 << column),
            (9 + column, 1 << row),
        ];
        cell += 1;
    }
    table
};

/// The houses and digits that have lost a candidate since a technique last examined them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct DirtySet {
    /// Bit `house` is set if the house lost a candidate.
    pub(crate) houses: u32,
    /// Bit `digit` is set if the digit lost a candidate.
    pub(crate) digits: u32,
}

impl DirtySet {
    pub(crate) const ALL: Self = Self { houses: (1 << 27) - 1, digits: (1 << 9) - 1 };
    pub(crate) const NONE: Self = Self { houses: 0, digits: 0 };

    #[inline]
    pub(crate) fn merge(&mut self, other: Self) {
        self.houses |= other.houses;
        self.digits |= other.digits;
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Marks {
    /// The candidates of each unsolved cell.
    pub(crate) cells: [u16; 81],
    /// The positions that each digit can take in each house.
    pub(crate) positions: [[u16; 9]; 27],
    /// The clues and the cells solved so far.
    solution: Grid,
    /// Cells that have come down to one candidate. Some may have been solved since.
    pub(crate) naked: CellSet,
    /// For each house, the digits that have come down to one position. Some may have been placed since.
    pub(crate) hidden: [u16; 27],
    /// The houses with a digit in `hidden`.
    pub(crate) hidden_houses: u32,
    /// The houses and digits changed since [`Self::take_dirty`].
    dirty: DirtySet,
    /// The digits that this round eliminates from each cell of `struck`.
    strikes: [u16; 81],
    /// The cells that lose candidates in this round.
    struck: CellSet,
}

impl Marks {
    /// Creates the candidates that the clues of `puzzle` leave.
    pub(crate) fn new(puzzle: &Grid) -> Self {
        let mut used = [0u16; 27];
        let clues = puzzle.digits().iter().enumerate().filter(|&(_, &digit)| digit != 0);
        for (cell, &digit) in clues {
            for (house, _) in VIEWS[cell] {
                used[usize::from(house)] |= 1 << (digit - 1);
            }
        }
        let mut marks = Self {
            cells: [0; 81],
            positions: [[0; 9]; 27],
            solution: *puzzle,
            naked: CellSet::EMPTY,
            hidden: [0; 27],
            hidden_houses: 0,
            dirty: DirtySet::NONE,
            strikes: [0; 81],
            struck: CellSet::EMPTY,
        };
        for cell in (0..81).filter(|&cell| puzzle.digits()[cell] == 0) {
            let candidates =
                VIEWS[cell].iter().fold(ALL_DIGITS, |set, view| set & !used[usize::from(view.0)]);
            marks.cells[cell] = candidates;
            marks.note_cell(cell);
            for (house, position) in VIEWS[cell] {
                for digit in bits(candidates) {
                    marks.positions[usize::from(house)][digit] |= position;
                }
            }
        }
        for house in 0..27 {
            for digit in 0..9 {
                marks.note_house(house, digit);
            }
        }
        marks
    }

    /// Records `cell` if it is down to one candidate.
    #[inline]
    fn note_cell(&mut self, cell: usize) {
        if self.cells[cell].is_power_of_two() {
            self.naked.insert(Cell::ALL[cell]);
        }
    }

    /// Records `digit` if it is down to one position in `house`.
    #[inline]
    fn note_house(&mut self, house: usize, digit: usize) {
        if self.positions[house][digit].is_power_of_two() {
            self.hidden[house] |= 1 << digit;
            self.hidden_houses |= 1 << house;
        }
    }

    /// Removes the candidate `digit` from the houses of `cell`.
    #[inline]
    fn drop_positions(&mut self, cell: usize, digit: usize) {
        self.dirty.merge(DirtySet { houses: HOUSE_MASKS[cell], digits: 1 << digit });
        for (house, position) in VIEWS[cell] {
            self.positions[usize::from(house)][digit] &= !position;
            self.note_house(usize::from(house), digit);
        }
    }

    /// Solves `cell` with its candidate `digit`.
    pub(crate) fn set_digit(&mut self, cell: usize, digit: usize) {
        let others = self.cells[cell] & !(1 << digit);
        self.cells[cell] = 0;
        self.solution.set(Cell::ALL[cell], Digit::ALL[digit]);
        self.dirty.merge(DirtySet { houses: HOUSE_MASKS[cell], digits: 1 << digit });
        for other in bits(others) {
            self.drop_positions(cell, other);
        }
        // Clear the masks of the houses before `note_house` looks at them: their digit is placed, not a hidden single.
        let mut seen = [(0, 0); 3];
        for (seen, (house, _)) in seen.iter_mut().zip(VIEWS[cell]) {
            let house = usize::from(house);
            // The digit is no longer queued as a hidden single.
            self.hidden[house] &= !(1 << digit);
            self.hidden_houses &= !(u32::from(self.hidden[house] == 0) << house);
            *seen = (house, std::mem::take(&mut self.positions[house][digit]));
        }
        for (house, positions) in seen {
            for peer in bits(positions).map(|position| usize::from(HOUSES[house][position])) {
                if self.cells[peer] & 1 << digit != 0 {
                    self.cells[peer] &= !(1 << digit);
                    self.note_cell(peer);
                    self.drop_positions(peer, digit);
                }
            }
        }
    }

    /// Returns the clues and the cells solved so far.
    pub(crate) fn solution(&self) -> &Grid {
        &self.solution
    }

    /// Marks `digits` of `cell` for elimination at the end of the round; returns whether any is a candidate.
    #[inline]
    pub(crate) fn strike(&mut self, cell: usize, digits: u16) -> bool {
        let gone = self.cells[cell] & digits;
        if gone == 0 {
            return false;
        }
        self.strikes[cell] |= gone;
        self.struck.insert(Cell::ALL[cell]);
        true
    }

    /// Marks `digits` at several positions of a house: see [`Self::strike`].
    #[inline]
    pub(crate) fn strike_positions(&mut self, house: usize, positions: u16, digits: u16) -> bool {
        bits(positions).fold(false, |any, position| {
            self.strike(usize::from(HOUSES[house][position]), digits) | any
        })
    }

    /// Removes a candidate without recording singles, for callers that do not need them. Recording takes most of the
    /// time of [`Self::eliminate`].
    #[inline(always)]
    pub(crate) fn remove(&mut self, cell: usize, digit: usize) {
        self.cells[cell] &= !(1 << digit);
        self.dirty.merge(DirtySet { houses: HOUSE_MASKS[cell], digits: 1 << digit });
        for (house, position) in VIEWS[cell] {
            self.positions[usize::from(house)][digit] &= !position;
        }
    }

    pub(crate) fn eliminate(&mut self, cell: usize, digits: u16) {
        let gone = self.cells[cell] & digits;
        self.cells[cell] &= !gone;
        if gone != 0 {
            self.note_cell(cell);
        }
        for digit in bits(gone) {
            self.drop_positions(cell, digit);
        }
    }

    /// Ends the round: eliminates the marked candidates.
    pub(crate) fn eliminate_struck(&mut self) {
        for cell in std::mem::take(&mut self.struck).into_iter().map(Cell::index) {
            let gone = std::mem::take(&mut self.strikes[cell]);
            self.eliminate(cell, gone);
        }
    }

    /// Returns the houses and digits changed since the last call.
    #[inline]
    pub(crate) fn take_dirty(&mut self) -> DirtySet {
        std::mem::replace(&mut self.dirty, DirtySet::NONE)
    }
}
