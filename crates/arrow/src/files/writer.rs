//! Answers as record batches: the columns of the input, where the columns of the answers replace columns
//! of the input or are added at the end.
//!
//! The output of a worker for a task is a list of pieces. An encoded piece is a small file, and an
//! [`Assembler`] joins all pieces in order into one file. Rows that are written one by one are pieces,
//! too, until [`RecordFormatter::flush`] encodes them.

use std::sync::Arc;

use arrow_array::{
    ArrayRef, BooleanArray, Float64Array, Int64Array, RecordBatch, StringArray, UInt32Array,
    builder::{BooleanBufferBuilder, StringBuilder},
};
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Schema, SchemaRef};
use arrow_select::{interleave::interleave, take::take};

use super::{
    BatchFile, Columns, EncodeError,
    grids::{grid_array, writable_type},
    ipc_writer::IpcOptions,
    lists::{cells_array, cells_type, messages_array, messages_type},
    parquet_writer::ParquetOptions,
    pieces::{OutputPiece, pieces, push_encoded, push_row, solution_of},
};
use crate::{CELLS, arrays::is_text, without_dictionary};
use batchdoku_format::{
    AnswerShape, Answers, Assembler, Column as AnswerColumn, ColumnKind, Field as AnswerField,
    Format, FormatError, NO_GRID, RecordFormatter, RecordRef, Records, Role, Row, Scalar, Value,
    WriteOptions,
};

/// Writes record batches.
pub struct BatchWriter {
    schema: SchemaRef,
    columns: Vec<Column>,
    file: Box<dyn BatchFile>,
}

enum Column {
    /// A column of the input.
    Kept(usize),
    /// The puzzle as given, if the input has no columns.
    Puzzle,
    /// A column of the answer, null where a field is missing or not of its kind.
    Answer {
        /// The index of the column among the columns of the answers.
        answer: usize,
        role: Role,
        values: Values,
        /// The replaced column of the input, which has the values of fields that are kept.
        replaced: Option<usize>,
    },
}

/// The values of a column of the answer.
enum Values {
    /// Grids, in an array of this type.
    Grids(DataType),
    Integers,
    /// Numbers with a fraction.
    Reals,
    /// For a number of solutions: true if there may be more.
    More,
    Text,
    /// Lists of messages, given as JSON.
    Messages,
    /// Lists of cells, given as JSON.
    Cells,
}

impl BatchWriter {
    /// Creates a writer of answers of this shape.
    ///
    /// # Errors
    /// If the format cannot hold the columns.
    pub fn new(
        to: Format,
        shape: &AnswerShape<'_>,
        options: &WriteOptions,
    ) -> Result<Self, FormatError> {
        if options.input.as_ref().is_some_and(|input| input.format == Format::Sukaku) {
            let what = "a pencilmark puzzle is not a list of cells".into();
            return Err(FormatError::Columns { format: to, what });
        }
        let columns = options.input.as_ref().and_then(|layout| layout.columns.as_deref());
        let input = columns.and_then(Columns::of);
        let grid = input.map(Columns::puzzle_type).filter(|data_type| is_text(data_type));
        let grid = grid.unwrap_or(&DataType::Utf8);
        let mut columns = ColumnList::of_records(input, shape, grid);
        for answer in shape.named_columns(options.input.as_ref()) {
            let column = &shape.columns[answer];
            let (data_type, values) = match column.kind {
                ColumnKind::Grid => {
                    let grid = columns.type_of_grids(column).unwrap_or(grid).clone();
                    (grid.clone(), Values::Grids(grid))
                }
                ColumnKind::Integer | ColumnKind::Count => (DataType::Int64, Values::Integers),
                ColumnKind::Real => (DataType::Float64, Values::Reals),
                ColumnKind::Flag
                | ColumnKind::Text
                | ColumnKind::Lines
                | ColumnKind::Json
                | ColumnKind::Tokens => (DataType::Utf8, Values::Text),
                ColumnKind::Messages => (messages_type(), Values::Messages),
                ColumnKind::Cells => (cells_type(), Values::Cells),
            };
            columns.add(answer, column, &data_type, values);
            if column.kind == ColumnKind::Count {
                let more = AnswerColumn::named("more", ColumnKind::Count);
                columns.add(answer, &more, &DataType::Boolean, Values::More);
            }
        }
        let grids = columns.grids();
        let (fields, columns): (Vec<_>, _) = columns.list.into_iter().unzip();
        let metadata = input.map(|columns| columns.schema.metadata().clone());
        let schema = Arc::new(Schema::new_with_metadata(fields, metadata.unwrap_or_default()));
        let file: Result<Box<dyn BatchFile>, EncodeError> = match to {
            Format::Arrow => IpcOptions::new(options).map(|file| Box::new(file) as _),
            _ => ParquetOptions::new(&schema, input.is_some(), &grids, options)
                .map(|file| Box::new(file) as _),
        };
        let file =
            file.map_err(|error| FormatError::Columns { format: to, what: error.to_string() })?;
        Ok(Self { schema, columns, file })
    }

