//! The rows of a chunk, laid out one by one.

use super::{Field, LaidOutRows, RecordFormatter, RecordRef, Records, Row};

/// Lays out the records of a chunk one by one. `write` writes a row whose answer is a missing grid,
/// 81 dots, and returns the place where the dots start.
pub(super) fn lay_out_rows<W: RecordFormatter + ?Sized>(
    formatter: &W,
    chunk: &[u8],
    records: &Records,
    LaidOutRows { out, slots }: &mut LaidOutRows<'_>,
    mut write: impl FnMut(RecordRef<'_>, &mut Vec<u8>) -> usize,
) {
    for row in records.rows(chunk) {
        match row {
            Row::Passthrough(text) => formatter.pass(text, out),
            Row::Puzzle { record, .. } => slots.push(write(record, out)),
            Row::Malformed { record, .. } => formatter.row(record, &[Field::Missing], out),
        }
    }
}
