//! One JSON object around a list of puzzles, as in `{"name": "a set", "puzzles": ["53..7…", "…36..…"]}`.
//!
//! The list is read if nothing else in the object is a grid: then its elements are the records. Otherwise it is not clear
//! which grids are meant, and the error shows how to give each a line of its own.

use std::io;

use serde_json::{Map, Value};

use super::{
    FormatError, LONGEST_RECORD,
    json_nesting::{Mark, Nesting},
    json_value::{holds_grid, is_pair},
    lines::MARK,
};
use batchdoku_base::thousands;

/// The number of elements of a list that are examined: the first elements may be damaged.
const EXAMINED: usize = 16;
/// The most bytes that an object may have besides its list, as many as a record may have, because they stay in memory
/// until the object ends.
const MOST: usize = LONGEST_RECORD;

/// The grids in a JSON value.
#[derive(Default)]
struct Grids {
    lists: Vec<PuzzleList>,
    /// True if there is a grid in no list.
    has_others: bool,
}

/// A list of grids, or of objects with a grid.
struct PuzzleList {
    path: Vec<Step>,
    /// The key of the grids in its objects.
    key: Option<String>,
}

/// An element of a list of puzzles.
enum Item<'v> {
    /// A grid, or an array of a puzzle and its solution.
    Grid,
    /// An object with a grid under this key.
    Object(&'v str),
}

impl<'v> Item<'v> {
    /// Returns the item that a value is; `None` if it has no grid.
    fn of(value: &'v Value) -> Option<Self> {
        if holds_grid(value) || is_pair(value) {
            return Some(Self::Grid);
        }
        let (key, _) = value.as_object()?.iter().find(|(_, value)| holds_grid(value))?;
        Some(Self::Object(key))
    }

    /// Returns the key of its grid.
    fn key(self) -> Option<String> {
        match self {
            Self::Grid => None,
            Self::Object(key) => Some(key.to_owned()),
        }
    }
}

/// A step on the way to a list.
#[derive(Clone)]
enum Step {
    Key(String),
    /// Each element of another list.
    Each,
}

impl Grids {
    fn of(value: &Value) -> Self {
        let mut grids = Self::default();
        grids.find(value, &mut Vec::new());
        grids
    }

    fn find(&mut self, value: &Value, path: &mut Vec<Step>) {
        if holds_grid(value) {
            self.has_others = true;
            return;
        }
        match value {
            Value::Object(members) => self.find_in(members, path),
            Value::Array(values) => {
                if let Some(item) = values.iter().take(EXAMINED).find_map(Item::of) {
                    self.lists.push(PuzzleList { path: path.clone(), key: item.key() });
                } else if let Some(first) = values.first() {
                    path.push(Step::Each);
                    self.find(first, path);
                    path.pop();
                }
            }
            _ => {}
        }
    }
}

impl Grids {
    fn find_in(&mut self, members: &Map<String, Value>, path: &mut Vec<Step>) {
        for (key, value) in members {
            path.push(Step::Key(key.clone()));
            self.find(value, path);
            path.pop();
        }
    }
}

impl PuzzleList {
    /// Returns the path in the language of jq.
    fn path(&self) -> String {
        self.path.iter().map(Step::in_jq).collect()
    }
}

impl Step {
    /// Returns the step in the language of jq.
    fn in_jq(&self) -> String {
        match self {
            Self::Each => "[]".to_owned(),
            Self::Key(key)
                if key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') =>
            {
                format!(".{key}")
            }
            Self::Key(key) => format!(".{}", Value::from(key.as_str())),
        }
    }

    /// Returns the key, unless it is a step into a list.
    fn key(&self) -> Option<String> {
        match self {
            Self::Key(key) => Some(key.clone()),
            Self::Each => None,
        }
    }
}

/// Returns the keys that lead to the list of puzzles in the object that a text starts with, which may be cut off. `None`
/// if there is none, or if the object has other grids, too.
pub(super) fn only_list(text: &[u8]) -> Option<Vec<String>> {
    let text = text.strip_prefix(MARK).unwrap_or(text).trim_ascii_start();
    if !text.starts_with(b"{") {
        return None;
    }
    let grids = Grids::of(&started_value(text)?);
    match grids.lists.as_slice() {
        [list] if !grids.has_others => list.path.iter().map(Step::key).collect(),
        _ => None,
    }
}

/// Returns the list of grids in an object, with its path in the language of jq, if that is the only place of grids.
pub(super) fn list_of_grids(members: &Map<String, Value>) -> Option<(String, &Vec<Value>)> {
    let mut grids = Grids::default();
    grids.find_in(members, &mut Vec::new());
    let [list @ PuzzleList { key: None, .. }] = grids.lists.as_slice() else { return None };
    let mut steps = list.path.iter();
    let Some(Step::Key(first)) = steps.next().filter(|_| !grids.has_others) else { return None };
    let items = steps.try_fold(members.get(first)?, |value, step| match step {
        Step::Key(key) => value.get(key),
        Step::Each => None,
    });
    Some((list.path(), items?.as_array()?))
}

/// Returns a step into an object in the language of jq.
pub(super) fn step_in_jq(key: &str) -> String {
    Step::Key(key.to_owned()).in_jq()
}

