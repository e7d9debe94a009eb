//! The file that an output is written to until it is complete, and then renamed.
//!
//! The file is hidden, in the folder of the output. Usually its name is `.NAME.batchdoku-0.tmp`, or has the first
//! number that no other run uses. A run holds the lock of its file, which the system releases however the run ends, so
//! a file without a lock was left by a dead run. The next run with the same output removes it, unless more than three
//! runs had that output at the same time. A run that can be resumed writes to `.NAME.batchdoku-partial`, which stays.

use std::{
    collections::BTreeSet,
    fs::{self, File, OpenOptions},
    io::{self, Read, Write},
    mem,
    path::{Path, PathBuf},
    sync::{Mutex, TryLockError},
    thread,
    time::Duration,
};

use crate::{
    Error,
    io::{
        name::printable,
        platform::{self, Folder, regular},
    },
    sync::lock,
};

pub(crate) const PARTIAL: &str = "partial";
/// The paths of all files to remove when this process ends; `None` once it ends.
static UNFINISHED: Mutex<Option<BTreeSet<PathBuf>>> = Mutex::new(Some(BTreeSet::new()));

/// The maximum number of bytes of an output's name that the name of its pending file repeats.
const LONGEST_NAME: usize = 100;
/// The maximum number of runs that may write to the same output at the same time.
const MOST_RUNS: u32 = 1000;
/// The pause between tries, and their number, of a process that must end and waits for the list of files.
const PATIENCE: (Duration, u32) = (Duration::from_millis(1), 1000);
/// The number of names after its own that a run checks for files of dead runs.
const PROBED: u32 = 2;
/// The number of bytes copied at a time.
const COPIED: usize = 1 << 20;

/// A file that gets its name when it is complete. Dropping it before removes the file, unless it is partial.
#[derive(Debug)]
pub(crate) struct PendingFile {
    pub(crate) file: File,
    path: PathBuf,
    target: PathBuf,
}

impl PendingFile {
    /// Creates the file that will be renamed to `target`.
    pub(crate) fn create(target: PathBuf) -> io::Result<Self> {
        let start = start_of_name(&target)?;
        // Hold the list, so that a process that ends meanwhile leaves no file.
        let mut unfinished = lock(&UNFINISHED);
        let Some(unfinished) = unfinished.as_mut() else {
            return Err(io::Error::other("the process is ending"));
        };
        for number in 0..MOST_RUNS {
            let path = temporary_path(&target, &start, number);
            remove_stale(&path);
            let Some(file) = create_locked(&path)? else { continue };
            for number in number + 1..=number + PROBED {
                remove_stale(&temporary_path(&target, &start, number));
            }
            unfinished.insert(path.clone());
            return Ok(Self { file, path, target });
        }
        Err(io::Error::other("too many runs write to this output"))
    }

    /// Opens the partial file that will be renamed to `target`, with the bytes that an earlier run has left in it.
    pub(crate) fn open_partial(target: PathBuf) -> io::Result<Self> {
        let path = hidden_path(&target, PARTIAL)?;
        Ok(Self { file: open_hidden(&path)?, path, target })
    }

    /// Returns the path that the file will be renamed to.
    pub(crate) fn target(&self) -> &Path {
        &self.target
    }
}

impl Drop for PendingFile {
    fn drop(&mut self) {
        if lock(&UNFINISHED).as_mut().is_some_and(|paths| paths.remove(&self.path)) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Gives complete files their names, file after file. If a signal ends the process meanwhile, it waits until all files
/// have their names.
///
/// # Errors
/// The index of the first file that cannot be renamed, and the reason.
pub(crate) fn rename_all<'f>(
    files: impl IntoIterator<Item = &'f PendingFile>,
) -> Result<(), (usize, io::Error)> {
    let mut unfinished = lock(&UNFINISHED);
    for (index, file) in files.into_iter().enumerate() {
        fs::rename(&file.path, &file.target).map_err(|error| (index, error))?;
        unfinished.as_mut().map(|paths| paths.remove(&file.path));
    }
    Ok(())
}

/// Removes the files of all outputs that are not complete. This is for a process that is about to end without waiting
/// for its jobs, for example because of a second signal: no job can create an output after this. Complete files are
/// renamed first. If that takes more than a second, or if this thread is doing it, nothing is removed and the function
/// returns false.
///
/// The function allocates no memory, because names are short, and so may be called where none can be allocated.
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
        // The list is not dropped, because that may be impossible here.
        mem::forget(unfinished.take());
        return true;
    }
    false
}

