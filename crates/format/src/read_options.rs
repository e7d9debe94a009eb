//! Options for reading records, and the names under which tables and objects hold grids.

use super::Format;

/// The usual names of a column (or key) of puzzles, the best first.
const PUZZLE_NAMES: [&str; 7] =
    ["puzzle", "puzzles", "quizzes", "quiz", "question", "questions", "sudoku"];
/// The usual names of a column (or key) of solutions.
const SOLUTION_NAMES: [&str; 4] = ["solution", "solutions", "answer", "answers"];

/// Options for reading records.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// The format, or `None` to detect it.
    pub format: Option<Format>,
    /// The name of the column (or key) that holds the puzzles, or `None` for the usual names.
    pub column: Option<String>,
    /// The name of the column (or key) that holds the solutions, or `None` for the usual names.
    pub solution_column: Option<String>,
    /// True if the grids to be read are solutions: a column of solutions is preferred to a column of puzzles.
    pub is_of_solutions: bool,
    /// True if the solutions that records have next to their puzzles are read: see
    /// [`RecordRef::solution`](crate::RecordRef::solution).
    pub solutions: bool,
    /// True if an output must decide before its first record whether it has a column of solutions. More of the input
    /// than its first line is then examined.
    pub solutions_ahead: bool,
    /// True if pencilmark puzzles are read, with all their candidates.
    pub pencilmarks: bool,
}

impl ReadOptions {
    /// Returns whether an input is refused if several columns may be that of the puzzles.
    pub fn asks_for_columns(&self) -> bool {
        self.column.is_none() && !self.is_of_solutions
    }

    /// Returns the column (or key) of the grids that is named: that of the puzzles, or of the solutions.
    pub fn named_column(&self) -> Option<&String> {
        if self.is_of_solutions { self.solution_column.as_ref() } else { self.column.as_ref() }
    }

    /// Returns the names that the column (or key) of the grids may have, the best first.
    pub fn grid_names(&self) -> Vec<&str> {
        match self.named_column() {
            Some(name) => vec![name],
            None if self.is_of_solutions => [&SOLUTION_NAMES[..], &PUZZLE_NAMES].concat(),
            None => PUZZLE_NAMES.to_vec(),
        }
    }

    /// Returns the names that the column (or key) of the solutions may have, the best first, given the names of all.
    /// If the user names a column of puzzles, and another has a usual name for puzzles, the usual names for solutions
    /// belong to the other column. For example, the solutions of `board`, in a table with `puzzle`, are in
    /// `board_solution`.
    pub fn solution_names(&self, all: &[impl AsRef<str>]) -> Vec<String> {
        let is_of_another = |column: &&String| {
            !is_usual_for_puzzles(column)
                && all
                    .iter()
                    .map(AsRef::as_ref)
                    .any(|name| !name.eq_ignore_ascii_case(column) && is_usual_for_puzzles(name))
        };
        match (&self.solution_column, self.column.as_ref().filter(is_of_another)) {
            (Some(name), _) => vec![name.clone()],
            (None, Some(column)) if !self.is_of_solutions => vec![format!("{column}_solution")],
            (None, _) => SOLUTION_NAMES.map(str::to_owned).to_vec(),
        }
    }
}

/// Returns the index of the column (or key) of this name, ignoring case.
pub(super) fn index_of(names: &[String], name: &str) -> Option<usize> {
    names.iter().position(|own| own.eq_ignore_ascii_case(name))
}

/// Returns whether a column (or key) of this name has solutions, unless the user says otherwise.
pub(super) fn is_usual_for_solutions(name: &str) -> bool {
    SOLUTION_NAMES.iter().any(|usual| usual.eq_ignore_ascii_case(name))
}

/// Returns whether a column (or key) of this name has puzzles, unless the user says otherwise.
pub(super) fn is_usual_for_puzzles(name: &str) -> bool {
    PUZZLE_NAMES.iter().any(|usual| usual.eq_ignore_ascii_case(name))
}
