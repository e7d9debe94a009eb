//! The grammar of tables: `csv` and `tsv`, read and written without touching the other columns.
//!
//! ```text
//! input    header row*
//! header   id,puzzle,solution              between ',', tabs, ';' or '|'; quotes as in CSV
//! row      7,53..7…,"534…"                 as many fields as the header; 81 cells in any way of `cells`
//! ```
//!
//! The parser finds the columns by the names in the header. The formatter replaces the columns of the answers, or adds them
//! at the end, and copies all else byte for byte, quotes included. A row whose number of fields differs from the header's
//! is malformed; in the output, fields that it lacks are empty, and further fields are left out.
//!
//! Refused are headers without a column of puzzles, tables with a row or a column for each cell, and headers that do not
//! end within 64 KiB.
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
    DetectedInput, Format, FormatError, Layout, ReadOptions,
    cells::{is_cell, leading},
    drawn::looks_like_grids,
    error::{NUMBERED, WITHOUT_COLUMNS},
    found::{NEAR_GRID, grids, was_grid},
    grid_text::whole_grid,
    hypothesis::{Grounds, Head, Hypotheses, Hypothesis, Rank},
    lines::{HEAD, MARK, content_lines},
    read_options::is_usual_for_solutions,
    tokens::{tokens, words},
};
pub(super) use fields::write_field;
use fields::{Extent, first_line, unquoted};
use header::DELIMITERS;
use parser::TableParser;

/// Adds the hypothesis that the first line is the header of a table of this format.
///
/// # Errors
/// If the header lacks a column that the user names, or does not end in the head.
pub(super) fn hypotheses(
    format: Format,
    head: &Head<'_>,
    out: &mut Hypotheses,
) -> Result<(), FormatError> {
    let (text, options) = (head.text, head.options);
    let wanted = (options.format == Some(Format::Tsv)).then_some(b'\t');
    let found = find_header(text, options, wanted);
    let is_named = head.is_named() || head.is_by_name() && format == Format::Csv;
    let end = found.as_ref().map_or_else(|| first_line(text).1.next, |found| found.1.next);
    if is_named && text.len() >= HEAD - MARK.len() && end >= text.len() {
        return Err(FormatError::LongHeader);
    }
    let Some((header, row, lines)) = found else {
        if is_named {
            return Err(no_header(text, options));
        }
        let (first, second) = (head.first(), head.second());
        if format != Format::Csv || head.is_by_name() {
            return Ok(());
        }
        if is_unknown_header(first, second) {
            out.refuse(unknown_header(first, second));
        } else if has_row_for_each_cell(first) {
            out.refuse(FormatError::CellRows(shown(first)));
        }
        return Ok(());
    };
    // A word before a puzzle is no name of a column.
    let is_record = !head.is_by_name() && has_grid(&header.line);
    if !head.is_named() && (is_record || header.format() != format) {
        return Ok(());
    }
    if text.len() >= HEAD - MARK.len() && end >= text.len() {
        return Err(FormatError::LongHeader);
    }
    header.check_solution(options)?;
    if options.named_column().is_none()
        && let Some(grid) = other_column_of_grids(&header, text.get(row.next..).unwrap_or_default())
    {
        out.refuse(FormatError::NoPuzzleColumn { header: shown(&header.line), grid: Some(grid) });
        return Ok(());
    }
    // A grid below a title may look like a table, unless it stands in quotes, or in one line.
    let second = head.second();
    let is_comment = header.line.starts_with(b"#");
    let is_declared = head.is_by_name()
        || second.contains(&b'"')
        || grids(second).next().is_some()
        || !looks_like_grids(text);
    let words = format!("its header has the column '{}'", header.names[header.puzzle]);
    let skip = row.next;
    let header = Arc::new(header);
    let rows = text.get(skip..).unwrap_or_default();
    let parser = TableParser::new(Arc::clone(&header), rows, options);
    let layout = Layout { header: Some(header), ..Layout::of(format) };
    let input =
        DetectedInput { skip, lines, layout, ..DetectedInput::plain(format, Arc::new(parser)) };
    let grounds = if is_declared && !is_comment { Grounds::Certain } else { Grounds::Records };
    out.add(Hypothesis { grounds, ..Hypothesis::new(words, Rank::Names, input) });
    Ok(())
}

