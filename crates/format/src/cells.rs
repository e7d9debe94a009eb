//! Reads a text that is exactly nine cells (a row) or 81 (a grid), and finds every way to read it so. Lines, fields,
//! members of objects, rows of drawn grids, arguments and strings are all read here.
//!
//! ```text
//! together   53..7....                  a single word
//! groups     53. .7. ...                words of three cells or nine, with the same gap between all
//! apart      5 3 . | . 7 . | . . .      a word for each cell, with the same gaps in all boxes
//! fields     5,3,,,7,,,,                a field for each cell; an empty cell may be an empty field
//! boxes      |53 | 7 |   |              three cells between bars; a blank is an empty cell (rows only)
//! blanks     53  7                      a character for each cell; a blank is an empty cell
//! marks      5 3 1246 126 7 ...         a word for each cell: the cell, or its candidates (rows only)
//! numbers    5.3 .1. 8.9                three words that may be decimal numbers instead (rows only)
//! ```
//!
//! A cell is a digit, or the mark of an empty cell. A cell that is a word of its own may also be a word for no value
//! (`null`, `NaN`), or a digit with a decimal point (`5.0`) if all digits of the text have one. Brackets, quotes and bars
//! may stand at both ends, and between cells wherever the next box or row begins.
//!
//! A text is refused if only some cells have a further sign, because the meaning of the sign would be lost: `6!` or `[6]`
//! among plain digits, or digits of two scripts. It is also refused if some empty cells have marks and others nothing,
//! because a cell may have been lost there.
//!
//! ```
//! use batchdoku_format::cells::{Form, ways};
//! let found = ways::<9>(b"[5, 3, 0, 0, 7, 0, 0, 0, 0],");
//! let row = found.first().expect("nine cells");
//! assert_eq!((&row.cells, row.way.form), (b"530070000", Form::Apart));
//! assert!(ways::<9>(b"5 3 ! . . 7 . . . ").first().is_none());
//! ```

use std::borrow::Cow;

use super::{
    signs::{Class, Uses, class, is, may_stand_between},
    tokens::{Gap, Token, Tokens, mixes_digits, plain, tokens},
};
use batchdoku_engine::grid::{BAD_CELL, CELL_VALUE};

/// A form of writing cells. If a text has several forms, the first in this order is the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Form {
    /// A single word.
    Together,
    /// A word for each cell.
    Apart,
    /// A field for each cell, between delimiters of this byte, perhaps with bars at both ends.
    Fields(u8),
    /// Words of three cells or nine.
    Groups,
    /// Three cells between bars; a blank is an empty cell.
    Boxes,
    /// A character for each cell; a blank is an empty cell.
    Blanks,
    /// A word for each cell: the cell, or its candidates. A cell with several candidates is empty.
    Marks,
    /// Three words that may be numbers: `8.9`.
    Numbers,
}

/// A way to write cells: a form, with its gaps and its sign of an empty cell. All rows of a grid are written in the same
/// way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Way {
    /// The form.
    pub form: Form,
    /// The gap between two cells of a box; or between two groups.
    pub gap: Gap,
    /// The gap between two boxes of a row.
    pub box_gap: Gap,
    /// The gap between two rows, if there are several.
    pub row_gap: Gap,
    /// The gaps of a row that are a bar, one bit for each, if bars stand elsewhere than between boxes; otherwise 0.
    pub bars: u8,
    /// The way to write an empty cell.
    pub empty: Empty,
    /// True if digits have a decimal point.
    pub is_decimal: bool,
    /// The delimiters around fields, if a field may be empty: what stands outside of them is no cell.
    pub edges: Edges,
}

/// The ends of a text at which a delimiter stands outside of the fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Edges {
    /// True if one stands before the first field, as in `|5|3|`.
    pub before: bool,
    /// True if one stands behind the last field.
    pub behind: bool,
}

impl Edges {
    const NONE: Self = Self { before: false, behind: false };
}

/// Returns the delimiters around the 81 fields of a line, if some of these are empty cells without a mark.
pub(super) fn edges_of(line: &[u8]) -> Option<Edges> {
    // Most lines have fewer signs than lie between 81 fields.
    let may_be_fields = line.iter().filter(|byte| b",;|\t".contains(byte)).count() >= 80;
    let found = if may_be_fields { ways::<81>(line) } else { Ways::NONE };
    let way = found.first()?.way;
    (matches!(way.form, Form::Fields(_)) && way.empty == Empty::Nothing).then_some(way.edges)
}

/// The way to write an empty cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Empty {
    /// A mark, such as `.` or `0`; [`Written::cells`] has the mark of the text.
    Mark,
    /// Nothing, or a blank, or a word for nothing.
    Nothing,
}

/// The cells of a text, and the way to read them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written<const N: usize> {
    /// The cells as they stand: digits, and marks of empty cells; `.` where nothing stands.
    pub cells: [u8; N],
    /// The way to read them.
    pub way: Way,
}

/// Every way to read a text as `N` cells: see [`ways`].
#[derive(Clone, Copy, Debug)]
pub struct Ways<const N: usize> {
    list: [Option<Written<N>>; MOST],
}

impl<const N: usize> FromIterator<Written<N>> for Ways<N> {
    fn from_iter<I: IntoIterator<Item = Written<N>>>(all: I) -> Self {
        let mut ways = Self::NONE;
        all.into_iter().for_each(|written| ways.add(written));
        ways
    }
}

/// The most ways that are kept. Texts have fewer: nine digits with commas between them, for example, have five (apart and
/// fields, each with either sign of an empty cell, and marks).
const MOST: usize = 8;

impl<const N: usize> Ways<N> {
    pub(super) const NONE: Self = Self { list: [None; MOST] };

    /// Returns the cells as read in the best form.
    pub fn first(&self) -> Option<&Written<N>> {
        self.iter().min_by_key(|written| written.way.form)
    }

    /// Returns the cells as read in each way.
    pub fn iter(&self) -> impl Iterator<Item = &Written<N>> {
        self.list.iter().map_while(Option::as_ref)
    }

    /// Returns the cells as read in this way; `None` if the text cannot be read so.
    pub fn get(&self, way: Way) -> Option<&Written<N>> {
        self.iter().find(|written| written.way == way)
    }

    fn add(&mut self, written: Written<N>) {
        if is_rule(&written.cells) {
            return;
        }
        if let Some(place) = self.list.iter_mut().find(|place| place.is_none()) {
            *place = Some(written);
        }
    }
}

