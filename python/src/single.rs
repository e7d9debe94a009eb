//! Questions about single puzzles: their neighbours, and the steps to their solution.

use std::{
    cell::RefCell,
    ops::{ControlFlow, Range},
    sync::mpsc::{self, Sender},
};

use batchdoku::{Grid, GridError, Limits, Outcome, StopFlag, Verdict, pipeline::Error};
use batchdoku_corpus::{
    explain::{
        CellOrder, Explainer, ShownGrids, SolutionPath, TechniqueConditions, TraceClash, TraceForm,
        TraceKind, TraceOptions, Unexplained,
    },
    neighbours::{NeighbourSearch, Neighbourhood},
    random::Seed,
    rate::{Difficulty, Rater},
    sub_puzzles::for_each_sub_puzzle,
};
use batchdoku_engine::{Engine, EngineChoice, build_engine};
use batchdoku_format::whole_grid;
use pyo3::{
    exceptions::{PyRuntimeError, PyValueError},
    intern,
    prelude::*,
    types::{PyBytes, PyDict, PyList, PyString},
};

use crate::{
    files::exception,
    operation::TRIAL_NODES,
    parallel::{
        Caller, SIGNAL_PERIOD, Share, TURN, Threads, Turn, WithoutCollector, alone, list_of,
    },
    path::{dictionary, loaded, no_puzzle},
    techniques::TechniqueNames,
};

/// The steps that are looked for.
#[derive(Clone, Copy, Default, PartialEq)]
struct Steps {
    /// By the techniques of this ladder.
    techniques: TechniqueConditions,
    /// No more than these.
    most: Option<usize>,
}

impl Steps {
    /// Tells if the ladder has all techniques, or all of Sudoku Explainer.
    fn are_of_a_whole_ladder(&self) -> bool {
        [false, true].map(|er| TechniqueConditions::new().er(er)).contains(&self.techniques)
    }

    fn explainer(self) -> Explainer {
        let explainer = Explainer::of_conditions(&self.techniques);
        match self.most {
            Some(most) => explainer.most_steps(most),
            None => explainer,
        }
    }
}

/// The form in which the steps of a puzzle are returned.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Form {
    /// Dictionaries.
    Dict,
    /// The line that the program writes.
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

/// The findings of workers about a puzzle.
enum Explained {
    /// With the names of its ratings.
    Path(SolutionPath, [&'static str; 3]),
    Json(Vec<u8>),
    /// None if the puzzle has no trace.
    Trace(Option<Vec<u8>>, TraceKind),
}

impl Explained {
    /// Makes an object of it.
    fn object<'py>(&self, py: Python<'py>, puzzle: &Grid) -> PyResult<Bound<'py, PyAny>> {
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
            Self::Trace(Some(cells), TraceKind::Tokens) => {
                // Each number is a digit.
                let digits = cells.iter().filter(|byte| byte.is_ascii_digit());
                let digits: Vec<u8> = digits.map(|digit| digit - b'0').collect();
                Ok(PyBytes::new(py, &digits).into_any())
            }
        }
    }
}

