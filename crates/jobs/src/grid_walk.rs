//! The records of a chunk with their grids, one by one, for jobs that take them so; and the workers of jobs that
//! make of a grid, by a closure, a row of fields or any number of grids.

use std::{ops::ControlFlow, sync::atomic::Ordering};

use super::solve_stage::{Rejection, malformed, settle};
use batchdoku_engine::grid::Grid;
use batchdoku_format::{Answers, Field, RecordKind, RecordRef, Records};
use batchdoku_pipeline::{ChunkOutput, ChunkRef, ChunkReport, Error, Worker};

#[derive(Clone, Copy)]
pub(super) struct GridRecord<'a> {
    pub(super) grid: &'a Grid,
    /// A number that no other record of the job has, and that does not depend on threads: the
    /// position of its first byte in its input, plus 2⁴⁸ for each input before.
    pub(super) number: u64,
    /// Its number among the puzzles of the chunk.
    pub(super) puzzle: usize,
}

/// Reads a chunk and calls `each` with every record, and its grid or why it has none; with neither for a comment or
/// a blank line. If the cells of a puzzle are not where they seemed to be, it is moved first.
///
/// Inlined, so that the grid is not copied once more.
#[inline(always)]
fn walk(
    chunk: &ChunkRef<'_>,
    records: &mut Records,
    mut each: impl FnMut(RecordRef<'_>, Option<Result<GridRecord<'_>, Rejection>>) -> Result<(), Error>,
) -> Result<(), Error> {
    records.read(chunk.parser, chunk.bytes);
    let mut puzzles = 0;
    for index in 0..records.list.len() {
        let found;
        let grid = match records.list[index].kind {
            RecordKind::Passthrough => None,
            RecordKind::Malformed { error } => {
                Some(Err(malformed(&records.errors[error as usize])))
            }
            RecordKind::Puzzle { .. } => {
                puzzles += 1;
                found = records.find_grid(chunk.parser, chunk.bytes, (puzzles - 1, index));
                Some(found.as_ref().map_err(|&error| malformed(&error.into())))
            }
        };
        let record = records.record(chunk.bytes, index);
        let number = (chunk.input as u64) << 48 | (chunk.offset + u64::from(record.record.start));
        let of_grid = |grid| GridRecord { grid, number, puzzle: puzzles - 1 };
        each(record, grid.map(|grid| grid.map(of_grid)))?;
    }
    Ok(())
}

/// Walks over a chunk and calls `each` with every record and its grid, or `None` if the record is
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
    walk(chunk, records, |record, grid| {
        if chunk.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(Error::Abandoned);
        }
        let Some(grid) = grid else { return Ok(()) };
        let result = match grid {
            Ok(grid) => each(Some(grid), record),
            Err(rejection) => each(None, record).and(Err(rejection)),
        };
        settle(report, record, result);
        Ok(())
    })?;
    report.lines += u64::from(records.lines);
    Ok(())
}

/// Walks over a chunk: copies what is no record, writes a row without a grid for a malformed record, and calls
/// `write` with every other, which writes its rows or rejects it.
pub(super) fn write_each(
    chunk: &ChunkRef<'_>,
    records: &mut Records,
    output: &mut ChunkOutput<'_, '_>,
    mut write: impl FnMut(
        RecordRef<'_>,
        GridRecord<'_>,
        &mut ChunkOutput<'_, '_>,
    ) -> Result<Result<(), Rejection>, Error>,
) -> Result<(), Error> {
    let formatter = output.formatter;
    walk(chunk, records, |record, grid| {
        let Some(grid) = grid else {
            formatter.pass(record.bytes(), &mut output.out[0]);
            return Ok(());
        };
        let written = match grid {
            Ok(grid) => write(record, grid, output)?,
            Err(rejection) => {
                formatter.row(record, &[Field::Missing], &mut output.out[0]);
                Err(rejection)
            }
        };
        settle(&mut output.report, record, written);
        Ok(())
    })?;
    output.report.lines += u64::from(records.lines);
    formatter.flush(records, &mut output.out[0]);
    Ok(())
}

/// Takes a grid, and says whether there should be more.
pub(super) type OnGrid<'a> = dyn FnMut(&Grid) -> ControlFlow<()> + 'a;

/// Makes a worker that gives the grids of a chunk to `map`, one by one, in order. `map` adds the fields of its
/// record, `width` of them, or returns why it does not; then, and for a record that is not a grid, all are missing.
pub(super) fn map_grids(
    width: usize,
    mut map: impl FnMut(GridRecord<'_>, &mut Answers) -> Result<(), Rejection>,
) -> impl for<'c> Worker<ChunkRef<'c>> {
    let (mut records, mut answers) = (Records::default(), Answers::default());
    move |chunk: &ChunkRef<'_>, output: &mut ChunkOutput<'_, '_>| {
        answers.clear(width);
        for_each_grid(chunk, &mut records, &mut output.report, |item, _| {
            let result = item.map_or(Err(None), |item| map(item, &mut answers).map_err(Some));
            if result.is_err() {
                (0..width).for_each(|_| answers.push_field(Field::Missing));
            }
            result.or_else(|refusal| refusal.map_or(Ok(()), Err))
        })?;
        output.formatter.chunk(chunk.bytes, &records, &answers, &mut output.out[0]);
        Ok(())
    }
}

/// Makes a worker that gives the grids of a chunk to `each`, one by one, in order; writes a row for each
/// grid that it calls back with, and one without a grid for a malformed record.
pub(super) fn many_for_each(
    mut each: impl FnMut(GridRecord<'_>, &mut OnGrid<'_>) -> Result<(), Rejection>,
) -> impl for<'c> Worker<ChunkRef<'c>> {
    let mut records = Records::default();
    move |chunk: &ChunkRef<'_>, output: &mut ChunkOutput<'_, '_>| {
        let formatter = output.formatter;
        write_each(chunk, &mut records, output, |record, grid, output| {
            let mut written = Ok(());
            let mut write = |grid: &Grid| {
                formatter.row(record, &[Field::Text(&grid.to_text())], &mut output.out[0]);
                written = output.write_ahead(|out| formatter.flush(record.records, out));
                if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            let result = each(grid, &mut write);
            written.map(|()| result)
        })
    }
}
