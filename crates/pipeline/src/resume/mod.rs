//! Jobs that go on where an earlier run was interrupted or killed.
//!
//! Such a job writes to files with names of their own beside its outputs, and keeps a journal beside
//! the first: `.NAME.batchdoku-partial` and `.NAME.batchdoku-journal`. From time to time, when what
//! has been written is on disk, a line of the journal says how far the job is. The next run with the
//! same options and inputs checks what is there, cuts the files off where the last line says, and
//! goes on with the first chunk that had not been done. When the outputs are complete, a last line
//! says so, the files get their names, and the journal is removed.

mod checkpoints;
mod journal;
mod properties;

use std::{
    fs::{self, File},
    io::{self, BufReader, ErrorKind, Read, Seek, SeekFrom},
    path::PathBuf,
};

pub(crate) use checkpoints::Checkpoints;
#[cfg(fuzzing)]
pub use journal::rewritten_journal;
use journal::{Checkpoint, Journal};
pub(crate) use journal::{Complete, InputPosition, OutputMark, Totals};

use super::{
    Codec, Error, Output, Plan,
    io::{
        OutputFile, open_hidden_locked, partial_path, read_partial, rename_partial, sync_folder_of,
    },
};
use flate2::CrcReader;

/// A job that can go on.
pub(super) struct Resumption {
    /// The journal, open for appending and locked.
    journal: File,
    path: PathBuf,
    name: String,
    sync: bool,
    /// The files that will be the outputs.
    partials: Vec<PathBuf>,
    /// The length of a journal that this run started, before it notes that anything has been done.
    head: Option<u64>,
    /// The work done, unless the job starts from the beginning.
    pub(super) record: Option<Checkpoint>,
    /// The work done, if nothing is left but renaming.
    pub complete: Option<Complete>,
}

impl Resumption {
    /// Looks for what an earlier run of `job` has left.
    ///
    /// # Errors
    /// If that belongs to another job, or cannot be read, or the job cannot go on: it reads or writes
    /// something that is not a file.
    pub(crate) fn open(plan: &Plan) -> Result<Self, Error> {
        let refuse = |reason: &str| Err(Error::Resume { reason: reason.into() });
        let Some(Output::Path(path)) = plan.outputs.first() else {
            return refuse("its output is not a file");
        };
        if plan.writes_batches(None) {
            return refuse("its output is Parquet or Arrow, of which a part cannot be read");
        }
        if plan.is_by_input {
            return refuse("each of its inputs has an output of its own");
        }
        for output in outputs(plan) {
            if !output.is_new_file() {
                return refuse(&format!("'{}' is not a file", output.name()));
            }
        }
        // A block of compressed rejects may never be full, and nothing of it could be relied upon.
        if let Some(rejects @ Output::Path(path)) = &plan.rejects
            && Codec::of_name(path) != Codec::None
        {
            let name = rejects.name();
            return refuse(&format!("'{name}' is compressed, which rejects must not be"));
        }
        let properties = properties::properties(plan)?;
        let fail = |source| Error::Create { name: plan.outputs[0].name(), source };
        let (path, mut journal) = open_hidden_locked(path, "journal").map_err(fail)?;
        let name = path.display().to_string();
        let mut bytes = Vec::new();
        let read = journal.read_to_end(&mut bytes);
        read.map_err(|source| Error::Read { name: name.clone(), source })?;
        let found = Journal::parse(&bytes);
        if let (None, false, Some(tell)) = (&found, bytes.is_empty(), plan.on_notice) {
            tell(&format!("'{name}' is damaged: starting from the beginning"));
        }
        let found = found.unwrap_or_default();
        if !found.properties.is_empty() {
            let differ = |what| Error::Resume {
                reason: format!("{what} (remove '{name}' to start from the beginning)"),
            };
            properties::compare(&found.properties, &properties).map_err(differ)?;
        }
        let partials = outputs(plan).filter_map(|output| match output {
            Output::Path(path) => partial_path(path).ok(),
            _ => None,
        });
        let mut resumption = Self {
            journal,
            path,
            name,
            sync: !plan.no_sync,
            partials: partials.collect(),
            head: None,
            record: None,
            complete: found.complete,
        };
        if found.complete.is_none() {
            resumption.choose(plan, found)?;
            if resumption.record.is_none() {
                resumption.restart(&properties)?;
            }
        }
        Ok(resumption)
    }

