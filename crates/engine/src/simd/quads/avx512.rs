//! AVX-512: a vector is one of 32 registers of 256 bits; three-operand logic is one instruction.
#![allow(unsafe_code, reason = "calls of functions with target features")]

use std::arch::x86_64::*;

use super::{
    Quads, Words16,
    ymm::{self, operations},
};
use crate::simd::{avx512::Avx512, memory, methods::methods};

/// Truth tables, indexed by `4a + 2b + c`.
const AND3: i32 = 0b1000_0000;
const OR3: i32 = 0b1111_1110;
const XOR3: i32 = 0b1001_0110;
const MAJORITY: i32 = 0b1110_1000;
const AND_NOT2: i32 = 0b0001_0000;
const AND_EITHER: i32 = 0b1110_0000;

impl Quads for Avx512 {
    type V = __m256i;

    operations! {
        "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,bmi1,bmi2,popcnt", Avx512
    }

    methods! {
        "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,bmi1,bmi2,popcnt",
        simd: Avx512;

        fn and3(self, a: __m256i, b: __m256i, c: __m256i) -> __m256i {
            _mm256_ternarylogic_epi32::<AND3>(a, b, c)
        }

        fn or3(self, a: __m256i, b: __m256i, c: __m256i) -> __m256i {
            _mm256_ternarylogic_epi32::<OR3>(a, b, c)
        }

        fn xor3(self, a: __m256i, b: __m256i, c: __m256i) -> __m256i {
            _mm256_ternarylogic_epi32::<XOR3>(a, b, c)
        }

        fn majority(self, a: __m256i, b: __m256i, c: __m256i) -> __m256i {
            _mm256_ternarylogic_epi32::<MAJORITY>(a, b, c)
        }

        fn and_not2(self, a: __m256i, b: __m256i, c: __m256i) -> __m256i {
            _mm256_ternarylogic_epi32::<AND_NOT2>(a, b, c)
        }

        fn and_either(self, a: __m256i, b: __m256i, c: __m256i) -> __m256i {
            _mm256_ternarylogic_epi32::<AND_EITHER>(a, b, c)
        }

        fn single(self, a: __m256i) -> __m256i {
            let less = _mm256_add_epi16(a, _mm256_set1_epi16(-1));
            _mm256_maskz_mov_epi16(_mm256_testn_epi16_mask(a, less), a)
        }

        fn and_prefer(self, a: __m256i, b: __m256i, several: __m256i) -> __m256i {
            let preferred = _mm256_andnot_si256(several, b);
            let both = _mm256_and_si256(a, b);
            let any = _mm256_test_epi16_mask(a, preferred);
            _mm256_mask_mov_epi16(both, any, _mm256_and_si256(a, preferred))
        }

        fn if_three(self, a: __m256i, must: __m256i) -> __m256i {
            let count = _mm256_popcnt_epi16(must);
            let three = _mm256_set1_epi16(3);
            let at_most = _mm256_maskz_mov_epi16(_mm256_cmple_epu16_mask(count, three), must);
            _mm256_mask_mov_epi16(at_most, _mm256_cmplt_epu16_mask(count, three), a)
        }

        fn equal(self, a: __m256i, b: __m256i) -> bool {
            _mm256_cmpeq_epi16_mask(a, b) == u16::MAX
        }

        fn has_zero(self, v: __m256i) -> bool {
            _mm256_testn_epi16_mask(v, v) != 0
        }

        fn digits(self, candidates: &[__m256i; 9], one: u8, to: &mut [u8; 81]) {
            let mut numbers = *candidates;
            for i in 0..9 {
                let below = _mm256_sub_epi16(numbers[i], _mm256_set1_epi16(1));
                numbers[i] = _mm256_popcnt_epi16(below);
            }
            ymm::text(&numbers, one, to);
        }
    }
}
