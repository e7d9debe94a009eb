//! AVX-512: a row is one register, three-operand logic is one instruction.
#![allow(unsafe_code, reason = "instructions of the machine; a value of `Avx512` proves them")]

use std::arch::x86_64::*;

use super::{Expansion, Kernel, Lanes32, Rows, Simd};

/// Proof that the machine has AVX-512 F, BW, VL, VBMI, VBMI2 and BITALG.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx512(());

impl Avx512 {
    /// The proof, if it is true.
    #[inline]
    pub(crate) fn new() -> Option<Self> {
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

    #[inline(never)]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,bmi1,bmi2,popcnt"
    )]
    fn enter<K: Kernel>(self, kernel: K) -> K::Output {
        kernel.run(self)
    }
}

/// `a`, `b`, `c` to the truth table `TABLE`, indexed by `4a + 2b + c`.
#[inline(always)]
fn ternary<const TABLE: i32>(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
    // SAFETY: called from the methods of `Avx512` only, see `impl Simd`.
    unsafe { _mm512_ternarylogic_epi32::<TABLE>(a, b, c) }
}

/// Transposes eight rows of four blocks of eight lanes, block by block.
#[inline(always)]
fn transpose_blocks(v: [__m512i; 8]) -> [__m512i; 8] {
    // SAFETY: called from the methods of `Avx512` only, see `impl Simd`.
    unsafe {
        let a = [
            _mm512_unpacklo_epi16(v[0], v[1]),
            _mm512_unpackhi_epi16(v[0], v[1]),
            _mm512_unpacklo_epi16(v[2], v[3]),
            _mm512_unpackhi_epi16(v[2], v[3]),
            _mm512_unpacklo_epi16(v[4], v[5]),
            _mm512_unpackhi_epi16(v[4], v[5]),
            _mm512_unpacklo_epi16(v[6], v[7]),
            _mm512_unpackhi_epi16(v[6], v[7]),
        ];
        let b = [
            _mm512_unpacklo_epi32(a[0], a[2]),
            _mm512_unpackhi_epi32(a[0], a[2]),
            _mm512_unpacklo_epi32(a[1], a[3]),
            _mm512_unpackhi_epi32(a[1], a[3]),
            _mm512_unpacklo_epi32(a[4], a[6]),
            _mm512_unpackhi_epi32(a[4], a[6]),
            _mm512_unpacklo_epi32(a[5], a[7]),
            _mm512_unpackhi_epi32(a[5], a[7]),
        ];
        [
            _mm512_unpacklo_epi64(b[0], b[4]),
            _mm512_unpackhi_epi64(b[0], b[4]),
            _mm512_unpacklo_epi64(b[1], b[5]),
            _mm512_unpackhi_epi64(b[1], b[5]),
            _mm512_unpacklo_epi64(b[2], b[6]),
            _mm512_unpackhi_epi64(b[2], b[6]),
            _mm512_unpacklo_epi64(b[3], b[7]),
            _mm512_unpackhi_epi64(b[3], b[7]),
        ]
    }
}

// SAFETY of every block below: `Avx512` can be had from `new` alone, which saw all the features,
// and loads and stores go through references to whole rows or arrays of 64 bytes.
impl Simd for Avx512 {
    type V = __m512i;
    type Mask = __mmask32;
    const PARTS: usize = 1;

    #[inline(always)]
    fn call<K: Kernel>(self, kernel: K) -> K::Output {
        // SAFETY: see above.
        unsafe { self.enter(kernel) }
    }

    #[inline(always)]
    fn splat(self, value: u16) -> __m512i {
        // SAFETY: see above.
        unsafe { _mm512_set1_epi16(value as i16) }
    }

    #[inline(always)]
    fn load(self, row: &Lanes32, _part: usize) -> __m512i {
        // SAFETY: see above; a row is aligned to 64 bytes.
        unsafe { _mm512_load_si512(row.0.as_ptr().cast()) }
    }

    #[inline(always)]
    fn store(self, v: __m512i, row: &mut Lanes32, _part: usize) {
        // SAFETY: see above; a row is aligned to 64 bytes.
        unsafe { _mm512_store_si512(row.0.as_mut_ptr().cast(), v) }
    }

    #[inline(always)]
    fn and(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: see above.
        unsafe { _mm512_and_si512(a, b) }
    }