/// Returns every way to read a text of one line as `N` cells, nine or 81, and nothing else.
///
/// Cells that stand together, as in most texts, are found without a search.
pub fn ways<const N: usize>(text: &[u8]) -> Ways<N> {
    let mut found = Ways::NONE;
    // A row may be shorter than nine bytes: `,,,,,,,,` is nine empty fields, and blanks at its end may have been cut off.
    if N == 81 && text.len() < N {
        return found;
    }
    if let Some(cells) = together::<N>(text) {
        found.add(Written { cells, way: Way::TOGETHER });
        return found;
    }
    match plain(text) {
        Cow::Borrowed(text) => find_ways(text, &mut found),
        Cow::Owned(_) if mixes_digits(text) => {}
        Cow::Owned(text) => find_ways(&text, &mut found),
    }
    found
}

/// Returns the cells of a text that is nothing else, as read in the best form. Cells that stand together, or have the same
/// gap between all, are tried first, because most texts have them.
///
/// ```
/// use batchdoku_format::cells::cells;
/// assert_eq!(cells::<9>(b"5 3 . . 7 . . . ."), Some(*b"53..7...."));
/// assert_eq!(cells::<9>(b"5 3 . . 7 . . ."), None);
/// ```
#[inline]
pub fn cells<const N: usize>(text: &[u8]) -> Option<[u8; N]> {
    together(text)
        .or_else(|| strided(text))
        .or_else(|| ways(text).first().map(|written| written.cells))
}

/// The reason why a text is not the wanted number of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unexplained {
    /// This byte, the first that belongs to no cell, at this place of the [plain] text.
    Byte {
        /// The byte.
        byte: u8,
        /// The place.
        at: usize,
    },
    /// The text has this number of cells instead.
    Count(usize),
    /// The number of cells is right, but a sign stands between some of them only, or has two meanings.
    Between,
}

/// Returns the reason why a text is not `N` cells in any way; `None` if it is.
///
/// ```
/// use batchdoku_format::cells::{Unexplained, unexplained};
/// assert_eq!(unexplained::<9>(b"53..7..."), Some(Unexplained::Count(8)));
/// assert_eq!(unexplained::<9>(b"5 3 a . . . . . ."), Some(Unexplained::Byte { byte: b'a', at: 4 }));
/// assert_eq!(unexplained::<9>(b"5! 3 4 . . . . . ."), Some(Unexplained::Between));
/// assert_eq!(unexplained::<9>(b"53..7...."), None);
/// ```
pub fn unexplained<const N: usize>(text: &[u8]) -> Option<Unexplained> {
    if ways::<N>(text).first().is_some() {
        return None;
    }
    Some(match count(&plain(text)) {
        Err((byte, at)) => Unexplained::Byte { byte, at },
        Ok(count) if count == N => Unexplained::Between,
        Ok(count) => Unexplained::Count(count),
    })
}

/// Returns the number of cells in a text of plain signs.
///
/// # Errors
/// The first byte that belongs to no cell, and its place.
pub(super) fn count(text: &[u8]) -> Result<usize, (u8, usize)> {
    let mut count = 0;
    for Token { word, start, .. } in tokens(text) {
        count += match word.iter().position(|&byte| !is_cell(byte)) {
            _ if word.len() != 1 && cell_of(word).is_some() => 1,
            None => word.len(),
            Some(at) => return Err((word[at], start + at)),
        };
    }
    Ok(count)
}

/// Returns the mark that stands behind ten or more digits of a text, for example `!` in `6! 5 3!`. Such a text is refused,
/// because only its author knows the meaning of the mark: marked digits may be given, or found.
pub(super) fn mark_of_digits(text: &[u8]) -> Option<u8> {
    const MARKS: &[u8] = b"!^*+'";
    let mut counts = [0; MARKS.len()];
    for (at, two) in text.windows(2).enumerate() {
        let is_start = at == 0
            || !(text[at - 1].is_ascii_alphanumeric() || two[1] == b'\'' && text[at - 1] == b'\'');
        let is_end = text.get(at + 2).is_none_or(|byte| b",;| \t\r\n\"".contains(byte));
        let mark = MARKS.iter().position(|mark| *mark == two[1]);
        if let (b'1'..=b'9', Some(mark), true, true) = (two[0], mark, is_start, is_end) {
            counts[mark] += 1;
        }
    }
    let most = counts.iter().position(|&count| count > 9)?;
    Some(MARKS[most])
}

/// Returns the sign of empty cells in a text that uses another sign than the known marks, for example `@`; or `-1`, which
/// programs write in arrays.
pub(super) fn foreign_mark(text: &[u8]) -> Option<String> {
    let text = plain(text);
    let text = std::str::from_utf8(&text).ok()?;
    let number = || sign_of_empty(&text.replace("-1", "@")).map(|_| "-1".to_owned());
    sign_of_empty(text).map(String::from).or_else(number)
}

/// Returns the sign of empty cells in a text that uses another sign than the known marks. A line of 81 digits and signs
/// shows it, or of several times 81, or at least eight lines of nine, because one of nine rows may have no empty cell.
fn sign_of_empty(text: &str) -> Option<char> {
    let mut rows: Vec<(char, usize)> = Vec::new();
    for line in text.lines() {
        match foreign_in(line) {
            Some((sign, count)) if count.is_multiple_of(81) => return Some(sign),
            Some((sign, 9)) => match rows.iter_mut().find(|(known, _)| *known == sign) {
                Some((_, count)) => *count += 1,
                None => rows.push((sign, 1)),
            },
            _ => {}
        }
    }
    rows.into_iter().find(|(_, count)| *count >= 8).map(|(sign, _)| sign)
}

/// Returns whether a text has cells that a program has left out: dots stand between cells, as in `[5 3 0 ... 0 7 9]`, or
/// behind those of a word, as in `53007…`.
pub(super) fn is_abbreviated(text: &[u8]) -> bool {
    const DOTS: [&str; 2] = ["...", "…"];
    String::from_utf8_lossy(text).lines().any(|line| {
        let words = || line.split(|char: char| char.is_whitespace() || "[](),".contains(char));
        let cells = words().filter(|word| word.len() == 1 && is_cell(word.as_bytes()[0])).count();
        // A dot may be an empty cell, but not next to zeros.
        let is_cut = |word: &str| {
            let cells = DOTS.iter().find_map(|dots| word.strip_suffix(dots));
            cells.is_some_and(|cells| {
                cells.len() >= 9
                    && cells.bytes().all(is_cell)
                    && (word.ends_with('…') || cells.contains('0') && !cells.contains('.'))
            })
        };
        cells >= 4 && words().any(|word| DOTS.contains(&word)) || words().any(is_cut)
    })
}

