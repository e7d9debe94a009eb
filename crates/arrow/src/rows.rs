//! The place of the text of each row: 81 bytes, candidates, or nothing.

use std::ops::Range;

use arrow_array::{
    Array, GenericByteArray, GenericByteViewArray,
    types::{ByteArrayType, ByteViewType},
};
use arrow_buffer::{ArrowNativeType, NullBuffer};
use arrow_data::ByteView;
use batchdoku_engine::grid::PuzzleForm;
use batchdoku_format::{FieldPuzzle, WholePuzzle, field_puzzle};

/// Bytes or cells of a grid.
pub const CELLS: usize = 81;

/// Puzzles of one buffer of text. Puzzle `i` starts at `text[starts[i]]`, has as many bytes as its form, and is row
/// `rows[i]` of its chunk.
#[derive(Debug)]
pub struct Segment<'a> {
    /// The buffer.
    pub text: &'a [u8],
    /// The start of each puzzle in the buffer.
    pub starts: &'a [usize],
    /// The row of each puzzle in the chunk.
    pub rows: &'a [u32],
    /// 81 cells; or candidates, if a puzzle excludes more candidates than its clues do.
    pub form: PuzzleForm,
}

/// Takes the segments of a chunk of rows.
pub type OnSegment<'a> = dyn FnMut(Segment<'_>) + 'a;

/// Rows that may each hold 81 bytes of text, or candidates. The engine checks whether 81 bytes are a grid.
pub trait Rows: Sync {
    /// Returns the number of rows.
    fn count(&self) -> usize;

    /// Passes the texts of a chunk of rows to `each`, in order. A new segment begins where the buffer or
    /// the form changes. A row that has neither 81 bytes nor candidates is left out.
    fn segments(&self, chunk: Range<usize>, memory: &mut Memory, each: &mut OnSegment<'_>);

    /// Appends the contents of a row to `out`, for a message: its bytes, or its numbers with commas
    /// between them.
    fn show(&self, row: usize, out: &mut Vec<u8>);

    /// Returns whether a row is null, which differs from a row that holds no grid.
    fn is_null(&self, row: usize) -> bool;

    /// Returns whether the cells are numbers. In their text, a byte 0 stands for a number that is not a cell.
    fn is_numbers(&self) -> bool {
        false
    }
}

/// The working memory of [`Rows::segments`].
#[derive(Debug, Default)]
pub struct Memory {
    starts: Vec<usize>,
    rows: Vec<u32>,
    text: Vec<u8>,
    /// The form of the latest rows if they were copied to `text`, because they are not written as 81 bytes; otherwise
    /// `None`.
    copied: Option<PuzzleForm>,
}

impl Memory {
    fn clear(&mut self) {
        self.starts.clear();
        self.rows.clear();
        self.copied = None;
    }

    /// Adds the puzzle of a field, which starts at `from` in `text`, if the field may be a puzzle.
    #[inline]
    fn add(
        &mut self,
        text: &[u8],
        (from, field): (usize, &[u8]),
        row: usize,
        each: &mut OnSegment<'_>,
    ) {
        match field_puzzle(field) {
            None => {}
            Some(FieldPuzzle::InPlace(_)) => {
                if self.copied.is_some() {
                    self.end(text, each);
                }
                self.push(from + start_of(field), row);
            }
            Some(FieldPuzzle::Whole(puzzle)) => self.add_copied(text, puzzle, row, each),
        }
    }

    #[cold]
    fn add_copied(
        &mut self,
        text: &[u8],
        puzzle: WholePuzzle,
        row: usize,
        each: &mut OnSegment<'_>,
    ) {
        let form = match puzzle {
            WholePuzzle::Cells(_) => PuzzleForm::Cells,
            WholePuzzle::Candidates(_) => PuzzleForm::Pencilmarks,
        };
        if self.copied != Some(form) {
            self.end(text, each);
            self.copied = Some(form);
            self.text.clear();
        }
        self.push(self.text.len(), row);
        match puzzle {
            WholePuzzle::Cells(cells) => self.text.extend_from_slice(&cells),
            WholePuzzle::Candidates(candidates) => {
                self.text.extend_from_slice(&candidates.to_text());
            }
        }
    }

