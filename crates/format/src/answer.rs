//! Answers: the fields that a job has for a record, and the shape that all answers of a job share.
//!
//! A job declares the shape once: its columns, the role and the type of each, and how many rows a record makes. From the
//! shape, a formatter decides about the place of each column before the first row. A row then has nothing but its
//! fields, in the order of the columns: for example `[Scalar(Real { value: 4.5, decimals: 1 }), Missing]` for the
//! columns `er` and `technique`.

use std::ops::Deref;

use super::{Format, FormatError, RecordRef};
use batchdoku_base::{ColumnKind, Scalar, ScalarText, Value};
use batchdoku_engine::grid::PuzzleForm;

/// The shape of all answers of a job.
#[derive(Clone, Copy, Debug)]
pub struct AnswerShape<'a> {
    /// The columns of each answer. Without columns, records are copied.
    pub columns: &'a [Column<'a>],
    /// The number of rows that a record makes.
    pub rows: RowsPerRecord,
}

/// The number of rows of output that a record makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowsPerRecord {
    /// One, also for a malformed record.
    One,
    /// One or none.
    AtMostOne,
    /// Any number.
    Any,
}

/// A column of the answers of a job.
#[derive(Clone, Copy, Debug)]
pub struct Column<'a> {
    /// The name, in formats with named fields.
    pub name: &'a str,
    /// The place of the column in a record.
    pub role: Role,
    /// The kind of its fields.
    pub kind: ColumnKind,
    /// True if the column is left out where it has no place: a solution if the records have none, any other column in
    /// formats without names.
    pub is_optional: bool,
}

/// The place of a column of an answer in a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// In place of the puzzle.
    Puzzle,
    /// In place of the solution, or added if the records have none.
    Solution,
    /// In place of the field of its name, or added if the records have none.
    Named,
}

/// A field of an answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Field<'a> {
    /// The field of the record, unchanged.
    Kept,
    /// Nothing, because there is no such value: written as null, dots or a dash, depending on the format.
    Missing,
    /// This text.
    Text(&'a [u8]),
    /// This number or truth value: written as such in a format with types, as text in all others.
    Scalar(Scalar),
}

/// The text of a field.
#[derive(Clone, Copy, Debug)]
pub(super) enum FieldText<'a> {
    Text(&'a [u8]),
    /// One digit: nearly all numbers of solutions.
    Digit([u8; 1]),
    Scalar(ScalarText),
}

impl FieldText<'_> {
    pub(super) const EMPTY: Self = Self::Text(b"");

    #[inline]
    fn of(scalar: Scalar) -> Self {
        match scalar {
            Scalar::Count { number: number @ 0..10, has_more: false } => {
                Self::Digit([b'0' + number as u8])
            }
            scalar => Self::Scalar(scalar.text()),
        }
    }
}

impl Deref for FieldText<'_> {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            Self::Text(text) => text,
            Self::Digit(digit) => digit,
            Self::Scalar(text) => text,
        }
    }
}

impl<'a> AnswerShape<'a> {
    /// The shape of jobs that copy records or leave them out.
    pub const COPIES: Self = Self { columns: &[], rows: RowsPerRecord::AtMostOne };

