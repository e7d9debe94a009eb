//! Vectors of 16-bit lanes, and which instruction set works them, chosen at run time.
//!
//! A row is 32 lanes in memory at every [`Level`]; a level takes it in one or several parts, so an algorithm written over
//! parts does the same to all lanes at every level:
//!
//! ```text
//!             lane  0       8       16      24     31
//! Avx512           [            part 0            ]   one 512-bit register
//! Avx2             [    part 0    |    part 1     ]   two of 256 bits
//! Portable         [part 0 |part 1 |part 2 |part 3]   four arrays of eight, left to the compiler
//! ```
//!
//! The trait is made for the engines of this crate and holds what they use, nothing more.
//! Having a value of a type that implements it proves that the machine can run it, so that
//! `unsafe` stays in the backends.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod level;
mod portable;
#[cfg(test)]
mod tests;

pub use level::{Level, LevelError};

/// Lanes in a [`Row`].
pub(crate) const LANES: usize = 32;

/// One 16-bit value a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(crate) struct Row(pub(crate) [u16; LANES]);

impl Row {
    /// The same value in each lane.
    pub(crate) const fn splat(value: u16) -> Self {
        Self([value; LANES])
    }

    /// Its 64 bytes, the low byte of lane 0 first.
    #[inline(always)]
    pub(crate) fn bytes(&self) -> [u8; 2 * LANES] {
        let mut bytes = [0; 2 * LANES];
        for (pair, lane) in bytes.chunks_exact_mut(2).zip(self.0) {
            pair.copy_from_slice(&lane.to_le_bytes());
        }
        bytes
    }

    /// The row of these 64 bytes.
    #[inline(always)]
    pub(crate) fn from_bytes(bytes: &[u8; 2 * LANES]) -> Self {
        let mut row = [0; LANES];
        for (lane, pair) in row.iter_mut().zip(bytes.chunks_exact(2)) {
            *lane = u16::from_le_bytes([pair[0], pair[1]]);
        }
        Self(row)
    }
}

/// A value for each byte, most of them the same.
#[derive(Debug)]
pub(crate) struct ByteTable {
    values: [u8; 256],
    /// The upper halves of bytes whose values are not all that of byte 0, as many as `rows`.
    uppers: [u8; 16],
    rows: usize,
}

impl ByteTable {
    /// The table of these values.
    pub(crate) const fn new(values: [u8; 256]) -> Self {
        let (mut uppers, mut rows) = ([0; 16], 0);
        let mut byte = 0;
        while byte < 256 {
            if values[byte] != values[0] {
                uppers[rows] = (byte / 16) as u8;
                rows += 1;
                byte |= 15;
            }
            byte += 1;
        }
        Self { values, uppers, rows }
    }
}

/// 32 rows, from memory or computed.
pub(crate) trait Rows {
    /// Part `part` of row `row`.
    fn load<S: Simd>(&self, simd: S, row: usize, part: usize) -> S::V;
}

impl Rows for [Row; LANES] {
    #[inline(always)]
    fn load<S: Simd>(&self, simd: S, row: usize, part: usize) -> S::V {
        simd.load(&self[row], part)
    }
}

impl Rows for [&Row; LANES] {
    #[inline(always)]
    fn load<S: Simd>(&self, simd: S, row: usize, part: usize) -> S::V {
        simd.load(self[row], part)
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
    fn load(self, row: &Row, part: usize) -> Self::V;
    /// Puts `v` into part `part` of `row`.
    fn store(self, v: Self::V, row: &mut Row, part: usize);

    /// `a`, computed at this place of the program at levels with few registers: left to itself, the
    /// compiler may put it off and keep all that it is made of in memory until then.
    #[inline(always)]
    fn pin(self, a: Self::V) -> Self::V {
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
    fn one(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// `a & !b & !c`.
    fn only(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// `a & !(all ^ own)`: clears what `all` has beyond `own`.
    fn spare(self, a: Self::V, all: Self::V, own: Self::V) -> Self::V;

    /// Wrapping sum.
    fn add(self, a: Self::V, b: Self::V) -> Self::V;
    /// Wrapping difference.
    fn sub(self, a: Self::V, b: Self::V) -> Self::V;
    /// Smaller one, unsigned.
    fn min(self, a: Self::V, b: Self::V) -> Self::V;
    /// Bits set in `a`, of which only the low nine may be.
    fn count(self, a: Self::V) -> Self::V;
    /// `a` where it has at most one bit set, else 0.
    fn single(self, a: Self::V) -> Self::V;
    /// `a` where that is not 0, else `b`.
    fn or_else(self, a: Self::V, b: Self::V) -> Self::V;
    /// The digits of two solved cells, which have one of the low nine bits set each, as characters:
    /// that of `first` in the low byte, that of `second` in the high byte.
    fn digits(self, first: Self::V, second: Self::V) -> Self::V;

    /// Where `a == b`.
    fn eq(self, a: Self::V, b: Self::V) -> Self::Mask;
    /// Where `a` has at most two bits set.
    fn few(self, a: Self::V) -> Self::Mask;
    /// The truth values of part `part` among 32 bits, one a lane of a row.
    fn mask(self, bits: u32, part: usize) -> Self::Mask;
    /// The inverse of [`mask`](Self::mask): all bits of other parts are 0.
    fn bits(self, mask: Self::Mask, part: usize) -> u32;
    /// `a` where `mask` is true, else `b`.
    fn select(self, mask: Self::Mask, a: Self::V, b: Self::V) -> Self::V;

    /// Lane `c` of row `r` of `from` goes to lane `r` of `to[c]`, for those `r` that are in `lanes`;
    /// `to` may be short.
    fn transpose<R: Rows>(self, from: &R, lanes: u32, to: &mut [Row]);
    /// Translates 32 bytes by `values`, whose entries are below 16 but for those with the top bit
    /// set. The row whose lane `l` is `table` of value `from[l]`, with `from` below 32; and whether a
    /// top bit was set, which makes the row worthless.
    fn expand(
        self,
        bytes: &[u8; 32],
        values: &ByteTable,
        from: &[u8; LANES],
        table: &[u16; 16],
    ) -> (Row, bool);
    /// Whether each digit among the bytes of `puzzle`, `'1'` to `'9'`, stands at its place in the
    /// bytes of `head` and `tail` too.
    fn keeps_clues(self, puzzle: &[u8; 81], head: &Row, tail: &Row) -> bool;
}
