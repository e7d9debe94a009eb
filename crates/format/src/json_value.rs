//! Reads JSON values that are grids: strings, arrays of cells, arrays of rows.

use serde_json::Value;

use super::{RecordError, drawn::blank_row, grid_text::whole_grid};

/// Returns the key of a member that holds a grid.
pub(super) fn key_of_grid(object: &[u8]) -> Option<String> {
    let value: Value = serde_json::from_slice(object).ok()?;
    let key = value.as_object()?.iter().find(|(_, value)| holds_grid(value));
    key.map(|(key, _)| key.clone())
}

/// Returns whether a value is one grid.
pub(super) fn holds_grid(value: &Value) -> bool {
    grid_of(value).is_some()
}

/// Returns the grid of a value that is a grid.
pub(super) fn grid_of(value: &Value) -> Option<[u8; 81]> {
    let mut cells = Vec::new();
    flatten(value, &mut cells).ok()?;
    whole_grid(&cells)
}

/// Returns whether a value is an array of a puzzle and its solution.
pub(super) fn is_pair(value: &Value) -> bool {
    matches!(value.as_array().map(Vec::as_slice), Some([puzzle, solution]) if solves(solution, puzzle))
}

/// Returns whether a value is the solution of another, as far as clues show it.
pub(super) fn solves(solution: &Value, puzzle: &Value) -> bool {
    let (Some(solution), Some(puzzle)) = (grid_of(solution), grid_of(puzzle)) else { return false };
    let is_digit = |cell: &u8| matches!(cell, b'1'..=b'9');
    let mut cells = solution.iter().zip(&puzzle);
    solution.iter().all(is_digit)
        && !puzzle.iter().all(is_digit)
        && cells.all(|(cell, clue)| !is_digit(clue) || cell == clue)
}

/// Adds an item of a list. A blank text is an empty cell, and a row may have blanks as empty cells.
fn flatten_item(value: &Value, cells: &mut Vec<u8>) -> Result<(), RecordError> {
    match value {
        Value::String(text) if text.trim().is_empty() && text.len() < 9 => cells.push(b'.'),
        Value::String(text) => match blank_row(text.as_bytes()) {
            Some(row) => cells.extend_from_slice(&row),
            None => cells.extend_from_slice(text.as_bytes()),
        },
        value => return flatten(value, cells),
    }
    Ok(())
}

/// Adds the cells of a value: a string, or a list of cells or rows.
pub(super) fn flatten(value: &Value, cells: &mut Vec<u8>) -> Result<(), RecordError> {
    match value {
        Value::Null => cells.push(b'.'),
        Value::String(text) => cells.extend_from_slice(text.as_bytes()),
        Value::Array(values) => {
            return values.iter().try_for_each(|value| flatten_item(value, cells));
        }
        // A digit may be written as `5.0`.
        Value::Number(number) => match number.as_f64() {
            Some(digit) if (0.0..=9.0).contains(&digit) && digit.fract() == 0.0 => {
                cells.push(b'0' + digit as u8);
            }
            _ => return Err(RecordError::JsonNumber(number.to_string())),
        },
        Value::Bool(_) | Value::Object(_) => return Err(RecordError::NotCells),
    }
    Ok(())
}
