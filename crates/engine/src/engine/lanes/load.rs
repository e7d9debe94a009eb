//! From text to lanes: puzzles are parsed, then loaded into free lanes.
//!
//! The texts of the puzzles of all free lanes, characters or numbers, are transposed to the rows of
//! [`LaneState`] and looked up on the way. A pencilmark puzzle is parsed beforehand, to three rows, one
//! per band, with the masks of its 27 cells side by side.
//!
//! Nodes on the stacks hold minirows and minicolumns, not cells. After a node is popped, propagation removes the
//! same candidates from its cells again. But no rule removes the candidates that a pencilmark puzzle lacks, so the
//! candidates of each lane's puzzle are kept, and restored with the node.
//!
//! Loops over indices, no closures or iterators over vectors: see [`crate::simd`] for the reason.

use super::state::{LaneCells, LaneMask, LaneState, TEXT_POSITION, lanes};
use crate::{
    grid::{ALL_DIGITS, BAD_CELL, CELL_VALUE, PENCILMARKS, Pencilmarks},
    simd::{ByteRows, Kernel, LANES, Lanes32, OF_NIBBLE, Simd, WordLookup},
};

const BAND: usize = 27;

/// The maximum number of puzzles that are loaded one by one, which is faster than transposing all. Measured: three and
/// six are as fast or slower (`docs/lanes-log.md`, b337c94).
const FEW_PUZZLES: u32 = 4;

/// The candidates of puzzles: for each band a row per puzzle, with the cells in the first 27 lanes.
pub(super) type ParsedPuzzles = [[Lanes32; LANES]; 3];

/// Maps the characters of a band to the masks of its cells.
static OF_CHARACTERS: WordLookup<BAND> = candidates(CELL_VALUE);

/// Maps the numbers of a band to the masks of its cells.
static OF_NUMBERS: WordLookup<BAND> = {
    let mut values = [BAD_CELL; 256];
    let mut number = 0;
    while number <= 9 {
        values[number] = number as u8;
        number += 1;
    }
    candidates(values)
};

/// Maps bytes with these values as cells to the masks of the cells.
const fn candidates(values: [u8; 256]) -> WordLookup<BAND> {
    let mut indices = [0; LANES];
    let mut index = 0;
    while index < BAND {
        indices[index] = TEXT_POSITION[index] as u8;
        index += 1;
    }
    WordLookup::new(values, indices, OF_NIBBLE)
}

/// A text for lanes that load nothing, in characters.
pub(super) static NO_TEXT: [u8; 81] = [b'.'; 81];
/// A text for lanes that load nothing, in numbers.
pub(super) static NO_NUMBERS: [u8; 81] = [0; 81];

/// Parses a puzzle. Returns whether each of its 81 bytes is a cell.
#[inline(always)]
fn parse<S: Simd>(
    simd: S,
    text: &[u8; 81],
    table: &WordLookup<BAND>,
    puzzle: &mut [Lanes32; 3],
) -> bool {
    let (bands, _) = text.as_chunks::<BAND>();
    let mut is_grid = true;
    for (row, band) in puzzle.iter_mut().zip(bands) {
        let (cells, bad) = simd.lookup(band, table);
        *row = cells;
        is_grid &= !bad;
    }
    is_grid
}

const _: () = assert!(BAD_CELL & 0x80 != 0, "`Simd::lookup` detects a bad cell by its top bit");

/// Loads the puzzles of clues in `texts` into the `lanes` of `state`. Texts of other lanes have no meaning.
/// Returns the lanes with a text that is not a puzzle; they hold no puzzle afterwards.
///
/// All texts are in numbers, or all are in characters. This is a constant parameter, because the places in
/// the lookup table must be compile-time constants.
pub(super) struct LoadTexts<'a, const IN_NUMBERS: bool> {
    pub(super) texts: &'a [&'a [u8; 81]; LANES],
    pub(super) lanes: LaneMask,
    pub(super) state: &'a mut LaneState,
}

impl<const IN_NUMBERS: bool> Kernel for LoadTexts<'_, IN_NUMBERS> {
    type Output = LaneMask;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> LaneMask {
        let Self { texts, lanes: mask, state } = self;
        let table = if IN_NUMBERS { &OF_NUMBERS } else { &OF_CHARACTERS };
        let mut malformed = 0;
        if mask.count_ones() <= FEW_PUZZLES {
            for lane in lanes(mask) {
                let mut puzzle = [Lanes32::splat(0); 3];
                if parse(simd, texts[lane], table, &mut puzzle) {
                    load_one(simd, state, lane, &puzzle);
                } else {
                    malformed |= 1 << lane;
                }
            }
        } else {
            for band in 0..3 {
                let cells = state.cells[BAND * band..].first_chunk_mut().expect("27 rows");
                let texts = BandTexts { texts, band };
                malformed |= simd.lookup_columns(&texts, table, mask, cells);
            }
        }
        reset_minis(simd, state, mask);
        malformed
    }
}

