//! Propagation: one sweep applies every rule once, in all lanes.
//!
//! Naked and hidden singles are searched for in boxes only. Rows and columns follow from the *band
//! configurations*. In a band, a digit has one cell in each row and each box, so its three
//! minirows form one of six permutations:
//!
//! ```text
//!            box 0 1 2     configuration:  0      1      2      3      4      5
//!   row 0      [ | | ]                     x..    x..    .x.    .x.    ..x    ..x
//!   row 1      [ | | ]                     .x.    ..x    x..    ..x    x..    .x.
//!   row 2      [ | | ]                     ..x    .x.    ..x    x..    .x.    x..
//! ```
//!
//! A configuration is possible if each of its three minirows has the digit: six ands of three
//! vectors compute that for nine digits in all lanes. A digit stays possible in a minirow if one
//! of the two configurations through it is possible. This covers locked candidates of both kinds.
//! If a digit has one cell left in a row, the configurations remove it from the other minirows of
//! that box, so it becomes a single of its box one sweep later. Stacks are the same with columns.
//!
//! The naked singles of a box are added up, which takes fewer operations than a search for digits
//! that occur twice. For example, with two cells that both hold digit 2 only:
//!
//! ```text
//!   000000010 + 000000010 = 000000100      bit 2 is 0: both cells lose the digit and are empty
//! ```
//!
//! With three equal singles the bit stays set, but the carry propagates. It clears the bit of another
//! single, or sets the bit of a digit without a single, which then loses all its cells in the box, or
//! leaves the nine bits. Each of these effects marks the lane as contradictory in the same sweep.
//!
//! The candidates that configurations rule out are removed when the next sweep loads the cells, so
//! each cell is loaded and stored once per sweep.
//!
//! Loops over indices, no closures or iterators over vectors: see [`crate::simd`] for the reason.

use super::state::{LaneMask, LaneState, PerMini};
use crate::{
    grid::ALL_DIGITS,
    simd::{Kernel, Lanes32, Simd},
};

/// The sum of the minirow and minicolumn masks of a solved grid: in each of the nine rows and nine columns, the three
/// masks have three digits each and no digit twice, so they add up to the mask of all digits.
const SOLVED_SUM: u16 = 2 * 9 * ALL_DIGITS;

/// The findings of a sweep, one bit per lane.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SweepFlags {
    /// Every digit has a configuration in every band and stack, and no cell is empty.
    pub(super) alive: LaneMask,
    /// A minirow or minicolumn lost a digit.
    pub(super) changed: LaneMask,
    /// Each digit with one cell in its box was the only candidate of this cell before the sweep.
    pub(super) settled: LaneMask,
    /// By their sum, the minirows and minicolumns have three digits each. The lane is solved if it is also
    /// alive, and each cell has one digit in common with its minirow and minicolumn.
    pub(super) solved: LaneMask,
}

pub(super) struct Sweep<'a> {
    pub(super) state: &'a mut LaneState,
}

impl Kernel for Sweep<'_> {
    type Output = SweepFlags;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> SweepFlags {
        let mut flags = SweepFlags::default();
        for part in 0..S::PARTS {
            sweep(simd, self.state, part, &mut flags);
        }
        flags
    }
}

/// The index of a stack: a type of three values, so that the compiler needs no bounds checks.
#[derive(Clone, Copy)]
#[repr(usize)]
enum StackIndex {
    S0,
    S1,
    S2,
}

/// For each turn of a sweep, the stacks of its boxes in bands 0, 1 and 2. The boxes of a turn share no
/// band and no stack, so the processor can overlap them.
static TURNS: [[StackIndex; 3]; 3] = {
    use StackIndex::{S0, S1, S2};
    [[S0, S1, S2], [S1, S2, S0], [S2, S0, S1]]
};

