//! Text to puzzles, and lanes back to text.
//!
//! A puzzle is read to three rows, a band in each, which `state` brings to a lane. Back it goes by
//! transposing: 32 rows of byte pairs, a pair of cells of all lanes in each, are 32 texts of 64
//! bytes, and a second time for the rest:
//!
//! ```text
//!            lane 0  lane 1 .. lane 31              pair 0  pair 1  ..  pair 31 | rest
//!   pair 0   53      17                    lane 0   53      46      ..          |
//!   pair 1   46      ..              =>    lane 1   17      ..      ..          |
//! ```
//!
//! Loops over indices, no closures or iterators over vectors: see [`crate::simd`] for the reason.

use super::state::{BAND, Cells, LaneMask, Puzzle, TEXT_CELL, is_few, lanes};

use crate::{
    grid::{ALL_DIGITS, BAD_CELL, CELL_VALUE},
    simd::{Expansion, Kernel, LANES, Lanes32, Rows, Simd},
};

/// Bytes of a text that go through the first transposition.
const HEAD: usize = 64;

/// How a band of the text becomes one of a puzzle.
static CANDIDATES: Expansion = {
    let mut from = [0; LANES];
    let mut place = 0;
    while place < BAND {
        from[place] = TEXT_CELL[place] as u8;
        place += 1;
    }
    let mut words = [ALL_DIGITS; 16];
    let mut digit = 1;
    while digit <= 9 {
        words[digit] = 1 << (digit - 1);
        digit += 1;
    }
    Expansion::new(CELL_VALUE, from, words)
};

/// The row of [`Cells`] for each position of the text.
static CELL_PLACE: [usize; 81] = {
    let mut table = [0; 81];
    let mut place = 0;
    while place < 81 {
        table[TEXT_CELL[place]] = place;
        place += 1;
    }
    table
};

/// A puzzle of the input.
#[inline(always)]
pub(super) fn puzzle_text(input: &[u8], start: u32) -> &[u8; 81] {
    input[start as usize..].first_chunk().expect("a puzzle lies in the input")
}

/// Reads a puzzle; says whether it is a grid.
#[inline(always)]
pub(super) fn read<S: Simd>(simd: S, text: &[u8; 81], puzzle: &mut Puzzle) -> bool {
    let (bands, _) = text.as_chunks::<BAND>();
    let mut is_grid = true;
    for (row, band) in puzzle.iter_mut().zip(bands) {
        let (cells, bad) = simd.expand(band, &CANDIDATES);
        *row = cells;
        is_grid &= !bad;
    }
    is_grid
}

const _: () = assert!(BAD_CELL & 0x80 != 0, "how a bad cell is told");

/// The text of every lane, whatever it is worth: whole only where each cell has one candidate.
#[derive(Debug)]
pub(super) struct Texts {
    head: [Lanes32; LANES],
    tail: [Lanes32; LANES],
}

impl Texts {
    pub(super) const EMPTY: Self =
        Self { head: [Lanes32::splat(0); LANES], tail: [Lanes32::splat(0); LANES] };

    /// Writes the solution that `cells` have in `lane`.
    #[inline(always)]
    fn set(&mut self, lane: usize, cells: &Cells) {
        let mut text = [0; 128];
        for (byte, &place) in text.iter_mut().zip(&CELL_PLACE) {
            *byte = b'1' + cells[place].0[lane].trailing_zeros() as u8;
        }
        let [head, tail] = [0, HEAD].map(|start| text[start..].first_chunk().expect("64 bytes"));
        self.head[lane] = Lanes32::from_bytes(head);
        self.tail[lane] = Lanes32::from_bytes(tail);
    }

    /// The solution in `lane`.
    #[inline(always)]
    pub(super) fn get(&self, lane: usize) -> Text<'_> {
        Text { head: &self.head[lane], tail: &self.tail[lane] }
    }
}

/// A solution where it was made: its first 64 bytes, and then its last 17 with more behind them.
#[derive(Clone, Copy)]
pub(super) struct Text<'a> {
    head: &'a Lanes32,
    tail: &'a Lanes32,
}

