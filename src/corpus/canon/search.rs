//! The canonical form of any grid, by a search row by row.
//!
//! All states that give the smallest first `n` rows are extended by every row that may come
//! next; those that give the smallest row `n + 1` are the states of the next round:
//!
//! ```text
//! states = the grid and its transpose, nothing decided
//! nine times:
//!     for each state, for each row that may come next (of the open band, else of any):
//!         lay it out as small as possible, in all ways that are equally small
//!     states = the layouts that are smallest of all
//!     merge states with the same future
//! ```
//!
//! What keeps the states few:
//!
//! 1. A state decides only what its rows show. Columns without a clue so far are alike, so the
//!    smallest layout has them leftmost in their stack, in no order yet; a row then brings its
//!    clues among them to the right end. Stacks without a clue are kept leftmost likewise.
//! 2. Labels are decided by first appearance, which is best for any arrangement.
//! 3. Equal rows of a band, equal bands, and the same with columns, are taken in one order only.
//! 4. States with the same rows left, columns and labels are merged. So there are never more
//!    than 2 · 6⁴ · 27 · (ways to label), however symmetric the grid is, even if contradictory.
//!
//! The number of automorphisms comes out as a by-product: it is the number of ways to reach the
//! end, times the orders that point 3 leaves out.

use super::{Form, lines::Lines};

/// More states than this are searched for duplicates.
const CROWD: usize = 256;

/// A way to lay out the first few rows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    /// The label of each digit, a nibble each; 0 if it has none yet.
    labels: u64,
    /// The column at each place, a nibble each; 0 if not decided.
    columns: u64,
    /// Rows not yet laid.
    left: u16,
    /// Columns without a clue so far: their places are not decided.
    unseen: u16,
    /// The stack at each place, two bits each; 0 if not decided.
    stacks: u8,
    /// Stacks without a clue so far: their places are not decided.
    free: u8,
    /// The highest label given.
    last: u8,
    transposed: bool,
    /// The rows laid, a nibble each. Of merged states only one order is kept.
    rows: u64,
    /// In how many ways it was reached.
    ways: u64,
}

/// What nine lines, the rows of one of the two orientations, have in common.
#[derive(Clone, Copy, Default)]
struct Likeness {
    /// For each line, the lines before it in its band that equal it.
    lines: [u16; 9],
    /// For each band, the bands before that equal it line by line.
    bands: [u8; 3],
}

/// A row that is being laid out.
struct Row<'a> {
    cells: &'a [u8; 9],
    /// Which cells hold clues.
    clues: u16,
    columns: &'a Likeness,
}

/// The working memory of the search.
#[derive(Default)]
pub(super) struct Search {
    states: Vec<State>,
    /// The states of the next round, all with the row `best`.
    next: Vec<State>,
    best: u64,
}

impl Search {
    /// The canonical form of the grid with these lines.
    pub(super) fn canonicalise(&mut self, lines: &Lines) -> Form {
        let likeness = [Likeness::of(&lines.0[..9]), Likeness::of(&lines.0[9..])];
        let clues = lines.0.each_ref().map(clue_mask);
        let first = first_rows(lines, &clues);
        self.states.clear();
        self.states.extend([false, true].map(State::start));
        let mut packed = [0; 9];
        for (depth, packed) in packed.iter_mut().enumerate() {
            self.best = u64::MAX;
            for i in 0..self.states.len() {
                let state = self.states[i];
                let side = usize::from(state.transposed);
                let mut rows = likeness[side].next_rows(&state, depth);
                if depth == 0 {
                    rows &= (first >> (9 * side)) as u16;
                }
                while rows != 0 {
                    let row = rows.trailing_zeros() as usize;
                    rows &= rows - 1;
                    let mut state = state;
                    state.left &= !(1 << row);
                    state.rows |= (row as u64) << (4 * depth);
                    let line = 9 * side + row;
                    let (cells, clues) = (&lines.0[line], clues[line]);
                    let row = Row { cells, clues, columns: &likeness[1 - side] };
                    self.lay_minirow(&row, state, 0, 0, state.free);
                }
            }
            *packed = self.best;
            std::mem::swap(&mut self.states, &mut self.next);
            self.next.clear();
            self.merge();
        }
        let ways: u64 = self.states.iter().map(|state| state.ways).sum();
        let orders = likeness[0].orders() * likeness[1].orders();
        self.states[0].form(packed, ways * orders)
    }

