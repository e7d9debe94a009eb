//! Where the bytes of a job go: a file that appears under its name when it is complete, or a stream.

use std::{
    fs::{self, File},
    io::{self, Seek, Write},
    mem,
    path::{Path, PathBuf},
};

use tempfile::{Builder, NamedTempFile};

use super::codec::{Codec, Encoder};
use crate::format::Writer;
use crate::pipeline::Error;

/// An output of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// Standard output.
    Stdout,
    /// A file, or anything else with a path that can be written.
    Path(PathBuf),
    /// Nowhere.
    Discard,
}

impl Output {
    /// `-` is standard output, anything else a path.
    pub fn from_arg(arg: &Path) -> Self {
        if arg == Path::new("-") { Self::Stdout } else { Self::Path(arg.to_owned()) }
    }

    /// Its name in messages.
    pub fn name(&self) -> String {
        match self {
            Self::Stdout => "standard output".into(),
            Self::Path(path) => path.display().to_string(),
            Self::Discard => "nowhere".into(),
        }
    }

    /// Opens it, compressed if its name says so. A file is written under a temporary name in the
    /// same folder.
    ///
    /// # Errors
    /// If it is a folder, or can't be created.
    pub fn open(&self) -> Result<OutputFile, Error> {
        self.open_coded(match self {
            Self::Path(path) => Codec::of_name(path),
            Self::Stdout | Self::Discard => Codec::None,
        })
    }

    /// Opens it, compressed by `codec`.
    ///
    /// # Errors
    /// If it is a folder, or can't be created.
    pub fn open_coded(&self, codec: Codec) -> Result<OutputFile, Error> {
        let fail = |cause| Error::Create { name: self.name(), cause };
        let to = match self {
            Self::Stdout => To::Stream(stdout().map_err(fail)?),
            Self::Discard => To::Stream(Box::new(io::sink())),
            Self::Path(path) => open_path(path).map_err(fail)?,
        };
        let to = if codec == Codec::None { to } else { to.coded(codec).map_err(fail)? };
        Ok(OutputFile { name: self.name(), to, length: 0 })
    }
}

/// An opened output.
pub struct OutputFile {
    name: String,
    to: To,
    /// How much has been written.
    length: u64,
}

enum To {
    Stream(Box<dyn Write + Send>),
    File {
        file: NamedTempFile,
        path: PathBuf,
    },
    /// Encoded, to a stream or to the file that is then to get its name.
    Coded {
        encoder: Encoder,
        file: Option<(NamedTempFile, PathBuf)>,
    },
    /// Gathered in a file without a name, since its first bytes change at the end.
    Spool {
        file: File,
        then: Box<To>,
    },
}

impl To {
    fn coded(self, codec: Codec) -> io::Result<Self> {
        let (stream, file): (Box<dyn Write + Send>, _) = match self {
            Self::File { file, path } => (Box::new(file.reopen()?), Some((file, path))),
            Self::Stream(stream) => (stream, None),
            Self::Coded { .. } | Self::Spool { .. } => unreachable!("opened as neither"),
        };
        Ok(Self::Coded { encoder: Encoder::new(codec, stream)?, file })
    }

    fn write(&mut self, bytes: &[u8], start: u64) -> io::Result<()> {
        match self {
            Self::Stream(stream) => stream.write_all(bytes),
            Self::File { file, .. } => write_at(file.as_file(), bytes, start),
            Self::Coded { encoder, .. } => encoder.write(bytes),
            Self::Spool { file, .. } => write_at(file, bytes, start),
        }
    }

    /// Makes it final.
    fn finish(self) -> io::Result<()> {
        let (file, path) = match self {
            Self::Stream(mut stream) => return stream.flush(),
            Self::File { file, path } => (file, path),
            Self::Coded { encoder, file } => {
                encoder.finish()?;
                let Some(file) = file else { return Ok(()) };
                file
            }
            Self::Spool { mut file, mut then } => {
                file.rewind()?;
                io::copy(&mut file, &mut Onward(&mut then))?;
                return then.finish();
            }
        };
        file.persist(path).map(|_| ()).map_err(|error| error.error)
    }
}

/// Writes on from a spool.
struct Onward<'a>(&'a mut To);

