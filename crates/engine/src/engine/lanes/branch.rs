//! Branching: the choice of a branch, and its two halves.
//!
//! A branch divides the configurations of one digit in one band or stack into two groups. The halves are disjoint and
//! cover everything, so counts stay exact. At a fixpoint that is not solved, some digit has two configurations or more
//! in some band: if every digit had one configuration in every band, the cells of every digit would be known.
//!
//! 1. For each band: the digits with exactly two configurations, and the number of configurations
//!    of all digits.
//! 2. Of the bands that have such a digit, choose the band with the fewest configurations, and there the lowest such
//!    digit. If no band has such a digit, choose in the same way among digits with more than two configurations.
//! 3. The first half keeps the configurations through the first possible minirow of the first row
//!    where there is a choice. The second half keeps the others.
//! 4. In the first half, a minirow without a kept configuration loses the digit.
//!    [`PackNodes`](super::packed_node::PackNodes) packs the second half: the whole node without the first half.
//!
//! The halves are *twins* if only the places of two digits are open: each of these digits has one more configuration
//! than in a solved grid. At a fixpoint, a cell that one of the two digits may move to cannot hold a known digit, so it
//! holds the other digit. The two change places in whole boxes, columns and rows, so either both halves have exactly
//! one solution, or neither has any.
//!
//! Loops over indices, no closures or iterators over vectors: see [`crate::simd`] for the reason.

use super::{
    propagate::{configurations, load3, possible},
    state::{LaneMask, LaneState},
};
use crate::{
    grid::ALL_DIGITS,
    simd::{Kernel, Lanes32, Simd},
};

/// The configurations of the lanes, and their branches.
#[derive(Debug)]
pub(super) struct Choice {
    /// For each of the six bands and stacks, and each configuration, the digits that can have it.
    pub(super) configurations: [[Lanes32; 6]; 6],
    /// For each band and stack, the digit to branch on; 0 in bands without a branch.
    pub(super) digits: [Lanes32; 6],
    /// The configurations of this digit in the first half. If there are none, the whole node is packed.
    pub(super) first: [Lanes32; 6],
}

impl Choice {
    pub(super) const NONE: Self = Self {
        configurations: [[Lanes32::splat(0); 6]; 6],
        digits: [Lanes32::splat(0); 6],
        first: [Lanes32::splat(0); 6],
    };
}

pub(super) struct Chosen {
    /// The lanes where at most three digits must be in each minirow and minicolumn, which has three cells. All other
    /// lanes are contradictory.
    pub(super) roomy: LaneMask,
    /// The lanes with twin halves.
    pub(super) twins: LaneMask,
}

/// Added to the key of a band without a digit that has exactly two configurations, so that bands with such a
/// digit come first.
const NO_PAIR: u16 = 1 << 10;

/// The key of a band where every digit has one configuration.
const NO_CHOICE: u16 = (1 << 15) - 1;

/// The number of configurations of a node with twin halves: those of a solved grid, and one more for each of
/// two digits.
const TWIN_CONFIGURATIONS: u16 = 6 * 9 + 2;

/// Finds the configurations of the lanes of `state`, without a branch.
pub(super) struct KeepWhole<'a> {
    pub(super) state: &'a LaneState,
    pub(super) to: &'a mut Choice,
}

impl Kernel for KeepWhole<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        for part in 0..S::PARTS {
            for band in 0..6 {
                let c = configurations(simd, load_minis(simd, self.state, band, part));
                for i in 0..6 {
                    simd.store(c[i], &mut self.to.configurations[band][i], part);
                }
            }
        }
        self.to.first = Choice::NONE.first;
    }
}

/// Loads the masks of the minirows (of a stack: the minicolumns) of a band, by box.
#[inline(always)]
fn load_minis<S: Simd>(simd: S, state: &LaneState, band: usize, part: usize) -> [[S::V; 3]; 3] {
    let mut minis = [[simd.splat(0); 3]; 3];
    for j in 0..3 {
        minis[j] = load3(simd, state.minis(band, j), part);
    }
    minis
}

/// Finds the configurations of the lanes of `state`, and the branches of the lanes `stuck`.
pub(super) struct Choose<'a> {
    pub(super) stuck: LaneMask,
    pub(super) state: &'a LaneState,
    pub(super) to: &'a mut Choice,
}

impl Kernel for Choose<'_> {
    type Output = Chosen;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Chosen {
        let mut chosen = Chosen { roomy: 0, twins: 0 };
        for part in 0..S::PARTS {
            choose(simd, self.stuck, self.state, self.to, part, &mut chosen);
        }
        chosen
    }
}

