//! `csv` and `tsv`: tables with a header, read and written without touching the other columns.
//!
//! A reader finds the columns by the names in the header; a writer replaces the columns of the
//! answers, or adds them at the end, and copies all else byte for byte, quotes included. A row whose
//! number of fields differs from the header's is malformed; in the output its other fields are
//! empty.
//!
//! The fields are found here and not by a crate because they must be copied unchanged: parsers such
//! as `csv` unescape them. The tests compare with that crate.

mod fields;
mod header;
mod reader;
mod writer;

use std::{borrow::Cow, sync::Arc};

pub use header::Header;
#[cfg(feature = "json")]
pub(super) use header::{PUZZLE_NAMES, SOLUTION_NAMES};
pub(super) use writer::TableWriter;

use super::{DetectedInput, Format, FormatError, Layout, ReadOptions, lines::content_lines};
use crate::grid::Grid;
use reader::TableReader;

/// Opens a table that starts with `text`, which is cut off if `is_cut`.
pub(super) fn open(
    format: Format,
    text: &[u8],
    is_cut: bool,
    options: &ReadOptions,
) -> Result<DetectedInput, FormatError> {
    let (mut start, mut lines) = (0, 0);
    let (first, row) = loop {
        let row = fields::row(text, start, Header::ANY_DELIMITER);
        lines += u64::from(row.lines);
        let line = &text[start..row.end];
        if content_lines(line).next().is_some() || row.next >= text.len() {
            break (line, row);
        }
        start = row.next;
    };
    if is_cut && row.next >= text.len() {
        return Err(FormatError::LongHeader);
    }
    let skip = row.next;
    let wanted = (format == Format::Tsv).then_some(b'\t');
    let header = Header::find(first, options.column.as_deref(), wanted).ok_or_else(|| {
        let header = shown(first);
        match options.column.clone() {
            Some(column) => FormatError::NoColumn { column, header },
            None => FormatError::NoPuzzleColumn { header },
        }
    })?;
    let header = Arc::new(header);
    let reader = TableReader { header: Arc::clone(&header), claims: options.claims };
    let format = if options.format.is_some() { format } else { header.format() };
    let layout = Layout { format, header: Some(header) };
    Ok(DetectedInput { reader: Arc::new(reader), skip, lines, declared_count: None, layout })
}

/// Whether `first` is the header of a table, to judge by its second row: that has as many fields,
/// at least two, and one of them is a grid.
pub(super) fn is_unknown_header(first: &[u8], second: &[u8]) -> bool {
    let is_grid = |field: &[u8]| Grid::parse(unquoted(field).trim_ascii()).is_ok();
    b",\t;".iter().any(|&delimiter| {
        let fields_of = |line| fields::fields(line, delimiter);
        let count = fields_of(first).count();
        count > 1
            && count == fields_of(second).count()
            && fields_of(second).any(|field| is_grid(&second[field]))
    })
}

/// A header for a message, cut off if it is very long.
pub(super) fn shown(header: &[u8]) -> String {
    String::from_utf8_lossy(&header[..header.len().min(200)]).trim().to_owned()
}

/// A field without its quotes, with doubled quotes inside made single.
fn unquoted(field: &[u8]) -> Cow<'_, [u8]> {
    let Some(inner) = field.strip_prefix(b"\"") else { return Cow::Borrowed(field) };
    let inner = inner.strip_suffix(b"\"").unwrap_or(inner);
    if memchr::memchr(b'"', inner).is_none() {
        return Cow::Borrowed(inner);
    }
    let mut text = Vec::with_capacity(inner.len());
    let mut quoted = false;
    for &byte in inner {
        quoted = byte == b'"' && !quoted;
        if !quoted {
            text.push(byte);
        }
    }
    Cow::Owned(text)
}

/// Writes a field, quoted if it contains the delimiter, quotes or line ends.
pub(super) fn write_field(field: &[u8], delimiter: u8, out: &mut Vec<u8>) {
    // Without an early exit, since most fields are grids and need no quotes.
    let special = |&byte: &u8| byte == delimiter || matches!(byte, b'"' | b'\n' | b'\r');
    let special = field.iter().fold(false, |any, byte| any | special(byte));
    if special {
        write_quoted(field, out);
    } else {
        out.extend_from_slice(field);
    }
}

fn write_quoted(field: &[u8], out: &mut Vec<u8>) {
    out.push(b'"');
    for &byte in field {
        if byte == b'"' {
            out.push(b'"');
        }
        out.push(byte);
    }
    out.push(b'"');
}
