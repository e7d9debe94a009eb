//! Where to branch, and the two halves.
//!
//! A branch is about one digit in one band (or stack): some of its configurations against the
//! rest of them. The halves are disjoint and cover everything, so counts stay exact. At a fixpoint
//! that is not solved, some digit has two configurations or more in some band: if each had one
//! everywhere, each would have its cells.
//!
//! Step 1: per band, the digits with exactly two configurations, and how many configurations all
//! digits have together.
//! Step 2: of the bands that have such a digit, the one with the fewest configurations; its
//! lowest such digit. If no band has one, the same with two or more configurations.
//! Step 3: the first half keeps the configurations through the first possible minirow of the
//! first row where there is a choice, the second half keeps the others.
//! Step 4: in the first half, a minirow that no kept configuration goes through loses the digit. The
//! second half is put to rest as configurations.
//!
//! Loops over indices, no closures or iterators over vectors: see [`crate::simd`] for the reason.

use super::{
    packed_node::Configurations,
    propagate::through,
    state::{LaneMask, State},
};
use crate::simd::{Kernel, Simd};

/// Branches the lanes `ready` of `state`, which go on with the first half. Leaves the second in
/// `configurations`, which has those of all at first.
pub(super) struct Branch<'a> {
    pub(super) ready: LaneMask,
    pub(super) state: &'a mut State,
    pub(super) configurations: &'a mut Configurations,
}

impl Kernel for Branch<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        for part in 0..S::PARTS {
            branch(simd, self.ready, self.state, self.configurations, part);
        }
    }
}

/// Added to the key of a band without a digit of two configurations, so that it comes last.
const NO_PAIR: u16 = 1 << 10;

/// Steps 1 to 4.
#[inline(always)]
fn branch<S: Simd>(
    simd: S,
    ready: LaneMask,
    state: &mut State,
    configurations: &mut Configurations,
    part: usize,
) {
    let zero = simd.splat(0);
    let mut digits = [zero; 6];
    let mut keys = [zero; 6];
    let mut least = simd.splat(u16::MAX);
    for band in 0..6 {
        let mut c = [zero; 6];
        for i in 0..6 {
            c[i] = simd.load(&configurations[band][i], part);
        }
        let ones = [simd.xor3(c[0], c[1], c[2]), simd.xor3(c[3], c[4], c[5])];
        let twos = [simd.majority(c[0], c[1], c[2]), simd.majority(c[3], c[4], c[5])];
        let both = simd.and(ones[0], ones[1]);
        let any_two = simd.or(twos[0], twos[1]);
        // Two in all: one in each group of three, or two in one and none in the other.
        let split = simd.and_not(both, any_two);
        let one_group = simd.and_not2(simd.xor(twos[0], twos[1]), ones[0], ones[1]);
        let pair = simd.or(split, one_group);
        let choice = simd.or(any_two, both);

        let singles = simd.add(simd.popcount(ones[0]), simd.popcount(ones[1]));
        let doubles = simd.add(simd.popcount(twos[0]), simd.popcount(twos[1]));
        let total = simd.add(singles, simd.add(doubles, doubles));
        // 8 * total + band
        let mut key = simd.add(total, total);
        key = simd.add(key, key);
        key = simd.add(simd.add(key, key), simd.splat(band as u16));
        let no_pair = simd.eq(pair, zero);
        key = simd.select(no_pair, simd.add(key, simd.splat(NO_PAIR)), key);
        key = simd.select(simd.eq(choice, zero), simd.splat(u16::MAX), key);

        let candidates = simd.select_nonzero(pair, choice);
        digits[band] = simd.and(candidates, simd.sub(zero, candidates));
        keys[band] = key;
        least = simd.min(least, key);
    }
    // The digit in its band, and there its configurations.
    let ready = simd.mask_from_bits(ready, part);
    let mut digit = zero;
    let mut chosen = [zero; 6];
    for band in 0..6 {
        let here = simd.select(simd.eq(keys[band], least), digits[band], zero);
        digits[band] = simd.select(ready, here, zero);
        digit = simd.or(digit, digits[band]);
        for i in 0..6 {
            let here = simd.and(simd.load(&configurations[band][i], part), digits[band]);
            chosen[i] = simd.or(chosen[i], here);
        }
    }
    let first = split(simd, chosen);
    let pairs = through(first);
    let mut lost = [[zero; 3]; 3];
    for j in 0..3 {
        for k in 0..3 {
            lost[j][k] = simd.and_not2(digit, pairs[j][k][0], pairs[j][k][1]);
        }
    }
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
}

/// The first group of the configurations `c` of one digit. Configurations `2i` and `2i + 1` share
/// the minirow of row 0 in box `i`: if more than one such pair is possible, the first is one group,
/// else the two of the pair are parted.
#[inline(always)]
fn split<S: Simd>(simd: S, c: [S::V; 6]) -> [S::V; 6] {
    let pair = [simd.or(c[0], c[1]), simd.or(c[2], c[3]), simd.or(c[4], c[5])];
    let many = simd.majority(pair[0], pair[1], pair[2]);
    let before = [simd.splat(0), pair[0], simd.or(pair[0], pair[1])];
    let mut first = c;
    for i in 0..3 {
        first[2 * i] = simd.and_not(c[2 * i], before[i]);
        // Not the second of the pair if the first is taken, unless the pair stays together.
        let parted = simd.and_not(c[2 * i], many);
        first[2 * i + 1] = simd.and_not2(c[2 * i + 1], before[i], parted);
    }
    first
}
