//! Compressed inputs and outputs: gzip and zstd, each in the thread that reads or in one that writes.

use std::{
    io::{self, BufRead, BufReader, Chain, Cursor, Read, Write},
    path::Path,
    sync::mpsc::{self, Receiver, SyncSender},
    thread::{self, JoinHandle},
};

use flate2::{read::MultiGzDecoder, write::GzEncoder};

use crate::named::named;

/// How much an encoder may be behind: so many pieces of output.
const PIECES: usize = 16;

/// How bytes are compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Codec {
    /// Not at all.
    None,
    /// By gzip (RFC 1952).
    Gzip,
    /// By Zstandard (RFC 8878).
    Zstd,
}

named!(Codec { None = "none", Gzip = "gzip", Zstd = "zstd" });

impl Codec {
    /// The codec of a file that starts with these bytes.
    pub(super) fn of_bytes(head: &[u8]) -> Self {
        match head {
            [0x1F, 0x8B, ..] => Self::Gzip,
            [0x28, 0xB5, 0x2F, 0xFD, ..] => Self::Zstd,
            _ => Self::None,
        }
    }

    /// The codec that the name of a file asks for.
    pub(super) fn of_name(path: &Path) -> Self {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("gz") => Self::Gzip,
            Some("zst") => Self::Zstd,
            _ => Self::None,
        }
    }
}

/// Looks at the first bytes of `read`, waiting for them, and decodes it if they ask for it. Several
/// compressed pieces one after the other are one; one cut short ends in an error after all that
/// could be decoded.
///
/// # Errors
/// If it can't be read.
pub(super) fn decoded(mut read: Box<dyn Read + Send>) -> io::Result<Box<dyn Read + Send>> {
    let mut head = Vec::new();
    read.by_ref().take(4).read_to_end(&mut head)?;
    let codec = Codec::of_bytes(&head);
    let read = Cursor::new(head).chain(read);
    let coded: Box<dyn Read + Send> = match codec {
        Codec::None => return Ok(Box::new(read)),
        Codec::Gzip => Box::new(MultiGzDecoder::new(buffered(read))),
        Codec::Zstd => Box::new(zstd::Decoder::with_buffer(buffered(read))?),
    };
    Ok(Box::new(Decoder { coded, codec }))
}

fn buffered(read: Chain<Cursor<Vec<u8>>, Box<dyn Read + Send>>) -> impl BufRead + Send + use<> {
    BufReader::with_capacity(128 << 10, read)
}

/// Says in its errors that they come from decoding.
struct Decoder {
    coded: Box<dyn Read + Send>,
    codec: Codec,
}

impl Read for Decoder {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.coded.read(bytes).map_err(|error| match error.kind() {
            io::ErrorKind::Interrupted => error,
            io::ErrorKind::UnexpectedEof => {
                io::Error::other(format!("unexpected end of the {} data", self.codec))
            }
            _ => io::Error::other(format!("bad {} data: {error}", self.codec)),
        })
    }
}

/// Encodes what is written to it in a thread of its own.
pub(super) struct Encoder {
    /// `None` once the end has been told, or the thread has failed.
    pieces: Option<SyncSender<ChunkRef>>,
    thread: Option<JoinHandle<io::Result<()>>>,
    /// Why the thread has failed: told to every worker that comes, whoever is heard first.
    failed: Option<io::Error>,
}

enum ChunkRef {
    Bytes(Vec<u8>),
    /// All has been written. A channel that ends without this is a job that failed.
    StopReason,
}

impl Encoder {
    /// Encodes to `write`.
    ///
    /// # Errors
    /// If no thread can be had.
    pub(super) fn new(codec: Codec, write: Box<dyn Write + Send>) -> io::Result<Self> {
        let (sender, pieces) = mpsc::sync_channel(PIECES);
        let thread = thread::Builder::new().name("encoder".into());
        let thread = thread.spawn(move || encode(codec, Valve { write, open: true }, &pieces))?;
        Ok(Self { pieces: Some(sender), thread: Some(thread), failed: None })
    }

    /// Adds bytes.
    ///
    /// # Errors
    /// If something written before could not be.
    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.send(ChunkRef::Bytes(bytes.to_vec()))
    }

    /// Waits until everything is written and flushed.
    ///
    /// # Errors
    /// If it could not be.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.send(ChunkRef::StopReason)?;
        self.join()
    }

    fn send(&mut self, piece: ChunkRef) -> io::Result<()> {
        match self.pieces.as_ref().map(|pieces| pieces.send(piece)) {
            Some(Ok(())) => Ok(()),
            // The thread has ended before it was told to: it has failed.
            _ => self.join().and_then(|()| Err(io::Error::other("the encoder has ended"))),
        }
    }

    fn join(&mut self) -> io::Result<()> {
        self.pieces = None;
        if let Some(thread) = self.thread.take() {
            let panicked = |_| Err(io::Error::other("the encoder panicked"));
            self.failed = thread.join().unwrap_or_else(panicked).err();
        }
        match &self.failed {
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
        // Nothing is written any more once the job has ended; its error has been told elsewhere.
        let _ = self.join();
    }
}

fn encode(codec: Codec, valve: Valve, pieces: &Receiver<ChunkRef>) -> io::Result<()> {
    match codec {
        Codec::None => copy(valve, pieces, |valve| valve, Ok),
        Codec::Gzip => {
            let encoder = GzEncoder::new(valve, flate2::Compression::default());
            copy(encoder, pieces, GzEncoder::get_mut, GzEncoder::finish)
        }
        Codec::Zstd => {
            let encoder = zstd::Encoder::new(valve, zstd::DEFAULT_COMPRESSION_LEVEL)?;
            copy(encoder, pieces, zstd::Encoder::get_mut, zstd::Encoder::finish)
        }
    }
}

/// Puts all pieces through an encoder. One that does not come to its end leaves no valid end
/// behind, so that nobody takes half an output for a whole one.
fn copy<E: Write>(
    mut encoder: E,
    pieces: &Receiver<ChunkRef>,
    valve: impl Fn(&mut E) -> &mut Valve,
    finish: impl Fn(E) -> io::Result<Valve>,
) -> io::Result<()> {
    loop {
        let result = match pieces.recv() {
            Ok(ChunkRef::Bytes(bytes)) => encoder.write_all(&bytes),
            Ok(ChunkRef::StopReason) => return finish(encoder)?.write.flush(),
            Err(mpsc::RecvError) => Err(io::ErrorKind::Interrupted.into()),
        };
        if result.is_err() {
            valve(&mut encoder).open = false;
            return result;
        }
    }
}

/// A writer that can be closed: encoders write an end when they are dropped.
struct Valve {
    write: Box<dyn Write + Send>,
    open: bool,
}

impl Write for Valve {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.open { self.write.write(bytes) } else { Ok(bytes.len()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.open { self.write.flush() } else { Ok(()) }
    }
}
