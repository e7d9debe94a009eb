//! The output of workers for record batches: pieces, one after the other in a buffer.
//!
//! A piece has a byte for its kind, eight bytes for the length of its contents, and the contents.

use std::io::{self, Write};

use super::EncodeError;
use batchdoku_format::{Field, RecordRef, Scalar};

const ENCODED: u8 = 0;
const FAILED: u8 = 1;
const ROW: u8 = 2;
/// In place of the length of a text: the text is missing.
const MISSING: u32 = u32::MAX;
/// In place of the length of the text of a field: the field of the record is kept.
const KEPT: u32 = u32::MAX - 1;
/// In place of the length of the text of a field: the bytes of a [`Scalar`] follow.
const SCALAR: u32 = u32::MAX - 2;

#[derive(Debug)]
pub(super) enum OutputPiece<'a> {
    /// A small file of encoded rows.
    Encoded(&'a [u8]),
    /// The reason why rows could not be encoded.
    Failed(&'a str),
    /// A row that is not encoded yet.
    Row(RowPiece<'a>),
}

/// A row that is not encoded yet.
#[derive(Debug)]
pub(super) struct RowPiece<'a> {
    /// The number of the row in the batch that it comes from.
    pub(super) row: u32,
    /// The puzzle as given.
    pub puzzle: Option<&'a [u8]>,
    /// The solution of the record.
    pub(super) solution: Option<&'a [u8]>,
    /// The fields of the answer.
    pub(super) fields: Vec<Field<'a>>,
}

/// Adds a small file of encoded rows, which `encode` writes, or the reason why it cannot.
pub(super) fn push_encoded(
    out: &mut Vec<u8>,
    encode: impl FnOnce(&mut Vec<u8>) -> Result<(), EncodeError>,
) {
    let start = out.len();
    let mut encoded = Ok(());
    push(ENCODED, out, |out| encoded = encode(out));
    if let Err(error) = encoded {
        out.truncate(start);
        push(FAILED, out, |out| out.extend_from_slice(error.to_string().as_bytes()));
    }
}

/// Adds a row: its number in the batch, and texts behind their lengths.
pub(super) fn push_row(record: RecordRef<'_>, fields: &[Field<'_>], out: &mut Vec<u8>) {
    let given = [record.puzzle(), solution_of(record)];
    let given = given.map(|text| text.map_or(Field::Missing, Field::Text));
    push(ROW, out, |out| {
        out.extend_from_slice(&record.record.line.to_le_bytes());
        for field in given.iter().chain(fields) {
            let (length, text) = match field {
                Field::Kept => (KEPT, &[][..]),
                Field::Missing => (MISSING, &[][..]),
                Field::Text(text) => (text.len() as u32, *text),
                Field::Scalar(scalar) => {
                    out.extend_from_slice(&SCALAR.to_le_bytes());
                    out.extend_from_slice(&scalar.to_bytes());
                    continue;
                }
            };
            out.extend_from_slice(&length.to_le_bytes());
            out.extend_from_slice(text);
        }
    });
}

/// Returns the solution that a record has.
pub(super) fn solution_of(record: RecordRef<'_>) -> Option<&[u8]> {
    record.solution().map(<[u8; 81]>::as_slice)
}

fn push(kind: u8, out: &mut Vec<u8>, rest: impl FnOnce(&mut Vec<u8>)) {
    out.push(kind);
    let length = out.len();
    out.extend_from_slice(&[0; 8]);
    let start = out.len();
    rest(out);
    let rest = (out.len() - start) as u64;
    out[length..start].copy_from_slice(&rest.to_le_bytes());
}

/// Returns the pieces in a buffer. Ends at bytes that are not a piece.
pub(super) fn pieces(bytes: &[u8]) -> impl Iterator<Item = OutputPiece<'_>> {
    let mut bytes = bytes;
    std::iter::from_fn(move || {
        let (&kind, rest) = bytes.split_first()?;
        let (length, rest) = rest.split_first_chunk::<8>()?;
        let (piece, rest) = rest.split_at_checked(u64::from_le_bytes(*length) as usize)?;
        bytes = rest;
        match kind {
            ENCODED => Some(OutputPiece::Encoded(piece)),
            FAILED => Some(OutputPiece::Failed(std::str::from_utf8(piece).ok()?)),
            _ => row(piece).map(OutputPiece::Row),
        }
    })
}

/// Hands each small file of a task to `add`, in order.
pub(super) fn each_encoded(
    task: &[u8],
    mut add: impl FnMut(&[u8]) -> io::Result<()>,
) -> io::Result<()> {
    pieces(task).try_for_each(|piece| match piece {
        OutputPiece::Encoded(file) => add(file),
        OutputPiece::Failed(reason) => Err(io::Error::other(reason.to_owned())),
        OutputPiece::Row(_) => Err(io::Error::other("rows that were not encoded")),
    })
}

fn row(piece: &[u8]) -> Option<RowPiece<'_>> {
    let (row, mut rest) = piece.split_first_chunk::<4>()?;
    let puzzle = split_field(&mut rest)?;
    let solution = split_field(&mut rest)?;
    let fields = std::iter::from_fn(|| split_field(&mut rest)).collect();
    Some(RowPiece {
        row: u32::from_le_bytes(*row),
        puzzle: given(puzzle),
        solution: given(solution),
        fields,
    })
}

/// Splits off the first field: its length or a mark, and its text. `None` at the end.
fn split_field<'a>(rest: &mut &'a [u8]) -> Option<Field<'a>> {
    let (length, after) = rest.split_first_chunk::<4>()?;
    let (field, after) = match u32::from_le_bytes(*length) {
        KEPT => (Field::Kept, after),
        MISSING => (Field::Missing, after),
        SCALAR => {
            let (scalar, after) = after.split_first_chunk()?;
            (Field::Scalar(Scalar::from_bytes(scalar)?), after)
        }
        length => {
            let (text, after) = after.split_at_checked(length as usize)?;
            (Field::Text(text), after)
        }
    };
    *rest = after;
    Some(field)
}

fn given(field: Field<'_>) -> Option<&[u8]> {
    match field {
        Field::Text(text) => Some(text),
        Field::Kept | Field::Missing | Field::Scalar(_) => None,
    }
}

/// Moves the bytes that a writer has collected in memory to `out`.
pub(super) fn flush_to(bytes: &mut Vec<u8>, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(bytes)?;
    bytes.clear();
    Ok(())
}
