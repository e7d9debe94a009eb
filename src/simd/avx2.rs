//! AVX2: a row is two registers.
#![allow(unsafe_code, reason = "instructions of the machine; a value of `Avx2` proves them")]

use std::arch::{asm, x86_64::*};

use super::{Expansion, Kernel, Lanes32, Rows, Simd};

/// Proof that the machine has AVX2, BMI1, BMI2 and POPCNT.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// The proof, if it is true.
    #[inline]
    pub(crate) fn new() -> Option<Self> {
        let all = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt");
        all.then_some(Self(()))
    }

    #[inline(never)]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn enter<K: Kernel>(self, kernel: K) -> K::Output {
        kernel.run(self)
    }
}

/// The same value, in a register that the compiler can not look through.
// A function with the feature, since registers of 256 bits can not be named without.
#[inline]
#[target_feature(enable = "avx2")]
fn opt_barrier(mut v: __m256i) -> __m256i {
    // SAFETY: no instruction.
    unsafe {
        asm!("/* {0} */", inout(ymm_reg) v, options(nomem, nostack, preserves_flags));
    }
    v
}

/// Times a power of two, this has other top four bits for each of nine (a de Bruijn sequence).
const SEQUENCE: i16 = 0b0000_1001_1010_1111;

/// The digit for each of those four bits.
static DIGITS: [u8; 16] = {
    let mut digits = [0; 16];
    let mut digit = 0;
    while digit < 9 {
        digits[((SEQUENCE as u16) << digit >> 12) as usize] = b'1' + digit as u8;
        digit += 1;
    }
    digits
};

/// The first 16 bytes of `bytes`, in both halves.
#[inline]
#[target_feature(enable = "avx2")]
fn twice(bytes: &[u8]) -> __m256i {
    let bytes = &bytes[..16];
    // SAFETY: 16 bytes are loaded.
    unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(bytes.as_ptr().cast())) }
}

/// Transposes eight rows of two blocks of eight lanes, block by block.
#[inline(always)]
fn transpose_blocks(v: [__m256i; 8]) -> [__m256i; 8] {
    // SAFETY: called from the methods of `Avx2` only, see `impl Simd`.
    unsafe {
        let a = [
            _mm256_unpacklo_epi16(v[0], v[1]),
            _mm256_unpackhi_epi16(v[0], v[1]),
            _mm256_unpacklo_epi16(v[2], v[3]),
            _mm256_unpackhi_epi16(v[2], v[3]),
            _mm256_unpacklo_epi16(v[4], v[5]),
            _mm256_unpackhi_epi16(v[4], v[5]),
            _mm256_unpacklo_epi16(v[6], v[7]),
            _mm256_unpackhi_epi16(v[6], v[7]),
        ];
        let b = [
            _mm256_unpacklo_epi32(a[0], a[2]),
            _mm256_unpackhi_epi32(a[0], a[2]),
            _mm256_unpacklo_epi32(a[1], a[3]),
            _mm256_unpackhi_epi32(a[1], a[3]),
            _mm256_unpacklo_epi32(a[4], a[6]),
            _mm256_unpackhi_epi32(a[4], a[6]),
            _mm256_unpacklo_epi32(a[5], a[7]),
            _mm256_unpackhi_epi32(a[5], a[7]),
        ];
        [
            _mm256_unpacklo_epi64(b[0], b[4]),
            _mm256_unpackhi_epi64(b[0], b[4]),
            _mm256_unpacklo_epi64(b[1], b[5]),
            _mm256_unpackhi_epi64(b[1], b[5]),
            _mm256_unpacklo_epi64(b[2], b[6]),
            _mm256_unpackhi_epi64(b[2], b[6]),
            _mm256_unpacklo_epi64(b[3], b[7]),
            _mm256_unpackhi_epi64(b[3], b[7]),
        ]
    }
}

