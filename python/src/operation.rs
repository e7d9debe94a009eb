//! Operations on rows, and their results.

use std::{cell::RefCell, mem, ops::Range};

use arrow_schema::DataType;
use batchdoku::{
    Grid, Limits, Outcome, StopFlag, Verdict,
    batch::BatchError,
    corpus::{
        GridExt,
        explain::TechniqueConditions,
        features::{ColumnKind, FEATURES, Facts, Feature, FeatureGroup, Value},
        transform::Transform,
    },
};
use batchdoku_arrow::{CELLS, Memory, Rows, Segment};
use batchdoku_corpus::{features::MEETS, random::Seed, shuffle::transforms};
use batchdoku_engine::{
    EngineChoice,
    batch::{Keep, Places, Stage, StageRows},
    grid::{Pencilmarks, PuzzleForm},
};
use pyo3::{exceptions::PyRuntimeError, prelude::*};

use crate::{
    column::{Column, ColumnRows, data_type, number, split_off, truth},
    error::excludes_candidates,
    notation::Notation,
    parallel::{Caller, Share, Threads},
    techniques::Techniques,
};

/// The number of nodes after which the calling thread leaves a search to another thread: about 0.1 ms.
pub(crate) const TRIAL_NODES: u64 = 256;

/// The minimum and maximum number of rows that the calling thread does at a time.
const TRIAL_ROWS: (usize, usize) = (8, 32);

/// An operation on puzzles, with its options.
#[pyclass(frozen, module = "batchdoku._native")]
pub(crate) struct Operation {
    pub(crate) kind: Kind,
    /// The number of solutions to search for.
    limit: u64,
    /// The number of nodes after which a puzzle is given up.
    nodes: u64,
}

pub(crate) enum Kind {
    /// Finds a solution; with `unique`, only if there is no other.
    Solve { unique: bool },
    /// Counts solutions, at most the limit.
    Count,
    /// Finds out whether there is exactly one solution.
    IsUnique,
    /// Finds out whether a claimed solution is a solution; with `unique`, whether it is the only solution.
    Check { unique: bool },
    /// Rates a puzzle; with `er`, also by Sudoku Explainer.
    Rate { er: bool },
    /// Finds out whether a path to the solution meets conditions.
    Meets { conditions: TechniqueConditions },
    /// Finds the canonical form.
    Canon,
    /// Draws random equivalents. Each puzzle gets `copies` rows, with different equivalents; if it has fewer
    /// equivalents, its other rows are missing. With claims, these are the puzzles, and the rows are their solutions:
    /// each solution is transformed like its puzzle.
    Shuffle { seed: u64, copies: u64, keeps_original: bool },
}

/// Results by row. Columns that the operation does not make are empty.
pub(crate) struct Results<C> {
    /// 81 cells per row; all zero if there is no grid.
    pub(crate) grids: Vec<C>,
    /// One bit per row, from the lowest: whether there is a grid.
    pub(crate) valid: Vec<u8>,
    /// All other results, one column for each kind, with a value per row.
    pub(crate) columns: Vec<Column>,
}

/// A chunk of rows, and the place of its results.
struct ResultChunk<'a, C> {
    rows: Range<usize>,
    grids: &'a mut [C],
    valid: &'a mut [u8],
    columns: Vec<ColumnRows<'a>>,
}

