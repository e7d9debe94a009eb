//! Finds grids in a form that is not read. Lines outside of all grids that may be such a grid are reported, so that no
//! puzzle is passed over as text.
//!
//! ```text
//! rows       nine lines with digits that stand alone, in most lines none of them twice: [5] [3] @ @ [7] @ @ @ @
//! stretches  lines with a stretch of nothing but digits, one sign for empty cells, and signs between cells. All stretches
//!            but the last have the same length. Together they are 81, 162 or 243 cells, of which each nine may be a row:
//!
//!            53OO7OOOO          nine of nine cells
//!            53..7....   first  with something else in the line
//!            53..7.... 6..195.. nine of 18, as of two grids side by side
//!            53..7....6..195... three of 27; 40 and 41; 81
//!
//! squares    as many lines as each has cells, of another size than nine: 1.3. | ..12 | 2... | .4.1
//! loose      lines that are mostly cells: 40 or more, or 17 digits and little else, for example half of a grid
//! ```

use std::{borrow::Cow, collections::BTreeMap, ops::Range};

use batchdoku_base::any_byte;

use super::{
    cells::{FEWEST_CLUES, decimal, has_digit_twice, is_cell, means_nothing},
    found::{NEAR_GRID, SHORTEST_CUT, completes, is_complete, may_be_cut_grid},
    signs::{Class, class},
    tokens::{plain, tokens},
};

/// Returns the ranges of lines that may be grids in a form that is not read. If `may_be_two`, two grids may stand side by
/// side.
pub(super) fn unread_grids(lines: &[&[u8]], may_be_two: bool) -> Vec<Range<usize>> {
    Passage::of(lines, may_be_two).grids().collect()
}

/// Returns the ranges of lines that may be grids in a form that is not read, or what is left of them.
pub(super) fn unread_parts(lines: &[&[u8]]) -> Vec<Range<usize>> {
    let is_loose = |part: &Range<usize>| Weight::of(&lines[part.clone()]).may_be_grid();
    let parts = unread_in_turn(lines);
    let parts = parts.flat_map(|(before, grid)| [Some(before).filter(is_loose), grid]);
    parts.flatten().collect()
}

/// Returns each of the [`unread_grids`] with the lines before it, and at last the lines behind all.
pub(super) fn unread_in_turn(
    lines: &[&[u8]],
) -> impl Iterator<Item = (Range<usize>, Option<Range<usize>>)> + use<> {
    let mut next = 0;
    let end = lines.len();
    let grids = unread_grids(lines, false).into_iter().map(Some);
    grids.chain([None]).map(move |grid| {
        let before = next..grid.as_ref().map_or(end, |grid| grid.start);
        next = grid.as_ref().map_or(end, |grid| grid.end);
        (before, grid)
    })
}

/// The fewest cells of what is left of a grid.
pub(super) const FEWEST_LOOSE: usize = 40;

/// The cells of lines, and the other words, by twice the number of their bytes.
#[derive(Default)]
struct Weight {
    digits: usize,
    marks: usize,
    others: usize,
    /// The number of lines with a digit.
    rows: usize,
    /// The length of the longest line.
    longest: usize,
}

impl Weight {
    fn of(lines: &[&[u8]]) -> Self {
        let mut weight = Self::default();
        for line in lines {
            let before = weight.digits;
            weight.add(&plain(line));
            weight.rows += usize::from(weight.digits > before);
            weight.longest = weight.longest.max(line.len());
        }
        weight
    }

    fn add(&mut self, line: &[u8]) {
        let line = &*without_markup(line);
        for word in tokens(line).map(|token| token.word) {
            match word {
                word if means_nothing(word) => self.marks += 1,
                word if decimal(word).is_some() => self.digits += 1,
                word if !word.iter().all(|&byte| is_cell(byte)) && !has_one_sign(word) => {
                    // Signs without letters, for example `>` before lines that are quoted, are no words.
                    let is_of_word = |byte: &&u8| byte.is_ascii_alphanumeric() || !byte.is_ascii();
                    self.others += 2 * word.iter().filter(is_of_word).count();
                }
                // A ruler.
                &[mark, second, ..] if mark == second && word.iter().all(|&byte| byte == mark) => {}
                word => {
                    let digits = word.iter().filter(|byte| matches!(byte, b'1'..=b'9')).count();
                    self.digits += digits;
                    self.marks += word.len() - digits;
                }
            }
        }
    }

    /// Returns the number of cells.
    fn cells(&self) -> usize {
        self.digits + self.marks
    }

