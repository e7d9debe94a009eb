//! Counting the solutions of every puzzle.

use serde::{Deserialize, Serialize};

use super::{
    Inputs, JobOptions, JobSummary,
    command::{Command, command},
    options::{SearchOptions, limit},
    runner::Runner,
    solve_stage::SolveStage,
};
use batchdoku_base::{Limits, Outcome, StopReason, Verdict};
use batchdoku_engine::EngineChoice;
use batchdoku_format::{
    AnswerShape, Answers, Column, ColumnKind, Field, Format, Room, Row, Scalar,
};
use batchdoku_pipeline::{ChunkJob, ChunkOutput, ChunkRef, ChunkWorker, Error, Output};

/// Counts the solutions of each puzzle.
///
/// A count ends in `+` if it may be too low, because the limit or the node limit was reached or the
/// job was stopped: for example, `2+` means two solutions or more. A record that is not a puzzle
/// gets `-`.
///
/// ```
/// use batchdoku::jobs::{Command, Count};
/// # let folder = tempfile::tempdir()?;
/// # let [puzzles, counts] = ["puzzles.txt", "counts.txt"].map(|name| folder.path().join(name));
/// std::fs::write(&puzzles, format!("{}\n", ".".repeat(81)))?;
/// let summary = Count::default().run(&puzzles, &counts)?;
/// assert_eq!(summary.counts.puzzles, 1);
/// assert_eq!(std::fs::read_to_string(counts)?, "2+\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "clap", command(next_help_heading = "Search"))]
pub struct Count {
    /// How the command reads, writes and runs.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub options: JobOptions,

    /// Stop at N solutions of each; 0 counts all
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = LIMIT))]
    pub limit: u64,

    /// The search.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub search: SearchOptions,
}

/// The default number of solutions at which a search ends.
const LIMIT: u64 = 2;

impl Default for Count {
    fn default() -> Self {
        Self { options: JobOptions::default(), limit: LIMIT, search: SearchOptions::default() }
    }
}

impl Command for Count {
    command!("count");

    fn check(&self) -> Result<(), Error> {
        self.search.engine.check()
    }

    fn start(&self, inputs: Inputs, output: Output) -> Result<JobSummary, Error> {
        let Self { options, search, .. } = self;
        let with_solution = options.spec.output.to.and_then(Format::room) == Some(Room::Count);
        let columns = [Column::named("count", ColumnKind::Count), Column::SOLUTION];
        let columns = &columns[..if with_solution { 2 } else { 1 }];
        let engine = search.engine();
        let runner =
            Runner::new(self, inputs, vec![output], "counted")?.pencilmarks().engine(engine);
        let limits = search.limits(limit(self.limit), options);
        runner.run(&AnswerShape::one_row(columns), &CountJob { engine, limits, with_solution })
    }
}

/// Counts the solutions of the puzzles of chunks.
struct CountJob<'a> {
    engine: EngineChoice,
    limits: Limits<'a>,
    with_solution: bool,
}

impl ChunkJob for CountJob<'_> {
    fn worker(&self) -> Box<dyn ChunkWorker + '_> {
        let stage = SolveStage::new(self.engine, self.limits);
        let with_solution = self.with_solution;
        let answers = Answers::default();
        Box::new(CountWorker { stage, with_solution, answers })
    }
}

struct CountWorker<'j> {
    stage: SolveStage<'j>,
    with_solution: bool,
    answers: Answers,
}

impl ChunkWorker for CountWorker<'_> {
    fn work(
        &mut self,
        chunk: &ChunkRef<'_>,
        output: &mut ChunkOutput<'_, '_>,
    ) -> Result<(), Error> {
        let Self { stage, with_solution, answers } = self;
        stage.answer(chunk, *with_solution, Verdict::is_finished, &mut output.report)?;
        answers.clear(if *with_solution { 2 } else { 1 });
        for row in stage.records.rows(chunk.bytes) {
            let (row, outcome) = match row {
                Row::Passthrough(_) => continue,
                Row::Malformed { row, .. } => (row, None),
                Row::Puzzle { row, puzzle, .. } => {
                    let outcome = &stage.outcomes[puzzle];
                    (row, Some(outcome).filter(|found| found.end != StopReason::Malformed))
                }
            };
            let outcome = outcome.filter(|found| {
                found.verdict().is_finished() || !output.formatter.drops_rejected()
            });
            match outcome {
                None => answers.push_field(Field::Missing),
                Some(outcome) => answers.push_field(counted(outcome)),
            }
            if *with_solution {
                let solution = outcome.map_or(Field::Missing, |_| stage.answers.field(row, 0));
                answers.push_field(solution);
            }
        }
        output.formatter.chunk(chunk.bytes, &stage.records, answers, &mut output.out[0]);
        Ok(())
    }
}

/// Returns the number of solutions that were found.
pub(super) fn counted(outcome: &Outcome) -> Scalar {
    let has_more = outcome.end != StopReason::Complete;
    Scalar::Count { number: outcome.solutions, has_more }
}
