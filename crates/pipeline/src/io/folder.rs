//! Folders of files as inputs, and a folder as output, with a file for each input, of the same
//! name.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{
    Error,
    io::{
        read::input::{Input, files_below},
        write::output::Output,
    },
};
use batchdoku_format::Format;

/// The inputs and outputs of a job, without folders.
#[derive(Debug)]
pub struct Expanded {
    /// The files, in order.
    pub inputs: Vec<Input>,
    /// One output for all inputs, or one for each.
    pub outputs: Vec<Output>,
    /// True if each input has its own output.
    pub is_by_input: bool,
}

/// Replaces each folder among the inputs by all Parquet files below it, or, if there are none, all
/// Arrow files, in the order of their paths. If the only output is a folder, each input gets an
/// output in it: a file from a folder at the same relative path, any other input under its own
/// name. The extension of `to` replaces theirs.
///
/// # Errors
/// If a folder cannot be read, or has no such files, or an input has no name.
pub fn expand(
    inputs: Vec<Input>,
    outputs: Vec<Output>,
    to: Option<Format>,
) -> Result<Expanded, Error> {
    let folder = match &outputs[..] {
        [Output::Path(path)] if is_folder(path) && !inputs.is_empty() => Some(path.clone()),
        _ => None,
    };
    let mut expanded = Expanded { inputs: Vec::new(), outputs, is_by_input: folder.is_some() };
    let mut places = Vec::new();
    for input in inputs {
        let Some(root) = input.path().filter(|path| path.is_dir()).map(Path::to_owned) else {
            let name = input.path().and_then(Path::file_name).map(PathBuf::from);
            if folder.is_some() && name.is_none() {
                return Err(Error::IntoFolder { input: input.name() });
            }
            places.extend(name);
            expanded.inputs.push(input);
            continue;
        };
        let found =
            files_below(&root).map_err(|source| Error::Open { name: input.name(), source })?;
        for path in found {
            places.extend(path.strip_prefix(&root).ok().map(Path::to_owned));
            expanded.inputs.push(input.at(path));
        }
    }
    if let Some(folder) = folder {
        expanded.outputs.clear();
        for place in &places {
            let mut path = folder.join(place);
            if let Some(format) = to {
                path.set_extension(format.extension());
            }
            let parent = path.parent().unwrap_or(&folder);
            fs::create_dir_all(parent)
                .map_err(|source| Error::Create { name: parent.display().to_string(), source })?;
            expanded.outputs.push(Output::Path(path));
        }
    }
    Ok(expanded)
}

/// Returns whether an output is a folder: it exists as a folder, or its name ends with a separator.
fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.as_os_str().as_encoded_bytes().ends_with(b"/")
}
