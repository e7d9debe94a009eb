//! Every operation at every level against its definition, on random rows.

use std::array::from_fn;

use rand::{Rng, RngExt, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;

use super::{Expansion, Kernel, LANES, Lanes32, Simd, SimdLevel};

/// Rows that the operations are tried on: few bits, many bits, none, all, equal lanes.
fn rows(rng: &mut impl Rng) -> [Lanes32; 3] {
    let row = |rng: &mut dyn Rng, kind: u32| {
        Lanes32(from_fn(|_| {
            let any = rng.random::<u16>() & 0x1FF;
            match kind {
                0 => any,
                1 => any & rng.random::<u16>() & rng.random::<u16>(),
                2 => 1 << rng.random_range(0..9),
                _ => rng.random_range(0..16),
            }
        }))
    };
    from_fn(|_| {
        let kind = rng.random_range(0..4);
        row(rng, kind)
    })
}

/// Applies every operation to three rows; the results are the output.
struct All<'a> {
    rows: &'a [Lanes32; 3],
    bits: u32,
}

impl Kernel for All<'_> {
    type Output = (Vec<Lanes32>, Vec<u32>);

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> (Vec<Lanes32>, Vec<u32>) {
        let Self { rows, bits } = self;
        let mut results = [[Lanes32::splat(0); 24]; 1];
        let mut masks = [0; 3];
        for part in 0..S::PARTS {
            let [a, b, c] = [0, 1, 2].map(|i| simd.load(&rows[i], part));
            let low = simd.and(a, simd.splat(15));
            let x = simd.or(a, simd.splat(0x100));
            let mask = simd.mask_from_bits(bits, part);
            let values = [
                simd.splat(0x1234),
                simd.and(a, b),
                simd.or(a, b),
                simd.xor(a, b),
                simd.and_not(a, b),
                simd.and3(a, b, c),
                simd.or3(a, b, c),
                simd.xor3(a, b, c),
                simd.majority(a, b, c),
                simd.exactly_one(a, b, c),
                simd.and_not2(a, b, c),
                simd.and_not_xor(a, b, c),
                simd.add(a, b),
                simd.sub(a, b),
                simd.shl(a, 9),
                simd.shr(simd.or(a, simd.splat(0xF000)), 2),
                simd.min(a, b),
                simd.popcount(a),
                simd.keep_single_bit(a),
                simd.select_nonzero(simd.opt_barrier(a), b),
                simd.digits(simd.and(x, simd.sub(simd.splat(0), x)), simd.splat(16)),
                simd.select(mask, a, b),
                simd.select(simd.eq(low, simd.and(b, simd.splat(15))), a, c),
                simd.select(simd.at_most_two_bits(a), b, c),
            ];
            for (value, row) in values.into_iter().zip(&mut results[0]) {
                simd.store(value, row, part);
            }
            masks[0] |= simd.mask_to_bits(mask, part);
            masks[1] |= simd.mask_to_bits(simd.eq(low, simd.and(b, simd.splat(15))), part);
            masks[2] |= simd.mask_to_bits(simd.at_most_two_bits(a), part);
        }
        (results[0].to_vec(), masks.to_vec())
    }
}

/// The same results, lane by lane.
fn defined(rows: &[Lanes32; 3], bits: u32) -> (Vec<Lanes32>, Vec<u32>) {
    let mut results = vec![Lanes32::splat(0); 24];
    let mut masks = vec![bits, 0, 0];
    for lane in 0..LANES {
        let [a, b, c] = rows.each_ref().map(|row| row.0[lane]);
        let (low, few) = (a & 15, a.count_ones() <= 2);
        let values = [
            0x1234,
            a & b,
            a | b,
            a ^ b,
            a & !b,
            a & b & c,
            a | b | c,
            a ^ b ^ c,
            (a & b) | (a & c) | (b & c),
            (a & !b & !c) | (!a & b & !c) | (!a & !b & c),
            a & !b & !c,
            a & !(b ^ c),
            a.wrapping_add(b),
            a.wrapping_sub(b),
            a << 9,
            (a | 0xF000) >> 2,
            a.min(b),
            a.count_ones() as u16,
            if a.count_ones() <= 1 { a } else { 0 },
            if a == 0 { b } else { a },
            u16::from_le_bytes([b'1' + (a | 0x100).trailing_zeros() as u8, b'5']),
            if bits >> lane & 1 != 0 { a } else { b },
            if low == b & 15 { a } else { c },
            if few { b } else { c },
        ];
        for (value, row) in values.into_iter().zip(&mut results) {
            row.0[lane] = value;
        }
        masks[1] |= u32::from(low == b & 15) << lane;
        masks[2] |= u32::from(few) << lane;
    }
    (results, masks)
}

#[test]
fn every_operation_is_what_it_says() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..500 {
        let rows = rows(&mut rng);
        let bits = rng.random();
        let expected = defined(&rows, bits);
        for level in SimdLevel::available() {
            let (results, masks) = level.run(All { rows: &rows, bits });
            for (operation, (result, expected)) in results.iter().zip(&expected.0).enumerate() {
                assert_eq!(result, expected, "operation {operation} at {level}");
            }
            assert_eq!(masks, expected.1, "{level}");
        }
    }
}

