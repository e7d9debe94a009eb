//! AVX-512: one part per [`Lanes32`]; three-operand logic is one instruction.
#![allow(unsafe_code, reason = "calls of functions with target features, and an empty `asm!`")]

use std::arch::{asm, x86_64::*};

use super::{
    Kernel, LaneRows, Lanes32, Simd, WordLookup,
    blocks::{BlockRows, Blocks, group},
    memory,
    methods::{by_blocks, methods, operations},
};

/// Proof that the CPU has AVX-512 F, BW, VL, VBMI, VBMI2 and BITALG, BMI1, BMI2 and POPCNT.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx512(());

impl Avx512 {
    /// Returns the proof that the CPU has these extensions, if it does: AMD since Zen 4, Intel since Ice Lake. A CPU that
    /// lacks one of them uses AVX2. For example, Skylake-X has F and BW but lacks VBMI, which looks up bytes.
    #[inline]
    pub(super) fn new() -> Option<Self> {
        let all = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512vbmi2")
            && is_x86_feature_detected!("avx512bitalg")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt");
        all.then_some(Self(()))
    }

    /// Runs a kernel. The kernel is compiled into this function, with its instructions.
    #[inline(never)]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,bmi1,bmi2,popcnt"
    )]
    fn enter<K: Kernel>(self, kernel: K) -> K::Output {
        memory::align_stack();
        kernel.run(self)
    }

    methods! {
        "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,bmi1,bmi2,popcnt",
        simd: Avx512;

        /// Returns blocks 0, 1 of `a` and 0, 1 of `b`, and the other blocks.
        fn halves(self, a: __m512i, b: __m512i) -> [__m512i; 2] {
            [
                _mm512_shuffle_i32x4::<0b01_00_01_00>(a, b),
                _mm512_shuffle_i32x4::<0b11_10_11_10>(a, b),
            ]
        }

        /// Returns blocks 0, 2 of `a` and 0, 2 of `b`, and the other blocks.
        fn alternate(self, a: __m512i, b: __m512i) -> [__m512i; 2] {
            [
                _mm512_shuffle_i32x4::<0b10_00_10_00>(a, b),
                _mm512_shuffle_i32x4::<0b11_01_11_01>(a, b),
            ]
        }

        /// Joins four blocks of 128 bits into a vector.
        fn join_blocks(self, blocks: [__m128i; 4]) -> __m512i {
            let v = _mm512_castsi128_si512(blocks[0]);
            let v = _mm512_inserti32x4::<1>(v, blocks[1]);
            let v = _mm512_inserti32x4::<2>(v, blocks[2]);
            _mm512_inserti32x4::<3>(v, blocks[3])
        }
    }
}

impl Simd for Avx512 {
    type V = __m512i;
    type Mask = __mmask32;
    const PARTS: usize = 1;
    by_blocks!();

    #[inline(always)]
    fn call<K: Kernel>(self, kernel: K) -> K::Output {
        // SAFETY: a value of `Avx512` is made only where the CPU has the features of `enter`.
        unsafe { self.enter(kernel) }
    }

    methods! {
        "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,bmi1,bmi2,popcnt",
        simd: Avx512;

        fn splat(self, value: u16) -> __m512i {
            _mm512_set1_epi16(value as i16)
        }

        fn load(self, row: &Lanes32, _part: usize) -> __m512i {
            memory::load(&row.0)
        }

        fn store(self, v: __m512i, row: &mut Lanes32, _part: usize) {
            memory::store(v, &mut row.0);
        }

        fn opt_barrier(self, a: __m512i) -> __m512i {
            let mut a = a;
            // Not `pure`, because LLVM must neither move earlier code behind it nor remove it.
            // SAFETY: there is no instruction.
            unsafe {
                asm!("/* {0} */", inout(zmm_reg) a, options(nomem, nostack, preserves_flags));
            }
            a
        }
    }

