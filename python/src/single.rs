//! What is asked of single puzzles: their neighbours, and the steps to their solution.

use std::{
    cell::{Cell, RefCell},
    ops::ControlFlow,
    sync::{Arc, atomic::AtomicBool},
    time::{Duration, Instant},
};

use batchdoku::{Grid, Limits, Outcome, StopReason};
use batchdoku_corpus::{
    explain::{Explainer, Ladder, SolutionPath, Unexplained},
    neighbours::{NeighbourSearch, Neighbourhood},
    random::Seed,
    rate::{Difficulty, Rater},
};
use batchdoku_engine::{Engine, EngineChoice};
use pyo3::{
    exceptions::{PyRuntimeError, PyValueError},
    prelude::*,
    types::PyList,
};

use crate::{
    operation::TRIAL_NODES,
    parallel::{Caller, Threads},
    path::dictionary,
};

/// How often a search for neighbours looks for signals, and for threads that wait for the interpreter.
const LOOK: Duration = Duration::from_millis(5);

/// The working memory of a thread.
struct Worker {
    engine: Box<dyn Engine>,
    rater: Rater,
    explainer: Explainer,
}

impl Worker {
    fn new() -> Self {
        let explainer = Explainer::with(Ladder::Full);
        Self { engine: EngineChoice::default().build(), rater: Rater::default(), explainer }
    }

    /// The only solution of a puzzle, or why there is none. `None` if a limit ended the search.
    fn solution(
        &mut self,
        puzzle: &Grid,
        limits: &Limits<'_>,
    ) -> PyResult<Option<Result<Grid, Unexplained>>> {
        let (mut solution, mut outcome) = (Grid::EMPTY, Outcome::default());
        self.engine.solve(puzzle, &limits.max_solutions(2), &mut solution, &mut outcome);
        Ok(match (outcome.end, outcome.solutions) {
            (StopReason::Complete, 0) => Some(Err(Unexplained::Unsolvable)),
            (StopReason::Complete, _) => Some(Ok(solution)),
            (StopReason::SolutionLimit, _) => Some(Err(Unexplained::Multiple)),
            (StopReason::EngineBug, _) => {
                return Err(PyRuntimeError::new_err("internal error: a wrong solution"));
            }
            _ => None,
        })
    }

    /// Whether the steps to the solution of a puzzle are found in a moment.
    fn is_easy(&mut self, puzzle: &Grid, limits: &Limits<'_>) -> bool {
        let level = self.rater.rate_within(puzzle, limits).and_then(|rating| rating.level());
        matches!(level, Some(Difficulty::Easy | Difficulty::Medium | Difficulty::Hard))
    }

    /// The steps of a puzzle. `None` if a limit ended the search for its solution.
    fn explain(&mut self, puzzle: &Grid, limits: &Limits<'_>) -> PyResult<Option<SolutionPath>> {
        let Some(solution) = self.solution(puzzle, limits)? else { return Ok(None) };
        Ok(Some(SolutionPath::find(&mut self.explainer, puzzle, solution)))
    }
}

thread_local! {
    static WORKER: RefCell<Worker> = RefCell::new(Worker::new());
}

/// The limits of a search that the calling thread does itself.
fn trial() -> Limits<'static> {
    Limits::none().max_nodes(TRIAL_NODES)
}

