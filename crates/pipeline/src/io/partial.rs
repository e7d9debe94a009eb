//! Outputs that a later run may go on with: how far they are, and going on.

use std::{
    fs::File,
    io::{self, Seek, SeekFrom},
};

use super::{
    compressor::Compression,
    output::{Output, OutputFile, open_file},
    output_target::OutputTarget,
    temporary::Temporary,
};
use crate::{Error, OutputMark};

/// How much of an output is stored, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct OutputProgress {
    /// What was written.
    pub(crate) written: u64,
    /// What that takes in the file, where it may be compressed.
    pub(crate) stored: u64,
    /// The checksum (CRC-32) of these bytes of the file.
    pub(crate) checksum: u32,
}

impl Output {
    /// Opens a file that a later run may go on with, cut off at `mark`, or empty.
    ///
    /// # Errors
    /// If it is not a file, or cannot be opened.
    pub(crate) fn open_partial(
        &self,
        compression: Compression,
        mark: Option<&OutputMark>,
    ) -> Result<OutputFile, Error> {
        let not_a_file = || Error::Resume { reason: format!("'{}' is not a file", self.name()) };
        if !matches!(self, Self::Path(_)) {
            return Err(not_a_file());
        }
        let mut is_file = true;
        let mark = mark.copied().unwrap_or_default();
        let mut output = self.open_with(compression, |path| {
            let Some(file) = open_file(path, Temporary::lasting)? else {
                is_file = false;
                return Ok(OutputTarget::Stream(Box::new(io::sink())));
            };
            file.file().set_len(mark.stored)?;
            file.file().seek(SeekFrom::End(0))?;
            Ok(OutputTarget::File(file))
        })?;
        if !is_file {
            return Err(not_a_file());
        }
        output.length = mark.wanted;
        output.skipped = mark.written - mark.wanted;
        let checksum = crc32fast::Hasher::new_with_initial_len(mark.checksum, mark.stored);
        match &output.target {
            OutputTarget::Encoded { encoder, file: Some(file) } => encoder
                .go_on(file.file(), &mark, checksum)
                .map_err(|source| Error::Read { name: self.name(), source })?,
            _ => output.checksum = Some(checksum),
        }
        Ok(output)
    }
}

impl OutputFile {
    /// How many bytes have been written.
    pub(crate) fn length(&self) -> u64 {
        self.length
    }

    /// How much of it is stored in its file.
    pub(crate) fn progress(&self) -> OutputProgress {
        match (&self.target, &self.checksum) {
            (OutputTarget::Encoded { encoder, .. }, _) => encoder.progress(),
            (_, Some(checksum)) => {
                let checksum = checksum.clone().finalize();
                let length = self.length + self.skipped;
                OutputProgress { written: length, stored: length, checksum }
            }
            _ => OutputProgress::default(),
        }
    }

    /// Its file, to be synchronised by another thread.
    ///
    /// # Errors
    /// If the system has no handle left, or its bytes are collected elsewhere first.
    pub(crate) fn partial_file(&self) -> Result<File, Error> {
        match &self.target {
            OutputTarget::File(file) | OutputTarget::Encoded { file: Some(file), .. } => file
                .file()
                .try_clone()
                .map_err(|source| Error::Create { name: self.name.clone(), source }),
            _ => {
                let reason = format!("'{}' is compressed and starts with its length", self.name);
                Err(Error::Resume { reason })
            }
        }
    }
}