/// Returns the value that a text starts with, without incomplete elements at its end. For example, `{"a": [1, 2, 35` is
/// cut at the last comma outside of strings, and the brackets that are open there are closed: `{"a": [1, 2]}`.
pub(super) fn started_value(text: &[u8]) -> Option<Value> {
    let mut nesting = Nesting::default();
    // The end of the last element that is whole, and the brackets around it.
    let mut end = 0;
    let mut around = Vec::new();
    for (at, &byte) in text.iter().enumerate() {
        match nesting.take(byte) {
            Some(Mark::Close) if nesting.depth() == 0 => {
                return serde_json::from_slice(&text[..=at]).ok();
            }
            Some(Mark::Comma) => {
                end = at;
                around.clear();
                around.extend_from_slice(nesting.closing());
            }
            _ => {}
        }
    }
    let closed: Vec<u8> = text[..end].iter().chain(around.iter().rev()).copied().collect();
    serde_json::from_slice(&closed).ok()
}

/// Returns the error about an object with puzzles in lists, if it is not clear which are meant.
pub(super) fn document_error(object: &[u8], names: &[String]) -> Option<FormatError> {
    let value: Value = serde_json::from_slice(object).ok()?;
    let lists = Grids::of(&value).lists;
    let first = lists.first()?;
    // The message names a key only if puzzles are not found by it.
    let is_unusual = |key: &&String| !names.iter().any(|name| name.eq_ignore_ascii_case(key));
    let at = match (lists.as_slice(), first.key.as_ref().filter(is_unusual)) {
        ([list], Some(key)) => format!("in the list '{}', under '{key}'", list.path()),
        ([list], None) => format!("in the list '{}'", list.path()),
        (lists, _) => {
            let paths: Vec<_> = lists.iter().map(|list| format!("'{}'", list.path())).collect();
            format!("in the lists {}", paths.join(", "))
        }
    };
    Some(FormatError::JsonDocument { at, path: format!("{}[]", first.path()) })
}

/// The place in an object around a list, outside of the list.
pub(super) struct DocumentPlace {
    /// The keys that lead to the list.
    path: Vec<String>,
    /// The bytes of the object so far, without the elements of the list.
    text: Vec<u8>,
    nesting: Nesting,
    /// The number of keys of the path that the place is within.
    matched: usize,
    /// The start of the last string.
    string: usize,
    /// True if the last key is the next one of the path.
    is_key: bool,
    /// True if the list has been found.
    has_list: bool,
}

/// The place of the byte that follows in an object.
pub(super) enum DocumentStep {
    /// More of the object.
    Outside,
    /// The elements of the list.
    List,
    /// The end of the object.
    End,
}

impl DocumentPlace {
    pub(super) fn new(path: Vec<String>) -> Self {
        Self {
            path,
            text: Vec::new(),
            nesting: Nesting::default(),
            matched: 0,
            string: 0,
            is_key: false,
            has_list: false,
        }
    }

    /// Takes the next byte.
    ///
    /// # Errors
    /// If the object ends here and is no JSON, has no list or other grids; or if it is too long.
    pub(super) fn take(&mut self, byte: u8) -> io::Result<DocumentStep> {
        if self.text.len() >= MOST {
            let most = thousands(MOST as u64);
            return Err(self.error(&format!("has more than {most} bytes outside of")));
        }
        self.text.push(byte);
        // In an object on the way to the list.
        let is_on_path = self.nesting.depth() == self.matched + 1;
        let is_key = std::mem::take(&mut self.is_key);
        let is_list = byte == b'[' && is_key && self.matched + 1 == self.path.len();
        if is_list {
            self.has_list = true;
            return Ok(DocumentStep::List);
        }
        match self.nesting.take(byte) {
            Some(Mark::Quote) => self.string = self.text.len() - 1,
            Some(Mark::EndQuote) => {
                let key = serde_json::from_slice::<String>(&self.text[self.string..]).ok();
                self.is_key = is_on_path && key.as_ref() == self.path.get(self.matched);
            }
            Some(Mark::Open) => self.matched += usize::from(is_key && byte == b'{'),
            Some(Mark::Close) => match self.nesting.depth() {
                0 => return self.end().map(|()| DocumentStep::End),
                depth => self.matched = self.matched.min(depth - 1),
            },
            None if b": \t\r\n".contains(&byte) && !self.nesting.is_in_string() => {
                self.is_key = is_key;
            }
            Some(Mark::Comma) | None => {}
        }
        Ok(DocumentStep::Outside)
    }

    /// Returns whether the object has started.
    pub(super) fn is_within(&self) -> bool {
        self.nesting.depth() > 0
    }

    /// Takes the end of the list.
    pub(super) fn end_list(&mut self) {
        self.text.push(b']');
    }

    fn end(&mut self) -> io::Result<()> {
        let value: Value = serde_json::from_slice(&self.text)?;
        let grids = Grids::of(&value);
        if grids.has_others || !grids.lists.is_empty() {
            return Err(self.error("has grids outside of"));
        }
        if !self.has_list {
            return Err(self.error("lacks"));
        }
        *self = Self::new(std::mem::take(&mut self.path));
        Ok(())
    }

    fn error(&self, what: &str) -> io::Error {
        let path =
            PuzzleList { path: self.path.iter().cloned().map(Step::Key).collect(), key: None };
        let path = path.path();
        let words = format!(
            "the JSON object {what} the list '{path}': give each puzzle a line of its own, as in \"jq -c '{path}[]'\""
        );
        io::Error::other(words)
    }
}
