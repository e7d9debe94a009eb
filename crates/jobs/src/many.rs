//! Jobs that write any number of grids for each.

use std::ops::ControlFlow;

use super::{
    grid_walk::{GridWalk, WalkStep},
    map::{GridRecord, number_of},
    solve_stage::{Rejection, reject},
};
use batchdoku_engine::grid::Grid;
use batchdoku_format::{NO_GRID, Records};
use batchdoku_pipeline::{ChunkOutput, ChunkProcessor, ChunkRef, Error};

/// Takes a grid, and says whether there should be more.
pub(super) type OnGrid<'a> = dyn FnMut(&Grid) -> ControlFlow<()> + 'a;

/// Finds the grids of a chunk and gives them to a closure, one by one, in order; writes a row for each
/// grid that it calls back with, and one without a grid for a malformed record.
pub(super) struct ManyWorker<F> {
    each: F,
    records: Records,
}

impl<F: FnMut(GridRecord<'_>, &mut OnGrid<'_>) -> Result<(), Rejection>> ManyWorker<F> {
    pub(crate) fn new(each: F) -> Self {
        Self { each, records: Records::default() }
    }
}

impl<F: FnMut(GridRecord<'_>, &mut OnGrid<'_>) -> Result<(), Rejection>> ChunkProcessor
    for ManyWorker<F>
{
    fn process(
        &mut self,
        chunk: &ChunkRef<'_>,
        output: &mut ChunkOutput<'_, '_>,
    ) -> Result<(), Error> {
        let Self { each, records } = self;
        let writer = output.formatter;
        let mut walk = GridWalk::new(chunk, records);
        while let Some(step) = walk.next() {
            let (record, grid) = match step {
                WalkStep::Record(record, grid) => (record, grid),
                WalkStep::Passthrough(text) => {
                    writer.pass(text, &mut output.out[0]);
                    continue;
                }
            };
            output.report.counts.puzzles += 1;
            let mut written = Ok(());
            let result = match &grid {
                Ok(grid) => each(
                    GridRecord { grid, number: number_of(chunk, record) },
                    &mut |grid: &Grid| {
                        writer.row(record, &[&grid.to_text()], &mut output.out[0]);
                        written = output.write_ahead(|out| writer.flush(record.records, out));
                        if written.is_ok() {
                            ControlFlow::Continue(())
                        } else {
                            ControlFlow::Break(())
                        }
                    },
                ),
                Err(_) => {
                    writer.row(record, &[NO_GRID], &mut output.out[0]);
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
        writer.flush(records, &mut output.out[0]);
        Ok(())
    }
}