/// Rows, with claimed solutions if there are any.
#[derive(Clone, Copy)]
pub(crate) struct RowSource<'a> {
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
    fn rate(er: bool) -> Self {
        Self::new(Kind::Rate { er }, 2, None)
    }

    #[staticmethod]
    #[pyo3(signature = (techniques, er))]
    fn meets(techniques: Techniques, er: bool) -> PyResult<Self> {
        Ok(Self::new(Kind::Meets { conditions: techniques.or_ladder(er)? }, 2, None))
    }

    #[staticmethod]
    fn canon() -> Self {
        Self::new(Kind::Canon, 1, None)
    }

    #[staticmethod]
    fn shuffle(seed: u64, copies: u64, keeps_original: bool) -> Self {
        let kind = Kind::Shuffle { seed, copies: copies.max(1), keeps_original };
        Self::new(kind, 1, None)
    }

    /// Returns the name of the operation.
    #[getter]
    fn name(&self) -> &'static str {
        match self.kind {
            Kind::Solve { .. } => "solve",
            Kind::Count => "count",
            Kind::IsUnique => "is_unique",
            Kind::Check { .. } => "check",
            Kind::Rate { .. } => "rate",
            Kind::Meets { .. } => "meets",
            Kind::Canon => "canon",
            Kind::Shuffle { .. } => "shuffle",
        }
    }

    /// Returns the columns of tables that are not grids: the name of each, and the kind of its values.
    #[getter(columns)]
    fn columns_of_tables(&self) -> Vec<(&'static str, &'static str)> {
        let kind = |kind| match data_type(kind) {
            DataType::Boolean => "truth",
            DataType::Int64 => "number",
            DataType::Float64 => "rating",
            _ => "text",
        };
        self.columns(true).into_iter().map(|(name, of)| (name, kind(of))).collect()
    }

    /// Returns the number of rows for a puzzle.
    #[getter]
    pub(crate) fn copies(&self) -> u64 {
        if let Kind::Shuffle { copies, .. } = self.kind { copies } else { 1 }
    }

    /// Returns whether tables also keep the original puzzle.
    #[getter]
    fn keeps_original(&self) -> bool {
        matches!(self.kind, Kind::Shuffle { keeps_original: true, .. })
    }

    /// Returns whether the result of a row is a grid.
    #[getter]
    pub(crate) fn makes_grids(&self) -> bool {
        matches!(self.kind, Kind::Solve { .. } | Kind::Canon | Kind::Shuffle { .. })
    }
}

impl Operation {
    fn new(kind: Kind, limit: u64, nodes: Option<u64>) -> Self {
        Self { kind, limit, nodes: nodes.unwrap_or(u64::MAX) }
    }

    /// Returns the names and kinds of the columns that are not grids; with `details`, those of tables.
    pub(crate) fn columns(&self, details: bool) -> Vec<(&'static str, ColumnKind)> {
        let numbers = [("solutions", ColumnKind::Integer), ("nodes", ColumnKind::Integer)];
        match self.kind {
            Kind::Solve { .. } | Kind::Count if details => numbers.into(),
            Kind::Count => vec![numbers[0]],
            Kind::IsUnique => vec![("unique", ColumnKind::Flag)],
            Kind::Check { .. } => vec![("correct", ColumnKind::Flag)],
            Kind::Meets { .. } => vec![("meets", ColumnKind::Flag)],
            Kind::Rate { .. } => self.features().map(|it| (it.name, it.kind)).collect(),
            Kind::Solve { .. } | Kind::Canon | Kind::Shuffle { .. } => Vec::new(),
        }
    }

