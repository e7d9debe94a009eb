//! The end of a job's outputs: all are complete and on disk before the first gets its name.

use std::io;

use super::{output::OutputFile, persist::persist_all, platform, temporary::Temporary};
use crate::Error;

/// Makes outputs final: all of them are complete, and with `sync` on disk, before the first gets its
/// name.
///
/// # Errors
/// If one of them cannot be completed, none gets its name.
pub fn finish_all(outputs: Vec<OutputFile>, sync: bool) -> Result<(), Error> {
    finish_all_after(outputs, sync, || Ok(()))
}

/// The same, and calls `complete` before the first gets its name.
///
/// # Errors
/// The same, and those of `complete`.
pub(crate) fn finish_all_after(
    outputs: Vec<OutputFile>,
    sync: bool,
    complete: impl FnOnce() -> Result<(), Error>,
) -> Result<(), Error> {
    let (mut names, mut files) = (Vec::new(), Vec::new());
    for OutputFile { name, target, .. } in outputs {
        let finished = || -> io::Result<Option<Temporary>> {
            let file = target.complete()?;
            if let Some(file) = file.as_ref().filter(|_| sync) {
                platform::write_back(file.file(), 0)?;
                file.file().sync_all()?;
            }
            Ok(file)
        };
        match finished() {
            Ok(Some(file)) => {
                names.push(name);
                files.push(file);
            }
            Ok(None) => {}
            Err(source) => return Err(Error::Write { name, source }),
        }
    }
    let fail = |index: usize, source| Error::Write { name: names[index].clone(), source };
    complete()?;
    persist_all(&files).map_err(|(index, source)| fail(index, source))?;
    for (index, file) in files.iter().enumerate().filter(|_| sync) {
        platform::sync_folder(file.folder()).map_err(|source| fail(index, source))?;
    }
    Ok(())
}
