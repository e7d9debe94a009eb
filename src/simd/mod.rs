//! Vectors of 32 lanes of 16 bits; the instruction set is chosen at run time.
//!
//! A vector in memory, [`Lanes32`], has 32 lanes at every [`SimdLevel`]. A level processes it in
//! one or several parts, so an algorithm written over parts does the same to all lanes at every
//! level:
//!
//! ```text
//!             lane  0       8       16      24     31
//! Avx512           [            part 0            ]   one 512-bit register
//! Avx2             [    part 0    |    part 1     ]   two of 256 bits
//! Portable         [part 0 |part 1 |part 2 |part 3]   four of 128 bits, by the `wide` crate
//! ```
//!
//! The trait [`Simd`] has the operations that the engines of this crate use and no others.
//! A value of a type that implements it proves that the CPU has the instructions, so `unsafe`
//! stays in the backends.
//!
//! # Kernels are inlined by construction
//!
//! [`Simd::call`] runs a [`Kernel`] in a function that is compiled with the instructions of the
//! level. Code that is not inlined into this function is compiled without them: there, each vector
//! operation is a call and each vector goes through memory. In a program with Cargo's default
//! release profile that has cost a factor of seven. Therefore, in kernels and backends:
//!
//! - Each function that works on vectors is `#[inline(always)]` (or, within a backend, `#[inline]`
//!   with the instructions of the level as its `#[target_feature]`).
//! - A `V` or a `Mask` is never passed to anything else. That excludes closures, `array::map`,
//!   `from_fn`, `each_ref`, and iterators over vectors: write loops over indices.
//!
//! `.ci/inlining` builds the engine with the default profile and fails if a vector operation is
//! left as a function.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod level;
mod portable;
#[cfg(test)]
mod tests;

pub use level::SimdLevel;

/// Lanes in a [`Lanes32`].
pub(crate) const LANES: usize = 32;

/// One 16-bit value a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(crate) struct Lanes32(pub(crate) [u16; LANES]);

impl Lanes32 {
    /// The same value in each lane.
    pub(crate) const fn splat(value: u16) -> Self {
        Self([value; LANES])
    }

    /// Its 64 bytes, the low byte of lane 0 first.
    #[inline(always)]
    pub(crate) fn bytes(&self) -> [u8; 2 * LANES] {
        let mut bytes = [0; 2 * LANES];
        for lane in 0..LANES {
            [bytes[2 * lane], bytes[2 * lane + 1]] = self.0[lane].to_le_bytes();
        }
        bytes
    }

    /// The row of these 64 bytes.
    #[inline(always)]
    pub(crate) fn from_bytes(bytes: &[u8; 2 * LANES]) -> Self {
        let mut row = [0; LANES];
        for lane in 0..LANES {
            row[lane] = u16::from_le_bytes([bytes[2 * lane], bytes[2 * lane + 1]]);
        }
        Self(row)
    }
}

/// How a text of 27 bytes becomes a row: each byte has a value, most of them the same one; each lane
/// takes one of the bytes, and each byte goes to some lane; and each value has a word, which the
/// lane gets.
#[derive(Debug)]
pub(crate) struct Expansion {
    values: [u8; 256],
    /// The upper halves of bytes whose values are not all that of byte 0, as many as `rows`.
    uppers: [u8; 16],
    rows: usize,
    /// The first of the 16 bytes in a row that have most of the values which byte 0 has not.
    window: u8,
    /// The byte for each lane.
    from: [u8; LANES],
    /// The same, in the first 16 bytes of the text followed by the last 16.
    halves: [u8; LANES],
    /// The same for shuffles of 16 bytes: for lanes 0 to 7, 16 to 23, 8 to 15, 24 to 31 the place
    /// in the first 16 bytes of the text, or in the last 16, and in the other of them [`NO_BYTE`].
    near: [u8; LANES],
    far: [u8; LANES],
    words: [u16; 16],
    /// The low and the high bytes of the words.
    low: [u8; 16],
    high: [u8; 16],
}

/// A shuffle gives 0 for this.
const NO_BYTE: u8 = 0x80;

impl Expansion {
    /// Bytes of a text.
    pub(crate) const TEXT: usize = 27;

    /// The values are below 16 but for those with the top bit set, which have no word; `from` has
    /// all numbers below 27 and no others.
    pub(crate) const fn new(values: [u8; 256], from: [u8; LANES], words: [u16; 16]) -> Self {
        let (mut uppers, mut rows) = ([0; 16], 0);
        let (mut window, mut most) = (0, 0);
        let mut byte = 0;
        while byte < 256 {
            let (mut here, mut i) = (0, 0);
            while i < 16 && byte + i < 256 {
                here += (values[byte + i] != values[0]) as u32;
                i += 1;
            }
            if byte % 16 == 0 && here > 0 {
                uppers[rows] = (byte / 16) as u8;
                rows += 1;
            }
            if i == 16 && here > most {
                (window, most) = (byte as u8, here);
            }
            byte += 1;
        }
        let [mut near, mut far] = [[NO_BYTE; LANES]; 2];
        let mut halves = from;
        let mut lane = 0;
        while lane < LANES {
            let place = lane & 7 | (lane & 8) << 1 | (lane & 16) >> 1;
            if from[lane] < 16 {
                near[place] = from[lane];
            } else {
                far[place] = from[lane] - (Self::TEXT as u8 - 16);
                halves[lane] = 16 + far[place];
            }
            lane += 1;
        }
        let [mut low, mut high] = [[0; 16]; 2];
        let mut value = 0;
        while value < 16 {
            [low[value], high[value]] = words[value].to_le_bytes();
            value += 1;
        }
        Self { values, uppers, rows, window, from, halves, near, far, words, low, high }
    }
}

