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
    /// No output: nothing is kept.
    Discard,
}

impl<P: Into<PathBuf>> From<P> for Output {
    fn from(path: P) -> Self {
        Self::Path(path.into())
    }
}

/// Serialises an output as its name; it is deserialised as a path.
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

    /// Returns the output that a command-line argument names: `-` is standard output, any other argument a path.
    pub fn from_arg(arg: &Path) -> Self {
        if arg == Path::new("-") { Self::Stdout } else { Self::Path(arg.to_owned()) }
    }

    /// Returns the name for messages.
    pub fn name(&self) -> String {
        match self {
            Self::Stdout => "standard output".into(),
            Self::Path(path) => printable(path),
            Self::Discard => "nowhere".into(),
        }
    }

    /// Returns whether the output is a file to be created, and not a stream that is already open.
    pub fn is_new_file(&self) -> bool {
        let Self::Path(path) = self else { return false };
        !follow_links(path).is_ok_and(|path| {
            platform::is_descriptor(&path) || path.metadata().is_ok_and(|about| !about.is_file())
        })
    }

    /// Returns the codec that the extension of its name selects.
    pub(crate) fn codec(&self) -> Codec {
        match self {
            Self::Path(path) => Codec::of_name(path),
            Self::Stdout | Self::Discard => Codec::None,
        }
    }

    /// Returns the output for the solutions, if they need an output of their own; `None` if this output is a stream.
    pub(crate) fn of_solutions(&self) -> Option<Self> {
        let Self::Path(path) = self else { return None };
        with_word(path, "solutions").filter(|_| self.is_new_file()).map(Self::Path)
    }

    /// Returns whether the output is a file that exists.
    pub(crate) fn is_there(&self) -> bool {
        matches!(self, Self::Path(path) if path.is_file())
    }

    /// Checks that the folder of a file to be created can be opened, because otherwise names in it cannot be made
    /// durable.
    ///
    /// # Errors
    /// If the folder cannot be opened.
    pub(crate) fn check_folder(&self) -> Result<(), Error> {
        let Self::Path(path) = self else { return Ok(()) };
        let opened = follow_links(path).and_then(|path| Folder::open(folder(&path)));
        match opened {
            // A missing folder has an error of its own.
            Err(source) if self.is_new_file() && source.kind() != io::ErrorKind::NotFound => {
                Err(Error::Create { name: self.name(), source: unlisted(source) })
            }
            _ => Ok(()),
        }
    }

    /// Returns whether others may read the output while it is written: standard output, or a name with `.arrows`.
    pub fn is_stream(&self) -> bool {
        match self {
            Self::Path(path) => {
                path.extension().is_some_and(|it| it.eq_ignore_ascii_case("arrows"))
            }
            Self::Stdout | Self::Discard => true,
        }
    }

    /// Writes `bytes` as the whole output, compressed if its name has the extension `.gz` or `.zst`.
    ///
    /// # Errors
    /// If the output is a folder, or cannot be written.
    pub fn write(&self, bytes: &[u8], observer: &dyn JobObserver) -> Result<(), Error> {
        let mut file = OutputFile::open(self, Compression::default(), observer)?;
        file.write(bytes)?;
        file.finish(false)
    }

    /// Removes the temporary files of all outputs that are not complete. This is for a process that is about to end
    /// without waiting for its jobs, for example because of a second signal; signal handlers may call it. Returns
    /// false, and removes nothing, if outputs are still getting their names after a second.
    pub fn remove_temporary_files() -> bool {
        remove_temporary_files()
    }

    /// Opens the output with this compression; `open` opens a path.
    fn open_with(
        &self,
        compression: Compression,
        open: impl FnOnce(&Path) -> io::Result<OutputTarget>,
    ) -> Result<OutputFile, Error> {
        let target = self.target(compression, open).map_err(|source| self.create_error(source))?;
        Ok(OutputFile::new(self.name(), target))
    }

    /// Returns the error for an output that cannot be created. It names the folder if the folder may not be written.
    fn create_error(&self, source: io::Error) -> Error {
        let name = self.name();
        let is_refused = matches!(
            source.kind(),
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem
        );
        match self {
            // An error without a number of the system is about the file itself.
            Self::Path(path)
                if is_refused && source.raw_os_error().is_some() && self.is_new_file() =>
            {
                let path = follow_links(path).unwrap_or_else(|_| path.clone());
                Error::CreateIn { name, folder: printable(folder(&path)), source }
            }
            _ => Error::Create { name, source },
        }
    }

    /// Opens the target of the output, as [`Self::open_with`] does.
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
        // Check the level first, so that no file is created if the codec does not have it.
        let method = match codec {
            Codec::None => None,
            codec => Some(Method::new(codec, compression.level)?),
        };
        let target = match self {
            // No buffer is needed, because standard output is written in large pieces.
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

/// Returns the type of `types` that the name of an output selects: see [`FileType::choose`]. Streams get the first
/// type.
///
/// # Errors
/// If the name selects another type, or must select a type and does not.
pub fn file_type(output: &Output, types: &[FileType]) -> Result<FileType, Error> {
    match output {
        Output::Path(path) if output.is_new_file() => FileType::choose(path, types)
            .map_err(|source| Error::Format { name: output.name(), source }),
        _ => Ok(types[0]),
    }
}

/// An open output. Dropping an incomplete output removes its temporary file, but keeps the partial file of a job that
/// can be resumed.
pub struct OutputFile {
    pub(crate) name: String,
    pub(crate) target: OutputTarget,
    /// The number of bytes written so far.
    pub(crate) length: u64,
    /// The number of coming bytes that an earlier run has already written.
    pub(crate) skipped: u64,
    /// The checksum of all bytes so far, for a file that a later run may resume.
    pub(crate) checksum: Option<crc32fast::Hasher>,
    /// Joins the outputs of tasks, if they cannot simply be concatenated.
    pub(crate) assembler: Option<Box<dyn Assembler>>,
    /// The output of the second half of each row, if it goes to an output of its own.
    pub(crate) second: Option<SecondHalves>,
}

/// The output of the second halves of rows, which have the solutions.
pub(crate) struct SecondHalves {
    /// The length of half a row in bytes.
    pub(crate) half: usize,
    pub(crate) output: Box<OutputFile>,
}

impl SecondHalves {
    /// Writes the second halves of `rows`, and returns the first halves.
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

/// Opens the file that will be renamed to `path`, with `create`. Returns `None` if the path names something that is not
/// a file, an open file, or a file that no other file can replace.
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

    /// Opens an output with the given compression, or, without a given compression, with the compression that the name
    /// selects (`.gz`, `.zst`). A file is written under a temporary name in the same folder; `observer` gets a notice
    /// if it must be written in place.
    ///
    /// # Errors
    /// If the output is a folder, cannot be created, or cannot have this compression.
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

    /// Checks that an output can be opened with the given compression, and leaves an existing file as it is. This is
    /// for a job that works long before it writes. A pipe is not opened, because its reader would see an empty output.
    ///
    /// # Errors
    /// If the output is a folder, cannot be created, or cannot have this compression.
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

    /// Opens a file that a later run may resume, cut off at `mark`, or empty without a mark.
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

    /// Creates an output that writes to `writer`, in order.
    pub fn to_writer(name: &str, writer: Box<dyn Write + Send>) -> Self {
        Self::new(name.to_owned(), OutputTarget::Stream(writer))
    }

    /// Creates an output that writes to `writer`, compressed by gzip; also returns the length of a block.
    #[cfg(test)]
    pub(crate) fn compressed_to_writer(name: &str, writer: Box<dyn Write + Send>) -> (Self, usize) {
        let method = Method::new(Codec::Gzip, None).expect("a codec");
        let target = OutputTarget::Stream(writer).encoded(method).expect("an encoder");
        (Self::new(name.to_owned(), target), method.block())
    }

    /// Returns the output, and the output of the second halves of its rows if it has one.
    pub(super) fn with_second(mut self) -> impl Iterator<Item = Self> {
        let second = self.second.take().map(|second| *second.output);
        [Some(self), second].into_iter().flatten()
    }

    /// Writes the remaining bytes. If the output is a file to be renamed, returns the file, with its mark if a later
    /// run could resume it.
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

    /// Appends bytes.
    ///
    /// # Errors
    /// If the bytes cannot be written.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let first = self.second.as_mut().map(|second| second.write(bytes)).transpose()?;
        let bytes = first.as_deref().unwrap_or(bytes);
        self.assemble(|assembler, out| assembler.add(bytes, out), bytes)
    }

    /// Writes the result of the assembler, or `bytes` if there is no assembler.
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

    /// Returns the name and the encoder of a compressed output, so that other threads can help.
    pub(crate) fn encoder(&self) -> Option<(String, Arc<Encoder>)> {
        self.target.encoder().map(|encoder| (self.name.clone(), Arc::clone(encoder)))
    }

    /// Writes the bytes before the first record, as `writer` makes them, unless they belong to an earlier part.
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

    /// Writes the bytes after the last row, as `writer` makes them, unless they belong to a later part.
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

    /// Returns the mark of the bytes stored in its file, with `wanted` as the number of bytes from tasks that are done.
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

    /// Returns the file, so that another thread can synchronise it.
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
    /// Compressed, to a stream or to a file.
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

    /// Writes `bytes` after the `start` bytes that have been written.
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

    /// Returns whether bytes go to their final place at once, and not to a file that gets its name at the end.
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

    /// Writes the bytes that are still held, and returns the file, which is then complete.
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

/// Returns the checksum of bytes after their start is replaced: `old` by `patch`, which has the same length. `before`
/// is the checksum with `old`, and `behind` bytes follow the start.
///
/// A CRC is linear: if two inputs differ only in their starts, their checksums differ by the difference of the
/// checksums of the starts, shifted by the number of bytes behind.
fn patched(before: &crc32fast::Hasher, old: &[u8], patch: &[u8], behind: u64) -> crc32fast::Hasher {
    let sum = before.clone().finalize() ^ moved(old, behind) ^ moved(patch, behind);
    crc32fast::Hasher::new_with_initial_len(sum, patch.len() as u64 + behind)
}

/// Returns the share of the checksum that some bytes have in the checksum of these bytes and `behind` more.
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

/// Standard output: a file that another program has opened.
pub(crate) struct StdoutFile {
    file: File,
    /// The offset of the next write, if standard output is a regular file. No other process may write to it then.
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
