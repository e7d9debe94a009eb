//! A cursor over the records of a chunk with their grids, for jobs that need one grid at a time (`canon`, `rate`,
//! `neighbours` and others); and workers for jobs that make a row of fields, or any number of rows, for each grid.

use batchdoku_engine::grid::Grid;
use batchdoku_format::{Answers, Field, RecordKind, RecordRef, Records};
use batchdoku_pipeline::{ChunkOutput, ChunkRef, ChunkReport, ChunkWorker, Error, Reason};

/// Walks over the records of a chunk, and parses their grids. It holds the last grid, so the result of `next` must be
/// dropped before the next call. This is why it is no [`Iterator`].
pub(super) struct GridCursor<'a> {
    chunk: &'a ChunkRef<'a>,
    records: &'a Records,
    /// The number of records so far, and of puzzles among them.
    index: usize,
    puzzles: usize,
    /// The number of the next record, without comments: see [`GridRecord::number`].
    number: u64,
    grid: Grid,
}

/// A record of a chunk.
pub(super) enum Item<'a> {
    /// A comment or a blank line.
    Passthrough(RecordRef<'a>),
    /// A record that is not a puzzle, and the reason.
    Malformed(RecordRef<'a>, Reason),
    Grid(RecordRef<'a>, GridRecord<'a>),
}

impl<'a> GridCursor<'a> {
    /// Reads a chunk into `records`, and adds its lines and records to the report. Numbers the records from 0.
    pub(super) fn new(
        chunk: &'a ChunkRef<'a>,
        records: &'a mut Records,
        report: &mut ChunkReport,
    ) -> Self {
        records.read(chunk.parser, chunk.bytes);
        report.lines += u64::from(records.lines);
        report.counts.puzzles += records.row_count() as u64;
        Self { chunk, records, index: 0, puzzles: 0, number: 0, grid: Grid::EMPTY }
    }

    /// Creates a cursor as [`GridCursor::new`] does; if the job numbers its records, uses the numbers of the job.
    ///
    /// # Errors
    /// If the job has failed elsewhere.
    fn numbered(
        chunk: &'a ChunkRef<'a>,
        records: &'a mut Records,
        output: &mut ChunkOutput<'_, '_>,
    ) -> Result<Self, Error> {
        let cursor = Self::new(chunk, records, &mut output.report);
        let number = output.first_record(cursor.records.row_count() as u64)?;
        Ok(Self { number, ..cursor })
    }

    /// Returns the next record.
    ///
    /// This is inlined to save a copy of the grid.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<Item<'_>> {
        let Self { chunk, records, puzzles, .. } = self;
        let index = self.index;
        let kind = records.list.get(index)?.kind;
        self.index += 1;
        let number = self.number;
        self.number += u64::from(!matches!(kind, RecordKind::Passthrough));
        Some(match kind {
            RecordKind::Passthrough => Item::Passthrough(records.record(chunk.bytes, index)),
            RecordKind::Malformed { error } => {
                let reason = Reason::Malformed(records.errors[error as usize].clone());
                Item::Malformed(records.record(chunk.bytes, index), reason)
            }
            RecordKind::Puzzle { .. } => {
                let puzzle = *puzzles;
                *puzzles += 1;
                let record = records.record(chunk.bytes, index);
                match record.grid(chunk.parser) {
                    Ok(grid) => {
                        self.grid = grid;
                        Item::Grid(record, GridRecord { grid: &self.grid, number, puzzle })
                    }
                    Err(error) => Item::Malformed(record, Reason::Malformed(error.into())),
                }
            }
        })
    }
}

#[derive(Clone, Copy)]
pub(super) struct GridRecord<'a> {
    pub(super) grid: &'a Grid,
    /// The number of the record, counted from 0: among the records of all inputs if the runner is
    /// [numbering](super::runner::Runner::numbering), otherwise among those of the chunk. Records that are not puzzles
    /// count, comments and blank lines do not, so this is also the number of the row.
    pub(super) number: u64,
    /// The number of the puzzle within the chunk.
    pub(super) puzzle: usize,
}

