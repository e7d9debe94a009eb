//! The symmetries of sudoku: the transformations that preserve the rules.

use std::{fmt, str::FromStr};

use super::random::{RecordRng, Seed};
use batchdoku_engine::grid::Grid;

/// A symmetry of sudoku; there are 9! · 2 · 6⁸ = 1,218,998,108,160.
///
/// A transform optionally transposes the grid, then permutes bands, stacks, rows within bands and
/// columns within stacks, then relabels the digits. Each symmetry has exactly one such description,
/// so equal symmetries are equal values. They form a group: see [`then`](Self::then),
/// [`inverse`](Self::inverse) and [`IDENTITY`](Self::IDENTITY).
///
/// # Text
/// `r` and the rows that become rows 1–9, `c` and the columns that become columns 1–9, `d` and the
/// digits that replace digits 1–9. A leading `t` means that rows and columns are those of the
/// transposed grid. [`Display`](fmt::Display) and [`FromStr`] use this form:
///
/// ```
/// use batchdoku::{Grid, corpus::transform::Transform};
/// let grid: Grid =
///     "143628579572139468986754231391542786468917352725863914237481695619275843854396127"
///         .parse()?;
/// // Row 2 comes first, then row 1; of the digits, 1 and 2 change places.
/// let swap: Transform = "r213456789c123456789d213456789".parse()?;
/// let swapped = swap.apply(&grid);
/// assert!(swapped.to_string().starts_with("571239468243618579986754132"));
/// assert_eq!(swap.inverse().apply(&swapped), grid);
/// assert_eq!(swap.to_string(), "r213456789c123456789d213456789");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Transform {
    transposed: bool,
    /// `rows[i]` becomes row `i`.
    rows: [u8; 9],
    /// `columns[i]` becomes column `i`.
    columns: [u8; 9],
    /// The new digit for each digit; 0, the empty cell, stays.
    digits: [u8; 10],
}

/// The reason why a text or its parts are not a [`Transform`].
///
/// ```
/// use batchdoku::corpus::transform::{Transform, TransformError};
/// let swapped = "r123456789c123456789d213456788".parse::<Transform>();
/// assert_eq!(swapped, Err(TransformError::Digits));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TransformError {
    /// The text has another form.
    #[error("malformed transform: expected [t]rRRRRRRRRRcCCCCCCCCCdDDDDDDDDD")]
    Malformed,
    /// The rows are not a permutation, or split a band.
    #[error("the rows are not a permutation of 1-9 that keeps bands together")]
    Rows,
    /// The columns are not a permutation, or split a stack.
    #[error("the columns are not a permutation of 1-9 that keeps stacks together")]
    Columns,
    /// The digits are not a permutation.
    #[error("the digits are not a permutation of 1-9")]
    Digits,
}

const IN_ORDER: [u8; 9] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

impl Transform {
    /// The identity.
    pub const IDENTITY: Self = Self {
        transposed: false,
        rows: IN_ORDER,
        columns: IN_ORDER,
        digits: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    };

    /// Returns the symmetry that transposes the grid if `transposed`, then moves row `rows[i]` to row `i` and column
    /// `columns[i]` to column `i` (0–8), then replaces digit `d` by `digits[d - 1]` (1–9).
    ///
    /// # Errors
    /// If one of the three is not a permutation, or if rows or columns split a band or stack.
    pub fn new(
        transposed: bool,
        rows: [u8; 9],
        columns: [u8; 9],
        digits: [u8; 9],
    ) -> Result<Self, TransformError> {
        if !keeps_threes(&rows) {
            return Err(TransformError::Rows);
        }
        if !keeps_threes(&columns) {
            return Err(TransformError::Columns);
        }
        if !is_permutation(&digits.map(|digit| digit.wrapping_sub(1))) {
            return Err(TransformError::Digits);
        }
        Ok(Self { transposed, rows, columns, digits: with_empty(digits) })
    }

    /// Returns a symmetry from parts that are known to be valid: see [`new`](Self::new). Digits without a new digit get
    /// the digits that are left, in ascending order.
    pub(super) fn trusted(
        transposed: bool,
        rows: [u8; 9],
        columns: [u8; 9],
        mut digits: [u8; 10],
    ) -> Self {
        let used = digits.iter().filter(|&&digit| digit != 0).count() as u8;
        let unused = digits.iter_mut().skip(1).filter(|digit| **digit == 0);
        unused.zip(used + 1..).for_each(|(digit, next)| *digit = next);
        let made = Self { transposed, rows, columns, digits };
        debug_assert_eq!(Self::new(transposed, rows, columns, made.relabelling()), Ok(made));
        made
    }

    /// Returns a symmetry drawn uniformly from all of them. It depends only on the seed and the record number;
    /// `jobs::Shuffle` applies the symmetry of each record.
    ///
    /// ```
    /// use batchdoku::corpus::transform::Transform;
    /// assert_eq!(Transform::random(7, 3), Transform::random(7, 3));
    /// assert_ne!(Transform::random(7, 3), Transform::random(7, 4));
    /// ```
    pub fn random(seed: u64, record: u64) -> Self {
        Seed::new(seed).record(record).transform()
    }

