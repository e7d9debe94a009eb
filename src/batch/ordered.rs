//! Chunks to workers, results back in order.
//!
//! Every worker takes the next chunk, works on it alone, and hands its output in. Outputs become
//! due in the order of the chunks. A file takes each at its place, written by the worker that
//! made it due, beside the others; a stream takes one after the other. Workers wait before they
//! take a chunk while too much output waits for its turn, so memory is bounded, and the worker
//! whose turn it is may write ahead of its end: the output of one chunk may be of any size.

use std::{
    collections::BTreeMap,
    mem,
    panic::{self, AssertUnwindSafe},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
};

use super::{
    Control, Error, Problem, Tally,
    input::{Chunk, Source},
    output::{Positioned, Sink},
};
use crate::format::Reader;

/// How much finished output may wait for its turn, in bytes.
const WAITING: usize = 24 << 20;
/// How much output a worker gathers before it writes ahead, once it is its turn.
const AHEAD: usize = 1 << 20;

/// What a job does with a chunk. One worker is made for every thread.
pub trait Worker {
    /// Reads the records of `piece` and writes the output for them to `emit`.
    ///
    /// # Errors
    /// Whatever makes it senseless to go on.
    fn process(&mut self, piece: &Piece<'_>, emit: &mut Emit<'_, '_>) -> Result<(), Error>;
}

/// The bytes of a chunk, as a worker sees them.
#[derive(Clone, Copy)]
pub struct Piece<'a> {
    /// A whole number of records.
    pub bytes: &'a [u8],
    /// Finds them.
    pub reader: &'a dyn Reader,
}

/// What was found in a chunk besides its output.
#[derive(Debug, Default)]
pub struct Report {
    /// Counts.
    pub tally: Tally,
    /// What was wrong, in order, with lines counted from 0 in the chunk.
    pub problems: Vec<Problem>,
    /// How many lines the chunk has.
    pub lines: u64,
}

/// Where a worker puts the output of its chunk.
pub struct Emit<'a, 'b> {
    /// The output, one buffer for each sink of the job.
    pub out: Vec<Vec<u8>>,
    /// What was found.
    pub report: Report,
    index: u64,
    order: Option<&'a Order<'b>>,
}

impl Emit<'_, '_> {
    /// One that only gathers, for one sink.
    pub(super) fn alone() -> Self {
        Self { out: vec![Vec::new()], report: Report::default(), index: 0, order: None }
    }

    /// Writes ahead if much has gathered: waits for this chunk's turn and empties the buffers.
    /// To be called between the rows of a chunk whose output may be large.
    ///
    /// # Errors
    /// If the output can't be written, or the job has failed elsewhere.
    pub fn write_ahead(&mut self) -> Result<(), Error> {
        let Some(order) = self.order else { return Ok(()) };
        if self.out.iter().map(Vec::len).sum::<usize>() < AHEAD {
            return Ok(());
        }
        let mut state = order.lock();
        while state.next != self.index && !state.failed {
            state = order.wait(state);
        }
        if state.failed {
            return Err(Error::Abandoned);
        }
        for (place, bytes) in state.places.iter_mut().zip(&mut self.out) {
            place.sink.write(bytes)?;
            bytes.clear();
        }
        Ok(())
    }
}

/// What a chunk left behind when it was done.
struct Done {
    out: Vec<Vec<u8>>,
    report: Report,
    /// How long the chunk was.
    bytes: u64,
    input: usize,
    starts: Option<u64>,
}

impl Done {
    fn output(&self) -> usize {
        self.out.iter().map(Vec::len).sum()
    }
}

/// A sink, and the handle that workers write through beside each other, if it has one.
struct Place<'b> {
    sink: &'b mut Sink,
    file: Option<Arc<Positioned>>,
}

/// The order of a job, shared by its workers.
struct Order<'b> {
    state: Mutex<State<'b>>,
    changed: Condvar,
    control: &'b Control<'b>,
}

struct State<'b> {
    source: &'b mut Source,
    /// Chunks taken so far.
    taken: u64,
    /// The chunk whose turn it is.
    next: u64,
    waiting: BTreeMap<u64, Done>,
    waiting_bytes: usize,
    places: Vec<Place<'b>>,
    ended: bool,
    failed: bool,
    error: Option<Error>,
    tally: Tally,
    /// Lines of the present input before the chunk whose turn it is.
    line: u64,
    on_problem: &'b mut OnProblem<'b>,
}

/// What is told of each problem, in order, with its input and its line, counted from 1.
pub type OnProblem<'a> = dyn FnMut(Problem) -> Result<(), Error> + Send + 'a;