    /// Lays the minirow at stack place `place` and all after it in the ways that may be smallest.
    /// `key` packs the cells laid; `open` are the stacks without a decided place that the row has
    /// yet to lay: they come before all others.
    fn lay_minirow(&mut self, row: &Row<'_>, mut state: State, place: usize, key: u64, open: u8) {
        if place == 3 {
            self.offer(key, state);
            return;
        }
        if key > self.best >> (36 - 12 * place) {
            return;
        }
        if open == 0 {
            let stack = usize::from(state.stacks >> (2 * place) & 3);
            self.lay_stack(row, state, place, key, open, stack);
            return;
        }
        let stacks = (0..3).filter(|stack| open >> stack & 1 != 0);
        let count = |stack: usize| (row.clues >> (3 * stack) & 7).count_ones();
        let fewest = stacks.clone().map(count).min().unwrap_or(0);
        let mut smallest = stacks.filter(|&stack| count(stack) == fewest);
        if fewest == 0 {
            // Nothing is decided of a stack without clues.
            let stack = smallest.next().unwrap_or(0);
            self.lay_minirow(row, state, place + 1, key << 12, open & !(1 << stack));
            return;
        }
        for stack in smallest {
            if row.columns.bands[stack] & open != 0 {
                continue;
            }
            let decided = state.stacks;
            state.stacks |= (stack as u8) << (2 * place);
            state.free ^= 1 << stack;
            self.lay_stack(row, state, place, key, open & !(1 << stack), stack);
            state.stacks = decided;
            state.free ^= 1 << stack;
        }
    }

    /// Lays the minirow in `stack`, whose place is decided, and all after it.
    fn lay_stack(
        &mut self,
        row: &Row<'_>,
        state: State,
        place: usize,
        key: u64,
        open: u8,
        stack: usize,
    ) {
        let unseen = state.unseen & 7 << (3 * stack);
        let clues = unseen & row.clues;
        let empty = unseen.count_ones() - clues.count_ones();
        let at = 3 * place + empty as usize;
        self.lay_cells(row, state, at, key << (4 * empty), open, clues);
    }

    /// Lays the cells from place `at` to the end of its minirow, and the minirows after it.
    /// The columns of `group` have their first clues here: their order is decided here.
    fn lay_cells(
        &mut self,
        row: &Row<'_>,
        mut state: State,
        mut at: usize,
        mut key: u64,
        open: u8,
        group: u16,
    ) {
        let end = at - at % 3 + 3;
        if group == 0 {
            while at < end {
                let digit = row.cells[(state.columns >> (4 * at) & 15) as usize];
                let label = state.label(digit);
                state.settle(digit, label);
                key = key << 4 | label;
                at += 1;
            }
            self.lay_minirow(row, state, end / 3, key, open);
            return;
        }
        let label = |column: usize| state.label(row.cells[column]);
        let smallest = members(group).map(label).min().unwrap_or(0);
        for column in members(group) {
            if label(column) != smallest || row.columns.lines[column] & group != 0 {
                continue;
            }
            let mut state = state;
            state.settle(row.cells[column], smallest);
            state.columns |= (column as u64) << (4 * at);
            state.unseen &= !(1 << column);
            let (key, group) = (key << 4 | smallest, group & !(1 << column));
            if group == 0 && at + 1 == end {
                self.lay_minirow(row, state, end / 3, key, open);
            } else {
                self.lay_cells(row, state, at + 1, key, open, group);
            }
        }
    }

    /// Keeps a state whose last row is the smallest seen.
    fn offer(&mut self, key: u64, state: State) {
        if key < self.best {
            self.best = key;
            self.next.clear();
        }
        if key == self.best {
            self.next.push(state);
        }
    }

    /// Makes one of states with the same future, if there are many.
    fn merge(&mut self) {
        if self.states.len() > CROWD {
            self.states.sort_unstable();
            self.states.dedup_by(|state, kept| {
                let same = state.future() == kept.future();
                if same {
                    kept.ways += state.ways;
                }
                same
            });
        }
    }
}

impl State {
    /// Nothing laid.
    fn start(transposed: bool) -> Self {
        Self {
            labels: 0,
            columns: 0,
            left: 0x1FF,
            unseen: 0x1FF,
            stacks: 0,
            free: 7,
            last: 0,
            transposed,
            rows: 0,
            ways: 1,
        }
    }

    /// The label of a digit: the one it has, or the next one.
    #[inline]
    fn label(&self, digit: u8) -> u64 {
        match self.labels >> (4 * digit) & 15 {
            0 if digit != 0 => u64::from(self.last) + 1,
            label => label,
        }
    }

