//! Many puzzles in memory, on all cores.
#![allow(non_camel_case_types, reason = "the names of the header")]

use std::{ffi::c_int, ops::Range};

use batchdoku_base::{Limits, Outcome, StopFlag, StopReason};
use batchdoku_engine::{
    batch::{BatchSolver, PuzzleRows, SolutionRows},
    grid::PENCILMARKS,
};

use crate::{
    error::guard,
    memory::{self, CELLS},
    solve::level,
};

/// How a search ended: the field `end` of bd_outcome. `cbindgen.toml` has it as C.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub enum bd_end {
    /// The search was complete, and the number of solutions is exact.
    #[default]
    BD_END_COMPLETE = 0,
    /// The limit of solutions was reached: there may be more.
    BD_END_SOLUTION_LIMIT = 1,
    /// The limit of nodes was reached: there may be more solutions.
    BD_END_NODE_LIMIT = 2,
    /// The search was stopped: there may be more solutions.
    BD_END_STOPPED = 3,
    /// The puzzle is malformed, and was not searched.
    BD_END_MALFORMED = 4,
}

/// The outcome of one puzzle of a batch.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct bd_outcome {
    /// Solutions found, up to the limit.
    pub solutions: u64,
    /// Nodes: the number of alternatives that the search entered.
    pub nodes: u64,
    /// The reason why the search ended.
    pub end: bd_end,
    /// Always 0.
    pub reserved: u32,
}

/// The options of a batch: get the defaults from bd_batch_defaults(), then change them.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct bd_batch_options {
    /// The maximum number of solutions per puzzle; UINT64_MAX finds all. By default 1.
    pub limit: u64,
    /// The maximum number of nodes per puzzle; UINT64_MAX, the default, sets no limit.
    pub max_nodes: u64,
    /// 0 (the default) for one thread per core, 1 for the calling thread only. With any other number, each call
    /// starts new threads.
    pub threads: usize,
    /// Not 0: cells are the numbers 0 to 9 instead of text, in puzzles and solutions. By default 0.
    pub numbers: c_int,
    /// Not 0: only unique solutions are written; the limit is then 2, and `limit` is ignored. By default 0.
    pub unique: c_int,
    /// The flag that ends the batch once it is set; NULL, the default, for none.
    pub stop: *const bd_stop,
}

/// A flag that stops batches.
#[derive(Debug)]
pub struct bd_stop(StopFlag);

/// Creates a flag that is not set. Free it by bd_stop_free().
#[unsafe(no_mangle)]
pub extern "C" fn bd_stop_new() -> *mut bd_stop {
    Box::into_raw(Box::new(bd_stop(StopFlag::new())))
}

/// Sets a flag: the batches with this flag end within some milliseconds. Any thread may call this, and so may
/// the handler of a signal.
///
/// # Safety
/// `stop` must be NULL or come from bd_stop_new() and not be freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bd_stop_set(stop: *const bd_stop) {
    // SAFETY: the caller's contract.
    if let Some(stop) = unsafe { stop.as_ref() } {
        stop.0.set();
    }
}

/// Frees a flag that no batch uses any longer.
///
/// # Safety
/// `stop` must be NULL or come from bd_stop_new(), and is not to be used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bd_stop_free(stop: *mut bd_stop) {
    if !stop.is_null() {
        // SAFETY: the caller's contract.
        drop(unsafe { Box::from_raw(stop) });
    }
}

/// Returns the defaults: the first solution of each puzzle as text, on all cores.
#[unsafe(no_mangle)]
pub extern "C" fn bd_batch_defaults() -> bd_batch_options {
    bd_batch_options {
        limit: 1,
        max_nodes: u64::MAX,
        threads: 0,
        numbers: 0,
        unique: 0,
        stop: std::ptr::null(),
    }
}

