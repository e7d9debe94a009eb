//! The thoughts of language models, which are no answer: how they are marked, and where they end.

/// The names of the tags around thoughts, in any case: `<think>` and `</think>`.
pub const THOUGHT_TAGS: [&str; 5] = ["think", "thinking", "thought", "thoughts", "reasoning"];

/// Marks of thoughts that are no tags, in any case: where one starts, and where it ends.
pub const THOUGHT_MARKS: [(&str, &str); 4] = [
    ("<|begin_of_thought|>", "<|end_of_thought|>"),
    ("[THINK]", "[/THINK]"),
    ("\u{25c1}think\u{25b7}", "\u{25c1}/think\u{25b7}"),
    ("<|channel|>analysis<|message|>", "<|channel|>final<|message|>"),
];

/// The first bytes of tags and of [`THOUGHT_MARKS`].
pub const MARK_STARTS: [u8; 3] = [b'<', b'[', 0xE2];

/// Returns the end of the last thought, 0 without thoughts; `None` if one is not closed. A thought that is closed and was
/// not opened starts with the text: many prompts end with the opening tag.
///
/// `own` is the name of one more tag, and `starts` are the places of all bytes of [`MARK_STARTS`] in the text.
pub fn end_of_thoughts(
    text: &[u8],
    own: Option<&str>,
    starts: impl Iterator<Item = usize>,
) -> Option<usize> {
    let names = || THOUGHT_TAGS.into_iter().chain(own);
    // A bit for each name and each mark.
    let (mut open, mut end) = (0_u32, 0);
    for at in starts {
        debug_assert!(MARK_STARTS.contains(&text[at]));
        let rest = &text[at..];
        let mark = names()
            .enumerate()
            .find_map(|(bit, name)| tag_at(rest, name).map(|tag| (bit, tag)))
            .or_else(|| mark_at(rest).map(|(mark, tag)| (16 + mark, tag)))
            .filter(|(_, tag)| !is_quoted(text, at, tag.length));
        match mark {
            Some((bit, Tag { is_end: true, length })) => {
                open &= !(1 << bit);
                end = at + length;
            }
            Some((bit, _)) => open |= 1 << bit,
            None => {}
        }
    }
    (open == 0).then_some(end)
}

/// Returns whether code that is one word stands at a place: it only names a tag.
fn is_quoted(text: &[u8], at: usize, length: usize) -> bool {
    at > 0 && text[at - 1] == b'`' && text.get(at + length) == Some(&b'`')
}

/// A tag, or another mark of a beginning or an end.
pub struct Tag {
    /// True if it ends what it marks.
    pub is_end: bool,
    /// The number of its bytes.
    pub length: usize,
}

/// The most bytes of the prefix of a name.
const LONGEST_PREFIX: usize = 16;

/// The most bytes of the attributes of a tag.
const LONGEST_ATTRIBUTES: usize = 100;

/// Returns the tag of this name that a text starts with, in any case; it may have a prefix, as `<seed:think>`, and
/// attributes. One that ends itself, as `<think/>`, holds nothing.
pub fn tag_at(text: &[u8], name: &str) -> Option<Tag> {
    let inner = text.strip_prefix(b"<")?;
    let (is_end, inner) = match inner.strip_prefix(b"/") {
        Some(inner) => (true, inner),
        None => (false, inner),
    };
    let letters = inner.iter().take(LONGEST_PREFIX).take_while(|byte| byte.is_ascii_alphanumeric());
    let letters = letters.count();
    let prefix = if inner.get(letters) == Some(&b':') { letters + 1 } else { 0 };
    let inner = &inner[prefix..];
    let (start, rest) = inner.split_at_checked(name.len())?;
    if !start.eq_ignore_ascii_case(name.as_bytes()) {
        return None;
    }
    // Attributes, or blanks.
    let end = rest.iter().take(LONGEST_ATTRIBUTES).position(|byte| b"<>\n".contains(byte))?;
    let is_tag = rest[end] == b'>' && (end == 0 || rest[0] == b' ' && rest[end - 1] != b'/');
    is_tag.then(|| Tag { is_end, length: text.len() - rest.len() + end + 1 })
}

/// Returns which of [`THOUGHT_MARKS`] a text starts with, in any case.
fn mark_at(text: &[u8]) -> Option<(usize, Tag)> {
    THOUGHT_MARKS.iter().enumerate().find_map(|(index, (start, end))| {
        let is = |mark: &str| {
            text.get(..mark.len()).is_some_and(|text| text.eq_ignore_ascii_case(mark.as_bytes()))
        };
        match (is(start), is(end)) {
            (true, _) => Some((index, Tag { is_end: false, length: start.len() })),
            (_, true) => Some((index, Tag { is_end: true, length: end.len() })),
            _ => None,
        }
    })
}
