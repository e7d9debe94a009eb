//! A whole job: check the inputs, open the outputs, run, and make the outputs final.

use std::sync::Arc;

use super::{
    Control, Error, Shard,
    io::{
        Compression, Input, LinesBefore, OnOpen, Output, OutputFile, PairedSource, Source,
        SourceOptions, check_distinct, finish_all,
    },
    ordered::{DiagnosticHandler, run},
    report::{Diagnostic, DiagnosticKind, JobCounts, JobEnd, Rejects},
    task::ChunkProcessor,
};
use crate::format::{self, Format, FormatError, ReadOptions, WriteOptions, Writer};

/// What a job reads and writes.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    /// The inputs, in order.
    pub(crate) inputs: Vec<Input>,
    /// An input whose lines are appended to those of the inputs, as in `puzzle,solution`.
    pub(crate) second_input: Option<Input>,
    /// Where the answers go: one output, or as many as the workers fill.
    pub(crate) outputs: Vec<Output>,
    /// Where diagnostics are listed.
    pub(crate) rejects: Option<Output>,
    /// What is written about the whole job at its end, together with the outputs.
    pub(crate) summary: Option<Summary>,
    /// Which part of the records of the inputs is read.
    pub(crate) shard: Shard,
    /// Whether the first malformed record ends the job.
    pub(crate) strict: bool,
    /// How records are read.
    pub(crate) read: ReadOptions,
    /// How answers are written; [`Job::run`] fills in what depends on the input and, unless a format
    /// is given, on the name of the output.
    pub(crate) write: WriteOptions,
    /// How outputs are compressed.
    pub(crate) compression: Compression,
    /// Whether outputs are on disk before they get their names, so that they survive a crash of
    /// the system.
    pub(crate) sync: bool,
    /// How many threads decode compressed inputs.
    pub(crate) threads: usize,
    /// Called with the name and the format of every input when it is opened.
    pub(crate) on_open: Option<OnOpen>,
    /// What comes before the first record of the first output.
    pub(crate) preamble: &'static str,
}

/// A file about the whole job.
#[derive(Clone)]
pub(crate) struct Summary {
    /// Where it is written.
    pub(crate) output: Output,
    /// Its text.
    pub(crate) text: Arc<SummaryText>,
}

/// Writes the text of a summary, given the counts of the job.
pub(crate) type SummaryText = dyn Fn(&JobCounts) -> Vec<u8> + Send + Sync;

impl std::fmt::Debug for Summary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Summary").field("output", &self.output).finish_non_exhaustive()
    }
}

/// The largest chunk, in bytes.
const CHUNK: usize = 1 << 19;

impl Job {
    /// A job from `inputs` to `output`, with the defaults for everything else.
    pub(crate) fn new(inputs: Vec<Input>, output: Output) -> Self {
        Self {
            inputs,
            second_input: None,
            outputs: vec![output],
            rejects: None,
            summary: None,
            shard: Shard::default(),
            strict: false,
            read: ReadOptions::default(),
            write: WriteOptions::default(),
            compression: Compression::default(),
            sync: true,
            threads: 1,
            on_open: None,
            preamble: "",
        }
    }

    /// The chunks of the inputs.
    pub(crate) fn source(&self) -> Source {
        self.source_of(&self.inputs)
    }

    fn source_of(&self, inputs: &[Input]) -> Source {
        let (read, threads, on_open) = (self.read.clone(), self.threads, self.on_open);
        Source::new(inputs, SourceOptions { read, chunk: CHUNK, threads, on_open })
    }

    pub(super) fn open(&self, output: &Output) -> Result<OutputFile, Error> {
        output.open_as(self.compression)
    }

    /// The format of the output: the one given, otherwise the one that its name asks for.
    pub(crate) fn output_format(&self) -> Result<Option<Format>, FormatError> {
        match self.outputs.first() {
            Some(Output::Path(path)) if self.write.format.is_none() => Format::of_file_name(path),
            _ => Ok(self.write.format),
        }
    }

    fn output_error(&self, source: FormatError) -> Error {
        Error::Format { name: self.outputs[0].name(), source }
    }

    pub(super) fn writer(
        &self,
        columns: &[&str],
        options: &WriteOptions,
    ) -> Result<Arc<dyn Writer>, Error> {
        let format = self.output_format();
        let writer = format.and_then(|format| {
            format::writer(columns, &WriteOptions { format, ..options.clone() })
        });
        writer.map(Arc::from).map_err(|source| self.output_error(source))
    }

    /// Makes sure, before any work, that the inputs can be read, that the name of the output asks
    /// for a format that can be written, and that no output is an input or another output.
    pub(crate) fn check(&self) -> Result<(), Error> {
        self.output_format().map_err(|source| self.output_error(source))?;
        let inputs = || self.inputs.iter().chain(&self.second_input);
        inputs().try_for_each(Input::check)?;
        let summary = self.summary.as_ref().map(|summary| &summary.output);
        let outputs = self.outputs.iter().chain(&self.rejects).chain(summary);
        check_distinct(inputs(), outputs)
    }

