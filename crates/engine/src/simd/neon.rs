//! NEON: four parts per [`Lanes32`].
#![allow(unsafe_code, reason = "calls of functions with target features, and an empty `asm!`")]

use std::arch::{aarch64::*, asm, is_aarch64_feature_detected};

use super::{
    Kernel, LaneRows, Lanes32, Simd, WordLookup,
    blocks::{BlockRows, Blocks},
    eight_lanes, memory,
    methods::{by_blocks, methods, operations},
};

/// Proof that the CPU has NEON.
#[derive(Clone, Copy, Debug)]
pub(super) struct Neon(());

/// The bit of each lane of a part.
static LANE_BITS: [u16; 8] = [1, 2, 4, 8, 16, 32, 64, 128];

impl Neon {
    /// Returns the proof that the CPU has NEON, if it does.
    #[inline]
    pub(super) fn new() -> Option<Self> {
        is_aarch64_feature_detected!("neon").then_some(Self(()))
    }

    /// Runs a kernel. The kernel is compiled into this function, with its instructions.
    #[inline(never)]
    #[target_feature(enable = "neon")]
    fn enter<K: Kernel>(self, kernel: K) -> K::Output {
        kernel.run(self)
    }

    methods! {
        "neon", simd: Neon;

        /// Returns the class of each of `bytes`, which need not be in the window.
        fn classes<const N: usize>(self, bytes: uint8x16_t, table: &WordLookup<N>) -> uint8x16_t {
            let mut classes = vdupq_n_u8(table.classes[255]);
            for row in 0..table.rows {
                let start = 16 * table.high_nibbles[row];
                let here = vceqq_u8(vandq_u8(bytes, vdupq_n_u8(0xF0)), vdupq_n_u8(start));
                let of_row = memory::load(&table.classes[usize::from(start)..]);
                let of_row = vqtbl1q_u8(of_row, vandq_u8(bytes, vdupq_n_u8(15)));
                classes = vbslq_u8(here, of_row, classes);
            }
            classes
        }

        /// Returns a vector that is not 0 where a byte from `first` to `last` differs from that of `expected`.
        fn differ(self, bytes: uint8x16_t, first: u8, last: u8, expected: uint8x16_t)
        -> uint8x16_t {
            let offset = vsubq_u8(bytes, vdupq_n_u8(first));
            let in_range = vcleq_u8(offset, vdupq_n_u8(last - first));
            vbicq_u8(in_range, vceqq_u8(bytes, expected))
        }
    }
}

impl Simd for Neon {
    type V = uint16x8_t;
    type Mask = uint16x8_t;
    const PARTS: usize = 4;
    by_blocks!();

    #[inline(always)]
    fn call<K: Kernel>(self, kernel: K) -> K::Output {
        // SAFETY: a value of `Neon` is made only where the CPU has the feature of `enter`.
        unsafe { self.enter(kernel) }
    }

    methods! {
        "neon", simd: Neon;

        fn splat(self, value: u16) -> uint16x8_t {
            vdupq_n_u16(value)
        }

        fn load(self, row: &Lanes32, part: usize) -> uint16x8_t {
            memory::load(&row.0[8 * part..][..8])
        }

        fn store(self, v: uint16x8_t, row: &mut Lanes32, part: usize) {
            memory::store(v, &mut row.0[8 * part..][..8]);
        }

        fn opt_barrier(self, a: uint16x8_t) -> uint16x8_t {
            let mut a = a;
            // SAFETY: there is no instruction.
            unsafe {
                asm!("/* {0:v} */", inout(vreg) a, options(nomem, nostack, preserves_flags));
            }
            a
        }
    }

    operations! {
        "neon", simd: Neon, uint16x8_t;

        fn and(a, b) = vandq_u16(a, b);
        fn or(a, b) = vorrq_u16(a, b);
        fn xor(a, b) = veorq_u16(a, b);
        fn and_not(a, b) = vbicq_u16(a, b);
        // Where `a` and `b` differ, `c` decides.
        fn majority(a, b, c) = vbslq_u16(veorq_u16(a, b), c, a);
        fn add(a, b) = vaddq_u16(a, b);
        fn sub(a, b) = vsubq_u16(a, b);
        fn shl<const BITS: i32>(a) = vshlq_n_u16::<BITS>(a);
        fn shr<const BITS: i32>(a) = vshrq_n_u16::<BITS>(a);
        fn min(a, b) = vminq_u16(a, b);
        fn popcount(a) = vpaddlq_u8(vcntq_u8(vreinterpretq_u8_u16(a)));
        fn keep_single_bit(a) = {
            // Without the barrier, LLVM uses four instructions instead of three.
            let more = vtstq_u16(a, vaddq_u16(a, vdupq_n_u16(u16::MAX)));
            vbicq_u16(a, simd.opt_barrier(more))
        };
        fn and_not2_if_three_bits(a, b, c) = {
            let left = simd.and_not2(a, b, c);
            let few = vcleq_u16(simd.popcount(left), vdupq_n_u16(2));
            simd.select(few, a, left)
        };
        fn bit_indices(low, high) = {
            let zeros = vsliq_n_u16::<8>(vclzq_u16(low), vclzq_u16(high));
            vsubq_u16(vdupq_n_u16(0x0F0F), zeros)
        };
        fn eq(a, b) = vceqq_u16(a, b);
        fn select(mask, a, b) = vbslq_u16(mask, a, b);
    }

