//! Where the bytes of a job come from.

use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
    sync::Arc,
};

#[cfg(feature = "corpus")]
use super::temporary::temporary_file;
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
#[derive(Clone, Debug)]
pub struct Input {
    /// `None` is standard input.
    path: Option<PathBuf>,
    /// A copy of its bytes, which is read instead.
    copy: Option<Arc<File>>,
    pub(super) map: Option<MapContract>,
}

impl<P: Into<PathBuf>> From<P> for Input {
    fn from(path: P) -> Self {
        Self { path: Some(path.into()), copy: None, map: None }
    }
}

impl Input {
    /// Standard input.
    pub const fn stdin() -> Self {
        Self { path: None, copy: None, map: None }
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
        if let Some(copy) = &self.copy {
            return copy.metadata().ok().map(|about| about.len());
        }
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
        if let Some(copy) = &self.copy {
            let mut file = copy.try_clone()?;
            file.rewind()?;
            return Ok(file);
        }
        match &self.path {
            None => platform::stdin(),
            Some(path) => File::open(path),
        }
    }

    /// The same input by a copy of its bytes in a temporary file without a name, so that it can be
    /// read several times, one after the other.
    #[cfg(feature = "corpus")]
    pub(crate) fn copied(&self) -> Result<Self, Error> {
        let fail = |source| Error::Read { name: self.name(), source };
        let mut read = self.open().map_err(fail)?;
        let mut file = temporary_file()?;
        io::copy(&mut read, &mut file).map_err(fail)?;
        Ok(Self { path: self.path.clone(), copy: Some(Arc::new(file)), map: None })
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