/// Returns the only sign of a text besides digits and gaps, if it is no mark of an empty cell, and the number of digits and
/// signs. The text must be as long as a row, or have at least ten digits, as every grid has.
fn foreign_in(text: &str) -> Option<(char, usize)> {
    let mut found = None;
    let (mut digits, mut signs) = (0, 0);
    for char in text.chars() {
        match char {
            '1'..='9' => digits += 1,
            char if char.is_ascii() && class(char as u8) != Class::Word => {}
            '0' => return None,
            char if *found.get_or_insert(char) == char => signs += 1,
            _ => return None,
        }
    }
    let sign = found.filter(|sign| !(sign.is_ascii() && is_cell(*sign as u8)))?;
    (digits >= 10 || digits + signs == 9).then_some((sign, digits + signs))
}

/// Returns whether a word would be a grid if the sign of its empty cells were a known mark.
pub(super) fn has_foreign_mark(word: &[u8]) -> bool {
    word.len() >= 81
        && std::str::from_utf8(&plain(word)).ok().and_then(foreign_in).is_some_and(|it| it.1 == 81)
}

/// The fewest clues of a puzzle with one solution.
pub(super) const FEWEST_CLUES: usize = 17;

/// Returns the number of digits from 1 to 9 in a text.
pub(super) fn count_digits(text: &[u8]) -> usize {
    text.iter().filter(|byte| matches!(byte, b'1'..=b'9')).count()
}

/// Returns whether a byte is a digit or the mark of an empty cell.
#[inline]
pub(super) fn is_cell(byte: u8) -> bool {
    CELL_VALUE[usize::from(byte)] != BAD_CELL
}

/// Returns the cells of a text of exactly `N` bytes, a byte for each cell, as in most rows, fields and lines.
#[inline]
pub(super) fn together<const N: usize>(text: &[u8]) -> Option<[u8; N]> {
    let cells: [u8; N] = text.try_into().ok()?;
    // The OR of all values is BAD_CELL only if one of them is.
    let all = cells.iter().fold(0, |all, &byte| all | CELL_VALUE[usize::from(byte)]);
    (all != BAD_CELL && !is_rule(&cells)).then_some(cells)
}

/// Returns whether cells are a ruler: the same stroke, such as `-`, 81 times.
fn is_rule(cells: &[u8]) -> bool {
    cells.len() == 81 && is_of_strokes(cells)
}

/// Returns whether a mark of empty cells is a stroke, of which rulers are made, too.
#[inline]
pub(super) fn is_stroke(mark: u8) -> bool {
    matches!(mark, b'-' | b'_' | b'*')
}

/// Returns whether a text is the same stroke throughout, so that it may be a ruler.
#[inline]
pub(super) fn is_of_strokes(text: &[u8]) -> bool {
    // Few texts begin with a stroke.
    text.first().is_some_and(|&first| is_stroke(first) && text.iter().all(|&byte| byte == first))
}

/// Returns whether a digit from 1 to 9 stands twice in a text, as in no row.
pub(super) fn has_digit_twice(text: &[u8]) -> bool {
    let is_twice =
        |(at, digit): (usize, &u8)| matches!(digit, b'1'..=b'9') && text[..at].contains(digit);
    text.iter().enumerate().any(is_twice)
}

/// Returns the cells of a text with the same gap between any two: a blank, or a comma or a semicolon, perhaps with a blank
/// behind it.
fn strided<const N: usize>(text: &[u8]) -> Option<[u8; N]> {
    let step = match text.len() {
        length if length == 2 * N - 1 => 2,
        length if length == 3 * N - 2 => 3,
        _ => return None,
    };
    let gap = &text[1..step];
    if !matches!(gap, b" " | b"," | b";" | b", " | b"; ") {
        return None;
    }
    let mut cells = [b'.'; N];
    for (cell, written) in cells.iter_mut().zip(text.chunks(step)) {
        *cell = written[0];
        let is_good = is_cell(written[0]) && (written.len() == 1 || written[1..] == *gap);
        if !is_good {
            return None;
        }
    }
    Some(cells)
}

/// Returns the cells of a text that consists of a word for each cell.
pub(super) fn apart<const N: usize>(text: &[u8]) -> Option<[u8; N]> {
    // A sign stands between any two.
    if text.len() < 2 * N - 1 {
        return None;
    }
    strided(text).or_else(|| {
        let found = ways(text);
        let written = found.iter().find(|written| written.way.form == Form::Apart)?;
        Some(written.cells)
    })
}

/// Returns the 81 cells, each a word of its own, that a text starts with, and the place where they end; `None` if another
/// word that may be a cell follows.
pub(super) fn leading(text: &[u8]) -> Option<([u8; 81], usize)> {
    // Most lines have a longer word first.
    if text.len() < 81 + 80 || is_cell(text[0]) && is_cell(text[1]) {
        return None;
    }
    let mut end = 0;
    let mut all = tokens(text);
    for _ in 0..81 {
        let Token { word, start, .. } = all.next()?;
        cell_of(word)?;
        end = start + word.len();
    }
    let is_cell = |word: &[u8]| word.len() == 1 || !word.is_empty() && means_nothing(word);
    let next = all.next();
    // Before further cells, a short word may be a damaged cell, so that the puzzle begins elsewhere.
    let is_short = |word: &[u8]| word.len() <= 2;
    let has_more = |all: Tokens<'_>| all.filter(|token| is_cell(token.word)).count() >= 60;
    if next
        .is_some_and(|token| is_cell(token.word) || is_short(token.word) && has_more(all.clone()))
    {
        return None;
    }
    // Brackets and quotes that end the list belong to it.
    let closing = text[end..].iter().take_while(|byte| b" ])}\"'".contains(byte)).count();
    let end = end + closing;
    let found = ways::<81>(&text[..end]);
    let written = found.iter().find(|written| written.way.form == Form::Apart)?;
    Some((written.cells, end))
}

impl Way {
    const TOGETHER: Self = Self::of(Form::Together);

    const fn of(form: Form) -> Self {
        Self {
            form,
            gap: Gap::BLANK,
            box_gap: Gap::BLANK,
            row_gap: Gap::BLANK,
            bars: 0,
            empty: Empty::Mark,
            is_decimal: false,
            edges: Edges::NONE,
        }
    }
}

