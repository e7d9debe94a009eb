//! Branching: the choice of a branch, and its two halves. The lanes make the same choice; `lanes/branch.rs`
//! explains it.
//!
//! The configurations of a band are two vectors. In the first, the boxes of rows 0, 1 and 2 follow each
//! other; in the second, they go backwards. The index of a word is the box of row 0:
//!
//! ```text
//!            forwards                     backwards
//!   word     0      1      2              0      1      2
//!   row 0    x..    .x.    ..x            x..    .x.    ..x
//!   row 1    .x.    ..x    x..            ..x    x..    .x.
//!   row 2    ..x    x..    .x.            .x.    ..x    x..
//! ```
//!
//! Stacks are transposed, so that their quads are like those of bands. The choice among six quads is
//! made with numbers, because vectors would not be faster for six.
//!
//! Loops over indices, no closures or iterators over vectors: see [`crate::simd`] for the reason.

use super::Candidates;
use crate::simd::{Quads, Words16};

/// The bits of the three words of a quad that are used.
const USED: u64 = (1 << 48) - 1;

/// Added to the key of a band without a digit that has exactly two configurations.
const NO_PAIR: u64 = 1 << 10;

/// The number of configurations of a node with twin halves: see `lanes/branch.rs`.
const TWIN_CONFIGURATIONS: u32 = 6 * 9 + 2;

/// A branch on the configurations of one digit in a band or stack.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branch {
    /// Bands are 0 to 2, stacks 3 to 5.
    band: u8,
    /// The digit, counted from 0.
    digit: u8,
    /// The configurations of the digit: bits 0 to 2 forwards, bits 3 to 5 backwards.
    configurations: u8,
    /// True if the halves of the branch are twins.
    pub(super) has_twins: bool,
}

impl Branch {
    pub(super) const NONE: Self = Self { band: 0, digit: 0, configurations: 0, has_twins: false };
}

/// The two halves of a branch.
#[derive(Clone, Copy)]
pub(super) enum Half {
    First,
    Second,
}

/// Chooses a branch, at a fixpoint with these minirows and minicolumns. `None` if each digit has one
/// configuration in each band and stack.
#[inline(always)]
pub(super) fn choose<Q: Quads>(quads: Q, minis: &[[Q::V; 3]; 2]) -> Option<Branch> {
    let [rows, columns] = *minis;
    let mut next = [quads.next_in_band(rows[1]), quads.next_in_band(rows[2])];
    let mut last = [quads.last_in_band(rows[1]), quads.last_in_band(rows[2])];
    let bands = configurations(quads, rows[0], next, last);
    next = [quads.next_in_stack(columns[1]), quads.next_in_stack(columns[2])];
    last = [quads.last_in_stack(columns[1]), quads.last_in_stack(columns[2])];
    let stacks = configurations(quads, columns[0], next, last);
    let stacks = [quads.transpose(stacks[0]), quads.transpose(stacks[1])];

    let of_bands = digits(quads, bands);
    let of_stacks = digits(quads, stacks);
    let ways = [
        [quads.quads(bands[0]), quads.quads(bands[1])],
        [quads.quads(stacks[0]), quads.quads(stacks[1])],
    ];
    let pairs = [quads.quads(of_bands.pair), quads.quads(of_stacks.pair)];
    let choices = [quads.quads(of_bands.choice), quads.quads(of_stacks.choice)];

    // The key of each band or stack, as in the lanes: eight times its configurations, plus its number, which makes all
    // keys differ. The search branches in the band or stack with the least key.
    let mut least = u64::MAX;
    let mut sum = 0;
    for band in 0..6 {
        // Bands (0) or stacks (1), and the number among these.
        let lines = band / 3;
        let k = band % 3;
        let forwards = ways[lines][0][k] & USED;
        let backwards = ways[lines][1][k] & USED;
        let total = forwards.count_ones() + backwards.count_ones();
        sum += total;
        let mut key = u64::from(8 * total) + band as u64;
        if pairs[lines][k] as u16 == 0 {
            key += NO_PAIR;
        }
        if choices[lines][k] as u16 == 0 {
            key = u64::MAX;
        }
        least = least.min(key);
    }
    if least == u64::MAX {
        return None;
    }
    let band = (least & 7) as usize;
    let lines = band / 3;
    let k = band % 3;
    let candidates = if least < NO_PAIR { pairs[lines][k] } else { choices[lines][k] };
    let digit = candidates.trailing_zeros();
    // A quad has a word of 16 bits for each box, so the configurations are bits 0, 16 and 32 of both numbers. Fold them
    // to six adjacent bits. For example, if the digit is in words 0 and 2 forwards and in word 1 backwards:
    //
    //   forwards  bits 0 and 32    backwards, shifted  bit 16 + 3    folded by 15 and 30  bits 0, 2 and 4
    let word = |way: u64| way >> digit & 0x1_0001_0001;
    let spread = word(ways[lines][0][k]) | word(ways[lines][1][k]) << 3;
    let configurations = (spread | spread >> 15 | spread >> 30) & 63;
    Some(Branch {
        band: band as u8,
        digit: digit as u8,
        configurations: configurations as u8,
        has_twins: sum == TWIN_CONFIGURATIONS,
    })
}

