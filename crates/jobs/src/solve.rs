//! Solving: one solution for every puzzle, or dots; or all solutions.

use super::{
    Inputs, JobOptions, JobSummary,
    enumerate::Enumeration,
    runner::Runner,
    search_options::{SearchOptions, with_options, with_search},
    solve_stage::SolveStage,
    summary::Words,
};
use batchdoku_base::{Outcome, StopReason};
use batchdoku_pipeline::{ChunkOutput, ChunkProcessor, ChunkRef, DiagnosticKind, Error, Output};

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
    all: Option<Enumeration>,
}

with_options!(Solve);
with_search!(Solve);

impl Solve<'_> {
    /// Sets whether a puzzle counts as solved only if its solution is the only one.
    pub fn unique(self, unique: bool) -> Self {
        Self { unique, ..self }
    }

    /// Writes all solutions of each puzzle, one record each, but at most `limit`. They come in an order
    /// that depends on the puzzle and the engine alone. A record without a solution, or that is not a
    /// puzzle, gives one record of dots.
    pub fn all(self, limit: u64) -> Self {
        Self { all: Some(Enumeration { limit, sorted: false }), ..self }
    }

    /// Writes what [`all`](Self::all) does in lexicographic order. A search in row order, whatever the
    /// engine, finds the solutions so.
    pub fn all_sorted(self, limit: u64) -> Self {
        Self { all: Some(Enumeration { limit, sorted: true }), ..self }
    }

    /// Solves the puzzles of the inputs.
    ///
    /// # Errors
    /// Whatever ended the job. No output file is written then.
    pub fn run(
        &self,
        inputs: impl Into<Inputs>,
        output: impl Into<Output>,
    ) -> Result<JobSummary, Error> {
        let Self { options, search, unique, all } = self;
        if let Some(all) = all {
            return all.run(options, search, inputs.into(), output.into());
        }
        let limits = search.limits(if *unique { 2 } else { 1 }, options);
        let words = Words::puzzles("solved");
        Runner::new(options, inputs.into(), vec![output.into()], words)?
            .pencilmarks()
            .engine(search.engine)
            .asked(&[
                ("the command", &"solve"),
                ("--unique", unique),
                ("--engine", &search.engine.kind),
                ("--max-nodes", &search.max_nodes),
            ])
            .run(&["solution"], || SolveWorker(SolveStage::new(search.build(), limits)))
    }
}

/// Solves chunks: the answer of each record is one field, the solution or 81 dots.
struct SolveWorker<'a>(SolveStage<'a>);

impl ChunkProcessor for SolveWorker<'_> {
    fn process(
        &mut self,
        chunk: &ChunkRef<'_>,
        output: &mut ChunkOutput<'_, '_>,
    ) -> Result<(), Error> {
        let verdict = |outcome: &Outcome| match (outcome.end, outcome.solutions) {
            (StopReason::Complete | StopReason::SolutionLimit, 1) => Ok(()),
            (StopReason::Complete, 0) => Err(DiagnosticKind::Unsolvable),
            (StopReason::Complete | StopReason::SolutionLimit, _) => Err(DiagnosticKind::Multiple),
            (StopReason::NodeLimit, _) => Err(DiagnosticKind::NodeLimit),
            _ => Err(DiagnosticKind::Interrupted),
        };
        self.0.solve(chunk, verdict, output)
    }
}
