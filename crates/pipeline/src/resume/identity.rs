//! The identity of a job: its question and its inputs, which must be unchanged when it is resumed; and marks that show
//! whether its outputs are as it wrote them.

use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
};

use serde::{Deserialize, Serialize};

use crate::{
    Change, Error, Input, Question, Run, Shard,
    io::{Opened, regular},
    marks::modified,
    resume::ResumeError,
};

/// The number of bytes compared at the start and at the end of an input. Reading all of it could take as long as the
/// job. An edited or replaced file nearly always differs in these bytes, in its size, or in its time.
const EDGE: u64 = 64 << 10;
/// The number of samples between start and end.
const SAMPLES: u64 = 16;
/// The length of a sample in bytes.
const SAMPLE_LENGTH: u64 = 4 << 10;
/// The option that differs between the parts of a job.
const SHARD: &str = "shard";
const REJECTS: &str = "rejects";

/// The identity of a job.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Identity {
    /// The version of batchdoku.
    version: String,
    #[serde(flatten)]
    question: Question,
    /// The number of outputs.
    outputs: usize,
    inputs: Vec<InputIdentity>,
}

/// An input: a file, or text in memory, which has the text as its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct InputIdentity {
    name: String,
    #[serde(flatten)]
    file: Option<FileIdentity>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct FileIdentity {
    /// The length in bytes.
    size: u64,
    modified: String,
    /// The checksum (CRC-32) of samples of the content.
    samples: u32,
}

impl Identity {
    /// Returns the identity of a job.
    ///
    /// # Errors
    /// If an input cannot be read, or is not a file.
    pub(super) fn of(run: &Run<'_>) -> Result<Self, Error> {
        let inputs = run.spec.input.all().map(InputIdentity::of);
        Ok(Self {
            version: env!("CARGO_PKG_VERSION").into(),
            question: run.question.clone(),
            outputs: run.spec.output.answers.len(),
            inputs: inputs.collect::<Result<_, _>>()?,
        })
    }

    /// Returns the part of the job, if it has several.
    pub(crate) fn shard(&self) -> Option<Shard> {
        self.question.option(SHARD).map_or(Some(Shard::default()), Shard::parse)
    }

    /// Returns the number of outputs, without the rejects, which come after them.
    pub(crate) fn outputs(&self) -> usize {
        self.outputs
    }

    /// Returns the value of an option, if it is text.
    pub(crate) fn option(&self, name: &str) -> Option<&str> {
        self.question.option(name)
    }

    /// Returns all differences between the identity of an earlier run and the identity now.
    pub(super) fn changes(before: &Self, now: &Self) -> Vec<Change> {
        let mut changes = Self::changes_of_question(before, now, &[]);
        // Further inputs of either job show in the number of inputs, which is compared with the question.
        for (index, (before, now)) in before.inputs.iter().zip(&now.inputs).enumerate() {
            changes.extend(Change::of_thing(
                &format!("input {}", index + 1),
                &before.name,
                &now.name,
            ));
            // If a file has other contents, its time differs, too, which would add nothing.
            changes.extend(before.content_change(now).or_else(|| before.time_change(now)));
        }
        changes
    }

    /// Returns all differences that show that two parts do not belong to the same job. Names and times of the inputs
    /// may differ, because each machine may have its own copies.
    pub(crate) fn changes_of_part(before: &Self, now: &Self) -> Vec<Change> {
        let mut changes = Self::changes_of_question(before, now, &[SHARD, REJECTS]);
        let count_before = before.shard().map(Shard::count);
        let count_now = now.shard().map(Shard::count);
        changes.extend(Change::of_thing("the number of parts", &count_before, &count_now));
        let inputs = before.inputs.iter().zip(&now.inputs);
        changes.extend(inputs.filter_map(|(before, now)| before.content_change(now)));
        changes
    }

    /// Returns the name of the first input that was written at another time, if any was.
    pub(crate) fn retimed_input(before: &Self, now: &Self) -> Option<String> {
        let mut inputs = before.inputs.iter().zip(&now.inputs);
        inputs.find_map(|(before, now)| before.time_change(now).map(|_| now.name.clone()))
    }

    /// Returns all differences except those of single inputs and of the options in `without`.
    fn changes_of_question(before: &Self, now: &Self, without: &[&str]) -> Vec<Change> {
        let mut changes = Question::changes(&before.question, &now.question, without);
        changes.extend(Change::of_thing("the version of batchdoku", &before.version, &now.version));
        // The number of outputs follows from options, so a change adds nothing next to a changed option.
        if changes.is_empty() {
            changes.extend(Change::of_thing(
                "the number of outputs",
                &before.outputs,
                &now.outputs,
            ));
        }
        changes.extend(Change::of_thing(
            "the number of inputs",
            &before.inputs.len(),
            &now.inputs.len(),
        ));
        changes
    }

    /// Returns an identity with all kinds of fields, as a sample.
    #[cfg(test)]
    pub(super) fn sample() -> Self {
        let options = serde_json::json!({"unique": true, "seed": 5, "\\": "\n\\s é", "not": null});
        let file = FileIdentity { size: u64::MAX, modified: "-0.5".into(), samples: u32::MAX };
        Self {
            version: "0.0.0".into(),
            question: Question::new("solve", &options),
            outputs: 2,
            inputs: vec![
                InputIdentity { name: "a b".into(), file: Some(file) },
                InputIdentity { name: "text".into(), file: None },
            ],
        }
    }
}

