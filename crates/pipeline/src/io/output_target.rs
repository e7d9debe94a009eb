//! What takes the bytes of an output: a stream, a file, an encoder before either, or a spool.

use std::{
    fs::File,
    io::{self, Seek, Write},
    sync::Arc,
};

use super::{compressor::Method, encoder::Encoder, platform, temporary::Temporary};

/// What takes the bytes of an output.
pub(super) enum OutputTarget {
    Stream(Box<dyn Write + Send>),
    File(Temporary),
    /// Encoded, to a stream or to a file.
    Encoded {
        encoder: Arc<Encoder>,
        file: Option<Temporary>,
    },
    /// Collected in a file without a name, because the first bytes are known last.
    Spool {
        file: File,
        target: Box<OutputTarget>,
    },
}

impl OutputTarget {
    pub(super) fn encoded(self, method: Method) -> io::Result<Self> {
        let (stream, file): (Box<dyn Write + Send>, _) = match self {
            Self::File(file) => (Box::new(file.file().try_clone()?), Some(file)),
            Self::Stream(stream) => (stream, None),
            Self::Encoded { .. } | Self::Spool { .. } => unreachable!("opened as neither"),
        };
        Ok(Self::Encoded { encoder: Arc::new(Encoder::new(method, stream)?), file })
    }

    /// Writes `bytes`, before which `start` bytes have been written.
    pub(super) fn write(&mut self, bytes: &[u8], start: u64) -> io::Result<()> {
        match self {
            Self::Stream(stream) => stream.write_all(bytes),
            Self::File(file) => write_at(file.file(), bytes, start),
            Self::Encoded { encoder, .. } => encoder.write(bytes),
            Self::Spool { file, .. } => write_at(file, bytes, start),
        }
    }

    /// What compresses it.
    pub(super) fn encoder(&self) -> Option<&Arc<Encoder>> {
        match self {
            Self::Encoded { encoder, .. } => Some(encoder),
            Self::Spool { target, .. } => target.encoder(),
            Self::Stream(_) | Self::File(_) => None,
        }
    }

    /// Writes what is still held, and returns the file that is now complete.
    pub(super) fn complete(self) -> io::Result<Option<Temporary>> {
        match self {
            Self::Stream(mut stream) => stream.flush().map(|()| None),
            Self::File(file) => Ok(Some(file)),
            Self::Encoded { encoder, file } => encoder.finish().map(|()| file),
            Self::Spool { mut file, mut target } => {
                file.rewind()?;
                let encoder = target.encoder().cloned();
                let mut copy =
                    || io::copy(&mut file, &mut Onward { target: &mut target, length: 0 });
                match encoder {
                    Some(encoder) => encoder.with_helpers(copy)?,
                    None => copy()?,
                };
                target.complete()
            }
        }
    }
}

/// Writes from a spool to its target.
struct Onward<'a> {
    target: &'a mut OutputTarget,
    length: u64,
}

impl Write for Onward<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.target.write(bytes, self.length)?;
        self.length += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn write_at(file: &File, bytes: &[u8], start: u64) -> io::Result<()> {
    platform::reserve(file, start, bytes.len());
    platform::write_all_at(file, bytes, start)
}