#[inline(always)]
fn sweep<S: Simd>(simd: S, state: &mut LaneState, part: usize, flags: &mut SweepFlags) {
    let mut sums = BoxSums {
        sum: simd.splat(0),
        least: simd.splat(ALL_DIGITS),
        possible: simd.splat(ALL_DIGITS),
        singles: simd.splat(0),
        settled: simd.splat(ALL_DIGITS),
    };

    // Step 1: the boxes. The code of a turn is repeated for each band, so that the places of its rows are constants. If
    // it were repeated for all nine boxes, it would not fit the cache of decoded instructions.
    for (turn, stacks) in TURNS.iter().enumerate() {
        let [a, b, c] = [stacks[0] as usize, stacks[1] as usize, stacks[2] as usize];
        let last = turn == 2;
        narrow_box::<S, 0>(simd, state, [a, b, c], last, part, &mut sums);
        narrow_box::<S, 1>(simd, state, [b, c, a], last, part, &mut sums);
        narrow_box::<S, 2>(simd, state, [c, a, b], last, part, &mut sums);
    }

    // Step 2: the configurations that are left in the bands and stacks.
    for k in 0..3 {
        let band = [3 * k, 3 * k + 1, 3 * k + 2];
        let stack = [k, k + 3, k + 6];
        apply_configurations(simd, &mut state.minirows, band, part, &mut sums);
        apply_configurations(simd, &mut state.minicolumns, stack, part, &mut sums);
    }

    // Step 3: the state of each lane.
    //
    // - `complete`: no digit has lost all configurations of a band or stack.
    // - `carried`: no sum of singles exceeds nine bits, as the sum of three singles 9 does (see the head of this file).
    // - `unchanged`: 54 masks below 2⁹ add up to at most 27,594, so the sum does not wrap, and it falls with each digit
    //   that a mask loses. So equal sums mean equal masks, and no mask needs to be compared.
    let zero = simd.splat(0);
    let before = simd.load(&state.sum, part);
    simd.store(sums.sum, &mut state.sum, part);
    let complete = simd.mask_to_bits(simd.eq(sums.possible, simd.splat(ALL_DIGITS)), part);
    let empty = simd.mask_to_bits(simd.eq(sums.least, zero), part);
    let carried =
        simd.mask_to_bits(simd.eq(simd.and_not(sums.singles, simd.splat(ALL_DIGITS)), zero), part);
    let unchanged = simd.mask_to_bits(simd.eq(sums.sum, before), part);
    let all = simd.mask_to_bits(simd.eq(zero, zero), part);
    flags.alive |= complete & carried & !empty;
    flags.changed |= all & !unchanged;
    flags.settled |= simd.mask_to_bits(simd.eq(sums.settled, simd.splat(ALL_DIGITS)), part);
    flags.solved |= simd.mask_to_bits(simd.eq(sums.sum, simd.splat(SOLVED_SUM)), part);
}

/// Finds the singles of the box in band `BAND` and the first of `stacks`. Unless this is the `last` turn,
/// propagates the minirows and minicolumns that are left to boxes of the next turn: to the right (the next of
/// `stacks`) and above, wrapping around.
#[inline(always)]
fn narrow_box<S: Simd, const BAND: usize>(
    simd: S,
    state: &mut LaneState,
    stacks: [usize; 3],
    last: bool,
    part: usize,
    sums: &mut BoxSums<S::V>,
) {
    let [stack, right, left] = stacks;
    let box_index = 3 * BAND + stack;
    let [rows, columns] = sweep_box(simd, state, box_index, part, sums);
    store3(simd, rows, &mut state.minirows[box_index], part);
    store3(simd, columns, &mut state.minicolumns[box_index], part);
    if !last {
        let right = 3 * BAND + right;
        let left = 3 * BAND + left;
        narrow_next(simd, rows, &mut state.minirows, right, left, part);
        let above = (BAND + 2) % 3 * 3 + stack;
        let below = (BAND + 1) % 3 * 3 + stack;
        narrow_next(simd, columns, &mut state.minicolumns, above, below, part);
    }
}

/// Narrows the minirows of box `next` of a band (the minicolumns of a stack) to the digits that stay possible,
/// given the digits `seen` in one of the other two boxes and the digits in box `other`.
#[inline(always)]
fn narrow_next<S: Simd>(
    simd: S,
    seen: [S::V; 3],
    minis: &mut PerMini,
    next: usize,
    other: usize,
    part: usize,
) {
    let other = load3(simd, &minis[other], part);
    let here = load3(simd, &minis[next], part);
    store3(simd, keep_placeable(simd, [seen, here, other]), &mut minis[next], part);
}

/// The sums of a sweep over all boxes.
struct BoxSums<V> {
    /// The sum of the masks of minirows and minicolumns.
    sum: V,
    /// The smallest mask; 0 if a cell is empty.
    least: V,
    /// The digits that have a configuration in every band and stack.
    possible: V,
    /// The naked singles of each box, added up.
    singles: V,
    /// The digits that have, in each box, several cells or a cell without other candidates.
    settled: V,
}

