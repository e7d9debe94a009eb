//! The canonical form of any grid, by a search row by row.
//!
//! Every state with the smallest first `n` rows is extended by every row that can come next; those
//! with the smallest row `n + 1` are the states of the next round:
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
//! Few states are needed:
//!
//! 1. A state decides only what its rows show. Columns without a clue so far are interchangeable,
//!    so the smallest layout keeps them leftmost in their stack, in no order yet; the clues that a
//!    row adds in them go to the right end. Stacks without a clue are kept leftmost in the same
//!    way.
//! 2. Labels are assigned by first appearance, which is best for any arrangement.
//! 3. Equal rows of a band, equal bands, equal columns and equal stacks are taken in one order
//!    only.
//! 4. States with the same rows left are merged if they agree in the columns and labels that occur
//!    again in these rows. So there are at most 2 · 6⁴ · 27 · (ways to label) states, however
//!    symmetric or contradictory the grid is. Of a million grids built to be symmetric, the slowest
//!    took 1 ms (puzzles) and 16 ms (contradictory grids).
//!
//! The number of automorphisms is a by-product: the number of ways to reach the end, times the
//! number of orders that point 3 leaves out.

use super::{
    clues::Clues,
    form::CanonicalForm,
    lines::GridLines,
    row_builder::{RowBuilder, SourceRow},
    state::CanonState,
};
use batchdoku_base::bits;

/// With more states than this, duplicates are merged, because this bounds the number of states by 32,768. With fewer
/// states, merging costs more than it saves: without it, symmetric grids take .25 to .75 of the instructions.
const MERGE_THRESHOLD: usize = 256;

#[derive(Default)]
pub(super) struct RowSearch {
    pub(super) states: Vec<CanonState>,
    /// The states of the next round, all with the row `best`.
    pub(super) next: Vec<CanonState>,
    best: u64,
}

impl RowSearch {
    pub(super) fn canonicalise(&mut self, lines: &GridLines) -> CanonicalForm {
        let clues = Clues::new(lines);
        let first = clues.first_rows();
        self.states.clear();
        self.states.extend([false, true].map(CanonState::start));
        let mut packed = [0; 9];
        for (depth, packed) in packed.iter_mut().enumerate() {
            self.best = u64::MAX;
            for i in 0..self.states.len() {
                let state = self.states[i];
                let side = usize::from(state.transposed);
                let mut rows =
                    clues.equal_lines[side].next_rows(state.left, state.open_band(depth));
                if depth == 0 {
                    rows &= (first >> (9 * side)) as u16;
                }
                for row in bits(rows) {
                    let mut state = state;
                    state.left &= !(1 << row);
                    state.rows |= (row as u64) << (4 * depth);
                    self.extend(&SourceRow::new(&clues, 9 * side + row), RowBuilder::new(state));
                }
            }
            *packed = self.best;
            std::mem::swap(&mut self.states, &mut self.next);
            self.next.clear();
            self.merge(&clues);
        }
        let ways: u64 = self.states.iter().map(|state| state.ways).sum();
        let orders = clues.equal_lines[0].orders() * clues.equal_lines[1].orders();
        self.states[0].form(packed, ways * orders)
    }

    /// Extends `builder` in all ways that can be smallest.
    fn extend(&mut self, row: &SourceRow<'_>, mut builder: RowBuilder) {
        loop {
            while builder.group != 0 {
                let column = if builder.group.is_power_of_two() {
                    builder.group.trailing_zeros() as usize
                } else {
                    self.choose_column(row, &builder)
                };
                builder.push_new_column(row, column);
            }
            while builder.at < builder.end {
                builder.push_placed_column(row);
            }
            if builder.key > self.best >> (36 - 4 * builder.at) {
                return;
            }
            if builder.at == 9 {
                self.keep_if_smallest(builder.key, builder.state);
                return;
            }
            let stack = if builder.open == 0 {
                usize::from(builder.state.stacks >> (2 * (builder.at / 3)) & 3)
            } else if let Some(stack) = builder.empty_open_stack(row) {
                stack
            } else {
                self.choose_stack(row, &mut builder)
            };
            if row.count(stack) == 0 {
                builder.push_empty_minirow(stack);
                continue;
            }
            builder.start_minirow(row, stack);
        }
    }

    /// Of the columns that can come next and have the smallest label, extends the builder by all but the last, and
    /// returns the last.
    fn choose_column(&mut self, row: &SourceRow<'_>, builder: &RowBuilder) -> usize {
        let label = |column: usize| builder.state.label(row.cells[column]);
        let smallest = bits(builder.group).map(label).min();
        let mut chosen = None;
        for column in bits(builder.group) {
            let first_of_equals = row.columns.lines[column] & builder.group == 0;
            if Some(label(column)) == smallest
                && first_of_equals
                && let Some(column) = chosen.replace(column)
            {
                let mut builder = *builder;
                builder.push_new_column(row, column);
                self.extend(row, builder);
            }
        }
        chosen.unwrap_or(0)
    }

    /// Of the open stacks, which all have clues, takes those with the fewest: extends the builder by all but the last,
    /// and returns the last with its position assigned.
    fn choose_stack(&mut self, row: &SourceRow<'_>, builder: &mut RowBuilder) -> usize {
        let stacks = bits(builder.open);
        let fewest = stacks.clone().map(|stack| row.count(stack)).min();
        let mut chosen = None;
        for stack in stacks {
            let first_of_equals = row.columns.bands[stack] & builder.open == 0;
            if Some(row.count(stack)) == fewest
                && first_of_equals
                && let Some(stack) = chosen.replace(stack)
            {
                let mut builder = *builder;
                builder.place_stack(stack);
                builder.start_minirow(row, stack);
                self.extend(row, builder);
            }
        }
        let stack = chosen.unwrap_or(0);
        builder.place_stack(stack);
        stack
    }

    /// Keeps a state if its last row is the smallest so far.
    fn keep_if_smallest(&mut self, key: u64, state: CanonState) {
        if key < self.best {
            self.best = key;
            self.next.clear();
        }
        if key == self.best {
            self.next.push(state);
        }
    }

    /// Merges states with the same future, if there are many.
    fn merge(&mut self, clues: &Clues<'_>) {
        if self.states.len() > MERGE_THRESHOLD {
            self.states.sort_by_cached_key(|state| (state.future(clues), *state));
            self.states.dedup_by(|state, kept| {
                let same = state.future(clues) == kept.future(clues);
                if same {
                    kept.ways += state.ways;
                }
                same
            });
        }
    }
}
