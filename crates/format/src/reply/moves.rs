//! Reads moves that complete a puzzle: each empty cell is named with its digit.
//!
//! ```text
//! r1c3=4, r1c4=6, ...        {"R1C3": 4, ...}        (1, 3): 4        row 1, column 3 = 4        A3=4        [1 3 4]
//! {"row": 1, "column": 3, "digit": 4}, ...        | R1C3 | 4 |        Place 4 at row 1, column 3.
//! row,col,value and lines of three digits
//! ```
//!
//! All moves stand in one list, with no words between them except remarks in brackets. A cell with two digits makes the
//! list void, because it is unclear which digit is meant.

use super::work;
use crate::tokens::byte_set;

/// A list of moves that, with the clues, is a grid.
pub(super) struct MoveGrid {
    pub(super) cells: [u8; 81],
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The moves of the list that is being read.
struct Moves {
    cells: [u8; 81],
    start: usize,
    end: usize,
    is_void: bool,
    count: usize,
}

impl Moves {
    const NONE: Self = Self { cells: [0; 81], start: 0, end: 0, is_void: false, count: 0 };

    fn add(&mut self, found: Move, start: usize, end: usize) {
        if self.count == 0 {
            self.start = start;
        }
        self.count += 1;
        self.end = end;
        let cell = &mut self.cells[found.cell];
        self.is_void |= *cell != 0 && *cell != found.digit;
        *cell = found.digit;
    }

    /// Returns the grid if each cell is a clue or was named; `empty` is the number of cells without a clue.
    fn grid(&self, puzzle: &[u8; 81], empty: usize) -> Option<MoveGrid> {
        if self.is_void || self.count < empty.max(1) {
            return None;
        }
        let mut cells = *puzzle;
        for (cell, &digit) in cells.iter_mut().zip(&self.cells) {
            if digit != 0 {
                *cell = digit;
            }
        }
        let is_whole = cells.iter().all(|cell| matches!(cell, b'1'..=b'9'));
        let is_more = cells != *puzzle || self.count == 81;
        (is_whole && is_more).then_some(MoveGrid { cells, start: self.start, end: self.end })
    }
}

/// A digit in a cell.
struct Move {
    cell: usize,
    digit: u8,
    length: usize,
}

/// Returns the last list of moves in a text that completes a puzzle.
pub(super) fn last_moves(text: &[u8], puzzle: &[u8; 81]) -> Option<MoveGrid> {
    let empty = puzzle.iter().filter(|cell| **cell == b'.').count();
    let mut last = None;
    let mut moves = Moves::NONE;
    let mut at = 0;
    while at < text.len() {
        work(1);
        if moves.count == 0 {
            let skipped = before_move(text, at);
            work(skipped);
            at += skipped;
            if at == text.len() {
                break;
            }
        }
        let rest = &text[at..];
        let byte = rest[0];
        if !byte.is_ascii_alphanumeric() && !matches!(byte, b'(' | b'[' | b'<' | b'+' | b'?') {
            at += 1;
            continue;
        }
        let word = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        work(word);
        if may_start_move(rest)
            && let Some(found) = Move::at(rest)
        {
            let length = found.length;
            moves.add(found, at, at + length);
            work(length);
            at += length;
            // Several digits are candidates.
            moves.is_void |= follows_digit(&text[at..]);
            continue;
        }
        if moves.count > 0
            && let Some(remark) = remark(rest)
        {
            at += remark;
            continue;
        }
        let is_bracket = matches!(byte, b'(' | b'[');
        let is_list_number = matches!(word, 1 | 2)
            && byte.is_ascii_digit()
            && matches!(rest.get(word), Some(b'.' | b')'));
        if moves.count > 0 && !is_bracket && !is_list_number {
            last = moves.grid(puzzle, empty).or(last);
            moves = Moves::NONE;
        }
        at += word.max(1);
    }
    let last = moves.grid(puzzle, empty).or(last);
    match moves_of_table(text, puzzle, empty) {
        Some(table) if last.as_ref().is_none_or(|last| last.end < table.end) => Some(table),
        _ => last,
    }
}

/// Returns the length of a remark in round brackets that a text starts with, which has words and no line end.
fn remark(text: &[u8]) -> Option<usize> {
    const LONGEST: usize = 80;
    let text = text.strip_prefix(b"(")?;
    let end = text.iter().take(LONGEST).position(|byte| matches!(byte, b')' | b'\n'))?;
    let has_words = text[..end].windows(2).any(|two| two.iter().all(u8::is_ascii_alphabetic));
    (text[end] == b')' && has_words).then_some(end + 2)
}

/// The names of the columns of a table of moves.
const COLUMNS: [&[&[u8]]; 3] =
    [&[b"row", b"r"], &[b"col", b"column", b"c"], &[b"value", b"val", b"digit", b"number", b"v"]];

/// Returns the moves of the last table of three columns that completes a puzzle; its header names them.
fn moves_of_table(text: &[u8], puzzle: &[u8; 81], empty: usize) -> Option<MoveGrid> {
    let mut last = None;
    let mut columns = None;
    let mut moves = Moves::NONE;
    let mut at = 0;
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let (start, end) = (at, at + line.trim_ascii_end().len());
        at += line.len();
        let first = line.iter().copied().find(u8::is_ascii_alphanumeric);
        let may_be_header =
            matches!(first, Some(b'r' | b'R' | b'c' | b'C' | b'v' | b'V' | b'd' | b'D'));
        if columns.is_none() && !may_be_header || first.is_none() {
            continue;
        }
        work(line.len());
        let fields = fields_of(line);
        if let (Some(order), Some(fields)) = (columns, fields)
            && let Some(found) = move_of(fields, order)
        {
            moves.add(found, start, end);
            continue;
        }
        last = moves.grid(puzzle, empty).or(last);
        moves = Moves::NONE;
        columns = fields.and_then(order_of);
    }
    moves.grid(puzzle, empty).or(last)
}

