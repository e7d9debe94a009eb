//! The records of a chunk with their grids, one by one, for jobs that take them so.

use super::solve_stage::{Rejection, malformed, reject};
use batchdoku_engine::grid::Grid;
use batchdoku_format::{NO_GRID, RecordKind, RecordRef, Records};
use batchdoku_pipeline::{ChunkOutput, ChunkRef, Error};

/// A walk over the records of a chunk, with the grid of each.
pub(super) struct GridWalk<'a> {
    records: &'a mut Records,
    chunk: &'a ChunkRef<'a>,
    /// The number of records before.
    index: usize,
    /// The number of puzzles among them.
    puzzle: usize,
}

pub(super) enum WalkStep<'a> {
    /// A comment or a blank line.
    Passthrough(&'a [u8]),
    /// A record with its grid, or why it has none.
    Record(RecordRef<'a>, Result<Grid, Rejection>),
}

impl<'a> GridWalk<'a> {
    pub(crate) fn new(chunk: &'a ChunkRef<'a>, records: &'a mut Records) -> Self {
        records.read(chunk.parser, chunk.bytes);
        Self { records, chunk, index: 0, puzzle: 0 }
    }

    /// The next record. If the cells of a puzzle are not where they seemed to be, it is moved first.
    ///
    /// Inlined, so that the grid is not copied once more.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<WalkStep<'_>> {
        let Self { records, chunk, .. } = self;
        let index = self.index;
        let record = records.list.get(index)?;
        self.index += 1;
        let grid = match record.kind {
            RecordKind::Passthrough => {
                return Some(WalkStep::Passthrough(record.bytes(chunk.bytes)));
            }
            RecordKind::Malformed { error } => Err(malformed(&records.errors[error as usize])),
            RecordKind::Puzzle { .. } => {
                self.puzzle += 1;
                let grid = records.find_grid(chunk.parser, chunk.bytes, (self.puzzle - 1, index));
                grid.map_err(|error| malformed(&error.into()))
            }
        };
        Some(WalkStep::Record(records.record(chunk.bytes, index), grid))
    }
}

/// Walks over a chunk: copies what is no record, writes a row without a grid for a malformed record, and calls
/// `write` with every other, which writes its rows or rejects it.
pub(super) fn write_each(
    chunk: &ChunkRef<'_>,
    records: &mut Records,
    output: &mut ChunkOutput<'_, '_>,
    mut write: impl FnMut(
        RecordRef<'_>,
        &Grid,
        &mut ChunkOutput<'_, '_>,
    ) -> Result<Result<(), Rejection>, Error>,
) -> Result<(), Error> {
    let formatter = output.formatter;
    let mut walk = GridWalk::new(chunk, records);
    while let Some(step) = walk.next() {
        let (record, grid) = match step {
            WalkStep::Record(record, grid) => (record, grid),
            WalkStep::Passthrough(text) => {
                formatter.pass(text, &mut output.out[0]);
                continue;
            }
        };
        output.report.counts.puzzles += 1;
        let written = match grid {
            Ok(grid) => write(record, &grid, output)?,
            Err(rejection) => {
                formatter.row(record, &[NO_GRID], &mut output.out[0]);
                Err(rejection)
            }
        };
        match written {
            Ok(()) => output.report.counts.solved += 1,
            Err(rejection) => reject(&mut output.report, record, rejection),
        }
    }
    output.report.lines += u64::from(records.lines);
    formatter.flush(records, &mut output.out[0]);
    Ok(())
}