/// Returns the configurations of each band, forwards and backwards, from the first minirow of each box and
/// from the other two minirows of the `next` and of the `last` box.
#[inline(always)]
fn configurations<Q: Quads>(quads: Q, first: Q::V, next: [Q::V; 2], last: [Q::V; 2]) -> [Q::V; 2] {
    [quads.and3(first, next[0], last[1]), quads.and3(first, last[0], next[1])]
}

/// Digits of each band, in each of its words.
struct Digits<V> {
    /// The digits with two configurations.
    pair: V,
    /// The digits with two configurations or more.
    choice: V,
}

/// Finds the digits of each band with two configurations, and with two or more, from the configurations forwards and
/// backwards.
///
/// `ones` and `twos` are the two bits of the number of configurations of a digit in one direction. For example, a digit
/// that is possible in two words forwards and one backwards has twos 1, ones 0 and twos 0, ones 1.
#[inline(always)]
fn digits<Q: Quads>(quads: Q, ways: [Q::V; 2]) -> Digits<Q::V> {
    let mut ones = ways;
    let mut twos = ways;
    for i in 0..2 {
        let next = quads.next_in_band(ways[i]);
        let last = quads.last_in_band(ways[i]);
        ones[i] = quads.xor3(ways[i], next, last);
        twos[i] = quads.majority(ways[i], next, last);
    }
    let both = quads.and(ones[0], ones[1]);
    let any_two = quads.or(twos[0], twos[1]);
    // Two configurations in total: one in each direction, or two in one direction and none in the other.
    let halve = quads.and_not(both, any_two);
    let one_group = quads.and_not2(quads.xor(twos[0], twos[1]), ones[0], ones[1]);
    Digits { pair: quads.or(halve, one_group), choice: quads.or(any_two, both) }
}

/// A set of configurations: bits as in [`Branch`].
type ConfigurationSet = usize;

/// The boxes of each minirow that lose the digit, for each set of configurations and each half. For example, the set of
/// configuration 0 alone (box 0 in row 0, box 1 in row 1, box 2 in row 2) has one half, in which row 0 loses boxes 1
/// and 2, row 1 boxes 0 and 2, and row 2 boxes 0 and 1.
static LOST: [[[u8; 3]; 2]; 64] = {
    let mut table = [[[0; 3]; 2]; 64];
    let mut set = 0;
    while set < 64 {
        let first = first_half(set);
        table[set] = [lost(first), lost(set & !first)];
        set += 1;
    }
    table
};

/// Returns the first half of a set of configurations. If several boxes are possible in row 0, the first half has
/// the configurations with the first of these boxes; otherwise it is the first configuration.
const fn first_half(set: ConfigurationSet) -> ConfigurationSet {
    let boxes = (set | set >> 3) & 7;
    let first = boxes & boxes.wrapping_neg();
    let pair = set & (first | first << 3);
    if pair != set {
        return pair;
    }
    // The first half must be that of the lanes, because the engines must count the same nodes. The lanes number
    // configurations by the boxes of rows 0 and 1. With box 1 in row 0, boxes 1, 0, 2 come before 1, 2, 0, so the
    // backward configuration is first there.
    let [one, other] = if first == 2 { [first << 3, first] } else { [first, first << 3] };
    if set & one != 0 { set & one } else { set & other }
}

