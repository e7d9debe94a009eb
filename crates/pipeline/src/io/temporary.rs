//! The file that an output is written to until it is complete, and then renamed.
//!
//! It lies in the folder of the output, as `.NAME.batchdoku-0.tmp`, or with the first number that no
//! other run uses. A run holds the lock of its file, which the system releases however the run ends,
//! so a file without a lock is what a dead run has left: the next run with the same output removes
//! it.

use std::{
    ffi::OsString,
    fs::{self, File},
    io, mem,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError, TryLockError},
    thread,
    time::Duration,
};

use super::platform;
use crate::Error;

/// The paths of all files that this process has not completed yet; `None` once it ends.
static UNFINISHED: Mutex<Option<Vec<PathBuf>>> = Mutex::new(Some(Vec::new()));

/// The longest part of the name of an output that the name of its temporary file repeats, in bytes.
const LONGEST_NAME: usize = 100;
/// How many runs may write to the same output at the same time.
const MOST_RUNS: u32 = 1000;
/// How long and how often a process that must end waits for the list of files.
const PATIENCE: (Duration, u32) = (Duration::from_millis(1), 1000);
/// How many names beyond its own a run searches for files of dead runs.
const PROBED: u32 = 8;

/// A file that gets its name when it is complete. Dropped before, it is removed.
#[derive(Debug)]
pub(super) struct Temporary {
    pub(super) file: File,
    pub(super) path: PathBuf,
    pub(super) target: PathBuf,
    /// Whether it stays when it is dropped, for a later run to go on with.
    pub(super) lasts: bool,
}

impl Temporary {
    /// Creates the file that will be renamed to `target`.
    ///
    /// # Errors
    /// If it cannot be created.
    pub(super) fn create(target: PathBuf) -> io::Result<Self> {
        let path = names(&target)?;
        // Held, so that a process that ends meanwhile leaves nothing.
        let mut unfinished = unfinished();
        let ending = || io::Error::other("the process is ending");
        let unfinished = unfinished.as_mut().ok_or_else(ending)?;
        for number in 0..MOST_RUNS {
            remove_stale(&path(number));
            let Some(file) = create_locked(&path(number))? else { continue };
            (number + 1..=number + PROBED).for_each(|number| remove_stale(&path(number)));
            let path = path(number);
            unfinished.push(path.clone());
            return Ok(Self { file, path, target, lasts: false });
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

/// The names of the temporary files of an output, by their numbers.
fn names(target: &Path) -> io::Result<impl Fn(u32) -> PathBuf + use<>> {
    let (start, target) = (start_of_name(target)?, target.to_owned());
    Ok(move |number| {
        target.with_file_name(OsString::from(format!(".{start}.batchdoku-{number}.tmp")))
    })
}

/// Gives a file a second name, that of a temporary file: if this process dies, the next run with the same
/// output removes that name.
///
/// # Errors
/// If the file system cannot.
pub(super) fn link_temporary(target: &Path) -> io::Result<PathBuf> {
    let path = names(target)?;
    for number in 0..MOST_RUNS {
        match fs::hard_link(target, path(number)) {
            Ok(()) => return Ok(path(number)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// The first part of the name of an output.
pub(super) fn start_of_name(target: &Path) -> io::Result<String> {
    let name = target.file_name().ok_or(io::ErrorKind::InvalidFilename)?.to_string_lossy();
    let start = name.char_indices().take_while(|(at, c)| at + c.len_utf8() <= LONGEST_NAME);
    Ok(start.map(|(_, c)| c).collect())
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if forget(&mut unfinished(), &self.path) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

pub(super) fn unfinished() -> MutexGuard<'static, Option<Vec<PathBuf>>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes a path off the list, and says whether it was there.
pub(super) fn forget(unfinished: &mut Option<Vec<PathBuf>>, path: &Path) -> bool {
    let Some(paths) = unfinished else { return false };
    let before = paths.len();
    paths.retain(|other| other != path);
    paths.len() < before
}

/// A file without a name, in the folder for temporary files.
pub(super) fn temporary_file() -> Result<File, Error> {
    tempfile::tempfile().map_err(|source| Error::Create { name: temporary_file_name(), source })
}

/// What messages call such a file.
pub fn temporary_file_name() -> String {
    format!("a temporary file in {}", std::env::temp_dir().display())
}

/// Removes the temporary files of all outputs that are not complete. For a process that is about to
/// end without waiting for its jobs, because of a second signal for example: no job can create an
/// output after this. Returns whether it could: complete files are renamed first, and if that takes a
/// second, or this thread does it, nothing is removed.
///
/// It takes no memory, as names are short, and may be called where there is none.
pub(crate) fn remove_temporary_files() -> bool {
    for _ in 0..PATIENCE.1 {
        let mut unfinished = match UNFINISHED.try_lock() {
            Ok(unfinished) => unfinished,
            Err(TryLockError::Poisoned(error)) => error.into_inner(),
            Err(TryLockError::WouldBlock) => {
                thread::sleep(PATIENCE.0);
                continue;
            }
        };
        for path in unfinished.iter().flatten() {
            let _ = fs::remove_file(path);
        }
        // Not dropped: that may not be possible here.
        mem::forget(unfinished.take());
        return true;
    }
    false
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
    // Before it was locked, another run may have taken it for one left behind, and removes it.
    if matches!(platform::try_lock(&file), Ok(false)) {
        return Ok(None);
    }
    match is_same(path, &file) {
        Ok(is_same) => Ok(is_same.then_some(file)),
        Err(error) => {
            let _ = fs::remove_file(path);
            Err(error)
        }
    }
}

/// Removes the file of a dead run, if there is one.
fn remove_stale(path: &Path) {
    if !path.symlink_metadata().is_ok_and(|about| about.is_file()) {
        return;
    }
    let Ok(file) = File::options().write(true).open(path) else { return };
    if matches!(platform::try_lock(&file), Ok(true)) && is_same(path, &file).unwrap_or(false) {
        let _ = fs::remove_file(path);
    }
}

/// Whether `path` is still the name of `file`.
pub(super) fn is_same(path: &Path, file: &File) -> io::Result<bool> {
    let named = match path.symlink_metadata() {
        Ok(about) => platform::file_id(path, &about),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(error),
    };
    let opened = platform::file_id(path, &file.metadata()?);
    Ok(named.is_some() && named == opened)
}