impl InputIdentity {
    fn of(input: &Input) -> Result<Self, Error> {
        let name = input.name();
        // Opening a named pipe would wait for its writer.
        if input.path().is_some_and(|path| path.exists() && !path.is_file()) {
            return Err(not_a_file(&name));
        }
        let opened = match input.open() {
            Ok(opened) => opened,
            Err(source) => return Err(Error::Read { name, source }),
        };
        let Opened::File(mut file) = opened else { return Ok(Self { name, file: None }) };
        let Some(about) = regular(&file) else { return Err(not_a_file(&name)) };
        match samples(&mut file, about.len()) {
            Ok(samples) => {
                let file = FileIdentity { size: about.len(), modified: modified(&about), samples };
                Ok(Self { name, file: Some(file) })
            }
            Err(source) => Err(Error::Read { name, source }),
        }
    }

    fn content_change(&self, now: &Self) -> Option<Change> {
        let (Some(old), Some(new)) = (&self.file, &now.file) else { return None };
        if old.size != new.size {
            return Change::of_thing(&format!("the size of '{}'", now.name), &old.size, &new.size);
        }
        (old.samples != new.samples)
            .then(|| Change::unnamed(&format!("the content of '{}'", now.name)))
    }

    fn time_change(&self, now: &Self) -> Option<Change> {
        let (Some(old), Some(new)) = (&self.file, &now.file) else { return None };
        let what = format!("the modification time of '{}'", now.name);
        Change::of_thing(&what, &date(&old.modified), &date(&new.modified))
    }
}

/// Returns the error for an input that a later run could not read again.
fn not_a_file(name: &str) -> Error {
    let words = format!("'{name}' is not a file, so it cannot be read again");
    Error::Resume(ResumeError::Impossible(words))
}

/// Returns a modification time for people, in UTC: `2026-11-25 23:34:10.5`. Times before 1970 stay numbers.
fn date(modified: &str) -> String {
    utc(modified).unwrap_or_else(|| modified.to_owned())
}

/// Returns a time in seconds since 1970 as a date; `None` if it is before.
fn utc(time: &str) -> Option<String> {
    let (seconds, fraction) = time.split_once('.')?;
    let seconds: u64 = seconds.parse().ok()?;
    let day = crate::civil_date(seconds / 86_400);
    let second = seconds % 86_400;
    let hour = second / 3600;
    let minute = second / 60 % 60;
    let second = second % 60;
    let fraction = fraction.trim_end_matches('0');
    let fraction = if fraction.is_empty() { String::new() } else { format!(".{fraction}") };
    Some(format!("{day} {hour:02}:{minute:02}:{second:02}{fraction} UTC"))
}

/// Returns the checksum of samples of a file: the first bytes, the last bytes, and some between them. The position of
/// the file does not change.
fn samples(file: &mut File, length: u64) -> io::Result<u32> {
    let position = file.stream_position()?;
    let in_between = (1..=SAMPLES).map(|sample| (length / (SAMPLES + 1) * sample, SAMPLE_LENGTH));
    let last = [(length.saturating_sub(EDGE), EDGE)];
    let mut checksum = crc32fast::Hasher::new();
    let mut bytes = Vec::new();
    for (start, size) in [(0, EDGE)].into_iter().chain(in_between).chain(last) {
        bytes.clear();
        file.seek(SeekFrom::Start(start))?;
        file.take(size).read_to_end(&mut bytes)?;
        checksum.update(&bytes);
    }
    file.seek(SeekFrom::Start(position))?;
    Ok(checksum.finalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_dates_for_people() {
        for (modified, expected) in [
            ("86399.0", "1970-01-01 23:59:59 UTC"),
            ("951868800.250", "2000-03-01 00:00:00.25 UTC"),
            ("-0.5", "-0.5"),
        ] {
            assert_eq!(date(modified), expected, "{modified}");
        }
    }

    #[test]
    fn every_difference_is_named() {
        let before = Identity::sample();
        assert_eq!(Identity::changes(&before, &before), []);
        let mut now = before.clone();
        now.version = "0.0.1".into();
        now.question = Question::new("solve", &serde_json::json!({"seed": 6, "\\": "\n\\s é"}));
        now.outputs = 1;
        now.inputs.pop();
        now.inputs[0].name = "c".into();
        let changes = Identity::changes(&before, &now);
        let words: Vec<_> = changes.iter().map(|change| change.words(&str::to_owned)).collect();
        let expected = [
            "seed was 5 and is now 6",
            "unique was given and is now not given",
            "the version of batchdoku was '0.0.0' and is now '0.0.1'",
            "the number of inputs was 2 and is now 1",
            "input 1 was 'a b' and is now 'c'",
        ];
        assert_eq!(words, expected);
        let mut file = before.inputs[0].file.clone().expect("a file");
        for (change, words) in [
            (&mut |file: &mut FileIdentity| file.modified = "1".into(), "the modification time of"),
            (&mut |file: &mut FileIdentity| file.samples = 1, "the content of 'a b' has changed"),
            (&mut |file: &mut FileIdentity| file.size = 1, "the size of 'a b' was 184467440"),
        ] as [(&mut dyn FnMut(&mut FileIdentity), &str); 3]
        {
            change(&mut file);
            let mut now = before.clone();
            now.inputs[0].file = Some(file.clone());
            let changes = Identity::changes(&before, &now);
            assert_eq!(changes.len(), 1);
            let found = changes[0].words(&str::to_owned);
            assert!(found.starts_with(words), "{found}");
        }
    }
}
