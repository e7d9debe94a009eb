//! The canonical form of a complete grid, from how two rows of a band interleave.
//!
//! Row 1 is `123456789`, whatever row of the grid it comes from. Row 2 follows from where, in
//! row 1, its digits stand: let `below[c]` be the column in which row 1 has the digit that row 2
//! has in column `c`. Each of the three minirows of row 2 takes its digits from the two other
//! minirows of row 1, and there are two cases, the same in all three stacks:
//!
//! ```text
//! pure   1 2 3 | 4 5 6 | 7 8 9        mixed   1 2 3 | 4 5 6 | 7 8 9
//!        4 5 6 | 7 8 9 | x x x                4 5 7 | l 8 9 | x x x    l is 1, 2 or 3,
//!        three from one minirow               4 5 7 | 8 9 l | x x x    x what is left
//!                                             two from one minirow, one from the other
//! ```
//!
//! 1. If the grid or its transpose has a pure pair of rows, only pure pairs count.
//! 2. For each ordered pair of rows and each stack that may come first, the order of the stacks
//!    follows, and that of the columns: for pure pairs from the order of the first three, for
//!    mixed pairs from `below` (only `8 9 3` leaves two orders). So a grid has at most 108 such
//!    starts, or 18 a pure pair, and a row 2 is known for each without building it.
//! 3. For the starts with the smallest row 2, all columns and labels are known. The first
//!    column puts the other rows in order; the starts are compared row by row.
//!
//! The starts that reach the smallest grid are as many as the grid has automorphisms.

use std::cmp::Ordering;

use super::{Form, lines::Lines};

/// The two first rows of a canonical form, and all its columns.
#[derive(Clone, Copy)]
struct Start {
    /// The lines that become row 1 and row 2.
    rows: [u8; 2],
    columns: [u8; 9],
}

/// The starts with the smallest row 2 so far.
#[derive(Default)]
pub(super) struct Starts {
    smallest: u32,
    starts: Vec<Start>,
}

/// The order of the stacks by which comes first, the others following upwards or downwards.
const ROTATIONS: [[[usize; 3]; 3]; 2] =
    [[[0, 1, 2], [1, 2, 0], [2, 0, 1]], [[0, 2, 1], [1, 0, 2], [2, 1, 0]]];

/// The orders of three columns.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

impl Starts {
    /// The canonical form of the complete grid with these lines.
    pub(super) fn canonicalise(&mut self, lines: &Lines) -> Form {
        let mut place = [[0; 10]; 18];
        for (place, line) in place.iter_mut().zip(&lines.0) {
            for (column, &digit) in line.iter().enumerate() {
                place[usize::from(digit)] = column as u8;
            }
        }
        self.find(lines, &place);
        let mut packed = [u64::MAX; 9];
        let (mut winner, mut ties) = (Layout::default(), 0);
        for start in &self.starts {
            let mut layout = Layout::new(lines, start);
            match layout.compare(lines, &place, &mut packed) {
                Ordering::Less => (winner, ties) = (layout, 1),
                Ordering::Equal => ties += 1,
                Ordering::Greater => {}
            }
        }
        winner.form(packed, ties)
    }

    /// Finds the starts with the smallest row 2.
    fn find(&mut self, lines: &Lines, place: &[[u8; 10]; 18]) {
        self.smallest = u32::MAX;
        self.starts.clear();
        let minirows = lines.0.map(|line| {
            [0, 3, 6].map(|at| line[at..at + 3].iter().fold(0u16, |mask, digit| mask | 1 << digit))
        });
        let mut pure = [[0; 2]; 18];
        let mut count = 0;
        let pairs =
            (0..6).flat_map(|band| [[0, 1], [0, 2], [1, 2]].map(|p| p.map(|r| 3 * band + r)));
        for pair in pairs.clone() {
            let shared = minirows[pair[1]][0] & minirows[pair[0]][1];
            if shared == 0 || shared == minirows[pair[0]][1] {
                pure[count] = pair;
                count += 1;
            }
        }
        for &[a, b] in &pure[..count] {
            self.add_pure(a, b, &below(lines, place, a, b));
            self.add_pure(b, a, &below(lines, place, b, a));
        }
        if count == 0 {
            for [a, b] in pairs {
                self.add_mixed(a, b, &below(lines, place, a, b));
                self.add_mixed(b, a, &below(lines, place, b, a));
            }
        }
    }

    /// Adds the starts with rows `a` and `b`, a pure pair.
    fn add_pure(&mut self, a: usize, b: usize, below: &[usize; 9]) {
        let downwards = usize::from(below[0] >= 6);
        for stacks in ROTATIONS[downwards] {
            let first = 3 * stacks[0];
            for order in ORDERS {
                let left = order.map(|i| first + i);
                let middle = left.map(|column| below[column]);
                let right = middle.map(|column| below[column]);
                let label = |column: usize| 1 + left.iter().take_while(|&&l| l != column).count();
                let key =
                    right.iter().fold(0, |key, &column| key << 4 | label(below[column]) as u32);
                self.add(key, [a, b], [left, middle, right]);
            }
        }
    }

