//! Propagation: one sweep applies every rule once, first along rows, then along columns.
//!
//! Each vector of a grid has the cells at the same place of all boxes, so rules within boxes need no
//! shuffle:
//!
//! ```text
//!   vector 3r + c            a box             its minirows    its minicolumns
//!
//!   0  1  2                  c0 c1 c2          c0 | c1 | c2    c0   c1   c2
//!   3  4  5    for nine      c3 c4 c5          c3 | c4 | c5    |    |    |
//!   6  7  8    boxes each    c6 c7 c8          c6 | c7 | c8    c3   ...
//! ```
//!
//! 1. *Naked singles.* `singles[0][r]` has the digits of the cells in row `r` with one candidate, and
//!    `singles[1][c]` the digits of such cells in column `c`.
//! 2. *Minirows* are unions of three cells. A single excludes its digit from the other two minirows of
//!    its box here, and from the other two minicolumns in step 5. Together these have all other cells of
//!    the box, but not its own cell. Two equal singles exclude each other, so that both cells become empty.
//! 3. *Band configurations.* A digit may be in minirow `i` of a box if the next box of the band has it
//!    in minirow `j` and the last box in minirow `k`, or the other way round, where `i`, `j` and `k` are
//!    different. This covers all six permutations of all nine digits of three bands at once.
//! 4. Cells lose the digits that their minirow has lost.
//! 5. *Minicolumns* of these cells: steps 2 and 3 with stacks.
//! 6. *Hidden singles.* If a digit is in one minicolumn of its box, and there in one cell, it is the digit
//!    of this cell. Step 3 turns hidden singles of rows and columns into hidden singles of boxes, so that
//!    they are found, too.
//!
//! Loops over indices, no closures or iterators over vectors: see [`crate::simd`] for the reason.

use super::Candidates;
use crate::{grid::ALL_DIGITS, simd::Quads};

/// A grid after a sweep.
#[derive(Clone, Copy)]
pub(super) struct Swept<V> {
    pub(super) cells: Candidates<V>,
    /// The sum of the nine vectors. It falls with each candidate that is removed.
    pub(super) sum: V,
    /// The digits that have a place in each box.
    pub(super) placeable: V,
}

/// Returns the digits in each of the three minirows of each box.
#[inline(always)]
pub(super) fn minirows<Q: Quads>(quads: Q, cells: &Candidates<Q::V>) -> [Q::V; 3] {
    let mut rows = [cells[0]; 3];
    for r in 0..3 {
        rows[r] = quads.or3(cells[3 * r], cells[3 * r + 1], cells[3 * r + 2]);
    }
    rows
}

/// Returns the digits in each of the three minicolumns of each box.
#[inline(always)]
pub(super) fn minicolumns<Q: Quads>(quads: Q, cells: &Candidates<Q::V>) -> [Q::V; 3] {
    let mut columns = [cells[0]; 3];
    for c in 0..3 {
        columns[c] = quads.or3(cells[c], cells[3 + c], cells[6 + c]);
    }
    columns
}

/// Narrows the minirows `here` to the digits that the configurations of a band allow, given the minirows of the
/// `next` and of the `last` box.
#[inline(always)]
fn narrow<Q: Quads>(quads: Q, here: [Q::V; 3], next: [Q::V; 3], last: [Q::V; 3]) -> [Q::V; 3] {
    let mut left = here;
    for i in 0..3 {
        let j = (i + 1) % 3;
        let k = (i + 2) % 3;
        let one_way = quads.and(next[j], last[k]);
        let other_way = quads.and(next[k], last[j]);
        left[i] = quads.and_either(here[i], one_way, other_way);
    }
    left
}