/// Runs a job: all chunks of `source` through the workers, their output to `sinks`, what was
/// wrong to `on_problem`, all in order. Returns the total of the counts.
///
/// # Errors
/// The first error of the source, a worker, a sink or `on_problem`; [`Error::Interrupted`] if the
/// job was stopped.
pub fn run<'b, W: Worker>(
    source: &'b mut Source,
    sinks: &'b mut [Sink],
    control: &'b Control<'b>,
    make_worker: impl Fn() -> W + Sync,
    on_problem: &'b mut OnProblem<'b>,
) -> Result<Tally, Error> {
    let mut places = Vec::new();
    for sink in sinks {
        let file = sink.positioned()?.map(Arc::new);
        places.push(Place { sink, file });
    }
    let state = State {
        source,
        taken: 0,
        next: 0,
        waiting: BTreeMap::new(),
        waiting_bytes: 0,
        places,
        ended: false,
        failed: false,
        error: None,
        tally: Tally::default(),
        line: 0,
        on_problem,
    };
    let order = Order { state: Mutex::new(state), changed: Condvar::new(), control };
    control.pool.broadcast(|_| order.work(&mut make_worker()));
    let mut state = order.lock();
    match state.error.take() {
        Some(error) => Err(error),
        None if control.stopped() => Err(Error::Interrupted(state.tally)),
        None => Ok(state.tally),
    }
}

impl<'b> Order<'b> {
    fn lock(&self) -> MutexGuard<'_, State<'b>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&'a self, state: MutexGuard<'a, State<'b>>) -> MutexGuard<'a, State<'b>> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self, worker: &mut impl Worker) {
        let mut spare = Vec::new();
        while let Some((index, chunk)) = self.take() {
            if let Err(error) = self.one(worker, index, &chunk, &mut spare) {
                let mut state = self.lock();
                state.failed = true;
                state.error.get_or_insert(error);
                self.changed.notify_all();
            }
        }
    }

    /// Takes the next chunk, once not too much output waits.
    fn take(&self) -> Option<(u64, Chunk)> {
        let mut state = self.lock();
        while state.waiting_bytes > WAITING && !state.failed {
            state = self.wait(state);
        }
        if state.failed || state.ended || self.control.stopped() {
            return None;
        }
        match state.source.next_chunk() {
            Ok(Some(chunk)) => {
                state.taken += 1;
                return Some((state.taken - 1, chunk));
            }
            Ok(None) => {}
            // What was read before is still worked on and written.
            Err(error) => {
                state.error.get_or_insert(error);
            }
        }
        state.ended = true;
        None
    }

    /// Works on one chunk, hands it in, and writes what has become due by that.
    fn one(
        &self,
        worker: &mut impl Worker,
        index: u64,
        chunk: &Chunk,
        spare: &mut Vec<Vec<u8>>,
    ) -> Result<(), Error> {
        chunk.bytes.populate().map_err(Error::Changed)?;
        let mut out = mem::take(spare);
        out.resize_with(self.lock().places.len(), Vec::new);
        let mut emit = Emit { out, report: Report::default(), index, order: Some(self) };
        let piece = Piece { bytes: &chunk.bytes, reader: &*chunk.reader };
        panic::catch_unwind(AssertUnwindSafe(|| worker.process(&piece, &mut emit)))
            .map_err(|_| Error::Panic)??;
        let Emit { out, report, .. } = emit;
        let mut due = Vec::new();
        {
            let mut state = self.lock();
            let bytes = chunk.bytes.len() as u64;
            let done = Done { out, report, bytes, input: chunk.input, starts: chunk.starts };
            state.waiting_bytes += done.output();
            state.waiting.insert(index, done);
            state.settle(self.control, &mut due)?;
        }
        self.changed.notify_all();
        for (file, start, bytes) in due {
            file.write(&bytes, start)?;
            spare.push(bytes);
        }
        spare.iter_mut().for_each(Vec::clear);
        Ok(())
    }
}

impl State<'_> {
    /// Gives every chunk whose turn has come its place: streams are written, what goes to a file
    /// is added to `due`, to be written there without holding up the others.
    fn settle(
        &mut self,
        control: &Control<'_>,
        due: &mut Vec<(Arc<Positioned>, u64, Vec<u8>)>,
    ) -> Result<(), Error> {
        while let Some(done) = self.waiting.remove(&self.next) {
            self.waiting_bytes -= done.output();
            self.next += 1;
            if let Some(lines) = done.starts {
                self.line = lines;
            }
            for problem in done.report.problems {
                (self.on_problem)(problem.moved(done.input, self.line + 1))?;
            }
            self.line += done.report.lines;
            self.tally += done.report.tally;
            control.progress.add(done.report.tally.puzzles, done.bytes);
            for (place, bytes) in self.places.iter_mut().zip(done.out) {
                match &place.file {
                    Some(file) => {
                        let start = place.sink.promise(bytes.len());
                        due.push((Arc::clone(file), start, bytes));
                    }
                    None => place.sink.write(&bytes)?,
                }
            }
        }
        Ok(())
    }
}
