//! Every operation at every level against the portable one, on random rows.

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

#[test]
fn every_operation_is_the_portable_one() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..500 {
        let rows = rows(&mut rng);
        let from = from_fn(|_| rng.random_range(0..LANES as u8));
        let bits = rng.random();
        let expected = Level::Portable.run(All { rows: &rows, bits, from: &from });
        assert_eq!(expected.1[0], bits);
        for level in levels() {
            let results = level.run(All { rows: &rows, bits, from: &from });
            assert_eq!(results, expected, "{level}");
        }
    }
}

#[test]
fn the_portable_operations_are_what_they_say() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let rows = rows(&mut rng);
    let from = from_fn(|lane| (lane * 5 % LANES) as u8);
    let (results, masks) = Level::Portable.run(All { rows: &rows, bits: 0xF0, from: &from });
    for lane in 0..LANES {
        let [a, b, c] = rows.map(|row| row.0[lane]);
        let is = |operation: usize, value: u16| {
            assert_eq!(results[operation].0[lane], value, "operation {operation}");
        };
        is(8, (a & b) | (a & c) | (b & c));
        is(9, a & !b & !c);
        is(10, a & !(b ^ c));
        is(14, a.count_ones() as u16);
        is(15, if a.count_ones() <= 1 { a } else { 0 });
        is(16, if a == 0 { b } else { a });
        is(21, if 0xF0 >> lane & 1 != 0 { a } else { b });
        is(23, if a.count_ones() <= 2 { b } else { c });
        is(24, rows[0].0[lane * 5 % LANES]);
        assert_eq!(masks[2] >> lane & 1 != 0, a.count_ones() <= 2);
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
