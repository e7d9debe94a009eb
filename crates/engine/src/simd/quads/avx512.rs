//! AVX-512: a vector is one of 32 registers of 256 bits; three-operand logic is one instruction.
#![allow(unsafe_code, reason = "calls of functions with target features")]

use std::arch::x86_64::*;

use super::{
    Quads, Words16,
    ymm::{self, common_operations},
};
use crate::simd::{
    avx512::Avx512,
    memory,
    methods::{methods, operations},
};

impl Quads for Avx512 {
    type V = __m256i;

    common_operations! {
        "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,bmi1,bmi2,popcnt", Avx512
    }

    operations! {
        "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,bmi1,bmi2,popcnt",
        simd: Avx512, __m256i;

        // Truth tables, indexed by `4a + 2b + c`: bit 7 is the result for three ones, bit 0 for three zeros. For
        // example, a majority is true for 7, 6, 5 and 3.
        fn and3(a, b, c) = _mm256_ternarylogic_epi32::<0b1000_0000>(a, b, c);
        fn or3(a, b, c) = _mm256_ternarylogic_epi32::<0b1111_1110>(a, b, c);
        fn xor3(a, b, c) = _mm256_ternarylogic_epi32::<0b1001_0110>(a, b, c);
        fn majority(a, b, c) = _mm256_ternarylogic_epi32::<0b1110_1000>(a, b, c);
        fn and_not2(a, b, c) = _mm256_ternarylogic_epi32::<0b0001_0000>(a, b, c);
        fn and_either(a, b, c) = _mm256_ternarylogic_epi32::<0b1110_0000>(a, b, c);
        fn single(a) = {
            let less = _mm256_add_epi16(a, _mm256_set1_epi16(-1));
            _mm256_maskz_mov_epi16(_mm256_testn_epi16_mask(a, less), a)
        };
        fn and_prefer(a, b, several) = {
            let preferred = _mm256_andnot_si256(several, b);
            let both = _mm256_and_si256(a, b);
            let any = _mm256_test_epi16_mask(a, preferred);
            _mm256_mask_mov_epi16(both, any, _mm256_and_si256(a, preferred))
        };
        fn if_three(a, must) = {
            let count = _mm256_popcnt_epi16(must);
            let three = _mm256_set1_epi16(3);
            let at_most = _mm256_maskz_mov_epi16(_mm256_cmple_epu16_mask(count, three), must);
            _mm256_mask_mov_epi16(at_most, _mm256_cmplt_epu16_mask(count, three), a)
        };
    }

    methods! {
        "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,bmi1,bmi2,popcnt",
        simd: Avx512;

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
