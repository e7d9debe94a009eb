//! A stream of bytes, read ahead by a thread of its own and handed out in whole records.

use std::{
    io::{self, Read},
    mem,
    sync::mpsc::{self, Receiver, TryRecvError},
    thread,
};

use super::codec;
use crate::format::Reader;

/// How much is read at a time, and how many such blocks may wait.
const BLOCK: usize = 256 << 10;
const BLOCKS: usize = 8;
/// How much is looked at, at most, to recognise a format.
const HEAD: usize = 64 << 10;
/// How much a pipe is asked to hold, so that both ends are woken less often.
#[cfg(target_os = "linux")]
const PIPE: usize = 1 << 20;
/// A record that is longer is cut off, and the rest of its line skipped.
const LONGEST_RECORD: usize = 16 << 20;
/// A line that is longer ends the job: the stream has no lines.
const LONGEST_LINE: u64 = 16 << 30;

/// A stream that is read ahead.
pub(super) struct Stream {
    blocks: Receiver<io::Result<Vec<u8>>>,
    held: Vec<u8>,
    ended: bool,
    /// Why it ended, if not because it was read to its end.
    failed: Option<io::Error>,
    /// While the rest of an overlong line is skipped: how long it is so far.
    skipped: Option<u64>,
}

impl Stream {
    /// Starts to read, and to decode if the first bytes ask for it.
    ///
    /// # Errors
    /// If no thread can be had.
    pub(super) fn new(read: Box<dyn Read + Send>) -> io::Result<Self> {
        let (sender, blocks) = mpsc::sync_channel(BLOCKS);
        thread::Builder::new().name("reader".into()).spawn(move || {
            let mut read = match codec::decoded(read) {
                Ok(read) => read,
                Err(error) => return drop(sender.send(Err(error))),
            };
            // One buffer for all reads: a new one would be cleared, page by page, for each.
            let mut block = vec![0; BLOCK];
            loop {
                let result = match read.read(&mut block) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Ok(0) => return,
                    Ok(length) => Ok(block[..length].to_vec()),
                    Err(error) => Err(error),
                };
                let failed = result.is_err();
                if sender.send(result).is_err() || failed {
                    return;
                }
            }
        })?;
        Ok(Self { blocks, held: Vec::new(), ended: false, failed: None, skipped: None })
    }

    /// The first bytes: as many as are `enough` to recognise a format by, or 64 KiB, or all.
    pub(super) fn head(&mut self, enough: impl Fn(&[u8]) -> bool) -> &[u8] {
        while !self.ended && self.held.len() < HEAD && !enough(&self.held) {
            self.wait();
        }
        &self.held[..self.held.len().min(HEAD)]
    }

    /// Why nothing more can be read, if that is so.
    pub(super) fn failure(&mut self) -> Option<io::Error> {
        self.failed.take()
    }

    /// Drops the first `length` bytes of what [`Stream::head`] showed.
    pub(super) fn skip(&mut self, length: usize) {
        self.held.drain(..length);
    }

    /// The next records: what has come so far, about `size` bytes at the most.
    ///
    /// # Errors
    /// If the stream can't be read, once all whole records before are handed out; or if it has a
    /// line that does not end.
    pub(super) fn next(&mut self, reader: &dyn Reader, size: usize) -> io::Result<Option<Vec<u8>>> {
        loop {
            self.skip_line()?;
            while !self.ended && self.held.len() < size && self.take_ready() {}
            if let Some(cut) = reader.cut(&self.held).filter(|&cut| cut > 0) {
                let rest = self.held.split_off(cut);
                return Ok(Some(mem::replace(&mut self.held, rest)));
            }
            if let Some(error) = self.failed.take() {
                return Err(error);
            }
            if self.ended {
                return Ok(Some(mem::take(&mut self.held)).filter(|rest| !rest.is_empty()));
            }
            if self.held.len() > LONGEST_RECORD {
                self.skipped = Some(self.held.len() as u64);
                return Ok(Some(mem::take(&mut self.held)));
            }
            self.wait();
        }
    }

    /// Skips what is left of an overlong line.
    fn skip_line(&mut self) -> io::Result<()> {
        while let Some(skipped) = &mut self.skipped {
            if let Some(end) = memchr::memchr(b'\n', &self.held) {
                self.skipped = None;
                self.held.drain(..=end);
            } else if self.ended {
                self.skipped = None;
                self.held.clear();
            } else {
                *skipped += self.held.len() as u64;
                if *skipped > LONGEST_LINE {
                    return Err(io::Error::other("a line is longer than 16 GiB"));
                }
                self.held.clear();
                self.wait();
            }
        }
        Ok(())
    }

    /// Waits for a block, or the end.
    fn wait(&mut self) {
        match self.blocks.recv() {
            Ok(block) => self.take(block),
            Err(mpsc::RecvError) => self.ended = true,
        }
    }

    /// Takes a block if one is ready, and says whether one was.
    fn take_ready(&mut self) -> bool {
        match self.blocks.try_recv() {
            Ok(block) => self.take(block),
            Err(TryRecvError::Empty) => return false,
            Err(TryRecvError::Disconnected) => self.ended = true,
        }
        true
    }

    fn take(&mut self, block: io::Result<Vec<u8>>) {
        match block {
            Ok(block) => self.held.extend_from_slice(&block),
            Err(error) => {
                self.failed = Some(error);
                self.ended = true;
            }
        }
    }
}

/// Standard input without a buffer of its own.
pub(super) fn stdin() -> io::Result<Box<dyn Read + Send>> {
    #[cfg(unix)]
    {
        let file =
            std::fs::File::from(std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned()?);
        // No pipe, or not allowed: then it stays as it is.
        #[cfg(target_os = "linux")]
        let _ = rustix::pipe::fcntl_setpipe_size(&file, PIPE);
        Ok(Box::new(file))
    }
    #[cfg(not(unix))]
    Ok(Box::new(io::stdin()))
}
