//! Lists of `str` and `bytes`.

use arrow_schema::DataType;
use batchdoku::corpus::rate::Rating;
use batchdoku_arrow::{CELLS, Fixed};
use batchdoku_format::whole_grid;
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::{PyBytes, PyDict, PyList, PyString},
};

use crate::{
    arrow::result_fields,
    notation::Text,
    operation::{Kind, Operation, Results, Source},
    parallel::{Caller, Threads, Turn, list_of},
};

/// Does an operation to the items of a list: `str`, `bytes` or `None`. A grid is of the kind of its
/// item.
#[pyfunction]
#[pyo3(signature = (operation, puzzles, claims, threads))]
pub(crate) fn run_list<'py>(
    py: Python<'py>,
    operation: &Operation,
    puzzles: &Bound<'py, PyList>,
    claims: Option<&Bound<'py, PyList>>,
    threads: Threads,
) -> PyResult<Bound<'py, PyAny>> {
    let results = run(py, operation, puzzles, claims, threads, false)?;
    if operation.makes_grids() {
        return Ok(grids_like(puzzles, &results)?.into_any());
    }
    match operation.kind {
        Kind::Rate => rating_tuples(py, &results.ratings),
        Kind::Count => Ok(numbers_list(py, &results.numbers[0])?.into_any()),
        _ => Ok(truths_list(py, &results.numbers[0])?.into_any()),
    }
}

/// The same with all columns of results, as lists by their names.
#[pyfunction]
#[pyo3(signature = (operation, puzzles, claims, threads))]
pub(crate) fn run_columns<'py>(
    py: Python<'py>,
    operation: &Operation,
    puzzles: &Bound<'py, PyList>,
    claims: Option<&Bound<'py, PyList>>,
    threads: Threads,
) -> PyResult<Bound<'py, PyDict>> {
    let results = run(py, operation, puzzles, claims, threads, true)?;
    let columns = PyDict::new(py);
    let mut numbers = results.numbers.iter();
    for (index, field) in result_fields(operation, &DataType::Utf8, true)?.iter().enumerate() {
        let column = match (field.data_type(), &operation.kind) {
            (_, Kind::Rate) => rating_column(py, &results.ratings, index)?,
            (DataType::Utf8, _) => grids_like(puzzles, &results)?,
            (DataType::Boolean, _) => truths_list(py, numbers.next().expect("a column"))?,
            _ => numbers_list(py, numbers.next().expect("a column"))?,
        };
        columns.set_item(field.name(), column)?;
    }
    Ok(columns)
}

/// Does an operation to the items of a list, and finds its details if they are wanted.
fn run(
    py: Python<'_>,
    operation: &Operation,
    puzzles: &Bound<'_, PyList>,
    claims: Option<&Bound<'_, PyList>>,
    threads: Threads,
    details: bool,
) -> PyResult<Results<u8>> {
    let (puzzles, claims) = (gathered(puzzles)?, claims.map(gathered).transpose()?);
    if let Some(claims) = &claims
        && claims.len() != puzzles.len()
    {
        let (puzzles, claims) = (puzzles.len() / CELLS, claims.len() / CELLS);
        return Err(PyValueError::new_err(format!(
            "there are {puzzles} puzzles and {claims} solutions"
        )));
    }
    Caller::call(py, puzzles.len() / CELLS, |caller| {
        let rows = |text| Fixed { text, width: CELLS, valid: None };
        let (puzzles, claims) = (rows(&puzzles), claims.as_deref().map(rows));
        let claims = claims.as_ref().map(|claims| claims as _);
        let source = Source { puzzles: &puzzles, claims, first: 0 };
        operation.run::<Text>(caller, threads, source, details)
    })
}