    /// Returns the features of ratings, in the order of their columns.
    fn features(&self) -> impl Iterator<Item = &'static Feature> {
        const ALL: &[Feature] = &FEATURES;
        let has_er = matches!(self.kind, Kind::Rate { er: true });
        ALL.iter().filter(move |feature| match feature.group {
            FeatureGroup::Level => true,
            FeatureGroup::Er => has_er,
            _ => false,
        })
    }

    /// Returns whether the operation searches for a path to each solution.
    fn goes_up_the_ladder(&self) -> bool {
        matches!(self.kind, Kind::Rate { er: true } | Kind::Meets { .. })
    }

    /// Runs the operation on all rows of a source.
    pub(crate) fn run<N: Notation>(
        &self,
        caller: &Caller<'_>,
        threads: Threads,
        source: RowSource<'_>,
        details: bool,
    ) -> PyResult<Results<N::Cell>> {
        let count = source.puzzles.count();
        let makes_grids = self.makes_grids();
        let columns = self.columns(details).into_iter();
        let mut results = Results {
            grids: vec![N::Cell::default(); if makes_grids { count * CELLS } else { 0 }],
            valid: vec![0; if makes_grids { count.div_ceil(8) } else { 0 }],
            columns: columns.map(|(_, kind)| Column::missing(kind, count)).collect(),
        };
        let stop = StopFlag::new();
        let limits = Limits::solutions(self.limit).max_nodes(self.nodes).stop(&stop);
        let mut left = ResultChunk::all(&mut results, count);
        self.begin::<N>(caller, source, &mut left, &limits)?;
        let count = left.rows.len();
        if count > 0 {
            caller.run_detached(|| {
                // Take few rows at a time, because they may take long.
                let few = (count / (4 * threads.count())).clamp(1, 64);
                let size = if self.goes_up_the_ladder() { few } else { threads.chunk(count) };
                let parts = (0..count).step_by(size).map(|_| left.take(size));
                let work = |worker: &mut RowWorker, part: ResultChunk<'_, N::Cell>| {
                    worker.run::<N>(self, source, part, &limits).map(|_| ())
                };
                threads.run(count.div_ceil(size), parts, &stop, RowWorker::new, work)
            })?;
        }
        Ok(results)
    }

    /// Returns the work per row in addition to the search, in nodes.
    fn work_of_row(&self) -> u64 {
        match self.kind {
            Kind::Solve { .. } | Kind::Count | Kind::IsUnique | Kind::Check { .. } => 1,
            Kind::Shuffle { .. } => 4,
            Kind::Rate { .. } | Kind::Meets { .. } => 24,
            Kind::Canon => 40,
        }
    }

    /// Runs the operation on the first rows on the calling thread, if there are few rows, until a single row or all of
    /// them together take long.
    fn begin<N: Notation>(
        &self,
        caller: &Caller<'_>,
        source: RowSource<'_>,
        left: &mut ResultChunk<'_, N::Cell>,
        limits: &Limits<'_>,
    ) -> PyResult<()> {
        thread_local! {
            static WORKER: RefCell<RowWorker> = RefCell::new(RowWorker::new());
        }
        // The time of a path cannot be known in advance.
        if self.goes_up_the_ladder() {
            return Ok(());
        }
        let limits = limits.max_nodes(TRIAL_NODES.min(limits.nodes));
        let is_trial = limits.nodes < self.nodes;
        let mut result = Ok(());
        caller.begin(left.rows.len(), |done| {
            let rows = done.clamp(TRIAL_ROWS.0, TRIAL_ROWS.1).min(left.rows.len());
            let part = left.first(rows);
            let (ran, nodes) = WORKER.with_borrow_mut(|worker| {
                worker.nodes = 0;
                (worker.run::<N>(self, source, part, &limits), worker.nodes)
            });
            let nothing = Share { rows: 0, work: 0 };
            match ran {
                Ok(gave_up) if gave_up && is_trial => {
                    left.first(rows).clear();
                    return nothing;
                }
                Ok(_) => {}
                Err(error) => {
                    result = Err(error);
                    return nothing;
                }
            }
            left.take(rows);
            Share { rows, work: rows as u64 * self.work_of_row() + nodes }
        });
        result
    }
}

impl<'a, C: Copy + Default> ResultChunk<'a, C> {
    /// Returns all rows.
    fn all(results: &'a mut Results<C>, count: usize) -> Self {
        let Results { grids, valid, columns } = results;
        Self {
            rows: 0..count,
            grids,
            valid,
            columns: columns.iter_mut().map(Column::rows).collect(),
        }
    }

    /// Splits off the first `count` rows, a multiple of 8, or all if there are fewer.
    fn take(&mut self, count: usize) -> Self {
        let from = self.rows.start;
        let count = count.min(self.rows.len());
        self.rows.start += count;
        Self {
            rows: from..from + count,
            grids: split_off(&mut self.grids, count * CELLS),
            valid: split_off(&mut self.valid, count.div_ceil(8)),
            columns: self.columns.iter_mut().map(|column| column.take(count)).collect(),
        }
    }

    /// Returns the first rows, without splitting them off.
    fn first(&mut self, count: usize) -> ResultChunk<'_, C> {
        let Self { rows, grids, valid, columns } = self;
        let columns = columns.iter_mut().map(ColumnRows::by_ref).collect();
        ResultChunk { rows: rows.clone(), grids, valid, columns }.take(count)
    }

    /// Removes the results.
    fn clear(&mut self) {
        self.grids.fill(C::default());
        self.valid.fill(0);
        self.columns.iter_mut().for_each(ColumnRows::clear);
    }
}

