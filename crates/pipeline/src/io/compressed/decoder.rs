//! Decoding of compressed inputs, ahead of the workers.
//!
//! A thread reads the input and cuts it into frames. If a frame has its length in its header, another thread decodes
//! it, together with other frames if they are small; the reading thread decodes all other frames. The text returns in
//! pieces, in order. The total length of pieces not yet used is bounded, whatever length a frame claims.

use std::{
    io::{self, BufRead, Read},
    mem,
    sync::{
        Arc, Condvar, Mutex,
        mpsc::{self, Receiver, Sender, SyncSender, TryRecvError},
    },
    thread,
};

use crate::{
    io::compressed::{
        codec::{decode, decode_frame, named_error},
        frames::{EndMark, Lookahead, NextFrame, next_frame},
    },
    sync::{lock, wait},
};
use batchdoku_format::Codec;

/// The number of bytes of text from small frames that are decoded together.
const PIECE: usize = 1 << 20;
/// The number of bytes of text decoded at a time from frames of unknown length.
const STREAMED: usize = 256 << 10;

/// Decoded text, and the error after it.
#[derive(Default)]
struct DecodedPiece {
    text: Vec<u8>,
    failure: Option<io::Error>,
    /// The bytes of the budget that this piece takes.
    reserved: usize,
}

/// Reads the text of a compressed input.
pub(crate) struct Decoder {
    codec: Codec,
    pieces: Receiver<Receiver<DecodedPiece>>,
    /// The next piece, which may not be decoded yet.
    next: Option<Receiver<DecodedPiece>>,
    /// The piece being read, and the number of its bytes that have been read.
    piece: DecodedPiece,
    used: usize,
    budget: Arc<DecodedBudget>,
}

impl Decoder {
    /// Decodes `read` with the reading thread and, if frames allow it, `threads` others (0 or more). Several compressed
    /// streams in a row are a single text. A truncated stream ends in an error, after all text that can be decoded.
    pub(crate) fn new(
        codec: Codec,
        read: Box<dyn Read + Send>,
        threads: usize,
    ) -> io::Result<Self> {
        let (sender, pieces) = mpsc::sync_channel(2 * threads + 2);
        let budget =
            Arc::new(DecodedBudget { bytes: Mutex::new(Some(0)), changed: Condvar::new() });
        let (jobs, received) = mpsc::channel();
        let mut splitter = Splitter {
            codec,
            input: Lookahead::new(read),
            outlet: Outlet { pieces: sender, budget: Arc::clone(&budget) },
            batch: Batch::default(),
            jobs,
            received: Arc::new(Mutex::new(received)),
            threads_left: threads,
        };
        let thread = thread::Builder::new().name("decoder".into());
        thread.spawn(move || drop(splitter.split()))?;
        Ok(Self { codec, pieces, next: None, piece: DecodedPiece::default(), used: 0, budget })
    }

    /// Returns whether a read would return at once.
    pub(crate) fn is_ready(&mut self) -> bool {
        if self.used < self.piece.text.len() || self.piece.failure.is_some() {
            return true;
        }
        if self.next.is_none() {
            self.next = self.pieces.try_recv().ok();
        }
        match self.next.as_ref().map(Receiver::try_recv) {
            Some(Ok(piece)) => {
                self.take(piece);
                true
            }
            Some(Err(TryRecvError::Disconnected)) => true,
            Some(Err(TryRecvError::Empty)) | None => false,
        }
    }

    /// Makes a piece the current piece.
    fn take(&mut self, piece: DecodedPiece) {
        self.budget.update(|bytes| bytes.map(|bytes| bytes - piece.reserved));
        (self.next, self.piece, self.used) = (None, piece, 0);
    }
}

impl Read for Decoder {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        loop {
            let length = (&self.piece.text[self.used..]).read(bytes)?;
            if length > 0 || bytes.is_empty() {
                self.used += length;
                return Ok(length);
            }
            if let Some(error) = self.piece.failure.take() {
                return Err(named_error(self.codec, error));
            }
            let next = match self.next.take() {
                Some(next) => Ok(next),
                None => self.pieces.recv(),
            };
            let Ok(next) = next else { return Ok(0) };
            let piece = next.recv().map_err(|_| io::Error::other("a decoder panicked"))?;
            self.take(piece);
        }
    }
}

