//! Vectors of 32 lanes of 16 bits; the instruction set is chosen at run time.
//!
//! A vector in memory, `Lanes32`, has 32 lanes at every [`SimdLevel`]. A level processes it in
//! one or several parts, so an algorithm written over parts does the same to all lanes at every
//! level:
//!
//! ```text
//!             lane  0       8       16      24     31
//! Avx512           [            part 0            ]   one 512-bit register
//! Avx2             [    part 0    |    part 1     ]   two of 256 bits
//! Neon, Portable   [part 0 |part 1 |part 2 |part 3]   four of 128 bits
//! ```
//!
//! The trait `Simd` has exactly the operations that the engines of this crate use.
//! A value of a type that implements it proves that the CPU has the instructions. The portable level
//! uses the instructions that the program is compiled for (`words8`), the other levels those that the
//! CPU has. All levels define the same methods in the same order.
//!
//! The following code is `unsafe`: the loads and stores in `memory`, the calls of functions with target
//! features in `methods` and in each `call`, and `asm!` without instructions.
//!
//! # Kernels are inlined by construction
//!
//! `Simd::call` runs a `Kernel` in a function that is compiled with the instructions of the
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
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod blocks;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod byte_columns;
mod eight_lanes;
mod lanes32;
mod level;
#[cfg(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
))]
mod memory;
mod methods;
#[cfg(target_arch = "aarch64")]
mod neon;
mod portable;
mod quads;
#[cfg(test)]
mod tests;
mod word_lookup;
mod words8;

use batchdoku_base::bits;
pub use lanes32::LANES;
pub(crate) use lanes32::Lanes32;
pub use level::SimdLevel;
pub(crate) use quads::{OF_NIBBLE, Quads, Words16};
pub(crate) use word_lookup::WordLookup;
pub(crate) use words8::Words8;

/// A matrix of 32 rows of 32 lanes, where vectors are computed when they are loaded.
pub(crate) trait LaneRows {
    fn load<S: Simd>(&self, simd: S, row: usize, part: usize) -> S::V;
}

/// Rows in memory.
impl LaneRows for [Lanes32; LANES] {
    #[inline(always)]
    fn load<S: Simd>(&self, simd: S, row: usize, part: usize) -> S::V {
        simd.load(&self[row], part)
    }
}

pub(crate) trait ByteRows<const N: usize> {
    fn row(&self, row: usize) -> &[u8; N];
}

/// A function that is generic over the level. A closure cannot be generic.
pub(crate) trait Kernel {
    type Output;

    /// Runs the kernel. Must be `#[inline(always)]`: see the head of this module.
    fn run<S: Simd>(self, simd: S) -> Self::Output;
}

/// The operations of one level. Each works lane by lane unless its documentation differs.
pub(crate) trait Simd: Copy {
    /// A vector in registers: one part of a [`Lanes32`].
    type V: Copy;
    /// A truth value for each lane of a part.
    type Mask: Copy;
    /// The number of parts of a [`Lanes32`].
    const PARTS: usize;
    /// The operations of this level on 16 words in four quads.
    type Quads: Quads;

    /// Returns the operations on quads.
    fn quads(self) -> Self::Quads;

    /// Runs `kernel` in a function of its own that is compiled for this level.
    fn call<K: Kernel>(self, kernel: K) -> K::Output;

    fn splat(self, value: u16) -> Self::V;
    fn load(self, row: &Lanes32, part: usize) -> Self::V;
    fn store(self, v: Self::V, row: &mut Lanes32, part: usize);

    /// Stores `v` in part `part` of `row`, in the lanes where `mask` is true.
    #[inline(always)]
    fn store_masked(self, mask: Self::Mask, v: Self::V, row: &mut Lanes32, part: usize) {
        self.store(self.select(mask, v, self.load(row, part)), row, part);
    }

    /// Stores like [`store_masked`](Self::store_masked), for lanes that so far have only bits of `v`.
    #[inline(always)]
    fn refill_masked(self, mask: Self::Mask, v: Self::V, row: &mut Lanes32, part: usize) {
        let here = self.select(mask, v, self.splat(0));
        self.store(self.or(self.load(row, part), here), row, part);
    }

