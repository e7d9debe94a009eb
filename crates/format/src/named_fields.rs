//! The fields that the records of an input have by name: the fields of the rows of a table, the members of JSON objects, or
//! the columns of record batches. All of them have a header, so that an output of another kind can name the fields, too.

use std::{borrow::Cow, sync::Arc};

use batchdoku_engine::grid::Grid;

use super::{
    BatchColumns, FieldValue, FormatError, GridKeys, Header, Layout, RecordParser, RecordRef,
    Records, Row,
    cells::{FEWEST_CLUES, count_digits},
    found::{completes, is_complete},
    grid_text::whole_grid,
    jsonl,
    read_options::is_usual_for_puzzles,
    table,
};

/// The fields that records have by name.
#[derive(Clone, Debug)]
pub(super) struct NamedFields {
    /// The names, and which of the fields are grids.
    pub(super) header: Arc<Header>,
    origin: FieldOrigin,
}

#[derive(Clone, Debug)]
enum FieldOrigin {
    Rows,
    Objects(Arc<GridKeys>),
    Batches(Arc<dyn BatchColumns>),
}

impl Layout {
    /// Returns the fields that records have by name; `None` if the format has no names.
    pub(super) fn named_fields(&self) -> Option<NamedFields> {
        let (header, origin) = match self {
            Self { header: Some(header), .. } => (Arc::clone(header), FieldOrigin::Rows),
            Self { columns: Some(columns), .. } => {
                (columns.text_header(), FieldOrigin::Batches(Arc::clone(columns)))
            }
            Self { keys: Some(keys), .. } => {
                (Arc::clone(&keys.header), FieldOrigin::Objects(Arc::clone(keys)))
            }
            _ => return None,
        };
        Some(NamedFields { header, origin })
    }

    /// Makes sure that only one column can be that of the puzzles, judged by the first puzzle of a text.
    ///
    /// # Errors
    /// If another column may be that of the puzzles, too.
    pub fn check_columns(&self, parser: &dyn RecordParser, text: &[u8]) -> Result<(), FormatError> {
        let Some(fields) = self.named_fields().filter(|it| it.header.names.len() > 1) else {
            return Ok(());
        };
        let mut records = Records::default();
        records.read(parser, text);
        let first = records.rows(text).find_map(|row| match row {
            Row::Puzzle { record, .. } => Some(record),
            _ => None,
        });
        match first.and_then(|record| fields.different_puzzles(record)) {
            Some(names) => Err(FormatError::PuzzleColumns(names)),
            None => Ok(()),
        }
    }
}

impl NamedFields {
    /// Returns the names of the columns that have no field, because their values cannot be written as text.
    pub(super) fn without_text(&self) -> Vec<String> {
        match &self.origin {
            FieldOrigin::Batches(columns) => columns.without_text(),
            FieldOrigin::Rows | FieldOrigin::Objects(_) => Vec::new(),
        }
    }

    /// Returns the names of two columns that may both be that of the puzzles, judged by a record: they have usual names and
    /// different puzzles, or one has the solution of the puzzle in the other.
    pub(super) fn different_puzzles(&self, record: RecordRef<'_>) -> Option<String> {
        let names = &self.header.names;
        let values = self.values(record, |_| ());
        let grid = |column: usize| whole_grid(values[column].text()?.trim_ascii());
        let own = grid(self.header.puzzle)?;
        let is_own =
            |column: usize| column == self.header.puzzle || Some(column) == self.header.solution;
        let is_rival = |other: &[u8; 81], column: usize| {
            let (one, two) = (Grid::parse(&own).ok(), Grid::parse(other).ok());
            let differ = one != two && !is_complete(&own) && !is_complete(other);
            differ && is_usual_for_puzzles(&names[column])
                || completes(&own, other) && count_digits(other) >= FEWEST_CLUES
        };
        let rival = (0..names.len())
            .filter(|&column| !is_own(column))
            .find(|&column| grid(column).is_some_and(|other| is_rival(&other, column)))?;
        let mut both = [self.header.puzzle, rival];
        both.sort_unstable();
        Some(both.map(|column| names[column].as_str()).join(", "))
    }

    /// Returns the fields of a record, one for each name, and calls `other` with each key that the header lacks. All are
    /// missing if the fields are not known, for example because the line is no object.
    pub(super) fn values<'a>(
        &self,
        record: RecordRef<'a>,
        mut other: impl FnMut(&str),
    ) -> Vec<FieldValue<'a>> {
        let mut values = match &self.origin {
            FieldOrigin::Rows => table::row_values(&self.header, record),
            FieldOrigin::Objects(keys) => jsonl::member_values(keys, record, &mut other),
            FieldOrigin::Batches(columns) => {
                (0..self.header.names.len()).map(|field| columns.value(record, field)).collect()
            }
        };
        // Objects and batches may hold the cells as a list of numbers.
        if let Some(puzzle) = record.puzzle() {
            values[self.header.puzzle] = FieldValue::Text(Cow::Borrowed(puzzle));
        }
        if let (Some(column), Some(solution)) = (self.header.solution, record.solution())
            && values[column] == FieldValue::Missing
        {
            values[column] = FieldValue::Text(Cow::Borrowed(solution));
        }
        if let Some(solution) = self.header.solution
            && let FieldValue::Json(list) = &values[solution]
            && let Some(cells) = whole_grid(list)
        {
            values[solution] = FieldValue::Text(Cow::Owned(cells.to_vec()));
        }
        values
    }
}
