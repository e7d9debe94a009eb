//! A regular file that is read by ranges, and that must not change its length meanwhile; and the ends of chunks.
//!
//! A record of more than 16 MiB is cut off there and the rest of its line is skipped, whether the file is mapped, read
//! by ranges, or read as a stream. The cut record is malformed.

use std::{fs::File, io, ops::Range};

use crate::{
    Error,
    io::{
        buffer::{Buffer, Pool},
        platform,
        read::{input::MapContract, mapped::Mapping},
    },
};
use batchdoku_format::{LONGEST_RECORD, RecordParser};

/// The maximum length of a line in bytes. A longer line ends the job, because the input then has no lines.
const LONGEST_LINE: u64 = 16 << 30;
/// The number of bytes before the end of a chunk that are searched first for a line end.
const TAIL: u64 = 4 << 10;
/// The number of bytes read at a time to find the end of a long line.
const STEP: u64 = 64 << 10;

/// A regular file whose ranges are read, or mapped.
#[derive(Debug)]
pub(crate) struct InputFile {
    file: File,
    name: String,
    /// The length of the file when it was opened, in bytes.
    pub(crate) length: u64,
    mapping: Option<Mapping>,
    pool: Pool,
}

impl InputFile {
    pub(crate) fn new(file: File, name: String, length: u64) -> Self {
        Self { file, name, length, mapping: None, pool: Pool::default() }
    }

    pub(crate) fn map(&mut self, contract: MapContract) {
        let mapping = Mapping::new(&self.file, contract);
        self.mapping = mapping.filter(|map| map.bytes().len() as u64 == self.length);
    }

    pub(crate) fn is_mapped(&self) -> bool {
        self.mapping.is_some()
    }

    /// Returns all bytes of the map. Bytes that the file no longer has are zeros.
    ///
    /// # Panics
    /// If the file is not mapped.
    pub(crate) fn mapped_bytes(&self) -> &[u8] {
        self.mapping.as_ref().expect("a mapped file").bytes()
    }

    /// Loads a range of the map into memory, and returns it. Bytes that the file no longer has are zeros;
    /// [`Self::verify`] reports them.
    ///
    /// # Panics
    /// If the file is not mapped.
    pub(crate) fn mapped(&self, range: Range<u64>) -> &[u8] {
        let mapping = self.mapping.as_ref().expect("a mapped file");
        mapping.populate(range.start as usize..range.end as usize);
        &mapping.bytes()[range.start as usize..range.end as usize]
    }

    pub(crate) fn read(&self, range: Range<u64>) -> Result<Buffer, Error> {
        let mut buffer = self.pool.buffer();
        let length = (range.end - range.start) as usize;
        while buffer.len() < length {
            let missing = length - buffer.len();
            let at = range.start + buffer.len() as u64;
            match platform::read_at(&self.file, &mut buffer.room(missing)[..missing], at) {
                Ok(0) => {
                    self.verify()?;
                    return Err(self.fail(io::ErrorKind::UnexpectedEof.into()));
                }
                Ok(more) => buffer.grow(more),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(self.fail(error)),
            }
        }
        Ok(buffer)
    }

    /// Checks that the file has the same length as when it was opened.
    pub(crate) fn verify(&self) -> Result<(), Error> {
        // Another thread may set the flag at any time. The length is read after the flag, so either this length set the
        // flag, or the file has grown again.
        let was_truncated = self.mapping.as_ref().is_some_and(Mapping::was_truncated);
        let found = self.file.metadata().map_err(|error| self.fail(error))?.len();
        if found == self.length && !was_truncated {
            return Ok(());
        }
        Err(Error::Changed { name: self.name.clone(), expected: self.length, found })
    }

    /// Returns the range of the next chunk, with about `size` bytes from `from.start`, and the start of the chunk after
    /// it; `None` if the range is empty. The range ends where a record ends. Without a map, every line must be a
    /// record.
    pub(crate) fn next_chunk(
        &self,
        parser: &dyn RecordParser,
        from: Range<u64>,
        size: usize,
    ) -> Result<Option<(Range<u64>, u64)>, Error> {
        if from.is_empty() {
            return Ok(None);
        }
        let at = from.start;
        let Some(mapping) = &self.mapping else {
            let (end, next) = self.end_of_lines(from, size as u64)?;
            return Ok(Some((at..end, next)));
        };
        let cut = cut_near(parser, &mapping.bytes()[at as usize..from.end as usize], size);
        if mapping.was_truncated() {
            self.verify()?;
        }
        let cut = cut.map_err(|error| self.fail(error))?;
        let end = at + cut.length as u64;
        Ok(Some((at..end, end + cut.skipped as u64)))
    }

