//! Searches around single puzzles: their neighbours, and the minimal puzzles within them.

use std::ops::ControlFlow;

use batchdoku::{
    Grid, GridError, Limits, StopFlag,
    jobs::{Command, Neighbours},
};
use batchdoku_corpus::{
    Position,
    neighbours::{NeighbourSearch, Neighbourhood},
    random::Seed,
    sub_puzzles::for_each_sub_puzzle,
};
use batchdoku_format::{WholePuzzle, whole_grid, whole_puzzle};
use pyo3::{
    prelude::*,
    types::{PyList, PyString},
};

use crate::{
    error::{exception, invalid},
    parallel::{TURN, Threads, alone, list_of},
    worker::{Steps, Worker, trial, with_own},
};

/// Parses a grid from a text, in any form that files may have.
fn grid_of(text: &[u8]) -> Result<Grid, GridError> {
    match whole_grid(text) {
        Some(cells) => Grid::parse(&cells),
        None => Grid::parse(text),
    }
}

/// Parses a position from a text, in any form that files may have: a grid, or candidates.
pub(crate) fn position_of(text: &[u8]) -> Result<Position, GridError> {
    match whole_puzzle(text) {
        Some(WholePuzzle::Candidates(candidates)) => Ok((&candidates).into()),
        Some(WholePuzzle::Cells(cells)) => Grid::parse(&cells).map(|grid| (&grid).into()),
        None => Grid::parse(text).map(|grid| (&grid).into()),
    }
}

/// The number of steps of a search for neighbours after which the calling thread leaves it to another thread: about 0.1
/// ms.
const TRIAL_STEPS: u64 = 16;

/// Finds the neighbours of a puzzle of 81 characters, the record `record` of its list. A single thread searches,
/// whatever `threads` is: the calling thread, if a few steps suffice.
/// thread, if they are found in a few steps.
#[pyfunction]
#[pyo3(signature = (puzzle, record, remove, add, minimal, seed, limit, threads))]
#[expect(clippy::too_many_arguments, reason = "the options of one command")]
pub(crate) fn neighbours<'py>(
    py: Python<'py>,
    puzzle: &str,
    record: u64,
    remove: u8,
    add: u8,
    minimal: bool,
    seed: Option<u64>,
    limit: Option<u64>,
    threads: Threads,
) -> PyResult<Bound<'py, PyList>> {
    let _ = threads;
    let job = Neighbours { remove, add, minimal, seed, limit, ..Neighbours::default() };
    job.check().map_err(exception)?;
    let [remove, add] = [remove, add].map(usize::from);
    let puzzle = grid_of(puzzle.as_bytes()).map_err(invalid)?;
    let solution =
        with_own(Steps::default(), |worker| worker.solution(&Position::from(&puzzle), &trial()))?;
    let which = Neighbourhood { remove, add, minimal };
    let most = limit.unwrap_or(u64::MAX);
    let stop = StopFlag::new();
    // Returns the neighbours found, and whether the search was complete.
    let neighbours = |mut search: NeighbourSearch| {
        let mut found = Vec::new();
        if most == 0 {
            return (found, true);
        }
        let mut rng = seed.map(|seed| Seed::new(seed).record(record));
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
        return Err(invalid(error));
    }
    // The search first lists all sets of clues to remove, and there are millions of large sets.
    let is_short = solution.is_some() && remove <= 2;
    let trial =
        is_short.then(|| neighbours(NeighbourSearch::new(StopFlag::new()).most_steps(TRIAL_STEPS)));
    let search = || -> PyResult<Vec<Grid>> {
        if solution.is_none()
            && let Some(Err(error)) =
                Worker::new().solution(&Position::from(&puzzle), &Limits::none().stop(&stop))?
        {
            return Err(invalid(error));
        }
        // The result does not matter if the search was stopped, because the call raises then.
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
    let puzzle = Grid::parse(puzzle.as_bytes()).map_err(invalid)?;
    let most = limit.unwrap_or(u64::MAX);
    let stop = StopFlag::new();
    let search = || -> PyResult<Vec<Grid>> {
        if let Some(Err(error)) =
            Worker::new().solution(&Position::from(&puzzle), &Limits::none().stop(&stop))?
        {
            return Err(invalid(error));
        }
        let mut found = Vec::new();
        let mut each = |minimal: &Grid| {
            if stop.is_set() || found.len() as u64 == most {
                return ControlFlow::Break(());
            }
            found.push(*minimal);
            ControlFlow::Continue(())
        };
        // The result is ignored: the search ended because enough puzzles were found, or the call raises.
        let _ = for_each_sub_puzzle(&puzzle, &mut each);
        Ok(found)
    };
    let found = alone(py, TURN, &stop, |py| py.check_signals(), search)??;
    list_of(py, found.iter().map(|minimal| PyString::from_bytes(py, &minimal.to_text())))
}