/// Returns whether a byte may be a blank of a line.
fn is_blank(byte: u8) -> bool {
    class(byte) == Class::Blank
}

fn trimmed(text: &[u8]) -> &[u8] {
    let start = text.iter().position(|&byte| !is_blank(byte)).unwrap_or(text.len());
    let end = text.iter().rposition(|&byte| !is_blank(byte)).map_or(start, |last| last + 1);
    &text[start..end]
}

fn find_ways<const N: usize>(text: &[u8], found: &mut Ways<N>) {
    let ends = text.iter().rev().take_while(|byte| b"\r\n".contains(byte)).count();
    let text = &text[..text.len() - ends];
    if let Some(cells) = blanks(text) {
        found.add(Written { cells, way: Way { empty: Empty::Nothing, ..Way::of(Form::Blanks) } });
    }
    let core = trimmed(text);
    // NumPy writes a cell as `5.000000000000000000e+00, `, with 26 bytes: a much longer text is no list of cells.
    if core.len() > 60 * N {
        return;
    }
    find_fields(text, core, found);
    if core.is_empty() {
        return;
    }
    find_boxes(text, core, found);
    find_words(core, found);
}

/// Returns the cells of a text with a character for each cell; a blank is an empty cell.
fn blanks<const N: usize>(text: &[u8]) -> Option<[u8; N]> {
    let cells: [u8; N] = text.try_into().ok()?;
    let is_written = cells.iter().all(|byte| matches!(byte, b' ' | b'1'..=b'9'));
    let may_be_empty = N == 9 || cells.iter().any(u8::is_ascii_digit);
    (is_written && may_be_empty).then(|| cells.map(|byte| if byte == b' ' { b'.' } else { byte }))
}

/// Finds a row of three boxes between bars. Each box has three characters, as in `|53 | 7 |   |`, or five or seven with
/// blanks between and around the cells: `|5 3  |  7  |     |`, `| 5 3   |   7   |       |`.
fn find_boxes<const N: usize>(text: &[u8], core: &[u8], found: &mut Ways<N>) {
    if N != 9 || !core.contains(&b'|') {
        return;
    }
    let text = match memchr::memchr_iter(b'|', core).count() {
        4 => core,
        2 => text,
        _ => return,
    };
    let ends = text.iter().rposition(|byte| !b" ,;\r".contains(byte)).map_or(0, |last| last + 1);
    // Leave out a delimiter behind the last bar.
    let text = if text[..ends].ends_with(b"|") { &text[..ends] } else { text };
    let inside = text
        .strip_prefix(b"|")
        .filter(|_| text.len() > 1)
        .map(|text| text.strip_suffix(b"|").unwrap_or(text));
    let is_closed = text.len() > 1 && text.starts_with(b"|") && text.ends_with(b"|");
    let text = inside.filter(|_| is_closed).unwrap_or(text);
    let mut parts = [&b""[..]; 3];
    let mut all = text.split(|&byte| byte == b'|');
    for part in &mut parts {
        let Some(next) = all.next() else { return };
        *part = next;
    }
    let (first, step) = match parts[0].len() {
        3 => (0, 1),
        5 => (0, 2),
        7 => (1, 2),
        _ => return,
    };
    let width = parts[0].len();
    let mut cells = [b'.'; N];
    for (index, part) in parts.iter().enumerate() {
        // Blanks at the end of a line may have been cut off, if no bar ends it.
        let may_be_cut = index == 2 && !is_closed && text.contains(&b' ');
        if part.len() > width || part.len() < width && !may_be_cut {
            return;
        }
        for (at, &byte) in part.iter().enumerate() {
            let is_place = at >= first && (at - first).is_multiple_of(step);
            match byte {
                b' ' => {}
                b'1'..=b'9' if is_place => cells[3 * index + (at - first) / step] = byte,
                _ => return,
            }
        }
    }
    if all.next().is_none() {
        let edges = Edges { before: is_closed, behind: is_closed };
        let way = Way { empty: Empty::Nothing, edges, ..Way::of(Form::Boxes) };
        found.add(Written { cells, way });
    }
}

/// Finds a field for each cell, between delimiters. Bars may stand at both ends, and a delimiter behind the last field.
fn find_fields<const N: usize>(text: &[u8], core: &[u8], found: &mut Ways<N>) {
    for delimiter in [b',', b';', b'\t', b'|'] {
        let text = if delimiter == b'\t' { text } else { core };
        let count = memchr::memchr_iter(delimiter, text).count();
        if count + 1 < N || count > N + 3 {
            continue;
        }
        let (text, is_doubled, mut edges) = match delimiter {
            b'|' => match between_bars::<N>(text) {
                Some(found) => found,
                None => continue,
            },
            _ => (text, false, Edges::NONE),
        };
        let Some(fields) = cells_of_fields::<N>(text, delimiter, is_doubled) else { continue };
        let FieldCells { cells, has_marks, has_nothing, is_continued } = fields;
        edges.behind |= is_continued;
        let box_gap = if is_doubled { Gap::of(b"||") } else { Gap::BLANK };
        let way = Way { box_gap, ..Way::of(Form::Fields(delimiter)) };
        if !has_nothing {
            found.add(Written { cells, way });
        }
        if !has_marks && (N == 9 || has_digit(&cells)) {
            found.add(Written { cells, way: Way { empty: Empty::Nothing, edges, ..way } });
        }
    }
}

fn has_digit(cells: &[u8]) -> bool {
    cells.iter().any(|byte| matches!(byte, b'1'..=b'9'))
}

/// Returns the part of a line in which all bars stand between fields, whether two of them stand between boxes, and at which
/// ends others stand. The number of bars decides: `N - 1` stand between fields, one more at one end, two more at both, and four
/// more (in rows) at both ends and twice between boxes.
fn between_bars<const N: usize>(line: &[u8]) -> Option<(&[u8], bool, Edges)> {
    let line = trimmed(line.strip_suffix(b".").unwrap_or(line));
    let ends = line.iter().rposition(|byte| !b" ,;".contains(byte)).map_or(0, |last| last + 1);
    let line = &line[..ends];
    let (behind_first, before_last) = (line.strip_prefix(b"|"), line.strip_suffix(b"|"));
    let framed = behind_first.and_then(|line| line.strip_suffix(b"|"));
    let bars = memchr::memchr_iter(b'|', line).count();
    let both = Edges { before: true, behind: true };
    match bars + 1 - N {
        0 => Some((line, false, Edges::NONE)),
        // At one end.
        1 => {
            let edges = Edges { before: behind_first.is_some(), behind: before_last.is_some() };
            Some((behind_first.xor(before_last)?, false, edges))
        }
        2 => Some((framed?, false, both)),
        4 if N == 9 => Some((framed?, true, both)),
        _ => None,
    }
}

