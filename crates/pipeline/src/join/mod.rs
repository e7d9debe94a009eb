//! Joins the outputs of the parts of a job into the output of the whole.
//!
//! Each part has a record of its run (see [`resume`](crate::resume)). The records prove that the parts belong to one
//! job, are complete, and are unchanged. All parts are examined first, so that all faults are reported together.

mod error;

use std::{
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
    time::Duration,
};

use flate2::CrcReader;

pub use error::JoinError;
use error::{Fault, PartFault};

use crate::{
    Codec, Compression, Control, Error, FinishedRun, Input, JobObserver, Notice, Output,
    OutputFile, OutputSpec, Run, RunEnd, Shard,
    io::{check_distinct, codec_of},
    resume::{Identity, OutputRecord, RecordFault},
};
use batchdoku_format::{Format, array_like};

/// The number of bytes copied at a time.
const COPIED: usize = 1 << 20;
/// The number of bytes at the start of a part that are sure to contain the header of an array.
const HEAD: u64 = 128;

/// All parts of a job, in order.
pub struct Parts {
    parts: Vec<OpenedPart>,
}

struct OpenedPart {
    path: PathBuf,
    name: String,
    shard: Shard,
    record: OutputRecord,
    /// The reason why the part cannot be joined, apart from the other parts.
    problem: Option<PartFault>,
}

impl Parts {
    /// Examines the records of parts, given in any order, that are to be joined into the first output of `spec`.
    /// [`Self::join`] reads their contents.
    ///
    /// # Errors
    /// [`Error::Join`] with all faults, unless these are all parts of one job, and complete.
    pub fn open(
        paths: &[PathBuf],
        spec: &OutputSpec,
        observer: &dyn JobObserver,
    ) -> Result<Self, Error> {
        let mut problems = Vec::new();
        let mut parts = Vec::new();
        for path in paths {
            match OpenedPart::open(path) {
                Ok(part) => parts.push(part),
                Err(fault) => problems.push(Fault::Part(Input::from(path).name(), fault)),
            }
        }
        for part in &parts {
            problems.extend(part.problem.clone().map(|problem| part.fault(problem)));
        }
        // Take the job of most parts as the right one, so that an error names only the few parts that differ.
        if let Some(one) = one_of_most(&parts) {
            problems.extend(parts.iter().filter_map(|part| part.difference(one)));
            problems.extend(amiss(&parts, one));
            problems.extend(other_format(one, &spec.answers[0])?);
        }
        if !problems.is_empty() {
            return Err(Error::Join(JoinError(problems)));
        }
        parts.sort_by_key(|part| part.shard.part());
        let retimed = parts.iter().find_map(|part| {
            Identity::retimed_input(&parts[0].record.identity, &part.record.identity)
        });
        if let Some(name) = retimed {
            observer.notice(&Notice::RetimedInput { name });
        }
        Ok(Self { parts })
    }

    /// Returns the end of the whole job: the sums of the counts and of the times of its parts.
    fn end(&self) -> RunEnd {
        let mut end = RunEnd::default();
        for OpenedPart { record, .. } in &self.parts {
            let Some(complete) = &record.complete else { continue };
            end.counts += complete.totals.counts;
            end.before += Duration::from_millis(complete.totals.elapsed);
            end.is_count_wrong |= complete.is_count_wrong;
        }
        end
    }

    /// Returns the largest number of threads of a part.
    pub fn threads(&self) -> usize {
        let ends = self.parts.iter().filter_map(|part| part.record.complete.as_ref());
        ends.map(|complete| complete.threads).max().unwrap_or(0)
    }

    /// Returns the engine of the job, if it had one.
    pub fn engine(&self) -> Option<&str> {
        self.parts[0].record.identity.option("engine")
    }

    /// Joins the parts into the first output of `run`.
    ///
    /// # Errors
    /// If a part is not as its run wrote it, or cannot be read, or the output cannot be written.
    pub fn join(&self, run: &Run<'_>) -> Result<FinishedRun, Error> {
        let output = &run.spec.output;
        let inputs: Vec<_> = self.parts.iter().map(|part| Input::from(&part.path)).collect();
        check_distinct(&inputs, output.answers.iter().chain(&output.reports))?;
        let Some(joined) = self.write(run)? else {
            return Ok(RunEnd::interrupted().into());
        };
        let reports = output
            .reports
            .iter()
            .map(|report| OutputFile::open(report, Compression::default(), run.observer).map(Some));
        let reports = reports.collect::<Result<_, Error>>()?;
        // Sync the output, because users may remove the parts once they are joined.
        Ok(FinishedRun::new(self.end(), vec![joined], reports, true, None))
    }

