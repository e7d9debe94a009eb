//! Generates puzzles and complete grids, each from its record number.

use std::{ops::Range, sync::Arc};

use arrow_array::{ArrayRef, Float64Array};
use arrow_schema::{DataType, Field};
use batchdoku::corpus::GridExt;
use batchdoku::{
    Grid, StopFlag,
    corpus::{
        generate::{Balanced, GenerateError, Generator},
        rate::Difficulty,
    },
    jobs::{ClueRange, Generate, RatingRange, TechniqueOptions},
};
use batchdoku_arrow::CELLS;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::{
    exceptions::{PyMemoryError, PyRuntimeError, PyValueError},
    prelude::*,
    types::{PyString, PyTuple},
};

use crate::{
    arrow::{made_array, table},
    error::{advice, exception, invalid},
    parallel::{Threads, list_of},
    techniques::Techniques,
};

/// The number of records that a thread makes at a time: enough to fill the batches of the generator.
const RECORDS: usize = 1024;

/// The maximum number of puzzles that the calling thread makes itself, because starting a thread takes longer.
const CALLER_PUZZLES: usize = 8;

/// The maximum number of complete grids that the calling thread makes itself.
const CALLER_GRIDS: usize = 64;

/// The number of tries, about 20 µs each, that the calling thread makes for each puzzle before it leaves the puzzles to
/// threads.
const CALLER_TRIES: u32 = 8;

/// A range of record numbers: `skip` records come before it.
#[derive(Clone, Copy)]
struct Numbers {
    count: usize,
    skip: u64,
}

impl Numbers {
    fn new(count: usize, skip: u64) -> PyResult<Self> {
        if skip.checked_add(count as u64).is_none() {
            return Err(PyValueError::new_err("n + skip is too large"));
        }
        // Check the memory first: results have two columns of grids, and an allocation that fails would end the
        // process.
        let bytes = count.saturating_mul(2 * CELLS);
        match Vec::<u8>::new().try_reserve_exact(bytes) {
            Ok(()) => Ok(Self { count, skip }),
            Err(_) => Err(PyMemoryError::new_err(format!("no memory for {count} rows"))),
        }
    }

    fn range(self) -> Range<u64> {
        self.skip..self.skip + self.count as u64
    }

    /// Divides the records into chunks: returns the record numbers of each chunk, and its part of the columns.
    fn parts<const N: usize>(
        self,
        columns: [&mut [u8]; N],
        records: usize,
    ) -> impl Iterator<Item = (Range<u64>, [&mut [u8]; N])> {
        let mut columns = columns.map(|column| column.chunks_mut(records * CELLS));
        (0..self.count).step_by(records).map(move |from| {
            let to = (from + records).min(self.count);
            let part = columns.each_mut().map(|column| column.next().expect("as many chunks"));
            (self.skip + from as u64..self.skip + to as u64, part)
        })
    }
}

/// The minimum and maximum ER, EP and ED of puzzles; `None` without limits.
#[derive(FromPyObject)]
pub(crate) struct RatingRanges([Option<(f64, f64)>; 3]);

