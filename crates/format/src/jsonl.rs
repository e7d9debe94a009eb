//! The grammar of JSON lines: `jsonl`, one object per line, read and written without touching its other values.
//!
//! ```text
//! input    (object | pair | comment | blank line)*
//! object   {"id": 7, "puzzle": grid, "solution": grid}     the keys by their usual names, or as the user names them
//! pair     [grid, grid]                                    a puzzle and its solution, both arrays
//! grid     "53..7…" | [5, 3, 0, …] | [[5, 3, …], …]        81 cells in any way of `cells`; 0 or null is an empty cell
//! ```
//!
//! The grid may be a string of 729 candidates, if the first grid is. A line that is not an object, or has the key of the
//! puzzle twice, is malformed. Refused are inputs without a key of puzzles, and those with several keys that may be meant.
//!
//! The formatter replaces the values of the answers or adds them at the end, and copies all else byte for byte. For a line
//! that is not an object, it writes an object with the answers alone. If the input is a table, each column of a row becomes
//! a member.
//!
//! `json_object` finds the members of objects of plain strings, serde_json those of all others. For serde_json, a line is
//! copied: it may be mapped from a file that another process changes, and text must not change once it has been checked.

use std::{
    borrow::Cow,
    fmt,
    ops::Range,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::{Value, value::RawValue};

use super::{
    AnswerShape, Column, ColumnKind, DetectedInput, Field, FieldValue, Format, FormatError,
    GridKeys, Header, LaidOutRows, Layout, Losses, ReadOptions, RecordError, RecordFormatter,
    RecordParser, RecordRef, Records, Role, WriteOptions,
    answer::ColumnType,
    grid_text::{has_blank, whole_grid},
    hypothesis::{EXAMINED, Grounds, Head, Hypotheses, Hypothesis, Rank},
    json,
    json_document::document_error,
    json_object::{JsonKey, JsonMember, plain_members, plain_string, write_string},
    json_pairs::is_pair_line,
    json_value::{flatten, key_of_grid},
    lines::{content_lines, each_line, is_comment, line_ranges},
    read_options::index_of,
    rows::lay_out_rows,
    table::{SourceTable, by_spreadsheet},
};
use batchdoku_engine::grid::{GridError, Pencilmarks, PuzzleForm};

/// Reads objects.
pub(super) struct JsonParser {
    /// The keys that the puzzle may have, the best first.
    grid_names: Vec<String>,
    /// The key that the user names.
    named: Option<String>,
    /// The keys that the solution may have, the best first.
    solution_names: Vec<String>,
    form: PuzzleForm,
    reads_solutions: bool,
    /// True if lines are arrays of a puzzle and its solution.
    are_pairs: bool,
}

impl JsonParser {
    /// Creates a parser of `text`. The first puzzle decides the form of all.
    pub(super) fn new(options: &ReadOptions, text: &[u8]) -> Self {
        let first = first_object(text);
        let mut members = members_of(first);
        let names: Vec<_> = members.iter().map(|member| member.name(first)).collect();
        let mut parser = Self {
            grid_names: options.grid_names().into_iter().map(str::to_owned).collect(),
            named: options.named_column().cloned(),
            solution_names: options.solution_names(&names),
            form: PuzzleForm::Pencilmarks,
            reads_solutions: false,
            are_pairs: is_pair_line(first),
        };
        // The first object is read as candidates, and without its solution, so that `cells` has the puzzle alone.
        let mut cells = Vec::new();
        let is_read = parser.read_object(first, &mut members, &mut cells).is_ok();
        if !options.pencilmarks || !is_read || Pencilmarks::parse(&cells).is_err() {
            parser.form = PuzzleForm::Cells;
        }
        parser.reads_solutions = options.solutions;
        parser
    }

    /// Returns the keys under which objects hold grids, given the text with the first object.
    pub(super) fn keys(&self, text: &[u8], options: &ReadOptions) -> GridKeys {
        let first = first_object(text);
        let mut names: Vec<String> = Vec::new();
        for member in &members_of(first) {
            let name = member.name(first);
            if !names.iter().any(|own| *own == name) {
                names.push(name.into_owned());
            }
        }
        if self.are_pairs {
            names = [&self.grid_names[0], &self.solution_names[0]].map(String::clone).to_vec();
        } else if !names.iter().any(|name| index_of(&self.solution_names, name).is_some()) {
            names.extend(self.later_solution(text));
        }
        // A line that is no object has no keys.
        let header = Header::of_names(names, options)
            .or_else(|| Header::of_names(vec![self.grid_names[0].clone()], options))
            .expect("the name is one of those that the options give");
        GridKeys {
            puzzle: self.grid_names.clone(),
            solution: self.solution_names.clone(),
            header: Arc::new(header),
        }
    }

    /// Returns the key of the first solution in the objects of a text.
    fn later_solution(&self, text: &[u8]) -> Option<String> {
        content_lines(text).find_map(|line| {
            let members = members_of(line);
            let solution = find(line, &members, &self.solution_names)?;
            Some(solution.name(line).into_owned())
        })
    }

    /// Makes sure that the first object has a key of puzzles.
    ///
    /// # Errors
    /// If it has none, or lists of puzzles.
    pub(super) fn check_keys(&self, text: &[u8]) -> Result<(), FormatError> {
        let first = first_object(text);
        let mut members = Vec::new();
        if find_members(first, &mut members).is_err() || members.is_empty() {
            return Ok(());
        }
        let puzzle = find(first, &members, &self.grid_names);
        let may_be_grid = puzzle.is_some_and(|member| {
            let is_list = first[member.value.clone()].starts_with(b"[");
            !is_list || self.read_object(first, &mut Vec::new(), &mut Vec::new()).is_ok()
        });
        if !may_be_grid && let Some(error) = document_error(first, &self.grid_names) {
            return Err(error);
        }
        if puzzle.is_some() {
            return Ok(());
        }
        let names: Vec<_> = members.iter().map(|member| member.name(first)).collect();
        let header = names.join(",");
        Err(match self.named.clone() {
            Some(column) => FormatError::NoColumn { column, header },
            None => FormatError::NoPuzzleColumn { header, grid: key_of_grid(first) },
        })
    }

    /// Adds the cells of the puzzle of an object to `scratch`, and those of its solution, if it has one. Returns the start
    /// of the solution.
    fn read_object(
        &self,
        line: &[u8],
        members: &mut Vec<JsonMember>,
        scratch: &mut Vec<u8>,
    ) -> Result<Option<u32>, RecordError> {
        if self.are_pairs {
            *members = self.members_of_pair(line)?;
        } else {
            find_members(line, members)?;
        }
        let puzzle = self.find_only(line, members, &self.grid_names)?;
        let puzzle = puzzle.ok_or_else(|| RecordError::NoKey(self.grid_names[0].clone()))?;
        let start = scratch.len();
        add_cells(line, &puzzle.value, scratch)?;
        let is_usual = scratch.len() == start + self.form.length() && !has_blank(&scratch[start..]);
        if !is_usual && self.form == PuzzleForm::Cells {
            tidy(scratch, start);
        }
        if scratch.len() != start + self.form.length() {
            return Err(self.fault_of(line, puzzle, &scratch[start..]));
        }
        if !self.reads_solutions {
            return Ok(None);
        }
        let Some(solution) = self.find_only(line, members, &self.solution_names)? else {
            return Ok(None);
        };
        let start = scratch.len();
        let is_read = add_cells(line, &solution.value, scratch).is_ok();
        if is_read && scratch.len() != start + 81 {
            tidy(scratch, start);
        }
        if !is_read || scratch.len() != start + 81 {
            scratch.truncate(start);
            return Ok(None);
        }
        Ok(Some(start as u32))
    }

    /// Returns the member with the first of these names that occurs.
    ///
    /// # Errors
    /// If another member has the same name, because some readers of JSON would take the first, and others the last.
    #[inline]
    fn find_only<'m>(
        &self,
        line: &[u8],
        members: &'m [JsonMember],
        names: &[String],
    ) -> Result<Option<&'m JsonMember>, RecordError> {
        let Some(found) = find(line, members, names) else { return Ok(None) };
        let key = found.key_bytes(line);
        let is_same = |other: &JsonMember| {
            other.value.start != found.value.start && other.key_bytes(line) == key
        };
        if members.iter().any(is_same) {
            return Err(RecordError::KeyTwice(found.name(line).into_owned()));
        }
        Ok(Some(found))
    }

    /// Returns the puzzle and the solution of an array of both as members of an object.
    fn members_of_pair(&self, line: &[u8]) -> Result<Vec<JsonMember>, RecordError> {
        let copy = line.to_vec();
        let values: Vec<&RawValue> =
            serde_json::from_slice(&copy).map_err(|error| json_error(&error, 0))?;
        let [puzzle, solution] = values.as_slice() else {
            return Err(RecordError::NoPair(values.len()));
        };
        let member = |name: &String, value: &RawValue| {
            let start = value.get().as_ptr() as usize - copy.as_ptr() as usize;
            JsonMember {
                key: JsonKey::Parsed(name.clone()),
                value: start..start + value.get().len(),
            }
        };
        Ok(vec![member(&self.grid_names[0], puzzle), member(&self.solution_names[0], solution)])
    }

    /// Returns the fault of an object, given the cells of its puzzle, which have a wrong number.
    #[cold]
    fn fault_of(&self, line: &[u8], puzzle: &JsonMember, cells: &[u8]) -> RecordError {
        if let Some(error) = by_spreadsheet(cells) {
            return error;
        }
        let is_list = line[puzzle.value.clone()].starts_with(b"[");
        if is_list && cells.len() > 81 && cells.len().is_multiple_of(81) {
            return RecordError::ManyGrids(cells.len() / 81);
        }
        let error = self.form.check(cells).err();
        let error = error.unwrap_or(GridError::TooShort(cells.len()));
        error.after(puzzle.cells_start(line)).into()
    }
}

