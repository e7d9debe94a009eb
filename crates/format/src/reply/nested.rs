//! Reads grids in brackets: lists of rows, strings and objects, over any number of lines.
//!
//! ```text
//! [[5, 3, 4, 6, 7, 8, 9, 1, 2], ...]    nine lists of nine       {"row1": "534678912", ...}    nine rows by their names
//! [5, 3, 4, 6, 7, 8, 9, 1, 2, ...]      81 cells                   [{"row": 1, "cells": [5, 3, ...]}, ...]
//! ```
//!
//! Nine rows in a bracket are a grid, and so are nine brackets next to each other on a line. Ten rows are no grid, and
//! neither are rows of eight and ten cells.

use super::{line::with_dots, work};

/// A grid in brackets.
pub(super) struct NestedGrid {
    pub(super) cells: [u8; 81],
    pub(super) start: usize,
    pub(super) end: usize,
}

/// Reads brackets, in memory of its own.
#[derive(Default)]
pub(super) struct NestedScanner {
    frames: Vec<Frame>,
    /// The cells of the open brackets, and their rows.
    cells: Vec<u8>,
    rows: Vec<[u8; 9]>,
    /// The cells of the string that is being read.
    string: Vec<u8>,
    loose: LooseRows,
}

/// Rows in brackets that stand next to each other on a line, in no other bracket.
#[derive(Default)]
struct LooseRows {
    rows: Vec<[u8; 9]>,
    start: usize,
    end: usize,
}

impl LooseRows {
    /// Adds a row. If it does not stand next to the last row, the rows before it end.
    fn push(
        &mut self,
        row: [u8; 9],
        start: usize,
        end: usize,
        text: &[u8],
        found: &mut Vec<NestedGrid>,
    ) {
        if !text[self.end.min(start)..start].iter().all(|byte| b" ,;/|".contains(byte)) {
            self.finish(found);
        }
        if self.rows.is_empty() {
            self.start = start;
        }
        if self.rows.len() < 10 {
            self.rows.push(row);
        }
        self.end = end;
    }

    /// Returns whether the rows are the last thing before a place.
    fn is_before(&self, at: usize, text: &[u8]) -> bool {
        !self.rows.is_empty() && text[self.end..at].trim_ascii().is_empty()
    }

    /// Ends the rows, which are a grid if there are nine.
    fn finish(&mut self, found: &mut Vec<NestedGrid>) {
        if let Ok(cells) = self.rows.as_flattened().try_into() {
            found.push(NestedGrid { cells: with_dots(cells), start: self.start, end: self.end });
        }
        self.rows.clear();
    }
}

/// The most bytes between the end of a grid and a closing bracket too many, which belongs to a further row.
const LONGEST_ROW: usize = 120;

/// The most brackets that are open at a time.
const DEEPEST: usize = 16;

/// An open bracket.
#[derive(Clone, Copy)]
struct Frame {
    open: u8,
    start: usize,
    /// The places where its cells and rows start among those of all brackets.
    first_cell: usize,
    first_row: usize,
    /// True if the bracket has other values, too.
    has_others: bool,
    /// True if the bracket is text: it has words that are neither names nor strings.
    is_text: bool,
    /// True if a cell stands in it, at any depth.
    has_cells: bool,
    names: Names,
}

/// The names of the values of an object.
#[derive(Clone, Copy, Default)]
struct Names {
    count: usize,
    /// The number of the first name.
    first: u8,
    /// True if a name has no number, or not the next one.
    are_others: bool,
    /// True if a name is that of a column or a box.
    are_of_houses: bool,
}

impl Names {
    fn add(&mut self, name: &[u8]) {
        let digits = name.iter().filter(|byte| byte.is_ascii_digit()).count();
        let digit = name.iter().find(|byte| byte.is_ascii_digit());
        let number = match (digits, digit, name) {
            (1, Some(digit), _) => Some(digit - b'0'),
            (0, _, &[letter]) if matches!(letter.to_ascii_uppercase(), b'A'..=b'I') => {
                Some(letter.to_ascii_uppercase() - b'A' + 1)
            }
            _ => None,
        };
        match number {
            Some(number) if self.count == 0 && number <= 1 => self.first = number,
            Some(number)
                if self.count > 0
                    && usize::from(number) == self.count + usize::from(self.first) => {}
            _ => self.are_others = true,
        }
        let starts = |start: &[u8]| {
            name.get(..start.len()).is_some_and(|name| name.eq_ignore_ascii_case(start))
        };
        self.are_of_houses |= starts(b"col") || starts(b"box") || starts(b"block");
        self.count += 1;
    }

