//! FNV-1a: a hash of a few bytes that is the same in every version and on every machine.

/// The hash of an empty input, to which the first word is added.
pub const FNV: u64 = 0xCBF2_9CE4_8422_2325;

/// Adds a word, usually a byte, to a hash.
///
/// ```
/// use batchdoku_base::{FNV, fnv};
/// let hash = b"foobar".iter().fold(FNV, |hash, &byte| fnv(hash, u64::from(byte)));
/// assert_eq!(hash, 0x8594_4171_F739_67E8);
/// ```
pub const fn fnv(hash: u64, word: u64) -> u64 {
    (hash ^ word).wrapping_mul(0x0100_0000_01B3)
}