    methods! {
        "neon", simd: Neon;

        fn mask_from_bits(self, bits: u32, part: usize) -> uint16x8_t {
            vtstq_u16(vdupq_n_u16((bits >> (8 * part)) as u16), memory::load(&LANE_BITS))
        }

        fn mask_to_bits(self, mask: uint16x8_t, part: usize) -> u32 {
            u32::from(vaddvq_u16(vandq_u16(mask, memory::load(&LANE_BITS)))) << (8 * part)
        }

        fn zip16(self, a: uint16x8_t, b: uint16x8_t) -> [uint16x8_t; 2] {
            [vzip1q_u16(a, b), vzip2q_u16(a, b)]
        }

        fn lookup<const N: usize>(self, bytes: &[u8; N], table: &WordLookup<N>) -> (Lanes32, bool) {
            let bytes = uint8x16x2_t(memory::load(bytes), memory::load(&bytes[N - 16..]));
            let bytes = [
                vqtbl2q_u8(bytes, memory::load(&table.halves)),
                vqtbl2q_u8(bytes, memory::load(&table.halves[16..])),
            ];

            let window = vdupq_n_u8(table.window);
            let in_window = [vsubq_u8(bytes[0], window), vsubq_u8(bytes[1], window)];
            let outside = vmaxvq_u8(vorrq_u8(in_window[0], in_window[1])) >= 16;
            let mut classes = in_window;
            for half in 0..2 {
                classes[half] = if outside {
                    simd.classes(bytes[half], table)
                } else {
                    let window = memory::load(&table.classes[usize::from(table.window)..]);
                    vqtbl1q_u8(window, in_window[half])
                };
            }
            let mut row = Lanes32::splat(0);
            for half in 0..2 {
                let low = vqtbl1q_u8(memory::load(&table.low), classes[half]);
                let high = vqtbl1q_u8(memory::load(&table.high), classes[half]);
                simd.store(vreinterpretq_u16_u8(vzip1q_u8(low, high)), &mut row, 2 * half);
                simd.store(vreinterpretq_u16_u8(vzip2q_u8(low, high)), &mut row, 2 * half + 1);
            }
            (row, vmaxvq_u8(vorrq_u8(classes[0], classes[1])) >= 0x80)
        }

        fn equal_in_range<const N: usize>(
            self, bytes: &[u8; N], first: u8, last: u8, expected: &Lanes32
        ) -> bool {
            const { assert!(N == 32 || N == 64) };
            let mut differ = vdupq_n_u8(0);
            for part in 0..N / 16 {
                let other = vreinterpretq_u8_u16(simd.load(expected, part));
                let v = memory::load(&bytes[16 * part..]);
                differ = vorrq_u8(differ, simd.differ(v, first, last, other));
            }
            vmaxvq_u8(differ) == 0
        }
    }

    #[inline(always)]
    fn transpose<R: LaneRows>(self, from: &R, rows: u32, to: &mut [Lanes32]) {
        eight_lanes::transpose(self, from, rows, to);
    }
}

impl Blocks for Neon {
    methods! {
        "neon", simd: Neon;

        fn zip8(self, a: uint16x8_t, b: uint16x8_t) -> [uint16x8_t; 2] {
            let (a, b) = (vreinterpretq_u8_u16(a), vreinterpretq_u8_u16(b));
            [vreinterpretq_u16_u8(vzip1q_u8(a, b)), vreinterpretq_u16_u8(vzip2q_u8(a, b))]
        }

        fn sub8(self, a: uint16x8_t, byte: u8) -> uint16x8_t {
            vreinterpretq_u16_u8(vsubq_u8(vreinterpretq_u8_u16(a), vdupq_n_u8(byte)))
        }

        fn shuffle8(self, table: &[u8; 16], indices: uint16x8_t) -> uint16x8_t {
            let bytes = vqtbl1q_u8(memory::load(table), vreinterpretq_u8_u16(indices));
            vreinterpretq_u16_u8(bytes)
        }
    }

    #[inline(always)]
    fn load_blocks<R: BlockRows>(self, from: &R, first: usize) -> uint16x8_t {
        memory::load(from.block(first))
    }
}