    /// Returns the shape of answers with these columns, one row for each record.
    pub const fn one_row(columns: &'a [Column<'a>]) -> Self {
        Self { columns, rows: RowsPerRecord::One }
    }

    /// Returns the shape of answers with these columns, any number of rows for each record.
    pub const fn any_rows(columns: &'a [Column<'a>]) -> Self {
        Self { columns, rows: RowsPerRecord::Any }
    }

    /// Returns whether an answer is one grid and nothing else.
    pub(super) fn is_one_grid(&self) -> bool {
        matches!(self.columns, [Column { kind: ColumnKind::Grid, .. }])
    }

    /// Returns whether the columns that must be written are one grid at most. Without columns, the grid is the puzzle of
    /// the record.
    pub(super) fn fits_one_grid(&self) -> bool {
        let mut needed = self.columns.iter().filter(|column| !column.is_optional);
        match (needed.next(), needed.next()) {
            (None, _) => true,
            (Some(only), None) => only.kind == ColumnKind::Grid,
            (Some(_), Some(_)) => false,
        }
    }

    /// Returns whether the columns that must be written are a puzzle and its solution at most.
    pub(super) fn fits_pair(&self) -> bool {
        let mut needed = self.columns.iter().filter(|column| !column.is_optional);
        self.puzzle().is_some() && needed.all(|column| column.role != Role::Named)
    }

    /// Returns the indices of the columns that are written to a format without names. If the answer has a puzzle, it is
    /// the only column, because a field after a puzzle would be taken for its solution.
    ///
    /// # Errors
    /// If there is a puzzle, and a column that must be written next to it.
    pub(super) fn unnamed_columns(&self, format: Format) -> Result<Vec<usize>, FormatError> {
        let mut needed = (0..self.columns.len()).filter(|&index| !self.columns[index].is_optional);
        let Some(puzzle) = self.puzzle() else {
            return Ok(needed.collect());
        };
        match needed.find(|&index| index != puzzle) {
            None => Ok(vec![puzzle]),
            Some(other) => {
                let what = format!("it has no place for the column '{}'", self.columns[other].name);
                Err(FormatError::Columns { format, what })
            }
        }
    }

    /// Returns the index of the column that is written where there is room for one grid; `None` without columns, for the
    /// puzzle of the record.
    pub(super) fn grid_column(&self) -> Option<usize> {
        let first = (!self.columns.is_empty()).then_some(0);
        self.puzzle().or(self.solution()).or(first)
    }

    /// Returns the index of the column that is written where there is room for one puzzle: that of the puzzle, or else
    /// of another grid, but never that of the solution. `None` for the puzzle of the record.
    ///
    /// # Errors
    /// If there is another column that must be written.
    pub(super) fn puzzle_column(&self, format: Format) -> Result<Option<usize>, FormatError> {
        let is_other = |column: &Column<'_>| column.role == Role::Named && !column.is_optional;
        match (self.puzzle(), self.columns.iter().position(is_other)) {
            (Some(puzzle), _) => Ok(Some(puzzle)),
            (None, Some(other)) if self.columns[other].kind == ColumnKind::Grid => Ok(Some(other)),
            (None, Some(other)) => {
                let what = format!("it has no place for the column '{}'", self.columns[other].name);
                Err(FormatError::Columns { format, what })
            }
            (None, None) => Ok(None),
        }
    }

    /// Returns the index of the column of puzzles.
    pub fn puzzle(&self) -> Option<usize> {
        self.columns.iter().position(|column| column.role == Role::Puzzle)
    }

    /// Returns the index of the first column of a kind.
    pub(super) fn of_kind(&self, kind: ColumnKind) -> Option<usize> {
        self.columns.iter().position(|column| column.kind == kind)
    }

    /// Returns the index of the column of solutions.
    pub(super) fn solution(&self) -> Option<usize> {
        self.columns.iter().position(|column| column.role == Role::Solution)
    }

    /// Returns the columns without their names, for a formatter to keep.
    pub(super) fn types(&self) -> Vec<ColumnType> {
        self.columns.iter().map(|&Column { role, kind, .. }| ColumnType { role, kind }).collect()
    }
}

impl<'a> From<Option<&'a str>> for Field<'a> {
    fn from(text: Option<&'a str>) -> Self {
        text.map_or(Self::Missing, |text| Self::Text(text.as_bytes()))
    }
}

impl<'a> From<Value<'a>> for Field<'a> {
    #[inline]
    fn from(value: Value<'a>) -> Self {
        match value {
            Value::Missing => Self::Missing,
            Value::Text(text) => Self::Text(text),
            Value::Scalar(scalar) => Self::Scalar(scalar),
        }
    }
}

impl From<Scalar> for Field<'_> {
    fn from(scalar: Scalar) -> Self {
        Self::Scalar(scalar)
    }
}

impl<'a> Column<'a> {
    /// The column of puzzles.
    pub const PUZZLE: Column<'static> =
        Column { role: Role::Puzzle, ..Column::named("puzzle", ColumnKind::Grid) };
    /// The column of solutions.
    pub const SOLUTION: Column<'static> =
        Column { role: Role::Solution, ..Column::named("solution", ColumnKind::Grid) };

    /// Returns the column that has this name.
    pub const fn named(name: &'a str, kind: ColumnKind) -> Self {
        Self { name, role: Role::Named, kind, is_optional: false }
    }

    /// Returns the column, to be left out where it has no place.
    pub const fn optional(self) -> Self {
        Self { is_optional: true, ..self }
    }
}

/// A column without its name.
#[derive(Clone, Copy, Debug)]
pub(super) struct ColumnType {
    pub(super) role: Role,
    pub(super) kind: ColumnKind,
}

impl ColumnType {
    /// Returns the text of a field in a format without empty fields.
    #[inline]
    pub(super) fn text<'a>(self, field: Field<'a>, record: RecordRef<'a>) -> FieldText<'a> {
        match field {
            // Nearly all fields are of these kinds; only kept and missing fields need the record.
            Field::Text(text) => FieldText::Text(text),
            Field::Scalar(scalar) => FieldText::of(scalar),
            field => self.value(field, record).unwrap_or(FieldText::Text(self.missing())),
        }
    }