/// Brings the cells of a value, from `start` of `scratch`, into the usual form, if they are a grid in another form.
fn tidy(scratch: &mut Vec<u8>, start: usize) {
    if let Some(grid) = whole_grid(&scratch[start..]) {
        scratch.truncate(start);
        scratch.extend_from_slice(&grid);
    }
}

/// Adds the hypothesis that lines are objects: for certain if the first line is an object, otherwise if most lines are.
///
/// # Errors
/// If the first object has no key of puzzles, or the user names the format although the text is one value.
pub(super) fn hypotheses(head: &Head<'_>, out: &mut Hypotheses) -> Result<(), FormatError> {
    if head.is_named() && json::of_elements(head.text).is_some() {
        return Err(FormatError::JsonArray);
    }
    let is_pair = is_pair_line(head.first());
    let is_first = json::starts_object(head.first()) || is_pair || head.is_named();
    let start = if is_first { Some(0) } else { start_of_objects(head.text) };
    let Some(start) = start else { return Ok(()) };
    let text = &head.text[start..];
    let parser = JsonParser::new(head.options, text);
    if let Err(error) = parser.check_keys(text) {
        if is_first {
            return Err(error);
        }
        out.refuse(error);
        return Ok(());
    }
    let keys = Arc::new(parser.keys(text, head.options));
    let mut input = DetectedInput::plain(Format::Jsonl, Arc::new(parser));
    input.layout.keys = Some(keys);
    out.add(if is_first {
        let what = if is_pair { "array of a puzzle and its solution" } else { "object" };
        Hypothesis::certain(format!("the first line is a JSON {what}"), input)
    } else {
        let words = "most lines are JSON objects";
        Hypothesis { grounds: Grounds::Syntax, ..Hypothesis::new(words, Rank::Values, input) }
    });
    Ok(())
}

