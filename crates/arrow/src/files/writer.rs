//! Answers as record batches: the columns of the input, with those of the answers replaced or added
//! at the end.
//!
//! What a worker writes for a task is a list of pieces. An encoded piece is a small file of its own;
//! an [`Assembler`] makes one file of all pieces, in order. Rows that are written one by one are
//! pieces too, until [`RecordFormatter::flush`] encodes them.

use std::{str::FromStr, sync::Arc};

use arrow_array::{
    ArrayRef, Float64Array, RecordBatch, StringArray, UInt32Array, builder::BooleanBufferBuilder,
};
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Schema, SchemaRef};
use arrow_select::take::take;

use super::{
    BatchFile, Columns, EncodeError,
    ipc_writer::IpcOptions,
    parquet_writer::ParquetOptions,
    pieces::{OutputPiece, pieces, push_encoded, push_row},
};
use crate::{
    CELLS,
    arrays::{boolean_array, is_text, number_array, text_array},
};
use batchdoku_format::{
    Answers, Assembler, Format, FormatError, NO_GRID, RecordFormatter, RecordRef, Records, Row,
    WriteOptions,
};

use batchdoku_engine::grid::Grid;

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

impl BatchWriter {
    /// A writer of answers with the fields `answers`.
    ///
    /// # Errors
    /// If the format cannot hold the columns.
    pub fn new(to: Format, answers: &[&str], options: &WriteOptions) -> Result<Self, FormatError> {
        if options.input.as_ref().is_some_and(|input| input.format == Format::Sukaku) {
            let what = "a pencilmark puzzle is not a list of cells".into();
            return Err(FormatError::Columns { format: to, what });
        }
        let columns = options.input.as_ref().and_then(|layout| layout.columns.as_deref());
        let input = columns.and_then(Columns::of);
        let grid = input.map(Columns::puzzle_type).filter(|of| is_text(of));
        let grid = grid.unwrap_or(&DataType::Utf8);
        let mut columns: Vec<(FieldRef, Column)> = Vec::new();
        if let Some(input) = input {
            let fields = input.schema.fields().iter().cloned().enumerate();
            columns.extend(fields.map(|(index, field)| (field, Column::Kept(index))));
        } else if !answers.contains(&"puzzle") {
            columns.push((field("puzzle", grid), Column::Puzzle));
        }
        for (answer, &name) in answers.iter().enumerate() {
            for (name, of, column) in columns_of(answer, name, grid) {
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
        let (fields, columns): (Vec<_>, _) = columns.into_iter().unzip();
        let metadata = input.map(|columns| columns.schema.metadata().clone());
        let schema = Arc::new(Schema::new_with_metadata(fields, metadata.unwrap_or_default()));
        let (from_batches, batches) = (input.is_some(), &options.batches);
        let file: Result<Box<dyn BatchFile>, EncodeError> = match to {
            Format::Arrow => IpcOptions::new(batches).map(|file| Box::new(file) as _),
            _ => ParquetOptions::new(&schema, from_batches, &grids, batches)
                .map(|file| Box::new(file) as _),
        };
        let file =
            file.map_err(|error| FormatError::Columns { format: to, what: error.to_string() })?;
        Ok(Self { schema, columns, file })
    }

    /// Adds the batch of some rows of `records`, or why there is none, as a piece. Each row is its puzzle and the
    /// fields of its answer. They are those that `taken` has the numbers of, or all.
    fn encode<'a, F: Fn(usize) -> &'a [u8]>(
        &self,
        rows: impl Iterator<Item = (Option<&'a [u8]>, F)> + Clone,
        records: &Records,
        taken: Option<&UInt32Array>,
        out: &mut Vec<u8>,
    ) {
        push_encoded(out, |out| {
            let input = records.batch.as_ref().and_then(|batch| batch.downcast_ref());
            let array = |column: &Column| column.array(rows.clone(), input, taken);
            let arrays = self.columns.iter().map(array).collect::<Result<_, _>>()?;
            self.file.encode(&RecordBatch::try_new(SchemaRef::clone(&self.schema), arrays)?, out)
        });
    }
}

impl Column {
    /// The column of rows, each of which is its puzzle and the fields of its answer: those that `taken` has the
    /// numbers of in the batch `input`, or all.
    fn array<'a, F: Fn(usize) -> &'a [u8]>(
        &self,
        rows: impl Iterator<Item = (Option<&'a [u8]>, F)>,
        input: Option<&RecordBatch>,
        taken: Option<&UInt32Array>,
    ) -> Result<ArrayRef, ArrowError> {
        Ok(match *self {
            Self::Kept(index) => {
                let no_batch = "the rows come from no batch";
                let batch =
                    input.ok_or_else(|| ArrowError::InvalidArgumentError(no_batch.into()))?;
                let column = batch.column(index);
                match taken {
                    Some(rows) => take(column, rows, None)?,
                    None => Arc::clone(column),
                }
            }
            Self::Puzzle => {
                let text = rows.map(|(puzzle, _)| std::str::from_utf8(puzzle?).ok());
                Arc::new(text.collect::<StringArray>())
            }
            Self::Grid { answer, ref of, is_solution } => {
                let most = rows.size_hint().1.unwrap_or_default();
                let mut text = Vec::with_capacity(most * CELLS);
                let mut valid = BooleanBufferBuilder::new(most);
                // 81 dots may be the answer to a grid without clues.
                let is_empty = |puzzle: &[u8]| Grid::parse(puzzle) == Ok(Grid::EMPTY);
                for (puzzle, field) in rows {
                    let grid = field(answer);
                    let is_missing =
                        grid == NO_GRID && (is_solution || !puzzle.is_some_and(is_empty));
                    let grid = Some(grid).filter(|grid| grid.len() == CELLS && !is_missing);
                    text.extend_from_slice(grid.unwrap_or(NO_GRID));
                    valid.append(grid.is_some());
                }
                text_array(of, text, valid.finish().into_inner())?
            }
            Self::Number(answer) => {
                let number = |text: &[u8]| parsed(text.strip_suffix(b"+").unwrap_or(text));
                let numbers = rows.map(|(_, field)| number(field(answer)).unwrap_or(-1));
                number_array(numbers.collect())
            }
            Self::Real(answer) => {
                let reals = rows.map(|(_, field)| parsed::<f64>(field(answer)));
                Arc::new(reals.collect::<Float64Array>())
            }
            Self::More(answer) => {
                let truth = |text: &[u8]| match text.first() {
                    Some(b'0'..=b'9') => text.ends_with(b"+").into(),
                    _ => -1,
                };
                let truths: Vec<_> = rows.map(|(_, field)| truth(field(answer))).collect();
                boolean_array(&truths)
            }
            Self::Text(answer) => {
                let text = rows.map(|(_, field)| match field(answer) {
                    b"-" => None,
                    field => Some(String::from_utf8_lossy(field)),
                });
                Arc::new(text.collect::<StringArray>())
            }
        })
    }
}

fn parsed<T: FromStr>(text: &[u8]) -> Option<T> {
    std::str::from_utf8(text).ok()?.parse().ok()
}

fn field(name: &str, of: &DataType) -> FieldRef {
    Arc::new(Field::new(name, of.clone(), true))
}

/// The columns that an answer is written as: names, types and what they are.
fn columns_of<'a>(
    answer: usize,
    name: &'a str,
    grid: &DataType,
) -> impl Iterator<Item = (&'a str, DataType, Column)> {
    let (of, column) = match name {
        "solution" | "puzzle" | "canonical" | "shuffled" => {
            let (of, is_solution) = (grid.clone(), name == "solution");
            (of.clone(), Column::Grid { answer, of, is_solution })
        }
        "count" | "nodes" => (DataType::Int64, Column::Number(answer)),
        // Ratings on the scale of Sudoku Explainer, and how many minimal puzzles of the grid a puzzle stands for.
        "er" | "ep" | "ed" | "weight" => (DataType::Float64, Column::Real(answer)),
        _ => (DataType::Utf8, Column::Text(answer)),
    };
    let more = (name == "count").then_some(("more", DataType::Boolean, Column::More(answer)));
    [(name, of, column)].into_iter().chain(more)
}

impl RecordFormatter for BatchWriter {
    fn is_self_contained(&self) -> bool {
        true
    }

    fn row(&self, record: RecordRef<'_>, fields: &[&[u8]], out: &mut Vec<u8>) {
        push_row(record.record.line, record.puzzle(), fields, out);
    }

    fn chunk(&self, chunk: &[u8], records: &Records, answers: &Answers, out: &mut Vec<u8>) {
        if records.row_count() == 0 {
            return;
        }
        let rows = records.rows(chunk).filter_map(|row| match row {
            Row::Passthrough(_) => None,
            Row::Puzzle { record, row, .. } | Row::Malformed { record, row, .. } => {
                Some((record.puzzle(), move |answer| answers.field(row, answer)))
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
        let rows = rows.iter().map(|row| (row.puzzle, move |answer: usize| row.fields[answer]));
        self.encode(rows, records, Some(&taken), &mut encoded);
        *out = encoded;
    }

    fn assembler(&self) -> Option<Box<dyn Assembler>> {
        Some(self.file.assembler(&self.schema))
    }
}
