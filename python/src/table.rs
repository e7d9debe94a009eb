//! Shows generated tables: the names of their columns, their rows, and a drawing.

use std::fmt::Write;

use arrow_array::{
    Array, StructArray,
    cast::AsArray,
    types::{Float64Type, Int64Type},
};
use arrow_schema::DataType;
use pyo3::{IntoPyObjectExt, exceptions::PyTypeError, prelude::*, types::PyTuple};

use crate::{capsule::ArrowChunks, stream::fields_of};

/// The number of rows that are drawn.
const DRAWN: usize = 10;

/// Returns the names of the columns of a table.
#[pyfunction]
pub(crate) fn column_names(table: &ArrowChunks) -> PyResult<Vec<String>> {
    Ok(fields_of(&table.field)?.iter().map(|field| field.name().clone()).collect())
}

/// Returns a row of a table as a tuple; `None` after the last.
#[pyfunction]
pub(crate) fn row<'py>(
    py: Python<'py>,
    table: &ArrowChunks,
    index: usize,
) -> PyResult<Option<Bound<'py, PyTuple>>> {
    let Some((chunk, row)) = place(table, index) else { return Ok(None) };
    let values = chunk.columns().iter().map(|column| value(py, column, row));
    PyTuple::new(py, values.collect::<PyResult<Vec<_>>>()?).map(Some)
}

/// Returns the chunk that contains a row, and the index of the row in it.
fn place(table: &ArrowChunks, mut row: usize) -> Option<(&StructArray, usize)> {
    for chunk in &table.chunks {
        if row < chunk.len() {
            return Some((chunk.as_struct(), row));
        }
        row -= chunk.len();
    }
    None
}

/// Returns a value of one of the types that generated tables have.
fn value<'py>(py: Python<'py>, column: &dyn Array, row: usize) -> PyResult<Bound<'py, PyAny>> {
    if column.is_null(row) {
        return Ok(py.None().into_bound(py));
    }
    match column.data_type() {
        DataType::Utf8 => column.as_string::<i32>().value(row).into_bound_py_any(py),
        DataType::LargeUtf8 => column.as_string::<i64>().value(row).into_bound_py_any(py),
        DataType::Int64 => column.as_primitive::<Int64Type>().value(row).into_bound_py_any(py),
        DataType::Float64 => column.as_primitive::<Float64Type>().value(row).into_bound_py_any(py),
        DataType::Boolean => column.as_boolean().value(row).into_bound_py_any(py),
        of => Err(PyTypeError::new_err(format!(
            "rows with values of {of}: pyarrow.table(t).to_pylist() has them"
        ))),
    }
}

/// Draws the first rows, below the names and types of their columns.
#[pyfunction]
pub(crate) fn draw(py: Python<'_>, table: &ArrowChunks) -> PyResult<String> {
    let fields = fields_of(&table.field)?;
    let mut lines: Vec<Vec<String>> = vec![
        fields.iter().map(|field| field.name().clone()).collect(),
        fields.iter().map(|field| field.data_type().to_string()).collect(),
    ];
    for (chunk, row) in (0..DRAWN).map_while(|row| place(table, row)) {
        let text = |column| -> PyResult<String> {
            let value = value(py, column, row)?;
            Ok(if value.is_none() { "null".into() } else { value.str()?.to_string() })
        };
        lines.push(chunk.columns().iter().map(|column| text(column)).collect::<PyResult<_>>()?);
    }
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max();
    let widths: Vec<usize> = (0..fields.len()).filter_map(width).collect();
    let rule =
        widths.iter().fold(String::from("+"), |rule, width| rule + &"-".repeat(width + 2) + "+");
    let mut drawing = format!("batchdoku.Table\n{rule}\n");
    for (index, line) in lines.iter().enumerate() {
        for (text, width) in line.iter().zip(&widths) {
            let _ = write!(drawing, "| {text:width$} ");
        }
        drawing += "|\n";
        if index == 1 {
            drawing += &format!("{rule}\n");
        }
    }
    Ok(drawing + &rule)
}
