//! A stream of bytes, or text in memory, handed out in whole records.
//!
//! The worker that comes for a chunk reads it, directly into the buffer that it then works on. So there is no copy, no
//! thread in between, and the bytes are still in its cache. Meanwhile other workers work, and further bytes stay in the
//! pipe. Compressed bytes are decoded ahead by separate threads.

use std::{
    fs::File,
    io::{self, Chain, Cursor, Read},
    sync::Arc,
};

use crate::{
    Error,
    io::{
        buffer::{Buffer, Pool},
        compressed::{
            codec::codec_of,
            decoder::Decoder,
            unpack::{Budget, check_name, is_packed},
            zip,
        },
        platform,
        read::{
            input::{Input, Opened},
            input_file::{check_length, too_long},
        },
    },
};
use batchdoku_base::thousands;
use batchdoku_format::{Codec, JsonElements, LONGEST_RECORD, RecordParser};

/// The maximum number of bytes from which a format is detected.
pub(crate) const HEAD: usize = 64 << 10;
/// The minimum number of bytes requested at a time.
const SHORTEST_READ: usize = 64 << 10;

/// The number of bytes skipped at a time.
const SKIPPED: usize = 1 << 20;

/// The text of a file or stream, unpacked if its first bytes show that it is packed.
pub(crate) struct TextReader {
    bytes: TextBytes,
    /// The budget of text that may still be unpacked, if there is a limit.
    budget: Option<Budget>,
    /// The error after which nothing more can be read.
    failure: Option<io::Error>,
}

enum TextBytes {
    /// Unchanged bytes; the first of them have been read.
    Plain(Chain<Cursor<Vec<u8>>, File>),
    Decoded(Decoder),
    /// Unpacked by the reading thread, or in memory.
    Unpacked(Box<dyn Read + Send>),
    /// The elements of JSON arrays.
    Elements(Box<JsonElements<TextReader>>),
}

impl TextReader {
    /// Starts to read `source`, the file of `input`. If it is compressed, decodes it with at most `threads` threads in
    /// addition to the reading thread.
    pub(crate) fn new(source: &File, input: &Input, threads: usize) -> io::Result<Self> {
        let mut head = Vec::new();
        source.take(4).read_to_end(&mut head)?;
        let codec = codec_of(&head);
        let is_archive = zip::is_archive(&head);
        check_name(input.path(), is_packed(&head))?;
        let budget =
            input.max_expand.filter(|_| is_packed(&head)).map(|most| Budget { most, left: most });
        let read = Cursor::new(head).chain(source.try_clone()?);
        let bytes = match codec {
            _ if is_archive => TextBytes::Unpacked(zip::open(source)?),
            Codec::None => TextBytes::Plain(read),
            _ => TextBytes::Decoded(Decoder::new(codec, Box::new(read), threads)?),
        };
        Ok(Self { bytes, budget, failure: None })
    }

    /// Returns whether a read would return at once; `source` is the file being read, `None` for text in memory.
    fn is_ready(&mut self, source: Option<&File>) -> bool {
        match &mut self.bytes {
            TextBytes::Plain(_) | TextBytes::Unpacked(_) => source.is_none_or(platform::has_input),
            TextBytes::Decoded(read) => read.is_ready(),
            TextBytes::Elements(elements) => elements.read.is_ready(source),
        }
    }
}

impl Read for TextReader {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        let length = match &mut self.bytes {
            TextBytes::Plain(read) => read.read(bytes),
            TextBytes::Decoded(read) => read.read(bytes),
            TextBytes::Unpacked(read) => read.read(bytes),
            TextBytes::Elements(read) => read.read(bytes),
        }?;
        self.budget.as_mut().map_or(Ok(()), |budget| budget.take(length))?;
        Ok(length)
    }
}

impl Input {
    /// Returns all bytes, decoded if the input is compressed.
    ///
    /// # Errors
    /// If the input cannot be read, or has more than `max_bytes` bytes: an endless stream would fill the memory.
    pub fn read_to_end(&self, max_bytes: u64) -> Result<Vec<u8>, Error> {
        let fail = |source| Error::Read { name: self.name(), source };
        let mut bytes = Vec::new();
        self.decoded()?.take(max_bytes.saturating_add(1)).read_to_end(&mut bytes).map_err(fail)?;
        if bytes.len() as u64 > max_bytes {
            let words = format!("it has more than {} bytes", thousands(max_bytes));
            return Err(fail(io::Error::new(io::ErrorKind::FileTooLarge, words)));
        }
        Ok(bytes)
    }

