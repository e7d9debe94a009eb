//! Draws the minirow structures of three bands, with the probabilities that make complete grids uniform.

use std::{cmp::Reverse, sync::LazyLock};

use super::super::random::RecordRng;
use super::{
    bands::{BANDS, BandStructure, bands},
    partition::{Partitions, Relabelling, to_plain},
    stacks::StackTables,
};

/// The tables, built at first use.
pub(super) static SAMPLER: LazyLock<StructureSampler> = LazyLock::new(StructureSampler::new);

/// A kind of first band, with its representative.
pub(super) struct FirstBand {
    /// The number of the representative among all bands.
    pub(super) band: usize,
    /// The number of bands of this kind with the same first box.
    pub(super) count: u64,
    /// The relabellings that make the first box of each stack plain.
    plain: [ToPlain; 3],
}

/// A relabelling that makes a partition plain, as tables.
struct ToPlain {
    /// The number of the image of each partition.
    image: Vec<u16>,
    /// For each partition of the second box: this relabelling, followed by the one that normalises the image of the
    /// partition.
    normal: Vec<Relabelling>,
}

/// A stack with boxes that are partitioned into minirows.
pub(super) struct SplitStack<'a> {
    /// The partition of the second box, once the first box is plain.
    pub(super) second: u16,
    /// The partition of the third box, once the first box is plain.
    pub(super) third: u16,
    /// Maps the digits of the stack to those of [`StackTables::arrangements`].
    pub(super) normal: &'a Relabelling,
}

/// Pairs of a kind of first band and a second band. All pairs of a group have the same weight and bound.
struct PairGroup {
    weight: u64,
    /// The bound on the number of ways, for any third band.
    bound: u64,
    /// Kinds and second bands, by number.
    pairs: Vec<(u16, u16)>,
}

/// The tables to draw structures from.
pub(super) struct StructureSampler {
    pub(super) bands: Vec<BandStructure>,
    pub(super) stacks: StackTables,
    pub(super) kinds: [FirstBand; 2],
    groups: Vec<PairGroup>,
    total: u64,
}

impl FirstBand {
    fn new(
        bands: &[BandStructure],
        partitions: &Partitions,
        stacks: &StackTables,
        repeats: bool,
    ) -> Self {
        let is_kind = |band: &BandStructure| (band.partitions[1] == 0) == repeats;
        let with_plain_box = bands.iter().take_while(|band| band.partitions[0] == 0);
        let count = with_plain_box.filter(|band| is_kind(band)).count() as u64;
        let band = bands.iter().position(is_kind).expect("there are bands of both kinds");
        let plain = bands[band].partitions.map(|partition| {
            let by = to_plain(partitions.triples[usize::from(partition)]);
            // This relabelling makes the partition plain, then `normal` normalises it.
            let both = |normal: &Relabelling| by.map(|digit| normal[usize::from(digit)]);
            ToPlain {
                image: partitions.images(&by),
                normal: stacks.normal.iter().map(both).collect(),
            }
        });
        Self { band, count, plain }
    }

    /// Returns stack `of` of this first band and two lower bands.
    #[inline]
    pub(super) fn stack(
        &self,
        of: usize,
        second: &BandStructure,
        third: &BandStructure,
    ) -> SplitStack<'_> {
        let ToPlain { image, normal } = &self.plain[of];
        let [second, third] = [second, third].map(|band| image[usize::from(band.partitions[of])]);
        SplitStack { second, third, normal: &normal[usize::from(second)] }
    }
}

impl StructureSampler {
    fn new() -> Self {
        let partitions = Partitions::new();
        let stacks = StackTables::new(&partitions);
        let bands = bands(&partitions);
        let kinds =
            [true, false].map(|repeats| FirstBand::new(&bands, &partitions, &stacks, repeats));
        let mut groups: Vec<PairGroup> = Vec::new();
        for (k, kind) in (0..).zip(&kinds) {
            for (r, band) in (0..).zip(&bands) {
                let bound =
                    (0..3).map(|of| stacks.most(kind.stack(of, band, band).second)).product();
                let weight = kind.count * bound;
                match groups.iter_mut().find(|group| (group.weight, group.bound) == (weight, bound))
                {
                    Some(group) => group.pairs.push((k, r)),
                    None => groups.push(PairGroup { weight, bound, pairs: vec![(k, r)] }),
                }
            }
        }
        // Sort likely groups first, because `pair` searches them in order.
        groups.sort_by_key(|group| Reverse(group.total()));
        let total = groups.iter().map(PairGroup::total).sum();
        Self { bands, stacks, kinds, groups, total }
    }

    /// Draws the kind of the first band, and the bands from the top, with probability proportional to the
    /// number of grids that have them.
    pub(super) fn structure(&self, rng: &mut RecordRng) -> (&FirstBand, [&BandStructure; 3]) {
        loop {
            let (group, (k, r)) = self.pair(rng.below_u64(self.total));
            let kind = &self.kinds[usize::from(k)];
            let second = &self.bands[usize::from(r)];
            // A single draw decides the third band and whether it is accepted.
            let draw = rng.below_u64(BANDS as u64 * group.bound);
            let third = &self.bands[(draw / group.bound) as usize];
            if draw % group.bound < self.ways(kind, second, third) {
                return (kind, [&self.bands[kind.band], second, third]);
            }
        }
    }

    /// Returns the number of ways to arrange all three stacks, up to the order of their columns.
    #[inline]
    pub(super) fn ways(
        &self,
        kind: &FirstBand,
        second: &BandStructure,
        third: &BandStructure,
    ) -> u64 {
        (0..3)
            .map(|of| {
                let SplitStack { second, third, .. } = kind.stack(of, second, third);
                self.stacks.ways(second, third)
            })
            .product()
    }

    /// Returns the pair at a position if all pairs are laid end to end, each as long as its weight.
    #[inline]
    fn pair(&self, mut at: u64) -> (&PairGroup, (u16, u16)) {
        for group in &self.groups {
            if at < group.total() {
                return (group, group.pairs[(at / group.weight) as usize]);
            }
            at -= group.total();
        }
        unreachable!("the place is below the total weight")
    }
}

impl PairGroup {
    #[inline]
    fn total(&self) -> u64 {
        self.weight * self.pairs.len() as u64
    }
}
