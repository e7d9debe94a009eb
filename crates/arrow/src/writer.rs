//! Answers as record batches: the columns of the input, with those of the answers replaced or added
//! at the end.
//!
//! What a worker writes for a task is a list of pieces. An encoded piece is a small file of its own;
//! an [`Assembler`] makes one file of all pieces, in order. Rows that are written one by one are
//! pieces too, until [`RecordFormatter::flush`] encodes them.

use std::sync::Arc;

use arrow_array::{
    ArrayRef, RecordBatch, UInt32Array,
    builder::{BooleanBufferBuilder, Float64Builder, StringBuilder},
};
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Schema, SchemaRef};
use arrow_select::take::take;

use super::{
    CELLS, Columns,
    arrays::{boolean_array, number_array, text_array, text_type},
    file::{BatchFile, EncodeError},
    ipc_writer::IpcOptions,
    parquet_writer::ParquetOptions,
    pieces::{
        OutputPiece, RowPiece, pieces, push_encoded, push_encoded_file, push_failed, push_row,
    },
};
use batchdoku_format::{
    Answers, Assembler, Format, FormatError, NO_GRID, RecordFormatter, RecordRef, Records, Row,
    WriteOptions,
};

use batchdoku_engine::grid::Grid;

const NUMBERS: [&str; 2] = ["count", "nodes"];
/// The answers that are numbers with a fraction: ratings on the scale of Sudoku Explainer, and how many
/// minimal puzzles of the grid a puzzle stands for.
const REALS: [&str; 4] = ["er", "ep", "ed", "weight"];
/// Beside a count: whether there may be more.
const MORE: &str = "more";

/// Writes record batches.
pub struct BatchWriter {
    schema: SchemaRef,
    columns: Vec<Column>,
    file: Box<dyn BatchFile>,
}

enum Column {
    Kept(usize),
    /// The puzzle of a record that comes from no column, as given.
    Puzzle,
    /// An answer that is a grid; a null where there is none, for a solution even if there is a
    /// puzzle.
    Grid {
        answer: usize,
        of: DataType,
        is_solution: bool,
    },
    Number(usize),
    /// An answer that is a number with a fraction.
    Real(usize),
    /// True if there may be more than the number of an answer.
    More(usize),
    Text(usize),
}

/// The column being made.
enum Builder {
    Kept(usize),
    Grids { of: DataType, text: Vec<u8>, valid: BooleanBufferBuilder },
    Numbers(Vec<i64>),
    Reals(Float64Builder),
    Truths(Vec<i64>),
    Text(StringBuilder),
}

/// The record batch whose rows are `records`.
fn batch_of(records: &Records) -> Option<&RecordBatch> {
    records.batch.as_ref()?.downcast_ref()
}

impl BatchWriter {
    /// A writer of answers with the fields `answers`.
    ///
    /// # Errors
    /// If the format cannot hold the columns.
    pub fn new(to: Format, answers: &[&str], options: &WriteOptions) -> Result<Self, FormatError> {
        if options.input.as_ref().is_some_and(|input| input.format == Format::Sukaku) {
            return Err(batchdoku_format::not_cells(to));
        }
        let columns = options.input.as_ref().and_then(|layout| layout.columns.as_deref());
        let input = columns.and_then(Columns::of);
        let grid = text_type(input.map(|columns| columns.puzzle_type()));
        let mut columns: Vec<(FieldRef, Column)> = Vec::new();
        if let Some(input) = input {
            let fields = input.schema.fields().iter().cloned().enumerate();
            columns.extend(fields.map(|(index, field)| (field, Column::Kept(index))));
        } else if !answers.contains(&"puzzle") {
            columns.push((field("puzzle", &grid), Column::Puzzle));
        }
        for (answer, &name) in answers.iter().enumerate() {
            for (name, of, column) in columns_of(answer, name, &grid) {
                let place = input.and_then(|input| input.header.column(name));
                let name = place.map_or(name, |place| columns[place].0.name());
                let made = (field(name, &of), column);
                match place {
                    Some(place) => columns[place] = made,
                    None => columns.push(made),
                }
            }
        }
        let of_input = |index: usize| {
            let header = input.map(|input| &input.header);
            header.is_some_and(|header| index == header.puzzle || Some(index) == header.solution)
        };
        let holds_grids = |column: &Column| match column {
            Column::Kept(index) => of_input(*index),
            Column::Puzzle | Column::Grid { .. } => true,
            Column::Number(_) | Column::Real(_) | Column::More(_) | Column::Text(_) => false,
        };
        let grids = columns.iter().filter(|(_, column)| holds_grids(column));
        let grids: Vec<_> = grids.map(|(field, _)| field.name().clone()).collect();
        let grids: Vec<_> = grids.iter().map(String::as_str).collect();
        let (fields, columns): (Vec<_>, _) = columns.into_iter().unzip();
        let metadata = input.map(|columns| columns.schema.metadata().clone());
        let schema = Arc::new(Schema::new_with_metadata(fields, metadata.unwrap_or_default()));
        let file = batch_file(to, &schema, input.is_some(), &grids, options)
            .map_err(|error| FormatError::Columns { format: to, what: error.to_string() })?;
        Ok(Self { schema: file.schema(schema), columns, file })
    }

