//! The signs that stand between cells and around them, in one table with the uses of each. A sign that is added here is
//! read in every grammar and in replies.
//!
//! ```text
//! [5, 3, 0], | 5 : 3 : . |, 5/3/.        signs of gaps: BETWEEN, OPENS, CLOSES, TRAILS, MARKS
//! 53..7…,534…|easy                       ends of fields: FIELD
//! <a href="?p=53..7…">                   edges of a grid among words: EDGE
//! ```

/// The uses of a sign, as a set of bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Uses(u8);

impl Uses {
    /// Stands between any two cells of a row.
    pub(super) const BETWEEN: Self = Self(1);
    /// Stands before the first cell.
    pub(super) const OPENS: Self = Self(1 << 1);
    /// Stands behind the last cell.
    pub(super) const CLOSES: Self = Self(1 << 2);
    /// Stands behind the sign that closes a row, as the comma of `[5, 3, 0],`.
    pub(super) const TRAILS: Self = Self(1 << 3);
    /// Marks a cell, as in `6!`, unless it stands between all boxes.
    pub(super) const MARKS: Self = Self(1 << 4);
    /// Ends a field of a line.
    pub(super) const FIELD: Self = Self(1 << 5);
    /// Stands next to a grid among words, for example in an address.
    pub(super) const EDGE: Self = Self(1 << 6);
    /// Separates the columns of a table, where fields may be empty.
    pub(super) const COLUMN: Self = Self(1 << 7);

    const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// The class of a byte in a text of words and gaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// Belongs to a word.
    Word,
    Blank,
    Quote,
    /// The backslash, which makes another sign of the letter behind it, as in `\n`.
    Escape,
    /// Any other sign of a gap.
    Sign,
}

/// The class of a byte in a reply, where cells are digits, and strokes are emphasis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReplyClass {
    Digit,
    Letter,
    /// Blanks, bars, quotes and others that may stand between cells.
    Gap,
    /// A bracket, which is a gap.
    Bracket,
    /// A stroke or a semicolon, which may end a row within a line.
    Divider,
    /// A colon or an equals sign, before which no cell stands.
    Splitter,
    Dot,
    Other,
}

#[derive(Clone, Copy)]
struct Sign {
    byte: u8,
    class: Class,
    reply: ReplyClass,
    uses: Uses,
}

const fn sign(byte: u8, class: Class, reply: ReplyClass, uses: &[Uses]) -> Sign {
    let mut all = Uses(0);
    let mut rest = uses;
    while let [first, others @ ..] = rest {
        all = all.and(*first);
        rest = others;
    }
    Sign { byte, class, reply, uses: all }
}

const SIGNS: [Sign; 32] = {
    use Class::{Blank, Escape, Quote, Word};
    use ReplyClass::{Bracket, Divider, Dot, Gap, Other, Splitter};
    const BETWEEN: Uses = Uses::BETWEEN;
    const OPENS: Uses = Uses::OPENS;
    const CLOSES: Uses = Uses::CLOSES;
    const TRAILS: Uses = Uses::TRAILS;
    const MARKS: Uses = Uses::MARKS;
    const FIELD: Uses = Uses::FIELD;
    const EDGE: Uses = Uses::EDGE;
    const COLUMN: Uses = Uses::COLUMN;
    [
        sign(b' ', Blank, Gap, &[FIELD, EDGE]),
        sign(b'\t', Blank, Gap, &[FIELD, EDGE, COLUMN]),
        sign(b'\r', Blank, Other, &[]),
        sign(b'\n', Blank, Other, &[]),
        sign(0x0B, Blank, Other, &[]),
        sign(0x0C, Blank, Other, &[]),
        // The end of a text of DOS.
        sign(0x1A, Blank, Other, &[]),
        sign(b',', Class::Sign, Gap, &[BETWEEN, TRAILS, FIELD, EDGE, COLUMN]),
        sign(b';', Class::Sign, Divider, &[BETWEEN, CLOSES, TRAILS, FIELD, EDGE, COLUMN]),
        sign(b'|', Class::Sign, Gap, &[BETWEEN, OPENS, CLOSES, FIELD, EDGE, COLUMN]),
        sign(b'!', Class::Sign, Gap, &[BETWEEN, OPENS, CLOSES, MARKS]),
        sign(b':', Class::Sign, Splitter, &[BETWEEN, CLOSES, TRAILS, FIELD, EDGE]),
        sign(b'/', Class::Sign, Divider, &[BETWEEN, EDGE]),
        sign(b'&', Class::Sign, Gap, &[BETWEEN, TRAILS, EDGE]),
        sign(b'[', Class::Sign, Bracket, &[OPENS, EDGE]),
        sign(b'(', Class::Sign, Bracket, &[OPENS, EDGE]),
        sign(b'{', Class::Sign, Bracket, &[OPENS, EDGE]),
        sign(b']', Class::Sign, Bracket, &[CLOSES, EDGE]),
        sign(b')', Class::Sign, Bracket, &[CLOSES, EDGE]),
        sign(b'}', Class::Sign, Bracket, &[CLOSES, EDGE]),
        sign(b'"', Quote, Gap, &[OPENS, CLOSES, EDGE]),
        sign(b'\'', Quote, Gap, &[OPENS, CLOSES, EDGE]),
        sign(b'`', Class::Sign, Gap, &[OPENS, CLOSES, EDGE]),
        sign(b'\\', Escape, Other, &[CLOSES]),
        sign(b'<', Word, Other, &[EDGE]),
        sign(b'>', Word, Gap, &[EDGE]),
        sign(b'=', Word, Splitter, &[EDGE]),
        sign(b'#', Word, Gap, &[FIELD, EDGE]),
        sign(b'*', Word, Gap, &[]),
        sign(b'-', Word, Gap, &[]),
        sign(b'_', Word, Gap, &[]),
        sign(b'.', Word, Dot, &[]),
    ]
};

