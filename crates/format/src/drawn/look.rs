//! Decides what a line looks like on its own: a row of cells, a ruler, a frame, a label, text between grids.

use batchdoku_base::any_byte;

use crate::{
    cells::{
        Form, Ways, Written, cells, decimal, has_digit_twice, is_cell, is_stroke, means_nothing,
        together, ways,
    },
    lines::{split_lines, starts_comment},
    signs::{Uses, is},
    tokens::{plain, tokens},
    unread::may_be_unread,
};

/// The looks of a line on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    Blank,
    Comment,
    /// Separates boxes, or is part of a frame.
    Ruler,
    /// Nine empty cells, or a ruler.
    Doubtful(Doubtful),
    /// A word in square brackets, as in `.sdk` files.
    Section,
    /// Nine cells, or a row that may be damaged.
    Row,
    /// Anything else, which is no damaged row either.
    Text,
}

/// Returns the looks of a line.
pub(super) fn look(line: &[u8]) -> Look {
    if is_title(line) { Look::Text } else { look_of_any(line) }
}

fn look_of_any(line: &[u8]) -> Look {
    if let Some(nothing) = Nothing::of(line) {
        return Look::Doubtful(Doubtful::Nothing(nothing));
    }
    let text = plain(line);
    let core = text.trim_ascii();
    match core {
        [] if line.is_ascii() => return Look::Blank,
        content if starts_comment(content) && !is_row_of_hashes(content) => return Look::Comment,
        _ if section(core).is_some() => return Look::Section,
        _ if has_letters_of_columns(core) => return Look::Text,
        _ => {}
    }
    if let Some(stroke) = stroke_of(without_delimiters(core)) {
        return Look::Doubtful(Doubtful::Stroke(stroke));
    }
    let ways = row_ways(line, false);
    // Ratings, such as `7.2/1.2/1.2`.
    let are_ratings =
        core.contains(&b'/') && ways.iter().all(|it| matches!(it.way.form, Form::Numbers));
    if ways.first().is_some() && are_ratings {
        return Look::Text;
    }
    // Quotes may be the corners of a frame.
    if ways.first().is_some() && !(core.contains(&b'\'') && is_ruler(line, core)) {
        return Look::Row;
    }
    if is_ruler(line, core) {
        Look::Ruler
    } else if givens(core).is_some() || is_near(&text) {
        Look::Row
    } else {
        Look::Text
    }
}

/// Returns whether a line that starts like a comment may be a row in which `#` is an empty cell: `#8#1##5##`.
fn is_row_of_hashes(line: &[u8]) -> bool {
    let hashes = line.iter().filter(|byte| **byte == b'#').count();
    (7..=11).contains(&line.len())
        && (3..line.len()).contains(&hashes)
        && line.iter().all(|byte| *byte == b'#' || byte.is_ascii_digit())
}

/// Returns whether a line is certainly text, as most titles are. It starts with a word that is too long to be a damaged
/// cell. It has neither a decimal point nor delimiters, except those that a spreadsheet adds behind the title.
fn is_title(line: &[u8]) -> bool {
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic() && !is_cell(*byte);
    let letters = line.iter().take_while(|byte| is_letter(byte)).count();
    let is_word = |word: &[u8]| line[..4].eq_ignore_ascii_case(word);
    if letters < 4 || matches!(line[0], b'N' | b'n') && (is_word(b"null") || is_word(b"none")) {
        return false;
    }
    // Most titles are in no spreadsheet.
    let title = match line.last() {
        Some(b',' | b';' | b'\r') => without_delimiters(line),
        _ => line,
    };
    // Most titles are so short that it pays to stop at the first such byte.
    title[4..].iter().all(|&byte| byte < 0x80 && byte != b'.' && !is(byte, Uses::COLUMN))
}

/// Returns whether a line of plain signs has the letters A to I, as above the columns of a grid.
fn has_letters_of_columns(line: &[u8]) -> bool {
    // Most lines begin with a cell.
    let first = match line.iter().find(|byte| byte.is_ascii_alphanumeric()) {
        Some(&first @ (b'A' | b'a')) => first,
        _ => return false,
    };
    let letters = tokens(line).map(|token| token.word).filter(|word| !word.is_empty());
    letters.eq((first..first + 9).map(|letter| [letter]))
}