    /// Settles that `digit` has the label that [`label`](Self::label) tells.
    #[inline]
    fn settle(&mut self, digit: u8, label: u64) {
        self.labels |= label << (4 * digit);
        self.last = self.last.max(label as u8);
    }

    /// What the rows to come depend on.
    fn future(&self) -> impl Eq + use<> {
        (self.labels, self.columns, self.left, self.unseen, self.stacks, self.transposed)
    }

    /// The form that it reached. Columns that have no clue take the places left, upwards.
    fn form(mut self, packed: [u64; 9], automorphisms: u64) -> Form {
        for place in 0..3 {
            let stack = if place < self.free.count_ones() as usize {
                let free = (0..3).filter(|stack| self.free >> stack & 1 != 0);
                free.clone().nth(place).unwrap_or(0)
            } else {
                usize::from(self.stacks >> (2 * place) & 3)
            };
            for (at, column) in members(self.unseen & 7 << (3 * stack)).enumerate() {
                self.columns |= (column as u64) << (4 * (3 * place + at));
            }
        }
        let nibble = |packed: u64, i: usize| (packed >> (4 * i)) as u8 & 15;
        Form {
            packed,
            transposed: self.transposed,
            rows: std::array::from_fn(|i| nibble(self.rows, i)),
            columns: std::array::from_fn(|i| nibble(self.columns, i)),
            labels: std::array::from_fn(|i| nibble(self.labels, i)),
            automorphisms,
        }
    }
}

impl Likeness {
    fn of(rows: &[[u8; 9]]) -> Self {
        let mut likeness = Self::default();
        for (i, row) in rows.iter().enumerate() {
            let before = (i / 3 * 3..i).filter(|&j| rows[j] == *row);
            likeness.lines[i] = before.fold(0, |mask, j| mask | 1 << j);
        }
        for i in 1..3 {
            let equal = (0..i).filter(|&j| rows[3 * j..3 * j + 3] == rows[3 * i..3 * i + 3]);
            likeness.bands[i] = equal.fold(0, |mask, j| mask | 1 << j);
        }
        likeness
    }

    /// The rows that may come next: of the open band, or of any if none is open, but of equal
    /// rows and bands only the first left.
    fn next_rows(&self, state: &State, depth: usize) -> u16 {
        let left = state.left;
        let rows = if depth.is_multiple_of(3) {
            let bands = (0..3).filter(|&band| {
                let equal = self.bands[band];
                (0..band).all(|before| equal >> before & 1 == 0 || left >> (3 * before) & 7 == 0)
            });
            left & bands.fold(0, |mask, band| mask | 7 << (3 * band))
        } else {
            let row = state.rows >> (4 * (depth - 1)) & 15;
            left & 7 << (row / 3 * 3)
        };
        members(rows)
            .filter(|&row| self.lines[row] & left == 0)
            .fold(0, |mask, row| mask | 1 << row)
    }

    /// In how many orders equal lines and bands could have been taken.
    fn orders(&self) -> u64 {
        let lines = self.lines.iter().map(|before| u64::from(before.count_ones()) + 1);
        let bands = self.bands.iter().map(|before| u64::from(before.count_ones()) + 1);
        lines.product::<u64>() * bands.product::<u64>()
    }
}

/// The set bits of a mask, upwards.
fn members(mut mask: u16) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        let member = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (member < 16).then_some(member)
    })
}

/// Which cells of a line hold clues.
fn clue_mask(line: &[u8; 9]) -> u16 {
    line.iter().enumerate().fold(0, |mask, (i, &cell)| mask | u16::from(cell != 0) << i)
}

/// The lines that may be the first row of the canonical form.
///
/// Sorted upwards, the numbers of clues in the three minirows tell the pattern of the row, and
/// the smallest pattern wins: its clues are labelled 1, 2, 3 … whatever they are. That is not so
/// if a digit stands twice in a line, so then nothing is excluded.
fn first_rows(lines: &Lines, clues: &[u16; 18]) -> u32 {
    let mut smallest = ([3; 3], 0);
    for (line, (cells, &clues)) in lines.0.iter().zip(clues).enumerate() {
        let digits = cells.iter().fold(0u16, |mask, cell| mask | 1 << cell) >> 1;
        if digits.count_ones() != clues.count_ones() {
            return 0x3FFFF;
        }
        let mut counts = [clues & 7, clues >> 3 & 7, clues >> 6].map(u16::count_ones);
        counts.sort_unstable();
        if counts < smallest.0 {
            smallest = (counts, 0);
        }
        if counts == smallest.0 {
            smallest.1 |= 1 << line;
        }
    }
    smallest.1
}
