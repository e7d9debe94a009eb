//! Outputs of a job: files that appear under their names when they are complete, or streams.

use std::{
    fs::File,
    io::{self, Seek, SeekFrom, Write},
    mem,
    path::{Path, PathBuf},
    sync::Arc,
};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{
    Error, JobObserver, Notice, Shard,
    io::{
        any_path,
        compressed::{compressor::Method, encoder::Encoder},
        name::{printable, with_word},
        platform::{self, Folder, regular},
        write::pending_file::{
            PendingFile, folder, follow_links, remove_temporary_files, temporary_file,
            temporary_file_name, unlisted,
        },
    },
    marks::{FileMark, OutputMark},
    resume::ResumeError,
};
use batchdoku_format::{Assembler, Codec, Compression, FileType, RecordFormatter};

/// An output of a job.
///
/// ```
/// use std::path::Path;
/// use batchdoku::pipeline::Output;
/// assert_eq!(Output::from_arg(Path::new("-")).name(), "standard output");
/// assert_eq!(Output::from("solutions.txt.zst").name(), "solutions.txt.zst");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Output {
    /// Standard output.
    Stdout,
    /// A file, or anything else with a path that can be written.
    Path(PathBuf),
    /// Nothing is kept.
    Discard,
}

impl<P: Into<PathBuf>> From<P> for Output {
    fn from(path: P) -> Self {
        Self::Path(path.into())
    }
}

/// An output is serialised as its name, and read as a path.
impl Serialize for Output {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.name())
    }
}

impl<'de> Deserialize<'de> for Output {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        any_path::deserialize(deserializer).map(Self::from)
    }
}

impl Output {
    /// Returns a parser of arguments: see [`Self::from_arg`].
    #[cfg(feature = "clap")]
    pub fn parser() -> impl clap::builder::TypedValueParser<Value = Self> {
        use clap::builder::TypedValueParser;
        clap::builder::PathBufValueParser::new().map(|path| Self::from_arg(&path))
    }

    /// Returns the output that an argument of a command line names: `-` is standard output, anything else a path.
    pub fn from_arg(arg: &Path) -> Self {
        if arg == Path::new("-") { Self::Stdout } else { Self::Path(arg.to_owned()) }
    }

    /// Returns the name in messages.
    pub fn name(&self) -> String {
        match self {
            Self::Stdout => "standard output".into(),
            Self::Path(path) => printable(path),
            Self::Discard => "nowhere".into(),
        }
    }

    /// Returns whether it is a file that is made, and not a stream that others have opened.
    pub fn is_new_file(&self) -> bool {
        let Self::Path(path) = self else { return false };
        !follow_links(path).is_ok_and(|path| {
            platform::is_descriptor(&path) || path.metadata().is_ok_and(|about| !about.is_file())
        })
    }

    /// Returns the codec that its name asks for.
    pub(crate) fn codec(&self) -> Codec {
        match self {
            Self::Path(path) => Codec::of_name(path),
            Self::Stdout | Self::Discard => Codec::None,
        }
    }

    /// Returns the output of the solutions of its puzzles, where they need one of their own; `None` if it is a stream.
    pub(crate) fn of_solutions(&self) -> Option<Self> {
        let Self::Path(path) = self else { return None };
        with_word(path, "solutions").filter(|_| self.is_new_file()).map(Self::Path)
    }

    /// Returns whether it is a file that exists.
    pub(crate) fn is_there(&self) -> bool {
        matches!(self, Self::Path(path) if path.is_file())
    }

    /// Makes sure that the folder of a file that is made can be opened, because a name in it cannot be made durable
    /// otherwise.
    ///
    /// # Errors
    /// If it cannot.
    pub(crate) fn check_folder(&self) -> Result<(), Error> {
        let Self::Path(path) = self else { return Ok(()) };
        let opened = follow_links(path).and_then(|path| Folder::open(folder(&path)));
        match opened {
            // A folder that is not there has words of its own.
            Err(source) if self.is_new_file() && source.kind() != io::ErrorKind::NotFound => {
                Err(Error::Create { name: self.name(), source: unlisted(source) })
            }
            _ => Ok(()),
        }
    }