/// Returns the only kind of stroke that a line has, if these may be nine empty cells: eight to ten, because a row may have
/// lost a cell or gained one.
fn stroke_of(line: &[u8]) -> Option<u8> {
    let is_other = |byte: &u8| !b" |,;\t".contains(byte);
    let stroke = line.iter().copied().find(is_other).filter(|byte| is_stroke(*byte))?;
    let mut count = 0;
    for byte in line.iter().filter(|byte| is_other(byte)) {
        if *byte != stroke {
            return None;
        }
        count += 1;
    }
    (8..=10).contains(&count).then_some(stroke)
}

/// Returns the cells of a line that is a row, in the best way.
pub(crate) fn row_cells(line: &[u8]) -> Option<[u8; 9]> {
    cells::<9>(row_of_list(line)).filter(|_| row_ways(line, false).first().is_some())
}

/// Returns whether a line that is no row may be a row that was damaged by a typing error, or by a program that lost a cell.
pub(crate) fn is_near_row(line: &[u8]) -> bool {
    is_near(&plain(line))
}

fn is_near(line: &[u8]) -> bool {
    (has_some_cells(line) || has_some_fields(line) || has_some_decimals(line))
        && !is_date(line)
        && !has_name(line)
        && !is_heading(line)
        && !is_number_twice(line)
}

/// Returns whether a line is a heading between strokes or dots, as in `--- 1 ---`.
fn is_heading(line: &[u8]) -> bool {
    let is_run = |word: &[u8]| {
        word.len() > 2 && b"-_*.".contains(&word[0]) && word.iter().all(|byte| *byte == word[0])
    };
    let words: Vec<_> = line.split(|byte| *byte == b' ').filter(|word| !word.is_empty()).collect();
    let is_between = matches!(words[..], [first, _, .., last] if is_run(first) && first == last);
    is_between && word_bytes(line).count() != 9
}

/// Returns whether a line of seven or eight digits, without delimiters, has one of them twice, as numbers do, but no row that
/// lost a cell: `20240131`, `No. 4711 0815`.
fn is_number_twice(line: &[u8]) -> bool {
    let digits = line.iter().filter(|byte| byte.is_ascii_digit()).count();
    // A row that gained a cell, which may be a digit that stands in the row, has ten.
    let cells = word_bytes(line).filter(|byte| is_cell(*byte)).count();
    (7..=8).contains(&digits)
        && !line.iter().any(|byte| is(*byte, Uses::COLUMN))
        && cells <= 9
        && has_digit_twice(line)
}

/// Returns whether a word of a line is a name, as in `ER 7.2/7.2/2.6`: several letters, which are no cells, or the name of a
/// cell, as in `12. r4c5 = 3`.
fn has_name(line: &[u8]) -> bool {
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic() && !is_cell(*byte);
    tokens(line).any(|token| match token.word {
        [b'r' | b'R', row, b'c' | b'C', column, ..] => {
            row.is_ascii_digit() && column.is_ascii_digit()
        }
        word => word.len() > 1 && word.iter().all(is_letter) && !means_nothing(word),
    })
}

/// Returns whether a line is a number that is shorter than a row, for example the rating of a puzzle.
pub(super) fn is_number(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    (1..9).contains(&line.len())
        && line.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.')
        && std::str::from_utf8(line).is_ok_and(|line| line.parse::<f64>().is_ok())
}

/// Returns the number of cells of a line that may be a row at which a file was cut off: fewer than nine cells and signs
/// between them. `None` for a number if `has_numbers`, and for a zero alone, which ends some inputs of judges.
pub(super) fn cut_row(line: &[u8], has_numbers: bool) -> Option<usize> {
    let text = plain(line);
    let core = text.trim_ascii();
    if core == b"0" || has_numbers && is_number(core) || is_date(core) {
        return None;
    }
    let are_cells = word_bytes(core).all(is_cell);
    let count = word_bytes(core).take(9).count();
    (are_cells && (1..9).contains(&count)).then_some(count)
}

