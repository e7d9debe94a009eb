//! Arrow arrays: the rows of one, and arrays of results.

use std::{collections::VecDeque, sync::Arc};

use arrow_array::{
    Array, ArrayRef, ArrowPrimitiveType, BinaryArray, BinaryViewArray, BooleanArray,
    FixedSizeBinaryArray, FixedSizeListArray, Int64Array, LargeBinaryArray, LargeStringArray,
    OffsetSizeTrait, PrimitiveArray, StringArray, StringViewArray, StructArray,
    builder::StringBuilder,
    cast::AsArray,
    types::{Int8Type, UInt8Type},
};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_data::ByteView;
use arrow_schema::{DataType, Field, FieldRef, Fields};
use arrow_select::concat::concat;
use batchdoku::corpus::rate::Rating;
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
};
use pyo3_arrow::{PyArray, PyChunkedArray, PyTable};

use crate::{
    operation::{Kind, Operation, Results, Source},
    parallel::Threads,
    rows::{CELLS, Cells, Fixed, Rows, Text},
};

const WIDTH: i32 = CELLS as i32;

/// Does an operation to an array: an array of the same type, or of numbers or ratings.
#[pyfunction]
#[pyo3(signature = (operation, puzzles, claims, threads))]
pub(crate) fn run_array(
    py: Python<'_>,
    operation: &Operation,
    puzzles: PyArray,
    claims: Option<PyArray>,
    threads: usize,
) -> PyResult<PyArray> {
    let threads = Threads::new(py, threads)?;
    let claims = claims.map(|claims| Arc::clone(claims.array()));
    let puzzles = Arc::clone(puzzles.array());
    let columns =
        py.detach(|| columns(operation, &threads, &puzzles, claims.as_ref(), 0, false))?;
    Ok(PyArray::from_array_ref(one_array(columns)))
}

/// The same for the chunks of a chunked array.
#[pyfunction]
#[pyo3(signature = (operation, puzzles, claims, threads))]
pub(crate) fn run_chunked(
    py: Python<'_>,
    operation: &Operation,
    puzzles: PyChunkedArray,
    claims: Option<PyChunkedArray>,
    threads: usize,
) -> PyResult<PyChunkedArray> {
    let threads = Threads::new(py, threads)?;
    let (puzzles, field) = puzzles.into_inner();
    let claims = claims.map(PyChunkedArray::into_inner).map(|(chunks, _)| chunks);
    let chunks = py.detach(|| {
        let mut first = 0;
        let mut results = Vec::with_capacity(puzzles.len());
        let mut claims = claims.map(Claims::new);
        for chunk in &puzzles {
            let beside = claims.as_mut().map(|claims| claims.take(chunk.len())).transpose()?;
            let columns = columns(operation, &threads, chunk, beside.as_ref(), first, false)?;
            results.push(one_array(columns));
            first += chunk.len() as u64;
        }
        if let Some(claims) = claims
            && claims.rest() > 0
        {
            let (puzzles, solutions) = (first, first + claims.rest() as u64);
            return Err(lengths_differ(puzzles, solutions));
        }
        PyResult::Ok(results)
    })?;
    let field = result_field(operation, field.data_type())?;
    PyChunkedArray::try_new(chunks, field)
}

/// The chunks of claimed solutions, cut as the puzzles are.
struct Claims {
    chunks: VecDeque<ArrayRef>,
}

impl Claims {
    fn new(chunks: Vec<ArrayRef>) -> Self {
        Self { chunks: chunks.into() }
    }

    /// How many rows are left.
    fn rest(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.len()).sum()
    }

    /// The next rows; fewer if there are no more. They are copied only where they span chunks.
    fn take(&mut self, count: usize) -> PyResult<ArrayRef> {
        let mut pieces = Vec::new();
        let mut missing = count;
        while let Some(chunk) = self.chunks.pop_front() {
            if chunk.len() > missing {
                self.chunks.push_front(chunk.slice(missing, chunk.len() - missing));
                pieces.push(chunk.slice(0, missing));
                break;
            }
            missing -= chunk.len();
            pieces.push(chunk);
            if missing == 0 {
                break;
            }
        }
        match &pieces[..] {
            [only] => Ok(Arc::clone(only)),
            [] => Ok(Arc::new(StringArray::new_null(0))),
            pieces => {
                let pieces: Vec<&dyn Array> = pieces.iter().map(|piece| &**piece).collect();
                concat(&pieces).map_err(unexpected)
            }
        }
    }
}

fn lengths_differ(puzzles: u64, solutions: u64) -> PyErr {
    PyValueError::new_err(format!("there are {puzzles} puzzles and {solutions} solutions"))
}

