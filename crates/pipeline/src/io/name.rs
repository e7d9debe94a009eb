//! The names of files: in messages, and of files that belong to others.

use std::path::{Path, PathBuf};

use batchdoku_format::Codec;

/// Returns a path as text, with control characters escaped, because a terminal would execute them.
pub(crate) fn printable(path: &Path) -> String {
    let mut name = String::new();
    for char in path.to_string_lossy().chars() {
        if char.is_control() {
            name.extend(char.escape_default());
        } else {
            name.push(char);
        }
    }
    name
}

/// Returns `folder/name.word.ext` for `folder/name.ext`, and `folder/name.word.ext.gz` for `folder/name.ext.gz`; `None`
/// if the path does not name a file.
pub fn with_word(path: &Path, word: &str) -> Option<PathBuf> {
    let stem = path.file_stem()?;
    let packed = path.extension().filter(|_| Codec::of_name(path) != Codec::None);
    let inner = Path::new(stem).extension().filter(|_| packed.is_some());
    let (stem, extension) = match inner {
        Some(extension) => (Path::new(stem).file_stem().unwrap_or(stem), Some(extension)),
        None => (stem, path.extension()),
    };
    let mut name = stem.to_owned();
    name.push(format!(".{word}"));
    for extension in extension.into_iter().chain(packed.filter(|_| inner.is_some())) {
        name.push(".");
        name.push(extension);
    }
    Some(path.with_file_name(name))
}
