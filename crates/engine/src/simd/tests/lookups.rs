//! Tables from bytes to words, at every level of this CPU.

use std::array::from_fn;

use rand::{Rng, RngExt, seq::SliceRandom};

use crate::simd::{ByteRows, Kernel, LANES, Lanes32, Simd, SimdLevel, WordLookup};
use batchdoku_testkit::{rng, sized};

/// Looks bytes up.
struct LookedUp<'a, const N: usize> {
    bytes: &'a [u8; N],
    table: &'a WordLookup<N>,
}

impl<const N: usize> Kernel for LookedUp<'_, N> {
    type Output = (Lanes32, bool);

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> (Lanes32, bool) {
        simd.lookup(self.bytes, self.table)
    }
}

/// Looks up random bytes, bytes that are close to each other, and such bytes with at most one exception.
fn look_up<const N: usize>(rng: &mut impl Rng, classes: [u8; 256]) {
    let mut indices: [u8; LANES] = from_fn(|lane| (lane % N) as u8);
    indices[..N].shuffle(rng);
    indices[N..].shuffle(rng);
    let words: [u16; 16] = from_fn(|_| rng.random_range(0..1 << 15));
    let table = WordLookup::<N>::new(classes, indices, words);
    let all: [u8; N] = from_fn(|_| rng.random());
    let near = all.map(|byte| b"123."[usize::from(byte & 3)]);
    let one = from_fn(|i| if all[0] % 32 == i as u8 { all[1] } else { near[i] });
    for bytes in [all, near, one] {
        let expected = indices.map(|index| classes[usize::from(bytes[usize::from(index)])]);
        let is_bad = expected.iter().any(|class| class & 0x80 != 0);
        for level in SimdLevel::available() {
            let (row, found_bad) = level.run(LookedUp { bytes: &bytes, table: &table });
            assert_eq!(found_bad, is_bad, "{level}");
            if !is_bad {
                let expected = expected.map(|class| words[usize::from(class)]);
                assert_eq!(row, Lanes32(expected), "{level}");
            }
        }
    }
}

/// Looks rows of bytes up by columns.
struct ColumnsLookedUp<'a, const N: usize> {
    from: &'a [[u8; N]; LANES],
    table: &'a WordLookup<N>,
    rows: u32,
}

impl<const N: usize> ByteRows<N> for [[u8; N]; LANES] {
    #[inline(always)]
    fn row(&self, row: usize) -> &[u8; N] {
        &self[row]
    }
}

impl<const N: usize> Kernel for ColumnsLookedUp<'_, N> {
    type Output = ([Lanes32; N], u32);

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Self::Output {
        let mut to = [Lanes32::splat(7); N];
        let bad = simd.lookup_columns(self.from, self.table, self.rows, &mut to);
        (to, bad)
    }
}

/// Looks up random rows. A few of them may have random bytes or bytes without a word.
fn look_columns_up<const N: usize>(rng: &mut impl Rng) {
    let mut indices: [u8; LANES] = from_fn(|lane| (lane % N) as u8);
    indices[..N].shuffle(rng);
    let mut classes = [0x80; 256];
    b".0123456789x".iter().zip(0..).for_each(|(&byte, class)| classes[usize::from(byte)] = class);
    let words: [u16; 16] = from_fn(|_| rng.random_range(0..1 << 15));
    let table = WordLookup::<N>::new(classes, indices, words);
    for strange in [&b"."[..], b"./", b".x", b".x/\xFF"] {
        let mut from: [[u8; N]; LANES] =
            from_fn(|_| from_fn(|_| b".0123456789"[rng.random_range(0..11)]));
        for &byte in strange {
            from[rng.random_range(0..LANES)][rng.random_range(0..N)] = byte;
        }
        let class = |row: usize, byte: usize| classes[usize::from(from[row][byte])];
        let is_bad = |row: usize| (0..N).any(|byte| class(row, byte) & 0x80 != 0);
        for rows in [u32::MAX, rng.random()] {
            for level in SimdLevel::available() {
                let looked_up = ColumnsLookedUp { from: &from, table: &table, rows };
                let (to, bad) = level.run(looked_up);
                for row in 0..LANES {
                    let is_wanted = rows >> row & 1 != 0;
                    assert_eq!(bad >> row & 1 != 0, is_wanted && is_bad(row), "{level} {row}");
                    if is_wanted && is_bad(row) {
                        continue;
                    }
                    for (column, &index) in to.iter().zip(&indices) {
                        let word = words[usize::from(class(row, usize::from(index)) & 15)];
                        assert_eq!(column.0[row], if is_wanted { word } else { 7 }, "{level}");
                    }
                }
            }
        }
    }
}

#[test]
fn rows_of_bytes_are_looked_up_by_columns() {
    let mut rng = rng(6);
    for _ in 0..sized(100, 1) {
        look_columns_up::<27>(&mut rng);
        look_columns_up::<16>(&mut rng);
        look_columns_up::<32>(&mut rng);
    }
}

#[test]
fn bytes_are_looked_up_by_their_classes() {
    let mut rng = rng(4);
    let dense: [u8; 256] = from_fn(|_| rng.random_range(0..16));
    let sparse: [u8; 256] = from_fn(|i| if i % 37 == 5 { i as u8 & 15 } else { 9 });
    let bad: [u8; 256] = from_fn(|i| if i == 200 { 0x80 } else { 3 });
    let cells: [u8; 256] =
        from_fn(|i| if b"123.X".contains(&(i as u8)) { i as u8 & 15 } else { 0x80 });
    let numbers: [u8; 256] = from_fn(|i| if i <= 9 { i as u8 } else { 0x80 });
    for classes in [dense, sparse, bad, cells, numbers, [3; 256]] {
        for _ in 0..sized(100, 1) {
            look_up::<27>(&mut rng, classes);
            look_up::<16>(&mut rng, classes);
            look_up::<32>(&mut rng, classes);
        }
    }
}
