//! A stream of bytes, handed out in whole records.
//!
//! The worker that comes for a chunk reads it, straight into the buffer that it then works on:
//! no copy, no thread in between, and the bytes are still in its cache. While it waits the others
//! work; what comes meanwhile stays in the pipe.

use std::{
    fs::File,
    io::{self, Read},
    mem,
    ops::Deref,
    sync::{Arc, Mutex, PoisonError},
};

use super::codec;
use crate::format::Reader;

/// How much is looked at, at most, to recognise a format.
const HEAD: usize = 64 << 10;
/// How large a buffer is at the least.
const BUFFER: usize = 64 << 10;
/// How much a pipe is asked to hold, so that both ends are woken less often.
#[cfg(target_os = "linux")]
const PIPE: usize = 1 << 20;
/// A record that is longer is cut off, and the rest of its line skipped.
const LONGEST_RECORD: usize = 16 << 20;
/// A line that is longer ends the job: the stream has no lines.
const LONGEST_LINE: u64 = 16 << 30;

/// A stream that is read in whole records.
pub(super) struct Stream {
    read: Box<dyn Read + Send>,
    /// What is read, to ask it whether more has come.
    source: File,
    /// What has been read and not handed out.
    held: Buffer,
    ended: bool,
    /// Why it ended, if not because it was read to its end.
    failed: Option<io::Error>,
    /// While the rest of an overlong line is skipped: how long it is so far.
    skipped: Option<u64>,
}

impl Stream {
    /// Starts to read `file`, and to decode it if its first bytes ask for that.
    ///
    /// # Errors
    /// If it can't be read.
    pub(super) fn new(source: File) -> io::Result<Self> {
        // No pipe, or not allowed: then it stays as it is.
        #[cfg(target_os = "linux")]
        let _ = rustix::pipe::fcntl_setpipe_size(&source, PIPE);
        let read = codec::decoded(Box::new(source.try_clone()?))?;
        let held = Buffer::default();
        Ok(Self { read, source, held, ended: false, failed: None, skipped: None })
    }

    /// The first bytes: as many as are `enough` to recognise a format by, or 64 KiB, or all.
    pub(super) fn head(&mut self, enough: impl Fn(&[u8]) -> bool) -> &[u8] {
        while !self.ended && self.held.len() < HEAD && !enough(&self.held) {
            self.read(HEAD);
        }
        &self.held[..self.held.len().min(HEAD)]
    }

    /// Why nothing more can be read, if that is so.
    pub(super) fn failure(&mut self) -> Option<io::Error> {
        self.failed.take()
    }

    /// Drops the first `length` bytes of what [`Stream::head`] showed.
    pub(super) fn skip(&mut self, length: usize) {
        self.held.take(length);
    }

    /// The next records: what has come so far, about `size` bytes at the most.
    ///
    /// # Errors
    /// If the stream can't be read, once all whole records before are handed out; or if it has a
    /// line that does not end.
    pub(super) fn next(&mut self, reader: &dyn Reader, size: usize) -> io::Result<Option<Buffer>> {
        loop {
            self.skip_line()?;
            while !self.ended && self.held.len() < size && self.has_come() {
                self.read(size);
            }
            if let Some(cut) = reader.cut(&self.held).filter(|&cut| cut > 0) {
                return Ok(Some(self.held.take(cut)));
            }
            if let Some(error) = self.failed.take() {
                return Err(error);
            }
            if self.ended {
                return Ok(Some(self.held.take(self.held.len())).filter(|rest| !rest.is_empty()));
            }
            if self.held.len() > LONGEST_RECORD {
                self.skipped = Some(self.held.len() as u64);
                return Ok(Some(self.held.take(self.held.len())));
            }
            self.read(size);
        }
    }

    /// Skips what is left of an overlong line.
    fn skip_line(&mut self) -> io::Result<()> {
        while let Some(skipped) = &mut self.skipped {
            if let Some(end) = memchr::memchr(b'\n', &self.held) {
                self.skipped = None;
                self.held.take(end + 1);
            } else if self.ended {
                self.skipped = None;
                self.held.length = 0;
            } else {
                *skipped += self.held.len() as u64;
                if *skipped > LONGEST_LINE {
                    return Err(io::Error::other("a line is longer than 16 GiB"));
                }
                self.held.length = 0;
                self.read(BUFFER);
            }
        }
        Ok(())
    }

    /// Waits for more, and takes what comes while it holds less than `size` bytes, or in any case
    /// a little.
    fn read(&mut self, size: usize) {
        let room = self.held.room(size);
        match self.read.read(room) {
            Ok(0) => self.ended = true,
            Ok(length) => self.held.length += length,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => {
                self.failed = Some(error);
                self.ended = true;
            }
        }
    }

    /// Whether it can be read without waiting.
    #[cfg(unix)]
    fn has_come(&self) -> bool {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
        let mut files = [PollFd::new(&self.source, PollFlags::IN)];
        poll(&mut files, Some(&at_once)).is_ok_and(|ready| ready > 0)
    }

    /// Nobody can say here: what one read brings is handed out.
    #[cfg(not(unix))]
    fn has_come(&self) -> bool {
        let Self { source: _, .. } = self;
        false
    }
}

/// Bytes at the start of a larger buffer, which is used again for others when they are dropped.
#[derive(Default)]
pub struct Buffer {
    bytes: Vec<u8>,
    length: usize,
    spare: Arc<Mutex<Vec<Vec<u8>>>>,
}

impl Deref for Buffer {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

impl Buffer {
    /// Room for more bytes after those it has: up to `size` in all, if it has less.
    fn room(&mut self, size: usize) -> &mut [u8] {
        let size = size.max(BUFFER);
        if self.bytes.len() < size {
            self.bytes.resize(size, 0);
        }
        if self.length == self.bytes.len() {
            self.bytes.resize(2 * self.length, 0);
        }
        &mut self.bytes[self.length..]
    }

    /// Parts off its first `length` bytes.
    fn take(&mut self, length: usize) -> Self {
        let rest = self.length - length;
        let spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut bytes = spare.unwrap_or_default();
        if bytes.len() < rest {
            bytes.resize(rest.max(self.bytes.len()), 0);
        }
        bytes[..rest].copy_from_slice(&self[length..]);
        let bytes = mem::replace(&mut self.bytes, bytes);
        self.length = rest;
        Self { bytes, length, spare: Arc::clone(&self.spare) }
    }
}

impl From<Vec<u8>> for Buffer {
    fn from(bytes: Vec<u8>) -> Self {
        Self { length: bytes.len(), bytes, spare: Arc::default() }
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        let bytes = mem::take(&mut self.bytes);
        if !bytes.is_empty() {
            self.spare.lock().unwrap_or_else(PoisonError::into_inner).push(bytes);
        }
    }
}