    /// Returns whether others may read it while it is written: standard output, or a name with `.arrows`.
    pub fn is_stream(&self) -> bool {
        match self {
            Self::Path(path) => {
                path.extension().is_some_and(|it| it.eq_ignore_ascii_case("arrows"))
            }
            Self::Stdout | Self::Discard => true,
        }
    }

    /// Writes `bytes` as the whole output, compressed if its name says so (`.gz`, `.zst`).
    ///
    /// # Errors
    /// If it is a folder, or cannot be written.
    pub fn write(&self, bytes: &[u8], observer: &dyn JobObserver) -> Result<(), Error> {
        let mut file = OutputFile::open(self, Compression::default(), observer)?;
        file.write(bytes)?;
        file.finish(false)
    }

    /// Removes the temporary files of all outputs that are not complete. For a process that is about
    /// to end without waiting for its jobs, because of a second signal for example; signal handlers may
    /// call it too. Returns `false`, and removes nothing, if outputs keep getting their names for a second.
    pub fn remove_temporary_files() -> bool {
        remove_temporary_files()
    }

    /// Opens it, compressed as given; `open` opens a path.
    fn open_with(
        &self,
        compression: Compression,
        open: impl FnOnce(&Path) -> io::Result<OutputTarget>,
    ) -> Result<OutputFile, Error> {
        let target = self.target(compression, open).map_err(|source| self.create_error(source))?;
        Ok(OutputFile::new(self.name(), target))
    }

    /// Returns the error about an output that cannot be created, which names the folder if this is what may not be written.
    fn create_error(&self, source: io::Error) -> Error {
        let name = self.name();
        let is_refused = matches!(
            source.kind(),
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem
        );
        match self {
            // A reason in our own words is about the file itself.
            Self::Path(path)
                if is_refused && source.raw_os_error().is_some() && self.is_new_file() =>
            {
                let path = follow_links(path).unwrap_or_else(|_| path.clone());
                Error::CreateIn { name, folder: printable(folder(&path)), source }
            }
            _ => Error::Create { name, source },
        }
    }

    /// Opens what is written to, as [`Self::open_with`] does.
    fn target(
        &self,
        compression: Compression,
        open: impl FnOnce(&Path) -> io::Result<OutputTarget>,
    ) -> io::Result<OutputTarget> {
        let codec = compression.codec.unwrap_or_else(|| self.codec());
        if codec == Codec::None && compression.level.is_some() {
            let words = "a compression level needs a compressed output";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, words));
        }
        // First, so that no file is made for a level that the codec does not have.
        let method = match codec {
            Codec::None => None,
            codec => Some(Method::new(codec, compression.level)?),
        };
        let target = match self {
            // Without a buffer: it is written in large pieces.
            Self::Stdout => OutputTarget::Stream(Box::new(StdoutFile::new(platform::stdout()?))),
            Self::Discard => OutputTarget::Stream(Box::new(io::sink())),
            Self::Path(path) => open(path)?,
        };
        match method {
            Some(method) => target.encoded(method),
            None => Ok(target),
        }
    }
}

/// Chooses the one of these types that the name of an output says: see [`FileType::choose`]. Streams take the first.
///
/// # Errors
/// If the name says another type, or has to say one.
pub fn file_type(output: &Output, types: &[FileType]) -> Result<FileType, Error> {
    match output {
        Output::Path(path) if output.is_new_file() => FileType::choose(path, types)
            .map_err(|source| Error::Format { name: output.name(), source }),
        _ => Ok(types[0]),
    }
}

/// An opened output. Dropped before it is complete, it leaves no file.
pub struct OutputFile {
    pub(crate) name: String,
    pub(crate) target: OutputTarget,
    /// The number of bytes that have been written.
    pub(crate) length: u64,
    /// The number of the next bytes that are there already, from an earlier run.
    pub(crate) skipped: u64,
    /// The checksum of all bytes so far, of a file that a later run may resume.
    pub(crate) checksum: Option<crc32fast::Hasher>,
    /// Joins the outputs of tasks into one, unless they are written as they are.
    pub(crate) assembler: Option<Box<dyn Assembler>>,
    /// The output of the second half of each row, if it has one of its own.
    pub(crate) second: Option<SecondHalves>,
}

