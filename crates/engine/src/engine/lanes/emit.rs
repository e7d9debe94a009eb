//! From lanes to text: solutions are validated, then written as 81 digits, in characters or numbers.
//!
//! The text is made by transposing. 32 rows of byte pairs, each with a pair of cells of all lanes,
//! become 32 texts of 64 bytes; a second transposition makes the last 32 bytes:
//!
//! ```text
//!            lane 0  lane 1 .. lane 31              pair 0  pair 1  ..  pair 31 | rest
//!   pair 0   53      17                    lane 0   53      46      ..          |
//!   pair 1   46      ..              =>    lane 1   17      ..      ..          |
//! ```
//!
//! Loops over indices, no closures or iterators over vectors: see [`crate::simd`] for the reason.

use super::{
    propagate::load3,
    state::{LaneCells, LaneMask, LaneState, TEXT_POSITION, lanes},
};
use crate::{
    engine::{puzzle_text, solution_sink::BatchOutput},
    grid::{ALL_DIGITS, PENCILMARKS},
    simd::{Kernel, LANES, LaneRows, Lanes32, Simd},
};
use batchdoku_base::Outcome;

/// The number of bytes of a text that go through the first transposition.
const HEAD: usize = 64;

/// The number of bytes at the end of a text that go through the second transposition. Some bytes go through
/// both, because a transposition takes 32 bytes.
const TAIL: usize = 32;

/// The position of the first of these bytes.
const TAIL_START: usize = 81 - TAIL;

/// The row of [`LaneCells`] for each position of the text.
static CELL_ROW: [usize; 81] = {
    let mut table = [0; 81];
    let mut row = 0;
    while row < 81 {
        table[TEXT_POSITION[row]] = row;
        row += 1;
    }
    table
};

/// The text of each lane. It is a grid only if each cell of the lane has one candidate.
#[derive(Debug)]
pub(super) struct SolutionTexts {
    head: [Lanes32; LANES],
    tail: [Lanes32; LANES],
}

impl SolutionTexts {
    pub(super) const EMPTY: Self =
        Self { head: [Lanes32::splat(0); LANES], tail: [Lanes32::splat(0); LANES] };

    /// Writes the text of one lane.
    #[inline(always)]
    fn set(&mut self, lane: usize, cells: &LaneCells, one: u8) {
        let mut text = [0; 128];
        for (byte, &row) in text.iter_mut().zip(&CELL_ROW) {
            *byte = one + cells[row].0[lane].trailing_zeros() as u8;
        }
        let [head, tail] =
            [0, TAIL_START].map(|start| text[start..].first_chunk().expect("64 bytes"));
        self.head[lane] = Lanes32::from_bytes(head);
        self.tail[lane] = Lanes32::from_bytes(tail);
    }

    #[inline(always)]
    pub(super) fn get(&self, lane: usize) -> SolutionText<'_> {
        SolutionText { head: &self.head[lane], tail: &self.tail[lane] }
    }
}

/// The text of a lane: the first 64 bytes, and the last 32, of which 17 are text and the rest is padding.
#[derive(Clone, Copy)]
pub(super) struct SolutionText<'a> {
    head: &'a Lanes32,
    tail: &'a Lanes32,
}

impl SolutionText<'_> {
    /// Copies the text to a row of the output.
    #[inline(always)]
    pub(super) fn copy_to(self, to: &mut [u8; 81]) {
        to[..HEAD].copy_from_slice(&self.head.bytes());
        to[TAIL_START..].copy_from_slice(&self.tail.bytes()[..TAIL]);
    }

    /// Returns the 81 characters.
    #[inline(always)]
    pub(super) fn bytes(self) -> [u8; 81] {
        let mut bytes = [0; 81];
        self.copy_to(&mut bytes);
        bytes
    }

    /// Tests whether the text keeps every clue of `puzzle`. In both, the byte of the digit 1 is `one`.
    #[inline(always)]
    pub(super) fn keeps_clues<S: Simd>(self, simd: S, puzzle: &[u8; 81], one: u8) -> bool {
        let head: &[u8; HEAD] = puzzle.first_chunk().expect("81 bytes");
        let tail: &[u8; TAIL] = puzzle.last_chunk().expect("81 bytes");
        simd.equal_in_range(head, one, one + 8, self.head)
            && simd.equal_in_range(tail, one, one + 8, self.tail)
    }

    /// Tests whether each digit of the text is a candidate of the pencilmark puzzle `puzzle`. The digits must be 1 to
    /// 9.
    #[inline(never)]
    pub(super) fn keeps_marks(self, puzzle: &[u8; PENCILMARKS]) -> bool {
        // Test all cells without a branch. Because the digits are valid, each place belongs to its cell. The masks
        // only show the compiler that it is within the text.
        let bytes = self.bytes();
        let mut keeps =
            puzzle[9 * 80 + usize::from(bytes[80].wrapping_sub(b'1')).min(8)] == bytes[80];
        for cell in 0..80 {
            let place = usize::from(bytes[cell].wrapping_sub(b'1') & 15);
            keeps &= puzzle[9 * cell + place] == bytes[cell];
        }
        keeps
    }
}

