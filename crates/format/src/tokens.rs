//! Splits a text into words and the gaps between them, the parts from which `cells` and the grammars read it.
//!
//! A *word* may be a cell, a row, a grid or a name: `5`, `null`, `5.0`, `53..7....`, `Row`. A *gap* is the text between
//! two words: blanks, and perhaps punctuation, bars, brackets and quotes. Characters of Unicode are replaced first: see
//! [`plain`].
//!
//! ```
//! use batchdoku_format::tokens::{Gap, tokens};
//! let row = tokens(b"| 5 3 . | . 7 . |");
//! let found: Vec<_> = row.map(|token| (token.gap, token.word)).collect();
//! assert_eq!(found[0], (Gap::of(b"|"), &b"5"[..]));
//! assert_eq!(found[1], (Gap::BLANK, &b"3"[..]));
//! ```

use std::{borrow::Cow, ops::Range};

use super::signs::{Class, Uses, bytes_with, class, is};

/// The signs of a gap without its blanks, at most eight, a byte for each; the last sign is the lowest byte.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Gap(u64);

impl Gap {
    /// Blanks alone, or nothing.
    pub const BLANK: Self = Self(0);
    /// More than eight signs, which never stand between two cells.
    const LONG: Self = Self(u64::MAX);

    /// Returns the gap of these signs, none of them a blank.
    pub const fn of(mut signs: &[u8]) -> Self {
        let mut gap = Self::BLANK;
        while let [first, rest @ ..] = signs {
            gap = gap.with(*first);
            signs = rest;
        }
        gap
    }

    const fn with(self, sign: u8) -> Self {
        if self.0 >> 56 == 0 { Self(self.0 << 8 | sign as u64) } else { Self::LONG }
    }

    /// Returns the signs, the last one first.
    pub fn signs_backwards(self) -> impl Iterator<Item = u8> {
        std::iter::successors(Some(self.0), |rest| Some(rest >> 8))
            .take_while(|&rest| rest > 0)
            .map(|rest| rest as u8)
    }

    /// Returns whether a sign of the gap has this use.
    pub(super) fn has(self, wanted: Uses) -> bool {
        self.signs_backwards().any(|sign| is(sign, wanted))
    }
}

/// A word with the gap before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'t> {
    /// The gap before the word.
    pub gap: Gap,
    /// The word; empty for two quotes with nothing between them.
    pub word: &'t [u8],
    /// The start of the word in the text.
    pub start: usize,
}

/// The tokens of a text: see [`tokens`].
#[derive(Clone, Debug)]
pub struct Tokens<'t> {
    text: &'t [u8],
    at: usize,
    /// The gap before the next word, as far as it has been read.
    gap: Gap,
}

/// Returns the words of a text with the gaps before them.
pub fn tokens(text: &[u8]) -> Tokens<'_> {
    Tokens { text, at: 0, gap: Gap::BLANK }
}

impl<'t> Tokens<'t> {
    /// Returns the gap behind the last word, once all words have been returned.
    pub fn tail(&self) -> Gap {
        self.gap
    }

    fn word(&mut self, start: usize, end: usize) -> Token<'t> {
        self.at = end;
        let gap = std::mem::take(&mut self.gap);
        Token { gap, word: &self.text[start..end], start }
    }
}

impl<'t> Iterator for Tokens<'t> {
    type Item = Token<'t>;

    fn next(&mut self) -> Option<Token<'t>> {
        while let Some(&byte) = self.text.get(self.at) {
            match class(byte) {
                Class::Word => {
                    let rest = &self.text[self.at..];
                    let is_end = |&byte: &u8| class(byte) != Class::Word;
                    let length = rest.iter().position(is_end).unwrap_or(rest.len());
                    return Some(self.word(self.at, self.at + length));
                }
                Class::Blank => self.at += 1,
                Class::Escape => {
                    self.gap = self.gap.with(byte);
                    self.at += 1;
                    // `\n`, `\r` or `\t`: a line end or a tab in a string of a program.
                    if let Some(b'n' | b'r' | b't') = self.text.get(self.at) {
                        self.gap = self.gap.with(self.text[self.at]);
                        self.at += 1;
                    }
                }
                Class::Quote if is_nothing(self.text, self.at) => {
                    self.gap = self.gap.with(byte);
                    return Some(self.word(self.at + 1, self.at + 1));
                }
                Class::Quote | Class::Sign => {
                    self.gap = self.gap.with(byte);
                    self.at += 1;
                }
            }
        }
        None
    }
}

