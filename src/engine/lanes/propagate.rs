//! One sweep: every rule once, over all lanes.
//!
//! Naked and hidden singles are looked for in boxes only; rows and columns follow from the *band
//! configurations*. In a band, a digit has one place in each row and each box, so its three
//! minirows form one of six permutations:
//!
//! ```text
//!            box 0 1 2     configuration:  0      1      2      3      4      5
//!   row 0      [ | | ]                     x..    x..    .x.    .x.    ..x    ..x
//!   row 1      [ | | ]                     .x.    ..x    x..    ..x    x..    .x.
//!   row 2      [ | | ]                     ..x    .x.    ..x    x..    .x.    x..
//! ```
//!
//! A configuration is possible if the digit is seen in its three minirows: six ands of three
//! vectors answer that for nine digits and all lanes. A digit stays possible in a minirow if one
//! of the two configurations through it does. That covers locked candidates of both kinds; and
//! a digit that is alone in its row, or barred from it by a single, shows as a lone candidate of
//! its box one sweep later. Stacks are the same with columns.
//!
//! The naked singles of a box are added up, which takes fewer operations than to look for those that
//! stand twice. One that does carries into the bit of the next digit. If it leaves its own bit 0, its
//! cells lose their digit; if 1, for three cells or more, the carry goes on until it clears the bit of
//! another single, or sets that of a digit which is none and so loses all its places in the box, or
//! leaves the nine bits. Each of these ends the lane in the same sweep.
//!
//! What the configurations leave is not taken from the cells at once, but when the next sweep
//! loads them: the cells are loaded and stored once a sweep.
//!
//! Loops over indices, no closures or iterators over vectors: see [`crate::simd`] for the reason.

use super::state::{LaneMask, PerMini, State};
use crate::{
    grid::ALL_DIGITS,
    simd::{Kernel, Lanes32, Simd},
};

/// The sum of the masks of a solved grid.
const SOLVED_SUM: u16 = 9 * ALL_DIGITS;

/// What a sweep found, a bit a lane.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Flags {
    /// No house misses a digit and no cell is empty.
    pub(super) alive: LaneMask,
    /// A candidate fell.
    pub(super) changed: LaneMask,
    /// The masks sum up to a solved grid: it is one if it is alive and unchanged.
    pub(super) solved: LaneMask,
}

/// Sweeps over the lanes of `state`.
pub(super) struct Sweep<'a> {
    pub(super) state: &'a mut State,
}

impl Kernel for Sweep<'_> {
    type Output = Flags;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Flags {
        let mut flags = Flags::default();
        for part in 0..S::PARTS {
            sweep(simd, self.state, part, &mut flags);
        }
        flags
    }
}

/// The boxes in the order of a sweep: each with its neighbours to the right, to the left, above
/// and below (around the edge). Three in a row share no band and no stack, so that the processor
/// can overlap them; the next ones are to the right and above.
static TURNS: [[usize; 5]; 9] = {
    let mut turns = [[0; 5]; 9];
    let mut turn = 0;
    while turn < 9 {
        let (band, stack) = (turn % 3, (turn % 3 + turn / 3) % 3);
        turns[turn] = [
            3 * band + stack,
            3 * band + (stack + 1) % 3,
            3 * band + (stack + 2) % 3,
            (band + 2) % 3 * 3 + stack,
            (band + 1) % 3 * 3 + stack,
        ];
        turn += 1;
    }
    turns
};

