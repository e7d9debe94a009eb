//! Jobs that take one grid at a time: whatever a closure makes of it, a row of fields or any number of grids.

use std::ops::ControlFlow;

use super::{
    grid_walk::{GridRecord, for_each_grid, number_of, write_each},
    solve_stage::Rejection,
};
use batchdoku_engine::grid::Grid;
use batchdoku_format::{Answers, Records};
use batchdoku_pipeline::{ChunkOutput, ChunkRef, Worker};

/// Takes a grid, and says whether there should be more.
pub(super) type OnGrid<'a> = dyn FnMut(&Grid) -> ControlFlow<()> + 'a;

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
                formatter.row(record, &[&grid.to_text()], &mut output.out[0]);
                written = output.write_ahead(|out| formatter.flush(record.records, out));
                if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            let number = number_of(chunk, record);
            let result = each(GridRecord { grid, number }, &mut write);
            written.map(|()| result)
        })
    }
}