/// Returns whether the quote at `at` opens an empty string that is an item of a list, as in `["5", ""]`.
fn is_nothing(text: &[u8], at: usize) -> bool {
    if text.get(at + 1) != Some(&text[at]) {
        return false;
    }
    let not_blank = |byte: &&u8| class(**byte) != Class::Blank;
    let before = text[..at].iter().rev().find(not_blank);
    let behind = text[at + 2..].iter().find(not_blank);
    before.is_none_or(|byte| b",;[({".contains(byte))
        && behind.is_none_or(|byte| b",;])}".contains(byte))
        && (before.is_some() || behind.is_some())
}

const ENDS_FIELD: [bool; 256] = bytes_with(Uses::FIELD);

const IS_EDGE: [bool; 256] = bytes_with(Uses::EDGE);

/// Returns the words of a line with their starts, split at the signs of [`Uses::EDGE`]: blanks, punctuation, quotes and
/// brackets. Unlike the words of [`tokens`], these have no `=`, `<` or `#`.
pub(super) fn words(line: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    parts(line, &IS_EDGE)
}

/// Returns the fields of a line that are not empty, with their starts, split at the signs of [`Uses::FIELD`].
pub(super) fn fields(line: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    parts(line, &ENDS_FIELD)
}

/// Returns the parts of a line between the bytes of a set, with their starts; empty parts are left out.
fn parts<'l>(
    line: &'l [u8],
    is_between: &'static [bool; 256],
) -> impl Iterator<Item = (usize, &'l [u8])> {
    let mut next = 0;
    line.split(|&byte| is_between[usize::from(byte)]).filter_map(move |part| {
        let start = next;
        next += part.len() + 1;
        (!part.is_empty()).then_some((start, part))
    })
}

/// Returns the range of a text without the bytes at both ends that are edges, such as blanks and quotes.
pub(super) fn inner_range(text: &[u8], is_edge: impl Fn(u8) -> bool) -> Range<usize> {
    let start = text.iter().position(|&byte| !is_edge(byte)).unwrap_or(text.len());
    let end = text.iter().rposition(|&byte| !is_edge(byte)).map_or(start, |last| last + 1);
    start..end
}

/// Returns a table of all bytes, true for those given.
pub(super) const fn byte_set(mut bytes: &[u8]) -> [bool; 256] {
    let mut set = [false; 256];
    while let [first, rest @ ..] = bytes {
        set[*first as usize] = true;
        bytes = rest;
    }
    set
}

/// Returns a copy of bytes that are to be checked as UTF-8. The bytes may be mapped from a file that another process
/// changes, and a text must not change after the check.
pub(super) fn to_be_checked(bytes: &[u8]) -> Vec<u8> {
    bytes.to_vec()
}

/// Replaces characters of Unicode that mean a cell, a stroke, a bar or a blank by the ASCII sign for it. An ASCII text is
/// returned as it is.
///
/// ```
/// use batchdoku_format::tokens::plain;
/// assert_eq!(*plain("│ ５ 3\u{fe0f}\u{20e3} · │".as_bytes()), *b"| 5 3 . |");
/// ```
pub fn plain(text: &[u8]) -> Cow<'_, [u8]> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut plain = Vec::with_capacity(text.len());
    for chunk in to_be_checked(text).utf8_chunks() {
        for char in chunk.valid().chars() {
            match plain_sign(char) {
                Some(NOTHING) => {}
                Some(sign) => plain.push(sign),
                None => plain.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes()),
            }
        }
        plain.extend_from_slice(chunk.invalid());
    }
    Cow::Owned(plain)
}

/// The digits of other scripts: the code of the first, their number, and the value of the first (circled digits begin with
/// 1).
const DIGITS: [(u32, u32, u8); 13] = [
    (0x0660, 10, b'0'),
    (0x06F0, 10, b'0'),
    (0x0966, 10, b'0'),
    (0x09E6, 10, b'0'),
    (0x0E50, 10, b'0'),
    (0x2460, 9, b'1'),
    (0x2776, 9, b'1'),
    (0xFF10, 10, b'0'),
    (0x1D7CE, 10, b'0'),
    (0x1D7D8, 10, b'0'),
    (0x1D7E2, 10, b'0'),
    (0x1D7EC, 10, b'0'),
    (0x1D7F6, 10, b'0'),
];

/// Stands for a character that is left out, because it has no width or only changes how the character before it looks.
pub(super) const NOTHING: u8 = 0;

