//! Arrow arrays: reads the rows of an array, and makes arrays of results.

use std::{collections::VecDeque, sync::Arc};

use arrow_array::{
    Array, ArrayRef, StringArray, StructArray,
    cast::AsArray,
    types::{Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type},
};
use arrow_schema::{DataType, Field, FieldRef, Fields};
use batchdoku_arrow as grids;
use batchdoku_arrow::{
    CELLS, Rows, grid_type, holds_grids, joined, list_array, taken, text_array, without_dictionary,
};
use pyo3::{exceptions::PyTypeError, prelude::*};

use crate::{
    capsule::{Arrays, ArrowArray, ArrowChunks},
    column::{Column, data_type},
    error::{invalid, lengths_differ},
    notation::Text,
    operation::{Kind, Operation, Results, RowSource},
    parallel::{Caller, Threads},
};

/// Runs an operation on an array. Returns an array of the same type, or of numbers or ratings.
#[pyfunction]
#[pyo3(signature = (operation, puzzles, claims, threads))]
pub(crate) fn run_array(
    py: Python<'_>,
    operation: &Operation,
    puzzles: ArrowArray,
    claims: Option<ArrowArray>,
    threads: Threads,
) -> PyResult<ArrowArray> {
    let puzzles = puzzles.array;
    let claims = claims.map(|claims| claims.array);
    let columns = Caller::call(py, puzzles.len(), |caller| {
        columns(operation, caller, threads, &puzzles, claims.as_ref(), 0, false)
    })?;
    let array = one_array(columns);
    let field = Arc::new(Field::new("", array.data_type().clone(), true));
    Ok(ArrowArray { field, array })
}

/// Runs an operation on the chunks of a chunked array, as on an array.
#[pyfunction]
#[pyo3(signature = (operation, puzzles, claims, threads))]
pub(crate) fn run_chunked(
    py: Python<'_>,
    operation: &Operation,
    puzzles: Arrays,
    claims: Option<Arrays>,
    threads: Threads,
) -> PyResult<ArrowChunks> {
    let field = result_field(operation, puzzles.field.data_type())?;
    let puzzles = puzzles.items.collect::<PyResult<Vec<_>>>()?;
    let claims = claims.map(|claims| claims.items.collect::<PyResult<Vec<_>>>()).transpose()?;
    let rows = puzzles.iter().map(|chunk| chunk.len()).sum();
    let chunks = Caller::call(py, rows, |caller| {
        let mut first = 0;
        let mut results = Vec::with_capacity(puzzles.len());
        let mut claims = claims.map(Claims::new);
        for chunk in &puzzles {
            let beside = claims.as_mut().map(|claims| claims.take(chunk.len())).transpose()?;
            let columns =
                columns(operation, caller, threads, chunk, beside.as_ref(), first, false)?;
            results.push(one_array(columns));
            first += chunk.len() as u64;
        }
        if let Some(claims) = claims
            && claims.rest() > 0
        {
            let puzzles = first;
            let solutions = first + claims.rest() as u64;
            return Err(lengths_differ(puzzles, solutions, "solution"));
        }
        PyResult::Ok(results)
    })?;
    Ok(ArrowChunks { field, chunks })
}

/// The chunks of claimed solutions, cut into the same lengths as the puzzles.
struct Claims {
    chunks: VecDeque<ArrayRef>,
}

impl Claims {
    fn new(chunks: Vec<ArrayRef>) -> Self {
        Self { chunks: chunks.into() }
    }

    /// Returns the number of rows left.
    fn rest(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.len()).sum()
    }

    /// Returns the next rows, or fewer if fewer are left. Copies them only if they span chunks.
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
            pieces => joined(pieces).map_err(invalid),
        }
    }
}

/// Returns the rows of an array.
///
/// # Errors
/// If the array is of a type that cannot hold grids.
fn rows_of(array: &dyn Array) -> PyResult<Box<dyn Rows + '_>> {
    grids::rows_of(array).ok_or_else(|| no_grids(array.data_type()))
}

fn no_grids(data_type: &DataType) -> PyErr {
    PyTypeError::new_err(format!(
        "expected text, binary or lists of 81 integers, got an array of {data_type}"
    ))
}

/// Returns the type of the values of an array; for a dictionary or runs, the type of the values that they refer to. An
/// array of nulls counts as text.
fn value_type(data_type: &DataType) -> &DataType {
    match data_type {
        DataType::Dictionary(_, values) => values,
        DataType::RunEndEncoded(_, values) => values.data_type(),
        DataType::Null => &DataType::Utf8,
        data_type => data_type,
    }
}

/// Returns an array of the values themselves, without a dictionary or runs.
fn values(array: &ArrayRef) -> PyResult<ArrayRef> {
    macro_rules! of_runs {
        ($($ends:ty)*) => {$(
            if let Some(runs) = array.as_run_opt::<$ends>() {
                let rows: Vec<u32> = (0..runs.len() as u32).collect();
                let places = runs.get_physical_indices(&rows).map_err(invalid)?;
                let places: Vec<_> = places.into_iter().map(Some).collect();
                return taken(runs.values(), &places).map_err(invalid);
            }
        )*};
    }
    of_runs!(Int16Type Int32Type Int64Type);
    if array.data_type() == &DataType::Null {
        return Ok(Arc::new(StringArray::new_null(array.len())));
    }
    without_dictionary(array).map_err(invalid)
}

