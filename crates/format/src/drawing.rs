//! `drawing`: grids in frames, for people. Clues and solved cells look different: in colour on a
//! terminal that has it, otherwise clues stand in brackets.

use super::{NO_GRID, RecordFormatter, RecordRef};
use batchdoku_engine::grid::Grid;

/// Draws each puzzle, completed by a field that is its solution; then every other field under its
/// name. A blank line follows.
pub(super) struct DrawingFormatter {
    pub(super) columns: Vec<String>,
    pub(super) colour: bool,
}

impl RecordFormatter for DrawingFormatter {
    fn row(&self, record: RecordRef<'_>, fields: &[&[u8]], out: &mut Vec<u8>) {
        let puzzle = record.clues();
        let mut solution = None;
        if let Some(puzzle) = &puzzle {
            let solves =
                |field: &&[u8]| Grid::parse(field).ok().filter(|grid| grid.is_solution_of(puzzle));
            solution = fields.iter().find_map(solves);
            let drawn = solution.as_ref().unwrap_or(puzzle).draw(puzzle, self.colour);
            out.extend_from_slice(drawn.as_bytes());
        }
        for (name, field) in self.columns.iter().zip(fields) {
            let is_drawn = solution.is_some_and(|grid| grid.to_text() == **field);
            if is_drawn || *field == NO_GRID {
                continue;
            }
            out.extend_from_slice(name.as_bytes());
            out.push(b':');
            match Grid::parse(field) {
                Ok(grid) => {
                    out.push(b'\n');
                    out.extend_from_slice(grid.draw(&grid, self.colour).as_bytes());
                }
                Err(_) => {
                    out.push(b' ');
                    out.extend_from_slice(field);
                    out.push(b'\n');
                }
            }
        }
        out.push(b'\n');
    }
}
