//! Turns a reply into plain text: characters and markup that mean a digit, a blank, a bar or the end of a line become
//! these.
//!
//! ```text
//! 5 & 3 & 4 \\ \hline      becomes    5 & 3 & 4, the end of a line, a blank line
//! <td>5</td><td>3</td>                |5 |3
//! ５│３                                5|3
//! ```

use std::ops::Range;

use memchr::memchr;

use super::{
    super::tokens::{NOTHING, plain_sign},
    work,
};

/// The plain text of a part of a reply.
#[derive(Default)]
pub(super) struct Plain {
    /// The text. All of it is ASCII; a letter of another script is `z`.
    pub(super) text: Vec<u8>,
    /// Places of the plain text with their places in the part, a pair wherever the distance between them changes.
    jumps: Vec<(usize, usize)>,
    /// The place of a tag or an environment that is not closed.
    pub(super) cut: Option<usize>,
    /// True if ends of lines were written in LaTeX.
    pub(super) is_latex: bool,
    /// True if ends of lines were written as tags.
    pub(super) is_markup: bool,
    /// True within a row of a table, where the end of a line is a blank.
    is_in_row: bool,
    open: Vec<(Vec<u8>, usize)>,
}

/// The bytes that may be replaced.
const IS_SPECIAL: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0x80;
    while byte < 256 {
        table[byte] = true;
        byte += 1;
    }
    table[b'\\' as usize] = true;
    table[b'<' as usize] = true;
    table[b'&' as usize] = true;
    table[b'$' as usize] = true;
    table[b'\r' as usize] = true;
    table
};

/// Tags of cells and of emphasis: they end no line.
const INLINE_TAGS: [&[u8]; 22] = [
    b"b", b"c", b"cell", b"code", b"col", b"d", b"digit", b"em", b"font", b"i", b"kbd", b"mark",
    b"n", b"num", b"s", b"small", b"span", b"strong", b"td", b"th", b"u", b"v",
];

/// Tags that hold a grid. The text was cut off if one of them is not closed.
const CONTAINER_TAGS: [&[u8]; 17] = [
    b"board",
    b"details",
    b"function",
    b"grid",
    b"invoke",
    b"output",
    b"parameter",
    b"pre",
    b"puzzle",
    b"response",
    b"result",
    b"rows",
    b"solution",
    b"sudoku",
    b"table",
    b"tbody",
    b"tool_call",
];

/// Commands of LaTeX with the number of arguments that are no text.
const ARGUMENTS: [(&[u8], usize); 12] = [
    (b"cellcolor", 1),
    (b"cline", 1),
    (b"color", 1),
    (b"colorbox", 1),
    (b"fontsize", 2),
    (b"hspace", 1),
    (b"multicolumn", 2),
    (b"rowcolor", 1),
    (b"rule", 2),
    (b"setlength", 2),
    (b"textcolor", 1),
    (b"vspace", 1),
];

/// The most bytes of a tag, and of an argument of a command.
const LONGEST_TAG: usize = 200;

impl Plain {
    /// Reads a part of a reply.
    pub(super) fn read(&mut self, part: &[u8]) {
        self.text.clear();
        self.jumps.clear();
        self.open.clear();
        (self.is_latex, self.is_markup, self.is_in_row) = (false, false, false);
        let mut at = 0;
        // The next `>`, which is searched once, even if many `<` stand before it.
        let mut next_end: Option<usize> = None;
        while at < part.len() {
            work(1);
            let rest = &part[at..];
            let plain = rest.iter().position(|&byte| IS_SPECIAL[usize::from(byte)]);
            let plain = plain.unwrap_or(rest.len());
            if plain > 0 {
                work(plain);
                self.jumps.push((self.text.len(), at));
                let start = self.text.len();
                self.text.extend_from_slice(&rest[..plain]);
                if self.is_in_row {
                    let ends = self.text[start..].iter_mut().filter(|byte| **byte == b'\n');
                    ends.for_each(|byte| *byte = b' ');
                }
                at += plain;
                continue;
            }
            self.jumps.push((self.text.len(), at));
            at += match rest[0] {
                b'\\' => self.command(rest),
                b'<' => {
                    if next_end.is_none_or(|end| end < at) {
                        let end = memchr(b'>', rest).unwrap_or(rest.len());
                        work(end);
                        next_end = Some(at + end);
                    }
                    let end = next_end.map_or(0, |end| end - at);
                    self.tag(rest, end)
                }
                b'&' => self.entity(rest),
                b'$' | b'\r' => self.write(b" ", 1),
                _ => self.character(rest),
            };
        }
        self.jumps.push((self.text.len(), part.len()));
        self.cut = self.open.first().map(|(_, at)| *at);
    }