    /// Returns whether these are the names of nine values in order, or there are none.
    fn are_of(&self, values: usize) -> bool {
        self.count == 0 || self.count == values && !self.are_others && !self.are_of_houses
    }
}

impl NestedScanner {
    /// Finds the grids of a text. Returns the place of a bracket with cells that is not closed.
    pub(super) fn read(&mut self, text: &[u8], found: &mut Vec<NestedGrid>) -> Option<usize> {
        self.frames.clear();
        self.clear_values();
        self.loose =
            LooseRows { rows: std::mem::take(&mut self.loose.rows), ..LooseRows::default() };
        self.loose.rows.clear();
        let mut at = 0;
        while at < text.len() {
            let byte = text[at];
            let start = at;
            at += match byte {
                b'[' | b'{' | b'(' => {
                    self.open(byte, at);
                    1
                }
                b']' | b'}' | b')' => {
                    self.close(text, at, found);
                    1
                }
                _ if self.frames.is_empty() => self.skip(&text[at..]),
                b'"' | b'\'' if !self.frame().is_text => self.string(&text[at..]),
                b'0'..=b'9' => self.number(&text[at..]),
                b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.word(&text[at..]),
                b'#' => line_length(&text[at..]),
                b'/' if text.get(at + 1) == Some(&b'/') => line_length(&text[at..]),
                b'.' | b'?' => {
                    self.cell(b'.');
                    1
                }
                b':' => {
                    self.name_of_number();
                    1
                }
                _ => 1,
            };
            work(at - start);
        }
        self.loose.finish(found);
        // A round bracket may be that of a remark, unless it holds a row.
        let is_list = |frame: &Frame| frame.open != b'(' || self.rows.len() > frame.first_row;
        let is_cut = |frame: &&Frame| is_list(frame) && !frame.is_text && frame.has_cells;
        self.frames.iter().find(is_cut).map(|frame| frame.start)
    }

    fn clear_values(&mut self) {
        self.cells.clear();
        self.rows.clear();
    }

    /// Skips to the next bracket outside brackets. Rows that stand next to each other there are read as lines.
    fn skip(&mut self, text: &[u8]) -> usize {
        let is_bracket = |byte: &u8| matches!(byte, b'[' | b'{' | b'(' | b']' | b'}' | b')');
        text.iter().position(is_bracket).unwrap_or(text.len())
    }

    fn open(&mut self, open: u8, start: usize) {
        if self.frames.len() == DEEPEST {
            self.frames.clear();
            self.clear_values();
        }
        let first_cell = self.cells.len();
        let first_row = self.rows.len();
        self.frames.push(Frame {
            open,
            start,
            first_cell,
            first_row,
            has_others: false,
            is_text: false,
            has_cells: false,
            names: Names::default(),
        });
    }

    fn close(&mut self, text: &[u8], at: usize, found: &mut Vec<NestedGrid>) {
        let (close, end) = (text[at], at + 1);
        let Some(frame) = self.frames.pop() else {
            // A closing bracket too many, soon behind a grid, belongs to the grid, which has a row more.
            let is_part = |grid: &mut NestedGrid| at - grid.end < LONGEST_ROW;
            // A round bracket may be that of a remark, unless a row stands before it.
            if close != b')' || self.loose.is_before(at, text) {
                found.pop_if(is_part);
            }
            return;
        };
        if !matches!((frame.open, close), (b'[', b']') | (b'{', b'}') | (b'(', b')')) {
            // A list that another kind of bracket closes was cut off, and so were the grids in it.
            if frame.has_cells {
                while found.pop_if(|grid| grid.start > frame.start).is_some() {}
            }
            self.frames.clear();
            self.clear_values();
            return;
        }
        let cells = &self.cells[frame.first_cell..];
        let rows = &self.rows[frame.first_row..];
        let is_pure = !frame.has_others && !frame.is_text;
        let value = match (cells.len(), rows.len()) {
            (1, 0) if is_pure && frame.names.count == 0 => Value::Cell(cells[0]),
            (9, 0) if is_pure && frame.names.are_of(9) => {
                Value::Row(cells.try_into().expect("nine cells"))
            }
            (81, 0) if is_pure && frame.names.count == 0 => {
                Value::Grid(cells.try_into().expect("81 cells"))
            }
            (0, 9) if is_pure && frame.names.are_of(9) => {
                Value::Grid(rows.as_flattened().try_into().expect("nine rows"))
            }
            (1, 1) if is_pure && frame.names.count == 2 && !frame.names.are_of_houses => {
                Value::NumberedRow(cells[0], rows[0])
            }
            _ => Value::Other,
        };
        self.cells.truncate(frame.first_cell);
        self.rows.truncate(frame.first_row);
        if let Some(parent) = self.frames.last_mut() {
            parent.has_cells |= frame.has_cells;
            match value {
                Value::Cell(cell) => self.cells.push(cell),
                Value::Row(row) => self.rows.push(row),
                Value::NumberedRow(number, row) => {
                    parent.names.add(&[number]);
                    self.rows.push(row);
                }
                _ => parent.has_others = true,
            }
        } else if let Value::Row(row) = value {
            self.loose.push(row, frame.start, end, text, found);
        }
        if let Value::Grid(cells) = value {
            found.push(NestedGrid { cells: with_dots(cells), start: frame.start, end });
        }
    }

    fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("a bracket is open")
    }

    fn cell(&mut self, cell: u8) {
        self.cells.push(cell);
        self.frame().has_cells = true;
    }

    /// Reads a number: a cell, a row without blanks, or something else.
    fn number(&mut self, text: &[u8]) -> usize {
        let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let mut end = digits;
        if digits == 1 && text.get(1) == Some(&b'.') {
            end = 2 + text[2..].iter().take_while(|byte| **byte == b'0').count();
        }
        let rest = text[end..].iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        match (digits, rest) {
            (1, 0) => self.cell(text[0]),
            (9, 0) => {
                self.rows.push(text[..9].try_into().expect("nine digits"));
                self.frame().has_cells = true;
            }
            _ => self.frame().has_others = true,
        }
        end + rest
    }

    /// Makes a name of the cell before a colon.
    fn name_of_number(&mut self) {
        let first = self.frame().first_cell;
        if self.cells.len() > first
            && let Some(digit) = self.cells.pop()
        {
            self.frame().names.add(&[digit]);
        }
    }

    /// Reads a word: a name, an empty cell, or a word of a text.
    fn word(&mut self, text: &[u8]) -> usize {
        let length =
            text.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
        let word = &text[..length];
        let is_mark = word.iter().all(|byte| *byte == b'_')
            || matches!(word, b"x" | b"X" | b"null" | b"None");
        if let Some(colon) = to_colon(&text[length..]) {
            self.frame().names.add(word);
            return length + colon;
        } else if is_mark && length <= 4 {
            self.cell(b'.');
        } else {
            self.frame().is_text = true;
        }
        length
    }

    /// Reads a string: a name, a cell, a row or something else. A string that is not closed ends the text.
    fn string(&mut self, text: &[u8]) -> usize {
        let Some(inner) = memchr::memchr(text[0], &text[1..]) else { return text.len() };
        let string = &text[1..=inner];
        let length = inner + 2;
        if let Some(colon) = to_colon(&text[length..]) {
            self.frame().names.add(string);
            return length + colon;
        }
        self.string.clear();
        for &byte in string {
            match byte {
                b'0'..=b'9' => self.string.push(byte),
                b'.' | b'_' | b'?' | b'*' | b'x' | b'X' | b'-' => self.string.push(b'.'),
                b' ' | b',' | b'|' => {}
                _ => {
                    self.string.clear();
                    break;
                }
            }
        }
        match self.string[..] {
            [cell] => self.cell(cell),
            [] if string.is_empty() => self.cell(b'.'),
            ref cells if cells.len() == 9 => {
                let row = cells.try_into().expect("nine cells");
                self.rows.push(row);
                self.frame().has_cells = true;
            }
            _ => {
                let has_cells = self.string.len() > 9;
                let frame = self.frame();
                frame.has_others = true;
                frame.has_cells |= has_cells;
            }
        }
        length
    }
}

/// The value that a bracket holds.
enum Value {
    Cell(u8),
    Row([u8; 9]),
    /// An object with a row and its number.
    NumberedRow(u8, [u8; 9]),
    Grid([u8; 81]),
    Other,
}

/// Returns the length of a colon that follows, with the blanks before it.
fn to_colon(text: &[u8]) -> Option<usize> {
    let blanks = text.iter().take(4).take_while(|byte| **byte == b' ').count();
    (text.get(blanks) == Some(&b':')).then_some(blanks + 1)
}

fn line_length(text: &[u8]) -> usize {
    memchr::memchr(b'\n', text).unwrap_or(text.len())
}
