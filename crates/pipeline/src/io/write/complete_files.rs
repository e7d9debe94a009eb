//! Outputs that are complete and wait until all of them get their names together.

use std::{
    collections::BTreeMap,
    path::PathBuf,
    time::{Duration, Instant},
};

use crate::{
    Error,
    io::{
        platform::{self, Folder},
        write::{
            output::OutputFile,
            pending_file::{PendingFile, folder, rename_all, unlisted},
        },
    },
    marks::FileMark,
};

/// Complete outputs, in files with temporary names. If they are dropped before they are renamed, the files are removed.
#[derive(Debug)]
pub(crate) struct CompleteFiles {
    files: Vec<CompleteFile>,
    /// True if files must be on disk before the first gets its name, and the names must be durable afterwards.
    sync: bool,
    /// The time spent waiting for the disk.
    pub(crate) synced: Duration,
}

#[derive(Debug)]
struct CompleteFile {
    /// The name of the output in messages.
    name: String,
    file: PendingFile,
    /// The mark of the file, if a later run could resume it.
    mark: Option<FileMark>,
}

impl CompleteFiles {
    pub(crate) fn new(sync: bool) -> Self {
        Self { files: Vec::new(), sync, synced: Duration::ZERO }
    }

    /// Completes an output, and the output of the second halves of its rows: a stream is flushed, and a file then lacks
    /// only its name.
    ///
    /// # Errors
    /// If the system cannot write the remaining bytes.
    pub(crate) fn add(&mut self, output: OutputFile) -> Result<(), Error> {
        for output in output.with_second() {
            let name = output.name.clone();
            let write_error = |source| Error::Write { name: name.clone(), source };
            let Some((file, mark)) = output.complete().map_err(write_error)? else { continue };
            if self.sync {
                let start = Instant::now();
                let stored = platform::write_back(&file.file, 0);
                stored.and_then(|_| file.file.sync_all()).map_err(write_error)?;
                self.synced += start.elapsed();
            }
            self.files.push(CompleteFile { name, file, mark });
        }
        Ok(())
    }

    /// Returns the marks of the files that a later run could resume, in order.
    pub(crate) fn marks(&self) -> Vec<FileMark> {
        self.files.iter().filter_map(|file| file.mark.clone()).collect()
    }

    /// Gives all files their names, and returns the time spent waiting for the disk.
    ///
    /// # Errors
    /// If a folder cannot be opened to be synchronised, no file gets its name. If a file cannot be renamed, this file
    /// and all files after it keep their temporary names.
    pub(crate) fn rename(self) -> Result<Duration, Error> {
        let folders = self.folders()?;
        rename_all(self.files.iter().map(|file| &file.file)).map_err(|(index, source)| {
            Error::Write { name: self.files[index].name.clone(), source }
        })?;
        let start = Instant::now();
        for (name, folder) in folders.values() {
            folder.sync().map_err(|source| Error::NameNotStored { name: name.clone(), source })?;
        }
        Ok(if folders.is_empty() { Duration::ZERO } else { self.synced + start.elapsed() })
    }

    /// Opens the folder of each file, and returns it with the name of an output in it; empty if names need not be
    /// durable.
    fn folders(&self) -> Result<BTreeMap<PathBuf, (String, Folder)>, Error> {
        let mut folders = BTreeMap::new();
        for CompleteFile { name, file, .. } in self.files.iter().filter(|_| self.sync) {
            let path = folder(file.target());
            if !folders.contains_key(path) {
                let opened = Folder::open(path).map_err(|source| Error::Write {
                    name: name.clone(),
                    source: unlisted(source),
                })?;
                folders.insert(path.to_owned(), (name.clone(), opened));
            }
        }
        Ok(folders)
    }
}

/// Makes outputs final. All of them are complete, and with `sync` on disk, before the first gets its name.
///
/// # Errors
/// If an output cannot be completed; none gets its name then.
pub fn finish_all(outputs: Vec<OutputFile>, sync: bool) -> Result<(), Error> {
    let mut files = CompleteFiles::new(sync);
    outputs.into_iter().try_for_each(|output| files.add(output))?;
    files.rename().map(|_| ())
}

impl OutputFile {
    /// Makes the output final: flushes a stream, or gives a file its name. With `sync`, the file is on disk before
    /// that.
    ///
    /// # Errors
    /// If the system cannot do this.
    pub fn finish(self, sync: bool) -> Result<(), Error> {
        finish_all(vec![self], sync)
    }
}
