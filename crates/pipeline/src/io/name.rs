//! The names of files in messages.

use std::path::Path;

/// Returns a path as text. Control characters are escaped: on a terminal they could do anything.
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