/// The rows of an array.
///
/// # Errors
/// If it is of a type that holds no grids.
fn rows_of(array: &dyn Array) -> PyResult<Box<dyn Rows + '_>> {
    let nulls = array.nulls();
    Ok(match array.data_type() {
        DataType::Utf8 => Box::new(array.as_string::<i32>().clone()),
        DataType::LargeUtf8 => Box::new(array.as_string::<i64>().clone()),
        DataType::Utf8View => Box::new(array.as_string_view().clone()),
        DataType::Binary => Box::new(array.as_binary::<i32>().clone()),
        DataType::LargeBinary => Box::new(array.as_binary::<i64>().clone()),
        DataType::BinaryView => Box::new(array.as_binary_view().clone()),
        DataType::FixedSizeBinary(width) if *width > 0 => {
            let width = *width as usize;
            let text = &array.as_fixed_size_binary().value_data()[..array.len() * width];
            Box::new(Fixed { text, width, valid: nulls })
        }
        DataType::FixedSizeList(item, WIDTH) if item.data_type() == &DataType::UInt8 => {
            Box::new(cells_of::<UInt8Type>(array))
        }
        DataType::FixedSizeList(item, WIDTH) if item.data_type() == &DataType::Int8 => {
            Box::new(cells_of::<Int8Type>(array))
        }
        other => return Err(no_grids(other)),
    })
}

/// The cells of a list array. A row with a cell that is null is null.
fn cells_of<T: ArrowPrimitiveType>(array: &dyn Array) -> Cells<'_, T::Native> {
    let list = array.as_fixed_size_list();
    let first = list.value_offset(0) as usize;
    let cells = list.values().as_primitive::<T>();
    let whole = cells.nulls().filter(|nulls| nulls.null_count() > 0).map(|nulls| {
        let row = |row| nulls.slice(first + row * CELLS, CELLS).null_count() == 0;
        NullBuffer::new(BooleanBuffer::collect_bool(list.len(), row))
    });
    let valid = NullBuffer::union(list.nulls(), whole.as_ref());
    Cells { cells: &cells.values()[first..][..list.len() * CELLS], valid }
}

fn no_grids(of: &DataType) -> PyErr {
    PyTypeError::new_err(format!(
        "expected text, binary or fixed_size_list(81) of uint8 or int8, got an array of {of}"
    ))
}

/// The names and types of the columns of results for puzzles of a type.
pub(crate) fn result_fields(
    operation: &Operation,
    puzzles: &DataType,
    details: bool,
) -> PyResult<Vec<FieldRef>> {
    if operation.makes_grids() && !holds_grids(puzzles) {
        return Err(no_grids(puzzles));
    }
    let field = |name: &str, of: DataType| Arc::new(Field::new(name, of, true));
    let numbers = [field("solutions", DataType::Int64), field("nodes", DataType::Int64)];
    Ok(match operation.kind {
        Kind::Solve { .. } => {
            let mut fields = vec![field("solution", grid_type(puzzles))];
            fields.extend(numbers.into_iter().filter(|_| details));
            fields
        }
        Kind::Count if details => numbers.into(),
        Kind::Count => vec![field("solutions", DataType::Int64)],
        Kind::IsUnique => vec![field("unique", DataType::Boolean)],
        Kind::Check { .. } => vec![field("correct", DataType::Boolean)],
        Kind::Rate => vec![
            field("level", DataType::Utf8),
            field("technique", DataType::Utf8),
            field("nodes", DataType::Int64),
            field("steps", DataType::Utf8),
        ],
        Kind::Canon => vec![field("canonical", grid_type(puzzles))],
        Kind::Shuffle { .. } => vec![field("shuffled", grid_type(puzzles))],
    })
}

/// The field of the results where they are one array.
pub(crate) fn result_field(operation: &Operation, puzzles: &DataType) -> PyResult<FieldRef> {
    let fields = result_fields(operation, puzzles, false)?;
    Ok(match <[FieldRef; 1]>::try_from(fields) {
        Ok([only]) => only,
        Err(fields) => Arc::new(Field::new("", DataType::Struct(Fields::from(fields)), true)),
    })
}

fn holds_grids(of: &DataType) -> bool {
    use DataType::{Binary, BinaryView, FixedSizeBinary, FixedSizeList, Int8, LargeBinary};
    use DataType::{LargeUtf8, UInt8, Utf8, Utf8View};
    match of {
        Utf8 | LargeUtf8 | Utf8View | Binary | LargeBinary | BinaryView => true,
        FixedSizeBinary(width) => *width > 0,
        FixedSizeList(item, WIDTH) => matches!(item.data_type(), UInt8 | Int8),
        _ => false,
    }
}