    /// Returns a reader of the bytes, decoded if the input is compressed.
    pub(crate) fn decoded(&self) -> Result<Box<dyn Read>, Error> {
        self.check()?;
        let fail = |source| Error::Read { name: self.name(), source };
        match self.open().map_err(fail)? {
            Opened::File(file) => Ok(Box::new(TextReader::new(&file, self, 0).map_err(fail)?)),
            Opened::Text(text) => Ok(Box::new(Cursor::new(text.to_vec()))),
        }
    }
}

/// A stream that is read in whole records.
pub(crate) struct Stream {
    read: TextReader,
    /// The file before decoding, unless the stream is text in memory.
    source: Option<File>,
    /// The length of `source` in bytes when it was opened, if it is a regular file.
    length: Option<u64>,
    /// Bytes that have been read but not handed out.
    held: Buffer,
    /// The number of decoded bytes before `held`.
    position: u64,
    /// The limit of the stream, if it is not read to its end: the last record is the last that ends before the limit.
    pub(crate) limit: Option<u64>,
    is_ended: bool,
    /// The length so far of an overlong line, while the rest of it is skipped.
    skipped: Option<u64>,
}

impl Stream {
    /// Starts to read `source`: see [`TextReader::new`].
    pub(crate) fn new(
        source: File,
        length: Option<u64>,
        input: &Input,
        threads: usize,
    ) -> io::Result<Self> {
        platform::enlarge_pipe(&source);
        let read = TextReader::new(&source, input, threads)?;
        Ok(Self { source: Some(source), length, ..Self::of(read) })
    }

    /// Starts to read text in memory.
    pub(crate) fn of_text(text: Arc<[u8]>) -> Self {
        Self::of_read(Cursor::new(text))
    }

    /// Starts to read from `read`.
    pub(crate) fn of_read(read: impl Read + Send + 'static) -> Self {
        let bytes = TextBytes::Unpacked(Box::new(read));
        Self::of(TextReader { bytes, budget: None, failure: None })
    }

    fn of(read: TextReader) -> Self {
        Self {
            read,
            source: None,
            length: None,
            held: Pool::default().buffer(),
            position: 0,
            limit: None,
            is_ended: false,
            skipped: None,
        }
    }

    /// Returns the first bytes: until `is_enough` returns true for them, or 64 KiB, or all.
    pub(crate) fn head(&mut self, is_enough: impl Fn(&[u8]) -> bool) -> &[u8] {
        while !self.is_ended && self.held.len() < HEAD && !is_enough(&self.held) {
            self.read(HEAD);
        }
        &self.held[..self.held.len().min(HEAD)]
    }

    /// Returns whether the stream is text in memory.
    #[cfg(feature = "parquet")]
    pub(crate) fn is_text(&self) -> bool {
        self.source.is_none()
    }

    /// Returns a stream of the elements of its JSON arrays, one per line. Nothing of it may have been handed out.
    pub(crate) fn by_elements(self) -> Self {
        let elements = Box::new(JsonElements::new(self.held.to_vec(), self.read));
        let bytes = TextBytes::Elements(elements);
        let read = TextReader { bytes, budget: None, failure: None };
        Self { source: self.source, length: self.length, ..Self::of(read) }
    }

    /// Returns the error after which nothing more can be read.
    pub(crate) fn failure(&mut self) -> Option<io::Error> {
        self.read.failure.take()
    }

    /// Returns the number of decoded bytes before the next record; `None` while a line is being skipped.
    pub(crate) fn next_record(&self) -> Option<u64> {
        self.skipped.is_none().then_some(self.position)
    }

    /// Skips bytes until `position` bytes come before the next byte. `position` must not be before the current place.
    pub(crate) fn skip_to(&mut self, position: u64, name: &str) -> Result<(), Error> {
        loop {
            let missing = position.saturating_sub(self.position);
            if missing <= self.held.len() as u64 {
                self.take(missing as usize);
                return Ok(());
            }
            self.take(self.held.len());
            let early_end = self.is_ended.then(|| io::ErrorKind::UnexpectedEof.into());
            if let Some(source) = self.failure().or(early_end) {
                return Err(Error::Read { name: name.to_owned(), source });
            }
            self.read(SKIPPED);
        }
    }

    /// Skips all records that end within the first `limit` bytes from the start, and returns the number of their lines.
    ///
    /// # Errors
    /// The same as those of [`Stream::next`].
    pub(crate) fn skip_records(
        &mut self,
        parser: &dyn RecordParser,
        limit: u64,
        name: &str,
    ) -> Result<u64, Error> {
        let end = self.limit.replace(limit);
        let mut lines = 0;
        while let Some((records, _)) = self.next(parser, SKIPPED, name)? {
            lines += parser.count_lines(&records);
        }
        self.limit = end;
        Ok(lines)
    }

