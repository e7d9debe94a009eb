//! Exact cover: any problem, not only sudoku.

use std::{
    io::{BufWriter, Write},
    sync::Arc,
};

use batchdoku_base::{Limits, Outcome, StopReason};
use batchdoku_exact_cover::{Problem, ProblemForm, SolutionOutput, write_solutions};
use batchdoku_format::FileType;
use batchdoku_pipeline::{
    Compression, Error, Input, JobObserver, Output, OutputFile, check_distinct, file_type,
};

/// The most bytes of a problem: 4 GiB. It is held in memory, which a stream without an end would fill.
const MOST_BYTES: u64 = 1 << 32;

/// Solves an exact cover problem: chooses rows so that every column has exactly one 1.
///
/// ```
/// use batchdoku::jobs::Cover;
/// # let folder = tempfile::tempdir()?;
/// # let [problem, output] = ["problem.txt", "count.txt"].map(|name| folder.path().join(name));
/// std::fs::write(&problem, "3 3\n1 0 1\n0 1 0\n1 1 1\n")?;
/// let outcome = Cover::new().count().run(&problem, &output)?;
/// assert_eq!(outcome.solutions, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
#[must_use]
pub struct Cover<'a> {
    form: Option<ProblemForm>,
    show: SolutionOutput,
    limits: Limits<'a>,
    threads: usize,
    observer: Option<Arc<dyn JobObserver>>,
}

impl Default for Cover<'_> {
    fn default() -> Self {
        let limits = Limits::none();
        Self { form: None, show: SolutionOutput::First, limits, threads: 1, observer: None }
    }
}

impl<'a> Cover<'a> {
    /// Creates a job that writes the first solution.
    pub fn new() -> Self {
        Self::default()
    }

    /// Writes every solution instead of the first.
    pub fn all(self) -> Self {
        Self { show: SolutionOutput::All, ..self }
    }

    /// Writes the number of solutions instead of the first.
    pub fn count(self) -> Self {
        Self { show: SolutionOutput::Count, ..self }
    }

    setters! {
        /// Sets the form of the problem, instead of the detected one.
        form: some ProblemForm => form;
        /// Sets the limits at which the search ends.
        limits: Limits<'a>;
        /// Sets the number of threads that count, where nothing is limited; 0 is one per core. By default one.
        threads: usize;
    }

    /// Lets `observer` know of an output that must be written in place.
    pub fn observer(self, observer: impl JobObserver + 'static) -> Self {
        Self { observer: Some(Arc::new(observer)), ..self }
    }

    /// Solves the problem of `input`. If the search is stopped, no output file is written.
    ///
    /// # Errors
    /// If the input cannot be read or is not a problem, or the output cannot be written.
    pub fn run(
        &self,
        input: impl Into<Input>,
        output: impl Into<Output>,
    ) -> Result<Outcome, Error> {
        let input = input.into();
        let output = output.into();
        check_distinct([&input], [&output])?;
        file_type(&output, &[FileType::Text])?;
        let text = input.read_to_end(MOST_BYTES)?;
        let problem = match self.form {
            None => Problem::parse(&text),
            Some(form) => form.parse(&text),
        };
        let problem = problem.map_err(|source| Error::Problem { name: input.name(), source })?;
        let observer = self.observer.as_deref().unwrap_or(&());
        let mut file = OutputFile::open(&output, Compression::default(), observer)?;
        let mut writer = BufWriter::new(&mut file);
        let threads = match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        let outcome = write_solutions(&problem, self.show, &self.limits, threads, &mut writer)
            .and_then(|outcome| writer.flush().map(|()| outcome))
            .map_err(|source| Error::Write { name: output.name(), source })?;
        drop(writer);
        if outcome.end != StopReason::Stopped {
            file.finish(false)?;
        }
        Ok(outcome)
    }
}
