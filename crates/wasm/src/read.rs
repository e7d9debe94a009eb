//! The puzzle in a text that was typed or pasted, with its candidates, in any form that the formats read.

use std::{
    io::{self, Read},
    ops::Range,
};

use batchdoku_corpus::Position;
use batchdoku_engine::grid::{Cell, Grid, Pencilmarks};
use batchdoku_format::{
    DetectedInput, FormatError, JsonElements, ReadOptions, Records, Row, open, read_grid,
};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::CallError;

/// A puzzle that was found.
#[derive(Debug, PartialEq, Serialize)]
struct Found {
    /// The clues: 81 characters.
    puzzle: String,
    /// The candidates, 729 characters, if the text has candidates or placed digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    candidates: Option<String>,
    /// The number of puzzles after this puzzle.
    more: usize,
}

/// Finds the first puzzle in a text in any form that the program reads: lines, drawings, tables of candidates, JSON and
/// others. Returns JSON: the `puzzle`, 81 characters; its `candidates`, 729 characters, if the text has candidates or
/// placed digits; and `more`, the number of puzzles after it.
///
/// @throws if there is no puzzle.
#[wasm_bindgen]
pub fn read(text: &str) -> Result<String, CallError> {
    let found = find(text.as_bytes()).map_err(|error| CallError::refused("text", error))?;
    Ok(serde_json::to_string(&found).expect("texts are JSON"))
}

fn find(text: &[u8]) -> Result<Found, String> {
    let Some((word, is_placed)) = placed(text) else { return find_plain(text) };
    let plain: Vec<u8> = text[word.clone()].iter().copied().filter(|&byte| byte != b'+').collect();
    let found = find_plain(&[&text[..word.start], &plain, &text[word.end..]].concat())?;
    let grid = Grid::parse(found.puzzle.as_bytes()).map_err(|error| error.to_string())?;
    let mut clues = grid;
    for (cell, is_placed) in Cell::ALL.into_iter().zip(is_placed) {
        if is_placed {
            clues.set(cell, None);
        }
    }
    let candidates = found.candidates.unwrap_or_else(|| text_of(&Pencilmarks::from(&grid)));
    Ok(Found { puzzle: clues.to_string(), candidates: Some(candidates), ..found })
}

/// Finds the 81 cells of a text that marks placed cells by a plus sign before them, such as `53+4..7...`. Returns the
/// range of the cells in the text, and for each cell whether it was placed.
fn placed(text: &[u8]) -> Option<(Range<usize>, Vec<bool>)> {
    let is_cell = |byte: u8| byte == b'+' || byte == b'.' || byte.is_ascii_digit();
    let mut start = 0;
    for word in text.split(|&byte| !is_cell(byte)) {
        let cells = (0..word.len()).filter(|&at| word[at] != b'+');
        let is_placed: Vec<bool> =
            cells.map(|at| at.checked_sub(1).is_some_and(|before| word[before] == b'+')).collect();
        if is_placed.len() == 81 && is_placed.contains(&true) {
            return Some((start..start + word.len(), is_placed));
        }
        start += word.len() + 1;
    }
    None
}

/// Finds the first puzzle of a text without plus signs.
fn find_plain(text: &[u8]) -> Result<Found, String> {
    match (by_format(text), read_grid(text)) {
        // As a single grid, the text would lose its candidates, or all puzzles but the first.
        (Ok(found), _) if found.candidates.is_some() || found.more > 0 => Ok(found),
        (_, Ok(cells)) => {
            let grid = Grid::parse(&cells).map_err(|error| error.to_string())?;
            Ok(Found { puzzle: grid.to_string(), candidates: None, more: 0 })
        }
        (Ok(found), _) => Ok(found),
        (Err(error), Err(fault)) => {
            let is_line = !text.trim_ascii().contains(&b'\n');
            Err(if is_line { fault.to_string() } else { error })
        }
    }
}

/// Finds the first puzzle of a text by the reader of its format.
fn by_format(text: &[u8]) -> Result<Found, String> {
    let options = ReadOptions { pencilmarks: true, ..ReadOptions::default() };
    let mut lines = Vec::new();
    let (input, text) = match open(text, &options) {
        Err(FormatError::JsonArray) => {
            let read = JsonElements::new(text.to_vec(), io::empty()).read_to_end(&mut lines);
            read.map_err(|error| error.to_string())?;
            (open(&lines, &options), &lines[..])
        }
        input => (input, text),
    };
    let DetectedInput { parser, skip, .. } = input.map_err(|error| error.to_string())?;
    let chunk = &text[skip..];
    let mut records = Records::default();
    records.read(&*parser, chunk);
    let mut error = None;
    let mut found = None;
    let mut count = 0;
    for row in records.rows(chunk) {
        match row {
            Row::Passthrough(_) => {}
            Row::Malformed { error: fault, .. } => {
                error.get_or_insert(fault.to_string());
            }
            Row::Puzzle { record, .. } => {
                count += 1;
                if found.is_some() {
                    continue;
                }
                let marks = record.pencilmarks();
                match record.grid(&*parser) {
                    Ok(grid) => found = Some((grid, marks)),
                    Err(fault) => _ = error.get_or_insert(fault.to_string()),
                }
            }
        }
    }
    match found {
        Some((grid, None)) => {
            Ok(Found { puzzle: grid.to_string(), candidates: None, more: count - 1 })
        }
        Some((_, Some(marks))) => Ok(of_marks(&marks, count - 1)),
        None => Err(error.unwrap_or_else(|| "there is no puzzle in it".into())),
    }
}

