//! A random equivalent of each record of a corpus, the same whoever makes it and in what order.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::transform::Transform;

/// Draws one random [`Transform`] a record.
///
/// Record `index` has stream `index` of a ChaCha generator with the key of the seed to itself,
/// so its transform depends on seed and index alone: not on the other records, nor on threads.
///
/// ```
/// use batchdoku::corpus::shuffle::Shuffler;
/// let shuffle = Shuffler::new(7);
/// assert_eq!(shuffle.transform(3), Shuffler::new(7).transform(3));
/// assert_ne!(shuffle.transform(3), shuffle.transform(4));
/// ```
#[derive(Clone, Debug)]
pub struct Shuffler {
    generator: ChaCha8Rng,
}

impl Shuffler {
    /// The transforms of `seed`.
    pub fn new(seed: u64) -> Self {
        Self { generator: ChaCha8Rng::seed_from_u64(seed) }
    }

    /// The transform of record `index`: uniform over all symmetries.
    pub fn transform(&self, index: u64) -> Transform {
        let mut generator = self.generator.clone();
        generator.set_stream(index);
        Transform::random(&mut generator)
    }
}