    /// Writes the parts in order; `None` if the job was stopped.
    fn write(&self, run: &Run<'_>) -> Result<Option<OutputFile>, Error> {
        let output = &run.spec.output.answers[0];
        let compression = run.spec.output.compression();
        let control = run.control;
        let codec = compression.codec.unwrap_or_else(|| output.codec());
        let codecs = self.parts.iter().map(OpenedPart::codec).collect::<Result<Vec<_>, Error>>()?;
        // Parts with the same compression as the output are copied without decoding.
        let are_all = compression.level.is_none() && codecs.iter().all(|stored| *stored == codec);
        // If others may read the output while it is written, it must be right from the start, so check the parts first.
        if !(are_all && output.is_new_file()) {
            self.check(control)?;
        }
        let compression = if are_all {
            Compression { codec: Some(Codec::None), level: None }
        } else {
            compression
        };
        let mut file = OutputFile::open(output, compression, run.observer)?;
        let encoder = file.encoder();
        let is_complete = match encoder {
            None => self.copy(are_all, &mut file, control)?,
            Some((_, encoder)) => {
                encoder.set_threads(control.threads.count());
                encoder.with_helpers(|| self.copy(are_all, &mut file, control))?
            }
        };
        Ok(is_complete.then_some(file))
    }

    /// Copies all parts, as stored or decoded; returns false if the job was stopped.
    fn copy(
        &self,
        as_stored: bool,
        output: &mut OutputFile,
        control: &Control<'_>,
    ) -> Result<bool, Error> {
        let header = self.array_header()?;
        if let Some(header) = &header {
            output.write(header)?;
        }
        let skipped = header.map_or(0, |header| header.len() as u64);
        let mut problems = Vec::new();
        for part in &self.parts {
            if as_stored {
                let file = File::open(&part.path).map_err(|source| part.read_error(source))?;
                let mut read = CrcReader::new(file);
                let Some(length) = part.copy(&mut read, skipped, output, control)? else {
                    return Ok(false);
                };
                let sum = read.crc().sum();
                let is_right = part.record.mark().is_some_and(|mark| mark.is(length, sum));
                problems.extend((!is_right).then(|| part.fault(PartFault::Altered)));
            } else {
                let mut read = Input::from(part.path.clone()).decoded()?;
                if part.copy(&mut read, skipped, output, control)?.is_none() {
                    return Ok(false);
                }
            }
            let puzzles = part.record.complete.as_ref().map_or(0, |end| end.totals.counts.puzzles);
            control.progress.add(puzzles, 0);
        }
        if problems.is_empty() { Ok(true) } else { Err(Error::Join(JoinError(problems))) }
    }

    /// Reads all parts and checks that they are as their runs wrote them.
    fn check(&self, control: &Control<'_>) -> Result<(), Error> {
        let mut problems = Vec::new();
        for part in self.parts.iter().take_while(|_| !control.is_stopped()) {
            if !part.is_right().map_err(|source| part.read_error(source))? {
                problems.push(part.fault(PartFault::Altered));
            }
        }
        if problems.is_empty() { Ok(()) } else { Err(Error::Join(JoinError(problems))) }
    }

    /// Returns the header of the joined array, if the parts are arrays.
    fn array_header(&self) -> Result<Option<Vec<u8>>, Error> {
        let mut first = None;
        let mut rows = 0;
        for part in &self.parts {
            let head = part.head().map_err(|source| part.read_error(source))?;
            let Some(start) = array_like(&head, 0) else { return Ok(None) };
            rows += part.length().saturating_sub(start.len() as u64);
            first.get_or_insert(head);
        }
        Ok(first.and_then(|head| array_like(&head, rows)))
    }
}

impl OpenedPart {
    /// Opens a part.
    ///
    /// # Errors
    /// If its record does not show its place in a job.
    fn open(path: &Path) -> Result<Self, PartFault> {
        if Format::of_file_name(path).ok().flatten().is_some_and(Format::is_batches) {
            return Err(PartFault::RecordBatches);
        }
        let record = OutputRecord::of(path).map_err(|fault| match path.exists() {
            true => fault.into(),
            false => PartFault::NoFile,
        })?;
        let name = Input::from(path).name();
        let shard = record.identity.shard().ok_or(RecordFault::Torn)?;
        let mut part = Self { path: path.to_owned(), name, shard, record, problem: None };
        part.problem = match (path.metadata(), part.record.mark()) {
            (_, None) => Some(PartFault::Incomplete),
            (Err(error), _) if error.kind() == io::ErrorKind::NotFound => Some(PartFault::Lost),
            (Err(error), _) => Some(PartFault::Unreadable(error.to_string())),
            (Ok(about), Some(mark)) if about.len() != mark.size => {
                Some(PartFault::Size { found: about.len(), size: mark.size })
            }
            (Ok(_), Some(_)) => None,
        };
        Ok(part)
    }

    /// Returns the length in bytes that the record states.
    fn length(&self) -> u64 {
        self.record.mark().map_or(0, |mark| mark.size)
    }

    fn is_of_job(&self, other: &Self) -> bool {
        self.difference(other).is_none()
    }

