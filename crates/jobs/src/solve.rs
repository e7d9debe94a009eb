//! Solving: one solution for every puzzle, or dots; or all solutions.

use super::{
    JobOptions, JobSummary,
    enumerate::enumerate,
    runner::Runner,
    search_options::SearchOptions,
    solve_stage::{SolveStage, verdict},
    summary::SummaryWording,
};
use batchdoku_engine::{Engine, Sorted};
use batchdoku_pipeline::{ChunkOutput, ChunkRef, Error};

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
    Solve: SummaryWording::puzzles("solved")
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
            return runner.process(&["solution"], || enumerate(build(), limits));
        }
        let limits = search.limits(if *unique { 2 } else { 1 }, options);
        let runner = runner.pencilmarks().engine(search.engine).asked(&[
            ("the command", &"solve"),
            ("--unique", unique),
            ("--engine", &search.engine.kind),
            ("--max-nodes", &search.max_nodes),
        ]);
        runner.process(&["solution"], || {
            let mut stage = SolveStage::new(search.engine, limits);
            move |chunk: &ChunkRef<'_>, output: &mut ChunkOutput<'_, '_>| {
                stage.solve(chunk, verdict, output)
            }
        })
    }
}
