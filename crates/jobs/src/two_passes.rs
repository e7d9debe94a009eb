//! Jobs that read their inputs twice, because what they do with the first record depends on the last one.

use batchdoku_format::AnswerShape;
use batchdoku_pipeline::{
    ChunkJob, Control, DiagnosticHandler, Error, FinishedRun, InputStamps, Output, Plan,
    ResumeError,
};

/// A job that reads all records before it writes any.
pub(super) struct TwoPasses {
    /// The job, with inputs that can be read several times.
    plan: Plan,
    stamps: InputStamps,
}

impl TwoPasses {
    /// Prepares both passes of a job.
    ///
    /// # Errors
    /// If the job is resumed or only a part, for these two reasons, or its inputs cannot be read.
    pub(super) fn new(plan: &Plan, reasons: [&'static str; 2]) -> Result<Self, Error> {
        if plan.resume {
            return Err(Error::Resume(ResumeError::Impossible(reasons[0].into())));
        }
        if !plan.shard.is_whole() {
            return Err(Error::Options(reasons[1].into()));
        }
        plan.check()?;
        let mut plan = plan.clone();
        let stamps = InputStamps::of_rereadable(&mut plan.inputs)?;
        Ok(Self { plan, stamps })
    }

    /// Returns the plan of the first pass, which reads the same records, and neither writes nor reports anything.
    pub(super) fn first_pass(&self) -> Plan {
        Plan {
            outputs: vec![Output::Discard],
            rejects: None,
            summaries: Vec::new(),
            on_open: None,
            on_notice: None,
            is_by_input: false,
            ..self.plan.clone()
        }
    }

    /// Runs the second pass, which copies records: see [`Plan::execute`].
    ///
    /// # Errors
    /// Whatever ended it, or [`Error::Rewritten`] if the passes may not have read the same.
    pub(super) fn second_pass(
        &self,
        control: &Control<'_>,
        job: &dyn ChunkJob,
        on_diagnostic: &mut DiagnosticHandler<'_>,
    ) -> Result<FinishedRun, Error> {
        let run = self.plan.execute(&AnswerShape::COPIES, control, job, on_diagnostic)?;
        if !run.end().is_interrupted {
            self.stamps.check()?;
        }
        Ok(run)
    }
}
