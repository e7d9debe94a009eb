//! Every operation at every level against its definition, on random rows.

use std::array::from_fn;

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{ByteTable, Kernel, LANES, Level, Row, Simd};

/// Rows that the operations are tried on: few bits, many bits, none, all, equal lanes.
fn rows(rng: &mut impl Rng) -> [Row; 3] {
    let row = |rng: &mut dyn Rng, kind: u32| {
        Row(from_fn(|_| {
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
    rows: &'a [Row; 3],
    bits: u32,
    from: &'a [u8; LANES],
}

impl Kernel for All<'_> {
    type Output = (Vec<Row>, Vec<u32>);

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> (Vec<Row>, Vec<u32>) {
        let Self { rows, bits, from } = self;
        let table: [u16; 16] = from_fn(|i| (i * i * 7) as u16);
        let mut results = [[Row::splat(0); 26]; 1];
        let mut masks = [0; 3];
        let index = simd.index(from);
        for part in 0..S::PARTS {
            let [a, b, c] = [0, 1, 2].map(|i| simd.load(&rows[i], part));
            let low = simd.and(a, simd.splat(15));
            let mask = simd.mask(bits, part);
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
                simd.only(a, b, c),
                simd.spare(a, b, c),
                simd.add(a, b),
                simd.sub(a, b),
                simd.min(a, b),
                simd.count(a),
                simd.single(a),
                simd.or_else(a, b),
                simd.pair(simd.low(a), simd.low(b)),
                simd.low(simd.sub(a, b)),
                simd.high(simd.sub(a, b)),
                simd.lookup(&table, low),
                simd.select(mask, a, b),
                simd.select(simd.eq(low, simd.and(b, simd.splat(15))), a, c),
                simd.select(simd.few(a), b, c),
                simd.permute(&rows[0], &index, part),
                simd.permute(&rows[1], &index, part),
            ];
            for (value, row) in values.into_iter().zip(&mut results[0]) {
                simd.store(value, row, part);
            }
            masks[0] |= simd.bits(mask, part);
            masks[1] |= simd.bits(simd.eq(low, simd.and(b, simd.splat(15))), part);
            masks[2] |= simd.bits(simd.few(a), part);
        }
        (results[0].to_vec(), masks.to_vec())
    }
}

fn levels() -> impl Iterator<Item = Level> {
    Level::ALL.into_iter().filter(|level| level.is_available())
}

/// The same results, lane by lane.
fn defined(rows: &[Row; 3], bits: u32, from: &[u8; LANES]) -> (Vec<Row>, Vec<u32>) {
    let mut results = vec![Row::splat(0); 26];
    let mut masks = vec![bits, 0, 0];
    for (lane, &source) in from.iter().enumerate() {
        let [a, b, c] = rows.each_ref().map(|row| row.0[lane]);
        let (low, few) = (a & 15, a.count_ones() <= 2);
        let difference = a.wrapping_sub(b);
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
            a & !b & !c,
            a & !(b ^ c),
            a.wrapping_add(b),
            difference,
            a.min(b),
            a.count_ones() as u16,
            if a.count_ones() <= 1 { a } else { 0 },
            if a == 0 { b } else { a },
            (a & 0xFF) | (b & 0xFF) << 8,
            difference & 0xFF,
            difference >> 8,
            low * low * 7,
            if bits >> lane & 1 != 0 { a } else { b },
            if low == b & 15 { a } else { c },
            if few { b } else { c },
            rows[0].0[usize::from(source)],
            rows[1].0[usize::from(source)],
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
        let from = from_fn(|_| rng.random_range(0..LANES as u8));
        let bits = rng.random();
        let expected = defined(&rows, bits, &from);
        for level in levels() {
            let (results, masks) = level.run(All { rows: &rows, bits, from: &from });
            for (operation, (result, expected)) in results.iter().zip(&expected.0).enumerate() {
                assert_eq!(result, expected, "operation {operation} at {level}");
            }
            assert_eq!(masks, expected.1, "{level}");
        }
    }
}

/// Transposes into a short target.
struct Transposed<'a> {
    from: &'a [Row; LANES],
    lanes: u32,
    rows: usize,
}

impl Kernel for Transposed<'_> {
    type Output = Vec<Row>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Vec<Row> {
        let mut to = vec![Row::splat(7); self.rows];
        simd.transpose(self.from, self.lanes, &mut to);
        to
    }
}

#[test]
fn transposing_swaps_rows_and_lanes() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let from: [Row; LANES] = from_fn(|_| Row(from_fn(|_| rng.random())));
    for level in levels() {
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

/// Translates 64 bytes.
struct Translated<'a> {
    table: &'a ByteTable,
    bytes: [u8; 64],
}

impl Kernel for Translated<'_> {
    type Output = [u8; 64];

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> [u8; 64] {
        simd.translate(self.table, &self.bytes)
    }
}

#[test]
fn translating_looks_each_byte_up() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let dense: [u8; 256] = from_fn(|_| rng.random());
    let sparse: [u8; 256] = from_fn(|i| if i % 37 == 5 { i as u8 } else { 9 });
    for values in [dense, sparse, [3; 256]] {
        let table = ByteTable::new(values);
        for level in levels() {
            for quarter in 0..4 {
                let bytes = from_fn(|i| (64 * quarter + i) as u8);
                let translated = level.run(Translated { table: &table, bytes });
                assert_eq!(translated, bytes.map(|byte| values[usize::from(byte)]), "{level}");
            }
        }
    }
}

#[test]
fn levels_have_names() {
    for level in Level::ALL {
        assert_eq!(level.to_string().parse(), Ok(level));
    }
    assert!("sse9".parse::<Level>().is_err());
}