impl Drop for Decoder {
    fn drop(&mut self) {
        self.budget.update(|_| None);
    }
}

/// Frames that are decoded together: their bytes, and for each frame its length and the length of its text.
#[derive(Default)]
struct Batch {
    bytes: Vec<u8>,
    frames: Vec<(usize, usize)>,
    text: usize,
}

type DecodingJob = (Batch, Sender<DecodedPiece>);

/// An error: no more text is needed.
struct Closed;

/// The thread that reads the input and cuts it into frames.
struct Splitter {
    codec: Codec,
    input: Lookahead,
    outlet: Outlet,
    batch: Batch,
    jobs: Sender<DecodingJob>,
    received: Arc<Mutex<Receiver<DecodingJob>>>,
    threads_left: usize,
}

impl Splitter {
    fn split(&mut self) -> Result<(), Closed> {
        let mut lacks_end = false;
        loop {
            match next_frame(self.codec, &mut self.input) {
                Ok(NextFrame::Whole { length, text, end }) => {
                    lacks_end = end == EndMark::Expected;
                    self.add(length, text)?;
                }
                Ok(NextFrame::Skipped { length, end }) => {
                    lacks_end &= end != EndMark::Reached;
                    self.input.consume(length);
                }
                Ok(NextFrame::Unknown) => {
                    lacks_end = false;
                    self.decode()?;
                    if !self.stream()? {
                        return Ok(());
                    }
                }
                Ok(NextFrame::End) => {
                    self.decode()?;
                    if lacks_end {
                        self.outlet.send(Vec::new(), Some(io::ErrorKind::UnexpectedEof.into()))?;
                    }
                    return Ok(());
                }
                Err(error) => {
                    self.decode()?;
                    return self.outlet.send(Vec::new(), Some(error));
                }
            }
        }
    }

    /// Adds a frame to the next batch.
    fn add(&mut self, length: usize, text: usize) -> Result<(), Closed> {
        if self.batch.text + text > PIECE {
            self.decode()?;
        }
        match self.input.peek(length) {
            Ok(bytes) => self.batch.bytes.extend_from_slice(bytes),
            Err(error) => return self.outlet.send(Vec::new(), Some(error)),
        }
        self.input.consume(length);
        self.batch.frames.push((length, text));
        self.batch.text += text;
        Ok(())
    }

    /// Sends the batch to another thread to decode it.
    fn decode(&mut self) -> Result<(), Closed> {
        let batch = mem::take(&mut self.batch);
        if batch.frames.is_empty() {
            return Ok(());
        }
        self.outlet.budget.add(batch.text)?;
        let (sender, piece) = mpsc::channel();
        if self.threads_left > 0 {
            self.threads_left -= 1;
            let codec = self.codec;
            let received = Arc::clone(&self.received);
            let thread = thread::Builder::new().name("frames".into());
            if thread.spawn(move || decode_jobs(codec, &received)).is_err() {
                self.threads_left = 0;
            }
        }
        let has_threads = Arc::strong_count(&self.received) > 1;
        let job = (batch, sender);
        if has_threads {
            self.jobs.send(job).map_err(|_| Closed)?;
        } else {
            decode_job(self.codec, &mut FrameDecoder::new(self.codec), job);
        }
        self.outlet.pieces.send(piece).map_err(|_| Closed)
    }

    /// Decodes a frame of unknown length, piece by piece; returns false if it fails.
    fn stream(&mut self) -> Result<bool, Closed> {
        let mut read = match decode_frame(self.codec, &mut self.input) {
            Ok(read) => read,
            Err(error) => return self.outlet.send(Vec::new(), Some(error)).map(|()| false),
        };
        loop {
            let mut text = Vec::with_capacity(STREAMED);
            let failure = read.by_ref().take(STREAMED as u64).read_to_end(&mut text).err();
            let is_failed = failure.is_some();
            let is_ended = text.len() < STREAMED;
            self.outlet.send(text, failure)?;
            if is_failed || is_ended {
                return Ok(!is_failed);
            }
        }
    }
}

/// The channel of decoded text to its reader.
struct Outlet {
    pieces: SyncSender<Receiver<DecodedPiece>>,
    budget: Arc<DecodedBudget>,
}

