//! Checking claimed solutions.

use std::sync::Arc;

use super::{
    Rejection,
    searcher::{Searcher, malformed, reject},
};
use crate::pipeline::{ChunkOutput, ChunkProcessor, ChunkRef, DiagnosticKind, Error};
use crate::{
    Engine, Grid, Limits, Outcome, StopReason,
    format::{Answers, Reader, Record, RecordKind, RecordRef, Row, Writer, first_grid},
    grid::{GridError, is_solution, validate_solution},
};

/// Checks the claimed solution of every puzzle. The answer of a row is `ok`, or the kind of its
/// problem.
pub struct CheckWorker<'a> {
    searcher: Searcher,
    /// With it, a solution must also be the only one.
    unique: Option<Limits<'a>>,
    writer: Arc<dyn Writer>,
    answers: Answers,
}

impl<'a> CheckWorker<'a> {
    /// A worker with an engine of its own, which proves that solutions are unique if there are
    /// limits to do so in.
    pub fn new(
        engine: Box<dyn Engine>,
        unique: Option<Limits<'a>>,
        writer: Arc<dyn Writer>,
    ) -> Self {
        let unique = unique.map(|limits| Limits { solutions: 2, ..limits });
        Self { searcher: Searcher::new(engine), unique, writer, answers: Answers::default() }
    }
}

impl ChunkProcessor for CheckWorker<'_> {
    fn process(
        &mut self,
        piece: &ChunkRef<'_>,
        emit: &mut ChunkOutput<'_, '_>,
    ) -> Result<(), Error> {
        let Self { searcher, unique, writer, answers } = self;
        match unique {
            Some(limits) => searcher.search(piece, limits)?,
            None => searcher.read(piece),
        }
        let records = &searcher.records;
        answers.clear(1);
        emit.report.lines += u64::from(records.lines);
        for row in records.rows(piece.bytes) {
            let (record, verdict) = match row {
                Row::Passthrough(_) => continue,
                Row::Malformed { record, error, .. } => (record, Err(malformed(error))),
                Row::Puzzle { record, puzzle, .. } => {
                    let claim = records.claims.get(puzzle).copied().flatten();
                    let outcome = unique.map(|_| &searcher.outcomes[puzzle]);
                    (record, verdict(piece.reader, record, claim, outcome))
                }
            };
            emit.report.counts.puzzles += 1;
            match verdict {
                Ok(()) => {
                    emit.report.counts.solved += 1;
                    answers.push(b"ok");
                }
                Err(rejection) => {
                    answers.push(rejection.0.to_string().as_bytes());
                    reject(&mut emit.report, record, rejection);
                }
            }
        }
        writer.chunk(piece.bytes, records, answers, &mut emit.out[0]);
        Ok(())
    }
}

/// The verdict on a puzzle with its claimed solution, and what a search for two solutions found, if
/// there was one.
fn verdict(
    reader: &dyn Reader,
    record: RecordRef<'_>,
    claim: Option<u32>,
    outcome: Option<&Outcome>,
) -> Result<(), Rejection> {
    let RecordKind::Puzzle { at } = record.record.kind else { return Ok(()) };
    let is_only =
        outcome.is_none_or(|found| (found.end, found.solutions) == (StopReason::Complete, 1));
    let is_right = claim.is_some_and(|claim| is_solution(record.cells(at), record.cells(claim)));
    if is_right && is_only {
        return Ok(());
    }
    if Grid::parse(record.cells(at)).is_err() {
        // The field taken for the claim may be the puzzle: look for a claim behind it.
        let at = reader.reparse(record).map_err(|error| malformed(&error.into()))?;
        let rest = record.chunk.get(at as usize + 81..record.record.end as usize);
        let claim = first_grid(rest.unwrap_or_default()).ok();
        let claim = claim.map(|start| at + 81 + start as u32);
        let found = Record { kind: RecordKind::Puzzle { at }, ..*record.record };
        if Grid::parse(record.cells(at)).is_err() {
            return Err(malformed(&GridError::TooShort(0).into()));
        }
        return verdict(reader, RecordRef { record: &found, ..record }, claim, outcome);
    }
    let Some(claim) = claim else {
        return Err((DiagnosticKind::Wrong, "the record has no solution of 81 cells".into()));
    };
    validate_solution(record.cells(at), record.cells(claim))
        .map_err(|error| (DiagnosticKind::Wrong, error.to_string()))?;
    let (kind, words) = match outcome.map(|found| found.end) {
        Some(StopReason::NodeLimit) => {
            (DiagnosticKind::Budget, "given up before another solution was ruled out")
        }
        Some(StopReason::Stopped) => {
            (DiagnosticKind::Interrupted, "stopped before another was ruled out")
        }
        _ => (DiagnosticKind::Multiple, "the solution is not the only one"),
    };
    Err((kind, words.into()))
}
