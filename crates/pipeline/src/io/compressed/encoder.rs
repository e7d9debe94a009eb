//! Compressed output: blocks of fixed length, compressed by several threads, written in order.
//!
//! A single thread at a time appends bytes. The end of a block depends only on the bytes before it, so the compressed
//! bytes are a function of the bytes. A full block waits until a worker compresses it, before the worker takes a task
//! or when no tasks are left. If too many blocks wait, the appending thread compresses. Compressed blocks are written
//! in order: see [`in_order`](crate::in_order).

use std::{
    collections::VecDeque,
    fs::File,
    io::{self, Write},
    mem,
    sync::{Arc, Condvar, Mutex},
    thread,
};

use crate::{
    in_order::{InOrder, Sink},
    io::compressed::compressor::{Compressor, Method},
    marks::OutputMark,
    sync::{lock, wait},
};

/// The number of compressed blocks per thread that may wait for an earlier block.
const AHEAD: usize = 4;

/// Compresses everything written to it.
pub(crate) struct Encoder {
    method: Method,
    blocks: Mutex<Blocks>,
    /// Notified of changes of `blocks` that threads wait for.
    changed: Condvar,
    compressed: InOrder<CompressedBlock, BlockWriter>,
    /// The first failure. Every thread that calls gets it, because any call may be the first after it.
    failure: Mutex<Option<io::Error>>,
    spare: Arc<Mutex<Vec<Vec<u8>>>>,
}

/// Blocks before compression, and compressors.
#[derive(Default)]
struct Blocks {
    /// The block being filled.
    filling: Vec<u8>,
    /// Full blocks that no thread compresses yet; the first has the number `taken`.
    full: VecDeque<Vec<u8>>,
    taken: u64,
    /// The number of threads that help, and of full blocks that may wait.
    threads: usize,
    compressors: Vec<Compressor>,
    /// True if no more bytes will come.
    is_last: bool,
}

struct CompressedBlock {
    bytes: Vec<u8>,
    /// The uncompressed length.
    length: usize,
}

/// Writes compressed blocks in order.
struct BlockWriter {
    sink: Box<dyn Write + Send>,
    /// The compressed and uncompressed length of every block written.
    lengths: Vec<(u32, u32)>,
    /// The mark of the bytes written: the sums of these lengths, and a checksum; `wanted` is not known here.
    mark: OutputMark,
    /// Computes this checksum, if it is needed.
    checksum: Option<crc32fast::Hasher>,
    method: Method,
    /// Empty buffers, for blocks before and after compression.
    spare: Arc<Mutex<Vec<Vec<u8>>>>,
    is_finished: bool,
}

impl Sink<CompressedBlock> for BlockWriter {
    type Error = io::Error;

    fn take(&mut self, CompressedBlock { mut bytes, length }: CompressedBlock) -> io::Result<()> {
        self.sink.write_all(&bytes)?;
        self.lengths.push((bytes.len() as u32, length as u32));
        if let Some(checksum) = &mut self.checksum {
            checksum.update(&bytes);
            self.mark.checksum = checksum.clone().finalize();
        }
        self.mark.written += length as u64;
        self.mark.stored += bytes.len() as u64;
        bytes.clear();
        lock(&self.spare).push(bytes);
        Ok(())
    }
}

impl BlockWriter {
    /// Writes the bytes after the last block.
    fn finish(&mut self) -> io::Result<()> {
        let end = self.method.end(&self.lengths)?;
        self.is_finished = true;
        if let Some(checksum) = &mut self.checksum {
            checksum.update(&end);
        }
        self.sink.write_all(&end)?;
        self.sink.flush()
    }
}

impl Drop for BlockWriter {
    /// Ends the output in an invalid way, so that no reader takes the part for the whole.
    fn drop(&mut self) {
        if !self.is_finished {
            // The job has failed, and its error has been reported elsewhere.
            let _ = self.sink.write_all(self.method.torn_end()).and_then(|()| self.sink.flush());
        }
    }
}

impl Encoder {
    /// Compresses with `method` to `sink`. The writing thread compresses, too, unless others [help](Self::set_threads).
    pub(crate) fn new(method: Method, sink: Box<dyn Write + Send>) -> io::Result<Self> {
        let spare = Arc::default();
        let blocks = Blocks { compressors: vec![method.compressor()?], ..Blocks::default() };
        let writer = BlockWriter {
            sink,
            lengths: Vec::new(),
            mark: OutputMark::default(),
            checksum: None,
            method,
            spare: Arc::clone(&spare),
            is_finished: false,
        };
        Ok(Self {
            method,
            blocks: Mutex::new(blocks),
            changed: Condvar::new(),
            compressed: InOrder::new(writer),
            failure: Mutex::new(None),
            spare,
        })
    }

    /// Continues after the blocks that an earlier run has written to `file`, which is cut off at `mark`. From now on,
    /// computes checksums.
    pub(crate) fn compress_more(
        &self,
        file: &File,
        mark: &OutputMark,
        checksum: crc32fast::Hasher,
    ) -> io::Result<()> {
        let lengths = self.method.blocks(file, mark.stored)?;
        let mut writer = self.compressed.sink();
        writer.mark = *mark;
        writer.checksum = Some(checksum);
        writer.lengths = lengths;
        Ok(())
    }

    /// Returns the mark of the bytes written, with `wanted` as the number of appended bytes to keep.
    pub(crate) fn mark(&self, wanted: u64) -> OutputMark {
        OutputMark { wanted, ..self.compressed.sink().mark }
    }

