//! Calls that all Unix systems have.

use std::{
    fs::{File, Metadata, OpenOptions, TryLockError},
    io,
    os::{
        fd::AsFd,
        unix::fs::{FileExt, MetadataExt, OpenOptionsExt, fchown},
    },
    path::Path,
    process,
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    fs::OFlags,
};

/// The identity of a file, whatever its name: device and inode.
pub(crate) type FileId = (u64, u64);

pub(crate) fn file_id(_: &Path, about: &Metadata) -> Option<FileId> {
    Some((about.dev(), about.ino()))
}

/// Gives a file the owner and the group of the file that it will replace. Fails if the owner differs and cannot be
/// changed, because the owner would lose the file.
pub(crate) fn keep_owner(file: &File, replaced: &Metadata) -> io::Result<()> {
    let about = file.metadata()?;
    if about.gid() != replaced.gid() {
        // The error is ignored: without the right to change it, the group stays that of the folder or of the process.
        let _ = fchown(file, None, Some(replaced.gid()));
    }
    if about.uid() == replaced.uid() {
        return Ok(());
    }
    let words = "it belongs to another user, and replacing it would change that: remove it first";
    fchown(file, Some(replaced.uid()), None)
        .map_err(|_| io::Error::new(io::ErrorKind::PermissionDenied, words))
}

/// Lets `options` follow no link, and not wait for the other end of a pipe.
pub(crate) fn without_following(options: &mut OpenOptions) -> &mut OpenOptions {
    options.custom_flags((OFlags::NOFOLLOW | OFlags::NONBLOCK).bits().cast_signed())
}

/// Returns whether a file has several names.
pub(crate) fn has_other_names(file: &File) -> bool {
    file.metadata().is_ok_and(|about| about.is_file() && about.nlink() > 1)
}

/// Reads at an offset. The position of the file does not change.
pub(crate) fn read_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
    file.read_at(bytes, offset)
}

pub(crate) fn write_all_at(file: &File, bytes: &[u8], offset: u64) -> io::Result<()> {
    file.write_all_at(bytes, offset)
}

/// Returns whether a read would return at once.
pub(crate) fn has_input(file: &File) -> bool {
    let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
    let mut files = [PollFd::new(file, PollFlags::IN)];
    poll(&mut files, Some(&at_once)).is_ok_and(|ready| ready > 0)
}

/// Opens standard input without a buffer.
pub(crate) fn stdin() -> io::Result<File> {
    io::stdin().as_fd().try_clone_to_owned().map(File::from)
}

/// Opens standard output without a buffer.
pub(crate) fn stdout() -> io::Result<File> {
    io::stdout().as_fd().try_clone_to_owned().map(File::from)
}

/// Returns the number of the open file of this process that a path names, such as `/dev/stdout` and `/dev/fd/3`.
fn descriptor(path: &Path) -> Option<u32> {
    match path.to_str()? {
        "/dev/stdin" => return Some(0),
        "/dev/stdout" => return Some(1),
        "/dev/stderr" => return Some(2),
        _ => {}
    }
    let own = format!("/proc/{}/fd", process::id());
    let folders = ["/dev/fd", "/proc/self/fd", &own];
    let name = folders.iter().find_map(|folder| path.strip_prefix(folder).ok())?;
    name.to_str()?.parse().ok()
}

/// Returns whether a path names an open file of this process, and not a file to be created.
pub(crate) fn is_descriptor(path: &Path) -> bool {
    descriptor(path).is_some()
}

/// Opens such a file, to write from its position on.
pub(crate) fn open_descriptor(path: &Path) -> io::Result<File> {
    match descriptor(path) {
        Some(1) => stdout(),
        Some(2) => io::stderr().as_fd().try_clone_to_owned().map(File::from),
        _ => File::options().append(true).open(path),
    }
}

/// An open folder, with a `sync` that makes changes of names durable.
pub(crate) struct Folder(File);

impl Folder {
    /// Opens a folder; this needs the right to list it.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        File::open(path).map(Self)
    }

    /// Waits until all changes of names in the folder are on disk.
    pub(crate) fn sync(&self) -> io::Result<()> {
        self.0.sync_all()
    }
}

/// Locks a file until it is closed. Returns false if another process, or another handle, holds the lock.
pub(crate) fn try_lock(file: &File) -> io::Result<bool> {
    match file.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(error)) => Err(error),
    }
}
