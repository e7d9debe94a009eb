//! Inputs of a job: standard input, files, text in memory.

use std::{
    fs::{self, File},
    io::{self, Seek},
    path::{Path, PathBuf},
    sync::Arc,
};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{
    Error,
    io::{
        any_path,
        compressed::unpack,
        name::printable,
        platform::{self, regular},
        write::pending_file::temporary_copy,
    },
};

/// An input of a job: standard input, anything with a path that can be read, or text in memory.
///
/// The format and, except for text in memory, the compression are detected from the first bytes.
///
/// ```
/// use batchdoku::{jobs::{Command, Solve}, pipeline::{Input, Output}};
/// // An input is a file, standard input (`-`), or a text in memory.
/// let puzzle = Input::text("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".to_owned());
/// let summary = Solve::default().run(puzzle, Output::Discard)?;
/// assert!(summary.is_complete());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Input {
    origin: InputOrigin,
    /// A copy of its bytes, which is read instead of the original.
    copy: Option<Arc<File>>,
    pub(crate) map: Option<MapContract>,
    /// The maximum number of bytes that it may be decompressed to.
    pub(crate) max_expand: Option<u64>,
}

#[derive(Clone, Debug)]
enum InputOrigin {
    Stdin,
    Path(PathBuf),
    Text(Arc<[u8]>),
}

/// Proof that a caller has accepted the contract of [`Input::mapped`], for an input or for all inputs of a
/// [spec](crate::InputSpec).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapContract(());

impl MapContract {
    /// Accepts the contract.
    ///
    /// # Safety
    /// The contract of [`Input::mapped`], for each input that is read with it.
    #[allow(unsafe_code, reason = "mapping a file is unsafe")]
    pub const unsafe fn accept() -> Self {
        Self(())
    }
}

#[cfg(test)]
impl MapContract {
    /// Returns a contract for a test that changes a file while it is mapped.
    pub(crate) fn of_a_test() -> Self {
        Self(())
    }
}

pub(crate) enum Opened {
    File(File),
    Text(Arc<[u8]>),
}

impl<P: Into<PathBuf>> From<P> for Input {
    fn from(path: P) -> Self {
        Self::new(InputOrigin::Path(path.into()))
    }
}

/// Serialises an input as its name; it is deserialised as a path.
impl Serialize for Input {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.name())
    }
}

impl<'de> Deserialize<'de> for Input {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        any_path::deserialize(deserializer).map(Self::from)
    }
}

impl Input {
    const fn new(origin: InputOrigin) -> Self {
        Self { origin, copy: None, map: None, max_expand: None }
    }

    /// Returns standard input.
    pub const fn stdin() -> Self {
        Self::new(InputOrigin::Stdin)
    }

    /// Creates an input from text in memory, in any format.
    ///
    /// ```
    /// use batchdoku::{jobs::{Command, Count}, pipeline::{Input, Output}};
    /// let text = format!("{:.<81}\n12{:.<79}\n", "", "");
    /// let summary = Count::default().run(Input::text(text), Output::Discard)?;
    /// assert_eq!(summary.counts.puzzles, 2);
    /// # Ok::<(), batchdoku::pipeline::Error>(())
    /// ```
    pub fn text(text: impl Into<Vec<u8>>) -> Self {
        Self::new(InputOrigin::Text(text.into().into()))
    }

    /// Returns the input that a command-line argument names. `-` is standard input. Any other argument is the path of a
    /// file if there is such a file, otherwise a puzzle if its text is a puzzle in any form, otherwise a path.
    pub fn from_arg(arg: &Path) -> Self {
        let text = arg.as_os_str().as_encoded_bytes();
        if text == b"-" {
            Self::stdin()
        } else if batchdoku_format::is_puzzle(text) && !arg.exists() {
            Self::text(text)
        } else {
            Self::from(arg)
        }
    }

    /// Returns a parser of arguments: see [`Self::from_arg`].
    #[cfg(feature = "clap")]
    pub fn parser() -> impl clap::builder::TypedValueParser<Value = Self> {
        use clap::builder::TypedValueParser;
        clap::builder::PathBufValueParser::new().map(|path| Self::from_arg(&path))
    }

    /// Refuses to decompress the input to more than `bytes` bytes; without this, there is no limit.
    ///
    /// ```no_run
    /// use batchdoku::{jobs::{Command, Count}, pipeline::{Input, Output}};
    /// let upload = Input::from("upload.zst").max_expand(1 << 30);
    /// Count::default().run(upload, Output::Discard)?;
    /// # Ok::<(), batchdoku::pipeline::Error>(())
    /// ```
    pub fn max_expand(self, bytes: u64) -> Self {
        Self { max_expand: Some(bytes), ..self }
    }

    /// Reads the input through a memory map if it is an uncompressed regular file. Text that is parsed as `str` (JSON
    /// lines) is read without a map.
    ///
    /// On Unix, the first map installs a handler for SIGBUS in the process. If a mapped file is truncated, the handler
    /// supplies zeros, so that the job fails and the process survives; signals for other reasons go to the previous
    /// handler.
    ///
    /// # Safety
    /// Nothing may write to the file until the job ends. If the file changes nevertheless, the job sees bytes change
    /// under a shared reference, which is undefined behaviour in Rust. The library treats such bytes as plain data: it
    /// accepts any value for each of them, checks every index that it derives from them, and makes no text of them
    /// without a copy.
    #[must_use]
    #[allow(unsafe_code, reason = "mapping a file is unsafe")]
    pub unsafe fn mapped(mut self) -> Self {
        self.map = Some(MapContract(()));
        self
    }

