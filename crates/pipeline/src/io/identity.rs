//! Finds inputs and outputs that are the same file, whatever their names.

use std::{
    ffi::OsString,
    fs::{self, Metadata},
    io, mem,
    path::{Path, PathBuf},
    time::SystemTime,
};

use crate::{
    Error,
    io::{
        platform::{self, FileId},
        read::input::{Input, Opened},
        write::{
            output::Output,
            pending_file::{folder, follow_links},
        },
    },
};

/// A regular file, or a file to be created. Pipes and devices have no identity, because several roles may share them.
#[derive(PartialEq, Eq)]
enum Identity {
    File(FileId),
    New(PathBuf, OsString),
}

/// Checks that no output is also an input, or another output, under any names. Jobs call this themselves.
///
/// # Errors
/// [`Error::SameFile`] if an output is also an input or another output.
pub fn check_distinct<'a>(
    inputs: impl IntoIterator<Item = &'a Input>,
    outputs: impl IntoIterator<Item = &'a Output>,
) -> Result<(), Error> {
    let mut seen = Vec::new();
    let mut has_stdout = false;
    let outputs: Vec<_> = outputs.into_iter().map(|output| (output, of_output(output))).collect();
    // There may be thousands of inputs, so they are examined only if an output is an existing file.
    if outputs.iter().any(|(_, identity)| matches!(identity, Some(Identity::File(_)))) {
        seen.extend(
            inputs.into_iter().filter_map(|input| Some((input.name(), "input", of_input(input)?))),
        );
    }
    for (output, identity) in outputs {
        // Two outputs mixed in standard output could not be separated again.
        if *output == Output::Stdout && mem::replace(&mut has_stdout, true) {
            let name = output.name();
            return Err(Error::SameFile { output: name.clone(), role: "output", other: name });
        }
        let Some(identity) = identity else { continue };
        let same = seen.iter().find(|(_, _, other)| *other == identity);
        if let Some((other, role, _)) = same {
            let output = output.name();
            let other = other.clone();
            return Err(Error::SameFile { output, role, other });
        }
        seen.push((output.name(), "output", identity));
    }
    Ok(())
}

fn of_input(input: &Input) -> Option<Identity> {
    match input.path() {
        Some(path) => of_file(path, &path.metadata().ok()?),
        None if input.is_text() => None,
        None => of_file(Path::new(""), &platform::stdin().ok()?.metadata().ok()?),
    }
}

fn of_output(output: &Output) -> Option<Identity> {
    match output {
        Output::Discard => None,
        Output::Stdout => of_file(Path::new(""), &platform::stdout().ok()?.metadata().ok()?),
        Output::Path(path) => {
            let path = follow_links(path).ok()?;
            match path.metadata() {
                Ok(about) => of_file(&path, &about),
                Err(_) => {
                    let folder = fs::canonicalize(folder(&path)).ok()?;
                    Some(Identity::New(folder, path.file_name()?.to_owned()))
                }
            }
        }
    }
}

fn of_file(path: &Path, about: &Metadata) -> Option<Identity> {
    if about.is_file() { platform::file_id(path, about).map(Identity::File) } else { None }
}

/// The state of inputs before a job reads them more than once, to find out whether they change meanwhile.
#[derive(Debug)]
pub struct InputStamps(Vec<(Input, Option<Stamp>)>);

impl InputStamps {
    /// Makes each of `inputs` readable several times, and returns their state. An input that can be read only once,
    /// such as a pipe, is copied.
    ///
    /// # Errors
    /// If an input cannot be read.
    pub fn of_rereadable(inputs: &mut [Input]) -> Result<Self, Error> {
        for input in inputs.iter_mut().filter(|input| input.length().is_none()) {
            *input = input.copied()?;
        }
        let stamped = inputs.iter().map(|input| Ok((input.clone(), Stamp::of(input)?)));
        stamped.collect::<Result<_, _>>().map(Self)
    }

    /// Checks that no input has changed.
    ///
    /// # Errors
    /// [`Error::Rewritten`] for the first input that has changed.
    pub fn check(&self) -> Result<(), Error> {
        for (input, before) in &self.0 {
            if Stamp::of(input)? != *before {
                return Err(Error::Rewritten { name: input.name() });
            }
        }
        Ok(())
    }
}

/// The state of an input at a moment: its identity, length and modification time.
#[derive(Debug, PartialEq, Eq)]
struct Stamp {
    file: Option<FileId>,
    length: u64,
    modified: SystemTime,
}

impl Stamp {
    /// Returns the state of an input; `None` if it is text in memory.
    ///
    /// # Errors
    /// If the input cannot be opened.
    fn of(input: &Input) -> Result<Option<Self>, Error> {
        Self::read(input).map_err(|source| Error::Open { name: input.name(), source })
    }

    fn read(input: &Input) -> io::Result<Option<Self>> {
        let Opened::File(file) = input.open()? else { return Ok(None) };
        let about = file.metadata()?;
        let file = platform::file_id(input.path().unwrap_or(Path::new("")), &about);
        Ok(Some(Self { file, length: about.len(), modified: about.modified()? }))
    }
}
