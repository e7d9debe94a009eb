//! Encoding: compressed output, in a thread of its own.

use std::{
    io::{self, Write},
    sync::mpsc::{self, Receiver, RecvError, SyncSender},
    thread::{self, JoinHandle},
};

#[cfg(feature = "gzip")]
use flate2::{Compression, write::GzEncoder};

use super::codec::Codec;

/// How many messages may wait for the encoder.
const WAITING: usize = 16;

/// Encodes what is written to it, in a thread of its own.
pub(super) struct Encoder {
    /// `None` once the end has been sent, or the thread has failed.
    messages: Option<SyncSender<Message>>,
    thread: Option<JoinHandle<io::Result<()>>>,
    /// Why the thread failed: returned to every worker that writes, since any may be first.
    failure: Option<io::Error>,
}

enum Message {
    Bytes(Vec<u8>),
    /// Everything has been written. A channel that closes without this means that the job failed.
    End,
}

impl Encoder {
    /// Encodes to `write`.
    ///
    /// # Errors
    /// If the system refuses a thread, or this build lacks the codec.
    pub(super) fn new(codec: Codec, write: Box<dyn Write + Send>) -> io::Result<Self> {
        let is_supported = match codec {
            Codec::None => true,
            Codec::Gzip => cfg!(feature = "gzip"),
            Codec::Zstd => cfg!(feature = "zstd"),
        };
        if !is_supported {
            return Err(codec.unsupported());
        }
        let (sender, messages) = mpsc::sync_channel(WAITING);
        let thread = thread::Builder::new().name("encoder".into());
        let thread =
            thread.spawn(move || encode(codec, Gate { write, is_open: true }, &messages))?;
        Ok(Self { messages: Some(sender), thread: Some(thread), failure: None })
    }

    /// Adds bytes.
    ///
    /// # Errors
    /// If what was written before could not be.
    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.send(Message::Bytes(bytes.to_vec()))
    }

    /// Waits until everything is written and flushed.
    ///
    /// # Errors
    /// If it could not be.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.send(Message::End)?;
        self.join()
    }

    fn send(&mut self, message: Message) -> io::Result<()> {
        match self.messages.as_ref().map(|messages| messages.send(message)) {
            Some(Ok(())) => Ok(()),
            // The thread ended early, so it has failed.
            _ => self.join().and_then(|()| Err(io::Error::other("the encoder has ended"))),
        }
    }

    fn join(&mut self) -> io::Result<()> {
        self.messages = None;
        if let Some(thread) = self.thread.take() {
            let panicked = |_| Err(io::Error::other("the encoder panicked"));
            self.failure = thread.join().unwrap_or_else(panicked).err();
        }
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
    fn drop(&mut self) {
        // The job has ended, and its error has been reported elsewhere.
        let _ = self.join();
    }
}

fn encode(codec: Codec, gate: Gate, messages: &Receiver<Message>) -> io::Result<()> {
    match codec {
        Codec::None => copy(gate, messages, |gate| gate, Ok),
        #[cfg(feature = "gzip")]
        Codec::Gzip => {
            let encoder = GzEncoder::new(gate, Compression::default());
            copy(encoder, messages, GzEncoder::get_mut, GzEncoder::finish)
        }
        #[cfg(feature = "zstd")]
        Codec::Zstd => {
            let encoder = zstd::Encoder::new(gate, zstd::DEFAULT_COMPRESSION_LEVEL)?;
            copy(encoder, messages, zstd::Encoder::get_mut, zstd::Encoder::finish)
        }
        #[allow(unreachable_patterns, reason = "the codecs that this build lacks")]
        _ => Err(codec.unsupported()),
    }
}

/// Encodes all messages. A job that fails leaves no valid end behind, so that nobody takes part of
/// an output for all of it.
fn copy<E: Write>(
    mut encoder: E,
    messages: &Receiver<Message>,
    gate: impl Fn(&mut E) -> &mut Gate,
    finish: impl Fn(E) -> io::Result<Gate>,
) -> io::Result<()> {
    loop {
        let result = match messages.recv() {
            Ok(Message::Bytes(bytes)) => encoder.write_all(&bytes),
            Ok(Message::End) => return finish(encoder)?.write.flush(),
            Err(RecvError) => Err(io::ErrorKind::Interrupted.into()),
        };
        if result.is_err() {
            gate(&mut encoder).is_open = false;
            return result;
        }
    }
}

/// A writer that can be shut: encoders write an end when they are dropped.
struct Gate {
    write: Box<dyn Write + Send>,
    is_open: bool,
}

impl Write for Gate {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_open { self.write.write(bytes) } else { Ok(bytes.len()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.is_open { self.write.flush() } else { Ok(()) }
    }
}
