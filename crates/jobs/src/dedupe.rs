//! Dropping repeats, in files of any size.
//!
//! Each record gets a key of 128 bits: of its cells, or of its class. A first pass spreads the
//! keys over partitions, which spill to temporary files once they are large; the partitions are
//! then looked through one by one, and a second pass over the input copies the records that are
//! the first with their key. Memory is one partition, a 256th of the keys, and one bit a record.
//! In a billion records, any two that differ share a key with odds of about 1 to 10²⁰.

use std::sync::{Arc, Mutex, PoisonError};

use super::{
    JobOptions, JobSummary,
    builder::{setters, with_options, with_run},
    dedupe_keys::{KeyWriter, Keys, NO_KEY, RowBits},
    map::for_each_grid,
    runner::Runner,
    summary::SummaryWording,
};
use batchdoku_corpus::canon::{class_key, grid_key};
use batchdoku_format::{Records, Row};
use batchdoku_pipeline::{
    ChunkOutput, ChunkRef, Control, DiagnosticHandler, Error, OutputFile, Plan, Progress, RunEnd,
    Worker, start_threads, temporary_file_name,
};

/// Copies the records whose grid has not come before, in order. Records that are not grids are
/// reported and kept.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Dedupe<'a> {
    options: JobOptions<'a>,
    equivalent: bool,
}

with_run! {
    /// Copies the first record of each grid of the inputs.
    Dedupe: SummaryWording { record: "puzzle", done: "kept", always: "repeats dropped" }
}

impl Dedupe<'_> {
    setters! {
        /// Drops grids that are equivalent to an earlier one too.
        equivalent: bool;
    }

    fn start(&self, runner: Runner<'_>) -> Result<JobSummary, Error> {
        runner.run_as(|plan, control, on_diagnostic| {
            drop_repeats(plan, self.equivalent, control, on_diagnostic)
        })
    }
}

fn drop_repeats(
    plan: &Plan,
    equivalent: bool,
    control: &Control<'_>,
    on_diagnostic: &mut DiagnosticHandler<'_>,
) -> Result<RunEnd, Error> {
    let (again, unseen) = plan.in_two_passes([
        "repeats are found among all records, in two passes",
        "repeats are found among all records, not in a part",
    ])?;
    let Some(repeats) = find_repeats(&unseen, equivalent, control)? else {
        return Ok(RunEnd { is_interrupted: true, ..RunEnd::default() });
    };
    // Which rows are repeats goes by their order, so one thread copies them.
    let progress = Progress::default();
    let threads = start_threads(1)?;
    let control = Control { threads: &threads, stop: control.stop, progress: &progress };
    again.run(&[], &control, || copy_first(&repeats), on_diagnostic)
}

/// The first pass: a bit for every row of the job, set if it is a repeat; `None` if the job was
/// stopped.
fn find_repeats(
    plan: &Plan,
    equivalent: bool,
    control: &Control<'_>,
) -> Result<Option<RowBits>, Error> {
    let keys = Arc::new(Mutex::new(Keys::new()));
    let to_keys = Box::new(KeyWriter(Arc::clone(&keys)));
    let sink = OutputFile::to_writer(&temporary_file_name(), to_keys);
    let key = if equivalent { class_key } else { grid_key };
    let worker = || {
        let mut records = Records::default();
        move |chunk: &ChunkRef<'_>, output: &mut ChunkOutput<'_, '_>| {
            let out = &mut output.out[0];
            for_each_grid(chunk, &mut records, &mut output.report, |item, _| {
                let key = item.map_or(NO_KEY, |item| key(item.grid));
                out.extend_from_slice(&key.to_le_bytes());
                Ok(())
            })?;
            // The second pass reports them.
            output.report.problems.clear();
            Ok(())
        }
    };
    let end = plan.read(sink, control, worker)?;
    if end.is_interrupted {
        return Ok(None);
    }
    let mut keys = keys.lock().unwrap_or_else(PoisonError::into_inner);
    keys.repeats().map(Some).map_err(|source| Error::Read { name: temporary_file_name(), source })
}

/// Makes a worker that copies the rows that are no repeats, one chunk after the other.
fn copy_first(repeats: &RowBits) -> impl for<'c> Worker<ChunkRef<'c>> {
    let (mut first, mut records) = (0, Records::default());
    move |chunk: &ChunkRef<'_>, output: &mut ChunkOutput<'_, '_>| {
        let formatter = output.formatter;
        for_each_grid(chunk, &mut records, &mut output.report, |_, _| Ok(()))?;
        for entry in records.rows(chunk.bytes) {
            match entry {
                Row::Passthrough(text) => formatter.pass(text, &mut output.out[0]),
                Row::Puzzle { row, .. } | Row::Malformed { row, .. }
                    if repeats.get(first + row as u64) =>
                {
                    output.report.counts.solved -= 1;
                    output.report.counts.repeats += 1;
                }
                Row::Puzzle { record, .. } | Row::Malformed { record, .. } => {
                    formatter.row(record, &[], &mut output.out[0]);
                }
            }
        }
        formatter.flush(&records, &mut output.out[0]);
        first += records.row_count() as u64;
        Ok(())
    }
}
