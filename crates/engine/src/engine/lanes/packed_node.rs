//! Packed nodes: a search node at a fixpoint in 64 bytes.
//!
//! At a fixpoint, the configurations of bands and stacks determine the node completely. Every
//! candidate that a cell has lost was lost with its minirow or minicolumn, or to a single of its
//! box. The digit of a single has one minirow and one minicolumn left in the box, so the next sweep
//! finds the single again. The configurations are 36 masks of nine digits, packed into 32 words; the
//! last four masks use the unused bits of other words. For example, mask 32 has its low seven bits in word
//! 0, above mask 0, and its two high bits in word 4, above mask 4:
//!
//! ```text
//!                    bits 15 to 9             bits 8 to 0
//!   words 0 to 3     low 7 of masks 32 to 35  masks 0 to 3
//!   words 4 to 7     high 2 of the same       masks 4 to 7
//!   words 8 to 31                             masks 8 to 31
//! ```
//!
//! 32 nodes are packed or unpacked at once, by transposing.
//!
//! Loops over indices, no closures or iterators over vectors: see [`crate::simd`] for the reason.

use super::{
    branch::Choice,
    propagate::possible,
    state::{LaneMask, LaneState},
};
use crate::{
    grid::ALL_DIGITS,
    simd::{Kernel, LANES, LaneRows, Lanes32, Simd},
};

/// A search node at a fixpoint.
pub(super) type PackedNode = Lanes32;

/// A packed node per lane.
pub(super) type PackedNodes = [PackedNode; LANES];

/// The bits of a mask that do not fit above another mask. A word has 16 bits and a mask nine, so seven bits fit, and
/// the two highest bits (digits 8 and 9) go to another word.
const HIGH: u16 = ALL_DIGITS & !(ALL_DIGITS >> 2);

/// Packs each lane: the second half of its branch, or the whole node if it does not branch.
pub(super) struct PackNodes<'a> {
    pub(super) choice: &'a Choice,
    pub nodes: &'a mut PackedNodes,
}

impl Kernel for PackNodes<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        simd.transpose(&PackedWords(self.choice), LaneMask::MAX, self.nodes);
    }
}

/// The words of packed nodes, as rows to be transposed.
struct PackedWords<'a>(&'a Choice);

impl PackedWords<'_> {
    /// Returns the digits of a mask.
    #[inline(always)]
    fn mask<S: Simd>(&self, simd: S, index: usize, part: usize) -> S::V {
        let Choice { configurations, digits, first } = self.0;
        let band = index / 6;
        let i = index % 6;
        let whole = simd.load(&configurations[band][i], part);
        let entered = simd.and(simd.load(&first[i], part), simd.load(&digits[band], part));
        simd.and_not(whole, entered)
    }
}

impl LaneRows for PackedWords<'_> {
    #[inline(always)]
    fn load<S: Simd>(&self, simd: S, row: usize, part: usize) -> S::V {
        let mask = self.mask(simd, row, part);
        match row {
            0..4 => simd.or(mask, simd.shl::<9>(self.mask(simd, LANES + row, part))),
            4..8 => {
                let high = simd.and(self.mask(simd, LANES + row - 4, part), simd.splat(HIGH));
                simd.or(mask, simd.shl::<2>(high))
            }
            _ => mask,
        }
    }
}

pub(super) struct UnpackNodes<'a> {
    pub nodes: &'a PackedNodes,
    pub(super) lanes: LaneMask,
    pub(super) state: &'a mut LaneState,
    /// Working memory.
    pub(super) words: &'a mut [Lanes32; LANES],
}

impl Kernel for UnpackNodes<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Self { nodes, lanes, state, words } = self;
        simd.transpose_stored(nodes, LaneMask::MAX, words);
        for part in 0..S::PARTS {
            let mask = simd.mask_from_bits(lanes, part);
            for band in 0..6 {
                let minis = possible(simd, unpack(simd, words, band, part));
                for j in 0..3 {
                    let rows = state.minis_mut(band, j);
                    for k in 0..3 {
                        simd.store_masked(mask, minis[j][k], &mut rows[k], part);
                    }
                }
            }
            // Cells get all digits: the next sweep intersects each with its minirow and minicolumn, which restores it.
            let all = simd.splat(ALL_DIGITS);
            for cell in 0..81 {
                simd.refill_masked(mask, all, &mut state.cells[cell], part);
            }
            state.reset_sum(simd, mask, part);
        }
    }
}

