//! NEON: a vector is two registers.
#![allow(unsafe_code, reason = "calls of functions with target features")]

use std::arch::aarch64::*;

use super::{Quads, Words16};
use crate::simd::{
    memory,
    methods::{methods, operations},
    neon::Neon,
};

/// Orders of bytes for `tbl`: the next word of each quad, and the previous word.
static NEXT: [u8; 16] = [2, 3, 4, 5, 0, 1, 6, 7, 10, 11, 12, 13, 8, 9, 14, 15];
static LAST: [u8; 16] = [4, 5, 0, 1, 2, 3, 6, 7, 12, 13, 8, 9, 10, 11, 14, 15];

type Pair = [uint16x8_t; 2];

impl Quads for Neon {
    type V = Pair;

    methods! {
        "neon", simd: Neon;

        fn splat(self, value: u16) -> Pair {
            [vdupq_n_u16(value); 2]
        }

        fn load(self, from: &Words16) -> Pair {
            [memory::load(&from.0[..8]), memory::load(&from.0[8..])]
        }

        fn store(self, v: Pair, to: &mut Words16) {
            memory::store(v[0], &mut to.0[..8]);
            memory::store(v[1], &mut to.0[8..]);
        }

        fn quads(self, v: Pair) -> [u64; 4] {
            let (low, high) = (vreinterpretq_u64_u16(v[0]), vreinterpretq_u64_u16(v[1]));
            [
                vgetq_lane_u64::<0>(low),
                vgetq_lane_u64::<1>(low),
                vgetq_lane_u64::<0>(high),
                vgetq_lane_u64::<1>(high),
            ]
        }
    }

    operations! {
        "neon", simd: Neon, Pair;

        fn and(a, b) = halves!(|a, b| vandq_u16(a, b));
        fn or(a, b) = halves!(|a, b| vorrq_u16(a, b));
        fn xor(a, b) = halves!(|a, b| veorq_u16(a, b));
        fn and_not(a, b) = halves!(|a, b| vbicq_u16(a, b));
        fn add(a, b) = halves!(|a, b| vaddq_u16(a, b));
        fn min(a, b) = halves!(|a, b| vminq_u16(a, b));
        // Where `a` and `b` differ, `c` decides.
        fn majority(a, b, c) = halves!(|a, b, c| vbslq_u16(veorq_u16(a, b), c, a));
        fn single(a) = halves!(|a| vbicq_u16(a, vtstq_u16(a, vsubq_u16(a, vdupq_n_u16(1)))));
        fn and_prefer(a, b, several) = halves!(|a, b, several| {
            let both = vandq_u16(a, b);
            let kept = vbicq_u16(both, several);
            vbslq_u16(vtstq_u16(kept, kept), kept, both)
        });
        fn if_three(a, must) = halves!(|a, must| {
            let one = vdupq_n_u16(1);
            let rest = vandq_u16(must, vsubq_u16(must, one));
            let many = vtstq_u16(rest, vsubq_u16(rest, one));
            let rest = vandq_u16(rest, vsubq_u16(rest, one));
            let more = vtstq_u16(rest, vsubq_u16(rest, one));
            vorrq_u16(vbicq_u16(a, many), vbicq_u16(must, more))
        });
        fn next_in_band(v) = {
            let order = memory::load(&NEXT);
            halves!(|v| vreinterpretq_u16_u8(vqtbl1q_u8(vreinterpretq_u8_u16(v), order)))
        };
        fn last_in_band(v) = {
            let order = memory::load(&LAST);
            halves!(|v| vreinterpretq_u16_u8(vqtbl1q_u8(vreinterpretq_u8_u16(v), order)))
        };
        fn next_in_stack(v) = {
            [
                vextq_u16::<4>(v[0], v[1]),
                vcombine_u16(vget_low_u16(v[0]), vget_high_u16(v[1])),
            ]
        };
        fn last_in_stack(v) = {
            [
                vcombine_u16(vget_low_u16(v[1]), vget_low_u16(v[0])),
                vcombine_u16(vget_high_u16(v[0]), vget_high_u16(v[1])),
            ]
        };
        fn transpose(v) = {
            // Interleave the words of quads 0 and 2, and of quads 1 and 3; then those of all four.
            let outer = [vzip1q_u16(v[0], v[1]), vzip2q_u16(v[0], v[1])];
            [vzip1q_u16(outer[0], outer[1]), vzip2q_u16(outer[0], outer[1])]
        };
    }

    methods! {
        "neon", simd: Neon;

        fn equal(self, a: Pair, b: Pair) -> bool {
            let [low, high] = halves!(|a, b| veorq_u16(a, b));
            vmaxvq_u16(vorrq_u16(low, high)) == 0
        }

        fn has_zero(self, v: Pair) -> bool {
            vminvq_u16(vminq_u16(v[0], v[1])) == 0
        }
    }
}