    /// Applies the symmetry to `grid`.
    #[inline]
    pub fn apply(&self, grid: &Grid) -> Grid {
        let (row_step, column_step) = if self.transposed { (1, 9) } else { (9, 1) };
        let mut cells = [0; 81];
        for (to, &row) in cells.chunks_exact_mut(9).zip(&self.rows) {
            for (cell, &column) in to.iter_mut().zip(&self.columns) {
                let from = usize::from(row) * row_step + usize::from(column) * column_step;
                *cell = self.digits[usize::from(grid.digits()[from])];
            }
        }
        Grid::from_digits(cells).expect("a symmetry relabels digits as digits")
    }

    /// Returns the symmetry that applies `self`, then `next`.
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        let (rows, columns) =
            if next.transposed { (&self.columns, &self.rows) } else { (&self.rows, &self.columns) };
        Self {
            transposed: self.transposed != next.transposed,
            rows: next.rows.map(|row| rows[usize::from(row)]),
            columns: next.columns.map(|column| columns[usize::from(column)]),
            digits: self.digits.map(|digit| next.digits[usize::from(digit)]),
        }
    }

    /// Returns the inverse symmetry.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let rows = inverted(&self.rows);
        let columns = inverted(&self.columns);
        let (rows, columns) = if self.transposed { (columns, rows) } else { (rows, columns) };
        Self { transposed: self.transposed, rows, columns, digits: inverted(&self.digits) }
    }

    /// Returns the digits that replace digits 1–9.
    fn relabelling(&self) -> [u8; 9] {
        std::array::from_fn(|i| self.digits[i + 1])
    }
}

impl RecordRng {
    /// Returns a symmetry drawn uniformly from all of them.
    pub fn transform(&mut self) -> Transform {
        let mut digits = IN_ORDER.map(|digit| digit + 1);
        self.shuffle(&mut digits);
        Transform {
            transposed: self.bit(),
            rows: random_lines(self),
            columns: random_lines(self),
            digits: with_empty(digits),
        }
    }
}

/// Returns whether lines are a permutation that keeps bands, or stacks, together: lines 0 to 2, 3 to 5 and 6 to 8 must
/// each come from a single band or stack.
fn keeps_threes(lines: &[u8; 9]) -> bool {
    is_permutation(lines)
        && lines.chunks(3).all(|three| three.iter().all(|line| line / 3 == three[0] / 3))
}

impl Default for Transform {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl fmt::Display for Transform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.transposed {
            f.write_str("t")?;
        }
        // Lines are counted from 1, as digits are.
        let parts = [
            ('r', self.rows.map(|row| row + 1)),
            ('c', self.columns.map(|column| column + 1)),
            ('d', self.relabelling()),
        ];
        for (name, numbers) in parts {
            write!(f, "{name}")?;
            numbers.iter().try_for_each(|number| write!(f, "{number}"))?;
        }
        Ok(())
    }
}

impl fmt::Debug for Transform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Transform({self})")
    }
}

impl FromStr for Transform {
    type Err = TransformError;

    fn from_str(text: &str) -> Result<Self, TransformError> {
        let parts = text.strip_prefix('t').unwrap_or(text).as_bytes();
        if parts.len() != 30 {
            return Err(TransformError::Malformed);
        }
        let rows = numbers(&parts[..10], b'r')?;
        let columns = numbers(&parts[10..20], b'c')?;
        let digits = numbers(&parts[20..], b'd')?;
        Self::new(text.starts_with('t'), rows, columns, digits.map(|digit: u8| digit + 1))
    }
}

/// Reads a letter and nine digits, for example `r123456789`, as numbers from 0.
fn numbers(part: &[u8], letter: u8) -> Result<[u8; 9], TransformError> {
    match part {
        [first, digits @ ..]
            if *first == letter && digits.iter().all(|byte| matches!(byte, b'1'..=b'9')) =>
        {
            Ok(std::array::from_fn(|i| digits[i] - b'1'))
        }
        _ => Err(TransformError::Malformed),
    }
}

/// Checks that `lines` is a permutation of 0–8.
fn is_permutation(lines: &[u8; 9]) -> bool {
    lines.iter().fold(0u32, |seen, &line| seen | 1u32.checked_shl(line.into()).unwrap_or(0))
        == 0x1FF
}

fn inverted<const N: usize>(permutation: &[u8; N]) -> [u8; N] {
    let mut inverse = [0; N];
    for (to, &from) in permutation.iter().enumerate() {
        inverse[usize::from(from)] = to as u8;
    }
    inverse
}

/// Returns the relabelling of ten values that keeps 0, the empty cell.
fn with_empty(digits: [u8; 9]) -> [u8; 10] {
    std::array::from_fn(|i| if i == 0 { 0 } else { digits[i - 1] })
}

/// Draws one of the 6⁴ orders of rows or columns that keep bands or stacks together.
fn random_lines(rng: &mut RecordRng) -> [u8; 9] {
    let mut bands = [0, 1, 2];
    rng.shuffle(&mut bands);
    let mut lines = [0; 9];
    for (three, band) in lines.chunks_exact_mut(3).zip(bands) {
        three.copy_from_slice(&[band * 3, band * 3 + 1, band * 3 + 2]);
        rng.shuffle(three);
    }
    lines
}
