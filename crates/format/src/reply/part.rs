//! The part of a reply that holds the answer: what stands behind the last thought; in it a tag, a box or what follows the words
//! "final answer", if there is one.
//!
//! ```text
//! <think>5 3 4 ...</think> Here it is: <answer>5 3 4 ...</answer> Good luck!
//!                                              -----------
//! ```
//!
//! A part that is opened and not closed was cut off, and is no answer.

use std::{fmt, ops::Range, str::FromStr};

use batchdoku_base::thoughts::{self, MARK_STARTS, Tag, tag_at};
use memchr::{memchr, memchr_iter, memmem};

use super::work;

/// Which part of a reply holds the answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum AnswerPart {
    /// The last `<answer>`, else the last `\boxed{}`, else what follows the words "final answer", else the whole text.
    #[default]
    Auto,
    /// The last `\boxed{}`.
    Boxed,
    /// The whole text, whatever tags it has.
    Text,
    /// The last tag of this name.
    Tag(String),
}

/// The treatment of the thoughts of a reply.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Thoughts {
    /// They are no answer: those between `<think>`, `<thinking>`, `<thought>` or `<reasoning>` and its end, and those of some
    /// models' own marks.
    #[default]
    Drop,
    /// They are read like other text.
    Keep,
    /// They are no answer, nor is what stands in a tag of this name.
    Tag(String),
}

batchdoku_base::text_in_data!(AnswerPart, Thoughts);

/// A name that cannot be that of a tag.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected} or the name of a tag, such as {example}, got '{got}'")]
pub struct TagError {
    expected: &'static str,
    example: &'static str,
    got: String,
}

impl FromStr for AnswerPart {
    type Err = TagError;

    fn from_str(name: &str) -> Result<Self, TagError> {
        match name {
            "auto" => Ok(Self::Auto),
            "boxed" => Ok(Self::Boxed),
            "text" => Ok(Self::Text),
            name if is_tag_name(name) => Ok(Self::Tag(name.to_owned())),
            name => Err(TagError {
                expected: "auto, boxed, text",
                example: "answer",
                got: name.to_owned(),
            }),
        }
    }
}

impl FromStr for Thoughts {
    type Err = TagError;

    fn from_str(name: &str) -> Result<Self, TagError> {
        match name {
            "drop" => Ok(Self::Drop),
            "keep" => Ok(Self::Keep),
            name if is_tag_name(name) => Ok(Self::Tag(name.to_owned())),
            name => Err(TagError {
                expected: "drop, keep",
                example: "scratchpad",
                got: name.to_owned(),
            }),
        }
    }
}

impl fmt::Display for AnswerPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Auto => "auto",
            Self::Boxed => "boxed",
            Self::Text => "text",
            Self::Tag(name) => name,
        })
    }
}

impl fmt::Display for Thoughts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Drop => "drop",
            Self::Keep => "keep",
            Self::Tag(name) => name,
        })
    }
}

fn is_tag_name(name: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    name.starts_with(|first: char| first.is_ascii_alphabetic()) && name.bytes().all(is_part)
}

/// The part that holds the answer.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// The place of the part.
    At(Range<usize>),
    /// There is none: the tag that was asked for is not there.
    None,
    /// It was opened and not closed.
    Cut,
}

/// Finds the part of a reply that holds the answer.
pub(super) fn answer_part(text: &[u8], part: &AnswerPart, thoughts: &Thoughts) -> Part {
    let Some(start) = end_of_thoughts(text, thoughts) else { return Part::Cut };
    let whole = start..start + end_of_turn(&text[start..]);
    match part {
        AnswerPart::Text => Part::At(whole),
        AnswerPart::Tag(name) => last_tag(text, whole, name),
        AnswerPart::Boxed => last_box(text, whole),
        AnswerPart::Auto => {
            let tags = ANSWER_TAGS.iter().map(|name| last_tag(text, whole.clone(), name));
            let within = match tags.into_iter().find(|part| *part != Part::None) {
                None | Some(Part::None) => whole,
                Some(Part::At(within)) => within,
                Some(Part::Cut) => return Part::Cut,
            };
            match last_box(text, within.clone()) {
                Part::None => Part::At(final_answer(text, within.clone()).unwrap_or(within)),
                part => part,
            }
        }
    }
}

/// Returns the end of the last thought, 0 without thoughts; `None` if one is not closed.
fn end_of_thoughts(text: &[u8], thoughts: &Thoughts) -> Option<usize> {
    let own = match thoughts {
        Thoughts::Keep => return Some(0),
        Thoughts::Drop => None,
        Thoughts::Tag(name) => Some(name.as_str()),
    };
    let [first, second, third] = MARK_STARTS;
    let starts = memchr::memchr3_iter(first, second, third, text).inspect(|_| work(1));
    thoughts::end_of_thoughts(text, own, starts)
}

/// Tags that hold the answer: the first of these that there is.
const ANSWER_TAGS: [&str; 4] = ["answer", "final_answer", "solution", "output"];