impl Write for Onward<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes, 0).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn open_path(path: &Path) -> io::Result<To> {
    // A link stays a link: the file that it names is replaced.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let existing = match path.metadata() {
        Ok(about) if about.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Ok(about) if !about.is_file() => {
            let file = File::options().write(true).open(&path)?;
            return Ok(To::Stream(Box::new(file)));
        }
        Ok(about) => Some(about.permissions()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?.to_string_lossy();
    let prefix = format!(".{name}.");
    let mut builder = Builder::new();
    builder.prefix(&prefix).suffix(".tmp");
    if let Some(permissions) = existing {
        builder.permissions(permissions);
    } else {
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    }
    Ok(To::File { file: builder.tempfile_in(folder)?, path })
}

impl OutputFile {
    /// A sink that writes to `writer`, in order.
    pub fn to_writer(name: &str, writer: Box<dyn Write + Send>) -> Self {
        Self { name: name.to_owned(), to: To::Stream(writer), length: 0 }
    }

    /// Writes at the end.
    ///
    /// # Errors
    /// If the bytes can't be written.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        Write::write(self, bytes).map(|_| ()).map_err(|cause| self.fail(cause))
    }

    /// Writes what `writer` puts before the first record.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn begin(&mut self, writer: &dyn Writer) -> Result<(), Error> {
        let mut edge = Vec::new();
        writer.start(&mut edge);
        if writer.patch(edge.len() as u64).is_some() && !matches!(self.to, To::File { .. }) {
            let file = tempfile::tempfile().map_err(|cause| self.fail(cause))?;
            let then = mem::replace(&mut self.to, To::Stream(Box::new(io::sink())));
            self.to = To::Spool { file, then: Box::new(then) };
        }
        self.write(&edge)
    }

    /// Writes what `writer` puts after the last of `rows` rows, and makes the output final.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn complete(mut self, writer: &dyn Writer, rows: u64) -> Result<(), Error> {
        let mut edge = Vec::new();
        writer.finish(rows, &mut edge);
        self.write(&edge)?;
        if let Some(patch) = writer.patch(self.length) {
            self.to.write(&patch, 0).map_err(|cause| self.fail(cause))?;
        }
        self.finish()
    }

    /// Makes the output final: a file gets its name, a stream is flushed. A sink that is dropped
    /// instead leaves no file behind.
    ///
    /// # Errors
    /// If the file can't be renamed or the stream can't be flushed.
    pub fn finish(self) -> Result<(), Error> {
        let Self { name, to, .. } = self;
        to.finish().map_err(|cause| Error::Write { name, cause })
    }

    fn fail(&self, cause: io::Error) -> Error {
        Error::Write { name: self.name.clone(), cause }
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !bytes.is_empty() {
            self.to.write(bytes, self.length)?;
        }
        self.length += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Asks for room for a large piece before it is written. Besides keeping a file in one piece this
/// saves a wait at its end: ext4 allocates what it has put off when a file is renamed over another,
/// or is closed after it had been emptied, and with room reserved it has put off nothing.
fn reserve(file: &File, start: u64, length: usize) {
    // What a smaller piece costs is less than what asking costs.
    #[cfg(target_os = "linux")]
    if length >= 64 << 10 {
        use rustix::fs::{FallocateFlags, fallocate};
        // A hint: whether there is room shows when the bytes are written.
        let _ = fallocate(file, FallocateFlags::KEEP_SIZE, start, length as u64);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (file, start, length);
}

#[cfg(unix)]
fn write_at(file: &File, bytes: &[u8], start: u64) -> io::Result<()> {
    reserve(file, start, bytes.len());
    std::os::unix::fs::FileExt::write_all_at(file, bytes, start)
}

/// Without positioned writing every write comes at the end anyway.
#[cfg(not(unix))]
fn write_at(mut file: &File, bytes: &[u8], _: u64) -> io::Result<()> {
    file.write_all(bytes)
}

/// Standard output without a buffer of its own: what is written comes in large pieces.
fn stdout() -> io::Result<Box<dyn Write + Send>> {
    #[cfg(unix)]
    return Ok(Box::new(Redirected::new(File::from(
        std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned()?,
    ))));
    #[cfg(not(unix))]
    Ok(Box::new(io::stdout()))
}

/// A file that others have opened, perhaps for several programs to write to.
#[cfg(unix)]
struct Redirected {
    file: File,
    /// Where it will be written next, if it is a regular file and nobody else writes.
    next: Option<u64>,
}

#[cfg(unix)]
impl Redirected {
    fn new(mut file: File) -> Self {
        let regular = file.metadata().is_ok_and(|about| about.is_file());
        let next = regular.then(|| file.stream_position().ok()).flatten();
        Self { file, next }
    }
}

#[cfg(unix)]
impl Write for Redirected {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(next) = &mut self.next {
            reserve(&self.file, *next, bytes.len());
            *next += bytes.len() as u64;
        }
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
