//! The diagnostics of a job, and those of a chunk until its output is written.

use std::fmt;

use super::{DiagnosticKind, Reason};

/// The maximum number of bytes of a record's text that a diagnostic keeps. That is far more than a puzzle of candidates
/// takes; a record may have 16 MiB, but the text is only there to recognise it.
const LONGEST_TEXT: usize = 1 << 10;

/// A section of an input of record batches: `row group` or `record batch`, and its number, counted from 1.
pub(crate) type Section = (&'static str, u64);

/// A record that was not solved (or counted, checked …), with the reason.
///
/// ```
/// use std::sync::{Arc, Mutex};
/// use batchdoku::{jobs::{Command, JobOptions, Solve}, pipeline::{Diagnostic, Input, JobObserver, Output}};
/// #[derive(Default)]
/// struct Reports(Mutex<Vec<String>>);
/// impl JobObserver for Reports {
///     fn diagnostic(&self, input: &str, diagnostic: &Diagnostic) {
///         let words = format!("{input}:{}: {}", diagnostic.line, diagnostic.reason);
///         self.0.lock().unwrap().push(words);
///     }
/// }
/// let reports = Arc::new(Reports::default());
/// let observer: Arc<dyn JobObserver> = reports.clone();
/// let options = JobOptions { observer: Some(observer), ..JobOptions::default() };
/// let empty = Input::text(".".repeat(81));
/// let _ = Solve { options, unique: true, ..Solve::default() }.run(empty, Output::Discard)?;
/// assert_eq!(reports.0.lock().unwrap().len(), 1, "it has more than one solution");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The input of the job, counted from 0.
    pub input: usize,
    /// The line of the record, counted from 1; its row, if the input has record batches.
    pub line: u64,
    /// The section of the input that the record belongs to, if it has record batches.
    pub(crate) section: Option<Section>,
    /// The reason.
    pub reason: Reason,
    /// The first 1,024 bytes of the record.
    pub text: Vec<u8>,
}

impl Diagnostic {
    /// Returns the kind of the reason.
    pub fn kind(&self) -> DiagnosticKind {
        self.reason.kind()
    }

    /// Returns whether the record is not a puzzle.
    pub fn is_malformed(&self) -> bool {
        self.kind().is_malformed()
    }

    /// Returns whether the record was not finished because the job was stopped.
    pub fn is_interrupted(&self) -> bool {
        self.kind() == DiagnosticKind::Interrupted
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.section {
            Some((section, number)) => write!(f, "{section} {number}, row {}: ", self.line)?,
            None => write!(f, "line {}: ", self.line)?,
        }
        write!(f, "{}: {}", self.kind(), self.reason)
    }
}

/// The kinds of diagnostics that a job needs. No others are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Listed {
    /// None: records are only counted.
    #[default]
    Nothing,
    /// Diagnostics of malformed records, because the first malformed record ends the job.
    Malformed,
    /// All kinds.
    All,
}

/// The diagnostics of the records of a chunk, of the kinds that are needed. A worker reuses the memory for its chunks.
#[derive(Debug, Default)]
pub struct Problems {
    listed: Listed,
    /// The input of the chunk, counted from 0.
    pub(crate) input: usize,
    /// The lines of the input before the chunk.
    pub(crate) lines_before: u64,
    list: Vec<Problem>,
    /// The starts of the texts of the records, one after the other. They share memory that is reused, because every
    /// record of an input may be malformed.
    texts: Vec<u8>,
    /// The sections of the chunk, each with its first line.
    sections: Vec<(u64, Section)>,
}

#[derive(Debug)]
struct Problem {
    /// The line within the chunk, counted from 0.
    line: u32,
    /// The start of its text in `texts`.
    start: u32,
    /// The length of its text.
    length: u16,
    reason: Reason,
}

impl Problems {
    /// Removes all diagnostics; from now on, keeps the kinds in `listed`.
    pub(crate) fn clear(&mut self, listed: Listed) {
        self.listed = listed;
        (self.input, self.lines_before) = (0, 0);
        self.list.clear();
        self.texts.clear();
        self.sections.clear();
    }

    /// Returns whether any kind of diagnostics is needed.
    pub fn lists_any(&self) -> bool {
        self.listed != Listed::Nothing
    }

    /// Returns whether diagnostics of this kind are needed.
    pub fn lists(&self, kind: DiagnosticKind) -> bool {
        match self.listed {
            Listed::Nothing => false,
            Listed::Malformed => kind.is_malformed(),
            Listed::All => true,
        }
    }