/// Transposes into a short target.
struct Transposed<'a> {
    from: &'a [Lanes32; LANES],
    lanes: u32,
    rows: usize,
}

impl Kernel for Transposed<'_> {
    type Output = Vec<Lanes32>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Vec<Lanes32> {
        let mut to = vec![Lanes32::splat(7); self.rows];
        simd.transpose(self.from, self.lanes, &mut to);
        to
    }
}

#[test]
fn transposing_swaps_rows_and_lanes() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let from: [Lanes32; LANES] = from_fn(|_| Lanes32(from_fn(|_| rng.random())));
    for level in SimdLevel::available() {
        for (lanes, rows) in [(u32::MAX, LANES), (0, 3), (0x8421_F00F, 27), (1, 1), (2, 0)] {
            let to = level.run(Transposed { from: &from, lanes, rows });
            for (c, row) in to.iter().enumerate() {
                for (r, &value) in row.0.iter().enumerate() {
                    let expected = if lanes >> r & 1 != 0 { from[r].0[c] } else { 7 };
                    assert_eq!(value, expected, "{level} row {c} lane {r}");
                }
            }
        }
    }
}

/// Expands a text.
struct Expanded<'a> {
    text: [u8; Expansion::TEXT],
    by: &'a Expansion,
}

impl Kernel for Expanded<'_> {
    type Output = (Lanes32, bool);

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> (Lanes32, bool) {
        simd.expand(&self.text, self.by)
    }
}

#[test]
fn expanding_looks_each_byte_up_twice() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let dense: [u8; 256] = from_fn(|_| rng.random_range(0..16));
    let sparse: [u8; 256] = from_fn(|i| if i % 37 == 5 { i as u8 & 15 } else { 9 });
    let bad: [u8; 256] = from_fn(|i| if i == 200 { 0x80 } else { 3 });
    let cells: [u8; 256] =
        from_fn(|i| if b"123.X".contains(&(i as u8)) { i as u8 & 15 } else { 0x80 });
    for values in [dense, sparse, bad, cells, [3; 256]] {
        for _ in 0..100 {
            let mut from: [u8; LANES] = from_fn(|lane| lane as u8 % 27);
            from.shuffle(&mut rng);
            let words: [u16; 16] = from_fn(|_| rng.random());
            let by = Expansion::new(values, from, words);
            let all: [u8; 27] = rng.random();
            let near = all.map(|byte| b"123."[usize::from(byte & 3)]);
            let few = from_fn(|i| if all[0] % 32 == i as u8 { all[1] } else { near[i] });
            for text in [all, near, few] {
                let looked_up = from.map(|from| values[usize::from(text[usize::from(from)])]);
                let is_bad = looked_up.iter().any(|value| value & 0x80 != 0);
                for level in SimdLevel::available() {
                    let (row, found_bad) = level.run(Expanded { text, by: &by });
                    assert_eq!(found_bad, is_bad, "{level}");
                    if !is_bad {
                        let expected = looked_up.map(|value| words[usize::from(value)]);
                        assert_eq!(row, Lanes32(expected), "{level}");
                    }
                }
            }
        }
    }
}

/// Checks the clues of a puzzle.
struct Checked<'a> {
    puzzle: &'a [u8; 81],
    text: &'a [u8; 128],
}

impl Kernel for Checked<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> bool {
        let [head, tail] = [0, 64].map(|start| self.text[start..].first_chunk());
        let [head, tail] = [head, tail].map(|bytes| Lanes32::from_bytes(bytes.expect("64 bytes")));
        simd.keeps_clues(self.puzzle, &head, &tail)
    }
}

#[test]
fn every_clue_is_checked_and_nothing_else() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for level in SimdLevel::available() {
        for _ in 0..200 {
            let mut text: [u8; 128] = from_fn(|_| rng.random_range(b'1'..=b'9'));
            let other = [0, b'.', b'0', b':', b'*', 0xFF, b'1' | 0x80];
            let puzzle = from_fn(|cell| {
                if rng.random() { text[cell] } else { other[rng.random_range(0..other.len())] }
            });
            assert!(level.run(Checked { puzzle: &puzzle, text: &text }), "{level}");
            for cell in 0..128 {
                let digit = text[cell];
                text[cell] = if digit == b'9' { b'1' } else { digit + 1 };
                let is_clue = cell < 81 && puzzle[cell] == digit;
                let kept = level.run(Checked { puzzle: &puzzle, text: &text });
                assert_eq!(kept, !is_clue, "{level} cell {cell}");
                text[cell] = digit;
            }
        }
    }
}

#[test]
fn levels_have_names() {
    for level in SimdLevel::ALL {
        assert_eq!(level.to_string().parse(), Ok(level));
    }
    assert!("sse9".parse::<SimdLevel>().is_err());
}
