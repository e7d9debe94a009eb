//! `jsonl`: one JSON object per line, read and written without touching its other values.
//!
//! The puzzle is a string of 81 cells, or an array of cells or rows: numbers, with 0 or `null` for
//! an empty cell, or strings. A writer replaces the values of the answers or adds them at the end,
//! and copies all else byte for byte. A line that is not an object produces an object with the
//! answers alone.
//!
//! A line is copied before it is parsed: it may be mapped from a file that another process changes,
//! and text that has been checked must not.

use std::{borrow::Cow, fmt, ops::Range};

use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::{Value, value::RawValue};

use super::{
    Format, ReadOptions, Reader, RecordError, RecordKind, RecordRef, Records, WriteOptions, Writer,
    lines::line_at,
    table::{PUZZLE_NAMES, SOLUTION_NAMES},
};
use crate::grid::{Grid, GridError};

/// Reads objects.
pub(super) struct JsonReader {
    column: Option<String>,
    claims: bool,
}

impl JsonReader {
    pub(super) fn new(options: &ReadOptions) -> Self {
        Self { column: options.column.clone(), claims: options.claims }
    }

    /// The member of the puzzle.
    fn find_puzzle<'a, 'b>(&self, members: &'a [Member<'b>]) -> Option<&'a Member<'b>> {
        match &self.column {
            Some(column) => find(members, &[column]),
            None => find(members, &PUZZLE_NAMES),
        }
    }

    /// Adds the cells of an object to `scratch`: those of the puzzle, then those of the claimed
    /// solution, if there is one.
    fn read_object(&self, line: &[u8], scratch: &mut Vec<u8>) -> Result<Option<u32>, RecordError> {
        let members = members(line)?;
        let puzzle = self.find_puzzle(&members).ok_or_else(|| {
            RecordError::NoKey(self.column.as_deref().unwrap_or(PUZZLE_NAMES[0]).to_owned())
        })?;
        let start = scratch.len();
        add_cells(line, &puzzle.value, scratch)?;
        let cells = scratch.len() - start;
        if cells != 81 {
            let error = Grid::parse(&scratch[start..]).err().unwrap_or(GridError::TooShort(cells));
            return Err(error.after(puzzle.cells_start(line)).into());
        }
        let claim = if self.claims { find(&members, &SOLUTION_NAMES) } else { None };
        let Some(claim) = claim else { return Ok(None) };
        let start = scratch.len();
        if add_cells(line, &claim.value, scratch).is_err() || scratch.len() != start + 81 {
            scratch.truncate(start);
            return Ok(None);
        }
        Ok(Some(start as u32))
    }
}

impl Reader for JsonReader {
    fn cut(&self, bytes: &[u8]) -> Option<usize> {
        memchr::memrchr(b'\n', bytes).map(|end| end + 1)
    }

    fn is_one_record_per_line(&self) -> bool {
        true
    }

    fn read(&self, chunk: &[u8], records: &mut Records) {
        let mut scratch = std::mem::take(records.start_scratch());
        let mut line = Vec::new();
        let mut start = 0;
        while start < chunk.len() {
            let (end, next) = line_at(chunk, start);
            line.clear();
            line.extend_from_slice(&chunk[start..end]);
            let at = scratch.len();
            if line.trim_ascii().is_empty() || line.starts_with(b"#") {
                records.pass(start, end);
            } else {
                match self.read_object(&line, &mut scratch) {
                    Ok(claim) => {
                        records.puzzle(start, end, at);
                        if self.claims {
                            records.claims.push(claim);
                        }
                    }
                    Err(error) => {
                        scratch.truncate(at);
                        records.malformed(start, end, error);
                    }
                }
            }
            records.lines += 1;
            start = next;
        }
        records.scratch = Some(scratch);
    }

