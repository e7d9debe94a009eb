//! Runs whole jobs: checks inputs, opens outputs, and runs all tasks.

use std::ops::Range;

use super::{
    Chunk, ChunkJob, ChunkOutput, ChunkRef, ChunkWorker, Control, Error, FinishedRun, Input,
    JobSpec, Needs, Notice, OutputFile, Problems, RangeJob, Reason, Run, RunEnd,
    chunks::{PairedSource, Source},
    io::LineOffset,
    marks::InputPosition,
    open_files::OpenFiles,
    ordered::{ProblemSink, Task, TaskRun, TaskSource, TaskWorker},
    record_range::RecordRange,
    report::Listed,
};
use batchdoku_format::{
    AnswerShape, Format, Layout, Losses, OtherKeys, Records, RowsPerRecord, WriteOptions,
};

impl<'r> Run<'r> {
    /// Passes the chunks of the inputs through the workers of `job`, one for each thread. The answers have the shape
    /// `shape`.
    ///
    /// The outputs, the rejects and the reports get their names when the run is published.
    ///
    /// # Errors
    /// The error that ended the job.
    pub fn chunks(
        &self,
        shape: &AnswerShape<'_>,
        job: &dyn ChunkJob,
    ) -> Result<FinishedRun, Error> {
        self.open()?.chunks(self.control, shape, job)
    }

