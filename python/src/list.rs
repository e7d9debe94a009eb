//! Lists of `str`, `bytes` and positions.

use std::ops::Range;

use arrow_buffer::NullBuffer;
use arrow_schema::DataType;
use batchdoku_arrow::{CELLS, Fixed, Memory, OnSegment, Rows, Segment};
use batchdoku_engine::grid::{Pencilmarks, PuzzleForm};
use batchdoku_format::{BOARDS, Board, FieldPuzzle, WholePuzzle, field_puzzle, whole_puzzle};
use pyo3::{
    exceptions::PyTypeError,
    prelude::*,
    types::{PyBytes, PyDict, PyList, PyString, PyTuple},
};

use crate::{
    arrow::result_fields,
    column::Column,
    error::{excludes_candidates, lengths_differ},
    notation::Text,
    operation::{Operation, Results, RowSource},
    parallel::{Caller, Threads, Turn, list_of},
    position::PyPosition,
};

/// Runs an operation on the items of a list. A grid in the results has the type of its item; for a position, `str`.
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
    match &results.columns[..] {
        [only] => Ok(values_list(py, only, puzzles.len())?.into_any()),
        _ => rating_tuples(py, &results, puzzles.len()),
    }
}

/// Runs an operation and returns all columns of results, as lists by their names.
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
    if operation.makes_grids() {
        let grids = result_fields(operation, &DataType::Utf8, false)?;
        columns.set_item(grids[0].name(), grids_like(puzzles, &results)?)?;
    }
    for ((name, _), column) in operation.columns(true).into_iter().zip(&results.columns) {
        columns.set_item(name, values_list(py, column, puzzles.len())?)?;
    }
    Ok(columns)
}

/// Runs an operation on the items of a list, and adds details if requested.
fn run(
    py: Python<'_>,
    operation: &Operation,
    puzzles: &Bound<'_, PyList>,
    claims: Option<&Bound<'_, PyList>>,
    threads: Threads,
    details: bool,
) -> PyResult<Results<u8>> {
    let puzzles = gathered(puzzles)?;
    let claims = claims.map(gathered).transpose()?;
    if let Some(claims) = &claims
        && claims.len() != puzzles.len()
    {
        return Err(lengths_differ(puzzles.len() as u64, claims.len() as u64, "solution"));
    }
    Caller::call(py, puzzles.len(), |caller| {
        let claims = claims.as_ref().map(|claims| claims as _);
        let source = RowSource { puzzles: &puzzles, claims, first: 0 };
        operation.run::<Text>(caller, threads, source, details)
    })
}

/// Returns the grids in the results, each with the type of its item.
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

/// Returns the values of a column as a list, with `None` for missing values.
fn values_list<'py>(
    py: Python<'py>,
    column: &Column,
    count: usize,
) -> PyResult<Bound<'py, PyList>> {
    list_of(py, (0..count).map(|row| column.value(py, row)))
}

/// The puzzles of a list.
pub(crate) struct Gathered {
    /// The text of the items, 81 bytes each, valid or not: zeros for an item without cells.
    pub(crate) text: Vec<u8>,
    /// Bits of the items that are not `None`.
    valid: NullBuffer,
    /// The rows that exclude candidates, with their candidates.
    candidates: Vec<(usize, Pencilmarks)>,
}

impl Gathered {
    fn len(&self) -> usize {
        self.text.len() / CELLS
    }

    /// Returns the puzzles, unless a row excludes candidates.
    ///
    /// # Errors
    /// If a row does, because `what` does not accept it.
    pub(crate) fn without_candidates(self, what: &str) -> PyResult<Self> {
        match self.candidates.first() {
            Some(&(row, _)) => Err(excludes_candidates(row, what)),
            None => Ok(self),
        }
    }

    fn cells(&self) -> Fixed<'_> {
        Fixed { text: &self.text, width: CELLS, valid: Some(&self.valid) }
    }
}

impl Rows for Gathered {
    fn count(&self) -> usize {
        self.len()
    }

    fn segments(&self, chunk: Range<usize>, memory: &mut Memory, each: &mut OnSegment<'_>) {
        self.cells().segments(chunk.clone(), memory, each);
        let from = self.candidates.partition_point(|&(row, _)| row < chunk.start);
        for (row, candidates) in &self.candidates[from..] {
            if *row >= chunk.end {
                break;
            }
            each(Segment {
                text: &candidates.to_text(),
                starts: &[0],
                rows: &[(row - chunk.start) as u32],
                form: PuzzleForm::Pencilmarks,
            });
        }
    }