/// Generates puzzles with their solutions; the Python package documents the arguments.
#[pyfunction]
#[pyo3(signature = (
    n, seed, skip, clues, minimal, difficulty, symmetry, ratings, techniques, balance, max_tries, controlled_bias,
    with_weight, kind, threads
))]
#[expect(clippy::too_many_arguments, reason = "the options of one command")]
pub(crate) fn generate<'py>(
    py: Python<'py>,
    n: usize,
    seed: u64,
    skip: u64,
    clues: Option<(u8, u8)>,
    minimal: bool,
    difficulty: Vec<String>,
    symmetry: &str,
    ratings: RatingRanges,
    techniques: Techniques,
    balance: bool,
    max_tries: u32,
    controlled_bias: bool,
    with_weight: bool,
    kind: &str,
    threads: Threads,
) -> PyResult<Bound<'py, PyAny>> {
    let numbers = Numbers::new(n, skip)?;
    let levels = difficulty.iter().map(|name| name.parse::<Difficulty>());
    let difficulty: Vec<_> = levels.collect::<Result<_, _>>().map_err(invalid)?;
    let Techniques(techniques) = techniques;
    let RatingRanges(ranges) = ratings;
    let is_rated = ranges.iter().any(Option::is_some) || techniques != TechniqueOptions::default();
    let [er, ep, ed] = ranges.map(|range| range.map(|(from, to)| RatingRange(from..=to)));
    let asked = Generate {
        clues: clues.map(|(from, to)| ClueRange(from..=to)),
        minimal,
        controlled_bias,
        symmetry: symmetry.parse().map_err(invalid)?,
        difficulty,
        er,
        ep,
        ed,
        techniques,
        balance,
        max_tries,
        with_weight,
        ..Generate::default()
    };
    let kinds = asked.kinds().map_err(exception)?;
    let of_level: Vec<_> =
        kinds.iter().map(|kind| |puzzle: &Grid| kind.has_level(puzzle)).collect();
    let mut of_kinds = Vec::with_capacity(kinds.len());
    for (kind, of_level) in kinds.iter().zip(&of_level) {
        let options = kind.conditions().map_err(exception)?;
        let has_levels = !kind.difficulty.is_empty();
        of_kinds.push(if has_levels { options.accept(of_level) } else { options });
    }
    let generator = |most_tries: u32, stop: &StopFlag| {
        let mut generators = Vec::with_capacity(of_kinds.len());
        for options in &of_kinds {
            let options = options.clone().max_tries(most_tries);
            generators.push(Generator::builder(options, seed).stopped_by(stop.clone()).build()?);
        }
        Ok::<_, GenerateError>(Balanced::new(generators))
    };
    generator(max_tries, &StopFlag::new())
        .map_err(|error| PyValueError::new_err(format!("{error}{}", advice(error.hint()))))?;
    let weights = with_weight.then(|| vec![0.0; n]);
    // Rated puzzles are left to threads, because rating may take long.
    let is_few = n <= CALLER_PUZZLES && !is_rated;
    let few =
        is_few.then(|| generator(CALLER_TRIES.min(max_tries), &StopFlag::new()).ok()).flatten();
    make(py, kind, ["puzzle", "solution"], weights, numbers, |py, mut columns, weights, write| {
        if let Some(mut generator) = few {
            let all = columns.each_mut().map(|column| &mut **column);
            if fill(&mut generator, numbers.range(), all, weights, write)?.is_none() {
                return Ok(());
            }
        }
        let stop = StopFlag::new();
        let records = if is_rated { n.div_ceil(4 * threads.count()).min(RECORDS) } else { RECORDS };
        let records = records.max(1);
        let mut weights = weights.chunks_mut(records);
        let parts = numbers.parts(columns, records);
        let parts = parts.map(|part| (part, weights.next().unwrap_or_default()));
        let state = || generator(max_tries, &stop).expect("the options are valid");
        py.detach(|| {
            threads.run(n.div_ceil(records), parts, &stop, state, |generator, part| {
                let ((range, columns), weights) = part;
                match fill(generator, range, columns, weights, write)? {
                    None => Ok(()),
                    Some(number) => Err(PyRuntimeError::new_err(format!(
                        "puzzle {number}: none in {max_tries} grids; such puzzles are too rare"
                    ))),
                }
            })
        })
    })
}

/// Generates the puzzles of a range, and writes them. Returns the number of a record if no puzzle was found for it.
fn fill(
    generator: &mut Balanced<'_>,
    range: Range<u64>,
    [puzzles, solutions]: [&mut [u8]; 2],
    weights: &mut [f64],
    write: Write,
) -> PyResult<Option<u64>> {
    let batch = match generator.generate(range.clone()) {
        Err(GenerateError::Stopped) => return Ok(None),
        Err(error) => return Err(PyRuntimeError::new_err(error.to_string())),
        Ok(batch) => batch,
    };
    let mut weights = weights.iter_mut();
    let rows = puzzles.chunks_exact_mut(CELLS).zip(solutions.chunks_exact_mut(CELLS));
    for ((number, found), (to_puzzle, to_solution)) in range.zip(batch).zip(rows) {
        let Some(found) = found else { return Ok(Some(number)) };
        write(&found.puzzle, to_puzzle);
        write(&found.solution, to_solution);
        if let Some(to) = weights.next() {
            *to = found.weight.unwrap_or(0.0);
        }
    }
    Ok(None)
}

