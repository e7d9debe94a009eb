//! An almost locked set and a cell of two candidates: WXYZ-wing and larger.
//!
//! The set has n cells of a house and n + 1 candidates. If the other cell `xz` sees all cells of
//! the set that have `x`, the set or the cell holds `z`: x is the restricted common, as in ALS-XZ.
//! If that is so for both digits, all digits of both are locked.

use std::cmp::Reverse;

use super::{
    ladder::{StepFinder, StepMemory},
    singles::cell_at,
    step::{Step, StepKind},
    subsets::combinations,
    wings::{cells_of_size, places, seeing},
};
use crate::marks::Marks;
use batchdoku_base::bits;
use batchdoku_engine::grid::{Cell, CellSet, PEER_SETS};

/// A wing whose almost locked set has so many cells.
pub(super) struct AlsWing(pub(super) u32);

/// What decides between wings of equal rating: more eliminations, doubly linked, the larger cell,
/// more candidates, then the cells.
type WingRank = (u8, Reverse<(usize, bool, u32, u32)>, Reverse<u128>, Cell);

impl StepFinder for AlsWing {
    fn find(&self, marks: &Marks, _: &mut StepMemory) -> Option<Step> {
        let n = self.0;
        let pairs = cells_of_size(marks, 2..=2);
        let all: [CellSet; 9] = std::array::from_fn(|digit| places(marks, digit));
        let mut best: Option<(WingRank, Step)> = None;
        for house in 0..27 {
            let (mut cells, mut count) = ([0; 9], 0);
            for position in 0..9 {
                let cell = cell_at(house, position);
                if (2..=n + 1).contains(&marks.cells[cell].count_ones()) {
                    cells[count] = cell;
                    count += 1;
                }
            }
            for chosen in combinations(count as u32, n) {
                let digits = bits(chosen).fold(0, |digits, i| digits | marks.cells[cells[i]]);
                if digits.count_ones() != n + 1 {
                    continue;
                }
                let set: CellSet = bits(chosen).map(|i| Cell::ALL[cells[i]]).collect();
                let sizes = || bits(chosen).map(|i| marks.cells[cells[i]].count_ones());
                let largest = sizes().max().unwrap_or(0);
                let er = self.er(largest);
                if best.as_ref().is_some_and(|(rank, _)| rank.0 < er) {
                    continue;
                }
                let near = set
                    .into_iter()
                    .fold(CellSet::EMPTY, |near, cell| near | PEER_SETS[cell.index()]);
                for other in pairs & near & !set {
                    let pair = marks.cells[other.index()];
                    if pair & !digits != 0 {
                        continue;
                    }
                    let Some((struck, double)) = linked(&all, set, other, pair, digits) else {
                        continue;
                    };
                    let eliminated = struck.iter().map(|cells| cells.len()).sum();
                    let rank = (
                        er,
                        Reverse((eliminated, double, largest, sizes().sum())),
                        Reverse(set.bits().reverse_bits()),
                        other,
                    );
                    if best.as_ref().is_none_or(|(best, _)| rank < *best) {
                        let own = set | cells_at_one(other);
                        let mut step = Step::new(self.kind(), er, own, digits);
                        step.struck = struck;
                        best = Some((rank, step));
                    }
                }
            }
        }
        best.map(|(_, step)| step)
    }
}

fn cells_at_one(cell: Cell) -> CellSet {
    CellSet::from_iter([cell])
}

impl AlsWing {
    fn kind(&self) -> StepKind {
        match self.0 {
            3 => StepKind::WxyzWing,
            4 => StepKind::VwxyzWing,
            5 => StepKind::UvwxyzWing,
            _ => StepKind::TuvwxyzWing,
        }
    }

    /// The rating, by the number of candidates of the largest cell.
    fn er(&self, largest: u32) -> u8 {
        match (self.0, largest) {
            (3, 3) => 56,
            (3, _) => 55,
            (4, 3) => 64,
            (4, 2 | 4) => 63,
            (4, _) => 62,
            (5, _) => 66,
            _ => 75,
        }
    }
}

/// What the set and the other cell eliminate, and whether they are linked by both digits.
fn linked(
    all: &[CellSet; 9],
    set: CellSet,
    other: Cell,
    pair: u16,
    digits: u16,
) -> Option<([CellSet; 9], bool)> {
    let peers = PEER_SETS[other.index()];
    let restricted = |digit: usize| (all[digit] & set & !peers).is_empty();
    let x = pair.trailing_zeros() as usize;
    let z = (pair & (pair - 1)).trailing_zeros() as usize;
    let mut struck = [CellSet::EMPTY; 9];
    let both = |digit: usize| seeing(all[digit] & set) & peers & all[digit] & !set;
    let double = match (restricted(x), restricted(z)) {
        (false, false) => return None,
        (true, false) => {
            struck[z] = both(z);
            false
        }
        (false, true) => {
            struck[x] = both(x);
            false
        }
        (true, true) => {
            (struck[x], struck[z]) = (both(x), both(z));
            let mut weak = false;
            for digit in bits(digits & !pair) {
                struck[digit] = seeing(all[digit] & set) & all[digit] & !set & !cells_at_one(other);
                weak |= !struck[digit].is_empty();
            }
            weak || !struck[x].is_empty() && !struck[z].is_empty()
        }
    };
    struck.iter().any(|cells| !cells.is_empty()).then_some((struck, double))
}
