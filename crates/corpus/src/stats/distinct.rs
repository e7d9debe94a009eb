//! The number of distinct grids, in bounded memory.
//!
//! Adaptive sampling (Wegman; analysed by Flajolet, "On adaptive sampling", Computing 43, 1990) keeps the hashes of all
//! grids until there are too many, then only hashes that end in one zero bit, then in two, and so on. A hash that is
//! kept then stands for 2, 4, … grids. The sample depends only on the set of grids, not on their order or on how they
//! are distributed over threads.

use std::{
    collections::HashSet,
    hash::{BuildHasherDefault, DefaultHasher, Hasher},
};

use batchdoku_engine::grid::Grid;

/// Counts distinct grids: exactly up to a limit, and above it with a standard error of about 1.2 /
/// √limit.
///
/// Grids are compared by 64-bit hashes: among four million distinct grids, two share a hash with a probability of 1 in
/// 2 million.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Distinct {
    hashes: HashSet<u64, BuildHasherDefault<DefaultHasher>>,
    limit: usize,
    /// The number of trailing zero bits that a hash must have to be kept.
    zeros: u32,
}

impl Distinct {
    /// Creates an empty counter that is exact up to `limit` grids.
    pub(super) fn up_to(limit: usize) -> Self {
        Self { hashes: HashSet::default(), limit, zeros: 0 }
    }

    pub(super) fn insert(&mut self, grid: &Grid) {
        let mut hasher = DefaultHasher::new();
        hasher.write(grid.digits());
        self.insert_hash(hasher.finish());
    }

    /// Adds a hash, if it ends in enough zeros. Above the limit, requires more zeros until enough hashes are dropped:
    /// each further zero drops half of them on average, but may drop none.
    fn insert_hash(&mut self, hash: u64) {
        if hash.trailing_zeros() >= self.zeros {
            self.hashes.insert(hash);
            while self.hashes.len() > self.limit {
                self.demand_zeros(self.zeros + 1);
            }
        }
    }

    fn demand_zeros(&mut self, zeros: u32) {
        self.zeros = zeros;
        self.hashes.retain(|hash| hash.trailing_zeros() >= zeros);
    }

    /// Adds the grids of `other`.
    ///
    /// # Panics
    /// If the limits differ.
    pub(super) fn merge(&mut self, other: Self) {
        assert_eq!(self.limit, other.limit, "counts up to different limits don't merge");
        if other.zeros > self.zeros {
            self.demand_zeros(other.zeros);
        }
        other.hashes.into_iter().for_each(|hash| self.insert_hash(hash));
    }

    /// Returns the number of distinct grids, exact or estimated: see [`Self::is_exact`].
    pub(super) fn count(&self) -> u64 {
        (self.hashes.len() as u64) << self.zeros
    }

    pub(super) fn is_exact(&self) -> bool {
        self.zeros == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use batchdoku_testkit::sized;

    /// Returns a different grid for each `n`: its digits in base 10.
    fn grid(n: u64) -> Grid {
        let digit = |cell: usize| (n / 10u64.pow((cell % 19) as u32) % 10) as u8;
        Grid::from_digits(std::array::from_fn(digit)).unwrap()
    }

    fn of(grids: impl Iterator<Item = u64>, limit: usize) -> Distinct {
        let mut distinct = Distinct::up_to(limit);
        grids.for_each(|n| distinct.insert(&grid(n)));
        distinct
    }

    #[test]
    fn exact_up_to_the_limit() {
        let limit = sized(1000, 30);
        let at = of((0..limit).chain(0..limit), limit as usize);
        assert_eq!((at.count(), at.is_exact()), (limit, true));
        let above = of(0..limit + 1, limit as usize);
        assert!(!above.is_exact());
    }

    #[test]
    fn estimates_above_the_limit() {
        let (all, limit, percent) = sized((100_000, 4096, 6), (400, 64, 40));
        let estimate = of(0..all, limit);
        assert!(!estimate.is_exact());
        assert!(estimate.hashes.len() <= limit, "{} of {limit}", estimate.hashes.len());
        let error = estimate.count().abs_diff(all);
        assert!(error < all / 100 * percent, "off by {error}");
    }

    #[test]
    fn parts_merge_into_the_whole() {
        let all = sized(2000, 30);
        for limit in [10, 100, 5000] {
            let whole = of(0..all, limit);
            for cut in [0, 3, all / 3, all - 1] {
                let mut first = of(0..cut, limit);
                first.merge(of((cut / 2..all).rev(), limit));
                assert_eq!(first, whole, "limit {limit}, cut {cut}");
            }
        }
    }
}