    /// Returns the text of a field of this column, taken from the record if the field is kept; `None` if there is none.
    #[inline]
    pub(super) fn value<'a>(
        self,
        field: Field<'a>,
        record: RecordRef<'a>,
    ) -> Option<FieldText<'a>> {
        let text = match (field, self.role) {
            (Field::Scalar(scalar), _) => return Some(FieldText::of(scalar)),
            (Field::Text(text), _) => Some(text),
            (Field::Kept, Role::Puzzle) => record.puzzle(),
            (Field::Kept, Role::Solution) => record.solution().map(<[u8; 81]>::as_slice),
            (Field::Kept, Role::Named) | (Field::Missing, _) => None,
        };
        text.map(FieldText::Text)
    }

    /// Returns the text that stands for a missing field.
    pub(super) fn missing(self) -> &'static [u8] {
        self.no_grid().unwrap_or(b"-")
    }

    /// Returns the text that stands for a missing grid, if the column holds grids.
    pub(super) fn no_grid(self) -> Option<&'static [u8]> {
        (self.kind == ColumnKind::Grid).then_some(NO_GRID)
    }
}

/// The answers to the rows of a chunk, each with the same number of fields.
#[derive(Debug, Default)]
pub struct Answers {
    /// The text of all fields, one after the other.
    pub text: Vec<u8>,
    fields: Vec<StoredField>,
    /// The number of fields a row has.
    pub(super) width: usize,
}

#[derive(Clone, Copy, Debug)]
struct StoredField {
    /// The end of its text.
    end: u32,
    state: FieldState,
}

#[derive(Clone, Copy, Debug)]
enum FieldState {
    Kept,
    Missing,
    Text,
    Scalar(Scalar),
}

impl Answers {
    /// Drops all answers; from now on each has `width` fields.
    pub fn clear(&mut self, width: usize) {
        self.text.clear();
        self.fields.clear();
        self.width = width;
    }

    /// Makes room for `rows` rows of one field of 81 bytes, all `fill`. The field of row `i` is the
    /// bytes from `81 * i` in `text`.
    pub fn grids(&mut self, rows: usize, fill: u8) {
        self.clear(1);
        self.text.resize(rows * 81, fill);
        let ends = (1..=rows).map(|rows| rows as u32 * 81);
        self.fields.extend(ends.map(|end| StoredField { end, state: FieldState::Text }));
    }

    /// Declares the field of a row of [`Self::grids`] missing.
    pub fn drop_grid(&mut self, row: usize) {
        self.fields[row].state = FieldState::Missing;
    }

    /// Adds a field that is this text.
    #[inline]
    pub fn push(&mut self, text: &[u8]) {
        self.text.extend_from_slice(text);
        self.push_state(FieldState::Text);
    }

    /// Adds a field of any kind.
    #[inline]
    pub fn push_field<'f>(&mut self, field: impl Into<Field<'f>>) {
        match field.into() {
            Field::Kept => self.push_state(FieldState::Kept),
            Field::Missing => self.push_state(FieldState::Missing),
            Field::Text(text) => self.push(text),
            Field::Scalar(scalar) => self.push_state(FieldState::Scalar(scalar)),
        }
    }

    #[inline]
    fn push_state(&mut self, state: FieldState) {
        self.fields.push(StoredField { end: self.text.len() as u32, state });
    }

    /// Returns all fields, row by row.
    pub fn fields(&self) -> impl Iterator<Item = Field<'_>> {
        let mut start = 0;
        self.fields.iter().map(move |stored| {
            let field = self.stored(start, stored);
            start = stored.end;
            field
        })
    }

    /// Returns a field of a row.
    pub fn field(&self, row: usize, column: usize) -> Field<'_> {
        let index = row * self.width + column;
        let start = if index == 0 { 0 } else { self.fields[index - 1].end };
        self.stored(start, &self.fields[index])
    }

    #[inline]
    fn stored(&self, start: u32, stored: &StoredField) -> Field<'_> {
        match stored.state {
            FieldState::Kept => Field::Kept,
            FieldState::Missing => Field::Missing,
            FieldState::Text => Field::Text(&self.text[start as usize..stored.end as usize]),
            FieldState::Scalar(scalar) => Field::Scalar(scalar),
        }
    }
}

/// The text in place of a missing grid in a format that has no empty field.
pub const NO_GRID: &[u8; 81] = &[b'.'; 81];

/// Returns the text in place of a missing grid, for puzzles of this form.
pub fn no_grid(form: PuzzleForm) -> &'static [u8; 81] {
    match form {
        PuzzleForm::Numbers => &[0; 81],
        PuzzleForm::Cells | PuzzleForm::Pencilmarks => NO_GRID,
    }
}
