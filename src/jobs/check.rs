//! Checking claimed solutions.

use std::sync::Arc;

use super::{
    Rejection,
    searcher::{Searcher, malformed},
};
use crate::pipeline::{ChunkOutput, ChunkProcessor, ChunkRef, Diagnostic, DiagnosticKind, Error};
use crate::{
    Engine, Grid, Limits, Outcome, StopReason,
    format::{Answers, Record, RecordError, RecordKind, Records, Writer, first_grid},
    grid::{is_solution, validate_solution},
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
        let report = &mut emit.report;
        report.lines += u64::from(records.lines);
        let mut puzzles = 0;
        for record in &records.list {
            let verdict = match record.kind {
                RecordKind::Passthrough => continue,
                RecordKind::Bad { fault } => Err(malformed(&records.faults[fault as usize])),
                RecordKind::Puzzle { at } => {
                    let claim = records.claims.get(puzzles).copied().flatten();
                    let outcome = unique.map(|_| &searcher.outcomes[puzzles]);
                    puzzles += 1;
                    verdict(piece, records, record, at, claim, outcome)
                }
            };
            report.counts.puzzles += 1;
            match verdict {
                Ok(()) => {
                    report.counts.solved += 1;
                    answers.push(b"ok");
                }
                Err((kind, detail)) => {
                    report.counts.count(kind);
                    answers.push(kind.to_string().as_bytes());
                    let text = record.bytes(piece.bytes);
                    report.problems.push(Diagnostic::new(record.line, kind, detail, text));
                }
            }
        }
        writer.chunk(piece.bytes, records, answers, &mut emit.out[0]);
        Ok(())
    }
}

/// The verdict on a puzzle at `at` with its claimed solution, and what a search for two solutions
/// found, if there was one.
fn verdict(
    piece: &ChunkRef<'_>,
    records: &Records,
    record: &Record,
    at: u32,
    claim: Option<u32>,
    outcome: Option<&Outcome>,
) -> Result<(), Rejection> {
    let text = records.text(piece.bytes);
    let grid = |at: u32| -> &[u8; 81] {
        text[at as usize..].first_chunk().expect("a puzzle or a claim has 81 bytes")
    };
    let right = claim.is_some_and(|claim| is_solution(grid(at), grid(claim)));
    if right
        && outcome.is_none_or(|found| (found.end, found.solutions) == (StopReason::Complete, 1))
    {
        return Ok(());
    }
    if Grid::parse(grid(at)).is_err() {
        return match piece.reader.reparse(piece.bytes, records, record) {
            // What was taken for the claim may be the puzzle: look for one behind it.
            Ok(again) => {
                let rest = &piece.bytes[again as usize + 81..record.end as usize];
                let claim = first_grid(rest).ok().map(|place| again + 81 + place as u32);
                verdict(piece, records, record, again, claim, outcome)
            }
            Err(error) => Err(malformed(&RecordError::Grid(error))),
        };
    }
    let Some(claim) = claim else {
        return Err((DiagnosticKind::Wrong, "there is no solution of 81 cells beside it".into()));
    };
    validate_solution(grid(at), grid(claim))
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