    /// Returns the place in the part of a place of the plain text. The end of a character becomes the end of all bytes that
    /// belong to it.
    pub(super) fn place(&self, at: usize) -> usize {
        let jump = self.jumps.partition_point(|(plain, _)| *plain <= at);
        match jump.checked_sub(1).map(|jump| self.jumps[jump]) {
            Some((plain, part)) => part + (at - plain),
            None => at,
        }
    }

    /// Writes the plain text of `length` bytes, and returns `length`.
    fn write(&mut self, plain: &[u8], length: usize) -> usize {
        self.text.extend_from_slice(plain);
        length
    }

    /// Reads a command or an escape, which starts with a backslash.
    fn command(&mut self, rest: &[u8]) -> usize {
        let Some(&next) = rest.get(1) else { return self.write(b" ", 1) };
        match next {
            b'\\' => self.row_end(rest),
            b'n' | b't' | b'r' if !rest.get(2).is_some_and(u8::is_ascii_lowercase) => {
                self.write(if next == b'n' { b"\n" } else { b" " }, 2)
            }
            b'|' | b'_' | b'"' | b'.' | b'-' => self.write(&[next], 2),
            next if next.is_ascii_alphabetic() => self.word(rest),
            b'\n' => self.write(b" ", 1),
            _ => self.write(b" ", 2),
        }
    }

    /// Reads `\\`, which ends a row, with its distance and the end of the line behind.
    fn row_end(&mut self, rest: &[u8]) -> usize {
        if rest.get(2) == Some(&b'n') && !rest.get(3).is_some_and(u8::is_ascii_alphabetic) {
            return self.write(b"\n", 3);
        }
        self.is_latex = true;
        let mut length = 2;
        if rest.get(length) == Some(&b'[')
            && let Some(end) = memchr(b']', &rest[..rest.len().min(20)])
        {
            length = end + 1;
        }
        length += rest[length..].iter().take(20).take_while(|byte| b" \t\r".contains(byte)).count();
        length += usize::from(rest.get(length) == Some(&b'\n'));
        self.write(b"\n", length)
    }

    /// Reads a command of LaTeX.
    fn word(&mut self, rest: &[u8]) -> usize {
        let letters =
            rest[1..].iter().take(20).take_while(|byte| byte.is_ascii_alphabetic()).count();
        let name = &rest[1..=letters];
        let mut length = 1 + letters;
        match name {
            b"begin" | b"end" => {
                let Some(argument) = argument(&rest[length..]) else {
                    return self.write(b" ", length);
                };
                let environment = rest[length..length + argument].to_vec();
                length += argument;
                if name == b"begin" {
                    self.open.push((environment, self.text.len()));
                    // The columns, and the place on the page.
                    while let Some(argument) = argument_or_option(&rest[length..]) {
                        length += argument;
                    }
                } else {
                    self.close(&environment);
                }
                self.write(b"\n", length)
            }
            b"cr" | b"newline" | b"tabularnewline" => {
                self.is_latex = true;
                self.write(b"\n", length)
            }
            b"rightarrow" | b"to" | b"Rightarrow" | b"implies" => self.write(b":", length),
            _ => {
                let skipped = ARGUMENTS.iter().find(|(command, _)| *command == name);
                for _ in 0..skipped.map_or(0, |(_, arguments)| *arguments) {
                    length += argument(&rest[length..]).unwrap_or(0);
                }
                self.write(b" ", length)
            }
        }
    }

    /// Closes the tag or environment of this name, and all that were opened within it.
    fn close(&mut self, name: &[u8]) {
        if let Some(at) = self.open.iter().rposition(|(open, _)| open == name) {
            self.open.truncate(at);
        }
    }

    /// Reads a `<`, which may start a tag that ends at `end`.
    fn tag(&mut self, rest: &[u8], end: usize) -> usize {
        if end >= rest.len().min(LONGEST_TAG) {
            return self.write(b"<", 1);
        }
        let inner = &rest[1..end];
        if inner.starts_with(b"|") && inner.ends_with(b"|")
            || inner.starts_with(b"!--") && inner.ends_with(b"--")
        {
            return self.write(b" ", end + 1);
        }
        let is_end = inner.starts_with(b"/");
        let inner = &inner[usize::from(is_end)..];
        let letters = inner
            .iter()
            .take(20)
            .take_while(|byte| byte.is_ascii_alphabetic() || **byte == b'_')
            .count();
        if letters == 0 {
            return self.write(b"<", 1);
        }
        let name = inner[..letters].to_ascii_lowercase();
        if let Some(cells) = cells_of_attributes(&rest[..end]) {
            self.is_markup = true;
            let at = self.jumps.last().map_or(0, |(_, part)| *part);
            self.text.push(b'\n');
            self.jumps.push((self.text.len(), at + cells.start));
            self.text.extend_from_slice(&rest[cells]);
            self.jumps.push((self.text.len(), at + end));
            return self.write(b"\n", end + 1);
        }
        let is_whole = !inner.get(letters).is_some_and(u8::is_ascii_alphanumeric);
        let length = end + 1;
        if is_whole && INLINE_TAGS.contains(&&name[..]) {
            let is_cell = matches!(&name[..], b"td" | b"th" | b"cell") && !is_end;
            return self.write(if is_cell { b"|" } else { b" " }, length);
        }
        if is_whole && CONTAINER_TAGS.contains(&&name[..]) {
            if is_end {
                self.close(&name);
            } else if !inner.ends_with(b"/") {
                self.open.push((name, self.text.len()));
            }
            return self.write(b"\n", length);
        }
        self.is_markup = true;
        self.is_in_row = name == b"tr" && !is_end;
        // A row ends at the end of its tag alone, so that no blank line stands before it. A bar shows that its last cell ends.
        let plain: &[u8] = match (&name[..], is_end) {
            (b"tr", false) => b" ",
            (b"tr", true) => b"|\n",
            _ => b"\n",
        };
        self.write(plain, length)
    }

