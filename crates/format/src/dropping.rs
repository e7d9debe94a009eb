//! Leaving rejected records out.

use super::{Answers, Assembler, Field, RecordFormatter, RecordRef, Records};

/// Writes what another formatter does, but not the records that a job rejects: those all of whose fields are missing.
pub struct Dropping(pub Box<dyn RecordFormatter>);

impl RecordFormatter for Dropping {
    fn drops_rejected(&self) -> bool {
        true
    }

    fn row(&self, record: RecordRef<'_>, fields: &[Field<'_>], out: &mut Vec<u8>) {
        let is_missing = |field: &Field<'_>| *field == Field::Missing;
        if fields.is_empty() || !fields.iter().all(is_missing) {
            self.0.row(record, fields, out);
        }
    }

    /// Rows are written one by one: rooms for answers would be rooms for rejected ones too.
    fn chunk(&self, chunk: &[u8], records: &Records, answers: &Answers, out: &mut Vec<u8>) {
        super::formatter::write_rows(self, chunk, records, answers, out);
        self.0.flush(records, out);
    }

    fn keeps_only_puzzle(&self, record: RecordRef<'_>) -> bool {
        self.0.keeps_only_puzzle(record)
    }

    fn start(&self, out: &mut Vec<u8>) {
        self.0.start(out);
    }

    fn is_self_contained(&self) -> bool {
        self.0.is_self_contained()
    }

    fn passes(&self) -> bool {
        self.0.passes()
    }

    fn pass(&self, text: &[u8], out: &mut Vec<u8>) {
        self.0.pass(text, out);
    }

    fn row_half(&self) -> Option<usize> {
        self.0.row_half()
    }

    fn flush(&self, records: &Records, out: &mut Vec<u8>) {
        self.0.flush(records, out);
    }

    fn assembler(&self) -> Option<Box<dyn Assembler>> {
        self.0.assembler()
    }

    fn patch(&self, length: u64) -> Option<Vec<u8>> {
        self.0.patch(length)
    }
}