    /// Returns the fault if `self` is not a part of the same job as `other`.
    fn difference(&self, other: &Self) -> Option<Fault> {
        let this = &self.record;
        let that = &other.record;
        let changes = Identity::changes_of_part(&that.identity, &this.identity);
        if !changes.is_empty() {
            return Some(Fault::OtherJob(self.name.clone(), changes));
        }
        let output = this.file() + 1;
        let others = that.file() + 1;
        (output != others).then(|| Fault::OtherOutput { name: self.name.clone(), output, others })
    }

    fn fault(&self, fault: PartFault) -> Fault {
        Fault::Part(self.name.clone(), fault)
    }

    fn read_error(&self, source: io::Error) -> Error {
        Error::Read { name: self.name.clone(), source }
    }

    fn is_right(&self) -> io::Result<bool> {
        let file = File::open(&self.path)?;
        self.record.mark().map_or(Ok(false), |mark| mark.has_content(file))
    }

    /// Returns the first bytes of the file.
    fn head(&self) -> io::Result<Vec<u8>> {
        let mut head = Vec::new();
        File::open(&self.path)?.take(HEAD).read_to_end(&mut head)?;
        Ok(head)
    }

    fn codec(&self) -> Result<Codec, Error> {
        self.head().map(|head| codec_of(&head)).map_err(|source| self.read_error(source))
    }

    /// Copies all bytes of `read` except the first `skipped`. Returns the number of bytes read, including these; `None`
    /// if the job was stopped.
    fn copy(
        &self,
        read: &mut dyn Read,
        skipped: u64,
        output: &mut OutputFile,
        control: &Control<'_>,
    ) -> Result<Option<u64>, Error> {
        let mut buffer = vec![0; COPIED];
        let mut total = io::copy(&mut read.take(skipped), &mut io::sink())
            .map_err(|source| self.read_error(source))?;
        while !control.is_stopped() {
            match read.read(&mut buffer) {
                Ok(0) => return Ok(Some(total)),
                Ok(length) => {
                    output.write(&buffer[..length])?;
                    control.progress.add(0, length as u64);
                    total += length as u64;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(self.read_error(error)),
            }
        }
        Ok(None)
    }
}

/// Returns a part of the job that most parts belong to.
fn one_of_most(parts: &[OpenedPart]) -> Option<&OpenedPart> {
    let mut jobs: Vec<(&OpenedPart, usize)> = Vec::new();
    for part in parts {
        match jobs.iter_mut().find(|(one, _)| part.is_of_job(one)) {
            Some((_, count)) => *count += 1,
            None => jobs.push((part, 1)),
        }
    }
    // Of jobs with equally many parts, take the first.
    jobs.into_iter().rev().max_by_key(|(_, count)| *count).map(|(one, _)| one)
}

/// Returns the faults of the set of parts of the job of `one`: parts that are given twice or are missing. A part that
/// is given, but belongs to another job, has already been named and does not count as missing.
fn amiss(parts: &[OpenedPart], one: &OpenedPart) -> Vec<Fault> {
    let count = one.shard.count();
    let mut sorted: Vec<_> = parts.iter().filter(|part| part.shard.count() == count).collect();
    sorted.sort_by_key(|part| part.shard.part());
    let ours: Vec<_> = sorted.iter().filter(|part| part.is_of_job(one)).collect();
    let twice = ours.windows(2).filter(|pair| pair[0].shard == pair[1].shard);
    let mut amiss: Vec<_> = twice
        .map(|pair| Fault::Twice([pair[0].name.clone(), pair[1].name.clone()], pair[0].shard))
        .collect();
    let mut next = 1;
    let ends = sorted.iter().map(|part| part.shard.part()).chain([count + 1]);
    for part in ends {
        amiss.extend((part > next).then(|| Fault::Missing { first: next, last: part - 1, count }));
        next = part + 1;
    }
    amiss
}

/// Returns a fault if the name of the output selects another format than the parts have.
fn other_format(part: &OpenedPart, output: &Output) -> Result<Option<Fault>, Error> {
    let Output::Path(path) = output else { return Ok(None) };
    let wanted = Format::of_file_name(path)
        .map_err(|source| Error::Format { name: output.name(), source })?;
    let Some(wanted) = wanted else { return Ok(None) };
    let OutputRecord { identity, complete } = &part.record;
    let is_of_records = complete.as_ref().is_none_or(|end| end.file < identity.outputs());
    let asked = identity.option("to").filter(|_| is_of_records);
    let asked = asked.and_then(|name| name.parse::<Format>().ok());
    let found = Format::of_file_name(&part.path).ok().flatten().or(asked);
    // If the name of a part selects no format, the part has the format of the input, and that format is unknown here.
    let is_same = found.map_or(!is_of_records, |found| found == wanted);
    Ok((!is_same).then(|| Fault::OtherFormat { output: output.name(), wanted, found }))
}
