//! The canonical form of a complete grid, from how two rows of a band interleave.
//!
//! Row 1 is `123456789`, whichever row of the grid it comes from. Row 2 depends on where its digits are in row 1: let
//! `below[c]` be the column where row 1 has the digit that row 2 has in column `c`. For example, `below[0]` is 3 if row
//! 2 starts with 4. Each minirow of row 2 takes its digits from the two other minirows of row 1. There are two cases,
//! the same in all three stacks:
//!
//! ```text
//! pure   1 2 3 | 4 5 6 | 7 8 9        mixed   1 2 3 | 4 5 6 | 7 8 9
//!        4 5 6 | 7 8 9 | x x x                4 5 7 | l 8 9 | x x x    l is 1, 2 or 3,
//!        three from one minirow               4 5 7 | 8 9 l | x x x    x what is left
//!                                             two from one minirow, one from the other
//! ```
//!
//! 1. If the grid or its transpose has a pure pair of rows, only pure pairs count.
//! 2. An ordered pair of rows and a first stack determine the order of the stacks and of the
//!    columns: for pure pairs by the order of the first three columns, for mixed pairs by `below`
//!    (only `8 9 3` leaves two orders). So row 2 is known for each such prefix without building it.
//!    The best mixed pairs have `l` = 1. They are found quickly, and only one random grid in about
//!    28,000 has none, so the other mixed pairs come last.
//! 3. A prefix with the smallest row 2 determines all columns and labels. The first column sorts
//!    the remaining rows; the prefixes are then compared row by row.
//!
//! As many prefixes reach the smallest grid as the grid has automorphisms.

use std::{cmp::Ordering, ops::Range};

use super::{form::CanonicalForm, lines::GridLines};

/// The first two rows of a canonical form, and the order of all columns.
#[derive(Clone, Copy)]
struct Prefix {
    /// The lines that become row 1 and row 2.
    rows: [u8; 2],
    columns: [u8; 9],
}

/// The prefixes with the smallest row 2 so far.
#[derive(Default)]
pub(super) struct PrefixSearch {
    /// The smallest row 2, packed.
    smallest: u64,
    starts: Vec<Prefix>,
}

/// The column of each digit in each line.
type DigitIndex = [[u8; 10]; 18];

impl PrefixSearch {
    pub(super) fn canonicalise(&mut self, lines: &GridLines) -> CanonicalForm {
        let mut cell_of = [[0; 10]; 18];
        for (cell_of, line) in cell_of.iter_mut().zip(lines) {
            for (cell, &digit) in (0..).zip(line) {
                cell_of[usize::from(digit)] = cell;
            }
        }
        self.find(lines, &cell_of);
        let mut packed = [u64::MAX; 9];
        let mut winner = PrefixLayout::default();
        let mut ties = 0;
        for start in &self.starts {
            let mut layout = PrefixLayout::new(lines, start);
            match layout.compare(lines, &cell_of, &mut packed) {
                Ordering::Less => (winner, ties) = (layout, 1),
                Ordering::Equal => ties += 1,
                Ordering::Greater => {}
            }
        }
        (packed[0], packed[1]) = (0x1_2345_6789, self.smallest);
        winner.form(packed, ties)
    }

    /// Finds the prefixes with the smallest row 2.
    fn find(&mut self, lines: &GridLines, cell_of: &DigitIndex) {
        self.smallest = u64::MAX;
        self.starts.clear();
        let rows = (0..18).step_by(3).flat_map(|a| [[a, a + 1], [a, a + 2], [a + 1, a + 2]]);
        let mut pairs = [RowPair::default(); 18];
        for (pair, rows) in pairs.iter_mut().zip(rows) {
            *pair = RowPair::new(lines, cell_of, rows);
            if pair.pure {
                self.add_pure(pair);
                self.add_pure(&pair.swapped());
            }
        }
        // No pair is pure, so all pairs are mixed.
        if self.starts.is_empty() {
            pairs.iter().for_each(|pair| self.add_exchanges(pair));
        }
        if self.starts.is_empty() {
            pairs.iter().flat_map(|pair| [*pair, pair.swapped()]).for_each(|p| self.add_mixed(&p));
        }
    }

    /// Adds the prefixes of a pure pair.
    ///
    /// Three steps along `below` lead from a column to a column of the same stack. This map fixes all, one or none of
    /// the three columns of a stack, and the same number in all stacks. Row 2 then ends in `123`, `132` or `231`, with
    /// the columns in the orders tried here.
    fn add_pure(&mut self, pair: &RowPair) {
        let below = &pair.below;
        let around = |column: usize| below[below[below[column]]];
        let fixed = (0..3).filter(|&column| around(column) == column).count();
        let key = 0x4_5678_9000 | [0x231, 0x132, 0, 0x123][fixed];
        for (u, others) in OTHERS.into_iter().enumerate() {
            let [v, w] = if fixed == 0 { [around(u), around(around(u))] } else { others };
            if fixed == 1 && around(u) != u {
                continue;
            }
            for left in [[u, v, w], [u, w, v]].into_iter().take(1 + fixed.min(1)) {
                let middle = left.map(|column| below[column]);
                self.add(key, pair, [left, middle, middle.map(|column| below[column])]);
            }
        }
    }

