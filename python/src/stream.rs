//! Streams of arrays and of record batches, processed lazily: one batch at a time, on request.

use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicBool, Ordering},
};

use arrow_array::{Array, ArrayRef, Int64Array, StructArray, cast::AsArray};
use arrow_schema::{DataType, Field, FieldRef, Fields};
use batchdoku_arrow::taken;
use pyo3::{
    exceptions::{PyKeyError, PyKeyboardInterrupt, PyTypeError, PyValueError},
    prelude::*,
    types::PyCapsule,
};

use crate::{
    arrow::{columns, one_array, result_field, result_fields},
    capsule::{Arrays, ArrowArray, ArrowChunks, ArrowStream, schema_capsule},
    error::invalid,
    operation::{Kind, Operation},
    parallel::{Caller, Threads},
};

/// Opens a stream; also returns the names of its columns if it has record batches.
#[pyfunction]
pub(crate) fn open_stream(stream: Arrays) -> (ArrowStream, Option<Vec<String>>) {
    let names = match stream.field.data_type() {
        DataType::Struct(fields) => Some(fields.iter().map(|field| field.name().clone()).collect()),
        _ => None,
    };
    (stream.into(), names)
}

/// Reads a stream of record batches to its end.
#[pyfunction]
pub(crate) fn read_table(py: Python<'_>, batches: Arrays) -> PyResult<ArrowChunks> {
    let Arrays { field, items } = batches;
    fields_of(&field)?;
    let chunks = py.detach(|| items.collect::<PyResult<Vec<_>>>()).map_err(raised)?;
    Ok(ArrowChunks { field, chunks })
}

/// Runs an operation on a stream of arrays, and returns a stream of arrays.
#[pyfunction]
#[pyo3(signature = (operation, puzzles, threads))]
pub(crate) fn run_stream(
    operation: Py<Operation>,
    puzzles: Arrays,
    threads: Threads,
) -> PyResult<ArrowStream> {
    let field = result_field(operation.get(), puzzles.field.data_type())?;
    let mut first = 0;
    Ok(mapped(puzzles, field, move |array| {
        let caller = Caller::detached();
        let columns = columns(operation.get(), &caller, threads, &array, None, first, false)?;
        first += array.len() as u64;
        Ok(one_array(columns))
    }))
}

/// Runs an operation on a column of a stream of record batches, and returns a stream of record batches.
#[pyfunction]
#[pyo3(signature = (operation, batches, column, claims, prefix, keep, threads))]
pub(crate) fn run_batches(
    operation: Py<Operation>,
    batches: Arrays,
    column: &str,
    claims: Option<&str>,
    prefix: &str,
    keep: bool,
    threads: Threads,
) -> PyResult<ArrowStream> {
    let operation = BatchOperation::new(operation, &batches.field, column, claims, prefix, keep)?;
    let mut first = 0;
    Ok(mapped(batches, Arc::clone(&operation.field), move |batch| {
        let done = operation.run(&Caller::detached(), threads, &batch, first);
        first += batch.len() as u64;
        done
    }))
}

/// Returns a stream of the results for the arrays of a stream.
fn mapped(
    arrays: Arrays,
    field: FieldRef,
    mut each: impl FnMut(ArrayRef) -> PyResult<ArrayRef> + Send + 'static,
) -> ArrowStream {
    let items = arrays.items.map(move |array| each(array?).inspect_err(note_interrupt));
    Arrays { field, items: Box::new(items) }.into()
}

/// Runs an operation on a table in memory, and returns a table. An exception of its source propagates unchanged.
#[pyfunction]
#[pyo3(signature = (operation, batches, column, claims, prefix, keep, threads))]
#[expect(clippy::too_many_arguments, reason = "what the package's functions take together")]
pub(crate) fn run_table(
    py: Python<'_>,
    operation: Py<Operation>,
    batches: Arrays,
    column: &str,
    claims: Option<&str>,
    prefix: &str,
    keep: bool,
    threads: Threads,
) -> PyResult<ArrowChunks> {
    let operation = BatchOperation::new(operation, &batches.field, column, claims, prefix, keep)?;
    let batches: Vec<_> = batches.items.collect::<PyResult<_>>().map_err(raised)?;
    let rows = batches.iter().map(|batch| batch.len()).sum();
    let chunks = Caller::call(py, rows, |caller| {
        let mut first = 0;
        let done = batches.iter().map(|batch| {
            let done = operation.run(caller, threads, batch, first);
            first += batch.len() as u64;
            done
        });
        done.collect::<PyResult<Vec<_>>>()
    })?;
    Ok(ArrowChunks { field: operation.field, chunks })
}