/// The output of the second halves of rows, which are solutions.
pub(crate) struct SecondHalves {
    /// The length of a half in bytes.
    pub(crate) half: usize,
    pub(crate) output: Box<OutputFile>,
}

impl SecondHalves {
    /// Writes the second halves of `rows`, and returns the first.
    fn write(&mut self, rows: &[u8]) -> Result<Vec<u8>, Error> {
        let mut halves = [Vec::new(), Vec::new()];
        for (index, part) in rows.chunks(self.half).enumerate() {
            halves[index % 2].extend_from_slice(part);
        }
        let [first, second] = halves;
        OutputFile::write(&mut self.output, &second)?;
        Ok(first)
    }
}

impl std::fmt::Debug for OutputFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OutputFile").field("name", &self.name).finish_non_exhaustive()
    }
}

fn open_path(path: &Path) -> io::Result<OutputTarget> {
    match open_file(path, PendingFile::create)? {
        Some(file) => Ok(OutputTarget::File(file)),
        None => {
            let path = follow_links(path)?;
            let file = if platform::is_descriptor(&path) {
                platform::open_descriptor(&path)?
            } else {
                File::options().write(true).truncate(true).open(path)?
            };
            Ok(OutputTarget::Stream(Box::new(StdoutFile::new(file))))
        }
    }
}