    /// Checks that the inputs can be read, and opens the outputs.
    ///
    /// # Errors
    /// The first fault.
    pub fn open(self) -> Result<OpenedRun<'r>, Error> {
        self.spec.check()?;
        Ok(OpenedRun(OpenFiles::open(self)?))
    }

    /// Does the work of [`Run::chunks`], with open files.
    fn chunks_to(
        &self,
        mut files: OpenFiles<'_>,
        shape: &AnswerShape<'_>,
        job: &dyn ChunkJob,
    ) -> Result<FinishedRun, Error> {
        let JobSpec { input, output, .. } = self.spec;
        if input.files.is_empty() {
            return Err(Error::NoInputs);
        }
        let part = self.spec.run.part;
        let rows = match shape.rows {
            RowsPerRecord::One if output.layout.dropped.drop => RowsPerRecord::AtMostOne,
            rows => rows,
        };
        let shape = &AnswerShape { rows, ..*shape };
        if let Some(run) = files.finish_completed()? {
            return Ok(run);
        }
        let (from, before) = files.done_before().unzip();
        let mut source = self.source_from(from)?;
        let layout = self.layout(&mut source)?;
        let format = layout.as_ref().map(|layout| layout.format);
        let is_paced = self.is_paced(format);
        if is_paced {
            source.pace_for(self.threads());
        }
        if let (Some(from), Ok(to)) = (&layout, output.format())
            && let Some(format) = to.or(format)
        {
            self.notice_left_out(shape, from, format);
        }
        // The count that an input declares is also that of the output only if there is no other input and each record
        // makes a row.
        let is_count_kept = input.files.len() == 1 && shape.rows == RowsPerRecord::One;
        let declared_count = source.declared_count().filter(|_| is_count_kept);
        let formatter = &*output.formatter(shape, layout, declared_count)?;
        files.begin(formatter)?;
        let bytes = from.map_or(0, |from| input.bytes_before(from, part.shard));
        let puzzles = before.map_or(0, |before| before.counts.puzzles);
        self.control.progress.start_after(puzzles, bytes);
        let lines = LineOffset::from(from.map_or(0, |from| from.lines));
        let records = if self.needs.numbers { Some(self.records_before(puzzles)?) } else { None };
        let worker = || ReadingWorker(job.worker());
        let end = match &input.solutions {
            None => files.run_tasks(&mut source, formatter, lines, records, worker)?,
            Some(file) => {
                let mut pairs = self.paired(&mut source, file, is_paced, from)?;
                files.run_tasks(&mut pairs, formatter, lines, records, worker)?
            }
        };
        self.notice_losses(formatter.losses());
        if end.is_interrupted() {
            return Ok(end.into());
        }
        let end = self.check_count(end, format, source.declared_count(), &files)?;
        files.end(formatter, end)
    }

    /// Returns the chunks of the files that are still to be done. For pairs of records, returns all chunks, because
    /// records are counted from the first.
    fn source_from(&self, from: Option<InputPosition>) -> Result<Source<'_>, Error> {
        let input = &self.spec.input;
        let mut source = self.source();
        if input.solutions.is_some() {
            return Ok(source);
        }
        let shard = self.spec.run.part.shard;
        if !shard.is_whole() {
            source.take(shard)?;
        }
        if let Some(from) = from {
            source.start_at(from);
        }
        Ok(source)
    }

    /// Returns the layout of the records, with or without solutions in an input of their own.
    fn layout(&self, source: &mut Source<'_>) -> Result<Option<Layout>, Error> {
        let mut layout = source.layout()?;
        if let (Some(_), Some(layout)) = (&self.spec.input.solutions, &mut layout) {
            if self.needs.array_solutions && !layout.format.is_array() {
                return Err(Error::Unpaired(layout.format));
            }
            layout.has_other_solutions = true;
        }
        Ok(layout)
    }

    /// Returns whether chunks are sized by time, given the format of the input. They are not if chunks become record
    /// batches, because the ends of these must not depend on timing.
    fn is_paced(&self, format: Option<Format>) -> bool {
        let is_wanted = self.spec.run.part.resume || self.needs.slow;
        is_wanted && !self.spec.output.is_batches(format)
    }

    /// Returns the chunks of `puzzles` with the solutions of `file`.
    fn paired<'a, 's>(
        &'s self,
        puzzles: &'a mut Source<'s>,
        file: &'s Input,
        is_paced: bool,
        from: Option<InputPosition>,
    ) -> Result<PairedSource<'a, 's>, Error> {
        let input = &self.spec.input;
        let mut solutions = self.source_of_solutions(file);
        if is_paced {
            solutions.pace_for(self.threads());
        }
        let pairs =
            PairedSource::new(puzzles, solutions, &input.files, self.spec.run.part.shard, from)?;
        Ok(pairs.complete(self.needs.array_solutions))
    }

    /// Returns the number of records before the first record that is still to be done: `done` records of this part,
    /// which an earlier run has done, and the records of all parts before, which must be read to be counted.
    fn records_before(&self, done: u64) -> Result<u64, Error> {
        let shard = self.spec.run.part.shard;
        if shard.is_first() {
            return Ok(done);
        }
        let before = self.counted(|source| source.take_before(shard))?;
        // A stopped job needs no number, because it reads no records.
        Ok(done + before.map_or(0, |before| before.found))
    }

    /// Checks that an input in `format` had records, and reports it if their number differs from `declared`.
    fn check_count(
        &self,
        end: RunEnd,
        format: Option<Format>,
        declared: Option<u64>,
        files: &OpenFiles<'_>,
    ) -> Result<RunEnd, Error> {
        let input = &self.spec.input;
        let found = end.counts.puzzles;
        // Text in another known format has already been refused.
        if let (Some(from), 0, Some(_)) = (input.from, found, format)
            && from.facts().skips_text
            && self.spec.run.part.shard.is_whole()
        {
            return Err(Error::NoRecords(from));
        }
        let Some(wrong) = self.wrong_count(declared, found)? else { return Ok(end) };
        let mut problems = Problems::default();
        problems.clear(files.listed());
        problems.push(0, &[], wrong);
        files.reporter().report(&mut problems)?;
        Ok(RunEnd { is_count_wrong: true, ..end })
    }

    /// Returns the fault of a header that declares another number of records than the input has, if this can be known.
    /// `found` records were read. If the job has several parts, the last part counts all records, so it can check the
    /// number.
    fn wrong_count(&self, declared: Option<u64>, found: u64) -> Result<Option<Reason>, Error> {
        let shard = self.spec.run.part.shard;
        let counted = if shard.is_whole() {
            Some(RecordCount { declared, found })
        } else if shard.is_last() && declared.is_some() {
            self.counted(|_| Ok(()))?
        } else {
            None
        };
        let Some(RecordCount { declared: Some(declared), found }) = counted else {
            return Ok(None);
        };
        let is_wrong = declared != found;
        Ok(is_wrong.then_some(Reason::Count { declared, found }))
    }

    /// Notifies the observer of data in records of the input `from` that the output leaves out.
    fn notice_left_out(&self, shape: &AnswerShape<'_>, from: &Layout, format: Format) {
        let has_other_output = format.is_array() && self.spec.output.takes_halves();
        if shape.loses_solutions(from, format) && !has_other_output {
            self.observer.notice(&Notice::WithoutSolutions { format });
        }
        let names = shape.left_out_columns(from, format);
        if !names.is_empty() {
            self.observer.notice(&Notice::WithoutColumns { names, format });
        }
        let names = shape.replaced_columns(from, format);
        if !names.is_empty() {
            self.observer.notice(&Notice::ReplacedColumns { names });
        }
        if shape.leaves_out_text(from, format) {
            self.observer.notice(&Notice::WithoutText { format });
        }
    }

    /// Notifies the observer of data in records that was not written, or was written changed.
    fn notice_losses(&self, losses: Losses) {
        let Losses { keys: OtherKeys { names, has_more }, solutions, replaced } = losses;
        if !names.is_empty() {
            let names = names.into_iter().collect();
            self.observer.notice(&Notice::WithoutKeys { names, has_more });
        }
        if solutions > 0 {
            self.observer.notice(&Notice::LateSolutions { records: solutions });
        }
        if replaced > 0 {
            self.observer.notice(&Notice::ReplacedBytes { fields: replaced });
        }
    }

    /// Makes the records `numbers` with the workers of `job`, one for each thread, and writes them in order to the
    /// first output. Inputs are not used. The answers have the shape `shape`.
    ///
    /// # Errors
    /// The error that ended the job.
    pub fn numbers(
        &self,
        numbers: Range<u64>,
        shape: &AnswerShape<'_>,
        job: &dyn RangeJob,
    ) -> Result<FinishedRun, Error> {
        let JobSpec { output, run, .. } = self.spec;
        let OpenedRun(mut files) = self.open()?;
        if let Some(run) = files.finish_completed()? {
            return Ok(run);
        }
        let formatter = &*output.formatter(shape, None, None)?;
        files.begin(formatter)?;
        let part = run.part.shard.range(numbers.end.saturating_sub(numbers.start));
        let mut rest = numbers.start + part.start..numbers.start + part.end;
        // Messages count lines of the whole output, not of this part.
        let mut lines = part.start;
        let mut counts = 0;
        if let Some((position, totals)) = files.done_before() {
            rest.start = position.offset.clamp(rest.start, rest.end);
            (lines, counts) = (position.lines, totals.counts.puzzles);
        }
        self.control.progress.start_after(counts, rest.start - numbers.start - part.start);
        let mut numbers = RecordRange::new(rest, self.threads(), run.part.resume);
        let lines = LineOffset::from(lines);
        let end = files.run_tasks(&mut numbers, formatter, lines, None, || job.worker())?;
        files.end(formatter, end)
    }

    /// Passes all chunks of the inputs through the workers of `job`, and their output to `sink`. Diagnostics are
    /// dropped.
    ///
    /// # Errors
    /// The reason why the run ended early.
    pub fn read(&self, sink: OutputFile, job: &dyn ChunkJob) -> Result<RunEnd, Error> {
        self.read_listed(sink, job, Listed::Nothing, &mut Unlisted)
    }

    /// Passes all chunks through the workers as [`Run::read`] does, and returns the places of the records that they
    /// list, in order: the input, counted from 0, and the line, counted from 1. The output is dropped.
    ///
    /// # Errors
    /// The reason why the run ended early.
    pub fn places(&self, job: &dyn ChunkJob) -> Result<(RunEnd, Vec<(usize, u64)>), Error> {
        let mut places = Places(Vec::new());
        let sink = OutputFile::to_writer("the places of records", Box::new(std::io::sink()));
        let end = self.read_listed(sink, job, Listed::All, &mut places)?;
        Ok((end, places.0))
    }

    /// Passes all chunks through the workers as [`Run::read`] does, and passes the problems of kinds in `listed` to
    /// `problems`.
    fn read_listed(
        &self,
        sink: OutputFile,
        job: &dyn ChunkJob,
        listed: Listed,
        problems: &mut dyn ProblemSink,
    ) -> Result<RunEnd, Error> {
        let lines = WriteOptions::default();
        let formatter = batchdoku_format::formatter(&AnswerShape::COPIES, &lines)
            .expect("lines hold any record");
        let run = TaskRun {
            source: &mut self.source(),
            outputs: &mut [sink],
            formatter: &*formatter,
            control: self.control,
            lines_before: LineOffset::default(),
            counts: Default::default(),
            records_before: None,
            problems,
            listed,
            written: None,
        };
        run.finish(|| ReadingWorker(job.worker()))
    }

    fn threads(&self) -> usize {
        self.control.threads.count()
    }

    /// Returns the chunks of the files.
    fn source(&self) -> Source<'_> {
        let to = self.spec.output.format();
        let solutions_ahead = matches!(to, Ok(Some(to)) if to.has_solution_column());
        let needs = Needs { solutions_ahead, ..self.needs };
        self.observed(Source::new(&self.spec.input, needs, self.threads()))
    }

    /// Returns the chunks of the input of claimed solutions.
    fn source_of_solutions<'s>(&'s self, file: &'s Input) -> Source<'s> {
        self.observed(Source::of_solutions(file, &self.spec.input, self.needs, self.threads()))
    }

    /// Lets the observer follow a source, and sizes its chunks for the outputs.
    fn observed<'s>(&'s self, source: Source<'s>) -> Source<'s> {
        let output = &self.spec.output;
        source
            .observed_by(self.observer)
            .with_outputs(output.per_input)
            .with_batches(output.layout().batch_rows())
    }

    /// Counts the records of all inputs, or of the part that `take` selects; `None` if the job is stopped.
    fn counted(
        &self,
        take: impl FnOnce(&mut Source<'_>) -> Result<(), Error>,
    ) -> Result<Option<RecordCount>, Error> {
        // The observer must not hear of this pass: it hears of the inputs when the job reads them for its answers.
        let quiet = Self { observer: &(), ..*self };
        let mut source = quiet.source();
        take(&mut source)?;
        let mut records = Records::default();
        let mut found = 0;
        while let Some(chunk) = source.next_task()? {
            if self.control.is_stopped() {
                return Ok(None);
            }
            let loaded = chunk.load()?;
            let ChunkRef { bytes, parser, .. } = chunk.with(&loaded);
            records.read(parser, bytes);
            found += records.row_count() as u64;
            chunk.verify()?;
        }
        Ok(Some(RecordCount { declared: source.declared_count(), found }))
    }
}

