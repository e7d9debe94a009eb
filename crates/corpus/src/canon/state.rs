//! The states of the search: what the first rows decide.

use super::{clues::Clues, form::CanonicalForm};
use batchdoku_base::bits;

/// One way to lay out the first rows.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct CanonState {
    /// The label of each digit, as a nibble; 0 if not assigned.
    pub(super) labels: u64,
    /// The column in each position, as a nibble; 0 if not decided.
    pub(super) columns: u64,
    pub(super) left: u16,
    /// The columns without a clue so far, which have no position yet.
    pub(super) unseen: u16,
    /// The stack in each position, two bits each; 0 if not decided.
    pub(super) stacks: u8,
    /// The stacks without a clue so far, which have no position yet.
    pub(super) free: u8,
    pub(super) last: u8,
    pub(super) transposed: bool,
    /// The rows placed, one nibble each. Merged states keep one of their orders.
    pub(super) rows: u64,
    /// The number of ways to reach this state.
    pub(super) ways: u64,
}

impl CanonState {
    pub(super) fn start(transposed: bool) -> Self {
        Self { left: 0x1FF, unseen: 0x1FF, free: 7, transposed, ways: 1, ..Self::default() }
    }

    /// Returns the band of the next row; `None` if `depth` rows fill whole bands.
    pub(super) fn open_band(&self, depth: usize) -> Option<usize> {
        let last = depth.checked_sub(1)?;
        let row = self.rows >> (4 * last) & 15;
        (!depth.is_multiple_of(3)).then_some(row as usize / 3)
    }

    /// Returns the label that a digit has, or the next free label if it has none.
    #[inline]
    pub(super) fn label(&self, digit: u8) -> u64 {
        match self.labels >> (4 * digit) & 15 {
            0 if digit != 0 => u64::from(self.last) + 1,
            label => label,
        }
    }

    /// Returns the part of the state that the remaining rows depend on: the placed columns and digits that
    /// occur again.
    pub(super) fn future(&self, clues: &Clues<'_>) -> impl Ord + use<> {
        /// Stands for a column without a clue in the remaining rows: no column has this number of four bits.
        const DEAD: u64 = 15;
        let (live_columns, live_digits) = clues.live(self.transposed, self.left);
        let mut columns = self.columns;
        let mut stacks = self.stacks;
        let mut unseen = self.unseen;
        for place in self.free.count_ones() as usize..3 {
            let stack = usize::from(self.stacks >> (2 * place) & 3);
            let of_stack = 7 << (3 * stack);
            if live_columns & of_stack == 0 {
                stacks |= 3 << (2 * place);
                unseen &= !of_stack;
            }
            let decided = (self.unseen & of_stack).count_ones() as usize..3;
            for at in decided.map(|at| 4 * (3 * place + at)) {
                if live_columns >> (self.columns >> at & 15) & 1 == 0 {
                    columns |= DEAD << at;
                }
            }
        }
        let dead_digits = bits(!live_digits & 0x3FF);
        let labels = dead_digits.fold(self.labels, |labels, digit| labels & !(15 << (4 * digit)));
        (self.transposed, self.left, unseen, stacks, columns, labels)
    }

    /// Returns the form that it has reached. Columns without a clue take the remaining positions, upwards.
    pub(super) fn form(mut self, packed: [u64; 9], automorphisms: u64) -> CanonicalForm {
        for place in 0..3 {
            let decided = usize::from(self.stacks >> (2 * place) & 3);
            let stack = bits(u16::from(self.free)).nth(place).unwrap_or(decided);
            for (at, column) in bits(self.unseen & 7 << (3 * stack)).enumerate() {
                self.columns |= (column as u64) << (4 * (3 * place + at));
            }
        }
        CanonicalForm {
            packed,
            transposed: self.transposed,
            rows: std::array::from_fn(|i| nibble(self.rows, i)),
            columns: std::array::from_fn(|i| nibble(self.columns, i)),
            labels: std::array::from_fn(|i| nibble(self.labels, i)),
            automorphisms,
        }
    }
}

/// Returns one of 16 numbers of four bits, packed into a word.
fn nibble(packed: u64, i: usize) -> u8 {
    (packed >> (4 * i)) as u8 & 15
}
