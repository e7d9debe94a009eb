//! Transpositions by AVX-512: a vector has four blocks.
#![allow(unsafe_code, reason = "calls of functions with target features")]

use std::arch::x86_64::*;

use super::{
    super::{
        blocks::{BlockRows, Blocks},
        memory,
        methods::methods,
    },
    Avx512,
};

impl Avx512 {
    methods! {
        "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,bmi1,bmi2,popcnt",
        simd: Avx512;

        /// All blocks in one vector.
        fn join_blocks(self, blocks: [__m128i; 4]) -> __m512i {
            let v = _mm512_castsi128_si512(blocks[0]);
            let v = _mm512_inserti32x4::<1>(v, blocks[1]);
            let v = _mm512_inserti32x4::<2>(v, blocks[2]);
            _mm512_inserti32x4::<3>(v, blocks[3])
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
