//! Dropping repeats, in files of any size.
//!
//! Each record gets a key of 128 bits: of its cells, or of its class. A first pass spreads the
//! keys over partitions, which spill to temporary files once they are large; the partitions are
//! then looked through one by one, and a second pass over the input copies the records that are
//! the first with their key. Memory is one partition, a 256th of the keys, and one bit a record.
//! In a billion records, any two that differ share a key with odds of about 1 to 10²⁰.

use std::{
    collections::HashSet,
    fs::File,
    io::{self, BufReader, BufWriter, Read, Seek, Write},
    sync::{Arc, Mutex, PoisonError},
};

use tempfile::{NamedTempFile, SpooledTempFile, spooled_tempfile};

use super::for_each_grid;
use crate::corpus::canon::{class_key, grid_key};
use crate::{
    format::{Records, Row, Writer},
    pipeline::{
        ChunkOutput, ChunkProcessor, ChunkRef, Control, Error, Input, Job, JobEnd, OnDiagnostic,
        OutputFile, Progress, Threads, run,
    },
};

/// Partitions of the keys, and how much of each is kept in memory, in bytes.
const PARTITIONS: usize = 256;
const IN_MEMORY: usize = 128 << 10;
/// The key of a row that is no grid, and so no repeat. No grid has it.
const NO_KEY: u128 = u128::MAX;

/// Runs `job` and drops every record whose grid has come before: the same cells or, with
/// `equivalent`, any grid of its class. Records that are no grid are reported and kept.
///
/// # Errors
/// Whatever stopped the job.
pub fn dedupe(
    job: &Job,
    equivalent: bool,
    control: &Control<'_>,
    on_diagnostic: &mut OnDiagnostic<'_>,
) -> Result<JobEnd, Error> {
    job.inputs.iter().try_for_each(Input::check)?;
    let files = job.inputs.iter().map(spool).collect::<Result<Vec<_>, _>>()?;
    let mut again = job.clone();
    for (input, file) in again.inputs.iter_mut().zip(&files) {
        if let Some(file) = file {
            *input = Input::from(file.path());
        }
    }
    let unseen = Job { on_open: None, ..again.clone() };
    let Some(repeats) = find_repeats(&unseen, equivalent, control)? else {
        return Ok(JobEnd { is_interrupted: true, ..JobEnd::default() });
    };
    // Which rows are repeats goes by their order, so one thread copies them.
    let progress = Progress::default();
    let threads = Threads::new(1)?;
    let control = Control { threads: &threads, stop: control.stop, progress: &progress };
    let worker =
        |writer| DropWorker { writer, repeats: &repeats, row: 0, records: Records::default() };
    again.run(&[], &control, worker, on_diagnostic)
}

/// A copy of an input that can be read only once, to be read twice.
fn spool(input: &Input) -> Result<Option<NamedTempFile>, Error> {
    if input.length().is_some() {
        return Ok(None);
    }
    let name = input.name();
    let copy = || -> io::Result<NamedTempFile> {
        let mut file = NamedTempFile::new()?;
        match input.path() {
            None => io::copy(&mut io::stdin().lock(), &mut file)?,
            Some(path) => io::copy(&mut File::open(path)?, &mut file)?,
        };
        Ok(file)
    };
    copy().map(Some).map_err(|source| Error::Read { name, source })
}

/// The first pass: a bit for every row of the job, set if it is a repeat; `None` if the job was
/// stopped.
fn find_repeats(job: &Job, equivalent: bool, control: &Control<'_>) -> Result<Option<Bits>, Error> {
    let keys = Arc::new(Mutex::new(Keys::new()));
    let to_keys = Box::new(KeyWriter(Arc::clone(&keys)));
    let mut sinks = [OutputFile::to_writer("a temporary file", to_keys)];
    let worker = || KeyWorker { equivalent, records: Records::default() };
    let end = run(&mut job.source(), &mut sinks, control, worker, &mut |_| Ok(()))?;
    if end.is_interrupted {
        return Ok(None);
    }
    let mut keys = keys.lock().unwrap_or_else(PoisonError::into_inner);
    keys.repeats()
        .map(Some)
        .map_err(|source| Error::Read { name: "a temporary file".into(), source })
}