/// Loads three adjacent rows.
#[inline(always)]
pub(super) fn load3<S: Simd>(simd: S, rows: &[Lanes32; 3], part: usize) -> [S::V; 3] {
    [simd.load(&rows[0], part), simd.load(&rows[1], part), simd.load(&rows[2], part)]
}

/// Stores three rows: the inverse of [`load3`].
#[inline(always)]
fn store3<S: Simd>(simd: S, v: [S::V; 3], rows: &mut [Lanes32; 3], part: usize) {
    for k in 0..3 {
        simd.store(v[k], &mut rows[k], part);
    }
}

/// Naked and hidden singles of one box. Returns the digits then seen in its minirows and
/// minicolumns.
#[inline(always)]
fn sweep_box<S: Simd>(
    simd: S,
    state: &mut LaneState,
    box_index: usize,
    part: usize,
    sums: &mut BoxSums<S::V>,
) -> [[S::V; 3]; 2] {
    let cells = &mut state.cells[9 * box_index..][..9];
    let minirows = load3(simd, &state.minirows[box_index], part);
    let minicolumns = load3(simd, &state.minicolumns[box_index], part);

    // Step 1: remove the candidates that the last configurations ruled out.
    let mut x = [simd.splat(0); 9];
    for k in 0..9 {
        x[k] = simd.and3(simd.load(&cells[k], part), minirows[k / 3], minicolumns[k % 3]);
    }

    // Step 2: hidden singles. A digit in one minirow and one minicolumn has one cell in the box, where they cross. All
    // other digits occur in `several` minirows or minicolumns. If a cell has a digit that is not in `several`, the cell
    // holds this digit, and step 3 drops all others. If two digits have the same only cell, both stay, and `settled`
    // shows it.
    let [rows, columns] = minis(simd, x);
    let several = simd.or(
        simd.majority(rows[0], rows[1], rows[2]),
        simd.majority(columns[0], columns[1], columns[2]),
    );
    // The barrier separates hidden from naked singles, because both at once need more than 16 registers.
    let several = simd.opt_barrier(several);

    // Step 3: naked singles are removed from the other cells of the box. `singles ^ single[k]` has the singles of the
    // other cells, because the cell's own single cancels out. For example, with singles 2 and 3 in the box, in the cell
    // with the 2:
    //
    //   singles 000000110, single[k] 000000010, xor 000000100: the cell loses the 3 and keeps the 2
    //
    // A cell that is no single has nothing to cancel out, and loses both.
    let mut single = x;
    let mut singles = simd.splat(0);
    for row in 0..3 {
        for k in 3 * row..3 * row + 3 {
            single[k] = simd.keep_single_bit(x[k]);
        }
        let of_row = simd.add(single[3 * row + 1], single[3 * row + 2]);
        singles = simd.add(singles, simd.add(single[3 * row], of_row));
    }
    sums.singles = simd.or(sums.singles, singles);
    // Here, while both are in registers.
    sums.settled = simd.opt_barrier(simd.and_either(sums.settled, singles, several));
    for k in 0..9 {
        let hidden = simd.and_not_unless_zero(x[k], several);
        x[k] = simd.and_not_xor(hidden, singles, single[k]);
    }

    // Step 4: store and sum up.
    for k in 0..9 {
        simd.store(x[k], &mut cells[k], part);
        sums.least = simd.min(sums.least, x[k]);
    }
    // Here, while the cells are in registers.
    sums.least = simd.opt_barrier(sums.least);
    let mut seen = minis(simd, x);
    for lines in 0..2 {
        for k in 0..3 {
            seen[lines][k] = simd.opt_barrier(seen[lines][k]);
        }
    }
    seen
}

/// Returns the digits seen in the minirows and the minicolumns of a box.
#[inline(always)]
fn minis<S: Simd>(simd: S, x: [S::V; 9]) -> [[S::V; 3]; 2] {
    let mut seen = [[x[0]; 3]; 2];
    for k in 0..3 {
        seen[0][k] = simd.or3(x[3 * k], x[3 * k + 1], x[3 * k + 2]);
    }
    for k in 0..3 {
        seen[1][k] = simd.or3(x[k], x[k + 3], x[k + 6]);
    }
    seen
}

