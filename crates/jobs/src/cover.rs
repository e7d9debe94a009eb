//! Exact cover: any problem, not only sudoku.

use std::{
    io::{BufWriter, Write},
    sync::Arc,
};

use super::{options::limit, rules::excludes};
#[cfg(feature = "clap")]
use batchdoku_base::names;
use batchdoku_base::{Limits, Outcome, StopFlag, StopReason};
use batchdoku_exact_cover::{Problem, ProblemForm, SolutionOutput, write_solutions};
use batchdoku_format::FileType;
use batchdoku_pipeline::{
    Compression, Error, Input, JobObserver, Output, OutputFile, check_distinct, file_type,
};

/// The maximum size of a problem, 4 GiB. The problem is held in memory, which an endless stream
/// would fill.
const MOST_BYTES: u64 = 1 << 32;

/// Solves an exact cover problem: chooses rows so that every column has exactly one 1.
///
/// ```
/// use batchdoku::jobs::Cover;
/// # let folder = tempfile::tempdir()?;
/// # let [problem, output] = ["problem.txt", "count.txt"].map(|name| folder.path().join(name));
/// std::fs::write(&problem, "3 3\n1 0 1\n0 1 0\n1 1 1\n")?;
/// let outcome = Cover { count: true, ..Cover::default() }.run(&problem, &output)?;
/// assert_eq!(outcome.solutions, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "clap", command(next_help_heading = "Search"))]
pub struct Cover {
    /// Form of the input; by default dense if its first line is two numbers
    #[cfg_attr(feature = "clap", arg(long, help_heading = "Input", value_parser = names!(ProblemForm:
        "a matrix of 0 and 1",
        "items and options by name",
    )))]
    pub form: Option<ProblemForm>,

    /// Print all solutions, one per line
    #[cfg_attr(feature = "clap", arg(long, help_heading = "Output"))]
    pub all: bool,

    /// Print the number of solutions, followed by + if a limit ended the search
    #[cfg_attr(feature = "clap", arg(long, help_heading = "Output"))]
    pub count: bool,

    /// Stop at N solutions; 0 finds all
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = 0))]
    pub limit: u64,

    /// Give up after N nodes (options tried where there was a choice)
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    pub max_nodes: Option<u64>,

    /// Threads that count; 0 is one per core
    ///
    /// One thread searches for solutions to print, and counts where there is a limit.
    #[cfg_attr(feature = "clap", arg(short = 'j', long, value_name = "N", default_value_t = 0))]
    #[cfg_attr(feature = "clap", arg(help_heading = "Run"))]
    pub threads: usize,

    /// Ends the search early once the flag is set. No output file is written then.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub stop: StopFlag,

    /// Receives a notice about an output that must be written in place.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub observer: Option<Arc<dyn JobObserver>>,
}

impl Cover {
    /// Refuses options that contradict each other.
    ///
    /// # Errors
    /// The first rule that is broken.
    pub fn check(&self) -> Result<(), Error> {
        let count = ("count", self.count);
        excludes(count, ("all", self.all), None, "one prints a number, the other the solutions")
    }

    fn shown(&self) -> SolutionOutput {
        match (self.all, self.count) {
            (true, _) => SolutionOutput::All,
            (_, true) => SolutionOutput::Count,
            _ => SolutionOutput::First,
        }
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
        self.check()?;
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
        let limits = Limits::solutions(limit(self.limit)).stop(&self.stop);
        let limits = limits.max_nodes(self.max_nodes.unwrap_or(u64::MAX));
        let threads = match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        let outcome = write_solutions(&problem, self.shown(), &limits, threads, &mut writer)
            .and_then(|outcome| writer.flush().map(|()| outcome))
            .map_err(|source| Error::Write { name: output.name(), source })?;
        drop(writer);
        if outcome.end != StopReason::Stopped {
            file.finish(false)?;
        }
        Ok(outcome)
    }
}
