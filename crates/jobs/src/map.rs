//! Jobs that take one grid at a time: whatever a closure makes of it, a row of fields.

use std::sync::atomic::Ordering;

use super::{
    grid_walk::{GridWalk, WalkStep},
    solve_stage::{Rejection, reject},
};
use batchdoku_engine::grid::Grid;
use batchdoku_format::{Answers, RecordRef, Records};
use batchdoku_pipeline::{ChunkOutput, ChunkRef, ChunkReport, Error, Worker};

#[derive(Clone, Copy)]
pub(super) struct GridRecord<'a> {
    pub(super) grid: &'a Grid,
    /// A number that no other record of the job has, and that does not depend on threads: the
    /// position of its first byte in its input, plus 2⁴⁸ for each input before.
    pub(super) number: u64,
}

/// Makes a worker that gives the grids of a chunk to `map`, one by one, in order. `map` adds the fields of its
/// record, or says why it does not; then, and for a record that is not a grid, they are those of `missing`.
pub(super) fn map_grids(
    missing: &[&[u8]],
    mut map: impl FnMut(GridRecord<'_>, &mut Answers) -> Result<(), Rejection>,
) -> impl for<'c> Worker<ChunkRef<'c>> {
    let (mut records, mut answers) = (Records::default(), Answers::default());
    move |chunk: &ChunkRef<'_>, output: &mut ChunkOutput<'_, '_>| {
        answers.clear(missing.len());
        for_each_grid(chunk, &mut records, &mut output.report, |item, _| {
            let result = item.map_or(Err(None), |item| map(item, &mut answers).map_err(Some));
            if result.is_err() {
                missing.iter().for_each(|field| answers.push(field));
            }
            result.or_else(|refusal| refusal.map_or(Ok(()), Err))
        })?;
        output.formatter.chunk(chunk.bytes, &records, &answers, &mut output.out[0]);
        Ok(())
    }
}

/// Reads a chunk and calls `each` with every record and its grid, or `None` if the record is
/// malformed, which is reported. So is whatever `each` rejects.
///
/// # Errors
/// If the job has been asked to stop: a chunk of records that take long is not worth waiting for.
pub(super) fn for_each_grid(
    chunk: &ChunkRef<'_>,
    records: &mut Records,
    report: &mut ChunkReport,
    mut each: impl FnMut(Option<GridRecord<'_>>, RecordRef<'_>) -> Result<(), Rejection>,
) -> Result<(), Error> {
    let mut walk = GridWalk::new(chunk, records);
    while let Some(step) = walk.next() {
        if chunk.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(Error::Abandoned);
        }
        let WalkStep::Record(record, grid) = step else { continue };
        let number = number_of(chunk, record);
        let result = match grid {
            Ok(grid) => each(Some(GridRecord { grid: &grid, number }), record),
            Err(rejection) => each(None, record).and(Err(rejection)),
        };
        report.counts.puzzles += 1;
        match result {
            Ok(()) => report.counts.solved += 1,
            Err(rejection) => reject(report, record, rejection),
        }
    }
    report.lines += u64::from(records.lines);
    Ok(())
}

/// Reads a chunk and calls `each` with every grid in it, as [`for_each_grid`] will.
pub(super) fn each_grid(chunk: &ChunkRef<'_>, records: &mut Records, mut each: impl FnMut(&Grid)) {
    let mut walk = GridWalk::new(chunk, records);
    while let Some(step) = walk.next() {
        if let WalkStep::Record(_, Ok(grid)) = step {
            each(&grid);
        }
    }
}

/// The [number](GridRecord::number) of a record.
pub(super) fn number_of(chunk: &ChunkRef<'_>, record: RecordRef<'_>) -> u64 {
    (chunk.input as u64) << 48 | (chunk.offset + u64::from(record.record.start))
}