/// The pairs of signs that may stand between two cells of a row.
const PAIRS: [[u8; 2]; 4] = [*b",|", *b";|", *b"||", *b",;"];

/// Returns whether the signs of a gap, the last one first, may stand between any two cells of a row. Quotes are ignored,
/// because they may stand around cells.
pub(super) fn may_stand_between(backwards: impl Iterator<Item = u8>) -> bool {
    let mut signs = backwards.filter(|&sign| class(sign) != Class::Quote);
    match (signs.next(), signs.next(), signs.next()) {
        (None, ..) => true,
        (Some(sign), None, _) => is(sign, Uses::BETWEEN),
        (Some(second), Some(first), None) => PAIRS.contains(&[first, second]),
        _ => false,
    }
}

/// Returns whether a byte has a use.
#[inline]
pub(super) fn is(byte: u8, wanted: Uses) -> bool {
    TABLE[usize::from(byte)].uses.has(wanted)
}

/// Returns the class of a byte.
#[inline]
pub(super) fn class(byte: u8) -> Class {
    TABLE[usize::from(byte)].class
}

/// Returns the class of a byte of a reply.
#[inline]
pub(super) fn reply_class(byte: u8) -> ReplyClass {
    TABLE[usize::from(byte)].reply
}

/// Returns a table of all bytes, true for those with this use.
pub(super) const fn bytes_with(wanted: Uses) -> [bool; 256] {
    let mut set = [false; 256];
    let mut byte = 0;
    while byte < set.len() {
        set[byte] = TABLE[byte].uses.has(wanted);
        byte += 1;
    }
    set
}

/// The signs by their bytes; others belong to words.
const TABLE: [Sign; 256] = {
    let mut table = [sign(0, Class::Word, ReplyClass::Other, &[]); 256];
    let mut byte = 0_u8;
    while byte < 128 {
        if byte.is_ascii_digit() {
            table[byte as usize].reply = ReplyClass::Digit;
        } else if byte.is_ascii_alphabetic() {
            table[byte as usize].reply = ReplyClass::Letter;
        }
        byte += 1;
    }
    let mut index = 0;
    while index < SIGNS.len() {
        table[SIGNS[index].byte as usize] = SIGNS[index];
        index += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cells::cells;

    const GRID: &[u8; 81] =
        b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    /// Each sign is read by its uses in rows and in lines, so that no reader has a set of its own.
    #[test]
    fn signs_do_what_their_uses_say() {
        for &Sign { byte, class, uses, .. } in &SIGNS {
            let name = byte.escape_ascii();
            let joined = |cells: &[u8]| {
                let mut text: Vec<u8> = cells.iter().flat_map(|&cell| [cell, byte]).collect();
                text.pop();
                text
            };
            let is_between =
                uses.has(Uses::BETWEEN) || matches!(class, Class::Blank | Class::Quote);
            if byte != b'.' && byte != b'*' && byte != b'-' && byte != b'_' {
                assert_eq!(cells::<9>(&joined(&GRID[..9])).is_some(), is_between, "'{name}'");
                // Between rows, `!` is no bar.
                let is_between = is_between && !uses.has(Uses::MARKS);
                assert_eq!(cells::<81>(&joined(GRID)).is_some(), is_between, "'{name}'");
            }
            let row = b"5 3 . . 7 . . . .";
            let before = [&[byte], &row[..]].concat();
            let behind = [&row[..], &[byte]].concat();
            if class != Class::Word {
                let is_blank = class == Class::Blank;
                // An exclamation mark at an edge is a bar only where there are others.
                let is_mark = uses.has(Uses::MARKS);
                let opens = (uses.has(Uses::OPENS) || is_blank) && !is_mark;
                let closes = uses.has(Uses::CLOSES) || uses.has(Uses::TRAILS) || is_blank;
                assert_eq!(cells::<9>(&before).is_some(), opens, "'{name}' before");
                assert_eq!(cells::<9>(&behind).is_some(), closes && !is_mark, "'{name}' behind");
            }
        }
    }

    #[test]
    fn each_sign_has_one_row() {
        for (index, sign) in SIGNS.iter().enumerate() {
            assert!(SIGNS[..index].iter().all(|other| other.byte != sign.byte), "{}", sign.byte);
        }
    }
}