    #[inline(always)]
    fn or(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: see above.
        unsafe { _mm512_or_si512(a, b) }
    }

    #[inline(always)]
    fn xor(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: see above.
        unsafe { _mm512_xor_si512(a, b) }
    }

    #[inline(always)]
    fn and_not(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: see above.
        unsafe { _mm512_andnot_si512(b, a) }
    }

    #[inline(always)]
    fn and3(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        ternary::<0b1000_0000>(a, b, c)
    }

    #[inline(always)]
    fn or3(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        ternary::<0b1111_1110>(a, b, c)
    }

    #[inline(always)]
    fn xor3(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        ternary::<0b1001_0110>(a, b, c)
    }

    #[inline(always)]
    fn majority(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        ternary::<0b1110_1000>(a, b, c)
    }

    #[inline(always)]
    fn exactly_one(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        ternary::<0b0001_0110>(a, b, c)
    }

    #[inline(always)]
    fn and_not2(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        ternary::<0b0001_0000>(a, b, c)
    }

    #[inline(always)]
    fn and_not_xor(self, a: __m512i, all: __m512i, own: __m512i) -> __m512i {
        ternary::<0b1001_0000>(a, all, own)
    }

    #[inline(always)]
    fn add(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: see above.
        unsafe { _mm512_add_epi16(a, b) }
    }

    #[inline(always)]
    fn sub(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: see above.
        unsafe { _mm512_sub_epi16(a, b) }
    }

    #[inline(always)]
    fn shl(self, a: __m512i, bits: i32) -> __m512i {
        // SAFETY: see above.
        unsafe { _mm512_sll_epi16(a, _mm_cvtsi32_si128(bits)) }
    }

    #[inline(always)]
    fn shr(self, a: __m512i, bits: i32) -> __m512i {
        // SAFETY: see above.
        unsafe { _mm512_srl_epi16(a, _mm_cvtsi32_si128(bits)) }
    }

    #[inline(always)]
    fn min(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: see above.
        unsafe { _mm512_min_epu16(a, b) }
    }

    #[inline(always)]
    fn popcount(self, a: __m512i) -> __m512i {
        // SAFETY: see above.
        unsafe { _mm512_popcnt_epi16(a) }
    }

    #[inline(always)]
    fn keep_single_bit(self, a: __m512i) -> __m512i {
        // SAFETY: see above.
        unsafe {
            let below = _mm512_add_epi16(a, _mm512_set1_epi16(-1));
            _mm512_maskz_mov_epi16(_mm512_testn_epi16_mask(a, below), a)
        }
    }

    #[inline(always)]
    fn select_nonzero(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: see above.
        unsafe { _mm512_mask_mov_epi16(b, _mm512_test_epi16_mask(a, a), a) }
    }

    #[inline(always)]
    fn digits(self, first: __m512i, second: __m512i) -> __m512i {
        let one = self.splat(1);
        let [first, second] =
            [self.popcount(self.sub(first, one)), self.popcount(self.sub(second, one))];
        // SAFETY: see above.
        let both = unsafe { _mm512_or_si512(first, _mm512_slli_epi16::<8>(second)) };
        self.add(both, self.splat(u16::from_le_bytes(*b"11")))
    }

    #[inline(always)]
    fn eq(self, a: __m512i, b: __m512i) -> __mmask32 {
        // SAFETY: see above.
        unsafe { _mm512_cmpeq_epi16_mask(a, b) }
    }

    #[inline(always)]
    fn at_most_two_bits(self, a: __m512i) -> __mmask32 {
        // SAFETY: see above.
        unsafe { _mm512_cmplt_epu16_mask(_mm512_popcnt_epi16(a), _mm512_set1_epi16(3)) }
    }

    #[inline(always)]
    fn mask_from_bits(self, bits: u32, _part: usize) -> __mmask32 {
        bits
    }

    #[inline(always)]
    fn mask_to_bits(self, mask: __mmask32, _part: usize) -> u32 {
        mask
    }

    #[inline(always)]
    fn select(self, mask: __mmask32, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: see above.
        unsafe { _mm512_mask_mov_epi16(b, mask, a) }
    }