/// Explains puzzles, each of 81 characters: a dictionary each; `None` for what is no puzzle.
#[pyfunction]
#[pyo3(signature = (puzzles, threads))]
pub(crate) fn explain<'py>(
    py: Python<'py>,
    puzzles: Vec<String>,
    threads: Threads,
) -> PyResult<Bound<'py, PyList>> {
    let puzzles: Vec<_> = puzzles.iter().map(|text| Grid::parse(text.as_bytes()).ok()).collect();
    let mut paths = vec![None; puzzles.len()];
    Caller::call(py, puzzles.len(), |caller| {
        let (mut done, mut failure) = (0, None);
        caller.begin(puzzles.len(), |row| {
            let Some(puzzle) = &puzzles[row] else {
                done = row + 1;
                return 1;
            };
            let path = WORKER.with_borrow_mut(|worker| match worker.is_easy(puzzle, &trial()) {
                true => worker.explain(puzzle, &trial()),
                false => Ok(None),
            });
            match path {
                Ok(Some(path)) => paths[row] = Some(path),
                Ok(None) => return 0,
                Err(error) => {
                    failure = Some(error);
                    return 0;
                }
            }
            done = row + 1;
            1
        });
        if failure.is_some() || done == puzzles.len() {
            return failure.map_or(Ok(()), Err);
        }
        let stop = Arc::new(AtomicBool::new(false));
        let limits = Limits::none().stop(&stop);
        let parts = puzzles.iter().zip(&mut paths).skip(done);
        let state = || {
            let worker = Worker::new();
            Worker { explainer: worker.explainer.stopped_by(Arc::clone(&stop)), ..worker }
        };
        caller.go_on(|| {
            threads.run(puzzles.len() - done, parts, &stop, state, |worker, (puzzle, path)| {
                if let Some(puzzle) = puzzle {
                    *path = worker.explain(puzzle, &limits)?;
                }
                Ok(())
            })
        })
    })?;
    let made = puzzles.iter().zip(paths).map(|(puzzle, path)| match (puzzle, path) {
        (Some(puzzle), Some(path)) => dictionary(py, puzzle, &path).map(Some),
        _ => Ok(None),
    });
    PyList::new(py, made.collect::<PyResult<Vec<_>>>()?)
}

/// The neighbours of a puzzle of 81 characters. The calling thread searches them, and lets others
/// have the interpreter now and then.
#[pyfunction]
#[pyo3(signature = (puzzle, remove, add, minimal, seed, limit, threads))]
#[expect(clippy::too_many_arguments, reason = "the options of one command")]
pub(crate) fn neighbours(
    py: Python<'_>,
    puzzle: &str,
    remove: usize,
    add: usize,
    minimal: bool,
    seed: Option<u64>,
    limit: Option<u64>,
    threads: Threads,
) -> PyResult<Vec<String>> {
    let invalid = |error: &dyn std::fmt::Display| PyValueError::new_err(error.to_string());
    let puzzle = Grid::parse(puzzle.as_bytes()).map_err(|error| invalid(&error))?;
    let mut solution = WORKER.with_borrow_mut(|worker| worker.solution(&puzzle, &trial()))?;
    if solution.is_none() {
        let stop = AtomicBool::new(false);
        let parts = [&mut solution].into_iter();
        let state = || Worker::new();
        py.detach(|| {
            threads.run(1, parts, &stop, state, |worker, solution| {
                *solution = worker.solution(&puzzle, &Limits::none().stop(&stop))?;
                Ok(())
            })
        })?;
    }
    if let Some(Err(error)) = solution {
        return Err(invalid(&error));
    }
    let (mut found, most) = (Vec::new(), limit.unwrap_or(u64::MAX));
    if most == 0 {
        return Ok(found);
    }
    let (looked, raised) = (Cell::new(Instant::now()), RefCell::new(None));
    let watch = || {
        if looked.get().elapsed() > LOOK {
            py.detach(|| ());
            *raised.borrow_mut() = py.check_signals().err();
            looked.set(Instant::now());
        }
        if raised.borrow().is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let mut rng = seed.map(|seed| Seed::new(seed).record(0));
    let mut each = |neighbour: &Grid| {
        found.push(neighbour.to_string());
        if found.len() as u64 == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let which = Neighbourhood { remove, add, minimal };
    let _ = NeighbourSearch::watched(&watch).search(&puzzle, which, rng.as_mut(), &mut each);
    raised.into_inner().map_or(Ok(found), Err)
}
