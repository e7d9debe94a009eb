//! One chunk of a batch: lists its puzzles for a stage, and assigns the outcomes to rows.

use std::{cell::RefCell, iter, slice};

use super::{
    error::BatchError,
    rows::{CELLS, PuzzleRows, Slots},
    stage::{Keep, Places, Stage, StageRows},
};
use crate::{engine::EngineChoice, grid::PuzzleForm};
use batchdoku_base::{Limits, Outcome, StopReason};

/// The layout of written solutions.
#[derive(Clone, Copy)]
pub(super) struct OutputLayout<'a> {
    /// The start of each row in the caller's buffer.
    pub(super) slots: Slots<'a>,
    /// The form of written solutions.
    pub form: PuzzleForm,
    /// The byte in the cells of a row without a solution.
    pub(super) fill: u8,
    /// The solutions that are written.
    pub(super) keep: Keep,
}

/// Some rows of a batch, and the places of their results.
pub(super) struct RowChunk<'a> {
    /// The number of the first row.
    pub(super) first: usize,
    /// One outcome per row.
    pub outcomes: &'a mut [Outcome],
    /// The part of the caller's buffer for the solutions of these rows.
    pub output: &'a mut [u8],
    /// The start of that part in the buffer.
    pub(super) base: usize,
}

/// Cuts a batch into chunks of `size` rows.
pub(super) fn row_chunks<'a>(
    mut outcomes: &'a mut [Outcome],
    mut output: &'a mut [u8],
    slots: Slots<'a>,
    size: usize,
) -> impl Iterator<Item = RowChunk<'a>> {
    let mut next = 0;
    let mut end = 0;
    iter::from_fn(move || {
        let first = next;
        let base = end;
        let mine = outcomes.split_off_mut(..size.min(outcomes.len()))?;
        if mine.is_empty() {
            return None;
        }
        next += mine.len();
        end = if outcomes.is_empty() { base + output.len() } else { slots.start(next) };
        let bytes = output.split_off_mut(..end - base)?;
        Some(RowChunk { first, outcomes: mine, output: bytes, base })
    })
}

thread_local! {
    /// The workers of this thread, one for each engine that it has used. Workers are kept, because allocating
    /// the memory of an engine takes longer than solving a small batch. They are kept per thread, because
    /// threads that solve small batches at the same time would wait for each other at a shared list.
    #[expect(clippy::vec_box, reason = "to move a worker twice takes as long as a small batch")]
    static IDLE: RefCell<Vec<Box<BatchWorker>>> = const { RefCell::new(Vec::new()) };
}

/// Calls `work` with the worker of this thread for an engine. Returns what `work` returns.
pub(super) fn with_worker<R>(choice: EngineChoice, work: impl FnOnce(&mut BatchWorker) -> R) -> R {
    let idle = IDLE.try_with(|idle| {
        let mut idle = idle.borrow_mut();
        let index = idle.iter().position(|worker| worker.choice == choice)?;
        Some(idle.swap_remove(index))
    });
    // The list is gone if a thread solves a batch while it ends, in the destructor of another thread-local value.
    let idle = idle.ok().flatten();
    let mut worker = idle.unwrap_or_else(|| Box::new(BatchWorker::new(choice)));
    let done = work(&mut worker);
    let _ = IDLE.try_with(|idle| idle.borrow_mut().push(worker));
    done
}

/// A stage with the lists for one chunk.
pub(super) struct BatchWorker {
    choice: EngineChoice,
    stage: Stage,
    /// The start of each puzzle in its input.
    puzzles: Vec<usize>,
    /// The start of the solution of each puzzle in the output.
    slots: Vec<usize>,
    /// The row of each puzzle in the chunk; empty if every row has a puzzle.
    rows: Vec<u32>,
    /// The outcomes of the puzzles, if not every row has a puzzle.
    found: Vec<Outcome>,
}

impl BatchWorker {
    fn new(choice: EngineChoice) -> Self {
        Self {
            choice,
            stage: Stage::new(choice),
            puzzles: Vec::new(),
            slots: Vec::new(),
            rows: Vec::new(),
            found: Vec::new(),
        }
    }

