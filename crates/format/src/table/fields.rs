//! Finds the ends of the rows and fields of a table, and reads and writes their quotes.
//!
//! A quote opens a quoted field only at its very start; the field then extends to the next quote that is not doubled,
//! across delimiters and line ends. A stray quote, as in `"5 inch`, would swallow the rows below it. Therefore its closing
//! quote counts as missing, and the row ends with its line, in two cases. Either there is no closing quote in its line or
//! within 64 KiB, or the next quote is on another line and has text behind it, so that it opens a field of its own. A row
//! that starts with `#`, which may be a comment, ends with its line, whatever quotes it has.

use std::{borrow::Cow, iter, ops::Range};

use super::super::{lines::content_lines, tokens::inner_range};

/// The longest quoted field of several lines, in bytes. Real fields are far shorter, and a stray quote costs little,
/// because a search for the end of its field stops here.
const LONGEST_QUOTED: usize = 64 << 10;

/// The lines that a row takes.
pub(super) struct Extent {
    /// The end of the row, without the line end.
    pub(super) end: usize,
    /// The start of the next row.
    pub(super) next: usize,
    /// The number of lines of the row.
    pub lines: u32,
    /// True if the end of the row was seen; otherwise more bytes could change it.
    pub complete: bool,
    /// True if a quoted field has no closing quote.
    pub(super) broken: bool,
}

/// The end of a quoted field.
enum Quoted {
    /// The field ends before this position.
    Closed(usize),
    /// The bytes end within the field; more bytes may close it.
    Open,
    /// The closing quote is missing.
    Endless,
}

/// Returns the end of the quoted field that opens at `open`.
fn quoted(bytes: &[u8], open: usize, delimiter: u8) -> Quoted {
    let limit = open + LONGEST_QUOTED;
    let seen = bytes.len().min(limit);
    if let Some(found) = closing(bytes, open, seen, delimiter) {
        return found;
    }
    if seen < limit {
        return Quoted::Open;
    }
    // A field of one line may be as long as a record.
    let line = memchr::memchr(b'\n', &bytes[open..]);
    let end = line.map_or(bytes.len(), |length| open + length);
    let found = if end > limit { closing(bytes, open, end, delimiter) } else { None };
    found.unwrap_or(if line.is_none() { Quoted::Open } else { Quoted::Endless })
}

/// Returns the end of the quoted field that opens at `open`, if it is before `limit`.
fn closing(bytes: &[u8], open: usize, limit: usize, delimiter: u8) -> Option<Quoted> {
    let mut at = open + 1;
    while let Some(quote) = memchr::memchr(b'"', &bytes[at.min(limit)..limit]) {
        let quote = at + quote;
        let next = bytes.get(quote + 1);
        if next != Some(&b'"') {
            let is_end =
                next.is_none_or(|&next| next == delimiter || matches!(next, b'\n' | b'\r' | b' '));
            let is_closed = is_end || memchr::memchr(b'\n', &bytes[open..quote]).is_none();
            return Some(if is_closed { Quoted::Closed(quote + 1) } else { Quoted::Endless });
        }
        at = quote + 2;
    }
    None
}

/// Returns the row that starts at `start` and may contain quotes.
pub(super) fn row(bytes: &[u8], start: usize, delimiter: u8) -> Extent {
    if bytes.get(start) == Some(&b'#') {
        return line(bytes, start);
    }
    let mut at = start;
    let mut broken = false;
    let mut complete = true;
    loop {
        if bytes.get(at) == Some(&b'"') && !broken {
            match quoted(bytes, at, delimiter) {
                Quoted::Closed(end) => at = end,
                Quoted::Open => {
                    broken = true;
                    complete = false;
                }
                Quoted::Endless => broken = true,
            }
        }
        match memchr::memchr2(delimiter, b'\n', &bytes[at..]) {
            Some(length) if bytes[at + length] == delimiter => at += length + 1,
            found => {
                let end = found.map_or(bytes.len(), |length| at + length);
                let next = bytes.len().min(end + 1);
                let lines = memchr::memchr_iter(b'\n', &bytes[start..end]).count() as u32 + 1;
                complete &= found.is_some();
                return Extent { end, next, lines, complete, broken };
            }
        }
    }
}

/// Returns the row that starts at `start` in a text without quotes.
pub(super) fn line(bytes: &[u8], start: usize) -> Extent {
    let found = memchr::memchr(b'\n', &bytes[start..]);
    let end = found.map_or(bytes.len(), |length| start + length);
    let next = bytes.len().min(end + 1);
    Extent { end, next, lines: 1, complete: found.is_some(), broken: false }
}

/// Returns the fields of a row, quotes included.
pub(super) fn fields(row: &[u8], delimiter: u8) -> impl Iterator<Item = Range<usize>> {
    let mut next = Some(0);
    iter::from_fn(move || {
        let start = next?;
        let mut end = start;
        if row.get(start) == Some(&b'"')
            && let Quoted::Closed(close) = quoted(row, start, delimiter)
        {
            end = close;
        }
        let found = memchr::memchr(delimiter, &row[end..]).map(|length| end + length);
        next = found.map(|end| end + 1);
        Some(start..found.unwrap_or(row.len()))
    })
}

