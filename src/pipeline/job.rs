//! A whole job: inputs checked, outputs opened, everything run, outputs made final.

use std::sync::Arc;

use super::{
    ChunkProcessor, Codec, Control, Diagnostic, DiagnosticKind, Error, Input, JobCounts,
    OnDiagnostic, OnOpen, Output, OutputFile, PairedSource, Rejects, Source, SourceOptions, run,
};
use crate::format::{self, ReadOptions, WriteOptions, Writer};

/// What a job reads and writes.
#[derive(Clone, Debug)]
pub struct Job {
    /// The inputs, in order.
    pub inputs: Vec<Input>,
    /// An input whose lines stand beside those of the inputs, as in `puzzle,solution`.
    pub beside: Option<Input>,
    /// Where the answers go: one output, or as many as the workers fill.
    pub outputs: Vec<Output>,
    /// Where problems are listed.
    pub rejects: Option<Output>,
    /// Whether the first malformed record ends the job.
    pub strict: bool,
    /// Whether files are mapped.
    pub map: bool,
    /// How records are read.
    pub read: ReadOptions,
    /// How answers are written; what is taken over from the input is filled in by [`Job::run`].
    pub write: WriteOptions,
    /// How outputs are compressed; `None` is as their names say.
    pub codec: Option<Codec>,
    /// Is told the name and the format of every input when it is opened.
    pub on_open: Option<OnOpen>,
}

/// How large a chunk is at the most, in bytes.
const CHUNK: usize = 1 << 19;

impl Job {
    /// A job from `inputs` to `output`, everything else as usual.
    pub fn new(inputs: Vec<Input>, output: Output) -> Self {
        Self {
            inputs,
            beside: None,
            outputs: vec![output],
            rejects: None,
            strict: false,
            map: true,
            read: ReadOptions::default(),
            write: WriteOptions::default(),
            codec: None,
            on_open: None,
        }
    }

    /// The chunks of the inputs.
    pub(crate) fn source(&self) -> Source {
        let (read, map, on_open) = (self.read.clone(), self.map, self.on_open);
        Source::new(&self.inputs, SourceOptions { read, map, chunk: CHUNK, on_open })
    }

    pub(super) fn open(&self, output: &Output) -> Result<OutputFile, Error> {
        match self.codec {
            Some(codec) => output.open_coded(codec),
            None => output.open(),
        }
    }

    pub(super) fn writer(
        &self,
        columns: &[&str],
        options: &WriteOptions,
    ) -> Result<Arc<dyn Writer>, Error> {
        format::writer(columns, options)
            .map(Arc::from)
            .map_err(|cause| Error::Format { name: self.outputs[0].name(), cause })
    }

    /// Runs the job with a worker for every thread. The answers have the fields `columns`;
    /// problems are told to `on_diagnostic` in order.
    ///
    /// # Errors
    /// Whatever stopped the job. No file is then left under the name of an output.
    pub fn run<W: ChunkProcessor>(
        &self,
        columns: &[&str],
        control: &Control<'_>,
        make_worker: impl Fn(Arc<dyn Writer>) -> W + Sync,
        on_diagnostic: &mut OnDiagnostic<'_>,
    ) -> Result<JobCounts, Error> {
        self.inputs.iter().try_for_each(Input::check)?;
        let sinks = self.outputs.iter().map(|output| self.open(output));
        let mut sinks = sinks.collect::<Result<Vec<_>, _>>()?;
        let names: Vec<_> = self.inputs.iter().map(Input::name).collect();
        let rejects = self.rejects.as_ref().map(|output| Rejects::open(output, &names));
        let mut rejects = rejects.transpose()?;
        let mut source = self.source();
        let input = source.shape()?;
        // The count of one of several inputs would be wrong for all of them, and so would any if
        // records are copied, which may be but some of them.
        let all = self.inputs.len() == 1 && !columns.is_empty();
        let announced = source.announced().filter(|_| all);
        let write = WriteOptions { input, announced, ..self.write.clone() };
        let writer = self.writer(columns, &write)?;
        sinks.iter_mut().try_for_each(|sink| sink.begin(&*writer))?;
        let mut on_diagnostic = |problem: Diagnostic| {
            if let Some(rejects) = &mut rejects {
                rejects.add(&problem)?;
            }
            if self.strict && problem.kind.is_malformed() {
                let name = &names[problem.input];
                return Err(Error::Strict(format!("{name}: {problem}")));
            }
            on_diagnostic(problem)
        };
        let worker = || make_worker(Arc::clone(&writer));
        let counts = match &self.beside {
            None => run(&mut source, &mut sinks, control, worker, &mut on_diagnostic)?,
            Some(input) => {
                input.check()?;
                let beside = Self { inputs: vec![input.clone()], ..self.clone() };
                let mut pairs = PairedSource::new(&mut source, beside.source())?;
                run(&mut pairs, &mut sinks, control, worker, &mut on_diagnostic)?
            }
        };
        if let Some(announced) = source.announced().filter(|&count| count != counts.puzzles) {
            let found = counts.puzzles;
            let words = format!("the header announces {announced} records, but there are {found}");
            on_diagnostic(Diagnostic::new(0, DiagnosticKind::Count, words, &[]).moved(0, 1))?;
        }
        for sink in sinks {
            sink.complete(&*writer, counts.puzzles)?;
        }
        rejects.map_or(Ok(()), Rejects::finish)?;
        Ok(counts)
    }
}
