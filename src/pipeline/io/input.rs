//! Where the bytes of a job come from: mapped files and streams, cut into chunks.

use std::{
    collections::VecDeque,
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    ops::{Deref, Range},
    path::{Path, PathBuf},
    sync::Arc,
};

use memmap2::{Advice, Mmap};

use super::{
    codec::Codec,
    stream::{Buffer, Stream},
};
use crate::format::{self, DetectedInput, Format, FormatError, Layout, ReadOptions, Reader};
use crate::pipeline::{Error, Task, TaskSource};

/// The smallest chunk that is worth a worker's while, in bytes.
const SMALLEST_CHUNK: usize = 16 << 10;
/// How many chunks a small file should make, so that no worker waits long for the last. Not as
/// many as there are threads: chunks, and with them all results, are the same for any number.
const CHUNKS: usize = 64;

/// One input of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// Standard input.
    Stdin,
    /// A file, or anything else with a path that can be read.
    Path(PathBuf),
}

impl Input {
    /// `-` is standard input, anything else a path.
    pub fn from_arg(arg: &Path) -> Self {
        if arg == Path::new("-") { Self::Stdin } else { Self::Path(arg.to_owned()) }
    }

    /// Its name in messages.
    pub fn name(&self) -> String {
        match self {
            Self::Stdin => "standard input".into(),
            Self::Path(path) => path.display().to_string(),
        }
    }

    /// Its length in bytes, decoded, where that is known before it is read.
    pub fn length(&self) -> Option<u64> {
        // To open a pipe that has a name would wait for its writer.
        if matches!(self, Self::Path(path) if !path.is_file()) {
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

    /// Opens it; standard input without a buffer of its own.
    fn open(&self) -> io::Result<File> {
        match self {
            #[cfg(unix)]
            Self::Stdin => {
                Ok(File::from(std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned()?))
            }
            #[cfg(windows)]
            Self::Stdin => Ok(File::from(
                std::os::windows::io::AsHandle::as_handle(&io::stdin()).try_clone_to_owned()?,
            )),
            Self::Path(path) => File::open(path),
        }
    }

    /// Finds out, before any work, whether it can be read.
    ///
    /// # Errors
    /// If it does not exist, is a folder, or may not be read.
    pub fn check(&self) -> Result<(), Error> {
        let Self::Path(path) = self else { return Ok(()) };
        let fail = |cause| Error::Open { name: self.name(), cause };
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

/// A piece of an input: a whole number of records.
pub struct Chunk {
    /// Its bytes.
    pub bytes: Bytes,
    /// Which input of the job it belongs to, counted from 0.
    pub input: usize,
    /// How many bytes of the input come before it.
    pub offset: u64,
    /// On the first chunk of an input: how many lines come before it.
    pub starts: Option<u64>,
    /// Finds its records.
    pub reader: Arc<dyn Reader>,
}

/// The bytes of a chunk, as a worker sees them.
#[derive(Clone, Copy)]
pub struct ChunkRef<'a> {
    /// A whole number of records.
    pub bytes: &'a [u8],
    /// Finds them.
    pub reader: &'a dyn Reader,
    /// Which input of the job they belong to, counted from 0.
    pub input: usize,
    /// How many bytes of the input come before them.
    pub offset: u64,
}

impl Chunk {
    /// What a worker sees of it.
    pub fn piece(&self) -> ChunkRef<'_> {
        let Self { bytes, input, offset, reader, .. } = self;
        ChunkRef { bytes, reader: &**reader, input: *input, offset: *offset }
    }
}

impl Task for Chunk {
    fn input(&self) -> usize {
        self.input
    }

    fn starts(&self) -> Option<u64> {
        self.starts
    }

    fn length(&self) -> u64 {
        self.bytes.len() as u64
    }
}

/// A window on a mapped file, or bytes read from a stream.
pub enum Bytes {
    /// A window on a mapped file.
    Mapped(Arc<Mmap>, Range<usize>),
    /// Bytes read from a stream, or made.
    Owned(Buffer),
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Mapped(map, range) => &map[range.clone()],
            Self::Owned(bytes) => bytes,
        }
    }
}