/// The type of grids that are made from those of a type.
fn grid_type(puzzles: &DataType) -> DataType {
    match puzzles {
        DataType::FixedSizeBinary(_) => DataType::FixedSizeBinary(WIDTH),
        other => other.clone(),
    }
}

/// Does an operation to the puzzles of an array: the columns of results.
pub(crate) fn columns(
    operation: &Operation,
    threads: &Threads,
    puzzles: &ArrayRef,
    claims: Option<&ArrayRef>,
    first: u64,
    details: bool,
) -> PyResult<Vec<(FieldRef, ArrayRef)>> {
    let fields = result_fields(operation, puzzles.data_type(), details)?;
    let rows = rows_of(puzzles)?;
    let claims = claims.map(|claims| rows_of(claims)).transpose()?;
    if let Some(claims) = &claims
        && claims.count() != rows.count()
    {
        return Err(lengths_differ(rows.count() as u64, claims.count() as u64));
    }
    let source = Source { puzzles: &*rows, claims: claims.as_deref(), first };
    let mut arrays: Vec<ArrayRef> = Vec::with_capacity(fields.len());
    let of = puzzles.data_type();
    let (numbers, ratings) = match of {
        DataType::FixedSizeList(item, _) if item.data_type() == &DataType::Int8 => {
            let results = operation.run::<i8>(threads, source, details)?;
            if operation.makes_grids() {
                arrays.push(list_array::<Int8Type>(item, results.grids, results.valid)?);
            }
            (results.numbers, results.ratings)
        }
        DataType::FixedSizeList(item, _) => {
            let results = operation.run::<u8>(threads, source, details)?;
            if operation.makes_grids() {
                arrays.push(list_array::<UInt8Type>(item, results.grids, results.valid)?);
            }
            (results.numbers, results.ratings)
        }
        _ => {
            let Results { grids, valid, numbers, ratings } =
                operation.run::<Text>(threads, source, details)?;
            if operation.makes_grids() {
                arrays.push(text_array(of, grids, valid)?);
            }
            (numbers, ratings)
        }
    };
    if matches!(operation.kind, Kind::Rate) {
        arrays.extend(rating_arrays(&ratings));
    }
    let count = fields.len() - arrays.len();
    for (numbers, field) in numbers.into_iter().take(count).zip(&fields[fields.len() - count..]) {
        arrays.push(match field.data_type() {
            DataType::Boolean => boolean_array(&numbers),
            _ => number_array(numbers),
        });
    }
    Ok(fields.into_iter().zip(arrays).collect())
}

/// Several columns as one array of records.
pub(crate) fn one_array(mut columns: Vec<(FieldRef, ArrayRef)>) -> ArrayRef {
    match columns.len() {
        1 => columns.remove(0).1,
        _ => Arc::new(StructArray::from(columns)),
    }
}

fn nulls_of(valid: Vec<u8>, count: usize) -> Option<NullBuffer> {
    let nulls = NullBuffer::new(BooleanBuffer::new(Buffer::from_vec(valid), 0, count));
    (nulls.null_count() > 0).then_some(nulls)
}

fn list_array<T: ArrowPrimitiveType>(
    item: &FieldRef,
    cells: Vec<T::Native>,
    valid: Vec<u8>,
) -> PyResult<ArrayRef> {
    let nulls = nulls_of(valid, cells.len() / CELLS);
    let cells = Arc::new(PrimitiveArray::<T>::new(ScalarBuffer::from(cells), None));
    let list = FixedSizeListArray::try_new(Arc::clone(item), WIDTH, cells, nulls);
    Ok(Arc::new(list.map_err(unexpected)?))
}

/// Grids as text, in an array of the type `of`.
fn text_array(of: &DataType, text: Vec<u8>, valid: Vec<u8>) -> PyResult<ArrayRef> {
    let count = text.len() / CELLS;
    let nulls = nulls_of(valid, count);
    Ok(match of {
        DataType::Utf8 => {
            Arc::new(StringArray::try_new(offsets(count)?, text.into(), nulls).map_err(unexpected)?)
        }
        DataType::LargeUtf8 => Arc::new(
            LargeStringArray::try_new(offsets(count)?, text.into(), nulls).map_err(unexpected)?,
        ),
        DataType::Binary => {
            Arc::new(BinaryArray::try_new(offsets(count)?, text.into(), nulls).map_err(unexpected)?)
        }
        DataType::LargeBinary => Arc::new(
            LargeBinaryArray::try_new(offsets(count)?, text.into(), nulls).map_err(unexpected)?,
        ),
        DataType::Utf8View => {
            let (views, buffers) = views(text);
            Arc::new(StringViewArray::try_new(views, buffers, nulls).map_err(unexpected)?)
        }
        DataType::BinaryView => {
            let (views, buffers) = views(text);
            Arc::new(BinaryViewArray::try_new(views, buffers, nulls).map_err(unexpected)?)
        }
        DataType::FixedSizeBinary(_) => {
            Arc::new(FixedSizeBinaryArray::try_new(WIDTH, text.into(), nulls).map_err(unexpected)?)
        }
        other => return Err(no_grids(other)),
    })
}

