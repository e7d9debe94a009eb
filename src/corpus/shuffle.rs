//! A random equivalent of each record of a corpus.

use super::{random::Seed, transform::Transform};

/// Draws one random [`Transform`] per record.
///
/// The transform of a record depends only on the seed and the index of the record: not on other
/// records, the order or the number of threads.
///
/// ```
/// use batchdoku::corpus::shuffle::Shuffler;
/// let shuffle = Shuffler::new(7);
/// assert_eq!(shuffle.transform(3), Shuffler::new(7).transform(3));
/// assert_ne!(shuffle.transform(3), shuffle.transform(4));
/// ```
#[derive(Clone, Debug)]
pub struct Shuffler {
    seed: Seed,
}

impl Shuffler {
    /// The transforms of `seed`.
    pub fn new(seed: u64) -> Self {
        Self { seed: Seed::new(seed) }
    }

    /// The transform of record `index`: uniform over all symmetries.
    pub fn transform(&self, index: u64) -> Transform {
        Transform::random(&mut self.seed.record(index))
    }
}