/// Creates a new file, and takes its lock; `None` if another run has a file of that name.
fn create_locked(path: &Path) -> io::Result<Option<File>> {
    let file = match File::options().write(true).create_new(true).open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Ok(None),
        Err(error) => return Err(error),
    };
    // Another run may have removed the file before this run locked it, because an unlocked file looks left behind.
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
    let Ok(file) = open_plain(path, File::options().write(true)) else { return };
    if matches!(platform::try_lock(&file), Ok(true)) && is_same(path, &file).unwrap_or(false) {
        let _ = fs::remove_file(path);
    }
}

/// Returns whether `path` is still the name of `file`.
fn is_same(path: &Path, file: &File) -> io::Result<bool> {
    let named = match path.symlink_metadata() {
        Ok(about) => platform::file_id(path, &about),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(error),
    };
    let opened = platform::file_id(path, &file.metadata()?);
    Ok(named.is_some() && named == opened)
}

/// Returns the path of a hidden file next to `target` that outlives the run; `purpose` is a part of its name.
fn hidden_path(target: &Path, purpose: &str) -> io::Result<PathBuf> {
    let start = start_of_name(target)?;
    Ok(target.with_file_name(format!(".{start}.batchdoku-{purpose}")))
}

/// Opens a hidden file with its contents, or creates it.
fn open_hidden(path: &Path) -> io::Result<File> {
    open_plain(path, File::options().read(true).write(true).create(true).truncate(false))
}

/// Opens a hidden file. Anyone with write access to its folder could have created it, so this follows no link, waits
/// for no pipe, and refuses a file that has another name, too.
fn open_plain(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    let what = match platform::without_following(options).open(path) {
        Ok(file) if platform::has_other_names(&file) => "has another name too",
        Ok(file) if regular(&file).is_some() => return Ok(file),
        Err(error) if !path.symlink_metadata().is_ok_and(|about| !about.is_file()) => {
            return Err(error);
        }
        _ => "is not a regular file",
    };
    let words = format!("'{}' {what}", printable(path));
    Err(io::Error::new(io::ErrorKind::InvalidInput, words))
}

/// Returns the path of a temporary file next to `target`. The name begins with `start`, and has a different number for
/// each run that writes to the same output.
fn temporary_path(target: &Path, start: &str, number: u32) -> PathBuf {
    target.with_file_name(format!(".{start}.batchdoku-{number}.tmp"))
}

/// Returns the start of the name of an output.
fn start_of_name(target: &Path) -> io::Result<String> {
    let name = target.file_name().ok_or(io::ErrorKind::InvalidFilename)?.to_string_lossy();
    let start = name.char_indices().take_while(|(at, c)| at + c.len_utf8() <= LONGEST_NAME);
    Ok(start.map(|(_, c)| c).collect())
}

pub(crate) fn partial_path(output: &Path) -> io::Result<PathBuf> {
    hidden_path(&follow_links(output)?, PARTIAL)
}

/// Opens the hidden file for `purpose` next to an output, to read it.
///
/// # Errors
/// If there is none, or it is not a regular file.
pub(crate) fn read_hidden(output: &Path, purpose: &str) -> io::Result<File> {
    open_plain(&hidden_path(&follow_links(output)?, purpose)?, File::options().read(true))
}

/// Opens or creates the hidden file for `purpose` next to an output, and takes its lock.
pub(crate) fn open_hidden_locked(output: &Path, purpose: &str) -> io::Result<(PathBuf, File)> {
    let path = hidden_path(&follow_links(output)?, purpose)?;
    for _ in 0..MOST_RUNS {
        let file = open_hidden(&path)?;
        if matches!(platform::try_lock(&file), Ok(false)) {
            let words = "another run writes to it";
            return Err(io::Error::new(io::ErrorKind::ResourceBusy, words));
        }
        // A run that has just ended may have removed the file before it was locked.
        if is_same(&path, &file)? {
            return Ok((path, file));
        }
    }
    Err(io::Error::other("other runs keep removing it"))
}