/// Returns the object of a row that is no puzzle.
fn none(py: Python<'_>, form: Form) -> PyResult<Bound<'_, PyAny>> {
    match form {
        Form::Dict => Ok(no_puzzle(py)?.into_any()),
        Form::Json => Ok(PyString::new(py, "{\"error\":\"not a puzzle\"}").into_any()),
        Form::Trace(_) => Ok(py.None().into_bound(py)),
    }
}

/// The working memory of a thread.
struct Worker {
    /// The steps that its explainer looks for.
    steps: Steps,
    engine: Box<dyn Engine>,
    rater: Rater,
    explainer: Explainer,
}

impl Worker {
    fn new() -> Self {
        Self::with(Steps::default())
    }

    fn with(steps: Steps) -> Self {
        let explainer = steps.explainer();
        Self {
            steps,
            engine: build_engine(EngineChoice::default()),
            rater: Rater::default(),
            explainer,
        }
    }

    /// Returns the only solution of a puzzle, or why there is none. `None` if a limit ended the search.
    fn solution(
        &mut self,
        puzzle: &Grid,
        limits: &Limits<'_>,
    ) -> PyResult<Option<Result<Grid, Unexplained>>> {
        let (mut solution, mut outcome) = (Grid::EMPTY, Outcome::default());
        self.engine.solve(puzzle, &limits.max_solutions(2), &mut solution, &mut outcome);
        Ok(match outcome.verdict() {
            Verdict::Solved => Some(Ok(solution)),
            Verdict::Unsolvable => Some(Err(Unexplained::Unsolvable)),
            Verdict::Multiple => Some(Err(Unexplained::Multiple)),
            Verdict::EngineBug => {
                return Err(PyRuntimeError::new_err("internal error: a wrong solution"));
            }
            _ => None,
        })
    }

    /// Tells if the steps to the solution of a puzzle are found in a moment.
    fn is_easy(&mut self, puzzle: &Grid, limits: &Limits<'_>) -> bool {
        let level = self.rater.rate_within(puzzle, limits).and_then(|rating| rating.level());
        matches!(level, Some(Difficulty::Easy | Difficulty::Medium | Difficulty::Hard))
    }

    /// Returns the steps of a puzzle. `None` if a limit ended the search for its solution.
    fn explain(
        &mut self,
        puzzle: &Grid,
        form: Form,
        limits: &Limits<'_>,
    ) -> PyResult<Option<Explained>> {
        let Some(solution) = self.solution(puzzle, limits)? else { return Ok(None) };
        Ok(Some(match form {
            Form::Dict => {
                let path = SolutionPath::find(&mut self.explainer, puzzle, solution);
                Explained::Path(path, self.explainer.rating_names())
            }
            Form::Json => {
                let mut line = Vec::new();
                let grids = ShownGrids::Each;
                SolutionPath::write_json(&mut self.explainer, puzzle, solution, grids, &mut line);
                Explained::Json(line)
            }
            Form::Trace(form) => {
                let mut trace = Vec::new();
                let end = form.write(&mut self.explainer, puzzle, solution, &mut trace);
                Explained::Trace(end.is_ok().then_some(trace), form.kind())
            }
        }))
    }
}

thread_local! {
    static WORKER: RefCell<Worker> = RefCell::new(Worker::new());
}

/// Returns the limits of a search that the calling thread does itself.
fn trial() -> Limits<'static> {
    Limits::none().max_nodes(TRIAL_NODES)
}

/// The most puzzles that workers search, or whose paths wait to become objects: as many as several workers search
/// while the calling thread waits for the interpreter next to a busy thread. A path takes up to 60 kB.
const AHEAD: usize = 256;

/// Explains puzzles, each of 81 characters: an object each, which has an error for what is no puzzle.
///
/// Workers search while the calling thread makes objects of what they have found, in turns: between these, it
/// looks for signals, and others have the interpreter.
#[pyfunction]
#[pyo3(signature = (puzzles, er, techniques, steps, form, threads))]
pub(crate) fn explain<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyList>,
    er: bool,
    techniques: TechniqueNames,
    steps: Option<usize>,
    form: Form,
    threads: Threads,
) -> PyResult<Bound<'py, PyList>> {
    let steps = Steps { techniques: techniques.or_ladder(er)?, most: steps };
    explained(py, puzzles, steps, form, threads)
}

/// Makes traces of puzzles, each of 81 characters: text; a dictionary; or the bytes of cells, of which each is a row, a
/// column and a digit. `None` for a puzzle without a trace.
#[pyfunction]
#[pyo3(signature = (puzzles, er, techniques, steps, to, order, grids, search, max_nodes, threads))]
#[expect(clippy::too_many_arguments, reason = "the options of one command")]
pub(crate) fn traces<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyList>,
    er: bool,
    techniques: TechniqueNames,
    steps: Option<usize>,
    to: &str,
    order: Option<&str>,
    grids: Option<&str>,
    search: bool,
    max_nodes: Option<u64>,
    threads: Threads,
) -> PyResult<Bound<'py, PyList>> {
    let unknown = |option: &str, name: &str, names: &[&str]| {
        let names = names.join("', '");
        PyValueError::new_err(format!("{option} must be one of '{names}', not '{name}'"))
    };
    let kind = to.parse().map_err(|_| unknown("to", to, &TraceKind::NAMES))?;
    let order =
        order.map(|name| name.parse().map_err(|_| unknown("order", name, &CellOrder::NAMES)));
    let grids =
        grids.map(|name| name.parse().map_err(|_| unknown("grids", name, &ShownGrids::NAMES)));
    let (order, grids) = (order.transpose()?, grids.transpose()?);
    let options = TraceOptions { kind: Some(kind), order, grids, search, max_nodes };
    let of_steps = [("er", er), ("steps", steps.is_some())];
    let of_steps: Vec<_> = of_steps.into_iter().chain(techniques.given()).collect();
    let form = options.form(&of_steps).map_err(|clash| {
        let TraceClash { option, is_needed, other, value, reason } = clash;
        exception(Error::Clash { option, is_needed, other, value, reason })
    })?;
    let form = Form::Trace(form.expect("the kind is given"));
    let steps = Steps { techniques: techniques.or_ladder(er)?, most: steps };
    explained(py, puzzles, steps, form, threads)
}