/// The cells of fields.
struct FieldCells<const N: usize> {
    cells: [u8; N],
    /// True if some are marks of empty cells.
    has_marks: bool,
    /// True if some are nothing.
    has_nothing: bool,
    /// True if a delimiter stands behind the last field, as within a list.
    is_continued: bool,
}

/// Returns the cells of fields. If `is_doubled`, two bars stand between boxes.
fn cells_of_fields<const N: usize>(
    text: &[u8],
    delimiter: u8,
    is_doubled: bool,
) -> Option<FieldCells<N>> {
    let mut cells = [b'.'; N];
    let mut has_marks = false;
    let mut has_nothing = false;
    let mut fields = text.split(|&byte| byte == delimiter);
    for (index, cell) in cells.iter_mut().enumerate() {
        if is_doubled && matches!(index, 3 | 6) {
            fields.next().filter(|field| trimmed(field).is_empty())?;
        }
        let field = trimmed(fields.next()?);
        let field = unquoted(field);
        match cell_of(field)? {
            Cell::Digit(digit) | Cell::Decimal(digit) => *cell = digit,
            Cell::Mark(mark) => {
                *cell = mark;
                has_marks = true;
            }
            Cell::Nothing => has_nothing = true,
        }
    }
    let behind = fields.next();
    let is_end = behind.is_none_or(|field| trimmed(field).is_empty()) && fields.next().is_none();
    let is_continued = behind.is_some();
    let found = FieldCells { cells, has_marks, has_nothing, is_continued };
    (is_end && !(has_marks && has_nothing)).then_some(found)
}

fn unquoted(field: &[u8]) -> &[u8] {
    match field {
        [b'"', inner @ .., b'"'] | [b'\'', inner @ .., b'\''] => inner,
        _ => field,
    }
}

/// A cell that is a word.
#[derive(Clone, Copy)]
enum Cell {
    Digit(u8),
    /// A digit from 0 to 9 with a decimal point, or with an exponent of zeros.
    Decimal(u8),
    /// The mark of an empty cell.
    Mark(u8),
    Nothing,
}

/// Returns the cell that a word is.
fn cell_of(word: &[u8]) -> Option<Cell> {
    match *word {
        [] => Some(Cell::Nothing),
        [digit @ b'1'..=b'9'] => Some(Cell::Digit(digit)),
        [byte] => is_cell(byte).then_some(Cell::Mark(byte)),
        _ if means_nothing(word) => Some(Cell::Nothing),
        _ => decimal(word).map(Cell::Decimal),
    }
}

/// Returns whether a word means that there is no value.
pub(super) fn means_nothing(word: &[u8]) -> bool {
    const WORDS: [&[u8]; 6] = [b"null", b"none", b"nan", b"na", b"nil", b"<na>"];
    word.len() <= 4 && WORDS.iter().any(|nothing| word.eq_ignore_ascii_case(nothing))
}

/// Returns the digit of a whole number from 0 to 9 that has a decimal point, perhaps with zeros behind it, or an exponent
/// of zeros: `5.`, `5.0`, `5.0e+00`, `5e0`.
pub(super) fn decimal(number: &[u8]) -> Option<u8> {
    let (&digit, rest) = number.split_first().filter(|(digit, _)| digit.is_ascii_digit())?;
    let fraction = rest.strip_prefix(b".").map_or(rest, without_zeros);
    let is_one = match fraction {
        [] => !rest.is_empty(),
        [b'e' | b'E', b'+' | b'-', power @ ..] | [b'e' | b'E', power @ ..] => {
            !power.is_empty() && without_zeros(power).is_empty()
        }
        _ => false,
    };
    is_one.then_some(digit)
}

fn without_zeros(text: &[u8]) -> &[u8] {
    let zeros = text.iter().take_while(|&&byte| byte == b'0').count();
    &text[zeros..]
}

/// The words of a text that may be `N` cells, with the gaps between them.
struct Words<'t, const N: usize> {
    words: [&'t [u8]; N],
    count: usize,
    gaps: Gaps,
}

const BAR: Gap = Gap::of(b"|");

/// The gaps between words. Gaps that must be alike have one field: the first of them is kept, and a difference noted.
#[derive(Clone, Copy, Default)]
struct Gaps {
    first: Gap,
    last: Gap,
    /// Between two words of a box.
    inner: Option<Gap>,
    /// Between two boxes.
    boxes: Option<Gap>,
    /// Between two rows.
    rows: Option<Gap>,
    /// Between two bands.
    bands: Option<Gap>,
    /// Between any two words, if all are the same.
    any: Option<Gap>,
    is_irregular: bool,
    is_mixed: bool,
    /// The gaps of the first row that are a bar, one bit for each; the highest bit is set if a gap is neither a bar nor
    /// blank.
    bars: u16,
}

impl Gaps {
    /// Adds the gap before the word with this index.
    fn add(&mut self, index: usize, gap: Gap) {
        let place = match index {
            0 => {
                self.first = gap;
                return;
            }
            _ if index.is_multiple_of(27) => &mut self.bands,
            _ if index.is_multiple_of(9) => &mut self.rows,
            _ if index.is_multiple_of(3) => &mut self.boxes,
            _ => &mut self.inner,
        };
        if index < 9 {
            self.bars |= match gap {
                Gap::BLANK => 0,
                BAR => 1 << (index - 1),
                _ => 1 << 15,
            };
        }
        self.is_irregular |= *place.get_or_insert(gap) != gap;
        self.is_mixed |= *self.any.get_or_insert(gap) != gap;
    }
}

impl<'t, const N: usize> Words<'t, N> {
    /// Returns the words of a text; `None` if they are more than `N`.
    fn of(text: &'t [u8]) -> Option<Self> {
        let mut found = Self { words: [b""; N], count: 0, gaps: Gaps::default() };
        let mut all = tokens(text);
        for Token { gap, word, .. } in all.by_ref() {
            *found.words.get_mut(found.count)? = word;
            found.gaps.add(found.count, gap);
            found.count += 1;
        }
        found.gaps.last = all.tail();
        Some(found)
    }

    fn words(&self) -> &[&'t [u8]] {
        &self.words[..self.count]
    }
}