/// Gives the partial file of a complete run the name of its output, unless it already has that name, and makes the name
/// durable.
pub(crate) fn rename_partial(output: &Path) -> io::Result<()> {
    let output = follow_links(output)?;
    let folder = Folder::open(folder(&output))?;
    match fs::rename(hidden_path(&output, PARTIAL)?, &output) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => folder.sync(),
    }
}

/// Waits until a file is on disk, and returns its length. The bytes before `start` are on disk already.
pub(crate) fn sync_from(file: &File, start: u64) -> io::Result<u64> {
    let length = platform::write_back(file, start)?;
    file.sync_data()?;
    Ok(length)
}

/// Makes changes of names in the folder of `path` durable.
pub(crate) fn sync_folder_of(path: &Path) -> io::Result<()> {
    Folder::open(folder(path))?.sync()
}

/// Returns the folder that a path lies in.
pub(crate) fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Returns the path that a link names, whether the file exists or not: the link stays, and the file that it names is
/// replaced. `/dev/stdout` and the like are not links to files, but name open files.
pub(crate) fn follow_links(path: &Path) -> io::Result<PathBuf> {
    const MOST: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST {
        if platform::is_descriptor(&path) {
            return Ok(path);
        }
        match fs::read_link(&path) {
            Ok(target) => path = path.with_file_name("").join(target),
            Err(error) if path.is_symlink() => return Err(error),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many levels of symbolic links"))
}

/// Creates a file without a name, in the folder for temporary files.
pub(crate) fn temporary_file() -> Result<File, Error> {
    tempfile::tempfile().map_err(|source| Error::Create { name: temporary_file_name(), source })
}

/// Copies all bytes of `read`, an input with this name, to a file without a name.
///
/// # Errors
/// If the input cannot be read, or the copy cannot be written.
pub(crate) fn temporary_copy(mut read: impl Read, name: &str) -> Result<File, Error> {
    let mut file = temporary_file()?;
    let mut buffer = vec![0; COPIED];
    loop {
        let length = match read.read(&mut buffer) {
            Ok(0) => return Ok(file),
            Ok(length) => length,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(source) => return Err(Error::Read { name: name.to_owned(), source }),
        };
        file.write_all(&buffer[..length])
            .map_err(|source| Error::Write { name: temporary_file_name(), source })?;
    }
}

/// Returns the name of a temporary file for messages.
pub fn temporary_file_name() -> String {
    format!("a temporary file in {}", std::env::temp_dir().display())
}

/// Returns the error for a folder that the system cannot open, so that names in it cannot be made durable.
pub(crate) fn unlisted(error: io::Error) -> io::Error {
    let words = format!("its folder cannot be opened to be synchronised: {error}");
    io::Error::new(error.kind(), words)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Renames three files to `a`, which exists, `b` and `c`. The last name is possible only if `is_possible`.
    fn renamed(is_possible: bool) -> Vec<(String, String)> {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("a"), "old").unwrap();
        if !is_possible {
            fs::create_dir_all(path("c/d")).unwrap();
        }
        let files = ["a", "b", "c"].map(|name| PendingFile::create(path(name)).unwrap());
        for file in &files {
            fs::write(&file.path, "new").unwrap();
        }
        let failed = rename_all(&files).err();
        assert_eq!(failed.map(|(index, _)| index), (!is_possible).then_some(2));
        drop(files);
        let entries = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path());
        let texts = entries.filter(|path| path.is_file()).map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, fs::read_to_string(path).unwrap())
        });
        let mut texts: Vec<_> = texts.collect();
        texts.sort();
        texts
    }

    #[test]
    #[cfg_attr(miri, ignore = "files are renamed")]
    fn files_get_their_names_up_to_the_first_that_cannot() {
        let new = |name: &str| (name.to_owned(), "new".to_owned());
        assert_eq!(renamed(true), ["a", "b", "c"].map(new));
        assert_eq!(renamed(false), ["a", "b"].map(new));
    }
}