/// The working memory of a thread.
struct RowWorker {
    stage: Stage,
    facts: Facts,
    memory: Memory,
    text: Vec<u8>,
    places: Vec<usize>,
    outcomes: Vec<Outcome>,
    /// The number of nodes of its searches so far.
    nodes: u64,
}

impl RowWorker {
    fn new() -> Self {
        Self {
            stage: Stage::new(EngineChoice::default()),
            facts: Facts::new(&[]),
            memory: Memory::default(),
            text: Vec::new(),
            places: Vec::new(),
            outcomes: Vec::new(),
            nodes: 0,
        }
    }

    /// Runs an operation on a part. Returns whether a search ended at the limit of nodes.
    fn run<N: Notation>(
        &mut self,
        operation: &Operation,
        source: RowSource<'_>,
        part: ResultChunk<'_, N::Cell>,
        limits: &Limits<'_>,
    ) -> PyResult<bool> {
        let ResultChunk { rows, grids, valid, mut columns } = part;
        let number = source.first + rows.start as u64;
        match &operation.kind {
            Kind::Solve { unique } => {
                let mut text = mem::take(&mut self.text);
                let mut result = Ok(false);
                let keep = if *unique { Keep::Only } else { Keep::First };
                N::write(grids, &mut text, |out| {
                    let out = Some((out, keep));
                    result = self.search(source.puzzles, rows, limits, out, |row, found| {
                        valid[row / 8] |= u8::from(keep.keeps(found)) << (row % 8);
                        set_counts(&mut columns, row, found);
                    });
                });
                self.text = text;
                result
            }
            Kind::Count => self.search(source.puzzles, rows, limits, None, |row, found| {
                set_counts(&mut columns, row, found);
            }),
            Kind::IsUnique => {
                let [verdicts] = &mut columns[..] else { return Ok(false) };
                self.search(source.puzzles, rows, limits, None, |row, found| {
                    verdicts.set(row, is_unique(found));
                })
            }
            Kind::Check { unique } => {
                let [verdicts] = &mut columns[..] else { return Ok(false) };
                check(source, rows.clone(), &mut self.memory, verdicts);
                if !unique {
                    return Ok(false);
                }
                self.search(source.puzzles, rows, limits, None, |row, found| {
                    if verdicts.truth(row) == Some(true) {
                        verdicts.set(row, is_unique(found));
                    }
                })
            }
            Kind::Rate { .. } => {
                let features: Vec<_> = operation.features().copied().collect();
                let Self { facts, memory, .. } = self;
                facts.prepare(&features);
                facts.set_stop(limits.stop);
                let mut gave_up = false;
                each_grid(operation, source.puzzles, source.first, rows, memory, |row, grid| {
                    if limits.stopped() {
                        return;
                    }
                    facts.begin(grid);
                    if !facts.rate_within(limits) {
                        gave_up = true;
                        return;
                    }
                    for (feature, column) in features.iter().zip(&mut columns) {
                        if let Ok(value) = facts.value(feature) {
                            column.set(row, value);
                        }
                    }
                })?;
                Ok(gave_up)
            }
            Kind::Meets { conditions } => {
                let [meets] = &mut columns[..] else { return Ok(false) };
                let Self { facts, memory, .. } = self;
                facts.set_conditions(Some(*conditions));
                facts.set_stop(limits.stop);
                each_grid(operation, source.puzzles, source.first, rows, memory, |row, grid| {
                    if !limits.stopped() {
                        facts.begin(grid);
                        if let Ok(value) = facts.value(&MEETS) {
                            meets.set(row, value);
                        }
                    }
                })?;
                Ok(false)
            }
            Kind::Canon => {
                self.map::<N>(operation, source, rows, grids, valid, limits, |_, grid| {
                    Some(grid.canonical_form())
                })?;
                Ok(false)
            }
            &Kind::Shuffle { seed, copies, .. } => {
                let puzzles = match source.claims {
                    Some(puzzles) => {
                        let mut all = vec![None; rows.len()];
                        let memory = &mut self.memory;
                        each_grid(
                            operation,
                            puzzles,
                            source.first,
                            rows.clone(),
                            memory,
                            |row, grid| all[row] = Some(*grid),
                        )?;
                        Some(all)
                    }
                    None => None,
                };
                let seed = Seed::new(seed);
                let mut drawn: Option<(u64, Vec<Transform>)> = None;
                self.map::<N>(operation, source, rows, grids, valid, limits, |row, grid| {
                    let puzzle = match &puzzles {
                        Some(puzzles) => puzzles[row].as_ref()?,
                        None => grid,
                    };
                    let (record, copy) =
                        ((number + row as u64) / copies, (number + row as u64) % copies);
                    if drawn.as_ref().is_none_or(|drawn| drawn.0 != record) {
                        let rng = &mut seed.record(record);
                        drawn = Some((record, transforms(puzzle, copies as usize, rng).collect()));
                    }
                    let (_, transforms) = drawn.as_ref()?;
                    transforms.get(copy as usize).map(|transform| transform.apply(grid))
                })?;
                Ok(false)
            }
        }
    }

