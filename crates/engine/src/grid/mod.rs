//! Cells, digits, houses and grids: the vocabulary of every other module.
//!
//! Cells are numbered row by row, houses are nine rows, nine columns, nine boxes:
//!
//! ```text
//!            stack 0    stack 1    stack 2
//!          +----------+----------+----------+
//!          |  0  1  2 |  3  4  5 |  6  7  8 |   row 0   house 0
//!  band 0  |  9 10 11 | 12 13 14 | 15 16 17 |   row 1   house 1
//!          | 18 19 20 | 21 22 23 | 24 25 26 |   row 2   house 2
//!          +----------+----------+----------+
//!          | 27 28 29 | 30 31 32 | 33 34 35 |           houses  9..18: columns
//!  band 1  | 36 37 38 | 39 40 41 | 42 43 44 |           houses 18..27: boxes,
//!          | 45 46 47 | 48 49 50 | 51 52 53 |               row by row
//!          +----------+----------+----------+
//!          | 54 55 56 | 57 58 59 | 60 61 62 |
//!  band 2  | 63 64 65 | 66 67 68 | 69 70 71 |   a minirow is the three cells
//!          | 72 73 74 | 75 76 77 | 78 79 80 |   that a row and a box share
//!          +----------+----------+----------+
//! ```
//!
//! Two cells are *peers* if a house holds both; every cell has twenty.

mod cell;
mod cell_set;
mod digit;
mod digit_set;
mod drawing;
mod error;
mod form;
#[expect(clippy::module_inception, reason = "the file of the type that the folder is about")]
mod grid;
mod house;
mod parse;
mod peers;
mod pencilmarks;
mod sets;
mod validate;

pub use cell::{BOX, COLUMN, Cell, ROW};
pub use cell_set::{CellSet, CellSetIter};
pub use digit::Digit;
pub use digit_set::{ALL_DIGITS, DigitSet, DigitSetIter, LOWEST, POPCOUNT, digits_of};
pub use error::GridError;
pub use form::PuzzleForm;
pub use grid::Grid;
pub use house::{HOUSE_MASKS, HOUSES, House};
pub use parse::{BAD_CELL, CELL_VALUE, EMPTY_CELLS};
pub use peers::{HOUSE_CELLS, PEER_SETS};
pub use pencilmarks::{PENCILMARKS, Pencilmarks};

/// Safe code outside the crate cannot make a grid with a number above 9, a cell above 80, or a set with such a cell:
/// functions without checks are private.
///
/// ```compile_fail,E0624
/// batchdoku::Grid::EMPTY.digits_mut()[0] = 200;
/// ```
///
/// ```compile_fail,E0624
/// batchdoku::Grid::from_valid([200; 81]);
/// ```
///
/// ```compile_fail,E0624
/// batchdoku::Cell::from_index(100);
/// ```
#[cfg(doctest)]
struct Invariants;
