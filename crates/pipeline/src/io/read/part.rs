//! The start and the end of a part of a job in its inputs.
//!
//! All inputs together, decoded, are a row of bytes, which is divided evenly. A record belongs to
//! the part that contains its first byte, together with everything up to the next record. In a file
//! of lines, the border of two parts is the last line end before the even division; in other
//! formats, the records before it must be read.

use std::{io, ops::Range};

use crate::{
    Error, Shard,
    io::{
        platform::regular,
        read::{
            input::{Input, Opened},
            input_file::{InputFile, cut_near},
            stream::TextReader,
        },
    },
};
use batchdoku_format::{LONGEST_RECORD, RecordParser};

/// The number of bytes searched at a time for the ends of records.
const STEP: usize = 1 << 20;

/// The range of an input that contains the starts of the records of a part, in decoded bytes from
/// the start of the input.
#[derive(Clone, Debug)]
pub(crate) struct ShardRange {
    pub(crate) start: u64,
    /// The end; `None` if the part reaches to the end of the input.
    pub(crate) end: Option<u64>,
    /// The length of the stored file.
    pub(crate) stored: u64,
}

impl ShardRange {
    pub(crate) fn is_empty(&self) -> bool {
        self.end == Some(self.start)
    }

    /// Returns whether a record that ends after `end` bytes of its input belongs to the part.
    pub(crate) fn has_record_before(&self, end: u64) -> bool {
        end > self.start && self.end.is_none_or(|last| end <= last)
    }

    /// Returns the part as a share of the input, from 0 to 1, given the length of the input.
    #[cfg(feature = "parquet")]
    pub(crate) fn share(&self, length: u64) -> (f64, f64) {
        let length = length as f64;
        (self.start as f64 / length, self.end.map_or(1.0, |end| end as f64 / length))
    }
}

/// Returns the part of each input that belongs to `shard`.
pub(crate) fn divide(inputs: &[Input], shard: Shard) -> Result<Vec<ShardRange>, Error> {
    parts(inputs, |length| shard.range(length))
}

/// Returns the part of each input that belongs to the shards before `shard`.
pub(crate) fn divide_before(inputs: &[Input], shard: Shard) -> Result<Vec<ShardRange>, Error> {
    parts(inputs, |length| shard.range_before(length))
}

/// Returns the part of each input that lies in a range of all bytes; `range` computes the range
/// from their number.
fn parts(inputs: &[Input], range: impl Fn(u64) -> Range<u64>) -> Result<Vec<ShardRange>, Error> {
    let lengths = inputs.iter().map(length).collect::<Result<Vec<_>, _>>()?;
    let range = range(lengths.iter().map(|(length, _)| length).sum());
    let mut before = 0;
    let parts = lengths.into_iter().map(|(length, stored)| {
        let start = range.start.saturating_sub(before).min(length);
        let end = range.end.saturating_sub(before).min(length);
        // The end of an input is always a border. An empty rest belongs to no part.
        let is_to_the_end = end == length && start < length;
        before += length;
        ShardRange { start, end: (!is_to_the_end).then_some(end), stored }
    });
    Ok(parts.collect())
}

/// Returns the decoded and the stored length of an input.
fn length(input: &Input) -> Result<(u64, u64), Error> {
    let opened = input.open().map_err(|source| Error::Open { name: input.name(), source })?;
    let file = match opened {
        Opened::File(file) => file,
        Opened::Text(text) => return Ok((text.len() as u64, text.len() as u64)),
    };
    let Some(about) = regular(&file) else {
        return Err(Error::NoParts { name: input.name() });
    };
    let stored = about.len();
    // Files of the system, as in `/proc`, claim to be empty.
    if let Some(length) = input.length().filter(|&length| length > 0) {
        return Ok((length, stored));
    }
    let length = TextReader::new(&file, input, 0)
        .and_then(|mut read| io::copy(&mut read, &mut io::sink()))
        .map_err(|source| Error::Read { name: input.name(), source })?;
    Ok((length, stored))
}

impl InputFile {
    /// Returns the border of two parts: the end of the last record that ends at or before `to`. If
    /// there is none, returns `from`, the start of a record.
    pub(crate) fn border(
        &self,
        parser: &dyn RecordParser,
        from: u64,
        to: u64,
    ) -> Result<u64, Error> {
        let to = to.max(from);
        if parser.is_one_record_per_line() {
            return self.last_line_end(from..to);
        }
        let end = last_end(parser, self.mapped_bytes(), from, to);
        self.verify()?;
        end.map_err(|error| self.fail(error))
    }

    /// Returns the end of the last line in a range, or the start of the range if no line ends
    /// there.
    fn last_line_end(&self, range: Range<u64>) -> Result<u64, Error> {
        let mut end = range.end;
        while end > range.start {
            let start = end.saturating_sub(STEP as u64).max(range.start);
            if let Some(last) = memchr::memrchr(b'\n', &self.read(start..end)?) {
                return Ok(start + last as u64 + 1);
            }
            end = start;
        }
        Ok(range.start)
    }
}

/// Returns the end of the last record in `bytes` that ends at or before `to`. If there is none,
/// returns `from`, where a record starts. An overlong record ends at the end of its line.
fn last_end(parser: &dyn RecordParser, bytes: &[u8], from: u64, to: u64) -> io::Result<u64> {
    let mut at = from;
    while at < to
        && let Some(length) = next_end(parser, &bytes[at as usize..], to - at)?
    {
        at += length;
    }
    Ok(at)
}

/// Returns the length of some records at the start of `bytes`: at most `limit` bytes, unless a
/// single record is longer and the rest of it is skipped; `None` if no record ends there.
fn next_end(parser: &dyn RecordParser, bytes: &[u8], limit: u64) -> io::Result<Option<u64>> {
    let longest = usize::try_from(limit).unwrap_or(usize::MAX).min(LONGEST_RECORD);
    let mut size = STEP.min(longest);
    loop {
        if let Some(length) = parser.cut(&bytes[..size]).filter(|&length| length > 0) {
            return Ok(Some(length as u64));
        }
        if size == longest {
            break;
        }
        size = (size * 2).min(longest);
    }
    if size < LONGEST_RECORD {
        return Ok(None);
    }
    let cut = cut_near(parser, bytes, LONGEST_RECORD)?;
    Ok(Some((cut.length + cut.skipped) as u64))
}
