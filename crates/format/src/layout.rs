//! Layouts: the properties that an output takes over from the input.

use std::{any::Any, fmt::Debug, sync::Arc};

use super::{AnswerShape, Column, FieldValue, Format, Header, RecordRef, Role, Room};

/// The columns of an input of record batches, as the crate that reads it describes them.
pub trait BatchColumns: Any + Debug + Send + Sync {
    /// Compares the columns of two inputs.
    fn is_same(&self, other: &dyn BatchColumns) -> bool;

    /// Returns whether a column holds solutions.
    fn has_solutions(&self) -> bool;

    /// Returns the header of the columns with values that can be written as text.
    fn text_header(&self) -> Arc<Header>;

    /// Returns the names of the other columns.
    fn without_text(&self) -> Vec<String>;

    /// Returns the value of a record in a column of the [`text_header`](Self::text_header).
    fn value(&self, record: RecordRef<'_>, column: usize) -> FieldValue<'static>;
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
    /// The columns of a table.
    pub header: Option<Arc<Header>>,
    /// The columns of record batches.
    pub columns: Option<Arc<dyn BatchColumns>>,
    /// The keys of JSON objects.
    pub keys: Option<Arc<GridKeys>>,
    /// The byte between a puzzle and its solution, if the input has lines and the first record has both.
    pub pair_separator: Option<u8>,
    /// True if no header shows whether records have solutions, so that each record may have a solution or not.
    pub is_solved_by_record: bool,
    /// True if no header shows it, but one of the first records has a solution.
    pub shows_solutions: bool,
    /// True if the input has lines, and the first record has other text than its puzzle and its solution.
    pub has_text: bool,
    /// True if another input has the solutions of the records.
    pub has_other_solutions: bool,
}

/// The keys under which JSON objects hold grids.
#[derive(Clone, Debug)]
pub struct GridKeys {
    /// The names that the column of the puzzles may have, the best first.
    pub puzzle: Vec<String>,
    /// The names that the column of the solutions may have, the best first.
    pub solution: Vec<String>,
    /// The keys of the first object.
    pub header: Arc<Header>,
}

impl Layout {
    /// Returns the layout of a format without columns.
    pub fn of(format: Format) -> Self {
        Self {
            format,
            header: None,
            columns: None,
            keys: None,
            pair_separator: None,
            is_solved_by_record: false,
            shows_solutions: false,
            has_text: false,
            has_other_solutions: false,
        }
    }

    /// Returns whether a format holds all that a record has.
    pub(super) fn is_kept_by(&self, to: Format) -> bool {
        let is_kept = self.format == to || self.format.has_names() && to.has_names();
        is_kept && !self.has_other_solutions
    }

    /// Returns whether each record has its own solution or none, and keeps it in the format `to`.
    fn gives_each_its_solution(&self, to: Format) -> bool {
        // Lines are copied whole.
        let is_copy = self.format.is_lines() && to.is_lines();
        self.is_solved_by_record && to.is_solved_by_record() && !is_copy
    }

    /// Returns whether records have solutions. If no header shows it, the records that were examined decide.
    pub fn has_solutions(&self) -> bool {
        match self {
            Self { has_other_solutions: true, .. } => true,
            Self { header: Some(header), .. } => header.solution.is_some(),
            Self { columns: Some(columns), .. } => columns.has_solutions(),
            Self { keys: Some(keys), .. } => keys.header.solution.is_some(),
            Self { pair_separator, shows_solutions, .. } => {
                pair_separator.is_some() || *shows_solutions
            }
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

    /// Returns whether a solution is written next to each puzzle, given the layout of the input.
    pub(super) fn has_pairs(&self, input: Option<&Layout>) -> bool {
        let (Some(_), Some(solution)) = (self.puzzle(), self.solution()) else { return false };
        !self.columns[solution].is_optional || input.is_some_and(Layout::has_solutions)
    }

    /// Returns the columns that stand for a record that is copied from the input `from`, if `to` cannot hold all of the
    /// record, and the records have solutions.
    pub fn copied(&self, from: &Layout, to: Format) -> Option<AnswerShape<'static>> {
        const PAIR: [Column<'static>; 2] = [Column::PUZZLE, Column::SOLUTION.optional()];
        let has_solutions = from.has_solutions() || from.gives_each_its_solution(to);
        let is_pair = self.columns.is_empty() && !from.is_kept_by(to) && has_solutions;
        is_pair.then_some(AnswerShape { columns: &PAIR, rows: self.rows })
    }

    /// Returns whether a solution that the first records of the input `from` do not show is left out in the format `to`,
    /// although solutions belong to the answers.
    pub fn leaves_out_late_solutions(&self, from: &Layout, to: Format) -> bool {
        let is_copy = self.columns.is_empty() && !from.is_kept_by(to);
        let is_whole = from.format.is_lines() && to.is_lines() && to.is_solved_by_record();
        let is_pair = is_copy && !is_whole || self.puzzle().is_some() && self.solution().is_some();
        let is_unknown = from.is_solved_by_record && !from.has_solutions();
        is_unknown
            && is_pair
            && to.room() != Some(Room::Puzzle)
            && !from.gives_each_its_solution(to)
    }

    /// Returns true if the solutions of the input `from` belong to the answers, and `to` has no place for them.
    pub fn loses_solutions(&self, from: &Layout, to: Format) -> bool {
        let is_copy = self.columns.is_empty() && from.format != to;
        let is_pair = is_copy || self.puzzle().is_some() && self.solution().is_some();
        is_pair && from.has_solutions() && (to.is_for_grids() || to.is_block())
    }
}