    /// Adds the starts with rows `a` and `b`, a mixed pair.
    fn add_mixed(&mut self, a: usize, b: usize, below: &[usize; 9]) {
        // Of three digits of a minirow, two come from one of the other minirows.
        let downwards = usize::from(below[..3].iter().filter(|&&column| column >= 6).count() == 2);
        for [first, second, third] in ROTATIONS[downwards].map(|stacks| stacks.map(|s| 3 * s)) {
            let among = |column: usize, stack: usize| column.wrapping_sub(stack) < 3;
            // Columns 1, 2 | 3: their row 2 has digits of the second minirow | of the third.
            let w = (first..first + 3).find(|&c| among(below[c], third)).unwrap_or(first);
            let (mut u, mut v) = (first + (w + 1 - first) % 3, first + (w + 2 - first) % 3);
            // Column 6: row 1 has its digit in column 9 or before, and none of the row 2 so far.
            let t = 3 * second + 3 - below[u] - below[v];
            let y = (second..second + 3).find(|&c| among(below[c], first)).unwrap_or(second);
            let class;
            let rest;
            if y == t {
                if below[t] == v {
                    (u, v) = (v, u);
                }
                class = if below[t] == w { 0x893 } else { 0x891 };
                rest = [below[u], below[v]];
            } else {
                if y == below[v] {
                    (u, v) = (v, u);
                }
                let label = if below[y] == u { 1 } else { 2 + u32::from(below[y] == w) };
                class = label << 8 | 0x89;
                rest = [below[v], t];
            }
            if class > self.smallest >> 12 {
                continue;
            }
            for _ in 0..if class == 0x893 { 2 } else { 1 } {
                let rest = if class & 0xF00 == 0x800 { [below[u], below[v]] } else { rest };
                let left = [u, v, w];
                let middle = [below[u], below[v], t];
                let right = [below[w], below[rest[0]], below[rest[1]]];
                let label = |column: usize| {
                    if column == t {
                        6
                    } else {
                        1 + left.iter().take_while(|&&l| l != column).count()
                    }
                };
                let last =
                    right.iter().fold(0, |key, &column| key << 4 | label(below[column]) as u32);
                self.add(class << 12 | last, [a, b], [left, middle, right]);
                (u, v) = (v, u);
            }
        }
    }

    /// Keeps a start if its row 2, of which `key` packs the end, is the smallest so far.
    fn add(&mut self, key: u32, rows: [usize; 2], columns: [[usize; 3]; 3]) {
        if key > self.smallest {
            return;
        }
        if key < self.smallest {
            self.smallest = key;
            self.starts.clear();
        }
        let columns = std::array::from_fn(|i| columns[i / 3][i % 3] as u8);
        self.starts.push(Start { rows: rows.map(|row| row as u8), columns });
    }
}

/// For each column, the column in which line `a` has the digit that line `b` has there.
fn below(lines: &Lines, place: &[[u8; 10]; 18], a: usize, b: usize) -> [usize; 9] {
    lines.0[b].map(|digit| usize::from(place[a][usize::from(digit)]))
}

/// A start, and the rows that follow from it.
#[derive(Default)]
struct Layout {
    /// The lines that become the rows.
    rows: [u8; 9],
    columns: [u8; 9],
    /// The label of each digit.
    labels: [u8; 10],
}

impl Layout {
    fn new(lines: &Lines, start: &Start) -> Self {
        let [a, b] = start.rows;
        let third = a / 3 * 9 + 3 - a - b;
        let mut labels = [0; 10];
        for (label, &column) in (1..).zip(&start.columns) {
            labels[usize::from(lines.0[usize::from(a)][usize::from(column)])] = label;
        }
        Self { rows: [a, b, third, 0, 0, 0, 0, 0, 0], columns: start.columns, labels }
    }

    /// Compares its grid with the smallest so far, and puts it there if it is smaller.
    fn compare(
        &mut self,
        lines: &Lines,
        place: &[[u8; 10]; 18],
        smallest: &mut [u64; 9],
    ) -> Ordering {
        let mut order = Ordering::Equal;
        for (i, smallest) in smallest.iter_mut().enumerate() {
            if i == 3 {
                self.order_rows(lines, place);
            }
            let row = self.pack(&lines.0[usize::from(self.rows[i])]);
            order = order.then(row.cmp(smallest));
            match order {
                Ordering::Less => *smallest = row,
                Ordering::Equal => {}
                Ordering::Greater => break,
            }
        }
        order
    }

    /// Puts the rows of the last two bands in the order of their first cells.
    fn order_rows(&mut self, lines: &Lines, place: &[[u8; 10]; 18]) {
        let column = usize::from(self.columns[0]);
        let side = self.rows[0] / 9 * 9;
        let label = |line: u8| self.labels[usize::from(lines.0[usize::from(line)][column])];
        // Label 2 stands in the first column outside the first band: in row 4.
        let two = lines.0[usize::from(self.rows[0])][usize::from(self.columns[1])];
        let across = &place[9 - usize::from(side) + column];
        let fourth = side + across[usize::from(two)];
        let (band, first) = (fourth / 3, self.rows[0] / 3);
        let last = side + 3 - band - first;
        let mut rows = [band, last].map(|band| [0, 1, 2].map(|i| 3 * band + i));
        for band in &mut rows {
            band.sort_unstable_by_key(|&line| label(line));
        }
        let mut ordered = self.rows;
        ordered[3..6].copy_from_slice(&rows[0]);
        ordered[6..].copy_from_slice(&rows[1]);
        self.rows = ordered;
    }

    /// A line with its columns in order, relabelled and packed.
    #[inline]
    fn pack(&self, line: &[u8; 9]) -> u64 {
        self.columns.iter().fold(0, |packed, &column| {
            packed << 4 | u64::from(self.labels[usize::from(line[usize::from(column)])])
        })
    }

    fn form(&self, packed: [u64; 9], automorphisms: u64) -> Form {
        Form {
            packed,
            transposed: self.rows[0] >= 9,
            rows: self.rows.map(|line| line % 9),
            columns: self.columns,
            labels: self.labels,
            automorphisms,
        }
    }
}
