//! The options that jobs share: files, how they are read and written, and how the job runs; and those of jobs that
//! search.

use std::{
    fmt,
    num::NonZeroU32,
    path::{Path, PathBuf},
    sync::Arc,
};

use batchdoku_base::{Limits, StopFlag};
use batchdoku_engine::EngineChoice;
use batchdoku_format::Format;
use batchdoku_pipeline::{Codec, Input, JobObserver, JobSpec, Output};

/// The inputs of a job, read one after the other as one: anything that names a file, an [`Input`],
/// or a list of these.
///
/// ```
/// use batchdoku::{jobs::Count, pipeline::{Input, Output}};
/// let texts = [".".repeat(81), "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".to_owned()].map(Input::text);
/// let summary = Count::new().limit(2).run(texts.to_vec(), Output::Discard)?;
/// assert_eq!(summary.counts.puzzles, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Inputs(pub(super) Vec<Input>);

macro_rules! inputs_from {
    ($($one:ty),*) => {$(
        impl From<$one> for Inputs {
            fn from(input: $one) -> Self {
                Self(vec![input.into()])
            }
        }
    )*};
}

inputs_from!(Input, &str, String, &Path, PathBuf, &PathBuf);

impl<I: Into<Input>> From<Vec<I>> for Inputs {
    fn from(inputs: Vec<I>) -> Self {
        Self(inputs.into_iter().map(Into::into).collect())
    }
}

impl<I: Into<Input> + Clone> From<&[I]> for Inputs {
    fn from(inputs: &[I]) -> Self {
        inputs.to_vec().into()
    }
}

impl<I: Into<Input>, const N: usize> From<[I; N]> for Inputs {
    fn from(inputs: [I; N]) -> Self {
        Self(inputs.into_iter().map(Into::into).collect())
    }
}

/// Formats, threads, an observer and the like: the options that all jobs share. The defaults suit most jobs.
///
/// ```
/// use batchdoku::{StopFlag, format::Format, jobs::{JobOptions, Rate}};
///
/// let stop = StopFlag::new();
/// let options = JobOptions::new()
///     .output_format(Format::Csv)
///     .rejects("rejects.tsv")
///     .threads(4)
///     .stop(stop.clone());
/// let job = Rate::new().options(options);
/// # let _ = job;
/// ```
#[derive(Clone, Default)]
#[must_use]
pub struct JobOptions {
    /// The job but for its inputs and outputs.
    pub(super) spec: JobSpec,
    pub(super) summary: Option<Output>,
    pub(super) shard: Option<(u64, u64)>,
    pub(super) stop: StopFlag,
    pub(super) observer: Option<Arc<dyn JobObserver>>,
}

impl JobOptions {
    /// Creates options with the defaults: formats and compression detected from the inputs and from the names of
    /// the outputs, one thread per core, no rejects, no summary.
    pub fn new() -> Self {
        Self::default()
    }

    setters! {
        /// Sets the format of the inputs, instead of the detected one.
        input_format: Format => spec.input.from;
        /// Sets the format of the output, instead of the one of its name or of the input.
        output_format: Format => spec.output.to;
        /// Sets the byte between the cells of a grid, or between the fields of a line, of the output.
        separator: u8 => spec.output.layout.separator;
        /// Uses the colours of a terminal in the format `drawing`.
        colour: bool => spec.output.layout.colour;
        /// Drops comments and blank lines instead of passing them through.
        strip_comments: bool => spec.output.layout.strip_comments;
        /// Leaves the records out of the output that the job rejects. They are counted, and listed among the
        /// [rejects](Self::rejects).
        drop: bool => spec.output.layout.drop_rejected;
        /// Sets the compression of the output, instead of by its name (`.gz`, `.zst`). Files of Parquet and
        /// Arrow are compressed inside: by default by Snappy, and not at all.
        compress: Codec => spec.output.compression.codec;
        /// Sets the compression level: 1 to 12 for gzip (default 6), 1 to 22 for Zstandard (1, which
        /// is smaller than 3 on grids). An output that is not compressed is an error then.
        compression_level: i32 => spec.output.compression.level;
        /// Continues an earlier run with the same options and inputs that was interrupted or killed, if there was
        /// one, and keeps a journal next to the output, so that a later run can. The result is that of a job
        /// that was not interrupted. Inputs and outputs must be files.
        ///
        /// The journal of a complete job stays. A later run of the same job does nothing:
        /// [`JobSummary::end`](super::JobSummary::end) is [`CompleteBefore`](batchdoku_pipeline::JobEnd::CompleteBefore).
        /// [`Join`](super::Join) verifies the parts of a job by their journals.
        ///
        /// If the options or the inputs are not those of the earlier run, or an output is not what it wrote, the
        /// job fails with [`Error::Resume`](batchdoku_pipeline::Error::Resume).
        resume: bool => spec.run.resume;
        /// Ends the job with an error at the first malformed record. No output is written then.
        strict: bool => spec.run.strict;
        /// Sets the number of threads; 0, the default, is one per core.
        threads: usize => spec.run.threads;
        /// Ends the job early once the flag is set. No output file is written then.
        stop: StopFlag;
        /// Sets the column of a table, or the key of a JSON object, that holds the puzzles; or the number of the
        /// field of lines that does, counted from 1.
        column: some String => spec.input.column;
        /// Sets the column or key of the solutions, next to the puzzles or in an input of solutions, instead of the
        /// usual names.
        solution_column: some String => spec.input.solution_column;
        /// Lists the records with diagnostics in a table, separated by tabs: line, kind, detail, text.
        rejects: some Output => spec.output.rejects;
        /// Writes the [`JobSummary`](super::JobSummary) as JSON, when the job is complete.
        summary: some Output => summary;
    }