    /// Finds the last record that agrees with the files, and forgets those after it.
    fn choose(&mut self, plan: &Plan, journal: Journal) -> Result<(), Error> {
        let Journal { mut records, length, .. } = journal;
        let count = records.len();
        for (index, output) in outputs(plan).enumerate() {
            let Output::Path(path) = output else { continue };
            if records.is_empty() {
                break;
            }
            let stored = |record: &Checkpoint| {
                record.outputs.get(index).map(|mark| (mark.stored, mark.checksum))
            };
            let wanted: Option<Vec<_>> = records.iter().map(stored).collect();
            let valid = match (wanted, read_partial(path)) {
                (Some(wanted), Ok(file)) => valid_prefixes(file, &wanted),
                (_, Err(source)) if source.kind() != ErrorKind::NotFound => {
                    return Err(Error::Read { name: output.name(), source });
                }
                _ => 0,
            };
            records.truncate(valid);
        }
        if records.len() < count
            && let Some(tell) = plan.on_notice
        {
            tell("what was written last is damaged: going on from an earlier place");
        }
        self.record = records.pop();
        let fail = |source| Error::Write { name: self.name.clone(), source };
        // What a killed run wrote last may be the start of a line.
        self.journal.set_len(length).map_err(fail)?;
        self.journal.seek(SeekFrom::End(0)).map_err(fail)?;
        Ok(())
    }

    fn restart(&mut self, properties: &journal::Properties) -> Result<(), Error> {
        let head = journal::head(properties);
        self.head = Some(head.len() as u64);
        let write = || {
            self.journal.set_len(0)?;
            (&self.journal).rewind()?;
            checkpoints::append(&self.journal, &head, self.sync)?;
            if self.sync { sync_folder_of(&self.path) } else { Ok(()) }
        };
        write().map_err(|source| Error::Write { name: self.name.clone(), source })
    }

    /// Opens the outputs and the rejects, with what is left in them: cut off where the job goes on.
    pub(super) fn outputs(
        &self,
        plan: &Plan,
    ) -> Result<(Vec<OutputFile>, Option<OutputFile>), Error> {
        let marks = self.record.as_ref().map(|record| &record.outputs[..]);
        let mut files = Vec::new();
        for (index, output) in outputs(plan).enumerate() {
            let compression =
                if index < plan.outputs.len() { plan.compression } else { Default::default() };
            files.push(output.open_partial(compression, marks.map(|marks| &marks[index]))?);
        }
        let rejects = files.split_off(plan.outputs.len()).pop();
        Ok((files, rejects))
    }

    /// Starts to write the journal, about these outputs.
    pub(super) fn checkpoints(&self, files: Vec<File>) -> Result<Checkpoints, Error> {
        let before = self.record.as_ref().map_or(0, |record| record.totals.elapsed);
        let journal = self.journal.try_clone().map(|journal| (journal, self.name.clone()));
        journal
            .and_then(|journal| Checkpoints::new(journal, files, before, self.sync))
            .map_err(|source| Error::Write { name: self.name.clone(), source })
    }

    /// Notes that all outputs are complete and, if that is wanted, on disk.
    pub(super) fn complete(
        &self,
        checkpoints: &mut Checkpoints,
        end: &Complete,
    ) -> Result<(), Error> {
        checkpoints.join()?;
        checkpoints::append(&self.journal, &end.line(), self.sync)
            .map_err(|source| Error::Write { name: self.name.clone(), source })
    }

    /// Gives complete outputs their names, as far as they lack them.
    pub(super) fn rename(&self, plan: &Plan) -> Result<(), Error> {
        for output in outputs(plan) {
            let Output::Path(path) = output else { continue };
            rename_partial(path, self.sync)
                .map_err(|source| Error::Write { name: output.name(), source })?;
        }
        Ok(())
    }

    /// Removes the journal of a job that is done.
    pub(super) fn remove(&self) {
        let _ = fs::remove_file(&self.path);
    }
}

impl Drop for Resumption {
    /// A run that ends before there is anything to go on with leaves nothing: the next one may have other
    /// options.
    fn drop(&mut self) {
        let Some(head) = self.head else { return };
        if self.journal.metadata().is_ok_and(|about| about.len() <= head) {
            // What is not a file was there before, and has been refused.
            let is_file = |path: &&PathBuf| path.symlink_metadata().is_ok_and(|it| it.is_file());
            for path in self.partials.iter().chain([&self.path]).filter(is_file) {
                let _ = fs::remove_file(path);
            }
        }
    }
}

/// The outputs of a job that a journal is about.
fn outputs(plan: &Plan) -> impl Iterator<Item = &Output> {
    plan.outputs.iter().chain(&plan.rejects)
}

/// Counts the lengths, each with the checksum of so many bytes, that are right for a file, up to the
/// first that is not.
fn valid_prefixes(file: File, lengths: &[(u64, u32)]) -> usize {
    let mut file = CrcReader::new(BufReader::with_capacity(1 << 20, file));
    let mut at = 0;
    let is_valid = |&&(length, expected): &&(u64, u32)| {
        let missing = length.saturating_sub(at);
        at += io::copy(&mut file.by_ref().take(missing), &mut io::sink()).unwrap_or(0);
        at == length && file.crc().sum() == expected
    };
    lengths.iter().take_while(is_valid).count()
}
