//! The neighbours of every puzzle, and the minimal puzzles within it.

use std::{
    ops::{ControlFlow, RangeInclusive},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use serde::{Deserialize, Serialize};

use super::{
    Inputs, JobOptions, JobSummary, OptionError,
    command::{Command, command},
    grid_walk::{GridRecord, GridRows, RowsWorker, write_row_ahead},
    rules::within,
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
use batchdoku_pipeline::{ChunkJob, ChunkOutput, ChunkWorker, Error, Output, Reason};

/// Writes the puzzles with exactly one solution that result from removing and adding clues. A puzzle that does not have
/// exactly one solution itself is reported, and has no neighbours.
///
/// ```
/// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).unwrap();
/// use batchdoku::jobs::{Command, Neighbours};
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("neighbours.txt");
/// let job = Neighbours { minimal: true, limit: Some(10), ..Neighbours::default() };
/// job.run("data/examples.txt", &path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "clap", command(next_help_heading = "Corpus"))]
pub struct Neighbours {
    /// How the command reads, writes and runs.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub options: JobOptions,

    /// Print at most K for each puzzle
    #[cfg_attr(feature = "clap", arg(long, value_name = "K"))]
    #[cfg_attr(feature = "clap", arg(value_parser = clap::value_parser!(u64).range(1..)))]
    pub limit: Option<u64>,

    /// Number of clues that are removed, up to 4
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = 1))]
    #[cfg_attr(feature = "clap", arg(value_parser = clap::value_parser!(u8).range(REMOVED)))]
    pub remove: u8,

    /// Number of clues that are added, up to 3
    #[cfg_attr(feature = "clap", arg(long, value_name = "M", default_value_t = 1))]
    #[cfg_attr(feature = "clap", arg(value_parser = clap::value_parser!(u8).range(ADDED)))]
    pub add: u8,

    /// Only minimal puzzles: no clue can be removed
    #[cfg_attr(feature = "clap", arg(long))]
    pub minimal: bool,

    /// Take neighbours in random order: equal seeds give equal output
    ///
    /// The order depends on the seed, the puzzle, and the number of the record among those of all inputs.
    #[cfg_attr(feature = "clap", arg(long, value_name = "S"))]
    pub seed: Option<u64>,
}

/// The numbers of clues that may be removed and added: larger numbers take too long.
const REMOVED: RangeInclusive<i64> = 0..=4;
const ADDED: RangeInclusive<i64> = 0..=3;

impl Default for Neighbours {
    fn default() -> Self {
        let options = JobOptions::default();
        Self { options, limit: None, remove: 1, add: 1, minimal: false, seed: None }
    }
}

impl Command for Neighbours {
    command!("neighbours");

    fn check(&self) -> Result<(), Error> {
        within("remove", [self.remove], REMOVED)?;
        within("add", [self.add], ADDED)?;
        match (self.remove, self.add) {
            (0, 0) => Err(OptionError::NoNeighbour.into()),
            _ => Ok(()),
        }
    }

    fn start(&self, inputs: Inputs, output: Output) -> Result<JobSummary, Error> {
        let &Self { remove, add, minimal, seed, limit, .. } = self;
        let [remove, add] = [remove, add].map(usize::from);
        let which = Some(Neighbourhood { remove, add, minimal });
        search(self, inputs, output, which, seed, limit)
    }
}

/// Writes the minimal puzzles within each puzzle. A puzzle that does not have exactly one solution is reported, and has
/// none.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "clap", command(next_help_heading = "Corpus"))]
pub struct SubPuzzles {
    /// How the command reads, writes and runs.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub options: JobOptions,

    /// Print at most K for each puzzle
    #[cfg_attr(feature = "clap", arg(long, value_name = "K"))]
    #[cfg_attr(feature = "clap", arg(value_parser = clap::value_parser!(u64).range(1..)))]
    pub limit: Option<u64>,
}

impl Command for SubPuzzles {
    command!("sub-puzzles");

    fn check(&self) -> Result<(), Error> {
        Ok(())
    }

    fn start(&self, inputs: Inputs, output: Output) -> Result<JobSummary, Error> {
        search(self, inputs, output, None, None, self.limit)
    }
}

/// Runs a command that writes the neighbours of each puzzle, or, without a neighbourhood, the minimal puzzles within
/// it.
fn search(
    command: &impl Command,
    inputs: Inputs,
    output: Output,
    which: Option<Neighbourhood>,
    seed: Option<u64>,
    limit: Option<u64>,
) -> Result<JobSummary, Error> {
    let count = Arc::<AtomicU64>::default();
    let columns = [Column::named("neighbour", ColumnKind::Grid)];
    let is_numbered = seed.is_some();
    let seed = seed.map(Seed::new);
    let limit = limit.unwrap_or(u64::MAX);
    let job = NeighbourJob { options: command.options(), which, seed, limit, count: &count };
    let runner = Runner::new(command, inputs, vec![output], "searched")?;
    let runner = runner.slow(true).numbering(is_numbered).counting("found", &count);
    runner.run(&AnswerShape::any_rows(&columns), &job)
}

/// Finds the neighbours of the puzzles of chunks.
struct NeighbourJob<'a> {
    options: &'a JobOptions,
    /// The neighbours to find; `None` for the minimal puzzles within the puzzles.
    which: Option<Neighbourhood>,
    seed: Option<Seed>,
    limit: u64,
    /// The number of puzzles found so far, over all threads.
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
    /// Calls `found` with each neighbour of a puzzle, or each minimal puzzle within it, until `found` returns `Break`.
    /// `number` is the record number.
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
        // The result is ignored: if `found` ends the search, `written` has the reason.
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

/// Checks that a puzzle has exactly one solution; others have no neighbours.
pub(crate) fn check(engine: &mut Mrv, puzzle: &Grid) -> Result<(), Reason> {
    let outcome = engine.search(puzzle, &Limits::solutions(2), &mut |_| ControlFlow::Continue(()));
    match outcome.verdict() {
        Verdict::Solved => Ok(()),
        _ => Err(reason(&outcome, || None)),
    }
}
