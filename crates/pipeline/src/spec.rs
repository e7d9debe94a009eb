//! A job as plain data: what it reads, what it writes, and how it runs.

use super::{
    Error, JobObserver, Shard,
    io::{Input, Output, OutputFile, check_distinct, file_type},
    marks::InputPosition,
};
use batchdoku_format::{
    AdaptedFormatter, AnswerShape, Compression, Converting, Copying, CountingSolutions, Dropping,
    FileType, Format, FormatError, Layout, LayoutOption, LayoutOptions, ReadOptions,
    RecordFormatter, WriteOptions,
};

/// The inputs, the outputs and the manner of a job. Options that decide its answers are in the
/// [question](crate::Question) of its command.
#[derive(Clone, Debug, Default)]
pub struct JobSpec {
    /// The inputs.
    pub input: InputSpec,
    /// The outputs.
    pub output: OutputSpec,
    /// The manner of running.
    pub run: RunSpec,
}

/// The inputs of a job, and how they are read.
#[derive(Clone, Debug, Default)]
pub struct InputSpec {
    /// The inputs, in order.
    pub files: Vec<Input>,
    /// The format of the inputs, or `None` to detect it.
    pub from: Option<Format>,
    /// The column of a table, or the key of objects, that holds the puzzles; `None` for the usual names.
    pub column: Option<String>,
    /// The part of the records that is read; of those that are made, in a job without inputs.
    pub shard: Shard,
    /// An input whose lines are appended to those of the files, as in `puzzle,solution`.
    pub solutions: Option<Input>,
    /// Inputs that the job compares with those of the files. It reads them first, in a run of their own.
    pub known: Vec<Input>,
    /// The column, or the key, that holds the claimed solutions; `None` for the usual names.
    pub solution_column: Option<String>,
}

/// The outputs of a job, and how they are written.
#[derive(Clone, Debug, Default)]
pub struct OutputSpec {
    /// The outputs of the answers: one, or as many as the workers fill.
    pub answers: Vec<Output>,
    /// True if each input has an output of its own.
    pub per_input: bool,
    /// The format, or `None` for that of the output's name or else of the input.
    pub to: Option<Format>,
    /// The layout of the answers.
    pub layout: LayoutOptions,
    /// The compression of the answers.
    pub compression: Compression,
    /// The list of records that were rejected.
    pub rejects: Option<Output>,
    /// Files about the whole job: see [`FinishedRun::report`](crate::FinishedRun::report).
    pub reports: Vec<Output>,
    /// Files besides the inputs that no output may overwrite.
    pub protected: Vec<Input>,
    /// True if files must be on disk before they get their names, so that a crash of the system loses none; those of a
    /// job that can be resumed always are.
    pub sync: bool,
}

/// How a job runs.
#[derive(Clone, Copy, Debug, Default)]
pub struct RunSpec {
    /// The number of threads; 0 is one per core.
    pub threads: usize,
    /// True if the first malformed record ends the job.
    pub strict: bool,
    /// True if the job continues where an earlier run ended, and keeps a journal for later ones.
    pub resume: bool,
}

/// The needs of a command, whatever the user asks for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Needs {
    /// True if records are read with the solutions that they have.
    pub solutions: bool,
    /// True if it matters before the first record whether any has a solution.
    pub solutions_ahead: bool,
    /// True if solutions in an input of their own must be those of an array of puzzles. Other records have theirs next to
    /// them, and seeds go by the places of records, which those of pairs of lines would change.
    pub array_solutions: bool,
    /// True if puzzles with pencilmarks are read with all their candidates.
    pub pencilmarks: bool,
    /// True if records may take long: tasks start small, so that there is progress to see.
    pub slow: bool,
}

impl JobSpec {
    /// Returns whether files must be on disk before they get their names. Those of a job that can be resumed must be,
    /// because its journal says what is in them.
    pub(super) fn is_synced(&self) -> bool {
        self.output.sync || self.run.resume
    }