fn unexpected(error: arrow_schema::ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Offsets of rows of 81 bytes.
fn offsets<O: OffsetSizeTrait>(count: usize) -> PyResult<OffsetBuffer<O>> {
    let most = O::MAX_OFFSET / CELLS;
    if count > most {
        return Err(PyValueError::new_err(format!(
            "{count} grids are too many for one array of this type: it holds {most}; use chunks or \
             a type with large offsets"
        )));
    }
    let offsets = (0..=count).map(|row| O::usize_as(row * CELLS));
    Ok(OffsetBuffer::new(ScalarBuffer::from_iter(offsets)))
}

/// Views of rows of 81 bytes, and the buffers that they look into: each below 2 GiB.
fn views(text: Vec<u8>) -> (ScalarBuffer<u128>, Vec<Buffer>) {
    const ROWS: usize = i32::MAX as usize / CELLS;
    let views = text.chunks_exact(CELLS).enumerate().map(|(row, grid)| {
        let view = ByteView {
            length: CELLS as u32,
            prefix: u32::from_le_bytes([grid[0], grid[1], grid[2], grid[3]]),
            buffer_index: (row / ROWS) as u32,
            offset: (row % ROWS * CELLS) as u32,
        };
        view.as_u128()
    });
    let views = ScalarBuffer::from_iter(views);
    let text = Buffer::from_vec(text);
    let starts = (0..text.len()).step_by(ROWS * CELLS);
    let part = |from| text.slice_with_length(from, (text.len() - from).min(ROWS * CELLS));
    (views, starts.map(part).collect())
}

/// Numbers, null where they are -1.
fn number_array(numbers: Vec<i64>) -> ArrayRef {
    let nulls = known(&numbers);
    Arc::new(Int64Array::new(ScalarBuffer::from(numbers), nulls))
}

/// Truths, null where they are -1.
fn boolean_array(numbers: &[i64]) -> ArrayRef {
    let values = BooleanBuffer::collect_bool(numbers.len(), |row| numbers[row] == 1);
    Arc::new(BooleanArray::new(values, known(numbers)))
}

fn known(numbers: &[i64]) -> Option<NullBuffer> {
    let nulls = BooleanBuffer::collect_bool(numbers.len(), |row| numbers[row] >= 0);
    Some(NullBuffer::new(nulls)).filter(|nulls| nulls.null_count() > 0)
}

/// The four columns of ratings.
fn rating_arrays(ratings: &[Option<Rating>]) -> [ArrayRef; 4] {
    let mut text = [0; 3].map(|_| StringBuilder::new());
    let mut nodes = Vec::with_capacity(ratings.len());
    for rating in ratings {
        let fields = rating.map(|rating| rating.fields());
        nodes.push(rating.map_or(-1, |rating| rating.nodes as i64));
        for (builder, field) in text.iter_mut().zip([0, 1, 3]) {
            let known = fields.as_ref().map(|fields| fields[field].as_str());
            builder.append_option(known.filter(|field| *field != "-"));
        }
    }
    let [level, technique, steps] = text.map(|mut builder| Arc::new(builder.finish()) as ArrayRef);
    [level, technique, number_array(nodes), steps]
}

/// Grids of 81 bytes of text as a column, for what is made and not read.
pub(crate) fn made_array(text: Vec<u8>) -> PyResult<ArrayRef> {
    let valid = vec![0xFF; text.len().div_ceil(CELLS * 8)];
    let of = if text.len() <= i32::MAX as usize { DataType::Utf8 } else { DataType::LargeUtf8 };
    text_array(&of, text, valid)
}

/// Columns as a table of one batch.
pub(crate) fn table(columns: Vec<(FieldRef, ArrayRef)>) -> PyResult<PyTable> {
    let batch = arrow_array::RecordBatch::from(StructArray::from(columns));
    let schema = batch.schema();
    PyTable::try_new(vec![batch], schema)
}
