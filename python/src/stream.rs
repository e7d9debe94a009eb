//! Streams of arrays and of record batches, processed lazily: one at a time, on request.

use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicBool, Ordering},
};

use arrow_array::{ArrayRef, RecordBatch, RecordBatchIterator, RecordBatchReader, cast::AsArray};
use arrow_schema::{ArrowError, DataType, FieldRef, Schema, SchemaRef};
use pyo3::{
    exceptions::{PyKeyError, PyKeyboardInterrupt, PyValueError},
    prelude::*,
};
use pyo3_arrow::{
    PyArrayReader, PyRecordBatch, PyRecordBatchReader, PySchema, PyTable, error::PyArrowError,
    ffi::ArrayReader,
};

use crate::{
    arrow::{columns, one_array, result_field, result_fields},
    operation::Operation,
    parallel::{Caller, Threads},
};

/// Opens a stream: of record batches, with the names of their columns, if its arrays are records, else
/// of arrays.
#[pyfunction]
pub(crate) fn open_stream<'py>(
    py: Python<'py>,
    stream: PyArrayReader,
) -> PyResult<(Bound<'py, PyAny>, Option<Vec<String>>)> {
    let arrays = stream.into_reader()?;
    let field = arrays.field();
    Ok(match field.data_type() {
        DataType::Struct(fields) => {
            let names = fields.iter().map(|field| field.name().clone()).collect();
            let schema = Schema::new_with_metadata(fields.clone(), field.metadata().clone());
            let batches = arrays.map(|array| Ok(RecordBatch::from(array?.as_struct().clone())));
            let reader = RecordBatchIterator::new(batches, Arc::new(schema));
            let batches = PyRecordBatchReader::new(Box::new(reader)).into_pyobject(py)?;
            (batches.into_any(), Some(names))
        }
        _ => (PyArrayReader::new(arrays).into_pyobject(py)?.into_any(), None),
    })
}

/// Reads a stream of record batches to its end.
#[pyfunction]
pub(crate) fn read_table(py: Python<'_>, batches: PyRecordBatchReader) -> PyResult<PyTable> {
    let batches = batches.into_reader()?;
    let schema = batches.schema();
    let all = py.detach(|| batches.collect::<Result<Vec<_>, _>>()).map_err(raised)?;
    PyTable::try_new(all, schema)
}

/// Does an operation to a stream of arrays: a stream of arrays.
#[pyfunction]
#[pyo3(signature = (operation, puzzles, threads))]
pub(crate) fn run_stream(
    operation: Py<Operation>,
    puzzles: PyArrayReader,
    threads: Threads,
) -> PyResult<PyArrayReader> {
    let arrays = puzzles.into_reader()?;
    let field = result_field(operation.get(), arrays.field().data_type())?;
    Ok(PyArrayReader::new(Box::new(Arrays { operation, threads, arrays, field, first: 0 })))
}

/// Does an operation to a column of a stream of record batches: a stream of record batches.
#[pyfunction]
#[pyo3(signature = (operation, batches, column, claims, prefix, keep, threads))]
pub(crate) fn run_batches(
    operation: Py<Operation>,
    batches: PyRecordBatchReader,
    column: &str,
    claims: Option<&str>,
    prefix: &str,
    keep: bool,
    threads: Threads,
) -> PyResult<PyRecordBatchReader> {
    let batches = batches.into_reader()?;
    let plan = Plan::new(operation, &batches.schema(), column, claims, prefix, keep)?;
    Ok(PyRecordBatchReader::new(Box::new(Batches { plan, threads, batches, first: 0 })))
}

/// The same for a table that is there already: a table. What is raised in the middle comes out as it is.
#[pyfunction]
#[pyo3(signature = (operation, batches, column, claims, prefix, keep, threads))]
#[expect(clippy::too_many_arguments, reason = "what the package's functions take together")]
pub(crate) fn run_table(
    py: Python<'_>,
    operation: Py<Operation>,
    batches: PyRecordBatchReader,
    column: &str,
    claims: Option<&str>,
    prefix: &str,
    keep: bool,
    threads: Threads,
) -> PyResult<PyTable> {
    let batches = batches.into_reader()?;
    let plan = Plan::new(operation, &batches.schema(), column, claims, prefix, keep)?;
    let schema = Arc::clone(&plan.schema);
    let batches: Vec<_> = batches.collect::<Result<_, _>>().map_err(raised)?;
    let rows = batches.iter().map(RecordBatch::num_rows).sum();
    let done = Caller::call(py, rows, |caller| {
        let mut first = 0;
        let done = batches.iter().map(|batch| {
            let done = plan.run(caller, threads, batch, first);
            first += batch.num_rows() as u64;
            done
        });
        done.collect::<PyResult<Vec<_>>>()
    })?;
    PyTable::try_new(done, schema)
}

/// Does an operation to a column of a record batch: a record batch.
#[pyfunction]
#[pyo3(signature = (operation, batch, column, claims, prefix, keep, threads))]
#[expect(clippy::too_many_arguments, reason = "what the package's functions take together")]
pub(crate) fn run_batch(
    py: Python<'_>,
    operation: Py<Operation>,
    batch: PyRecordBatch,
    column: &str,
    claims: Option<&str>,
    prefix: &str,
    keep: bool,
    threads: Threads,
) -> PyResult<PyRecordBatch> {
    let batch = batch.into_inner();
    let plan = Plan::new(operation, &batch.schema(), column, claims, prefix, keep)?;
    Caller::call(py, batch.num_rows(), |caller| plan.run(caller, threads, &batch, 0))
        .map(PyRecordBatch::new)
}

