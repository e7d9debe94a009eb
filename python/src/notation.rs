//! The notation of cells in results.

use batchdoku_arrow::Number;

/// A notation of cells in results.
pub(crate) trait Notation {
    /// The type that holds a cell.
    type Cell: Copy + Default + Send + Sync;

    /// Calls `fill` to write text into rows of zeros, and converts the text to cells. Bytes that
    /// `fill` leaves zero become zero cells.
    fn write(cells: &mut [Self::Cell], text: &mut Vec<u8>, fill: impl FnOnce(&mut [u8]));
}

/// Text: `1`-`9` a digit, `.` an empty cell.
pub(crate) struct Text;

impl Notation for Text {
    type Cell = u8;

    fn write(cells: &mut [u8], _: &mut Vec<u8>, fill: impl FnOnce(&mut [u8])) {
        fill(cells);
    }
}

/// A number type that serves as a cell in inputs and outputs.
pub(crate) trait NumberCell: Number + Notation<Cell = Self> {}

impl<T: Number + Notation<Cell = T>> NumberCell for T {}

macro_rules! wide_notations {
    ($($integer:ty)*) => {$(
        impl Notation for $integer {
            type Cell = Self;

            fn write(cells: &mut [Self], text: &mut Vec<u8>, fill: impl FnOnce(&mut [u8])) {
                text.clear();
                text.resize(cells.len(), 0);
                fill(text);
                for (cell, byte) in cells.iter_mut().zip(text) {
                    *cell = byte.saturating_sub(b'0') as Self;
                }
            }
        }
    )*};
}

wide_notations!(i8 i16 i32 i64 u16 u32 u64);

impl Notation for u8 {
    type Cell = Self;

    fn write(cells: &mut [Self], _: &mut Vec<u8>, fill: impl FnOnce(&mut [u8])) {
        fill(cells);
        cells.iter_mut().for_each(|cell| *cell = cell.saturating_sub(b'0'));
    }
}