struct BandTexts<'a> {
    texts: &'a [&'a [u8; 81]; LANES],
    band: usize,
}

impl ByteRows<BAND> for BandTexts<'_> {
    #[inline(always)]
    fn row(&self, row: usize) -> &[u8; BAND] {
        self.texts[row][BAND * self.band..].first_chunk().expect("three bands")
    }
}

pub(super) struct LoadParsed<'a> {
    pub(super) puzzles: &'a ParsedPuzzles,
    pub(super) lanes: LaneMask,
    pub(super) state: &'a mut LaneState,
}

impl Kernel for LoadParsed<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Self { puzzles, lanes: mask, state } = self;
        if mask.count_ones() <= FEW_PUZZLES {
            for lane in lanes(mask) {
                let puzzle = [puzzles[0][lane], puzzles[1][lane], puzzles[2][lane]];
                load_one(simd, state, lane, &puzzle);
            }
        } else {
            for (band, cells) in puzzles.iter().zip(state.cells.chunks_exact_mut(BAND)) {
                simd.transpose_stored(band, mask, cells);
            }
        }
        reset_minis(simd, state, mask);
    }
}

/// Makes all digits possible in the minirows and minicolumns of `lanes`.
#[inline(always)]
fn reset_minis<S: Simd>(simd: S, state: &mut LaneState, lanes: LaneMask) {
    for part in 0..S::PARTS {
        let mask = simd.mask_from_bits(lanes, part);
        let all = simd.splat(ALL_DIGITS);
        for box_index in 0..9 {
            for k in 0..3 {
                simd.refill_masked(mask, all, &mut state.minirows[box_index][k], part);
                simd.refill_masked(mask, all, &mut state.minicolumns[box_index][k], part);
            }
        }
        state.reset_sum(simd, mask, part);
    }
}

/// Loads the cells of one puzzle into one lane.
#[inline(always)]
fn load_one<S: Simd>(simd: S, state: &mut LaneState, lane: usize, puzzle: &[Lanes32; 3]) {
    let part = lane * S::PARTS / LANES;
    let here = simd.mask_from_bits(1 << lane, part);
    for band in 0..3 {
        for k in 0..BAND {
            let cell = simd.splat(puzzle[band].0[k]);
            simd.store_masked(here, cell, &mut state.cells[BAND * band + k], part);
        }
    }
}

const _: () = {
    let mut lane = 0;
    while lane < 81 {
        assert!(
            TEXT_POSITION[lane] == TEXT_POSITION[lane / 3 * 3] + lane % 3,
            "minirows stay whole"
        );
        lane += 1;
    }
};

/// Parses a pencilmark puzzle for a lane. Returns whether each of its 729 bytes is a candidate. Not inlined into the
/// kernels, so that it takes no registers from puzzles of clues.
#[cold]
#[inline(never)]
pub(super) fn parse_pencilmarks(
    text: &[u8; PENCILMARKS],
    lane: usize,
    puzzles: &mut ParsedPuzzles,
) -> bool {
    let Some(marks) = Pencilmarks::read(text) else { return false };
    let marks = marks.cells();
    for (band, positions) in puzzles.iter_mut().zip(TEXT_POSITION.chunks_exact(BAND)) {
        // The cells of a minirow are adjacent in both orders.
        let (minirows, _) = band[lane].0.as_chunks_mut::<3>();
        for (minirow, three) in minirows.iter_mut().zip(positions.chunks_exact(3)) {
            *minirow = *marks[three[0]..].first_chunk().expect("three cells");
        }
    }
    true
}

/// Copies the cells of `lanes`: after a puzzle was loaded, to keep its candidates; after a node was unpacked, to
/// restore these candidates.
pub(super) struct CopyCells<'a> {
    pub(super) lanes: LaneMask,
    pub(super) from: &'a LaneCells,
    pub(super) to: &'a mut LaneCells,
}

impl Kernel for CopyCells<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Self { lanes, from, to } = self;
        for part in 0..S::PARTS {
            let mask = simd.mask_from_bits(lanes, part);
            for cell in 0..81 {
                simd.store_masked(mask, simd.load(&from[cell], part), &mut to[cell], part);
            }
        }
    }
}

/// Sets the candidates of the puzzle that a lane has taken over.
#[cold]
pub(super) fn set_marks(marks: &mut LaneCells, lane: usize, text: &[u8; PENCILMARKS]) {
    let parsed = Pencilmarks::read(text).expect("it was parsed before");
    for (row, &place) in marks.iter_mut().zip(&TEXT_POSITION) {
        row.0[lane] = parsed.at(place);
    }
}