/// Returns the possible configurations of a band, from the digits `seen[box][row]` in its minirows.
#[inline(always)]
pub(super) fn configurations<S: Simd>(simd: S, seen: [[S::V; 3]; 3]) -> [S::V; 6] {
    let [a, b, c] = seen;
    [
        simd.and3(a[0], b[1], c[2]),
        simd.and3(a[0], c[1], b[2]),
        simd.and3(b[0], a[1], c[2]),
        simd.and3(b[0], c[1], a[2]),
        simd.and3(c[0], a[1], b[2]),
        simd.and3(c[0], b[1], a[2]),
    ]
}

/// For each minirow `[box][row]`, the two configurations through it.
#[inline(always)]
fn through<V: Copy>(c: [V; 6]) -> [[[V; 2]; 3]; 3] {
    [
        [[c[0], c[1]], [c[2], c[4]], [c[3], c[5]]],
        [[c[2], c[3]], [c[0], c[5]], [c[1], c[4]]],
        [[c[4], c[5]], [c[1], c[3]], [c[0], c[2]]],
    ]
}

/// Returns the digits that the configurations `c` of a band leave possible in each minirow `[box][row]`.
#[inline(always)]
pub(super) fn possible<S: Simd>(simd: S, c: [S::V; 6]) -> [[S::V; 3]; 3] {
    let pairs = through(c);
    let mut possible = [[c[0]; 3]; 3];
    for j in 0..3 {
        for k in 0..3 {
            possible[j][k] = simd.or(pairs[j][k][0], pairs[j][k][1]);
        }
    }
    possible
}

/// Removes from the minirows of a band (the minicolumns of a stack) the digits that configurations
/// and hidden triples rule out.
#[inline(always)]
fn apply_configurations<S: Simd>(
    simd: S,
    minis: &mut PerMini,
    boxes: [usize; 3],
    part: usize,
    sums: &mut BoxSums<S::V>,
) {
    let [a, b, c] = boxes;
    let seen =
        [load3(simd, &minis[a], part), load3(simd, &minis[b], part), load3(simd, &minis[c], part)];
    let left = possible(simd, configurations(simd, seen));
    let any = simd.or3(left[0][0], left[1][0], left[2][0]);
    sums.possible = simd.and(sums.possible, any);
    let left = hidden_triples(simd, left);
    for j in 0..3 {
        store3(simd, left[j], &mut minis[boxes[j]], part);
        let of_box = simd.add(left[j][1], left[j][2]);
        sums.sum = simd.add(sums.sum, simd.add(left[j][0], of_box));
    }
}

/// Returns the digits that stay possible in the minirows of box `b`. A digit stays possible in a row if the other two
/// boxes can have it in the other two rows, one in each.
///
/// For example, if box `a` has a digit in row 1 alone and box `c` in row 2 alone, `b` keeps it in row 0 only, because
/// in any other row it would take the only row of `a` or of `c`.
#[inline(always)]
fn keep_placeable<S: Simd>(simd: S, [a, b, c]: [[S::V; 3]; 3]) -> [S::V; 3] {
    let mut kept = b;
    for i in 0..3 {
        let j = (i + 1) % 3;
        let k = (i + 2) % 3;
        kept[i] = simd.and(b[i], simd.or(simd.and(a[j], c[k]), simd.and(a[k], c[j])));
    }
    kept
}

/// Applies hidden triples: a minirow has three cells, so if three digits must be in it, it has no others.
///
/// A digit must be in a minirow if the other two minirows of its row lack it. For example, if a minirow has 1, 2, 5 and
/// 8 and the others of its row have 5 and 7, and 7 and 9, then 1, 2 and 8 must be here, and 5 is lost. If four must be
/// here, all four are kept: the lane is contradictory, which is tested only where it branches, because it is rare.
///
/// All nine minirows are computed from `left`, not from each other, so that the order of the loop does not matter and
/// the engine for single grids, which has another order, finds the same.
#[inline(always)]
fn hidden_triples<S: Simd>(simd: S, left: [[S::V; 3]; 3]) -> [[S::V; 3]; 3] {
    let mut kept = left;
    for k in 0..3 {
        for j in 0..3 {
            let here = left[j][k];
            let others = [left[(j + 1) % 3][k], left[(j + 2) % 3][k]];
            kept[j][k] = simd.and_not2_if_three_bits(here, others[0], others[1]);
        }
    }
    kept
}
