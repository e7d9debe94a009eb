//! Calls that only Linux has. An older kernel or another file system may refuse them: then nothing but
//! time is lost, or [`exchange`] says so.

use std::{fs::File, io, ops::Range, path::Path};

use memmap2::{Advice, Mmap};
use rustix::{
    fs::{CWD, FallocateFlags, RenameFlags, fallocate, renameat_with},
    io::Errno,
    pipe::fcntl_setpipe_size,
};

/// Bytes that a pipe is asked to hold, so that both ends are woken less often.
const PIPE: usize = 1 << 20;
/// The shortest write for which reserving space costs less than it saves, in bytes.
const SHORTEST_RESERVED: usize = 64 << 10;

/// Asks for a larger pipe, if `file` is one.
pub(in super::super) fn enlarge_pipe(file: &File) {
    let _ = fcntl_setpipe_size(file, PIPE);
}

/// Brings a range of a map into memory at once, which costs less than a page fault for each page.
pub(in super::super) fn populate(map: &Mmap, range: Range<usize>) {
    let _ = map.advise_range(Advice::PopulateRead, range.start, range.len());
}

/// Reserves space for a large write. This keeps the file contiguous and avoids the delayed
/// allocation of ext4, which flushes a file when it is renamed over another, or closed after
/// having been truncated.
pub(in super::super) fn reserve(file: &File, start: u64, length: usize) {
    if length >= SHORTEST_RESERVED {
        let _ = fallocate(file, FallocateFlags::KEEP_SIZE, start, length as u64);
    }
}

/// Exchanges the files that two names have.
///
/// # Errors
/// [`io::ErrorKind::Unsupported`] if the file system cannot.
pub(in super::super) fn exchange(a: &Path, b: &Path) -> io::Result<()> {
    renameat_with(CWD, a, CWD, b, RenameFlags::EXCHANGE).map_err(|error| match error {
        Errno::INVAL | Errno::NOSYS => io::ErrorKind::Unsupported.into(),
        error => error.into(),
    })
}