/// Unpacks the configurations of a band or stack.
#[inline(always)]
fn unpack<S: Simd>(simd: S, words: &[Lanes32; LANES], band: usize, part: usize) -> [S::V; 6] {
    let digits = simd.splat(ALL_DIGITS);
    let mut configurations = [digits; 6];
    for i in 0..6 {
        let index = 6 * band + i;
        configurations[i] = match index {
            0..8 => simd.and(simd.load(&words[index], part), digits),
            8..LANES => simd.load(&words[index], part),
            _ => {
                let low = simd.shr::<9>(simd.load(&words[index - LANES], part));
                let high = simd.shr::<2>(simd.load(&words[index - LANES + 4], part));
                simd.or(low, simd.and(high, simd.splat(HIGH)))
            }
        };
    }
    configurations
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        engine::lanes::{
            branch::{Choose, TakeFirstHalves},
            load::LoadTexts,
            propagate::{Sweep, SweepFlags},
            state::{LaneCells, lanes},
        },
        simd::SimdLevel,
    };

    /// Sweeps until no lane that is alive changes. Returns the lanes that are alive and not solved.
    #[inline(always)]
    fn run_to_fixpoint<S: Simd>(simd: S, state: &mut LaneState) -> LaneMask {
        loop {
            let SweepFlags { alive, changed, solved, .. } = simd.call(Sweep { state });
            if changed & alive == 0 {
                return alive & !solved;
            }
        }
    }

    /// Follows the first halves of branches down from 32 puzzles. Returns for each fixpoint the
    /// lanes, their cells after packing, unpacking and a sweep, and their cells before.
    struct Descend<'a>(&'a [[u8; 81]; LANES]);

    impl Kernel for Descend<'_> {
        type Output = Vec<(LaneMask, LaneCells, LaneCells)>;

        #[inline(always)]
        fn run<S: Simd>(self, simd: S) -> Self::Output {
            let none = Lanes32::splat(0);
            let mut state = LaneState::EMPTY;
            let (texts, lanes) = (&self.0.each_ref(), LaneMask::MAX);
            assert_eq!(simd.call(LoadTexts::<false> { texts, lanes, state: &mut state }), 0);
            let mut fixpoints = Vec::new();
            loop {
                let stuck = run_to_fixpoint(simd, &mut state);
                if stuck == 0 {
                    return fixpoints;
                }
                let (mut choice, mut nodes) = (Choice::NONE, [none; LANES]);
                simd.call(Choose { stuck, state: &state, to: &mut choice });
                simd.call(PackNodes { choice: &choice, nodes: &mut nodes });
                let (mut other, mut words) = (LaneState::EMPTY, [none; LANES]);
                let (lanes, words) = (LaneMask::MAX, &mut words);
                simd.call(UnpackNodes { nodes: &nodes, lanes, state: &mut other, words });
                let flags = simd.call(Sweep { state: &mut other });
                assert_eq!(flags.alive & stuck, stuck);
                fixpoints.push((stuck, other.cells, state.cells));
                simd.call(TakeFirstHalves { state: &mut state, choice: &mut choice });
            }
        }
    }

    /// After one sweep, an unpacked node equals the node before it was packed.
    #[test]
    fn nothing_is_lost() {
        let lines = include_str!("../../../../../data/extreme.txt").lines();
        let mut puzzles = lines.filter_map(|line| line.as_bytes().try_into().ok());
        let puzzles: [[u8; 81]; LANES] = std::array::from_fn(|_| puzzles.next().expect("enough"));
        for level in SimdLevel::available() {
            let fixpoints = level.run(Descend(&puzzles));
            assert!(fixpoints.len() > 3);
            for (stuck, after, before) in fixpoints {
                for lane in lanes(stuck) {
                    let cells = |cells: &LaneCells| cells.each_ref().map(|row| row.0[lane]);
                    assert_eq!(cells(&after), cells(&before), "{level}, lane {lane}");
                }
            }
        }
    }
}