    /// Returns whether the lines are mostly cells.
    fn is_mostly_cells(&self) -> bool {
        self.cells() > 0 && self.cells() >= self.others
    }

    /// Returns whether the lines may be a grid, or what is left of one, but neither a solution nor candidates.
    fn may_be_grid(&self) -> bool {
        let has_empty = self.marks > 0 || self.digits < 81;
        // 17 of 81 cells are clues, or more.
        let has_clues = self.digits * 6 >= self.cells();
        // A puzzle has at most one empty row in each band.
        let is_long = self.rows >= 6 || self.longest >= NEAR_GRID;
        // If blanks are the empty cells, the clues are all that is left, but for a short word.
        let is_sparse = self.digits >= FEWEST_CLUES && self.others * 8 <= self.cells() && is_long;
        self.is_mostly_cells()
            && has_empty
            && has_clues
            && (self.cells() >= FEWEST_LOOSE || is_sparse)
    }
}

/// Returns whether an element of markup, such as the field of a table, has nearly as many cells as a grid. A number in another
/// element is no cell of this grid.
pub(super) fn has_damaged_element(text: &[u8]) -> bool {
    text.split(|byte| b"<>&{}".contains(byte)).filter(|part| part.len() >= NEAR_GRID).any(|part| {
        let weight = Weight::of(&[part]);
        let is_near = (NEAR_GRID..=100).contains(&weight.cells()) && weight.cells() != 81;
        is_near && weight.is_mostly_cells()
    })
}

/// Returns whether a word is digits and one sign, which may stand for empty cells: `3+++++2++`.
fn has_one_sign(word: &[u8]) -> bool {
    let mut signs = word.iter().filter(|byte| !byte.is_ascii_digit());
    let sign = signs.next().filter(|byte| byte.is_ascii_punctuation());
    word.len() > 2 && sign.is_some_and(|sign| signs.all(|other| other == sign))
}

/// Returns a line without its tags and the entities of HTML that are blanks.
fn without_markup(line: &[u8]) -> Cow<'_, [u8]> {
    // Most lines have none.
    if memchr::memchr2(b'<', b'&', line).is_none() {
        return Cow::Borrowed(line);
    }
    let mut plain = Vec::with_capacity(line.len());
    let mut rest = line;
    while let Some((&first, behind)) = rest.split_first() {
        let end = match first {
            b'<' => memchr::memchr(b'>', behind).map(|end| end + 1),
            b'&' => behind.starts_with(b"nbsp;").then_some(5),
            _ => None,
        };
        plain.push(if end.is_some() { b' ' } else { first });
        rest = &behind[end.unwrap_or(0)..];
    }
    Cow::Owned(plain)
}

/// Returns whether a line that is no row may belong to what [`unread_parts`] finds.
pub(super) fn may_be_unread(line: &[u8]) -> bool {
    let is_like_row = || {
        let has_letter = || any_byte(line, |byte| byte.is_ascii_alphabetic());
        // If there are words, cells stand apart, so that nine of them take 17 bytes.
        (line.len() >= 17 || !has_letter())
            && !lone_digits(line).1
            && few_words([line].into_iter()).is_some()
    };
    // A line with an address, for example of the page that shows the puzzle, is no row.
    memchr::memmem::find(line, b"://").is_none()
        && (is_like_row() || may_have_stretch(line) || Weight::of(&[line]).is_mostly_cells())
}

/// Returns whether a line may have a stretch of nine cells: signs next to each other without two letters that differ.
fn may_have_stretch(line: &[u8]) -> bool {
    let (mut letter, mut signs) = (None, 0);
    for &byte in line.iter().filter(|byte| !byte.is_ascii_whitespace()) {
        if byte.is_ascii_alphabetic() && letter.replace(byte).is_some_and(|last| last != byte) {
            signs = 0;
        }
        signs += 1;
        if signs == 9 {
            return true;
        }
    }
    false
}

/// The numbers of rows of grids that are no puzzles of 81 cells.
const OTHER_SIZES: [usize; 9] = [4, 6, 8, 10, 12, 15, 16, 20, 25];

/// The fewest lines of a grid, if each row has a line.
pub(super) const FEWEST_LINES: usize = OTHER_SIZES[0];

