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
//! What the configurations leave is not taken from the cells at once, but when the next sweep
//! loads them: the cells are loaded and stored once a sweep.

use super::state::{LaneMask, State};
use crate::{
    grid::ALL_DIGITS,
    simd::{Kernel, Simd},
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
pub(super) struct Sweep<'a, const HEAVY: bool> {
    pub(super) state: &'a mut State,
    /// The lanes that get the costlier rules, if `HEAVY`.
    pub(super) stuck: LaneMask,
}

impl<const HEAVY: bool> Kernel for Sweep<'_, HEAVY> {
    type Output = Flags;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Flags {
        let mut flags = Flags::default();
        for part in 0..S::PARTS {
            sweep::<S, HEAVY>(simd, self.state, self.stuck, part, &mut flags);
        }
        flags
    }
}

#[inline(always)]
fn sweep<S: Simd, const HEAVY: bool>(
    simd: S,
    state: &mut State,
    stuck: LaneMask,
    part: usize,
    flags: &mut Flags,
) {
    let stuck = simd.mask(stuck, part);
    let mut tally = Tally {
        sum: simd.splat(0),
        least: simd.splat(ALL_DIGITS),
        possible: simd.splat(ALL_DIGITS),
        fallen: simd.splat(0),
    };

    // Step 1: box by box, the singles; band by band, the configurations of minirows.
    for band in 0..3 {
        let mut seen = [[simd.splat(0); 3]; 3];
        for j in 0..3 {
            seen[j] = sweep_box::<S, HEAVY>(simd, state, 3 * band + j, part, &mut tally);
        }
        let left = configure::<S, HEAVY>(simd, seen, stuck, &mut tally);
        for j in 0..3 {
            for r in 0..3 {
                simd.store(left[j][r], &mut state.across[3 * band + j][r], part);
            }
        }
    }

    // Step 2: stack by stack, the configurations of minicolumns.
    for stack in 0..3 {
        let mut seen = [[simd.splat(0); 3]; 3];
        for j in 0..3 {
            for c in 0..3 {
                seen[j][c] = simd.load(&state.down[3 * j + stack][c], part);
            }
        }
        let left = configure::<S, HEAVY>(simd, seen, stuck, &mut tally);
        for j in 0..3 {
            for c in 0..3 {
                simd.store(left[j][c], &mut state.down[3 * j + stack][c], part);
            }
        }
    }

    // Step 3: what became of each lane.
    let zero = simd.splat(0);
    let before = simd.load(&state.sum, part);
    simd.store(tally.sum, &mut state.sum, part);
    let complete = simd.bits(simd.eq(tally.possible, simd.splat(ALL_DIGITS)), part);
    let empty = simd.bits(simd.eq(tally.least, zero), part);
    let same = simd.bits(simd.eq(simd.or(simd.xor(tally.sum, before), tally.fallen), zero), part);
    let all = simd.bits(simd.eq(zero, zero), part);
    flags.alive |= complete & !empty;
    flags.changed |= all & !same;
    flags.solved |= simd.bits(simd.eq(tally.sum, simd.splat(SOLVED_SUM)), part);
}

/// What a sweep adds up over all cells.
struct Tally<V> {
    /// The sum of the masks.
    sum: V,
    /// The smallest mask: 0 if a cell is empty.
    least: V,
    /// The digits that have a configuration in every band and stack.
    possible: V,
    /// The digits that the heavy rules took from some minirow.
    fallen: V,
}