/// Returns an object for each puzzle.
fn explained<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyList>,
    steps: Steps,
    form: Form,
    threads: Threads,
) -> PyResult<Bound<'py, PyList>> {
    let paths = PyList::empty(py);
    let begun = explain_first(&Caller::attached(py), puzzles, steps, form, &paths)?;
    let mut turn = Turn::new();
    for _ in begun..puzzles.len() {
        paths.append(py.None())?;
        turn.pause(py)?;
    }
    if begun < paths.len() {
        let (puzzles, all) = (puzzles.clone().unbind(), paths.clone().unbind());
        let rest = Rest { puzzles, paths: all, steps, form };
        let rows = begun..paths.len();
        py.detach(|| rest.explain(rows, threads))?;
    }
    Ok(paths)
}

/// The work of finding an easy path, in nodes of a search.
const PATH_WORK: u64 = 128;

/// Explains the first puzzles, as far as the calling thread does so itself. Returns how many these are.
fn explain_first(
    caller: &Caller<'_>,
    puzzles: &Bound<'_, PyList>,
    steps: Steps,
    form: Form,
    paths: &Bound<'_, PyList>,
) -> PyResult<usize> {
    let (py, mut failure) = (puzzles.py(), None);
    let next = |row| -> PyResult<usize> {
        let Some(puzzle) = puzzle_at(puzzles, row)? else {
            paths.append(none(py, form)?)?;
            return Ok(1);
        };
        let path = WORKER.with_borrow_mut(|worker| {
            if worker.steps != steps {
                worker.explainer = steps.explainer();
                worker.steps = steps;
            }
            // What is easy for all techniques may be hard for some of them.
            match steps.are_of_a_whole_ladder() && worker.is_easy(&puzzle, &trial()) {
                true => worker.explain(&puzzle, form, &trial()),
                false => Ok(None),
            }
        })?;
        let Some(path) = path else { return Ok(0) };
        paths.append(path.object(py, &puzzle)?)?;
        Ok(1)
    };
    caller.begin(puzzles.len(), |row| {
        let rows = next(row).unwrap_or_else(|error| {
            failure = Some(error);
            0
        });
        Share { rows, work: PATH_WORK }
    });
    failure.map_or(Ok(paths.len()), Err)
}

/// Returns the grid that a text is, in any form that files have.
fn grid_of(text: &[u8]) -> Result<Grid, GridError> {
    match whole_grid(text) {
        Some(cells) => Grid::parse(&cells),
        None => Grid::parse(text),
    }
}

/// Returns the puzzle of a row, if it is one.
fn puzzle_at(puzzles: &Bound<'_, PyList>, row: usize) -> PyResult<Option<Grid>> {
    let text = puzzles.get_item(row)?;
    Ok(grid_of(text.cast::<PyString>()?.to_cow()?.as_bytes()).ok())
}

/// Puzzles that workers explain, and the list that gets their paths.
struct Rest {
    puzzles: Py<PyList>,
    paths: Py<PyList>,
    steps: Steps,
    form: Form,
}

impl Rest {
    /// Explains the puzzles of some rows. The interpreter must be released.
    fn explain(&self, mut rows: Range<usize>, threads: Threads) -> PyResult<()> {
        let stop = StopFlag::new();
        let limits = Limits::none().stop(&stop);
        let (to_workers, parts) = mpsc::channel();
        let (to_caller, found) = mpsc::channel();
        let state = || {
            let worker = Worker::with(self.steps);
            let explainer = worker.explainer.stopped_by(stop.clone());
            (Worker { explainer, ..worker }, to_caller.clone())
        };
        type State = (Worker, Sender<(usize, Grid, Explained)>);
        let work = |(worker, to_caller): &mut State, (row, puzzle): (usize, Grid)| {
            if let Some(path) = worker.explain(&puzzle, self.form, &limits)? {
                // Nobody receives it once the call has failed.
                let _ = to_caller.send((row, puzzle, path));
            }
            Ok(())
        };
        let (count, mut ahead) = (rows.len(), 0);
        threads.run_beside(count, parts.into_iter(), &stop, state, work, || {
            let mut first = None;
            while !stop.is_set() {
                let is_done = Python::attach(|py| -> PyResult<bool> {
                    let (puzzles, paths) = (self.puzzles.bind(py), self.paths.bind(py));
                    let _without_collector = WithoutCollector::new(py)?;
                    let mut turn = Turn::new();
                    while !turn.is_over() {
                        while ahead < AHEAD
                            && let Some(row) = rows.next()
                        {
                            match puzzle_at(puzzles, row)? {
                                Some(puzzle) => {
                                    ahead += 1;
                                    let _ = to_workers.send((row, puzzle));
                                }
                                None => paths.set_item(row, none(py, self.form)?)?,
                            }
                        }
                        let next = first.take().or_else(|| found.try_recv().ok());
                        let Some((row, puzzle, path)) = next else { break };
                        paths.set_item(row, path.object(py, &puzzle)?)?;
                        ahead -= 1;
                    }
                    py.check_signals()?;
                    Ok(ahead == 0 && rows.is_empty())
                })?;
                if is_done {
                    break;
                }
                first = found.recv_timeout(SIGNAL_PERIOD).ok();
            }
            // Without it, the workers would wait for more.
            drop(to_workers);
            Ok(())
        })
    }
}