/// Returns whether a line is a date, as above a puzzle of a newspaper: `2026-01-31`, `31.01.2026`, `1/31/26`.
fn is_date(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let Some(sign) = line.iter().find(|byte| !byte.is_ascii_digit()) else { return false };
    let mut numbers = line.split(|byte| byte == sign);
    let lengths = [numbers.next(), numbers.next(), numbers.next(), numbers.next()];
    let is_number =
        |number: &[u8]| (1..=4).contains(&number.len()) && number.iter().all(u8::is_ascii_digit);
    match lengths {
        [Some(first), Some(middle), Some(last), None] => {
            let is_year = |number: &[u8]| matches!(number.len(), 2 | 4);
            b"-./".contains(sign)
                && [first, middle, last].into_iter().all(is_number)
                && middle.len() <= 2
                && (is_year(first) && last.len() <= 2 || first.len() <= 2 && is_year(last))
        }
        _ => false,
    }
}

/// Returns the bytes of a line that belong to words.
fn word_bytes(line: &[u8]) -> impl Iterator<Item = u8> {
    tokens(line)
        .flat_map(|token| match token.word {
            b"null" | b"None" => b".".iter(),
            word => word.iter(),
        })
        .copied()
}

/// Returns whether a line has seven to eleven characters, most of them cells, or is divided like a row.
fn has_some_cells(line: &[u8]) -> bool {
    let (mut all, mut good) = (0, 0);
    for byte in word_bytes(line).take(12) {
        all += 1;
        good += usize::from(is_cell(byte));
    }
    let are_cells = (7..=11).contains(&all) && good * 3 >= all * 2;
    // The line has the separators of a row, or bars around boxes; an empty cell may be nothing or a blank.
    let delimiters = line.iter().filter(|byte| b",;\t".contains(byte)).count();
    let bars = line.iter().filter(|&&byte| byte == b'|').count();
    let is_divided =
        delimiters == 8 || (8..=12).contains(&bars) || bars == 4 && line.trim_ascii().len() <= 14;
    are_cells || is_divided && all <= 11
}

/// Returns whether a line has 7 to 13 fields, each a cell or blank, so that it may be a row with a field too few or too
/// many. Up to nine fields without any cell are no row, because a spreadsheet writes such a blank row for other columns.
fn has_some_fields(line: &[u8]) -> bool {
    let (mut count, mut has_cell) = (0, false);
    for field in line.split(|byte| b",;\t".contains(byte)) {
        count += 1;
        match field.trim_ascii() {
            [] => {}
            &[byte] if is_cell(byte) => has_cell = true,
            _ => return false,
        }
    }
    (7..=13).contains(&count) && (has_cell || count > 9)
}

/// Returns whether a line has seven to eleven numbers with a decimal point, most of them cells.
fn has_some_decimals(line: &[u8]) -> bool {
    if line.len() < 14 || memchr::memchr(b'.', line).is_none() {
        return false;
    }
    let (mut all, mut good) = (0, 0);
    for token in tokens(line).take(12) {
        all += 1;
        good += usize::from(token.word.len() > 1 && decimal(token.word).is_some());
    }
    (7..=11).contains(&all) && good * 3 >= all * 2
}

/// Returns whether a line has seven to eleven words, most of them cells or candidates.
pub(super) fn has_some_candidates(line: &[u8]) -> bool {
    let text = plain(line);
    let (mut all, mut good) = (0, 0);
    for token in tokens(&text).take(12) {
        all += 1;
        good += usize::from(token.word.iter().all(|&byte| is_cell(byte)));
    }
    (7..=11).contains(&all) && good * 3 >= all * 2
}

/// Returns the word of a line that consists of a word in square brackets.
pub(crate) fn section(line: &[u8]) -> Option<&[u8]> {
    // Most lines begin with a cell or a letter.
    if line.first()?.is_ascii_alphanumeric() {
        return None;
    }
    let line = without_delimiters(line).trim_ascii();
    let word = line.strip_prefix(b"[")?.strip_suffix(b"]")?;
    (!word.is_empty() && word.iter().all(u8::is_ascii_alphabetic)).then_some(word)
}

/// Returns a line without the commas and semicolons that a spreadsheet leaves at its end.
fn without_delimiters(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let last = line.iter().rposition(|byte| !b",;".contains(byte));
    &line[..last.map_or(0, |last| last + 1)]
}

/// A line of delimiters alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Nothing {
    delimiter: u8,
    count: usize,
}