    operations! {
        "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,bmi1,bmi2,popcnt",
        simd: Avx512, __m512i;

        fn and(a, b) = _mm512_and_si512(a, b);
        fn or(a, b) = _mm512_or_si512(a, b);
        fn xor(a, b) = _mm512_xor_si512(a, b);
        fn and_not(a, b) = _mm512_andnot_si512(b, a);
        // Truth tables, indexed by `4a + 2b + c`: bit 7 is the result for three ones, bit 0 for three zeros. For
        // example, a majority is true for 7, 6, 5 and 3. One instruction replaces three.
        fn and3(a, b, c) = _mm512_ternarylogic_epi32::<0b1000_0000>(a, b, c);
        fn or3(a, b, c) = _mm512_ternarylogic_epi32::<0b1111_1110>(a, b, c);
        fn xor3(a, b, c) = _mm512_ternarylogic_epi32::<0b1001_0110>(a, b, c);
        fn majority(a, b, c) = _mm512_ternarylogic_epi32::<0b1110_1000>(a, b, c);
        fn and_not2(a, b, c) = _mm512_ternarylogic_epi32::<0b0001_0000>(a, b, c);
        fn and_either(a, b, c) = _mm512_ternarylogic_epi32::<0b1110_0000>(a, b, c);
        fn and_not_xor(a, b, c) = _mm512_ternarylogic_epi32::<0b1001_0000>(a, b, c);
        fn add(a, b) = _mm512_add_epi16(a, b);
        fn sub(a, b) = _mm512_sub_epi16(a, b);
        fn shl<const BITS: i32>(a) = _mm512_sll_epi16(a, _mm_cvtsi32_si128(BITS));
        fn shr<const BITS: i32>(a) = _mm512_srl_epi16(a, _mm_cvtsi32_si128(BITS));
        fn min(a, b) = _mm512_min_epu16(a, b);
        fn popcount(a) = _mm512_popcnt_epi16(a);
        fn keep_single_bit(a) = {
            // Without the barrier, LLVM would count bits instead, in the execution unit that also computes masks.
            let below = simd.opt_barrier(_mm512_add_epi16(a, _mm512_set1_epi16(-1)));
            _mm512_maskz_mov_epi16(_mm512_testn_epi16_mask(a, below), a)
        };
        fn and_not_unless_zero(a, b) = {
            let kept = simd.and_not(a, b);
            _mm512_mask_mov_epi16(a, _mm512_test_epi16_mask(kept, kept), kept)
        };
        fn and_not2_if_three_bits(a, b, c) = {
            let left = simd.and_not2(a, b, c);
            let few = _mm512_cmplt_epu16_mask(_mm512_popcnt_epi16(left), _mm512_set1_epi16(3));
            simd.select(few, a, left)
        };
        fn and_if_six(a, b) = {
            let six = _mm512_set1_epi16(6);
            _mm512_maskz_mov_epi16(_mm512_cmpge_epu16_mask(_mm512_popcnt_epi16(b), six), a)
        };
        fn bit_indices(low, high) = {
            let one = _mm512_set1_epi16(1);
            let low = _mm512_popcnt_epi16(_mm512_sub_epi16(low, one));
            let high = _mm512_popcnt_epi16(_mm512_sub_epi16(high, one));
            _mm512_or_si512(low, _mm512_slli_epi16::<8>(high))
        };
    }

