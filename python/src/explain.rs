//! Explanations: the steps to the solutions of puzzles, as dictionaries, JSON or traces.
//!
//! Making a dictionary takes twice as long as finding the steps of an easy puzzle, and several times the memory. So the
//! calling thread finds the steps of easy puzzles itself, puzzle by puzzle, and makes each dictionary at once, because
//! steps from another thread would no longer be in the caches. Workers find the steps of harder puzzles, and write
//! everything that becomes text.

use std::{
    ops::Range,
    str::FromStr,
    sync::{
        Mutex, PoisonError,
        mpsc::{self, Sender},
    },
    vec,
};

use batchdoku::{Grid, Limits, StopFlag, pipeline::Error};
use batchdoku_corpus::Position;
use batchdoku_corpus::explain::{
    CellOrder, ShownGrids, SolutionPath, TraceClash, TraceForm, TraceKind, TraceOptions,
    Unexplained,
};
use pyo3::{
    exceptions::{PyRuntimeError, PyValueError},
    intern,
    prelude::*,
    types::{PyBytes, PyDict, PyList, PyString},
};

use crate::{
    error::exception,
    parallel::{SIGNAL_PERIOD, Threads, Turn, WithoutCollector},
    path::{dictionary, loaded, no_puzzle},
    position::PyPosition,
    single::position_of,
    techniques::Techniques,
    worker::{Steps, Worker, with_own},
};

/// The calling thread writes the texts of this many puzzles of a call before it starts threads, because threads take
/// longer for so few.
const FIRST: usize = 8;

/// The maximum number of puzzles that workers search, or whose paths wait to become objects. Several workers search
/// about as many while the calling thread waits for the interpreter next to a busy thread. A path takes up to 60 kB.
const AHEAD: usize = 256;

/// The form in which the steps of a puzzle are returned.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    /// Dictionaries.
    Dict,
    /// The line of JSON that the program writes.
    Json,
    /// Traces.
    Trace(TraceForm),
}

impl FromPyObject<'_, '_> for Form {
    type Error = PyErr;

    fn extract(name: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        match name.extract::<&str>()? {
            "dict" => Ok(Self::Dict),
            "json" => Ok(Self::Json),
            other => {
                Err(PyValueError::new_err(format!("to must be 'dict' or 'json', not '{other}'")))
            }
        }
    }
}

/// The result of a worker for a puzzle.
enum Explained {
    /// A path with the names of its ratings.
    Path(SolutionPath, [&'static str; 3]),
    Json(Vec<u8>),
    /// A trace; `None` if the puzzle has none.
    Trace(Option<Vec<u8>>, TraceKind),
}

impl Explained {
    /// Makes an object of it.
    fn object<'py>(&self, py: Python<'py>, puzzle: &Position) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Self::Path(path, names) => Ok(dictionary(py, puzzle, path, *names)?.into_any()),
            Self::Json(line) => {
                Ok(PyString::from_bytes(py, line.strip_suffix(b"\n").unwrap_or(line))?.into_any())
            }
            Self::Trace(None, _) => Ok(py.None().into_bound(py)),
            Self::Trace(Some(text), TraceKind::Text) => {
                Ok(PyString::from_bytes(py, text)?.into_any())
            }
            Self::Trace(Some(messages), TraceKind::Chat) => {
                let chat = PyDict::new(py);
                chat.set_item(intern!(py, "messages"), loaded(py, messages)?)?;
                Ok(chat.into_any())
            }
            Self::Trace(Some(tokens), TraceKind::Flat) => loaded(py, tokens),
            Self::Trace(Some(cells), TraceKind::Tokens) => {
                // Each number is a digit.
                let digits = cells.iter().filter(|byte| byte.is_ascii_digit());
                let digits: Vec<u8> = digits.map(|digit| digit - b'0').collect();
                Ok(PyBytes::new(py, &digits).into_any())
            }
        }
    }
}

