//! Every solution of every puzzle, streamed.

use std::{ops::ControlFlow, sync::Arc};

use super::{
    for_each_grid,
    searcher::{NO_SOLUTION, explain},
};
use crate::pipeline::{ChunkOutput, ChunkProcessor, ChunkRef, Diagnostic, DiagnosticKind, Error};
use crate::{
    Engine, Grid, Limits, StopReason,
    format::{RecordKind, RecordRef, Records, Writer},
};

/// Writes all solutions of each puzzle, up to the limit, a row each, in the order in which the
/// engine finds them: that depends on the engine and the puzzle alone. A puzzle without a solution
/// and a record that is no puzzle give one row of dots.
pub struct AllWorker<'a> {
    engine: Box<dyn Engine>,
    limits: Limits<'a>,
    writer: Arc<dyn Writer>,
    records: Records,
    grids: Vec<Option<Grid>>,
}

impl<'a> AllWorker<'a> {
    /// A worker with an engine of its own.
    pub fn new(engine: Box<dyn Engine>, limits: Limits<'a>, writer: Arc<dyn Writer>) -> Self {
        let (records, grids) = (Records::default(), Vec::new());
        Self { engine, limits, writer, records, grids }
    }
}

impl ChunkProcessor for AllWorker<'_> {
    fn process(
        &mut self,
        piece: &ChunkRef<'_>,
        emit: &mut ChunkOutput<'_, '_>,
    ) -> Result<(), Error> {
        let Self { engine, limits, writer, records, grids } = self;
        let chunk = piece.bytes;
        grids.clear();
        for_each_grid(piece, records, &mut emit.report, |item, _| {
            grids.push(item.map(|item| *item.grid));
            Ok(())
        });
        let mut rows = grids.iter();
        for record in &records.list {
            if let RecordKind::Passthrough = record.kind {
                writer.pass(record.bytes(chunk), &mut emit.out[0]);
                continue;
            }
            let row = RecordRef { chunk, records, record };
            let Some(grid) = rows.next().expect("one for every row") else {
                writer.row(row, &[&NO_SOLUTION], &mut emit.out[0]);
                continue;
            };
            let mut written = Ok(());
            let name = engine.name();
            let outcome = engine.search(grid, limits, &mut |solution| {
                written = write(solution, grid, name, row, &**writer, emit);
                if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            written?;
            if outcome.solutions == 0 {
                writer.row(row, &[&NO_SOLUTION], &mut emit.out[0]);
            }
            let counts = &mut emit.report.counts;
            counts.solutions += outcome.solutions;
            counts.nodes += outcome.nodes;
            counts.unbranched += u64::from(outcome.nodes == 0);
            let kind = match (outcome.end, outcome.solutions) {
                (StopReason::Complete, 0) => DiagnosticKind::NoSolution,
                (StopReason::Complete | StopReason::SolutionLimit, _) => continue,
                (StopReason::NodeLimit, _) => DiagnosticKind::Budget,
                _ => DiagnosticKind::Interrupted,
            };
            let (kind, detail) = explain(kind, &outcome, &grid.to_text());
            counts.solved -= 1;
            counts.count(kind);
            emit.report.problems.push(Diagnostic::new(
                record.line,
                kind,
                detail,
                record.bytes(chunk),
            ));
        }
        emit.report.problems.sort_by_key(|problem| problem.line);
        Ok(())
    }
}

/// Writes a solution, once it is sure that it is one.
fn write(
    solution: &Grid,
    puzzle: &Grid,
    engine: &'static str,
    row: RecordRef<'_>,
    writer: &dyn Writer,
    emit: &mut ChunkOutput<'_, '_>,
) -> Result<(), Error> {
    if !solution.is_solution_of(puzzle) {
        return Err(Error::Unsound { engine, puzzle: puzzle.to_string() });
    }
    writer.row(row, &[&solution.to_text()], &mut emit.out[0]);
    emit.write_ahead()
}