/// Applies each rule once.
#[inline(always)]
pub(super) fn sweep<Q: Quads>(quads: Q, cells: &Candidates<Q::V>) -> Swept<Q::V> {
    // Step 1: naked singles, before any rule of this sweep removes candidates.
    let mut single = *cells;
    for i in 0..9 {
        single[i] = quads.single(cells[i]);
    }
    let singles = [minirows(quads, &single), minicolumns(quads, &single)];

    // Steps 2 and 3: minirows lose the singles of the other two rows of their box, then the digits that the bands rule
    // out. The narrowed minirows are rotated, so that a single affects the other boxes of its band in this sweep.
    let mut rows = minirows(quads, cells);
    let mut next = rows;
    let mut last = rows;
    for i in 0..3 {
        rows[i] = quads.and_not2(rows[i], singles[0][(i + 1) % 3], singles[0][(i + 2) % 3]);
        next[i] = quads.next_in_band(rows[i]);
        last[i] = quads.last_in_band(rows[i]);
    }
    let rows = narrow(quads, rows, next, last);

    // Step 4: cells lose the digits that their minirow has lost.
    let mut left = *cells;
    for i in 0..9 {
        left[i] = quads.and(cells[i], rows[i / 3]);
    }

    // Step 5: steps 2 and 3 with minicolumns. At first, `several[c]` has the digits that column `c` of a box has in
    // several cells, before the column is narrowed.
    let mut columns = minicolumns(quads, &left);
    let mut several = columns;
    let mut next = columns;
    let mut last = columns;
    for i in 0..3 {
        several[i] = quads.majority(left[i], left[3 + i], left[6 + i]);
        columns[i] = quads.and_not2(columns[i], singles[1][(i + 1) % 3], singles[1][(i + 2) % 3]);
        next[i] = quads.next_in_stack(columns[i]);
        last[i] = quads.last_in_stack(columns[i]);
    }
    let columns = narrow(quads, columns, next, last);

    // Step 6: hidden singles. A digit with several cells in its box is in `several`. If a cell has a digit that is not
    // in `several`, it keeps this digit alone. For example, if a box has the digit 4 in minicolumn 2 alone, and there
    // in one cell, 4 is not in `several[2]`, and the cell becomes 4. Here, cells also lose the digits that their
    // minicolumn lost.
    for i in 0..3 {
        several[i] = quads.or3(several[i], columns[(i + 1) % 3], columns[(i + 2) % 3]);
    }
    for i in 0..9 {
        left[i] = quads.and_prefer(left[i], columns[i % 3], several[i % 3]);
    }

    let mut sum = left[0];
    for i in 1..9 {
        sum = quads.add(sum, left[i]);
    }
    let placeable = quads.or3(columns[0], columns[1], columns[2]);
    Swept { cells: left, sum, placeable }
}

/// Tests whether a grid is solved, given that the nine cells of each box add up to all digits. If each digit is in
/// each box, it is there once because of the sum. If no cell is empty, either, each cell has one digit.
#[inline(always)]
pub(super) fn is_solved<Q: Quads>(quads: Q, cells: &Candidates<Q::V>) -> bool {
    let rows = minirows(quads, cells);
    let columns = minicolumns(quads, cells);
    let mut complete = quads.or3(rows[0], rows[1], rows[2]);
    // A digit occurs three times in a band. If two of the rows have it an odd number of times, each row has it once:
    // three times in one row would leave none for the other. The exclusive or of the three boxes of a row has the
    // digits that occur an odd number of times.
    for i in 0..2 {
        let next = quads.next_in_band(rows[i]);
        let last = quads.last_in_band(rows[i]);
        complete = quads.and(complete, quads.xor3(rows[i], next, last));
        let next = quads.next_in_stack(columns[i]);
        let last = quads.last_in_stack(columns[i]);
        complete = quads.and(complete, quads.xor3(columns[i], next, last));
    }
    quads.equal(complete, quads.splat(ALL_DIGITS)) && !quads.has_zero(least(quads, cells))
}

/// Returns the smallest mask of each box; 0 if a cell is empty.
#[inline(always)]
pub(super) fn least<Q: Quads>(quads: Q, cells: &Candidates<Q::V>) -> Q::V {
    let mut least = cells[0];
    for i in 1..9 {
        least = quads.min(least, cells[i]);
    }
    least
}
