//! Calls that only Linux has. An older kernel or another file system may refuse them: then nothing but
//! time is lost, or [`exchange`] says so.

use std::{ffi::c_uint, fs::File, io, ops::Range, os::fd::AsRawFd, path::Path};

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

/// How much of a file is written to the disk at a time, in bytes.
const PIECE: u64 = 8 << 20;
/// How far ahead of what is waited for the disk has work, in bytes.
const AHEAD: u64 = 4 * PIECE;

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

/// Writes a file to the disk. A call that waits for the disk cannot be interrupted, so it is written in
/// pieces first: a process that must end is never held for long.
///
/// # Errors
/// Those of the disk.
pub(in super::super) fn sync(file: &File) -> io::Result<()> {
    let length = file.metadata()?.len();
    let is_known = |error: &io::Error| {
        !matches!(Errno::from_io_error(error), Some(Errno::NOSYS | Errno::INVAL | Errno::SPIPE))
    };
    let all = libc::SYNC_FILE_RANGE_WAIT_BEFORE
        | libc::SYNC_FILE_RANGE_WRITE
        | libc::SYNC_FILE_RANGE_WAIT_AFTER;
    for start in (0..length + AHEAD).step_by(PIECE as usize) {
        let started = write_back(file, start, libc::SYNC_FILE_RANGE_WRITE);
        let before = start.checked_sub(AHEAD);
        let written = before.map_or(Ok(()), |start| write_back(file, start, all));
        match started.and(written) {
            Err(error) if is_known(&error) => return Err(error),
            Err(_) => break,
            Ok(()) => {}
        }
    }
    file.sync_all()
}

/// Asks the system to write a piece of a file to the disk.
#[allow(unsafe_code, reason = "a call to the system that no library offers")]
fn write_back(file: &File, start: u64, flags: c_uint) -> io::Result<()> {
    let (start, length) = (start.cast_signed(), PIECE.cast_signed());
    loop {
        // SAFETY: the file is open, and the call has no pointer.
        if unsafe { libc::sync_file_range(file.as_raw_fd(), start, length, flags) } == 0 {
            return Ok(());
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
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