impl Nothing {
    /// Returns the delimiters of a line that has 8 to 12 of them alone, as a spreadsheet writes a blank row.
    pub(super) fn of(line: &[u8]) -> Option<Self> {
        let text = line.trim_ascii();
        let (line, delimiter) = match text.first() {
            Some(&delimiter @ (b',' | b';')) => (text, delimiter),
            Some(_) => return None,
            None => (line.strip_suffix(b"\r").unwrap_or(line), b'\t'),
        };
        let mut count = 0;
        for &byte in line {
            match byte {
                _ if byte == delimiter => count += 1,
                b' ' if delimiter != b'\t' => {}
                _ => return None,
            }
        }
        (8..=12).contains(&count).then_some(Self { delimiter, count })
    }

    /// Returns whether another line has the same number of these delimiters.
    fn is_as_wide_as(self, line: &[u8]) -> bool {
        line.iter().filter(|&&byte| byte == self.delimiter).count() == self.count
    }

    /// Returns whether another line is a row, perhaps damaged, with an empty field between these delimiters.
    fn is_in(self, row: &[u8]) -> bool {
        let mut fields = row.split(|&byte| byte == self.delimiter).map(<[u8]>::trim_ascii).take(9);
        look(row) == Look::Row && row.contains(&self.delimiter) && fields.any(<[u8]>::is_empty)
    }
}

/// A line that is nine empty cells, or a ruler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Doubtful {
    /// Eight to ten of these strokes and nothing else.
    Stroke(u8),
    /// Delimiters alone, as in a blank row of a spreadsheet.
    Nothing(Nothing),
}

impl Doubtful {
    /// Returns the doubtful kind of a line; `None` for all other lines.
    pub(super) fn of(line: &[u8]) -> Option<Self> {
        if let Some(nothing) = Nothing::of(line) {
            return Some(Self::Nothing(nothing));
        }
        stroke_of(without_delimiters(plain(line).trim_ascii())).map(Self::Stroke)
    }

    /// Returns whether the line is a row of empty cells, by the lines `above` it in its grid and those `below`. It is if a
    /// row above has such an empty cell, or if all lines above look like it. For the first row of a grid, the next line
    /// that looks different decides; nine such lines are an empty grid.
    pub(super) fn is_row(self, above: &[u8], below: &[u8]) -> bool {
        if !above.is_empty() {
            let mut others = split_lines(above).filter(|line| Self::of(line) != Some(self));
            return others.all(<[u8]>::is_empty) || split_lines(above).any(|line| self.is_in(line));
        }
        // The first item is the end of the line itself.
        let mut below = split_lines(below).skip(1);
        let alike = below.clone().take(8).take_while(|line| Self::of(line) == Some(self)).count();
        let is_nine = !matches!(self, Self::Nothing(nothing) if nothing.count != 8);
        let is_wide =
            |line: &[u8]| matches!(self, Self::Nothing(nothing) if nothing.is_as_wide_as(line));
        match below.nth(alike) {
            _ if alike >= 8 => is_nine,
            Some(line) => (is_nine || is_wide(line)) && self.is_in(line),
            None => false,
        }
    }

    /// Returns whether a row has such an empty cell.
    fn is_in(self, row: &[u8]) -> bool {
        match self {
            Self::Stroke(stroke) => has_stroke(row, stroke),
            Self::Nothing(nothing) => nothing.is_in(row),
        }
    }
}

/// Returns whether a line that is no row of the grids may be a row of another grid, in a form that is not read.
#[inline]
pub(super) fn may_be_unread_row(line: &[u8]) -> bool {
    // Most are blank or titles, for example `Grid 1234`.
    let is_titled = match line {
        [] => true,
        [first, second, ..] if line.len() < 17 => {
            first.is_ascii_alphabetic() && second.is_ascii_alphabetic() && first != second
        }
        _ => false,
    };
    // Nine cells may stand behind a short name.
    let has_cells = || line.iter().filter(|byte| !byte.is_ascii_alphabetic()).count() >= 9;
    !(is_titled && (line.len() < 11 || !has_cells())) && is_like_unread_row(line)
}

/// Returns the result of [`may_be_unread_row`] for a line that is neither blank nor a short title.
fn is_like_unread_row(line: &[u8]) -> bool {
    matches!(look(line), Look::Text | Look::Row) && may_be_unread(line)
}

