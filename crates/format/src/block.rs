//! Writes `grid`, `sdk`, `judge` and boards: nine lines of nine cells.

use super::{
    AnswerShape, ColumnKind, Field, Format, FormatError, NO_GRID, RecordFormatter, RecordRef,
    WriteOptions, answer::ColumnType, boards::Board,
};

/// Writes each field that is a grid as nine lines, any other as one line.
///
/// Blank lines, titles and comments between the grids of an input of grids are passed through. If
/// the input has another format, a blank line follows every grid. Neither is written if comments
/// and blank lines are to be dropped.
struct BlockFormatter {
    /// True if records are copied.
    whole: bool,
    /// The columns of the answer that are written, with their indices.
    columns: Vec<(usize, ColumnType)>,
    /// The board that is written, if the format is a board.
    board: Option<&'static Board>,
    /// The character between cells.
    separator: Option<u8>,
    /// True if blank lines, titles and comments of the input are passed through.
    pass: bool,
    /// True if a blank line follows each grid.
    space: bool,
}

pub(super) fn formatter(
    to: Format,
    shape: &AnswerShape<'_>,
    options: &WriteOptions,
) -> Result<Box<dyn RecordFormatter>, FormatError> {
    Ok(Box::new(BlockFormatter::new(to, shape, options)?))
}

impl BlockFormatter {
    fn new(
        to: Format,
        shape: &AnswerShape<'_>,
        options: &WriteOptions,
    ) -> Result<Self, FormatError> {
        let from = options.from();
        let keep = !options.layout.strip_comments;
        let board = Board::of(to);
        // The text of a board, such as the names of its columns, would stand in the output twice.
        let has_text = board.is_some_and(|board| board.empty.is_some());
        let pass = keep && from.is_block() && to.is_block() && !has_text;
        let types = shape.types();
        let columns = shape.unnamed_columns(to)?.into_iter().map(|index| (index, types[index]));
        Ok(Self {
            whole: shape.columns.is_empty() && to == from,
            columns: columns.collect(),
            board,
            separator: options.layout.separator,
            pass,
            space: keep && to.is_block() && !pass,
        })
    }

    fn field(&self, field: &[u8], out: &mut Vec<u8>) {
        if field.len() != 81 {
            out.extend_from_slice(field);
            out.push(b'\n');
        } else if let Some(board) = self.board {
            board.write(field, out);
            out.push(b'\n');
        } else {
            write_rows(field, self.separator, out);
        }
    }
}

impl RecordFormatter for BlockFormatter {
    fn row(&self, record: RecordRef<'_>, fields: &[Field<'_>], out: &mut Vec<u8>) {
        // The text around the cells is not part of the record, so the board of a puzzle is written anew.
        if self.whole && (self.board.is_none() || record.puzzle().is_none()) {
            let text = record.bytes().iter();
            out.extend(text.filter(|&&byte| byte != b'\r'));
            out.push(b'\n');
        } else if fields.is_empty() {
            self.field(record.puzzle().unwrap_or(NO_GRID), out);
        }
        for &(index, column) in &self.columns {
            self.field(&column.text(fields[index], record), out);
        }
        if self.space {
            out.push(b'\n');
        }
    }

    fn passes(&self) -> bool {
        self.pass
    }
}

/// Writes the count, then the grid if the count is one.
struct JudgeFormatter {
    /// The columns of the answer.
    columns: Vec<ColumnType>,
    /// The index of the count.
    count: usize,
    /// The index of the solution.
    solution: usize,
    separator: Option<u8>,
}

pub(super) fn judge_formatter(
    to: Format,
    shape: &AnswerShape<'_>,
    options: &WriteOptions,
) -> Result<Box<dyn RecordFormatter>, FormatError> {
    Ok(Box::new(JudgeFormatter::new(to, shape, options)?))
}

impl JudgeFormatter {
    fn new(
        to: Format,
        shape: &AnswerShape<'_>,
        options: &WriteOptions,
    ) -> Result<Self, FormatError> {
        let (Some(count), Some(solution)) = (shape.of_kind(ColumnKind::Count), shape.solution())
        else {
            return Err(FormatError::CountsOnly(to));
        };
        let separator = options.layout.separator;
        Ok(Self { columns: shape.types(), count, solution, separator })
    }
}

impl RecordFormatter for JudgeFormatter {
    fn row(&self, record: RecordRef<'_>, fields: &[Field<'_>], out: &mut Vec<u8>) {
        let [count, solution] = [self.count, self.solution]
            .map(|index| self.columns[index].text(fields[index], record));
        out.extend_from_slice(&count);
        out.push(b'\n');
        if *count == *b"1" && solution.len() == 81 {
            write_rows(&solution, self.separator, out);
        }
    }
}

fn write_rows(cells: &[u8], separator: Option<u8>, out: &mut Vec<u8>) {
    for row in cells.chunks_exact(9) {
        match separator {
            None => out.extend_from_slice(row),
            Some(separator) => {
                out.extend(row.iter().flat_map(|&cell| [cell, separator]));
                out.pop();
            }
        }
        out.push(b'\n');
    }
}