/// Naked and hidden singles of one box. Returns the digits seen in its minirows and stores
/// those seen in its minicolumns.
#[inline(always)]
fn sweep_box<S: Simd, const HEAVY: bool>(
    simd: S,
    state: &mut State,
    house: usize,
    part: usize,
    tally: &mut Tally<S::V>,
) -> [S::V; 3] {
    let cells = &mut state.frame.cells[9 * house..][..9];
    let across = state.across[house].each_ref().map(|row| simd.load(row, part));
    let down = state.down[house].each_ref().map(|row| simd.load(row, part));

    // Step 1: take from the cells what the last configurations left no room for.
    let mut x = [simd.splat(0); 9];
    for k in 0..9 {
        x[k] = simd.and3(simd.load(&cells[k], part), across[k / 3], down[k % 3]);
    }

    // Step 2: hidden singles, the digits with exactly one place in the box.
    let seen = rows(x, |a, b, c| simd.or3(a, b, c));
    let twice = rows(x, |a, b, c| simd.majority(a, b, c));
    let once = simd.only(
        simd.or3(seen[0], seen[1], seen[2]),
        simd.majority(seen[0], seen[1], seen[2]),
        simd.or3(twice[0], twice[1], twice[2]),
    );
    for x in &mut x {
        *x = simd.or_else(simd.and(*x, once), *x);
    }

    // Step 3: naked singles leave their box-mates. The exclusive or of the singles drops a digit
    // that stands twice, which empties both its cells.
    let single = x.map(|x| simd.single(x));
    let [a, b, c] = rows(single, |a, b, c| simd.xor3(a, b, c));
    let singles = simd.xor3(a, b, c);
    for k in 0..9 {
        x[k] = simd.spare(x[k], singles, single[k]);
    }
    if HEAVY {
        // A digit that stands three times escapes the exclusive or.
        let [a, b, c] = rows(single, |a, b, c| simd.majority(a, b, c));
        let [d, e, f] = rows(single, |a, b, c| simd.or3(a, b, c));
        let thrice = simd.or(simd.or3(a, b, c), simd.majority(d, e, f));
        for x in &mut x {
            *x = simd.and_not(*x, thrice);
        }
    }

    // Step 4: store and add up.
    for k in 0..9 {
        simd.store(x[k], &mut cells[k], part);
        tally.sum = simd.add(tally.sum, x[k]);
        tally.least = simd.min(tally.least, x[k]);
    }
    for c in 0..3 {
        let seen = simd.or3(x[c], x[c + 3], x[c + 6]);
        simd.store(seen, &mut state.down[house][c], part);
    }
    rows(x, |a, b, c| simd.or3(a, b, c))
}

/// `f` of each row of a box.
#[inline(always)]
fn rows<V: Copy>(x: [V; 9], f: impl Fn(V, V, V) -> V) -> [V; 3] {
    [f(x[0], x[1], x[2]), f(x[3], x[4], x[5]), f(x[6], x[7], x[8])]
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

/// For each minirow `[box][row]`, what `f` makes of the two configurations through it.
#[inline(always)]
pub(super) fn through<V: Copy>(c: [V; 6], f: impl Fn(V, V) -> V) -> [[V; 3]; 3] {
    [
        [f(c[0], c[1]), f(c[2], c[4]), f(c[3], c[5])],
        [f(c[2], c[3]), f(c[0], c[5]), f(c[1], c[4])],
        [f(c[4], c[5]), f(c[1], c[3]), f(c[0], c[2])],
    ]
}

/// The digits that stay possible in the minirows of a band (or the minicolumns of a stack).
#[inline(always)]
fn configure<S: Simd, const HEAVY: bool>(
    simd: S,
    seen: [[S::V; 3]; 3],
    stuck: S::Mask,
    tally: &mut Tally<S::V>,
) -> [[S::V; 3]; 3] {
    let possible = configurations(simd, seen);
    let mut left = through(possible, |a, b| simd.or(a, b));
    let any = simd.or3(left[0][0], left[1][0], left[2][0]);
    tally.possible = simd.and(tally.possible, any);
    if HEAVY {
        let before = left;
        left = triples(simd, left, stuck);
        for j in 0..3 {
            for r in 0..3 {
                tally.fallen = simd.or(tally.fallen, simd.xor(before[j][r], left[j][r]));
            }
        }
    }
    left
}

/// The heavy rules, for the lanes `stuck`: a minirow has three cells, so if three digits must be
/// in it, it holds no other; and if only three digits can be, they are nowhere else in its row
/// and box.
#[inline(always)]
fn triples<S: Simd>(simd: S, mut left: [[S::V; 3]; 3], stuck: S::Mask) -> [[S::V; 3]; 3] {
    let zero = simd.splat(0);
    let three = simd.select(stuck, simd.splat(3), simd.splat(u16::MAX));
    let mut full = [[zero; 3]; 3];
    for r in 0..3 {
        let must = [
            simd.only(left[0][r], left[1][r], left[2][r]),
            simd.only(left[1][r], left[2][r], left[0][r]),
            simd.only(left[2][r], left[0][r], left[1][r]),
        ];
        for j in 0..3 {
            let is_full = simd.eq(simd.count(must[j]), three);
            left[j][r] = simd.select(is_full, must[j], left[j][r]);
            let is_full = simd.eq(simd.count(left[j][r]), three);
            full[j][r] = simd.select(is_full, left[j][r], zero);
        }
    }
    for j in 0..3 {
        for r in 0..3 {
            let (j1, j2, r1, r2) = ((j + 1) % 3, (j + 2) % 3, (r + 1) % 3, (r + 2) % 3);
            left[j][r] = simd.only(left[j][r], full[j1][r], full[j2][r]);
            left[j][r] = simd.only(left[j][r], full[j][r1], full[j][r2]);
        }
    }
    left
}
