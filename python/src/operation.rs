//! What is done to rows, and what comes of it.

use std::{mem, ops::Range, sync::atomic::AtomicBool};

use batchdoku::corpus::GridExt;
use batchdoku::{
    Grid, Limits, Outcome, StopReason,
    batch::{BatchSolver, PuzzleRows, SolutionRows},
    corpus::{rate::Rating, transform::Transform},
};
use batchdoku_arrow::{CELLS, Memory, Rows, Segment};
use pyo3::{exceptions::PyRuntimeError, prelude::*};

use crate::{notation::Notation, parallel::Threads};

/// An operation on puzzles, with its options.
#[pyclass(frozen, module = "batchdoku._native")]
pub(crate) struct Operation {
    pub(crate) kind: Kind,
    /// Solutions to look for.
    limit: u64,
    /// Nodes after which a puzzle is given up.
    nodes: u64,
}

pub(crate) enum Kind {
    /// One solution; only the only one if `unique`.
    Solve { unique: bool },
    /// How many solutions there are, at most the limit.
    Count,
    /// Whether there is exactly one solution.
    IsUnique,
    /// Whether a claimed solution is one; the only one if `unique`.
    Check { unique: bool },
    /// How hard a puzzle is.
    Rate,
    /// The canonical form.
    Canon,
    /// A random equivalent.
    Shuffle { seed: u64 },
}

/// What came of some rows. What the operation does not make is empty.
pub(crate) struct Results<C> {
    /// 81 cells per row; all zero where there is no grid.
    pub(crate) grids: Vec<C>,
    /// One bit a row, from the lowest: whether there is a grid.
    pub(crate) valid: Vec<u8>,
    /// One number per row in each; -1 where it is missing.
    pub(crate) numbers: [Vec<i64>; 2],
    /// One a row.
    pub(crate) ratings: Vec<Option<Rating>>,
}

/// A chunk of rows, and where its results go.
struct Part<'a, C> {
    rows: Range<usize>,
    grids: &'a mut [C],
    valid: &'a mut [u8],
    numbers: [&'a mut [i64]; 2],
    ratings: &'a mut [Option<Rating>],
}

/// Rows, and the claimed solutions beside them.
#[derive(Clone, Copy)]
pub(crate) struct Source<'a> {
    pub(crate) puzzles: &'a dyn Rows,
    pub(crate) claims: Option<&'a dyn Rows>,
    /// The number of the first row.
    pub(crate) first: u64,
}

#[pymethods]
impl Operation {
    #[staticmethod]
    #[pyo3(signature = (unique, limit, max_nodes))]
    fn solve(unique: bool, limit: u64, max_nodes: Option<u64>) -> Self {
        Self::new(Kind::Solve { unique }, limit, max_nodes)
    }

    #[staticmethod]
    #[pyo3(signature = (limit, max_nodes))]
    fn count(limit: u64, max_nodes: Option<u64>) -> Self {
        Self::new(Kind::Count, limit, max_nodes)
    }

    #[staticmethod]
    #[pyo3(signature = (max_nodes))]
    fn is_unique(max_nodes: Option<u64>) -> Self {
        Self::new(Kind::IsUnique, 2, max_nodes)
    }

    #[staticmethod]
    #[pyo3(signature = (unique, max_nodes))]
    fn check(unique: bool, max_nodes: Option<u64>) -> Self {
        Self::new(Kind::Check { unique }, 2, max_nodes)
    }

    #[staticmethod]
    fn rate() -> Self {
        Self::new(Kind::Rate, 2, None)
    }

    #[staticmethod]
    fn canon() -> Self {
        Self::new(Kind::Canon, 1, None)
    }

    #[staticmethod]
    fn shuffle(seed: u64) -> Self {
        Self::new(Kind::Shuffle { seed }, 1, None)
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &'static str {
        match self.kind {
            Kind::Solve { .. } => "solve",
            Kind::Count => "count",
            Kind::IsUnique => "is_unique",
            Kind::Check { .. } => "check",
            Kind::Rate => "rate",
            Kind::Canon => "canon",
            Kind::Shuffle { .. } => "shuffle",
        }
    }

    /// Whether a row's result is a grid.
    #[getter]
    pub(crate) fn makes_grids(&self) -> bool {
        matches!(self.kind, Kind::Solve { .. } | Kind::Canon | Kind::Shuffle { .. })
    }
}

impl Operation {
    fn new(kind: Kind, limit: u64, nodes: Option<u64>) -> Self {
        Self { kind, limit, nodes: nodes.unwrap_or(u64::MAX) }
    }

