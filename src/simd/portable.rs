//! Plain arrays that the compiler turns into whatever the target has; the definition of every
//! operation, which the other backends are tested against.

use std::array::from_fn;

use super::{ByteTable, Kernel, LANES, Row, Rows, Simd};

/// Works everywhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

/// Lanes in a part: a register of 128 bits.
const WIDTH: usize = 8;

type V = [u16; WIDTH];

#[inline(always)]
fn each(f: impl Fn(usize) -> u16) -> V {
    from_fn(f)
}

/// All bits where `condition`, else none.
#[inline(always)]
fn truth(condition: bool) -> u16 {
    if condition { u16::MAX } else { 0 }
}

impl Simd for Portable {
    type V = V;
    type Mask = V;
    type Index = [u8; LANES];
    const PARTS: usize = LANES / WIDTH;

    #[inline(never)]
    fn call<K: Kernel>(self, kernel: K) -> K::Output {
        kernel.run(self)
    }

    #[inline(always)]
    fn splat(self, value: u16) -> V {
        [value; WIDTH]
    }

    #[inline(always)]
    fn load(self, row: &Row, part: usize) -> V {
        let mut v = [0; WIDTH];
        v.copy_from_slice(&row.0[part * WIDTH..][..WIDTH]);
        v
    }

    #[inline(always)]
    fn store(self, v: V, row: &mut Row, part: usize) {
        row.0[part * WIDTH..][..WIDTH].copy_from_slice(&v);
    }

    #[inline(always)]
    fn and(self, a: V, b: V) -> V {
        each(|i| a[i] & b[i])
    }

    #[inline(always)]
    fn or(self, a: V, b: V) -> V {
        each(|i| a[i] | b[i])
    }

    #[inline(always)]
    fn xor(self, a: V, b: V) -> V {
        each(|i| a[i] ^ b[i])
    }

    #[inline(always)]
    fn and_not(self, a: V, b: V) -> V {
        each(|i| a[i] & !b[i])
    }

    #[inline(always)]
    fn and3(self, a: V, b: V, c: V) -> V {
        each(|i| a[i] & b[i] & c[i])
    }

    #[inline(always)]
    fn or3(self, a: V, b: V, c: V) -> V {
        each(|i| a[i] | b[i] | c[i])
    }

    #[inline(always)]
    fn xor3(self, a: V, b: V, c: V) -> V {
        each(|i| a[i] ^ b[i] ^ c[i])
    }

    #[inline(always)]
    fn majority(self, a: V, b: V, c: V) -> V {
        each(|i| (a[i] & b[i]) | (c[i] & (a[i] | b[i])))
    }

    #[inline(always)]
    fn only(self, a: V, b: V, c: V) -> V {
        each(|i| a[i] & !(b[i] | c[i]))
    }

    #[inline(always)]
    fn spare(self, a: V, all: V, own: V) -> V {
        each(|i| a[i] & !(all[i] ^ own[i]))
    }

    #[inline(always)]
    fn add(self, a: V, b: V) -> V {
        each(|i| a[i].wrapping_add(b[i]))
    }

    #[inline(always)]
    fn sub(self, a: V, b: V) -> V {
        each(|i| a[i].wrapping_sub(b[i]))
    }

    #[inline(always)]
    fn min(self, a: V, b: V) -> V {
        each(|i| a[i].min(b[i]))
    }

    #[inline(always)]
    fn count(self, a: V) -> V {
        each(|i| {
            let pairs = (a[i] & 0x155) + (a[i] >> 1 & 0x155);
            let fours = (pairs & 0x333) + (pairs >> 2 & 0x333);
            (fours & 15) + (fours >> 4 & 15) + (fours >> 8)
        })
    }

    #[inline(always)]
    fn single(self, a: V) -> V {
        each(|i| a[i] & truth(a[i] & a[i].wrapping_sub(1) == 0))
    }

    #[inline(always)]
    fn or_else(self, a: V, b: V) -> V {
        each(|i| a[i] | (b[i] & truth(a[i] == 0)))
    }

    #[inline(always)]
    fn pair(self, low: V, high: V) -> V {
        each(|i| low[i] | high[i] << 8)
    }

    #[inline(always)]
    fn low(self, a: V) -> V {
        each(|i| a[i] & 0xFF)
    }

    #[inline(always)]
    fn high(self, a: V) -> V {
        each(|i| a[i] >> 8)
    }

    #[inline(always)]
    fn lookup(self, table: &[u16; 16], a: V) -> V {
        each(|i| table[usize::from(a[i] & 15)])
    }

    #[inline(always)]
    fn eq(self, a: V, b: V) -> V {
        each(|i| truth(a[i] == b[i]))
    }

    #[inline(always)]
    fn few(self, a: V) -> V {
        each(|i| {
            let rest = a[i] & a[i].wrapping_sub(1);
            truth(rest & rest.wrapping_sub(1) == 0)
        })
    }

    #[inline(always)]
    fn mask(self, bits: u32, part: usize) -> V {
        each(|i| truth(bits >> (part * WIDTH + i) & 1 != 0))
    }

    #[inline(always)]
    fn bits(self, mask: V, part: usize) -> u32 {
        let bits = mask.iter().enumerate().map(|(i, &lane)| u32::from(lane & 1) << i);
        bits.sum::<u32>() << (part * WIDTH)
    }

    #[inline(always)]
    fn select(self, mask: V, a: V, b: V) -> V {
        each(|i| (a[i] & mask[i]) | (b[i] & !mask[i]))
    }

    #[inline(always)]
    fn index(self, from: &[u8; LANES]) -> [u8; LANES] {
        *from
    }

    #[inline(always)]
    fn permute(self, row: &Row, index: &[u8; LANES], part: usize) -> V {
        each(|i| row.0[usize::from(index[part * WIDTH + i]) % LANES])
    }

    #[inline(always)]
    fn transpose<R: Rows>(self, from: &R, lanes: u32, to: &mut [Row]) {
        for r in (0..LANES).filter(|r| lanes >> r & 1 != 0) {
            for part in 0..Self::PARTS {
                let values = from.load(self, r, part);
                for (row, value) in to.iter_mut().skip(part * WIDTH).zip(values) {
                    row.0[r] = value;
                }
            }
        }
    }

    #[inline(always)]
    fn translate(self, table: &ByteTable, bytes: &[u8; 64]) -> [u8; 64] {
        bytes.map(|byte| table.values[usize::from(byte)])
    }
}
