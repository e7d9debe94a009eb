//! Every solution of every puzzle, streamed.

use std::{ops::ControlFlow, sync::Arc};

use super::searcher::{explain, malformed, reject};
use crate::pipeline::{ChunkOutput, ChunkProcessor, ChunkRef, DiagnosticKind, Error};
use crate::{
    Engine, Grid, Limits, StopReason,
    format::{NO_GRID, RecordRef, Records, Row, Writer},
};

/// Writes all solutions of each puzzle, up to the limit, a row each, in the order in which the
/// engine finds them: that depends on the engine and the puzzle alone. A puzzle without a solution
/// and a record that is no puzzle give one row of dots.
pub struct AllWorker<'a> {
    engine: Box<dyn Engine>,
    limits: Limits<'a>,
    writer: Arc<dyn Writer>,
    records: Records,
}

impl<'a> AllWorker<'a> {
    /// A worker with an engine of its own.
    pub fn new(engine: Box<dyn Engine>, limits: Limits<'a>, writer: Arc<dyn Writer>) -> Self {
        Self { engine, limits, writer, records: Records::default() }
    }
}

impl ChunkProcessor for AllWorker<'_> {
    fn process(
        &mut self,
        piece: &ChunkRef<'_>,
        emit: &mut ChunkOutput<'_, '_>,
    ) -> Result<(), Error> {
        let Self { engine, limits, writer, records } = self;
        records.read(piece.reader, piece.bytes);
        emit.report.lines += u64::from(records.lines);
        for row in records.rows(piece.bytes) {
            let (record, grid) = match row {
                Row::Passthrough(text) => {
                    writer.pass(text, &mut emit.out[0]);
                    continue;
                }
                Row::Puzzle { record, .. } => {
                    (record, record.grid(piece.reader).map_err(|error| malformed(&error.into())))
                }
                Row::Malformed { record, error, .. } => (record, Err(malformed(error))),
            };
            emit.report.counts.puzzles += 1;
            let grid = match grid {
                Ok(grid) => grid,
                Err(rejection) => {
                    writer.row(record, &[NO_GRID], &mut emit.out[0]);
                    reject(&mut emit.report, record, rejection);
                    continue;
                }
            };
            let mut written = Ok(());
            let name = engine.name();
            let outcome = engine.search(&grid, limits, &mut |solution| {
                written = write(solution, &grid, name, record, &**writer, emit);
                if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            written?;
            if outcome.solutions == 0 {
                writer.row(record, &[NO_GRID], &mut emit.out[0]);
            }
            let counts = &mut emit.report.counts;
            counts.solutions += outcome.solutions;
            counts.nodes += outcome.nodes;
            counts.unbranched += u64::from(outcome.nodes == 0);
            let kind = match (outcome.end, outcome.solutions) {
                (StopReason::Complete, 0) => DiagnosticKind::NoSolution,
                (StopReason::Complete | StopReason::SolutionLimit, _) => {
                    counts.solved += 1;
                    continue;
                }
                (StopReason::NodeLimit, _) => DiagnosticKind::Budget,
                _ => DiagnosticKind::Interrupted,
            };
            reject(&mut emit.report, record, explain(kind, &outcome, &grid.to_text()));
        }
        Ok(())
    }
}

/// Writes a solution, once it is sure that it is one.
fn write(
    solution: &Grid,
    puzzle: &Grid,
    engine: &'static str,
    record: RecordRef<'_>,
    writer: &dyn Writer,
    emit: &mut ChunkOutput<'_, '_>,
) -> Result<(), Error> {
    if !solution.is_solution_of(puzzle) {
        return Err(Error::Unsound { engine, puzzle: puzzle.to_string() });
    }
    writer.row(record, &[&solution.to_text()], &mut emit.out[0]);
    emit.write_ahead()
}
