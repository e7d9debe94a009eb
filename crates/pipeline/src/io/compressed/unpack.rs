//! Recognises packed files, and limits the text that may be unpacked. A file may claim a wrong length for its text, so
//! the limit does not rely on it.

use std::{io, path::Path};

use crate::io::compressed::{codec::codec_of, zip};
use batchdoku_format::Codec;

/// The extensions of packed files.
const NAMES: [&str; 3] = ["gz", "zst", "zip"];
/// The extensions of packed files that cannot be read. Most of them start with a magic number and get a message of
/// their own; empty or damaged files do not.
const UNREAD_NAMES: [&str; 7] = ["7z", "br", "bz2", "lz4", "lzma", "rar", "xz"];

/// Returns whether a file that starts with these bytes (four are enough) must be unpacked to be read.
pub(crate) fn is_packed(head: &[u8]) -> bool {
    zip::is_archive(head) || codec_of(head) != Codec::None
}

/// Checks that a file is packed if its name has the extension of a packed file.
///
/// # Errors
/// If it is not.
pub(crate) fn check_name(path: Option<&Path>, is_packed: bool) -> io::Result<()> {
    if is_packed || !says(path, &NAMES) { Ok(()) } else { Err(unlike_name()) }
}

/// Checks that a file that is text, or empty, does not have the extension of a packed file that cannot be read.
///
/// # Errors
/// If the name has such an extension.
pub(crate) fn check_text_name(path: Option<&Path>) -> io::Result<()> {
    if says(path, &UNREAD_NAMES) { Err(unlike_name()) } else { Ok(()) }
}

/// Checks that unpacked bytes are not packed again.
///
/// # Errors
/// If the bytes start as a packed file does.
pub(crate) fn check_unpacked(head: &[u8]) -> io::Result<()> {
    if !is_packed(head) {
        return Ok(());
    }
    let words = "it is compressed twice: decompress it once, say with 'gzip -d' or 'zstd -d'";
    Err(io::Error::new(io::ErrorKind::InvalidData, words))
}

/// Returns whether the name of a file has one of these extensions.
fn says(path: Option<&Path>, extensions: &[&str]) -> bool {
    let extension = path.and_then(Path::extension).unwrap_or_default().to_ascii_lowercase();
    extensions.iter().any(|name| extension == *name)
}

fn unlike_name() -> io::Error {
    let words = "it is not compressed, as its name says: it may be damaged (what has lost its compression needs \
                 another name)";
    io::Error::new(io::ErrorKind::InvalidData, words)
}

/// The number of bytes of text that may still be unpacked.
#[derive(Debug)]
pub(crate) struct Budget {
    pub(crate) most: u64,
    pub(crate) left: u64,
}

impl Budget {
    /// Subtracts unpacked bytes.
    pub(crate) fn take(&mut self, length: usize) -> io::Result<()> {
        let left = self.left.checked_sub(length as u64).ok_or_else(|| {
            let most = batchdoku_base::thousands(self.most);
            io::Error::other(format!("it holds more than the {most} bytes that it may"))
        })?;
        self.left = left;
        Ok(())
    }
}
