//! Where the text of each row lies: 81 bytes, or nothing.

use std::ops::Range;

use arrow_array::{
    Array, GenericByteArray, GenericByteViewArray,
    types::{ByteArrayType, ByteViewType},
};
use arrow_buffer::{ArrowNativeType, NullBuffer};
use arrow_data::ByteView;

/// Bytes of a grid.
pub(crate) const CELLS: usize = 81;

/// Grids of one buffer of text: grid `i` is the 81 bytes from `text[starts[i]]`, and is row
/// `rows[i]` of its chunk.
pub(crate) struct Segment<'a> {
    pub(crate) text: &'a [u8],
    pub(crate) starts: &'a [usize],
    pub(crate) rows: &'a [u32],
}

/// Rows that may each hold 81 bytes of text. Whether those are a grid is for the engine to see.
pub(crate) trait Rows: Sync {
    /// How many there are.
    fn count(&self) -> usize;

    /// Hands the texts of a chunk of rows to `each`, in order, in as few segments as there are
    /// buffers. A row without 81 bytes is left out.
    fn segments(&self, chunk: Range<usize>, memory: &mut Memory, each: &mut dyn FnMut(Segment<'_>));
}

/// The working memory of [`Rows::segments`].
#[derive(Default)]
pub(crate) struct Memory {
    starts: Vec<usize>,
    rows: Vec<u32>,
    text: Vec<u8>,
}

impl Memory {
    fn clear(&mut self) {
        self.starts.clear();
        self.rows.clear();
    }

    fn push(&mut self, start: usize, row: usize) {
        self.starts.push(start);
        self.rows.push(row as u32);
    }

    /// Hands over what has been found in `text`, and forgets it.
    fn flush(&mut self, text: &[u8], each: &mut dyn FnMut(Segment<'_>)) {
        if !self.starts.is_empty() {
            each(Segment { text, starts: &self.starts, rows: &self.rows });
            self.clear();
        }
    }
}

/// Where the 81 bytes of a field start: a field may have blanks around them.
#[inline]
fn start_of(field: &[u8]) -> Option<usize> {
    if field.len() == CELLS {
        return Some(0);
    }
    (field.trim_ascii().len() == CELLS).then(|| field.len() - field.trim_ascii_start().len())
}

/// Rows of the same number of bytes, one after the other.
pub(crate) struct Fixed<'a> {
    pub(crate) text: &'a [u8],
    pub(crate) width: usize,
    pub(crate) valid: Option<&'a NullBuffer>,
}

impl Rows for Fixed<'_> {
    fn count(&self) -> usize {
        self.text.len().checked_div(self.width).unwrap_or(0)
    }

    fn segments(
        &self,
        chunk: Range<usize>,
        memory: &mut Memory,
        each: &mut dyn FnMut(Segment<'_>),
    ) {
        let text = &self.text[chunk.start * self.width..chunk.end * self.width];
        memory.clear();
        for (row, field) in text.chunks_exact(self.width).enumerate() {
            if let Some(start) = start_of(field)
                && self.valid.is_none_or(|valid| valid.is_valid(chunk.start + row))
            {
                memory.push(row * self.width + start, row);
            }
        }
        memory.flush(text, each);
    }
}

/// Rows of any length with offsets: the string and binary arrays of Arrow.
impl<T: ByteArrayType> Rows for GenericByteArray<T> {
    fn count(&self) -> usize {
        self.len()
    }

    fn segments(
        &self,
        chunk: Range<usize>,
        memory: &mut Memory,
        each: &mut dyn FnMut(Segment<'_>),
    ) {
        let text = self.value_data();
        let offsets = &self.value_offsets()[chunk.start..=chunk.end];
        let nulls = self.nulls();
        memory.clear();
        for (row, ends) in offsets.windows(2).enumerate() {
            let (from, to) = (ends[0].as_usize(), ends[1].as_usize());
            let Some(start) = start_of(&text[from..to]) else { continue };
            if nulls.is_some_and(|nulls| nulls.is_null(chunk.start + row)) {
                continue;
            }
            memory.push(from + start, row);
        }
        memory.flush(text, each);
    }
}

/// Rows of any length in several buffers: the view arrays of Arrow.
impl<T: ByteViewType> Rows for GenericByteViewArray<T> {
    fn count(&self) -> usize {
        self.len()
    }

    fn segments(
        &self,
        chunk: Range<usize>,
        memory: &mut Memory,
        each: &mut dyn FnMut(Segment<'_>),
    ) {
        let (buffers, nulls) = (self.data_buffers(), self.nulls());
        let mut current = 0;
        memory.clear();
        for (row, &view) in self.views()[chunk.clone()].iter().enumerate() {
            let view = ByteView::from(view);
            // A shorter one holds its bytes itself.
            if (view.length as usize) < CELLS
                || nulls.is_some_and(|nulls| nulls.is_null(chunk.start + row))
            {
                continue;
            }
            let (buffer, from) = (view.buffer_index as usize, view.offset as usize);
            let Some(start) = start_of(&buffers[buffer][from..from + view.length as usize]) else {
                continue;
            };
            if buffer != current {
                memory.flush(&buffers[current], each);
                current = buffer;
            }
            memory.push(from + start, row);
        }
        if let Some(text) = buffers.get(current) {
            memory.flush(text, each);
        }
    }
}

/// How the cells of a result are written.
pub(crate) trait Notation {
    /// What holds a cell.
    type Cell: Copy + Default + Send + Sync;

    /// Lets `fill` write text into rows that are all zero, and leaves cells there. Where `fill`
    /// writes nothing, the cells are zero.
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

/// A cell as a number: 1-9 a digit, 0 an empty cell.
pub(crate) trait Number: Notation<Cell = Self> + Copy + Sync {
    /// Its text; a byte that is no cell for any other number.
    fn to_text(self) -> u8;
}

macro_rules! numbers {
    ($($integer:ty)*) => {$(
        impl Number for $integer {
            #[inline]
            fn to_text(self) -> u8 {
                if (0..=9).contains(&self) { self as u8 + b'0' } else { 0 }
            }
        }
    )*};
}

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

numbers!(u8 i8 i16 i32 i64 u16 u32 u64);
wide_notations!(i8 i16 i32 i64 u16 u32 u64);

impl Notation for u8 {
    type Cell = Self;

    fn write(cells: &mut [Self], _: &mut Vec<u8>, fill: impl FnOnce(&mut [u8])) {
        fill(cells);
        cells.iter_mut().for_each(|cell| *cell = cell.saturating_sub(b'0'));
    }
}

/// Rows of 81 numbers.
pub(crate) struct Cells<'a, T> {
    pub(crate) cells: &'a [T],
    pub(crate) valid: Option<NullBuffer>,
}

impl<T: Number> Rows for Cells<'_, T> {
    fn count(&self) -> usize {
        self.cells.len() / CELLS
    }

    fn segments(
        &self,
        chunk: Range<usize>,
        memory: &mut Memory,
        each: &mut dyn FnMut(Segment<'_>),
    ) {
        let mut text = std::mem::take(&mut memory.text);
        let cells = &self.cells[chunk.start * CELLS..chunk.end * CELLS];
        text.clear();
        text.extend(cells.iter().map(|cell| cell.to_text()));
        memory.clear();
        for row in 0..chunk.len() {
            if self.valid.as_ref().is_none_or(|valid| valid.is_valid(chunk.start + row)) {
                memory.push(row * CELLS, row);
            }
        }
        memory.flush(&text, each);
        memory.text = text;
    }
}