/// Returns candidates, and the cells that they fill as the clues.
fn of_marks(marks: &Pencilmarks, more: usize) -> Found {
    let start = Position::from(marks);
    Found { puzzle: start.grid().to_string(), candidates: Some(text_of(marks)), more }
}

fn text_of(marks: &Pencilmarks) -> String {
    String::from_utf8(marks.to_text().to_vec()).expect("candidates are text")
}

#[cfg(test)]
mod tests {
    use batchdoku_testkit::layouts::forms_of_grid;

    use super::*;
    use crate::puzzle::tests::{PUZZLE, refused};

    fn clues(text: &str) -> Result<String, String> {
        find(text.as_bytes()).map(|found| found.puzzle)
    }

    /// Joins cells by `between`, and rows by `rows`.
    fn apart<S: AsRef<str>>(cells: &[S], between: &str, rows: &str) -> String {
        let cells: Vec<&str> = cells.iter().map(AsRef::as_ref).collect();
        let lines: Vec<String> = cells.chunks(9).map(|row| row.join(between)).collect();
        lines.join(rows)
    }

    /// Reads each form as a line, as a field of a table and as a member of an object.
    #[test]
    fn every_form_of_a_grid_is_read() {
        for text in forms_of_grid(PUZZLE.as_bytes().try_into().unwrap()) {
            assert_eq!(clues(&text).as_deref(), Ok(PUZZLE), "{text}");
        }
    }

    #[test]
    fn a_puzzle_is_found_in_what_is_pasted() {
        let rows: Vec<&str> = (0..9).map(|row| &PUZZLE[9 * row..][..9]).collect();
        let drawn: Grid = PUZZLE.parse().unwrap();
        let with = |empty: &str| -> Vec<String> {
            PUZZLE.chars().map(|cell| cell.to_string().replace('.', empty)).collect()
        };
        let rows_of = |row: &[String]| format!("| {} |", row.join(" | "));
        let markdown: Vec<String> = with(".").chunks(9).map(rows_of).collect();
        let python: Vec<String> =
            with("None").chunks(9).map(|row| format!("[{}]", row.join(", "))).collect();
        for (name, text) in [
            ("81 cells", PUZZLE.to_owned()),
            ("zeros", format!("  {}  \n", PUZZLE.replace('.', "0"))),
            ("a title and a rating", format!("a title\n{PUZZLE} ER 1.2\n")),
            ("rows", rows.join("\n")),
            ("CRLF", rows.join("\r\n") + "\r\n"),
            ("a title and a footer", format!("Puzzle 7\n\n{}\n\nby someone\n", rows.join("\n"))),
            ("commas", apart(&with("."), ",", ",")),
            ("a drawing", format!("{drawn:#}")),
            ("a drawing of the program", drawn.draw(&drawn, false)),
            ("an address", format!("http://a.example/#p={PUZZLE}")),
            ("blanks", PUZZLE.replace('.', " ")),
            ("CSV with empty fields", apart(&with(""), ",", "\n")),
            ("TSV with empty fields", apart(&with(""), "\t", "\n")),
            ("lists of Python", format!("[{}]", python.join(",\n"))),
            ("Markdown", markdown.join("\n")),
            ("JSON", format!("{{\"puzzle\": \"{PUZZLE}\"}}")),
            ("a JSON array", format!("[{{\"puzzle\": \"{PUZZLE}\"}}]")),
            ("dashes", PUZZLE.replace('.', "\u{2013}")),
            ("squares", PUZZLE.replace('.', "\u{25a1}")),
            (".sdk", format!("[Puzzle]\n{}\n", rows.join("\n"))),
        ] {
            assert_eq!(clues(&text).as_deref(), Ok(PUZZLE), "{name}:\n{text}");
        }
    }

    #[test]
    fn candidates_and_placed_digits_make_a_position() {
        let grid: Grid = PUZZLE.parse().unwrap();
        let marks = text_of(&Pencilmarks::from(&grid)).replacen("123456789", "12.......", 1);
        let found = find(marks.as_bytes()).unwrap();
        assert_eq!(found.candidates.as_deref(), Some(&*marks));
        // A table of candidates.
        let cells: Vec<String> = marks
            .as_bytes()
            .chunks(9)
            .map(|cell| String::from_utf8_lossy(cell).replace('.', ""))
            .collect();
        let table = find(apart(&cells, " ", "\n").as_bytes()).unwrap();
        assert_eq!(table.candidates.as_deref(), Some(&*marks));
        // HoDoKu: digits with a plus sign were placed.
        let placed = PUZZLE.replacen("53.", "53+4", 1);
        let found = find(format!(":0000:x:{placed}:::").as_bytes()).unwrap();
        assert_eq!(found.puzzle, PUZZLE);
        assert_eq!(&found.candidates.unwrap()[18..27], "...4.....");
    }

    #[test]
    fn several_puzzles_are_counted() {
        let two = PUZZLE.replace("53..7", "....7");
        let found = find(format!("{PUZZLE}\n{two}\n{two}\n").as_bytes()).unwrap();
        assert_eq!((found.puzzle.as_str(), found.more), (PUZZLE, 2));
    }

    #[test]
    fn what_is_no_puzzle_is_refused_with_a_reason() {
        let unknown = PUZZLE.replace("7....6", "7..Q.6");
        for (text, words) in [("53..7", "got 5"), (&PUZZLE[1..], "got 80"), (&unknown, "'Q'")] {
            refused(read(text), "text", words);
        }
        assert!(read("").is_err());
    }
}
