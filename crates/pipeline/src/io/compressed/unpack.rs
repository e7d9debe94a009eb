//! Packed files: which ones are, and how much text they may hold. The length that a file claims for its text is not
//! believed.

use std::{io, path::Path};

use crate::io::compressed::{codec::codec_of, zip};
use batchdoku_format::Codec;

/// The extensions of packed files.
const NAMES: [&str; 3] = ["gz", "zst", "zip"];

/// Tells if a file that starts with these bytes, of which four are enough, is not read as it is.
pub(crate) fn is_packed(head: &[u8]) -> bool {
    zip::is_archive(head) || codec_of(head) != Codec::None
}

/// Makes sure that a file is packed if its name says so.
///
/// # Errors
/// If it is not.
pub(crate) fn check_name(path: Option<&Path>, is_packed: bool) -> io::Result<()> {
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
pub(crate) struct Budget {
    pub(crate) most: u64,
    pub(crate) left: u64,
}

impl Budget {
    /// Takes what has been unpacked.
    pub(crate) fn take(&mut self, length: usize) -> io::Result<()> {
        let left = self.left.checked_sub(length as u64).ok_or_else(|| {
            let most = batchdoku_base::thousands(self.most);
            io::Error::other(format!("it holds more than the {most} bytes that it may"))
        })?;
        self.left = left;
        Ok(())
    }
}
