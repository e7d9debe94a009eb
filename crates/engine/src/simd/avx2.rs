//! AVX2: two parts per [`Lanes32`].
#![allow(unsafe_code, reason = "calls of functions with target features, and an empty `asm!`")]

use std::arch::{asm, x86_64::*};

use super::{
    Kernel, LaneRows, Lanes32, Simd, WordLookup,
    blocks::{BlockRows, Blocks, group},
    memory,
    methods::{by_blocks, methods, operations},
};

/// Proof that the CPU has AVX2, BMI1, BMI2 and POPCNT.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx2(());

/// The product of this number and a power of two below 2⁹ has different top four bits for each power (a de Bruijn
/// sequence).
///
/// AVX2 does not count trailing zeros. A multiplication by `1 << index` shifts the sequence to the left, and its top
/// four bits are an index into a shuffle. For example, for index 3:
///
/// ```text
///   0000_1001_1010_1111 << 3 = 0100_1101_0111_1000    top four bits 0100: INDICES[4] is 3
/// ```
pub(super) const SEQUENCE: i16 = 0b0000_1001_1010_1111;

/// The index of the power of two, for each value of these four bits.
pub(super) static INDICES: [u8; 16] = {
    let mut indices = [0; 16];
    let mut index = 0;
    while index < 9 {
        indices[((SEQUENCE as u16) << index >> 12) as usize] = index as u8;
        index += 1;
    }
    indices
};

/// The number of bits set in each nibble.
static NIBBLE_COUNTS: [u8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];

/// The bit of each lane of a part.
static LANE_BITS: [u16; 16] = {
    let mut bits = [0; 16];
    let mut lane = 0;
    while lane < 16 {
        bits[lane] = 1 << lane;
        lane += 1;
    }
    bits
};

impl Avx2 {
    /// Returns the proof that the CPU has AVX2, if it does.
    #[inline]
    pub(super) fn new() -> Option<Self> {
        let all = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt");
        all.then_some(Self(()))
    }

    /// Runs a kernel. The kernel is compiled into this function, with its instructions.
    #[inline(never)]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn enter<K: Kernel>(self, kernel: K) -> K::Output {
        memory::align_stack();
        kernel.run(self)
    }

    methods! {
        "avx2,bmi1,bmi2,popcnt", simd: Avx2;

        /// Returns the first 16 bytes of `bytes` in both blocks of 128 bits.
        fn broadcast(self, bytes: &[u8]) -> __m256i {
            _mm256_broadcastsi128_si256(memory::load(bytes))
        }

        /// Returns the number of bits set in each byte of `a`. Lanes must be below 2⁹.
        fn byte_counts(self, a: __m256i) -> __m256i {
            let counts = simd.broadcast(&NIBBLE_COUNTS);
            let low = _mm256_shuffle_epi8(counts, _mm256_and_si256(a, _mm256_set1_epi8(15)));
            // Bit 8 of a lane comes to bit 4 of its low byte, which the shuffle ignores: `low` has counted it, as the
            // lowest bit of the high byte.
            let high = _mm256_shuffle_epi8(counts, _mm256_srli_epi16::<4>(a));
            _mm256_add_epi8(low, high)
        }

        /// Returns the lower blocks of 128 bits of `a` and `b`, and the upper blocks.
        fn zip128(self, a: __m256i, b: __m256i) -> [__m256i; 2] {
            [_mm256_permute2x128_si256::<0x20>(a, b), _mm256_permute2x128_si256::<0x31>(a, b)]
        }

        /// Returns the class of each of `bytes`, which need not be in the window.
        fn classes<const N: usize>(self, bytes: __m256i, table: &WordLookup<N>) -> __m256i {
            let upper = _mm256_set1_epi8(0xF0_u8 as i8);
            let mut classes = _mm256_set1_epi8(table.classes[255] as i8);
            for row in 0..table.rows {
                let start = 16 * usize::from(table.high_nibbles[row]);
                let high = _mm256_and_si256(bytes, upper);
                let here = _mm256_cmpeq_epi8(high, _mm256_set1_epi8(start as i8));
                let low = _mm256_andnot_si256(upper, bytes);
                let of_row = _mm256_shuffle_epi8(simd.broadcast(&table.classes[start..]), low);
                classes = _mm256_blendv_epi8(classes, of_row, here);
            }
            classes
        }

        /// Returns all ones in bytes that are equal to those of `expected`, or are not from `first` to `last`.
        fn same8(self, bytes: __m256i, first: u8, last: u8, expected: __m256i) -> __m256i {
            // There are only comparisons of signed bytes. An offset makes `last` the greatest number, so that bytes
            // above it wrap to the least numbers, and one comparison tests both ends. For example, from '1' to '9':
            //
            //   '1' 31 → 77    '9' 39 → 7F    '.' 2E → 74, below 77    ':' 3A → 80, which is negative
            let offset = _mm256_add_epi8(bytes, _mm256_set1_epi8((0x7F - last as i16) as i8));
            let least = _mm256_set1_epi8((0x7F - (last - first) as i16) as i8);
            let outside = _mm256_cmpgt_epi8(least, offset);
            simd.or(outside, _mm256_cmpeq_epi8(bytes, expected))
        }

        /// Joins two blocks of 128 bits into a vector.
        fn join_blocks(self, low: __m128i, high: __m128i) -> __m256i {
            _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(low), high)
        }
    }
}