    pub(super) fn solve(
        &mut self,
        puzzles: &PuzzleRows<'_>,
        mut chunk: RowChunk<'_>,
        layout: OutputLayout<'_>,
        limits: &Limits<'_>,
    ) -> Result<(), BatchError> {
        // One row needs no lists, because filling them takes as long as reading the puzzle.
        let first = chunk.first;
        let one = if chunk.outcomes.len() == 1 { puzzles.start(first) } else { None };
        let one = one.map(|start| [start, layout.slots.start(first) - chunk.base]);
        let is_every_row = one.is_some() || self.gather(puzzles, &mut chunk, layout);
        let Self { stage, puzzles: starts, slots, rows, found, .. } = self;
        let [starts, slots]: [&[usize]; 2] = match &one {
            Some([start, slot]) => [slice::from_ref(start), slice::from_ref(slot)],
            None => [starts, slots],
        };
        let outcomes = if is_every_row {
            &mut *chunk.outcomes
        } else {
            found.clear();
            found.resize(starts.len(), Outcome::default());
            &mut *found
        };
        let OutputLayout { form, fill, keep, .. } = layout;
        let are_written = !layout.slots.is_none();
        let places =
            are_written.then_some(Places { output: chunk.output, slots, form, fill, keep });
        let PuzzleRows { bytes, form, .. } = *puzzles;
        let stage_rows = StageRows { bytes, starts, form };
        stage.search(stage_rows, places, outcomes, limits).map_err(|unsound| {
            let row = rows.get(unsound.index).map_or(unsound.index, |&row| row as usize);
            BatchError::EngineBug { engine: unsound.engine, row: chunk.first + row }
        })?;
        if !is_every_row {
            for (&row, &outcome) in rows.iter().zip(&*found) {
                chunk.outcomes[row as usize] = outcome;
            }
        }
        Ok(())
    }

    /// Lists the puzzles of the chunk for the engine, and finishes the rows that do not have 81 bytes in the
    /// buffer. Returns `true` if every row is a puzzle.
    fn gather(
        &mut self,
        puzzles: &PuzzleRows<'_>,
        chunk: &mut RowChunk<'_>,
        layout: OutputLayout<'_>,
    ) -> bool {
        let RowChunk { first, outcomes, output, base } = chunk;
        self.puzzles.clear();
        self.slots.clear();
        self.rows.clear();
        self.puzzles.reserve(outcomes.len());
        self.slots.reserve(outcomes.len());
        let mut is_every_row = true;
        for (index, outcome) in outcomes.iter_mut().enumerate() {
            let row = *first + index;
            let slot = layout.slots.start(row) - *base;
            if let Some(start) = puzzles.start(row) {
                self.puzzles.push(start);
                self.slots.push(slot);
                if !is_every_row {
                    self.rows.push(index as u32);
                }
            } else {
                if is_every_row {
                    is_every_row = false;
                    self.rows.extend(0..index as u32);
                }
                if !layout.slots.is_none() {
                    output[slot..slot + CELLS].fill(layout.fill);
                }
                *outcome = Outcome::nothing(StopReason::Malformed);
            }
        }
        is_every_row
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::SolutionRows;

    /// The error has the number of the row in the whole batch, not in the chunk, and malformed rows count.
    #[test]
    fn a_defect_is_reported_with_its_row() {
        let text = [b'.'; 5 * CELLS];
        let mut worker =
            BatchWorker { stage: Stage::defective(), ..BatchWorker::new(EngineChoice::default()) };
        let puzzles = PuzzleRows::text(&text).offsets(&[0_i32, 81, 162, 243, 243, 324, 405]);
        let mut outcomes = [Outcome::default(); 4];
        let none = SolutionRows::none();
        let layout =
            OutputLayout { slots: none.slots, form: none.form, fill: none.fill, keep: Keep::Found };
        // Of the rows 2 to 5, the second is too short, so the second puzzle is in row 4.
        let chunk = RowChunk { first: 2, outcomes: &mut outcomes, output: &mut [], base: 0 };
        let error = worker.solve(&puzzles, chunk, layout, &Limits::solutions(1)).unwrap_err();
        assert!(matches!(error, BatchError::EngineBug { engine: "wrong", row: 4 }), "{error}");
    }
}
