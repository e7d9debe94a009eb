//! The run of a whole job: inputs are checked, outputs opened, all tasks done, and outputs made final.

use std::ops::Range;

use super::{
    Chunk, ChunkJob, ChunkRef, Control, Diagnostic, DiagnosticKind, Error, FinishedRun, OutputFile,
    Plan, RangeJob, RunEnd,
    control::lock,
    io::{Input, LinesBefore, PairedSource, ReadingWorker},
    numbered::Numbers,
    open_files::OpenFiles,
    ordered::{DiagnosticHandler, Task, TaskRun, TaskSource},
};
use batchdoku_format::{AnswerShape, Records, RowsPerRecord, WriteOptions};

impl Plan {
    /// Runs the job with a worker of `job` for each thread. The answers have this shape;
    /// diagnostics go to `on_diagnostic`, in order.
    ///
    /// The outputs, the rejects and the summaries get their names when the run is published.
    ///
    /// # Errors
    /// Whatever ended the job.
    pub fn execute(
        &self,
        shape: &AnswerShape<'_>,
        control: &Control<'_>,
        job: &dyn ChunkJob,
        on_diagnostic: &mut DiagnosticHandler<'_>,
    ) -> Result<FinishedRun, Error> {
        self.check()?;
        let names: Vec<_> = self.inputs.iter().map(Input::name).collect();
        let mut files = OpenFiles::open(self, &names)?;
        if let Some(run) = files.finish_completed()? {
            return Ok(run);
        }
        let mut source = self.source();
        if !self.shard.is_whole() && self.second_input.is_none() {
            source.take(self.shard)?;
        }
        let from = files.done_before().map(|(position, _)| position);
        if let (Some(from), None) = (from, &self.second_input) {
            source.start_at(from);
        }
        let input = source.layout()?;
        // The declared count of one of several inputs is not that of the output; nor is that of the only one,
        // unless each record makes a row.
        let is_count_kept = self.inputs.len() == 1 && shape.rows == RowsPerRecord::One;
        let declared_count = source.declared_count().filter(|_| is_count_kept);
        let write = WriteOptions { input, declared_count, ..self.write.clone() };
        let formatter = &*self.formatter(shape, &write)?;
        files.begin(formatter)?;
        let bytes = from.map_or(0, |from| self.bytes_before(from));
        let before = files.done_before().unwrap_or_default();
        control.progress.start_after(before.1.counts.puzzles, bytes);
        let lines = before.0.lines.into();
        let mut pairs;
        let chunks: &mut dyn TaskSource<Task = Chunk> = match &self.second_input {
            None => &mut source,
            Some(input) => {
                let solutions = self.source_of_solutions(input);
                pairs = PairedSource::new(&mut source, solutions, &self.inputs, self.shard, from)?;
                &mut pairs
            }
        };
        let worker = || ReadingWorker(job.worker());
        let mut end =
            files.run_tasks(chunks, formatter, lines, control, worker, &mut *on_diagnostic)?;
        if end.is_interrupted {
            return Ok(end.into());
        }
        let mut counted = Some((source.declared_count(), end.counts.puzzles));
        if !self.shard.is_whole() {
            // The last part answers for the whole.
            let is_declared = self.shard.is_last() && source.declared_count().is_some();
            counted = is_declared.then(|| self.counted(control)).transpose()?.flatten();
        }
        let wrong = counted.and_then(|(declared, found)| Some((declared?, found)));
        if let Some((declared, found)) = wrong.filter(|(declared, found)| declared != found) {
            end.is_count_wrong = true;
            let words = format!("the header declares {declared} records, but there are {found}");
            let wrong = Diagnostic::new(0, DiagnosticKind::Count, words, &[]).moved(0, 1);
            lock(&files.reports).add(&wrong)?;
            on_diagnostic(wrong)?;
        }
        files.end(formatter, end)
    }

    /// Counts the records of all inputs, beside the number that they declare; `None` if the job is stopped.
    fn counted(&self, control: &Control<'_>) -> Result<Option<(Option<u64>, u64)>, Error> {
        let quiet = Self { on_open: None, on_notice: None, ..self.clone() };
        let mut source = quiet.source();
        let (mut records, mut found) = (Records::default(), 0);
        while let Some(chunk) = source.next_task()? {
            if control.is_stopped() {
                return Ok(None);
            }
            let loaded = chunk.load()?;
            let ChunkRef { bytes, parser, .. } = chunk.with(&loaded);
            records.read(parser, bytes);
            found += records.row_count() as u64;
            chunk.verify()?;
        }
        Ok(Some((source.declared_count(), found)))
    }

    /// Generates the records `numbers` and writes them in order to the first output; the inputs are
    /// not used. The answers have this shape; diagnostics go to `on_diagnostic`, in order.
    ///
    /// # Errors
    /// Whatever ended the job.
    pub fn produce(
        &self,
        numbers: Range<u64>,
        shape: &AnswerShape<'_>,
        control: &Control<'_>,
        job: &dyn RangeJob,
        on_diagnostic: &mut DiagnosticHandler<'_>,
    ) -> Result<FinishedRun, Error> {
        self.check()?;
        let mut files = OpenFiles::open(self, &[])?;
        if let Some(run) = files.finish_completed()? {
            return Ok(run);
        }
        let formatter = &*self.formatter(shape, &self.write)?;
        files.begin(formatter)?;
        let part = self.shard.range(numbers.end.saturating_sub(numbers.start));
        let mut rest = numbers.start + part.start..numbers.start + part.end;
        // In messages, the lines are those of the whole output.
        let (mut lines, mut counts) = (part.start, 0);
        if let Some((position, totals)) = files.done_before() {
            rest.start = position.offset.clamp(rest.start, rest.end);
            (lines, counts) = (position.lines, totals.counts.puzzles);
        }
        control.progress.start_after(counts, rest.start - numbers.start - part.start);
        let mut numbers = Numbers::new(rest, control.threads.count(), self.resume);
        let lines = LinesBefore::from(lines);
        let end = files.run_tasks(
            &mut numbers,
            formatter,
            lines,
            control,
            || job.worker(),
            on_diagnostic,
        )?;
        files.end(formatter, end)
    }

    /// Takes all chunks of the inputs through workers whose output goes to `sink`; what is wrong with
    /// records is not told.
    ///
    /// # Errors
    /// Whatever ended the run.
    pub fn read(
        &self,
        sink: OutputFile,
        control: &Control<'_>,
        job: &dyn ChunkJob,
    ) -> Result<RunEnd, Error> {
        let lines = WriteOptions::default();
        let formatter = batchdoku_format::formatter(&AnswerShape::COPIES, &lines)
            .expect("lines hold any record");
        let run = TaskRun {
            source: &mut self.source(),
            outputs: &mut [sink],
            formatter: &*formatter,
            control,
            lines_before: LinesBefore::default(),
            counts: Default::default(),
            on_diagnostic: &mut |_| Ok(()),
            on_written: None,
        };
        run.finish(|| ReadingWorker(job.worker()))
    }
}
