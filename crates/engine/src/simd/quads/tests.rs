//! All levels give the same results for operations on quads.

use super::{Quads, WORDS, Words16};
use crate::simd::{Kernel, Simd, SimdLevel};

/// Applies the operations to vectors with some bits in each word.
struct Operations(Words16, Words16);

impl Kernel for Operations {
    type Output = Vec<Words16>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Vec<Words16> {
        let simd = simd.quads();
        let (a, b) = (simd.load(&self.0), simd.load(&self.1));
        let c = simd.and(simd.splat(0x155), a);
        let mut results = Vec::new();
        let mut keep = |v| {
            let mut words = Words16::splat(0);
            simd.store(v, &mut words);
            results.push(words);
        };
        keep(simd.and(a, b));
        keep(simd.or(a, b));
        keep(simd.xor(a, b));
        keep(simd.and_not(a, b));
        keep(simd.add(a, b));
        keep(simd.min(a, b));
        keep(simd.and3(a, b, c));
        keep(simd.or3(a, b, c));
        keep(simd.xor3(a, b, c));
        keep(simd.majority(a, b, c));
        keep(simd.and_not2(a, b, c));
        keep(simd.and_either(a, b, c));
        keep(simd.single(a));
        keep(simd.single(c));
        keep(simd.and_prefer(a, b, c));
        keep(simd.if_three(a, simd.and(a, b)));
        keep(simd.if_three(a, c));
        keep(simd.next_in_band(a));
        keep(simd.last_in_band(a));
        keep(simd.next_in_stack(a));
        keep(simd.last_in_stack(a));
        keep(simd.transpose(a));
        let mut facts = Words16::splat(0);
        facts.0[0] = u16::from(simd.equal(a, b));
        facts.0[1] = u16::from(simd.equal(a, a));
        facts.0[2] = u16::from(simd.has_zero(a));
        facts.0[3] = u16::from(simd.has_zero(simd.and_not(a, a)));
        results.push(facts);
        let quads = simd.quads(a);
        results.push(Words16(std::array::from_fn(|i| (quads[i / 4] >> (16 * (i % 4))) as u16)));
        results
    }
}

/// Computes the results of [`Operations`] word by word.
fn expected(Words16(a): Words16, Words16(b): Words16) -> Vec<Words16> {
    let c = a.map(|word| word & 0x155);
    let words =
        |f: &dyn Fn(u16, u16, u16) -> u16| Words16(std::array::from_fn(|i| f(a[i], b[i], c[i])));
    let single = |word: u16| if word.count_ones() <= 1 { word } else { 0 };
    let if_three = |a: u16, must: u16| match must.count_ones() {
        0..3 => a,
        3 => must,
        _ => 0,
    };
    let moved = |from: &dyn Fn(usize, usize) -> (usize, usize)| {
        Words16(std::array::from_fn(|i| {
            let (quad, word) = from(i / 4, i % 4);
            a[4 * quad + word]
        }))
    };
    let turn = |i: usize, by: usize| if i == 3 { 3 } else { (i + by) % 3 };
    let mut facts = Words16::splat(0);
    facts.0[..4].copy_from_slice(&[u16::from(a == b), 1, u16::from(a.contains(&0)), 1]);
    vec![
        words(&|a, b, _| a & b),
        words(&|a, b, _| a | b),
        words(&|a, b, _| a ^ b),
        words(&|a, b, _| a & !b),
        words(&|a, b, _| a + b),
        words(&|a, b, _| a.min(b)),
        words(&|a, b, c| a & b & c),
        words(&|a, b, c| a | b | c),
        words(&|a, b, c| a ^ b ^ c),
        words(&|a, b, c| (a & b) | (a & c) | (b & c)),
        words(&|a, b, c| a & !b & !c),
        words(&|a, b, c| a & (b | c)),
        words(&|a, _, _| single(a)),
        words(&|_, _, c| single(c)),
        words(&|a, b, c| if a & b & !c == 0 { a & b } else { a & b & !c }),
        words(&|a, b, _| if_three(a, a & b)),
        words(&|a, _, c| if_three(a, c)),
        moved(&|quad, word| (quad, turn(word, 1))),
        moved(&|quad, word| (quad, turn(word, 2))),
        moved(&|quad, word| (turn(quad, 1), word)),
        moved(&|quad, word| (turn(quad, 2), word)),
        moved(&|quad, word| (word, quad)),
        facts,
        Words16(a),
    ]
}

#[test]
fn operations() {
    let mut state = 1_u32;
    let mut random = || {
        Words16(std::array::from_fn(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let bits = (state >> 16) as u16 & 0x1FF;
            // Some words have few bits.
            if state >> 30 == 0 { bits & (bits >> 1) & 0x55 } else { bits }
        }))
    };
    for round in 0..200 {
        let a = random();
        let b = if round % 10 == 0 { a } else { random() };
        for level in SimdLevel::available() {
            assert_eq!(level.run(Operations(a, b)), expected(a, b), "{level}");
        }
    }
}

/// Loads cells and writes digits.
struct InAndOut<'a>(&'a [u8; 81], u8);

impl Kernel for InAndOut<'_> {
    type Output = ([Words16; 9], [u8; 81]);

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Self::Output {
        let simd = simd.quads();
        let candidates = simd.candidates(self.0);
        let mut words = [Words16::splat(0); 9];
        for i in 0..9 {
            simd.store(candidates[i], &mut words[i]);
        }
        let mut digits = [0; 81];
        simd.digits(&candidates, self.1, &mut digits);
        (words, digits)
    }
}

#[test]
fn cells_in_and_digits_out() {
    let digits: [u8; 81] = std::array::from_fn(|cell| (cell * 7 % 9 + cell / 9 * 4) as u8 % 9 + 1);
    let text = digits.map(|digit| digit + b'0');
    let mut holes = text;
    holes[3..80].iter_mut().step_by(5).for_each(|cell| *cell = b'.');
    for level in SimdLevel::available() {
        assert_eq!(level.run(InAndOut(&text, b'1')).1, text, "{level}");
        assert_eq!(level.run(InAndOut(&digits, 1)).1, digits, "{level}");
        let (words, _) = level.run(InAndOut(&holes, 1));
        for (i, words) in words.iter().enumerate() {
            for word in 0..WORDS {
                let (band, stack) = (word / 4, word % 4);
                let expected = if band == 3 || stack == 3 {
                    0x1FF
                } else {
                    match holes[9 * (3 * band + i / 3) + 3 * stack + i % 3] {
                        b'.' => 0x1FF,
                        digit => 1 << (digit - b'1'),
                    }
                };
                assert_eq!(words.0[word], expected, "{level}, vector {i}, word {word}");
            }
        }
    }
}
