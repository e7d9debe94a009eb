//! Jobs that take one grid at a time: whatever a closure makes of it, a row of fields.

use std::sync::{Arc, atomic::Ordering};

use super::searcher::{Rejection, malformed, reject};
use crate::{
    format::{Answers, RecordKind, RecordRef, Records, Writer},
    grid::Grid,
    pipeline::{ChunkOutput, ChunkProcessor, ChunkRef, ChunkReport, Error},
};

/// One grid of a job.
#[derive(Clone, Copy)]
pub(super) struct GridRecord<'a> {
    /// The grid.
    pub(super) grid: &'a Grid,
    /// A number that no other record of the job has, and that does not depend on threads: the
    /// position of its first byte in its input, plus 2⁴⁸ for each input before.
    pub(super) number: u64,
}

/// A walk over the records of a chunk, with the grid of each.
pub(super) struct GridWalk<'a> {
    records: &'a mut Records,
    piece: &'a ChunkRef<'a>,
    /// How many records came before.
    index: usize,
    /// How many of these were puzzles.
    puzzle: usize,
}

/// One step of a walk.
pub(super) enum Step<'a> {
    /// A comment or a blank line.
    Passthrough(&'a [u8]),
    /// A record with its grid, or why it has none.
    Record(RecordRef<'a>, Result<Grid, Rejection>),
}

impl<'a> GridWalk<'a> {
    /// Reads a chunk.
    pub(super) fn new(piece: &'a ChunkRef<'a>, records: &'a mut Records) -> Self {
        records.read(piece.reader, piece.bytes);
        Self { records, piece, index: 0, puzzle: 0 }
    }

    /// The next record. If the cells of a puzzle are not where they seemed to be, it is moved first.
    ///
    /// Inlined, so that the grid is not copied once more.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<Step<'_>> {
        let Self { records, piece, .. } = self;
        let index = self.index;
        let record = records.list.get(index)?;
        self.index += 1;
        let grid = match record.kind {
            RecordKind::Passthrough => return Some(Step::Passthrough(record.bytes(piece.bytes))),
            RecordKind::Malformed { error } => Err(malformed(&records.errors[error as usize])),
            RecordKind::Puzzle { .. } => {
                self.puzzle += 1;
                let grid = records.settle(piece.reader, piece.bytes, (self.puzzle - 1, index));
                grid.map_err(|error| malformed(&error.into()))
            }
        };
        Some(Step::Record(records.record(piece.bytes, index), grid))
    }
}

/// Finds the grids of a chunk and gives them to a closure, one by one, in order.
pub(super) struct MapWorker<F> {
    map: F,
    /// The fields of a record that is not a grid, or was rejected.
    missing: &'static [&'static [u8]],
    writer: Arc<dyn Writer>,
    records: Records,
    answers: Answers,
}

impl<F: FnMut(GridRecord<'_>, &mut Answers) -> Result<(), Rejection>> MapWorker<F> {
    /// `map` adds the fields of its record, as many as `missing` has, or says why it does not.
    pub(super) fn new(writer: Arc<dyn Writer>, missing: &'static [&'static [u8]], map: F) -> Self {
        Self { map, missing, writer, records: Records::default(), answers: Answers::default() }
    }
}

impl<F: FnMut(GridRecord<'_>, &mut Answers) -> Result<(), Rejection>> ChunkProcessor
    for MapWorker<F>
{
    fn process(
        &mut self,
        piece: &ChunkRef<'_>,
        emit: &mut ChunkOutput<'_, '_>,
    ) -> Result<(), Error> {
        let Self { map, missing, writer, records, answers } = self;
        answers.clear(missing.len());
        for_each_grid(piece, records, &mut emit.report, |item, _| {
            let result = item.map_or(Err(None), |item| map(item, answers).map_err(Some));
            if result.is_err() {
                missing.iter().for_each(|field| answers.push(field));
            }
            result.or_else(|refusal| refusal.map_or(Ok(()), Err))
        })?;
        writer.chunk(piece.bytes, records, answers, &mut emit.out[0]);
        Ok(())
    }
}

/// Reads a chunk and calls `each` with every record and its grid, or `None` if the record is
/// malformed, which is reported. So is whatever `each` rejects.
///
/// # Errors
/// If the job has been asked to stop: a chunk of records that take long is not worth waiting for.
pub(super) fn for_each_grid(
    piece: &ChunkRef<'_>,
    records: &mut Records,
    report: &mut ChunkReport,
    mut each: impl FnMut(Option<GridRecord<'_>>, RecordRef<'_>) -> Result<(), Rejection>,
) -> Result<(), Error> {
    let mut walk = GridWalk::new(piece, records);
    report.lines += u64::from(walk.records.lines);
    while let Some(step) = walk.next() {
        if piece.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(Error::Abandoned);
        }
        let Step::Record(record, grid) = step else { continue };
        let number = number_of(piece, record);
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
    Ok(())
}

/// Reads a chunk and calls `each` with every grid in it, as [`for_each_grid`] will.
pub(super) fn each_grid(piece: &ChunkRef<'_>, records: &mut Records, mut each: impl FnMut(&Grid)) {
    let mut walk = GridWalk::new(piece, records);
    while let Some(step) = walk.next() {
        if let Step::Record(_, Ok(grid)) = step {
            each(&grid);
        }
    }
}

/// The [number](GridRecord::number) of a record.
pub(super) fn number_of(piece: &ChunkRef<'_>, record: RecordRef<'_>) -> u64 {
    (piece.input as u64) << 48 | (piece.offset + u64::from(record.record.start))
}
