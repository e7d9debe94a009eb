//! What differs between operating systems: one set of functions, one file per family of systems.
//!
//! `linux` adds what only Linux has to `unix`; `other` needs nothing but the standard library.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(not(unix))]
mod other;
#[cfg(target_os = "linux")]
mod relay;
#[cfg(unix)]
mod unix;

#[cfg(target_os = "linux")]
pub(super) use linux::{exchange, populate, reserve};
#[cfg(not(unix))]
pub(super) use other::{
    FileId, file_id, has_input, keep_owner, read_at, stdin, stdout, sync_folder, try_lock,
    write_all_at,
};
#[cfg(target_os = "linux")]
pub(super) use relay::{RelayedInput, relayed_input, relayed_output};
#[cfg(unix)]
pub(super) use unix::{
    FileId, file_id, has_input, keep_owner, read_at, stdin, stdout, sync_folder, try_lock,
    write_all_at,
};

#[cfg(not(target_os = "linux"))]
pub(super) use portable::{
    RelayedInput, exchange, populate, relayed_input, relayed_output, reserve,
};

/// Hints to the system that may be left out, and what not all systems can.
#[cfg(not(target_os = "linux"))]
mod portable {
    use std::{fs::File, io, ops::Range, path::Path};

    use memmap2::Mmap;

    pub(in super::super) type RelayedInput = File;

    pub(in super::super) fn relayed_input(file: File) -> RelayedInput {
        file
    }

    pub(in super::super) fn relayed_output(file: File) -> File {
        file
    }

    pub(in super::super) fn populate(_: &Mmap, _: Range<usize>) {}

    pub(in super::super) fn reserve(_: &File, _: u64, _: usize) {}

    pub(in super::super) fn exchange(_: &Path, _: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}
