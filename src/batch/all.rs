//! Every solution of every puzzle, streamed.

use std::{ops::ControlFlow, sync::Arc};

use super::{
    Emit, Error, Piece, Problem, ProblemKind, Worker,
    each::for_each_grid,
    searcher::{NO_SOLUTION, explain},
};
use crate::{
    End, Engine, Grid, Limits,
    format::{Kind, Records, Row, Writer},
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

impl Worker for AllWorker<'_> {
    fn process(&mut self, piece: &Piece<'_>, emit: &mut Emit<'_, '_>) -> Result<(), Error> {
        let Self { engine, limits, writer, records, grids } = self;
        let chunk = piece.bytes;
        grids.clear();
        for_each_grid(piece, records, &mut emit.report, |item, _| {
            grids.push(item.map(|item| *item.grid));
            Ok(())
        });
        let mut rows = grids.iter();
        for record in &records.list {
            if let Kind::Pass = record.kind {
                writer.pass(record.bytes(chunk), &mut emit.out[0]);
                continue;
            }
            let row = Row { chunk, records, record };
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
            let tally = &mut emit.report.tally;
            tally.solutions += outcome.solutions;
            tally.nodes += outcome.nodes;
            tally.unbranched += u64::from(outcome.nodes == 0);
            let kind = match (outcome.end, outcome.solutions) {
                (End::Complete, 0) => ProblemKind::NoSolution,
                (End::Complete | End::Solutions, _) => continue,
                (End::Nodes, _) => ProblemKind::Budget,
                _ => ProblemKind::Interrupted,
            };
            let (kind, detail) = explain(kind, &outcome, &grid.to_text());
            tally.solved -= 1;
            tally.count(kind);
            emit.report.problems.push(Problem::new(record.line, kind, detail, record.bytes(chunk)));
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
    row: Row<'_>,
    writer: &dyn Writer,
    emit: &mut Emit<'_, '_>,
) -> Result<(), Error> {
    if !solution.solves(puzzle) {
        return Err(Error::Unsound { engine, puzzle: puzzle.to_string() });
    }
    writer.row(row, &[&solution.to_text()], &mut emit.out[0]);
    emit.write_ahead()
}
