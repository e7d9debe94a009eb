//! Compression of output in blocks that do not depend on each other, so that blocks can be compressed, and read, in
//! parallel.
//!
//! Gzip blocks are members of at most 64 KiB that hold their compressed length (the extra field `BC`
//! of BGZF: H. Li, "The SAM/BAM Format Specification", section 4.1), with an empty member at the end.
//! Zstandard blocks are frames with a table of their lengths at the end (the seekable format of the
//! Zstandard repository, `contrib/seekable_format`). Any decoder of gzip or Zstandard reads them.

use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    panic,
};

use crate::io::compressed::codec::unsupported;
use batchdoku_format::Codec;

/// The number of uncompressed bytes in a gzip member. Even if they do not compress at all, the length of the member
/// fits into 16 bits. `bgzip` uses the same value.
const MEMBER: usize = 65_280;
/// The number of members compressed at a time.
const MEMBERS: usize = 16;
/// The empty member that marks a complete file, byte by byte as the format prescribes.
const GZIP_END: [u8; 28] = [
    0x1F, 0x8B, 8, 4, 0, 0, 0, 0, 0, 0xFF, 6, 0, b'B', b'C', 2, 0, 27, 0, 3, 0, 0, 0, 0, 0, 0, 0,
    0, 0,
];
/// The magic number at the end of a table of frames.
pub(crate) const SEEKABLE: u32 = 0x8F92_EAB1;
/// The default level of gzip, which the program `gzip` uses, too.
const GZIP_LEVEL: i32 = 6;
/// The default level of Zstandard. On grids, level 1 is smaller than 3, the default of `zstd`, and three times as fast.
const ZSTD_LEVEL: i32 = 1;

/// A codec and one of its levels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Method {
    codec: Codec,
    level: i32,
}

impl Method {
    /// Creates a method: `codec` at a level, or at its default level.
    ///
    /// # Errors
    /// If the codec has no such level.
    pub(crate) fn new(codec: Codec, level: Option<i32>) -> io::Result<Self> {
        let (levels, usual) = match codec {
            Codec::Gzip => (1..=12, GZIP_LEVEL),
            Codec::Zstd => (1..=22, ZSTD_LEVEL),
            _ => return Err(unsupported(codec)),
        };
        let level = level.unwrap_or(usual);
        if !levels.contains(&level) {
            let (first, last) = levels.into_inner();
            let words = format!("{codec} has the levels {first} to {last}, not {level}");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, words));
        }
        Ok(Self { codec, level })
    }

    /// Returns the number of uncompressed bytes in a block. It depends only on the method, so the compressed bytes
    /// depend only on the method and the text.
    pub(crate) fn block(self) -> usize {
        match (self.codec, self.level) {
            (Codec::Gzip, _) => MEMBERS * MEMBER,
            // High levels find matches far back, so their frames are longer. The highest levels take 16 bytes of memory
            // for each byte of a frame: longer frames would be slow to free when the process ends.
            (_, 20..) => 16 << 20,
            (_, 16..) => 32 << 20,
            (_, 10..) => 8 << 20,
            _ => 1 << 20,
        }
    }

    pub(crate) fn compressor(self) -> io::Result<Compressor> {
        match self.codec {
            Codec::Gzip => {
                let level = libdeflater::CompressionLvl::new(self.level);
                let level = level.map_err(|_| io::ErrorKind::InvalidInput)?;
                // It panics if it gets no memory.
                let compressor = panic::catch_unwind(|| libdeflater::Compressor::new(level));
                Ok(Compressor::Gzip(compressor.map_err(|_| io::ErrorKind::OutOfMemory)?))
            }
            Codec::Zstd => {
                let mut compressor = zstd::bulk::Compressor::new(self.level)?;
                compressor.include_checksum(true)?;
                Ok(Compressor::Zstd(compressor))
            }
            codec => Err(unsupported(codec)),
        }
    }

    /// Finds the lengths of the blocks in the first `stored` bytes of a file, for [`Self::end`]; all blocks must be
    /// full. Moves the position of the file.
    pub(crate) fn blocks(self, mut file: &File, stored: u64) -> io::Result<Vec<(u32, u32)>> {
        let mut blocks = Vec::new();
        if self.codec != Codec::Zstd {
            return Ok(blocks);
        }
        let block = self.block();
        let mut bytes = vec![0; zstd::zstd_safe::compress_bound(block)];
        let mut at = 0;
        while at < stored {
            let size = usize::try_from(stored - at).unwrap_or(usize::MAX);
            let frame = bytes.len().min(size);
            file.seek(SeekFrom::Start(at))?;
            file.read_exact(&mut bytes[..frame])?;
            let length = zstd::zstd_safe::find_frame_compressed_size(&bytes[..frame]);
            let length = length.map_err(|_| io::ErrorKind::InvalidData)?;
            blocks.push((length as u32, block as u32));
            at += length as u64;
        }
        Ok(blocks)
    }

    /// Returns the bytes that end an output after blocks with these compressed and uncompressed lengths.
    pub(crate) fn end(self, blocks: &[(u32, u32)]) -> io::Result<Vec<u8>> {
        let mut end = Vec::new();
        match self.codec {
            Codec::Gzip => end.extend_from_slice(&GZIP_END),
            _ => {
                if blocks.is_empty() {
                    self.compressor()?.compress(&[], &mut end)?;
                }
                seek_table(blocks, &mut end);
            }
        }
        Ok(end)
    }

    /// Returns the start of another block. It makes an output that is not complete invalid if it ends there.
    pub(crate) fn torn_end(self) -> &'static [u8] {
        match self.codec {
            Codec::Gzip => &[0x1F, 0x8B, 8],
            _ => &[0x28, 0xB5, 0x2F, 0xFD],
        }
    }
}

