//! Arrow's PyCapsule interface: imports arrays from other packages, and exports arrays to them.
//!
//! A capsule holds a structure of Arrow's C interface under the name of its kind. An imported structure is moved out of
//! the capsule, so that nothing else releases it. Record batches are arrays of records, as in C.

#![expect(unsafe_code, reason = "Arrow's C interface is one of pointers")]

use std::{
    ffi::{CStr, CString, c_char, c_int, c_void},
    ptr,
    sync::{Arc, Mutex, PoisonError},
};

use arrow_array::{
    ArrayRef,
    ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi, from_ffi_and_data_type},
    ffi_stream::FFI_ArrowArrayStream,
    make_array,
};
use arrow_schema::{ArrowError, Field, FieldRef};
use pyo3::{
    exceptions::{PyException, PyOSError, PyTypeError},
    intern,
    prelude::*,
    types::PyCapsule,
};

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";

/// The error that the callbacks of a stream return: EINVAL, which consumers turn into a `ValueError`.
const FAILED: c_int = 22;

/// An array.
#[pyclass(frozen, module = "batchdoku._native")]
pub(crate) struct ArrowArray {
    pub(crate) field: FieldRef,
    pub(crate) array: ArrayRef,
}

impl FromPyObject<'_, '_> for ArrowArray {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let capsules = object.call_method0(intern!(object.py(), "__arrow_c_array__"))?;
        let (schema, array): (Bound<'_, PyCapsule>, Bound<'_, PyCapsule>) = capsules.extract()?;
        let schema = schema.pointer_checked(Some(SCHEMA))?.cast::<FFI_ArrowSchema>();
        let array = array.pointer_checked(Some(ARRAY))?.cast::<FFI_ArrowArray>();
        // SAFETY: a capsule of this name points to such a structure, and lives as long as the tuple of both.
        let schema = unsafe { schema.as_ref() };
        // SAFETY: the same; what is in it is moved out, and it is marked as released.
        let array = unsafe { FFI_ArrowArray::from_raw(array.as_ptr()) };
        let field = Field::try_from(schema).map_err(not_arrow)?;
        // SAFETY: both come from one producer, who vouches for them.
        let array = unsafe { from_ffi(array, schema) }.map_err(not_arrow)?;
        Ok(Self { field: Arc::new(field), array: make_array(array) })
    }
}

#[pymethods]
impl ArrowArray {
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, &self.field)
    }

    /// Exports the data; a consumer casts it to the schema that it requests.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        let _ = requested_schema;
        let array = FFI_ArrowArray::new(&self.array.to_data());
        Ok((schema_capsule(py, &self.field)?, PyCapsule::new_with_value(py, array, ARRAY)?))
    }
}

pub(crate) fn schema_capsule<'py>(
    py: Python<'py>,
    field: &Field,
) -> PyResult<Bound<'py, PyCapsule>> {
    PyCapsule::new_with_value(py, FFI_ArrowSchema::try_from(field).map_err(not_arrow)?, SCHEMA)
}

fn not_arrow(error: ArrowError) -> PyErr {
    PyTypeError::new_err(error.to_string())
}

/// A sequence of arrays of one type, read as they arrive.
pub(crate) struct Arrays {
    pub(crate) field: FieldRef,
    pub(crate) items: Box<dyn Iterator<Item = PyResult<ArrayRef>> + Send>,
}

/// A stream of arrays, which can be read once.
#[pyclass(frozen, module = "batchdoku._native")]
pub(crate) struct ArrowStream {
    pub(crate) field: FieldRef,
    arrays: Mutex<Option<Arrays>>,
}

impl From<Arrays> for ArrowStream {
    fn from(arrays: Arrays) -> Self {
        Self { field: Arc::clone(&arrays.field), arrays: Mutex::new(Some(arrays)) }
    }
}

impl ArrowStream {
    fn take(&self) -> PyResult<Arrays> {
        let arrays = self.arrays.lock().unwrap_or_else(PoisonError::into_inner).take();
        arrays.ok_or_else(|| PyOSError::new_err("this stream has been read"))
    }
}

#[pymethods]
impl ArrowStream {
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, &self.field)
    }

    /// Exports the data; a consumer casts it to the schema that it requests.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        stream_capsule(py, self.take()?)
    }
}

impl FromPyObject<'_, '_> for Arrays {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        // An exception raised in a stream of this package propagates unchanged.
        if let Ok(stream) = object.cast::<ArrowStream>() {
            return stream.get().take();
        }
        let capsule = object.call_method0(intern!(object.py(), "__arrow_c_stream__"))?;
        let capsule = capsule.cast::<PyCapsule>()?;
        let stream = capsule.pointer_checked(Some(STREAM))?.cast::<FFI_ArrowArrayStream>();
        // SAFETY: a capsule of this name points to such a structure. What is in it is moved out, and it is marked as
        // released.
        Imported::arrays(unsafe { FFI_ArrowArrayStream::from_raw(stream.as_ptr()) })
    }
}

/// A stream imported from another package.
struct Imported {
    stream: FFI_ArrowArrayStream,
    field: FieldRef,
}

