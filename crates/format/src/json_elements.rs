//! Turns JSON arrays into lines: each element of an array, or of several arrays one after the other, becomes a line. So
//! does each object outside of arrays, because some programs write it over several lines. In an object around one list of
//! puzzles, the elements of this list become lines. For example, `[{"puzzle": "53..7…"}, {"puzzle": "..36…"}]` becomes two
//! lines, each an object.
//!
//! Only brackets, commas, strings and line ends are looked at. A fault inside an element is a fault of
//! its line, and reported by the parser of lines.

use std::io::{self, Read};

use super::{
    json_document::{DocumentPlace, DocumentStep, only_list},
    lines::HEAD,
    tokens::byte_set,
};
use batchdoku_base::thousands;

/// Bytes that are read at a time.
const READ: usize = 128 << 10;

/// Reads the elements of the JSON arrays in a text, one per line.
pub struct JsonElements<R> {
    /// The text after the bytes that have been read.
    pub read: R,
    /// The text that was read; its first `split` bytes are done.
    text: Vec<u8>,
    split: usize,
    /// The number of bytes of the text that come before `text`.
    before: u64,
    place: JsonPlace,
    elements: u64,
    /// True in an object that is in no array, and behind it, until another element follows.
    is_alone: bool,
    /// The place in an object around a list, if the objects of the text are such.
    document: Option<DocumentPlace>,
}

/// The bytes that have a meaning within the brackets of an element.
const IS_MARK: [bool; 256] = byte_set(b"[]{}\"\r\n");

/// The place of the next byte.
#[derive(Clone, Copy, PartialEq, Eq)]
enum JsonPlace {
    /// Before an array, or after the last.
    Outside,
    /// In an object around a list, outside of the list.
    Document,
    /// Before an element.
    Between,
    /// In an element, within `depth` brackets of it, perhaps after line ends.
    Element { depth: u32, is_broken: bool },
    /// In a string of an element, perhaps after a backslash.
    Text { depth: u32, is_escaped: bool },
}

impl<R: Read> JsonElements<R> {
    /// Creates the elements of a text that starts with `head` and continues with the bytes of `read`.
    pub fn new(head: Vec<u8>, read: R) -> Self {
        let path = only_list(&head[..head.len().min(HEAD)]);
        Self {
            read,
            text: head,
            split: 0,
            before: 0,
            place: JsonPlace::Outside,
            elements: 0,
            is_alone: false,
            document: path.map(DocumentPlace::new),
        }
    }

    /// Returns the place behind an array.
    fn after_array(&mut self) -> JsonPlace {
        match &mut self.document {
            Some(document) if document.is_within() => {
                document.end_list();
                JsonPlace::Document
            }
            _ => JsonPlace::Outside,
        }
    }

    /// Reads more of the text. `false` at its end.
    fn fill(&mut self) -> io::Result<bool> {
        self.before += self.text.len() as u64;
        self.split = 0;
        self.text.resize(READ, 0);
        let length = self.read.read(&mut self.text);
        self.text.truncate(*length.as_ref().unwrap_or(&0));
        if length? > 0 || self.place == JsonPlace::Outside {
            return Ok(!self.text.is_empty());
        }
        let elements = thousands(self.elements);
        Err(io::Error::other(format!(
            "the JSON array does not end: no ']' after element {elements}"
        )))
    }

    /// Returns the number of bytes at the start of `text` that belong to an element as they are, and the place behind them:
    /// they end before a byte that may change the place, or behind a quote.
    fn plain(&self, text: &[u8]) -> (usize, JsonPlace) {
        let (end, behind_quote) = match self.place {
            JsonPlace::Text { depth, is_escaped: false } => (
                memchr::memchr3(b'"', b'\\', b'\n', text),
                JsonPlace::Element { depth, is_broken: false },
            ),
            JsonPlace::Element { depth: depth @ 1.., is_broken: false } => (
                text.iter().position(|&byte| IS_MARK[usize::from(byte)]),
                JsonPlace::Text { depth, is_escaped: false },
            ),
            _ => return (0, self.place),
        };
        match end {
            Some(end) if text[end] == b'"' => (end + 1, behind_quote),
            end => (end.unwrap_or(text.len()), self.place),
        }
    }