/// Finds cells that are words of their own, or stand in groups.
fn find_words<const N: usize>(core: &[u8], found: &mut Ways<N>) {
    let Some(words) = Words::<N>::of(core) else { return };
    if !may_stand_before(words.gaps.first) || !may_stand_behind(words.gaps.last) {
        return;
    }
    // A bar before a grid, and none behind it, ends a field from which a puzzle may be missing, unless each row has a bar
    // before it.
    let has_bars_before_rows = words.gaps.rows == Some(BAR) && words.gaps.bands == Some(BAR);
    let is_framed =
        has_bars_before_rows || words.gaps.last.signs_backwards().any(|sign| sign == b'|');
    if N == 81 && !is_framed && words.gaps.first.signs_backwards().any(|sign| sign == b'|') {
        return;
    }
    // An exclamation mark is a bar if it stands between boxes, too; otherwise it marks a cell.
    let has_marked_edges =
        [words.gaps.first, words.gaps.last].iter().any(|gap| gap.has(Uses::MARKS));
    let bars = words.gaps.boxes.unwrap_or_default();
    if has_marked_edges && !bars.has(Uses::MARKS) {
        return;
    }
    let count = words.count;
    if count == N {
        find_apart(&words, found);
    } else if count == 1 {
        let word = words.words[0];
        if let Some(cells) = word_of_cells(word) {
            found.add(Written { cells, way: Way::TOGETHER });
        } else if let Some((cells, joint)) = joined(word) {
            let way = Way { gap: Gap::of(&[joint]), ..Way::of(Form::Groups) };
            found.add(Written { cells, way });
        }
    } else if count > 0 && N.is_multiple_of(count) && matches!(N / count, 3 | 9) {
        find_groups(&words, found);
    }
}

/// Returns the cells of a word of nine rows with the same character between them, and this character. No cell may be
/// written with it.
fn joined<const N: usize>(word: &[u8]) -> Option<([u8; N], u8)> {
    if N != 81 || word.len() != N + 8 {
        return None;
    }
    let joint = word[9];
    let mut cells = [b'.'; N];
    for (row, cells) in word.chunks(10).zip(cells.chunks_mut(9)) {
        let is_joined = row.get(9).is_none_or(|&byte| byte == joint);
        if !is_joined || !row[..9].iter().all(|&byte| is_cell(byte) && byte != joint) {
            return None;
        }
        cells.copy_from_slice(&row[..9]);
    }
    Some((cells, joint))
}

/// Returns whether signs may stand before the first cell: those that open a list, a string or a frame. A comma before a
/// bracket belongs to the row above.
fn may_stand_before(gap: Gap) -> bool {
    let mut signs = gap.signs_backwards();
    match signs.by_ref().find(|&sign| !is(sign, Uses::OPENS)) {
        None => true,
        Some(sign) => {
            is(sign, Uses::TRAILS)
                && signs.next().is_none()
                && gap.signs_backwards().any(|sign| matches!(sign, b'[' | b'(' | b'{'))
        }
    }
}

/// Returns whether signs may stand behind the last cell: those that end a list, a string or a frame, and delimiters behind
/// them.
fn may_stand_behind(gap: Gap) -> bool {
    let mut signs = gap.signs_backwards().skip_while(|&sign| is(sign, Uses::TRAILS));
    signs.all(|sign| is(sign, Uses::CLOSES))
}

/// Returns the cells of a word: `N` bytes, or, in a grid, some cells with `+` before them.
pub(super) fn word_of_cells<const N: usize>(word: &[u8]) -> Option<[u8; N]> {
    if word.len() <= N {
        return together(word);
    }
    solved_in_part(word)
}

/// Returns the cells of a word with `+` before solved cells, as HoDoKu writes them: `53+4.7…`. If no cell is empty, only
/// the cells without `+` are returned, because they are the puzzle.
fn solved_in_part<const N: usize>(word: &[u8]) -> Option<[u8; N]> {
    if N != 81 || word.len() <= N || word.len() > 2 * N {
        return None;
    }
    let (mut cells, mut clues) = ([b'.'; N], [b'.'; N]);
    let mut rest = word.iter();
    for (cell, clue) in cells.iter_mut().zip(&mut clues) {
        *cell = match *rest.next()? {
            b'+' => *rest.next().filter(|byte| byte.is_ascii_digit())?,
            byte => {
                *clue = byte;
                byte
            }
        };
    }
    if rest.next().is_some() {
        return None;
    }
    let is_solved = cells.iter().all(|cell| matches!(cell, b'1'..=b'9'));
    together(if is_solved { &clues } else { &cells })
}

fn find_apart<const N: usize>(words: &Words<'_, N>, found: &mut Ways<N>) {
    let Gaps { inner, boxes, rows, bands, is_irregular, bars, .. } = words.gaps;
    let [inner, boxes] = [inner, boxes].map(Option::unwrap_or_default);
    // A row may have its bars anywhere, if all rows have them there.
    if let (9, true, Ok(bars)) = (N, is_irregular, u8::try_from(bars)) {
        add_apart(words, Way { bars, ..Way::of(Form::Apart) }, found);
        return;
    }
    if is_irregular
        || !may_stand_between(inner.signs_backwards())
        || !may_stand_between(boxes.signs_backwards())
    {
        return;
    }
    let row_gap = rows.or(bands).unwrap_or_default();
    if row_gap.has(Uses::MARKS) || bands.unwrap_or_default().has(Uses::MARKS) {
        return;
    }
    let way = Way { gap: inner, box_gap: boxes, row_gap, ..Way::of(Form::Apart) };
    add_apart(words, way, found);
}

/// Adds cells that are words of their own, or candidates, with regular gaps.
fn add_apart<const N: usize>(words: &Words<'_, N>, way: Way, found: &mut Ways<N>) {
    let mut cells = [b'.'; N];
    let mut kinds = Kinds::default();
    let mut are_cells = true;
    for (cell, word) in cells.iter_mut().zip(words.words()) {
        match cell_of(word) {
            Some(kind) => *cell = kinds.add(kind),
            None if N == 9 && are_candidates(word) => are_cells = false,
            None => return,
        }
    }
    if are_cells && !(kinds.marks && kinds.nothing) && !(kinds.decimals && kinds.digits) {
        for (empty, is_left_out) in [(Empty::Mark, kinds.nothing), (Empty::Nothing, kinds.marks)] {
            if is_left_out {
                continue;
            }
            let way = Way { empty, is_decimal: kinds.decimals, ..way };
            found.add(Written { cells, way });
            // A row without digits may stand among rows whose digits have decimal points.
            if !kinds.digits && !kinds.decimals {
                found.add(Written { cells, way: Way { is_decimal: true, ..way } });
            }
        }
    }
    if N == 9 && !kinds.decimals && !kinds.nothing {
        found.add(Written { cells, way: Way { form: Form::Marks, ..way } });
    }
}

