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
mod formatter;
mod header;
mod parser;

use std::sync::Arc;

pub(super) use formatter::{SourceTable, TableFormatter};
pub use header::Header;

use super::{DetectedInput, Format, FormatError, Layout, ReadOptions, lines::content_lines};
use batchdoku_engine::grid::{Grid, line::first_grid};
pub(super) use fields::write_field;
use fields::{Extent, first_line, unquoted};
use header::DELIMITERS;
use parser::TableParser;

/// Opens a table that starts with `text`, which is cut off if `is_cut`.
pub(crate) fn open(
    format: Format,
    text: &[u8],
    is_cut: bool,
    options: &ReadOptions,
) -> Result<DetectedInput, FormatError> {
    let wanted = (format == Format::Tsv).then_some(b'\t');
    let found = find_header(text, options, wanted);
    let end = found.as_ref().map_or_else(|| first_line(text).1.next, |found| found.1.next);
    if is_cut && end >= text.len() {
        return Err(FormatError::LongHeader);
    }
    let (header, row, lines) = found.ok_or_else(|| {
        let header = shown(content_lines(text).next().unwrap_or_default());
        match options.named_column().cloned() {
            Some(column) => FormatError::NoColumn { column, header },
            None => FormatError::NoPuzzleColumn { header },
        }
    })?;
    header.check_solution(options)?;
    let skip = row.next;
    let header = Arc::new(header);
    let rows = text.get(skip..).filter(|_| options.pencilmarks).unwrap_or_default();
    let parser = TableParser::new(Arc::clone(&header), rows, options.solutions);
    let format = if options.format.is_some() { format } else { header.format() };
    let layout = Layout { header: Some(header), ..Layout::of(format) };
    Ok(DetectedInput { parser: Arc::new(parser), skip, lines, declared_count: None, layout })
}

/// Returns the format of a text that starts with a header.
pub(super) fn detect(text: &[u8], options: &ReadOptions) -> Option<Format> {
    find_header(text, options, None).map(|(header, ..)| header.format())
}

/// Tells if `text` starts with a header that ends in it: a field of it may have several lines. Where puzzles
/// can be candidates, the first row must be there too.
pub(super) fn has_whole_header(text: &[u8], options: &ReadOptions) -> bool {
    find_header(text, options, None).is_some_and(|(header, row, _)| {
        let has_row =
            || first_row(&text[row.next..], header.delimiter).is_some_and(|row| row.complete);
        row.complete && (!options.pencilmarks || has_row())
    })
}

/// Returns the first row that is neither blank nor a comment.
fn first_row(text: &[u8], delimiter: u8) -> Option<Extent> {
    let (start, ..) = first_line(text);
    let has_content = content_lines(&text[start..]).next().is_some();
    has_content.then(|| fields::row(text, start, delimiter))
}

/// Returns the header that `text` starts with, its row, and how many lines end with that.
fn find_header(
    text: &[u8],
    options: &ReadOptions,
    delimiter: Option<u8>,
) -> Option<(Header, Extent, u64)> {
    let (start, _, lines) = first_line(text);
    DELIMITERS.into_iter().filter(|&it| delimiter.is_none_or(|wanted| it == wanted)).find_map(
        |delimiter| {
            let mut row = fields::row(text, start, delimiter);
            // A quote that only ends behind a puzzle is a stray one.
            if row.lines > 1 && content_lines(&text[start..row.end]).any(has_grid) {
                row = fields::line(text, start);
            }
            let header = Header::find(&text[start..row.end], options, delimiter)?;
            let lines = lines + u64::from(row.lines);
            Some((header, row, lines))
        },
    )
}

fn has_grid(line: &[u8]) -> bool {
    first_grid(line).is_ok()
}

/// Tells if `first` is the header of a table, to judge by its second row: that has as many fields,
/// at least two, and one of them is a grid.
pub(super) fn is_unknown_header(first: &[u8], second: &[u8]) -> bool {
    let is_grid = |field: &[u8]| Grid::parse(unquoted(field).trim_ascii()).is_ok();
    DELIMITERS.into_iter().any(|delimiter| {
        let fields_of = |line| fields::fields(line, delimiter);
        let count = fields_of(first).count();
        count > 1
            && count == fields_of(second).count()
            && fields_of(second).any(|field| is_grid(&second[field]))
    })
}

/// Returns a header for a message, cut off if it is very long.
pub(super) fn shown(header: &[u8]) -> String {
    String::from_utf8_lossy(&header[..header.len().min(200)]).trim().to_owned()
}