    /// Reads an ampersand, which may start an entity of HTML.
    fn entity(&mut self, rest: &[u8]) -> usize {
        const ENTITIES: [(&[u8], &[u8]); 6] = [
            (b"&nbsp;", b" "),
            (b"&amp;", b"&"),
            (b"&lt;", b"<"),
            (b"&gt;", b">"),
            (b"&quot;", b"\""),
            (b"&#124;", b"|"),
        ];
        match ENTITIES.iter().find(|(entity, _)| rest.starts_with(entity)) {
            Some((entity, plain)) => self.write(plain, entity.len()),
            None => self.write(b"&", 1),
        }
    }

    /// Reads a character that is not ASCII.
    fn character(&mut self, rest: &[u8]) -> usize {
        let (char, length) = first_character(rest);
        work(length);
        match plain_character(char) {
            NOTHING => {}
            plain => self.text.push(plain),
        }
        length
    }
}

/// Returns the place of the value of an attribute that is a row or a grid: `<solution grid="5346...">`.
fn cells_of_attributes(tag: &[u8]) -> Option<Range<usize>> {
    let is_cell = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
    let mut start = 0;
    for (number, value) in tag.split(|byte| matches!(byte, b'"' | b'\'')).enumerate() {
        if number % 2 == 1 && matches!(value.len(), 9 | 81) && value.iter().all(is_cell) {
            return Some(start..start + value.len());
        }
        start += value.len() + 1;
    }
    None
}

/// Returns the length of an argument in braces that a text starts with.
fn argument(text: &[u8]) -> Option<usize> {
    let mut depth = 0_usize;
    let text = &text[..text.len().min(LONGEST_TAG)];
    for (at, byte) in text.iter().enumerate() {
        work(1);
        match byte {
            b'{' => depth += 1,
            b'}' if depth == 1 => return Some(at + 1),
            _ if depth == 0 => return None,
            b'}' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Returns the length of an argument that describes the columns of a table, or of an option.
fn argument_or_option(text: &[u8]) -> Option<usize> {
    if text.first() == Some(&b'[') {
        let end = memchr(b']', &text[..text.len().min(8)])?;
        return text[1..end].iter().all(u8::is_ascii_alphabetic).then_some(end + 1);
    }
    let length = argument(text)?;
    let is_columns = text[..length].iter().any(|byte| b"clrpmX".contains(byte));
    is_columns.then_some(length)
}

/// Returns the first character of a text, and its length; a byte that is no character is U+FFFD.
fn first_character(text: &[u8]) -> (char, usize) {
    let length = match text[0] {
        0xF0.. => 4,
        0xE0.. => 3,
        _ => 2,
    };
    // A copy, as of all that is to be checked, without an allocation.
    let mut copy = [0; 4];
    let char = text.get(..length).and_then(|bytes| {
        copy[..length].copy_from_slice(bytes);
        std::str::from_utf8(&copy[..length]).ok()?.chars().next()
    });
    char.map_or((char::REPLACEMENT_CHARACTER, 1), |char| (char, length))
}

/// Returns the plain character that a character means, or [`NOTHING`]. Besides the characters of grids, these are ends of
/// lines, arrows and marks of lists.
fn plain_character(char: char) -> u8 {
    match char {
        '\u{85}' | '\u{2028}' | '\u{2029}' => b'\n',
        '•' | '◦' | '▪' | '●' | '✓' | '✔' | '✅' | '☑' | '。' | '、' | '…' => {
            b' '
        }
        '→' | '⇒' | '➜' | '➡' | '⟶' => b':',
        _ => plain_sign(char).unwrap_or(b'z'),
    }
}
