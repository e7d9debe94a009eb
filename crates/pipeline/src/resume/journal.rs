//! The format of a journal: lines of text, each with its own checksum, that are only ever appended.
//!
//! ```text
//! 5a0c11f2 batchdoku-journal 1 2          a journal of version 1, of a job with two properties
//! 90e1b3a4 property --unique true         what the job is: its options and its inputs
//! 0c7724d1 property content\sof\s'in' 8f…
//! 77ab0931 chunks 0 524288 6394 250 6394,… 524308:524308:524308:9a11c0de
//! 2f5d8e10 complete 731 12000,… false     all outputs are on disk, and get their names now
//! ```
//!
//! A line counts only if its checksum is right, and so do all lines before it. What a run that is
//! killed leaves unfinished is therefore ignored.

use crate::JobCounts;

/// The start of the first line of a journal: its name and the version of the format.
const TITLE: &str = "batchdoku-journal 1";

/// The names of the properties of a job, with their values.
pub(crate) type Properties = Vec<(String, String)>;

/// A journal as it is read.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Journal {
    pub properties: Properties,
    pub(crate) records: Vec<Checkpoint>,
    /// The last line, of a job that has nothing left to do but to rename its outputs.
    pub complete: Option<Complete>,
    /// The length in bytes of the lines that count.
    pub(crate) length: u64,
}

/// The state of a job at some moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Checkpoint {
    pub(crate) position: InputPosition,
    pub(crate) totals: Totals,
    /// Each of its outputs.
    pub outputs: Vec<OutputMark>,
}

/// The start of the first chunk that has not been done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct InputPosition {
    /// The input, counted from 0.
    pub input: usize,
    /// The number of bytes of the input that come before it; records, without an input.
    pub offset: u64,
    /// The number of lines of the input that are known to come before it.
    pub lines: u64,
}

/// The work done by a job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Totals {
    pub counts: JobCounts,
    /// Its time in milliseconds.
    pub(crate) elapsed: u64,
}

/// The state of an output at some moment, all lengths in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct OutputMark {
    /// The length when the last chunk ended.
    pub(crate) wanted: u64,
    /// The length that had been written: this or more.
    pub(crate) written: u64,
    /// The length of that in the file, where it may be compressed.
    pub(crate) stored: u64,
    /// The checksum (CRC-32) of these bytes of the file.
    pub(crate) checksum: u32,
}

/// The work done by a job that is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Complete {
    pub(crate) totals: Totals,
    /// True if a header declares another number of records.
    pub is_count_wrong: bool,
}

impl Journal {
    /// Reads a journal. `None` if its first lines, with the properties, are not all there.
    pub(crate) fn parse(bytes: &[u8]) -> Option<Self> {
        let mut lines = lines(bytes);
        let (title, length) = lines.next()?;
        let count: u64 = title.strip_prefix(TITLE)?.trim().parse().ok()?;
        let mut journal = Self { length, ..Self::default() };
        for _ in 0..count {
            let (line, end) = lines.next()?;
            let mut words = line.strip_prefix("property ")?.split(' ');
            let property = (unescape(words.next()?), unescape(words.next()?));
            journal.properties.push(property);
            journal.length = end;
        }
        for (line, end) in lines {
            if let Some(record) = line.strip_prefix("chunks ").and_then(Checkpoint::parse) {
                journal.records.push(record);
            } else if let Some(totals) = line.strip_prefix("complete ") {
                journal.complete = Complete::parse(totals);
            } else {
                break;
            }
            journal.length = end;
        }
        Some(journal)
    }
}

/// The lines whose checksums are right, without these, and where each ends; up to the first other.
fn lines(bytes: &[u8]) -> impl Iterator<Item = (&str, u64)> {
    let mut start = 0;
    std::iter::from_fn(move || {
        let end = start + memchr::memchr(b'\n', &bytes[start..])?;
        let line = std::str::from_utf8(&bytes[start..end]).ok()?;
        let (sum, text) = line.split_at_checked(9)?;
        start = end + 1;
        (sum == format!("{:08x} ", crc32fast::hash(text.as_bytes())))
            .then_some((text, start as u64))
    })
}

fn line(text: &str) -> String {
    format!("{:08x} {text}\n", crc32fast::hash(text.as_bytes()))
}

/// The first lines of the journal of a job with these properties.
pub(crate) fn head(properties: &[(String, String)]) -> String {
    let mut head = line(&format!("{TITLE} {}", properties.len()));
    for (name, value) in properties {
        head += &line(&format!("property {} {}", escape(name), escape(value)));
    }
    head
}

/// Reads a journal and writes it again, for the fuzz targets: what lines these are and how many bytes of
/// the journal they are. With `sums`, the lines have no checksums yet.
#[cfg(fuzzing)]
pub fn rewritten_journal(bytes: &[u8], sums: bool) -> Option<(String, u64)> {
    let text = sums.then(|| String::from_utf8_lossy(bytes).lines().map(line).collect::<String>());
    let journal = Journal::parse(text.as_ref().map_or(bytes, String::as_bytes))?;
    let mut written = head(&journal.properties);
    journal.records.iter().for_each(|record| written += &record.line());
    written += &journal.complete.map_or(String::new(), |complete| complete.line());
    Some((written, journal.length))
}

