//! Recognises JSON whose elements are the records, from the head of an input. `json_elements` then makes a line of each
//! element, and `jsonl` or `line` reads the lines.
//!
//! ```text
//! array     [{"puzzle": "53..7…"}, …] | ["53..7…", …] | [[5, 3, 0, …], …] | [[puzzle, solution], …]
//! object    {"name": "a set", "puzzles": array}           one list of puzzles, and no other grid: see `json_document`
//! objects   {"puzzle": "53..7…"} {"puzzle": …} …           over several lines, or several on a line
//! ```
//!
//! Refused are values whose puzzles do not follow each other: see `json_pairs`.

use serde_json::Value;

use super::{
    cells::leading,
    drawn,
    json_document::only_list,
    json_nesting::first_value,
    json_pairs::is_pair_line,
    json_value::{holds_grid, is_pair},
    lines::{HEAD, MARK, split_lines},
    tokens::words,
};
use batchdoku_engine::grid::Grid;

/// Returns whether a line starts like a JSON object, and not like a row in braces.
pub(super) fn starts_object(line: &[u8]) -> bool {
    let rest = line.strip_prefix(b"{").map(<[u8]>::trim_ascii_start);
    rest.is_some_and(|rest| rest.first().is_none_or(|byte| matches!(byte, b'"' | b'}')))
}

/// Returns whether a text is one JSON array: of objects, of strings, or of arrays that are grids, or rows over several
/// lines. A line that is an array of two strings may also be a record, a puzzle and its solution. With two puzzles, or
/// with three grids, it is not.
fn is_array(text: &[u8]) -> bool {
    let Some(inside) = text.trim_ascii_start().strip_prefix(b"[") else { return false };
    let first = inside.trim_ascii_start();
    if let Some(object) = first.strip_prefix(b"{") {
        return matches!(object.trim_ascii_start().first(), Some(b'"' | b'}'));
    }
    if first.starts_with(b"[") {
        // A line that is a pair is a record of its own.
        return !is_pair_line(first_line(text.trim_ascii_start()))
            && first_value(first).is_some_and(|it| is_grid_or_row(it) || is_pair_of(it));
    }
    if !first.starts_with(b"\"") {
        return false;
    }
    if inside[..inside.len() - first.len()].contains(&b'\n') {
        return true;
    }
    let line = first_line(first);
    let mut grids = words(line).filter_map(|(_, text)| Grid::parse(text).ok());
    let second = grids.nth(1);
    let third = grids.next();
    third.is_some() || second.is_some_and(|second| !second.is_complete())
}

/// Returns whether an array is a grid, or a row that continues over several lines, as programs write arrays with an
/// indent.
fn is_grid_or_row(array: &[u8]) -> bool {
    let line: Vec<_> = array.iter().filter(|byte| !b"\r\n".contains(byte)).copied().collect();
    // Without commas, it is a print of NumPy.
    array.contains(&b',') && is_grid(&line)
        || serde_json::from_slice::<Value>(array).is_ok_and(|value| holds_grid(&value))
        || array.contains(&b'\n') && drawn::row_cells(&line).is_some()
}

/// Returns whether an array has a puzzle and its solution.
fn is_pair_of(array: &[u8]) -> bool {
    serde_json::from_slice(array).is_ok_and(|value| is_pair(&value))
}

/// Returns whether the cells of a grid stand in a line, and nothing behind them.
fn is_grid(line: &[u8]) -> bool {
    leading(line).is_some_and(|(_, end)| line[end..].iter().all(|byte| b"])} ,;".contains(byte)))
}

/// Returns whether a text starts with a JSON object that does not end in its first line, but in a later line, which may
/// lie behind the head.
fn is_spread_object(text: &[u8]) -> bool {
    let text = text.trim_ascii_start();
    let line = first_line(text);
    if !starts_object(line.trim_ascii()) || first_value(line).is_some() {
        return false;
    }
    if let Some(object) = first_value(text) {
        return serde_json::from_slice::<Value>(object).is_ok();
    }
    let is_cut = text.len() + MARK.len() >= HEAD;
    is_cut && line.len() < text.len() && !has_other_object(&text[line.len()..])
}

/// Returns whether several objects stand on a line one after the other.
fn has_several_objects(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    starts_object(line)
        && first_value(line).is_some_and(|first| {
            starts_object(line[first.len()..].trim_ascii_start())
                && serde_json::from_slice::<Value>(first).is_ok()
        })
}

/// Returns a text up to its first line end.
fn first_line(text: &[u8]) -> &[u8] {
    split_lines(text).next().unwrap_or_default()
}

/// Returns whether one of these lines is an object of its own. An object above it that does not end is then damaged,
/// and does not continue.
fn has_other_object(lines: &[u8]) -> bool {
    split_lines(lines).any(|line| starts_object(line) && first_value(line).is_some())
}

/// Returns whether a text is one JSON value whose elements are the records: an array, objects over several lines, or an
/// object around one array of puzzles. If so, returns the reason.
pub(super) fn of_elements(text: &[u8]) -> Option<&'static str> {
    if is_array(text) {
        return Some("it is a JSON array");
    }
    if only_list(text).is_some() {
        return Some("a JSON object has one list of puzzles");
    }
    if is_spread_object(text) {
        return Some("a JSON object continues over several lines");
    }
    let first = first_line(text.trim_ascii_start());
    has_several_objects(first).then_some("several JSON objects stand on a line")
}

/// Returns whether a text is the start of JSON, and more bytes are needed to recognise its elements.
pub(super) fn may_continue(text: &[u8]) -> bool {
    // 81 numbers, each on a line of its own, take less.
    const LONGEST: usize = 4 << 10;
    let text = text.trim_ascii_start();
    let line = first_line(text);
    if starts_object(line.trim_ascii()) {
        return first_value(text).is_none() && !has_other_object(&text[line.len()..]);
    }
    if text.len() > LONGEST {
        return false;
    }
    let Some(inside) = text.strip_prefix(b"[") else { return false };
    let first = inside.trim_ascii_start();
    match first.strip_prefix(b"{") {
        Some(object) => object.trim_ascii_start().is_empty(),
        None => {
            // The second element may be the solution of the first.
            let is_one_line = split_lines(text.trim_ascii_end()).nth(1).is_none();
            first.is_empty()
                || first.starts_with(b"[") && first_value(first).is_none()
                || is_one_line && first_value(text).is_none()
        }
    }
}
