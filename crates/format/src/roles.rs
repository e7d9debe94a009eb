//! The places of puzzles and solutions in lines: [`line_roles`](super::line_roles) finds them, and
//! [`LineParser`](super::line::LineParser) reads there.

use super::{
    cells::{Edges, decimal, is_cell},
    table::FieldPlace,
    tokens::inner_range,
};

/// The place of the puzzle in a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum PuzzleRole {
    /// At the start of the line.
    #[default]
    First,
    /// In this field.
    Field(FieldPlace),
    /// Anywhere among words: the puzzle is the only grid of the line besides its solution.
    Text,
    /// In 81 fields, one for each cell, among other fields.
    Run(CellRun),
}

/// 81 fields that hold a cell each, in lines that have more fields: a number or a label, or the solution in as many fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CellRun {
    pub(super) delimiter: u8,
    /// The number of fields of a line.
    pub(super) width: usize,
    /// The first field of the puzzle, counted from 0.
    pub(super) puzzle: usize,
    /// The first field of the solution.
    pub(super) solution: Option<usize>,
}

impl CellRun {
    /// Returns the cells of the 81 fields from `start` of a line.
    pub(super) fn cells_at(self, line: &[u8], start: usize) -> Option<[u8; 81]> {
        let mut fields = fields_of(line, self.delimiter).skip(start);
        let mut cells = [b'.'; 81];
        for cell in &mut cells {
            *cell = cell_of(fields.next()?)?;
        }
        Some(cells)
    }

    /// Returns the number of fields of a line.
    pub(super) fn width_of(self, line: &[u8]) -> usize {
        fields_of(line, self.delimiter).count()
    }
}

/// The places of the puzzle and of the solution in the lines of an input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LineRoles {
    pub(super) puzzle: PuzzleRole,
    /// The field of the solution; `None` if the lines that show these roles have none. A solution is then a grid behind the
    /// puzzle that answers it.
    pub(super) solution: Option<FieldPlace>,
    /// True if the user names the field of the puzzle or of the solution. Other grids of a line are then ignored.
    pub(super) is_named: bool,
    /// The delimiters around the 81 fields of most lines, if a field may be empty.
    pub(super) edges: Option<Edges>,
    /// True if puzzles have another mark than a stroke for empty cells, so that a line of one stroke is a ruler.
    pub(super) strokes_are_rulers: bool,
    /// True if puzzles are 81 characters, and a blank is an empty cell.
    pub(super) has_blanks: bool,
    /// True if lines start with `#` and the number of the puzzle, so that such a line is no comment.
    pub(super) is_numbered: bool,
}

/// Returns the fields of a line. Between blanks, empty fields are left out.
pub(super) fn fields_of(line: &[u8], delimiter: u8) -> impl Iterator<Item = &[u8]> {
    line.split(move |&byte| byte == delimiter)
        .map(|field| &field[inner_range(field, |byte| b" \r\t\"'".contains(&byte))])
        .filter(move |field| delimiter != b' ' || !field.is_empty())
}

/// Returns the cell that a field is.
pub(super) fn cell_of(field: &[u8]) -> Option<u8> {
    match field {
        &[byte] if is_cell(byte) => Some(byte),
        number => decimal(number),
    }
}
