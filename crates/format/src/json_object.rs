//! Finds the members of JSON objects of the simplest kind, whose values are ASCII strings without escapes. Most
//! objects with puzzles are such, and need no parser of JSON.

use std::{borrow::Cow, ops::Range};

use super::tokens::to_be_checked;
use batchdoku_base::any_byte;

/// A key and the range of its value in the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct JsonMember {
    pub(super) key: JsonKey,
    pub(super) value: Range<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum JsonKey {
    /// This range of the line.
    Plain(Range<usize>),
    /// The text of the key, with its escapes resolved.
    Parsed(String),
}

impl JsonMember {
    /// Returns the text of the key.
    pub(super) fn name<'a>(&'a self, line: &'a [u8]) -> Cow<'a, str> {
        match &self.key {
            JsonKey::Plain(range) => String::from_utf8_lossy(&line[range.clone()]),
            JsonKey::Parsed(text) => Cow::Borrowed(text),
        }
    }

    /// Returns the bytes of the text of the key.
    #[inline]
    pub(super) fn key_bytes<'a>(&'a self, line: &'a [u8]) -> &'a [u8] {
        match &self.key {
            JsonKey::Plain(range) => &line[range.clone()],
            JsonKey::Parsed(text) => text.as_bytes(),
        }
    }

    pub(super) fn is_named(&self, line: &[u8], name: &str) -> bool {
        self.key_bytes(line).eq_ignore_ascii_case(name.as_bytes())
    }

    /// Returns the number of bytes of the line before its cells, if these are a plain string; otherwise 0.
    pub(super) fn cells_start(&self, line: &[u8]) -> usize {
        plain_string(&line[self.value.clone()]).map_or(0, |_| self.value.start + 1)
    }
}

/// Returns the text of a JSON string without escapes; `None` for any other value.
pub(super) fn plain_string(value: &[u8]) -> Option<&[u8]> {
    let text = value.strip_prefix(b"\"")?.strip_suffix(b"\"")?;
    memchr::memchr(b'\\', text).is_none().then_some(text)
}

/// Returns whether a string has the same bytes as JSON: ASCII without control characters, quotes and backslashes.
fn is_plain(text: &[u8]) -> bool {
    !any_byte(text, |byte| is_special(byte) || byte == b'"')
}

/// Returns whether a byte of a string needs a parser: a backslash, a control character, or part of a longer
/// character.
fn is_special(byte: u8) -> bool {
    !(0x20..0x80).contains(&byte) || byte == b'\\'
}

/// Writes a text as a JSON string. Returns `false` if bytes that are not UTF-8 were replaced.
pub(super) fn write_string(text: &[u8], out: &mut Vec<u8>) -> bool {
    if is_plain(text) {
        out.push(b'"');
        out.extend_from_slice(text);
        out.push(b'"');
        return true;
    }
    let text = to_be_checked(text);
    let whole = str::from_utf8(&text);
    let text = whole.map_or_else(|_| String::from_utf8_lossy(&text), Cow::Borrowed);
    serde_json::to_writer(out, &*text).expect("strings can always be written");
    whole.is_ok()
}

/// Finds the members of an object of plain strings. `false` if `line` is anything else.
pub(super) fn plain_members(line: &[u8], members: &mut Vec<JsonMember>) -> bool {
    members.clear();
    // Escapes, control characters and all but ASCII are for the parser.
    // Not in blocks of 16, for which the compiler takes no vectors here: lines are longer.
    if line.iter().fold(false, |any, &byte| any | is_special(byte)) {
        return false;
    }
    find(line, members).is_some()
}

fn find(line: &[u8], members: &mut Vec<JsonMember>) -> Option<()> {
    let mut at = after(line, 0, b'{')?;
    loop {
        let key = string(line, at)?;
        let value = string(line, after(line, key.end + 1, b':')?)?;
        at = value.end + 1;
        let value = value.start - 1..value.end + 1;
        members.push(JsonMember { key: JsonKey::Plain(key), value });
        match after(line, at, b',') {
            Some(next) => at = next,
            None => break,
        }
    }
    let end = after(line, at, b'}')?;
    line[end..].iter().all(|&byte| byte == b' ').then_some(())
}

/// Returns the position after blanks and `byte`.
fn after(line: &[u8], at: usize, byte: u8) -> Option<usize> {
    let blanks = line.get(at..)?.iter().take_while(|&&byte| byte == b' ').count();
    (line.get(at + blanks) == Some(&byte)).then_some(at + blanks + 1)
}

/// Returns the range of the text of a string after blanks.
fn string(line: &[u8], at: usize) -> Option<Range<usize>> {
    let start = after(line, at, b'"')?;
    let length = memchr::memchr(b'"', &line[start..])?;
    Some(start..start + length)
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*};

    use super::{super::jsonl::parsed_members, *};

    fn shown(line: &[u8], members: &[JsonMember]) -> Vec<(String, String)> {
        let text = |range: &Range<usize>| String::from_utf8(line[range.clone()].to_vec()).unwrap();
        let key = |key: &JsonKey| match key {
            JsonKey::Plain(range) => text(range),
            JsonKey::Parsed(text) => text.clone(),
        };
        members.iter().map(|member| (key(&member.key), text(&member.value))).collect()
    }

    proptest! {
        #[test]
        fn members_are_those_of_serde_json(pieces in vec(prop_oneof![
            4 => Just("\"a\"".to_owned()), 3 => Just(":".to_owned()), 3 => Just(",".to_owned()),
            2 => Just("{".to_owned()), 2 => Just("}".to_owned()), 2 => Just(" ".to_owned()),
            1 => "[\"\\\\a1\u{7f}\u{e9}\t\\[]{0,3}",
        ], 0..14), is_whole: bool) {
            let mut line = pieces.concat();
            if is_whole {
                line = format!("{{\"puzzle\": \"12\", {line}}}");
            }
            let mut members = Vec::new();
            if plain_members(line.as_bytes(), &mut members) {
                let expected = parsed_members(line.as_bytes());
                prop_assert!(expected.is_ok(), "{}", line);
                let expected = expected.unwrap();
                prop_assert_eq!(shown(line.as_bytes(), &members), shown(line.as_bytes(), &expected));
            }
        }

        #[test]
        fn plain_objects_are_found(pairs in vec(("[a-z ]{0,4}", "[ -!#-Z]{0,5}", " {0,2}"), 1..5)) {
            let members: Vec<_> = pairs
                .iter()
                .map(|(key, value, blanks)| format!("{blanks}\"{key}\"{blanks}:{blanks}\"{value}\"{blanks}"))
                .collect();
            let line = format!(" {{{}}} ", members.join(","));
            let mut found = Vec::new();
            prop_assert!(plain_members(line.as_bytes(), &mut found), "{}", line);
            prop_assert_eq!(shown(line.as_bytes(), &found), shown(line.as_bytes(), &parsed_members(line.as_bytes()).unwrap()));
        }
    }
}