/// Returns the start of the first object of a text, if most of the lines examined are objects.
fn start_of_objects(text: &[u8]) -> Option<usize> {
    let is_object = |line: &[u8]| json::starts_object(line.trim_ascii_start());
    let lines = content_lines(text).take(EXAMINED);
    let objects = lines.clone().filter(|line| is_object(line)).count();
    let most = objects * 2 > lines.count();
    most.then(|| line_ranges(text).find(|line| is_object(&text[line.clone()])))?.map(|it| it.start)
}

/// Returns the first line of a text that is neither blank nor a comment.
fn first_object(text: &[u8]) -> &[u8] {
    content_lines(text).next().unwrap_or_default()
}

impl RecordParser for JsonParser {
    fn is_one_record_per_line(&self) -> bool {
        true
    }

    fn read(&self, chunk: &[u8], records: &mut Records) {
        records.form = self.form;
        let mut scratch = std::mem::take(records.start_scratch());
        let mut members = Vec::new();
        each_line(chunk, records, |records, start, end| {
            let line = &chunk[start..end];
            let at = scratch.len();
            if is_comment(line) {
                return records.pass(start, end);
            }
            match self.read_object(line, &mut members, &mut scratch) {
                Ok(solution) => records.solved_puzzle(start, end, at, solution),
                Err(error) => {
                    scratch.truncate(at);
                    records.malformed(start, end, error);
                }
            }
        });
        records.scratch = Some(scratch);
    }

