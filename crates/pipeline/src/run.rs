//! A job that is ready to run: its spec, its question, and its resources.

use super::{Control, InputSpec, JobObserver, JobSpec, Needs, Question};

/// A job that is ready to run.
#[derive(Clone, Copy)]
pub struct Run<'r> {
    /// The inputs, outputs and manner of the job, as the user wants them.
    pub spec: &'r JobSpec,
    /// The needs of the command.
    pub needs: Needs,
    /// The options that decide the answers, which must be the same when the job is resumed.
    pub question: &'r Question,
    /// The threads, the stop flag and the progress.
    pub control: &'r Control<'r>,
    /// The observer of the job.
    pub observer: &'r dyn JobObserver,
}

impl Run<'_> {
    /// Returns the name of an input for messages; without inputs, the name of the output.
    pub(super) fn input_name(&self, index: usize) -> String {
        let InputSpec { files, .. } = &self.spec.input;
        match files.get(index) {
            Some(file) => file.name(),
            None => self.spec.output.answers.get(index).map_or_else(String::new, |it| it.name()),
        }
    }
}