/// 32 rows, from memory or computed.
pub(crate) trait Rows {
    /// Part `part` of row `row`.
    fn load<S: Simd>(&self, simd: S, row: usize, part: usize) -> S::V;
}

impl Rows for [Lanes32; LANES] {
    #[inline(always)]
    fn load<S: Simd>(&self, simd: S, row: usize, part: usize) -> S::V {
        simd.load(&self[row], part)
    }
}

/// Work that runs at whichever level: the generic closure that Rust lacks.
pub(crate) trait Kernel {
    /// What it returns.
    type Output;

    /// Does the work. Mark it `#[inline(always)]`: it must become part of a function that is
    /// compiled for the level.
    fn run<S: Simd>(self, simd: S) -> Self::Output;
}

/// The operations of one level. Each works lane by lane unless it says otherwise.
pub(crate) trait Simd: Copy {
    /// One part of a row in registers.
    type V: Copy;
    /// A truth value a lane of a part.
    type Mask: Copy;
    /// Parts in a row.
    const PARTS: usize;

    /// Runs `kernel` in a function of its own that is compiled for this level.
    fn call<K: Kernel>(self, kernel: K) -> K::Output;

    /// `value` in each lane.
    fn splat(self, value: u16) -> Self::V;
    /// Part `part` of `row`.
    fn load(self, row: &Lanes32, part: usize) -> Self::V;
    /// Puts `v` into part `part` of `row`.
    fn store(self, v: Self::V, row: &mut Lanes32, part: usize);

    /// Puts `v` into part `part` of `row`, in the lanes where `mask` is true.
    #[inline(always)]
    fn store_masked(self, mask: Self::Mask, v: Self::V, row: &mut Lanes32, part: usize) {
        self.store(self.select(mask, v, self.load(row, part)), row, part);
    }

    /// `a`, computed at this place of the program at levels with few registers: left to itself, the
    /// compiler may put it off and keep all that it is made of in memory until then.
    #[inline(always)]
    fn opt_barrier(self, a: Self::V) -> Self::V {
        a
    }

    /// `a & b`.
    fn and(self, a: Self::V, b: Self::V) -> Self::V;
    /// `a | b`.
    fn or(self, a: Self::V, b: Self::V) -> Self::V;
    /// `a ^ b`.
    fn xor(self, a: Self::V, b: Self::V) -> Self::V;
    /// `a & !b`.
    fn and_not(self, a: Self::V, b: Self::V) -> Self::V;
    /// `a & b & c`.
    fn and3(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// `a | b | c`.
    fn or3(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// `a ^ b ^ c`.
    fn xor3(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// The bits set in two or three of them.
    fn majority(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// The bits set in exactly one of them.
    fn exactly_one(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// `a & !b & !c`.
    fn and_not2(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// `a & !(all ^ own)`: clears what `all` has beyond `own`.
    fn and_not_xor(self, a: Self::V, all: Self::V, own: Self::V) -> Self::V;

    /// Wrapping sum.
    fn add(self, a: Self::V, b: Self::V) -> Self::V;
    /// Wrapping difference.
    fn sub(self, a: Self::V, b: Self::V) -> Self::V;
    /// `a << bits`.
    fn shl(self, a: Self::V, bits: i32) -> Self::V;
    /// `a >> bits`, with zeros from above.
    fn shr(self, a: Self::V, bits: i32) -> Self::V;
    /// Smaller one, unsigned.
    fn min(self, a: Self::V, b: Self::V) -> Self::V;
    /// Bits set in `a`, of which only the low nine may be.
    fn popcount(self, a: Self::V) -> Self::V;
    /// `a` where it has at most one bit set, else 0.
    fn keep_single_bit(self, a: Self::V) -> Self::V;
    /// `a` where that is not 0, else `b`.
    fn select_nonzero(self, a: Self::V, b: Self::V) -> Self::V;
    /// The digits of two solved cells, which have one of the low nine bits set each, as characters:
    /// that of `first` in the low byte, that of `second` in the high byte.
    fn digits(self, first: Self::V, second: Self::V) -> Self::V;

    /// Where `a == b`.
    fn eq(self, a: Self::V, b: Self::V) -> Self::Mask;
    /// Where `a` has at most two bits set.
    fn at_most_two_bits(self, a: Self::V) -> Self::Mask;
    /// The truth values of part `part` among 32 bits, one a lane of a row.
    fn mask_from_bits(self, bits: u32, part: usize) -> Self::Mask;
    /// The inverse of [`mask_from_bits`](Self::mask_from_bits): all bits of other parts are 0.
    fn mask_to_bits(self, mask: Self::Mask, part: usize) -> u32;
    /// `a` where `mask` is true, else `b`.
    fn select(self, mask: Self::Mask, a: Self::V, b: Self::V) -> Self::V;

    /// Lane `c` of row `r` of `from` goes to lane `r` of `to[c]`, for those `r` that are in `lanes`;
    /// `to` may be short.
    fn transpose<R: Rows>(self, from: &R, lanes: u32, to: &mut [Lanes32]);
    /// The row of a text; and whether a value of it had the top bit set, which makes the row
    /// worthless.
    fn expand(self, text: &[u8; Expansion::TEXT], by: &Expansion) -> (Lanes32, bool);
    /// Whether each digit among the bytes of `puzzle`, `'1'` to `'9'`, stands at its place in the
    /// bytes of `head` and `tail` too.
    fn keeps_clues(self, puzzle: &[u8; 81], head: &Lanes32, tail: &Lanes32) -> bool;
}