/// Runs an operation on a column of a record batch, and returns a record batch.
#[pyfunction]
#[pyo3(signature = (operation, batch, column, claims, prefix, keep, threads))]
#[expect(clippy::too_many_arguments, reason = "what the package's functions take together")]
pub(crate) fn run_batch(
    py: Python<'_>,
    operation: Py<Operation>,
    batch: ArrowArray,
    column: &str,
    claims: Option<&str>,
    prefix: &str,
    keep: bool,
    threads: Threads,
) -> PyResult<ArrowArray> {
    let ArrowArray { field, array } = batch;
    let operation = BatchOperation::new(operation, &field, column, claims, prefix, keep)?;
    let array = Caller::call(py, array.len(), |caller| operation.run(caller, threads, &array, 0))?;
    Ok(ArrowArray { field: operation.field, array })
}

/// Returns the columns of record batches.
///
/// # Errors
/// If arrays of this field are not record batches.
pub(crate) fn fields_of(field: &Field) -> PyResult<&Fields> {
    match field.data_type() {
        DataType::Struct(fields) => Ok(fields),
        of => Err(PyTypeError::new_err(format!("expected record batches, got arrays of {of}"))),
    }
}

/// Returns the index of a column in a list of names.
///
/// # Errors
/// If the name is missing, or occurs several times.
fn place(names: &[&str], column: &str) -> PyResult<usize> {
    let mut places = (0..names.len()).filter(|&place| names[place] == column);
    match (places.next(), places.next()) {
        (Some(place), None) => Ok(place),
        (Some(_), Some(_)) => {
            Err(PyValueError::new_err(format!("there are several columns '{column}'")))
        }
        (None, _) => {
            let names = names.join(", ");
            Err(PyKeyError::new_err(format!("there is no column '{column}', only {names}")))
        }
    }
}

/// An operation on batches, with the columns that it reads and makes.
struct BatchOperation {
    operation: Py<Operation>,
    column: usize,
    claims: Option<usize>,
    /// True if the results are added to the columns of the batch; false to return only the results.
    keep: bool,
    field: FieldRef,
}

impl BatchOperation {
    /// Finds the columns of batches of this type.
    ///
    /// # Errors
    /// If a column is missing, or the name of a new column already exists.
    fn new(
        operation: Py<Operation>,
        field: &Field,
        column: &str,
        claims: Option<&str>,
        prefix: &str,
        keep: bool,
    ) -> PyResult<Self> {
        let fields = fields_of(field)?;
        let names: Vec<_> = fields.iter().map(|field| field.name().as_str()).collect();
        let column = place(&names, column)?;
        if let &Kind::Shuffle { copies, keeps_original, .. } = &operation.get().kind
            && keep
        {
            // A table may have no solutions.
            let claims = claims.filter(|&name| name != "solution" || names.contains(&name));
            let claims = claims.map(|name| place(&names, name)).transpose()?;
            let mut all: Vec<FieldRef> = fields.iter().cloned().collect();
            for index in [Some(column), claims].into_iter().flatten() {
                let made = result_field(operation.get(), all[index].data_type())?;
                let name = all[index].name().clone();
                all[index] = Arc::new(Arc::unwrap_or_clone(made).with_name(name));
            }
            let original = fields[column].data_type().clone();
            let original = keeps_original.then(|| Field::new("original", original, true));
            let copy = (copies != 1).then(|| Field::new("copy", DataType::Int64, true));
            for field in original.into_iter().chain(copy) {
                if names.contains(&field.name().as_str()) {
                    let message =
                        format!("there is a column '{}' already: rename it", field.name());
                    return Err(PyValueError::new_err(message));
                }
                all.push(Arc::new(field));
            }
            let field = Field::new_struct("", Fields::from(all), false)
                .with_metadata(field.metadata().clone());
            return Ok(Self { operation, column, claims, keep, field: Arc::new(field) });
        }
        let claims = claims.map(|name| place(&names, name)).transpose()?;
        let made = result_fields(operation.get(), fields[column].data_type(), keep)?;
        let made = made.into_iter().map(|field| {
            let name = format!("{prefix}{}", field.name());
            Arc::new(Arc::unwrap_or_clone(field).with_name(name))
        });
        let made: Vec<FieldRef> = made.collect();
        if let Some(taken) =
            made.iter().find(|field| keep && names.contains(&field.name().as_str()))
        {
            return Err(PyValueError::new_err(format!(
                "there is a column '{}' already: choose a prefix",
                taken.name()
            )));
        }
        let fields: Fields = fields.iter().filter(|_| keep).cloned().chain(made).collect();
        let field = Field::new_struct("", fields, false).with_metadata(field.metadata().clone());
        Ok(Self { operation, column, claims, keep, field: Arc::new(field) })
    }

