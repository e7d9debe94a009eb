//! Recognises pairs and maps in JSON, where grids are not one puzzle after the other.
//!
//! An array of a puzzle and its solution is a record, on a line of its own or as an element of an array. Other ways to
//! hold solutions next to puzzles, or puzzles by name, are refused with the filter of jq that makes lines of them:
//!
//! ```text
//! [[p1, p2], [s1, s2]]                     a list of puzzles, and one of solutions
//! [p1, s1, p2, s2]                         puzzles and solutions in turns
//! {"grid": [p1, s1]}                       both under one key
//! {"a": p1, "b": p2, "c": p3}              puzzles by name
//! {p1: s1, p2: s2}                         solutions by puzzle
//! {"id": {"0": 7}, "puzzle": {"0": p1}}    a table by columns; so with lists in place of the objects
//! ```

use serde_json::{Map, Value};

use super::{
    FormatError, ReadOptions,
    grid_text::whole_grid,
    json_document::{list_of_grids, started_value, step_in_jq},
    json_nesting::first_value,
    json_value::{holds_grid, is_pair, solves},
    lines::split_lines,
};

/// The number of grids of a list that are examined.
const EXAMINED: usize = 64;

/// The reason why the elements of a value are not its records: the place of the puzzles, in words, and the filter of jq
/// that makes lines of them.
struct Unclear {
    at: &'static str,
    filter: String,
}

/// Returns the error about JSON whose puzzles and solutions, or puzzles by name, do not follow each other as records;
/// `None` for other JSON.
pub(super) fn refusal(text: &[u8], options: &ReadOptions) -> Option<FormatError> {
    if options.named_column().is_some() {
        return None;
    }
    let text = text.trim_ascii_start();
    if !matches!(text.first(), Some(b'[' | b'{')) {
        return None;
    }
    // A pair on the first line is a record of its own.
    let first = split_lines(text).next().unwrap_or_default();
    if serde_json::from_slice(first).is_ok_and(|value| is_pair(&value)) {
        return None;
    }
    let Unclear { at, filter } = match started_value(text)? {
        Value::Array(items) => of_array(&items, is_whole(text))?,
        Value::Object(members) => of_object(&members, options, is_whole(text))?,
        _ => return None,
    };
    Some(FormatError::JsonDocument { at: at.to_owned(), path: filter })
}

/// Returns whether the value that a text starts with ends in it.
fn is_whole(text: &[u8]) -> bool {
    first_value(text).is_some()
}

/// Returns whether a line is an array of a puzzle and its solution, both arrays themselves. Strings in brackets are not
/// enough, because they may stand on any line.
pub(super) fn is_pair_line(line: &[u8]) -> bool {
    let inside = line.trim_ascii().strip_prefix(b"[").map(<[u8]>::trim_ascii_start);
    inside.is_some_and(|inside| inside.starts_with(b"["))
        && serde_json::from_slice(line).is_ok_and(|value| is_pair(&value))
}

fn of_array(items: &[Value], is_whole: bool) -> Option<Unclear> {
    if let [Value::Array(puzzles), Value::Array(solutions)] = items
        && let (Some(puzzle), Some(solution)) = (puzzles.first(), solutions.first())
        && solves(solution, puzzle)
    {
        let filter = "transpose[] | {puzzle: .[0], solution: .[1]}".to_owned();
        return Some(Unclear { at: "in a list before that of their solutions", filter });
    }
    in_turns(items, ".", is_whole)
}

/// Returns the fault of a list of grids if puzzles and solutions take turns; `path` is that of the list in jq.
fn in_turns(items: &[Value], path: &str, is_whole: bool) -> Option<Unclear> {
    let (pairs, _) = items[..items.len().min(EXAMINED)].as_chunks::<2>();
    let solved = pairs.iter().filter(|[puzzle, solution]| solves(solution, puzzle)).count();
    if solved * 2 <= pairs.len() {
        return None;
    }
    let filter = match items.len() {
        2 if is_whole => format!("{{puzzle: {path}[0], solution: {path}[1]}}"),
        _ => format!(
            "{path} as $all | range(0; $all | length; 2) | {{puzzle: $all[.], solution: $all[. + 1]}}"
        ),
    };
    Some(Unclear { at: "in turns with their solutions", filter })
}

fn of_object(
    members: &Map<String, Value>,
    options: &ReadOptions,
    is_whole: bool,
) -> Option<Unclear> {
    if !members.is_empty() && members.keys().all(|key| whole_grid(key.as_bytes()).is_some()) {
        let filter = "to_entries[] | {puzzle: .key, solution: .value}".to_owned();
        return Some(Unclear { at: "the keys of a map", filter });
    }
    by_columns(members, options).or_else(|| by_name(members, options)).or_else(|| {
        list_of_grids(members).and_then(|(path, items)| in_turns(items, &path, is_whole))
    })
}

/// Returns the fault of an object that is a table by columns.
fn by_columns(members: &Map<String, Value>, options: &ReadOptions) -> Option<Unclear> {
    let is_usual = |name: &str| options.grid_names().iter().any(|it| it.eq_ignore_ascii_case(name));
    let (name, puzzles) = members.iter().find(|(name, _)| is_usual(name))?;
    let column = step_in_jq(name);
    let filter = match puzzles {
        Value::Object(rows) if rows.values().next().is_some_and(holds_grid) => {
            format!(". as $all | {column} | keys_unsorted[] as $row | $all | map_values(.[$row])")
        }
        Value::Array(rows) if !holds_grid(puzzles) && rows.first().is_some_and(holds_grid) => {
            let is_column = |value: &Value| {
                value.as_array().is_some_and(|it| it.len() == rows.len()) && !holds_grid(value)
            };
            if members.values().filter(|value| is_column(value)).count() < 2 {
                return None;
            }
            format!(". as $all | range({column} | length) as $row | $all | map_values(.[$row])")
        }
        _ => return None,
    };
    Some(Unclear { at: "in a column of a table", filter })
}

/// Returns the fault of an object with puzzles by name, perhaps within other objects.
fn by_name(members: &Map<String, Value>, options: &ReadOptions) -> Option<Unclear> {
    let mut path = String::new();
    let mut members = members;
    while members.len() == 1
        && let Some((name, Value::Object(inner))) = members.iter().next()
    {
        path += &step_in_jq(name);
        members = inner;
    }
    let is_usual = |name: &String| {
        let names = options.grid_names().into_iter().map(str::to_owned);
        let mut names = names.chain(options.solution_names(&[""]));
        names.any(|it| it.eq_ignore_ascii_case(name))
    };
    let is_number = |name: &String| name.bytes().all(|byte| byte.is_ascii_digit());
    let are_names = members.len() > 2 || !members.is_empty() && members.keys().all(is_number);
    if !are_names || members.keys().any(is_usual) || !members.values().all(holds_grid) {
        return None;
    }
    let path = if path.is_empty() { ".".to_owned() } else { path };
    let filter = format!("{path} | to_entries[] | {{id: .key, puzzle: .value}}");
    Some(Unclear { at: "the members of an object, each by its name", filter })
}
