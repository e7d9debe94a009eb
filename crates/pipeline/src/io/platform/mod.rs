//! Differences between operating systems: a set of functions, with a file for each family of
//! systems.
//!
//! `linux.rs` adds to `unix.rs` what only Linux has; `other.rs` uses only the standard library.

use std::fs::{File, Metadata};

#[cfg(target_os = "linux")]
mod linux;
#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(not(unix), path = "other.rs")]
mod system;

#[cfg(target_os = "linux")]
pub(crate) use linux::{enlarge_pipe, is_irreplaceable, populate, reserve, write_back};
pub(crate) use system::{
    FileId, Folder, file_id, has_input, has_other_names, is_descriptor, keep_owner,
    open_descriptor, read_at, stdin, stdout, try_lock, without_following, write_all_at,
};

#[cfg(not(target_os = "linux"))]
pub(crate) use portable::{enlarge_pipe, is_irreplaceable, populate, reserve, write_back};

/// Optional hints to the system, which other systems do without.
#[cfg(not(target_os = "linux"))]
mod portable {
    use std::{fs::File, io, ops::Range, path::Path};

    use memmap2::Mmap;

    pub(crate) fn enlarge_pipe(_: &File) {}

    /// Returns false, because other systems do not show it.
    pub(crate) fn is_irreplaceable(_: &Path) -> bool {
        false
    }

    pub(crate) fn populate(_: &Mmap, _: Range<usize>) {}

    pub(crate) fn reserve(_: &File, _: u64, _: usize) {}

    pub(crate) fn write_back(file: &File, _: u64) -> io::Result<u64> {
        Ok(file.metadata()?.len())
    }
}

/// Returns the properties of `file` if it is a regular file. Other files may have no properties at
/// all, such as pipes on Windows.
pub(crate) fn regular(file: &File) -> Option<Metadata> {
    file.metadata().ok().filter(Metadata::is_file)
}
