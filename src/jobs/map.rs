//! Jobs that look at one grid at a time: whatever a closure makes of it, a row of fields.

use std::sync::Arc;

use super::searcher::malformed;
use crate::pipeline::{
    ChunkOutput, ChunkProcessor, ChunkRef, ChunkReport, Diagnostic, DiagnosticKind, Error,
};
use crate::{
    Grid, GridError,
    format::{Answers, Record, RecordError, RecordKind, Records, Writer},
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

/// Why a row is not as asked: the kind and the words.
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
        for_each_grid(piece, records, &mut emit.report, |item, _| {
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

/// Reads a chunk and goes through its rows: `each` gets the grid, or `None` where the record is
/// none (which is reported), with the record. What it refuses is reported too.
pub(crate) fn for_each_grid(
    piece: &ChunkRef<'_>,
    records: &mut Records,
    report: &mut ChunkReport,
    mut each: impl FnMut(Option<GridRecord<'_>>, &Record) -> Result<(), Rejection>,
) {
    records.clear();
    piece.reader.read(piece.bytes, records);
    report.lines += u64::from(records.lines);
    for record in &records.list {
        let found = match record.kind {
            RecordKind::Passthrough => continue,
            RecordKind::Puzzle { at } => grid_of(piece, records, record, at)
                .map_err(|error| malformed(&RecordError::Grid(error))),
            RecordKind::Bad { fault } => Err(malformed(&records.faults[fault as usize])),
        };
        let number = (piece.input as u64) << 48 | (piece.offset + u64::from(record.start));
        let result = match found {
            Ok(grid) => each(Some(GridRecord { grid: &grid, number }), record),
            Err(refusal) => each(None, record).and(Err(refusal)),
        };
        report.counts.puzzles += 1;
        match result {
            Ok(()) => report.counts.solved += 1,
            Err((kind, detail)) => {
                report.counts.count(kind);
                let text = record.bytes(piece.bytes);
                report.problems.push(Diagnostic::new(record.line, kind, detail, text));
            }
        }
    }
}

fn grid_of(
    piece: &ChunkRef<'_>,
    records: &Records,
    record: &Record,
    at: u32,
) -> Result<Grid, GridError> {
    let text = records.text(piece.bytes);
    Grid::parse(&text[at as usize..at as usize + 81]).or_else(|_| {
        let at = piece.reader.reparse(piece.bytes, records, record)? as usize;
        Grid::parse(&text[at..at + 81])
    })
}
