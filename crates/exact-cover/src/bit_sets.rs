//! The remainder of a small problem: bit sets of options.
//!
//! ```text
//! with_item      for each item, the options that hold it, as bits
//! left           the options that are left, as bits
//! count          for each item, the number of options left that hold it; CLOSED if the item is closed
//! ```
//!
//! To choose an option, remove all options that share an item with it, 64 at a time, and subtract 1 from
//! the count of each item of each removed option. To undo a choice, copy `left` and `count` back: for a
//! small problem these are a few hundred bytes. The search follows no links through memory, as linked
//! lists would require.

use super::{Problem, remainder::Remainder};
use batchdoku_base::bits;

/// The maximum numbers of options and items of a small problem. A larger problem would scan many words for few bits.
const MAX_OPTIONS: usize = 1 << 12;
const MAX_ITEMS: usize = 1 << 11;

/// The maximum length of `members` in [`BitSets`].
const MAX_MEMBERS: usize = 1 << 19;

/// The count of a closed item.
const CLOSED: i16 = i16::MAX;

/// The number of counts that are compared at once.
const BLOCK: usize = 16;

#[derive(Clone, Debug)]
pub(super) struct BitSets {
    /// The number of words of a set of options.
    words: usize,
    /// For each item, the set of options that hold it.
    with_item: Vec<u64>,
    /// For each option its items, padded to `stride` by an extra item, which no option holds.
    members: Vec<u16>,
    stride: usize,
    primary: usize,
    left: Vec<u64>,
    /// The count of each item, and, at the end, a meaningless count of the padding item.
    count: Vec<i16>,
    /// The saved states, each as long as the present state. The first is the state at the start.
    saved_left: Vec<u64>,
    saved_count: Vec<i16>,
}

impl BitSets {
    /// Returns true if a problem is small enough for sets of bits.
    pub(super) fn fit(problem: &Problem) -> bool {
        problem.options() <= MAX_OPTIONS
            && problem.items() <= MAX_ITEMS
            && problem.options() * Self::stride(problem) <= MAX_MEMBERS
    }

    fn stride(problem: &Problem) -> usize {
        let lengths = (0..problem.options()).map(|option| problem.option(option).len());
        lengths.max().unwrap_or(0).max(1)
    }

    pub(crate) fn new(problem: &Problem) -> Self {
        let options = problem.options();
        let items = problem.items();
        let words = options.div_ceil(64);
        let stride = Self::stride(problem);
        let mut with_item = vec![0; items * words];
        let mut members = vec![items as u16; options * stride];
        let mut left = vec![0; words];
        let mut count = vec![0; items + 1];
        for (option, members) in members.chunks_exact_mut(stride).enumerate() {
            let bit = 1 << (option % 64);
            left[option / 64] |= bit;
            for (member, &item) in members.iter_mut().zip(problem.option(option)) {
                *member = item as u16;
                with_item[item as usize * words + option / 64] |= bit;
                count[item as usize] += 1;
            }
        }
        let saved_left = left.clone();
        let saved_count = count.clone();
        let primary = problem.primary();
        Self { words, with_item, members, stride, primary, left, count, saved_left, saved_count }
    }
}

impl Remainder for BitSets {
    fn restart(&mut self) {
        self.saved_left.truncate(self.left.len());
        self.saved_count.truncate(self.count.len());
        self.restore();
    }

    fn is_open(&self, item: usize) -> bool {
        self.count[item] != CLOSED
    }

    fn choose(&mut self, option: u32) -> bool {
        let Self { words, ref with_item, ref members, stride, ref mut left, ref mut count, .. } =
            *self;
        let of_option = &members[option as usize * stride..][..stride];
        for &item in of_option {
            // The padding item has no words here, so the loop over words is empty.
            let with_item = &with_item[usize::from(item) * words..];
            for (word, (left, with_item)) in left.iter_mut().zip(with_item).enumerate() {
                let removed = *left & with_item;
                *left &= !with_item;
                for bit in bits(removed) {
                    for &item in &members[(64 * word + bit) * stride..][..stride] {
                        let count = &mut count[usize::from(item)];
                        *count = count.wrapping_sub(1);
                    }
                }
            }
        }
        for &item in of_option {
            count[usize::from(item)] = CLOSED;
        }
        true
    }

    fn scarcest(&mut self) -> Option<(usize, usize)> {
        let counts = &self.count[..self.primary];
        let fewest = counts.iter().copied().min().filter(|&fewest| fewest != CLOSED)?;
        // Find the block, then the item in it. Blocks have no early exit, so that the compiler uses vectors.
        let blocks = counts.chunks(BLOCK);
        let block = blocks.clone().position(|block| {
            block.iter().fold(false, |found, &count| found | (count == fewest))
        })?;
        let place = counts[block * BLOCK..].iter().position(|&count| count == fewest)?;
        Some((block * BLOCK + place, fewest as usize))
    }

    fn options_left(&self, item: usize, to: &mut Vec<u32>) {
        let with_item = &self.with_item[item * self.words..];
        for (word, (left, with_item)) in self.left.iter().zip(with_item).enumerate() {
            to.extend(bits(left & with_item).map(|bit| (64 * word + bit) as u32));
        }
    }

    fn save(&mut self) {
        self.saved_left.extend_from_slice(&self.left);
        self.saved_count.extend_from_slice(&self.count);
    }

    fn restore(&mut self) {
        let left = self.saved_left.len() - self.left.len();
        self.left.copy_from_slice(&self.saved_left[left..]);
        let count = self.saved_count.len() - self.count.len();
        self.count.copy_from_slice(&self.saved_count[count..]);
    }

    fn drop_saved(&mut self) {
        self.saved_left.truncate(self.saved_left.len() - self.left.len());
        self.saved_count.truncate(self.saved_count.len() - self.count.len());
    }
}