/// Marks of a turn of the user, at the start of a line: what follows was not asked for.
const USER_TURNS: [&[u8]; 4] =
    [b"User:", b"Human:", b"<|im_start|>user", b"<|start_header_id|>user"];

/// Returns the end of the turn that a text begins with: the start of the first line that is marked as the user's. A text
/// that begins with such a line, or with a mark of any turn, is a whole dialogue.
fn end_of_turn(text: &[u8]) -> usize {
    let is_turn = |line: &[u8]| USER_TURNS.iter().any(|mark| line.starts_with(mark));
    let first = text.trim_ascii_start();
    if is_turn(first)
        || first.starts_with(b"<|im_start|>")
        || first.starts_with(b"<|start_header_id|>")
    {
        return text.len();
    }
    let mut starts = memchr::memchr3_iter(b'U', b'H', b'<', text).inspect(|_| work(1));
    let is_line = |at: &usize| *at > 0 && text[at - 1] == b'\n' && is_turn(&text[*at..]);
    starts.find(is_line).unwrap_or(text.len())
}

/// Finds the content of the last tag of this name. One that is closed and was not opened starts with the text.
fn last_tag(text: &[u8], within: Range<usize>, name: &str) -> Part {
    let (mut start, mut content) = (None, None);
    let mut is_met = false;
    for at in memchr_iter(b'<', &text[within.clone()]) {
        work(1);
        let at = within.start + at;
        match tag_at(&text[at..within.end], name) {
            Some(Tag { is_end: false, length }) => start = Some(at + length),
            Some(_) => {
                let from = start.take().or((!is_met).then_some(within.start));
                content = from.map(|from| from..at).or(content);
            }
            None => continue,
        }
        is_met = true;
    }
    match (start, content) {
        (Some(_), _) => Part::Cut,
        (None, Some(content)) => Part::At(content),
        (None, None) => Part::None,
    }
}

/// Finds the content of the last box that is not a single cell, as in grids with their new digits in boxes. An empty box is an
/// answer, which holds nothing.
fn last_box(text: &[u8], within: Range<usize>) -> Part {
    const BOX: &[u8] = b"\\boxed";
    let mut part = Part::None;
    // Where the last box ended: one in another is a part of it.
    let mut end = within.start;
    for at in memmem::find_iter(&text[within.clone()], BOX) {
        let after = within.start + at + BOX.len();
        let blanks = text[after..within.end].iter().take(2).take_while(|byte| **byte == b' ');
        let open = after + blanks.count();
        if after < end || text[..within.end].get(open) != Some(&b'{') {
            continue;
        }
        let Some(close) = closing_brace(&text[..within.end], open) else { return Part::Cut };
        end = close;
        let content = &text[open + 1..close];
        if content.iter().filter(|byte| !byte.is_ascii_whitespace()).count() != 1 {
            part = Part::At(open + 1..close);
        }
    }
    part
}

/// Returns the place of the brace that closes the one at `open`.
fn closing_brace(text: &[u8], open: usize) -> Option<usize> {
    let mut depth = 0_usize;
    let mut at = open;
    while let Some(&byte) = text.get(at) {
        work(1);
        match byte {
            b'\\' => at += 1,
            b'{' => depth += 1,
            b'}' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// Returns what follows the words "final answer" where they announce it: at the start of a line, with few words before, and
/// with a colon or the end of the line behind.
fn final_answer(text: &[u8], within: Range<usize>) -> Option<Range<usize>> {
    const LONGEST_LEAD: usize = 24;
    let mut found = None;
    for at in memchr::memchr2_iter(b'n', b'N', &text[within.clone()]) {
        let at = within.start + at;
        // "fi" stands before each "nal answer".
        let is_it = at >= within.start + 2
            && text[at - 2..within.end]
                .get(..12)
                .is_some_and(|words| words.eq_ignore_ascii_case(b"final answer"));
        if !is_it {
            continue;
        }
        let before = &text[within.start..at - 2];
        let line =
            before.iter().rev().take(LONGEST_LEAD + 1).take_while(|byte| **byte != b'\n').count();
        let lead = &before[before.len() - line..];
        let is_lead = line <= LONGEST_LEAD && !lead.iter().any(|byte| b".,:;?!".contains(byte));
        let start = at + 10;
        let rest = &text[start..within.end];
        let end = memchr(b'\n', &rest[..rest.len().min(80)]).unwrap_or(rest.len().min(80));
        let tail = rest[..end].trim_ascii();
        let tail = tail.strip_prefix(b"is").map_or(tail, <[u8]>::trim_ascii_start);
        let is_announced = tail.iter().all(|byte| b"*_#` \r".contains(byte)) || {
            let marks = tail.iter().take_while(|byte| b"*_` ".contains(byte)).count();
            tail[marks..].starts_with(b":") || tail[marks..].first().is_some_and(u8::is_ascii_digit)
        };
        if is_lead && is_announced {
            found = Some(start..within.end);
        }
    }
    found
}
