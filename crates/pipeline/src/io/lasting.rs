//! Files that outlive a run, so that the next one can go on with them: hidden, beside the output.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use super::{
    output::follow_links,
    platform,
    temporary::{Temporary, folder, is_same, start_of_name},
};

/// What the name of a file ends in that will be an output.
const PARTIAL: &str = "partial";
/// How often another run may remove a file that this one is about to lock.
const MOST_RUNS: u32 = 1000;

impl Temporary {
    /// Opens the file that will be renamed to `target`, with what an earlier run has left in it. It
    /// stays when it is dropped.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub(super) fn lasting(target: PathBuf) -> io::Result<Self> {
        let path = lasting_path(&target, PARTIAL)?;
        let file =
            File::options().read(true).write(true).create(true).truncate(false).open(&path)?;
        Ok(Self { file, path, target, lasts: true })
    }
}

/// The path of a hidden file beside `target` that outlives the run, for this purpose.
fn lasting_path(target: &Path, purpose: &str) -> io::Result<PathBuf> {
    let start = start_of_name(target)?;
    Ok(target.with_file_name(format!(".{start}.batchdoku-{purpose}")))
}

/// The file in which an output is written by runs that can go on.
///
/// # Errors
/// If the output has no name, or is a loop of links.
pub(crate) fn partial_path(output: &Path) -> io::Result<PathBuf> {
    lasting_path(&follow_links(output)?, PARTIAL)
}

/// Opens the hidden file beside an output for this purpose, or creates it, and takes its lock.
///
/// # Errors
/// If it cannot be opened, or another run has it.
pub(crate) fn create_lasting(output: &Path, purpose: &str) -> io::Result<(PathBuf, File)> {
    let path = lasting_path(&follow_links(output)?, purpose)?;
    for _ in 0..MOST_RUNS {
        let file =
            File::options().read(true).write(true).create(true).truncate(false).open(&path)?;
        if matches!(platform::try_lock(&file), Ok(false)) {
            let words = "another run writes to it";
            return Err(io::Error::new(io::ErrorKind::ResourceBusy, words));
        }
        // A run that has just ended may have removed it before it was locked.
        if is_same(&path, &file)? {
            return Ok((path, file));
        }
    }
    Err(io::Error::other("other runs keep removing it"))
}

/// Gives the file of a run that is complete the name of its output, unless it has it already.
///
/// # Errors
/// If it cannot be renamed.
pub(crate) fn rename_partial(output: &Path, sync: bool) -> io::Result<()> {
    let output = follow_links(output)?;
    match fs::rename(lasting_path(&output, PARTIAL)?, &output) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ if sync => sync_folder_of(&output),
        _ => Ok(()),
    }
}

/// Waits until a file is on disk; what lies before `start` was there before. Returns its length.
///
/// # Errors
/// Those of the disk.
pub(crate) fn sync_from(file: &File, start: u64) -> io::Result<u64> {
    let length = platform::write_back(file, start)?;
    file.sync_data()?;
    Ok(length)
}

/// Makes changes of names in the folder of `path` durable.
///
/// # Errors
/// If the system cannot.
pub(crate) fn sync_folder_of(path: &Path) -> io::Result<()> {
    platform::sync_folder(folder(path))
}