    /// Returns the line in the input, the reason and the start of each record, in order.
    pub(crate) fn records(&self) -> impl Iterator<Item = (u64, &Reason, &[u8])> {
        self.list.iter().map(|problem| (self.line(problem), &problem.reason, self.text(problem)))
    }

    /// Returns the line of a problem in the input, counted from 1.
    fn line(&self, problem: &Problem) -> u64 {
        self.lines_before + u64::from(problem.line) + 1
    }

    fn text(&self, problem: &Problem) -> &[u8] {
        &self.texts[problem.start as usize..][..problem.length.into()]
    }

    /// Adds a diagnostic of the record `text` at `line` of the chunk, counted from 0, if diagnostics of its kind are
    /// needed.
    pub fn push(&mut self, line: u32, text: &[u8], reason: Reason) {
        if !self.lists(reason.kind()) {
            return;
        }
        let text = &text[..text.len().min(LONGEST_TEXT)];
        let start = self.texts.len() as u32;
        let length = text.len() as u16;
        self.texts.extend_from_slice(text);
        self.list.push(Problem { line, start, length, reason });
    }

    /// Divides the lines of the chunk into sections, each with its first line, counted from 0 in the chunk.
    #[cfg(any(feature = "parquet", test))]
    pub(crate) fn set_sections(&mut self, sections: &[(u64, Section)]) {
        self.sections.extend_from_slice(sections);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Calls `each` with the diagnostics, in order.
    pub(crate) fn each<E>(
        &self,
        mut each: impl FnMut(&Diagnostic) -> Result<(), E>,
    ) -> Result<(), E> {
        // Use the same diagnostic for all, because its text has memory of its own. Everything except the input is
        // replaced for each problem.
        let mut diagnostic = Diagnostic {
            input: self.input,
            line: 0,
            section: None,
            reason: Reason::Interrupted,
            text: Vec::new(),
        };
        for problem in &self.list {
            let line = u64::from(problem.line);
            diagnostic.line = self.line(problem);
            // Sections are in order, so this is the last section that starts at or before this line.
            let section = self.sections.iter().rfind(|(first, _)| *first <= line);
            diagnostic.section = section.map(|(_, section)| *section);
            diagnostic.reason.clone_from(&problem.reason);
            diagnostic.text.clear();
            diagnostic.text.extend_from_slice(self.text(problem));
            each(&diagnostic)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the lines and texts that are kept of three records.
    fn listed(listed: Listed) -> Vec<(u64, Vec<u8>)> {
        let mut problems = Problems::default();
        problems.clear(listed);
        problems.push(0, b"..", Reason::Multiple);
        problems.push(1, b"...", Reason::Malformed(batchdoku_format::RecordError::Null));
        problems.push(5, &[b'.'; LONGEST_TEXT + 1], Reason::Unsolvable);
        problems.lines_before = 10;
        let mut list = Vec::new();
        let add = |found: &Diagnostic| {
            list.push((found.line, found.text.clone()));
            Ok::<(), ()>(())
        };
        problems.each(add).unwrap();
        let of_file: Vec<_> = problems.records().map(|(line, _, text)| (line, text)).collect();
        assert_eq!(of_file, list.iter().map(|(line, text)| (*line, &**text)).collect::<Vec<_>>());
        list
    }

    #[test]
    fn diagnostics_that_nobody_reads_are_not_kept() {
        let all = [(11, b"..".to_vec()), (12, b"...".to_vec()), (16, vec![b'.'; LONGEST_TEXT])];
        assert_eq!(listed(Listed::All), all);
        assert_eq!(listed(Listed::Malformed), all[1..2]);
        assert_eq!(listed(Listed::Nothing), []);
    }

    /// The first row of a row group belongs to it.
    #[test]
    fn each_line_is_in_its_section() {
        let mut problems = Problems::default();
        problems.clear(Listed::All);
        problems.set_sections(&[(0, ("row group", 3)), (2, ("row group", 4))]);
        (0..4).for_each(|line| problems.push(line, b"", Reason::Unsolvable));
        let mut words = Vec::new();
        let add = |found: &Diagnostic| {
            words.push(found.to_string());
            Ok::<(), ()>(())
        };
        problems.lines_before = 6;
        problems.each(add).unwrap();
        let places = [
            "row group 3, row 7",
            "row group 3, row 8",
            "row group 4, row 9",
            "row group 4, row 10",
        ];
        let expected =
            places.map(|place| format!("{place}: unsolvable: the puzzle has no solution"));
        assert_eq!(words, expected);
    }
}
