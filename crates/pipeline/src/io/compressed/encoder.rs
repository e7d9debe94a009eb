//! Compressed output: blocks of fixed length, compressed by whoever has time, written in order.
//!
//! One thread at a time appends bytes. Where a block ends depends on the bytes before it alone, so
//! the compressed bytes are a function of the bytes. Full blocks wait until a worker that is about to
//! take a task, or has none left, compresses one; if too many wait, whoever appends does it.
//! The worker that compresses the next block in order writes it, with those after it that are ready.

use std::{
    collections::{BTreeMap, VecDeque},
    fs::File,
    io::{self, Write},
    mem,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    thread,
};

use crate::{
    io::compressed::compressor::{Compressor, Method},
    marks::OutputMark,
    sync::{lock, wait},
};

/// Compressed blocks that may wait for an earlier one, for each thread.
const AHEAD: usize = 4;

/// Compresses what is written to it.
pub(crate) struct Encoder {
    method: Method,
    state: Mutex<EncoderState>,
    changed: Condvar,
}

#[derive(Default)]
struct EncoderState {
    /// `None` while a thread writes to it.
    sink: Option<Box<dyn Write + Send>>,
    /// The block that is being filled.
    filling: Vec<u8>,
    /// Full blocks that nobody compresses yet; the first has the number `taken`.
    full: VecDeque<Vec<u8>>,
    taken: u64,
    /// Compressed blocks whose turn it is not yet, with their uncompressed length.
    compressed: BTreeMap<u64, (Vec<u8>, usize)>,
    written: u64,
    /// The compressed and the uncompressed length of every block that is written.
    lengths: Vec<(u32, u32)>,
    /// The sums of these, and the checksum of what is written; what is `wanted` is not known here.
    mark: OutputMark,
    /// Computes that checksum, if it is wanted.
    checksum: Option<crc32fast::Hasher>,
    /// Threads that help, and how many full blocks may wait.
    threads: usize,
    compressors: Vec<Compressor>,
    spare: Vec<Vec<u8>>,
    /// The failure of the sink: returned to every thread that comes, since any may be first.
    failure: Option<io::Error>,
    is_finished: bool,
}

impl Encoder {
    /// Compresses by `method` to `sink`. The thread that writes compresses too, unless others
    /// [help](Self::set_threads).
    pub(crate) fn new(method: Method, sink: Box<dyn Write + Send>) -> io::Result<Self> {
        let state = EncoderState {
            sink: Some(sink),
            compressors: vec![method.compressor()?],
            ..EncoderState::default()
        };
        Ok(Self { method, state: Mutex::new(state), changed: Condvar::new() })
    }

    /// Continues after the blocks that an earlier run has written to `file`, which is cut off at
    /// `mark`, and computes checksums.
    pub(crate) fn compress_more(
        &self,
        file: &File,
        mark: &OutputMark,
        checksum: crc32fast::Hasher,
    ) -> io::Result<()> {
        let lengths = self.method.blocks(file, mark.stored)?;
        let mut state = lock(&self.state);
        state.mark = *mark;
        state.checksum = Some(checksum);
        state.lengths = lengths;
        Ok(())
    }

    /// Returns the part of the appended text that is written, of which `wanted` bytes are wanted.
    pub(crate) fn mark(&self, wanted: u64) -> OutputMark {
        OutputMark { wanted, ..lock(&self.state).mark }
    }

    /// Returns the checksum of all that is written, if it is computed: see [`Self::compress_more`].
    pub(crate) fn checksum(&self) -> Option<u32> {
        lock(&self.state).checksum.as_ref().map(|checksum| checksum.clone().finalize())
    }

    /// Sets the number of threads that call [`Self::help`] from now on.
    pub(crate) fn set_threads(&self, threads: usize) {
        lock(&self.state).threads = threads;
    }

    /// Appends bytes. Only one thread at a time may do so.
    pub(crate) fn write(&self, mut bytes: &[u8]) -> io::Result<()> {
        let size = self.method.block();
        let mut block = mem::take(&mut lock(&self.state).filling);
        while !bytes.is_empty() {
            let (now, later) = bytes.split_at(bytes.len().min(size - block.len()));
            block.extend_from_slice(now);
            bytes = later;
            if block.len() == size {
                block = self.queue(block)?;
            }
        }
        let mut state = lock(&self.state);
        state.filling = block;
        state.check()
    }

    /// Adds a full block to those that wait, and returns an empty one.
    fn queue(&self, block: Vec<u8>) -> io::Result<Vec<u8>> {
        let mut state = lock(&self.state);
        state.full.push_back(block);
        let spare = state.spare.pop().unwrap_or_default();
        let mut waiting = state.full.len() > state.threads;
        drop(state);
        self.changed.notify_all();
        while waiting && self.help()? {
            let state = lock(&self.state);
            waiting = state.full.len() > state.threads;
        }
        Ok(spare)
    }

    /// Returns whether a block waits to be compressed.
    pub(crate) fn has_block(&self) -> bool {
        !lock(&self.state).full.is_empty()
    }