    /// Passes the rows that were found in `text`, or copied, to `each`.
    fn end(&mut self, text: &[u8], each: &mut OnSegment<'_>) {
        match self.copied {
            Some(form) => {
                let copied = std::mem::take(&mut self.text);
                self.flush(&copied, form, each);
                self.text = copied;
            }
            None => self.flush(text, PuzzleForm::Cells, each),
        }
    }

    fn push(&mut self, start: usize, row: usize) {
        self.starts.push(start);
        self.rows.push(row as u32);
    }

    /// Passes the rows that were found in `text` to `each`, and clears them.
    fn flush(&mut self, text: &[u8], form: PuzzleForm, each: &mut OnSegment<'_>) {
        if !self.starts.is_empty() {
            each(Segment { text, starts: &self.starts, rows: &self.rows, form });
        }
        self.clear();
    }
}

/// Returns the start of the 81 bytes of a field, which may have blanks around them.
#[inline]
fn start_of(field: &[u8]) -> usize {
    if field.len() == CELLS { 0 } else { field.len() - field.trim_ascii_start().len() }
}

/// Rows of the same number of bytes, one after the other.
#[derive(Debug)]
pub struct Fixed<'a> {
    /// All rows.
    pub text: &'a [u8],
    /// The bytes of a row.
    pub width: usize,
    /// The rows that are not null.
    pub valid: Option<&'a NullBuffer>,
}

impl Rows for Fixed<'_> {
    fn count(&self) -> usize {
        self.text.len().checked_div(self.width).unwrap_or(0)
    }

    fn segments(&self, chunk: Range<usize>, memory: &mut Memory, each: &mut OnSegment<'_>) {
        let text = &self.text[chunk.start * self.width..chunk.end * self.width];
        memory.clear();
        for (row, field) in text.chunks_exact(self.width).enumerate() {
            if self.valid.is_none_or(|valid| valid.is_valid(chunk.start + row)) {
                memory.add(text, (row * self.width, field), row, each);
            }
        }
        memory.end(text, each);
    }

    fn show(&self, row: usize, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.text[row * self.width..][..self.width]);
    }

    fn is_null(&self, row: usize) -> bool {
        self.valid.is_some_and(|valid| valid.is_null(row))
    }
}

/// Rows of any length with offsets: the string and binary arrays of Arrow.
impl<T: ByteArrayType> Rows for GenericByteArray<T> {
    fn count(&self) -> usize {
        self.len()
    }

    fn is_null(&self, row: usize) -> bool {
        Array::is_null(self, row)
    }

    fn segments(&self, chunk: Range<usize>, memory: &mut Memory, each: &mut OnSegment<'_>) {
        let text = self.value_data();
        let offsets = &self.value_offsets()[chunk.start..=chunk.end];
        memory.clear();
        for (row, ends) in offsets.windows(2).enumerate() {
            let from = ends[0].as_usize();
            let to = ends[1].as_usize();
            if self.is_valid(chunk.start + row) {
                memory.add(text, (from, &text[from..to]), row, each);
            }
        }
        memory.end(text, each);
    }

    fn show(&self, row: usize, out: &mut Vec<u8>) {
        out.extend_from_slice(self.value(row).as_ref());
    }
}

/// Rows of any length in several buffers: the view arrays of Arrow.
impl<T: ByteViewType> Rows for GenericByteViewArray<T> {
    fn count(&self) -> usize {
        self.len()
    }

    fn is_null(&self, row: usize) -> bool {
        Array::is_null(self, row)
    }