    fn show(&self, row: usize, out: &mut Vec<u8>) {
        self.cells().show(row, out);
    }

    fn is_null(&self, row: usize) -> bool {
        self.cells().is_null(row)
    }
}

/// Collects the puzzles of a list of `str`, `bytes`, positions or `None`. A position keeps its digits as clues and its
/// candidates, because in its text, an empty cell with one candidate would become a clue.
pub(crate) fn gathered(items: &Bound<'_, PyList>) -> PyResult<Gathered> {
    let mut text = vec![0; items.len() * CELLS];
    let mut valid = Vec::with_capacity(items.len());
    let mut candidates = Vec::new();
    let mut turn = Turn::new();
    for (row, (item, to)) in items.iter().zip(text.chunks_exact_mut(CELLS)).enumerate() {
        let mut put = |bytes: &[u8]| match field_puzzle(bytes) {
            Some(FieldPuzzle::InPlace(cells)) => to.copy_from_slice(cells),
            Some(FieldPuzzle::Whole(WholePuzzle::Cells(cells))) => to.copy_from_slice(&cells),
            Some(FieldPuzzle::Whole(WholePuzzle::Candidates(of))) => candidates.push((row, of)),
            None => {}
        };
        if let Ok(item) = item.cast::<PyString>() {
            // A text that is not UTF-8 is not a grid.
            put(item.to_cow().unwrap_or_default().as_bytes());
        } else if let Ok(item) = item.cast::<PyBytes>() {
            put(item.as_bytes());
        } else if let Ok(item) = item.cast::<PyPosition>() {
            let position = &item.get().0;
            if position.excludes_candidates() {
                candidates.push((row, position.to_pencilmarks()));
            } else {
                to.copy_from_slice(&position.grid().to_text());
            }
        } else if !item.is_none() {
            let kind = item.get_type().name()?;
            let message = format!(
                "item {row}: expected str, bytes, Grid, Position or None, got {kind}; for rows of numbers, \
                 pass an array: numpy.array(x)"
            );
            return Err(PyTypeError::new_err(message));
        }
        valid.push(!item.is_none());
        turn.pause(items.py())?;
    }
    Ok(Gathered { text, valid: valid.into(), candidates })
}

/// Returns the text of the items of a list, 81 bytes each: zeros for an item without cells.
///
/// # Errors
/// If an item excludes candidates, which `what` does not accept.
#[pyfunction]
pub(crate) fn cells_of<'py>(
    items: &Bound<'py, PyList>,
    what: &str,
) -> PyResult<Bound<'py, PyBytes>> {
    Ok(PyBytes::new(items.py(), &gathered(items)?.without_candidates(what)?.text))
}

/// Returns whether any item of a list excludes candidates.
#[pyfunction]
pub(crate) fn exclude_candidates(items: &Bound<'_, PyList>) -> PyResult<bool> {
    Ok(!gathered(items)?.candidates.is_empty())
}

/// Returns the boards: the name of each, its text with `%s` for each cell, and the sign of an empty cell.
#[pyfunction]
pub(crate) fn boards() -> Vec<(&'static str, String, char)> {
    let of = |board: &Board| {
        let text = board.text.replace('%', "%%").replace('#', "%s");
        (board.format.name(), text, board.empty.unwrap_or('.'))
    };
    BOARDS.iter().map(of).collect()
}

/// Returns whether a text has candidates, even if they follow from its clues.
#[pyfunction]
pub(crate) fn holds_candidates(text: &[u8]) -> bool {
    matches!(whole_puzzle(text), Some(WholePuzzle::Candidates(_)))
}

/// Returns ratings as tuples of the values of their features; `None` for rows that are not puzzles, which have no
/// level.
pub(crate) fn rating_tuples<'py, C>(
    py: Python<'py>,
    results: &Results<C>,
    count: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let tuple = |row: usize| -> PyResult<Option<Bound<'py, PyTuple>>> {
        let values = results.columns.iter().map(|column| column.value(py, row));
        let values = values.collect::<PyResult<Vec<_>>>()?;
        let has_level = values.first().is_some_and(|level| !level.is_none());
        has_level.then(|| PyTuple::new(py, values)).transpose()
    };
    Ok(list_of(py, (0..count).map(tuple))?.into_any())
}