    /// Searches the puzzles of some rows. Writes the solutions that are kept to their rows of `out`, and zeros to all
    /// others. Calls `each` for each row with a puzzle, with its outcome. Returns whether a search ended at the limit
    /// of nodes.
    fn search(
        &mut self,
        puzzles: &dyn Rows,
        rows: Range<usize>,
        limits: &Limits<'_>,
        mut out: Option<(&mut [u8], Keep)>,
        mut each: impl FnMut(usize, &Outcome),
    ) -> PyResult<bool> {
        let Self { stage, memory, places, outcomes, nodes, .. } = self;
        let mut result = Ok(());
        let mut gave_up = false;
        puzzles.segments(rows.clone(), memory, &mut |segment| {
            let Segment { text, starts, rows: in_chunk, form } = segment;
            places.clear();
            places.extend(in_chunk.iter().map(|&row| row as usize * CELLS));
            outcomes.clear();
            outcomes.resize(starts.len(), Outcome::default());
            let to = out.as_mut().map(|(out, keep)| Places {
                output: out,
                slots: places,
                form: PuzzleForm::Cells,
                fill: 0,
                keep: *keep,
            });
            let stage_rows = StageRows { bytes: text, starts, form };
            if let Err(unsound) = stage.search(stage_rows, to, outcomes, limits) {
                let error = BatchError::EngineBug { engine: unsound.engine, row: unsound.index };
                result = Err(PyRuntimeError::new_err(error.to_string()));
            }
            for (&row, found) in in_chunk.iter().zip(outcomes.iter()) {
                let verdict = found.verdict();
                *nodes += found.nodes;
                gave_up |= verdict == Verdict::NodeLimit;
                if verdict != Verdict::Malformed {
                    each(row as usize, found);
                }
            }
        });
        result.map(|()| gave_up)
    }

    /// Writes a grid for every grid, until stopped.
    #[expect(clippy::too_many_arguments, reason = "where the grids are, and where they go")]
    fn map<N: Notation>(
        &mut self,
        operation: &Operation,
        source: RowSource<'_>,
        rows: Range<usize>,
        grids: &mut [N::Cell],
        valid: &mut [u8],
        limits: &Limits<'_>,
        mut map: impl FnMut(usize, &Grid) -> Option<Grid>,
    ) -> PyResult<()> {
        let Self { memory, text, .. } = self;
        let mut result = Ok(());
        N::write(grids, text, |out| {
            result =
                each_grid(operation, source.puzzles, source.first, rows, memory, |row, grid| {
                    if !limits.stopped()
                        && let Some(made) = map(row, grid)
                    {
                        out[row * CELLS..][..CELLS].copy_from_slice(&made.to_text());
                        valid[row / 8] |= 1 << (row % 8);
                    }
                });
        });
        result
    }
}