struct Arrays {
    operation: Py<Operation>,
    threads: Threads,
    arrays: Box<dyn ArrayReader + Send>,
    field: FieldRef,
    first: u64,
}

impl Iterator for Arrays {
    type Item = Result<ArrayRef, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(self.arrays.next()?.and_then(|array| {
            let operation = self.operation.get();
            let columns = columns(
                operation,
                &Caller::detached(),
                self.threads,
                &array,
                None,
                self.first,
                false,
            );
            self.first += array.len() as u64;
            columns.map(one_array).map_err(crossing)
        }))
    }
}

impl ArrayReader for Arrays {
    fn field(&self) -> FieldRef {
        Arc::clone(&self.field)
    }
}

/// What becomes of each batch.
struct Plan {
    operation: Py<Operation>,
    column: usize,
    claims: Option<usize>,
    /// Whether results are added to the columns; otherwise the result proper is all there is.
    keep: bool,
    schema: SchemaRef,
}

impl Plan {
    /// Plans for batches of a schema.
    ///
    /// # Errors
    /// If a column is missing, or one of the new names is taken.
    fn new(
        operation: Py<Operation>,
        schema: &Schema,
        column: &str,
        claims: Option<&str>,
        prefix: &str,
        keep: bool,
    ) -> PyResult<Self> {
        let names = || schema.fields().iter().map(|field| field.name().as_str());
        let find = |column: &str| {
            if names().filter(|&name| name == column).count() > 1 {
                let message = format!("there are several columns '{column}'");
                return Err(PyValueError::new_err(message));
            }
            names().position(|name| name == column).ok_or_else(|| {
                let names = names().collect::<Vec<_>>().join(", ");
                PyKeyError::new_err(format!("there is no column '{column}', only {names}"))
            })
        };
        let column = find(column)?;
        let claims = claims.map(find).transpose()?;
        let made = result_fields(operation.get(), schema.field(column).data_type(), keep)?;
        let made = made.into_iter().map(|field| {
            let name = format!("{prefix}{}", field.name());
            Arc::new(Arc::unwrap_or_clone(field).with_name(name))
        });
        let made: Vec<FieldRef> = made.collect();
        if let Some(taken) =
            made.iter().find(|field| keep && names().any(|name| name == field.name()))
        {
            return Err(PyValueError::new_err(format!(
                "there is a column '{}' already: choose a prefix",
                taken.name()
            )));
        }
        let kept = schema.fields().iter().filter(|_| keep).cloned();
        let fields: Vec<FieldRef> = kept.chain(made).collect();
        let schema = Arc::new(Schema::new_with_metadata(fields, schema.metadata().clone()));
        Ok(Self { operation, column, claims, keep, schema })
    }

    fn run(
        &self,
        caller: &Caller<'_>,
        threads: Threads,
        batch: &RecordBatch,
        first: u64,
    ) -> PyResult<RecordBatch> {
        let puzzles = batch.column(self.column);
        let claims = self.claims.map(|claims| batch.column(claims));
        let made =
            columns(self.operation.get(), caller, threads, puzzles, claims, first, self.keep)?;
        let kept = batch.columns().iter().filter(|_| self.keep).cloned();
        let all = kept.chain(made.into_iter().map(|(_, array)| array)).collect();
        RecordBatch::try_new(Arc::clone(&self.schema), all)
            .map_err(|error| PyValueError::new_err(error.to_string()))
    }
}

struct Batches {
    plan: Plan,
    threads: Threads,
    batches: Box<dyn RecordBatchReader + Send>,
    first: u64,
}

impl Iterator for Batches {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(self.batches.next()?.and_then(|batch| {
            let first = self.first;
            self.first += batch.num_rows() as u64;
            self.plan.run(&Caller::detached(), self.threads, &batch, first).map_err(crossing)
        }))
    }
}

impl RecordBatchReader for Batches {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.plan.schema)
    }
}

/// An iterator over the record batches of a stream, whose errors are those that were raised.
#[pyclass(frozen, module = "batchdoku._native")]
pub(crate) struct Pull {
    schema: SchemaRef,
    batches: Mutex<Box<dyn RecordBatchReader + Send>>,
}

#[pymethods]
impl Pull {
    #[new]
    fn new(batches: PyRecordBatchReader) -> PyResult<Self> {
        let batches = batches.into_reader()?;
        Ok(Self { schema: batches.schema(), batches: Mutex::new(batches) })
    }

    #[getter]
    fn schema(&self) -> PySchema {
        PySchema::new(Arc::clone(&self.schema))
    }

    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PyRecordBatch>> {
        let next = py.detach(|| self.batches.lock().unwrap_or_else(PoisonError::into_inner).next());
        match next {
            None => Ok(None),
            Some(Ok(batch)) => Ok(Some(PyRecordBatch::new(batch))),
            Some(Err(error)) => Err(raised(error)),
        }
    }
}

/// Whether an error that crosses a stream is Ctrl-C, to be raised again on the other side.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// An error as it crosses a stream: as text.
fn crossing(error: PyErr) -> ArrowError {
    let is_interrupt = |py: Python<'_>| error.is_instance_of::<PyKeyboardInterrupt>(py);
    if Python::try_attach(is_interrupt).unwrap_or(false) {
        INTERRUPTED.store(true, Ordering::Relaxed);
    }
    ArrowError::ExternalError(Box::new(error))
}

/// The error that was raised on the other side of a stream.
fn raised(error: ArrowError) -> PyErr {
    if INTERRUPTED.swap(false, Ordering::Relaxed) {
        return PyKeyboardInterrupt::new_err(());
    }
    PyArrowError::from(error).into()
}
