//! Jobs that write any number of grids for each.

use std::ops::ControlFlow;

use super::{
    grid_walk::write_each,
    map::{GridRecord, number_of},
    solve_stage::Rejection,
};
use batchdoku_engine::grid::Grid;
use batchdoku_format::Records;
use batchdoku_pipeline::{ChunkOutput, ChunkRef, Worker};

/// Takes a grid, and says whether there should be more.
pub(super) type OnGrid<'a> = dyn FnMut(&Grid) -> ControlFlow<()> + 'a;

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