impl Complete {
    /// Its line.
    pub(crate) fn line(&self) -> String {
        line(&format!("complete {} {}", self.totals.text(), self.is_count_wrong))
    }

    fn parse(text: &str) -> Option<Self> {
        let mut words = text.split(' ');
        let totals = Totals::parse(&mut words)?;
        Some(Self { totals, is_count_wrong: words.next()?.parse().ok()? })
    }
}

impl Checkpoint {
    /// Its line.
    pub(crate) fn line(&self) -> String {
        let InputPosition { input, offset, lines } = self.position;
        let mut text = format!("chunks {input} {offset} {lines} {}", self.totals.text());
        for OutputMark { wanted, written, stored, checksum } in &self.outputs {
            text += &format!(" {wanted}:{written}:{stored}:{checksum:08x}");
        }
        line(&text)
    }

    fn parse(text: &str) -> Option<Self> {
        let mut words = text.split(' ');
        let position = InputPosition {
            input: words.next()?.parse().ok()?,
            offset: words.next()?.parse().ok()?,
            lines: words.next()?.parse().ok()?,
        };
        let totals = Totals::parse(&mut words)?;
        let outputs = words.map(OutputMark::parse).collect::<Option<_>>()?;
        Some(Self { position, totals, outputs })
    }
}

impl Totals {
    fn text(&self) -> String {
        let counts = self.counts.to_numbers();
        let counts: Vec<_> = counts.iter().map(u64::to_string).collect();
        format!("{} {}", self.elapsed, counts.join(","))
    }

    fn parse<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<Self> {
        let elapsed = words.next()?.parse().ok()?;
        let counts = words.next()?.split(',').map(|count| count.parse().ok());
        let counts: Vec<u64> = counts.collect::<Option<_>>()?;
        Some(Self { counts: JobCounts::from_numbers(&counts)?, elapsed })
    }
}

impl OutputMark {
    fn parse(word: &str) -> Option<Self> {
        let mut fields = word.split(':');
        let mut number = || fields.next()?.parse().ok();
        let (wanted, written, stored) = (number()?, number()?, number()?);
        let checksum = u32::from_str_radix(fields.next()?, 16).ok()?;
        let is_whole = fields.next().is_none() && wanted <= written;
        is_whole.then_some(Self { wanted, written, stored, checksum })
    }
}

/// A text as one word.
fn escape(text: &str) -> String {
    let mut word = String::new();
    for char in text.chars() {
        match char {
            ' ' => word += "\\s",
            '\n' => word += "\\n",
            '\\' => word += "\\\\",
            other => word.push(other),
        }
    }
    word
}

fn unescape(word: &str) -> String {
    let mut text = String::new();
    let mut chars = word.chars();
    while let Some(char) = chars.next() {
        text.push(match char {
            '\\' => match chars.next() {
                Some('s') => ' ',
                Some('n') => '\n',
                _ => '\\',
            },
            other => other,
        });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testkit::sized;

    fn journal() -> (Journal, String) {
        let properties = [("--unique", "true"), ("the size of 'a b'", ""), ("\\", "\n\\s é")];
        let properties = properties.map(|(name, value)| (name.to_owned(), value.to_owned()));
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
        let complete = Complete { totals: records[1].totals, is_count_wrong: true };
        let text = head(&properties) + &records[0].line() + &records[1].line() + &complete.line();
        let length = text.len() as u64;
        let properties = properties.to_vec();
        (Journal { properties, records, complete: Some(complete), length }, text)
    }

    #[test]
    fn what_is_written_is_read() {
        let (journal, text) = journal();
        assert_eq!(Journal::parse(text.as_bytes()), Some(journal));
        let text = head(&[]);
        let empty = Journal { length: text.len() as u64, ..Journal::default() };
        assert_eq!(Journal::parse(text.as_bytes()), Some(empty));
    }

    #[test]
    fn a_torn_journal_is_read_up_to_the_tear() {
        let (whole, text) = journal();
        for end in (0..text.len()).step_by(sized(1, 7)) {
            let Some(found) = Journal::parse(&text.as_bytes()[..end]) else {
                assert!(end < head(&whole.properties).len());
                continue;
            };
            assert_eq!(found.properties, whole.properties);
            assert!(found.length <= end as u64 && found.complete.is_none());
            assert!(whole.records.starts_with(&found.records));
        }
    }

    #[test]
    fn damage_is_noticed() {
        let (whole, text) = journal();
        for at in (0..text.len()).step_by(sized(1, 13)) {
            for change in [1, 0x20, 0x80] {
                let mut bytes = text.clone().into_bytes();
                bytes[at] ^= change;
                let Some(found) = Journal::parse(&bytes) else { continue };
                assert!(found != whole && found.length <= at as u64, "{at} {change}");
                assert!(whole.records.starts_with(&found.records));
            }
        }
        for text in ["", "\n", "batchdoku-journal 1 0\n", "00000000 \n"] {
            assert_eq!(Journal::parse(text.as_bytes()), None);
        }
        let huge = line(&format!("{TITLE} 99999999999"));
        assert_eq!(Journal::parse(huge.as_bytes()), None);
    }
}
