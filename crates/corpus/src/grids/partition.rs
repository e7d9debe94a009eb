//! The 280 ways to partition nine digits into three unordered triples, and their relabellings.
//!
//! Digits are 0–8, and sets of digits are 9-bit masks.

use super::orders::{DIGITS, ORDERS};

/// The number of partitions: 9! / (3!)⁴.
pub(super) const PARTITIONS: usize = 280;

/// Three disjoint triples of digits.
pub(super) type Triples = [u16; 3];

/// The images of the nine digits under a permutation.
pub(super) type Relabelling = [u8; DIGITS];

/// Partition number 0: {0,1,2} {3,4,5} {6,7,8}.
pub(super) const PLAIN: Triples = [0o007, 0o070, 0o700];

pub(super) struct Partitions {
    /// The triples of each partition, sorted by lowest digit.
    pub(super) triples: Vec<Triples>,
    /// For each triple, the number of the first partition that begins with it.
    first: [u16; 512],
}

impl Partitions {
    pub(super) fn new() -> Self {
        let mut triples = Vec::with_capacity(PARTITIONS);
        let mut first = [0; 512];
        for a in triples_of(0o777) {
            first[usize::from(a)] = triples.len() as u16;
            triples.extend(triples_of(0o777 & !a).map(move |b| [a, b, 0o777 & !a & !b]));
        }
        Self { triples, first }
    }

    /// Returns the number of a partition. The triples can be in any order.
    pub(super) fn number(&self, mut triples: Triples) -> u16 {
        triples.sort_unstable_by_key(|triple| triple.trailing_zeros());
        let first = self.first[usize::from(triples[0])];
        let after =
            self.triples[usize::from(first)..].iter().position(|partition| *partition == triples);
        first + after.expect("three disjoint triples are one of the partitions") as u16
    }

    pub(super) fn images(&self, by: &Relabelling) -> Vec<u16> {
        let images = self.triples.iter().map(|triples| triples.map(|set| relabelled(set, by)));
        images.map(|triples| self.number(triples)).collect()
    }
}

/// Returns the triples within `set` that contain its lowest digit, in ascending order.
fn triples_of(set: u16) -> impl Iterator<Item = u16> {
    let lowest = set & set.wrapping_neg();
    (0..512)
        .filter(move |&mask: &u16| mask & !set == 0 && mask & lowest != 0 && mask.count_ones() == 3)
}

/// Returns the image of a set of digits.
fn relabelled(set: u16, by: &Relabelling) -> u16 {
    (0..DIGITS).filter(|digit| set >> digit & 1 == 1).fold(0, |image, digit| image | 1 << by[digit])
}

/// Returns a relabelling that maps `partition` to [`PLAIN`], triple by triple in the given order.
pub(super) fn to_plain(partition: Triples) -> Relabelling {
    to_order(partition, PLAIN)
}

/// Returns a relabelling that keeps [`PLAIN`] and maps `partition` to a normal form: all partitions that share the same
/// numbers of digits with the triples of [`PLAIN`] have the same normal form.
pub(super) fn to_normal(partition: Triples) -> Relabelling {
    let orders = ORDERS.iter().flat_map(|&rows| {
        ORDERS.iter().map(move |&columns| (in_order(PLAIN, rows), in_order(partition, columns)))
    });
    let best = orders.max_by_key(|(rows, columns)| {
        rows.map(|row| columns.map(|column| (row & column).count_ones()))
    });
    let (rows, columns) = best.expect("there are 36 orders");
    to_order(rows, columns)
}

fn in_order(triples: Triples, order: [u8; 3]) -> Triples {
    order.map(|place| triples[usize::from(place)])
}

/// Returns the relabelling that numbers the digits by their triple in `major`, then by their triple in `minor`, then in
/// ascending order.
fn to_order(major: Triples, minor: Triples) -> Relabelling {
    let mut by = [0; DIGITS];
    let mut next = 0;
    for set in major.iter().flat_map(|&a| minor.iter().map(move |&b| a & b)) {
        for (digit, image) in by.iter_mut().enumerate() {
            if set >> digit & 1 == 1 {
                *image = next;
                next += 1;
            }
        }
    }
    by
}