impl Simd for Avx2 {
    type V = __m256i;
    type Mask = __m256i;
    const PARTS: usize = 2;
    by_blocks!();

    #[inline(always)]
    fn call<K: Kernel>(self, kernel: K) -> K::Output {
        // SAFETY: a value of `Avx2` is made only where the CPU has the features of `enter`.
        unsafe { self.enter(kernel) }
    }

    methods! {
        "avx2,bmi1,bmi2,popcnt", simd: Avx2;

        fn splat(self, value: u16) -> __m256i {
            _mm256_set1_epi16(value as i16)
        }

        fn load(self, row: &Lanes32, part: usize) -> __m256i {
            memory::load(&row.0[16 * part..][..16])
        }

        fn store(self, v: __m256i, row: &mut Lanes32, part: usize) {
            memory::store(v, &mut row.0[16 * part..][..16]);
        }

        fn opt_barrier(self, a: __m256i) -> __m256i {
            let mut a = a;
            // Not `pure`, because LLVM must neither move earlier code behind it nor remove it.
            // SAFETY: there is no instruction.
            unsafe {
                asm!("/* {0} */", inout(ymm_reg) a, options(nomem, nostack, preserves_flags));
            }
            a
        }
    }

    operations! {
        "avx2,bmi1,bmi2,popcnt", simd: Avx2, __m256i;

        fn and(a, b) = _mm256_and_si256(a, b);
        fn or(a, b) = _mm256_or_si256(a, b);
        fn xor(a, b) = _mm256_xor_si256(a, b);
        fn and_not(a, b) = _mm256_andnot_si256(b, a);
        fn add(a, b) = _mm256_add_epi16(a, b);
        fn sub(a, b) = _mm256_sub_epi16(a, b);
        fn shl<const BITS: i32>(a) = _mm256_slli_epi16::<BITS>(a);
        fn shr<const BITS: i32>(a) = _mm256_srli_epi16::<BITS>(a);
        fn min(a, b) = _mm256_min_epu16(a, b);
        fn popcount(a) = _mm256_maddubs_epi16(simd.byte_counts(a), _mm256_set1_epi8(1));
        fn keep_single_bit(a) = {
            // `a & (a - 1)` is `a` without its lowest bit: 0 if there is at most one.
            let rest = _mm256_and_si256(a, _mm256_add_epi16(a, _mm256_set1_epi16(-1)));
            _mm256_and_si256(a, _mm256_cmpeq_epi16(rest, _mm256_setzero_si256()))
        };
        // The sign of a number below 2¹⁵ is 1, or 0 for 0. So `sign(b, a & !b)` is 0 where `a & !b` is 0: nothing is
        // removed.
        fn and_not_unless_zero(a, b) = simd.and_not(a, _mm256_sign_epi16(b, simd.and_not(a, b)));
        fn and_not2_if_three_bits(a, b, c) = {
            let lost = simd.or(b, c);
            let left = simd.and_not(a, lost);
            // `rest` is `left` without its two lowest bits: 0 if `left` has fewer than three bits. Then nothing is
            // lost.
            //
            // For numbers below 2¹⁵, 0x7FFF serves as minus one: the sum differs in bit 15 only, which the AND clears.
            // LLVM would create the vector of -1 again for each use.
            let minus_one = _mm256_set1_epi16(i16::MAX);
            let rest = _mm256_and_si256(left, _mm256_add_epi16(left, minus_one));
            let rest = _mm256_and_si256(rest, _mm256_add_epi16(rest, minus_one));
            simd.and_not(a, _mm256_sign_epi16(lost, rest))
        };
        fn bit_indices(low, high) = {
            let sequence = _mm256_set1_epi16(SEQUENCE);
            let low = _mm256_srli_epi16::<12>(_mm256_mullo_epi16(low, sequence));
            let high = _mm256_srli_epi16::<12>(_mm256_mullo_epi16(high, sequence));
            let both = _mm256_or_si256(low, _mm256_slli_epi16::<8>(high));
            _mm256_shuffle_epi8(simd.broadcast(&INDICES), both)
        };
        fn eq(a, b) = _mm256_cmpeq_epi16(a, b);
        fn select(mask, a, b) = _mm256_blendv_epi8(b, a, mask);
    }

