//! Finds the end of the next frame of a compressed input without decoding it, because frames of known length are
//! decoded in parallel.
//!
//! A gzip member may have its length in an extra field (BGZF: H. Li, "The SAM/BAM Format Specification", section 4.1),
//! a Zstandard frame has it in the headers of its blocks (RFC 8878, section 3.1.1).

use std::io::{self, BufRead, Read};

use crate::io::compressed::{codec::READ, compressor::SEEKABLE};
use batchdoku_format::Codec;

/// The longest frame that is decoded as a whole, compressed or not, in bytes. The frames that this program writes at
/// its highest levels reach it.
const LONGEST: usize = 33 << 20;
/// The longest text of a gzip member with its length in the header.
const LONGEST_MEMBER: usize = 64 << 10;

/// A reader whose next bytes can be seen before they are taken.
pub(crate) struct Lookahead {
    read: Box<dyn Read + Send>,
    buffer: Vec<u8>,
    /// The number of bytes of the buffer that have been taken.
    taken: usize,
    is_ended: bool,
}

impl Lookahead {
    pub(crate) fn new(read: Box<dyn Read + Send>) -> Self {
        Self { read, buffer: Vec::new(), taken: 0, is_ended: false }
    }

    /// Returns the next `length` bytes, or all that are left if there are fewer.
    pub(crate) fn peek(&mut self, length: usize) -> io::Result<&[u8]> {
        while self.buffer.len() - self.taken < length && !self.is_ended {
            self.buffer.drain(..self.taken);
            self.taken = 0;
            let held = self.buffer.len();
            let missing = (length - held).max(READ);
            self.is_ended =
                (&mut self.read).take(missing as u64).read_to_end(&mut self.buffer)? < missing;
        }
        let end = self.buffer.len().min(self.taken + length);
        Ok(&self.buffer[self.taken..end])
    }
}

impl BufRead for Lookahead {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.taken == self.buffer.len() {
            self.peek(1)?;
        }
        Ok(&self.buffer[self.taken..])
    }

    fn consume(&mut self, length: usize) {
        self.taken += length;
    }
}

impl Read for Lookahead {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let length = self.fill_buf()?.read(bytes)?;
        self.consume(length);
        Ok(length)
    }
}

/// The meaning of a part of a file for the end of the file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum EndMark {
    /// The part announces that a mark must end the file.
    Expected,
    /// The part is this mark.
    Reached,
    /// The part has no meaning for the end.
    None,
}

pub(crate) enum NextFrame {
    /// A frame of this length, with at most `text` bytes of text, and its meaning for the end.
    Whole { length: usize, text: usize, end: EndMark },
    /// A frame of unknown length, that is too long, or that is not complete.
    Unknown,
    /// Bytes without text.
    Skipped { length: usize, end: EndMark },
    /// The end of the input.
    End,
}

/// Returns the next part of an input compressed by `codec`.
pub(crate) fn next_frame(codec: Codec, input: &mut Lookahead) -> io::Result<NextFrame> {
    if input.peek(1)?.is_empty() {
        return Ok(NextFrame::End);
    }
    match codec {
        Codec::Gzip => next_member(input),
        Codec::Zstd => next_zstd(input),
        _ => Ok(NextFrame::Unknown),
    }
}

/// Returns the next gzip member, or the padding of zeros before a member or the end.
fn next_member(input: &mut Lookahead) -> io::Result<NextFrame> {
    let bytes = input.peek(READ)?;
    let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
    if zeros > 0 {
        return Ok(NextFrame::Skipped { length: zeros, end: EndMark::None });
    }
    if bytes[0] != 0x1F {
        let words = "there are other bytes after its end";
        return Err(io::Error::new(io::ErrorKind::InvalidData, words));
    }
    let Some(length) = member_length(bytes) else { return Ok(NextFrame::Unknown) };
    let Some(member) = bytes.get(..length) else { return Ok(NextFrame::Unknown) };
    let text = member.last_chunk().map_or(usize::MAX, |&last| u32::from_le_bytes(last) as usize);
    if text > LONGEST_MEMBER {
        return Ok(NextFrame::Unknown);
    }
    // An empty member ends a file if its members have their lengths.
    let end = if text > 0 { EndMark::Expected } else { EndMark::Reached };
    Ok(NextFrame::Whole { length, text, end })
}

