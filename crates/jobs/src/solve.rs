//! Solving: one solution for every puzzle, or dots; or all solutions.

use std::ops::ControlFlow;

use super::{
    JobOptions, JobSummary,
    grid_walk::{GridRecord, write_each},
    options::SearchOptions,
    runner::Runner,
    solve_stage::{SolveStage, explain, verdict},
};
use batchdoku_base::Limits;
use batchdoku_engine::{Engine, Sorted, grid::Grid};
use batchdoku_format::{AnswerShape, Column, Field, Records};
use batchdoku_pipeline::{ChunkOutput, ChunkRef, DiagnosticKind, Error, Worker};

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
/// assert_eq!(summary.counts.solved, summary.counts.puzzles);
/// # assert_eq!(std::fs::read(solutions)?, std::fs::read("data/examples.sol")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Solve<'a> {
    options: JobOptions<'a>,
    search: SearchOptions,
    unique: bool,
    /// The most solutions that are written for a puzzle, if it is not the first alone.
    all: Option<u64>,
    sorted: bool,
}

with_run! {
    /// Solves the puzzles of the inputs.
    Solve: "solved"
}
with_search!(Solve);

impl Solve<'_> {
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
        if let Some(limit) = all {
            let build = || -> Box<dyn Engine> {
                if *sorted { Box::new(Sorted) } else { search.engine.build() }
            };
            let choice = search.engine.to_string();
            let name = if *sorted { Sorted.name() } else { &choice };
            let runner = runner.pencilmarks().engine(name).asked(&[
                ("the command", &"solve --all"),
                ("--sorted", sorted),
                ("--limit", limit),
                ("--engine", &search.engine.kind),
                ("--max-nodes", &search.max_nodes),
            ]);
            let limits = search.limits(*limit, options);
            let shape = AnswerShape::any_rows(&[Column::SOLUTION]);
            return runner.process(&shape, || enumerate(build(), limits));
        }
        let limits = search.limits(if *unique { 2 } else { 1 }, options);
        let runner = runner.pencilmarks().engine(search.engine).asked(&[
            ("the command", &"solve"),
            ("--unique", unique),
            ("--engine", &search.engine.kind),
            ("--max-nodes", &search.max_nodes),
        ]);
        runner.process(&AnswerShape::one_row(&[Column::SOLUTION]), || {
            let mut stage = SolveStage::new(search.engine, limits);
            move |chunk: &ChunkRef<'_>, output: &mut ChunkOutput<'_, '_>| {
                stage.solve(chunk, verdict, output)
            }
        })
    }
}

/// Makes a worker that writes the solutions of a chunk as they are found.
fn enumerate(mut engine: Box<dyn Engine>, limits: Limits<'_>) -> impl for<'c> Worker<ChunkRef<'c>> {
    let mut records = Records::default();
    move |chunk: &ChunkRef<'_>, output: &mut ChunkOutput<'_, '_>| {
        write_each(chunk, &mut records, output, |record, GridRecord { grid, .. }, output| {
            let mut written = Ok(());
            let (name, formatter) = (engine.name(), output.formatter);
            let marks = record.pencilmarks();
            let mut found = |solution: &Grid| {
                let is_right = match &marks {
                    Some(marks) => marks.is_solution(solution),
                    None => solution.is_solution_of(grid),
                };
                written = if is_right {
                    formatter.row(record, &[Field::Text(&solution.to_text())], &mut output.out[0]);
                    output.write_ahead(|out| formatter.flush(record.records, out))
                } else {
                    let text = record.puzzle().unwrap_or_default();
                    let puzzle = String::from_utf8_lossy(text).into_owned();
                    Err(Error::Unsound { engine: name, puzzle })
                };
                if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            let outcome = match &marks {
                Some(marks) => engine.search_pencilmarks(marks, &limits, &mut found),
                None => engine.search(grid, &limits, &mut found),
            };
            written?;
            if outcome.solutions == 0 {
                formatter.row(record, &[Field::Missing], &mut output.out[0]);
            }
            let counts = &mut output.report.counts;
            counts.solutions += outcome.solutions;
            counts.nodes += outcome.nodes;
            counts.without_guessing += u64::from(outcome.nodes == 0);
            Ok(match verdict(&outcome) {
                Ok(()) | Err(DiagnosticKind::Multiple) => Ok(()),
                Err(kind) => Err(explain(kind, &outcome, Some(*grid))),
            })
        })
    }
}
