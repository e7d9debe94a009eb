//! What a job starts from, and whom it tells how far it is.

use super::{
    Diagnostic, Error, JobCounts, JobPosition,
    io::{LinesBefore, OutputProgress},
};

/// Called with each diagnostic, in order, with its input and its line, counted from 1.
pub type DiagnosticHandler<'a> = dyn FnMut(Diagnostic) -> Result<(), Error> + Send + 'a;

/// Called when the output of a task has been written: where the next task starts, what has been
/// counted, and how long each output is up to there, with what is stored of it.
pub(crate) type WrittenHandler<'a> = dyn FnMut(JobPosition, JobCounts, &dyn Fn() -> Vec<(u64, OutputProgress)>) -> Result<(), Error>
    + Send
    + 'a;

/// What comes before the first task of a job, and who else wants to know how far it is.
#[derive(Default)]
pub struct Course<'a> {
    /// The lines before the first task, unless it says otherwise.
    pub(crate) lines_before: LinesBefore,
    /// What has been counted by an earlier run.
    pub counts: JobCounts,
    pub(crate) on_written: Option<&'a mut WrittenHandler<'a>>,
}
