//! Where the rows of a batch lie in the caller's buffers.

use super::worker::CELLS;
use sealed::Starts;

/// Puzzles in a buffer: row `i` is 81 bytes, and every row is a function of `i`.
///
/// ```
/// use batchdoku::batch::PuzzleRows;
/// // Lines with a line end, as in a file.
/// assert_eq!(PuzzleRows::text(&[b'.'; 3 * 82]).stride(82).rows(), 3);
/// // The columns of an Arrow array: row i is bytes[offsets[i]..offsets[i + 1]].
/// assert_eq!(PuzzleRows::text(&[b'.'; 166]).offsets(&[0i32, 81, 85, 166]).rows(), 3);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PuzzleRows<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) raw: bool,
    starts: Starts<'a>,
}

/// The integers that [`PuzzleRows::offsets`] takes: `i32`, `u32`, `i64` and `u64`.
pub trait Offset: sealed::Sealed {}

mod sealed {
    /// What says where each row starts.
    #[derive(Clone, Copy, Debug)]
    pub enum Starts<'a> {
        Stride(usize),
        I32(&'a [i32]),
        U32(&'a [u32]),
        I64(&'a [i64]),
        U64(&'a [u64]),
    }

    /// Keeps [`super::Offset`] to its four types.
    pub trait Sealed: Sized {
        fn starts(offsets: &[Self]) -> Starts<'_>;
    }
}

macro_rules! offset {
    ($($integer:ident $variant:ident),*) => {$(
        impl Offset for $integer {}

        impl sealed::Sealed for $integer {
            fn starts(offsets: &[Self]) -> Starts<'_> {
                Starts::$variant(offsets)
            }
        }
    )*};
}

offset!(i32 I32, u32 U32, i64 I64, u64 U64);

impl<'a> PuzzleRows<'a> {
    /// Rows of text, one after the other: `1`-`9` are clues, any of `. 0 * _ x X ? -` is an empty
    /// cell.
    pub fn text(bytes: &'a [u8]) -> Self {
        Self { bytes, raw: false, starts: Starts::Stride(CELLS) }
    }

    /// Rows of raw cells, one after the other: 1-9 are clues, 0 is an empty cell.
    pub fn cells(bytes: &'a [u8]) -> Self {
        Self { raw: true, ..Self::text(bytes) }
    }

    /// Row `i` starts at byte `i * stride`. There are as many rows as fit.
    ///
    /// # Panics
    /// If the stride is 0.
    #[must_use]
    pub fn stride(self, stride: usize) -> Self {
        assert!(stride > 0, "the stride of puzzles must not be 0");
        Self { starts: Starts::Stride(stride), ..self }
    }

    /// Row `i` is the bytes from `offsets[i]` to `offsets[i + 1]`, as in the string arrays of
    /// Apache Arrow; there is one row less than offsets. A row that has not 81 bytes, or does not
    /// lie in the buffer, is malformed.
    #[must_use]
    pub fn offsets<O: Offset>(self, offsets: &'a [O]) -> Self {
        Self { starts: O::starts(offsets), ..self }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        let offsets = match self.starts {
            Starts::Stride(stride) => {
                return self.bytes.len().checked_sub(CELLS).map_or(0, |last| last / stride + 1);
            }
            Starts::I32(offsets) => offsets.len(),
            Starts::U32(offsets) => offsets.len(),
            Starts::I64(offsets) => offsets.len(),
            Starts::U64(offsets) => offsets.len(),
        };
        offsets.saturating_sub(1)
    }

    /// Where `row`, which is less than [`Self::rows`], starts. `None` if it does not have 81 bytes
    /// in the buffer.
    pub(super) fn start(&self, row: usize) -> Option<usize> {
        match self.starts {
            Starts::Stride(stride) => Some(row * stride),
            Starts::I32(offsets) => self.between(offsets, row),
            Starts::U32(offsets) => self.between(offsets, row),
            Starts::I64(offsets) => self.between(offsets, row),
            Starts::U64(offsets) => self.between(offsets, row),
        }
    }

    fn between<O: Copy + TryInto<usize>>(&self, offsets: &[O], row: usize) -> Option<usize> {
        let start = offsets[row].try_into().ok()?;
        let end = offsets[row + 1].try_into().ok()?;
        (start.checked_add(CELLS) == Some(end) && end <= self.bytes.len()).then_some(start)
    }
}

/// Where solutions go: row `i` of the puzzles to row `i` of the caller's buffer. Bytes between the
/// rows are left alone.
#[derive(Debug)]
pub struct SolutionRows<'a> {
    pub(super) bytes: &'a mut [u8],
    pub(super) stride: usize,
    pub(super) raw: bool,
    pub(super) fill: u8,
}

impl<'a> SolutionRows<'a> {
    /// Rows of text, one after the other. A row without a solution gets `.` in all cells.
    pub fn text(bytes: &'a mut [u8]) -> Self {
        Self { bytes, stride: CELLS, raw: false, fill: b'.' }
    }

    /// Rows of raw cells 1-9, one after the other. A row without a solution gets 0 in all cells.
    pub fn cells(bytes: &'a mut [u8]) -> Self {
        Self { raw: true, fill: 0, ..Self::text(bytes) }
    }

    /// Row `i` starts at byte `i * stride`.
    ///
    /// # Panics
    /// If the stride is less than 81: the rows would overlap.
    #[must_use]
    pub fn stride(self, stride: usize) -> Self {
        assert!(stride >= CELLS, "the stride of solutions must be at least 81, not {stride}");
        Self { stride, ..self }
    }

    /// A row without a solution gets this byte in all cells.
    #[must_use]
    pub fn fill(self, fill: u8) -> Self {
        Self { fill, ..self }
    }
}
