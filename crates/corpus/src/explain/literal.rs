//! Literals: candidates that hold, or do not.

/// A candidate, `9 * cell + digit`, with its state in the lowest bit: 1 if it holds.
pub(super) type Literal = u16;

pub(super) const LITERALS: usize = 2 * 729;

#[inline(always)]
pub(super) fn literal(cell: usize, digit: usize, holds: bool) -> Literal {
    ((cell * 9 + digit) * 2 + usize::from(holds)) as Literal
}

#[inline(always)]
pub(super) fn cell_of(literal: Literal) -> usize {
    usize::from(literal >> 1) / 9
}

#[inline(always)]
pub(super) fn digit_of(literal: Literal) -> usize {
    usize::from(literal >> 1) % 9
}

#[inline(always)]
pub(super) fn holds(literal: Literal) -> bool {
    literal & 1 == 1
}
