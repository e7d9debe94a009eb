//! Every solution of every puzzle, streamed.

use std::ops::ControlFlow;

use super::{grid_walk::write_each, solve_stage::explain};
use batchdoku_base::{Limits, StopReason};
use batchdoku_engine::{Engine, grid::Grid};
use batchdoku_format::{NO_GRID, Records};
use batchdoku_pipeline::{ChunkOutput, ChunkRef, DiagnosticKind, Error, Worker};

/// Makes a worker that writes the solutions of a chunk as they are found.
pub(super) fn enumerate(
    mut engine: Box<dyn Engine>,
    limits: Limits<'_>,
) -> impl for<'c> Worker<ChunkRef<'c>> {
    let mut records = Records::default();
    move |chunk: &ChunkRef<'_>, output: &mut ChunkOutput<'_, '_>| {
        write_each(chunk, &mut records, output, |record, grid, output| {
            let mut written = Ok(());
            let (name, formatter) = (engine.name(), output.formatter);
            let marks = record.pencilmarks();
            let mut found = |solution: &Grid| {
                let is_right = match &marks {
                    Some(marks) => marks.is_solution(solution),
                    None => solution.is_solution_of(grid),
                };
                written = if is_right {
                    formatter.row(record, &[&solution.to_text()], &mut output.out[0]);
                    output.write_ahead(|out| formatter.flush(record.records, out))
                } else {
                    let text = record.puzzle().unwrap_or_default();
                    let puzzle = String::from_utf8_lossy(text).into_owned();
                    Err(Error::Unsound { engine: name, puzzle })
                };
                if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            let outcome = match &marks {
                Some(marks) => engine.search_pencilmarks(marks, &limits, &mut found),
                None => engine.search(grid, &limits, &mut found),
            };
            written?;
            if outcome.solutions == 0 {
                formatter.row(record, &[NO_GRID], &mut output.out[0]);
            }
            let counts = &mut output.report.counts;
            counts.solutions += outcome.solutions;
            counts.nodes += outcome.nodes;
            counts.without_guessing += u64::from(outcome.nodes == 0);
            let kind = match (outcome.end, outcome.solutions) {
                (StopReason::Complete, 0) => DiagnosticKind::Unsolvable,
                (StopReason::Complete | StopReason::SolutionLimit, _) => return Ok(Ok(())),
                (StopReason::NodeLimit, _) => DiagnosticKind::NodeLimit,
                _ => DiagnosticKind::Interrupted,
            };
            Ok(Err(explain(kind, &outcome, Some(*grid))))
        })
    }
}
