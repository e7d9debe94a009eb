//! The lines of a text as every format sees them.

use std::{iter, ops::Range};

use super::{
    found::was_grid,
    records::{LONGEST_RECORD, Records},
    tokens::words,
};

/// The byte order mark of UTF-8.
pub(super) const MARK: &[u8] = b"\xEF\xBB\xBF";
/// The most bytes from which the layout of an input is detected, even if the first line is longer.
pub(super) const HEAD: usize = 64 << 10;

/// Returns whether the start of a line makes it a comment: `#`, `%` or `//`, unless `#` stands before the number of a
/// puzzle.
pub(super) fn starts_comment(content: &[u8]) -> bool {
    match content {
        [b'#', ..] => !is_numbered(content),
        [b'%', ..] | [b'/', b'/', ..] => true,
        _ => false,
    }
}

/// Returns whether a line is a comment or blank.
pub(super) fn is_comment(line: &[u8]) -> bool {
    // Most lines are decided here. 0x1A ends a text of DOS.
    let has_mark =
        matches!(line, [b'#' | b'%' | b'/' | b' ' | b'\t' | b'\r' | 0x0B | 0x0C | 0x1A, ..] | []);
    has_mark
        && !may_be_cut(line)
        && (starts_comment(line)
            || line.iter().all(|byte| byte.is_ascii_whitespace() || *byte == 0x1A))
}

/// Returns whether a line is a puzzle, perhaps damaged, behind a number sign and its number, as in `#3 53..7…`.
pub(super) fn is_numbered(line: &[u8]) -> bool {
    starts_with_number(line) && words(&line[1..]).nth(1).is_some_and(|(_, word)| was_grid(word))
}

/// Returns whether a line starts with a number sign and a number.
pub(super) fn starts_with_number(line: &[u8]) -> bool {
    let number = line.strip_prefix(b"#").and_then(|rest| words(rest).next());
    number.is_some_and(|(start, number)| {
        let digits = number.strip_suffix(b".").unwrap_or(number);
        start == 0 && (1..=9).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit)
    })
}

/// Returns the lines of a text, with CR where they end with CRLF, and an empty one behind the last line end.
pub(super) fn split_lines(text: &[u8]) -> impl Iterator<Item = &[u8]> + Clone {
    text.split(|&byte| byte == b'\n')
}

/// Returns the lines of a text that are neither blank nor comments, trimmed.
pub(super) fn content_lines(text: &[u8]) -> impl Iterator<Item = &[u8]> + Clone {
    indented_lines(text).map(<[u8]>::trim_ascii_start)
}

/// Returns the lines of a text that are neither blank nor comments, with their indentation.
pub(super) fn indented_lines(text: &[u8]) -> impl Iterator<Item = &[u8]> + Clone {
    let lines = line_ranges(text).map(|line| text[line].trim_ascii_end());
    lines.filter(|line| {
        let content = line.trim_ascii_start();
        !content.is_empty() && !starts_comment(content)
    })
}

/// Returns the end of the line that starts at `start`, without its line end, and the start of the next line. CR before
/// LF belongs to the line end.
pub(super) fn line_at(text: &[u8], start: usize) -> (usize, usize) {
    let length = memchr::memchr(b'\n', &text[start..]);
    let end = length.map_or(text.len(), |length| start + length);
    (trim_cr(text, start, end), text.len().min(end + 1))
}

/// Returns the ranges of all lines of a text, without their line ends.
pub(super) fn line_ranges(text: &[u8]) -> impl Iterator<Item = Range<usize>> + Clone {
    let mut next = 0;
    iter::from_fn(move || {
        let start = next;
        let end;
        (end, next) = (start < text.len()).then(|| line_at(text, start))?;
        Some(start..end)
    })
}

/// Calls `each` with the start and the end of every line of a chunk, and counts them.
pub(super) fn each_line(
    chunk: &[u8],
    records: &mut Records,
    mut each: impl FnMut(&mut Records, usize, usize),
) {
    for line in line_ranges(chunk) {
        each(records, line.start, line.end);
        records.lines += 1;
    }
}

/// Returns the end of the line from `start` to `end` without CR.
pub(super) fn trim_cr(text: &[u8], start: usize, mut end: usize) -> usize {
    while end > start && text[end - 1] == b'\r' {
        end -= 1;
    }
    end
}

/// Returns whether a text has lines that end with CR alone.
pub(super) fn has_cr_line_ends(text: &[u8]) -> bool {
    let after_first = memchr::memchr(b'\r', text).map_or(&[][..], |cr| &text[cr..]);
    memchr::memchr(b'\n', text).is_none() && after_first.iter().any(|&byte| byte != b'\r')
}

/// Returns whether a line is so long that it may have been cut off. Such a line is neither blank nor a comment,
/// whatever it starts with, because the part that was lost may hold a puzzle.
pub(super) fn may_be_cut(line: &[u8]) -> bool {
    line.len() >= LONGEST_RECORD - 1
}