/// Returns the cells of a line of a grid of another size, 0 for an empty cell: numbers and marks between blanks or signs, or
/// digits and marks next to each other. `None` if a number is too large or stands twice.
fn row_of_size(line: &[u8], size: usize) -> Option<Vec<usize>> {
    let text = plain(line);
    let mut all: Vec<&[u8]> = tokens(&text).map(|token| token.word).collect();
    if let [word] = all[..] {
        all = word.chunks(1).collect();
    }
    let cell = |word: &[u8]| match word {
        &[byte] if !byte.is_ascii_digit() => is_cell(byte).then_some(0),
        number if number.len() <= 2 => std::str::from_utf8(number).ok()?.parse().ok(),
        _ => None,
    };
    let row: Vec<usize> = all.into_iter().map(cell).collect::<Option<_>>()?;
    let is_right =
        |(at, cell): (usize, &usize)| *cell <= size && (*cell == 0 || !row[..at].contains(cell));
    (row.len() == size && row.iter().enumerate().all(is_right)).then_some(row)
}

/// Returns the number of rows of a grid of another size than nine that starts with the first line. Some of its cells are
/// empty, and as many as a row has are filled.
fn other_size(lines: &[&[u8]]) -> Option<usize> {
    OTHER_SIZES.into_iter().find(|&size| {
        let Some(lines) = lines.get(..size) else { return false };
        let rows: Option<Vec<_>> = lines.iter().map(|line| row_of_size(line, size)).collect();
        let filled = rows.map(|rows| rows.iter().flatten().filter(|cell| **cell > 0).count());
        filled.is_some_and(|filled| (size..size * size).contains(&filled))
    })
}

/// Lines that may be grids.
struct Passage<'l> {
    lines: &'l [&'l [u8]],
    /// The number of digits of each line, and whether a digit stands twice in it.
    digits: Vec<(usize, bool)>,
    /// The longest stretch of each line, for each sign that empty cells may have.
    stretches: Vec<Vec<Vec<u8>>>,
}

impl<'l> Passage<'l> {
    /// Examines lines. If `may_be_two`, two grids may stand side by side.
    fn of(lines: &'l [&'l [u8]], may_be_two: bool) -> Self {
        let digits = lines.iter().map(|line| lone_digits(line));
        let digits = digits.map(|(count, is_twice)| (count, is_twice && !may_be_two)).collect();
        let texts: Vec<_> =
            lines.iter().map(|line| String::from_utf8_lossy(&plain(line)).into_owned()).collect();
        let signs = [None].into_iter().chain(signs_of(&texts).map(Some));
        let of_sign = |sign| texts.iter().map(|line| stretch(line, sign)).collect();
        let stretches = signs.map(of_sign).collect();
        Self { lines, digits, stretches }
    }

    /// Returns the grids that the lines may be.
    fn grids(&self) -> impl Iterator<Item = Range<usize>> {
        let mut next = 0;
        std::iter::from_fn(move || {
            while next < self.lines.len() {
                let first = next;
                let stretches = || self.stretches.iter().find_map(|all| grid_of(&all[first..]));
                let rows = || self.has_rows(first).then_some(9);
                let count = other_size(&self.lines[first..]).or_else(rows).or_else(stretches);
                next += count.unwrap_or(1);
                if count.is_some() {
                    return Some(first..next);
                }
            }
            None
        })
    }

    /// Returns whether the nine lines from `first` may be the rows of a grid. Together they have at least 17 digits, as a
    /// puzzle has, and at most two different words. A digit stands twice in at most four of them, unless two grids may
    /// stand side by side.
    fn has_rows(&self, first: usize) -> bool {
        let Some(lines) = self.lines.get(first..first + 9) else { return false };
        let digits = &self.digits[first..first + 9];
        let has_clues = digits.iter().map(|it| it.0).sum::<usize>() >= FEWEST_CLUES
            && digits.iter().filter(|it| it.0 >= 3).count() >= 2
            // A puzzle has at most one empty row in each band, because two could be swapped.
            && digits.iter().filter(|it| it.0 > 0).count() >= 6
            && digits.iter().filter(|it| it.1).count() <= WRONG_ROWS;
        let is_long = |line: &&&[u8]| {
            let is_sign = |byte: &&u8| !byte.is_ascii_alphabetic() && !byte.is_ascii_whitespace();
            line.iter().filter(is_sign).count() >= 9 || tokens(line).take(8).count() == 8
        };
        let are_rows = |words| words == 0 || lines.iter().filter(is_long).count() >= 5;
        has_clues && few_words(lines.iter().copied()).is_some_and(are_rows)
    }
}

