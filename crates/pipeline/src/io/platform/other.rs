//! Calls for systems other than Unix, such as Windows, with only the standard library.

use std::{
    fs::{self, File, Metadata, OpenOptions},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::Mutex,
};

use crate::sync::lock;

/// Held while the position of a file is set and used.
static POSITION: Mutex<()> = Mutex::new(());

/// The identity of a file: its full path.
pub(crate) type FileId = PathBuf;

pub(crate) fn file_id(path: &Path, _: &Metadata) -> Option<FileId> {
    fs::canonicalize(path).ok()
}

/// Does nothing, because the owner of a file does not change here.
pub(crate) fn keep_owner(_: &File, _: &Metadata) -> io::Result<()> {
    Ok(())
}

/// Lets `options` open a link itself, instead of the file that it names.
pub(crate) fn without_following(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(windows)]
    {
        /// `FILE_FLAG_OPEN_REPARSE_POINT`.
        const LINKS: u32 = 0x0020_0000;
        std::os::windows::fs::OpenOptionsExt::custom_flags(options, LINKS);
    }
    options
}

/// Returns false, because the standard library does not show it.
pub(crate) fn has_other_names(_: &File) -> bool {
    false
}

/// Reads at an offset. The position of the file does not change.
pub(crate) fn read_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
    at_offset(file, offset, |mut file| file.read(bytes))
}

/// Writes at an offset. The position of the file does not change.
pub(crate) fn write_all_at(file: &File, bytes: &[u8], offset: u64) -> io::Result<()> {
    at_offset(file, offset, |mut file| file.write_all(bytes))
}

fn at_offset<T>(
    mut file: &File,
    offset: u64,
    action: impl FnOnce(&File) -> io::Result<T>,
) -> io::Result<T> {
    let _held = lock(&POSITION);
    let position = file.stream_position()?;
    file.seek(SeekFrom::Start(offset))?;
    let result = action(file);
    file.seek(SeekFrom::Start(position))?;
    result
}

/// Returns false, because this is unknown here. A reader must then use whatever a single read
/// returns.
pub(crate) fn has_input(_: &File) -> bool {
    false
}

/// Opens standard input without a buffer.
pub(crate) fn stdin() -> io::Result<File> {
    #[cfg(windows)]
    return std::os::windows::io::AsHandle::as_handle(&io::stdin())
        .try_clone_to_owned()
        .map(File::from);
    #[cfg(not(windows))]
    Err(io::ErrorKind::Unsupported.into())
}

/// Opens standard output without a buffer.
pub(crate) fn stdout() -> io::Result<File> {
    #[cfg(windows)]
    return std::os::windows::io::AsHandle::as_handle(&io::stdout())
        .try_clone_to_owned()
        .map(File::from);
    #[cfg(not(windows))]
    Err(io::ErrorKind::Unsupported.into())
}

/// Returns false, because no path names an open file here.
pub(crate) fn is_descriptor(_: &Path) -> bool {
    false
}

pub(crate) fn open_descriptor(_: &Path) -> io::Result<File> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Does nothing, because a folder cannot be opened as a file here, and the system orders renames
/// itself.
pub(crate) struct Folder;

impl Folder {
    pub(crate) fn open(_: &Path) -> io::Result<Self> {
        Ok(Self)
    }

    pub(crate) fn sync(&self) -> io::Result<()> {
        Ok(())
    }
}

/// Takes no lock, because a lock would keep other handles of this process from writing.
pub(crate) fn try_lock(_: &File) -> io::Result<bool> {
    Err(io::ErrorKind::Unsupported.into())
}
