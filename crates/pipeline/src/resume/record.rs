//! The record of a complete output: the journal of its run, which stays next to it.

use std::{
    io::{ErrorKind, Read},
    path::Path,
};

use super::{
    Identity, JOURNAL, RecordFault,
    journal::{Complete, Journal, Unreadable},
};
use crate::{io::read_hidden, marks::FileMark};

/// The record of an output.
pub(crate) struct OutputRecord {
    pub(crate) identity: Identity,
    /// The end of the job; `None` if it was interrupted or has not ended.
    pub(crate) complete: Option<Complete>,
}

impl OutputRecord {
    /// Returns the mark of the file that the record belongs to.
    pub(crate) fn mark(&self) -> Option<&FileMark> {
        let complete = self.complete.as_ref()?;
        complete.files.get(complete.file)
    }

    /// Returns the index of the file among those of the job; 0 if the job is not complete.
    pub(crate) fn file(&self) -> usize {
        self.complete.as_ref().map_or(0, |complete| complete.file)
    }

    /// Reads the record of the output `path`.
    ///
    /// # Errors
    /// If there is no record that can be read.
    pub(crate) fn of(path: &Path) -> Result<Self, RecordFault> {
        let mut bytes = Vec::new();
        match read_hidden(path, JOURNAL).and_then(|mut file| file.read_to_end(&mut bytes)) {
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::NotFound => return Err(RecordFault::None),
            Err(error) => return Err(RecordFault::Unreadable(error.to_string())),
        }
        match Journal::parse(&bytes) {
            Ok(Journal { identity, complete, .. }) => Ok(Self { identity, complete }),
            Err(Unreadable::OtherVersion) => Err(RecordFault::OtherVersion),
            Err(Unreadable::Torn) => Err(RecordFault::Torn),
        }
    }
}