    fn builders(&self, rows: usize) -> Vec<Builder> {
        let builder = |column: &Column| match column {
            Column::Kept(index) => Builder::Kept(*index),
            Column::Grid { of, .. } => Builder::Grids {
                of: of.clone(),
                text: Vec::with_capacity(rows * CELLS),
                valid: BooleanBufferBuilder::new(rows),
            },
            Column::Number(_) => Builder::Numbers(Vec::with_capacity(rows)),
            Column::Real(_) => Builder::Reals(Float64Builder::with_capacity(rows)),
            Column::More(_) => Builder::Truths(Vec::with_capacity(rows)),
            Column::Puzzle | Column::Text(_) => Builder::Text(StringBuilder::new()),
        };
        self.columns.iter().map(builder).collect()
    }

    fn add(&self, builders: &mut [Builder], puzzle: Option<&[u8]>, fields: &[&[u8]]) {
        for (column, builder) in self.columns.iter().zip(builders) {
            match (column, builder) {
                (Column::Puzzle, Builder::Text(text)) => {
                    text.append_option(puzzle.and_then(|puzzle| std::str::from_utf8(puzzle).ok()));
                }
                (Column::Grid { answer, is_solution, .. }, Builder::Grids { text, valid, .. }) => {
                    let is_missing =
                        fields[*answer] == NO_GRID && (*is_solution || !is_empty_grid(puzzle));
                    add_grid(Some(fields[*answer]).filter(|_| !is_missing), text, valid);
                }
                (Column::Number(answer), Builder::Numbers(numbers)) => {
                    let text = fields[*answer];
                    let text = text.strip_suffix(b"+").unwrap_or(text);
                    let number = std::str::from_utf8(text).ok().and_then(|text| text.parse().ok());
                    numbers.push(number.unwrap_or(-1));
                }
                (Column::Real(answer), Builder::Reals(reals)) => {
                    let text = std::str::from_utf8(fields[*answer]).ok();
                    reals.append_option(text.and_then(|text| text.parse().ok()));
                }
                (Column::More(answer), Builder::Truths(truths)) => {
                    let text = fields[*answer];
                    let is_known = text.first().is_some_and(u8::is_ascii_digit);
                    truths.push(if is_known { text.ends_with(b"+").into() } else { -1 });
                }
                (Column::Text(answer), Builder::Text(text)) => match fields[*answer] {
                    b"-" => text.append_null(),
                    field => text.append_value(String::from_utf8_lossy(field)),
                },
                _ => {}
            }
        }
    }

    /// The columns of `rows` of the input, or of all if `None`.
    fn finish(
        &self,
        builders: Vec<Builder>,
        input: Option<&RecordBatch>,
        rows: Option<Vec<u32>>,
    ) -> Result<RecordBatch, ArrowError> {
        let rows = rows.map(UInt32Array::from);
        let arrays = builders.into_iter().map(|builder| -> Result<ArrayRef, ArrowError> {
            Ok(match builder {
                Builder::Kept(index) => {
                    let column = input.map(|batch| batch.column(index)).ok_or_else(no_batch)?;
                    match &rows {
                        Some(rows) => take(column, rows, None)?,
                        None => Arc::clone(column),
                    }
                }
                Builder::Grids { of, text, mut valid } => {
                    text_array(&of, text, valid.finish().into_inner())?
                }
                Builder::Numbers(numbers) => number_array(numbers),
                Builder::Reals(mut reals) => Arc::new(reals.finish()),
                Builder::Truths(truths) => boolean_array(&truths),
                Builder::Text(mut text) => Arc::new(text.finish()),
            })
        });
        let arrays = arrays.collect::<Result<Vec<_>, _>>()?;
        RecordBatch::try_new(SchemaRef::clone(&self.schema), self.file.arrays(arrays)?)
    }

