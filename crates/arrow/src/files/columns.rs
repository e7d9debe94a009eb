//! The columns of record batches, and which of them hold grids.

use std::{any::Any, sync::Arc};

use arrow_schema::{DataType, SchemaRef};

use batchdoku_format::{BatchColumns, FormatError, Header, ReadOptions};

/// The columns of the record batches of a file.
#[derive(Clone, Debug)]
pub struct Columns {
    /// The names and types of the columns.
    pub(super) schema: SchemaRef,
    /// The columns of the puzzles and of the solutions.
    pub(super) header: Header,
}

impl BatchColumns for Columns {
    /// Compares names and types; what else the schema says about the file may differ.
    fn is_same(&self, other: &dyn BatchColumns) -> bool {
        Self::of(other).is_some_and(|other| self.schema.fields() == other.schema.fields())
    }

    fn has_solutions(&self) -> bool {
        self.solution().is_some()
    }
}

impl Columns {
    /// Finds out whether columns of an input are of this type, as they are unless another crate reads
    /// record batches too.
    pub fn of(columns: &dyn BatchColumns) -> Option<&Self> {
        (columns as &dyn Any).downcast_ref()
    }

    /// Finds the puzzles among the columns of a file, by their names.
    ///
    /// # Errors
    /// If there are none, or their type holds no grids.
    pub fn find(schema: SchemaRef, options: &ReadOptions) -> Result<Arc<Self>, FormatError> {
        let names: Vec<_> = schema.fields().iter().map(|field| field.name().clone()).collect();
        let listed = names.join(",");
        let header = Header::of_names(names, options).ok_or(match options.named_column() {
            Some(column) => FormatError::NoColumn { column: column.into(), header: listed },
            None => FormatError::NoPuzzleColumn { header: listed, grid: None },
        })?;
        header.check_solution(options)?;
        let field = schema.field(header.puzzle);
        if may_hold_grids(field.data_type()) {
            return Ok(Arc::new(Self { schema, header }));
        }
        let (column, of) = (field.name().clone(), field.data_type().to_string());
        Err(FormatError::ColumnType { column, of })
    }

    pub(super) fn puzzle_type(&self) -> &DataType {
        self.schema.field(self.header.puzzle).data_type()
    }

    /// Returns the column of the solutions, if it may hold grids.
    pub fn solution(&self) -> Option<usize> {
        let holds_grids = |&column: &usize| may_hold_grids(self.schema.field(column).data_type());
        self.header.solution.filter(holds_grids)
    }
}

/// Tells if values of a type may be grids: text, bytes, lists of integers, or a dictionary of those.
fn may_hold_grids(of: &DataType) -> bool {
    use DataType::{FixedSizeBinary, FixedSizeList, LargeList, List};
    match of {
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
