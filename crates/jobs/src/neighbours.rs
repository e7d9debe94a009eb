//! The neighbours of every puzzle, and the minimal puzzles within it.

use std::{
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use serde::Serialize;

use super::{
    JobOptions, JobSummary,
    grid_walk::{GridRecord, GridRows, RowsWorker, write_row_ahead},
    question::limited,
    runner::Runner,
    solve_stage::reason,
};
use batchdoku_base::{Limits, Verdict};
use batchdoku_corpus::{
    neighbours::{NeighbourSearch, Neighbourhood},
    random::Seed,
    sub_puzzles::for_each_sub_puzzle,
};
use batchdoku_engine::{Engine, Mrv, grid::Grid};
use batchdoku_format::{AnswerShape, Column, ColumnKind, Field, RecordRef};
use batchdoku_pipeline::{ChunkJob, ChunkOutput, ChunkWorker, Error, Reason};

/// Writes the puzzles that removing and adding clues makes of each, all with exactly one solution; or
/// the minimal puzzles within each. A puzzle that does not have exactly one solution is reported, and has none.
///
/// ```
/// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).unwrap();
/// use batchdoku::jobs::Neighbours;
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("neighbours.txt");
/// Neighbours::new().removed(1).added(1).minimal(true).limit(10).run("data/examples.txt", &path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Neighbours {
    options: JobOptions,
    which: Neighbourhood,
    finds_sub_puzzles: bool,
    seed: Option<u64>,
    limit: u64,
}

impl Default for Neighbours {
    fn default() -> Self {
        let which = Neighbourhood { remove: 1, add: 1, minimal: false };
        let options = JobOptions::new();
        let limit = u64::MAX;
        Self { options, which, finds_sub_puzzles: false, seed: None, limit }
    }
}

/// The question of a search for neighbours.
#[derive(Serialize)]
struct NeighboursQuestion {
    remove: usize,
    add: usize,
    minimal: bool,
    seed: Option<u64>,
    limit: Option<u64>,
}

/// The question of a search for minimal puzzles within puzzles.
#[derive(Serialize)]
struct SubPuzzlesQuestion {
    limit: Option<u64>,
}

with_run! {
    /// Writes the neighbours of the puzzles of the inputs.
    Neighbours: "searched"
}

impl Neighbours {
    /// Returns the minimal puzzles within each puzzle, instead of its neighbours.
    pub fn sub_puzzles(self) -> Self {
        Self { finds_sub_puzzles: true, ..self }
    }

    setters! {
        /// Sets the number of clues that are removed; 1 by default.
        removed: usize => which.remove;
        /// Sets the number of clues that are added, with other digits or in other cells; 1 by default.
        added: usize => which.add;
        /// Writes minimal puzzles only; by default all.
        minimal: bool => which.minimal;
        /// Takes the neighbours of a puzzle in random order.
        seed: u64;
        /// Sets the most that are written for a puzzle; all by default.
        limit: u64;
    }

    fn start(&self, runner: Runner<'_>) -> Result<JobSummary, Error> {
        let Self { options, seed, limit, .. } = self;
        let which = (!self.finds_sub_puzzles).then_some(self.which);
        let seed = *seed;
        let limit = *limit;
        let most = limited(limit);
        let runner = match which {
            None => runner.identified_by("sub-puzzles", &SubPuzzlesQuestion { limit: most }),
            Some(Neighbourhood { remove, add, minimal }) => runner.identified_by(
                "neighbours",
                &NeighboursQuestion { remove, add, minimal, seed, limit: most },
            ),
        };
        let count = Arc::<AtomicU64>::default();
        let columns = [Column::named("neighbour", ColumnKind::Grid)];
        let seed = seed.map(Seed::new);
        let job = NeighbourJob { options, which, seed, limit, count: &count };
        runner.slow(true).counting("found", &count).run(&AnswerShape::any_rows(&columns), &job)
    }
}

/// Finds the neighbours of the puzzles of chunks.
struct NeighbourJob<'a> {
    options: &'a JobOptions,
    /// Minimal puzzles within the puzzles, if `None`.
    which: Option<Neighbourhood>,
    seed: Option<Seed>,
    limit: u64,
    /// The number of all that were found.
    count: &'a AtomicU64,
}

impl ChunkJob for NeighbourJob<'_> {
    fn worker(&self) -> Box<dyn ChunkWorker + '_> {
        let search = NeighbourSearch::new(self.options.stop.clone());
        Box::new(RowsWorker::new(NeighbourRows { job: self, search }, 1))
    }
}

struct NeighbourRows<'j> {
    job: &'j NeighbourJob<'j>,
    search: NeighbourSearch,
}

impl NeighbourRows<'_> {
    /// Calls `found` with each neighbour, or each sub-puzzle, of a puzzle of this number until it returns a break.
    fn each_neighbour(
        &mut self,
        puzzle: &Grid,
        number: u64,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Self { job, search } = self;
        match job.which {
            None => for_each_sub_puzzle(puzzle, found),
            Some(which) => {
                let mut rng = job.seed.as_ref().map(|seed| seed.record(number));
                search.search(puzzle, which, rng.as_mut(), found)
            }
        }
    }
}

impl GridRows for NeighbourRows<'_> {
    fn write(
        &mut self,
        record: RecordRef<'_>,
        GridRecord { grid, number, .. }: GridRecord<'_>,
        output: &mut ChunkOutput<'_, '_>,
    ) -> Result<(), Error> {
        let job = self.job;
        if let Err(reason) = check(&mut Mrv, grid) {
            output.report.reject(record, reason);
            return Ok(());
        }
        let mut left = job.limit;
        let mut written = Ok(());
        // A search that is ended here is no failure: `written` has the reason.
        let _ = self.each_neighbour(grid, number, &mut |neighbour| {
            if left == 0 || job.options.stop.is_set() {
                return ControlFlow::Break(());
            }
            left -= 1;
            job.count.fetch_add(1, Ordering::Relaxed);
            written = write_row_ahead(record, &[Field::Text(&neighbour.to_text())], output);
            let is_last = written.is_err() || left == 0;
            if is_last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        written?;
        if job.options.stop.is_set() {
            output.report.reject(record, Reason::InterruptedNeighbours);
        } else {
            output.report.counts.done += 1;
        }
        Ok(())
    }
}

/// Checks that a puzzle has exactly one solution, without which it has no neighbours.
pub(crate) fn check(engine: &mut Mrv, puzzle: &Grid) -> Result<(), Reason> {
    let outcome = engine.search(puzzle, &Limits::solutions(2), &mut |_| ControlFlow::Continue(()));
    match outcome.verdict() {
        Verdict::Solved => Ok(()),
        _ => Err(reason(&outcome, || None)),
    }
}
