//! Where the bytes of a job come from.

use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
};

use super::{
    codec::{Codec, decoder},
    mapped::MapContract,
    name::printable,
    platform,
};
use crate::pipeline::Error;

/// An input of a job: standard input, or anything with a path that can be read.
///
/// The format and the compression are detected from the first bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// `None` is standard input.
    path: Option<PathBuf>,
    pub(super) map: Option<MapContract>,
}

impl<P: Into<PathBuf>> From<P> for Input {
    fn from(path: P) -> Self {
        Self { path: Some(path.into()), map: None }
    }
}

impl Input {
    /// Standard input.
    pub const fn stdin() -> Self {
        Self { path: None, map: None }
    }

    /// An argument of a command line: `-` is standard input, anything else a path.
    pub fn from_arg(arg: &Path) -> Self {
        if arg == Path::new("-") { Self::stdin() } else { Self::from(arg) }
    }

    /// Whether it is standard input.
    pub fn is_stdin(&self) -> bool {
        self.path.is_none()
    }

    /// Its path, unless it is standard input.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Its name in messages.
    pub fn name(&self) -> String {
        match &self.path {
            None => "standard input".into(),
            Some(path) => printable(path),
        }
    }

    /// Its length in bytes, unless it must be read to know it: a pipe, or compressed.
    pub fn length(&self) -> Option<u64> {
        // Opening a named pipe would wait for its writer.
        if self.path.as_ref().is_some_and(|path| !path.is_file()) {
            return None;
        }
        let mut file = self.open().ok()?;
        let about = file.metadata().ok().filter(std::fs::Metadata::is_file)?;
        let start = file.stream_position().ok()?;
        let mut head = Vec::new();
        file.by_ref().take(4).read_to_end(&mut head).ok()?;
        file.seek(SeekFrom::Start(start)).ok()?;
        (Codec::of_bytes(&head) == Codec::None).then(|| about.len().saturating_sub(start))
    }

    /// Opens it, without a buffer.
    pub(super) fn open(&self) -> io::Result<File> {
        match &self.path {
            None => platform::stdin(),
            Some(path) => File::open(path),
        }
    }

    /// All its bytes, decoded if it is compressed.
    pub(crate) fn read_to_end(&self) -> Result<Vec<u8>, Error> {
        self.check()?;
        let fail = |source| Error::Read { name: self.name(), source };
        let file = self.open().map_err(fail)?;
        let mut bytes = Vec::new();
        decoder(Box::new(file)).and_then(|mut read| read.read_to_end(&mut bytes)).map_err(fail)?;
        Ok(bytes)
    }

    /// Makes sure, before any work, that it can be read.
    ///
    /// # Errors
    /// If it does not exist, is a folder, or may not be read.
    pub fn check(&self) -> Result<(), Error> {
        let Some(path) = &self.path else { return Ok(()) };
        let fail = |source| Error::Open { name: self.name(), source };
        let about = path.metadata().map_err(fail)?;
        if about.is_dir() {
            return Err(fail(io::ErrorKind::IsADirectory.into()));
        }
        if about.is_file() {
            File::open(path).map_err(fail)?;
        }
        Ok(())
    }
}
