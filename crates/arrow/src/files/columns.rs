//! The columns of record batches, and the choice of the columns that hold grids.

use std::{any::Any, sync::Arc};

use arrow_array::RecordBatch;
use arrow_schema::{DataType, SchemaRef};

use super::values::{has_text, value_at};
use batchdoku_format::{BatchColumns, FieldValue, FormatError, Header, ReadOptions, RecordRef};

/// The columns of the record batches of a file.
#[derive(Clone, Debug)]
pub struct Columns {
    /// The names and types of the columns.
    pub(super) schema: SchemaRef,
    /// The columns of the puzzles and of the solutions.
    pub(super) header: Header,
    /// The columns whose values can be written as text.
    texts: Vec<usize>,
}

impl BatchColumns for Columns {
    /// Compares the names and types of columns. Other metadata of the schema may differ.
    fn is_same(&self, other: &dyn BatchColumns) -> bool {
        Self::of(other).is_some_and(|other| self.schema.fields() == other.schema.fields())
    }

    fn has_solutions(&self) -> bool {
        self.solution().is_some()
    }

    fn text_header(&self) -> Arc<Header> {
        let names = self.texts.iter().map(|&column| self.header.names[column].clone()).collect();
        let puzzle = self
            .place_among_texts(self.header.puzzle)
            .expect("a column of puzzles can be written as text");
        let solution = self.solution().and_then(|column| self.place_among_texts(column));
        Arc::new(Header { names, puzzle, solution, ..self.header.clone() })
    }

    fn without_text(&self) -> Vec<String> {
        let names = self.header.names.iter().enumerate();
        names.filter(|(column, _)| !self.texts.contains(column)).map(|(_, it)| it.clone()).collect()
    }

    fn value(&self, record: RecordRef<'_>, column: usize) -> FieldValue<'static> {
        let batch = record.records.batch.as_ref();
        match batch.and_then(|batch| batch.downcast_ref::<RecordBatch>()) {
            Some(batch) => value_at(batch.column(self.texts[column]), record.record.line as usize),
            None => FieldValue::Missing,
        }
    }
}

impl Columns {
    /// Casts the columns of an input to this type. `None` if another crate has read the input; none
    /// of this workspace does.
    pub fn of(columns: &dyn BatchColumns) -> Option<&Self> {
        (columns as &dyn Any).downcast_ref()
    }

    /// Finds the puzzles among the columns of a file, by their names.
    ///
    /// # Errors
    /// If there is no column of puzzles, or its type holds no grids.
    pub fn find(schema: SchemaRef, options: &ReadOptions) -> Result<Arc<Self>, FormatError> {
        let names: Vec<_> = schema.fields().iter().map(|field| field.name().clone()).collect();
        let listed = names.join(",");
        let header = Header::of_names(names, options).ok_or(match options.named_column() {
            Some(column) => FormatError::NoColumn { column: column.into(), header: listed },
            None => FormatError::NoPuzzleColumn { header: listed, grid: None },
        })?;
        header.check_solution(options)?;
        let field = schema.field(header.puzzle);
        if !may_hold_grids(field.data_type()) {
            let column = field.name().clone();
            let of = field.data_type().to_string();
            return Err(FormatError::ColumnType { column, of });
        }
        let mut texts = Vec::new();
        for (column, field) in schema.fields().iter().enumerate() {
            let is_grid = column == header.puzzle || Some(column) == header.solution;
            if has_text(field.data_type()) || is_grid && may_hold_grids(field.data_type()) {
                texts.push(column);
            }
        }
        Ok(Arc::new(Self { schema, header, texts }))
    }

    /// Returns the place of a column among the columns that can be written as text.
    fn place_among_texts(&self, column: usize) -> Option<usize> {
        self.texts.iter().position(|&text| text == column)
    }

    pub(super) fn puzzle_type(&self) -> &DataType {
        self.schema.field(self.header.puzzle).data_type()
    }

    /// Returns the column of the solutions, if it may hold grids.
    pub fn solution(&self) -> Option<usize> {
        let solution = self.header.solution?;
        may_hold_grids(self.schema.field(solution).data_type()).then_some(solution)
    }
}

/// Returns whether values of a type may be grids: text, bytes, lists of integers, or a dictionary of such values.
fn may_hold_grids(data_type: &DataType) -> bool {
    use DataType::{FixedSizeBinary, FixedSizeList, LargeList, List};
    match data_type {
        DataType::Dictionary(_, values) => may_hold_grids(values),
        List(item) | LargeList(item) | FixedSizeList(item, _) => {
            let item = item.data_type();
            item.is_integer()
                || matches!(item, List(_) | LargeList(_) | FixedSizeList(..))
                    && may_hold_grids(item)
        }
        FixedSizeBinary(width) => *width > 0,
        other => crate::arrays::is_text(other),
    }
}
