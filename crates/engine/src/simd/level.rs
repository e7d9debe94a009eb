//! The instruction sets with a backend, and their choice at run time.

#[cfg(target_arch = "aarch64")]
use super::neon::Neon;
use super::{Kernel, Simd, portable::Portable};
#[cfg(target_arch = "x86_64")]
use super::{avx2::Avx2, avx512::Avx512};
use batchdoku_base::named;

/// The instruction set of the lane engine's vectors. The level affects the speed only: results and node
/// counts are the same at every level.
///
/// ```
/// use batchdoku::simd::SimdLevel;
/// assert!(SimdLevel::detect().is_available());
/// assert_eq!("avx2".parse(), Ok(SimdLevel::Avx2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SimdLevel {
    /// AVX-512 on x86-64: F, BW, VL, VBMI, VBMI2 and BITALG, with BMI (Ice Lake, Zen 4 and later).
    Avx512,
    /// AVX2 on x86-64, with BMI (Haswell, Zen and later).
    Avx2,
    /// NEON on aarch64.
    Neon,
    /// Vectors of 128 bits in the instructions that the program is compiled for: SSE2 on x86-64,
    /// NEON on aarch64, simd128 on wasm32 if it is enabled, otherwise none.
    Portable,
}

// The fastest first.
named!(SimdLevel { Avx512 = "avx512", Avx2 = "avx2", Neon = "neon", Portable = "portable" });

impl SimdLevel {
    /// Returns the levels that this CPU supports, the fastest first.
    pub fn available() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|level| level.is_available())
    }

    /// Returns the fastest level that this CPU supports.
    pub fn detect() -> Self {
        Self::available().next().unwrap_or(Self::Portable)
    }

    /// Tests whether this CPU supports the level.
    pub fn is_available(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => Avx512::new().is_some(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => Avx2::new().is_some(),
            #[cfg(target_arch = "aarch64")]
            Self::Neon => Neon::new().is_some(),
            Self::Portable => true,
            #[allow(unreachable_patterns, reason = "levels of other targets")]
            _ => false,
        }
    }

    /// Runs `kernel` at this level, or at the portable one if the CPU does not support it.
    pub(crate) fn run<K: Kernel>(self, kernel: K) -> K::Output {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => {
                if let Some(simd) = Avx512::new() {
                    return simd.call(kernel);
                }
            }
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => {
                if let Some(simd) = Avx2::new() {
                    return simd.call(kernel);
                }
            }
            #[cfg(target_arch = "aarch64")]
            Self::Neon => {
                if let Some(simd) = Neon::new() {
                    return simd.call(kernel);
                }
            }
            _ => {}
        }
        Portable.call(kernel)
    }
}
