//! Weak and strong links of a position.

use crate::{
    explain::{
        cases::Cases,
        literal::{Literal, cell_of, digit_of, literal},
        view::{house_cell, houses_of},
    },
    marks::{Marks, VIEWS},
};
use batchdoku_base::bits;
use batchdoku_engine::grid::{COLUMN, Cell, HOUSES, ROW};

/// The reason that a literal follows from another: its cell or one of its houses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::explain) enum Cause {
    /// It is where the chain starts.
    Start,
    /// The cell.
    Cell,
    /// The house of this index.
    House(u8),
    /// A technique within the chain.
    Technique,
}

impl Cause {
    /// Returns the cause that stands for the reason why one of several assumptions is true.
    pub(super) fn of(cases: Cases) -> Self {
        match cases {
            Cases::Cell(_) => Self::Cell,
            Cases::House(house) => Self::House(house),
            Cases::Contradiction | Cases::Either | Cases::Loop => Self::Start,
        }
    }

    /// Calls `each` with the candidates that had to be eliminated between the positions `from` and `to` for this to be
    /// the cause of a literal.
    #[inline]
    pub(super) fn for_each_gone(
        self,
        literal: Literal,
        from: &Marks,
        to: &Marks,
        mut each: impl FnMut(Cell, usize),
    ) {
        let cell = cell_of(literal);
        let digit = digit_of(literal);
        match self {
            Self::Start | Self::Technique => {}
            Self::Cell => {
                let digits = bits(from.cells[cell] & !to.cells[cell]);
                digits.for_each(|digit| each(Cell::ALL[cell], digit));
            }
            Self::House(house) => {
                let house = usize::from(house);
                let gone = bits(from.positions[house][digit] & !to.positions[house][digit]);
                gone.for_each(|position| each(HOUSES[house][position], digit));
            }
        }
    }
}

/// Calls `follow` for each literal that fails if `from` holds; links within the cell only if
/// `in_cells`.
#[inline]
pub(super) fn weak(
    marks: &Marks,
    from: Literal,
    in_cells: bool,
    mut follow: impl FnMut(Literal, Cause),
) {
    let cell = cell_of(from);
    let digit = digit_of(from);
    if in_cells {
        for other in bits(marks.cells[cell] & !(1 << digit)) {
            follow(literal(cell, other, false), Cause::Cell);
        }
    }
    let [in_box, row, column] = houses_of(cell);
    let (_, own) = VIEWS[cell][0];
    for position in bits(marks.positions[in_box][digit] & !own) {
        follow(literal(house_cell(in_box, position), digit, false), Cause::House(in_box as u8));
    }
    // The box links above include the cells that share both box and line.
    let stack = 0b111 << (usize::from(COLUMN[cell]) / 3 * 3);
    for position in bits(marks.positions[row][digit] & !stack) {
        follow(literal(house_cell(row, position), digit, false), Cause::House(row as u8));
    }
    let band = 0b111 << (usize::from(ROW[cell]) / 3 * 3);
    for position in bits(marks.positions[column][digit] & !band) {
        follow(literal(house_cell(column, position), digit, false), Cause::House(column as u8));
    }
}

/// Calls `follow` for each literal that holds if `from` fails: through its cell only if `in_cells`,
/// through houses only if `in_houses`. A literal may come more than once.
#[inline]
pub(super) fn strong(
    marks: &Marks,
    from: Literal,
    in_cells: bool,
    in_houses: bool,
    mut follow: impl FnMut(Literal, Cause),
) {
    let cell = cell_of(from);
    let digit = digit_of(from);
    if in_cells && marks.cells[cell].count_ones() == 2 {
        let other = (marks.cells[cell] & !(1 << digit)).trailing_zeros() as usize;
        follow(literal(cell, other, true), Cause::Cell);
    }
    if in_houses {
        for (house, own) in VIEWS[cell] {
            let others = marks.positions[usize::from(house)][digit] & !own;
            if others.is_power_of_two() {
                let other = house_cell(house.into(), others.trailing_zeros() as usize);
                follow(literal(other, digit, true), Cause::House(house));
            }
        }
    }
}
