//! Paths to a solution as Python objects, equal to those that parsing the JSON of the program would give.
//!
//! Strings are made once. A step is a copy of a dictionary that already has all keys, which takes half as long as
//! adding the keys. Steps with implications are parsed from JSON.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use batchdoku::{
    Grid,
    grid::{Cell, Digit, House},
};
use batchdoku_corpus::Position;
use batchdoku_corpus::explain::{Er, SolutionPath, StepKind, TakenStep};
use pyo3::{
    IntoPyObjectExt, intern,
    prelude::*,
    sync::PyOnceLock,
    types::{PyBytes, PyDict, PyList, PyString},
};

/// The properties that steps of a shape share: technique, rating, whether there are houses, and whether a cell is
/// placed.
type Shape = (StepKind, Er, bool, bool);

/// The strings that steps contain.
struct Words {
    cells: Vec<Py<PyString>>,
    houses: Vec<Py<PyString>>,
    /// `r1c1=1` and so on: the index is nine times the cell plus the digit, both from 0. `gone` has the same with `<>`.
    placed: Vec<Py<PyString>>,
    gone: Vec<Py<PyString>>,
    digits: Vec<Py<PyAny>>,
    shapes: Mutex<HashMap<Shape, Py<PyDict>>>,
}

impl Words {
    fn get(py: Python<'_>) -> PyResult<&'static Self> {
        static WORDS: PyOnceLock<Words> = PyOnceLock::new();
        WORDS.get_or_try_init(py, || {
            let word = |text: String| PyString::new(py, &text).unbind();
            let candidates = |sign: &str| {
                let text = |at: usize| format!("{}{sign}{}", Cell::ALL[at / 9], at % 9 + 1);
                (0..729).map(|at| word(text(at))).collect()
            };
            let digits = (1..=9).map(|digit: u8| digit.into_py_any(py));
            Ok(Self {
                cells: Cell::ALL.iter().map(|cell| word(cell.to_string())).collect(),
                houses: House::ALL.iter().map(|house| word(house.to_string())).collect(),
                placed: candidates("="),
                gone: candidates("<>"),
                digits: digits.collect::<PyResult<_>>()?,
                shapes: Mutex::default(),
            })
        })
    }
}

fn place((cell, digit): (Cell, Digit)) -> usize {
    9 * cell.index() + digit.index()
}

/// Returns the path of a puzzle as a dictionary, with its ratings under their names.
pub(crate) fn dictionary<'py>(
    py: Python<'py>,
    puzzle: &Position,
    path: &SolutionPath,
    rating_names: [&str; 3],
) -> PyResult<Bound<'py, PyDict>> {
    let words = Words::get(py)?;
    let steps = path.steps.iter().map(|step| of_step(py, words, step));
    let all = PyDict::new(py);
    all.set_item(intern!(py, "puzzle"), text(py, puzzle.grid())?)?;
    if let Some(candidates) = puzzle.candidates() {
        let text = PyString::from_bytes(py, &candidates.to_text())?;
        all.set_item(intern!(py, "candidates"), text)?;
    }
    all.set_item(intern!(py, "steps"), PyList::new(py, steps.collect::<PyResult<Vec<_>>>()?)?)?;
    match path.rating {
        // A limit of steps ended the path.
        Ok(None) => {}
        Ok(Some(rating)) => {
            let ratings = [rating.er(), rating.ep(), rating.ed()];
            for (name, rating) in rating_names.into_iter().zip(ratings) {
                all.set_item(PyString::intern(py, name), rating)?;
            }
        }
        Err(error) => all.set_item(intern!(py, "error"), error.to_string())?,
    }
    Ok(all)
}

/// Returns a step as a dictionary.
pub(crate) fn step_dictionary<'py>(
    py: Python<'py>,
    taken: &TakenStep,
) -> PyResult<Bound<'py, PyAny>> {
    of_step(py, Words::get(py)?, taken)
}

fn of_step<'py>(py: Python<'py>, words: &Words, taken: &TakenStep) -> PyResult<Bound<'py, PyAny>> {
    match taken.has_proof() {
        true => loaded(py, &taken.json()),
        false => Ok(of_pattern(py, words, taken)?.into_any()),
    }
}

/// Returns the dictionary for a row that is not a puzzle.
pub(crate) fn no_puzzle(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let all = PyDict::new(py);
    all.set_item(intern!(py, "error"), "not a puzzle")?;
    Ok(all)
}

/// Returns a step that needs no proof besides its pattern.
fn of_pattern<'py>(
    py: Python<'py>,
    words: &Words,
    taken: &TakenStep,
) -> PyResult<Bound<'py, PyDict>> {
    let step = &taken.step;
    let houses: Vec<_> = step.houses().map(|house| words.houses[house.index()].bind(py)).collect();
    let shape = (step.kind, step.er, !houses.is_empty(), step.placed.is_some());
    let made = {
        let mut shapes = words.shapes.lock().unwrap_or_else(PoisonError::into_inner);
        match shapes.get(&shape) {
            Some(common) => common.bind(py).copy()?,
            None => {
                let common = keys(py, shape)?;
                let copy = common.copy()?;
                shapes.insert(shape, common.unbind());
                copy
            }
        }
    };
    let cells = step.cells.into_iter().map(|cell| words.cells[cell.index()].bind(py));
    let digits = step.digits.into_iter().map(|digit| words.digits[digit.index()].bind(py));
    made.set_item(intern!(py, "cells"), list(py, cells)?)?;
    made.set_item(intern!(py, "digits"), list(py, digits)?)?;
    if !houses.is_empty() {
        made.set_item(intern!(py, "houses"), PyList::new(py, houses)?)?;
    }
    if let Some(placed) = step.placed {
        made.set_item(intern!(py, "placed"), words.placed[place(placed)].bind(py))?;
    }
    let gone = step.eliminated().map(|gone| words.gone[place(gone)].bind(py));
    made.set_item(intern!(py, "eliminated"), list(py, gone)?)?;
    made.set_item(intern!(py, "grid"), text(py, &taken.after)?)?;
    Ok(made)
}

/// Returns a dictionary with the keys of steps of a shape, and the values that all of these share.
fn keys(py: Python<'_>, (kind, er, has_houses, has_placed): Shape) -> PyResult<Bound<'_, PyDict>> {
    let common = PyDict::new(py);
    common.set_item(intern!(py, "technique"), kind.name())?;
    common.set_item(intern!(py, "er"), er.value())?;
    let names = [
        (intern!(py, "cells"), true),
        (intern!(py, "digits"), true),
        (intern!(py, "houses"), has_houses),
        (intern!(py, "placed"), has_placed),
        (intern!(py, "eliminated"), true),
        (intern!(py, "grid"), true),
    ];
    for (name, _) in names.into_iter().filter(|(_, is_there)| *is_there) {
        common.set_item(name, py.None())?;
    }
    Ok(common)
}

fn list<'py, T: IntoPyObject<'py>>(
    py: Python<'py>,
    items: impl Iterator<Item = T>,
) -> PyResult<Bound<'py, PyList>> {
    PyList::new(py, items.collect::<Vec<_>>())
}

fn text<'py>(py: Python<'py>, grid: &Grid) -> PyResult<Bound<'py, PyString>> {
    PyString::from_bytes(py, &grid.to_text())
}

/// Parses JSON to a Python object.
pub(crate) fn loaded<'py>(py: Python<'py>, json: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    let loads = py.import(intern!(py, "json"))?.getattr(intern!(py, "loads"))?;
    loads.call1((PyBytes::new(py, json),))
}