/// Returns the three fields of a line.
fn fields_of(line: &[u8]) -> Option<[&[u8]; 3]> {
    const LONGEST: usize = 60;
    if line.len() > LONGEST {
        return None;
    }
    let is_end = |byte: &u8| matches!(byte, b',' | b';' | b'|' | b'\t');
    let mut fields = line.split(is_end).map(<[u8]>::trim_ascii).filter(|field| !field.is_empty());
    let three = [fields.next()?, fields.next()?, fields.next()?];
    fields.next().is_none().then_some(three)
}

/// Returns the places of the row, the column and the digit in a table with this header.
fn order_of(header: [&[u8]; 3]) -> Option<[usize; 3]> {
    let mut order = [0; 3];
    for (at, names) in order.iter_mut().zip(COLUMNS) {
        let is_it = |field: &&[u8]| names.iter().any(|name| field.eq_ignore_ascii_case(name));
        *at = header.iter().position(is_it)?;
    }
    Some(order)
}

/// Returns the move of a line of a table.
fn move_of(fields: [&[u8]; 3], order: [usize; 3]) -> Option<Move> {
    let mut digits = [0; 3];
    for (digit, at) in digits.iter_mut().zip(order) {
        let &[byte @ b'1'..=b'9'] = fields[at] else { return None };
        *digit = byte;
    }
    let [row, column, digit] = digits;
    let cell = 9 * usize::from(row - b'1') + usize::from(column - b'1');
    Some(Move { cell, digit, length: 0 })
}

/// Returns the number of bytes from a place of a text to the next place where a move may start.
fn before_move(text: &[u8], from: usize) -> usize {
    const IS_FIRST: [bool; 256] = byte_set(b"rR([ABCDEFGHIabcdefghiPp");
    let may_start = |at: usize| {
        IS_FIRST[usize::from(text[at])]
            && (at == from || !text[at - 1].is_ascii_alphanumeric())
            && may_start_move(&text[at..])
    };
    (from..text.len()).position(may_start).unwrap_or(text.len() - from)
}

/// Returns whether a text may start with a move, by its first two bytes.
fn may_start_move(text: &[u8]) -> bool {
    let [first, second, ..] = text else { return false };
    match first {
        b'r' | b'R' => matches!(second, b'1'..=b'9' | b'o' | b'O' | b' ' | b'_' | b'"'),
        b'(' | b'[' => matches!(second, b'1'..=b'9' | b' '),
        b'A'..=b'I' | b'a'..=b'i' => matches!(second, b'1'..=b'9'),
        b'P' | b'p' => matches!(second, b'l' | b'u'),
        _ => false,
    }
}

/// Returns whether another digit follows, with a comma or a blank between.
fn follows_digit(text: &[u8]) -> bool {
    let gap = text.iter().take(4).take_while(|byte| b" ,/|".contains(byte)).count();
    let is_digit = text.get(gap).is_some_and(u8::is_ascii_digit);
    // A number of a list stands before the next move.
    let number = text[gap..].iter().take(3).take_while(|byte| byte.is_ascii_digit()).count();
    is_digit && !matches!(text.get(gap + number), Some(b'.' | b')'))
}

