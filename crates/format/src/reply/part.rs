//! Finds the part of a reply that holds the answer: the text behind the last thought, and in it a tag, a box or the text
//! behind the words "final answer", if there is one.
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

/// The part of a reply that holds the answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum AnswerPart {
    /// The last `<answer>`, else the last `\boxed{}`, else the text behind the words "final answer", else the whole text.
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
    /// They are no answer, and neither is the content of a tag of this name.
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
    /// The whole text; the words behind "final answer" choose one of its grids.
    Choice(Range<usize>),
    /// There is no such part: the reply lacks the tag or the box that was asked for.
    None,
    /// The part was opened and not closed.
    Cut,
}

/// Returns the text behind the thoughts of a reply, up to the end of the turn; `None` if a thought is not closed.
pub(super) fn turn(text: &[u8], thoughts: &Thoughts) -> Option<Range<usize>> {
    let start = end_of_thoughts(text, thoughts)?;
    Some(start..start + end_of_turn(&text[start..]))
}

/// Finds the part of a turn that holds the answer.
pub(super) fn answer_part(text: &[u8], part: &AnswerPart, whole: Range<usize>) -> Part {
    match part {
        AnswerPart::Text => Part::At(whole),
        AnswerPart::Tag(name) => last_tag(text, whole, name),
        AnswerPart::Boxed => last_box(text, whole),
        AnswerPart::Auto => {
            let tags = ANSWER_TAGS.iter().map(|name| last_tag(text, whole.clone(), name));
            let within = match tags.into_iter().find(|part| *part != Part::None) {
                Some(Part::At(within)) => within,
                Some(Part::Cut) => return Part::Cut,
                _ => whole,
            };
            match last_box(text, within.clone()) {
                Part::None => match final_answer(text, within.clone()) {
                    Some(part) if is_label(&text[part.clone()]) => Part::Choice(within),
                    Some(part) => Part::At(part),
                    None => Part::At(within),
                },
                part => part,
            }
        }
    }
}

/// Returns the end of the last thought, or 0 without thoughts; `None` if a thought is not closed.
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

/// Names of tags, in any brackets, whose content is no answer. Unlike a thought, a draft may stand behind the answer.
const DRAFTS: [&str; 3] = ["scratchpad", "analysis", "reflection"];

/// Returns the places of drafts in a text: `<analysis>...</analysis>`, `[scratchpad]...[/scratchpad]`.
pub(super) fn drafts(text: &[u8]) -> Vec<Range<usize>> {
    let mut drafts = Vec::new();
    let (mut open, mut end) = (None, 0);
    for at in memchr::memchr2_iter(b'<', b'[', text) {
        work(1);
        let rest = &text[at..];
        let name = &rest[1..];
        let (is_end, name) = name.strip_prefix(b"/").map_or((false, name), |name| (true, name));
        let close = if rest[0] == b'<' { b'>' } else { b']' };
        let is_draft = DRAFTS.iter().any(|draft| {
            name.get(..draft.len()).is_some_and(|name| name.eq_ignore_ascii_case(draft.as_bytes()))
                && name.get(draft.len()) == Some(&close)
        });
        match (is_draft, is_end) {
            (false, _) => {}
            (true, false) => open = open.or(Some(at)),
            (true, true) => {
                drafts.push(open.take().unwrap_or(end)..at);
                end = at;
            }
        }
    }
    drafts.extend(open.map(|open| open..text.len()));
    drafts
}

/// Tags that hold the answer, in the order in which they are looked for.
const ANSWER_TAGS: [&str; 4] = ["answer", "final_answer", "solution", "output"];

/// Marks of a turn of the user, at the start of a line. The reply ends before it: the model went beyond its own turn.
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

/// Finds the content of the last tag of this name. A tag that is closed and was not opened starts with the text.
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

/// Finds the content of the last box. Boxes of a single cell or row are passed over, because some grids have each new
/// digit, or each row, in a box. An empty box is an answer without a grid.
fn last_box(text: &[u8], within: Range<usize>) -> Part {
    const BOX: &[u8] = b"\\boxed";
    let mut part = Part::None;
    // The end of the last box. A box within another is a part of it.
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
        let cells = content.iter().filter(|byte| !byte.is_ascii_whitespace());
        let is_row = cells.clone().all(u8::is_ascii_digit) && matches!(cells.count(), 1 | 9);
        if !is_row && !says_done(content) {
            part = Part::At(open + 1..close);
        }
    }
    part
}

/// Returns whether the content of a box only refers to a grid elsewhere, as `\text{Solved}` does.
fn says_done(content: &[u8]) -> bool {
    const DONE: [&[u8]; 6] = [b"solved", b"done", b"complete", b"completed", b"solution", b"above"];
    let content = content.trim_ascii();
    let words = content.strip_prefix(b"\\text").map_or(content, |rest| rest.trim_ascii_start());
    let words =
        words.strip_prefix(b"{").unwrap_or(words).strip_suffix(b"}").unwrap_or(words).trim_ascii();
    let mut last =
        words.split(|byte| !byte.is_ascii_alphabetic()).filter(|word| !word.is_empty()).peekable();
    let is_done = |word: &[u8]| DONE.iter().any(|done| word.eq_ignore_ascii_case(done));
    let is_filler = |word: &[u8]| {
        [&b"see"[..], b"the", b"grid", b"sudoku"].iter().any(|it| word.eq_ignore_ascii_case(it))
    };
    last.peek().is_some() && last.all(|word| is_done(word) || is_filler(word))
}

/// Returns whether the text behind the words "final answer" may be the name of a grid, such as `Option A`: a few words on
/// one line.
fn is_label(text: &[u8]) -> bool {
    const LONGEST_LABEL: usize = 40;
    let text = text.trim_ascii();
    let is_word = |byte: &u8| byte.is_ascii_alphabetic();
    text.len() <= LONGEST_LABEL && !text.contains(&b'\n') && text.iter().any(is_word)
}

/// Returns the place of the brace that closes the brace at `open`.
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

/// Returns the place of the text behind the words "final answer" where they announce an answer: at the start of a line,
/// with few words before them, and with a colon or the end of the line behind them.
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
