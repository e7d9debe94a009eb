//! The records of a chunk with their grids, one by one, for jobs that take them so.

use super::solve_stage::{Rejection, malformed};
use batchdoku_engine::grid::Grid;
use batchdoku_format::{RecordKind, RecordRef, Records};
use batchdoku_pipeline::ChunkRef;

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