/// Writes the key of every row.
struct KeyWorker {
    equivalent: bool,
    records: Records,
}

impl ChunkProcessor for KeyWorker {
    fn process(
        &mut self,
        piece: &ChunkRef<'_>,
        emit: &mut ChunkOutput<'_, '_>,
    ) -> Result<(), Error> {
        let out = &mut emit.out[0];
        let key = if self.equivalent { class_key } else { grid_key };
        for_each_grid(piece, &mut self.records, &mut emit.report, |item| {
            let key = item.map_or(NO_KEY, |item| key(item.grid));
            out.extend_from_slice(&key.to_le_bytes());
            Ok(())
        });
        // The second pass reports them.
        emit.report.problems.clear();
        Ok(())
    }
}

/// Copies the rows that are no repeats, one chunk after the other.
struct DropWorker<'a> {
    writer: Arc<dyn Writer>,
    repeats: &'a Bits,
    /// How many rows came before.
    row: u64,
    records: Records,
}

impl ChunkProcessor for DropWorker<'_> {
    fn process(
        &mut self,
        piece: &ChunkRef<'_>,
        emit: &mut ChunkOutput<'_, '_>,
    ) -> Result<(), Error> {
        let Self { writer, repeats, row, records } = self;
        for_each_grid(piece, records, &mut emit.report, |_| Ok(()));
        for entry in records.rows(piece.bytes) {
            match entry {
                Row::Passthrough(text) => writer.pass(text, &mut emit.out[0]),
                Row::Puzzle { row: index, .. } | Row::Malformed { row: index, .. }
                    if repeats.get(*row + index as u64) =>
                {
                    emit.report.counts.solved -= 1;
                    emit.report.counts.repeats += 1;
                }
                Row::Puzzle { record, .. } | Row::Malformed { record, .. } => {
                    writer.row(record, &[], &mut emit.out[0]);
                }
            }
        }
        *row += records.row_count() as u64;
        Ok(())
    }
}

/// One bit a row.
#[derive(Default)]
struct Bits(Vec<u64>);

impl Bits {
    fn get(&self, row: u64) -> bool {
        self.0.get((row / 64) as usize).is_some_and(|word| word >> (row % 64) & 1 != 0)
    }

    fn set(&mut self, row: u64) {
        self.0[(row / 64) as usize] |= 1 << (row % 64);
    }
}

/// The keys of all rows, with their row, in partitions by key.
struct Keys {
    rows: u64,
    partitions: Vec<BufWriter<SpooledTempFile>>,
}

impl Keys {
    fn new() -> Self {
        let partition = || BufWriter::with_capacity(1 << 12, spooled_tempfile(IN_MEMORY));
        Self { rows: 0, partitions: (0..PARTITIONS).map(|_| partition()).collect() }
    }

    fn add(&mut self, key: [u8; 16]) -> io::Result<()> {
        if u128::from_le_bytes(key) != NO_KEY {
            let partition = &mut self.partitions[usize::from(key[0])];
            partition.write_all(&key)?;
            partition.write_all(&self.rows.to_le_bytes())?;
        }
        self.rows += 1;
        Ok(())
    }

    /// Finds the rows whose key an earlier row has.
    fn repeats(&mut self) -> io::Result<Bits> {
        let mut repeats = Bits(vec![0; self.rows.div_ceil(64) as usize]);
        for partition in self.partitions.drain(..) {
            let mut file = partition.into_inner().map_err(io::IntoInnerError::into_error)?;
            file.rewind()?;
            let mut file = BufReader::with_capacity(1 << 16, file);
            let mut seen = HashSet::new();
            let (mut key, mut row) = ([0; 16], [0; 8]);
            // Rows were added in order, so the first with a key is met first.
            while !std::io::BufRead::fill_buf(&mut file)?.is_empty() {
                file.read_exact(&mut key)?;
                file.read_exact(&mut row)?;
                if !seen.insert(key) {
                    repeats.set(u64::from_le_bytes(row));
                }
            }
        }
        Ok(repeats)
    }
}

/// Takes keys as they come out of the pipeline, in order.
struct KeyWriter(Arc<Mutex<Keys>>);

impl Write for KeyWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut keys = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (whole, _) = bytes.as_chunks::<16>();
        whole.iter().try_for_each(|&key| keys.add(key))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
