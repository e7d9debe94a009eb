//! The program's jobs on files, with progress.

use std::{
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use batchdoku::{
    StopFlag,
    jobs::{
        Canon, Check, Command, Count, Dedupe, Explain, Generate, Grids, JobSummary, Neighbours,
        Rate, Shuffle, Solve, Split, Stats, SubPuzzles,
    },
    pipeline::{Error, JobObserver, Output, Progress},
};
use pyo3::{
    exceptions::PyTypeError,
    prelude::*,
    types::{PyBool, PyDict, PyFloat, PyInt, PyString},
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};

use crate::{
    error::{exception, invalid},
    parallel::alone,
};

/// Runs the job of a command, with options under the names of its fields. Returns its summary as JSON and as a
/// sentence. `update` is called with the number of puzzles done since its last call.
#[pyfunction]
#[pyo3(signature = (command, inputs, output, options, update))]
pub(crate) fn run_job(
    py: Python<'_>,
    command: &str,
    inputs: Vec<PathBuf>,
    output: Option<PathBuf>,
    options: &Bound<'_, PyDict>,
    update: Option<&Bound<'_, PyAny>>,
) -> PyResult<(String, String)> {
    let output = output.map_or(Output::Discard, Output::from);
    let done = Arc::new(AtomicU64::new(0));
    let update = update.map(|update| update.clone().unbind());
    JobFiles { inputs, output, update, done }.run(py, command, options)
}

/// Receives the number of puzzles done.
struct Done(Arc<AtomicU64>);

impl JobObserver for Done {
    fn reads_diagnostics(&self) -> bool {
        false
    }

    fn progress(&self, progress: &Progress) {
        self.0.store(progress.get().0, Ordering::Relaxed);
    }

    fn follows_progress(&self) -> bool {
        true
    }
}

/// The files of a job, and the observer of its progress.
struct JobFiles {
    inputs: Vec<PathBuf>,
    /// The output of the records; none if the caller wants only the summary.
    output: Output,
    update: Option<Py<PyAny>>,
    done: Arc<AtomicU64>,
}

/// Defines the commands by name.
macro_rules! commands {
    ($($command:ident),+ $(,)?) => {
        impl JobFiles {
            /// Runs the job of a command by its name.
            fn run(
                self,
                py: Python<'_>,
                command: &str,
                options: &Bound<'_, PyDict>,
            ) -> PyResult<(String, String)> {
                match command {
                    $($command::NAME => self.run_command::<$command>(py, read(options)?),)+
                    other => Err(invalid(format!("there is no job '{other}'"))),
                }
            }
        }
    };
}

commands! {
    Solve, Count, Check, Rate, Explain, Neighbours, SubPuzzles, Canon, Shuffle, Dedupe, Split, Stats, Grids, Generate,
}

impl JobFiles {
    fn run_command<C: Command + Sync>(
        self,
        py: Python<'_>,
        mut command: C,
    ) -> PyResult<(String, String)> {
        let Self { inputs, output, update, done } = self;
        let stop = StopFlag::new();
        let job = command.options_mut();
        job.stop = stop.clone();
        job.observer = Some(Arc::new(Done(Arc::clone(&done))));
        let mut told = 0;
        let mut tell = |py: Python<'_>| -> PyResult<()> {
            py.check_signals()?;
            let done = done.load(Ordering::Relaxed);
            if let Some(update) = &update
                && done > told
            {
                update.call1(py, (done - told,))?;
                told = done;
            }
            Ok(())
        };
        let run = || -> Result<JobSummary, Error> { command.run(inputs, output) };
        let summary = alone(py, Duration::ZERO, &stop, &mut tell, run)?.map_err(exception)?;
        done.store(summary.counts.puzzles, Ordering::Relaxed);
        tell(py)?;
        Ok((summary.to_json(), summary.to_string()))
    }
}

/// Reads options from a dictionary.
///
/// # Errors
/// `TypeError` if an option does not exist, `ValueError` with its name if an option cannot have the value.
pub(crate) fn read<T: Default + Serialize + DeserializeOwned>(
    options: &Bound<'_, PyDict>,
) -> PyResult<T> {
    let options = object(options)?;
    let known = serde_json::to_value(T::default()).expect("options are numbers, names and lists");
    if let Some(name) = options.keys().find(|name| known.get(name).is_none()) {
        return Err(PyTypeError::new_err(format!("there is no option '{name}'")));
    }
    serde_json::from_value(Value::Object(options.clone())).map_err(|error| {
        // The error does not name the option, so find the first option that fails alone.
        let culprit = options.into_iter().find_map(|(name, value)| {
            let alone = Map::from_iter([(name.clone(), value)]);
            let failed = serde_json::from_value::<T>(Value::Object(alone)).err()?;
            Some(format!("{name}: {failed}"))
        });
        invalid(culprit.unwrap_or_else(|| error.to_string()))
    })
}

/// Converts a dictionary to a JSON object.
fn object(options: &Bound<'_, PyDict>) -> PyResult<Map<String, Value>> {
    let pairs = options.iter().map(|(name, value)| {
        let name: String = name.extract()?;
        let value = value_of(&value)?;
        Ok((name, value))
    });
    pairs.collect()
}

/// Converts the value of an option: a switch, a number, a name, a path, or a list of these.
fn value_of(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    if value.is_none() {
        return Ok(Value::Null);
    }
    if value.is_instance_of::<PyBool>() {
        return value.extract().map(Value::Bool);
    }
    if value.is_instance_of::<PyInt>() {
        return value.extract::<u64>().map(Value::from);
    }
    if value.is_instance_of::<PyFloat>() {
        return value.extract::<f64>().map(Value::from);
    }
    if value.is_instance_of::<PyString>()
        && let Ok(text) = value.extract()
    {
        return Ok(Value::String(text));
    }
    // A string that is not valid Unicode may be a path, too, because `os.fsdecode` makes such strings.
    if let Ok(path) = value.extract::<PathBuf>() {
        return match path.into_os_string().into_string() {
            Ok(text) => Ok(Value::String(text)),
            Err(path) => serde_json::to_value(path).map_err(|error| invalid(error.to_string())),
        };
    }
    let items = value.try_iter()?.map(|item| value_of(&item?));
    items.collect::<PyResult<_>>().map(Value::Array)
}
