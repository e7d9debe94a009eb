//! Branching on a cell, for long searches.
//!
//! The branch of [`super::branch`] is nearly always the better one. But it chooses a digit of a band,
//! and where a few cells contradict each other, it may meet them only at the bottom of every subtree.
//! So a search that has entered [`LONG_SEARCH`] nodes starts again from the clues and branches on
//! cells, unless it was long because it has found [`MANY_SOLUTIONS`]. Solutions of the first attempt
//! do not count, its nodes do.
//!
//! 1. Choose a cell with the fewest candidates, at least two; the first one in box order.
//! 2. Each candidate is an alternative. The lane keeps the highest digit, the others are pushed in
//!    ascending order.
//!
//! A digit in a cell is a digit in one minirow and one minicolumn, so every alternative can be
//! packed.
//!
//! Loops over indices, no closures or iterators over vectors: see [`crate::simd`] for the reason.

use super::{
    packed_node::Configurations,
    state::{LaneMask, LaneState, PerMini, box_of},
};
use crate::simd::{Kernel, Lanes32, Simd};

/// The nodes after which a search starts again. The hardest known puzzles with one solution take
/// fewer than 1,500 nodes to prove that.
pub(super) const LONG_SEARCH: u64 = 2000;

/// A search with this many solutions among its first [`LONG_SEARCH`] nodes goes on as it began, since
/// branches on digits find solutions faster.
pub(super) const MANY_SOLUTIONS: u64 = 100;

/// The row of the minirow in each of the three boxes, for each configuration of a band.
const ROW_IN_BOX: [[usize; 3]; 6] =
    [[0, 1, 2], [0, 2, 1], [1, 0, 2], [2, 0, 1], [1, 2, 0], [2, 1, 0]];

/// The cell that each lane has chosen.
#[derive(Debug)]
pub(super) struct CellChoice {
    /// All bits for the minirow and the minicolumn of the cell, none for others.
    minirows: PerMini,
    minicolumns: PerMini,
    /// The alternatives that remain.
    digits: Lanes32,
}

impl CellChoice {
    pub(super) const EMPTY: Self = Self {
        minirows: [[Lanes32::splat(0); 3]; 9],
        minicolumns: [[Lanes32::splat(0); 3]; 9],
        digits: Lanes32::splat(0),
    };

    /// Whether the cell is in each minirow (of a stack: minicolumn) of box `j` of a band.
    #[inline(always)]
    fn minis(&self, band: usize, j: usize) -> &[Lanes32; 3] {
        match box_of(band, j) {
            (true, box_index) => &self.minirows[box_index],
            (false, box_index) => &self.minicolumns[box_index],
        }
    }
}

/// Step 1, in the lanes `stuck` of `state`. Other lanes have no alternatives. Returns the lanes that
/// are contradictory because two digits have the same cell as their only one in a box: no other rule
/// sees that, and a branch on this cell would not change it.
pub(super) struct ChooseCell<'a> {
    pub(super) stuck: LaneMask,
    pub(super) state: &'a LaneState,
    pub(super) choice: &'a mut CellChoice,
}

impl Kernel for ChooseCell<'_> {
    type Output = LaneMask;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> LaneMask {
        let mut contradictory = 0;
        for part in 0..S::PARTS {
            contradictory |= choose(simd, self.stuck, self.state, self.choice, part);
        }
        contradictory
    }
}

/// Orders cells by the number of candidates, then by index. Cells with one candidate come last.
#[inline(always)]
fn key<S: Simd>(simd: S, candidates: S::V, cell: usize) -> S::V {
    let count = simd.popcount(candidates);
    let key = simd.or(simd.shl::<7>(count), simd.splat(cell as u16));
    simd.select(simd.eq(count, simd.splat(1)), simd.splat(u16::MAX), key)
}

