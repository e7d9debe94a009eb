//! The ways to arrange the minirows of a stack, as tables.
//!
//! The first box of a stack is partitioned into the minirows {0,1,2} {3,4,5} {6,7,8}; the other two
//! boxes can be partitioned in 280 × 280 ways. For each way, these tables count and list the
//! arrangements: the column of each digit in each box, such that each column has all digits.
//! Permuting the columns makes six arrangements of one, so only one in six is listed.

use super::{
    bands::pack,
    orders::{DIGITS, ORDERS},
    partition::{PARTITIONS, PLAIN, Partitions, Relabelling, Triples, to_normal},
};

/// The counts and lists of arrangements.
pub(super) struct StackTables {
    /// For each partition of the second box, the relabelling that normalises it.
    pub(super) normal: Vec<Relabelling>,
    /// For each pair of partitions (second × [`PARTITIONS`] + third), a sixth of the number of
    /// arrangements.
    ways: Vec<u16>,
    /// For each pair of partitions, where the list for its normal relabelling starts.
    start: Vec<u32>,
    /// For each second partition, a sixth of the largest number of arrangements with any third.
    most: Vec<u16>,
    /// The lists, one after another: the columns of each digit in each box, see [`pack`].
    lists: Vec<u64>,
}

impl StackTables {
    pub(super) fn new(partitions: &Partitions) -> Self {
        let mut stacks = Self {
            normal: partitions.triples.iter().map(|&partition| to_normal(partition)).collect(),
            ways: Vec::with_capacity(PARTITIONS * PARTITIONS),
            start: Vec::with_capacity(PARTITIONS * PARTITIONS),
            most: Vec::with_capacity(PARTITIONS),
            lists: Vec::new(),
        };
        let mut listed: Vec<Option<Vec<(u32, u16)>>> = vec![None; PARTITIONS];
        for second in 0..PARTITIONS {
            let images = partitions.images(&stacks.normal[second]);
            let normal = usize::from(images[second]);
            let lists = &mut stacks.lists;
            let of_third = listed[normal].get_or_insert_with(|| list(partitions, normal, lists));
            for third in images {
                let (start, ways) = of_third[usize::from(third)];
                stacks.start.push(start);
                stacks.ways.push(ways);
            }
            stacks.most.push(of_third.iter().map(|&(_, ways)| ways).max().unwrap_or(0));
        }
        stacks
    }

    /// Returns a sixth of the number of arrangements of a pair of partitions.
    #[inline]
    pub(super) fn ways(&self, second: u16, third: u16) -> u64 {
        u64::from(self.ways[usize::from(second) * PARTITIONS + usize::from(third)])
    }

    /// Returns a sixth of the largest number of arrangements that a second partition has with any
    /// third.
    pub(super) fn most(&self, second: u16) -> u64 {
        u64::from(self.most[usize::from(second)])
    }

    /// Returns the arrangements of a pair of partitions after its normal relabelling, one of each
    /// six.
    #[inline]
    pub(super) fn arrangements(&self, second: u16, third: u16) -> &[u64] {
        let pair = usize::from(second) * PARTITIONS + usize::from(third);
        &self.lists[self.start[pair] as usize..][..usize::from(self.ways[pair])]
    }
}

/// Appends the arrangements for a second partition and each third partition to `lists`; returns the
/// start and length of each list.
fn list(partitions: &Partitions, second: usize, lists: &mut Vec<u64>) -> Vec<(u32, u16)> {
    // The columns of the first two boxes must be disjoint, and determine those of the third.
    let mut columns: Vec<[Triples; 3]> = Vec::new();
    // Fix the columns of one minirow: this selects one of each six arrangements.
    for a in transversals(PLAIN).filter(|a| (0..3).all(|c| a[c] >> c & 1 == 1)) {
        for b in transversals(partitions.triples[second]) {
            if (0..3).all(|column| a[column] & b[column] == 0) {
                columns.push([a, b, [0, 1, 2].map(|column| 0o777 & !a[column] & !b[column])]);
            }
        }
    }
    let mut found = Vec::with_capacity(PARTITIONS);
    for third in &partitions.triples {
        let start = lists.len();
        let fits = columns.iter().filter(|[_, _, c]| {
            c.iter().all(|set| third.iter().all(|triple| (set & triple).count_ones() == 1))
        });
        lists.extend(fits.map(|&boxes| pack(boxes)));
        found.push((start as u32, (lists.len() - start) as u16));
    }
    found
}

/// Returns the 216 ways to arrange the minirows of a box, as its three columns.
fn transversals(minirows: Triples) -> impl Iterator<Item = Triples> {
    let digits = minirows.map(|triple| {
        let mut digits = (0..DIGITS).filter(move |digit| triple >> digit & 1 == 1);
        [0; 3].map(|_: u16| 1 << digits.next().unwrap_or(0))
    });
    (0..216).map(move |i| {
        let orders = [i / 36, i / 6 % 6, i % 6];
        let [a, b, c] =
            [0, 1, 2].map(|row| ORDERS[orders[row]].map(|place| digits[row][usize::from(place)]));
        [0, 1, 2].map(|column| a[column] | b[column] | c[column])
    })
}