    fn text(&self, record: RecordRef<'_>, name: &str, out: &mut Vec<u8>) -> bool {
        member_text(record, name, out)
    }

    fn before_cells(&self, record: RecordRef<'_>, _: u32) -> usize {
        let line = record.bytes();
        let members = members_of(line);
        find(line, &members, &self.grid_names).map_or(0, |puzzle| puzzle.cells_start(line))
    }
}

/// Appends the text of the member of a record that has this name. Returns `false` if there is none.
fn member_text(record: RecordRef<'_>, name: &str, out: &mut Vec<u8>) -> bool {
    let line = record.bytes();
    let mut members = Vec::new();
    if find_members(line, &mut members).is_err() {
        return false;
    }
    let Some(member) = find(line, &members, &[name]) else { return false };
    let value = &line[member.value.clone()];
    match serde_json::from_slice::<Cow<'_, str>>(value) {
        Ok(text) => out.extend_from_slice(text.as_bytes()),
        Err(_) => out.extend_from_slice(value),
    }
    value != b"null"
}

/// Returns the values of the members of a record, one for each key of the first object, and calls `other` with each key
/// that the first object lacks. All are missing if the record is no object.
pub(super) fn member_values<'a>(
    keys: &GridKeys,
    record: RecordRef<'a>,
    other: &mut dyn FnMut(&str),
) -> Vec<FieldValue<'a>> {
    let GridKeys { puzzle, solution, header } = keys;
    let line = record.bytes();
    let mut members = Vec::new();
    let mut values = vec![FieldValue::Missing; header.names.len()];
    if find_members(line, &mut members).is_err() {
        return values;
    }
    let mut is_given = vec![false; values.len()];
    let mut in_place_of_grids = Vec::new();
    for member in &members {
        let name = member.name(line);
        let exact = header.names.iter().position(|own| *own == name);
        let field = exact.or_else(|| index_of(&header.names, &name));
        if let Some(field) = field {
            values[field] = member_value(&line[member.value.clone()]);
            is_given[field] = true;
        } else if index_of(puzzle, &name).is_some() {
            in_place_of_grids.push((Some(header.puzzle), member));
        } else if index_of(solution, &name).is_some() {
            in_place_of_grids.push((header.solution, member));
        } else {
            other(&name);
        }
    }
    // The first object may have a grid under another of its usual names.
    for (field, member) in in_place_of_grids {
        match field.filter(|&field| !is_given[field]) {
            Some(field) => values[field] = member_value(&line[member.value.clone()]),
            None => other(&member.name(line)),
        }
    }
    values
}

/// Returns the value of a member: the text of a string, the JSON of all else.
fn member_value(value: &[u8]) -> FieldValue<'_> {
    if value == b"null" {
        return FieldValue::Missing;
    }
    if let Some(text) = plain_string(value) {
        return FieldValue::Text(Cow::Borrowed(text));
    }
    match serde_json::from_slice::<String>(value) {
        Ok(text) => FieldValue::Text(Cow::Owned(text.into_bytes())),
        Err(_) => FieldValue::Json(Cow::Borrowed(value)),
    }
}