/// The grids that were made, each of the kind of its item.
fn grids_like<'py>(
    items: &Bound<'py, PyList>,
    results: &Results<u8>,
) -> PyResult<Bound<'py, PyList>> {
    let py = items.py();
    let grids = results.grids.chunks_exact(CELLS).zip(items).enumerate();
    list_of(
        py,
        grids.map(|(row, (grid, item))| -> PyResult<Option<Bound<'py, PyAny>>> {
            Ok(if results.valid[row / 8] >> (row % 8) & 1 == 0 {
                None
            } else if item.is_instance_of::<PyBytes>() {
                Some(PyBytes::new(py, grid).into_any())
            } else {
                Some(PyString::from_bytes(py, grid)?.into_any())
            })
        }),
    )
}

/// Numbers, `None` for those that are not known.
fn numbers_list<'py>(py: Python<'py>, numbers: &[i64]) -> PyResult<Bound<'py, PyList>> {
    list_of(py, numbers.iter().map(|&number| Ok((number >= 0).then_some(number))))
}

/// The same for numbers that are truth values.
fn truths_list<'py>(py: Python<'py>, numbers: &[i64]) -> PyResult<Bound<'py, PyList>> {
    list_of(py, numbers.iter().map(|&number| Ok((number >= 0).then_some(number == 1))))
}

/// The text of the items, 81 bytes each: zeros where an item has another number of them.
fn gathered(items: &Bound<'_, PyList>) -> PyResult<Vec<u8>> {
    let mut text = vec![0; items.len() * CELLS];
    let mut turn = Turn::new();
    for (row, (item, to)) in items.iter().zip(text.chunks_exact_mut(CELLS)).enumerate() {
        let mut put = |bytes: &[u8]| {
            if let Ok(grid) = <&[u8; CELLS]>::try_from(bytes) {
                to.copy_from_slice(grid);
                return;
            }
            if let Some(cells) = whole_grid(bytes) {
                to.copy_from_slice(&cells);
            }
        };
        if let Ok(item) = item.cast::<PyString>() {
            // Text that is not UTF-8 is not a grid.
            put(item.to_cow().unwrap_or_default().as_bytes());
        } else if let Ok(item) = item.cast::<PyBytes>() {
            put(item.as_bytes());
        } else if !item.is_none() {
            let kind = item.get_type().name()?;
            let message = format!(
                "item {row}: expected str, bytes, Grid or None, got {kind}; for rows of numbers, \
                 pass an array: numpy.array(x)"
            );
            return Err(PyTypeError::new_err(message));
        }
        turn.pause(items.py())?;
    }
    Ok(text)
}

/// Ratings as tuples `(level, technique, nodes, steps)`, or `None`.
pub(crate) fn rating_tuples<'py>(
    py: Python<'py>,
    ratings: &[Option<Rating>],
) -> PyResult<Bound<'py, PyAny>> {
    Ok(list_of(py, ratings.iter().map(|rating| Ok(rating_tuple(rating))))?.into_any())
}

type RatingTuple = (String, Option<String>, u64, Option<String>);

fn rating_tuple(rating: &Option<Rating>) -> Option<RatingTuple> {
    rating.map(|rating| {
        let [level, technique, _, steps] = rating.fields();
        let known = |field: String| (field != "-").then_some(field);
        (level, known(technique), rating.nodes, known(steps))
    })
}

/// One of the four columns of ratings.
fn rating_column<'py>(
    py: Python<'py>,
    ratings: &[Option<Rating>],
    index: usize,
) -> PyResult<Bound<'py, PyList>> {
    let tuples = ratings.iter().map(rating_tuple);
    let text = |column: fn(RatingTuple) -> Option<String>| {
        list_of(py, tuples.clone().map(move |tuple| Ok(tuple.and_then(column))))
    };
    match index {
        0 => text(|tuple| Some(tuple.0)),
        1 => text(|tuple| tuple.1),
        2 => list_of(py, tuples.map(|tuple| Ok(tuple.map(|tuple| tuple.2)))),
        _ => text(|tuple| tuple.3),
    }
}
