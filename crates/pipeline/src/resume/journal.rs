//! The format of a journal: lines of text that are only ever appended, each with its own checksum.
//!
//! ```text
//! 5a0c11f2 batchdoku-journal-3 {"version":"0.1.0","command":"solve","options":{"…   the identity of the job
//! 77ab0931 chunks {"position":{"input":0,"offset":524288,"lines":6394},…          how far the job is
//! 2f5d8e10 complete {"totals":…  all outputs are on disk, with these lengths and checksums
//! ```
//!
//! A line counts only if its checksum and those of all lines before it are right. So the unfinished last line of a run
//! that was killed is ignored.
//!
//! The journal of a complete job stays next to its outputs, as their record. A later run with the same identity then
//! has nothing to do, and parts of a job are joined only if their records agree.

use serde::{Deserialize, Serialize};

use super::identity::Identity;
use crate::{
    JobCounts,
    marks::{FileMark, InputPosition, OutputMark},
};

/// The first words of a journal of any version, and the current version.
const TITLE: &str = "batchdoku-journal-";
const VERSION: &str = "3";
/// The kinds of the other lines.
const CHUNKS: &str = "chunks";
const COMPLETE: &str = "complete";

#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Journal {
    pub(super) identity: Identity,
    pub(crate) records: Vec<Checkpoint>,
    /// The last line of a job with complete outputs, whether or not they have their names.
    pub complete: Option<Complete>,
    /// The length in bytes of the lines that count, up to the last checkpoint.
    pub(crate) length: u64,
}

/// The state of a job at a moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Checkpoint {
    pub(crate) position: InputPosition,
    pub(crate) totals: Totals,
    /// The mark of each output.
    pub outputs: Vec<OutputMark>,
}

/// The work done by a job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Totals {
    pub counts: JobCounts,
    /// The time in milliseconds.
    pub(crate) elapsed: u64,
}

/// The work done by a complete job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Complete {
    pub(crate) totals: Totals,
    /// The number of threads of the run that ended the job.
    pub(crate) threads: usize,
    /// True if a header declares a different number of records than there are.
    pub is_count_wrong: bool,
    /// The marks of the outputs and the rejects, when they were complete.
    pub(crate) files: Vec<FileMark>,
    /// The index of the file that this record belongs to.
    pub(crate) file: usize,
}

/// The reason why the first line of a journal, which has the identity of the job, cannot be read.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Unreadable {
    /// The line is not complete, or damaged.
    Torn,
    /// A version of the program with different journals wrote it.
    OtherVersion,
}

impl Journal {
    /// Reads a journal.
    ///
    /// # Errors
    /// If the first line cannot be read. A line with a right checksum was written by some version of the program, so it
    /// must not be mistaken for the unfinished line of a killed run: the work would be lost.
    pub(super) fn parse(bytes: &[u8]) -> Result<Self, Unreadable> {
        let mut lines = lines(bytes);
        let (kind, identity, length) = lines.next().ok_or(Unreadable::Torn)?;
        let version = kind.strip_prefix(TITLE).ok_or(Unreadable::Torn)?;
        let identity = Some(identity).filter(|_| version == VERSION);
        let identity = identity.and_then(|identity| serde_json::from_str(identity).ok());
        let identity = identity.ok_or(Unreadable::OtherVersion)?;
        let mut journal = Self { identity, length, ..Self::default() };
        for (kind, value, end) in lines {
            match kind {
                CHUNKS => match serde_json::from_str(value).ok().filter(Checkpoint::is_stored) {
                    Some(record) => {
                        journal.records.push(record);
                        journal.length = end;
                    }
                    None => break,
                },
                COMPLETE => journal.complete = serde_json::from_str(value).ok(),
                _ => break,
            }
        }
        Ok(journal)
    }
}

/// Returns the kind, the value and the end of each line, up to the first line whose checksum is wrong.
fn lines(bytes: &[u8]) -> impl Iterator<Item = (&str, &str, u64)> {
    let mut start = 0;
    std::iter::from_fn(move || {
        let end = start + memchr::memchr(b'\n', &bytes[start..])?;
        let line = std::str::from_utf8(&bytes[start..end]).ok()?;
        // The checksum is eight hexadecimal digits and a blank.
        let (sum, text) = line.split_at_checked(9)?;
        start = end + 1;
        let (kind, value) = text.split_once(' ')?;
        (*sum == with_sum(text)[..9]).then_some((kind, value, start as u64))
    })
}

fn with_sum(text: &str) -> String {
    format!("{:08x} {text}\n", crc32fast::hash(text.as_bytes()))
}

fn line(kind: &str, value: &impl Serialize) -> String {
    let value = serde_json::to_string(value).expect("numbers and text");
    with_sum(&format!("{kind} {value}"))
}

/// Returns the first line of the journal of a job with this identity.
pub(super) fn head(identity: &Identity) -> String {
    line(&format!("{TITLE}{VERSION}"), identity)
}