/// The steps of a search for neighbours after which the calling thread leaves it to another: some 0.1 ms.
const TRIAL_STEPS: u64 = 16;

/// Finds the neighbours of a puzzle of 81 characters. One thread searches them, whatever `threads` says: the calling
/// thread, if they are found in a few steps.
#[pyfunction]
#[pyo3(signature = (puzzle, remove, add, minimal, seed, limit, threads))]
#[expect(clippy::too_many_arguments, reason = "the options of one command")]
pub(crate) fn neighbours<'py>(
    py: Python<'py>,
    puzzle: &str,
    remove: usize,
    add: usize,
    minimal: bool,
    seed: Option<u64>,
    limit: Option<u64>,
    threads: Threads,
) -> PyResult<Bound<'py, PyList>> {
    let _ = threads;
    let invalid = |error: &dyn std::fmt::Display| PyValueError::new_err(error.to_string());
    let puzzle = grid_of(puzzle.as_bytes()).map_err(|error| invalid(&error))?;
    let solution = WORKER.with_borrow_mut(|worker| worker.solution(&puzzle, &trial()))?;
    let (which, most) = (Neighbourhood { remove, add, minimal }, limit.unwrap_or(u64::MAX));
    let stop = StopFlag::new();
    // Returns what is found, and whether that is all that was asked for.
    let neighbours = |mut search: NeighbourSearch| {
        let mut found = Vec::new();
        if most == 0 {
            return (found, true);
        }
        let mut rng = seed.map(|seed| Seed::new(seed).record(0));
        let mut each = |neighbour: &Grid| {
            found.push(*neighbour);
            let is_enough = found.len() as u64 == most;
            if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let end = search.search(&puzzle, which, rng.as_mut(), &mut each);
        let is_whole = end.is_continue() || found.len() as u64 == most;
        (found, is_whole)
    };
    if let Some(Err(error)) = solution {
        return Err(invalid(&error));
    }
    // All sets of clues to remove are listed first, and there are millions of large ones.
    let is_short = solution.is_some() && remove <= 2;
    let trial =
        is_short.then(|| neighbours(NeighbourSearch::new(StopFlag::new()).most_steps(TRIAL_STEPS)));
    let search = || -> PyResult<Vec<Grid>> {
        if solution.is_none()
            && let Some(Err(error)) =
                Worker::new().solution(&puzzle, &Limits::none().stop(&stop))?
        {
            return Err(invalid(&error));
        }
        // If it is stopped, the call raises.
        Ok(neighbours(NeighbourSearch::new(stop.clone())).0)
    };
    let found = match trial {
        Some((found, true)) => found,
        _ => alone(py, TURN, &stop, |py| py.check_signals(), search)??,
    };
    list_of(py, found.iter().map(|neighbour| PyString::from_bytes(py, &neighbour.to_text())))
}

/// Finds the minimal puzzles within a puzzle of 81 characters.
#[pyfunction]
#[pyo3(signature = (puzzle, limit))]
pub(crate) fn sub_puzzles<'py>(
    py: Python<'py>,
    puzzle: &str,
    limit: Option<u64>,
) -> PyResult<Bound<'py, PyList>> {
    let invalid = |error: &dyn std::fmt::Display| PyValueError::new_err(error.to_string());
    let puzzle = Grid::parse(puzzle.as_bytes()).map_err(|error| invalid(&error))?;
    let most = limit.unwrap_or(u64::MAX);
    let stop = StopFlag::new();
    let search = || -> PyResult<Vec<Grid>> {
        if let Some(Err(error)) = Worker::new().solution(&puzzle, &Limits::none().stop(&stop))? {
            return Err(invalid(&error));
        }
        let mut found = Vec::new();
        let mut each = |minimal: &Grid| {
            if stop.is_set() || found.len() as u64 == most {
                return ControlFlow::Break(());
            }
            found.push(*minimal);
            ControlFlow::Continue(())
        };
        // Enough were found, or the call raises.
        let _ = for_each_sub_puzzle(&puzzle, &mut each);
        Ok(found)
    };
    let found = alone(py, TURN, &stop, |py| py.check_signals(), search)??;
    list_of(py, found.iter().map(|minimal| PyString::from_bytes(py, &minimal.to_text())))
}