    methods! {
        "avx2,bmi1,bmi2,popcnt", simd: Avx2;

        fn eightfold_count(self, ones: [__m256i; 2], twos: [__m256i; 2]) -> __m256i {
            let singles = _mm256_add_epi8(simd.byte_counts(ones[0]), simd.byte_counts(ones[1]));
            let doubles = _mm256_add_epi8(simd.byte_counts(twos[0]), simd.byte_counts(twos[1]));
            let bytes = _mm256_add_epi8(singles, _mm256_add_epi8(doubles, doubles));
            _mm256_maddubs_epi16(bytes, _mm256_set1_epi8(8))
        }

        fn mask_from_bits(self, bits: u32, part: usize) -> __m256i {
            let lanes = memory::load(&LANE_BITS);
            let all = _mm256_set1_epi16((bits >> (16 * part)) as i16);
            _mm256_cmpeq_epi16(_mm256_and_si256(all, lanes), lanes)
        }

        fn mask_to_bits(self, mask: __m256i, part: usize) -> u32 {
            // Packing works in each block of 128 bits: lanes 0 to 7 become bytes 0 to 7, lanes 8 to 15 bytes 16 to 23.
            let bytes = _mm256_packs_epi16(mask, _mm256_setzero_si256());
            let bits = _mm256_movemask_epi8(bytes) as u32;
            ((bits & 0xFF) | (bits >> 8 & 0xFF00)) << (16 * part)
        }

        fn zip16(self, a: __m256i, b: __m256i) -> [__m256i; 2] {
            [_mm256_unpacklo_epi16(a, b), _mm256_unpackhi_epi16(a, b)]
        }

        fn lookup<const N: usize>(self, bytes: &[u8; N], table: &WordLookup<N>) -> (Lanes32, bool) {
            // The byte of each lane, from the first 16 or from the last 16 bytes: a shuffle gives 0 for `NO_BYTE`.
            let first = _mm256_shuffle_epi8(simd.broadcast(bytes), memory::load(&table.first));
            let last = simd.broadcast(&bytes[N - 16..]);
            let last = _mm256_shuffle_epi8(last, memory::load(&table.last));
            let bytes = _mm256_or_si256(first, last);

            // The class of each byte: one lookup if all bytes are in the window.
            let in_window = _mm256_sub_epi8(bytes, _mm256_set1_epi8(table.window as i8));
            let outside = _mm256_testz_si256(in_window, _mm256_set1_epi8(0xF0_u8 as i8)) == 0;
            let classes = if outside {
                simd.classes(bytes, table)
            } else {
                let window = simd.broadcast(&table.classes[usize::from(table.window)..]);
                _mm256_shuffle_epi8(window, in_window)
            };
            // The word of each class, in two bytes. A class of a bad byte has the top bit, for which a shuffle gives 0.
            let low = _mm256_shuffle_epi8(simd.broadcast(&table.low), classes);
            let high = _mm256_shuffle_epi8(simd.broadcast(&table.high), classes);
            let mut row = Lanes32::splat(0);
            simd.store(_mm256_unpacklo_epi8(low, high), &mut row, 0);
            simd.store(_mm256_unpackhi_epi8(low, high), &mut row, 1);
            (row, _mm256_movemask_epi8(classes) != 0)
        }

        fn equal_in_range<const N: usize>(
            self, bytes: &[u8; N], first: u8, last: u8, expected: &Lanes32
        ) -> bool {
            const { assert!(N == 32 || N == 64) };
            let mut same = _mm256_set1_epi8(-1);
            for part in 0..N / 32 {
                let v = memory::load(&bytes[32 * part..]);
                let other = simd.load(expected, part);
                same = _mm256_and_si256(same, simd.same8(v, first, last, other));
            }
            _mm256_movemask_epi8(same) == -1
        }
    }

    #[inline(always)]
    fn transpose<R: LaneRows>(self, from: &R, rows: u32, to: &mut [Lanes32]) {
        let masks = [self.mask_from_bits(rows, 0), self.mask_from_bits(rows, 1)];
        for part in 0..2 {
            let blocks = [
                group::<_, _, 0>(self, from, part),
                group::<_, _, 1>(self, from, part),
                group::<_, _, 2>(self, from, part),
                group::<_, _, 3>(self, from, part),
            ];
            for k in 0..8 {
                let left = self.zip128(blocks[0][k], blocks[1][k]);
                let right = self.zip128(blocks[2][k], blocks[3][k]);
                for q in 0..2 {
                    if let Some(row) = to.get_mut(16 * part + 8 * q + k) {
                        self.store_masked(masks[0], left[q], row, 0);
                        self.store_masked(masks[1], right[q], row, 1);
                    }
                }
            }
        }
    }
}

impl Blocks for Avx2 {
    methods! {
        "avx2,bmi1,bmi2,popcnt", simd: Avx2;

        fn zip8(self, a: __m256i, b: __m256i) -> [__m256i; 2] {
            [_mm256_unpacklo_epi8(a, b), _mm256_unpackhi_epi8(a, b)]
        }

        fn sub8(self, a: __m256i, byte: u8) -> __m256i {
            _mm256_sub_epi8(a, _mm256_set1_epi8(byte as i8))
        }

        fn shuffle8(self, table: &[u8; 16], indices: __m256i) -> __m256i {
            _mm256_shuffle_epi8(simd.broadcast(table), indices)
        }
    }

    #[inline(always)]
    fn load_blocks<R: BlockRows>(self, from: &R, first: usize) -> __m256i {
        self.join_blocks(memory::load(from.block(first)), memory::load(from.block(first + 8)))
    }
}