#[inline(always)]
fn sweep<S: Simd>(simd: S, state: &mut State, part: usize, flags: &mut Flags) {
    let mut tally = Tally {
        sum: simd.splat(0),
        least: simd.splat(ALL_DIGITS),
        possible: simd.splat(ALL_DIGITS),
        singles: simd.splat(0),
    };

    for (turn, &[house, right, left, above, below]) in TURNS.iter().enumerate() {
        let last = turn >= 6;
        // Step 1: the singles of the box.
        let [rows, columns] = sweep_box(simd, state, house, part, &mut tally);

        // Step 2: what that leaves in the band, and in the stack.
        let (band, stack) = ([house, right, left], [house, above, below]);
        follow(simd, rows, &mut state.across, band, last, part, &mut tally);
        follow(simd, columns, &mut state.down, stack, last, part, &mut tally);
    }

    // Step 3: what became of each lane.
    let zero = simd.splat(0);
    let before = simd.load(&state.sum, part);
    simd.store(tally.sum, &mut state.sum, part);
    let complete = simd.mask_to_bits(simd.eq(tally.possible, simd.splat(ALL_DIGITS)), part);
    let empty = simd.mask_to_bits(simd.eq(tally.least, zero), part);
    let carried =
        simd.mask_to_bits(simd.eq(simd.and_not(tally.singles, simd.splat(ALL_DIGITS)), zero), part);
    let same = simd.mask_to_bits(simd.eq(tally.sum, before), part);
    let all = simd.mask_to_bits(simd.eq(zero, zero), part);
    flags.alive |= complete & carried & !empty;
    flags.changed |= all & !same;
    flags.solved |= simd.mask_to_bits(simd.eq(tally.sum, simd.splat(SOLVED_SUM)), part);
}

/// Takes what is seen in the minirows of the first of the `houses` of a band (or in the minicolumns,
/// of a stack) to the next one, or if it is the `last` to all three.
#[inline(always)]
fn follow<S: Simd>(
    simd: S,
    seen: [S::V; 3],
    minis: &mut PerMini,
    houses: [usize; 3],
    last: bool,
    part: usize,
    tally: &mut Tally<S::V>,
) {
    let [house, next, prior] = houses;
    let seen = [seen, load3(simd, &minis[next], part), load3(simd, &minis[prior], part)];
    if last {
        configure(simd, seen, minis, houses, part, tally);
    } else {
        store3(simd, seen[0], &mut minis[house], part);
        store3(simd, narrow(simd, seen), &mut minis[next], part);
    }
}

/// What a sweep adds up over all cells.
struct Tally<V> {
    /// The sum of the masks.
    sum: V,
    /// The smallest mask: 0 if a cell is empty.
    least: V,
    /// The digits that have a configuration in every band and stack.
    possible: V,
    /// The naked singles of each box, added up.
    singles: V,
}

/// Three rows that lie together.
#[inline(always)]
pub(super) fn load3<S: Simd>(simd: S, rows: &[Lanes32; 3], part: usize) -> [S::V; 3] {
    [simd.load(&rows[0], part), simd.load(&rows[1], part), simd.load(&rows[2], part)]
}

/// The inverse of [`load3`].
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
    state: &mut State,
    house: usize,
    part: usize,
    tally: &mut Tally<S::V>,
) -> [[S::V; 3]; 2] {
    let cells = &mut state.cells[9 * house..][..9];
    let across = load3(simd, &state.across[house], part);
    let down = load3(simd, &state.down[house], part);

    // Step 1: take from the cells what the last configurations left no room for.
    let mut x = [simd.splat(0); 9];
    for k in 0..9 {
        x[k] = simd.and3(simd.load(&cells[k], part), across[k / 3], down[k % 3]);
    }

    // Step 2: hidden singles. A digit with one place in the box is in one row and one column of it.
    let [rows, columns] = minis(simd, x);
    let once = simd.and(
        simd.exactly_one(rows[0], rows[1], rows[2]),
        simd.exactly_one(columns[0], columns[1], columns[2]),
    );
    // Step 3: naked singles leave their box-mates.
    let mut single = x;
    for k in 0..9 {
        single[k] = simd.keep_single_bit(x[k]);
    }
    let singles = sum(simd, single);
    tally.singles = simd.or(tally.singles, singles);
    for k in 0..9 {
        let hidden = simd.select_nonzero(simd.and(x[k], once), x[k]);
        x[k] = simd.and_not_xor(hidden, singles, single[k]);
    }

    // Step 4: store and add up.
    for k in 0..9 {
        simd.store(x[k], &mut cells[k], part);
        tally.sum = simd.add(tally.sum, x[k]);
        tally.least = simd.min(tally.least, x[k]);
    }
    // Not later, when the cells are no longer in registers.
    tally.sum = simd.opt_barrier(tally.sum);
    tally.least = simd.opt_barrier(tally.least);
    let mut seen = minis(simd, x);
    for lines in 0..2 {
        for k in 0..3 {
            seen[lines][k] = simd.opt_barrier(seen[lines][k]);
        }
    }
    seen
}