impl Bytes {
    /// Brings the pages of a window into memory at once, which costs less than a fault for each,
    /// and finds out whether the file still has them.
    ///
    /// # Errors
    /// If the file has become shorter since it was mapped.
    pub(crate) fn populate(&self) -> io::Result<()> {
        const EFAULT: i32 = 14;
        let Self::Mapped(map, range) = self else { return Ok(()) };
        match map.advise_range(Advice::PopulateRead, range.start, range.len()) {
            Err(error) if error.raw_os_error() == Some(EFAULT) => {
                Err(io::Error::other("the file became shorter while it was read"))
            }
            // Older kernels don't know this advice: then the pages come one by one.
            _ => Ok(()),
        }
    }
}

/// How inputs are read.
#[derive(Clone, Debug)]
pub struct SourceOptions {
    /// What the readers must know.
    pub read: ReadOptions,
    /// Whether files are mapped; otherwise they are read as streams.
    pub map: bool,
    /// How large a chunk is at the most, in bytes, where no record is longer.
    pub chunk: usize,
    /// Is told the name and the format of every input when it is opened.
    pub on_open: Option<OnOpen>,
}

/// What is told the name and the format of every input.
pub type OnOpen = fn(&str, Format);

/// The chunks of all inputs of a job, in order.
pub struct Source {
    inputs: VecDeque<(usize, Input)>,
    options: SourceOptions,
    current: Option<Current>,
    /// The first input that is not empty, and its shape.
    shape: Option<(String, Layout)>,
    /// How many records all inputs so far announce, if they all do.
    announced: Option<u64>,
}

/// The input that is being read.
struct Current {
    input: usize,
    name: String,
    reader: Arc<dyn Reader>,
    starts: Option<u64>,
    offset: u64,
    from: From,
}

enum From {
    Map { map: Arc<Mmap>, at: usize, chunk: usize },
    Stream { stream: Stream, chunk: usize },
}

impl TaskSource for Source {
    type Task = Chunk;

    fn next_task(&mut self) -> Result<Option<Chunk>, Error> {
        loop {
            if let Some(current) = &mut self.current {
                if let Some(chunk) = current.next_chunk()? {
                    return Ok(Some(chunk));
                }
                self.current = None;
            }
            if !self.open_next()? {
                return Ok(None);
            }
        }
    }
}

impl Source {
    /// The chunks of `inputs`. Nothing is opened yet.
    pub fn new(inputs: &[Input], options: SourceOptions) -> Self {
        let inputs = inputs.iter().cloned().enumerate().collect();
        Self { inputs, options, current: None, shape: None, announced: Some(0) }
    }

    /// The shape of the first input that is not empty, if there is one. It is opened for that.
    ///
    /// # Errors
    /// If an input can't be opened, or is not of the format asked for.
    pub fn shape(&mut self) -> Result<Option<Layout>, Error> {
        while self.shape.is_none() && self.open_next()? {}
        Ok(self.shape.as_ref().map(|(_, shape)| shape.clone()))
    }

    /// How many records the inputs that have been opened announce, if they all do.
    pub fn announced(&self) -> Option<u64> {
        self.announced.filter(|_| self.shape.is_some())
    }

    /// Opens the next input that is not empty, and says whether there is one.
    fn open_next(&mut self) -> Result<bool, Error> {
        while let Some((index, input)) = self.inputs.pop_front() {
            let Some((from, opened)) = self.open(&input)? else { continue };
            let name = input.name();
            if let Some(tell) = self.options.on_open {
                tell(&name, opened.shape.format);
            }
            self.announced = self.announced.zip(opened.announced).map(|(sum, more)| sum + more);
            match &self.shape {
                None => self.shape = Some((name.clone(), opened.shape.clone())),
                Some((first, shape)) => same_shape(first, shape, &opened.shape)
                    .map_err(|cause| Error::Format { name: name.clone(), cause })?,
            }
            self.current = Some(Current::new(index, name, opened, from));
            return Ok(true);
        }
        Ok(false)
    }

