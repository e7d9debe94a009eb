//! Joining the outputs of the parts of a job.

use std::path::PathBuf;

use super::{
    Inputs, JobOptions, JobSummary,
    runner::{JobWork, Runner},
    summary::{JobEngine, SummaryWording},
};
use batchdoku_pipeline::{Error, FinishedRun, Output, Parts, Run};

/// Joins the outputs of all parts of a job (`shard` of [`JobOptions`]) into the output of the whole.
///
/// Each part must have been written with `resume`, which leaves a record of its run next to its output. These records
/// prove that the parts belong to one job, that there is each exactly once, and that they are complete and unchanged.
/// The joined bytes are those of the parts in their order in the job, whatever the order of the arguments; arrays
/// (`npy`) become one array.
///
/// ```
/// use batchdoku::jobs::{Command, Grids, Join, RecordOptions};
/// # let folder = tempfile::tempdir()?;
/// # std::env::set_current_dir(folder.path())?;
/// for part in 1..=3 {
///     let mut job = Grids { records: RecordOptions { count: 100, ..RecordOptions::default() }, ..Grids::default() };
///     job.options.spec.run.part.shard = format!("{part}/3").parse()?;
///     job.options.spec.run.part.resume = true;
///     job.run((), format!("part-{part}.txt"))?;
/// }
/// let summary = Join::default().run(["part-1.txt", "part-2.txt", "part-3.txt"], "grids.txt")?;
/// assert_eq!(summary.counts.puzzles, 100);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Join {
    /// How the command writes and runs.
    pub options: JobOptions,
}

impl Join {
    /// Joins the parts. The summary has the counts of all parts and the sum of their times.
    ///
    /// # Errors
    /// [`Error::Join`] with all faults of the parts, or another error if the output cannot be written. No output file
    /// is written then.
    pub fn run(
        &self,
        parts: impl IntoIterator<Item = impl Into<PathBuf>>,
        output: impl Into<Output>,
    ) -> Result<JobSummary, Error> {
        let paths: Vec<_> = parts.into_iter().map(Into::into).collect();
        let wording = SummaryWording { record: "record", done: "done", always: "" };
        let outputs = vec![output.into()];
        let mut runner = Runner::of_options(&self.options, Inputs::default(), outputs, wording)?;
        let parts = Parts::open(&paths, &runner.spec.output, self.options.followed_by())?;
        runner.about.threads = parts.threads();
        if let Some(Ok(engine)) = parts.engine().map(str::parse) {
            runner = runner.engine(JobEngine::Kind(engine));
        }
        runner.run_work(parts)
    }
}

impl JobWork for Parts {
    fn run(self, run: &Run<'_>) -> Result<FinishedRun, Error> {
        self.join(run)
    }
}
