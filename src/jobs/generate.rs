//! Making corpora on the pipeline: workers that turn record numbers into records.

use std::{ops::Range, sync::Arc};

use crate::corpus::{
    generate::{Generated, Generator, Interrupted},
    grids::GridSampler,
    invalidate::Invalid,
};
use crate::{
    Engine, Grid, Limits,
    format::{Record, RecordKind, RecordRef, Records, Writer},
    pipeline::{ChunkOutput, Error, JobCounts, TaskProcessor},
};

/// Makes random complete grids.
pub struct GridWorker<'a> {
    grids: &'a GridSampler,
    writer: Arc<dyn Writer>,
    records: Records,
}

impl<'a> GridWorker<'a> {
    /// A worker that makes `grids`.
    pub fn new(grids: &'a GridSampler, writer: Arc<dyn Writer>) -> Self {
        Self { grids, writer, records: Records::default() }
    }
}

impl TaskProcessor<Range<u64>> for GridWorker<'_> {
    fn work(&mut self, task: Range<u64>, emit: &mut ChunkOutput<'_, '_>) -> Result<(), Error> {
        for number in task.clone() {
            let grid = self.grids.grid(number);
            write_made(&*self.writer, &self.records, &grid, &[], &mut emit.out[0]);
        }
        count_made(&task, emit);
        Ok(())
    }
}

/// Makes puzzles, with their solutions if the writer has a field for them.
pub struct PuzzleWorker<'a> {
    generator: Generator<'a>,
    with_solution: bool,
    invalidate: Option<(Invalid, u64, Box<dyn Engine>)>,
    limits: Limits<'a>,
    writer: Arc<dyn Writer>,
    records: Records,
    made: Vec<Generated>,
}

impl<'a> PuzzleWorker<'a> {
    /// A worker with a generator of its own. The row of a puzzle has its solution as a field if
    /// `with_solution`; `limits` can stop it.
    pub fn new(
        generator: Generator<'a>,
        with_solution: bool,
        limits: Limits<'a>,
        writer: Arc<dyn Writer>,
    ) -> Self {
        let (records, made) = (Records::default(), Vec::new());
        Self { generator, with_solution, invalidate: None, limits, writer, records, made }
    }

    /// Spoils every puzzle, at random by `seed`, with the help of `engine`.
    pub fn spoiling(self, invalidate: Invalid, seed: u64, engine: Box<dyn Engine>) -> Self {
        Self { invalidate: Some((invalidate, seed, engine)), ..self }
    }
}

impl TaskProcessor<Range<u64>> for PuzzleWorker<'_> {
    fn work(&mut self, task: Range<u64>, emit: &mut ChunkOutput<'_, '_>) -> Result<(), Error> {
        let Self { generator, with_solution, invalidate, limits, writer, records, made } = self;
        made.clear();
        match generator.generate(task.clone(), limits.stop, made) {
            Ok(()) => {}
            Err(Interrupted::Stopped) => return Err(Error::Abandoned),
            Err(unsound) => return Err(Error::Failed(unsound.to_string())),
        }
        for (number, made) in task.clone().zip(made) {
            match made {
                Generated::Puzzle { puzzle, solution, .. } => {
                    if let Some((invalidate, seed, engine)) = invalidate {
                        *puzzle = invalidate
                            .apply(puzzle, *seed, number, &mut **engine)
                            .ok_or_else(|| {
                                Error::Failed(format!("no clue of puzzle {number} can be spoiled"))
                            })?;
                    }
                    let solution = solution.to_text();
                    let fields: &[&[u8]] = if *with_solution { &[&solution] } else { &[] };
                    write_made(&**writer, records, puzzle, fields, &mut emit.out[0]);
                }
                Generated::GaveUp { tries } => {
                    return Err(Error::Failed(format!(
                        "gave up on puzzle {number} after {tries} tries: such puzzles are too \
                         rare; relax the conditions or allow more tries"
                    )));
                }
            }
        }
        count_made(&task, emit);
        Ok(())
    }
}

fn count_made(task: &Range<u64>, emit: &mut ChunkOutput<'_, '_>) {
    let made = task.end - task.start;
    emit.report.counts += JobCounts { puzzles: made, solved: made, ..JobCounts::default() };
}

/// Writes a row for a grid that comes from no input.
fn write_made(
    writer: &dyn Writer,
    records: &Records,
    grid: &Grid,
    fields: &[&[u8]],
    out: &mut Vec<u8>,
) {
    let record = Record { start: 0, end: 81, line: 0, kind: RecordKind::Puzzle { at: 0 } };
    writer.row(RecordRef { chunk: &grid.to_text(), records, record: &record }, fields, out);
}