/// The kinds of cells that a text has.
#[derive(Default)]
struct Kinds {
    digits: bool,
    decimals: bool,
    marks: bool,
    nothing: bool,
}

impl Kinds {
    /// Adds a cell, and returns its byte.
    fn add(&mut self, cell: Cell) -> u8 {
        match cell {
            Cell::Digit(byte) => {
                self.digits = true;
                byte
            }
            Cell::Decimal(byte) => {
                self.decimals = true;
                byte
            }
            Cell::Mark(byte) => {
                self.marks = true;
                byte
            }
            Cell::Nothing => {
                self.nothing = true;
                b'.'
            }
        }
    }
}

/// Returns whether a word is several different digits, in any order.
fn are_candidates(word: &[u8]) -> bool {
    let mut digits = word.iter().enumerate();
    (2..=9).contains(&word.len())
        && digits.all(|(at, digit)| matches!(digit, b'1'..=b'9') && !word[..at].contains(digit))
}

fn find_groups<const N: usize>(words: &Words<'_, N>, found: &mut Ways<N>) {
    let size = N / words.count;
    let mut cells = [b'.'; N];
    for (group, word) in cells.chunks_mut(size).zip(words.words()) {
        if word.len() != size || !word.iter().all(|&byte| is_cell(byte)) {
            return;
        }
        group.copy_from_slice(word);
    }
    // Three of 27 groups are a row, so `inner` has the gaps within rows, and `boxes` those between rows.
    let Gaps { inner, boxes, is_irregular, is_mixed, any, .. } = words.gaps;
    let is_regular = if N == 81 && size == 3 { !is_irregular } else { !is_mixed };
    let gap = any.or(inner).unwrap_or_default();
    if !is_regular || gap.has(Uses::MARKS) && gap != Gap::of(b"!") {
        return;
    }
    let are_numbers = size == 3 && words.words().iter().all(|word| is_number(word));
    let form = match (are_numbers, N) {
        (false, _) => Form::Groups,
        (true, 9) => Form::Numbers,
        (true, _) => return,
    };
    let row_gap = boxes.unwrap_or_default();
    found.add(Written { cells, way: Way { gap, row_gap, ..Way::of(form) } });
}

/// Returns whether three characters are a number such as `8.9`.
fn is_number(word: &[u8]) -> bool {
    matches!(word, [first, b'.', last] if first.is_ascii_digit() && last.is_ascii_digit())
}