impl Outlet {
    fn send(&self, text: Vec<u8>, failure: Option<io::Error>) -> Result<(), Closed> {
        let reserved = text.len();
        self.budget.add(reserved)?;
        let (sender, piece) = mpsc::channel();
        sender.send(DecodedPiece { text, failure, reserved }).map_err(|_| Closed)?;
        self.pieces.send(piece).map_err(|_| Closed)
    }
}

/// Decodes batches until the channel is closed.
fn decode_jobs(codec: Codec, jobs: &Mutex<Receiver<DecodingJob>>) {
    let mut decoder = FrameDecoder::new(codec);
    loop {
        let job = lock(jobs).recv();
        let Ok(job) = job else { return };
        decode_job(codec, &mut decoder, job);
    }
}

fn decode_job(codec: Codec, decoder: &mut FrameDecoder, (batch, sender): DecodingJob) {
    let mut text = vec![0; batch.text];
    let mut from = 0;
    let mut to = 0;
    let mut is_whole = true;
    for &(length, room) in &batch.frames {
        let frame = &batch.bytes[from..from + length];
        let Some(decoded) = decoder.decode(frame, &mut text[to..to + room]) else {
            is_whole = false;
            break;
        };
        from += length;
        to += decoded;
    }
    text.truncate(to);
    // Text before the damage is used, and the error has the same words as without threads.
    let failure = if is_whole { None } else { decode_damaged(codec, &batch, from, &mut text) };
    // The error is ignored, because the reader may have been dropped.
    let _ = sender.send(DecodedPiece { text, failure, reserved: batch.text });
}

/// Decodes a batch from the frame at `from` until the damage, and returns the error.
fn decode_damaged(
    codec: Codec,
    batch: &Batch,
    from: usize,
    text: &mut Vec<u8>,
) -> Option<io::Error> {
    let room = batch.text - text.len();
    let read = decode(codec, &batch.bytes[from..]);
    match read.and_then(|read| read.take(room as u64 + 1).read_to_end(text)) {
        Err(error) => Some(error),
        Ok(length) if length <= room => None,
        Ok(_) => {
            text.truncate(batch.text);
            let words = "there is more text than the header says";
            Some(io::Error::new(io::ErrorKind::InvalidData, words))
        }
    }
}

/// Decodes whole frames in memory, which is faster than a stream.
enum FrameDecoder {
    Gzip(libdeflater::Decompressor),
    Zstd(zstd::bulk::Decompressor<'static>),
    /// No such decoder: frames are decoded as streams.
    Streams,
}

impl FrameDecoder {
    fn new(codec: Codec) -> Self {
        match codec {
            Codec::Gzip => Self::Gzip(libdeflater::Decompressor::new()),
            Codec::Zstd => zstd::bulk::Decompressor::new().map_or(Self::Streams, Self::Zstd),
            _ => Self::Streams,
        }
    }

    /// Decodes a frame into the start of `text`, and returns the length of its text; `None` if the frame is damaged or
    /// its text does not fit.
    fn decode(&mut self, frame: &[u8], text: &mut [u8]) -> Option<usize> {
        match self {
            Self::Gzip(decoder) => decoder.gzip_decompress(frame, text).ok(),
            Self::Zstd(decoder) => decoder.decompress_to_buffer(frame, text).ok(),
            Self::Streams => None,
        }
    }
}

/// The maximum number of decoded bytes, unless a single piece is longer.
const MAX_DECODED: usize = 96 << 20;

/// The number of bytes that have been decoded, or are being decoded, and not yet been used; `None` after the reader was
/// dropped.
struct DecodedBudget {
    bytes: Mutex<Option<usize>>,
    changed: Condvar,
}

impl DecodedBudget {
    /// Waits until there is room for `count` bytes, and adds them. Fails if the reader was dropped.
    fn add(&self, count: usize) -> Result<(), Closed> {
        let mut bytes = lock(&self.bytes);
        while bytes.is_some_and(|bytes| bytes > 0 && bytes + count > MAX_DECODED) {
            bytes = wait(&self.changed, bytes);
        }
        *bytes.as_mut().ok_or(Closed)? += count;
        Ok(())
    }

    fn update(&self, change: impl FnOnce(Option<usize>) -> Option<usize>) {
        let mut bytes = lock(&self.bytes);
        *bytes = change(*bytes);
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests;