/// Returns the ASCII sign that a character stands for, or [`NOTHING`]; `None` if it is ASCII or stands for itself.
pub(super) fn plain_sign(char: char) -> Option<u8> {
    if char.is_ascii() {
        return None;
    }
    let code = u32::from(char);
    if let Some((first, _, digit)) =
        DIGITS.iter().find(|(first, count, _)| (*first..first + count).contains(&code))
    {
        return Some(digit + (code - first) as u8);
    }
    Some(match char {
        '│'
        | '┃'
        | '║'
        | '╎'
        | '╏'
        | '┆'
        | '┇'
        | '┊'
        | '┋'
        | '╽'
        | '╿'
        | '｜'
        | '∣'
        | '⎡'..='⎭' => b'|',
        '─' | '━' | '═' | '╌' | '╍' | '┄' | '┅' | '┈' | '┉' | '╴' | '╶' | '╸' | '╺' | '╼' | '╾' => {
            b'-'
        }
        '\u{2010}'..='\u{2015}' | '−' | '－' => b'-',
        '\u{2500}'..='\u{257f}' => b'+',
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => b' ',
        '·' | '∙' | '⋅' | '□' | '■' | '▢' | '⬜' | '☐' | '◻' | '⬚' | '．' => {
            b'.'
        }
        '＊' => b'*',
        '，' => b',',
        '；' => b';',
        '：' => b':',
        '＝' => b'=',
        '／' => b'/',
        '（' => b'(',
        '）' => b')',
        '［' | '【' | '〔' => b'[',
        '］' | '】' | '〕' => b']',
        '｛' => b'{',
        '｝' => b'}',
        '“' | '”' | '„' | '«' | '»' => b'"',
        '‘' | '’' => b'\'',
        '\u{200b}'..='\u{200f}'
        | '\u{2060}'
        | '\u{feff}'
        | '\u{fe0e}'
        | '\u{fe0f}'
        | '\u{20e3}'
        | '\u{ad}' => NOTHING,
        _ => return None,
    })
}

/// Returns whether some digits of a text are plain ASCII, and others are keycaps or of another script, as in `5 ３`. Such a
/// text is refused, because the difference may have a meaning, for example which digits are given.
pub fn mixes_digits(text: &[u8]) -> bool {
    if text.is_ascii() {
        return false;
    }
    let (mut has_usual, mut has_others) = (false, false);
    for chunk in to_be_checked(text).utf8_chunks() {
        let mut chars = chunk.valid().chars().peekable();
        while let Some(char) = chars.next() {
            let is_keycap = matches!(chars.peek(), Some('\u{fe0f}' | '\u{20e3}'));
            has_usual |= matches!(char, '1'..='9') && !is_keycap;
            has_others |= matches!(char, '1'..='9') && is_keycap;
            has_others |= matches!(plain_sign(char), Some(b'1'..=b'9'));
        }
    }
    has_usual && has_others
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<(Gap, &str)> {
        let mut all = tokens(text.as_bytes());
        let mut found: Vec<_> = all
            .by_ref()
            .map(|token| (token.gap, std::str::from_utf8(token.word).unwrap()))
            .collect();
        found.push((all.tail(), ""));
        found
    }

    #[test]
    fn words_and_gaps() {
        let gap = |signs: &str| Gap::of(signs.as_bytes());
        assert_eq!(
            split("5 3\t."),
            [(gap(""), "5"), (gap(""), "3"), (gap(""), "."), (gap(""), "")]
        );
        assert_eq!(
            split("[ \"5\", \"\"]"),
            [(gap("[\""), "5"), (gap("\",\""), ""), (gap("\"]"), "")]
        );
        assert_eq!(split("53.\\n6.."), [(gap(""), "53."), (gap("\\n"), "6.."), (gap(""), "")]);
        assert_eq!(split(""), [(gap(""), "")]);
        assert_eq!(split("\"\""), [(gap("\"\""), "")]);
        let long = split("1,,,,,,,,,2");
        assert_eq!(long[1].0, Gap::LONG);
    }

    #[test]
    fn signs_of_a_gap() {
        let gap = Gap::of(b"\",\"");
        assert!(gap.signs_backwards().eq(*b"\",\""));
        assert!(gap.has(Uses::OPENS) && gap.has(Uses::BETWEEN));
        assert!(!gap.has(Uses::MARKS));
        assert!(!Gap::BLANK.has(Uses::OPENS));
    }

    #[test]
    fn signs_of_unicode() {
        for (text, expected) in [
            ("５３．｜", "53.|"),
            ("┌──┬──┐", "+--+--+"),
            ("5\u{a0}3\u{3000}·", "5 3 ."),
            ("1\u{fe0f}\u{20e3}", "1"),
            ("\u{feff}53", "53"),
            ("é5", "é5"),
        ] {
            assert_eq!(plain(text.as_bytes()), expected.as_bytes(), "{text}");
        }
        assert_eq!(*plain(b"\xFF\xC2\xA05"), *b"\xFF 5", "no UTF-8");
    }

    #[test]
    fn digits_of_two_kinds() {
        assert!(mixes_digits("５ 3".as_bytes()));
        assert!(mixes_digits("5\u{20e3} 3".as_bytes()));
        assert!(!mixes_digits("５ ３ 0".as_bytes()));
        assert!(!mixes_digits("5 3 · ".as_bytes()));
    }
}
