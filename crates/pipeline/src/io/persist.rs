//! The renaming of complete files: all of them get their names, or none does.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use super::{
    platform,
    temporary::{Temporary, forget, link_temporary, unfinished},
};

/// Exchanges the files that two names have; [`io::ErrorKind::Unsupported`] if the file system cannot.
type Exchange = fn(&Path, &Path) -> io::Result<()>;

/// Renames complete files: all of them, even if the process ends meanwhile by a signal, or, if one
/// cannot be, none. What was synchronised before is durable under its new name once its
/// folder is synchronised.
///
/// # Errors
/// The index of the first file that cannot be renamed, and why.
pub(super) fn persist_all(files: &[Temporary]) -> Result<(), (usize, io::Error)> {
    persist_all_by(files, platform::exchange)
}

/// The same; `exchange` exchanges two names.
fn persist_all_by(files: &[Temporary], exchange: Exchange) -> Result<(), (usize, io::Error)> {
    let mut unfinished = unfinished();
    if let [file] = files {
        fs::rename(&file.path, &file.target).map_err(|error| (0, error))?;
        forget(&mut unfinished, &file.path);
        return Ok(());
    }
    let mut replaced = Vec::new();
    for (index, file) in files.iter().enumerate() {
        match Replaced::by(file, exchange) {
            Ok(old) => replaced.push(old),
            Err(error) => {
                replaced.into_iter().rev().for_each(Replaced::restore);
                return Err((index, error));
            }
        }
    }
    for old in replaced {
        forget(&mut unfinished, &old.file.path);
        old.drop_old();
    }
    Ok(())
}

/// A file that has its name, until all others have theirs.
struct Replaced<'a> {
    file: &'a Temporary,
    old: Old,
}

/// What had the name before.
enum Old {
    Nothing,
    /// A file that now has the temporary name, and is locked like all others that have one.
    File(#[allow(dead_code, reason = "keeps the lock")] Option<File>),
    /// A file that has this name too: the file system cannot exchange names.
    Linked(PathBuf),
    /// A file that could not be kept: the file system can do neither. Or what is not a file.
    Lost,
}

impl<'a> Replaced<'a> {
    fn by(file: &'a Temporary, exchange: Exchange) -> io::Result<Self> {
        let old = match file.target.symlink_metadata() {
            Ok(about) if about.is_file() => {
                let locked = File::open(&file.target).ok();
                let locked = locked.filter(|old| matches!(platform::try_lock(old), Ok(true)));
                match exchange(&file.path, &file.target) {
                    Ok(()) => return Ok(Self { file, old: Old::File(locked) }),
                    Err(error) if error.kind() == io::ErrorKind::Unsupported => {
                        link_temporary(&file.target).map_or(Old::Lost, Old::Linked)
                    }
                    Err(error) => return Err(error),
                }
            }
            Ok(_) => Old::Lost,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Old::Nothing,
            Err(error) => return Err(error),
        };
        let replaced = Self { file, old };
        match fs::rename(&file.path, &file.target) {
            Ok(()) => Ok(replaced),
            Err(error) => {
                replaced.drop_old();
                Err(error)
            }
        }
    }

    /// Gives the name back to what had it.
    fn restore(self) {
        let Temporary { path, target, lasts, .. } = self.file;
        let _ = match self.old {
            Old::Nothing if *lasts => fs::rename(target, path),
            Old::Nothing => fs::remove_file(target),
            Old::File(_) => platform::exchange(path, target),
            Old::Linked(old) => {
                let kept = if *lasts { fs::rename(target, path) } else { Ok(()) };
                kept.and_then(|()| fs::rename(old, target))
            }
            Old::Lost => Ok(()),
        };
    }

    fn drop_old(self) {
        let _ = match self.old {
            Old::File(_) => fs::remove_file(&self.file.path),
            Old::Linked(old) => fs::remove_file(old),
            Old::Nothing | Old::Lost => Ok(()),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cannot(_: &Path, _: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Three outputs: one that is there, one that is not, and one that cannot be renamed, as its name is
    /// that of a folder with something in it; or all can be.
    fn outputs(is_possible: bool, exchange: Exchange) -> Vec<(String, String)> {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("a"), "old").unwrap();
        if !is_possible {
            fs::create_dir_all(path("c/d")).unwrap();
        }
        let files = ["a", "b", "c"].map(|name| Temporary::create(path(name)).unwrap());
        for file in &files {
            fs::write(&file.path, "new").unwrap();
        }
        let failed = persist_all_by(&files, exchange).err();
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
    #[cfg_attr(miri, ignore = "files that exchange their names")]
    fn all_get_their_names_or_none_does() {
        for exchange in [platform::exchange as Exchange, cannot] {
            let new = |name: &str| (name.to_owned(), "new".to_owned());
            assert_eq!(outputs(true, exchange), ["a", "b", "c"].map(new));
            assert_eq!(outputs(false, exchange), [("a".to_owned(), "old".to_owned())]);
        }
    }
}