    /// Makes sure, before any work, that the inputs can be read, that the names of the outputs stand for formats that
    /// can be written, and that no output is an input or another output.
    ///
    /// # Errors
    /// The first fault.
    pub fn check(&self) -> Result<(), Error> {
        let Self { input, output, .. } = self;
        output.check_names()?;
        output.check_sync()?;
        if output.per_input && !input.shard.is_whole() {
            let reason = "each part would replace the files of the others";
            let (option, other, value) = ("shard", "output", Some("FOLDER"));
            return Err(Error::Clash { option, is_needed: false, other, value, reason });
        }
        input.all().try_for_each(Input::check)?;
        check_distinct(input.all().chain(&output.protected), output.all())
    }
}

impl InputSpec {
    /// Returns the spec of one input, with the defaults for everything else.
    pub fn of(input: Input) -> Self {
        Self { files: vec![input], ..Self::default() }
    }

    /// Returns all inputs.
    pub(super) fn all(&self) -> impl Iterator<Item = &Input> {
        self.files.iter().chain(&self.solutions).chain(&self.known)
    }

    /// Returns the options for reading the files.
    pub(super) fn reading(&self, needs: Needs) -> ReadOptions {
        // With an input of solutions, the column is one of that input.
        let solution_column = self.solution_column.clone().filter(|_| self.solutions.is_none());
        ReadOptions {
            format: self.from,
            column: self.column.clone(),
            solution_column,
            is_of_solutions: false,
            solutions: needs.solutions,
            solutions_ahead: needs.solutions && needs.solutions_ahead,
            pencilmarks: needs.pencilmarks,
        }
    }

    /// Returns the options for reading the input of claimed solutions.
    pub(super) fn reading_solutions(&self, needs: Needs) -> ReadOptions {
        let solution_column = self.solution_column.clone();
        let reading = self.reading(needs);
        ReadOptions { is_of_solutions: true, solutions: false, solution_column, ..reading }
    }

    /// Returns the number of bytes of the files before a place, for the progress.
    pub(super) fn bytes_before(&self, place: InputPosition) -> u64 {
        let lengths: Vec<_> = self.files.iter().map(|file| file.length().unwrap_or(0)).collect();
        let before = lengths[..place.input].iter().sum::<u64>() + place.offset;
        before.saturating_sub(self.shard.range(lengths.iter().sum()).start)
    }
}

impl OutputSpec {
    /// Returns the format of the answers: the one given, otherwise the one that the name of the output stands for.
    ///
    /// # Errors
    /// If the name stands for something else, or this build cannot write the format.
    pub fn format(&self) -> Result<Option<Format>, FormatError> {
        let format = match self.answers.first() {
            Some(Output::Path(path)) if self.to.is_none() => Format::of_file_name(path)?,
            _ => self.to,
        };
        match format {
            Some(format) if format.is_batches() && !cfg!(feature = "parquet") => {
                Err(FormatError::WithoutParquet(format))
            }
            format => Ok(format),
        }
    }

    /// Returns whether the answers are record batches, which are compressed inside; `default` is their format where
    /// neither the name of the output nor an option decides it.
    pub(super) fn is_batches(&self, default: Option<Format>) -> bool {
        let format = self.format().ok().flatten();
        format.or(default).is_some_and(Format::is_batches)
    }