/// Returns the members of the object in `line`; of a damaged object, the members before the damage.
fn members_of(line: &[u8]) -> Vec<JsonMember> {
    let mut members = Vec::new();
    let _ = find_members(line, &mut members);
    members
}

/// Replaces `members` by those of the object in `line`.
fn find_members(line: &[u8], members: &mut Vec<JsonMember>) -> Result<(), RecordError> {
    if plain_members(line, members) {
        return Ok(());
    }
    let copy = line.to_vec();
    *members = match parsed_members(&copy) {
        Ok(members) => members,
        Err(error) => repaired_members(copy).ok_or(error)?,
    };
    Ok(())
}

/// Returns the members of an object that is JSON except for two habits of programs: `NaN` and infinite numbers as values,
/// as Python writes them, and a comma behind the object. The ranges of the values are those in the line.
#[cold]
fn repaired_members(mut line: Vec<u8>) -> Option<Vec<JsonMember>> {
    const NUMBERS: [&[u8]; 3] = [b"NaN", b"Infinity", b"-Infinity"];
    let mut is_changed = false;
    let mut in_string = false;
    let mut numbers: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    while at < line.len() {
        match line[at] {
            b'\\' if in_string => at += 1,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            _ => {
                if let Some(number) = NUMBERS.into_iter().find(|it| line[at..].starts_with(it)) {
                    // A number of one digit, with blanks behind it, keeps all places.
                    line[at..at + number.len()].fill(b' ');
                    line[at] = b'0';
                    numbers.push(at..at + number.len());
                    at += number.len() - 1;
                }
            }
        }
        at += 1;
    }
    let end = line.trim_ascii_end().len();
    if line[..end].ends_with(b",") {
        line[end - 1] = b' ';
        is_changed = true;
    }
    if !is_changed && numbers.is_empty() {
        return None;
    }
    let mut members = parsed_members(&line).ok()?;
    for member in &mut members {
        if let Some(number) = numbers.iter().find(|number| number.start == member.value.start) {
            member.value = number.clone();
        }
    }
    Some(members)
}

/// Returns the members of the object in `line`, by serde_json.
pub(super) fn parsed_members(line: &[u8]) -> Result<Vec<JsonMember>, RecordError> {
    struct Members(usize);

    impl<'de> Visitor<'de> for Members {
        type Value = Vec<JsonMember>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut members = Vec::new();
            while let Some((key, value)) = map.next_entry::<String, &'de RawValue>()? {
                let start = value.get().as_ptr() as usize - self.0;
                let value = start..start + value.get().len();
                members.push(JsonMember { key: JsonKey::Parsed(key), value });
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

/// Returns the error of the parser about a value before which the line has `before` bytes.
fn json_error(error: &serde_json::Error, before: usize) -> RecordError {
    // The parser counts lines and columns from the start of the value.
    let place = format!(" at line {} column {}", error.line(), error.column());
    let what = error.to_string().replace(&place, "");
    RecordError::Json { column: before + error.column().max(1), what }
}

/// Returns the member with the first of these names that occurs, ignoring case.
fn find<'a>(
    line: &[u8],
    members: &'a [JsonMember],
    names: &[impl AsRef<str>],
) -> Option<&'a JsonMember> {
    names.iter().find_map(|name| members.iter().find(|member| member.is_named(line, name.as_ref())))
}

/// Adds the cells that the JSON value in this range of the line holds.
fn add_cells(line: &[u8], range: &Range<usize>, cells: &mut Vec<u8>) -> Result<(), RecordError> {
    let value = &line[range.clone()];
    if let Some(text) = plain_string(value) {
        cells.extend_from_slice(text);
        return Ok(());
    }
    // Only the shape of the value has been checked: not the range of numbers, surrogates and depth.
    match serde_json::from_slice::<Value>(value) {
        Ok(value) => flatten(&value, cells),
        Err(error) => match whole_grid(value) {
            // An empty cell may be NaN.
            Some(grid) => {
                cells.extend_from_slice(&grid);
                Ok(())
            }
            None => Err(json_error(&error, range.start)),
        },
    }
}

