//! `csv` and `tsv`: tables with a header, read and written without touching the other columns.
//!
//! A reader finds the columns by the names in the header; a writer puts the answers into theirs,
//! which are replaced or added at the end, and copies all else byte for byte, quotes included.
//! A row that has not as many fields as the header is malformed; its row in the output has empty
//! fields besides the answer.

mod header;
mod reader;
mod split;
mod writer;

use std::{borrow::Cow, sync::Arc};

pub use header::Header;
#[cfg(feature = "json")]
pub(super) use header::{PUZZLE_NAMES, SOLUTION_NAMES};
pub(super) use writer::TableWriter;

use super::{DetectedInput, Format, FormatError, Layout, ReadOptions};
use reader::TableReader;

/// Opens a table that starts with `text`.
pub(super) fn open(
    format: Format,
    text: &[u8],
    options: &ReadOptions,
) -> Result<DetectedInput, FormatError> {
    let (mut start, mut lines) = (0, 0);
    let (first, header) = loop {
        let row = split::row(text, start, Header::ANY_DELIMITER);
        let line = &text[start..row.end];
        lines += u64::from(row.lines);
        let content = line.trim_ascii();
        if !content.is_empty() && !content.starts_with(b"#") {
            break (line, row.next);
        }
        if row.next >= text.len() {
            break (&text[text.len()..], text.len());
        }
        start = row.next;
    };
    let skip = header;
    let wanted = (format == Format::Tsv).then_some(b'\t');
    let header = Header::find(first, options.column.as_deref(), wanted).ok_or_else(|| {
        let names = String::from_utf8_lossy(&first[..first.len().min(200)]).trim().to_owned();
        FormatError(match &options.column {
            Some(column) => format!("no column '{column}' in the header '{names}'"),
            None => format!("no column of puzzles in the header '{names}'; name it"),
        })
    })?;
    let header = Arc::new(header);
    let reader = TableReader { header: Arc::clone(&header), claims: options.claims };
    let format = if options.format.is_some() { format } else { header.format() };
    let shape = Layout { format, header: Some(header) };
    Ok(DetectedInput { reader: Arc::new(reader), skip, lines, announced: None, shape })
}

/// What a field means: without its quotes, doubled quotes inside made single.
fn meaning(field: &[u8]) -> Cow<'_, [u8]> {
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

/// Writes a field, in quotes if it needs them.
fn write_field(field: &[u8], delimiter: u8, out: &mut Vec<u8>) {
    // Cells are neither of these, and most fields are grids.
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
