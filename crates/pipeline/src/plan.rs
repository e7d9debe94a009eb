//! The plan of a job: its inputs and outputs, and how they are read and written.

use super::{
    Error, InputPosition, Question, Shard,
    io::{Input, OnOpen, Output, OutputFile, Source, check_distinct},
    report::Summary,
};
use batchdoku_format::{
    AnswerShape, Compression, FileType, Format, FormatError, ReadOptions, RecordFormatter,
    WriteOptions,
};

/// The plan of a job: its inputs, outputs and options.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The inputs, in order.
    pub inputs: Vec<Input>,
    /// An input whose lines are appended to those of the inputs, as in `puzzle,solution`.
    pub second_input: Option<Input>,
    /// Extra files that outputs must not overwrite.
    pub kept: Vec<Input>,
    /// The outputs of the answers: one, or as many as the workers fill.
    pub outputs: Vec<Output>,
    /// The list of diagnostics.
    pub rejects: Option<Output>,
    /// Files about the whole job, written at its end with the outputs.
    pub summaries: Vec<Summary>,
    /// The part of the records of the inputs that is read.
    pub shard: Shard,
    /// True if the first malformed record ends the job.
    pub strict: bool,
    /// Options for reading records.
    pub read: ReadOptions,
    /// Options for writing answers; [`Plan::execute`] fills in what depends on the input and, unless a format
    /// is given, on the name of the output.
    pub write: WriteOptions,
    /// The compression of the outputs.
    pub compression: Compression,
    /// True if each input has an output of its own.
    pub is_by_input: bool,
    /// True if outputs may get their names before they are on disk, so that a crash of the system may lose
    /// them.
    pub no_sync: bool,
    /// The number of threads that decode compressed inputs.
    pub threads: usize,
    /// Called with the name and the format of every input when it is opened.
    pub on_open: Option<OnOpen>,
    /// True if the job goes on where an earlier run ended, and keeps a journal for later ones.
    pub resume: bool,
    /// True if records may take long: tasks start small, so that there is progress to see.
    pub is_slow: bool,
    /// The question of the job, which must be the same if it is resumed.
    pub question: Question,
    /// Called with what a user should know.
    pub on_notice: Option<fn(&str)>,
}

impl Plan {
    /// A job from `inputs` to `output`, with the defaults for everything else.
    pub fn new(inputs: Vec<Input>, output: Output) -> Self {
        Self { inputs, outputs: vec![output], threads: 1, ..Self::default() }
    }

    /// The chunks of the inputs.
    pub fn source(&self) -> Source {
        let mut read = self.read.clone();
        if self.second_input.is_some() {
            read.solution_column = None;
        }
        Source::new(Self { read, ..self.clone() })
    }

    /// The chunks of an input of solutions.
    pub(super) fn source_of_solutions(&self, input: &Input) -> Source {
        let read = ReadOptions { is_of_solutions: true, solutions: false, ..self.read.clone() };
        Source::new(Self { inputs: vec![input.clone()], read, ..self.clone() })
    }

    pub(crate) fn open(&self, output: &Output) -> Result<OutputFile, Error> {
        if self.writes_batches(None) {
            return output.open();
        }
        output.open_as(self.compression)
    }

    /// Tells if the output has record batches, which are compressed inside; `default` is its format where neither
    /// its name nor an option says one.
    pub(super) fn writes_batches(&self, default: Option<Format>) -> bool {
        let format = self.output_format().ok().flatten();
        format.or(default).is_some_and(Format::is_batches)
    }

    /// The format of the output: the one given, otherwise the one that its name asks for.
    pub fn output_format(&self) -> Result<Option<Format>, FormatError> {
        let format = match self.outputs.first() {
            Some(Output::Path(path)) if self.write.format.is_none() => Format::of_file_name(path)?,
            _ => self.write.format,
        };
        match format {
            Some(format) if format.is_batches() && !cfg!(feature = "parquet") => {
                Err(FormatError::WithoutParquet(format))
            }
            format => Ok(format),
        }
    }

    fn output_error(&self, source: FormatError) -> Error {
        Error::Format { name: self.outputs[0].name(), source }
    }

    pub(super) fn formatter(
        &self,
        shape: &AnswerShape<'_>,
        options: &WriteOptions,
    ) -> Result<Box<dyn RecordFormatter>, Error> {
        let format = self.output_format();
        let mut batches = options.batches;
        if self.writes_batches(None) {
            batches.compression = self.compression;
        }
        batches.is_stream = self.outputs.first().is_some_and(Output::is_stream);
        let formatter = format.and_then(|format| {
            formatter(shape, &WriteOptions { format, batches, ..options.clone() })
        });
        formatter.map_err(|source| self.output_error(source))
    }

    /// Makes sure, before any work, that the inputs can be read, that the name of the output asks
    /// for a format that can be written, and that no output is an input or another output.
    pub fn check(&self) -> Result<(), Error> {
        self.output_format().map_err(|source| self.output_error(source))?;
        if self.write.format.is_none() {
            for output in &self.outputs {
                let Output::Path(path) = output else { continue };
                let fail = |source| Error::Format { name: output.name(), source };
                Format::of_file_name(path).map_err(fail)?;
            }
        }
        if let Some(rejects) = &self.rejects {
            rejects.file_type(&[FileType::Records(Format::Tsv), FileType::Text])?;
        }
        let inputs = || self.inputs.iter().chain(&self.second_input);
        inputs().try_for_each(Input::check)?;
        let summaries = self.summaries.iter().map(|summary| &summary.output);
        let outputs = self.outputs.iter().chain(&self.rejects).chain(summaries);
        check_distinct(inputs().chain(&self.kept), outputs)
    }

    /// The bytes of the inputs before a place, for the progress.
    pub(super) fn bytes_before(&self, place: InputPosition) -> u64 {
        let lengths: Vec<_> = self.inputs.iter().map(|it| it.length().unwrap_or(0)).collect();
        let before = lengths[..place.input].iter().sum::<u64>() + place.offset;
        before.saturating_sub(self.shard.range(lengths.iter().sum()).start)
    }
}

/// Returns the formatter of answers of this shape, in any format that this build has.
fn formatter(
    shape: &AnswerShape<'_>,
    options: &WriteOptions,
) -> Result<Box<dyn RecordFormatter>, FormatError> {
    #[cfg(feature = "parquet")]
    {
        let to = options.output_format(shape)?;
        if to.is_batches() {
            return Ok(Box::new(batchdoku_arrow::BatchWriter::new(to, shape, options)?));
        }
    }
    batchdoku_format::formatter(shape, options)
}