    /// Returns the outputs that a journal is about, which can be written by several runs.
    pub(super) fn resumable(&self) -> impl Iterator<Item = &Output> {
        self.answers.iter().chain(&self.rejects)
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &Output> {
        self.resumable().chain(&self.reports)
    }

    fn error(&self, source: FormatError) -> Error {
        Error::Format { name: self.answers[0].name(), source }
    }

    fn check_names(&self) -> Result<(), Error> {
        self.format().map_err(|source| self.error(source))?;
        if self.to.is_none() {
            for output in &self.answers {
                let Output::Path(path) = output else { continue };
                Format::of_file_name(path)
                    .map_err(|source| Error::Format { name: output.name(), source })?;
            }
        }
        if let Some(rejects) = &self.rejects {
            file_type(rejects, &[FileType::Records(Format::Tsv), FileType::Text])?;
        }
        Ok(())
    }

    /// Makes sure that what is to be on disk goes to files of this job.
    fn check_sync(&self) -> Result<(), Error> {
        if self.sync && self.answers.contains(&Output::Stdout) {
            let reason = "whoever redirects standard output decides when it is on disk";
            let (option, other) = ("sync", "output");
            return Err(Error::Clash { option, is_needed: true, other, value: None, reason });
        }
        Ok(())
    }

    /// Returns whether solutions may go to outputs of their own.
    pub(super) fn takes_halves(&self) -> bool {
        self.answers.iter().all(|output| output.of_solutions().is_some())
    }

    /// Opens an output of answers.
    pub(super) fn open(
        &self,
        output: &Output,
        observer: &dyn JobObserver,
    ) -> Result<OutputFile, Error> {
        // Files of record batches are compressed inside.
        let compression =
            if self.is_batches(None) { Compression::default() } else { self.compression };
        OutputFile::open(output, compression, observer)
    }

    /// Returns the formatter of answers of this shape, to records of an input with this layout and declared number of
    /// records, if there is one.
    pub(super) fn formatter(
        &self,
        shape: &AnswerShape<'_>,
        input: Option<Layout>,
        declared_count: Option<u64>,
    ) -> Result<Box<dyn RecordFormatter>, Error> {
        let compression = if self.is_batches(None) { self.compression } else { Default::default() };
        let is_stream = self.answers.first().is_some_and(Output::is_stream);
        let layout = self.layout;
        let format = self.format().map_err(|source| self.error(source))?;
        let takes_halves = self.takes_halves();
        let options = WriteOptions {
            format,
            layout,
            input,
            declared_count,
            compression,
            is_stream,
            takes_halves,
        };
        let mut formatter = formatter(shape, &options).map_err(|source| self.error(source))?;
        let to = options.output_format(shape).map_err(|source| self.error(source))?;
        self.check_use(to)?;
        if options.input.as_ref().is_some_and(|from| shape.leaves_out_late_solutions(from, to)) {
            let adapter = CountingSolutions::default();
            formatter = Box::new(AdaptedFormatter { adapter, formatter });
        }
        Ok(match layout.drop_rejected {
            true => Box::new(AdaptedFormatter { adapter: Dropping, formatter }),
            false => formatter,
        })
    }

    /// Makes sure that the format uses each option of the layout that is given, because an option without effect is a
    /// mistake that nobody would notice.
    fn check_use(&self, format: Format) -> Result<(), Error> {
        let LayoutOptions { separator, batch_rows, per_page, .. } = self.layout;
        let options = [
            (per_page.is_some(), "per_page", LayoutOption::PerPage),
            (separator.is_some(), "sep", LayoutOption::Separator),
            (batch_rows.is_some(), "row_group_size", LayoutOption::BatchRows),
        ];
        let unused = options.into_iter().find(|&(is_given, _, it)| is_given && !format.uses(it));
        let Some((_, option, it)) = unused else { return Ok(()) };
        let users = Format::ALL.into_iter().filter(|user| user.uses(it)).collect();
        Err(Error::Unused { option, format, users })
    }
}

/// Returns the formatter of answers of this shape, in any format that this build has.
fn formatter(
    shape: &AnswerShape<'_>,
    options: &WriteOptions,
) -> Result<Box<dyn RecordFormatter>, FormatError> {
    let to = options.output_format(shape)?;
    if let Some(converting) = Converting::of(shape, options, formatter)? {
        return Ok(Box::new(converting));
    }
    if let Some(copied) = options.input.as_ref().and_then(|from| shape.copied(from, to)) {
        let formatter = formatter(&copied, options)?;
        return Ok(Box::new(AdaptedFormatter { adapter: Copying, formatter }));
    }
    #[cfg(feature = "parquet")]
    {
        if to.is_batches() {
            return Ok(Box::new(batchdoku_arrow::BatchWriter::new(to, shape, options)?));
        }
    }
    batchdoku_format::formatter(shape, options)
}