    /// Splits off the first `length` bytes held, and returns them with the number of bytes before them.
    pub(crate) fn take(&mut self, length: usize) -> (Buffer, u64) {
        let position = self.position;
        self.position += length as u64;
        (self.held.split_to(length), position)
    }

    /// Returns a reader of all decoded bytes that have not been handed out.
    pub(crate) fn into_read(self) -> Box<dyn Read + Send> {
        Box::new(io::Cursor::new(self.held.to_vec()).chain(self.read))
    }

    /// Returns the next records, at most about `size` bytes, and their position in the decoded stream. Returns the
    /// records that have arrived so far, but at least one.
    ///
    /// # Errors
    /// If the stream cannot be read, after all whole records before the failure have been handed out; if a line is too
    /// long; or, at its end, if the file has changed its length.
    pub(crate) fn next(
        &mut self,
        parser: &dyn RecordParser,
        size: usize,
        name: &str,
    ) -> Result<Option<(Buffer, u64)>, Error> {
        let fail = |source| Error::Read { name: name.to_owned(), source };
        loop {
            self.skip_line().map_err(fail)?;
            while !self.is_ended
                && self.held.len() < size
                && self.read.is_ready(self.source.as_ref())
            {
                self.read(size);
            }
            let rest = self.limit.map(|limit| limit.saturating_sub(self.position));
            let rest = rest.map_or(usize::MAX, |rest| usize::try_from(rest).unwrap_or(usize::MAX));
            let seen = &self.held[..self.held.len().min(LONGEST_RECORD).min(rest)];
            if let Some(cut) = parser.cut(seen).filter(|&cut| cut > 0) {
                return Ok(Some(self.take(cut)));
            }
            if rest < LONGEST_RECORD && self.held.len() >= rest {
                return self.verify(name).map(|()| None);
            }
            if self.held.len() >= LONGEST_RECORD {
                self.skipped = Some(LONGEST_RECORD as u64);
                return Ok(Some(self.take(LONGEST_RECORD)));
            }
            if let Some(error) = self.failure() {
                return Err(fail(error));
            }
            if !self.is_ended {
                self.read(size);
            } else if self.held.is_empty() {
                return self.verify(name).map(|()| None);
            } else {
                return Ok(Some(self.take(self.held.len())));
            }
        }
    }

    /// Skips the rest of an overlong line.
    fn skip_line(&mut self) -> io::Result<()> {
        while let Some(skipped) = &mut self.skipped {
            let end = memchr::memchr(b'\n', &self.held).map(|end| end + 1);
            *skipped += self.held.len() as u64;
            if end.is_some() || self.is_ended {
                self.skipped = None;
                self.take(end.unwrap_or(self.held.len()));
            } else {
                too_long(*skipped)?;
                self.take(self.held.len());
                self.read(SHORTEST_READ);
            }
        }
        Ok(())
    }

    /// Waits for more bytes and takes those that have arrived: up to `size` bytes in total, or, if it already holds as
    /// many, up to twice the bytes held.
    fn read(&mut self, size: usize) {
        let held = self.held.len();
        let more = size.saturating_sub(held).max(held).max(SHORTEST_READ);
        let room = self.held.room(more);
        match self.read.read(room) {
            Ok(0) => self.is_ended = true,
            Ok(length) => self.held.grow(length),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => {
                self.read.failure = Some(error);
                self.is_ended = true;
            }
        }
    }

    /// Checks that a regular file still has the same length.
    fn verify(&self, name: &str) -> Result<(), Error> {
        let (Some(source), Some(expected)) = (&self.source, self.length) else { return Ok(()) };
        let about = source.metadata();
        let about = about.map_err(|source| Error::Read { name: name.to_owned(), source })?;
        check_length(name, expected, about.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg_attr(miri, ignore = "reads files")]
    fn an_input_is_read_up_to_a_limit() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(&file, [b'x'; 1000]).unwrap();
        let read = |most| Input::from(file.path()).read_to_end(most);
        assert_eq!(read(1000).unwrap().len(), 1000);
        let error = read(999).unwrap_err();
        let source = std::error::Error::source(&error).unwrap().to_string();
        assert_eq!(source, "it has more than 999 bytes");
        #[cfg(target_os = "linux")]
        assert!(Input::from("/dev/zero").read_to_end(1 << 20).is_err());
    }
}