    /// Returns `a`. An optimisation barrier: it prevents LLVM from moving the computation of `a` further down,
    /// which would spill its inputs, and from computing the following code in another way.
    #[inline(always)]
    fn opt_barrier(self, a: Self::V) -> Self::V {
        a
    }

    fn and(self, a: Self::V, b: Self::V) -> Self::V;
    fn or(self, a: Self::V, b: Self::V) -> Self::V;
    fn xor(self, a: Self::V, b: Self::V) -> Self::V;
    /// `a & !b`.
    fn and_not(self, a: Self::V, b: Self::V) -> Self::V;
    #[inline(always)]
    fn and3(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        self.and(a, self.and(b, c))
    }
    #[inline(always)]
    fn or3(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        self.or(a, self.or(b, c))
    }
    #[inline(always)]
    fn xor3(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        self.xor(self.xor(a, b), c)
    }
    /// Returns the bits that are set in at least two of the three vectors.
    #[inline(always)]
    fn majority(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        self.or(self.and(a, b), self.and(self.xor(a, b), c))
    }
    /// `a & !b & !c`.
    #[inline(always)]
    fn and_not2(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        self.and_not(a, self.or(b, c))
    }
    /// `a & (b | c)`.
    #[inline(always)]
    fn and_either(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        self.and(a, self.or(b, c))
    }
    /// `a & !(b ^ c)`.
    #[inline(always)]
    fn and_not_xor(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        self.and_not(a, self.xor(b, c))
    }