#[inline(always)]
fn choose<S: Simd>(
    simd: S,
    stuck: LaneMask,
    state: &LaneState,
    choice: &mut CellChoice,
    part: usize,
) -> LaneMask {
    let mut least = simd.splat(u16::MAX);
    for cell in 0..81 {
        let candidates = simd.load(&state.cells[cell], part);
        least = simd.min(least, key(simd, candidates, cell));
    }
    let (zero, all) = (simd.splat(0), simd.splat(u16::MAX));
    let stuck = simd.mask_from_bits(stuck, part);
    let mut digits = zero;
    let mut shared = zero;
    for box_index in 0..9 {
        let cells = &state.cells[9 * box_index..][..9];
        shared = simd.or(shared, shared_cells(simd, cells, part));
        let mut rows = [zero; 3];
        let mut columns = [zero; 3];
        for k in 0..9 {
            let candidates = simd.load(&cells[k], part);
            let is_chosen = simd.eq(key(simd, candidates, 9 * box_index + k), least);
            let chosen = simd.select(is_chosen, all, zero);
            digits = simd.or(digits, simd.and(candidates, chosen));
            rows[k / 3] = simd.or(rows[k / 3], chosen);
            columns[k % 3] = simd.or(columns[k % 3], chosen);
        }
        for k in 0..3 {
            simd.store(rows[k], &mut choice.minirows[box_index][k], part);
            simd.store(columns[k], &mut choice.minicolumns[box_index][k], part);
        }
    }
    let is_possible = simd.eq(shared, zero);
    digits = simd.select(is_possible, digits, zero);
    simd.store(simd.select(stuck, digits, zero), &mut choice.digits, part);
    let part_lanes = simd.mask_to_bits(simd.eq(zero, zero), part);
    part_lanes & !simd.mask_to_bits(is_possible, part)
}

/// Not 0 where two digits have the same cell of the box `cells` as their only one.
#[inline(always)]
fn shared_cells<S: Simd>(simd: S, cells: &[Lanes32], part: usize) -> S::V {
    let (mut once, mut twice) = (simd.splat(0), simd.splat(0));
    for k in 0..9 {
        let candidates = simd.load(&cells[k], part);
        twice = simd.or(twice, simd.and(once, candidates));
        once = simd.or(once, candidates);
    }
    let hidden = simd.and_not(once, twice);
    let mut shared = simd.splat(0);
    for k in 0..9 {
        let here = simd.and(simd.load(&cells[k], part), hidden);
        shared = simd.or(shared, simd.and(here, simd.sub(here, simd.splat(1))));
    }
    shared
}

/// Step 2: takes the lowest digit from every lane that has two alternatives or more. Its
/// configurations go to `alternative`. Returns those lanes.
pub(super) struct TakeAlternative<'a> {
    pub(super) choice: &'a mut CellChoice,
    pub(super) configurations: &'a Configurations,
    pub(super) alternative: &'a mut Configurations,
}

impl Kernel for TakeAlternative<'_> {
    type Output = LaneMask;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> LaneMask {
        let Self { choice, configurations, alternative } = self;
        let mut finished = 0;
        for part in 0..S::PARTS {
            let zero = simd.splat(0);
            let digits = simd.load(&choice.digits, part);
            let lowest = simd.and(digits, simd.sub(zero, digits));
            let others = simd.and_not(digits, lowest);
            let is_last = simd.eq(others, zero);
            let digit = simd.select(is_last, zero, lowest);
            simd.store(simd.select(is_last, digits, others), &mut choice.digits, part);
            finished |= simd.mask_to_bits(is_last, part);
            for band in 0..6 {
                let mut chosen = [[zero; 3]; 3];
                let mut is_here = zero;
                for j in 0..3 {
                    for k in 0..3 {
                        chosen[j][k] = simd.load(&choice.minis(band, j)[k], part);
                        is_here = simd.or(is_here, chosen[j][k]);
                    }
                }
                let lost = simd.and(digit, is_here);
                for i in 0..6 {
                    let [a, b, c] = ROW_IN_BOX[i];
                    let through_cell = simd.or3(chosen[0][a], chosen[1][b], chosen[2][c]);
                    let possible = simd.load(&configurations[band][i], part);
                    let left = simd.and_not(possible, simd.and_not(lost, through_cell));
                    simd.store(left, &mut alternative[band][i], part);
                }
            }
        }
        !finished
    }
}

/// Goes on with the last alternative in each lane.
pub(super) struct KeepLast<'a> {
    pub(super) choice: &'a CellChoice,
    pub(super) state: &'a mut LaneState,
}

impl Kernel for KeepLast<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Self { choice, state } = self;
        for part in 0..S::PARTS {
            let digit = simd.load(&choice.digits, part);
            for band in 0..6 {
                for j in 0..3 {
                    let chosen = choice.minis(band, j);
                    let mut here = [digit; 3];
                    for k in 0..3 {
                        here[k] = simd.load(&chosen[k], part);
                    }
                    let lost = simd.and(digit, simd.or3(here[0], here[1], here[2]));
                    let minis = state.minis_mut(band, j);
                    for k in 0..3 {
                        let others = simd.and_not(lost, here[k]);
                        let left = simd.and_not(simd.load(&minis[k], part), others);
                        simd.store(left, &mut minis[k], part);
                    }
                }
            }
        }
    }
}