    /// Encodes the rows of `records` with the numbers in `taken`, or all rows, and adds them as a piece. If they cannot
    /// be encoded, adds the reason.
    fn encode<'a, F: Fn(usize) -> AnswerField<'a>>(
        &self,
        rows: impl Iterator<Item = BatchRow<'a, F>> + Clone,
        records: &Records,
        taken: Option<&UInt32Array>,
        out: &mut Vec<u8>,
    ) {
        push_encoded(out, |out| {
            let input = records.batch.as_ref().and_then(|batch| batch.downcast_ref());
            let input = InputRows { batch: input, taken };
            let arrays = self.columns.iter().map(|column| column.array(rows.clone(), &input));
            let arrays = arrays.collect::<Result<_, _>>()?;
            self.file.encode(&RecordBatch::try_new(SchemaRef::clone(&self.schema), arrays)?, out)
        });
    }
}

/// The columns of an output, while they are collected.
struct ColumnList<'i> {
    /// The columns of the input, if it has record batches.
    input: Option<&'i Columns>,
    list: Vec<(FieldRef, Column)>,
}

impl<'i> ColumnList<'i> {
    /// Starts with the columns of the input. If the input has no columns, starts with a column of the puzzles, of the
    /// type `grid`, unless the answers have the puzzles.
    fn of_records(input: Option<&'i Columns>, shape: &AnswerShape<'_>, grid: &DataType) -> Self {
        let mut list = Vec::new();
        if let Some(input) = input {
            let fields = input.schema.fields().iter().cloned().enumerate();
            list.extend(fields.map(|(index, field)| (field, Column::Kept(index))));
        } else if shape.puzzle().is_none() {
            list.push((field("puzzle", grid), Column::Puzzle));
        }
        Self { input, list }
    }

    /// Returns the column of the input that a column of the answers replaces.
    fn replaced(&self, column: &AnswerColumn<'_>) -> Option<usize> {
        self.input.and_then(|input| input.header.place(column))
    }

    /// Returns the type of a replaced column of grids, if grids can be written in it.
    fn type_of_grids(&self, column: &AnswerColumn<'_>) -> Option<&DataType> {
        if column.role != Role::Puzzle && !column.is_optional {
            return None;
        }
        let (before, _) = &self.list[self.replaced(column)?];
        writable_type(before.data_type())
    }

    /// Adds a column of the answers, or replaces the column of the input that it stands for.
    fn add(
        &mut self,
        answer: usize,
        column: &AnswerColumn<'_>,
        data_type: &DataType,
        values: Values,
    ) {
        let replaced = self.replaced(column);
        let name = match (replaced, self.input) {
            (Some(place), _) => self.list[place].0.name(),
            (None, Some(input)) => input.header.added_name(column),
            (None, None) => column.name,
        };
        let field = field(name, data_type);
        let made = Column::Answer { answer, role: column.role, values, replaced };
        match replaced {
            Some(place) => self.list[place] = (field, made),
            None => self.list.push((field, made)),
        }
    }

