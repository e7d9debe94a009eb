//! The file that an output is written to until it is complete, and then renamed.
//!
//! It lies in the folder of the output, as `.NAME.batchdoku-0.tmp`, or with the first number that no
//! other run uses. A run holds the lock of its file, which the system releases however the run ends,
//! so a file without a lock is what a dead run has left: the next run with the same output removes
//! it.

use std::{
    ffi::OsString,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use super::platform;
use crate::pipeline::Error;

/// The paths of all files that this process has not completed yet.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// The longest part of the name of an output that the name of its temporary file repeats, in bytes.
const LONGEST_NAME: usize = 100;
/// How many runs may write to the same output at the same time.
const MOST_RUNS: u32 = 1000;
/// How many names beyond its own a run searches for files of dead runs.
const PROBED: u32 = 8;

/// A file that gets its name when it is complete. Dropped before, it is removed.
#[derive(Debug)]
pub(super) struct Temporary {
    file: File,
    path: PathBuf,
    target: PathBuf,
}

impl Temporary {
    /// Creates the file that will be renamed to `target`.
    ///
    /// # Errors
    /// If it cannot be created.
    pub(super) fn create(target: PathBuf) -> io::Result<Self> {
        let name = target.file_name().ok_or(io::ErrorKind::InvalidFilename)?.to_string_lossy();
        let start = name.char_indices().take_while(|(at, c)| at + c.len_utf8() <= LONGEST_NAME);
        let start: String = start.map(|(_, c)| c).collect();
        let path = |number| {
            target.with_file_name(OsString::from(format!(".{start}.batchdoku-{number}.tmp")))
        };
        for number in 0..MOST_RUNS {
            remove_stale(&path(number));
            let Some(file) = create_locked(&path(number))? else { continue };
            (number + 1..=number + PROBED).for_each(|number| remove_stale(&path(number)));
            let path = path(number);
            unfinished().push(path.clone());
            return Ok(Self { file, path, target });
        }
        Err(io::Error::other("too many runs write to this output"))
    }

    pub(super) fn file(&self) -> &File {
        &self.file
    }

    /// The folder of the output.
    pub(super) fn folder(&self) -> &Path {
        folder(&self.target)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let mut unfinished = unfinished();
        if unfinished.contains(&self.path) {
            unfinished.retain(|path| *path != self.path);
            let _ = fs::remove_file(&self.path);
        }
    }
}

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Renames complete files, all of them even if [`remove_temporary_files`] is called meanwhile. What
/// was synchronised before is durable under its new name once its folder is synchronised.
///
/// # Errors
/// The index of the first file that cannot be renamed, and why. Those after it are not.
pub(super) fn persist_all(files: &[Temporary]) -> Result<(), (usize, io::Error)> {
    let mut unfinished = unfinished();
    for (index, file) in files.iter().enumerate() {
        fs::rename(&file.path, &file.target).map_err(|error| (index, error))?;
        unfinished.retain(|path| *path != file.path);
    }
    Ok(())
}

/// A file without a name, in the folder for temporary files.
pub(super) fn temporary_file() -> Result<File, Error> {
    tempfile::tempfile().map_err(|source| {
        let name = format!("a temporary file in {}", std::env::temp_dir().display());
        Error::Create { name, source }
    })
}

/// Removes the temporary files of all outputs that are not complete. For a process that is about to
/// end without waiting for its jobs, because of a second signal for example.
pub fn remove_temporary_files() {
    for path in unfinished().drain(..) {
        let _ = fs::remove_file(path);
    }
}

/// The folder that a path lies in.
pub(super) fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Creates a file that is not there yet, and takes its lock. `None` if another run has that name.
fn create_locked(path: &Path) -> io::Result<Option<File>> {
    let file = match File::options().write(true).create_new(true).open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Ok(None),
        Err(error) => return Err(error),
    };
    // Before it was locked, another run may have taken it for one left behind.
    let is_taken = matches!(platform::try_lock(&file), Ok(false)) || !is_same(path, &file);
    Ok((!is_taken).then_some(file))
}

/// Removes the file of a dead run, if there is one.
fn remove_stale(path: &Path) {
    if !path.symlink_metadata().is_ok_and(|about| about.is_file()) {
        return;
    }
    let Ok(file) = File::options().write(true).open(path) else { return };
    if matches!(platform::try_lock(&file), Ok(true)) && is_same(path, &file) {
        let _ = fs::remove_file(path);
    }
}

/// Whether `path` is still the name of `file`.
fn is_same(path: &Path, file: &File) -> bool {
    let named = path.symlink_metadata().ok().and_then(|about| platform::file_id(path, &about));
    let opened = file.metadata().ok().and_then(|about| platform::file_id(path, &about));
    named.is_some() && named == opened
}