    /// Adds the prefixes of a mixed pair, in both orders, with `1 8 9`: the two rows have the same
    /// two digits, swapped, in two columns.
    fn add_exchanges(&mut self, pair: &RowPair) {
        let below = &pair.below;
        for one in 0..6 {
            let other = below[one];
            if other < one || below[other] != one {
                continue;
            }
            let ahead = pair.next_stack(one / 3) == other / 3;
            let (one, other) = if ahead { (one, other) } else { (other, one) };
            self.add_exchange(pair, one);
            self.add_exchange(&pair.swapped(), other);
        }
    }

    /// Adds the prefix that starts with column `u`, which has the same two digits in both rows as a column of the next
    /// stack.
    fn add_exchange(&mut self, pair: &RowPair, u: usize) {
        let below = &pair.below;
        let second = pair.next_stack(u / 3);
        let [v, w] = OTHERS[u];
        let [v, w] = if below[v] / 3 == second { [v, w] } else { [w, v] };
        let t = 9 * second + 3 - below[u] - below[v];
        self.add_left(0x189, pair, [u, v, w], t, [below[v], t]);
    }

    fn add_mixed(&mut self, pair: &RowPair) {
        let below = &pair.below;
        for first in 0..3 {
            let second = pair.next_stack(first);
            let third = 3 - first - second;
            let w = pair.column_to(first, third);
            let [u, v] = OTHERS[w];
            // `t` and `y` are columns of the second stack. The first minirow of row 2 lacks the digit of `t` in row 1.
            // The digit of `y` in row 2 comes from the first stack of row 1.
            let t = 9 * second + 3 - below[u] - below[v];
            let y = pair.column_to(second, first);
            let [u, v] = if y == below[v] || y == t && below[t] == v { [v, u] } else { [u, v] };
            let label = if below[y] == u { 1 } else { 2 + u64::from(below[y] == w) };
            if y != t {
                self.add_left(label << 8 | 0x89, pair, [u, v, w], t, [below[v], t]);
            } else {
                self.add_left(0x890 | label, pair, [u, v, w], t, [below[u], below[v]]);
                if label == 3 {
                    self.add_left(0x893, pair, [v, u, w], t, [below[v], below[u]]);
                }
            }
        }
    }

    /// Adds the prefix of a mixed pair with the columns `left`, then column `t` in position 6. `class` is the second
    /// minirow of row 2, and the columns `rest` have 8 and 9 in it.
    fn add_left(
        &mut self,
        class: u64,
        pair: &RowPair,
        left: [usize; 3],
        t: usize,
        rest: [usize; 2],
    ) {
        let below = &pair.below;
        let [u, v, w] = left;
        let right = [below[w], below[rest[0]], below[rest[1]]];
        let mut last = 0;
        for column in right {
            let label = match below[column] {
                under if under == t => 6,
                under if under == u => 1,
                under => 2 + u64::from(under == w),
            };
            last = last << 4 | label;
        }
        let key = 0x457 << 24 | class << 12 | last;
        self.add(key, pair, [left, [below[u], below[v], t], right]);
    }

    /// Keeps a prefix if its row 2, packed in `key`, is not larger than the smallest so far.
    fn add(&mut self, key: u64, pair: &RowPair, columns: [[usize; 3]; 3]) {
        if key > self.smallest {
            return;
        }
        if key < self.smallest {
            self.smallest = key;
            self.starts.clear();
        }
        let columns = std::array::from_fn(|i| columns[i / 3][i % 3] as u8);
        self.starts.push(Prefix { rows: pair.rows, columns });
    }
}

/// The two other columns of the stack of each column.
const OTHERS: [[usize; 2]; 9] =
    [[1, 2], [0, 2], [0, 1], [4, 5], [3, 5], [3, 4], [7, 8], [6, 8], [6, 7]];

/// Two lines that may become row 1 and row 2.
#[derive(Clone, Copy, Default)]
struct RowPair {
    rows: [u8; 2],
    /// For each column `c`, the column where row 1 has the digit that row 2 has in `c`.
    below: [usize; 9],
    pure: bool,
    /// True if most columns of `below` in a stack belong to the stack before it, not after it.
    downwards: bool,
}