    /// Runs the job with a processor for each thread. The answers have the fields `columns`;
    /// diagnostics go to `on_diagnostic`, in order.
    ///
    /// The outputs, the rejects and the summary get their names together, when all of them are
    /// complete; if the job is interrupted, none does.
    ///
    /// # Errors
    /// Whatever ended the job. Then no output file gets its name.
    pub(crate) fn run<P: ChunkProcessor>(
        &self,
        columns: &[&str],
        control: &Control<'_>,
        make_processor: impl Fn(Arc<dyn Writer>) -> P + Sync,
        on_diagnostic: &mut DiagnosticHandler<'_>,
    ) -> Result<JobEnd, Error> {
        self.check()?;
        let outputs = self.outputs.iter().map(|output| self.open(output));
        let mut outputs = outputs.collect::<Result<Vec<_>, _>>()?;
        let names: Vec<_> = self.inputs.iter().map(Input::name).collect();
        let mut reports = Reports::open(self, &names)?;
        let mut source = self.source();
        if !self.shard.is_whole() && self.second_input.is_none() {
            source.take(self.shard)?;
        }
        let input = source.layout()?;
        // The declared count of one of several inputs is not that of the output; and where records
        // are copied, some may be left out.
        let is_count_kept = self.inputs.len() == 1 && !columns.is_empty();
        let declared_count = source.declared_count().filter(|_| is_count_kept);
        let write = WriteOptions { input, declared_count, ..self.write.clone() };
        let writer = self.writer(columns, &write)?;
        outputs.iter_mut().try_for_each(|output| output.begin(&*writer, self.shard))?;
        if let Some(first) = outputs.first_mut().filter(|_| self.shard.is_first()) {
            first.write(self.preamble.as_bytes())?;
        }
        let mut on_diagnostic = |diagnostic: Diagnostic| {
            reports.add(&diagnostic)?;
            if self.strict && diagnostic.kind.is_malformed() {
                let name = names[diagnostic.input].clone();
                return Err(Error::Malformed { name, diagnostic });
            }
            on_diagnostic(diagnostic)
        };
        let processor = || make_processor(Arc::clone(&writer));
        let (on_diagnostic, start) = (&mut on_diagnostic, LinesBefore::from(0));
        let mut end = match &self.second_input {
            None => run(&mut source, &mut outputs, control, processor, on_diagnostic, start)?,
            Some(input) => {
                let solutions = self.source_of(std::slice::from_ref(input));
                let mut pairs =
                    PairedSource::new(&mut source, solutions, &self.inputs, self.shard)?;
                run(&mut pairs, &mut outputs, control, processor, on_diagnostic, start)?
            }
        };
        if end.is_interrupted {
            return Ok(end);
        }
        let found = end.counts.puzzles;
        let declared = source.declared_count().filter(|_| self.shard.is_whole());
        if let Some(declared) = declared.filter(|&declared| declared != found) {
            end.is_count_wrong = true;
            let words = format!("the header declares {declared} records, but there are {found}");
            on_diagnostic(Diagnostic::new(0, DiagnosticKind::Count, words, &[]).moved(0, 1))?;
        }
        outputs.iter_mut().try_for_each(|output| output.end(&*writer, found, self.shard))?;
        outputs.extend(reports.end(&end.counts)?);
        finish_all(outputs, self.sync)?;
        Ok(end)
    }
}

/// The outputs about a job, beside those of its records: the rejects and the summary.
pub(super) struct Reports<'a> {
    rejects: Option<Rejects>,
    summary: Option<(OutputFile, &'a Summary)>,
}

impl<'a> Reports<'a> {
    /// Opens those that the job asks for; its inputs have these names.
    pub(super) fn open(job: &'a Job, names: &[String]) -> Result<Self, Error> {
        let rejects = job.rejects.as_ref().map(|output| Rejects::open(output, names, job.shard));
        let summary = job.summary.as_ref().map(|summary| Ok((summary.output.open()?, summary)));
        Ok(Self { rejects: rejects.transpose()?, summary: summary.transpose()? })
    }

    pub(super) fn add(&mut self, diagnostic: &Diagnostic) -> Result<(), Error> {
        self.rejects.as_mut().map_or(Ok(()), |rejects| rejects.add(diagnostic))
    }

    /// Writes what is left, and returns the outputs to be finished with the others.
    pub(super) fn end(self, counts: &JobCounts) -> Result<Vec<OutputFile>, Error> {
        let mut outputs = Vec::new();
        if let Some(rejects) = self.rejects {
            outputs.push(rejects.end()?);
        }
        if let Some((mut output, summary)) = self.summary {
            output.write(&(summary.text)(counts))?;
            outputs.push(output);
        }
        Ok(outputs)
    }
}
