//! NumPy arrays of 81 columns: numbers of any integer type, or bytes of text.

use batchdoku_arrow::{CELLS, Cells, Fixed, Rows};
use numpy::{
    Element, PyArray1, PyArray2, PyArrayDescrMethods, PyArrayMethods, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::{exceptions::PyTypeError, prelude::*};

use crate::{
    column::Column,
    list::rating_tuples,
    notation::{Notation, NumberCell, Text},
    operation::{Kind, Operation, RowSource},
    parallel::{Caller, Threads},
};

/// The arrays that [`run_numpy`] returns: grids, whether each row has a grid, numbers, ratings. `None` for results that
/// the operation does not make.
type Arrays<'py> = (
    Option<Bound<'py, PyUntypedArray>>,
    Option<Bound<'py, PyArray1<bool>>>,
    Option<Bound<'py, PyArray1<i64>>>,
    Option<Bound<'py, PyAny>>,
);

/// Runs an operation on the rows of a contiguous array of shape `(n, 81)`. If `text`, its bytes are characters.
/// `claims` has the same shape and type.
#[pyfunction]
#[pyo3(signature = (operation, puzzles, claims, text, threads))]
pub(crate) fn run_numpy<'py>(
    py: Python<'py>,
    operation: &Operation,
    puzzles: &Bound<'py, PyUntypedArray>,
    claims: Option<&Bound<'py, PyUntypedArray>>,
    text: bool,
    threads: Threads,
) -> PyResult<Arrays<'py>> {
    if text {
        return run::<u8, Text>(py, operation, puzzles, claims, threads, |text| {
            Box::new(Fixed { text, width: CELLS, valid: None })
        });
    }
    macro_rules! by_type {
        ($($integer:ty)*) => {$(
            if puzzles.dtype().is_equiv_to(&numpy::dtype::<$integer>(py)) {
                return run_cells::<$integer>(py, operation, puzzles, claims, threads);
            }
        )*};
    }
    by_type!(u8 i8 i16 i32 i64 u16 u32 u64);
    Err(PyTypeError::new_err(format!("expected integers, got an array of {}", puzzles.dtype())))
}

fn run_cells<'py, T: NumberCell + Element>(
    py: Python<'py>,
    operation: &Operation,
    puzzles: &Bound<'py, PyUntypedArray>,
    claims: Option<&Bound<'py, PyUntypedArray>>,
    threads: Threads,
) -> PyResult<Arrays<'py>> {
    run::<T, T>(py, operation, puzzles, claims, threads, |cells| {
        Box::new(Cells { cells, valid: None })
    })
}

/// Runs an operation on the elements of an array; `rows` reads them as rows.
fn run<'py, T: Element + Send + Sync, N: Notation<Cell: Element>>(
    py: Python<'py>,
    operation: &Operation,
    puzzles: &Bound<'py, PyUntypedArray>,
    claims: Option<&Bound<'py, PyUntypedArray>>,
    threads: Threads,
    rows: impl Fn(&[T]) -> Box<dyn Rows + '_> + Sync,
) -> PyResult<Arrays<'py>> {
    let puzzles = puzzles.cast::<PyArray2<T>>()?.try_readonly()?;
    let claims = match claims {
        Some(claims) => Some(claims.cast::<PyArray2<T>>()?.try_readonly()?),
        None => None,
    };
    let count = puzzles.shape()[0];
    let puzzles = puzzles.as_slice()?;
    let claims = claims.as_ref().map(|claims| claims.as_slice()).transpose()?;
    let results = Caller::call(py, count, |caller| {
        let puzzles = rows(puzzles);
        let claims = claims.map(&rows);
        let source = RowSource { puzzles: &*puzzles, claims: claims.as_deref(), first: 0 };
        operation.run::<N>(caller, threads, source, false)
    })?;
    let made = operation.makes_grids();
    let rated = matches!(operation.kind, Kind::Rate { .. });
    let ratings = if rated { Some(rating_tuples(py, &results, count)?) } else { None };
    let grids = made.then(|| PyArray1::from_vec(py, results.grids).reshape([count, CELLS]));
    let valid = made.then(|| {
        let bits = (0..count).map(|row| results.valid[row / 8] >> (row % 8) & 1 == 1);
        PyArray1::from_vec(py, bits.collect())
    });
    let numbers = results.columns.into_iter().next().map(Column::into_numbers);
    Ok((
        grids.transpose()?.map(|grids| grids.as_untyped().clone()),
        valid,
        numbers.filter(|_| !made && !rated).map(|numbers| PyArray1::from_vec(py, numbers)),
        ratings,
    ))
}
