//! Layouts: what an output takes over from the input.

use std::{any::Any, fmt::Debug, sync::Arc};

use super::{AnswerShape, Column, Format, Header, Role};

/// The columns of an input of record batches, as the crate that reads it describes them.
pub trait BatchColumns: Any + Debug + Send + Sync {
    /// Compares the columns of two inputs.
    fn is_same(&self, other: &dyn BatchColumns) -> bool;

    /// Tells if one holds solutions.
    fn has_solutions(&self) -> bool;
}

impl PartialEq for dyn BatchColumns {
    fn eq(&self, other: &Self) -> bool {
        self.is_same(other)
    }
}

/// The layout that an output takes over from the input. All inputs of a job have the same format and columns.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The format.
    pub format: Format,
    /// The columns, if it is a table.
    pub header: Option<Arc<Header>>,
    /// The columns, if it has record batches.
    pub columns: Option<Arc<dyn BatchColumns>>,
    /// The keys, if it has JSON objects.
    pub keys: Option<Arc<GridKeys>>,
    /// The byte between a puzzle and its solution, if the input has lines and the first record has both.
    pub pair_separator: Option<u8>,
}

/// The keys under which JSON objects hold grids.
#[derive(Clone, Debug)]
pub struct GridKeys {
    /// The names that the column of the puzzles may have, the best first.
    pub puzzle: Vec<String>,
    /// The names that the column of the solutions may have, the best first.
    pub solution: Vec<String>,
    /// True if the first object has a solution.
    pub has_solutions: bool,
}

impl Layout {
    /// Returns the layout of a format without columns.
    pub fn of(format: Format) -> Self {
        Self { format, header: None, columns: None, keys: None, pair_separator: None }
    }

    /// Tells if records have solutions. Where nothing says so before the first record, that decides.
    pub fn has_solutions(&self) -> bool {
        match self {
            Self { header: Some(header), .. } => header.solution.is_some(),
            Self { columns: Some(columns), .. } => columns.has_solutions(),
            Self { keys: Some(keys), .. } => keys.has_solutions,
            Self { pair_separator, .. } => pair_separator.is_some(),
        }
    }
}

impl AnswerShape<'_> {
    /// Returns the indices of the columns that are written to a format that names them, given the layout of the input.
    pub fn named_columns(&self, input: Option<&Layout>) -> Vec<usize> {
        let has_solutions = input.is_some_and(Layout::has_solutions);
        let is_written = |&index: &usize| {
            let Column { role, is_optional, .. } = self.columns[index];
            has_solutions || !is_optional || role != Role::Solution
        };
        (0..self.columns.len()).filter(is_written).collect()
    }

    /// Returns true if the solutions of the input `from` belong to the answers, and `to` has no place for them.
    pub fn loses_solutions(&self, from: &Layout, to: Format) -> bool {
        let is_pair = self.puzzle().is_some() && self.solution().is_some();
        is_pair && from.has_solutions() && (to.is_for_grids() || to.is_block())
    }
}