    /// Returns the checksum of all bytes written, if it is computed: see [`Self::compress_more`].
    pub(crate) fn checksum(&self) -> Option<u32> {
        let writer = self.compressed.sink();
        writer.checksum.as_ref().map(|checksum| checksum.clone().finalize())
    }

    /// Sets the number of threads that call [`Self::help`] from now on.
    pub(crate) fn set_threads(&self, threads: usize) {
        lock(&self.blocks).threads = threads;
    }

    /// Appends bytes. Only one thread may call this at a time.
    pub(crate) fn write(&self, mut bytes: &[u8]) -> io::Result<()> {
        let size = self.method.block();
        let mut block = mem::take(&mut lock(&self.blocks).filling);
        while !bytes.is_empty() {
            let (now, later) = bytes.split_at(bytes.len().min(size - block.len()));
            block.extend_from_slice(now);
            bytes = later;
            if block.len() == size {
                block = self.queue(block)?;
            }
        }
        lock(&self.blocks).filling = block;
        self.check()
    }

    /// Queues a full block, and returns an empty one.
    fn queue(&self, block: Vec<u8>) -> io::Result<Vec<u8>> {
        let mut blocks = lock(&self.blocks);
        blocks.full.push_back(block);
        drop(blocks);
        self.changed.notify_all();
        while self.has_too_many() && self.help()? {}
        Ok(self.buffer())
    }

    /// Returns whether more full blocks wait than the helping threads can take.
    fn has_too_many(&self) -> bool {
        let blocks = lock(&self.blocks);
        blocks.full.len() > blocks.threads
    }

    /// Returns whether a block waits to be compressed.
    pub(crate) fn has_block(&self) -> bool {
        !lock(&self.blocks).full.is_empty()
    }

    /// Compresses the first waiting block, if any, and writes it if it is the next in order. Returns whether a block
    /// waited.
    pub(crate) fn help(&self) -> io::Result<bool> {
        let most = AHEAD * (lock(&self.blocks).threads + 1);
        // This cannot wait for ever: the next block in order is being compressed by a thread that does not wait here.
        self.compressed.wait_for_room(most, || false);
        self.check()?;
        let mut blocks = lock(&self.blocks);
        let Some(mut block) = blocks.full.pop_front() else { return Ok(false) };
        let number = blocks.taken;
        blocks.taken += 1;
        let compressor = blocks.compressors.pop();
        drop(blocks);
        let length = block.len();
        let compressed = self.compress(compressor, &block);
        block.clear();
        lock(&self.spare).push(block);
        let compressed = compressed.map(|bytes| CompressedBlock { bytes, length });
        let submitted = compressed.and_then(|block| self.compressed.submit(number, 1, block));
        if let Err(error) = submitted {
            lock(&self.failure).get_or_insert(error);
            self.compressed.fail();
        }
        self.changed.notify_all();
        self.check().map(|()| true)
    }

    /// Returns an empty buffer.
    fn buffer(&self) -> Vec<u8> {
        lock(&self.spare).pop().unwrap_or_default()
    }

    /// Compresses a block with `compressor`, or with a new compressor if it is `None`.
    fn compress(&self, compressor: Option<Compressor>, block: &[u8]) -> io::Result<Vec<u8>> {
        let mut bytes = self.buffer();
        let mut compressor = compressor.map_or_else(|| self.method.compressor(), Ok)?;
        compressor.compress(block, &mut bytes)?;
        lock(&self.blocks).compressors.push(compressor);
        Ok(bytes)
    }

    /// Runs `work`, which appends, while other threads help: as many as were set last.
    pub(crate) fn with_helpers<R>(&self, work: impl FnOnce() -> R) -> R {
        let threads = lock(&self.blocks).threads;
        thread::scope(|scope| {
            for _ in 1..threads {
                // The error is ignored: if no thread can be started, the appending thread compresses more.
                let _ = thread::Builder::new().spawn_scoped(scope, || self.help_until_last());
            }
            let result = work();
            lock(&self.blocks).is_last = true;
            self.changed.notify_all();
            result
        })
    }

    /// Compresses blocks until no more will come, or the output fails.
    fn help_until_last(&self) {
        while self.help().is_ok() {
            let mut blocks = lock(&self.blocks);
            while blocks.full.is_empty() {
                if blocks.is_last || lock(&self.failure).is_some() {
                    return;
                }
                blocks = wait(&self.changed, blocks);
            }
        }
    }

    /// Compresses and writes the remaining bytes, and the end.
    pub(crate) fn finish(&self) -> io::Result<()> {
        let mut blocks = lock(&self.blocks);
        let last = mem::take(&mut blocks.filling);
        if !last.is_empty() {
            blocks.full.push_back(last);
        }
        drop(blocks);
        while self.help()? {}
        let count = lock(&self.blocks).taken;
        match self.compressed.turn(count) {
            Some(mut writer) => writer.finish(),
            None => self.check(),
        }
    }

    /// Returns the failure, if there was one.
    fn check(&self) -> io::Result<()> {
        match &*lock(&self.failure) {
            None => Ok(()),
            Some(error) => Err(match error.raw_os_error() {
                Some(code) => io::Error::from_raw_os_error(code),
                None => io::Error::new(error.kind(), error.to_string()),
            }),
        }
    }
}

#[cfg(test)]
mod tests;