    fn reparse(&self, record: RecordRef<'_>) -> Result<u32, GridError> {
        let RecordKind::Puzzle { at } = record.record.kind else {
            return Err(GridError::TooShort(0));
        };
        Grid::parse(record.cells(at)).map(|_| at).map_err(|error| {
            let line = record.bytes().to_vec();
            let members = members(&line).unwrap_or_default();
            error.after(self.find_puzzle(&members).map_or(0, |puzzle| puzzle.cells_start(&line)))
        })
    }
}

/// A key and the range of its value in the line.
struct Member<'a> {
    key: Cow<'a, str>,
    value: Range<usize>,
}

impl Member<'_> {
    fn text<'a>(&self, line: &'a [u8]) -> &'a [u8] {
        &line[self.value.clone()]
    }

    /// How many bytes of the line come before its cells, if these are a plain string; otherwise 0.
    fn cells_start(&self, line: &[u8]) -> usize {
        plain_string(self.text(line)).map_or(0, |_| self.value.start + 1)
    }
}

/// The members of the object in `line`.
fn members(line: &[u8]) -> Result<Vec<Member<'_>>, RecordError> {
    struct Members(usize);

    impl<'de> Visitor<'de> for Members {
        type Value = Vec<Member<'de>>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut members = Vec::new();
            while let Some((key, value)) = map.next_entry::<Key<'de>, &'de RawValue>()? {
                let start = value.get().as_ptr() as usize - self.0;
                members.push(Member { key: key.0, value: start..start + value.get().len() });
            }
            Ok(members)
        }
    }

    let text = std::str::from_utf8(line).map_err(|error| RecordError::Json {
        column: error.valid_up_to() + 1,
        what: "invalid UTF-8".into(),
    })?;
    let mut json = serde_json::Deserializer::from_str(text);
    let members = json.deserialize_map(Members(line.as_ptr() as usize));
    let members = members.and_then(|members| json.end().map(|()| members));
    members.map_err(|error| json_error(&error, 0))
}

/// What the parser says of a value before which the line has `before` bytes.
fn json_error(error: &serde_json::Error, before: usize) -> RecordError {
    // The parser counts lines and columns of what it was given.
    let place = format!(" at line {} column {}", error.line(), error.column());
    let what = error.to_string().replace(&place, "");
    RecordError::Json { column: before + error.column().max(1), what }
}

/// The text of a JSON string without escapes; `None` for any other value.
fn plain_string(value: &[u8]) -> Option<&[u8]> {
    let text = value.strip_prefix(b"\"")?.strip_suffix(b"\"")?;
    memchr::memchr(b'\\', text).is_none().then_some(text)
}

/// A key, borrowed where it has no escapes.
#[derive(serde::Deserialize)]
struct Key<'a>(#[serde(borrow)] Cow<'a, str>);

/// The member with the first of these names that occurs, ignoring case.
fn find<'a, 'b>(members: &'a [Member<'b>], names: &[&str]) -> Option<&'a Member<'b>> {
    let named = |name: &&str| members.iter().find(|member| member.key.eq_ignore_ascii_case(name));
    names.iter().find_map(named)
}

/// Adds the cells that the JSON value in this range of the line holds.
fn add_cells(line: &[u8], range: &Range<usize>, cells: &mut Vec<u8>) -> Result<(), RecordError> {
    let value = &line[range.clone()];
    if let Some(text) = plain_string(value) {
        cells.extend_from_slice(text);
        return Ok(());
    }
    // Only the shape of the value has been checked: not the range of numbers, surrogates and depth.
    let value: Value =
        serde_json::from_slice(value).map_err(|error| json_error(&error, range.start))?;
    flatten(&value, cells)
}

fn flatten(value: &Value, cells: &mut Vec<u8>) -> Result<(), RecordError> {
    match value {
        Value::Null => cells.push(b'.'),
        Value::String(text) => cells.extend_from_slice(text.as_bytes()),
        Value::Array(values) => return values.iter().try_for_each(|value| flatten(value, cells)),
        Value::Number(number) => match number.as_u64() {
            Some(digit @ 0..=9) => cells.push(b'0' + digit as u8),
            _ => return Err(RecordError::JsonNumber(number.to_string())),
        },
        Value::Bool(_) | Value::Object(_) => return Err(RecordError::NotCells),
    }
    Ok(())
}