    /// Adds a batch, or why there is none, as a piece.
    fn encode(&self, batch: Result<RecordBatch, ArrowError>, out: &mut Vec<u8>) {
        let encoded = batch
            .map_err(Into::into)
            .and_then(|batch| push_encoded(out, |out| self.file.encode(&batch, out)));
        if let Err(error) = encoded {
            push_failed(&error.to_string(), out);
        }
    }
}

/// The file of the format `to` for batches with `schema`, which come from batches or from text.
/// The columns `grids` hold grids.
fn batch_file(
    to: Format,
    schema: &SchemaRef,
    from_batches: bool,
    grids: &[&str],
    options: &WriteOptions,
) -> Result<Box<dyn BatchFile>, EncodeError> {
    Ok(match to {
        Format::Arrow => Box::new(IpcOptions::new(&options.batches)?),
        _ => Box::new(ParquetOptions::new(schema, from_batches, grids, &options.batches)?),
    })
}

fn field(name: &str, of: &DataType) -> FieldRef {
    Arc::new(Field::new(name, of.clone(), true))
}

fn no_batch() -> ArrowError {
    ArrowError::InvalidArgumentError("the rows come from no batch".into())
}

/// The columns that an answer is written as: names, types and what they are.
fn columns_of<'a>(
    answer: usize,
    name: &'a str,
    grid: &DataType,
) -> Vec<(&'a str, DataType, Column)> {
    let grid_column = |is_solution| {
        let of = grid.clone();
        vec![(name, of.clone(), Column::Grid { answer, of, is_solution })]
    };
    match name {
        "solution" => grid_column(true),
        "puzzle" | "canonical" | "shuffled" => grid_column(false),
        "count" => vec![
            (name, DataType::Int64, Column::Number(answer)),
            (MORE, DataType::Boolean, Column::More(answer)),
        ],
        _ if NUMBERS.contains(&name) => vec![(name, DataType::Int64, Column::Number(answer))],
        _ if REALS.contains(&name) => vec![(name, DataType::Float64, Column::Real(answer))],
        _ => vec![(name, DataType::Utf8, Column::Text(answer))],
    }
}

/// Tells if a record is a grid without clues, so that 81 dots may be its answer.
fn is_empty_grid(puzzle: Option<&[u8]>) -> bool {
    puzzle.is_some_and(|puzzle| Grid::parse(puzzle) == Ok(Grid::EMPTY))
}

/// Adds 81 cells, or a null.
fn add_grid(grid: Option<&[u8]>, text: &mut Vec<u8>, valid: &mut BooleanBufferBuilder) {
    let grid = grid.filter(|grid| grid.len() == CELLS);
    text.extend_from_slice(grid.unwrap_or(NO_GRID));
    valid.append(grid.is_some());
}

impl RecordFormatter for BatchWriter {
    fn is_self_contained(&self) -> bool {
        true
    }

    fn row(&self, record: RecordRef<'_>, fields: &[&[u8]], out: &mut Vec<u8>) {
        push_row(record.record.line, record.puzzle(), fields, out);
    }

    fn chunk(&self, chunk: &[u8], records: &Records, answers: &Answers, out: &mut Vec<u8>) {
        let mut builders = self.builders(records.row_count());
        let mut fields = Vec::with_capacity(answers.width());
        for row in records.rows(chunk) {
            let (Row::Puzzle { record, row, .. } | Row::Malformed { record, row, .. }) = row else {
                continue;
            };
            fields.clear();
            fields.extend((0..answers.width()).map(|column| answers.field(row, column)));
            let puzzle = record.puzzle();
            self.add(&mut builders, puzzle, &fields);
        }
        if records.row_count() > 0 {
            self.encode(self.finish(builders, batch_of(records), None), out);
        }
    }

    fn flush(&self, records: &Records, out: &mut Vec<u8>) {
        if !pieces(out).any(|piece| matches!(piece, OutputPiece::Row(_))) {
            return;
        }
        let mut builders = self.builders(records.row_count());
        let mut rows = Vec::new();
        let mut encoded = Vec::new();
        for piece in pieces(out) {
            match piece {
                OutputPiece::Row(RowPiece { row, puzzle, fields }) => {
                    rows.push(row);
                    self.add(&mut builders, puzzle, &fields);
                }
                OutputPiece::Encoded(file) => push_encoded_file(file, &mut encoded),
                OutputPiece::Failed(reason) => push_failed(reason, &mut encoded),
            }
        }
        self.encode(self.finish(builders, batch_of(records), Some(rows)), &mut encoded);
        *out = encoded;
    }

    fn assembler(&self) -> Option<Box<dyn Assembler>> {
        Some(self.file.assembler(&self.schema))
    }
}