/// Writes objects.
struct JsonFormatter {
    /// True if the input has JSON objects too.
    same: bool,
    /// The table that records come from: each column is a member.
    from: Option<SourceTable>,
    /// The starts of these members: `"name": `.
    starts: Vec<Vec<u8>>,
    pass: bool,
    /// True if the puzzle is one of the answers.
    has_puzzle: bool,
    answers: Vec<AnswerKey>,
    /// True if the answer is one grid and nothing else.
    is_one_grid: bool,
    /// The number of fields of a table that are not UTF-8.
    replaced: AtomicU64,
}

/// A column of the answer, written as a member of objects.
struct AnswerKey {
    column: ColumnType,
    is_optional: bool,
    /// The names under which the column may stand in an object.
    names: Vec<String>,
    /// The start of the member that is added to an object: `"name": `.
    start: Vec<u8>,
}

pub(super) fn formatter(
    to: Format,
    shape: &AnswerShape<'_>,
    options: &WriteOptions,
) -> Result<Box<dyn RecordFormatter>, FormatError> {
    Ok(Box::new(JsonFormatter::new(to, shape, options)))
}

impl JsonFormatter {
    fn new(to: Format, shape: &AnswerShape<'_>, options: &WriteOptions) -> Self {
        let same = options.from() == to;
        let input = options.input.as_ref();
        let header = input.and_then(|input| input.header.clone());
        let types = shape.types().into_iter();
        let answers =
            types.zip(shape.columns).map(|(of, column)| AnswerKey::new(of, column, input));
        let answers = answers.collect();
        let written = shape.named_columns(input);
        let names = header.as_ref().map_or_else(Vec::new, |header| header.distinct_names());
        let from = header.map(|header| SourceTable::new(header, shape, &written));
        Self {
            same,
            from,
            starts: names.iter().map(|name| member_start(name)).collect(),
            pass: same && !options.layout.strip_comments,
            has_puzzle: shape.puzzle().is_some(),
            answers,
            is_one_grid: shape.is_one_grid(),
            replaced: AtomicU64::default(),
        }
    }