/// Returns for each row the boxes in which no configuration of a set has the digit.
const fn lost(set: ConfigurationSet) -> [u8; 3] {
    let mut lost = [7; 3];
    let mut i = 0;
    while i < 6 {
        if set >> i & 1 != 0 {
            let mut row = 0;
            while row < 3 {
                let box_index = if i < 3 { (i + row) % 3 } else { (i - 3 + 2 * row) % 3 };
                lost[row] &= !(1 << box_index);
                row += 1;
            }
        }
        i += 1;
    }
    lost
}

/// For each band and each set of its boxes, a mask with all bits in the words of these boxes. Bands 3 to 5 are stacks.
/// They are empty in the first table, and bands 0 to 2 are empty in the second, so that both tables are applied without
/// a branch. Two unused bands make the index three bits, which needs no bounds check.
static WORDS_OF_BANDS: [[Words16; 8]; 8] = words(true);
static WORDS_OF_STACKS: [[Words16; 8]; 8] = words(false);

const fn words(of_bands: bool) -> [[Words16; 8]; 8] {
    let mut table = [[Words16::splat(0); 8]; 8];
    let mut index = 0;
    while index < 6 * 8 * 3 {
        let band = index / 24;
        let boxes = index / 3 % 8;
        let j = index % 3;
        if boxes >> j & 1 != 0 && (band < 3) == of_bands {
            let word = if of_bands { 4 * band + j } else { 4 * j + band - 3 };
            table[band][boxes].0[word] = u16::MAX;
        }
        index += 1;
    }
    table
}

/// Returns a half of a branch: removes the digit from the cells of all minirows (of a stack: minicolumns) that no
/// configuration of this half goes through.
#[inline(always)]
pub(super) fn halve<Q: Quads>(
    quads: Q,
    cells: &Candidates<Q::V>,
    branch: Branch,
    half: Half,
) -> Candidates<Q::V> {
    let digit = quads.splat(1 << branch.digit);
    let lost = LOST[usize::from(branch.configurations & 63)][half as usize];
    let band = usize::from(branch.band & 7);
    let mut rows = [digit; 3];
    let mut columns = [digit; 3];
    for i in 0..3 {
        let boxes = usize::from(lost[i] & 7);
        rows[i] = quads.and(digit, quads.load(&WORDS_OF_BANDS[band][boxes]));
        columns[i] = quads.and(digit, quads.load(&WORDS_OF_STACKS[band][boxes]));
    }
    let mut left = *cells;
    for i in 0..9 {
        left[i] = quads.and_not2(cells[i], rows[i / 3], columns[i % 3]);
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The halves of a set of configurations are complementary, and neither is empty if there is a choice. A
    /// first half has one configuration, or the two configurations of a box.
    #[test]
    fn halves_are_disjoint_and_complete() {
        for set in 1..64_usize {
            let first = first_half(set);
            assert_eq!(first & !set, 0, "{set}");
            assert!((1..=2).contains(&first.count_ones()), "{set}");
            if first == set {
                assert_eq!(set.count_ones(), 1, "{set}");
            }
        }
    }

    /// A row keeps the digit in the boxes of the configurations that are left, and each configuration is a permutation.
    #[test]
    fn rows_keep_the_boxes_of_configurations() {
        for i in 0..6 {
            let kept = lost(1 << i).map(|boxes| 7 & !boxes);
            assert!(kept.iter().all(|boxes| boxes.is_power_of_two()), "{i}");
            assert_eq!(kept[0] | kept[1] | kept[2], 7, "{i}");
            assert_eq!(kept[0], 1 << (i % 3), "the word tells the box of row 0");
            for j in 0..6 {
                let both = lost(1 << i | 1 << j);
                let expected: Vec<u8> =
                    (0..3).map(|row| lost(1 << i)[row] & lost(1 << j)[row]).collect();
                assert_eq!(both[..], expected);
            }
        }
    }
}
