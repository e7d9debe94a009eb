//! Files about a job: the list of all records that were not solved, and reports.

use std::{
    fmt::{self, Write},
    mem,
    sync::LazyLock,
};

use batchdoku_base::any_byte;
use batchdoku_engine::grid::{Digit, House};

use super::{Problems, Reason};
use crate::{Error, OutputFile, Shard, marks::OutputMark};

/// The number of bytes collected before they are written. Writing takes half as long in such pieces as in pieces of 64
/// KiB: 25 ns per record instead of 45.
const COLLECTED: usize = 512 << 10;

/// A file of diagnostics: tab-separated columns `line`, `kind`, `detail`, `text`, with a header.
pub(crate) struct Rejects {
    pub(crate) output: OutputFile,
    buffer: Vec<u8>,
    /// The names of the inputs, escaped, if there are several inputs.
    inputs: Option<Vec<String>>,
}

impl Rejects {
    /// Starts writing to a file, which may have the rejects of an earlier run. With several inputs, a first column
    /// names the input. Only the first part of a job writes a header.
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

    /// Adds the records of a chunk.
    fn add(&mut self, problems: &Problems) -> Result<(), Error> {
        for (line, reason, text) in problems.records() {
            if let Some(names) = &self.inputs {
                self.buffer.extend_from_slice(names[problems.input].as_bytes());
                self.buffer.push(b'\t');
            }
            push_number(line, &mut self.buffer);
            self.buffer.push(b'\t');
            push_reason(reason, &mut self.buffer);
            escape(text, &mut self.buffer);
            self.buffer.push(b'\n');
            if self.buffer.len() > COLLECTED {
                self.flush()?;
            }
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Error> {
        self.output.write(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }
}

/// The outputs about a job: the rejects, and reports that are written when the job is done.
pub(crate) struct Reports {
    pub(crate) rejects: Option<Rejects>,
    pub(crate) files: Vec<Option<OutputFile>>,
}

/// The file of the rejects, and those of the reports.
type FinishedReports = (Option<OutputFile>, Vec<Option<OutputFile>>);

impl Reports {
    /// Adds the records of a chunk to the rejects, if they are listed.
    pub(crate) fn add(&mut self, problems: &Problems) -> Result<(), Error> {
        self.rejects.as_mut().map_or(Ok(()), |rejects| rejects.add(problems))
    }

    /// Writes all rejects so far, and returns the mark of their file; `None` if they are not listed.
    pub(crate) fn mark(&mut self) -> Result<Option<OutputMark>, Error> {
        let Some(rejects) = &mut self.rejects else { return Ok(None) };
        rejects.flush()?;
        Ok(Some(rejects.output.mark(rejects.output.length)))
    }

    /// Writes the remaining rejects, and returns their file and those of the reports.
    pub(crate) fn end(&mut self) -> Result<FinishedReports, Error> {
        if let Some(rejects) = &mut self.rejects {
            rejects.flush()?;
        }
        let rejects = self.rejects.take().map(|rejects| rejects.output);
        Ok((rejects, mem::take(&mut self.files)))
    }
}

/// The fields for contradictory clues, for each house and digit. They are made once, because a file may have a million
/// such records.
static CONTRADICTORY: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let pairs = House::ALL.iter().flat_map(|&house| Digit::ALL.map(|digit| (house, digit)));
    let fields = |(house, digit)| {
        let mut out = Vec::new();
        format_reason(&Reason::Contradictory { house, digit }, &mut out);
        out
    };
    pairs.map(fields).collect()
});

/// Writes the kind and the words of a reason, each with a tab after it.
fn push_reason(reason: &Reason, out: &mut Vec<u8>) {
    match reason {
        Reason::Contradictory { house, digit } => {
            out.extend_from_slice(&CONTRADICTORY[house.index() * 9 + digit.index()]);
        }
        _ => format_reason(reason, out),
    }
}

fn format_reason(reason: &Reason, out: &mut Vec<u8>) {
    struct Text<'a>(&'a mut Vec<u8>);
    impl Write for Text<'_> {
        fn write_str(&mut self, words: &str) -> fmt::Result {
            self.0.extend_from_slice(words.as_bytes());
            Ok(())
        }
    }
    out.extend_from_slice(reason.kind().name().as_bytes());
    out.push(b'\t');
    reason.write_to(&mut Text(out)).expect("memory takes all words");
    out.push(b'\t');
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

/// Writes the text of a record as a field of a table: tabs, line ends and non-ASCII bytes are escaped.
fn escape(text: &[u8], out: &mut Vec<u8>) {
    if !any_byte(text, |byte| !is_plain(byte)) {
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

/// Returns whether a byte needs no escape: it is ASCII, printable, and no backslash.
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
