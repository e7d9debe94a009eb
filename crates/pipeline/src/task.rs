//! The elements of a job: tasks in order, and processors, one per thread, that do them.

use super::{Chunk, ChunkOutput, ChunkRef, Diagnostic, Error, JobCounts, io::LinesBefore};

/// A source of the tasks of a job, in order.
pub trait TaskSource: Send {
    /// The unit that a worker takes at a time.
    type Task: Task;

    /// The next task, or `None` after the last.
    ///
    /// # Errors
    /// If it cannot be read. The tasks before it are still done and their output is written.
    fn next_task(&mut self) -> Result<Option<Self::Task>, Error>;
}

/// A task, as the pipeline sees it.
pub trait Task: Send {
    /// The input that it belongs to, counted from 0.
    fn input(&self) -> usize {
        0
    }

    /// The output that all of it goes to; `None` if the processor fills all outputs.
    fn output(&self) -> Option<usize> {
        None
    }

    /// In the first task of an input: how many lines come before it. Given once.
    fn lines_before(&mut self) -> Option<LinesBefore> {
        None
    }

    /// Its end and the start of the next task, if that is known: how many bytes of its input, or records, come
    /// before.
    fn end(&self) -> Option<u64> {
        None
    }

    /// Its size, for the progress: bytes of input, or records.
    fn length(&self) -> u64;

    /// Makes sure, once it is done, that the input is what it was when it was opened.
    ///
    /// # Errors
    /// If it is not.
    fn verify(&self) -> Result<(), Error> {
        Ok(())
    }
}

/// Does tasks. Each thread has its own.
pub trait TaskProcessor<T> {
    /// Does `task` and writes the output to `output`.
    ///
    /// # Errors
    /// Whatever ends the job.
    fn work(&mut self, task: &T, output: &mut ChunkOutput<'_, '_>) -> Result<(), Error>;
}

/// Does tasks that are chunks of records. Each thread has its own.
pub trait ChunkProcessor {
    /// Reads the records of `chunk` and writes the output for them to `output`.
    ///
    /// # Errors
    /// Whatever ends the job.
    fn process(
        &mut self,
        chunk: &ChunkRef<'_>,
        output: &mut ChunkOutput<'_, '_>,
    ) -> Result<(), Error>;
}

impl<P: ChunkProcessor> TaskProcessor<Chunk> for P {
    fn work(&mut self, chunk: &Chunk, output: &mut ChunkOutput<'_, '_>) -> Result<(), Error> {
        let bytes = chunk.load()?;
        self.process(&ChunkRef { stop: Some(output.stop()), ..chunk.with(&bytes) }, output)?;
        chunk.name_sections(&mut output.report.problems);
        Ok(())
    }
}

/// The findings of a task, besides its output.
#[derive(Debug, Default)]
pub struct ChunkReport {
    /// Counts.
    pub counts: JobCounts,
    /// The faults of its records, in order, with lines counted from 0 in the task.
    pub problems: Vec<Diagnostic>,
    /// The number of lines it has.
    pub lines: u64,
}