    /// How many numbers a row has, with the `details` of a table.
    fn numbers(&self, details: bool) -> usize {
        match self.kind {
            Kind::Solve { .. } if details => 2,
            Kind::Count if details => 2,
            Kind::Count | Kind::IsUnique | Kind::Check { .. } => 1,
            _ => 0,
        }
    }

    /// Does it to all rows of a source.
    pub(crate) fn run<N: Notation>(
        &self,
        threads: &Threads,
        source: Source<'_>,
        details: bool,
    ) -> PyResult<Results<N::Cell>> {
        let count = source.puzzles.count();
        let (makes_grids, numbers) = (self.makes_grids(), self.numbers(details));
        let mut results = Results {
            grids: vec![N::Cell::default(); if makes_grids { count * CELLS } else { 0 }],
            valid: vec![0; if makes_grids { count.div_ceil(8) } else { 0 }],
            numbers: [0, 1].map(|i| if i < numbers { vec![-1; count] } else { Vec::new() }),
            ratings: if matches!(self.kind, Kind::Rate) { vec![None; count] } else { Vec::new() },
        };
        let size = threads.chunk(count);
        let mut grids = &mut results.grids[..];
        let mut valid = &mut results.valid[..];
        let [first, second] = &mut results.numbers;
        let mut numbers = [&mut first[..], &mut second[..]];
        let mut ratings = &mut results.ratings[..];
        let parts = (0..count).step_by(size).map(|from| {
            let to = (from + size).min(count);
            Part {
                rows: from..to,
                grids: split_off(&mut grids, (to - from) * CELLS),
                valid: split_off(&mut valid, (to - from).div_ceil(8)),
                numbers: numbers.each_mut().map(|numbers| split_off(numbers, to - from)),
                ratings: split_off(&mut ratings, to - from),
            }
        });
        let stop = AtomicBool::new(false);
        let work = |worker: &mut Worker, part: Part<'_, N::Cell>| {
            worker.run::<N>(self, source, part, &stop)
        };
        threads.run(count.div_ceil(size), parts, &stop, Worker::new, work)?;
        Ok(results)
    }
}

/// The first `count` of a slice, or none if it is empty; the slice is what is left.
fn split_off<'a, T>(slice: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    let count = count.min(slice.len());
    let (first, rest) = mem::take(slice).split_at_mut(count);
    *slice = rest;
    first
}

/// The working memory of a thread.
struct Worker {
    solver: BatchSolver,
    memory: Memory,
    text: Vec<u8>,
    places: Vec<usize>,
    outcomes: Vec<Outcome>,
}

impl Worker {
    fn new() -> Self {
        Self {
            solver: BatchSolver::new().threads(1).expect("the calling thread is there"),
            memory: Memory::default(),
            text: Vec::new(),
            places: Vec::new(),
            outcomes: Vec::new(),
        }
    }

    fn run<N: Notation>(
        &mut self,
        operation: &Operation,
        source: Source<'_>,
        part: Part<'_, N::Cell>,
        stop: &AtomicBool,
    ) -> PyResult<()> {
        let Part { rows, grids, valid, numbers: [first, second], ratings } = part;
        let limits = Limits::solutions(operation.limit).max_nodes(operation.nodes).stop(stop);
        let number = source.first + rows.start as u64;
        match &operation.kind {
            Kind::Solve { unique } => {
                let mut text = mem::take(&mut self.text);
                let mut result = Ok(());
                N::write(grids, &mut text, |out| {
                    result =
                        self.search(source.puzzles, rows, &limits, Some(out), |row, found, out| {
                            let many = found.solutions > 1;
                            let finished = is_finished(found);
                            if finished && found.solutions > 0 && !(*unique && many) {
                                valid[row / 8] |= 1 << (row % 8);
                            } else if let Some(out) = out {
                                out.fill(0);
                            }
                            if !first.is_empty() {
                                first[row] = if finished { found.solutions as i64 } else { -1 };
                                second[row] = found.nodes as i64;
                            }
                        });
                });
                self.text = text;
                result
            }
            Kind::Count => self.search(source.puzzles, rows, &limits, None, |row, found, _| {
                if is_finished(found) {
                    first[row] = found.solutions as i64;
                }
                if !second.is_empty() {
                    second[row] = found.nodes as i64;
                }
            }),
            Kind::IsUnique => self.search(source.puzzles, rows, &limits, None, |row, found, _| {
                if is_finished(found) {
                    first[row] = i64::from(found.solutions == 1);
                }
            }),
            Kind::Check { unique } => {
                check(source, rows.clone(), &mut self.memory, first);
                if !unique {
                    return Ok(());
                }
                self.search(source.puzzles, rows, &limits, None, |row, found, _| {
                    if first[row] == 1 {
                        let exact = is_finished(found);
                        first[row] = if exact { i64::from(found.solutions == 1) } else { -1 };
                    }
                })
            }
            Kind::Rate => {
                let Self { memory, .. } = self;
                each_grid(source.puzzles, rows, memory, |row, grid| {
                    ratings[row] = Some(Rating::of(grid));
                });
                Ok(())
            }
            Kind::Canon => {
                self.map::<N>(source, rows, grids, valid, |_, grid| grid.canonical_form());
                Ok(())
            }
            // The program numbers records by their place in a file: 82 bytes a line.
            Kind::Shuffle { seed } => {
                self.map::<N>(source, rows, grids, valid, |row, grid| {
                    Transform::random(*seed, 82 * (number + row as u64)).apply(grid)
                });
                Ok(())
            }
        }
    }