    /// Returns an input with another path, to be read in the same way.
    pub(crate) fn at(&self, path: PathBuf) -> Self {
        Self { origin: InputOrigin::Path(path), copy: None, ..self.clone() }
    }

    /// Returns whether the input is standard input.
    pub fn is_stdin(&self) -> bool {
        matches!(self.origin, InputOrigin::Stdin)
    }

    /// Returns whether the input is text in memory.
    pub fn is_text(&self) -> bool {
        matches!(self.origin, InputOrigin::Text(_))
    }

    /// Returns the path, if the input has one.
    pub fn path(&self) -> Option<&Path> {
        match &self.origin {
            InputOrigin::Path(path) => Some(path),
            InputOrigin::Stdin | InputOrigin::Text(_) => None,
        }
    }

    /// Returns the name for messages; for text in memory, the start of the text.
    pub fn name(&self) -> String {
        const START: usize = 20;
        match &self.origin {
            InputOrigin::Stdin => "standard input".into(),
            InputOrigin::Path(path) => printable(path),
            InputOrigin::Text(text) => {
                let start = String::from_utf8_lossy(text).chars().take(START).collect::<String>();
                let ellipsis = if text.len() > START { "..." } else { "" };
                printable(Path::new(&(start + ellipsis)))
            }
        }
    }

    /// Returns the length in bytes; `None` if the input must be read to know it, as a pipe or a compressed file.
    pub fn length(&self) -> Option<u64> {
        if let Some(copy) = &self.copy {
            return copy.metadata().ok().map(|about| about.len());
        }
        if let Some(folder) = self.path().filter(|path| path.is_dir()) {
            let lengths = files_below(folder).ok()?.into_iter().map(|path| path.metadata());
            return lengths.map(|about| Some(about.ok()?.len())).sum();
        }
        // Opening a named pipe would wait for its writer.
        if self.path().is_some_and(|path| !path.is_file()) {
            return None;
        }
        let mut file = match self.open().ok()? {
            Opened::File(file) => file,
            Opened::Text(text) => return Some(text.len() as u64),
        };
        let about = regular(&file)?;
        let start = file.stream_position().ok()?;
        let mut head = [0; 4];
        let length = platform::read_at(&file, &mut head, start).ok()?;
        (!unpack::is_packed(&head[..length])).then(|| about.len().saturating_sub(start))
    }

    /// Opens the input, without a buffer.
    pub(crate) fn open(&self) -> io::Result<Opened> {
        if let Some(copy) = &self.copy {
            let mut file = copy.try_clone()?;
            file.rewind()?;
            return Ok(Opened::File(file));
        }
        match &self.origin {
            InputOrigin::Stdin => platform::stdin().map(Opened::File),
            InputOrigin::Path(path) => File::open(path).map(Opened::File),
            InputOrigin::Text(text) => Ok(Opened::Text(Arc::clone(text))),
        }
    }

    /// Replaces the input by a copy of its bytes in a temporary file without a name, so that it
    /// can be read several times, one after the other.
    pub(crate) fn copied(&self) -> Result<Self, Error> {
        let opened = self.open().map_err(|source| Error::Read { name: self.name(), source })?;
        let Opened::File(read) = opened else { return Ok(self.clone()) };
        let file = temporary_copy(read, &self.name())?;
        Ok(Self { copy: Some(Arc::new(file)), map: None, ..self.clone() })
    }

    /// Checks, before any work, that the input can be read.
    ///
    /// # Errors
    /// If it does not exist, is a folder, or may not be read.
    pub fn check(&self) -> Result<(), Error> {
        let Some(path) = self.path() else { return Ok(()) };
        let fail = |source| Error::Open { name: self.name(), source };
        let about = path.metadata().map_err(|source| {
            match batchdoku_format::near_puzzle(path.as_os_str().as_encoded_bytes()) {
                Some(source) => Error::NotAPuzzle { text: self.name(), source },
                None => fail(source),
            }
        })?;
        if about.is_dir() {
            return Err(fail(io::ErrorKind::IsADirectory.into()));
        }
        if about.is_file() {
            File::open(path).map_err(fail)?;
        }
        Ok(())
    }
}

/// Returns all Parquet files below a folder, or, if there are none, all Arrow files, in the order of their paths.
/// Hidden files, and files with names that begin with `_`, are left out.
pub(crate) fn files_below(root: &Path) -> io::Result<Vec<PathBuf>> {
    let mut all = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let path = entry.path();
            if matches!(entry.file_name().as_encoded_bytes().first(), Some(b'.' | b'_')) {
                continue;
            }
            if entry.file_type()?.is_dir() {
                folders.push(path);
            } else {
                all.push(path);
            }
        }
    }
    all.sort();
    for extension in ["parquet", "arrow"] {
        let is_of_type = |path: &&PathBuf| path.extension().is_some_and(|found| found == extension);
        let found: Vec<_> = all.iter().filter(is_of_type).cloned().collect();
        if !found.is_empty() {
            return Ok(found);
        }
    }
    let words = match cfg!(feature = "parquet") {
        true => "there are no .parquet or .arrow files in it",
        false => "it is a folder: name the files in it",
    };
    Err(io::Error::new(io::ErrorKind::NotFound, words))
}