    /// Returns the end of a line near `size` bytes from the start of a range, and the start of the next line: this is
    /// later if the line is too long to be read.
    fn end_of_lines(&self, from: Range<u64>, size: u64) -> Result<(u64, u64), Error> {
        let Range { start: at, end: last } = from;
        let end = at + size;
        if end >= last && last - at <= LONGEST_RECORD as u64 {
            return Ok((last, last));
        }
        let mut tail = TAIL;
        while tail < 16 * size {
            let start = end.saturating_sub(tail).max(at);
            if let Some(line) = memchr::memrchr(b'\n', &self.read(start..end)?) {
                let cut = start + line as u64 + 1;
                return Ok((cut, cut));
            }
            tail *= 16;
        }
        let mut next = end;
        while next < last {
            let bytes = self.read(next..last.min(next + STEP))?;
            if let Some(first) = memchr::memchr(b'\n', &bytes) {
                next += first as u64 + 1;
                break;
            }
            next += bytes.len() as u64;
            too_long(next - at).map_err(|error| self.fail(error))?;
        }
        Ok((next.min(at + LONGEST_RECORD as u64), next))
    }

    pub(crate) fn fail(&self, source: io::Error) -> Error {
        Error::Read { name: self.name.clone(), source }
    }
}

/// A piece of the input, up to the end of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cut {
    pub(crate) length: usize,
    /// The number of bytes after the piece that belong to its last record, which is too long.
    pub(crate) skipped: usize,
}

/// Cuts off whole records of about `size` bytes from the start of `bytes`, which reach to the end of the input.
pub(crate) fn cut_near(parser: &dyn RecordParser, bytes: &[u8], size: usize) -> io::Result<Cut> {
    let mut size = size.min(LONGEST_RECORD);
    while size < bytes.len() {
        if let Some(length) = parser.cut(&bytes[..size]).filter(|&cut| cut > 0) {
            return Ok(Cut { length, skipped: 0 });
        }
        if size == LONGEST_RECORD {
            let rest = &bytes[size..];
            let skipped = memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
            too_long((size + skipped) as u64)?;
            return Ok(Cut { length: size, skipped });
        }
        size = (size * 2).min(LONGEST_RECORD);
    }
    Ok(Cut { length: bytes.len(), skipped: 0 })
}

pub(crate) fn too_long(length: u64) -> io::Result<()> {
    if length <= LONGEST_LINE {
        return Ok(());
    }
    Err(io::Error::new(io::ErrorKind::InvalidData, "a line is longer than 16 GiB"))
}

/// Checks that a file has the expected length.
pub(crate) fn check_length(name: &str, expected: u64, found: u64) -> Result<(), Error> {
    if found == expected {
        return Ok(());
    }
    Err(Error::Changed { name: name.to_owned(), expected, found })
}

#[cfg(all(test, unix))]
mod tests {
    use std::io::Write;

    use super::*;

    /// The message never claims that a file with an unchanged length has changed its length.
    #[test]
    #[cfg_attr(miri, ignore = "no file is mapped")]
    fn a_file_that_was_shorter_for_a_moment_has_changed() {
        let mut file = tempfile::tempfile().expect("a file");
        let length = 1 << 16;
        file.write_all(&vec![b'1'; length]).expect("written");
        let copy = file.try_clone().expect("a copy");
        let mut input = InputFile::new(copy, "in".into(), length as u64);
        input.map(MapContract::of_a_test());
        assert_eq!(input.mapped_bytes()[0], b'1');
        input.verify().expect("unchanged");
        file.set_len(0).expect("cut");
        assert_eq!(input.mapped_bytes()[length - 1], 0);
        file.set_len(length as u64).expect("as long as before");
        let error = input.verify().expect_err("noticed");
        let said = "'in' changed while it was being read: it was shorter for a moment";
        assert_eq!(error.to_string(), said);
        file.set_len(5).expect("cut");
        let error = input.verify().expect_err("noticed").to_string();
        assert!(error.ends_with("it had 65536 bytes and now has 5"), "{error}");
    }
}