impl RowPair {
    fn new(lines: &GridLines, cell_of: &DigitIndex, [a, b]: [usize; 2]) -> Self {
        let below = lines[b].map(|digit| usize::from(cell_of[a][usize::from(digit)]));
        let upwards = below[..3].iter().filter(|&&column| column < 6).count();
        let pure = upwards.is_multiple_of(3);
        let downwards = upwards < 2;
        Self { rows: [a as u8, b as u8], below, pure, downwards }
    }

    /// Returns the same lines in the other order.
    fn swapped(&self) -> Self {
        let mut below = [0; 9];
        for (column, &above) in self.below.iter().enumerate() {
            below[above] = column;
        }
        let [a, b] = self.rows;
        Self { rows: [b, a], below, pure: self.pure, downwards: !self.downwards }
    }

    /// Returns the stack that supplies most of the minirow of row 2 in `stack`.
    fn next_stack(&self, stack: usize) -> usize {
        [[1, 2, 0], [2, 0, 1]][usize::from(self.downwards)][stack]
    }

    /// Returns the column of the stack `from` that has, in row 2, a digit of the stack `to` in row 1. A mixed pair has
    /// such a column if `to` is the stack that supplies less of the minirow.
    fn column_to(&self, from: usize, to: usize) -> usize {
        let mut columns = 3 * from..3 * from + 3;
        columns.find(|&column| self.below[column] / 3 == to).unwrap_or(3 * from)
    }
}

/// A prefix, and the rows that follow from it.
#[derive(Default)]
struct PrefixLayout {
    /// The lines that become the rows.
    rows: [u8; 9],
    columns: [u8; 9],
    labels: [u8; 10],
}

impl PrefixLayout {
    fn new(lines: &GridLines, start: &Prefix) -> Self {
        let [a, b] = start.rows;
        let third = a / 3 * 9 + 3 - a - b;
        let mut labels = [0; 10];
        for (label, &column) in (1..).zip(&start.columns) {
            labels[usize::from(lines[usize::from(a)][usize::from(column)])] = label;
        }
        Self { rows: [a, b, third, 0, 0, 0, 0, 0, 0], columns: start.columns, labels }
    }

    /// Lays out row 3 and the rows after it, and compares them with the smallest so far, which they replace if they are
    /// smaller.
    fn compare(
        &mut self,
        lines: &GridLines,
        cell_of: &DigitIndex,
        smallest: &mut [u64; 9],
    ) -> Ordering {
        // Compare the first three cells of row 3 alone, because most prefixes fail there.
        let third = &lines[usize::from(self.rows[2])];
        if self.pack(third, 0..3) > smallest[2] >> 24 {
            return Ordering::Greater;
        }
        let mut order = Ordering::Equal;
        for (i, smallest) in smallest.iter_mut().enumerate().skip(2) {
            if i == 3 {
                self.order_rows(lines, cell_of);
            }
            let row = self.pack(&lines[usize::from(self.rows[i])], 0..9);
            // Once a row is smaller than in the old form, all later rows replace those of the old form.
            order = order.then(row.cmp(smallest));
            match order {
                Ordering::Less => *smallest = row,
                Ordering::Equal => {}
                Ordering::Greater => break,
            }
        }
        order
    }

    /// Sorts the rows of the last two bands by their first cells.
    fn order_rows(&mut self, lines: &GridLines, cell_of: &DigitIndex) {
        let column = usize::from(self.columns[0]);
        let side = self.rows[0] / 9 * 9;
        // Label 2 is in the first column outside the first band: in row 4.
        let two = lines[usize::from(self.rows[0])][usize::from(self.columns[1])];
        let across = &cell_of[9 - usize::from(side) + column];
        let fourth = side + across[usize::from(two)];
        let band = fourth / 3;
        let first = self.rows[0] / 3;
        let last = side + 3 - band - first;
        let mut rows = [band, last].map(|band| [0, 1, 2].map(|i| 3 * band + i));
        for band in &mut rows {
            band.sort_unstable_by_key(|&line| {
                let first_digit = lines[usize::from(line)][column];
                self.labels[usize::from(first_digit)]
            });
        }
        self.rows[3..].copy_from_slice(rows.as_flattened());
    }

    /// Some cells of a line, relabelled and packed, with the columns in order.
    #[inline]
    fn pack(&self, line: &[u8; 9], cells: Range<usize>) -> u64 {
        self.columns[cells].iter().fold(0, |packed, &column| {
            packed << 4 | u64::from(self.labels[usize::from(line[usize::from(column)])])
        })
    }

    fn form(&self, packed: [u64; 9], automorphisms: u64) -> CanonicalForm {
        CanonicalForm {
            packed,
            transposed: self.rows[0] >= 9,
            rows: self.rows.map(|line| line % 9),
            columns: self.columns,
            labels: self.labels,
            automorphisms,
        }
    }
}
