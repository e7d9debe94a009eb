//! Packed files that are read but not written: zip archives, xz and bzip2.
//!
//! The length that a file claims for its text is not believed, and memory is bounded: an xz file
//! that wants a huge dictionary is refused.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

use super::{
    codec::{Codec, NamedReader, READ},
    zip,
};

/// The most memory that decoding xz may take, in KiB: four times that of `xz -9`.
const XZ_MEMORY: u32 = 256 << 10;

/// The extensions of packed files.
const NAMES: [&str; 5] = ["gz", "zst", "xz", "bz2", "zip"];

/// Tells if a file that starts with these bytes, of which four are enough, is not read as it is.
pub(super) fn is_packed(head: &[u8]) -> bool {
    Packing::of_bytes(head).is_some() || Codec::of_bytes(head) != Codec::None
}

/// Makes sure that a file is packed if its name says so.
///
/// # Errors
/// If it is not.
pub(super) fn check_name(path: Option<&Path>, is_packed: bool) -> io::Result<()> {
    let extension = path.and_then(Path::extension).unwrap_or_default().to_ascii_lowercase();
    let says_so = NAMES.iter().any(|name| extension == *name);
    if is_packed || !says_so {
        return Ok(());
    }
    let words = "it is not compressed, as its name says: it may be damaged (what has lost its compression needs \
                 another name)";
    Err(io::Error::new(io::ErrorKind::InvalidData, words))
}

/// The length of text that a packed file may still hold.
#[derive(Debug)]
pub(super) struct Budget {
    most: u64,
    left: u64,
}

impl Budget {
    /// Text of so many bytes.
    pub(crate) fn new(most: u64) -> Self {
        Self { most, left: most }
    }

    /// Takes what has been unpacked.
    pub(super) fn take(&mut self, length: usize) -> io::Result<()> {
        let left = self.left.checked_sub(length as u64).ok_or_else(|| {
            let most = batchdoku_base::thousands(self.most);
            io::Error::other(format!("it holds more than the {most} bytes that it may"))
        })?;
        self.left = left;
        Ok(())
    }
}

/// A kind of packed file that this build can read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Packing {
    Zip,
    Xz,
    Bzip2,
}

impl Packing {
    /// The kind of a file that starts with these bytes, of which four are enough.
    pub(super) fn of_bytes(head: &[u8]) -> Option<Self> {
        match head {
            [b'P', b'K', 3, 4, ..] => Some(Self::Zip),
            [0xFD, b'7', b'z', b'X', ..] => Some(Self::Xz),
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Some(Self::Bzip2),
            _ => None,
        }
    }

    /// The text of `read`, which starts with the bytes of this kind. An archive is read as `file`
    /// instead, which must be one.
    pub(super) fn unpack(
        self,
        read: impl Read + Send + 'static,
        file: &File,
    ) -> io::Result<Box<dyn Read + Send>> {
        match self {
            Self::Zip => zip::open(file),
            Self::Xz => {
                let read = io::BufReader::with_capacity(READ, read);
                let read = lzma_rust2::XzReader::new_mem_limit(read, true, XZ_MEMORY);
                Ok(Box::new(NamedReader { read, name: "xz" }))
            }
            Self::Bzip2 => {
                let read = io::BufReader::with_capacity(READ, read);
                let read = bzip2::bufread::MultiBzDecoder::new(read);
                Ok(Box::new(NamedReader { read, name: "bzip2" }))
            }
        }
    }
}