/// Returns the object for a row that is not a puzzle.
fn none(py: Python<'_>, form: Form) -> PyResult<Bound<'_, PyAny>> {
    match form {
        Form::Dict => Ok(no_puzzle(py)?.into_any()),
        Form::Json => Ok(PyString::new(py, "{\"error\":\"not a puzzle\"}").into_any()),
        Form::Trace(_) => Ok(py.None().into_bound(py)),
    }
}

/// Explains a puzzle in this form, given its solution or the reason why there is none.
fn explained(
    worker: &mut Worker,
    puzzle: &Position,
    solution: Result<Grid, Unexplained>,
    form: Form,
) -> Explained {
    let explainer = &mut worker.explainer;
    match form {
        Form::Dict => {
            let path = SolutionPath::find(explainer, *puzzle, solution);
            Explained::Path(path, explainer.rating_names())
        }
        Form::Json => {
            let mut line = Vec::new();
            SolutionPath::write_json(explainer, *puzzle, solution, ShownGrids::Each, &mut line);
            Explained::Json(line)
        }
        Form::Trace(form) => {
            let mut trace = Vec::new();
            let end = form.write(explainer, *puzzle, solution, &mut trace);
            Explained::Trace(end.is_ok().then_some(trace), form.kind())
        }
    }
}

/// A puzzle to be explained.
enum Row {
    NoPuzzle,
    /// A puzzle with steps that are quick to find, and its solution.
    Easy(Position, Grid),
    /// A puzzle for the workers.
    Other(Position),
    /// A puzzle that a worker has explained.
    Found(Position, Explained),
}

impl Row {
    fn is_other(&self) -> bool {
        matches!(self, Self::Other(_))
    }
}

/// A request for explanations of puzzles, with its options.
#[pyclass(frozen, module = "batchdoku._native")]
#[derive(Clone, Copy)]
pub(crate) struct Explanation {
    steps: Steps,
    form: Form,
}

#[pymethods]
impl Explanation {
    /// Creates a request for steps. Rows that are not puzzles get an error.
    #[staticmethod]
    fn steps(
        er: bool,
        techniques: Techniques,
        steps: Option<usize>,
        form: Form,
        all_steps: bool,
    ) -> PyResult<Self> {
        if all_steps && steps.is_some() {
            return Err(PyValueError::new_err(
                "all_steps and steps exclude each other: what is available is no path, which could end early",
            ));
        }
        let techniques = techniques.or_ladder(er)?;
        Ok(Self { steps: Steps { techniques, most: steps, lists: all_steps }, form })
    }

    /// Creates a request for traces: text; dictionaries; or bytes, with a row, a column and a digit for each cell. A
    /// puzzle without a trace gets `None`.
    #[staticmethod]
    #[expect(clippy::too_many_arguments, reason = "the options of one command")]
    fn traces(
        er: bool,
        techniques: Techniques,
        steps: Option<usize>,
        to: &str,
        order: Option<&str>,
        grids: Option<&str>,
        search: bool,
        max_nodes: Option<u64>,
    ) -> PyResult<Self> {
        let kind = named("to", to, &TraceKind::NAMES)?;
        let order = order.map(|name| named("order", name, &CellOrder::NAMES)).transpose()?;
        let grids = grids.map(|name| named("grids", name, &ShownGrids::NAMES)).transpose()?;
        let options = TraceOptions { kind: Some(kind), order, grids, search, max_nodes };
        let mut of_steps = vec![("er", er), ("steps", steps.is_some())];
        of_steps.extend(techniques.given());
        let form = options.form(&of_steps).map_err(|clash| {
            let TraceClash { option, is_needed, other, value, reason } = clash;
            exception(Error::Clash { option, is_needed, other, value, reason })
        })?;
        let form = Form::Trace(form.expect("the kind is given"));
        let techniques = techniques.or_ladder(er)?;
        Ok(Self { steps: Steps { techniques, most: steps, lists: false }, form })
    }

    /// Returns a list with an object for each puzzle.
    ///
    /// Workers search while the calling thread makes objects of their results, in turns. Between turns, it looks for
    /// signals, and other threads can take the interpreter.
    fn of_list<'py>(
        &self,
        py: Python<'py>,
        puzzles: &Bound<'py, PyList>,
        threads: Threads,
    ) -> PyResult<Bound<'py, PyList>> {
        let objects = PyList::empty(py);
        self.begin(puzzles, &objects)?;
        let begun = objects.len();
        let mut turn = Turn::new();
        for _ in begun..puzzles.len() {
            objects.append(py.None())?;
            turn.pause(py)?;
        }
        if begun < objects.len() {
            let puzzles = puzzles.clone().unbind();
            let rest = Rest { question: *self, puzzles, objects: objects.clone().unbind() };
            let rows = begun..objects.len();
            py.detach(|| rest.explain(rows, threads))?;
        }
        Ok(objects)
    }

    /// Returns an iterator over the objects of puzzles. Workers explain the hard puzzles now; easy steps are found, and
    /// objects are made, when the iterator reaches them.
    fn of_part(
        &self,
        py: Python<'_>,
        puzzles: &Bound<'_, PyList>,
        threads: Threads,
    ) -> PyResult<ObjectIterator> {
        let mut turn = Turn::new();
        let mut rows = Vec::with_capacity(puzzles.len());
        for row in 0..puzzles.len() {
            rows.push(self.row(puzzles, row)?);
            turn.pause(py)?;
        }
        let count = rows.iter().filter(|row| row.is_other()).count();
        if count > 0 {
            let others = rows.iter_mut().filter(|row| row.is_other());
            let stop = StopFlag::new();
            let work = |worker: &mut Worker, row: &mut Row| {
                if let Row::Other(puzzle) = *row
                    && let Some(found) = self.search(worker, &puzzle, &stop)?
                {
                    *row = Row::Found(puzzle, found);
                }
                Ok(())
            };
            let state = || Worker::with(self.steps).stopped_by(&stop);
            py.detach(|| threads.run(count, others, &stop, state, work))?;
        }
        Ok(ObjectIterator { question: *self, rows: Mutex::new(rows.into_iter()) })
    }
}

