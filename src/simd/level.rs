//! The instruction sets that there are backends for, and the one call into each.

use super::{Kernel, Simd, portable::Portable};
#[cfg(target_arch = "x86_64")]
use super::{avx2::Avx2, avx512::Avx512};
use crate::named::named;

/// An instruction set that vectors are worked with. Results are the same at every level.
///
/// ```
/// use batchdoku::simd::SimdLevel;
/// assert!(SimdLevel::detect().is_available());
/// assert_eq!("avx2".parse(), Ok(SimdLevel::Avx2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SimdLevel {
    /// x86-64 with AVX-512 F, BW, VL, VBMI, VBMI2 and BITALG (Ice Lake, Zen 4 and later).
    Avx512,
    /// x86-64 with AVX2 and BMI.
    Avx2,
    /// What the program was compiled for: SSE2, NEON or none.
    Portable,
}

// The fastest first.
named!(SimdLevel { Avx512 = "avx512", Avx2 = "avx2", Portable = "portable" });

impl SimdLevel {
    /// The levels that this machine has, the fastest first.
    pub fn available() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|level| level.is_available())
    }

    /// The fastest level that this machine has.
    pub fn detect() -> Self {
        Self::available().next().unwrap_or(Self::Portable)
    }

    /// Whether this machine has it.
    pub fn is_available(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => Avx512::new().is_some(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => Avx2::new().is_some(),
            Self::Portable => true,
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }

    /// Runs `kernel` at this level, or at the portable one where the machine lacks it.
    pub(crate) fn run<K: Kernel>(self, kernel: K) -> K::Output {
        #[cfg(target_arch = "x86_64")]
        match self {
            Self::Avx512 => {
                if let Some(simd) = Avx512::new() {
                    return simd.call(kernel);
                }
            }
            Self::Avx2 => {
                if let Some(simd) = Avx2::new() {
                    return simd.call(kernel);
                }
            }
            Self::Portable => {}
        }
        Portable.call(kernel)
    }
}