/// Compresses blocks, one at a time.
pub(crate) enum Compressor {
    Gzip(libdeflater::Compressor),
    Zstd(zstd::bulk::Compressor<'static>),
}

impl Compressor {
    /// Appends the compressed form of `block` to `out`.
    pub(crate) fn compress(&mut self, block: &[u8], out: &mut Vec<u8>) -> io::Result<()> {
        match self {
            Self::Gzip(compressor) => {
                block.chunks(MEMBER).try_for_each(|bytes| gzip_member(compressor, bytes, out))
            }
            Self::Zstd(compressor) => {
                let start = out.len();
                out.resize(start + 1 + zstd::zstd_safe::compress_bound(block.len()), 0);
                let length = compressor.compress_to_buffer(block, &mut out[start + 1..])?;
                out.truncate(start + 1 + length);
                mark_frame(&mut out[start..]);
                Ok(())
            }
        }
    }
}

/// Appends a member: the header with its length, the compressed bytes, checksum and length.
fn gzip_member(
    compressor: &mut libdeflater::Compressor,
    bytes: &[u8],
    out: &mut Vec<u8>,
) -> io::Result<()> {
    // Deflate with an extra field; no time, no flags, unknown system. The extra fields have 6 bytes: `BC`, with 2 bytes
    // for the length of the member less 1.
    const HEADER: [u8; 18] = [0x1F, 0x8B, 8, 4, 0, 0, 0, 0, 0, 0xFF, 6, 0, b'B', b'C', 2, 0, 0, 0];
    let start = out.len();
    out.extend_from_slice(&HEADER);
    let data = out.len();
    out.resize(data + compressor.deflate_compress_bound(bytes.len()), 0);
    let length = compressor.deflate_compress(bytes, &mut out[data..]).map_err(io::Error::other)?;
    out.truncate(data + length);
    out.extend_from_slice(&libdeflater::crc32(bytes).to_le_bytes());
    out.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
    let length = u16::try_from(out.len() - start - 1).expect("stored bytes fit too");
    out[data - 2..data].copy_from_slice(&length.to_le_bytes());
    Ok(())
}

/// Marks the header of a frame, which starts one byte after `bytes`, with a dictionary of number 0, which means no
/// dictionary (RFC 8878, section 3.1.1.1.3). The mark shows a reader that a table of all frames must follow, so that a
/// file cut off between two frames is recognised as incomplete.
fn mark_frame(bytes: &mut [u8]) {
    const IS_SINGLE_SEGMENT: u8 = 1 << 5;
    let descriptor = bytes[5];
    let has_window = descriptor & IS_SINGLE_SEGMENT == 0;
    let header = 5 + usize::from(has_window);
    bytes.copy_within(1..=header, 0);
    bytes[4] = descriptor | 1;
    bytes[header] = 0;
}

/// Appends the skippable frame that lists all frames, in the seekable format of Zstandard. For two frames:
///
/// ```text
/// 184D2A5E  25  | length, length | length, length | 2  0  8F92EAB1      numbers of four bytes, but for the 0
/// skippable     | compressed and decompressed     | frames, flags, magic number
/// ```
fn seek_table(blocks: &[(u32, u32)], out: &mut Vec<u8>) {
    const SKIPPABLE: u32 = 0x184D_2A5E;
    let length = (blocks.len() * 8 + 9) as u32;
    let lengths = blocks.iter().flat_map(|&(compressed, length)| [compressed, length]);
    let numbers = [SKIPPABLE, length].into_iter().chain(lengths);
    out.extend(numbers.flat_map(u32::to_le_bytes));
    out.extend((blocks.len() as u32).to_le_bytes());
    // The table has no checksums, because every frame has its own.
    out.push(0);
    out.extend(SEEKABLE.to_le_bytes());
}