impl Explanation {
    /// Parses a row of a list of texts.
    fn row(&self, puzzles: &Bound<'_, PyList>, row: usize) -> PyResult<Row> {
        let item = puzzles.get_item(row)?;
        let puzzle = match item.cast::<PyPosition>() {
            Ok(position) => position.get().0,
            Err(_) => match position_of(item.cast::<PyString>()?.to_cow()?.as_bytes()) {
                Ok(puzzle) => puzzle,
                Err(_) => return Ok(Row::NoPuzzle),
            },
        };
        if self.form != Form::Dict && row >= FIRST {
            return Ok(Row::Other(puzzle));
        }
        let solution = with_own(self.steps, |worker| worker.solution_of_easy(&puzzle))?;
        Ok(match solution {
            Some(solution) => Row::Easy(puzzle, solution),
            None => Row::Other(puzzle),
        })
    }

    /// Explains a puzzle with the memory of a worker; `None` if the search was stopped.
    fn search(
        &self,
        worker: &mut Worker,
        puzzle: &Position,
        stop: &StopFlag,
    ) -> PyResult<Option<Explained>> {
        let solution = worker.solution(puzzle, &Limits::none().stop(stop))?;
        Ok(solution.map(|solution| explained(worker, puzzle, solution, self.form)))
    }

