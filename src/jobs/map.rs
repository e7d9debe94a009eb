//! Jobs that look at one grid at a time: whatever a closure makes of it, a row of fields.

use std::sync::Arc;

use super::searcher::{malformed, reject};
use crate::pipeline::{ChunkOutput, ChunkProcessor, ChunkRef, ChunkReport, DiagnosticKind, Error};
use crate::{
    format::{Answers, Records, Row, Writer},
    grid::Grid,
};

/// One grid of a job.
#[derive(Clone, Copy)]
pub struct GridRecord<'a> {
    /// The grid.
    pub grid: &'a Grid,
    /// A number that no other record of the job has, and that does not depend on threads: the
    /// place of its first byte in its input, plus 2⁴⁸ for each input before.
    pub number: u64,
}

/// Why a row is rejected: the kind and an explanation.
pub type Rejection = (DiagnosticKind, String);

/// Finds the grids of a chunk and gives them to a closure, one by one, in order.
pub struct EachWorker<F> {
    each: F,
    /// The fields of a row whose record is no grid, or was refused.
    missing: &'static [&'static str],
    writer: Arc<dyn Writer>,
    records: Records,
    answers: Answers,
}

impl<F: FnMut(GridRecord<'_>, &mut Answers) -> Result<(), Rejection>> EachWorker<F> {
    /// `each` adds the fields of its row, as many as `missing` has, or says why it does not.
    pub fn new(writer: Arc<dyn Writer>, missing: &'static [&'static str], each: F) -> Self {
        Self { each, missing, writer, records: Records::default(), answers: Answers::default() }
    }
}

impl<F: FnMut(GridRecord<'_>, &mut Answers) -> Result<(), Rejection>> ChunkProcessor
    for EachWorker<F>
{
    fn process(
        &mut self,
        piece: &ChunkRef<'_>,
        emit: &mut ChunkOutput<'_, '_>,
    ) -> Result<(), Error> {
        let Self { each, missing, writer, records, answers } = self;
        answers.clear(missing.len());
        for_each_grid(piece, records, &mut emit.report, |item| {
            let result = item.map_or(Err(None), |item| each(item, answers).map_err(Some));
            if result.is_err() {
                missing.iter().for_each(|field| answers.push(field.as_bytes()));
            }
            result.or_else(|refusal| refusal.map_or(Ok(()), Err))
        });
        writer.chunk(piece.bytes, records, answers, &mut emit.out[0]);
        Ok(())
    }
}

/// Reads a chunk and walks over its rows: `each` gets the grid, or `None` if the record is malformed,
/// which is reported. So is whatever `each` rejects.
pub(crate) fn for_each_grid(
    piece: &ChunkRef<'_>,
    records: &mut Records,
    report: &mut ChunkReport,
    mut each: impl FnMut(Option<GridRecord<'_>>) -> Result<(), Rejection>,
) {
    records.read(piece.reader, piece.bytes);
    report.lines += u64::from(records.lines);
    for row in records.rows(piece.bytes) {
        let (record, grid) = match row {
            Row::Passthrough(_) => continue,
            Row::Puzzle { record, .. } => {
                (record, record.grid(piece.reader).map_err(|error| malformed(&error.into())))
            }
            Row::Malformed { record, error, .. } => (record, Err(malformed(error))),
        };
        let start = u64::from(record.record.start);
        let number = (piece.input as u64) << 48 | (piece.offset + start);
        let result = match grid {
            Ok(grid) => each(Some(GridRecord { grid: &grid, number })),
            Err(rejection) => each(None).and(Err(rejection)),
        };
        report.counts.puzzles += 1;
        match result {
            Ok(()) => report.counts.solved += 1,
            Err(rejection) => reject(report, record, rejection),
        }
    }
}