/// Returns whether most parts between the comments of a text are nine rows.
pub(super) fn comments_are_titles(text: &[u8]) -> bool {
    let mut parts = vec![0];
    for line in split_lines(text) {
        match look(line) {
            Look::Comment => parts.push(0),
            Look::Row => *parts.last_mut().expect("a part has begun") += 1,
            _ => {}
        }
    }
    parts.retain(|&rows| rows > 0);
    let whole = parts.iter().filter(|&&rows| rows == 9).count();
    // The head may end within the last.
    let all = parts.len() - usize::from(parts.len() > 2 && parts.last() != Some(&9));
    // One of two grids may lack a row.
    all >= 2 && 2 * whole > all || all == 2 && whole == 1
}

/// Returns whether a line between others has no content: it is blank, a comment or a ruler, or has signs alone.
pub(super) fn is_nothing(line: &[u8]) -> bool {
    matches!(look(line), Look::Blank | Look::Comment | Look::Ruler | Look::Doubtful(_))
        || line.iter().all(u8::is_ascii_punctuation)
}

/// Returns whether a line is a row, perhaps damaged, that has a stroke as an empty cell.
pub(super) fn has_stroke(row: &[u8], stroke: u8) -> bool {
    look(row) == Look::Row && word_bytes(&plain(row)).any(|byte| byte == stroke)
}

/// Returns whether a line only separates boxes, or is the edge of a frame or of a list.
pub(crate) fn is_rule(line: &[u8]) -> bool {
    let text = plain(line);
    stroke_of(text.trim_ascii()).is_none_or(|_| row_cells(line).is_none())
        && is_ruler(line, text.trim_ascii())
}

/// Returns whether a line, which is `core` in plain signs, looks like a ruler.
fn is_ruler(line: &[u8], core: &[u8]) -> bool {
    const FILLERS: &[u8] = b" \t\r|,;:![](){}\"'`";
    let (mut strokes, mut dots) = (0, 0);
    let (mut first, mut last) = (0, 0);
    for &byte in core.iter().filter(|byte| !FILLERS.contains(byte)) {
        match byte {
            b'-' | b'+' | b'=' | b'*' | b'_' | b'~' => strokes += 1,
            b'.' => dots += 1,
            // Most lines are decided here.
            _ => return false,
        }
        if strokes + dots == 1 {
            first = byte;
        }
        last = byte;
    }
    if strokes + dots == 0 {
        return !line.is_ascii() || is_bracket(core);
    }
    // Dots are the upper corners of a frame.
    let is_cornered = first == b'.' && last == b'.' && strokes >= 9;
    strokes >= 3 && (dots == 0 || is_cornered)
}

/// Returns whether a line has nothing but the brackets of a list that begins or ends.
fn is_bracket(line: &[u8]) -> bool {
    let line = line.strip_suffix(b",").or_else(|| line.strip_suffix(b";")).unwrap_or(line);
    // An empty list is a value.
    (1..=3).contains(&line.len())
        && line.iter().all(|byte| b"[](){}".contains(byte))
        && !matches!(line, b"[]" | b"()" | b"{}")
}

/// Returns the cells of a line of nine characters; a blank is an empty cell.
pub(crate) fn blank_row(line: &[u8]) -> Option<[u8; 9]> {
    let row: [u8; 9] = without_delimiters(line).try_into().ok()?;
    let is_row = row.iter().all(|byte| matches!(byte, b' ' | b'1'..=b'9'));
    is_row.then(|| row.map(|byte| if byte == b' ' { b'.' } else { byte }))
}

/// Returns whether a line was a row in which blanks are empty cells, before something was written behind it.
pub(super) fn was_blank_row(line: &[u8]) -> bool {
    let row = without_delimiters(line);
    (10..=12).contains(&row.len())
        && line.get(row.len()).is_some_and(|byte| b",;".contains(byte))
        && row.iter().all(|byte| matches!(byte, b' ' | b'1'..=b'9'))
        && row.iter().any(u8::is_ascii_digit)
}

/// Returns the ways to read a row, where blanks are no cells unless bars stand around them.
pub(super) fn row_ways(line: &[u8], is_labelled: bool) -> Ways<9> {
    if !is_labelled {
        let all = ways::<9>(row_of_list(line));
        return all.iter().filter(|it| it.way.form != Form::Blanks).copied().collect();
    }
    let text = plain(line);
    match label(&text) {
        Some((_, rest)) => labelled_ways(rest),
        None => Ways::NONE,
    }
}