/// Writes the digits of `cells` to `texts`, in `lanes`, which are solved.
pub(super) struct WriteTexts<'a> {
    pub(super) cells: &'a LaneCells,
    pub(super) lanes: LaneMask,
    /// The byte of the digit 1. The bytes of other digits follow it.
    pub(super) one: u8,
    pub(super) texts: &'a mut SolutionTexts,
}

impl Kernel for WriteTexts<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Self { cells, lanes: mask, one, texts } = self;
        if mask.count_ones() <= few_texts::<S>() {
            lanes(mask).for_each(|lane| texts.set(lane, cells, one));
            return;
        }
        simd.transpose(&CellPairs::<0> { cells, one }, LaneMask::MAX, &mut texts.head);
        simd.transpose(&CellPairs::<TAIL_START> { cells, one }, LaneMask::MAX, &mut texts.tail);
    }
}

/// Returns the maximum number of texts that are written one by one, which is faster than transposing all 32 in parts.
/// If a part has all lanes, transposing is cheap: with AVX-512, writing three texts one by one is slower
/// (`docs/lanes-log.md`, b337c94).
const fn few_texts<S: Simd>() -> u32 {
    if S::PARTS == 1 { 2 } else { 3 * (S::PARTS as u32 - 1) }
}

/// Solved cells as pairs of bytes, from text position `START` on.
struct CellPairs<'a, const START: usize> {
    cells: &'a LaneCells,
    one: u8,
}

impl<const START: usize> LaneRows for CellPairs<'_, START> {
    #[inline(always)]
    fn load<S: Simd>(&self, simd: S, row: usize, part: usize) -> S::V {
        let position = START + 2 * row;
        if position >= 81 {
            return simd.splat(0);
        }
        let first = simd.load(&self.cells[CELL_ROW[position]], part);
        // The last cell has no cell after it; the byte behind the text is not copied.
        let second = if position < 80 {
            simd.load(&self.cells[CELL_ROW[position + 1]], part)
        } else {
            first
        };
        simd.add(simd.bit_indices(first, second), simd.splat(u16::from_le_bytes([self.one; 2])))
    }
}

/// Counts the solutions in `lanes`, and copies the first solution of each puzzle to its place. All puzzles are
/// puzzles of clues, and no other lane works on them. This is a separate kernel, so that its values stay in
/// registers.
pub(super) struct CopyFirst<'a, 'b> {
    pub(super) texts: &'a SolutionTexts,
    pub(super) lanes: LaneMask,
    /// The index of the puzzle of each lane.
    pub puzzle: &'a [u32; LANES],
    pub input: &'a [u8],
    /// The start of each puzzle in `input`.
    pub puzzles: &'a [usize],
    pub outcomes: &'a mut [Outcome],
    pub output: &'a mut BatchOutput<'b>,
    pub(super) limit: u64,
    /// The byte of the digit 1.
    pub(super) one: u8,
}

/// The lanes where [`CopyFirst`] ended a search.
pub(super) struct EndedLanes {
    /// The lanes with a text that contradicts a clue of their puzzle. Such a text is neither copied nor counted.
    pub(super) wrong: LaneMask,
    /// The lanes of puzzles with as many solutions as the limit allows.
    pub(super) enough: LaneMask,
}

impl Kernel for CopyFirst<'_, '_> {
    type Output = EndedLanes;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> EndedLanes {
        let mut ended = EndedLanes { wrong: 0, enough: 0 };
        for lane in lanes(self.lanes) {
            let puzzle = self.puzzle[lane] as usize;
            let solutions = &mut self.outcomes[puzzle].solutions;
            if *solutions == 0 {
                let text = self.texts.get(lane);
                let clues = puzzle_text(self.input, self.puzzles[puzzle]);
                if !text.keeps_clues(simd, clues, self.one) {
                    ended.wrong |= 1 << lane;
                    continue;
                }
                text.copy_to(self.output.row(puzzle));
            }
            *solutions += 1;
            ended.enough |= u32::from(*solutions == self.limit) << lane;
        }
        ended
    }
}

/// Finds the lanes that hold a solved grid: each digit in each house, one digit per cell. Candidates that
/// the last sweep ruled out are removed from the cells first.
pub(super) struct FindValid<'a> {
    pub(super) state: &'a mut LaneState,
}

impl Kernel for FindValid<'_> {
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
                    let box_index = 3 * band + stack;
                    let cells = &mut self.state.cells[9 * box_index..][..9];
                    let minirows = load3(simd, &self.state.minirows[box_index], part);
                    let minicolumns = load3(simd, &self.state.minicolumns[box_index], part);
                    let mut digits = zero;
                    for r in 0..3 {
                        let mut x = [zero; 3];
                        for c in 0..3 {
                            let cell = &mut cells[3 * r + c];
                            x[c] = simd.and3(simd.load(cell, part), minirows[r], minicolumns[c]);
                            simd.store(x[c], cell, part);
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
            // The masks of a row with all digits add up to at least the mask of all digits. If nine rows
            // add up to nine times this mask, each digit occurs once in each row. No cell is empty, so
            // each cell has one digit.
            let complete = simd.mask_to_bits(simd.eq(all, simd.splat(ALL_DIGITS)), part);
            let exact = simd.mask_to_bits(simd.eq(sum, simd.splat(9 * ALL_DIGITS)), part);
            valid |= complete & exact & !simd.mask_to_bits(simd.eq(least, zero), part);
        }
        valid
    }
}
