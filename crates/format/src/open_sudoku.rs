//! `opensudoku`: the files that the app OpenSudoku imports, a document of XML with a game for each grid. For example:
//!
//! ```text
//! <?xml version="1.0" encoding="UTF-8"?>
//! <opensudoku>
//!   <game data="530070000600195000098000060800060003400803001700020006060000280000419005000080079" />
//! </opensudoku>
//! ```

use std::io::{self, Write};

use super::{
    AnswerShape, Assembler, Field, Format, FormatError, RecordFormatter, RecordRef, WriteOptions,
};

const START: &[u8] = b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n";
const END: &[u8] = b"</opensudoku>\n";

pub(super) fn formatter(
    _: Format,
    shape: &AnswerShape<'_>,
    _: &WriteOptions,
) -> Result<Box<dyn RecordFormatter>, FormatError> {
    Ok(Box::new(OpenSudokuFormatter { column: shape.grid_column() }))
}

/// Writes a game for each record: the grid that `sdm` would hold.
struct OpenSudokuFormatter {
    /// The field that holds the grid; `None` for the puzzle.
    column: Option<usize>,
}

impl RecordFormatter for OpenSudokuFormatter {
    fn is_self_contained(&self) -> bool {
        true
    }

    fn row(&self, record: RecordRef<'_>, fields: &[Field<'_>], out: &mut Vec<u8>) {
        let cells = match self.column.map(|column| fields[column]) {
            Some(Field::Text(text)) => Some(text),
            Some(Field::Missing | Field::Scalar(_)) => None,
            Some(Field::Kept) | None => record.puzzle(),
        };
        out.extend_from_slice(b"  <game data=\"");
        match cells.filter(|cells| cells.len() == 81) {
            Some(cells) => {
                let digit = |&cell: &u8| if cell.is_ascii_digit() { cell } else { b'0' };
                out.extend(cells.iter().map(digit));
            }
            None => out.extend_from_slice(&[b'0'; 81]),
        }
        out.extend_from_slice(b"\" />\n");
    }

    fn assembler(&self) -> Option<Box<dyn Assembler>> {
        Some(Box::new(Document))
    }
}

/// Puts the games of all tasks into one document.
struct Document;

impl Assembler for Document {
    fn start(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(START)
    }

    fn add(&mut self, task: &[u8], out: &mut dyn Write) -> io::Result<()> {
        out.write_all(task)
    }

    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(END)
    }
}