/// Returns whether a row stands in brackets.
pub(super) fn is_in_brackets(row: &[u8]) -> bool {
    let row = without_delimiters(row).trim_ascii();
    matches!(
        (row.first(), row.last()),
        (Some(b'['), Some(b']')) | (Some(b'('), Some(b')')) | (Some(b'{'), Some(b'}'))
    )
}

/// Returns whether a line is a value that may stand in a list in place of a grid: a word for nothing, a text in quotes, or an
/// empty list.
pub(super) fn is_placeholder(line: &[u8]) -> bool {
    let value = without_delimiters(line).trim_ascii();
    match value {
        [b'[', inner @ .., b']'] | [b'{', inner @ .., b'}'] | [b'(', inner @ .., b')'] => {
            inner.trim_ascii().is_empty()
        }
        [first @ (b'"' | b'\''), .., last] => first == last,
        _ => means_nothing(value),
    }
}

/// Returns whether a row opens two brackets, as the first row of a grid in a list does.
pub(super) fn opens_grid(row: &[u8]) -> bool {
    // Most rows have no bracket.
    if memchr::memchr3(b'[', b'(', b'{', row).is_none() {
        return false;
    }
    let mut signs = row.iter().filter(|byte| !byte.is_ascii_whitespace()).peekable();
    std::iter::from_fn(|| signs.next().map(|sign| (sign, signs.peek().copied())))
        .any(|(sign, next)| b"[({".contains(sign) && next == Some(sign))
}

/// Returns the row in a line of a list of lists: without the dash of an item of YAML, without the text that opens the list
/// before its first row, and without the text that closes it behind its last row:
///
/// ```text
/// - [5, 3, 0, 0, 7, 0, 0, 0, 0]
/// grid = np.array([[5, 3, 0, 0, 7, 0, 0, 0, 0],
///                  [0, 0, 0, 0, 8, 0, 0, 7, 9]], dtype=int8)
/// ```
fn row_of_list(line: &[u8]) -> &[u8] {
    let item = line.trim_ascii_start().strip_prefix(b"- ").map(<[u8]>::trim_ascii_start);
    if let Some(item) = item.filter(|item| item.starts_with(b"[")) {
        return item;
    }
    // Most rows have no brackets.
    let is_bracket = |byte: u8| matches!(byte, b'[' | b'{' | b'(' | b']' | b'}' | b')');
    if !any_byte(line, is_bracket) {
        return line;
    }
    // Two brackets of one kind, as a list of lists has them: `[[`, `{{`.
    let twice = |of: &[u8]| {
        let is_twice = |two: &[u8]| two[0] == two[1] && of.contains(&two[0]);
        line.windows(2).position(is_twice)
    };
    let open = twice(b"[{(").filter(|&at| line[..at].iter().any(u8::is_ascii_alphabetic));
    let start = open.unwrap_or(0);
    let close = twice(b"]})").filter(|&at| at > start).map(|at| at + 2);
    // The text behind the list is kept if it has numbers, which may be cells; `int64` is no number.
    let is_number = |word: &[u8]| !word.is_empty() && word.iter().all(u8::is_ascii_digit);
    let has_numbers = |rest: &[u8]| rest.split(|byte| !byte.is_ascii_alphanumeric()).any(is_number);
    let close = close.filter(|&end| !has_numbers(&line[end..]));
    &line[start..close.unwrap_or(line.len())]
}

/// Returns the ways to read the cells behind a label. In other forms than these, the label could be a cell.
fn labelled_ways(rest: &[u8]) -> Ways<9> {
    let is_apart = |it: &&Written<9>| {
        matches!(it.way.form, Form::Together | Form::Apart | Form::Fields(_) | Form::Boxes)
    };
    ways::<9>(rest).iter().filter(is_apart).copied().collect()
}

