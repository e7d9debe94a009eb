//! Jobs that resume an earlier run that was interrupted or killed.
//!
//! Such a job writes to hidden files next to its outputs, and keeps a journal next to the first:
//! `.NAME.batchdoku-partial` and `.NAME.batchdoku-journal`. From time to time, once the written bytes are on disk, a
//! line of the journal records the progress of the job. The next run with the same options and inputs checks these
//! files, cuts them off where the last line says, and continues with the first chunk that has not been done.
//!
//! When the outputs are complete, a last line has their lengths and checksums, and the files get their names. The
//! journal stays as the record of the outputs, and each of the other outputs gets a record, too. From it, a later run
//! of the same job finds that nothing is left to do, and [`join`](crate::join) finds which part of which job a file is.

mod checkpoints;
mod error;
mod identity;
mod journal;
mod record;

use std::{
    fs::{self, File},
    io::{self, BufReader, ErrorKind, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
};

pub(crate) use checkpoints::Checkpoints;
pub(crate) use error::RecordFault;
pub use error::ResumeError;
pub(crate) use identity::Identity;
#[cfg(fuzzing)]
pub use journal::rewritten_journal;
use journal::{Checkpoint, Journal, Unreadable};
pub(crate) use journal::{Complete, Totals};
pub(crate) use record::OutputRecord;

use super::{
    Codec, Error, JobSpec, Notice, Output, Run, RunEnd,
    io::{
        OutputFile, PARTIAL, open_hidden_locked, partial_path, read_hidden, rename_partial,
        sync_folder_of, target_of,
    },
    marks::FileMark,
};
use flate2::CrcReader;

/// The purpose of the hidden file with the journal.
pub(crate) const JOURNAL: &str = "journal";

/// A job that can be resumed.
pub(super) struct Resumption {
    /// The journal, open for appending and locked.
    journal: File,
    path: PathBuf,
    name: String,
    identity: Identity,
    /// The outputs, then the rejects.
    outputs: Vec<Output>,
    /// The number of threads of this run.
    threads: usize,
    /// The length of the journal, if this run has started it and no work has been recorded yet.
    head: Option<u64>,
    /// The work done so far; `None` if the job starts at the beginning.
    pub(super) record: Option<Checkpoint>,
    /// The work done, if only renaming is left.
    pub complete: Option<Complete>,
    /// True if even the renaming is done.
    pub(super) is_renamed: bool,
}

impl Resumption {
    /// Looks for the files of an earlier run of the job.
    ///
    /// # Errors
    /// If the files belong to another job or cannot be read, or if the job cannot be resumed because it reads or writes
    /// something that is not a file.
    pub(crate) fn open(run: &Run<'_>) -> Result<Self, Error> {
        let path = journalled(run.spec).map_err(ResumeError::Impossible).map_err(Error::Resume)?;
        let identity = Identity::of(run)?;
        let (path, mut journal) = open_hidden_locked(path, JOURNAL)
            .map_err(|source| Error::Create { name: run.spec.output.answers[0].name(), source })?;
        let name = path.display().to_string();
        let mut bytes = Vec::new();
        let read = journal.read_to_end(&mut bytes);
        read.map_err(|source| Error::Read { name: name.clone(), source })?;
        let found = match Journal::parse(&bytes) {
            Ok(found) => Some(found),
            Err(Unreadable::OtherVersion) => {
                return Err(Error::Resume(ResumeError::OtherVersion { journal: name }));
            }
            Err(Unreadable::Torn) => {
                if !bytes.is_empty() {
                    run.observer.notice(&Notice::DamagedJournal { name: name.clone() });
                }
                None
            }
        };
        let mut resumption = Self {
            journal,
            path,
            name: name.clone(),
            identity,
            outputs: run.spec.resumable().cloned().collect(),
            threads: run.control.threads.count(),
            head: None,
            record: None,
            complete: None,
            is_renamed: false,
        };
        let Some(mut found) = found else {
            resumption.restart()?;
            return Ok(resumption);
        };
        let found_files = match &found.complete {
            Some(complete) => Some(resumption.find_files(complete)?),
            None => None,
        };
        if found_files.as_ref().is_none_or(|files| files.is_any_left) {
            let changes = Identity::changes(&found.identity, &resumption.identity);
            if !changes.is_empty() {
                return Err(Error::Resume(ResumeError::Changed { journal: name, changes }));
            }
        }
        match found_files {
            Some(FoundFiles { altered: Some(output), .. }) => {
                return Err(Error::Resume(ResumeError::Altered { journal: name, output }));
            }
            Some(FoundFiles { is_any_missing: true, .. }) => resumption.restart()?,
            Some(FoundFiles { is_any_damaged: false, is_any_partial, .. }) => {
                resumption.complete = found.complete.take();
                resumption.is_renamed = !is_any_partial;
            }
            _ => {
                resumption.choose(run, found)?;
                if resumption.record.is_none() {
                    resumption.restart()?;
                }
            }
        }
        Ok(resumption)
    }

    /// Compares the outputs of a complete job with its record. An output that still has its hidden name is read in
    /// full, whatever its time, because it may get its name only if every byte is as the job wrote it.
    fn find_files(&self, complete: &Complete) -> Result<FoundFiles, Error> {
        let mut found = FoundFiles::default();
        for (index, output) in self.outputs.iter().enumerate() {
            let Output::Path(path) = output else { continue };
            let mark = complete.files.get(index);
            let read_error = |source| Error::Read { name: output.name(), source };
            match read_hidden(path, PARTIAL) {
                Ok(partial) => {
                    let is_right = mark.map_or(Ok(false), |mark| mark.has_content(partial));
                    found.is_any_left = true;
                    found.is_any_partial = true;
                    found.is_any_damaged |= !is_right.map_err(read_error)?;
                    continue;
                }
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(source) => return Err(read_error(source)),
            }
            let is_same = target_of(path)
                .and_then(File::open)
                .and_then(|file| mark.map_or(Ok(false), |mark| mark.is_of(file)));
            match is_same {
                Ok(is_same) => {
                    found.is_any_left = true;
                    if !is_same {
                        found.altered.get_or_insert(output.name());
                    }
                }
                Err(error) if error.kind() == ErrorKind::NotFound => found.is_any_missing = true,
                Err(source) => return Err(read_error(source)),
            }
        }
        Ok(found)
    }

    /// Finds the last checkpoint that agrees with the files, and forgets all after it.
    fn choose(&mut self, run: &Run<'_>, journal: Journal) -> Result<(), Error> {
        let Journal { mut records, length, complete, .. } = journal;
        let count = records.len();
        for (index, output) in self.outputs.iter().enumerate() {
            let Output::Path(path) = output else { continue };
            if records.is_empty() {
                break;
            }
            let marks = records.iter().map(|record| record.outputs.get(index));
            let wanted: Option<Vec<_>> =
                marks.map(|mark| mark.map(|mark| (mark.stored, mark.checksum))).collect();
            let valid = match (wanted, read_hidden(path, PARTIAL)) {
                (Some(wanted), Ok(file)) => valid_prefixes(file, &wanted),
                (_, Err(source)) if source.kind() != ErrorKind::NotFound => {
                    return Err(Error::Read { name: output.name(), source });
                }
                _ => 0,
            };
            records.truncate(valid);
        }
        if records.len() < count || complete.is_some() {
            run.observer.notice(&Notice::DamagedEnd);
        }
        self.record = records.pop();
        // A killed run may have left the start of a line, so cut the journal off here.
        let cut = self.journal.set_len(length).and_then(|()| self.journal.seek(SeekFrom::End(0)));
        cut.map_err(|source| Error::Write { name: self.name.clone(), source })?;
        Ok(())
    }

    fn restart(&mut self) -> Result<(), Error> {
        let head = journal::head(&self.identity);
        self.head = Some(head.len() as u64);
        self.begin_journal(&head).map_err(|source| Error::Write { name: self.name.clone(), source })
    }

    /// Empties the journal and writes its head.
    fn begin_journal(&self, head: &str) -> io::Result<()> {
        self.journal.set_len(0)?;
        (&self.journal).rewind()?;
        checkpoints::append(&self.journal, head)?;
        sync_folder_of(&self.path)
    }

    /// Opens the outputs and the rejects with their contents, cut off where the job continues.
    pub(super) fn outputs(
        &self,
        spec: &JobSpec,
    ) -> Result<(Vec<OutputFile>, Option<OutputFile>), Error> {
        let marks = self.record.as_ref().map(|record| &record.outputs[..]);
        let mut files = Vec::new();
        for (index, output) in spec.resumable().enumerate() {
            let is_answer = index < spec.output.answers.len();
            let compression =
                if is_answer { spec.output.compression() } else { Default::default() };
            files.push(OutputFile::open_partial(
                output,
                compression,
                marks.map(|marks| &marks[index]),
            )?);
        }
        let rejects = files.split_off(spec.output.answers.len()).pop();
        Ok((files, rejects))
    }

    /// Starts to write the journal for outputs in these files.
    pub(super) fn checkpoints(&self, files: Vec<File>) -> Result<Checkpoints, Error> {
        let before = self.record.as_ref().map_or(0, |record| record.totals.elapsed);
        let journal = self.journal.try_clone().map(|journal| (journal, self.name.clone()));
        journal
            .and_then(|journal| Checkpoints::new(journal, files, before))
            .map_err(|source| Error::Write { name: self.name.clone(), source })
    }

    /// Records that all outputs are complete, with these marks, and gives all other outputs the same record as the
    /// first.
    pub(super) fn complete(
        &self,
        checkpoints: &mut Checkpoints,
        end: &RunEnd,
        files: Vec<FileMark>,
    ) -> Result<(), Error> {
        let elapsed = checkpoints.elapsed().saturating_sub(end.synced.as_millis() as u64);
        let totals = Totals { counts: end.counts, elapsed };
        let is_count_wrong = end.is_count_wrong;
        let complete = Complete { totals, threads: self.threads, is_count_wrong, files, file: 0 };
        checkpoints.join()?;
        checkpoints::append(&self.journal, &complete.line())
            .map_err(|source| Error::Write { name: self.name.clone(), source })?;
        self.write_records(&complete)
    }

    /// Writes the records of all outputs but the first, which has the journal.
    fn write_records(&self, complete: &Complete) -> Result<(), Error> {
        for (file, output) in self.outputs.iter().enumerate().skip(1) {
            let Output::Path(path) = output else { continue };
            let text =
                journal::head(&self.identity) + &Complete { file, ..complete.clone() }.line();
            write_record(path, &text)
                .map_err(|source| Error::Write { name: output.name(), source })?;
        }
        Ok(())
    }

    /// Gives complete outputs their names and their records, unless they have them.
    pub(super) fn rename(&self, complete: &Complete) -> Result<(), Error> {
        self.write_records(complete)?;
        for output in &self.outputs {
            let Output::Path(path) = output else { continue };
            rename_partial(path).map_err(|source| Error::Write { name: output.name(), source })?;
        }
        Ok(())
    }
}

/// Returns the path of the first output. The journal is next to it.
///
/// # Errors
/// If a job with these outputs cannot be resumed.
fn journalled(spec: &JobSpec) -> Result<&Path, String> {
    let JobSpec { input, output, .. } = spec;
    let Some(Output::Path(path)) = output.answers.first() else {
        return Err("its output is not a file".into());
    };
    if output.per_input {
        return Err("each of its inputs has an output of its own".into());
    }
    if let Some(output) = spec.resumable().find(|output| !output.is_new_file()) {
        return Err(format!("'{}' is not a file", output.name()));
    }
    // Compressed rejects may never fill a block, so none of their bytes could be relied on.
    if let Some(rejects @ Output::Path(path)) = &input.rejects
        && Codec::of_name(path) != Codec::None
    {
        return Err(format!("rejects cannot be compressed, as '{}' is", rejects.name()));
    }
    Ok(path)
}

/// The outputs of a complete job, as they were found.
#[derive(Default)]
struct FoundFiles {
    /// True if at least one output is left, with its name or without.
    is_any_left: bool,
    is_any_partial: bool,
    /// True if an output without its name is not as it was written.
    is_any_damaged: bool,
    is_any_missing: bool,
    /// The name of the first output that has its name but is not as it was written.
    altered: Option<String>,
}

impl Drop for Resumption {
    /// Removes all files of a run that ends before there is anything to resume, because the next run may have other
    /// options.
    fn drop(&mut self) {
        let Some(head) = self.head else { return };
        if self.journal.metadata().is_ok_and(|about| about.len() <= head) {
            let partials = self.outputs.iter().filter_map(|output| match output {
                Output::Path(path) => partial_path(path).ok(),
                _ => None,
            });
            for path in partials.chain([self.path.clone()]) {
                // Something that is not a file was there before, and has been refused.
                if path.symlink_metadata().is_ok_and(|it| it.is_file()) {
                    let _ = fs::remove_file(path);
                }
            }
        }
    }
}

/// Returns the number of prefixes of a file, from the first, that have the expected checksums. Each of `lengths` is a
/// length with the checksum of the bytes up to it.
fn valid_prefixes(file: File, lengths: &[(u64, u32)]) -> usize {
    let mut file = CrcReader::new(BufReader::with_capacity(1 << 20, file));
    let mut at = 0;
    for (valid, &(length, expected)) in lengths.iter().enumerate() {
        let missing = length.saturating_sub(at);
        at += io::copy(&mut file.by_ref().take(missing), &mut io::sink()).unwrap_or(0);
        if at != length || file.crc().sum() != expected {
            return valid;
        }
    }
    lengths.len()
}

/// Writes the record of the output at `path`, and replaces an existing record.
fn write_record(path: &Path, text: &str) -> io::Result<()> {
    let (path, record) = open_hidden_locked(path, JOURNAL)?;
    record.set_len(0)?;
    checkpoints::append(&record, text)?;
    sync_folder_of(&path)
}