/// Returns the length of the gzip member that starts here, if its header has it.
fn member_length(bytes: &[u8]) -> Option<usize> {
    const WITH_EXTRA_FIELD: u8 = 4;
    let header = bytes.first_chunk::<12>()?;
    if header[..3] != [0x1F, 0x8B, 8] || header[3] & WITH_EXTRA_FIELD == 0 {
        return None;
    }
    let mut fields =
        bytes.get(12..)?.get(..usize::from(u16::from_le_bytes([header[10], header[11]])))?;
    loop {
        let (&[id, name, low, high], rest) = fields.split_first_chunk::<4>()?;
        let (field, rest) = rest.split_at_checked(usize::from(u16::from_le_bytes([low, high])))?;
        if let (b"BC", &[low, high]) = (&[id, name], field) {
            return Some(usize::from(u16::from_le_bytes([low, high])) + 1);
        }
        fields = rest;
    }
}

/// Returns the next Zstandard frame, or a frame to skip.
fn next_zstd(input: &mut Lookahead) -> io::Result<NextFrame> {
    const BLOCK: usize = 128 << 10;
    let head = input.peek(18)?;
    let magic = head.first_chunk().map_or(0, |&magic| u32::from_le_bytes(magic));
    if magic & !0xF == 0x184D_2A50 {
        let length = head.get(4..8).and_then(|length| length.first_chunk());
        let Some(&length) = length else { return Ok(NextFrame::Unknown) };
        let length = u32::from_le_bytes(length) as usize + 8;
        if length > LONGEST || input.peek(length)?.len() < length {
            return Ok(NextFrame::Unknown);
        }
        let is_table = input.peek(length)?.ends_with(&SEEKABLE.to_le_bytes());
        let end = if is_table { EndMark::Reached } else { EndMark::None };
        return Ok(NextFrame::Skipped { length, end });
    }
    let (Some(&descriptor), 0xFD2F_B528) = (head.get(4), magic) else {
        return Ok(NextFrame::Unknown);
    };
    let is_single_segment = descriptor >> 5 & 1;
    let dictionary = [0, 1, 2, 4][usize::from(descriptor & 3)];
    // This program marks frames before a table in this way, others do not.
    let dictionary_at = 4 + 1 + usize::from(1 - is_single_segment);
    let names_dictionary_0 = dictionary == 1 && head.get(dictionary_at) == Some(&0);
    let end = if names_dictionary_0 { EndMark::Expected } else { EndMark::None };
    let size = match descriptor >> 6 {
        0 => usize::from(is_single_segment),
        more => 1 << more,
    };
    let size_at = dictionary_at + dictionary;
    let stated = head.get(size_at..size_at + size).map(|bytes| {
        let number = bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte));
        if size == 2 { number + 256 } else { number }
    });
    let mut at = size_at + size;
    let mut blocks = 0;
    loop {
        let Some(&[a, b, c]) =
            input.peek(at + 3)?.get(at..).and_then(|header| header.first_chunk())
        else {
            return Ok(NextFrame::Unknown);
        };
        let header = u32::from_le_bytes([a, b, c, 0]);
        let is_repeated_byte = header >> 1 & 3 == 1;
        at += 3 + if is_repeated_byte { 1 } else { header as usize >> 3 };
        blocks += 1;
        if at > LONGEST {
            return Ok(NextFrame::Unknown);
        }
        if header & 1 == 1 {
            break;
        }
    }
    let has_checksum = descriptor >> 2 & 1 == 1;
    let length = at + if has_checksum { 4 } else { 0 };
    let text = match stated {
        Some(stated) if size > 0 => usize::try_from(stated).unwrap_or(usize::MAX),
        _ => blocks * BLOCK,
    };
    let is_whole = text <= LONGEST && input.peek(length)?.len() == length;
    Ok(if is_whole { NextFrame::Whole { length, text, end } } else { NextFrame::Unknown })
}