    /// Splits the text that has been read, as far as there is room for lines, and returns their length.
    fn split(&mut self, lines: &mut [u8]) -> io::Result<usize> {
        let mut length = 0;
        while let Some(&byte) = self.text.get(self.split)
            && length < lines.len()
        {
            let rest = &self.text[self.split..];
            let rest = &rest[..rest.len().min(lines.len() - length)];
            let (plain, place) = self.plain(rest);
            if plain > 0 {
                lines[length..length + plain].copy_from_slice(&rest[..plain]);
                self.split += plain;
                self.place = place;
                length += plain;
                continue;
            }
            let (next, written) = match (self.place, byte) {
                (JsonPlace::Text { depth, is_escaped: false }, _) => match byte {
                    b'\\' => (JsonPlace::Text { depth, is_escaped: true }, Some(b'\\')),
                    // Not JSON. It must not end the line, and stays an error.
                    _ => (self.place, Some(b'\r')),
                },
                (JsonPlace::Text { depth, .. }, _) => {
                    let byte = if byte == b'\n' { b'\r' } else { byte };
                    (JsonPlace::Text { depth, is_escaped: false }, Some(byte))
                }
                (JsonPlace::Outside, b'{') if self.document.is_some() => {
                    self.place = JsonPlace::Document;
                    continue;
                }
                // The lines before an error come first.
                (JsonPlace::Document, _) if length > 0 => break,
                (JsonPlace::Document, _) => {
                    let document = self.document.as_mut().expect("only in an object");
                    match document.take(byte)? {
                        DocumentStep::Outside => (JsonPlace::Document, None),
                        DocumentStep::List => (JsonPlace::Between, None),
                        DocumentStep::End => (JsonPlace::Outside, None),
                    }
                }
                (JsonPlace::Outside, b'[' | b'{') if std::mem::take(&mut self.is_alone) => {
                    lines[length] = b'\n';
                    length += 1;
                    continue;
                }
                (JsonPlace::Outside, b'[') => (JsonPlace::Between, None),
                // An object of its own, which ends with its bracket.
                (JsonPlace::Outside, b'{') => {
                    self.is_alone = true;
                    (JsonPlace::Element { depth: 1, is_broken: false }, Some(b'{'))
                }
                // Blanks, and a byte order mark.
                (JsonPlace::Outside, b' ' | b'\t' | b'\r' | b'\n' | 0xEF | 0xBB | 0xBF) => {
                    (JsonPlace::Outside, None)
                }
                // The lines before it come first.
                (JsonPlace::Outside, _) if length > 0 => break,
                (JsonPlace::Outside, _) => {
                    let at = thousands(self.before + self.split as u64 + 1);
                    let words = format!("there is text outside of the JSON array, at byte {at}");
                    return Err(io::Error::other(words));
                }
                (JsonPlace::Between, b' ' | b'\t' | b'\r' | b'\n') => (JsonPlace::Between, None),
                (JsonPlace::Between, b']') => (self.after_array(), None),
                (JsonPlace::Between, _) => {
                    self.place = JsonPlace::Element { depth: 0, is_broken: false };
                    continue;
                }
                (JsonPlace::Element { depth: 0, .. }, b',' | b']') => {
                    self.elements += 1;
                    let is_last = byte == b']';
                    let next = if is_last { self.after_array() } else { JsonPlace::Between };
                    (next, Some(b'\n'))
                }
                (JsonPlace::Element { depth, .. }, b'\r' | b'\n') => {
                    (JsonPlace::Element { depth, is_broken: true }, None)
                }
                (JsonPlace::Element { is_broken: true, .. }, b' ' | b'\t') => (self.place, None),
                (JsonPlace::Element { depth, is_broken: true }, _) => {
                    // A blank takes the place of line ends and of the indent of the next line.
                    self.place = JsonPlace::Element { depth, is_broken: false };
                    lines[length] = b' ';
                    length += 1;
                    continue;
                }
                (JsonPlace::Element { depth, .. }, b'"') => {
                    (JsonPlace::Text { depth, is_escaped: false }, Some(byte))
                }
                (JsonPlace::Element { depth, .. }, _) => {
                    let depth = match byte {
                        b'[' | b'{' => depth.saturating_add(1),
                        b']' | b'}' => depth.saturating_sub(1),
                        _ => depth,
                    };
                    if depth == 0 && self.is_alone {
                        self.elements += 1;
                        (JsonPlace::Outside, Some(byte))
                    } else {
                        (JsonPlace::Element { depth, is_broken: false }, Some(byte))
                    }
                }
            };
            self.place = next;
            self.split += 1;
            if let Some(byte) = written {
                lines[length] = byte;
                length += 1;
            }
        }
        Ok(length)
    }
}