    /// Sets the rows of a row group of a Parquet file, and the most rows of a record batch of an
    /// Arrow file; 25,000 by default.
    pub fn row_group_size(mut self, rows: NonZeroU32) -> Self {
        self.spec.output.layout.batch_rows = Some(rows.get() as usize);
        self
    }

    /// Sets the number of puzzles per page of the format `sheet`; 6 by default.
    pub fn per_page(mut self, puzzles: u8) -> Self {
        self.spec.output.layout.per_page = Some(puzzles.max(1));
        self
    }

    /// Protects a file besides the inputs: no output may replace it. For files that options were read from.
    pub fn protect(mut self, file: impl Into<Input>) -> Self {
        self.spec.output.protected.push(file.into());
        self
    }

    /// Does only one of `count` equal parts of the job, counted from 1. The outputs of all parts, one
    /// after the other, are the output of the whole: what precedes the first record (a header, say) is
    /// in the first part alone. The exception is `npy`, where each part is an array of its own.
    ///
    /// The bytes of the inputs are divided evenly, and a record belongs to the part that it starts in.
    /// What is not a file has no parts, and [`Dedupe`](super::Dedupe) must see all records.
    pub fn shard(mut self, part: u64, count: u64) -> Self {
        self.shard = Some((part, count));
        self
    }

    /// Waits until outputs are on disk before they get their names, so that they survive a crash of the system. By
    /// default, only jobs that can be [resumed](Self::resume) wait, and [`Join`](super::Join).
    pub fn sync(mut self, sync: bool) -> Self {
        self.spec.output.sync = sync;
        self
    }

    /// Lets `observer` follow the job: what is opened, what is wrong with records, and how far the job is. An `Arc` of
    /// it is an observer, too, for a caller that looks at it afterwards.
    ///
    /// ```
    /// use batchdoku::{jobs::JobOptions, pipeline::{Diagnostic, JobObserver}};
    ///
    /// struct Printer;
    ///
    /// impl JobObserver for Printer {
    ///     fn diagnostic(&self, input: &str, diagnostic: &Diagnostic) {
    ///         eprintln!("{input}: {diagnostic}");
    ///     }
    /// }
    ///
    /// let options = JobOptions::new().observer(Printer);
    /// # let _ = options;
    /// ```
    pub fn observer(self, observer: impl JobObserver + 'static) -> Self {
        Self { observer: Some(Arc::new(observer)), ..self }
    }

    /// Returns who follows the job.
    pub(super) fn followed_by(&self) -> &dyn JobObserver {
        self.observer.as_deref().unwrap_or(&())
    }
}

impl fmt::Debug for JobOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JobOptions")
            .field("spec", &self.spec)
            .field("summary", &self.summary)
            .field("shard", &self.shard)
            .finish_non_exhaustive()
    }
}

/// The engine of a job, and its limit.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SearchOptions {
    pub(super) engine: EngineChoice,
    pub(super) max_nodes: Option<u64>,
}

impl SearchOptions {
    /// Returns the limits of a search for this many solutions, which the job can stop.
    pub(super) fn limits<'a>(&self, solutions: u64, options: &'a JobOptions) -> Limits<'a> {
        let max_nodes = self.max_nodes.unwrap_or(u64::MAX);
        Limits::solutions(solutions).max_nodes(max_nodes).stop(&options.stop)
    }
}