/// The digits seen in the minirows and the minicolumns of a box.
#[inline(always)]
fn minis<S: Simd>(simd: S, x: [S::V; 9]) -> [[S::V; 3]; 2] {
    let mut seen = [[x[0]; 3]; 2];
    for k in 0..3 {
        seen[0][k] = simd.or3(x[3 * k], x[3 * k + 1], x[3 * k + 2]);
        seen[1][k] = simd.or3(x[k], x[k + 3], x[k + 6]);
    }
    seen
}

/// The sum of nine vectors.
#[inline(always)]
fn sum<S: Simd>(simd: S, x: [S::V; 9]) -> S::V {
    let mut rows = [x[0]; 3];
    for k in 0..3 {
        rows[k] = simd.add(x[3 * k], simd.add(x[3 * k + 1], x[3 * k + 2]));
    }
    simd.add(rows[0], simd.add(rows[1], rows[2]))
}

/// The possible configurations of a band, from the digits `seen[box][row]` in its minirows.
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
pub(super) fn through<V: Copy>(c: [V; 6]) -> [[[V; 2]; 3]; 3] {
    [
        [[c[0], c[1]], [c[2], c[4]], [c[3], c[5]]],
        [[c[2], c[3]], [c[0], c[5]], [c[1], c[4]]],
        [[c[4], c[5]], [c[1], c[3]], [c[0], c[2]]],
    ]
}

/// The digits that the configurations `c` of a band leave possible in each minirow `[box][row]`.
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

/// Leaves in the minirows of a band (or the minicolumns of a stack) what stays possible there by
/// configurations and by triples, of the digits `seen[box][row]`.
#[inline(always)]
fn configure<S: Simd>(
    simd: S,
    seen: [[S::V; 3]; 3],
    minis: &mut PerMini,
    houses: [usize; 3],
    part: usize,
    tally: &mut Tally<S::V>,
) {
    let left = possible(simd, configurations(simd, seen));
    let any = simd.or3(left[0][0], left[1][0], left[2][0]);
    tally.possible = simd.and(tally.possible, any);
    let left = triples(simd, left);
    for j in 0..3 {
        store3(simd, left[j], &mut minis[houses[j]], part);
    }
}

/// The digits that stay possible in the minirows of box `b`: those that have a place in both other
/// rows of the other boxes.
#[inline(always)]
fn narrow<S: Simd>(simd: S, [a, b, c]: [[S::V; 3]; 3]) -> [S::V; 3] {
    let mut kept = b;
    for i in 0..3 {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        kept[i] = simd.and(b[i], simd.or(simd.and(a[j], c[k]), simd.and(a[k], c[j])));
    }
    kept
}

/// A minirow has three cells, so if three digits must be in it, it holds no other. (If more must,
/// they find no place.)
#[inline(always)]
fn triples<S: Simd>(simd: S, left: [[S::V; 3]; 3]) -> [[S::V; 3]; 3] {
    let mut kept = left;
    for k in 0..3 {
        for j in 0..3 {
            let (here, others) = (left[j][k], [left[(j + 1) % 3][k], left[(j + 2) % 3][k]]);
            let must = simd.and_not2(here, others[0], others[1]);
            kept[j][k] = simd.select(simd.at_most_two_bits(must), here, must);
        }
    }
    kept
}