    /// Searches the puzzles of some rows. `each` gets the row, what was found, and the text of the
    /// solution in `out`.
    fn search(
        &mut self,
        puzzles: &dyn Rows,
        rows: Range<usize>,
        limits: &Limits<'_>,
        out: Option<&mut [u8]>,
        mut each: impl FnMut(usize, &Outcome, Option<&mut [u8]>),
    ) -> PyResult<()> {
        let Self { solver, memory, places, outcomes, .. } = self;
        let mut result = Ok(());
        let mut out = out;
        puzzles.segments(rows.clone(), memory, &mut |Segment { text, starts, rows: in_chunk }| {
            places.clear();
            places.extend(in_chunk.iter().map(|&row| row as usize * CELLS));
            outcomes.clear();
            outcomes.resize(starts.len(), Outcome::default());
            let solutions = match &mut out {
                Some(out) => SolutionRows::text(out).starts(places).fill(0),
                None => SolutionRows::none(),
            };
            let puzzles = PuzzleRows::text(text).starts(starts);
            if let Err(error) = solver.solve(puzzles, solutions, outcomes, limits) {
                result = Err(PyRuntimeError::new_err(error.to_string()));
            }
            for (&row, found) in in_chunk.iter().zip(outcomes.iter()) {
                let row = row as usize;
                if found.end != StopReason::Malformed {
                    let solution = out.as_deref_mut().map(|out| &mut out[row * CELLS..][..CELLS]);
                    each(row, found, solution);
                }
            }
        });
        result
    }

    /// Writes a grid for every grid.
    fn map<N: Notation>(
        &mut self,
        source: Source<'_>,
        rows: Range<usize>,
        grids: &mut [N::Cell],
        valid: &mut [u8],
        mut map: impl FnMut(usize, &Grid) -> Grid,
    ) {
        let Self { memory, text, .. } = self;
        N::write(grids, text, |out| {
            each_grid(source.puzzles, rows, memory, |row, grid| {
                out[row * CELLS..][..CELLS].copy_from_slice(&map(row, grid).to_text());
                valid[row / 8] |= 1 << (row % 8);
            });
        });
    }
}

/// Whether a search was complete or reached its limit of solutions.
fn is_finished(outcome: &Outcome) -> bool {
    matches!(outcome.end, StopReason::Complete | StopReason::SolutionLimit)
}

/// Hands the grids of some rows to `each`.
fn each_grid(
    source: &dyn Rows,
    rows: Range<usize>,
    memory: &mut Memory,
    mut each: impl FnMut(usize, &Grid),
) {
    source.segments(rows, memory, &mut |Segment { text, starts, rows }| {
        for (&start, &row) in starts.iter().zip(rows) {
            if let Ok(grid) = Grid::parse(&text[start..][..CELLS]) {
                each(row as usize, &grid);
            }
        }
    });
}

/// Checks claimed solutions: 1 for a right one, 0 for a wrong one, -1 where the puzzle is malformed.
fn check(source: Source<'_>, rows: Range<usize>, memory: &mut Memory, verdicts: &mut [i64]) {
    let mut puzzles: Vec<Option<[u8; CELLS]>> = vec![None; rows.len()];
    each_grid(source.puzzles, rows.clone(), memory, |row, grid| {
        puzzles[row] = Some(grid.to_text());
        verdicts[row] = 0;
    });
    let Some(claims) = source.claims else { return };
    claims.segments(rows, memory, &mut |Segment { text, starts, rows }| {
        for (&start, &row) in starts.iter().zip(rows) {
            let claim = text[start..].first_chunk().expect("a row has 81 bytes");
            if let Some(puzzle) = &puzzles[row as usize] {
                verdicts[row as usize] = i64::from(Grid::is_solution(puzzle, claim));
            }
        }
    });
}
