//! Columns of results that are not grids: each has a single type, and a missing value where a row has none.

use std::{mem, sync::Arc};

use arrow_array::{ArrayRef, BooleanArray, Float64Array, Int64Array, StringArray};
use arrow_schema::DataType;
use batchdoku::corpus::features::{ColumnKind, Scalar, Value};
use pyo3::{IntoPyObjectExt, prelude::*};

/// A column, with a value for each row.
#[derive(Debug)]
pub(crate) enum Column {
    Truths(Vec<Option<bool>>),
    Integers(Vec<Option<i64>>),
    Reals(Vec<Option<f64>>),
    Texts(Vec<Option<Box<str>>>),
}

/// Some rows of a column.
#[derive(Debug)]
pub(crate) enum ColumnRows<'a> {
    Truths(&'a mut [Option<bool>]),
    Integers(&'a mut [Option<i64>]),
    Reals(&'a mut [Option<f64>]),
    Texts(&'a mut [Option<Box<str>>]),
}

/// Returns the Arrow type of the values of a kind.
pub(crate) fn data_type(kind: ColumnKind) -> DataType {
    match kind {
        ColumnKind::Flag => DataType::Boolean,
        ColumnKind::Integer | ColumnKind::Count => DataType::Int64,
        ColumnKind::Real => DataType::Float64,
        _ => DataType::Utf8,
    }
}

impl Column {
    /// Returns a column of missing values.
    pub(crate) fn missing(kind: ColumnKind, count: usize) -> Self {
        match data_type(kind) {
            DataType::Boolean => Self::Truths(vec![None; count]),
            DataType::Int64 => Self::Integers(vec![None; count]),
            DataType::Float64 => Self::Reals(vec![None; count]),
            _ => Self::Texts(vec![None; count]),
        }
    }

    pub(crate) fn rows(&mut self) -> ColumnRows<'_> {
        match self {
            Self::Truths(values) => ColumnRows::Truths(values),
            Self::Integers(values) => ColumnRows::Integers(values),
            Self::Reals(values) => ColumnRows::Reals(values),
            Self::Texts(values) => ColumnRows::Texts(values),
        }
    }

    pub(crate) fn into_array(self) -> ArrayRef {
        match self {
            Self::Truths(values) => Arc::new(BooleanArray::from(values)),
            Self::Integers(values) => Arc::new(Int64Array::from(values)),
            Self::Reals(values) => Arc::new(Float64Array::from(values)),
            Self::Texts(values) => Arc::new(StringArray::from_iter(values)),
        }
    }

    /// Returns the value of a row; `None` if it is missing.
    pub(crate) fn value<'py>(&self, py: Python<'py>, row: usize) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Self::Truths(values) => values[row].into_bound_py_any(py),
            Self::Integers(values) => values[row].into_bound_py_any(py),
            Self::Reals(values) => values[row].into_bound_py_any(py),
            Self::Texts(values) => values[row].as_deref().into_bound_py_any(py),
        }
    }

    /// Returns the values as 64-bit integers, with -1 for missing values, because integers of NumPy have no other form
    /// for them.
    pub(crate) fn into_numbers(self) -> Vec<i64> {
        match self {
            Self::Truths(values) => {
                values.into_iter().map(|value| value.map_or(-1, i64::from)).collect()
            }
            Self::Integers(values) => values.into_iter().map(|value| value.unwrap_or(-1)).collect(),
            Self::Reals(_) | Self::Texts(_) => Vec::new(),
        }
    }
}

impl<'a> ColumnRows<'a> {
    /// Splits off the first rows.
    pub(crate) fn take(&mut self, count: usize) -> Self {
        match self {
            Self::Truths(values) => ColumnRows::Truths(split_off(values, count)),
            Self::Integers(values) => ColumnRows::Integers(split_off(values, count)),
            Self::Reals(values) => ColumnRows::Reals(split_off(values, count)),
            Self::Texts(values) => ColumnRows::Texts(split_off(values, count)),
        }
    }

    /// Returns the same rows, borrowed.
    pub(crate) fn by_ref(&mut self) -> ColumnRows<'_> {
        match self {
            Self::Truths(values) => ColumnRows::Truths(values),
            Self::Integers(values) => ColumnRows::Integers(values),
            Self::Reals(values) => ColumnRows::Reals(values),
            Self::Texts(values) => ColumnRows::Texts(values),
        }
    }

    /// Removes the values.
    pub(crate) fn clear(&mut self) {
        match self {
            Self::Truths(values) => values.fill(None),
            Self::Integers(values) => values.fill(None),
            Self::Reals(values) => values.fill(None),
            Self::Texts(values) => values.fill(None),
        }
    }

    /// Sets the value of a row. A word instead of a number counts as missing.
    pub(crate) fn set(&mut self, row: usize, value: Value<'_>) {
        match (self, value) {
            (Self::Truths(values), Value::Scalar(Scalar::Flag(flag))) => values[row] = Some(flag),
            (Self::Integers(values), Value::Scalar(scalar)) => values[row] = scalar.integer(),
            (Self::Reals(values), Value::Scalar(scalar)) => values[row] = scalar.real(),
            (Self::Texts(values), Value::Text(text)) => {
                values[row] = Some(String::from_utf8_lossy(text).into());
            }
            _ => {}
        }
    }

    /// Marks the value of a row as missing.
    pub(crate) fn unset(&mut self, row: usize) {
        match self {
            Self::Truths(values) => values[row] = None,
            Self::Integers(values) => values[row] = None,
            Self::Reals(values) => values[row] = None,
            Self::Texts(values) => values[row] = None,
        }
    }

    /// Returns the value of a row as a truth value.
    pub(crate) fn truth(&self, row: usize) -> Option<bool> {
        match self {
            Self::Truths(values) => values[row],
            _ => None,
        }
    }
}

/// Returns a truth value as a value.
pub(crate) fn truth(flag: bool) -> Value<'static> {
    Scalar::Flag(flag).into()
}

/// Returns a number as a value.
pub(crate) fn number(number: u64) -> Value<'static> {
    Scalar::Integer(number as i64).into()
}

/// Splits off and returns the first `count` items of a slice; an empty slice stays empty. The slice keeps the rest.
pub(crate) fn split_off<'a, T>(slice: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    let count = count.min(slice.len());
    let (first, rest) = mem::take(slice).split_at_mut(count);
    *slice = rest;
    first
}