/// Returns the number of different words in some lines, or `None` if there are more than two: the rows of a grid have two
/// at most, for example `Some` and `None`.
fn few_words<'l>(lines: impl Iterator<Item = &'l [u8]>) -> Option<usize> {
    let mut few: [&[u8]; 2] = [b"", b""];
    let mut count = 0;
    let words = lines.flat_map(|line| line.split(|byte| !byte.is_ascii_alphabetic()));
    for word in words.filter(|word| !word.is_empty()) {
        if few[..count].contains(&word) {
            continue;
        }
        *few.get_mut(count)? = word;
        count += 1;
    }
    Some(count)
}

/// Returns the number of digits of a line that may be cells, because they are next to no letter and not behind a minus, and
/// whether one of them stands there twice.
fn lone_digits(line: &[u8]) -> (usize, bool) {
    let mut seen = [false; 10];
    let (mut count, mut is_twice) = (0, false);
    for (at, &byte) in line.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| line[before]);
        let is_alone = matches!(byte, b'1'..=b'9')
            && !before.is_some_and(|before| before.is_ascii_alphabetic() || before == b'-')
            && !line.get(at + 1).is_some_and(u8::is_ascii_alphabetic);
        if is_alone {
            is_twice |= std::mem::replace(&mut seen[usize::from(byte - b'0')], true);
            count += 1;
        }
    }
    (count, is_twice)
}

/// The most rows of a grid with a digit that stands twice by a typing error.
const WRONG_ROWS: usize = 4;

/// The fewest times that the sign of empty cells stands in a grid, if it is a sign of its own.
const FEWEST_EMPTY: usize = 9;

/// The most cells that are put together: three grids side by side.
const MOST: usize = 243;

/// Returns the signs that empty cells of some lines may have, besides the usual marks: the most frequent signs.
fn signs_of(lines: &[String]) -> impl Iterator<Item = char> + use<> {
    let mut counts: BTreeMap<char, usize> = BTreeMap::new();
    let chars = lines.iter().flat_map(|line| line.chars());
    for char in chars.filter(|char| !char.is_whitespace() && digit_of(*char).is_none()) {
        *counts.entry(char).or_default() += 1;
    }
    let mut counts: Vec<_> =
        counts.into_iter().filter(|(_, count)| *count >= FEWEST_EMPTY).collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts.into_iter().take(3).map(|(sign, _)| sign)
}

/// Returns the number of stretches, from the first, that are a grid or grids side by side. All have the same length, except
/// the last.
fn grid_of(stretches: &[Vec<u8>]) -> Option<usize> {
    let length = stretches[0].len();
    let mut cells: Vec<u8> = Vec::new();
    for (index, stretch) in stretches.iter().enumerate() {
        let is_alike = stretch.len() == length;
        if length < 9 || cells.len() >= MOST || stretch.is_empty() || stretch.len() > length + 1 {
            return None;
        }
        cells.extend(stretch);
        if may_be_cells(&cells) {
            return Some(index + 1);
        }
        if !is_alike {
            return None;
        }
    }
    None
}

/// Returns whether digits and dots may be the cells of grids: in most rows of nine no digit stands twice, some cells are
/// empty, and not too many.
fn may_be_cells(cells: &[u8]) -> bool {
    let digits = cells.iter().filter(|&&cell| cell != b'.').count();
    cells.len().is_multiple_of(81)
        && (FEWEST_CLUES * cells.len() / 81..cells.len()).contains(&digits)
        && cells
            .chunks(81)
            .all(|grid| grid.chunks(9).filter(|row| has_digit_twice(row)).count() <= WRONG_ROWS)
}

/// Returns whether a line has the cells of a further grid, which would not be read, besides `grids` others.
pub(super) fn has_another(line: &[u8], grids: impl FnOnce() -> usize) -> bool {
    // Most lines have a puzzle and a few words, so they are not taken apart. The first 81 bytes are 81 cells at most.
    let most = 81 + line.get(81..).map_or(0, most_cells);
    if most < 81 + NEAR_GRID {
        return false;
    }
    let grids = grids();
    let fewest = 81 * grids + NEAR_GRID;
    if most < fewest {
        return false;
    }
    let lengths = lengths_of_grids(line);
    let cells: usize = lengths.iter().sum();
    // Many more together are several grids, or candidates, for example.
    let are_grids =
        || cells.is_multiple_of(81) && lengths.iter().all(|length| !length.is_multiple_of(729));
    cells >= fewest && (cells < 81 * (grids + 2) + 9 || are_grids())
        || lengths.iter().filter(|&&length| length < 2 * NEAR_GRID).count() > grids
}