    /// Returns the names of the columns that hold grids.
    fn grids(&self) -> Vec<String> {
        let grids = self.list.iter().filter(|(_, column)| self.holds_grids(column));
        grids.map(|(field, _)| field.name().clone()).collect()
    }

    fn holds_grids(&self, column: &Column) -> bool {
        match column {
            Column::Kept(index) => self.input.is_some_and(|input| {
                *index == input.header.puzzle || Some(*index) == input.header.solution
            }),
            Column::Puzzle | Column::Answer { values: Values::Grids(_), .. } => true,
            Column::Answer { role, .. } => *role != Role::Named,
        }
    }
}

/// A row that is written: the puzzle and solution of its record, and a function from a column of its answer to the
/// field.
struct BatchRow<'a, F> {
    puzzle: Option<&'a [u8]>,
    solution: Option<&'a [u8]>,
    field: F,
}

impl<'a, F: Fn(usize) -> AnswerField<'a>> BatchRow<'a, F> {
    /// Returns whether a field of the record is kept.
    fn is_kept(&self, answer: usize) -> bool {
        (self.field)(answer) == AnswerField::Kept
    }

    /// Returns the value of a field; if it is kept, the value of the record.
    fn value(&self, answer: usize, role: Role) -> Value<'a> {
        let text = match ((self.field)(answer), role) {
            (AnswerField::Scalar(scalar), _) => return Value::Scalar(scalar),
            (AnswerField::Text(text), _) => Some(text),
            (AnswerField::Kept, Role::Puzzle) => self.puzzle,
            (AnswerField::Kept, Role::Solution) => self.solution,
            (AnswerField::Kept, Role::Named) | (AnswerField::Missing, _) => None,
        };
        text.map_or(Value::Missing, Value::Text)
    }
}

/// The rows of the input that are written.
struct InputRows<'a> {
    /// The batch of the rows, if the input has batches.
    batch: Option<&'a RecordBatch>,
    /// The numbers of the rows in the batch; `None` for all rows.
    taken: Option<&'a UInt32Array>,
}

impl InputRows<'_> {
    /// Returns these rows of a column of the input.
    fn column(&self, index: usize) -> Result<ArrayRef, ArrowError> {
        let Some(batch) = self.batch else {
            let words = "the rows come from no batch".into();
            return Err(ArrowError::InvalidArgumentError(words));
        };
        let column = batch.column(index);
        match self.taken {
            Some(rows) => take(column, rows, None),
            None => Ok(Arc::clone(column)),
        }
    }
}

impl Column {
    /// Returns the column of these rows, which come from the rows of the input.
    fn array<'a, F: Fn(usize) -> AnswerField<'a>>(
        &self,
        rows: impl Iterator<Item = BatchRow<'a, F>> + Clone,
        input: &InputRows<'_>,
    ) -> Result<ArrayRef, ArrowError> {
        match self {
            Self::Kept(index) => input.column(*index),
            Self::Puzzle => {
                let text = rows.map(|row| std::str::from_utf8(row.puzzle?).ok());
                Ok(Arc::new(text.collect::<StringArray>()))
            }
            &Self::Answer { answer, role, ref values, replaced } => {
                let made = values.array(rows.clone().map(|row| row.value(answer, role)))?;
                let Some(replaced) =
                    replaced.filter(|_| rows.clone().any(|row| row.is_kept(answer)))
                else {
                    return Ok(made);
                };
                let before = without_dictionary(&input.column(replaced)?)?;
                if before.data_type() != made.data_type() {
                    return Ok(made);
                }
                // Each row is taken from `made` (0) or from `before` (1).
                let places: Vec<_> = rows
                    .enumerate()
                    .map(|(number, row)| (usize::from(row.is_kept(answer)), number))
                    .collect();
                interleave(&[&made, &before], &places)
            }
        }
    }
}

