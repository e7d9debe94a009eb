//! Random complete grids, exactly uniform.

mod bands;
mod split;
mod stacks;

use std::sync::LazyLock;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::grid::Grid;
use bands::{BANDS, Band, bands, place};
use split::{Relabelling, Splits, relabelled, to_plain};
use stacks::Stacks;

const DIGITS: usize = 9;

/// The orders of three things.
const ORDERS: [[u8; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// Random complete grids of one seed, each by its number.
///
/// ```
/// use batchdoku::corpus::grids::Grids;
/// let mut grids = Grids::new(1);
/// let tenth = grids.grid(10);
/// assert!(tenth.is_complete());
/// assert_ne!(tenth, grids.grid(11));
/// assert_eq!(tenth, Grids::new(1).grid(10));
/// ```
#[derive(Clone, Debug)]
pub struct Grids {
    seeded: ChaCha8Rng,
}

impl Grids {
    /// The grids of `seed`.
    pub fn new(seed: u64) -> Self {
        Self { seeded: ChaCha8Rng::seed_from_u64(seed) }
    }

    /// Grid number `record`, uniform over all grids and independent of those of other numbers.
    pub fn grid(&mut self, record: u64) -> Grid {
        let mut rng = self.seeded.clone();
        rng.set_stream(record);
        random_grid(&mut rng)
    }
}

/// A grid drawn uniformly from all 6,670,903,752,021,072,936,960; see the head of this module.
pub fn random_grid(rng: &mut ChaCha8Rng) -> Grid {
    let tables: &Tables = &TABLES;
    let (first, [second, third]) = tables.propose(rng);
    let mut columns = [0; 3];
    let mut relabellings = [&[0; DIGITS]; 3];
    for of in 0..3 {
        let kind = &tables.kinds[first];
        let plain = &kind.plain[of];
        let [a, b] = [second, third].map(|band| plain.image[usize::from(band.splits[of])]);
        let choices = tables.stacks.arrangements(a, b);
        columns[of] = choices[rng.random_range(0..choices.len() as u32) as usize];
        relabellings[of] = &plain.normal[usize::from(a)];
    }
    let bands = [&tables.bands[tables.kinds[first].band], second, third];
    let orders = rng.random_range(0..2 * 6u32.pow(5));
    let order = |i: u32| &ORDERS[(orders / 6u32.pow(i) % 6) as usize];
    let rows = [&ORDERS[0], order(0), order(1)];
    let within = [order(2), order(3), order(4)];
    let swap = (orders / 6u32.pow(5)) as usize;
    let stack = [0, 1 + swap, 2 - swap];
    let digits = random_digits(rng);

    let mut grid = Grid::EMPTY;
    for b in 0..3 {
        for s in 0..3 {
            let by = relabellings[s];
            for d in 0..DIGITS {
                let row = 3 * b + usize::from(rows[b][place(bands[b].rows, s, d) % 3]);
                let column = 3 * stack[s]
                    + usize::from(within[s][place(columns[s], b, usize::from(by[d])) % 3]);
                grid.0[9 * row + column] = digits[d];
            }
        }
    }
    grid
}

/// The digits 1–9 in random order.
fn random_digits(rng: &mut ChaCha8Rng) -> Relabelling {
    let mut rest = rng.random_range(0..362_880u32);
    let mut digits = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    for last in 1..DIGITS as u32 {
        digits.swap(last as usize, (rest % (last + 1)) as usize);
        rest /= last + 1;
    }
    digits
}

/// One of the two kinds of first band.
struct Kind {
    /// Its number in the table of bands.
    band: usize,
    /// For each box: how its split becomes [`PLAIN`].
    plain: [Plain; 3],
}

/// What a relabelling that makes the split of a box plain does to other splits.
struct Plain {
    /// The number of the image of each split.
    image: Vec<u16>,
    /// For each image as the split of the second box: from the digits before to normal ones.
    normal: Vec<Relabelling>,
}

/// Pairs of a first and a second band with the same weight.
struct Group {
    /// The weight of each pair.
    weight: u64,
    /// Bound on the arrangements of each pair with any third band.
    bound: u64,
    /// Which kind of first band, and which second band.
    pairs: Vec<(u16, u16)>,
}

struct Tables {
    bands: Vec<Band>,
    stacks: Stacks,
    kinds: [Kind; 2],
    groups: Vec<Group>,
    total: u64,
}

static TABLES: LazyLock<Tables> = LazyLock::new(Tables::new);

impl Tables {
    fn new() -> Self {
        let splits = Splits::new();
        let stacks = Stacks::new(&splits);
        let bands = bands(&splits);
        let pure = bands.iter().position(|band| band.splits == [0, 0, 0]).unwrap();
        let mixed = bands.iter().position(|band| band.splits[1] != 0).unwrap();
        let kinds = [pure, mixed].map(|band| Kind {
            band,
            plain: bands[band].splits.map(|split| {
                let by = to_plain(splits.triples[usize::from(split)]);
                Plain {
                    image: splits
                        .triples
                        .iter()
                        .map(|t| splits.number(t.map(|t| relabelled(t, &by))))
                        .collect(),
                    normal: stacks.normal.iter().map(|n| by.map(|d| n[usize::from(d)])).collect(),
                }
            }),
        });
        let mut groups: Vec<Group> = Vec::new();
        for (k, kind) in kinds.iter().enumerate() {
            for (r, band) in bands.iter().enumerate() {
                let bound: u64 = (0..3)
                    .map(|of| {
                        let a = kind.plain[of].image[usize::from(band.splits[of])];
                        u64::from(stacks.most[usize::from(a)])
                    })
                    .product();
                let weight = bound * [2, 54][k];
                let pair = (k as u16, r as u16);
                match groups.iter_mut().find(|g| g.weight == weight && g.bound == bound) {
                    Some(group) => group.pairs.push(pair),
                    None => groups.push(Group { weight, bound, pairs: vec![pair] }),
                }
            }
        }
        groups.sort_by_key(|g| std::cmp::Reverse(g.weight * g.pairs.len() as u64));
        let total = groups.iter().map(|g| g.weight * g.pairs.len() as u64).sum();
        Self { bands, stacks, kinds, groups, total }
    }

    fn propose(&self, rng: &mut ChaCha8Rng) -> (usize, [&Band; 2]) {
        loop {
            let mut at = rng.random_range(0..self.total);
            let mut groups = self.groups.iter();
            let (group, pair) = loop {
                let group = groups.next().expect("");
                let all = group.weight * group.pairs.len() as u64;
                if at < all {
                    break (group, group.pairs[(at / group.weight) as usize]);
                }
                at -= all;
            };
            let second = &self.bands[usize::from(pair.1)];
            let draw = rng.random_range(0..BANDS as u64 * group.bound);
            let third = &self.bands[(draw / group.bound) as usize];
            let ways: u64 = (0..3)
                .map(|of| {
                    let image = &self.kinds[usize::from(pair.0)].plain[of].image;
                    let a = usize::from(image[usize::from(second.splits[of])]);
                    let b = usize::from(image[usize::from(third.splits[of])]);
                    u64::from(self.stacks.ways[a * 280 + b])
                })
                .product();
            if draw % group.bound < ways {
                return (usize::from(pair.0), [second, third]);
            }
        }
    }
}