/// Returns whether a text has a word that may be a puzzle that was cut off.
pub(super) fn has_cut(text: &[u8]) -> bool {
    let is_cell = |byte: &&u8| is_cell(**byte);
    // Such a word has a byte at one of these places. Most texts have no cell there, or a solution.
    let mut at = SHORTEST_CUT - 1;
    while let Some(byte) = text.get(at) {
        if is_cell(&byte) {
            let before = text[..at].iter().rev().take(81).take_while(is_cell).count();
            let rest = &text[at - before..];
            let is_long = rest.first_chunk().is_some_and(is_complete);
            let length = || rest.iter().take(81).take_while(is_cell).count();
            let length = if is_long { 81 } else { length() };
            if may_be_cut_grid(&rest[..length]) {
                return true;
            }
            at += length.saturating_sub(before);
        }
        at += SHORTEST_CUT;
    }
    false
}

/// Returns an upper bound for the number of cells in a line: the number of its characters that are neither blanks nor
/// commas nor letters, except `x`.
fn most_cells(line: &[u8]) -> usize {
    // Without branches and in parts that a byte counts, so that the compiler vectorises it.
    let may_be_cell = |byte: u8| {
        let is_letter = byte.is_ascii_alphabetic() & !is_cell_letter(byte);
        // A sign of Unicode is one cell at most: its first byte counts.
        let is_first = !(0x80..0xC0).contains(&byte);
        (byte > b' ') & (byte != b',') & !is_letter & is_first
    };
    let of_part = |part: &[u8]| part.iter().fold(0, |sum, &byte| sum + u8::from(may_be_cell(byte)));
    line.chunks(usize::from(u8::MAX)).map(|part| usize::from(of_part(part))).sum()
}

/// Returns whether a letter is a mark of empty cells.
fn is_cell_letter(byte: u8) -> bool {
    byte | 0x20 == b'x'
}

/// Returns the numbers of cells of the stretches of a line that are long enough for a grid; none if they are numbers with a
/// decimal point, or a puzzle and its solution.
fn lengths_of_grids(line: &[u8]) -> Vec<usize> {
    // Numbers such as `5.0` have fewer cells than characters that look like cells.
    let is_point = |at: &usize| {
        let behind = line[at + 1..].strip_prefix(b"0").unwrap_or(&line[at + 1..]);
        line[..*at].last().is_some_and(u8::is_ascii_digit)
            && behind.first().is_none_or(|&byte| !is_cell(byte) && class(byte) != Class::Word)
    };
    if memchr::memchr_iter(b'.', line).filter(is_point).count() >= FEWEST_CLUES {
        return Vec::new();
    }
    let mut all = stretches(&String::from_utf8_lossy(&plain(line)), None);
    all.retain(|stretch| stretch.len() >= NEAR_GRID);
    if let [stretch] = &all[..]
        && let Some((puzzle, solution)) = stretch.split_first_chunk::<81>()
        && solution.first_chunk().is_some_and(|solution| completes(solution, puzzle))
    {
        return Vec::new();
    }
    all.iter().map(Vec::len).collect()
}

/// Returns the longest of the [`stretches`] of a line.
fn stretch(line: &str, sign: Option<char>) -> Vec<u8> {
    let all = stretches(line, sign);
    // Of several with the same length, the first.
    all.into_iter().rev().max_by_key(Vec::len).unwrap_or_default()
}

/// Returns the parts of a line that are nothing but cells and signs between them, as digits and dots; empty cells may have a
/// further sign.
fn stretches(line: &str, sign: Option<char>) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    let mut chars = line.chars().peekable();
    while let Some(char) = chars.next() {
        // A line end in a string of a program: `\n`.
        if char == '\\' {
            chars.next_if(|next| matches!(next, 'n' | 'r' | 't'));
        }
        let now = all.last_mut().expect("a stretch has begun");
        match digit_of(char) {
            Some(0) => now.push(b'.'),
            Some(digit) => now.push(b'0' + digit),
            None if Some(char) == sign => now.push(b'.'),
            None if char.is_ascii() && is_cell(char as u8) => now.push(b'.'),
            // Brackets behind a row hold a remark.
            None if char == '(' && now.len() >= 9 => all.push(Vec::new()),
            None if char.is_ascii() && class(char as u8) != Class::Word => {}
            None if now.is_empty() => {}
            None => all.push(Vec::new()),
        }
    }
    all
}

/// Returns the value of a digit, which may be a Chinese numeral.
fn digit_of(char: char) -> Option<u8> {
    if char.is_ascii() {
        return char.to_digit(10).map(|digit| digit as u8);
    }
    let numeral = "〇一二三四五六七八九".chars().position(|numeral| numeral == char);
    numeral.map(|value| value as u8)
}