/// Steps 1 and 2 in one part of the lanes.
#[inline(always)]
fn choose<S: Simd>(
    simd: S,
    stuck: LaneMask,
    state: &LaneState,
    to: &mut Choice,
    part: usize,
    found: &mut Chosen,
) {
    // Step 1: for each band, the candidate digits and a key that orders the bands.
    let zero = simd.splat(0);
    let mut room = simd.splat(ALL_DIGITS);
    let mut digits = [zero; 6];
    let mut keys = [zero; 6];
    let mut least = simd.splat(NO_CHOICE);
    let mut sum = zero;
    for band in 0..6 {
        let minis = load_minis(simd, state, band, part);
        for k in 0..3 {
            for j in 0..3 {
                let others = simd.or(minis[(j + 1) % 3][k], minis[(j + 2) % 3][k]);
                room = simd.and_if_six(room, others);
            }
        }
        let c = configurations(simd, minis);
        for i in 0..6 {
            simd.store(c[i], &mut to.configurations[band][i], part);
        }
        // The number of configurations of each digit, in binary, for each group of three: `ones` and `twos` are its two
        // bits. For example, a digit with configurations 0, 1 and 3 has 2 in the first group (ones 0, twos 1) and 1 in
        // the second (ones 1, twos 0).
        let ones = [simd.xor3(c[0], c[1], c[2]), simd.xor3(c[3], c[4], c[5])];
        let twos = [simd.majority(c[0], c[1], c[2]), simd.majority(c[3], c[4], c[5])];
        let both = simd.and(ones[0], ones[1]);
        let any_two = simd.or(twos[0], twos[1]);
        // Two configurations: one in each group of three, or two in one group and none in the other.
        let halve = simd.and_not(both, any_two);
        let one_group = simd.and_not2(simd.xor(twos[0], twos[1]), ones[0], ones[1]);
        let pair = simd.or(halve, one_group);
        let choice = simd.or(any_two, both);

        // A key is eight times the number of configurations, plus the band: for example, 11 configurations in band 2
        // have the key 90. There are at most 9 · 6 configurations, so keys are below 438, and `NO_PAIR` is above all
        // keys. The band makes all keys differ, so exactly one band has the least key: of equal numbers, the first
        // band.
        let total = simd.eightfold_count(ones, twos);
        sum = simd.add(sum, total);
        let mut key = simd.add(total, simd.splat(band as u16));
        let no_pair = simd.eq(pair, zero);
        key = simd.select(no_pair, simd.add(key, simd.splat(NO_PAIR)), key);
        key = simd.select(simd.eq(choice, zero), simd.splat(NO_CHOICE), key);
        let candidates = simd.select(no_pair, choice, pair);
        // The lowest bit: in a negative number, all bits above it are inverted.
        digits[band] = simd.and(candidates, simd.sub(zero, candidates));
        keys[band] = key;
        least = simd.min(least, key);
    }
    // Step 2: the digit of the band with the least key.
    let here = simd.mask_from_bits(stuck, part);
    // No band has the key `NO_CHOICE - 1`, so lanes that are not stuck choose no digit.
    least = simd.select(here, least, simd.splat(NO_CHOICE - 1));
    for band in 0..6 {
        let digit = simd.select(simd.eq(keys[band], least), digits[band], zero);
        simd.store(digit, &mut to.digits[band], part);
    }
    found.roomy |= simd.mask_to_bits(simd.eq(room, simd.splat(ALL_DIGITS)), part);
    let twins = simd.eq(sum, simd.splat(8 * TWIN_CONFIGURATIONS));
    found.twins |= simd.mask_to_bits(twins, part) & stuck;
}

/// Makes the first half of each branch of `choice` in `state`.
pub(super) struct TakeFirstHalves<'a> {
    pub(super) state: &'a mut LaneState,
    pub(super) choice: &'a mut Choice,
}

impl Kernel for TakeFirstHalves<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        for part in 0..S::PARTS {
            branch(simd, self.state, self.choice, part);
        }
    }
}

/// Steps 3 and 4 in one part of the lanes.
#[inline(always)]
fn branch<S: Simd>(simd: S, state: &mut LaneState, choice: &mut Choice, part: usize) {
    let Choice { configurations, digits, first } = choice;
    // Step 3: the first half of the configurations of the digit.
    let zero = simd.splat(0);
    let mut chosen = [zero; 6];
    for band in 0..6 {
        let digit = simd.load(&digits[band], part);
        for i in 0..6 {
            let here = simd.and(simd.load(&configurations[band][i], part), digit);
            chosen[i] = simd.or(chosen[i], here);
        }
    }
    let half = halve(simd, chosen);
    for i in 0..6 {
        simd.store(half[i], &mut first[i], part);
    }
    // Step 4: remove the digit from minirows without a kept configuration.
    let kept = possible(simd, half);
    for band in 0..6 {
        let digit = simd.load(&digits[band], part);
        for j in 0..3 {
            let minis = state.minis_mut(band, j);
            for k in 0..3 {
                let lost = simd.and_not(digit, kept[j][k]);
                simd.store(simd.and_not(simd.load(&minis[k], part), lost), &mut minis[k], part);
            }
        }
    }
}

/// Returns the first half of the configurations `c` of one digit. Configurations `2i` and `2i + 1` share the
/// minirow of row 0 in box `i`. If more than one such pair is possible, the first half is the first
/// pair; otherwise it is the first configuration of the only pair.
///
/// For example, of 0, 1 and 4 the first half is 0 and 1 (the digit is in box 0 of row 0) and the second is 4; of 2 and
/// 3 the first half is 2. A half that is a pair decides the minirow of row 0 and leaves two ways for the other rows.
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
