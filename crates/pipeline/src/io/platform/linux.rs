//! Calls that only Linux has. If an older kernel or another file system refuses them, the work only takes longer.

use std::{ffi::c_uint, fs::File, io, ops::Range, os::fd::AsRawFd, path::Path};

use memmap2::{Advice, Mmap};
use rustix::{
    fs::{AtFlags, CWD, FallocateFlags, StatxAttributes, StatxFlags, fallocate, statx},
    io::{Errno, retry_on_intr},
    pipe::fcntl_setpipe_size,
};

/// The requested capacity of a pipe in bytes: a large pipe wakes both ends less often.
const PIPE: usize = 1 << 20;
/// Reserving space for a write of at least this many bytes saves more than it costs.
const SHORTEST_RESERVED: usize = 64 << 10;
/// The number of bytes of a file that are written to the disk at a time.
const PIECE: u64 = 8 << 20;
/// The disk is asked to write a piece this many bytes before the program waits for it.
const AHEAD: u64 = 4 * PIECE;

/// Asks for a larger pipe, if `file` is a pipe.
pub(crate) fn enlarge_pipe(file: &File) {
    let _ = fcntl_setpipe_size(file, PIPE);
}

/// Returns whether no other file can get the name of this file: it is mounted on its own, as in containers, or may not
/// be changed.
pub(crate) fn is_irreplaceable(path: &Path) -> bool {
    let about = statx(CWD, path, AtFlags::empty(), StatxFlags::empty());
    let held = StatxAttributes::MOUNT_ROOT | StatxAttributes::IMMUTABLE | StatxAttributes::APPEND;
    about.is_ok_and(|about| about.stx_attributes.intersects(held))
}

/// Brings a range of a map into memory at once, which costs less than a page fault for each page.
pub(crate) fn populate(map: &Mmap, range: Range<usize>) {
    let _ = map.advise_range(Advice::PopulateRead, range.start, range.len());
}

/// Reserves space for a large write. This keeps the file contiguous, and avoids the delayed allocation of ext4, which
/// flushes a file when it is renamed over another file, or closed after having been truncated.
pub(crate) fn reserve(file: &File, start: u64, length: usize) {
    if length >= SHORTEST_RESERVED {
        let _ = fallocate(file, FallocateFlags::KEEP_SIZE, start, length as u64);
    }
}

/// Writes a file from `start` on to the disk, in pieces, and returns its length. A call that waits for the disk cannot
/// be interrupted, so each piece is small. A sync after this function is short. So a process that must end never waits
/// for long.
pub(crate) fn write_back(file: &File, start: u64) -> io::Result<u64> {
    let length = file.metadata()?.len();
    let all = libc::SYNC_FILE_RANGE_WAIT_BEFORE
        | libc::SYNC_FILE_RANGE_WRITE
        | libc::SYNC_FILE_RANGE_WAIT_AFTER;
    for next in (start..length + AHEAD).step_by(PIECE as usize) {
        let started = if next < length {
            write_piece_back(file, next, libc::SYNC_FILE_RANGE_WRITE)
        } else {
            Ok(())
        };
        let before = next.checked_sub(AHEAD).filter(|&before| before >= start);
        let written = before.map_or(Ok(()), |before| write_piece_back(file, before, all));
        match started.and(written) {
            Ok(()) => {}
            // The file system does not support this, so the sync writes everything.
            Err(Errno::NOSYS | Errno::INVAL | Errno::SPIPE) => break,
            Err(error) => return Err(error.into()),
        }
    }
    Ok(length)
}

/// Asks the system to write a piece of a file to the disk, or waits for it, according to `flags`.
#[allow(unsafe_code, reason = "a call to the system that no library offers")]
fn write_piece_back(file: &File, start: u64, flags: c_uint) -> Result<(), Errno> {
    let start = start.cast_signed();
    let length = PIECE.cast_signed();
    retry_on_intr(|| {
        // SAFETY: the file is open, and the call has no pointer.
        match unsafe { libc::sync_file_range(file.as_raw_fd(), start, length, flags) } {
            0 => Ok(()),
            _ => Err(Errno::from_io_error(&io::Error::last_os_error()).unwrap_or(Errno::IO)),
        }
    })
}
