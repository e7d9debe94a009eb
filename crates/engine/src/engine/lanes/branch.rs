//! Branching: where to branch, and the two halves.
//!
//! A branch divides the configurations of one digit in one band or stack into two groups. The halves
//! are disjoint and cover everything, so counts stay exact. At a fixpoint that is not solved, some
//! digit has two configurations or more in some band: if every digit had one everywhere, the cells
//! of every digit would be known.
//!
//! 1. For each band: the digits with exactly two configurations, and the number of configurations
//!    of all digits.
//! 2. Of the bands that have such a digit, choose the one with the fewest configurations, and there
//!    the lowest such digit. If no band has one, choose the same way among digits with more than
//!    two configurations.
//! 3. The first half keeps the configurations through the first possible minirow of the first row
//!    where there is a choice. The second half keeps the others.
//! 4. In the first half, a minirow without a kept configuration loses the digit. The second half
//!    stays in `configurations`, to be packed.
//!
//! The halves are *twins* if all is known but which of two digits is in which cells: each has one more
//! configuration than in a solved grid. At a fixpoint, a cell that one of them may move to cannot hold
//! a digit that is known, so it holds the other. They change places in whole boxes, columns and rows,
//! so if one half has a solution, the other has one, too, and neither has two.
//!
//! Loops over indices, no closures or iterators over vectors: see [`crate::simd`] for the reason.

use super::{
    packed_node::Configurations,
    propagate::through,
    state::{LaneMask, LaneState},
};
use crate::simd::{Kernel, Simd};

/// Branches the lanes `stuck` of `state`, which go on with the first half. `configurations` has
/// those of the whole nodes before, and those of the second halves after.
pub(super) struct Branch<'a> {
    pub(super) stuck: LaneMask,
    pub(super) state: &'a mut LaneState,
    pub(super) configurations: &'a mut Configurations,
}

impl Kernel for Branch<'_> {
    /// The lanes whose halves are twins.
    type Output = LaneMask;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> LaneMask {
        let mut twins = 0;
        for part in 0..S::PARTS {
            twins |= branch(simd, self.stuck, self.state, self.configurations, part);
        }
        twins & self.stuck
    }
}

/// Added to the key of a band in which no digit has exactly two configurations, so that it comes
/// last.
const NO_PAIR: u16 = 1 << 10;

/// The configurations of a node whose halves are twins: of two digits, each has one more than in a
/// solved grid.
const TWIN_CONFIGURATIONS: u16 = 6 * 9 + 2;

/// Branches one part of the lanes. Returns those whose halves are twins.
#[inline(always)]
fn branch<S: Simd>(
    simd: S,
    stuck: LaneMask,
    state: &mut LaneState,
    configurations: &mut Configurations,
    part: usize,
) -> LaneMask {
    // Step 1: for each band, the candidate digits and a key that orders the bands.
    let zero = simd.splat(0);
    let mut digits = [zero; 6];
    let mut keys = [zero; 6];
    let mut least = simd.splat(u16::MAX);
    let mut sum = zero;
    for band in 0..6 {
        let mut c = [zero; 6];
        for i in 0..6 {
            c[i] = simd.load(&configurations[band][i], part);
        }
        let ones = [simd.xor3(c[0], c[1], c[2]), simd.xor3(c[3], c[4], c[5])];
        let twos = [simd.majority(c[0], c[1], c[2]), simd.majority(c[3], c[4], c[5])];
        let both = simd.and(ones[0], ones[1]);
        let any_two = simd.or(twos[0], twos[1]);
        // Two configurations: one in each group of three, or two in one group and none in the other.
        let halve = simd.and_not(both, any_two);
        let one_group = simd.and_not2(simd.xor(twos[0], twos[1]), ones[0], ones[1]);
        let pair = simd.or(halve, one_group);
        let choice = simd.or(any_two, both);

        let singles = simd.add(simd.popcount(ones[0]), simd.popcount(ones[1]));
        let doubles = simd.add(simd.popcount(twos[0]), simd.popcount(twos[1]));
        let total = simd.add(singles, simd.add(doubles, doubles));
        sum = simd.add(sum, total);
        // 8 * total + band
        let mut key = simd.add(total, total);
        key = simd.add(key, key);
        key = simd.add(simd.add(key, key), simd.splat(band as u16));
        let no_pair = simd.eq(pair, zero);
        key = simd.select(no_pair, simd.add(key, simd.splat(NO_PAIR)), key);
        key = simd.select(simd.eq(choice, zero), simd.splat(u16::MAX), key);

        let candidates = simd.and_not_unless_zero(choice, simd.and_not(choice, pair));
        digits[band] = simd.and(candidates, simd.sub(zero, candidates));
        keys[band] = key;
        least = simd.min(least, key);
    }
    // Step 2: the digit of the band with the least key, and its configurations there.
    let stuck = simd.mask_from_bits(stuck, part);
    let mut digit = zero;
    let mut chosen = [zero; 6];
    for band in 0..6 {
        let here = simd.select(simd.eq(keys[band], least), digits[band], zero);
        digits[band] = simd.select(stuck, here, zero);
        digit = simd.or(digit, digits[band]);
        for i in 0..6 {
            let here = simd.and(simd.load(&configurations[band][i], part), digits[band]);
            chosen[i] = simd.or(chosen[i], here);
        }
    }
    // Step 3: the first half.
    let first = halve(simd, chosen);
    let pairs = through(first);
    let mut lost = [[zero; 3]; 3];
    for j in 0..3 {
        for k in 0..3 {
            lost[j][k] = simd.and_not2(digit, pairs[j][k][0], pairs[j][k][1]);
        }
    }
    // Step 4: remove what the first half loses, and from the second half what the first keeps.
    for band in 0..6 {
        for i in 0..6 {
            let c = &mut configurations[band][i];
            let here = simd.and(first[i], digits[band]);
            simd.store(simd.and_not(simd.load(c, part), here), c, part);
        }
        for j in 0..3 {
            let minis = state.minis_mut(band, j);
            for k in 0..3 {
                let here = simd.and(lost[j][k], digits[band]);
                simd.store(simd.and_not(simd.load(&minis[k], part), here), &mut minis[k], part);
            }
        }
    }
    simd.mask_to_bits(simd.eq(sum, simd.splat(TWIN_CONFIGURATIONS)), part)
}

/// The first half of the configurations `c` of one digit. Configurations `2i` and `2i + 1` share the
/// minirow of row 0 in box `i`. If more than one such pair is possible, the first half is the first
/// pair; otherwise it is the first configuration of the only pair.
#[inline(always)]
fn halve<S: Simd>(simd: S, c: [S::V; 6]) -> [S::V; 6] {
    let pair = [simd.or(c[0], c[1]), simd.or(c[2], c[3]), simd.or(c[4], c[5])];
    let many = simd.majority(pair[0], pair[1], pair[2]);
    let before = [simd.splat(0), pair[0], simd.or(pair[0], pair[1])];
    let mut first = c;
    for i in 0..3 {
        first[2 * i] = simd.and_not(c[2 * i], before[i]);
        // The second of a pair is kept with the first only if the pair stays together.
        let parted = simd.and_not(c[2 * i], many);
        first[2 * i + 1] = simd.and_not2(c[2 * i + 1], before[i], parted);
    }
    first
}