    /// Makes the object of a row.
    fn object<'py>(&self, py: Python<'py>, row: &Row) -> PyResult<Bound<'py, PyAny>> {
        match row {
            Row::NoPuzzle => none(py, self.form),
            Row::Easy(puzzle, solution) => {
                let find =
                    |worker: &mut Worker| explained(worker, puzzle, Ok(*solution), self.form);
                with_own(self.steps, find).object(py, puzzle)
            }
            Row::Found(puzzle, found) => found.object(py, puzzle),
            Row::Other(_) => Err(PyRuntimeError::new_err("internal error: a row was left out")),
        }
    }

    /// Explains the first puzzles, as many as the calling thread should do itself.
    fn begin(&self, puzzles: &Bound<'_, PyList>, objects: &Bound<'_, PyList>) -> PyResult<()> {
        let py = puzzles.py();
        loop {
            let without_collector = WithoutCollector::new(py)?;
            let mut turn = Turn::new();
            while !turn.is_over() {
                if objects.len() == puzzles.len() {
                    return Ok(());
                }
                match self.row(puzzles, objects.len())? {
                    Row::Other(_) => return Ok(()),
                    row => objects.append(self.object(py, &row)?)?,
                }
            }
            drop(without_collector);
            py.check_signals()?;
            py.detach(|| ());
        }
    }
}

/// An iterator over the objects of some puzzles.
#[pyclass(frozen, module = "batchdoku._native")]
pub(crate) struct ObjectIterator {
    question: Explanation,
    rows: Mutex<vec::IntoIter<Row>>,
}

#[pymethods]
impl ObjectIterator {
    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let row = self.rows.lock().unwrap_or_else(PoisonError::into_inner).next();
        row.map(|row| self.question.object(py, &row)).transpose()
    }
}

/// Puzzles for the workers, and the list that receives their objects.
struct Rest {
    question: Explanation,
    puzzles: Py<PyList>,
    objects: Py<PyList>,
}

impl Rest {
    /// Explains the puzzles of some rows. The interpreter must be released.
    fn explain(&self, mut rows: Range<usize>, threads: Threads) -> PyResult<()> {
        let question = &self.question;
        let stop = StopFlag::new();
        let (to_workers, parts) = mpsc::channel();
        let (to_caller, found) = mpsc::channel();
        let state = || (Worker::with(question.steps).stopped_by(&stop), to_caller.clone());
        type State = (Worker, Sender<(usize, Row)>);
        let work = |(worker, to_caller): &mut State, (row, puzzle): (usize, Position)| {
            if let Some(found) = question.search(worker, &puzzle, &stop)? {
                // The error is ignored: if the call has failed, the channel has no receiver.
                let _ = to_caller.send((row, Row::Found(puzzle, found)));
            }
            Ok(())
        };
        let count = rows.len();
        let mut ahead = 0;
        threads.run_beside(count, parts.into_iter(), &stop, state, work, || {
            let mut first = None;
            while !stop.is_set() {
                Python::attach(|py| -> PyResult<()> {
                    let puzzles = self.puzzles.bind(py);
                    let objects = self.objects.bind(py);
                    let _without_collector = WithoutCollector::new(py)?;
                    let mut turn = Turn::new();
                    while !turn.is_over() {
                        let next = first.take().or_else(|| found.try_recv().ok());
                        if let Some((row, found)) = next {
                            objects.set_item(row, question.object(py, &found)?)?;
                            ahead -= 1;
                        } else if ahead < AHEAD
                            && let Some(row) = rows.next()
                        {
                            match question.row(puzzles, row)? {
                                Row::Other(puzzle) => {
                                    ahead += 1;
                                    let _ = to_workers.send((row, puzzle));
                                }
                                own => objects.set_item(row, question.object(py, &own)?)?,
                            }
                        } else {
                            break;
                        }
                    }
                    py.check_signals()
                })?;
                if ahead == AHEAD || rows.is_empty() {
                    if ahead == 0 {
                        break;
                    }
                    first = found.recv_timeout(SIGNAL_PERIOD).ok();
                }
            }
            // Dropping the channel ends the workers, which would otherwise wait for more.
            drop(to_workers);
            Ok(())
        })
    }
}

/// Parses the value of an option from its name.
fn named<T: FromStr>(option: &str, name: &str, names: &[&str]) -> PyResult<T> {
    name.parse().map_err(|_| {
        let names = names.join("', '");
        PyValueError::new_err(format!("{option} must be one of '{names}', not '{name}'"))
    })
}