/// Returns the start of the first line that is neither blank nor a comment, the line, and the number of lines before it.
/// Without such a line, returns the last line.
pub(super) fn first_line(text: &[u8]) -> (usize, Extent, u64) {
    let mut start = 0;
    let mut lines = 0;
    loop {
        let line = line(text, start);
        if line.next >= text.len() || content_lines(&text[start..line.end]).next().is_some() {
            return (start, line, lines);
        }
        start = line.next;
        lines += 1;
    }
}

/// Returns a field without its quotes, with doubled quotes inside made single.
pub(super) fn unquoted(field: &[u8]) -> Cow<'_, [u8]> {
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
pub(in super::super) fn write_field(field: &[u8], delimiter: u8, out: &mut Vec<u8>) {
    // The loop has no early exit, because most fields are grids and need no quotes.
    let needs_quotes = field
        .iter()
        .fold(false, |any, &byte| any | (byte == delimiter) | matches!(byte, b'"' | b'\n' | b'\r'));
    if needs_quotes {
        write_quoted(field, out);
    } else {
        out.extend_from_slice(field);
    }
}

pub(super) fn write_quoted(field: &[u8], out: &mut Vec<u8>) {
    out.push(b'"');
    for &byte in field {
        if byte == b'"' {
            out.push(b'"');
        }
        out.push(byte);
    }
    out.push(b'"');
}

/// The place of a field of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct FieldPlace {
    /// Separates the fields. A blank stands for any number of blanks.
    pub(in super::super) delimiter: u8,
    /// The number of fields before it.
    pub(in super::super) index: usize,
}

/// Returns the content of a field of a line, without quotes and blanks around it; blanks as delimiters stand for any
/// number of them.
pub(in super::super) fn field_at(line: &[u8], place: FieldPlace) -> Option<Range<usize>> {
    let FieldPlace { delimiter, index } = place;
    let field = if delimiter == b' ' {
        blank_fields(line).nth(index)?
    } else {
        line_fields(line, delimiter).nth(index)?
    };
    Some(content(line, field, is_edge))
}

/// Returns the range of a field without the edges around it; most fields are grids without any.
#[inline]
pub(super) fn content(
    line: &[u8],
    field: Range<usize>,
    is_edge: impl Fn(u8) -> bool,
) -> Range<usize> {
    if field.len() == 81 && !is_edge(line[field.start]) {
        return field;
    }
    let inner = inner_range(&line[field.clone()], is_edge);
    field.start + inner.start..field.start + inner.end
}

fn is_edge(byte: u8) -> bool {
    b" \t\"'[]()".contains(&byte)
}

/// Returns the number of fields that end before `at`.
pub(in super::super) fn fields_before(line: &[u8], delimiter: u8, at: usize) -> usize {
    if delimiter == b' ' {
        return blank_fields(line).take_while(|field| field.end <= at).count();
    }
    line_fields(line, delimiter).take_while(|field| field.end < at).count()
}

/// Returns the fields of a line; of a line that is quoted as a whole, the fields between its quotes.
fn line_fields(line: &[u8], delimiter: u8) -> impl Iterator<Item = Range<usize>> {
    let is_one = line.starts_with(b"\"") && fields(line, delimiter).nth(1).is_none();
    let from = usize::from(is_one);
    fields(&line[from..], delimiter).map(move |field| field.start + from..field.end + from)
}

/// Returns the fields between blanks.
fn blank_fields(line: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    let words = line.split(u8::is_ascii_whitespace).map(move |word| {
        let at = start;
        start += word.len() + 1;
        at..at + word.len()
    });
    words.filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*};

    use super::*;

    /// The answer of `explain` to one puzzle may take more than 64 KiB, on one line.
    #[test]
    fn a_quoted_field_of_one_line_is_as_long_as_it_is() {
        for (field, is_whole) in [
            ("ab\"\",".repeat(20_000), true),
            ("ab\n".repeat(30_000), false),
            (format!("\n{}", "ab,".repeat(30_000)), false),
        ] {
            let text = format!("1,\"{field}\",2\n3,4,5\n");
            let found = row(text.as_bytes(), 0, b',');
            assert_eq!(!found.broken, is_whole, "{}", &text[..40]);
            if is_whole {
                assert_eq!(found.next, text.len() - 6);
                let count = fields(&text.as_bytes()[..found.end], b',').count();
                assert_eq!(count, 3);
                // The end may come later.
                let part = row(&text.as_bytes()[..70_000], 0, b',');
                assert!(!part.complete);
            }
        }
    }

    proptest! {
        #[test]
        fn fields_are_those_of_the_csv_crate(rows in vec(vec("[a-c\",\n ]{0,5}", 2..5), 1..6)) {
            let mut formatter = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
            rows.iter().for_each(|fields| formatter.write_record(fields).unwrap());
            let text = formatter.into_inner().unwrap();
            let mut start = 0;
            for expected in &rows {
                let extent = row(&text, start, b',');
                let line = &text[start..extent.end];
                let fields = fields(line, b',').map(|field| {
                    String::from_utf8(unquoted(&line[field]).into_owned()).unwrap()
                });
                prop_assert_eq!(&fields.collect::<Vec<_>>(), expected);
                start = extent.next;
            }
            prop_assert_eq!(start, text.len());
        }
    }
}
