//! The signs that stand between cells, and around them: one table says what each may do. A sign that is added here is read
//! between cells, in every grammar and in replies.
//!
//! ```text
//! [5, 3, 0], | 5 : 3 : . |, 5/3/.        signs of gaps: BETWEEN, OPENS, CLOSES, TRAILS, MARKS
//! 53..7…,534…|easy                       ends of fields: FIELD
//! <a href="?p=53..7…">                   edges of a grid among words: EDGE
//! ```

/// The uses of a sign, as a set of bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Roles(u16);

impl Roles {
    /// Stands between any two cells of a row.
    pub(super) const BETWEEN: Self = Self(1);
    /// Stands before the first cell.
    pub(super) const OPENS: Self = Self(1 << 1);
    /// Stands behind the last cell.
    pub(super) const CLOSES: Self = Self(1 << 2);
    /// Stands behind what closes, as in a list of rows.
    pub(super) const TRAILS: Self = Self(1 << 3);
    /// Says something about a cell, unless it stands between all boxes.
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
    /// Makes another sign of the letter behind it.
    Escape,
    /// Any other sign of a gap.
    Sign,
}

/// The class of a byte in a reply, where cells are digits, and strokes are emphasis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReplyClass {
    Digit,
    Letter,
    /// Blanks, bars, quotes: what may stand between cells.
    Gap,
    /// A bracket, which is a gap.
    Bracket,
    /// A stroke or a semicolon, which may end a row within a line.
    Divider,
    /// A colon or an equals sign: what stands before is no cell.
    Splitter,
    Dot,
    Other,
}

struct Sign {
    byte: u8,
    class: Class,
    reply: ReplyClass,
    roles: Roles,
}

const fn sign(byte: u8, class: Class, reply: ReplyClass, roles: &[Roles]) -> Sign {
    let mut all = Roles(0);
    let mut rest = roles;
    while let [first, others @ ..] = rest {
        all = all.and(*first);
        rest = others;
    }
    Sign { byte, class, reply, roles: all }
}

const SIGNS: [Sign; 32] = {
    use Class::{Blank, Escape, Quote, Word};
    use ReplyClass::{Bracket, Divider, Dot, Gap, Other, Splitter};
    const BETWEEN: Roles = Roles::BETWEEN;
    const OPENS: Roles = Roles::OPENS;
    const CLOSES: Roles = Roles::CLOSES;
    const TRAILS: Roles = Roles::TRAILS;
    const MARKS: Roles = Roles::MARKS;
    const FIELD: Roles = Roles::FIELD;
    const EDGE: Roles = Roles::EDGE;
    const COLUMN: Roles = Roles::COLUMN;
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
        sign(b'`', Class::Sign, Gap, &[]),
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

/// Returns whether these signs of a gap, without quotes, may stand between any two cells of a row.
pub(super) fn may_stand_between(mut signs: impl Iterator<Item = u8>) -> bool {
    match (signs.next(), signs.next(), signs.next()) {
        (None, ..) => true,
        (Some(sign), None, _) => is(sign, Roles::BETWEEN),
        // They come backwards.
        (Some(second), Some(first), None) => PAIRS.contains(&[first, second]),
        _ => false,
    }
}

/// Returns whether a byte has a role.
#[inline]
pub(super) fn is(byte: u8, role: Roles) -> bool {
    ROLES[usize::from(byte)].has(role)
}

/// Returns the class of a byte.
#[inline]
pub(super) fn class(byte: u8) -> Class {
    CLASSES[usize::from(byte)]
}

/// Returns the class of a byte of a reply.
#[inline]
pub(super) fn reply_class(byte: u8) -> ReplyClass {
    REPLY_CLASSES[usize::from(byte)]
}

/// Returns a table of all bytes, true for those that have a role.
pub(super) const fn bytes_with(role: Roles) -> [bool; 256] {
    let mut set = [false; 256];
    let mut index = 0;
    while index < SIGNS.len() {
        set[SIGNS[index].byte as usize] = SIGNS[index].roles.has(role);
        index += 1;
    }
    set
}

const ROLES: [Roles; 256] = {
    let mut table = [Roles(0); 256];
    let mut index = 0;
    while index < SIGNS.len() {
        table[SIGNS[index].byte as usize] = SIGNS[index].roles;
        index += 1;
    }
    table
};

const CLASSES: [Class; 256] = {
    let mut table = [Class::Word; 256];
    let mut index = 0;
    while index < SIGNS.len() {
        table[SIGNS[index].byte as usize] = SIGNS[index].class;
        index += 1;
    }
    table
};

const REPLY_CLASSES: [ReplyClass; 256] = {
    let mut table = [ReplyClass::Other; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        if byte.is_ascii_digit() {
            table[byte as usize] = ReplyClass::Digit;
        } else if byte.is_ascii_alphabetic() {
            table[byte as usize] = ReplyClass::Letter;
        }
        byte += 1;
    }
    let mut index = 0;
    while index < SIGNS.len() {
        table[SIGNS[index].byte as usize] = SIGNS[index].reply;
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

    /// Each sign reads as its roles say, in rows and in lines, so that none of the readers has a set of its own.
    #[test]
    fn signs_do_what_their_roles_say() {
        for &Sign { byte, class, roles, .. } in &SIGNS {
            let name = byte.escape_ascii();
            let joined = |cells: &[u8]| {
                let mut text: Vec<u8> = cells.iter().flat_map(|&cell| [cell, byte]).collect();
                text.pop();
                text
            };
            let is_between =
                roles.has(Roles::BETWEEN) || matches!(class, Class::Blank | Class::Quote);
            if byte != b'.' && byte != b'*' && byte != b'-' && byte != b'_' {
                assert_eq!(cells::<9>(&joined(&GRID[..9])).is_some(), is_between, "'{name}'");
                // Between rows, a mark is none of the bars.
                let is_between = is_between && !roles.has(Roles::MARKS);
                assert_eq!(cells::<81>(&joined(GRID)).is_some(), is_between, "'{name}'");
            }
            let row = b"5 3 . . 7 . . . .";
            let before = [&[byte], &row[..]].concat();
            let behind = [&row[..], &[byte]].concat();
            if class != Class::Word {
                let is_blank = class == Class::Blank;
                // An exclamation mark at an edge is a bar only where there are others.
                let is_mark = roles.has(Roles::MARKS);
                let opens = (roles.has(Roles::OPENS) || is_blank) && !is_mark;
                let closes = roles.has(Roles::CLOSES) || roles.has(Roles::TRAILS) || is_blank;
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
