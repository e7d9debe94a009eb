//! Jobs that write any number of grids for each.

use std::ops::ControlFlow;

use super::{
    grid_walk::{GridWalk, WalkStep},
    map::{GridRecord, number_of},
    solve_stage::{Rejection, reject},
};
use batchdoku_engine::grid::Grid;
use batchdoku_format::{NO_GRID, Records};
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
        let mut walk = GridWalk::new(chunk, &mut records);
        while let Some(step) = walk.next() {
            let (record, grid) = match step {
                WalkStep::Record(record, grid) => (record, grid),
                WalkStep::Passthrough(text) => {
                    formatter.pass(text, &mut output.out[0]);
                    continue;
                }
            };
            output.report.counts.puzzles += 1;
            let mut written = Ok(());
            let mut write = |grid: &Grid| {
                formatter.row(record, &[&grid.to_text()], &mut output.out[0]);
                written = output.write_ahead(|out| formatter.flush(record.records, out));
                if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            let result = match &grid {
                Ok(grid) => each(GridRecord { grid, number: number_of(chunk, record) }, &mut write),
                Err(_) => {
                    formatter.row(record, &[NO_GRID], &mut output.out[0]);
                    Ok(())
                }
            };
            written?;
            match grid.and(result) {
                Ok(()) => output.report.counts.solved += 1,
                Err(rejection) => reject(&mut output.report, record, rejection),
            }
        }
        output.report.lines += u64::from(records.lines);
        formatter.flush(&records, &mut output.out[0]);
        Ok(())
    }
}