    fn segments(&self, chunk: Range<usize>, memory: &mut Memory, each: &mut OnSegment<'_>) {
        let buffers = self.data_buffers();
        let mut current = 0;
        memory.clear();
        for (row, &view) in self.views()[chunk.clone()].iter().enumerate() {
            let view = ByteView::from(view);
            // A view of at most 12 bytes holds them itself; a shorter view than 81 bytes cannot be a grid.
            if (view.length as usize) < CELLS || Array::is_null(self, chunk.start + row) {
                continue;
            }
            let buffer = view.buffer_index as usize;
            let from = view.offset as usize;
            if buffer != current {
                memory.end(&buffers[current], each);
                current = buffer;
            }
            let field = &buffers[buffer][from..from + view.length as usize];
            memory.add(&buffers[buffer], (from, field), row, each);
        }
        if let Some(text) = buffers.get(current) {
            memory.end(text, each);
        }
    }

    fn show(&self, row: usize, out: &mut Vec<u8>) {
        out.extend_from_slice(self.value(row).as_ref());
    }
}

/// A cell as a number: 1 to 9 for a digit, 0 for an empty cell.
pub trait Number: Copy + Sync {
    /// Returns the text of a cell; for any other number, the byte 0.
    fn to_text(self) -> u8;

    /// Returns the number as a signed number of 64 bits, or `i64::MAX` if it is larger.
    fn to_number(self) -> i64;
}

macro_rules! numbers {
    ($($integer:ty)*) => {$(
        impl Number for $integer {
            #[inline]
            fn to_text(self) -> u8 {
                if (0..=9).contains(&self) { self as u8 + b'0' } else { 0 }
            }

            fn to_number(self) -> i64 {
                i64::try_from(self).unwrap_or(i64::MAX)
            }
        }
    )*};
}

numbers!(u8 i8 i16 i32 i64 u16 u32 u64);

/// Rows of 81 numbers.
#[derive(Debug)]
pub struct Cells<'a, T> {
    /// The cells of all rows.
    pub cells: &'a [T],
    /// The rows that are not null.
    pub valid: Option<NullBuffer>,
}

impl<T: Number> Rows for Cells<'_, T> {
    fn count(&self) -> usize {
        self.cells.len() / CELLS
    }

    fn segments(&self, chunk: Range<usize>, memory: &mut Memory, each: &mut OnSegment<'_>) {
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
        memory.flush(&text, PuzzleForm::Cells, each);
        memory.text = text;
    }

    fn show(&self, row: usize, out: &mut Vec<u8>) {
        show_numbers(&self.cells[row * CELLS..][..CELLS], out);
    }

    fn is_null(&self, row: usize) -> bool {
        self.valid.as_ref().is_some_and(|valid| valid.is_null(row))
    }

    fn is_numbers(&self) -> bool {
        true
    }
}

fn show_numbers<T: Number>(cells: &[T], out: &mut Vec<u8>) {
    let numbers: Vec<String> = cells.iter().map(|cell| cell.to_number().to_string()).collect();
    out.extend_from_slice(numbers.join(",").as_bytes());
}

/// Rows that are lists of numbers, of any length. Lists of 81 numbers may be grids.
#[derive(Debug)]
pub struct Lists<'a, T> {
    /// The numbers of all lists.
    pub cells: &'a [T],
    /// The numbers of each row; `None` if it is null.
    pub rows: Vec<Option<Range<usize>>>,
}

impl<T: Number> Rows for Lists<'_, T> {
    fn count(&self) -> usize {
        self.rows.len()
    }

    fn segments(&self, chunk: Range<usize>, memory: &mut Memory, each: &mut OnSegment<'_>) {
        let mut text = std::mem::take(&mut memory.text);
        text.clear();
        memory.clear();
        for (row, cells) in self.rows[chunk].iter().enumerate() {
            let Some(cells) = cells.clone().filter(|cells| cells.len() == CELLS) else { continue };
            memory.push(text.len(), row);
            text.extend(self.cells[cells].iter().map(|cell| cell.to_text()));
        }
        memory.flush(&text, PuzzleForm::Cells, each);
        memory.text = text;
    }

    fn show(&self, row: usize, out: &mut Vec<u8>) {
        show_numbers(&self.cells[self.rows[row].clone().unwrap_or_default()], out);
    }

    fn is_null(&self, row: usize) -> bool {
        self.rows[row].is_none()
    }

    fn is_numbers(&self) -> bool {
        true
    }
}
