//! Any target, by [`Words8`]: a vector is two registers.

use super::{Quads, Words16};
use crate::simd::{Words8, methods::operations, portable::Portable};

impl Quads for Portable {
    type V = [Words8; 2];

    #[inline(always)]
    fn splat(self, value: u16) -> Self::V {
        [Words8::splat(value); 2]
    }

    #[inline(always)]
    fn load(self, from: &Words16) -> Self::V {
        let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = from.0;
        [Words8::new([a, b, c, d, e, f, g, h]), Words8::new([i, j, k, l, m, n, o, p])]
    }

    #[inline(always)]
    fn store(self, v: Self::V, to: &mut Words16) {
        to.0[..8].copy_from_slice(&v[0].to_array());
        to.0[8..].copy_from_slice(&v[1].to_array());
    }

    #[inline(always)]
    fn quads(self, v: Self::V) -> [u64; 4] {
        let mut quads = [0; 4];
        for i in 0..4 {
            let words = v[i / 2].to_array();
            for k in 0..4 {
                quads[i] |= u64::from(words[4 * (i % 2) + k]) << (16 * k);
            }
        }
        quads
    }

    operations! {
        simd, [Words8; 2];

        fn and(a, b) = halves!(|a, b| a & b);
        fn or(a, b) = halves!(|a, b| a | b);
        fn xor(a, b) = halves!(|a, b| a ^ b);
        fn and_not(a, b) = halves!(|a, b| a.and_not(b));
        fn add(a, b) = halves!(|a, b| a + b);
        fn min(a, b) = halves!(|a, b| a.min(b));
        fn single(a) = halves!(|a| a & (a & (a - Words8::splat(1))).equal(Words8::splat(0)));
        fn and_prefer(a, b, several) = halves!(|a, b, several| {
            let both = a & b;
            let kept = both.and_not(several);
            kept | (both & kept.equal(Words8::splat(0)))
        });
        fn if_three(a, must) = halves!(|a, must| {
            let zero = Words8::splat(0);
            let one = Words8::splat(1);
            let rest = must & (must - one);
            let rest = rest & (rest - one);
            let few = rest.equal(zero);
            let three = (rest & (rest - one)).equal(zero);
            (a & few) | (must & three)
        });
        fn next_in_band(v) = halves!(|v| {
            let [a, b, c, d, e, f, g, h] = v.to_array();
            Words8::new([b, c, a, d, f, g, e, h])
        });
        fn last_in_band(v) = halves!(|v| {
            let [a, b, c, d, e, f, g, h] = v.to_array();
            Words8::new([c, a, b, d, g, e, f, h])
        });
        fn next_in_stack(v) = {
            let [a0, a1, a2, a3, b0, b1, b2, b3] = v[0].to_array();
            let [c0, c1, c2, c3, d0, d1, d2, d3] = v[1].to_array();
            [
                Words8::new([b0, b1, b2, b3, c0, c1, c2, c3]),
                Words8::new([a0, a1, a2, a3, d0, d1, d2, d3]),
            ]
        };
        fn last_in_stack(v) = {
            let [a0, a1, a2, a3, b0, b1, b2, b3] = v[0].to_array();
            let [c0, c1, c2, c3, d0, d1, d2, d3] = v[1].to_array();
            [
                Words8::new([c0, c1, c2, c3, a0, a1, a2, a3]),
                Words8::new([b0, b1, b2, b3, d0, d1, d2, d3]),
            ]
        };
        fn transpose(v) = {
            let [a0, a1, a2, a3, b0, b1, b2, b3] = v[0].to_array();
            let [c0, c1, c2, c3, d0, d1, d2, d3] = v[1].to_array();
            [
                Words8::new([a0, b0, c0, d0, a1, b1, c1, d1]),
                Words8::new([a2, b2, c2, d2, a3, b3, c3, d3]),
            ]
        };
    }

    #[inline(always)]
    fn equal(self, a: Self::V, b: Self::V) -> bool {
        (a[0].equal(b[0]) & a[1].equal(b[1])).byte_bits() == 0xFFFF
    }

    #[inline(always)]
    fn has_zero(self, v: Self::V) -> bool {
        let zero = Words8::splat(0);
        (v[0].equal(zero) | v[1].equal(zero)).byte_bits() != 0
    }
}