/// Generates complete grids.
#[pyfunction]
#[pyo3(signature = (n, seed, skip, kind, threads))]
pub(crate) fn grids<'py>(
    py: Python<'py>,
    n: usize,
    seed: u64,
    skip: u64,
    kind: &str,
    threads: Threads,
) -> PyResult<Bound<'py, PyAny>> {
    let numbers = Numbers::new(n, skip)?;
    make(py, kind, ["grid"], None, numbers, |py, columns, _, write| {
        let draw = |(range, [part]): (Range<u64>, [&mut [u8]; 1])| {
            for (number, to) in range.zip(part.chunks_exact_mut(CELLS)) {
                write(&Grid::random(seed, number), to);
            }
        };
        if n <= CALLER_GRIDS {
            draw((numbers.range(), columns));
            return Ok(());
        }
        py.detach(|| {
            let records = threads.chunk(n);
            let parts = numbers.parts(columns, records);
            let stop = StopFlag::new();
            threads.run(
                n.div_ceil(records),
                parts,
                &stop,
                || (),
                |(), part| {
                    draw(part);
                    Ok(())
                },
            )
        })
    })
}

/// A function that writes a grid to 81 bytes.
type Write = fn(&Grid, &mut [u8]);

/// Calls `fill` to fill columns of grids, and of weights if requested, and returns them in the requested `kind`.
fn make<'py, const N: usize>(
    py: Python<'py>,
    kind: &str,
    names: [&str; N],
    mut weights: Option<Vec<f64>>,
    numbers: Numbers,
    fill: impl FnOnce(Python<'_>, [&mut [u8]; N], &mut [f64], Write) -> PyResult<()>,
) -> PyResult<Bound<'py, PyAny>> {
    let Numbers { count, .. } = numbers;
    if !["arrow", "numpy", "str"].contains(&kind) {
        let message = format!("as_ must be 'arrow', 'numpy' or 'str', not '{kind}'");
        return Err(PyValueError::new_err(message));
    }
    if kind == "numpy" {
        // Import NumPy first, because the crate `numpy` panics if it is missing.
        py.import("numpy")?;
    }
    let write: Write = match kind {
        "numpy" => |grid, to| to.copy_from_slice(grid.digits()),
        _ => |grid, to| to.copy_from_slice(&grid.to_text()),
    };
    let mut columns = names.map(|_| vec![0; count * CELLS]);
    let to = columns.each_mut().map(|column| &mut column[..]);
    fill(py, to, weights.as_deref_mut().unwrap_or_default(), write)?;
    let mut made = Vec::with_capacity(N + 1);
    match kind {
        "numpy" => {
            for cells in columns {
                made.push(PyArray1::from_vec(py, cells).reshape([count, CELLS])?.into_any());
            }
            made.extend(weights.map(|weights| PyArray1::from_vec(py, weights).into_any()));
        }
        "str" => {
            for text in columns {
                let grids = text.chunks_exact(CELLS).map(|grid| PyString::from_bytes(py, grid));
                made.push(list_of(py, grids)?.into_any());
            }
            if let Some(weights) = weights {
                made.push(list_of(py, weights.into_iter().map(Ok))?.into_any());
            }
        }
        _ => {
            let mut fields = Vec::with_capacity(N + 1);
            for (name, text) in names.into_iter().zip(columns) {
                let array = made_array(text)?;
                fields.push((Field::new(name, array.data_type().clone(), false).into(), array));
            }
            if let Some(weights) = weights {
                let array: ArrayRef = Arc::new(Float64Array::from(weights));
                fields.push((Field::new("weight", DataType::Float64, false).into(), array));
            }
            return Ok(table(fields).into_pyobject(py)?.into_any());
        }
    }
    Ok(if made.len() == 1 { made.remove(0) } else { PyTuple::new(py, made)?.into_any() })
}
