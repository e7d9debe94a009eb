//! Counting the solutions of every puzzle.

use std::io::Write;

use super::{
    JobOptions, JobSummary, options::SearchOptions, runner::Runner, solve_stage::SolveStage,
};
use batchdoku_base::{Outcome, StopReason};
use batchdoku_format::{AnswerShape, Answers, Column, ColumnKind, Field, Format, Row};
use batchdoku_pipeline::{ChunkOutput, ChunkRef, DiagnosticKind, Error};

/// Counts the solutions of each puzzle.
///
/// A count that may be too low, because the limit or the node limit was reached or the job was
/// stopped, ends in `+`: `2+` means two solutions or more. A record that is not a puzzle gives `-`.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Count<'a> {
    options: JobOptions<'a>,
    search: SearchOptions,
    limit: Option<u64>,
}

with_run! {
    /// Counts the solutions of the puzzles of the inputs.
    Count: "counted"
}
with_search!(Count);

impl Count<'_> {
    setters! {
        /// The count at which a search ends; 2 by default, [`u64::MAX`] to count all solutions.
        limit: u64;
    }

    fn start(&self, runner: Runner<'_>) -> Result<JobSummary, Error> {
        let Self { options, search, .. } = self;
        let limit = self.limit.unwrap_or(2);
        let with_solution = options.plan.write.format == Some(Format::Judge);
        let columns = [Column::named("count", ColumnKind::Count), Column::SOLUTION];
        let columns = &columns[..if with_solution { 2 } else { 1 }];
        let runner = runner.pencilmarks().engine(search.engine).asked(&[
            ("the command", &"count"),
            ("--limit", &limit),
            ("--engine", &search.engine.kind),
            ("--max-nodes", &search.max_nodes),
        ]);
        runner.process(&AnswerShape::one_row(columns), || {
            let mut stage = SolveStage::new(search.engine, search.limits(limit, options));
            let mut answers = Answers::default();
            move |chunk: &ChunkRef<'_>, output: &mut ChunkOutput<'_, '_>| {
                let verdict = |outcome: &Outcome| match outcome.end {
                    StopReason::Complete | StopReason::SolutionLimit => Ok(()),
                    StopReason::NodeLimit => Err(DiagnosticKind::NodeLimit),
                    _ => Err(DiagnosticKind::Interrupted),
                };
                stage.answer(chunk, with_solution, verdict, &mut output.report)?;
                answers.clear(columns.len());
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
                        None => answers.push_field(Field::Missing),
                        Some(outcome) => answers.push_with(|text| write_count(outcome, text)),
                    }
                    if with_solution {
                        answers.push_field(stage.answers.field(row, 0));
                    }
                }
                output.formatter.chunk(chunk.bytes, &stage.records, &answers, &mut output.out[0]);
                Ok(())
            }
        })
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