/// Returns the type of grids that results have for puzzles of a type: lists of 81 bytes for lists of other integers.
///
/// # Errors
/// If the type cannot hold grids.
fn made_type(puzzles: &DataType) -> PyResult<DataType> {
    fn is_integers(data_type: &DataType) -> bool {
        match data_type {
            DataType::List(item) | DataType::LargeList(item) | DataType::FixedSizeList(item, _) => {
                item.data_type().is_integer() || is_integers(item.data_type())
            }
            _ => false,
        }
    }
    match puzzles {
        data_type if holds_grids(data_type) => Ok(grid_type(data_type)),
        data_type if is_integers(data_type) => {
            let item = Field::new("item", DataType::UInt8, true);
            Ok(DataType::FixedSizeList(Arc::new(item), CELLS as i32))
        }
        data_type => Err(no_grids(data_type)),
    }
}

/// Describes a column that may have nulls.
fn field(name: &str, data_type: DataType) -> FieldRef {
    Arc::new(Field::new(name, data_type, true))
}

/// Returns the names and types of the columns of results for puzzles of a type.
pub(crate) fn result_fields(
    operation: &Operation,
    puzzles: &DataType,
    details: bool,
) -> PyResult<Vec<FieldRef>> {
    let made = made_type(value_type(puzzles))?;
    let grids = match operation.kind {
        Kind::Solve { .. } => Some(field("solution", made)),
        Kind::Canon => Some(field("canonical", made)),
        Kind::Shuffle { .. } => Some(field("shuffled", made)),
        _ => None,
    };
    let columns = operation.columns(details).into_iter();
    let columns = columns.map(|(name, kind)| field(name, data_type(kind)));
    Ok(grids.into_iter().chain(columns).collect())
}

/// Returns the field of the results, if they are a single array.
pub(crate) fn result_field(operation: &Operation, puzzles: &DataType) -> PyResult<FieldRef> {
    let fields = result_fields(operation, puzzles, false)?;
    Ok(match <[FieldRef; 1]>::try_from(fields) {
        Ok([only]) => only,
        Err(fields) => Arc::new(Field::new("", DataType::Struct(Fields::from(fields)), true)),
    })
}

/// Runs an operation on the puzzles of an array, and returns the columns of results.
pub(crate) fn columns(
    operation: &Operation,
    caller: &Caller<'_>,
    threads: Threads,
    puzzles: &ArrayRef,
    claims: Option<&ArrayRef>,
    first: u64,
    details: bool,
) -> PyResult<Vec<(FieldRef, ArrayRef)>> {
    let fields = result_fields(operation, puzzles.data_type(), details)?;
    let puzzles = &values(puzzles)?;
    let claims = claims.map(values).transpose()?;
    let made = made_type(puzzles.data_type())?;
    let rows = rows_of(puzzles)?;
    let claims = claims.as_ref().map(|claims| rows_of(claims)).transpose()?;
    if let Some(claims) = &claims
        && claims.count() != rows.count()
    {
        return Err(lengths_differ(rows.count() as u64, claims.count() as u64, "solution"));
    }
    let source = RowSource { puzzles: &*rows, claims: claims.as_deref(), first };
    let mut arrays: Vec<ArrayRef> = Vec::with_capacity(fields.len());
    let columns = match &made {
        DataType::FixedSizeList(item, _) if item.data_type() == &DataType::Int8 => {
            let results = operation.run::<i8>(caller, threads, source, details)?;
            if operation.makes_grids() {
                arrays.push(
                    list_array::<Int8Type>(item, results.grids, results.valid).map_err(invalid)?,
                );
            }
            results.columns
        }
        DataType::FixedSizeList(item, _) => {
            let results = operation.run::<u8>(caller, threads, source, details)?;
            if operation.makes_grids() {
                arrays.push(
                    list_array::<UInt8Type>(item, results.grids, results.valid).map_err(invalid)?,
                );
            }
            results.columns
        }
        _ => {
            let Results { grids, valid, columns } =
                operation.run::<Text>(caller, threads, source, details)?;
            if operation.makes_grids() {
                arrays.push(text_array(&made, grids, valid).map_err(invalid)?);
            }
            columns
        }
    };
    arrays.extend(columns.into_iter().map(Column::into_array));
    Ok(fields.into_iter().zip(arrays).collect())
}

/// Combines several columns to an array of records.
pub(crate) fn one_array(mut columns: Vec<(FieldRef, ArrayRef)>) -> ArrayRef {
    match columns.len() {
        1 => columns.remove(0).1,
        _ => Arc::new(StructArray::from(columns)),
    }
}

/// Returns grids of 81 bytes of text as a column, for results that are not made from an input.
pub(crate) fn made_array(text: Vec<u8>) -> PyResult<ArrayRef> {
    let valid = vec![0xFF_u8; text.len().div_ceil(CELLS * 8)];
    let data_type =
        if text.len() <= i32::MAX as usize { DataType::Utf8 } else { DataType::LargeUtf8 };
    text_array(&data_type, text, valid).map_err(invalid)
}

/// Returns columns as a table with a single batch.
pub(crate) fn table(columns: Vec<(FieldRef, ArrayRef)>) -> ArrowChunks {
    let batch = StructArray::from(columns);
    let field = Arc::new(Field::new("", batch.data_type().clone(), false));
    ArrowChunks { field, chunks: vec![Arc::new(batch)] }
}
