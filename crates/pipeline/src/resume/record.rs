//! The record of a complete output: the journal of its run, which stays next to it.

use std::{
    io::{ErrorKind, Read},
    path::Path,
};

use super::{
    Identity, JOURNAL,
    journal::{Complete, Journal, Unreadable},
};
use crate::{io::read_hidden, marks::FileMark};

/// The record of an output.
pub(crate) struct Record {
    pub(crate) identity: Identity,
    /// The end of the job, unless it was interrupted or has not ended.
    pub(crate) complete: Option<Complete>,
}

impl Record {
    /// Returns the mark of the file next to which the record stands.
    pub(crate) fn mark(&self) -> Option<&FileMark> {
        let complete = self.complete.as_ref()?;
        complete.files.get(complete.file)
    }

    /// Reads the record of the output `path`.
    ///
    /// # Errors
    /// The reason why there is none, in words.
    pub(crate) fn of(path: &Path) -> Result<Self, String> {
        let mut bytes = Vec::new();
        match read_hidden(path, JOURNAL).and_then(|mut file| file.read_to_end(&mut bytes)) {
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return Err(
                    "has no record of its run: only a run that can be resumed leaves one".into()
                );
            }
            Err(error) => return Err(format!("has a record that cannot be read: {error}")),
        }
        match Journal::parse(&bytes) {
            Ok(Journal { identity, complete, .. }) => Ok(Self { identity, complete }),
            Err(Unreadable::OtherVersion) => {
                Err("has a record that was written by another version of batchdoku".into())
            }
            Err(Unreadable::Torn) => Err("has a record that is damaged".into()),
        }
    }
}
