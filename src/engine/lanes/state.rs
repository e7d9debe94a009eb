//! What the lanes hold, and how new puzzles get there.
//!
//! A *node* at work is one lane of 81 rows: the candidates of each cell as a 9-bit mask. Rows are in
//! box order, so that the nine cells of a box are neighbours:
//!
//! ```text
//! row of a cell = 9 * box + 3 * (row in the box) + (column in the box)
//!
//!   box 0      box 1      box 2
//!   0  1  2  |  9 10 11 | 18 19 20
//!   3  4  5  | 12 13 14 | 21 22 23
//!   6  7  8  | 15 16 17 | 24 25 26
//! ```
//!
//! Loops over indices, no closures or iterators over vectors: see [`crate::simd`] for the reason.

use crate::{
    bits::{Bits, bits},
    grid::ALL_DIGITS,
    simd::{Kernel, LANES, Lanes32, Rows, Simd},
};

/// A mask of lanes.
pub(super) type LaneMask = u32;

/// The candidates of 32 nodes.
pub(super) type Cells = [Lanes32; 81];

/// Cells of a band.
pub(super) const BAND: usize = 27;

/// The candidates of one puzzle: a row for each band, with its cells in the first 27 lanes.
pub(super) type Puzzle = [Lanes32; 3];

/// The text position of each row of [`Cells`].
pub(super) const TEXT_CELL: [usize; 81] = {
    let mut table = [0; 81];
    let mut place = 0;
    while place < 81 {
        let (house, row, column) = (place / 9, place % 9 / 3, place % 3);
        table[place] = (house / 3 * 3 + row) * 9 + house % 3 * 3 + column;
        place += 1;
    }
    table
};

/// Something for each minirow (three cells of a row in a box) or minicolumn: `[box][line in it]`.
pub(super) type PerMini = [[Lanes32; 3]; 9];

/// The nodes at work.
#[derive(Debug)]
pub(super) struct State {
    pub(super) cells: Cells,
    /// Which puzzle each lane belongs to.
    pub(super) puzzle: [u32; LANES],
    /// Which lanes hold a node.
    pub(super) held: LaneMask,
    /// The digits that the last sweep left possible in each minirow, not yet taken from its cells.
    pub(super) across: PerMini,
    /// The same for each minicolumn.
    pub(super) down: PerMini,
    /// The sum of the 81 masks after the last sweep: it falls whenever a candidate falls.
    pub(super) sum: Lanes32,
}

impl State {
    pub(super) const EMPTY: Self = Self {
        cells: [Lanes32::splat(0); 81],
        puzzle: [0; LANES],
        held: 0,
        across: [[Lanes32::splat(ALL_DIGITS); 3]; 9],
        down: [[Lanes32::splat(ALL_DIGITS); 3]; 9],
        sum: Lanes32::splat(u16::MAX),
    };

    /// The digits of minirows or minicolumns in box `j` of one of the six bands and stacks.
    #[inline(always)]
    pub(super) fn minis(&self, band: usize, j: usize) -> &[Lanes32; 3] {
        match place(band, j) {
            (true, house) => &self.across[house],
            (false, house) => &self.down[house],
        }
    }

    /// The same, to change.
    #[inline(always)]
    pub(super) fn minis_mut(&mut self, band: usize, j: usize) -> &mut [Lanes32; 3] {
        match place(band, j) {
            (true, house) => &mut self.across[house],
            (false, house) => &mut self.down[house],
        }
    }

    /// Gives `lane` a puzzle.
    fn start(&mut self, lane: usize, puzzle: &Puzzle) {
        let cells = puzzle.iter().flat_map(|band| &band.0[..BAND]);
        for (row, &cell) in self.cells.iter_mut().zip(cells) {
            row.0[lane] = cell;
        }
        for row in self.across.iter_mut().chain(&mut self.down).flatten() {
            row.0[lane] = ALL_DIGITS;
        }
        self.sum.0[lane] = u16::MAX;
    }

    /// Forgets the sum of the lanes of `mask`: their nodes are new.
    #[inline(always)]
    pub(super) fn forget<S: Simd>(&mut self, simd: S, mask: S::Mask, part: usize) {
        simd.store_masked(mask, simd.splat(u16::MAX), &mut self.sum, part);
    }
}

/// Box `j` of one of the six bands and stacks: whether its minirows are meant, or its minicolumns,
/// and which box it is.
#[inline(always)]
fn place(band: usize, j: usize) -> (bool, usize) {
    if band < 3 { (true, 3 * band + j) } else { (false, 3 * j + band - 3) }
}

/// Gives each of `lanes` its puzzle.
pub(super) struct Start<'a> {
    pub(super) puzzles: &'a [Puzzle; LANES],
    pub(super) lanes: LaneMask,
    pub(super) state: &'a mut State,
}

impl Kernel for Start<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Self { puzzles, lanes: mask, state } = self;
        if is_few::<S>(mask) {
            lanes(mask).for_each(|lane| state.start(lane, &puzzles[lane]));
            return;
        }
        for (band, cells) in state.cells.chunks_exact_mut(BAND).enumerate() {
            simd.transpose(&Band { puzzles, band }, mask, cells);
        }
        for part in 0..S::PARTS {
            let mask = simd.mask_from_bits(mask, part);
            let all = simd.splat(ALL_DIGITS);
            for house in 0..9 {
                for k in 0..3 {
                    simd.store_masked(mask, all, &mut state.across[house][k], part);
                    simd.store_masked(mask, all, &mut state.down[house][k], part);
                }
            }
            state.forget(simd, mask, part);
        }
    }
}

/// One band of each puzzle.
struct Band<'a> {
    puzzles: &'a [Puzzle; LANES],
    band: usize,
}

impl Rows for Band<'_> {
    #[inline(always)]
    fn load<S: Simd>(&self, simd: S, row: usize, part: usize) -> S::V {
        simd.load(&self.puzzles[row][self.band], part)
    }
}

/// Whether lanes had better be copied one by one than transposed with all others in several parts.
#[inline(always)]
pub(super) fn is_few<S: Simd>(lanes: LaneMask) -> bool {
    lanes.count_ones() <= 3 * (S::PARTS as u32 - 1)
}

/// The lanes of a mask, upwards.
#[inline(always)]
pub(super) fn lanes(mask: LaneMask) -> Bits<LaneMask> {
    bits(mask)
}
