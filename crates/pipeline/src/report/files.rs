//! Files about a job: the list of all records that were not solved, and reports.

use std::{io::Write, mem};

use super::Diagnostic;
use crate::{Error, OutputFile, OutputMark, Shard};

/// Bytes that are collected before they are written.
const COLLECTED: usize = 64 << 10;

/// A file of diagnostics: tab-separated columns `line`, `kind`, `detail`, `text`, with a header.
pub(crate) struct Rejects {
    pub(crate) output: OutputFile,
    buffer: Vec<u8>,
    inputs: Option<Vec<String>>,
}

impl Rejects {
    /// Writes to a file that may hold what an earlier run has written. With several inputs, a first
    /// column names the input. Only the first part of a job has a header.
    pub(crate) fn begin(output: OutputFile, inputs: &[String], shard: Shard) -> Self {
        let inputs = (inputs.len() > 1).then(|| inputs.to_vec());
        let mut buffer = Vec::new();
        if shard.is_first() && output.length == 0 {
            let file: &[u8] = if inputs.is_some() { b"file\t" } else { b"" };
            buffer.extend([file, b"line\tkind\tdetail\ttext\n"].concat());
        }
        Self { output, buffer, inputs }
    }

    pub(crate) fn add(&mut self, diagnostic: &Diagnostic) -> Result<(), Error> {
        if let Some(names) = &self.inputs {
            let _ = write!(self.buffer, "{}\t", names[diagnostic.input].escape_debug());
        }
        let (line, kind, reason) = (diagnostic.line, diagnostic.kind(), &diagnostic.reason);
        let _ = write!(self.buffer, "{line}\t{kind}\t{reason}\t");
        escape(&diagnostic.text, &mut self.buffer);
        self.buffer.push(b'\n');
        if self.buffer.len() > COLLECTED { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), Error> {
        self.output.write(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }
}

/// The outputs about a job, next to those of its records: the rejects, and files that are written when it is done.
pub(crate) struct Reports {
    pub(crate) rejects: Option<Rejects>,
    pub(crate) files: Vec<Option<OutputFile>>,
}

/// The file of the rejects, and those of the reports.
type FinishedReports = (Option<OutputFile>, Vec<Option<OutputFile>>);

impl Reports {
    pub(crate) fn add(&mut self, diagnostic: &Diagnostic) -> Result<(), Error> {
        self.rejects.as_mut().map_or(Ok(()), |rejects| rejects.add(diagnostic))
    }

    /// How far the rejects are, if they are listed, once all so far are written.
    pub(crate) fn mark(&mut self) -> Result<Option<OutputMark>, Error> {
        let Some(rejects) = &mut self.rejects else { return Ok(None) };
        rejects.flush()?;
        Ok(Some(rejects.output.mark(rejects.output.length)))
    }

    /// Writes the last rejects, and returns their file and those of the reports.
    pub(crate) fn end(&mut self) -> Result<FinishedReports, Error> {
        if let Some(rejects) = &mut self.rejects {
            rejects.flush()?;
        }
        let rejects = self.rejects.take().map(|rejects| rejects.output);
        Ok((rejects, mem::take(&mut self.files)))
    }
}

/// Writes the text of a record as one field of a table: tabs, line ends and all but ASCII are escaped.
fn escape(text: &[u8], out: &mut Vec<u8>) {
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~') && byte != b'\\';
    // Without an early exit, because the compiler vectorises this then, and nearly all texts are plain.
    if text.iter().fold(true, |all, &byte| all & is_plain(byte)) {
        return out.extend_from_slice(text);
    }
    for &byte in text {
        if is_plain(byte) {
            out.push(byte);
        } else {
            out.extend(std::ascii::escape_default(byte));
        }
    }
}