impl<R: Read> Read for JsonElements<R> {
    fn read(&mut self, lines: &mut [u8]) -> io::Result<usize> {
        loop {
            let length = self.split(lines)?;
            if length > 0 || lines.is_empty() || !self.fill()? {
                return Ok(length);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*};
    use serde_json::Value;

    use super::{super::LONGEST_RECORD, *};
    use batchdoku_testkit::assert_same;

    /// Hands out at most this number of bytes at a time.
    struct Pieces<'a>(&'a [u8], usize);

    impl Read for Pieces<'_> {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            let most = self.1.min(bytes.len());
            self.0.read(&mut bytes[..most])
        }
    }

    /// Returns the lines of a text and the error after them. The first `head` bytes are known, then `piece` bytes are read
    /// at a time, and `room` bytes written at a time.
    fn lines(text: &[u8], [head, piece, room]: [usize; 3]) -> (String, Option<String>) {
        let (head, rest) = text.split_at(head.min(text.len()));
        let mut read = JsonElements::new(head.to_vec(), Pieces(rest, piece));
        let (mut all, mut lines) = (Vec::new(), vec![0; room]);
        let error = loop {
            match read.read(&mut lines) {
                Ok(0) => break None,
                Ok(length) => all.extend_from_slice(&lines[..length]),
                Err(error) => break Some(error.to_string()),
            }
        };
        (String::from_utf8(all).unwrap(), error)
    }

    #[test]
    fn an_element_is_a_line_and_an_error_comes_after_the_lines() {
        let outside = |at| Some(format!("there is text outside of the JSON array, at byte {at}"));
        let open =
            |after| Some(format!("the JSON array does not end: no ']' after element {after}"));
        for (text, expected, error) in [
            ("[]", "", None),
            (" [ ] \n", "", None),
            ("[1,2]", "1\n2\n", None),
            ("\u{feff}[\r\n  \"a\",\r\n  \"b\"\r\n]\r\n", "\"a\"\n\"b\"\n", None),
            (r#"[{"a": "],\"}\\"}, [[], {}]]"#, "{\"a\": \"],\\\"}\\\\\"}\n[[], {}]\n", None),
            ("[{\n  \"a\": [\n    1,\n    2\n  ]\n}]", "{ \"a\": [ 1, 2 ] }\n", None),
            ("[1]\n[2, 3][4]", "1\n2\n3\n4\n", None),
            // None of these is JSON, and each fault stays within its line.
            ("[1,,2,]", "1\n\n2\n", None),
            ("[\"a\nb\", \"\\\n\"]", "\"a\rb\"\n\"\\\r\"\n", None),
            ("[1}, {2], 3]", "1}\n{2]\n3\n", None),
            ("[1] x", "1\n", outside(5)),
            ("[1], [2]", "1\n", outside(4)),
            ("[1]]", "1\n", outside(4)),
            ("[1, 2", "1\n2", open(1)),
            ("[\"a\", \"]", "\"a\"\n\"]", open(1)),
            ("[", "", open(0)),
            ("{\n  \"a\": [1]\n}\n", "{ \"a\": [1] }", None),
            ("{\"a\":\n{}}\n{\n}[1, {}]", "{\"a\": {}}\n{ }\n1\n{}\n", None),
            ("{\"a\": [1", "{\"a\": [1", open(0)),
        ] {
            for cut in [[0, 1, 1], [3, 2, 1], [1, 1, 100], [0, 100, 2], [100, 1, 100]] {
                let found = lines(text.as_bytes(), cut);
                assert_eq!(found, (expected.to_owned(), error.clone()), "{text}");
            }
        }
    }

    /// In an object around one list of puzzles, these are the elements; so they are in each further object.
    #[test]
    fn the_elements_of_an_object_are_those_of_its_list() {
        let puzzle =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let list = format!("\"{puzzle}\"\n\"{puzzle}\"\n");
        let two = format!("[\"{puzzle}\",\n \"{puzzle}\"]");
        let big = vec![format!("\"{puzzle}\""); 1000];
        let of = |words: &str, path: &str| {
            Some(format!(
                "the JSON object {words} the list '{path}': give each puzzle a line of its own, \
                 as in \"jq -c '{path}[]'\""
            ))
        };
        let outside = of("has grids outside of", ".p");
        for (text, expected, error) in [
            (format!("{{\"puzzles\": {two}}}"), list.clone(), None),
            (
                format!("\u{feff} {{\"a\": \"p\", \"p\" :{two},\"b\":[1, {{}}]}}\n"),
                list.clone(),
                None,
            ),
            (format!("{{\"a\\\"\":{{\"p\":[\"x\"],\"b\":{two}}},\"b\":{{}}}}"), list.clone(), None),
            (format!("{{\"p\":{two}}}\n{{\"p\":{two}}}"), list.repeat(2), None),
            (
                format!("{{\"p\":[{}],\"q\":{two}}}", big.join(", ")),
                big.join("\n") + "\n",
                outside.clone(),
            ),
            (format!("{{\"p\":{two}}}{{\"p\":{two},\"q\":\"{puzzle}\"}}"), list.repeat(2), outside),
            (format!("{{\"p\":{two}}}{{\"q\":1}}"), list.clone(), of("lacks", ".p")),
            (format!("{{\"p\":{two},\"b\":[\"{}\"]}}", "x".repeat(1 << 17)), list.clone(), None),
        ] {
            for cut in [[1 << 16, 1, 100], [1 << 16, 100, 1], [1 << 20, 1, 1000]] {
                let (found, fault) = lines(text.as_bytes(), cut);
                let context = format!("{}…, cut at {cut:?}", &text[..100]);
                assert_same(&expected, &found, &context);
                assert_eq!(fault, error, "{context}");
            }
        }
        let text = format!("{{\"p\":{two},\"b\":\"{}\"}}", "x".repeat(LONGEST_RECORD));
        let (found, error) = lines(text.as_bytes(), [HEAD; 3]);
        assert_eq!((found, error), (list, of("has more than 16,777,216 bytes outside of", ".p")));
    }

    fn value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<i32>().prop_map(Value::from),
            "[\\[\\]{},:\" \\\\\n\té]{0,8}".prop_map(Value::from),
        ];
        leaf.prop_recursive(3, 20, 4, |inner| {
            prop_oneof![
                vec(inner.clone(), 0..4).prop_map(Value::from),
                proptest::collection::hash_map("[a-c\"{\\]]{0,2}", inner, 0..4)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn elements_are_those_of_serde_json(
            elements in vec(value(), 0..6), is_pretty: bool, head in 0..40_usize,
            piece in 1..40_usize, room in 1..40_usize,
        ) {
            let array = Value::from(elements.clone());
            let text = if is_pretty {
                serde_json::to_string_pretty(&array).unwrap()
            } else {
                array.to_string()
            };
            let (lines, error) = lines(text.as_bytes(), [head, piece, room]);
            prop_assert_eq!(error, None);
            let found: Vec<Value> =
                lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
            prop_assert_eq!(found, elements);
        }
    }
}