impl Text<'_> {
    /// Puts it where it belongs.
    #[inline(always)]
    pub(super) fn copy_to(self, to: &mut [u8; 81]) {
        to[..HEAD].copy_from_slice(&self.head.bytes());
        to[HEAD..].copy_from_slice(&self.tail.bytes()[..81 - HEAD]);
    }

    /// A copy.
    #[inline(always)]
    pub(super) fn bytes(self) -> [u8; 81] {
        let mut bytes = [0; 81];
        self.copy_to(&mut bytes);
        bytes
    }

    /// Whether it keeps every clue of `puzzle`.
    #[inline(always)]
    pub(super) fn keeps_clues<S: Simd>(self, simd: S, puzzle: &[u8; 81]) -> bool {
        simd.keeps_clues(puzzle, self.head, self.tail)
    }
}

/// Writes the digits of `cells` in `lanes` to `texts`. They are solved.
pub(super) struct Write<'a> {
    pub(super) cells: &'a Cells,
    pub(super) lanes: LaneMask,
    pub(super) texts: &'a mut Texts,
}

impl Kernel for Write<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Self { cells, lanes: mask, texts } = self;
        if is_few::<S>(mask) {
            lanes(mask).for_each(|lane| texts.set(lane, cells));
            return;
        }
        simd.transpose(&Pairs::<0> { cells }, LaneMask::MAX, &mut texts.head);
        simd.transpose(&Pairs::<HEAD> { cells }, LaneMask::MAX, &mut texts.tail);
    }
}

/// Solved cells as pairs of characters, from text position `START` on.
struct Pairs<'a, const START: usize> {
    cells: &'a Cells,
}

impl<const START: usize> Rows for Pairs<'_, START> {
    #[inline(always)]
    fn load<S: Simd>(&self, simd: S, row: usize, part: usize) -> S::V {
        let position = START + 2 * row;
        if position >= 81 {
            return simd.splat(0);
        }
        let cell = |position: usize| &self.cells[CELL_PLACE[position]];
        let first = simd.load(cell(position), part);
        let second = if position < 80 { simd.load(cell(position + 1), part) } else { first };
        simd.digits(first, second)
    }
}

/// The lanes that hold a solved grid: each digit in each house, and one digit a cell.
pub(super) struct Valid<'a> {
    pub(super) cells: &'a Cells,
}

impl Kernel for Valid<'_> {
    type Output = LaneMask;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> LaneMask {
        let mut valid = 0;
        for part in 0..S::PARTS {
            let zero = simd.splat(0);
            let mut columns = [zero; 9];
            let mut all = simd.splat(ALL_DIGITS);
            let mut least = all;
            let mut sum = zero;
            for band in 0..3 {
                let mut rows = [zero; 3];
                for stack in 0..3 {
                    let cells = &self.cells[9 * (3 * band + stack)..][..9];
                    let mut digits = zero;
                    for r in 0..3 {
                        let mut x = [zero; 3];
                        for c in 0..3 {
                            x[c] = simd.load(&cells[3 * r + c], part);
                            columns[3 * stack + c] = simd.or(columns[3 * stack + c], x[c]);
                            least = simd.min(least, x[c]);
                            sum = simd.add(sum, x[c]);
                        }
                        let seen = simd.or3(x[0], x[1], x[2]);
                        rows[r] = simd.or(rows[r], seen);
                        digits = simd.or(digits, seen);
                    }
                    all = simd.and(all, digits);
                }
                all = simd.and(all, simd.and3(rows[0], rows[1], rows[2]));
            }
            for c in 0..3 {
                all = simd.and(all, simd.and3(columns[c], columns[c + 3], columns[c + 6]));
            }
            // A row with each digit sums up to all digits or more: if all nine rows together are
            // no more, each digit stands once in each row. As no cell is empty, it has one.
            let complete = simd.mask_to_bits(simd.eq(all, simd.splat(ALL_DIGITS)), part);
            let exact = simd.mask_to_bits(simd.eq(sum, simd.splat(9 * ALL_DIGITS)), part);
            valid |= complete & exact & !simd.mask_to_bits(simd.eq(least, zero), part);
        }
        valid
    }
}