    /// Returns the wrapping sum.
    fn add(self, a: Self::V, b: Self::V) -> Self::V;
    /// Returns the wrapping difference.
    fn sub(self, a: Self::V, b: Self::V) -> Self::V;
    fn shl<const BITS: i32>(self, a: Self::V) -> Self::V;
    /// `a >> BITS`, with zeros from above.
    fn shr<const BITS: i32>(self, a: Self::V) -> Self::V;
    /// Returns the smaller number. Both must be below 2¹⁵.
    fn min(self, a: Self::V, b: Self::V) -> Self::V;
    /// Returns the number of bits set in `a`, which must be below 2⁹.
    fn popcount(self, a: Self::V) -> Self::V;
    /// `a` where at most one bit is set, otherwise 0.
    fn keep_single_bit(self, a: Self::V) -> Self::V;
    /// `a & !b` where that is not 0, otherwise `a`. Both must be below 2¹⁵, because AVX2 takes the sign of numbers.
    #[inline(always)]
    fn and_not_unless_zero(self, a: Self::V, b: Self::V) -> Self::V {
        let kept = self.and_not(a, b);
        self.select(self.eq(kept, self.splat(0)), a, kept)
    }
    /// `a & !b & !c` where that has three bits or more, otherwise `a`. All must be below 2¹⁵.
    fn and_not2_if_three_bits(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// Returns `a` where `b` has at least six bits; elsewhere `a` without some of its bits. Both must be below 2⁹.
    ///
    /// Counting the bits would take more operations. The caller only tests whether `a` still has all nine bits, so it
    /// does not matter which bits are lost.
    #[inline(always)]
    fn and_if_six(self, a: Self::V, b: Self::V) -> Self::V {
        // Each step sets the lowest 0. Three steps fill all nine bits if and only if at least six were set. For
        // example:
        //
        //   six set:  1_1111_1000 → 1_1111_1001 → 1_1111_1011 → 1_1111_1111, `a` is kept
        //   five set: 1_1111_0000 → 1_1111_0001 → 1_1111_0011 → 1_1111_0111, `a` loses bit 3
        //
        // (A carry may set bits above the lowest nine, which `a` does not have.)
        let one = self.splat(1);
        let mut filled = b;
        for _ in 0..3 {
            filled = self.or(filled, self.add(filled, one));
        }
        self.and(a, filled)
    }
    /// Returns the index of the bit of `low` in the low byte, and that of the bit of `high` in the high byte.
    /// Both must be powers of two below 2⁹.
    fn bit_indices(self, low: Self::V, high: Self::V) -> Self::V;

    /// Returns true in lanes where `a == b`.
    fn eq(self, a: Self::V, b: Self::V) -> Self::Mask;
    /// Returns `a` where `mask` is true, otherwise `b`.
    fn select(self, mask: Self::Mask, a: Self::V, b: Self::V) -> Self::V;
    /// Returns eight times the number of bits in `ones` plus sixteen times the number of bits in `twos`. All must be
    /// below 2⁹.
    #[inline(always)]
    fn eightfold_count(self, ones: [Self::V; 2], twos: [Self::V; 2]) -> Self::V {
        let singles = self.add(self.popcount(ones[0]), self.popcount(ones[1]));
        let doubles = self.add(self.popcount(twos[0]), self.popcount(twos[1]));
        self.shl::<3>(self.add(singles, self.add(doubles, doubles)))
    }
    /// Returns part `part` of 32 truth values: bit 0 belongs to lane 0.
    fn mask_from_bits(self, bits: u32, part: usize) -> Self::Mask;
    /// Returns the bits of a mask: the inverse of [`mask_from_bits`](Self::mask_from_bits). The bits of other parts are
    /// 0.
    fn mask_to_bits(self, mask: Self::Mask, part: usize) -> u32;

    /// Returns the lanes of `a` and `b` interleaved, in each block of eight: the lower halves, and the upper
    /// halves.
    fn zip16(self, a: Self::V, b: Self::V) -> [Self::V; 2];

    /// Returns the word of each lane, and whether some byte has no word (the words are then meaningless).
    fn lookup<const N: usize>(self, bytes: &[u8; N], table: &WordLookup<N>) -> (Lanes32, bool);
    /// Looks up the words of the bytes of `from`, by columns, for the rows whose bits are set in `rows`. The word
    /// for byte `table.indices[c]` of row `r` goes to lane `r` of `to[c]`. Returns the rows with a byte that has
    /// no word (their stored words are meaningless).
    #[inline(always)]
    fn lookup_columns<const N: usize, R: ByteRows<N>>(
        self,
        from: &R,
        table: &WordLookup<N>,
        rows: u32,
        to: &mut [Lanes32; N],
    ) -> u32 {
        self.lookup_by_rows(from, table, rows, to)
    }
    /// Computes [`lookup_columns`](Self::lookup_columns) in another way: looks up each row, then transposes the rows
    /// of words.
    #[inline(always)]
    fn lookup_by_rows<const N: usize, R: ByteRows<N>>(
        self,
        from: &R,
        table: &WordLookup<N>,
        rows: u32,
        to: &mut [Lanes32; N],
    ) -> u32 {
        let mut words = [Lanes32::splat(0); LANES];
        let mut bad_rows = 0;
        for row in bits(rows) {
            let (of_row, is_bad) = self.lookup(from.row(row), table);
            words[row] = of_row;
            bad_rows |= u32::from(is_bad) << row;
        }
        self.transpose_stored(&words, rows, to);
        bad_rows
    }
    /// Tests whether every byte of `bytes` with a value from `first` to `last` is equal to the byte of
    /// `expected` at the same place. `N` is 32 or 64.
    fn equal_in_range<const N: usize>(
        self,
        bytes: &[u8; N],
        first: u8,
        last: u8,
        expected: &Lanes32,
    ) -> bool;
    /// Transposes the rows of `from` whose bits are set in `rows`: lane `c` of row `r` goes to lane
    /// `r` of `to[c]`. `to` may have fewer than 32 rows.
    fn transpose<R: LaneRows>(self, from: &R, rows: u32, to: &mut [Lanes32]);
    /// Transposes rows in memory. If registers have more than eight lanes, each register is loaded with
    /// blocks of eight lanes from several rows, so that no blocks are exchanged between registers.
    #[inline(always)]
    fn transpose_stored(self, from: &[Lanes32; LANES], rows: u32, to: &mut [Lanes32]) {
        self.transpose(from, rows, to);
    }
}
