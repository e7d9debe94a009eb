//! The places of the rows of a batch in the caller's buffers.

use sealed::Starts;

use crate::grid::PuzzleForm;

/// The number of cells of a grid, which is the number of bytes of a row.
pub(super) const CELLS: usize = 81;

/// Puzzles in a buffer. Row `i` has 81 bytes, and its place is a function of `i`.
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
    pub(crate) bytes: &'a [u8],
    pub(crate) form: PuzzleForm,
    starts: Starts<'a>,
}

/// The integers that [`PuzzleRows::offsets`] takes: `i32`, `u32`, `i64` and `u64`.
///
/// ```
/// use batchdoku::batch::PuzzleRows;
/// let text = [b'.'; 170];
/// let _ = PuzzleRows::text(&text).offsets(&[0_i32, 85]);
/// let _ = PuzzleRows::text(&text).offsets(&[0_u64, 85]);
/// ```
pub trait Offset: sealed::Sealed {}

mod sealed {
    /// The starts of the rows.
    #[derive(Clone, Copy, Debug)]
    pub enum Starts<'a> {
        Stride(usize),
        I32(&'a [i32]),
        U32(&'a [u32]),
        I64(&'a [i64]),
        U64(&'a [u64]),
        Each(&'a [usize]),
    }

    /// Prevents other types from implementing [`super::Offset`].
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
    /// Creates rows of text, one after the other: `1`-`9` are clues, any of `. 0 * _ x X ? -` is an empty
    /// cell.
    pub fn text(bytes: &'a [u8]) -> Self {
        Self { bytes, form: PuzzleForm::Cells, starts: Starts::Stride(CELLS) }
    }

    /// Creates rows of raw cells, one after the other: 1-9 are clues, 0 is an empty cell.
    pub fn cells(bytes: &'a [u8]) -> Self {
        Self { form: PuzzleForm::Numbers, ..Self::text(bytes) }
    }

    /// Lets row `i` start at byte `i * stride`. There are as many rows as fit into the buffer.
    ///
    /// # Panics
    /// If the stride is 0.
    #[must_use]
    pub fn stride(self, stride: usize) -> Self {
        assert!(stride > 0, "the stride of puzzles must not be 0");
        Self { starts: Starts::Stride(stride), ..self }
    }

    /// Lets row `i` be the bytes from `offsets[i]` to `offsets[i + 1]`, as in the string arrays of
    /// Apache Arrow: N + 1 offsets make N rows. A row is malformed if it does not have 81 bytes or
    /// does not lie in the buffer.
    #[must_use]
    pub fn offsets<O: Offset>(self, offsets: &'a [O]) -> Self {
        Self { starts: O::starts(offsets), ..self }
    }

    /// Lets row `i` be the 81 bytes from `starts[i]`. A row that does not lie in the buffer is malformed.
    #[must_use]
    pub fn starts(self, starts: &'a [usize]) -> Self {
        Self { starts: Starts::Each(starts), ..self }
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        let offsets = match self.starts {
            Starts::Stride(stride) => {
                return self.bytes.len().checked_sub(CELLS).map_or(0, |last| last / stride + 1);
            }
            Starts::Each(starts) => return starts.len(),
            Starts::I32(offsets) => offsets.len(),
            Starts::U32(offsets) => offsets.len(),
            Starts::I64(offsets) => offsets.len(),
            Starts::U64(offsets) => offsets.len(),
        };
        offsets.saturating_sub(1)
    }

    /// Returns the start of `row`, which must be less than [`Self::rows`]. `None` if the row does not have 81
    /// bytes in the buffer.
    #[inline(always)]
    pub(super) fn start(&self, row: usize) -> Option<usize> {
        match self.starts {
            Starts::Stride(stride) => Some(row * stride),
            Starts::Each(starts) => {
                let start = starts[row];
                (self.bytes.len().checked_sub(CELLS)? >= start).then_some(start)
            }
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

/// The starts of the rows of solutions.
#[derive(Clone, Copy, Debug)]
pub(super) enum Slots<'a> {
    Stride(usize),
    Each(&'a [usize]),
    /// No solutions are wanted.
    None,
}

impl Slots<'_> {
    #[inline]
    pub(super) fn start(&self, row: usize) -> usize {
        match self {
            Self::Stride(stride) => row * stride,
            Self::Each(starts) => starts[row],
            Self::None => 0,
        }
    }

    pub(super) fn is_none(&self) -> bool {
        matches!(self, Self::None)
    }

    /// Returns the length of the buffer that `rows` rows need, in bytes.
    ///
    /// # Errors
    /// The first row that has no start, or overlaps the row before it.
    pub(super) fn needed(&self, rows: usize) -> Result<usize, usize> {
        let Some(last) = rows.checked_sub(1) else { return Ok(0) };
        match self {
            Self::None => Ok(0),
            Self::Stride(stride) => Ok(last.saturating_mul(*stride).saturating_add(CELLS)),
            Self::Each(starts) if starts.len() < rows => Err(starts.len()),
            Self::Each(starts) => {
                let overlaps = |pair: &[usize]| pair[1].checked_sub(pair[0]) < Some(CELLS);
                match starts[..rows].windows(2).position(overlaps) {
                    Some(row) => Err(row + 1),
                    None => Ok(starts[last].saturating_add(CELLS)),
                }
            }
        }
    }
}

/// The places of solutions in the caller's buffer: the solution of row `i` of the puzzles goes to row `i`.
/// Bytes between the rows do not change.
///
/// ```
/// use batchdoku::{Limits, Outcome, batch::{PuzzleRows, SolutionRows}, solve_batch};
/// let puzzle = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let mut line = [b'\n'; 82];
/// let mut outcomes = [Outcome::default()];
/// let to = SolutionRows::text(&mut line).stride(82);
/// solve_batch(PuzzleRows::text(puzzle), to, &mut outcomes, &Limits::solutions(2))?;
/// assert_eq!(&line[..9], b"534678912");
/// assert_eq!(line[81], b'\n');
/// # Ok::<(), batchdoku::batch::BatchError>(())
/// ```
#[derive(Debug)]
pub struct SolutionRows<'a> {
    pub(crate) bytes: &'a mut [u8],
    pub(super) slots: Slots<'a>,
    pub(crate) form: PuzzleForm,
    pub(super) fill: u8,
}

impl<'a> SolutionRows<'a> {
    /// Creates rows of text, one after the other. A row without a solution gets `.` in all cells.
    pub fn text(bytes: &'a mut [u8]) -> Self {
        Self { bytes, slots: Slots::Stride(CELLS), form: PuzzleForm::Cells, fill: b'.' }
    }

    /// Creates rows of raw cells 1-9, one after the other. A row without a solution gets 0 in all cells.
    pub fn cells(bytes: &'a mut [u8]) -> Self {
        Self { form: PuzzleForm::Numbers, fill: 0, ..Self::text(bytes) }
    }

    /// Creates no rows: only outcomes are wanted, no solutions.
    pub fn none() -> Self {
        Self { slots: Slots::None, ..Self::text(&mut []) }
    }

    /// Lets row `i` start at byte `i * stride`.
    ///
    /// # Panics
    /// If the stride is less than 81, because the rows would overlap.
    #[must_use]
    pub fn stride(self, stride: usize) -> Self {
        assert!(stride >= CELLS, "the stride of solutions must be at least 81, not {stride}");
        Self { slots: Slots::Stride(stride), ..self }
    }

    /// Lets row `i` start at byte `starts[i]`. The starts must be in ascending order, at least 81 bytes apart.
    #[must_use]
    pub fn starts(self, starts: &'a [usize]) -> Self {
        Self { slots: Slots::Each(starts), ..self }
    }

    /// Sets the fill byte: the byte in all cells of a row without a solution.
    #[must_use]
    pub fn fill(self, fill: u8) -> Self {
        Self { fill, ..self }
    }
}