/// Returns the error about a text whose first line is no header with a column of puzzles.
fn no_header(text: &[u8], options: &ReadOptions) -> FormatError {
    let mut lines = content_lines(text);
    let first = lines.next().unwrap_or_default();
    if let Some(column) = options.named_column().cloned() {
        // A puzzle in the first line means that there is no header.
        return if grids(first).next().is_some() {
            FormatError::NoNames { column, reason: NUMBERED }
        } else if looks_like_grids(text) {
            FormatError::NoNames { column, reason: WITHOUT_COLUMNS }
        } else {
            FormatError::NoColumn { column, header: shown(first) }
        };
    }
    match lines.next().filter(|second| is_unknown_header(first, second)) {
        Some(second) => unknown_header(first, second),
        None => FormatError::NoPuzzleColumn { header: shown(first), grid: None },
    }
}

/// Returns the format of a text that starts with a header.
pub(super) fn detect(text: &[u8], options: &ReadOptions) -> Option<Format> {
    find_header(text, options, None).map(|(header, ..)| header.format())
}

/// Returns whether `text` starts with a whole header, whose fields may have several lines. The first row must be there,
/// too, if it decides about the form of the puzzles, a missing name, or the column of the puzzles.
pub(super) fn has_whole_header(text: &[u8], options: &ReadOptions) -> bool {
    let Some((header, row, _)) = find_header(text, options, None) else { return false };
    // R writes one name less than there are fields, and all names in quotes.
    let may_lack_name = header.line.starts_with(b"\"");
    let may_have_others = header.has_others() && options.column.is_none();
    let is_enough = !options.pencilmarks && !may_lack_name && !may_have_others;
    if !row.complete || is_enough {
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

/// Returns the header at the start of `text`, its row, and the number of lines up to its end.
fn find_header(
    text: &[u8],
    options: &ReadOptions,
    delimiter: Option<u8>,
) -> Option<(Header, Extent, u64)> {
    let (start, lines) = header_line(text);
    // The columns of a statement of SQL, whose rows are no rows of CSV.
    let is_statement =
        text[start..].get(..12).is_some_and(|it| it.eq_ignore_ascii_case(b"insert into "));
    if is_statement && options.format.is_none() {
        return None;
    }
    let found = find_plain_header(text, options, delimiter, start, lines);
    found.or_else(|| commented_header(text, options, delimiter))
}

/// Returns the start of the first line that may be a header, and the number of lines before it. A first line such as
/// `sep=;`, which names the delimiter for spreadsheets, is skipped, and so is the frame of a table, as MySQL draws it.
fn header_line(text: &[u8]) -> (usize, u64) {
    let (start, first, lines) = first_line(text);
    let line = text[start..first.end].trim_ascii();
    let is_frame = line.starts_with(b"+-") && line.iter().all(|byte| b"+-".contains(byte));
    if (is_frame || matches!(line, [b's', b'e', b'p', b'=', _])) && first.next < text.len() {
        let (behind, _, more) = first_line(&text[first.next..]);
        return (first.next + behind, lines + 1 + more);
    }
    (start, lines)
}

/// Returns the header in the last comment before the first row, as in `#id<TAB>puzzle`. It must have several columns, as
/// many as the row, and a column of puzzles.
fn commented_header(
    text: &[u8],
    options: &ReadOptions,
    delimiter: Option<u8>,
) -> Option<(Header, Extent, u64)> {
    let (row_start, ..) = first_line(text);
    let start = text[..row_start].trim_ascii_end().iter().rposition(|&byte| byte == b'\n');
    let start = start.map_or(0, |end| end + 1);
    let line = fields::line(text, start);
    let comment = text[start..line.end].trim_ascii_end();
    let names = comment.strip_prefix(b"#")?.trim_ascii_start();
    if line.next > row_start {
        return None;
    }
    let first = text[row_start..fields::line(text, row_start).end].trim_ascii_end();
    let lines = memchr::memchr_iter(b'\n', &text[..line.next]).count() as u64;
    DELIMITERS.into_iter().filter(|&it| delimiter.is_none_or(|wanted| it == wanted)).find_map(
        |delimiter| {
            let count = fields::fields(names, delimiter).count();
            let is_whole = count > 1 && fields::fields(first, delimiter).count() == count;
            let found = Header::find(names, options, delimiter).filter(|_| is_whole)?;
            let header = Header { line: comment.to_vec(), ..found };
            Some((header, fields::line(text, start), lines))
        },
    )
}

/// Returns the header in the line at `start`, if the line is a header.
fn find_plain_header(
    text: &[u8],
    options: &ReadOptions,
    delimiter: Option<u8>,
    start: usize,
    lines: u64,
) -> Option<(Header, Extent, u64)> {
    DELIMITERS.into_iter().filter(|&it| delimiter.is_none_or(|wanted| it == wanted)).find_map(
        |delimiter| {
            let mut row = fields::row(text, start, delimiter);
            // A quote that is closed only behind a puzzle is a stray quote.
            if row.lines > 1 && content_lines(&text[start..row.end]).any(has_grid) {
                row = fields::line(text, start);
            }
            let mut header = Header::find(&text[start..row.end], options, delimiter)?;
            add_row_names(&mut header, &text[row.next..]);
            let lines = lines + u64::from(row.lines);
            Some((header, row, lines))
        },
    )
}

/// Adds a first column without a name, if the first of these rows has one field more than there are names, because R
/// writes the names of rows there.
fn add_row_names(header: &mut Header, rows: &[u8]) {
    let (start, ..) = fields::first_line(rows);
    let row = &rows[start..];
    let row = &row[..fields::row(row, 0, header.delimiter).end];
    let row = row.strip_suffix(b"\r").unwrap_or(row);
    let fields = || fields::fields(row, header.delimiter).map(|field| unquoted(&row[field]));
    let has_grid_at = |column| fields().nth(column).is_some_and(|it| whole_grid(&it).is_some());
    let is_one_more = fields().count() == header.names.len() + 1
        && fields().last().is_some_and(|last| !last.trim_ascii().is_empty());
    if is_one_more && !has_grid_at(header.puzzle) && has_grid_at(header.puzzle + 1) {
        header.names.insert(0, String::new());
        header.puzzle += 1;
        header.solution = header.solution.map(|column| column + 1);
    }
}

fn has_grid(line: &[u8]) -> bool {
    grids(line).next().is_some()
}

/// Returns whether a header has columns for the row, the column and the value of a cell: each row of the table is then a
/// cell.
fn has_row_for_each_cell(header: &[u8]) -> bool {
    const ROLES: [&[&str]; 3] = [
        &["row", "r", "y", "i"],
        &["col", "column", "c", "x", "j"],
        &["value", "val", "digit", "v", "number"],
    ];
    DELIMITERS.into_iter().any(|delimiter| {
        let names: Vec<_> =
            fields::fields(header, delimiter).map(|field| unquoted(&header[field])).collect();
        let has = |usual: &[&str]| {
            names.iter().any(|name| {
                usual.iter().any(|it| name.trim_ascii().eq_ignore_ascii_case(it.as_bytes()))
            })
        };
        ROLES.iter().all(|usual| has(usual))
    })
}

/// Returns whether `first` is the header of a table, judged by the second row: it has the same number of fields, at least
/// two, and one of them is a grid.
pub(super) fn is_unknown_header(first: &[u8], second: &[u8]) -> bool {
    if is_damaged_record(first) {
        return false;
    }
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

/// Returns whether a line has a grid, or what is left of one, so that it is no header: a damaged word, or 60 words that are
/// cells.
fn is_damaged_record(line: &[u8]) -> bool {
    let are_cells = || {
        tokens(line).filter(|token| matches!(token.word, &[cell] if is_cell(cell))).count()
            >= NEAR_GRID
    };
    words(line).any(|(_, word)| was_grid(word)) || are_cells()
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

/// Returns the name of the column of grids, if the column of the puzzles has names or numbers instead, in all of the first
/// rows.
fn other_column_of_grids(header: &Header, rows: &[u8]) -> Option<String> {
    /// The most rows that are examined.
    const FIRST: usize = 8;
    let is_other = |column: &usize| !is_usual_for_solutions(&header.names[*column]);
    let mut columns: Vec<usize> = (0..header.names.len()).filter(is_other).collect();
    let mut rows = content_lines(rows).take(FIRST).peekable();
    rows.peek()?;
    for row in rows {
        let field = |column| fields::fields(row, header.delimiter).nth(column);
        let puzzle = field(header.puzzle).filter(|puzzle| (1..NEAR_GRID).contains(&puzzle.len()));
        puzzle.filter(|puzzle| whole_grid(&unquoted(&row[puzzle.clone()])).is_none())?;
        let has_grid = |&column: &usize| {
            field(column).is_some_and(|it| whole_grid(unquoted(&row[it]).trim_ascii()).is_some())
        };
        columns.retain(has_grid);
    }
    Some(header.names[*columns.first()?].clone())
}

/// Returns the error about a header without a usual name for the puzzles. The second row shows which column has them.
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