    #[inline(always)]
    fn transpose<R: Rows>(self, from: &R, lanes: u32, to: &mut [Lanes32]) {
        let mut blocks = [[self.splat(0); 8]; 4];
        for group in 0..4 {
            let mut rows = [self.splat(0); 8];
            for r in 0..8 {
                rows[r] = from.load(self, group * 8 + r, 0);
            }
            blocks[group] = transpose_blocks(rows);
        }
        for k in 0..8 {
            let [a, b, c, d] = [blocks[0][k], blocks[1][k], blocks[2][k], blocks[3][k]];
            // SAFETY: see above.
            let rows = unsafe {
                let ab_low = _mm512_shuffle_i32x4::<0b01_00_01_00>(a, b);
                let ab_high = _mm512_shuffle_i32x4::<0b11_10_11_10>(a, b);
                let cd_low = _mm512_shuffle_i32x4::<0b01_00_01_00>(c, d);
                let cd_high = _mm512_shuffle_i32x4::<0b11_10_11_10>(c, d);
                [
                    _mm512_shuffle_i32x4::<0b10_00_10_00>(ab_low, cd_low),
                    _mm512_shuffle_i32x4::<0b11_01_11_01>(ab_low, cd_low),
                    _mm512_shuffle_i32x4::<0b10_00_10_00>(ab_high, cd_high),
                    _mm512_shuffle_i32x4::<0b11_01_11_01>(ab_high, cd_high),
                ]
            };
            for q in 0..4 {
                if let Some(row) = to.get_mut(8 * q + k) {
                    self.store_masked(lanes, rows[q], row, 0);
                }
            }
        }
    }

    #[inline(always)]
    fn expand(self, text: &[u8; Expansion::TEXT], by: &Expansion) -> (Lanes32, bool) {
        let mut row = Lanes32::splat(0);
        // SAFETY: see above; the values are four times 64 bytes, the rest is 32 bytes each, but for
        // the text, of which the first and the last 16 bytes are loaded.
        let (v, bad) = unsafe {
            let t = by.values.as_ptr();
            let first = _mm_loadu_si128(text.as_ptr().cast());
            let last = _mm_loadu_si128(text[Expansion::TEXT - 16..].as_ptr().cast());
            let v = _mm512_castsi256_si512(_mm256_set_m128i(last, first));
            let low = [_mm512_loadu_si512(t.cast()), _mm512_loadu_si512(t.add(64).cast())];
            let high =
                [_mm512_loadu_si512(t.add(128).cast()), _mm512_loadu_si512(t.add(192).cast())];
            let low = _mm512_permutex2var_epi8(low[0], v, low[1]);
            let high = _mm512_permutex2var_epi8(high[0], v, high[1]);
            let v = _mm512_mask_mov_epi8(low, _mm512_movepi8_mask(v), high);
            let bad = _mm256_movemask_epi8(_mm512_castsi512_si256(v)) != 0;
            let from = _mm512_cvtepu8_epi16(_mm256_loadu_si256(by.halves.as_ptr().cast()));
            // The upper byte of each lane stays 0.
            let v = _mm512_maskz_permutexvar_epi8(0x5555_5555_5555_5555, from, v);
            let words = _mm512_broadcast_i64x4(_mm256_loadu_si256(by.words.as_ptr().cast()));
            (_mm512_permutexvar_epi16(v, words), bad)
        };
        self.store(v, &mut row, 0);
        (row, bad)
    }

    #[inline(always)]
    fn keeps_clues(self, puzzle: &[u8; 81], head: &Lanes32, tail: &Lanes32) -> bool {
        let [head, tail] = [self.load(head, 0), self.load(tail, 0)];
        // SAFETY: see above; 64 bytes of the puzzle and then 17 are loaded.
        unsafe {
            let first = _mm512_loadu_si512(puzzle.as_ptr().cast());
            let last = _mm512_maskz_loadu_epi8((1 << 17) - 1, puzzle.as_ptr().add(64).cast());
            let mut differ = 0;
            for (clues, digits) in [(first, head), (last, tail)] {
                let digit = _mm512_sub_epi8(clues, _mm512_set1_epi8(b'1' as i8));
                let is_clue = _mm512_cmplt_epu8_mask(digit, _mm512_set1_epi8(9));
                differ |= _mm512_mask_cmpneq_epi8_mask(is_clue, clues, digits);
            }
            differ == 0
        }
    }
}
