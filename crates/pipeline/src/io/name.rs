//! The names of files: in messages, and what those of outputs say.

use std::path::Path;

use super::output::Output;
use crate::Error;
use batchdoku_format::FileType;

/// Chooses the one of these types that the name of an output says: see [`FileType::choose`]. Streams take
/// the first.
///
/// # Errors
/// If it says another type, or has to say one.
pub fn file_type(output: &Output, types: &[FileType]) -> Result<FileType, Error> {
    let Output::Path(path) = output else { return Ok(types[0]) };
    if !output.is_new_file() {
        return Ok(types[0]);
    }
    let fail = |source| Error::Format { name: output.name(), source };
    FileType::choose(path, types).map_err(fail)
}

/// A path as text. Control characters are escaped: on a terminal they could do anything.
pub(super) fn printable(path: &Path) -> String {
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