    /// Writes the object of `record` with the answers in it, and returns the place where the last answer starts.
    fn splice(
        &self,
        record: RecordRef<'_>,
        members: &[JsonMember],
        fields: &[Field<'_>],
        out: &mut Vec<u8>,
    ) -> usize {
        let line = record.bytes();
        let answers = self.answers.iter().zip(fields);
        let changed = answers.filter(|(_, field)| !matches!(field, Field::Kept));
        let close = memchr::memrchr(b'}', line).unwrap_or(line.len());
        let end = line[..close].trim_ascii_end().len();
        // The bytes of the line that are written, or replaced.
        let mut copied = 0;
        let mut place = 0;
        // Answers replace values from left to right, in the order of the values.
        loop {
            let places = changed.clone().filter_map(|(answer, field)| {
                find(line, members, &answer.names).map(|member| (&member.value, answer, field))
            });
            let rest = places.filter(|(value, ..)| value.start >= copied);
            let Some((value, answer, &field)) = rest.min_by_key(|(value, ..)| value.start) else {
                break;
            };
            out.extend_from_slice(&line[copied..value.start]);
            place = answer.column.write_value(field, record, out);
            copied = value.end;
        }
        out.extend_from_slice(&line[copied..end]);
        let mut first = members.is_empty();
        for (answer, &field) in changed {
            if !answer.is_left_out(field) && find(line, members, &answer.names).is_none() {
                write_start(&answer.start, &mut first, out);
                place = answer.column.write_value(field, record, out);
            }
        }
        out.extend_from_slice(&line[end..]);
        place
    }

    /// Writes the object of a row of a table, with the answers in their columns, and returns the place where the last
    /// answer starts. Returns `None`, and writes nothing, if the row does not have the fields of the header.
    fn of_row(
        &self,
        from: &SourceTable,
        record: RecordRef<'_>,
        fields: &[Field<'_>],
        out: &mut Vec<u8>,
    ) -> Option<usize> {
        let row = from.fields(record.bytes()).filter(|_| !record.is_broken())?;
        let mut place = 0;
        out.push(b'{');
        let mut first = true;
        for (index, (start, value)) in self.starts.iter().zip(&row).enumerate() {
            write_start(start, &mut first, out);
            let answer = from.replaced[index].and_then(|it| Some((it, *fields.get(it)?)));
            match answer.filter(|(_, field)| *field != Field::Kept) {
                Some((answer, field)) => {
                    place = self.answers[answer].column.write_value(field, record, out);
                }
                None => {
                    let is_whole = write_table_value(value, out);
                    self.replaced.fetch_add(u64::from(!is_whole), Ordering::Relaxed);
                }
            }
        }
        for &added in &from.added {
            let Some(&field) = fields.get(added) else { continue };
            let answer = &self.answers[added];
            if field != Field::Kept && !answer.is_left_out(field) {
                out.extend_from_slice(b", ");
                out.extend_from_slice(&answer.start);
                place = answer.column.write_value(field, record, out);
            }
        }
        out.push(b'}');
        Some(place)
    }

    /// Writes a record with the fields of its answer, and returns the place where the last answer starts.
    fn object(
        &self,
        record: RecordRef<'_>,
        members: &mut Vec<JsonMember>,
        fields: &[Field<'_>],
        out: &mut Vec<u8>,
    ) -> usize {
        let place = if self.same && find_members(record.bytes(), members).is_ok() {
            self.splice(record, members, fields, out)
        } else if let Some(place) =
            self.from.as_ref().and_then(|from| self.of_row(from, record, fields, out))
        {
            place
        } else {
            self.of_answers(record, fields, out)
        };
        out.push(b'\n');
        place
    }

    /// Writes an object of the puzzle and the answers alone, and returns the place where the last answer starts.
    fn of_answers(&self, record: RecordRef<'_>, fields: &[Field<'_>], out: &mut Vec<u8>) -> usize {
        let mut place = 0;
        let mut first = true;
        out.push(b'{');
        if !self.has_puzzle {
            write_start(b"\"puzzle\": ", &mut first, out);
            match record.puzzle() {
                Some(puzzle) => {
                    let is_whole = write_string(puzzle, out);
                    self.replaced.fetch_add(u64::from(!is_whole), Ordering::Relaxed);
                }
                None => out.extend_from_slice(b"null"),
            }
        }
        for (answer, &field) in self.answers.iter().zip(fields) {
            let is_kept = matches!(field, Field::Kept);
            let is_missing = is_kept && answer.column.value(field, record).is_none();
            if is_missing && answer.column.role == Role::Puzzle {
                write_start(&answer.start, &mut first, out);
                out.extend_from_slice(b"null");
                continue;
            }
            if answer.is_left_out(field) || is_missing {
                continue;
            }
            write_start(&answer.start, &mut first, out);
            place = answer.column.write_value(field, record, out);
        }
        out.push(b'}');
        place
    }
}

/// Writes a field of a table as a value: a decimal number unchanged, if it is short enough for every reader, an empty field
/// as null, all else as a string. Returns `false` if bytes that are not UTF-8 were replaced.
fn write_table_value(field: &[u8], out: &mut Vec<u8>) -> bool {
    // A floating-point number of 64 bits keeps any 15 digits; with more, some numbers would come back changed.
    const DIGITS: usize = 15;
    match field {
        [] => out.extend_from_slice(b"null"),
        _ if field.len() <= DIGITS && is_plain_decimal(field) => out.extend_from_slice(field),
        _ => return write_string(field, out),
    }
    true
}

/// Returns whether a text is a decimal number without an exponent, because `4085e2` may be an identifier.
fn is_plain_decimal(text: &[u8]) -> bool {
    let (whole, fraction) = match memchr::memchr(b'.', text) {
        Some(point) => (&text[..point], Some(&text[point + 1..])),
        None => (text, None),
    };
    let whole = whole.strip_prefix(b"-").unwrap_or(whole);
    let are_digits =
        |text: &[u8]| !text.is_empty() && text.iter().all(|byte| byte.is_ascii_digit());
    let has_zero = whole.len() > 1 && whole[0] == b'0';
    are_digits(whole) && !has_zero && fraction.is_none_or(are_digits)
}

/// Returns the start of a member: `"name": `.
fn member_start(name: &str) -> Vec<u8> {
    let mut start = Vec::new();
    write_string(name.as_bytes(), &mut start);
    start.extend_from_slice(b": ");
    start
}

/// Writes the start of a member, after a comma unless it is the first.
fn write_start(start: &[u8], first: &mut bool, out: &mut Vec<u8>) {
    if !std::mem::take(first) {
        out.extend_from_slice(b", ");
    }
    out.extend_from_slice(start);
}

impl RecordFormatter for JsonFormatter {
    fn row(&self, record: RecordRef<'_>, fields: &[Field<'_>], out: &mut Vec<u8>) {
        if self.same && fields.is_empty() {
            out.extend_from_slice(record.bytes());
            out.push(b'\n');
            return;
        }
        self.object(record, &mut Vec::new(), fields, out);
    }

    fn keeps_only_puzzle(&self, record: RecordRef<'_>) -> bool {
        let is_copied = self.same && find_members(record.bytes(), &mut Vec::new()).is_ok();
        self.from.is_none() && !is_copied
    }

    fn lay_out(&self, records: &Records, chunk: &[u8], rows: &mut LaidOutRows<'_>) -> bool {
        if !self.is_one_grid {
            return false;
        }
        let mut members = Vec::new();
        lay_out_rows(self, chunk, records, rows, |record, out| {
            // Behind the quote.
            self.object(record, &mut members, &[Field::Missing], out) + 1
        });
        true
    }

    fn passes(&self) -> bool {
        self.pass
    }

    fn losses(&self) -> Losses {
        Losses { replaced: self.replaced.load(Ordering::Relaxed), ..Losses::default() }
    }
}

impl AnswerKey {
    /// Returns the member for a column of the answer, given the layout of the input.
    fn new(of: ColumnType, column: &Column<'_>, input: Option<&Layout>) -> Self {
        let keys = input.and_then(|input| input.keys.as_deref());
        let header = input.and_then(|input| input.header.as_deref());
        let names = match (column.role, keys) {
            (Role::Puzzle, Some(keys)) => keys.puzzle.clone(),
            (Role::Solution, Some(keys)) => keys.solution.clone(),
            (Role::Puzzle | Role::Solution, None) => Vec::new(),
            (Role::Named, _) => vec![column.name.to_owned()],
        };
        // A solution that has to be added is named after the puzzle that it belongs to.
        let name = match (column.role, names.first(), header) {
            (Role::Solution, Some(name), _) => name,
            (Role::Solution, None, Some(header)) => &header.solution_name,
            _ => column.name,
        };
        let start = member_start(name);
        Self { column: of, is_optional: column.is_optional, names, start }
    }

    /// Returns whether a field that has no place in the record is left out.
    fn is_left_out(&self, field: Field<'_>) -> bool {
        self.is_optional && field == Field::Missing
    }
}

impl ColumnType {
    /// Writes a field of this column: a number and a JSON value unchanged, a missing field as null (a missing grid as
    /// dots), all else as a string. Returns the place where the field starts.
    fn write_value(self, field: Field<'_>, record: RecordRef<'_>, out: &mut Vec<u8>) -> usize {
        let place = out.len();
        use ColumnKind::{Cells, Json, Messages, Tokens};
        let is_json = matches!(self.kind, Json | Messages | Cells | Tokens);
        match field {
            Field::Scalar(scalar) if scalar.is_number() => out.extend_from_slice(&scalar.text()),
            Field::Text(json) if is_json => out.extend_from_slice(json),
            field => match self.value(field, record) {
                Some(text) => {
                    write_string(&text, out);
                }
                None => match self.no_grid() {
                    Some(grid) => {
                        write_string(grid, out);
                    }
                    None => out.extend_from_slice(b"null"),
                },
            },
        }
        place
    }
}