/// Reads a journal and writes it again, for the fuzz targets: returns the lines that count, and the length of the
/// journal up to its last record. With `sums`, the lines have no checksums yet.
#[cfg(fuzzing)]
pub fn rewritten_journal(bytes: &[u8], sums: bool) -> Option<(String, u64)> {
    let text =
        sums.then(|| String::from_utf8_lossy(bytes).lines().map(with_sum).collect::<String>());
    let journal = Journal::parse(text.as_ref().map_or(bytes, String::as_bytes)).ok()?;
    let mut written = head(&journal.identity);
    journal.records.iter().for_each(|record| written += &record.line());
    written += &journal.complete.map_or(String::new(), |complete| complete.line());
    Some((written, journal.length))
}

impl Complete {
    pub(crate) fn line(&self) -> String {
        line(COMPLETE, self)
    }
}

impl Checkpoint {
    pub(crate) fn line(&self) -> String {
        line(CHUNKS, self)
    }

    /// Returns whether all wanted bytes have been written.
    pub(super) fn is_stored(&self) -> bool {
        self.outputs.iter().all(|mark| mark.wanted <= mark.written)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use batchdoku_testkit::sized;

    fn journal() -> (Journal, String) {
        let identity = Identity::sample();
        let record = |offset| Checkpoint {
            position: InputPosition { input: 3, offset, lines: 7 },
            totals: Totals {
                counts: JobCounts { puzzles: offset, nodes: u64::MAX, ..JobCounts::default() },
                elapsed: 250,
            },
            outputs: vec![
                OutputMark { wanted: 5, written: 9, stored: offset, checksum: 0xdead },
                OutputMark::default(),
            ],
        };
        let records = vec![record(82), record(8200)];
        let mark = FileMark { size: u64::MAX, checksum: 1, modified: "-1.5".into() };
        let complete = Complete {
            totals: records[1].totals,
            threads: 8,
            is_count_wrong: true,
            files: vec![mark.clone(), mark],
            file: 1,
        };
        let start = head(&identity) + &records[0].line() + &records[1].line();
        let length = start.len() as u64;
        let text = start + &complete.line();
        (Journal { identity, records, complete: Some(complete), length }, text)
    }

    #[test]
    fn what_is_written_is_read() {
        let (journal, text) = journal();
        assert_eq!(Journal::parse(text.as_bytes()), Ok(journal));
        let text = head(&Identity::default());
        let empty = Journal { length: text.len() as u64, ..Journal::default() };
        assert_eq!(Journal::parse(text.as_bytes()), Ok(empty));
    }

    #[test]
    fn a_torn_journal_is_read_up_to_the_tear() {
        let (whole, text) = journal();
        for end in (0..text.len()).step_by(sized(1, 7)) {
            let found = match Journal::parse(&text.as_bytes()[..end]) {
                Ok(found) => found,
                Err(reason) => {
                    assert!(end < head(&whole.identity).len(), "torn at {end}");
                    assert_eq!(reason, Unreadable::Torn, "torn at {end}");
                    continue;
                }
            };
            assert_eq!(found.identity, whole.identity);
            assert!(found.length <= end as u64, "{} of {end}", found.length);
            assert_eq!(found.complete, None, "torn at {end}");
            assert!(whole.records.starts_with(&found.records));
        }
    }

    /// A record must not claim bytes that were not on disk when it was written.
    #[test]
    fn a_record_of_bytes_that_are_not_stored_does_not_count() {
        let (mut whole, _) = journal();
        let start = head(&whole.identity) + &whole.records[0].line();
        whole.records[1].outputs[0].wanted = whole.records[1].outputs[0].written + 1;
        let found = Journal::parse((start.clone() + &whole.records[1].line()).as_bytes()).unwrap();
        assert_eq!(found.records, whole.records[..1]);
        assert_eq!(found.length, start.len() as u64);
    }

    #[test]
    fn damage_is_noticed() {
        let (whole, text) = journal();
        for at in (0..text.len()).step_by(sized(1, 13)) {
            for change in [1, 0x20, 0x80] {
                let mut bytes = text.clone().into_bytes();
                bytes[at] ^= change;
                let found = match Journal::parse(&bytes) {
                    Ok(found) => found,
                    Err(reason) => {
                        assert_eq!(reason, Unreadable::Torn, "{at} {change}");
                        continue;
                    }
                };
                assert_ne!(found, whole, "{at} {change}");
                assert!(found.length <= at as u64, "{at} {change}: {}", found.length);
                assert!(whole.records.starts_with(&found.records));
            }
        }
        for text in ["", "\n", "batchdoku-journal-2 []\n", "00000000 \n"] {
            assert_eq!(Journal::parse(text.as_bytes()), Err(Unreadable::Torn));
        }
        assert_eq!(Journal::parse(with_sum("another-file-3 {}").as_bytes()), Err(Unreadable::Torn));
    }

    /// The checksum is right, so a program wrote the line on purpose.
    #[test]
    fn another_version_is_no_damage() {
        for text in [
            "batchdoku-journal-2 [[\"--unique\",\"given\"]]",
            "batchdoku-journal-4 {}",
            "batchdoku-journal-33 {}",
            "batchdoku-journal-3 []",
            "batchdoku-journal-3 {}",
        ] {
            let found = Journal::parse(with_sum(text).as_bytes());
            assert_eq!(found, Err(Unreadable::OtherVersion), "{text}");
        }
    }
}
