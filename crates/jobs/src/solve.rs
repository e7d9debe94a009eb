//! Solving: one solution for every puzzle, or dots; or all solutions.

use std::ops::ControlFlow;

use serde::Serialize;

use super::{
    JobOptions, JobSummary,
    grid_walk::{GridRecord, GridRows, RowsWorker, write_row_ahead},
    options::SearchOptions,
    question::{SearchQuestion, limited},
    runner::Runner,
    solve_stage::{SolveStage, reason},
    summary::JobEngine,
};
use batchdoku_base::{Limits, Verdict};
use batchdoku_engine::{Engine, EngineChoice, Sorted, build_engine, grid::Grid};
use batchdoku_format::{AnswerShape, Column, Field, RecordRef};
use batchdoku_pipeline::{ChunkJob, ChunkOutput, ChunkWorker, Error};

/// Solves puzzles: one answer for every record, in order. A record without a solution, or that is
/// not a puzzle, is answered by 81 dots.
///
/// ```
/// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).unwrap();
/// use batchdoku::jobs::Solve;
/// # let folder = tempfile::tempdir()?;
/// # let [puzzles, solutions] = ["puzzles.txt", "solutions.txt"].map(|name| folder.path().join(name));
/// # std::fs::copy("data/examples.txt", &puzzles)?;
/// let summary = Solve::new().unique(true).run(&puzzles, &solutions)?;
/// assert_eq!(summary.counts.done, summary.counts.puzzles);
/// # assert_eq!(std::fs::read(solutions)?, std::fs::read("data/examples.sol")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Solve {
    options: JobOptions,
    search: SearchOptions,
    unique: bool,
    /// The most solutions that are written for a puzzle, if it is not the first alone.
    all: Option<u64>,
    sorted: bool,
}

/// The question of a job.
#[derive(Serialize)]
struct SolveQuestion {
    unique: bool,
    all: bool,
    sorted: bool,
    limit: Option<u64>,
    #[serde(flatten)]
    search: SearchQuestion,
}

with_run! {
    /// Solves the puzzles of the inputs.
    Solve: "solved"
}
with_search!(Solve);

impl Solve {
    setters! {
        /// Sets whether a puzzle counts as solved only if its solution is the only one.
        unique: bool;
    }

    /// Writes all solutions of each puzzle, one record each, but at most `limit`. They come in an order
    /// that depends on the puzzle and the engine alone. A record without a solution, or that is not a
    /// puzzle, gives one record of dots.
    pub fn all(self, limit: u64) -> Self {
        Self { all: Some(limit), sorted: false, ..self }
    }

    /// Writes what [`all`](Self::all) does in lexicographic order. A search in row order, whatever the
    /// engine, finds the solutions so.
    pub fn all_sorted(self, limit: u64) -> Self {
        Self { all: Some(limit), sorted: true, ..self }
    }

    fn start(&self, runner: Runner<'_>) -> Result<JobSummary, Error> {
        let Self { options, search, unique, all, sorted } = self;
        let question = SolveQuestion {
            unique: *unique && all.is_none(),
            all: all.is_some(),
            sorted: *sorted,
            limit: all.and_then(limited),
            search: search.into(),
        };
        if let Some(limit) = all {
            let engine = (!sorted).then_some(search.engine);
            let named = engine.map_or(JobEngine::Sorted, JobEngine::from);
            let runner = runner.pencilmarks().engine(named).identified_by("solve", &question);
            let job = EnumerateJob { engine, limits: search.limits(*limit, options) };
            return runner.run(&AnswerShape::any_rows(&[Column::SOLUTION]), &job);
        }
        let limits = search.limits(if *unique { 2 } else { 1 }, options);
        let runner = runner.pencilmarks().engine(search.engine).identified_by("solve", &question);
        let job = SolveJob { engine: search.engine, limits };
        runner.run(&AnswerShape::one_row(&[Column::SOLUTION]), &job)
    }
}

/// Finds a solution of each puzzle.
struct SolveJob<'a> {
    engine: EngineChoice,
    limits: Limits<'a>,
}

impl ChunkJob for SolveJob<'_> {
    fn worker(&self) -> Box<dyn ChunkWorker + '_> {
        Box::new(SolveStage::new(self.engine, self.limits))
    }
}

/// Writes the solutions of puzzles as they are found.
struct EnumerateJob<'a> {
    /// Solutions are in lexicographic order, if `None`.
    engine: Option<EngineChoice>,
    limits: Limits<'a>,
}

impl ChunkJob for EnumerateJob<'_> {
    fn worker(&self) -> Box<dyn ChunkWorker + '_> {
        let engine = self.engine.map_or_else(|| Box::new(Sorted) as _, build_engine);
        Box::new(RowsWorker::new(Solutions { engine, limits: self.limits }, 1))
    }
}

/// All solutions of each puzzle, a row for each.
struct Solutions<'j> {
    engine: Box<dyn Engine>,
    limits: Limits<'j>,
}

impl GridRows for Solutions<'_> {
    fn write(
        &mut self,
        record: RecordRef<'_>,
        GridRecord { grid, .. }: GridRecord<'_>,
        output: &mut ChunkOutput<'_, '_>,
    ) -> Result<(), Error> {
        let Self { engine, limits } = self;
        let name = engine.name();
        let mut written = Ok(());
        let marks = record.pencilmarks();
        let mut write = |solution: &Grid, is_right: bool| {
            written = if is_right {
                write_row_ahead(record, &[Field::Text(&solution.to_text())], output)
            } else {
                let text = record.puzzle().unwrap_or_default();
                let puzzle = String::from_utf8_lossy(text).into_owned();
                Err(Error::Unsound { engine: name, puzzle })
            };
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let outcome = match &marks {
            Some(marks) => engine.search_pencilmarks(marks, limits, &mut |solution| {
                write(solution, marks.is_solved_by(solution))
            }),
            None => engine.search(grid, limits, &mut |solution| {
                write(solution, solution.is_solution_of(grid))
            }),
        };
        written?;
        if outcome.solutions == 0 {
            output.formatter.row(record, &[Field::Missing], &mut output.out[0]);
        }
        let counts = &mut output.report.counts;
        counts.solutions += outcome.solutions;
        counts.nodes += outcome.nodes;
        counts.without_guessing += u64::from(outcome.nodes == 0);
        match outcome.verdict() {
            Verdict::Solved | Verdict::Multiple => counts.done += 1,
            _ => output.report.reject(record, reason(&outcome, || Some(*grid))),
        }
        Ok(())
    }
}