/// Makes a row of fields for each grid.
pub(super) trait GridFields {
    /// Adds the fields of a record and its grid.
    ///
    /// # Errors
    /// Ends the job: [`Error::Abandoned`] if it was stopped before the fields were computed.
    fn add(
        &mut self,
        record: RecordRef<'_>,
        grid: GridRecord<'_>,
        answers: &mut Answers,
    ) -> Result<(), Error>;
}

/// Writes a row for each record; for a malformed record, its fields are missing.
pub(super) struct FieldsWorker<F> {
    fields: F,
    /// The number of fields of a row.
    width: usize,
    records: Records,
    answers: Answers,
}

impl<F: GridFields> FieldsWorker<F> {
    pub(super) fn new(fields: F, width: usize) -> Self {
        Self { fields, width, records: Records::default(), answers: Answers::default() }
    }
}

impl<F: GridFields> ChunkWorker for FieldsWorker<F> {
    fn work(
        &mut self,
        chunk: &ChunkRef<'_>,
        output: &mut ChunkOutput<'_, '_>,
    ) -> Result<(), Error> {
        let Self { fields, width, records, answers } = self;
        answers.clear(*width);
        let mut cursor = GridCursor::numbered(chunk, records, output)?;
        let report = &mut output.report;
        while let Some(item) = cursor.next() {
            chunk.continue_unless_stopped()?;
            match item {
                Item::Passthrough(_) => {}
                Item::Malformed(record, reason) => {
                    (0..*width).for_each(|_| answers.push_field(Field::Missing));
                    report.reject(record, reason);
                }
                Item::Grid(record, grid) => {
                    fields.add(record, grid, answers)?;
                    report.counts.done += 1;
                }
            }
        }
        output.formatter.chunk(chunk.bytes, records, answers, &mut output.out[0]);
        Ok(())
    }
}

/// Makes any number of rows for each grid.
pub(super) trait GridRows {
    /// Writes the rows of a grid, and counts its record as done, or rejects it.
    ///
    /// # Errors
    /// The reason why the job ends.
    fn write(
        &mut self,
        record: RecordRef<'_>,
        grid: GridRecord<'_>,
        output: &mut ChunkOutput<'_, '_>,
    ) -> Result<(), Error>;
}

/// Writes any number of rows for each record; for a malformed record, one row with missing fields.
pub(super) struct RowsWorker<R> {
    rows: R,
    /// The fields of a malformed record.
    missing: Vec<Field<'static>>,
    records: Records,
}

impl<R: GridRows> RowsWorker<R> {
    /// Returns a worker that writes rows of `width` fields.
    pub(super) fn new(rows: R, width: usize) -> Self {
        Self { rows, missing: vec![Field::Missing; width], records: Records::default() }
    }
}

impl<R: GridRows> ChunkWorker for RowsWorker<R> {
    fn work(
        &mut self,
        chunk: &ChunkRef<'_>,
        output: &mut ChunkOutput<'_, '_>,
    ) -> Result<(), Error> {
        let formatter = output.formatter;
        let mut cursor = GridCursor::numbered(chunk, &mut self.records, output)?;
        while let Some(item) = cursor.next() {
            match item {
                Item::Passthrough(record) => formatter.pass(record.bytes(), &mut output.out[0]),
                Item::Malformed(record, reason) => {
                    formatter.row(record, &self.missing, &mut output.out[0]);
                    output.report.reject(record, reason);
                }
                Item::Grid(record, grid) => self.rows.write(record, grid, output)?,
            }
        }
        formatter.flush(&self.records, &mut output.out[0]);
        Ok(())
    }
}

/// Writes a row with these fields for a record; if many rows have gathered, writes them to the output.
///
/// # Errors
/// If the rows cannot be written, or the job has failed elsewhere.
pub(super) fn write_row_ahead(
    record: RecordRef<'_>,
    fields: &[Field<'_>],
    output: &mut ChunkOutput<'_, '_>,
) -> Result<(), Error> {
    let formatter = output.formatter;
    formatter.row(record, fields, &mut output.out[0]);
    output.write_ahead(|out| formatter.flush(record.records, out))
}