    /// Compresses a block, if one waits, and writes what becomes due. Returns whether one waited.
    pub(crate) fn help(&self) -> io::Result<bool> {
        let mut state = lock(&self.state);
        // The next block in order is being compressed: it never waits here.
        while state.compressed.len() > AHEAD * (state.threads + 1) && state.failure.is_none() {
            state = wait(&self.changed, state);
        }
        state.check()?;
        let Some(mut block) = state.full.pop_front() else { return Ok(false) };
        let number = state.taken;
        state.taken += 1;
        let compressor = state.compressors.pop();
        let mut bytes = state.spare.pop().unwrap_or_default();
        drop(state);
        let length = block.len();
        let compressed = compressor.map_or_else(|| self.method.compressor(), Ok);
        let compressed = compressed.and_then(|mut compressor| {
            compressor.compress(&block, &mut bytes).map(|()| compressor)
        });
        let mut state = lock(&self.state);
        match compressed {
            Ok(compressor) => state.compressors.push(compressor),
            Err(error) => state.failure = Some(error),
        }
        block.clear();
        state.spare.push(block);
        state.compressed.insert(number, (bytes, length));
        self.write_due(state)?;
        Ok(true)
    }

    /// Writes the blocks whose turn it is, unless another thread does.
    fn write_due<'a>(&'a self, mut state: MutexGuard<'a, EncoderState>) -> io::Result<()> {
        while state.failure.is_none()
            && let Some(mut sink) = state.sink.take()
        {
            let next = state.written;
            let Some((mut bytes, length)) = state.compressed.remove(&next) else {
                state.sink = Some(sink);
                break;
            };
            state.written += 1;
            state.lengths.push((bytes.len() as u32, length as u32));
            let mut checksum = state.checksum.take();
            drop(state);
            let result = sink.write_all(&bytes);
            if let Some(checksum) = &mut checksum {
                checksum.update(&bytes);
            }
            let sum = checksum.as_ref().map_or(0, |checksum| checksum.clone().finalize());
            let stored = bytes.len() as u64;
            bytes.clear();
            state = lock(&self.state);
            state.checksum = checksum;
            if result.is_ok() {
                state.mark.written += length as u64;
                state.mark.stored += stored;
                state.mark.checksum = sum;
            }
            state.spare.push(bytes);
            state.sink = Some(sink);
            if let Err(error) = result {
                // Another thread may have failed meanwhile.
                state.failure.get_or_insert(error);
            }
            self.changed.notify_all();
        }
        let result = state.check();
        drop(state);
        self.changed.notify_all();
        result
    }

    /// Runs `work`, which appends, while other threads help: as many as were set last.
    pub(crate) fn with_helpers<R>(&self, work: impl FnOnce() -> R) -> R {
        let threads = lock(&self.state).threads;
        let is_done = &Mutex::new(false);
        thread::scope(|scope| {
            for _ in 1..threads {
                // Without a thread, whoever appends does more.
                let _ = thread::Builder::new().spawn_scoped(scope, || {
                    loop {
                        while matches!(self.help(), Ok(true)) {}
                        let state = lock(&self.state);
                        let is_done = *lock(is_done);
                        if is_done || state.failure.is_some() {
                            return;
                        }
                        if state.full.is_empty() {
                            drop(wait(&self.changed, state));
                        }
                    }
                });
            }
            let result = work();
            let state = lock(&self.state);
            *lock(is_done) = true;
            drop(state);
            self.changed.notify_all();
            result
        })
    }

    /// Compresses and writes what is left, and the end.
    pub(crate) fn finish(&self) -> io::Result<()> {
        let mut state = lock(&self.state);
        let last = mem::take(&mut state.filling);
        if !last.is_empty() {
            state.full.push_back(last);
        }
        drop(state);
        while self.help()? {}
        let mut state = lock(&self.state);
        while state.written < state.taken && state.failure.is_none() {
            state = wait(&self.changed, state);
        }
        state.check()?;
        let end = self.method.end(&state.lengths)?;
        state.is_finished = true;
        if let Some(checksum) = &mut state.checksum {
            checksum.update(&end);
        }
        let Some(sink) = &mut state.sink else { return Ok(()) };
        sink.write_all(&end)?;
        sink.flush()
    }
}

impl EncoderState {
    /// Returns the failure, if there was one.
    fn check(&self) -> io::Result<()> {
        match &self.failure {
            None => Ok(()),
            Some(error) => Err(match error.raw_os_error() {
                Some(code) => io::Error::from_raw_os_error(code),
                None => io::Error::new(error.kind(), error.to_string()),
            }),
        }
    }
}

impl Drop for Encoder {
    /// Nobody may take part of an output for all of it.
    fn drop(&mut self) {
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(sink) = state.sink.as_mut().filter(|_| !state.is_finished) {
            // The job has failed, and its error has been reported elsewhere.
            let _ = sink.write_all(self.method.torn_end()).and_then(|()| sink.flush());
        }
    }
}
