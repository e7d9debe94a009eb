//! Files about a job: the list of all records that were not solved, and reports.

use std::{io::Write, mem};

use super::Diagnostic;
use crate::{Error, OutputFile, Shard, marks::OutputMark};

/// Bytes that are collected before they are written.
const COLLECTED: usize = 64 << 10;

/// A file of diagnostics: tab-separated columns `line`, `kind`, `detail`, `text`, with a header.
pub(crate) struct Rejects {
    pub(crate) output: OutputFile,
    buffer: Vec<u8>,
    /// The names of the inputs, escaped, if there are several.
    inputs: Option<Vec<String>>,
}

impl Rejects {
    /// Writes to a file that may hold what an earlier run has written. With several inputs, a first
    /// column names the input. Only the first part of a job has a header.
    pub(crate) fn begin(output: OutputFile, inputs: &[String], shard: Shard) -> Self {
        let names = inputs.iter().map(|name| name.escape_debug().to_string());
        let inputs = (inputs.len() > 1).then(|| names.collect());
        let mut buffer = Vec::new();
        if shard.is_first() && output.length == 0 {
            let file: &[u8] = if inputs.is_some() { b"file\t" } else { b"" };
            buffer.extend([file, b"line\tkind\tdetail\ttext\n"].concat());
        }
        Self { output, buffer, inputs }
    }

    pub(crate) fn add(&mut self, diagnostic: &Diagnostic) -> Result<(), Error> {
        if let Some(names) = &self.inputs {
            self.buffer.extend_from_slice(names[diagnostic.input].as_bytes());
            self.buffer.push(b'\t');
        }
        // Names and texts are copied, because formatting them takes as long as a search.
        push_number(diagnostic.line, &mut self.buffer);
        self.buffer.push(b'\t');
        self.buffer.extend_from_slice(diagnostic.kind().name().as_bytes());
        let _ = write!(self.buffer, "\t{}\t", diagnostic.reason);
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

/// Writes a number in decimal digits.
fn push_number(number: u64, out: &mut Vec<u8>) {
    let mut digits = [0; 20];
    let mut start = 20;
    let mut rest = number;
    loop {
        start -= 1;
        digits[start] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            return out.extend_from_slice(&digits[start..]);
        }
    }
}

/// Writes the text of a record as one field of a table: tabs, line ends and all but ASCII are escaped.
fn escape(text: &[u8], out: &mut Vec<u8>) {
    // Without an early exit, because the compiler vectorises this then, and nearly all texts are plain.
    if text.iter().fold(0, |other, &byte| other | u8::from(!is_plain(byte))) == 0 {
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

/// Tells if a byte stands for itself: it is ASCII, printable and no backslash.
fn is_plain(byte: u8) -> bool {
    byte.wrapping_sub(b' ') <= b'~' - b' ' && byte != b'\\'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_they_are_formatted() {
        for number in [0, 9, 10, 105, 99_999, u64::MAX] {
            let mut out = b"-".to_vec();
            push_number(number, &mut out);
            assert_eq!(out, format!("-{number}").into_bytes());
        }
    }

    #[test]
    fn texts_are_escaped_where_they_are_not_plain() {
        for (text, expected) in [
            (&b" ~.9"[..], " ~.9"),
            (b"a\\b", "a\\\\b"),
            (b"a\tb\r", "a\\tb\\r"),
            (b"\x1f\x7f\xc3\xa9", "\\x1f\\x7f\\xc3\\xa9"),
            (b"", ""),
        ] {
            let mut out = Vec::new();
            escape(text, &mut out);
            assert_eq!(String::from_utf8(out).unwrap(), expected);
        }
    }
}