/// Writes objects.
pub(super) struct JsonWriter {
    /// Whether the input has JSON objects too.
    same: bool,
    pass: bool,
    columns: Vec<String>,
    /// The names under which each answer may stand in an object.
    names: Vec<Vec<String>>,
}

impl JsonWriter {
    pub(super) fn new(from: Format, columns: &[&str], options: &WriteOptions) -> Self {
        let names = columns.iter().map(|&column| match column {
            "solution" => SOLUTION_NAMES.map(str::to_owned).to_vec(),
            "puzzle" => PUZZLE_NAMES.map(str::to_owned).to_vec(),
            _ => vec![column.to_owned()],
        });
        let same = from == Format::Jsonl;
        Self {
            same,
            pass: same && !options.strip_comments,
            columns: columns.iter().map(|&column| column.to_owned()).collect(),
            names: names.collect(),
        }
    }

    /// Writes the object in `line` with the answers in it.
    fn splice(&self, line: &[u8], members: &[Member<'_>], fields: &[&[u8]], out: &mut Vec<u8>) {
        let mut replaced = Vec::new();
        let mut added = Vec::new();
        for (answer, names) in self.names.iter().enumerate() {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            match find(members, &names) {
                Some(member) => replaced.push((member.value.clone(), answer)),
                None => added.push(answer),
            }
        }
        replaced.sort_by_key(|(range, _)| range.start);
        let close = memchr::memrchr(b'}', line).unwrap_or(line.len());
        let end = line[..close].trim_ascii_end().len();
        let mut copied = 0;
        for (range, answer) in replaced {
            out.extend_from_slice(&line[copied..range.start]);
            write_value(fields[answer], out);
            copied = range.end;
        }
        out.extend_from_slice(&line[copied..end]);
        let mut first = members.is_empty();
        for answer in added {
            self.write_member(&self.columns[answer], &mut first, out);
            write_value(fields[answer], out);
        }
        out.extend_from_slice(&line[end..]);
    }

    fn write_member(&self, name: &str, first: &mut bool, out: &mut Vec<u8>) {
        if !std::mem::take(first) {
            out.extend_from_slice(b", ");
        }
        write_string(name.as_bytes(), out);
        out.extend_from_slice(b": ");
    }
}

impl Writer for JsonWriter {
    fn row(&self, record: RecordRef<'_>, fields: &[&[u8]], out: &mut Vec<u8>) {
        if self.same && fields.is_empty() {
            out.extend_from_slice(record.bytes());
            out.push(b'\n');
            return;
        }
        let line = if self.same { record.bytes().to_vec() } else { Vec::new() };
        if let Some(members) = self.same.then(|| members(&line).ok()).flatten() {
            self.splice(&line, &members, fields, out);
        } else {
            out.push(b'{');
            let mut first = true;
            if !self.columns.iter().any(|column| column == "puzzle") {
                self.write_member("puzzle", &mut first, out);
                match record.puzzle() {
                    Some(puzzle) => write_string(puzzle, out),
                    None => out.extend_from_slice(b"null"),
                }
            }
            for (name, field) in self.columns.iter().zip(fields) {
                self.write_member(name, &mut first, out);
                write_value(field, out);
            }
            out.push(b'}');
        }
        out.push(b'\n');
    }

    fn pass(&self, text: &[u8], out: &mut Vec<u8>) {
        if self.pass {
            out.extend_from_slice(text);
            out.push(b'\n');
        }
    }
}

/// Writes an answer: a short number unchanged, all else as a string.
fn write_value(field: &[u8], out: &mut Vec<u8>) {
    let number = field.len() < 40 && serde_json::from_slice::<serde_json::Number>(field).is_ok();
    if number { out.extend_from_slice(field) } else { write_string(field, out) }
}

fn write_string(text: &[u8], out: &mut Vec<u8>) {
    let text = String::from_utf8_lossy(text);
    serde_json::to_writer(out, &*text).expect("strings can always be written");
}
