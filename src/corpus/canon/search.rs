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
use crate::grid::POPCOUNT;

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

impl Row<'_> {
    /// How many clues it has in a stack.
    #[inline]
    fn count(&self, stack: usize) -> u8 {
        POPCOUNT[usize::from(self.clues >> (3 * stack) & 7)]
    }
}

/// A row in the middle of being laid out.
#[derive(Clone, Copy)]
struct Draft {
    state: State,
    /// The cells laid, packed.
    key: u64,
    /// How many cells are laid.
    at: usize,
    /// Where the open minirow ends.
    end: usize,
    /// The columns that have their first clues in the open minirow and are not laid yet: they
    /// come next, before the columns of the stack that have a place.
    group: u16,
    /// The stacks without a place that are not laid yet: they come before all others.
    open: u8,
}

impl Draft {
    fn new(state: State) -> Self {
        Self { state, key: 0, at: 0, end: 0, group: 0, open: state.free }
    }

    fn open_stack_without_clues(&self, row: &Row<'_>) -> Option<usize> {
        members(u16::from(self.open)).find(|&stack| row.count(stack) == 0)
    }

    /// Lays the minirow of a stack that has no clues, and still needs no place.
    fn skip(&mut self, stack: usize) {
        self.open &= !(1 << stack);
        self.key <<= 12;
        self.at += 3;
        self.end = self.at;
    }

    /// Gives an open stack the place that comes next.
    fn decide(&mut self, stack: usize) {
        self.open &= !(1 << stack);
        self.state.free &= !(1 << stack);
        self.state.stacks |= (stack as u8) << (2 * (self.at / 3));
    }

    /// Opens the minirow of a stack that has the place that comes next, and lays the cells of
    /// columns that still have no clue.
    #[inline]
    fn begin(&mut self, row: &Row<'_>, stack: usize) {
        let unseen = self.state.unseen & 7 << (3 * stack);
        self.group = unseen & row.clues;
        let empty = usize::from(POPCOUNT[usize::from(unseen ^ self.group)]);
        self.end = self.at + 3;
        self.at += empty;
        self.key <<= 4 * empty;
    }

    /// Lays the first clue of a column: that decides the place of the column.
    #[inline]
    fn show(&mut self, row: &Row<'_>, column: usize) {
        self.state.columns |= (column as u64) << (4 * self.at);
        self.state.unseen ^= 1 << column;
        self.group ^= 1 << column;
        self.lay(row.cells[column]);
    }

    /// Lays a cell of the column that has the next place.
    #[inline]
    fn repeat(&mut self, row: &Row<'_>) {
        let column = self.state.columns >> (4 * self.at) & 15;
        self.lay(row.cells[column as usize]);
    }

    #[inline]
    fn lay(&mut self, digit: u8) {
        let label = self.state.label(digit);
        self.state.labels |= label << (4 * digit);
        self.state.last = self.state.last.max(label as u8);
        self.key = self.key << 4 | label;
        self.at += 1;
    }
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
                    self.lay(&row, Draft::new(state));
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

    /// Goes on from `draft` in the ways that may be smallest.
    fn lay(&mut self, row: &Row<'_>, mut draft: Draft) {
        loop {
            while draft.group != 0 {
                let column = if draft.group.is_power_of_two() {
                    draft.group.trailing_zeros() as usize
                } else {
                    self.choose_column(row, &draft)
                };
                draft.show(row, column);
            }
            while draft.at < draft.end {
                draft.repeat(row);
            }
            if draft.key > self.best >> (36 - 4 * draft.at) {
                return;
            }
            if draft.at == 9 {
                self.offer(draft.key, draft.state);
                return;
            }
            let stack = if draft.open == 0 {
                usize::from(draft.state.stacks >> (2 * (draft.at / 3)) & 3)
            } else if let Some(stack) = draft.open_stack_without_clues(row) {
                draft.skip(stack);
                continue;
            } else {
                self.choose_stack(row, &mut draft)
            };
            draft.begin(row, stack);
        }
    }

    /// Of the columns that may come next, goes on with all that give the smallest label but one,
    /// and returns that one.
    fn choose_column(&mut self, row: &Row<'_>, draft: &Draft) -> usize {
        let label = |column: usize| draft.state.label(row.cells[column]);
        let smallest = members(draft.group).map(label).min();
        let mut chosen = None;
        for column in members(draft.group) {
            if Some(label(column)) == smallest && row.columns.lines[column] & draft.group == 0 {
                if let Some(column) = chosen.replace(column) {
                    let mut draft = *draft;
                    draft.show(row, column);
                    self.lay(row, draft);
                }
            }
        }
        chosen.unwrap_or(0)
    }

    /// Of the open stacks, all with clues, goes on with those with the fewest but one, and
    /// returns that one, its place decided.
    fn choose_stack(&mut self, row: &Row<'_>, draft: &mut Draft) -> usize {
        let stacks = members(u16::from(draft.open));
        let fewest = stacks.clone().map(|stack| row.count(stack)).min();
        let mut chosen = None;
        for stack in stacks {
            if Some(row.count(stack)) == fewest && row.columns.bands[stack] & draft.open == 0 {
                if let Some(stack) = chosen.replace(stack) {
                    let mut draft = *draft;
                    draft.decide(stack);
                    draft.begin(row, stack);
                    self.lay(row, draft);
                }
            }
        }
        let stack = chosen.unwrap_or(0);
        draft.decide(stack);
        stack
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