impl Imported {
    fn arrays(mut stream: FFI_ArrowArrayStream) -> PyResult<Arrays> {
        let Some(get_schema) = stream.get_schema.filter(|_| stream.release.is_some()) else {
            return Err(PyOSError::new_err("this stream has been read"));
        };
        let mut schema = FFI_ArrowSchema::empty();
        // SAFETY: the stream has not been released, and the schema is ours to write to.
        let code = unsafe { get_schema(&mut stream, &mut schema) };
        if code != 0 {
            return Err(failure(&mut stream, code));
        }
        let field = Arc::new(Field::try_from(&schema).map_err(not_arrow)?);
        let items = Box::new(Self { stream, field: Arc::clone(&field) });
        Ok(Arrays { field, items })
    }
}

impl Iterator for Imported {
    type Item = PyResult<ArrayRef>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut array = FFI_ArrowArray::empty();
        // SAFETY: the stream has not been released, and the array is ours to write to.
        let code = unsafe { self.stream.get_next?(&mut self.stream, &mut array) };
        if code != 0 {
            return Some(Err(failure(&mut self.stream, code)));
        }
        if array.is_released() {
            return None;
        }
        // SAFETY: the producer vouches that the arrays of a stream are of its type.
        let array = unsafe { from_ffi_and_data_type(array, self.field.data_type().clone()) };
        Some(array.map(make_array).map_err(not_arrow))
    }
}

/// Returns the last error of a stream of another package.
fn failure(stream: &mut FFI_ArrowArrayStream, code: c_int) -> PyErr {
    // SAFETY: the stream has not been released.
    let text = stream.get_last_error.map(|last| unsafe { last(stream) });
    let text = match text.filter(|text| !text.is_null()) {
        // SAFETY: it is a string that lives until the next call of the stream.
        Some(text) => unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned(),
        None => format!("the stream failed with code {code}"),
    };
    PyException::new_err(text)
}

/// Returns a capsule that exports arrays as a stream.
fn stream_capsule(py: Python<'_>, arrays: Arrays) -> PyResult<Bound<'_, PyCapsule>> {
    let exported = Box::new(Exported { arrays, error: CString::default() });
    let stream = FFI_ArrowArrayStream {
        get_schema: Some(get_schema),
        get_next: Some(get_next),
        get_last_error: Some(get_last_error),
        release: Some(release),
        private_data: Box::into_raw(exported).cast::<c_void>(),
    };
    PyCapsule::new_with_value(py, stream, STREAM)
}

/// The private data of an exported stream.
struct Exported {
    arrays: Arrays,
    error: CString,
}

impl Exported {
    /// # Safety
    /// The stream is one of [`stream_capsule`], not released, and nobody else uses it.
    unsafe fn of<'a>(stream: *mut FFI_ArrowArrayStream) -> &'a mut Self {
        // SAFETY: such a stream points to the data that were given to it.
        unsafe { &mut *(*stream).private_data.cast::<Self>() }
    }

    /// Keeps an error until the consumer fetches it.
    fn fail(&mut self, error: &impl ToString) -> c_int {
        // The text ends at the first zero byte, so it must have none.
        self.error = CString::new(error.to_string().replace('\0', " ")).unwrap_or_default();
        FAILED
    }
}

unsafe extern "C" fn get_schema(
    stream: *mut FFI_ArrowArrayStream,
    out: *mut FFI_ArrowSchema,
) -> c_int {
    // SAFETY: the consumer calls it with its stream, one call at a time.
    let exported = unsafe { Exported::of(stream) };
    match FFI_ArrowSchema::try_from(&*exported.arrays.field) {
        Ok(schema) => {
            // SAFETY: the consumer provides the place; what is there holds nothing.
            unsafe { ptr::write(out, schema) };
            0
        }
        Err(error) => exported.fail(&error),
    }
}

unsafe extern "C" fn get_next(
    stream: *mut FFI_ArrowArrayStream,
    out: *mut FFI_ArrowArray,
) -> c_int {
    // SAFETY: the consumer calls it with its stream, one call at a time.
    let exported = unsafe { Exported::of(stream) };
    let array = match exported.arrays.items.next() {
        // A released array marks the end of the stream.
        None => FFI_ArrowArray::empty(),
        Some(Ok(array)) => FFI_ArrowArray::new(&array.to_data()),
        Some(Err(error)) => return exported.fail(&error),
    };
    // SAFETY: the consumer provides the place; what is there holds nothing.
    unsafe { ptr::write(out, array) };
    0
}

unsafe extern "C" fn get_last_error(stream: *mut FFI_ArrowArrayStream) -> *const c_char {
    // SAFETY: the consumer calls it with its stream, one call at a time. The text lives until the next error.
    unsafe { Exported::of(stream) }.error.as_ptr()
}

unsafe extern "C" fn release(stream: *mut FFI_ArrowArrayStream) {
    // SAFETY: a consumer releases its stream once; the data were boxed for it.
    unsafe {
        drop(Box::from_raw((*stream).private_data.cast::<Exported>()));
        (*stream).private_data = ptr::null_mut();
        (*stream).release = None;
    }
}

/// Arrays in memory, the chunks of a column or a table. They can be exported any number of times.
#[pyclass(frozen, module = "batchdoku._native")]
pub(crate) struct ArrowChunks {
    pub(crate) field: FieldRef,
    pub(crate) chunks: Vec<ArrayRef>,
}

#[pymethods]
impl ArrowChunks {
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, &self.field)
    }

    /// Exports the data; a consumer casts it to the schema that it requests.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let items = Box::new(self.chunks.clone().into_iter().map(Ok));
        stream_capsule(py, Arrays { field: Arc::clone(&self.field), items })
    }

    fn __len__(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.len()).sum()
    }
}