/// Sets the number of solutions, unless the search ended early, and the number of nodes, if there are columns for them.
fn set_counts(columns: &mut [ColumnRows<'_>], row: usize, found: &Outcome) {
    let mut columns = columns.iter_mut();
    if let Some(solutions) = columns.next()
        && found.verdict().is_finished()
    {
        solutions.set(row, number(found.solutions));
    }
    if let Some(nodes) = columns.next() {
        nodes.set(row, number(found.nodes));
    }
}

/// Returns whether a search for two solutions found exactly one; missing if the search ended early.
fn is_unique(outcome: &Outcome) -> Value<'static> {
    let verdict = outcome.verdict();
    if verdict.is_finished() { truth(verdict == Verdict::Solved) } else { Value::Missing }
}

/// Calls `each` with the grids of some rows.
///
/// # Errors
/// If a row excludes candidates, which the operation does not accept. `before` is the number of rows before those of
/// the source.
fn each_grid(
    operation: &Operation,
    source: &dyn Rows,
    before: u64,
    rows: Range<usize>,
    memory: &mut Memory,
    mut each: impl FnMut(usize, &Grid),
) -> PyResult<()> {
    let first = before + rows.start as u64;
    let mut refused = None;
    source.segments(rows, memory, &mut |Segment { text, starts, rows, form }| {
        if form == PuzzleForm::Pencilmarks {
            refused = refused.or(rows.first().copied());
            return;
        }
        for (&start, &row) in starts.iter().zip(rows) {
            if let Ok(grid) = Grid::parse(&text[start..][..CELLS]) {
                each(row as usize, &grid);
            }
        }
    });
    refused.map_or(Ok(()), |row| {
        let row = (first + u64::from(row)) / operation.copies();
        Err(excludes_candidates(row as usize, operation.name()))
    })
}

/// Checks claimed solutions. The verdict is missing if the puzzle is malformed or nothing is claimed: no solution, or a
/// grid without a digit.
fn check(
    source: RowSource<'_>,
    rows: Range<usize>,
    memory: &mut Memory,
    verdicts: &mut ColumnRows<'_>,
) {
    let Some(claims) = source.claims else { return };
    let mut puzzles: Vec<Option<[u8; CELLS]>> = vec![None; rows.len()];
    // The rows that exclude candidates, in order, with their candidates.
    let mut candidates: Vec<(u32, Pencilmarks)> = Vec::new();
    source.puzzles.segments(
        rows.clone(),
        memory,
        &mut |Segment { text, starts, rows: in_chunk, form }| {
            for (&start, &row) in starts.iter().zip(in_chunk) {
                let puzzle = &text[start..][..form.length()];
                let Ok(grid) = form.parse(puzzle) else { continue };
                if form == PuzzleForm::Pencilmarks {
                    candidates.extend(Pencilmarks::parse(puzzle).map(|marks| (row, marks)));
                }
                puzzles[row as usize] = Some(grid.to_text());
                if !claims.is_null(rows.start + row as usize) {
                    verdicts.set(row as usize, truth(false));
                }
            }
        },
    );
    claims.segments(rows, memory, &mut |Segment { text, starts, rows, form }| {
        for (&start, &row) in starts.iter().zip(rows) {
            // A claim that excludes candidates is not a complete grid.
            let Some(puzzle) = &puzzles[row as usize] else { continue };
            let Some(claim) = text[start..].first_chunk().filter(|_| form == PuzzleForm::Cells)
            else {
                continue;
            };
            let has_digit = claim.iter().any(|byte| matches!(byte, b'1'..=b'9'));
            let allowed = candidates.binary_search_by_key(&row, |&(row, _)| row);
            let allows =
                |claim: &Grid| allowed.is_ok_and(|at| candidates[at].1.is_solved_by(claim));
            if has_digit {
                let is_allowed =
                    allowed.is_err() || Grid::parse(claim).is_ok_and(|claim| allows(&claim));
                let is_right = is_allowed && Grid::is_solution_text(puzzle, claim);
                verdicts.set(row as usize, truth(is_right));
            } else if Grid::parse(claim).is_ok() {
                // Nothing is claimed. A claim with invalid cells, however, is wrong, not missing.
                verdicts.unset(row as usize);
            }
        }
    });
}
