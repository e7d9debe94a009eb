//! One chunk of a batch: rows to an engine call, outcomes back to rows.

use std::{cell::RefCell, iter};

use super::{
    BatchError, PuzzleRows,
    rows::{CELLS, Slots},
};
use crate::{
    engine::{Engine, EngineChoice, PuzzleBatch},
    grid::PuzzleForm,
};
use batchdoku_base::{Limits, Outcome, StopReason, Verdict};

/// The style of written solutions.
#[derive(Clone, Copy)]
pub(super) struct Style<'a> {
    /// The start of each row in the caller's buffer.
    pub(super) slots: Slots<'a>,
    /// As the solutions of puzzles of this form.
    pub form: PuzzleForm,
    /// The byte in the cells of a row without a solution.
    pub(super) fill: u8,
    /// True if only solutions that are the only one are written.
    pub(super) unique: bool,
}

/// Some rows of a batch, and where their results go.
pub(super) struct RowChunk<'a> {
    /// The number of the first row.
    pub(super) first: usize,
    /// One per row.
    pub outcomes: &'a mut [Outcome],
    /// The part of the caller's buffer that holds their solutions.
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
    let (mut next, mut end) = (0, 0);
    iter::from_fn(move || {
        let (first, base) = (next, end);
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
    /// The workers of this thread, one for each engine that it has used. They stay, because to make the
    /// memory of an engine takes longer than most small batches; and they stay with the thread, because
    /// threads that solve small batches at the same time would wait for each other at a common list.
    #[expect(clippy::vec_box, reason = "to move a worker twice takes as long as a small batch")]
    static IDLE: RefCell<Vec<Box<Worker>>> = const { RefCell::new(Vec::new()) };
}

/// Calls `work` with the worker of this thread for an engine. Returns what `work` returns.
pub(super) fn with_worker<R>(choice: EngineChoice, work: impl FnOnce(&mut Worker) -> R) -> R {
    let idle = IDLE.try_with(|idle| {
        let mut idle = idle.borrow_mut();
        let index = idle.iter().position(|worker| worker.choice == choice)?;
        Some(idle.swap_remove(index))
    });
    // A thread that ends, and solves a batch while it drops its values, has no list any more.
    let idle = idle.ok().flatten();
    let mut worker = idle.unwrap_or_else(|| Box::new(Worker::new(choice)));
    let done = work(&mut worker);
    let _ = IDLE.try_with(|idle| idle.borrow_mut().push(worker));
    done
}

/// An engine with the buffers for one chunk.
pub(super) struct Worker {
    choice: EngineChoice,
    engine: Box<dyn Engine>,
    /// The start of each puzzle in its input.
    puzzles: Vec<usize>,
    /// The start of its solution in the output.
    slots: Vec<usize>,
    /// The row in the chunk.
    rows: Vec<u32>,
    /// The outcomes, if not every row is listed.
    found: Vec<Outcome>,
    /// Takes the solutions that nobody wants.
    unwanted: [u8; CELLS],
}

impl Worker {
    fn new(choice: EngineChoice) -> Self {
        let (puzzles, slots, rows) = (Vec::new(), Vec::new(), Vec::new());
        let (engine, found, unwanted) = (choice.build(), Vec::new(), [0; CELLS]);
        Self { choice, engine, puzzles, slots, rows, found, unwanted }
    }

    pub(super) fn solve(
        &mut self,
        puzzles: &PuzzleRows<'_>,
        mut chunk: RowChunk<'_>,
        style: Style<'_>,
        limits: &Limits<'_>,
    ) -> Result<(), BatchError> {
        self.gather(puzzles, &mut chunk, style);
        let Self { engine, puzzles: starts, slots, rows, found, unwanted, .. } = self;
        let is_every_row = rows.len() == chunk.outcomes.len();
        found.clear();
        let outcomes = if is_every_row {
            &mut *chunk.outcomes
        } else {
            found.resize(starts.len(), Outcome::default());
            &mut *found
        };
        let batch = PuzzleBatch {
            input: puzzles.bytes,
            puzzles: starts,
            form: puzzles.form,
            output: if style.slots.is_none() { unwanted } else { &mut *chunk.output },
            solutions: slots,
            outcomes,
        };
        engine.solve_batch(batch, limits);
        for (&row, &outcome) in rows.iter().zip(&*found) {
            chunk.outcomes[row as usize] = outcome;
        }
        self.finish(chunk, puzzles.form, style)
    }

    /// Lists the puzzles of the chunk for the engine. Finishes the rows that do not have 81 bytes.
    fn gather(&mut self, puzzles: &PuzzleRows<'_>, chunk: &mut RowChunk<'_>, style: Style<'_>) {
        let RowChunk { first, outcomes, output, base } = chunk;
        self.puzzles.clear();
        self.slots.clear();
        self.rows.clear();
        self.puzzles.reserve(outcomes.len());
        self.slots.reserve(outcomes.len());
        self.rows.reserve(outcomes.len());
        for (index, outcome) in outcomes.iter_mut().enumerate() {
            let row = *first + index;
            let slot = style.slots.start(row) - *base;
            if let Some(start) = puzzles.start(row) {
                self.puzzles.push(start);
                self.slots.push(slot);
                self.rows.push(index as u32);
            } else {
                if !style.slots.is_none() {
                    output[slot..slot + CELLS].fill(style.fill);
                }
                *outcome = Outcome::nothing(StopReason::Malformed);
            }
        }
    }

    /// Gives each row of the output its final form.
    fn finish(
        &self,
        chunk: RowChunk<'_>,
        puzzles: PuzzleForm,
        style: Style<'_>,
    ) -> Result<(), BatchError> {
        let (found, wanted) = (puzzles.digit_one(), style.form.digit_one());
        for (&row, &slot) in self.rows.iter().zip(&self.slots) {
            let row = row as usize;
            let outcome = chunk.outcomes[row];
            let is_written = match outcome.verdict() {
                Verdict::EngineBug => {
                    let (engine, row) = (self.engine.name(), chunk.first + row);
                    return Err(BatchError::EngineBug { engine, row });
                }
                Verdict::Solved => true,
                Verdict::Multiple => !style.unique,
                _ => false,
            };
            if style.slots.is_none() {
                continue;
            }
            let solution = &mut chunk.output[slot..slot + CELLS];
            if !is_written {
                solution.fill(style.fill);
            } else if found != wanted {
                solution.iter_mut().for_each(|cell| *cell = *cell - found + wanted);
            }
        }
        Ok(())
    }
}