    fn run(
        &self,
        caller: &Caller<'_>,
        threads: Threads,
        batch: &ArrayRef,
        first: u64,
    ) -> PyResult<ArrayRef> {
        let batch = batch.as_struct();
        if batch.null_count() > 0 {
            return Err(PyValueError::new_err("a record batch has rows that are null as a whole"));
        }
        if let &Kind::Shuffle { copies, keeps_original, .. } = &self.operation.get().kind
            && self.keep
        {
            return self.shuffle(caller, threads, batch, first, copies, keeps_original);
        }
        let puzzles = batch.column(self.column);
        let claims = self.claims.map(|claims| batch.column(claims));
        let made =
            columns(self.operation.get(), caller, threads, puzzles, claims, first, self.keep)?;
        let kept = batch.columns().iter().filter(|_| self.keep).cloned();
        let all = kept.chain(made.into_iter().map(|(_, array)| array)).collect();
        let fields = fields_of(&self.field)?.clone();
        Ok(Arc::new(StructArray::try_new(fields, all, None).map_err(invalid)?))
    }
}

impl BatchOperation {
    /// Replaces the puzzles of a batch by equivalents, and their solutions by the solutions of these.
    fn shuffle(
        &self,
        caller: &Caller<'_>,
        threads: Threads,
        batch: &StructArray,
        first: u64,
        copies: u64,
        keeps_original: bool,
    ) -> PyResult<ArrayRef> {
        let operation = self.operation.get();
        let made = |of: &ArrayRef, beside: Option<&ArrayRef>| {
            let first = first * copies;
            columns(operation, caller, threads, of, beside, first, true).map(one_array)
        };
        let of_rows = |array: &ArrayRef, rows: &[Option<usize>]| {
            if copies == 1 { Ok(Arc::clone(array)) } else { taken(array, rows).map_err(invalid) }
        };
        let rows: Vec<_> = (0..batch.len() * copies as usize).collect();
        let sources: Vec<_> = rows.iter().map(|row| Some(row / copies as usize)).collect();
        let puzzles = of_rows(batch.column(self.column), &sources)?;
        let shuffled = made(&puzzles, None)?;
        // A class may have fewer puzzles than copies were requested.
        let kept = |&row: &usize| row % copies as usize == 0 || shuffled.is_valid(row);
        let kept: Vec<_> = rows.into_iter().filter(kept).map(Some).collect();
        let source = |row: &Option<usize>| row.map(|row| row / copies as usize);
        let sources: Vec<_> = kept.iter().map(source).collect();
        let of_sources = |array: &ArrayRef| of_rows(array, &sources);
        let mut all = batch.columns().iter().map(of_sources).collect::<PyResult<Vec<_>>>()?;
        if keeps_original {
            all.push(Arc::clone(&all[self.column]));
        }
        if copies != 1 {
            let number = |row: &Option<usize>| row.map(|row| (row % copies as usize) as i64 + 1);
            all.push(Arc::new(kept.iter().map(number).collect::<Int64Array>()));
        }
        if let Some(claims) = self.claims {
            let expanded: Vec<_> =
                (0..batch.len() * copies as usize).map(|row| Some(row / copies as usize)).collect();
            let solutions = made(&of_rows(batch.column(claims), &expanded)?, Some(&puzzles))?;
            all[claims] = of_rows(&solutions, &kept)?;
        }
        all[self.column] = of_rows(&shuffled, &kept)?;
        let fields = fields_of(&self.field)?.clone();
        Ok(Arc::new(StructArray::try_new(fields, all, None).map_err(invalid)?))
    }
}

/// An iterator over the record batches of a stream. It raises the exceptions that were raised in the stream.
#[pyclass(frozen, module = "batchdoku._native")]
pub(crate) struct Pull {
    field: FieldRef,
    batches: Mutex<Arrays>,
}

#[pymethods]
impl Pull {
    #[new]
    fn new(batches: Arrays) -> Self {
        Self { field: Arc::clone(&batches.field), batches: Mutex::new(batches) }
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, &self.field)
    }

    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<ArrowArray>> {
        let next = || self.batches.lock().unwrap_or_else(PoisonError::into_inner).items.next();
        let array = py.detach(next).transpose().map_err(raised)?;
        Ok(array.map(|array| ArrowArray { field: Arc::clone(&self.field), array }))
    }
}

/// True if an error that crosses a stream is Ctrl-C. It must be raised again on the other side, because other packages
/// turn errors into text.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

fn note_interrupt(error: &PyErr) {
    let is_interrupt = |py: Python<'_>| error.is_instance_of::<PyKeyboardInterrupt>(py);
    if Python::try_attach(is_interrupt).unwrap_or(false) {
        INTERRUPTED.store(true, Ordering::Relaxed);
    }
}

/// Returns the exception that was raised on the other side of a stream.
fn raised(error: PyErr) -> PyErr {
    if INTERRUPTED.swap(false, Ordering::Relaxed) {
        PyKeyboardInterrupt::new_err(())
    } else {
        error
    }
}
