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

pub(super) use fields::{FieldPlace, field_at, fields_before};
pub(super) use formatter::{SourceTable, formatter};
pub use header::Header;
pub(super) use parser::{by_spreadsheet, row_values};

use super::{
    DetectedInput, Format, FormatError, Layout, ReadOptions, cells::leading, grid_text::whole_grid,
    lines::content_lines, text::grids,
};
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
    let (header, row, lines) = found.ok_or_else(|| no_header(text, options))?;
    header.check_solution(options)?;
    let skip = row.next;
    let header = Arc::new(header);
    let rows = text.get(skip..).unwrap_or_default();
    let parser = TableParser::new(Arc::clone(&header), rows, options);
    let format = if options.format.is_some() { format } else { header.format() };
    let layout = Layout { header: Some(header), ..Layout::of(format) };
    let reason = String::new();
    Ok(DetectedInput {
        parser: Arc::new(parser),
        skip,
        lines,
        declared_count: None,
        layout,
        reason,
    })
}

/// Returns the error about a text that does not start with a header in which the column of the puzzles is found.
fn no_header(text: &[u8], options: &ReadOptions) -> FormatError {
    let mut lines = content_lines(text);
    let first = lines.next().unwrap_or_default();
    if let Some(column) = options.named_column().cloned() {
        return FormatError::NoColumn { column, header: shown(first) };
    }
    match lines.next().filter(|second| is_unknown_header(first, second)) {
        Some(second) => unknown_header(first, second),
        None => FormatError::NoPuzzleColumn { header: shown(first), grid: None },
    }
}

/// Returns the format of a text that starts with a header, and the name of the column of the puzzles.
pub(super) fn detected_column(text: &[u8], options: &ReadOptions) -> Option<(Format, String)> {
    let (header, ..) = find_header(text, options, None)?;
    Some((header.format(), header.names[header.puzzle].clone()))
}

/// Returns the format of a text that starts with a header.
pub(super) fn detect(text: &[u8], options: &ReadOptions) -> Option<Format> {
    find_header(text, options, None).map(|(header, ..)| header.format())
}

/// Returns whether `text` starts with a header that ends in it: a field of it may have several lines. Where puzzles can
/// be candidates, the first row must be there too.
pub(super) fn has_whole_header(text: &[u8], options: &ReadOptions) -> bool {
    let Some((header, row, _)) = find_header(text, options, None) else { return false };
    if !row.complete || !options.pencilmarks {
        return row.complete;
    }
    first_row(&text[row.next..], header.delimiter).is_some_and(|row| row.complete)
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
    grids(line).next().is_some()
}

/// Returns whether `first` is the header of a table, to judge by its second row: that has as many fields, at least two,
/// and one of them is a grid.
pub(super) fn is_unknown_header(first: &[u8], second: &[u8]) -> bool {
    DELIMITERS.into_iter().any(|delimiter| {
        let columns = fields::fields(first, delimiter).count();
        if columns < 2 || columns != fields::fields(second, delimiter).count() {
            return false;
        }
        column_of_grid(first, second, delimiter).is_some()
            // A column for each cell.
            || leading(first).is_none() && leading(second).is_some()
    })
}

/// Returns the name of the column in which the second row has a grid.
fn column_of_grid(first: &[u8], second: &[u8], delimiter: u8) -> Option<String> {
    // A header of one column does not show that lines are the rows of a table.
    let _ = fields::fields(first, delimiter).nth(1)?;
    let column = fields::fields(second, delimiter)
        .position(|field| whole_grid(unquoted(&second[field]).trim_ascii()).is_some())?;
    let name = fields::fields(first, delimiter).nth(column)?;
    Some(String::from_utf8_lossy(&unquoted(&first[name])).trim().to_owned())
}

/// Returns the error about a header that does not say where the puzzles are, to judge by the second row.
pub(super) fn unknown_header(first: &[u8], second: &[u8]) -> FormatError {
    if leading(second).is_some() {
        let name = fields::fields(first, b',').next().unwrap_or_default();
        let names = String::from_utf8_lossy(&first[name]).into_owned();
        return FormatError::CellColumns(names);
    }
    let grid =
        DELIMITERS.into_iter().find_map(|delimiter| column_of_grid(first, second, delimiter));
    FormatError::NoPuzzleColumn { header: shown(first), grid }
}

/// Returns a header for a message, cut off if it is very long.
pub(super) fn shown(header: &[u8]) -> String {
    String::from_utf8_lossy(&header[..header.len().min(200)]).trim().to_owned()
}