/// Reads the parts of a move, byte by byte.
struct Reader<'t> {
    text: &'t [u8],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// Skips bytes of a set, at most sixteen.
    fn skip(&mut self, set: &[u8]) {
        let rest = &self.text[self.at..];
        self.at += rest.iter().take(16).take_while(|byte| set.contains(byte)).count();
    }

    /// Skips a word, ignoring case. Returns whether it was there.
    fn word(&mut self, word: &[u8]) -> bool {
        let rest = &self.text[self.at..];
        let is_there = rest.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
        if is_there {
            self.at += word.len();
        }
        is_there
    }

    /// Reads a digit from 1 to 9 that no letter or digit follows.
    fn digit(&mut self) -> Option<u8> {
        let digit = self.peek().filter(|byte| matches!(byte, b'1'..=b'9'))?;
        self.at += 1;
        let is_more = self.peek().is_some_and(|byte| byte.is_ascii_alphanumeric());
        (!is_more).then_some(digit)
    }

    /// Reads the number of a row or column.
    fn number(&mut self) -> Option<usize> {
        let digit = self.peek().filter(|byte| matches!(byte, b'1'..=b'9'))?;
        self.at += 1;
        Some(usize::from(digit - b'1'))
    }
}

impl Move {
    /// Returns the move that a text starts with.
    fn at(text: &[u8]) -> Option<Self> {
        let mut reader = Reader { text, at: 0 };
        if reader.word(b"place ") || reader.word(b"put ") {
            return placed(&mut reader);
        }
        let cell = match cell_at(&mut reader)? {
            Bracketed::Cell(cell) => cell,
            Bracketed::Move(cell, digit) => return Some(Self { cell, digit, length: reader.at }),
        };
        reader.skip(b" \"')]*`,\n");
        // Objects name the digit, too.
        for name in [&b"value\""[..], b"digit\"", b"number\"", b"val\"", b"v\""] {
            if reader.word(name) {
                break;
            }
        }
        let is_assigned =
            [&b"->"[..], b"=", b":", b"is ", b"|"].into_iter().any(|sign| reader.word(sign));
        if !is_assigned {
            return None;
        }
        reader.skip(b" \"'(*`=>");
        let digit = reader.digit()?;
        Some(Self { cell, digit, length: reader.at })
    }
}

/// Reads a cell in any form, or a move in brackets.
fn cell_at(reader: &mut Reader<'_>) -> Option<Bracketed> {
    let first = reader.peek()?;
    match first {
        b'(' | b'[' => bracketed(reader),
        b'r' | b'R' => named(reader).map(Bracketed::Cell),
        b'A'..=b'I' | b'a'..=b'i' => {
            reader.at += 1;
            let column = reader.number()?;
            Some(Bracketed::Cell(usize::from(first.to_ascii_uppercase() - b'A') * 9 + column))
        }
        _ => None,
    }
}

/// Reads the rest of a move behind its verb: `4 at row 1, column 3`.
fn placed(reader: &mut Reader<'_>) -> Option<Move> {
    let digit = reader.digit()?;
    reader.skip(b" ");
    let _ = [&b"into "[..], b"in ", b"at ", b"on "].into_iter().any(|word| reader.word(word));
    let _ = reader.word(b"cell ");
    let Bracketed::Cell(cell) = cell_at(reader)? else { return None };
    Some(Move { cell, digit, length: reader.at })
}

/// Reads a cell by its name: `r1c3`, `R1 C3`, `row 1, column 3`.
fn named(reader: &mut Reader<'_>) -> Option<usize> {
    let _ = reader.word(b"row") || reader.word(b"r");
    reader.skip(b" _\":");
    let row = reader.number()?;
    reader.skip(b" ,_\"\n");
    let is_column = reader.word(b"column") || reader.word(b"col") || reader.word(b"c");
    reader.skip(b" _\":");
    let column = reader.number()?;
    is_column.then_some(9 * row + column)
}

/// The content of brackets.
enum Bracketed {
    Cell(usize),
    Move(usize, u8),
}

/// Reads a cell by its numbers, `(1, 3)`, or a move, `[1 3 4]`.
fn bracketed(reader: &mut Reader<'_>) -> Option<Bracketed> {
    let close = if reader.peek() == Some(b'(') { b')' } else { b']' };
    reader.at += 1;
    reader.skip(b" ");
    let row = reader.number()?;
    reader.skip(b" ,");
    let column = reader.number()?;
    reader.skip(b" ,");
    let cell = 9 * row + column;
    if reader.peek() == Some(close) {
        reader.at += 1;
        return Some(Bracketed::Cell(cell));
    }
    let digit = reader.peek().filter(|byte| matches!(byte, b'1'..=b'9'))?;
    reader.at += 1;
    reader.skip(b" ");
    (reader.peek() == Some(close)).then(|| {
        reader.at += 1;
        Bracketed::Move(cell, digit)
    })
}
