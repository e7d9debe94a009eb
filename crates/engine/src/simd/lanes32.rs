//! Vectors in memory.

/// The number of lanes of 16 bits that are searched together.
pub const LANES: usize = 32;

/// 32 lanes of 16 bits in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(crate) struct Lanes32(pub(crate) [u16; LANES]);

impl Lanes32 {
    /// Returns this value in each lane.
    pub(crate) const fn splat(value: u16) -> Self {
        Self([value; LANES])
    }

    /// Returns the 64 bytes, the low byte of lane 0 first.
    #[inline(always)]
    pub(crate) fn bytes(&self) -> [u8; 2 * LANES] {
        let mut bytes = [0; 2 * LANES];
        for lane in 0..LANES {
            [bytes[2 * lane], bytes[2 * lane + 1]] = self.0[lane].to_le_bytes();
        }
        bytes
    }

    /// Returns the lanes of these bytes: the inverse of [`bytes`](Self::bytes).
    #[inline(always)]
    pub(crate) fn from_bytes(bytes: &[u8; 2 * LANES]) -> Self {
        let mut lanes = [0; LANES];
        for lane in 0..LANES {
            lanes[lane] = u16::from_le_bytes([bytes[2 * lane], bytes[2 * lane + 1]]);
        }
        Self(lanes)
    }
}