/// Solves many puzzles: row `i` is the 81 bytes from `puzzles + i * stride`.
///
/// The first solution of a row goes to the 81 bytes from `solutions + i * solution_stride`. If there is no solution,
/// these bytes are filled with dots (or 0 for numbers). `solutions` may be NULL. The outcome goes to `outcomes[i]`. No
/// other bytes change. A malformed row is an outcome, not an error. Rows of 729 candidates are an error, because their
/// first 81 bytes would be another puzzle. `options` may be NULL for the defaults. Results do not depend on the number
/// of threads. Returns 0, or -1 for an error.
///
/// Puzzles and solutions may be fields of the records of one array: with equal strides, each solution may lie before or
/// after the puzzle of its row.
///
/// # Safety
/// `puzzles` and `solutions` must be valid for the last row's 81 bytes, and `outcomes` for `rows`; nothing
/// else may access them during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bd_solve_batch(
    puzzles: *const u8,
    rows: usize,
    stride: usize,
    solutions: *mut u8,
    solution_stride: usize,
    outcomes: *mut bd_outcome,
    options: *const bd_batch_options,
) -> c_int {
    guard(-1, || {
        let asked = memory::optional_place("options", options, 1)?;
        let options = match options.is_null() {
            true => bd_batch_defaults(),
            // SAFETY: the caller's contract; the pointer is aligned.
            false => unsafe { options.read() },
        };
        if rows == 0 {
            return Ok(0);
        }
        let size = size(rows, stride).ok_or("the stride of puzzles is too small or too large")?;
        let mut places = vec![
            ("puzzles", memory::place("puzzles", puzzles, size)?),
            ("outcomes", memory::place("outcomes", outcomes, rows)?),
            ("options", asked),
        ];
        let mut written = SolutionRows::none();
        let mut output = 0;
        // Copy rows that alternate with solutions, because the slices of puzzles and of solutions would overlap.
        let mut solved = Vec::new();
        let mut copied = Vec::new();
        if !solutions.is_null() {
            output = self::size(rows, solution_stride)
                .filter(|_| solution_stride >= CELLS)
                .ok_or("the stride of solutions is too small or too large")?;
            let place = memory::place("solutions", solutions, output)?;
            if stride == solution_stride && are_interleaved(&places[0].1, &place, stride) {
                memory::apart(&[places[1].clone(), ("solutions", place)])?;
                solved.resize(rows * CELLS, 0);
            } else {
                places.push(("solutions", place));
            }
        }
        memory::apart(&places)?;
        // Shorter rows have no room for candidates.
        let may_be_candidates = options.numbers == 0 && stride >= PENCILMARKS;
        let (bytes, stride) = if solved.is_empty() {
            // SAFETY: the caller's contract; the size is that of the rows, and nothing that is written overlaps.
            (unsafe { std::slice::from_raw_parts(puzzles, size) }, stride)
        } else {
            for row in 0..rows {
                // SAFETY: the caller's contract.
                let cells = unsafe { std::slice::from_raw_parts(puzzles.add(row * stride), CELLS) };
                copied.extend_from_slice(cells);
            }
            (&copied[..], CELLS)
        };
        if may_be_candidates {
            let mut cells = bytes.chunks(stride).map(|row| row.first_chunk().expect("81 cells"));
            if let Some(row) = cells.position(memory::are_candidates) {
                return Err(memory::candidates_given(&format!("row {row}")));
            }
        }
        if !solutions.is_null() {
            let (bytes, stride) = if solved.is_empty() {
                // SAFETY: as above.
                (unsafe { std::slice::from_raw_parts_mut(solutions, output) }, solution_stride)
            } else {
                (&mut solved[..], CELLS)
            };
            written = match options.numbers {
                0 => SolutionRows::text(bytes),
                _ => SolutionRows::cells(bytes),
            }
            .stride(stride);
        }
        let puzzles = match options.numbers {
            0 => PuzzleRows::text(bytes),
            _ => PuzzleRows::cells(bytes),
        };
        let mut found = vec![Outcome::default(); rows];
        // SAFETY: the caller's contract.
        let stop = unsafe { options.stop.as_ref() };
        let mut limits = Limits::solutions(options.limit).max_nodes(options.max_nodes);
        if let Some(stop) = stop {
            limits = limits.stop(&stop.0);
        }
        let solver = BatchSolver::new().simd(level()).unique(options.unique != 0);
        let solver = match options.threads {
            0 => Ok(solver),
            threads => solver.threads(threads),
        };
        solver
            .and_then(|solver| solver.solve(puzzles.stride(stride), written, &mut found, &limits))
            .map_err(|error| error.to_string())?;
        for (row, cells) in solved.chunks_exact(CELLS).enumerate() {
            // SAFETY: the caller's contract; no slice of the rows is left.
            let row = unsafe { solutions.add(row * solution_stride) };
            // SAFETY: as above.
            unsafe { row.copy_from_nonoverlapping(cells.as_ptr(), CELLS) };
        }
        for (row, found) in found.into_iter().enumerate() {
            // SAFETY: the caller's contract; the pointer is aligned.
            unsafe { outcomes.add(row).write(bd_outcome::of(found)) };
        }
        Ok(0)
    })
}

impl bd_outcome {
    fn of(outcome: Outcome) -> Self {
        let end = match outcome.end {
            StopReason::Complete => bd_end::BD_END_COMPLETE,
            StopReason::SolutionLimit => bd_end::BD_END_SOLUTION_LIMIT,
            StopReason::NodeLimit => bd_end::BD_END_NODE_LIMIT,
            StopReason::Stopped => bd_end::BD_END_STOPPED,
            _ => bd_end::BD_END_MALFORMED,
        };
        Self { solutions: outcome.solutions, nodes: outcome.nodes, end, reserved: 0 }
    }
}

/// Returns whether the ranges of puzzles and solutions overlap, although no row overlaps another.
fn are_interleaved(puzzles: &Range<usize>, solutions: &Range<usize>, stride: usize) -> bool {
    let overlap = puzzles.start < solutions.end && solutions.start < puzzles.end;
    let behind = solutions.start.abs_diff(puzzles.start) % stride;
    overlap && CELLS <= behind && behind + CELLS <= stride
}

/// Returns the number of bytes from the first row to the end of the last row.
fn size(rows: usize, stride: usize) -> Option<usize> {
    let last = (rows - 1).checked_mul(stride).filter(|_| stride > 0)?;
    last.checked_add(CELLS).filter(|&size| size <= isize::MAX as usize)
}
