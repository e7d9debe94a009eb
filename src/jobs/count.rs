//! Counting the solutions of every puzzle.

use std::{io::Write, sync::Arc};

use super::searcher::Searcher;
use crate::pipeline::{ChunkOutput, ChunkProcessor, ChunkRef, DiagnosticKind, Error};
use crate::{
    Engine, Limits, Outcome, StopReason,
    format::{Answers, Row, Writer},
};

/// What stands for the count of a record that is no puzzle.
const NO_COUNT: &[u8] = b"-";

/// Counts solutions. The answer of a row is its count and, if that is asked for, its first
/// solution.
///
/// A count reads as a number where it is exact; as `2+` where the limit of 2 was reached, and
/// `>=N` where another limit or a stop left it at `N`.
pub struct CountWorker<'a> {
    searcher: Searcher,
    limits: Limits<'a>,
    with_solution: bool,
    writer: Arc<dyn Writer>,
    answers: Answers,
}

impl<'a> CountWorker<'a> {
    /// A worker with an engine of its own.
    pub fn new(
        engine: Box<dyn Engine>,
        limits: Limits<'a>,
        with_solution: bool,
        writer: Arc<dyn Writer>,
    ) -> Self {
        let answers = Answers::default();
        Self { searcher: Searcher::new(engine), limits, with_solution, writer, answers }
    }
}

impl ChunkProcessor for CountWorker<'_> {
    fn process(
        &mut self,
        piece: &ChunkRef<'_>,
        emit: &mut ChunkOutput<'_, '_>,
    ) -> Result<(), Error> {
        let Self { searcher, limits, with_solution, writer, answers } = self;
        searcher.search(piece, limits)?;
        let verdict = |outcome: &Outcome| match outcome.end {
            StopReason::Complete | StopReason::SolutionLimit => Ok(()),
            StopReason::NodeLimit => Err(DiagnosticKind::Budget),
            _ => Err(DiagnosticKind::Interrupted),
        };
        searcher.report(piece, verdict, &mut emit.report);
        answers.clear(if *with_solution { 2 } else { 1 });
        let mut text = Vec::new();
        for row in searcher.records.rows(piece.bytes) {
            let (row, outcome) = match row {
                Row::Passthrough(_) => continue,
                Row::Malformed { row, .. } => (row, None),
                Row::Puzzle { row, puzzle, .. } => {
                    let outcome = &searcher.outcomes[puzzle];
                    (row, Some(outcome).filter(|found| found.end != StopReason::Malformed))
                }
            };
            text.clear();
            match outcome {
                None => text.extend_from_slice(NO_COUNT),
                Some(outcome) => write_count(outcome, limits, &mut text),
            }
            answers.push(&text);
            if *with_solution {
                answers.push(searcher.answers.field(row, 0));
            }
        }
        writer.chunk(piece.bytes, &searcher.records, answers, &mut emit.out[0]);
        Ok(())
    }
}

fn write_count(outcome: &Outcome, limits: &Limits<'_>, text: &mut Vec<u8>) {
    let found = outcome.solutions;
    let written = match outcome.end {
        StopReason::Complete => write!(text, "{found}"),
        StopReason::SolutionLimit if limits.solutions == 2 => write!(text, "2+"),
        _ => write!(text, ">={found}"),
    };
    written.expect("a vector takes all");
}
