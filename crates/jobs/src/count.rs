//! Counting the solutions of every puzzle.

use std::io::Write;

use super::{
    Inputs, JobOptions, JobSummary,
    runner::Runner,
    search_options::{SearchOptions, with_options, with_search},
    solve_stage::SolveStage,
    summary::Words,
};
use batchdoku_base::{Outcome, StopReason};
use batchdoku_format::{Answers, Format, Row};
use batchdoku_pipeline::{ChunkOutput, ChunkProcessor, ChunkRef, DiagnosticKind, Error, Output};

/// The count of a record that is not a puzzle.
const NO_COUNT: &[u8] = b"-";

/// Counts the solutions of each puzzle.
///
/// A count that may be too low, because the limit or the node limit was reached or the job was
/// stopped, ends in `+`: `2+` means two solutions or more. A record that is not a puzzle gives `-`.
#[derive(Clone, Debug)]
#[must_use]
pub struct Count<'a> {
    options: JobOptions<'a>,
    search: SearchOptions,
    limit: u64,
}

impl Default for Count<'_> {
    fn default() -> Self {
        Self { options: JobOptions::new(), search: SearchOptions::default(), limit: 2 }
    }
}

with_options!(Count);
with_search!(Count);

impl Count<'_> {
    /// The count at which a search ends; 2 by default, [`u64::MAX`] to count all solutions.
    pub fn limit(self, limit: u64) -> Self {
        Self { limit, ..self }
    }

    /// Counts the solutions of the puzzles of the inputs.
    ///
    /// # Errors
    /// Whatever ended the job. No output file is written then.
    pub fn run(
        &self,
        inputs: impl Into<Inputs>,
        output: impl Into<Output>,
    ) -> Result<JobSummary, Error> {
        let Self { options, search, limit } = self;
        let limits = search.limits(*limit, options);
        let with_solution = options.write.format == Some(Format::Judge);
        let columns: &[&str] = if with_solution { &["count", "solution"] } else { &["count"] };
        let words = Words::puzzles("counted");
        Runner::new(options, inputs.into(), vec![output.into()], words)?
            .pencilmarks()
            .engine(search.engine)
            .asked(&[
                ("the command", &"count"),
                ("--limit", limit),
                ("--engine", &search.engine.kind),
                ("--max-nodes", &search.max_nodes),
            ])
            .run(columns, || CountWorker {
                stage: SolveStage::new(search.build(), limits),
                with_solution,
                answers: Answers::default(),
            })
    }
}

/// Counts the solutions of a chunk. The answer of a record is its count and, if `with_solution`, its
/// first solution.
struct CountWorker<'a> {
    stage: SolveStage<'a>,
    with_solution: bool,
    answers: Answers,
}

impl ChunkProcessor for CountWorker<'_> {
    fn process(
        &mut self,
        chunk: &ChunkRef<'_>,
        output: &mut ChunkOutput<'_, '_>,
    ) -> Result<(), Error> {
        let Self { stage, with_solution, answers } = self;
        let verdict = |outcome: &Outcome| match outcome.end {
            StopReason::Complete | StopReason::SolutionLimit => Ok(()),
            StopReason::NodeLimit => Err(DiagnosticKind::NodeLimit),
            _ => Err(DiagnosticKind::Interrupted),
        };
        if *with_solution {
            stage.answer(chunk, verdict, &mut output.report)?;
        } else {
            stage.count(chunk, verdict, &mut output.report)?;
        }
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
            match outcome {
                None => answers.push(NO_COUNT),
                Some(outcome) => answers.push_with(|text| write_count(outcome, text)),
            }
            if *with_solution {
                answers.push(stage.answers.field(row, 0));
            }
        }
        output.formatter.chunk(chunk.bytes, &stage.records, answers, &mut output.out[0]);
        Ok(())
    }
}

fn write_count(outcome: &Outcome, text: &mut Vec<u8>) {
    match outcome.solutions {
        // Nearly all: formatting costs more than reading the puzzle.
        digit @ 0..10 => text.push(b'0' + digit as u8),
        count => write!(text, "{count}").expect("a vector takes all"),
    }
    if outcome.end != StopReason::Complete {
        text.push(b'+');
    }
}
