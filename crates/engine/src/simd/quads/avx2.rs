//! AVX2: a vector is one register.
#![allow(unsafe_code, reason = "calls of functions with target features")]

use std::arch::x86_64::*;

use super::{
    Quads, Words16,
    ymm::{self, common_operations},
};
use crate::simd::{
    avx2::{Avx2, INDICES, SEQUENCE},
    memory,
    methods::{methods, operations},
};

impl Quads for Avx2 {
    type V = __m256i;

    common_operations! { "avx2,bmi1,bmi2,popcnt", Avx2 }

    operations! {
        "avx2,bmi1,bmi2,popcnt", simd: Avx2, __m256i;

        fn single(a) = {
            let rest = _mm256_and_si256(a, _mm256_add_epi16(a, _mm256_set1_epi16(-1)));
            _mm256_and_si256(a, _mm256_cmpeq_epi16(rest, _mm256_setzero_si256()))
        };
        // `sign(x, y)` is `x` where `y` is positive, and 0 where `y` is 0. `kept` has no bit 15, so it is never
        // negative. Therefore `several` is removed where `kept` is not 0, and nothing is removed elsewhere.
        fn and_prefer(a, b, several) = {
            let both = _mm256_and_si256(a, b);
            let kept = _mm256_andnot_si256(several, both);
            _mm256_andnot_si256(_mm256_sign_epi16(several, kept), both)
        };
        // Each `rest & (rest - 1)` clears the lowest bit. `few` is true where two steps give 0: `must` has at most two
        // bits (it is a part of `a`, so the last `or` may include both). `three` is true where three steps give 0.
        fn if_three(a, must) = {
            let minus_one = _mm256_set1_epi16(-1);
            let zero = _mm256_setzero_si256();
            let rest = _mm256_and_si256(must, _mm256_add_epi16(must, minus_one));
            let rest = _mm256_and_si256(rest, _mm256_add_epi16(rest, minus_one));
            let few = _mm256_cmpeq_epi16(rest, zero);
            let rest = _mm256_and_si256(rest, _mm256_add_epi16(rest, minus_one));
            let three = _mm256_cmpeq_epi16(rest, zero);
            _mm256_or_si256(_mm256_and_si256(a, few), _mm256_and_si256(must, three))
        };
    }

    methods! {
        "avx2,bmi1,bmi2,popcnt", simd: Avx2;

        fn equal(self, a: __m256i, b: __m256i) -> bool {
            _mm256_movemask_epi8(_mm256_cmpeq_epi16(a, b)) == -1
        }

        fn has_zero(self, v: __m256i) -> bool {
            _mm256_movemask_epi8(_mm256_cmpeq_epi16(v, _mm256_setzero_si256())) != 0
        }

        fn digits(self, candidates: &[__m256i; 9], one: u8, to: &mut [u8; 81]) {
            let sequence = _mm256_set1_epi16(SEQUENCE);
            let indices = _mm256_broadcastsi128_si256(memory::load(&INDICES));
            let mut numbers = *candidates;
            for i in 0..9 {
                let code = _mm256_srli_epi16::<12>(_mm256_mullo_epi16(numbers[i], sequence));
                // The high byte stays 0: its code is 0, and so is INDICES[0].
                numbers[i] = _mm256_shuffle_epi8(indices, code);
            }
            ymm::text(&numbers, one, to);
        }
    }
}

const _: () = assert!(INDICES[0] == 0, "the code of the digit 1");
