//! A path as an option value: text, or bytes if the path is not UTF-8.

use std::{ffi::OsString, path::PathBuf};

use serde::{Deserialize, Deserializer};

/// A path as serde writes it: as text if possible, otherwise as an [`OsString`].
#[derive(Deserialize)]
#[serde(untagged)]
enum AnyPath {
    Text(PathBuf),
    Other(OsString),
}

/// Deserialises a path.
pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<PathBuf, D::Error> {
    AnyPath::deserialize(deserializer).map(|path| match path {
        AnyPath::Text(path) => path,
        AnyPath::Other(path) => path.into(),
    })
}

#[cfg(test)]
mod tests {
    #[test]
    #[cfg(unix)]
    fn a_path_may_have_any_bytes() {
        use crate::{Input, Output};
        use std::{ffi::OsStr, os::unix::ffi::OsStrExt};

        let path = OsStr::from_bytes(b"no\xFFtext");
        let value = serde_json::to_value(path).unwrap();
        assert_eq!(serde_json::from_value::<Output>(value.clone()).unwrap(), Output::from(path));
        assert!(serde_json::from_value::<Input>(value).unwrap().name().starts_with("no"));
        let text = serde_json::from_value::<Output>("text".into()).unwrap();
        assert_eq!(text, Output::from("text"));
    }
}