    /// Opens an input; `None` if it is empty.
    fn open(&self, input: &Input) -> Result<Option<(From, DetectedInput)>, Error> {
        let name = input.name();
        let fail = |cause| Error::Open { name: name.clone(), cause };
        let options = &self.options;
        let recognise = |head: &[u8]| {
            format::open(head, &options.read)
                .map_err(|cause| Error::Format { name: name.clone(), cause })
        };
        let mut file = input.open().map_err(fail)?;
        if let Some(map) = options.map.then(|| map_file(&file)).flatten() {
            // Standard input may have been read by others before.
            let start = file.stream_position().map_err(fail)? as usize;
            let bytes = map.get(start..).unwrap_or_default();
            if Codec::of_bytes(bytes) == Codec::None {
                file.seek(SeekFrom::End(0)).map_err(fail)?;
                if bytes.is_empty() {
                    return Ok(None);
                }
                let opened = recognise(bytes)?;
                let chunk = (bytes.len() / CHUNKS).max(SMALLEST_CHUNK).min(options.chunk);
                let from = From::Map { at: start + opened.skip, map: Arc::new(map), chunk };
                return Ok(Some((from, opened)));
            }
        }
        let read = |cause| Error::Read { name: name.clone(), cause };
        let mut stream = Stream::new(file).map_err(read)?;
        let head = stream.head(|head| format::needs_more(head, &options.read));
        if head.is_empty() {
            return match stream.failure() {
                Some(cause) => Err(read(cause)),
                None => Ok(None),
            };
        }
        let opened = recognise(head)?;
        stream.skip(opened.skip);
        Ok(Some((From::Stream { stream, chunk: options.chunk }, opened)))
    }
}

/// Makes sure that an input has the format and the columns of the first.
fn same_shape(first: &str, expected: &Layout, found: &Layout) -> Result<(), FormatError> {
    if found.format != expected.format {
        let Layout { format, .. } = found;
        let words = format!("its format is {format}, but that of '{first}' is {}", expected.format);
        return Err(FormatError(words));
    }
    if found.header != expected.header {
        return Err(FormatError(format!("its header is not that of '{first}'")));
    }
    Ok(())
}

/// Maps a regular file that is not empty; `None` for anything that has to be read.
#[allow(unsafe_code, reason = "mapping a file is unsafe by nature")]
fn map_file(file: &File) -> Option<Mmap> {
    let about = file.metadata().ok()?;
    if !about.is_file() || about.len() == 0 {
        return None;
    }
    // SAFETY: nobody can promise that no other process changes the file meanwhile. The bytes are
    // only read, and every index that is derived from them is checked again where it is used. A
    // file cut short while mapped is met by `Bytes::populate`, but for a race that remains and
    // ends the process with SIGBUS; the documentation of the program says so.
    unsafe { Mmap::map(file) }.ok()
}

impl Current {
    fn new(input: usize, name: String, opened: DetectedInput, from: From) -> Self {
        let (starts, offset) = (Some(opened.lines), opened.skip as u64);
        Self { input, name, reader: opened.reader, starts, offset, from }
    }

    fn next_chunk(&mut self) -> Result<Option<Chunk>, Error> {
        let bytes = match &mut self.from {
            From::Map { map, at, chunk } => {
                let start = *at;
                *at += cut_near(&*self.reader, &map[start..], *chunk);
                (start < *at).then(|| Bytes::Mapped(Arc::clone(map), start..*at))
            }
            From::Stream { stream, chunk } => {
                let name = &self.name;
                let next = stream.next(&*self.reader, *chunk);
                next.map_err(|cause| Error::Read { name: name.clone(), cause })?.map(Bytes::Owned)
            }
        };
        let offset = self.offset;
        self.offset += bytes.as_ref().map_or(0, |bytes| bytes.len() as u64);
        Ok(bytes.map(|bytes| Chunk {
            bytes,
            input: self.input,
            offset,
            starts: self.starts.take(),
            reader: Arc::clone(&self.reader),
        }))
    }
}

/// The end of a record near `size` bytes into `bytes`, or the end of the bytes.
pub(crate) fn cut_near(reader: &dyn Reader, bytes: &[u8], mut size: usize) -> usize {
    while size < bytes.len() {
        if let Some(cut) = reader.cut(&bytes[..size]).filter(|&cut| cut > 0) {
            return cut;
        }
        size *= 2;
    }
    bytes.len()
}
