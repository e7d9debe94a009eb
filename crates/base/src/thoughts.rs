//! The thoughts that language models write before an answer: the marks around them, and where they end.

/// The names of the tags around thoughts, such as `<think>` and `</think>`, in lower or upper case.
pub const THOUGHT_TAGS: [&str; 5] = ["think", "thinking", "thought", "thoughts", "reasoning"];

/// Other marks at the start and at the end of a thought, in lower or upper case.
pub const THOUGHT_MARKS: [(&str, &str); 4] = [
    ("<|begin_of_thought|>", "<|end_of_thought|>"),
    ("[THINK]", "[/THINK]"),
    ("\u{25c1}think\u{25b7}", "\u{25c1}/think\u{25b7}"),
    ("<|channel|>analysis<|message|>", "<|channel|>final<|message|>"),
];

/// The bytes that a tag or a mark of [`THOUGHT_MARKS`] can start with.
pub const MARK_STARTS: [u8; 3] = [b'<', b'[', 0xE2];

/// Returns the end of the last thought: 0 if there is no thought, `None` if a thought is not closed. If a closing tag
/// has no opening tag, its thought starts with the text, because many prompts end with the opening tag.
///
/// `own` is the name of an additional tag. `starts` are the places of all bytes of [`MARK_STARTS`] in the text.
pub fn end_of_thoughts(
    text: &[u8],
    own: Option<&str>,
    starts: impl Iterator<Item = usize>,
) -> Option<usize> {
    let names = || THOUGHT_TAGS.into_iter().chain(own);
    // `open` has a bit for each name, from bit 0, and for each mark, from bit 16.
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

/// Returns whether the tag at a place stands in backticks, as in a text that explains the tag and does not use it.
fn is_quoted(text: &[u8], at: usize, length: usize) -> bool {
    at > 0 && text[at - 1] == b'`' && text.get(at + length) == Some(&b'`')
}

/// A tag, or another mark, at the start or the end of a thought.
pub struct Tag {
    /// True at the end of a thought.
    pub is_end: bool,
    /// The length of the tag in bytes.
    pub length: usize,
}

/// The maximum length of the prefix of a name, in bytes.
const LONGEST_PREFIX: usize = 16;

/// The maximum length of the attributes of a tag, in bytes.
const LONGEST_ATTRIBUTES: usize = 100;

/// Returns the tag `name` at the start of a text, in lower or upper case. The name may have a prefix, as in
/// `<seed:think>`, and the tag may have attributes. `None` for an empty element, such as `<think/>`, because it holds
/// no thought.
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
    // Attributes, or blanks, end at `>`.
    let end = rest.iter().take(LONGEST_ATTRIBUTES).position(|byte| b"<>\n".contains(byte))?;
    let is_tag = rest[end] == b'>' && (end == 0 || rest[0] == b' ' && rest[end - 1] != b'/');
    is_tag.then(|| Tag { is_end, length: text.len() - rest.len() + end + 1 })
}

/// Returns the mark at the start of a text, in lower or upper case, with its index in [`THOUGHT_MARKS`].
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