/// The number of records in the inputs, and the number that a header declares.
struct RecordCount {
    declared: Option<u64>,
    found: u64,
}

/// Receives no problems, because none are listed.
struct Unlisted;

impl ProblemSink for Unlisted {
    fn report(&mut self, _: &mut Problems) -> Result<(), Error> {
        Ok(())
    }
}

/// Collects the places of problems.
struct Places(Vec<(usize, u64)>);

impl ProblemSink for Places {
    fn report(&mut self, problems: &mut Problems) -> Result<(), Error> {
        self.0.extend(problems.records().map(|(line, ..)| (problems.input, line)));
        Ok(())
    }
}

/// A run with open outputs. Errors of opening come before any work.
pub struct OpenedRun<'r>(OpenFiles<'r>);

impl<'r> OpenedRun<'r> {
    /// Passes all chunks of `known`, a run over the known inputs, through the workers of `job`, and their output to
    /// `sink`. Records that are not puzzles are reported, and counted apart from those of this run's inputs.
    ///
    /// # Errors
    /// The reason why the run ended early.
    pub fn read_known(
        &mut self,
        known: &Run<'_>,
        sink: OutputFile,
        job: &dyn ChunkJob,
    ) -> Result<RunEnd, Error> {
        let files = &mut self.0;
        let end = known.read_listed(sink, job, files.listed(), &mut files.known_reporter())?;
        files.earlier.known_malformed += end.counts.malformed;
        Ok(end)
    }

    /// Passes chunks through workers as [`Run::chunks`] does, with the resources of `control`.
    ///
    /// # Errors
    /// The error that ended the job.
    pub fn chunks<'c>(
        self,
        control: &'c Control<'c>,
        shape: &AnswerShape<'_>,
        job: &dyn ChunkJob,
    ) -> Result<FinishedRun, Error>
    where
        'r: 'c,
    {
        let mut files: OpenFiles<'c> = self.0;
        files.run.control = control;
        let run = files.run;
        run.chunks_to(files, shape, job)
    }
}

/// Loads each chunk into memory for a worker that expects it there.
struct ReadingWorker<'j>(Box<dyn ChunkWorker + 'j>);

impl TaskWorker<Chunk> for ReadingWorker<'_> {
    fn work(&mut self, chunk: &Chunk, output: &mut ChunkOutput<'_, '_>) -> Result<(), Error> {
        let bytes = chunk.load()?;
        #[cfg(feature = "parquet")]
        if let Some(sections) = chunk.sections() {
            output.report.problems.set_sections(sections);
        }
        self.0.work(&ChunkRef { stop: Some(output.stop()), ..chunk.with(&bytes) }, output)
    }
}