/// Opens the file that will be renamed to `path`, by `create`; `None` if there is something at that
/// path that is not a file, or one that is open already, or one whose place no other file can take.
pub(crate) fn open_file(
    path: &Path,
    create: impl FnOnce(PathBuf) -> io::Result<PendingFile>,
) -> io::Result<Option<PendingFile>> {
    let path = follow_links(path)?;
    if platform::is_descriptor(&path) {
        return Ok(None);
    }
    let existing = match path.metadata() {
        Ok(about) if about.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Ok(about) if !about.is_file() => return Ok(None),
        Ok(_) if platform::is_irreplaceable(&path) => return Ok(None),
        Ok(about) if about.permissions().readonly() => {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
        }
        Ok(about) => Some(about),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let file = create(path)?;
    if let Some(about) = existing {
        platform::keep_owner(&file.file, &about)?;
        file.file.set_permissions(about.permissions())?;
    }
    Ok(Some(file))
}

impl OutputFile {
    fn new(name: String, target: OutputTarget) -> Self {
        let checksum = None;
        let assembler = None;
        Self { name, target, length: 0, skipped: 0, checksum, assembler, second: None }
    }

    /// Opens an output, compressed as given, or else if its name says so (`.gz`, `.zst`). A file is written under a
    /// temporary name in the same folder; `observer` gets a notice of one that must be written in place.
    ///
    /// # Errors
    /// If it is a folder, or cannot be created, or there is no such compression.
    pub fn open(
        output: &Output,
        compression: Compression,
        observer: &dyn JobObserver,
    ) -> Result<Self, Error> {
        let file = output.open_with(compression, open_path)?;
        if file.target.is_stream() && output.is_new_file() {
            observer.notice(&Notice::InPlace { name: file.name.clone() });
        }
        Ok(file)
    }

    /// Checks that an output can be opened, compressed as given, and leaves what is there as it is: for a job that works
    /// for long before it writes. A pipe is not opened, as its reader would take that for all there is.
    ///
    /// # Errors
    /// If it is a folder, or cannot be created, or there is no such compression.
    pub fn check(output: &Output, compression: Compression) -> Result<(), Error> {
        output.open_with(compression, |path| {
            if let Some(file) = open_file(path, PendingFile::create)? {
                return Ok(OutputTarget::File(file));
            }
            let path = follow_links(path)?;
            if path.metadata().is_ok_and(|about| about.is_file()) {
                File::options().append(true).open(path)?;
            }
            Ok(OutputTarget::Stream(Box::new(io::sink())))
        })?;
        Ok(())
    }

    /// Opens a file that a later run may resume, cut off at `mark`, or empty.
    pub(crate) fn open_partial(
        output: &Output,
        compression: Compression,
        mark: Option<&OutputMark>,
    ) -> Result<Self, Error> {
        let mark = mark.copied().unwrap_or_default();
        let mut opened = output.open_with(compression, |path| {
            let file = open_file(path, PendingFile::open_partial)?;
            let file =
                file.ok_or_else(|| io::Error::other("it is not a file that can be replaced"))?;
            file.file.set_len(mark.stored)?;
            Ok(OutputTarget::File(file))
        })?;
        opened.length = mark.wanted;
        opened.skipped = mark.written - mark.wanted;
        let checksum = crc32fast::Hasher::new_with_initial_len(mark.checksum, mark.stored);
        match &opened.target {
            OutputTarget::Encoded { encoder, file: Some(file) } => {
                let resumed = encoder.compress_more(&file.file, &mark, checksum);
                let at_end = resumed.and_then(|()| (&file.file).seek(SeekFrom::End(0)));
                at_end.map_err(|source| Error::Read { name: output.name(), source })?;
            }
            _ => opened.checksum = Some(checksum),
        }
        Ok(opened)
    }

    /// Returns an output that goes to `writer`, in order.
    pub fn to_writer(name: &str, writer: Box<dyn Write + Send>) -> Self {
        Self::new(name.to_owned(), OutputTarget::Stream(writer))
    }

    /// Writes to any writer, compressed by gzip; returns the length of a block, too.
    #[cfg(test)]
    pub(crate) fn compressed_to_writer(name: &str, writer: Box<dyn Write + Send>) -> (Self, usize) {
        let method = Method::new(Codec::Gzip, None).expect("a codec");
        let target = OutputTarget::Stream(writer).encoded(method).expect("an encoder");
        (Self::new(name.to_owned(), target), method.block())
    }

    /// Returns the output and the one of the second halves of its rows, if it has one.
    pub(super) fn with_second(mut self) -> impl Iterator<Item = Self> {
        let second = self.second.take().map(|second| *second.output);
        [Some(self), second].into_iter().flatten()
    }

    /// Writes what is left. Returns the file that is to be renamed, if it is one, with its mark if a later run could
    /// resume it.
    pub(super) fn complete(self) -> io::Result<Option<(PendingFile, Option<FileMark>)>> {
        let encoder = self.target.encoder().cloned();
        let Some(file) = self.target.complete()? else { return Ok(None) };
        let checksum = match encoder {
            Some(encoder) => encoder.checksum(),
            None => self.checksum.map(crc32fast::Hasher::finalize),
        };
        let mark = checksum.map(|checksum| FileMark::of(&file.file, checksum)).transpose()?;
        Ok(Some((file, mark)))
    }

    /// Writes at the end.
    ///
    /// # Errors
    /// If the bytes cannot be written.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let first = self.second.as_mut().map(|second| second.write(bytes)).transpose()?;
        let bytes = first.as_deref().unwrap_or(bytes);
        self.assemble(|assembler, out| assembler.add(bytes, out), bytes)
    }

    /// Writes what the assembler makes, or `bytes` if there is none.
    fn assemble(
        &mut self,
        step: impl FnOnce(&mut dyn Assembler, &mut dyn Write) -> io::Result<()>,
        bytes: &[u8],
    ) -> Result<(), Error> {
        let written = match self.assembler.take() {
            None => self.write_all(bytes),
            Some(mut assembler) => {
                let written = step(&mut *assembler, self);
                self.assembler = Some(assembler);
                written
            }
        };
        written.map_err(|source| self.fail(source))
    }

    /// Returns the name and the encoder, if the output is compressed: other threads may help.
    pub(crate) fn encoder(&self) -> Option<(String, Arc<Encoder>)> {
        self.target.encoder().map(|encoder| (self.name.clone(), Arc::clone(encoder)))
    }

    /// Writes what `writer` puts before the first record, unless that belongs to an earlier part.
    pub(crate) fn begin(
        &mut self,
        formatter: &dyn RecordFormatter,
        shard: Shard,
    ) -> Result<(), Error> {
        if !(shard.is_first() || formatter.is_self_contained()) {
            return Ok(());
        }
        if let Some(second) = &mut self.second {
            second.output.begin(formatter, shard)?;
        }
        let mut edge = Vec::new();
        formatter.start(&mut edge);
        let is_patched = formatter.patch(edge.len() as u64).is_some();
        if is_patched && !matches!(self.target, OutputTarget::File(_)) {
            let file = temporary_file()?;
            let sink = OutputTarget::Stream(Box::new(io::sink()));
            let output = Self::new(self.name.clone(), mem::replace(&mut self.target, sink));
            self.target = OutputTarget::Spool { file, output: Box::new(output) };
        }
        self.assembler = formatter.assembler();
        self.assemble(|assembler, out| assembler.start(out), &edge)
    }

    /// Writes what `writer` puts after the last row, unless that belongs to a later part.
    pub(crate) fn end(
        &mut self,
        formatter: &dyn RecordFormatter,
        shard: Shard,
    ) -> Result<(), Error> {
        if !(shard.is_last() || formatter.is_self_contained()) {
            return Ok(());
        }
        if let Some(second) = &mut self.second {
            second.output.end(formatter, shard)?;
        }
        self.assemble(|assembler, out| assembler.end(out), b"")?;
        let Some(patch) = formatter.patch(self.length) else { return Ok(()) };
        if let Some(checksum) = &mut self.checksum {
            let mut before = Vec::new();
            formatter.start(&mut before);
            let behind = self.length - patch.len() as u64;
            *checksum = patched(checksum, &before[..patch.len()], &patch, behind);
        }
        self.target.write(&patch, 0).map_err(|source| self.fail(source))
    }

    /// Returns the part of it that is stored in its file, where its first `wanted` bytes are those of tasks that
    /// are done.
    pub(crate) fn mark(&self, wanted: u64) -> OutputMark {
        match (&self.target, &self.checksum) {
            (OutputTarget::Encoded { encoder, .. }, _) => encoder.mark(wanted),
            (_, Some(checksum)) => {
                let checksum = checksum.clone().finalize();
                let length = self.length + self.skipped;
                OutputMark { wanted, written: length, stored: length, checksum }
            }
            _ => OutputMark { wanted, ..OutputMark::default() },
        }
    }

    /// Returns the file, to be synchronised by another thread.
    pub(crate) fn partial_file(&self) -> Result<File, Error> {
        match &self.target {
            OutputTarget::File(file) | OutputTarget::Encoded { file: Some(file), .. } => file
                .file
                .try_clone()
                .map_err(|source| Error::Create { name: self.name.clone(), source }),
            _ => {
                let reason = format!("'{}' is compressed and starts with its length", self.name);
                Err(Error::Resume(ResumeError::Impossible(reason)))
            }
        }
    }

    fn fail(&self, source: io::Error) -> Error {
        Error::Write { name: self.name.clone(), source }
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let skipped = usize::try_from(self.skipped).unwrap_or(usize::MAX).min(bytes.len());
        let new = &bytes[skipped..];
        if !new.is_empty() {
            self.target.write(new, self.length + skipped as u64)?;
        }
        if let Some(checksum) = &mut self.checksum {
            checksum.update(new);
        }
        self.skipped -= skipped as u64;
        self.length += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub(crate) enum OutputTarget {
    Stream(Box<dyn Write + Send>),
    File(PendingFile),
    /// Encoded, to a stream or to a file.
    Encoded {
        encoder: Arc<Encoder>,
        file: Option<PendingFile>,
    },
    /// Collected in a file without a name, because the first bytes are known last.
    Spool {
        file: File,
        output: Box<OutputFile>,
    },
}

impl OutputTarget {
    pub(crate) fn encoded(self, method: Method) -> io::Result<Self> {
        let (stream, file): (Box<dyn Write + Send>, _) = match self {
            Self::File(file) => (Box::new(file.file.try_clone()?), Some(file)),
            Self::Stream(stream) => (stream, None),
            Self::Encoded { .. } | Self::Spool { .. } => unreachable!("opened as neither"),
        };
        Ok(Self::Encoded { encoder: Arc::new(Encoder::new(method, stream)?), file })
    }

    /// Writes `bytes`, before which `start` bytes have been written.
    pub(crate) fn write(&mut self, bytes: &[u8], start: u64) -> io::Result<()> {
        match self {
            Self::Stream(stream) => stream.write_all(bytes),
            Self::File(file) => write_at(&file.file, bytes, start),
            Self::Encoded { encoder, .. } => encoder.write(bytes),
            Self::Spool { file, .. } => write_at(file, bytes, start).map_err(|error| {
                io::Error::new(error.kind(), format!("{}: {error}", temporary_file_name()))
            }),
        }
    }

    /// Returns whether what is written goes where it stays, and not to a file that gets its name at the end.
    fn is_stream(&self) -> bool {
        matches!(self, Self::Stream(_) | Self::Encoded { file: None, .. })
    }

    pub(crate) fn encoder(&self) -> Option<&Arc<Encoder>> {
        match self {
            Self::Encoded { encoder, .. } => Some(encoder),
            Self::Spool { output, .. } => output.target.encoder(),
            Self::Stream(_) | Self::File(_) => None,
        }
    }

    /// Writes what is still held, and returns the file that is now complete.
    pub(crate) fn complete(self) -> io::Result<Option<PendingFile>> {
        match self {
            Self::Stream(mut stream) => stream.flush().map(|()| None),
            Self::File(file) => Ok(Some(file)),
            Self::Encoded { encoder, file } => encoder.finish().map(|()| file),
            Self::Spool { mut file, mut output } => {
                file.rewind()?;
                let encoder = output.target.encoder().cloned();
                match encoder {
                    Some(encoder) => encoder.with_helpers(|| io::copy(&mut file, &mut *output))?,
                    None => io::copy(&mut file, &mut *output)?,
                };
                output.target.complete()
            }
        }
    }
}

/// Returns the checksum of bytes that start with `patch` and had the checksum `before` when they started with `old`,
/// which is as long; `behind` bytes follow.
///
/// A CRC is linear: behind the same bytes, the difference of two starts is the difference of their checksums, moved
/// by the number of these bytes.
fn patched(before: &crc32fast::Hasher, old: &[u8], patch: &[u8], behind: u64) -> crc32fast::Hasher {
    let sum = before.clone().finalize() ^ moved(old, behind) ^ moved(patch, behind);
    crc32fast::Hasher::new_with_initial_len(sum, patch.len() as u64 + behind)
}

/// Returns the checksum of some bytes as it enters that of these and `behind` more.
fn moved(start: &[u8], behind: u64) -> u32 {
    let mut sum = crc32fast::Hasher::new();
    sum.update(start);
    sum.combine(&crc32fast::Hasher::new_with_initial_len(0, behind));
    sum.finalize()
}

fn write_at(file: &File, bytes: &[u8], start: u64) -> io::Result<()> {
    platform::reserve(file, start, bytes.len());
    platform::write_all_at(file, bytes, start)
}

/// A file that another program has opened.
pub(crate) struct StdoutFile {
    file: File,
    /// The offset of the next write, if it is a regular file that no other process writes to.
    next: Option<u64>,
}

impl StdoutFile {
    pub(crate) fn new(mut file: File) -> Self {
        platform::enlarge_pipe(&file);
        let next = regular(&file).and_then(|_| file.stream_position().ok());
        Self { file, next }
    }
}

impl Write for StdoutFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(next) = &mut self.next {
            platform::reserve(&self.file, *next, bytes.len());
            *next += bytes.len() as u64;
        }
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checksum_is_that_of_the_patched_bytes() {
        for behind in [0, 1, 81, 100_000] {
            let mut bytes = vec![7; 128];
            bytes.resize(128 + behind, 3);
            let sum = |bytes: &[u8]| {
                let mut sum = crc32fast::Hasher::new();
                sum.update(bytes);
                sum
            };
            let before = sum(&bytes);
            let old = bytes[..128].to_vec();
            bytes[5..9].copy_from_slice(b"1234");
            let found = patched(&before, &old, &bytes[..128], behind as u64);
            assert_eq!(found.finalize(), sum(&bytes).finalize(), "{behind}");
        }
    }
}