// SAFETY of every block below: `Avx2` can be had from `new` alone, which saw all the features,
// and loads and stores go through references to rows and stay within them.
impl Simd for Avx2 {
    type V = __m256i;
    type Mask = __m256i;
    const PARTS: usize = 2;

    #[inline(always)]
    fn call<K: Kernel>(self, kernel: K) -> K::Output {
        // SAFETY: see above.
        unsafe { self.enter(kernel) }
    }

    #[inline(always)]
    fn splat(self, value: u16) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_set1_epi16(value as i16) }
    }

    #[inline(always)]
    fn load(self, row: &Lanes32, part: usize) -> __m256i {
        let half = &row.0[part * 16..][..16];
        // SAFETY: see above; a row is aligned to 64 bytes.
        unsafe { _mm256_load_si256(half.as_ptr().cast()) }
    }

    #[inline(always)]
    fn store(self, v: __m256i, row: &mut Lanes32, part: usize) {
        let half = &mut row.0[part * 16..][..16];
        // SAFETY: see above; a row is aligned to 64 bytes.
        unsafe { _mm256_store_si256(half.as_mut_ptr().cast(), v) }
    }

    #[inline(always)]
    fn opt_barrier(self, a: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe { opt_barrier(a) }
    }

    #[inline(always)]
    fn and(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_and_si256(a, b) }
    }

    #[inline(always)]
    fn or(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_or_si256(a, b) }
    }

    #[inline(always)]
    fn xor(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_xor_si256(a, b) }
    }

    #[inline(always)]
    fn and_not(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_andnot_si256(b, a) }
    }

    #[inline(always)]
    fn and3(self, a: __m256i, b: __m256i, c: __m256i) -> __m256i {
        self.and(a, self.and(b, c))
    }

    #[inline(always)]
    fn or3(self, a: __m256i, b: __m256i, c: __m256i) -> __m256i {
        self.or(a, self.or(b, c))
    }

    #[inline(always)]
    fn xor3(self, a: __m256i, b: __m256i, c: __m256i) -> __m256i {
        self.xor(a, self.xor(b, c))
    }

    #[inline(always)]
    fn majority(self, a: __m256i, b: __m256i, c: __m256i) -> __m256i {
        self.or(self.and(a, b), self.and(c, self.or(a, b)))
    }

    #[inline(always)]
    fn exactly_one(self, a: __m256i, b: __m256i, c: __m256i) -> __m256i {
        // One or three, but not three.
        self.and_not(self.xor(self.xor(a, b), c), self.and(a, b))
    }

    #[inline(always)]
    fn and_not2(self, a: __m256i, b: __m256i, c: __m256i) -> __m256i {
        self.and_not(a, self.or(b, c))
    }

    #[inline(always)]
    fn and_not_xor(self, a: __m256i, all: __m256i, own: __m256i) -> __m256i {
        self.and_not(a, self.xor(all, own))
    }

    #[inline(always)]
    fn add(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_add_epi16(a, b) }
    }

    #[inline(always)]
    fn sub(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_sub_epi16(a, b) }
    }

    #[inline(always)]
    fn shl(self, a: __m256i, bits: i32) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_sll_epi16(a, _mm_cvtsi32_si128(bits)) }
    }

    #[inline(always)]
    fn shr(self, a: __m256i, bits: i32) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_srl_epi16(a, _mm_cvtsi32_si128(bits)) }
    }

    #[inline(always)]
    fn min(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_min_epu16(a, b) }
    }

    #[inline(always)]
    fn popcount(self, a: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe {
            let nibble = _mm256_set1_epi8(15);
            let counts = _mm256_broadcastsi128_si256(_mm_setr_epi8(
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
            ));
            let low = _mm256_shuffle_epi8(counts, _mm256_and_si256(a, nibble));
            let high = _mm256_and_si256(_mm256_srli_epi16::<4>(a), nibble);
            let bytes = _mm256_add_epi8(low, _mm256_shuffle_epi8(counts, high));
            _mm256_maddubs_epi16(bytes, _mm256_set1_epi8(1))
        }
    }

    #[inline(always)]
    fn keep_single_bit(self, a: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe {
            let rest = _mm256_and_si256(a, _mm256_add_epi16(a, _mm256_set1_epi16(-1)));
            _mm256_and_si256(a, _mm256_cmpeq_epi16(rest, _mm256_setzero_si256()))
        }
    }

    #[inline(always)]
    fn select_nonzero(self, a: __m256i, b: __m256i) -> __m256i {
        // Faster than to blend, which fewer units can.
        self.or(a, self.and(b, self.eq(a, self.splat(0))))
    }

    #[inline(always)]
    fn digits(self, first: __m256i, second: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe {
            let sequence = _mm256_set1_epi16(SEQUENCE);
            let first = _mm256_srli_epi16::<12>(_mm256_mullo_epi16(first, sequence));
            let second = _mm256_srli_epi16::<12>(_mm256_mullo_epi16(second, sequence));
            let both = _mm256_or_si256(first, _mm256_slli_epi16::<8>(second));
            let digits = _mm256_broadcastsi128_si256(_mm_loadu_si128(DIGITS.as_ptr().cast()));
            _mm256_shuffle_epi8(digits, both)
        }
    }

    #[inline(always)]
    fn eq(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_cmpeq_epi16(a, b) }
    }

    #[inline(always)]
    fn at_most_two_bits(self, a: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe {
            let minus_one = _mm256_set1_epi16(-1);
            let rest = _mm256_and_si256(a, _mm256_add_epi16(a, minus_one));
            let rest = _mm256_and_si256(rest, _mm256_add_epi16(rest, minus_one));
            _mm256_cmpeq_epi16(rest, _mm256_setzero_si256())
        }
    }

    #[inline(always)]
    fn mask_from_bits(self, bits: u32, part: usize) -> __m256i {
        // SAFETY: see above.
        unsafe {
            let lane = _mm256_setr_epi16(
                1,
                2,
                4,
                8,
                16,
                32,
                64,
                128,
                256,
                512,
                1024,
                2048,
                4096,
                8192,
                16384,
                i16::MIN,
            );
            let all = _mm256_set1_epi16((bits >> (16 * part)) as i16);
            _mm256_cmpeq_epi16(_mm256_and_si256(all, lane), lane)
        }
    }

    #[inline(always)]
    fn mask_to_bits(self, mask: __m256i, part: usize) -> u32 {
        // SAFETY: see above.
        unsafe {
            let bytes = _mm256_packs_epi16(mask, _mm256_setzero_si256());
            let bits = _mm256_movemask_epi8(bytes) as u32;
            ((bits & 0xFF) | (bits >> 8 & 0xFF00)) << (16 * part)
        }
    }

    #[inline(always)]
    fn select(self, mask: __m256i, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_blendv_epi8(b, a, mask) }
    }

    #[inline(always)]
    fn transpose<R: Rows>(self, from: &R, lanes: u32, to: &mut [Lanes32]) {
        let masks = [self.mask_from_bits(lanes, 0), self.mask_from_bits(lanes, 1)];
        for part in 0..2 {
            let mut blocks = [[self.splat(0); 8]; 4];
            for group in 0..4 {
                let mut rows = [self.splat(0); 8];
                for r in 0..8 {
                    rows[r] = from.load(self, group * 8 + r, part);
                }
                blocks[group] = transpose_blocks(rows);
            }
            for k in 0..8 {
                let [a, b, c, d] = [blocks[0][k], blocks[1][k], blocks[2][k], blocks[3][k]];
                // SAFETY: see above.
                let halves = unsafe {
                    [
                        [
                            _mm256_permute2x128_si256::<0x20>(a, b),
                            _mm256_permute2x128_si256::<0x20>(c, d),
                        ],
                        [
                            _mm256_permute2x128_si256::<0x31>(a, b),
                            _mm256_permute2x128_si256::<0x31>(c, d),
                        ],
                    ]
                };
                for q in 0..2 {
                    if let Some(row) = to.get_mut(16 * part + 8 * q + k) {
                        self.store_masked(masks[0], halves[q][0], row, 0);
                        self.store_masked(masks[1], halves[q][1], row, 1);
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn expand(self, text: &[u8; Expansion::TEXT], by: &Expansion) -> (Lanes32, bool) {
        let mut row = Lanes32::splat(0);
        // SAFETY: see above; what is loaded is 16 bytes long, or 32.
        unsafe {
            let near = _mm256_loadu_si256(by.near.as_ptr().cast());
            let near = _mm256_shuffle_epi8(twice(&text[..16]), near);
            let far = _mm256_loadu_si256(by.far.as_ptr().cast());
            let far = _mm256_shuffle_epi8(twice(&text[Expansion::TEXT - 16..]), far);
            let bytes = _mm256_or_si256(near, far);

            let upper = _mm256_set1_epi8(0xF0_u8 as i8);
            let window = usize::from(by.window);
            let in_window = _mm256_sub_epi8(bytes, _mm256_set1_epi8(by.window as i8));
            let values = if _mm256_testz_si256(in_window, upper) != 0 {
                _mm256_shuffle_epi8(twice(&by.values[window..][..16]), in_window)
            } else {
                let mut values = _mm256_set1_epi8(by.values[0] as i8);
                for &row in &by.uppers[..by.rows] {
                    let start = 16 * usize::from(row);
                    let here = _mm256_cmpeq_epi8(
                        _mm256_and_si256(bytes, upper),
                        _mm256_set1_epi8(start as i8),
                    );
                    let low = _mm256_andnot_si256(upper, bytes);
                    let of_row = _mm256_shuffle_epi8(twice(&by.values[start..][..16]), low);
                    values = _mm256_blendv_epi8(values, of_row, here);
                }
                values
            };
            let low = _mm256_shuffle_epi8(twice(&by.low), values);
            let high = _mm256_shuffle_epi8(twice(&by.high), values);
            self.store(_mm256_unpacklo_epi8(low, high), &mut row, 0);
            self.store(_mm256_unpackhi_epi8(low, high), &mut row, 1);
            (row, _mm256_movemask_epi8(values) != 0)
        }
    }

    #[inline(always)]
    fn keeps_clues(self, puzzle: &[u8; 81], head: &Lanes32, tail: &Lanes32) -> bool {
        let last = [puzzle[80], tail.bytes()[16]];
        // SAFETY: see above; the puzzle is loaded from byte 0, from byte 32, and 16 bytes from 64.
        let differ = unsafe {
            let puzzle = puzzle.as_ptr();
            let clues = [
                _mm256_loadu_si256(puzzle.cast()),
                _mm256_loadu_si256(puzzle.add(32).cast()),
                _mm256_zextsi128_si256(_mm_loadu_si128(puzzle.add(64).cast())),
            ];
            let digits = [self.load(head, 0), self.load(head, 1), self.load(tail, 0)];
            let mut all = _mm256_setzero_si256();
            for i in 0..3 {
                let digit = _mm256_sub_epi8(clues[i], _mm256_set1_epi8(b'1' as i8));
                let is_clue = _mm256_cmpeq_epi8(_mm256_min_epu8(digit, _mm256_set1_epi8(8)), digit);
                let same = _mm256_cmpeq_epi8(clues[i], digits[i]);
                all = _mm256_or_si256(all, _mm256_andnot_si256(same, is_clue));
            }
            _mm256_testz_si256(all, all) == 0
        };
        !differ && (last[0].wrapping_sub(b'1') >= 9 || last[0] == last[1])
    }
}
