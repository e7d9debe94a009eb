//! Lists of `str` and `bytes`.

use batchdoku::{
    corpus::rate::Rating,
    format::arrow::{CELLS, Fixed},
};
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::{PyBytes, PyList, PyString},
};

use crate::{
    notation::Text,
    operation::{Kind, Operation, Source},
    parallel::Threads,
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
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let threads = Threads::new(py, threads)?;
    let items = puzzles;
    let (puzzles, claims) = (gathered(items)?, claims.map(gathered).transpose()?);
    if let Some(claims) = &claims
        && claims.len() != puzzles.len()
    {
        let (puzzles, claims) = (puzzles.len() / CELLS, claims.len() / CELLS);
        return Err(PyValueError::new_err(format!(
            "there are {puzzles} puzzles and {claims} solutions"
        )));
    }
    let results = py.detach(|| {
        let rows = |text| Fixed { text, width: CELLS, valid: None };
        let (puzzles, claims) = (rows(&puzzles), claims.as_deref().map(rows));
        let claims = claims.as_ref().map(|claims| claims as _);
        let source = Source { puzzles: &puzzles, claims, first: 0 };
        operation.run::<Text>(&threads, source, false)
    })?;
    if operation.makes_grids() {
        let grids = results.grids.chunks_exact(CELLS).zip(items).enumerate();
        let grids = grids.map(|(row, (grid, item))| -> PyResult<Option<Bound<'py, PyAny>>> {
            Ok(if results.valid[row / 8] >> (row % 8) & 1 == 0 {
                None
            } else if item.is_instance_of::<PyBytes>() {
                Some(PyBytes::new(py, grid).into_any())
            } else {
                Some(PyString::from_bytes(py, grid)?.into_any())
            })
        });
        return Ok(PyList::new(py, grids.collect::<PyResult<Vec<_>>>()?)?.into_any());
    }
    let numbers = results.numbers[0].iter();
    Ok(match operation.kind {
        Kind::Rate => rating_tuples(py, &results.ratings)?,
        Kind::Count => {
            PyList::new(py, numbers.map(|&number| (number >= 0).then_some(number)))?.into_any()
        }
        _ => {
            PyList::new(py, numbers.map(|&number| (number >= 0).then_some(number == 1)))?.into_any()
        }
    })
}

/// The text of the items, 81 bytes each: zeros where an item has another number of them.
fn gathered(items: &Bound<'_, PyList>) -> PyResult<Vec<u8>> {
    let mut text = vec![0; items.len() * CELLS];
    for (row, (item, to)) in items.iter().zip(text.chunks_exact_mut(CELLS)).enumerate() {
        let mut put = |bytes: &[u8]| {
            if let Ok(grid) = <&[u8; CELLS]>::try_from(bytes.trim_ascii()) {
                to.copy_from_slice(grid);
            }
        };
        if let Ok(item) = item.cast::<PyString>() {
            // Text that is not UTF-8 is not a grid.
            put(item.to_cow().unwrap_or_default().as_bytes());
        } else if let Ok(item) = item.cast::<PyBytes>() {
            put(item.as_bytes());
        } else if !item.is_none() {
            let kind = item.get_type().name()?;
            let message = format!("item {row}: expected str, bytes or None, got {kind}");
            return Err(PyTypeError::new_err(message));
        }
    }
    Ok(text)
}

/// Ratings as tuples `(level, technique, nodes, steps)`, or `None`.
pub(crate) fn rating_tuples<'py>(
    py: Python<'py>,
    ratings: &[Option<Rating>],
) -> PyResult<Bound<'py, PyAny>> {
    let tuples = ratings.iter().map(|rating| {
        rating.map(|rating| {
            let [level, technique, _, steps] = rating.fields();
            let known = |field: String| (field != "-").then_some(field);
            (level, known(technique), rating.nodes, known(steps))
        })
    });
    Ok(PyList::new(py, tuples.collect::<Vec<_>>())?.into_any())
}