/// Returns the candidates of each cell of a row that is written as [`Form::Marks`]: a mark of an empty cell, or digits.
///
/// ```
/// use batchdoku_format::cells::candidates;
/// let row = candidates(b"5 3 127 . 7 12 . . .").expect("nine cells");
/// assert_eq!((row[0], row[2], row[3]), (&b"5"[..], &b"127"[..], &b"."[..]));
/// ```
pub fn candidates(row: &[u8]) -> Option<[&[u8]; 9]> {
    let words = Words::<9>::of(row).filter(|words| words.count == 9)?;
    let are_cells =
        words.words().iter().all(|word| cell_of(word).is_some() || are_candidates(word));
    are_cells.then_some(words.words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use batchdoku_testkit::{
        layouts::{Case, Choices, LAYOUTS, Mutation, Random, forms_of_grid, random_pairs},
        sized,
    };

    const ROW: &[u8; 9] = b"53..7....";

    /// Returns the ways of a text without the special cases.
    fn general<const N: usize>(text: &[u8]) -> Ways<N> {
        let mut found = Ways::NONE;
        let is_unclear = mixes_digits(text);
        if !is_unclear {
            find_ways(&plain(text), &mut found);
        }
        found
    }

    fn forms<const N: usize>(text: &str) -> Vec<Form> {
        let mut forms: Vec<_> = ways::<N>(text.as_bytes()).iter().map(|it| it.way.form).collect();
        forms.sort_unstable();
        forms.dedup();
        forms
    }

    fn row(text: &str) -> Option<String> {
        let found = ways::<9>(text.as_bytes());
        found.first().map(|it| String::from_utf8(it.cells.to_vec()).unwrap())
    }

    /// Makes sure that the special cases and the general function find the same.
    fn compare<const N: usize>(text: &[u8]) {
        let expected = general::<N>(text);
        let words = String::from_utf8_lossy(text).into_owned();
        let best = expected.first().map(|it| it.cells);
        assert_eq!(cells::<N>(text), best, "{words}");
        assert_eq!(ways::<N>(text).first(), expected.first(), "{words}");
    }

    #[test]
    fn special_cases_find_what_the_general_function_finds() {
        let mut random = Random(1);
        const SIGNS: &[u8] = b"123456789..00 ,;|x-_*?'\"[]e/!\n\t\xC2\xA0";
        for _ in 0..sized(20_000, 100) {
            let length = [9, 17, 25, 81, 161, 241, random.pick(100)][random.pick(7)];
            let few = 1 + random.pick(SIGNS.len());
            let random_text: Vec<u8> = (0..length).map(|_| SIGNS[random.pick(few)]).collect();
            compare::<9>(&random_text);
            compare::<81>(&random_text);
            // Cells with one sign, or another, between any two.
            let gap = [&b" "[..], b",", b", ", b"; ", b"|", b"", b"\t", b" |"][random.pick(8)];
            let mut text = Vec::new();
            for _ in 0..[9, 81][random.pick(2)] {
                text.push(SIGNS[random.pick(20)]);
                text.extend_from_slice(gap);
            }
            text.truncate(text.len() - gap.len());
            if random.pick(4) == 0 {
                let at = random.pick(text.len());
                text[at] = SIGNS[random.pick(SIGNS.len())];
            }
            compare::<9>(&text);
            compare::<81>(&text);
        }
    }

    #[test]
    fn special_cases_in_all_layouts() {
        let mut random = Random(2);
        for _ in 0..sized(20, 1) {
            let pairs = random_pairs(&mut random, 5);
            for layout in LAYOUTS {
                let case = Case::new(&pairs, *layout, Mutation::None, &mut random);
                for line in case.unwrap().text.split(|&byte| byte == b'\n') {
                    compare::<9>(line);
                    compare::<81>(line);
                }
            }
        }
    }

    #[test]
    fn rows_in_all_forms() {
        for text in [
            "53..7....",
            "5 3 . . 7 . . . .",
            "5,3,.,.,7,.,.,.,.",
            "[5, 3, ., ., 7, ., ., ., .],",
            "| 5 3 . | . 7 . | . . . |",
            "|5|3|.|.|7|.|.|.|.|",
            "5 3 . ! . 7 . ! . . .",
            "53. .7. ...",
            "53.|.7.|...",
            "'5', '3', '.', '.', '7', '.', '.', '.', '.'",
            "\"5\",\"3\",\"\",\"\",\"7\",\"\",\"\",\"\",\"\"",
            "5, 3, null, null, 7, null, null, null, null",
            "5.0 3.0 nan nan 7.0 nan nan nan nan",
            "5,3,,,7,,,,",
            "5,3,,,7,,,,,",
            "5\t3\t\t\t7\t\t\t\t",
            "| 5 | 3 |   |   | 7 |   |   |   |   |",
            "| 5 | 3 |   ||   | 7 |   ||   |   |   |",
            "|53 | 7 |   |",
            "|5 3  |  7  |     |",
            "| 5 3   |   7   |       |",
            "53  7    ",
            "5 3 . .| 7 . . . |.|",
            "5 & 3 & . & . & 7 & . & . & . & . \\\\",
            "\u{2502} 5 3 \u{b7} \u{2502} \u{b7} 7 \u{b7} \u{2502} \u{b7} \u{b7} \u{b7} \u{2502}",
            "\u{ff15}\u{ff13}\u{ff0e}\u{ff0e}\u{ff17}\u{ff0e}\u{ff0e}\u{ff0e}\u{ff0e}",
            "[5 3 . . 7 . . . .]]",
            "5,3,.,.,7,.,.,.,.,,",
        ] {
            assert_eq!(row(text).as_deref().map(str::as_bytes), Some(&ROW[..]), "{text}");
        }
        assert_eq!(row("5. 3. 0. 0. 7. 0. 0. 0. 0.").as_deref(), Some("530070000"));
        assert_eq!(row("5.0e+00 3e0 0e0 0e0 7e0 0e0 0e0 0e0 0e0").as_deref(), Some("530070000"));
    }

    #[test]
    fn what_means_more_is_no_row() {
        for text in [
            "5! 3 . . 7 . . . .",
            "5 3! 4 ! . 7 . ! . . .",
            "5,3,4!,6,7,8,9,1,2",
            "5 3 4 6 7 8 9 1 2!",
            "[5] 3 . . 7 . . . .",
            "5* 3 . . 7 . . . .",
            "5\u{20e3} 3 . . 7 . . . .",
            "5 3 . . 7 . . . null",
            "5.0 3 0 0 7 0 0 0 0",
            "5,3,.,,7,.,.,.,.",
            "5 3, . . 7 . . . .",
            "5 3 . . 7 . . .",
            "5 3 . . 7 . . . . .",
            ",5,3,.,.,7,.,.,.,.",
            "Row 5 3 . . 7 . . . .",
            "",
        ] {
            assert_eq!(row(text), None, "{text}");
        }
    }

    /// The number of bars shows whether they stand between fields only, or are a frame, too.
    #[test]
    fn bars_around_fields() {
        for (text, cells) in [
            ("|9|3|5||||2|", ".935...2."),
            ("||||||||", "........."),
            ("|5|3|||7||||2|", "53..7...2"),
            ("5|3|||7||||2|", "53..7...2"),
            ("|5|3|||7||||2", "53..7...2"),
            ("5|3|||7||||,", "53..7...."),
        ] {
            assert_eq!(row(text).as_deref(), Some(cells), "{text}");
        }
        for text in ["|5|3|||7||||", "5||3|||7||||2|1", "|||||||||"] {
            assert_eq!(row(text), None, "{text}");
        }
    }

    #[test]
    fn a_row_may_be_written_in_several_ways() {
        assert_eq!(forms::<9>("5,3,4,6,7,8,9,1,2"), [Form::Apart, Form::Fields(b','), Form::Marks]);
        assert_eq!(forms::<9>("         "), [Form::Blanks]);
        assert_eq!(forms::<9>("53..7...."), [Form::Together]);
        assert_eq!(forms::<9>("5 3 127 . 7 . . . ."), [Form::Marks]);
        assert_eq!(forms::<9>("5.3 0.0 8.9"), [Form::Numbers]);
        let full = ways::<9>(b"5,3,4,6,7,8,9,1,2");
        let nothing = ways::<9>(b"5,3,,,7,,,,");
        let common: Vec<_> = full.iter().filter(|it| nothing.get(it.way).is_some()).collect();
        assert_eq!(common.len(), 1);
        assert_eq!(common[0].way.form, Form::Fields(b','));
    }

    #[test]
    fn grids_in_all_forms() {
        let mut random = Random(3);
        for pair in random_pairs(&mut random, 20) {
            for text in forms_of_grid(&pair.puzzle).iter().filter(|text| !text.contains('\n')) {
                let found = ways::<81>(text.as_bytes());
                // Rows that dots join are not read if empty cells are dots, too.
                let Some(written) = found.first() else {
                    assert_eq!(text.as_bytes()[9], b'.', "{text}");
                    continue;
                };
                let dots = written.cells.map(|byte| if byte == b'0' { b'.' } else { byte });
                assert_eq!(dots, pair.puzzle, "{text}");
            }
        }
    }

    #[test]
    fn rules_are_no_grids() {
        for stroke in ["-", "_", "*"] {
            assert!(ways::<81>(stroke.repeat(81).as_bytes()).first().is_none());
            let apart = vec![stroke.repeat(3); 27].join(" ");
            assert!(ways::<81>(apart.as_bytes()).first().is_none());
        }
        // The puzzle before the bar is missing.
        assert!(ways::<81>(format!("|{}", "123456789".repeat(9)).as_bytes()).first().is_none());
        assert!(ways::<81>(format!("|{}|", "123456789".repeat(9)).as_bytes()).first().is_some());
        assert!(ways::<81>(".".repeat(81).as_bytes()).first().is_some());
    }

    #[test]
    fn candidates_of_a_row() {
        let row = candidates(b"5 3 127 | . 7 12 | 0 4 6").unwrap();
        assert_eq!([row[0], row[2], row[3]], [&b"5"[..], b"127", b"."]);
        assert_eq!(candidates(b"5 3 122 . 7 12 0 4 6"), None);
    }
}
