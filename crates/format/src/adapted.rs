//! Adapters, which stand before another formatter and leave records out, change them or count them: [`Dropping`],
//! [`Copying`], [`CountingSolutions`] and [`Converting`](super::Converting).

use std::sync::atomic::{AtomicU64, Ordering};

use super::{
    Answers, Assembler, Field, Losses, RecordFormatter, RecordRef, Records, formatter::write_rows,
};

/// Decides which part of a record another formatter writes.
pub trait RowAdapter: Send + Sync {
    /// Returns whether rows are left out if all their fields are missing.
    fn drops_rejected(&self, formatter: &dyn RecordFormatter) -> bool {
        formatter.drops_rejected()
    }

    /// Returns whether a row has only the puzzle of its record.
    fn keeps_only_puzzle(&self, formatter: &dyn RecordFormatter, record: RecordRef<'_>) -> bool {
        formatter.keeps_only_puzzle(record)
    }

    /// Returns the parts of records that were not written: see [`RecordFormatter::losses`].
    fn losses(&self, formatter: &dyn RecordFormatter) -> Losses {
        formatter.losses()
    }

    /// Writes a record with the fields of its answer by `formatter`, changes them before, or leaves the record out.
    fn row(
        &self,
        formatter: &dyn RecordFormatter,
        record: RecordRef<'_>,
        fields: &[Field<'_>],
        out: &mut Vec<u8>,
    );
}

/// Leaves out the records that a job rejects: all fields of their answers are missing.
#[derive(Clone, Copy, Debug)]
pub struct Dropping;

impl RowAdapter for Dropping {
    fn drops_rejected(&self, _: &dyn RecordFormatter) -> bool {
        true
    }

    fn row(
        &self,
        formatter: &dyn RecordFormatter,
        record: RecordRef<'_>,
        fields: &[Field<'_>],
        out: &mut Vec<u8>,
    ) {
        if fields.is_empty() || fields.iter().any(|field| *field != Field::Missing) {
            formatter.row(record, fields, out);
        }
    }
}

/// Writes records that are copied to a format that cannot hold all of them: puzzles, with their solutions. The shape of
/// the formatter within is that of [`AnswerShape::copied`](super::AnswerShape::copied).
#[derive(Clone, Copy, Debug)]
pub struct Copying;

impl RowAdapter for Copying {
    fn row(
        &self,
        formatter: &dyn RecordFormatter,
        record: RecordRef<'_>,
        _: &[Field<'_>],
        out: &mut Vec<u8>,
    ) {
        let puzzle = record.puzzle().map_or(Field::Kept, Field::Text);
        let solution = record.solution().map_or(Field::Missing, |it| Field::Text(it));
        formatter.row(record, &[puzzle, solution], out);
    }
}

/// Counts the records that have a solution, if the output has no place for solutions: see
/// [`AnswerShape::leaves_out_late_solutions`](super::AnswerShape::leaves_out_late_solutions).
#[derive(Debug, Default)]
pub struct CountingSolutions(AtomicU64);

impl RowAdapter for CountingSolutions {
    fn losses(&self, formatter: &dyn RecordFormatter) -> Losses {
        Losses { solutions: self.0.load(Ordering::Relaxed), ..formatter.losses() }
    }

    fn row(
        &self,
        formatter: &dyn RecordFormatter,
        record: RecordRef<'_>,
        fields: &[Field<'_>],
        out: &mut Vec<u8>,
    ) {
        if record.solution().is_some() {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
        formatter.row(record, fields, out);
    }
}

/// A formatter that passes its rows through an adapter. The formatter within does all else, except that rows are never
/// laid out ahead of their answers, because the adapter sees a record only when its answer is there.
pub struct AdaptedFormatter<A> {
    /// Decides about each record.
    pub adapter: A,
    /// Writes the rows that the adapter passes on.
    pub formatter: Box<dyn RecordFormatter>,
}

impl<A: RowAdapter> RecordFormatter for AdaptedFormatter<A> {
    fn start(&self, out: &mut Vec<u8>) {
        self.formatter.start(out);
    }

    fn is_self_contained(&self) -> bool {
        self.formatter.is_self_contained()
    }

    fn row(&self, record: RecordRef<'_>, fields: &[Field<'_>], out: &mut Vec<u8>) {
        self.adapter.row(&*self.formatter, record, fields, out);
    }

    fn keeps_only_puzzle(&self, record: RecordRef<'_>) -> bool {
        self.adapter.keeps_only_puzzle(&*self.formatter, record)
    }

    fn drops_rejected(&self) -> bool {
        self.adapter.drops_rejected(&*self.formatter)
    }

    fn passes(&self) -> bool {
        self.formatter.passes()
    }

    fn pass(&self, text: &[u8], out: &mut Vec<u8>) {
        self.formatter.pass(text, out);
    }

    fn chunk(&self, chunk: &[u8], records: &Records, answers: &Answers, out: &mut Vec<u8>) {
        write_rows(self, chunk, records, answers, out);
        self.flush(records, out);
    }

    fn row_half(&self) -> Option<usize> {
        self.formatter.row_half()
    }

    fn flush(&self, records: &Records, out: &mut Vec<u8>) {
        self.formatter.flush(records, out);
    }

    fn assembler(&self) -> Option<Box<dyn Assembler>> {
        self.formatter.assembler()
    }

    fn losses(&self) -> Losses {
        self.adapter.losses(&*self.formatter)
    }

    fn patch(&self, length: u64) -> Option<Vec<u8>> {
        self.formatter.patch(length)
    }
}