impl Values {
    /// Returns an array of the values of rows; null for a value that is missing or has another type.
    fn array<'a>(
        &self,
        rows: impl Iterator<Item = Value<'a>> + Clone,
    ) -> Result<ArrayRef, ArrowError> {
        let texts = rows.clone().map(|value| match value {
            Value::Text(text) => Some(text),
            Value::Missing | Value::Scalar(_) => None,
        });
        let scalars = rows.clone().map(|value| match value {
            Value::Scalar(scalar) => Some(scalar),
            Value::Missing | Value::Text(_) => None,
        });
        Ok(match self {
            Self::Grids(data_type) => {
                let most = texts.size_hint().1.unwrap_or_default();
                let mut text = Vec::with_capacity(most * CELLS);
                let mut valid = BooleanBufferBuilder::new(most);
                for grid in texts {
                    let grid = grid.filter(|grid| grid.len() == CELLS);
                    text.extend_from_slice(grid.unwrap_or(NO_GRID));
                    valid.append(grid.is_some());
                }
                grid_array(data_type, text, valid.finish().into_inner())?
            }
            Self::Integers => {
                Arc::new(scalars.map(|scalar| scalar?.integer()).collect::<Int64Array>())
            }
            Self::Reals => Arc::new(scalars.map(|scalar| scalar?.real()).collect::<Float64Array>()),
            Self::More => {
                let more = scalars.map(|scalar| match scalar? {
                    Scalar::Count { has_more, .. } => Some(has_more),
                    _ => None,
                });
                Arc::new(more.collect::<BooleanArray>())
            }
            Self::Text => {
                let mut text = StringBuilder::new();
                for value in rows {
                    match value {
                        Value::Missing => text.append_null(),
                        Value::Text(bytes) => text.append_value(String::from_utf8_lossy(bytes)),
                        Value::Scalar(scalar) => {
                            text.append_value(String::from_utf8_lossy(&scalar.text()));
                        }
                    }
                }
                Arc::new(text.finish())
            }
            Self::Messages => messages_array(texts),
            Self::Cells => cells_array(texts),
        })
    }
}

fn field(name: &str, data_type: &DataType) -> FieldRef {
    Arc::new(Field::new(name, data_type.clone(), true))
}

impl RecordFormatter for BatchWriter {
    fn is_self_contained(&self) -> bool {
        true
    }

    fn row(&self, record: RecordRef<'_>, fields: &[AnswerField<'_>], out: &mut Vec<u8>) {
        push_row(record, fields, out);
    }

    fn chunk(&self, chunk: &[u8], records: &Records, answers: &Answers, out: &mut Vec<u8>) {
        if records.row_count() == 0 {
            return;
        }
        let rows = records.rows(chunk).filter_map(|row| match row {
            Row::Passthrough(_) => None,
            Row::Puzzle { record, row, .. } | Row::Malformed { record, row, .. } => {
                let puzzle = record.puzzle();
                let solution = solution_of(record);
                Some(BatchRow { puzzle, solution, field: move |answer| answers.field(row, answer) })
            }
        });
        self.encode(rows, records, None, out);
    }

    fn flush(&self, records: &Records, out: &mut Vec<u8>) {
        if !pieces(out).any(|piece| matches!(piece, OutputPiece::Row(_))) {
            return;
        }
        let mut rows = Vec::new();
        let mut encoded = Vec::new();
        for piece in pieces(out) {
            match piece {
                OutputPiece::Row(row) => rows.push(row),
                OutputPiece::Encoded(file) => push_encoded(&mut encoded, |out| {
                    out.extend_from_slice(file);
                    Ok(())
                }),
                OutputPiece::Failed(reason) => push_encoded(&mut encoded, |_| Err(reason.into())),
            }
        }
        let taken = UInt32Array::from_iter_values(rows.iter().map(|row| row.row));
        let rows = rows.iter().map(|row| BatchRow {
            puzzle: row.puzzle,
            solution: row.solution,
            field: |answer: usize| row.fields[answer],
        });
        self.encode(rows, records, Some(&taken), &mut encoded);
        *out = encoded;
    }

    fn assembler(&self) -> Option<Box<dyn Assembler>> {
        Some(self.file.assembler(&self.schema))
    }
}
