//! `drawing`: grids in frames, for people. Clues and solved cells look different: in colour on a
//! terminal that has it, otherwise clues stand in brackets.

use super::{
    AnswerShape, ColumnKind, Field, Format, FormatError, RecordFormatter, RecordRef, Role,
    WriteOptions,
    answer::{ColumnType, FieldText},
};
use batchdoku_engine::grid::Grid;

/// Draws each puzzle, from the answer or else from the record, with its solution if a field has it. All other fields follow
/// under their names, and a blank line.
struct DrawingFormatter {
    names: Vec<String>,
    columns: Vec<ColumnType>,
    /// The index of the puzzle, if the answer has one.
    puzzle: Option<usize>,
    colour: bool,
}

pub(super) fn formatter(
    _: Format,
    shape: &AnswerShape<'_>,
    options: &WriteOptions,
) -> Result<Box<dyn RecordFormatter>, FormatError> {
    Ok(Box::new(DrawingFormatter::new(shape, options.layout.colour)))
}

impl DrawingFormatter {
    fn new(shape: &AnswerShape<'_>, colour: bool) -> Self {
        let names = shape.columns.iter().map(|column| column.name.to_owned()).collect();
        Self { names, columns: shape.types(), puzzle: shape.puzzle(), colour }
    }
}

impl RecordFormatter for DrawingFormatter {
    fn row(&self, record: RecordRef<'_>, fields: &[Field<'_>], out: &mut Vec<u8>) {
        let puzzle = match self.puzzle.map(|puzzle| fields[puzzle]) {
            Some(Field::Text(text)) => Grid::parse(text).ok(),
            Some(Field::Missing | Field::Scalar(_)) => None,
            Some(Field::Kept) | None => record.puzzle_grid(),
        };
        let mut solution = None;
        if let Some(puzzle) = &puzzle {
            solution = fields.iter().find_map(|field| {
                let Field::Text(text) = field else { return None };
                Grid::parse(text).ok().filter(|grid| grid.is_solution_of(puzzle))
            });
            let drawn = solution.as_ref().unwrap_or(puzzle).draw(puzzle, self.colour);
            out.extend_from_slice(drawn.as_bytes());
        }
        for ((name, column), &field) in self.names.iter().zip(&self.columns).zip(fields) {
            let text = match column.value(field, record) {
                _ if column.role == Role::Puzzle => continue,
                Some(text) => text,
                None if column.kind == ColumnKind::Grid => continue,
                None => FieldText::Text(column.missing()),
            };
            if solution.is_some_and(|grid| grid.to_text() == *text) {
                continue;
            }
            out.extend_from_slice(name.as_bytes());
            out.push(b':');
            match Grid::parse(&text) {
                Ok(grid) => {
                    out.push(b'\n');
                    out.extend_from_slice(grid.draw(&grid, self.colour).as_bytes());
                }
                Err(_) => {
                    out.push(b' ');
                    out.extend_from_slice(&text);
                    out.push(b'\n');
                }
            }
        }
        out.push(b'\n');
    }
}
