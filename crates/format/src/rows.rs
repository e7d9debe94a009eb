//! The rows of a chunk, written or laid out one by one.

use super::{Answers, Field, LaidOutRows, RecordFormatter, RecordRef, Records, Row};

pub(super) fn write_rows<W: RecordFormatter + ?Sized>(
    formatter: &W,
    chunk: &[u8],
    records: &Records,
    answers: &Answers,
    out: &mut Vec<u8>,
) {
    let mut fields = Vec::with_capacity(answers.width);
    for row in records.rows(chunk) {
        match row {
            Row::Passthrough(text) => formatter.pass(text, out),
            Row::Puzzle { record, row, .. } | Row::Malformed { record, row, .. } => {
                fields.clear();
                fields.extend((0..answers.width).map(|column| answers.field(row, column)));
                formatter.row(record, &fields, out);
            }
        }
    }
}

/// Lays out the records of a chunk one by one. `write` writes a row whose answer is a missing
/// grid, 81 dots, and returns where these start.
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