/// Returns the label of a row and the text behind it, from a line of plain signs. Labels are `A`, `R1`, `Row 1:`, `3.`,
/// `[1,]`; a letter may be repeated at the end, where it is left out.
pub(super) fn label(line: &[u8]) -> Option<(u8, &[u8])> {
    let line = line.trim_ascii_start();
    let word = line.strip_prefix(b"Row").or_else(|| line.strip_prefix(b"row"));
    let (label, rest) = match word.map_or(line, <[u8]>::trim_ascii_start) {
        [b'[', digit @ b'0'..=b'9', b',', b']', rest @ ..] => return Some((*digit, rest)),
        [b'R' | b'r', digit @ b'0'..=b'9', rest @ ..] => (*digit, rest),
        [label @ (b'0'..=b'9' | b'A'..=b'I' | b'a'..=b'i'), rest @ ..] => (*label, rest),
        _ => return None,
    };
    let rest = match rest {
        [b':' | b'.' | b')' | b']' | b',' | b';' | b'\t', rest @ ..] => rest,
        [b' ' | b'|', ..] => rest,
        _ => return None,
    };
    let inner = rest.trim_ascii_end();
    let is_repeated = label.is_ascii_alphabetic()
        && inner.ends_with(&[label])
        && inner[..inner.len() - 1].ends_with(b" ");
    Some((label, if is_repeated { &inner[..inner.len() - 1] } else { rest }))
}

/// Returns the label of a line that is a row behind a label, perhaps damaged.
pub(super) fn row_label(line: &[u8]) -> Option<u8> {
    let text = plain(line);
    let (label, rest) = label(&text)?;
    (labelled_ways(rest).first().is_some() || has_some_cells(rest)).then_some(label)
}

/// Returns whether a line is a row behind a label, and not a row otherwise.
pub(super) fn is_labelled(line: &[u8]) -> bool {
    if ways::<9>(line).first().is_some() {
        return false;
    }
    let text = plain(line);
    label(&text).is_some_and(|(_, rest)| labelled_ways(rest).first().is_some())
}

/// Returns whether a line is the digits in order, as above the columns of a grid, from 0 or from 1.
pub(super) fn is_sequence(line: &[u8]) -> bool {
    row_cells(line).is_some_and(|cells| matches!(&cells, b"123456789" | b"012345678"))
}

/// Returns whether the cells of a line stand apart, as those of a header do.
pub(super) fn is_apart(line: &[u8]) -> bool {
    let found = ways::<9>(line);
    found.first().is_some_and(|it| matches!(it.way.form, Form::Apart | Form::Fields(_)))
}

/// Returns the clues of a row of a drawing in which clues stand in brackets and other digits do not: `[5] 3 [7]` begins
/// with the cells `5.7`. The line has plain signs.
pub(super) fn givens(line: &[u8]) -> Option<[u8; 9]> {
    if !line.contains(&b'[') {
        return None;
    }
    let mut cells = [b'.'; 9];
    let mut rest = line.iter().copied().filter(|byte| !b"|\r".contains(byte));
    let mut has_given = false;
    for cell in &mut cells {
        match [rest.next()?, rest.next()?, rest.next()?] {
            [b'[', digit @ b'1'..=b'9', b']'] => {
                *cell = digit;
                has_given = true;
            }
            [b' ', byte, b' '] if is_cell(byte) => {}
            _ => return None,
        }
    }
    let is_end = rest.all(|byte| byte == b' ');
    (has_given && is_end).then_some(cells)
}

/// Returns the clues of a row of such a drawing, which may have none.
pub(super) fn givens_of(line: &[u8]) -> Option<[u8; 9]> {
    let text = plain(line);
    let text = text.trim_ascii();
    givens(text).or_else(|| {
        let is_framed = text.starts_with(b"| ") && text.ends_with(b" |");
        (is_framed && ways::<9>(text).first().is_some()).then_some([b'.'; 9])
    })
}

/// Returns whether a line consists of nine cells that stand together.
pub(crate) fn is_plain_row(line: &[u8]) -> bool {
    together::<9>(line).is_some()
}

#[cfg(test)]
mod tests {
    use batchdoku_testkit::layouts::{Choices, Random};

    use super::*;

    /// Titles, which [`look`] finds early, are text by all other tests, too.
    #[test]
    fn titles_are_text() {
        let words = [
            "Grid", "Row", "null", "nanx", "Puzzle", "a", "5", "12", "127", "x", ".", "-", "[5]",
            "#", "None",
        ];
        let mut random = Random(4);
        let mut titles = 0;
        for _ in 0..20_000 {
            let count = 1 + random.pick(12);
            let line: Vec<_> = (0..count).map(|_| words[random.pick(words.len())]).collect();
            let line = line.join([" ", "", ":", " | ", ", "][random.pick(5)]);
            if is_title(line.as_bytes()) {
                titles += 1;
                assert_eq!(look_of_any(line.as_bytes()), Look::Text, "{line}");
            }
        }
        assert!(titles > 500, "{titles}");
    }
}
