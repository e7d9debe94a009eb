//! Transpositions by AVX2: a vector has two blocks.
#![allow(unsafe_code, reason = "calls of functions with target features")]

use std::arch::x86_64::*;

use super::{
    super::{
        blocks::{BlockRows, Blocks},
        memory,
        methods::methods,
    },
    Avx2,
};

impl Avx2 {
    methods! {
        "avx2,bmi1,bmi2,popcnt", simd: Avx2;

        /// Both blocks in one vector.
        fn join_blocks(self, low: __m128i, high: __m128i) -> __m256i {
            _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(low), high)
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