    methods! {
        "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,bmi1,bmi2,popcnt",
        simd: Avx512;

        fn eq(self, a: __m512i, b: __m512i) -> __mmask32 {
            _mm512_cmpeq_epi16_mask(a, b)
        }

        fn select(self, mask: __mmask32, a: __m512i, b: __m512i) -> __m512i {
            _mm512_mask_mov_epi16(b, mask, a)
        }

        fn mask_from_bits(self, bits: u32, _part: usize) -> __mmask32 {
            bits
        }

        fn mask_to_bits(self, mask: __mmask32, _part: usize) -> u32 {
            mask
        }

        fn zip16(self, a: __m512i, b: __m512i) -> [__m512i; 2] {
            [_mm512_unpacklo_epi16(a, b), _mm512_unpackhi_epi16(a, b)]
        }

        fn lookup<const N: usize>(self, bytes: &[u8; N], table: &WordLookup<N>) -> (Lanes32, bool) {
            let first = memory::load(bytes);
            let last = memory::load(&bytes[N - 16..]);
            let v = _mm512_castsi256_si512(_mm256_set_m128i(last, first));
            let indices = _mm512_cvtepu8_epi16(memory::load(&table.halves));
            let mut row = Lanes32::splat(0);

            // The byte of each lane, with a high byte of 0.
            let byte = _mm512_maskz_permutexvar_epi8(0x5555_5555_5555_5555, indices, v);
            let in_window = _mm512_sub_epi16(byte, _mm512_set1_epi16(i16::from(table.window)));
            if _mm512_cmpgt_epu16_mask(in_window, _mm512_set1_epi16(15)) == 0 {
                let words = _mm512_broadcast_i64x4(memory::load(&table.window_words));
                let words = _mm512_permutexvar_epi16(in_window, words);
                simd.store(words, &mut row, 0);
                return (row, _mm512_movepi16_mask(words) != 0);
            }

            let (quarters, _) = table.classes.as_chunks::<64>();
            let low = (memory::load(&quarters[0]), memory::load(&quarters[1]));
            let high = (memory::load(&quarters[2]), memory::load(&quarters[3]));
            let low = _mm512_permutex2var_epi8(low.0, v, low.1);
            let high = _mm512_permutex2var_epi8(high.0, v, high.1);
            let classes = _mm512_mask_mov_epi8(low, _mm512_movepi8_mask(v), high);
            let bad = _mm256_movemask_epi8(_mm512_castsi512_si256(classes)) != 0;

            // The high byte of each lane stays 0.
            let classes = _mm512_maskz_permutexvar_epi8(0x5555_5555_5555_5555, indices, classes);
            let words = _mm512_broadcast_i64x4(memory::load(&table.words));
            simd.store(_mm512_permutexvar_epi16(classes, words), &mut row, 0);
            (row, bad)
        }

        fn equal_in_range<const N: usize>(
            self, bytes: &[u8; N], first: u8, last: u8, expected: &Lanes32
        ) -> bool {
            const { assert!(N == 32 || N == 64) };
            let bytes = if N == 64 {
                memory::load(bytes)
            } else {
                _mm512_castsi256_si512(memory::load(bytes))
            };
            let offset = _mm512_sub_epi8(bytes, _mm512_set1_epi8(first as i8));
            let in_range = _mm512_cmple_epu8_mask(offset, _mm512_set1_epi8((last - first) as i8));
            let in_range = in_range & (u64::MAX >> (64 - N));
            _mm512_mask_cmpneq_epi8_mask(in_range, bytes, simd.load(expected, 0)) == 0
        }
    }

    #[inline(always)]
    fn refill_masked(self, mask: __mmask32, v: __m512i, row: &mut Lanes32, part: usize) {
        self.store_masked(mask, v, row, part);
    }

    #[inline(always)]
    fn transpose<R: LaneRows>(self, from: &R, rows: u32, to: &mut [Lanes32]) {
        let blocks = [
            group::<_, _, 0>(self, from, 0),
            group::<_, _, 1>(self, from, 0),
            group::<_, _, 2>(self, from, 0),
            group::<_, _, 3>(self, from, 0),
        ];
        for k in 0..8 {
            let ab = self.halves(blocks[0][k], blocks[1][k]);
            let cd = self.halves(blocks[2][k], blocks[3][k]);
            for half in 0..2 {
                let columns = self.alternate(ab[half], cd[half]);
                for q in 0..2 {
                    if let Some(row) = to.get_mut(16 * half + 8 * q + k) {
                        self.store_masked(rows, columns[q], row, 0);
                    }
                }
            }
        }
    }
}

impl Blocks for Avx512 {
    methods! {
        "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,bmi1,bmi2,popcnt",
        simd: Avx512;

        fn zip8(self, a: __m512i, b: __m512i) -> [__m512i; 2] {
            [_mm512_unpacklo_epi8(a, b), _mm512_unpackhi_epi8(a, b)]
        }

        fn sub8(self, a: __m512i, byte: u8) -> __m512i {
            _mm512_sub_epi8(a, _mm512_set1_epi8(byte as i8))
        }

        fn shuffle8(self, table: &[u8; 16], indices: __m512i) -> __m512i {
            _mm512_shuffle_epi8(_mm512_broadcast_i32x4(memory::load(table)), indices)
        }
    }

    #[inline(always)]
    fn load_blocks<R: BlockRows>(self, from: &R, first: usize) -> __m512i {
        self.join_blocks([
            memory::load(from.block(first)),
            memory::load(from.block(first + 8)),
            memory::load(from.block(first + 16)),
            memory::load(from.block(first + 24)),
        ])
    }
}
