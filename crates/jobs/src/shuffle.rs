//! A random equivalent of every grid.

use super::{
    JobOptions, JobSummary,
    grid_walk::{FieldsWorker, GridFields, GridRecord, GridRows, RowsWorker, write_row_ahead},
    runner::Runner,
};
use batchdoku_corpus::{
    random::Seed,
    shuffle::{equivalent, equivalents},
};
use batchdoku_format::{AnswerShape, Answers, Column, ColumnKind, RecordRef};
use batchdoku_pipeline::{ChunkJob, ChunkOutput, ChunkWorker, Error};

/// Replaces each grid by a random equivalent, drawn uniformly from the 9! × 2 × 6⁸ symmetries. It
/// depends on the seed and on the position of the record in the input alone.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Shuffle<'a> {
    options: JobOptions<'a>,
    seed: u64,
    copies: Option<usize>,
}

with_run! {
    /// Shuffles the grids of the inputs.
    Shuffle: "shuffled"
}

impl Shuffle<'_> {
    setters! {
        /// The seed; 0 by default.
        seed: u64;
        /// The number of different equivalents of each grid, one after the other; fewer where its class
        /// has fewer. 1 by default.
        copies: usize;
    }

    fn start(&self, runner: Runner<'_>) -> Result<JobSummary, Error> {
        let copies = self.copies.unwrap_or(1);
        let job = ShuffleJob { seed: Seed::new(self.seed), copies };
        let runner = runner.asked(&[
            ("the command", &"shuffle"),
            ("--seed", &self.seed),
            ("--copies", &copies),
        ]);
        let columns = [Column::named("shuffled", ColumnKind::Grid)];
        let shape = match copies {
            1 => AnswerShape::one_row(&columns),
            _ => AnswerShape::any_rows(&columns),
        };
        runner.run(&shape, &job)
    }
}

/// Shuffles the grids of chunks.
struct ShuffleJob {
    seed: Seed,
    copies: usize,
}

impl ChunkJob for ShuffleJob {
    fn worker(&self) -> Box<dyn ChunkWorker + '_> {
        match self.copies {
            1 => Box::new(FieldsWorker::new(Shuffled(&self.seed), 1)),
            copies => Box::new(RowsWorker::new(Copies { seed: &self.seed, copies })),
        }
    }
}

/// One equivalent of each grid, in its row.
struct Shuffled<'j>(&'j Seed);

impl GridFields for Shuffled<'_> {
    fn add(&mut self, record: GridRecord<'_>, answers: &mut Answers) {
        let shuffled = equivalent(record.grid, &mut self.0.record(record.number));
        answers.push(&shuffled.to_text());
    }
}

/// Several equivalents of each grid, a row for each.
struct Copies<'j> {
    seed: &'j Seed,
    copies: usize,
}

impl GridRows for Copies<'_> {
    fn write(
        &mut self,
        record: RecordRef<'_>,
        grid: GridRecord<'_>,
        output: &mut ChunkOutput<'_, '_>,
    ) -> Result<(), Error> {
        let copies = equivalents(grid.grid, self.copies, &mut self.seed.record(grid.number));
        for copy in &copies {
            write_row_ahead(record, copy, output)?;
        }
        output.report.counts.solved += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Shuffle;

    #[test]
    #[cfg_attr(miri, ignore = "reads files")]
    fn copies_are_as_many_as_asked() {
        let folder = tempfile::tempdir().unwrap();
        let (input, output) = (folder.path().join("in.txt"), folder.path().join("out.txt"));
        std::fs::write(&input, format!("{}\n", ".1".repeat(40) + ".")).unwrap();
        let jobs = [Shuffle::new(), Shuffle::new().copies(0), Shuffle::new().copies(3)];
        let lines = jobs.map(|job| {
            assert!(job.run(&input, &output).unwrap().is_complete());
            std::fs::read_to_string(&output).unwrap().lines().count()
        });
        assert_eq!(lines, [1, 0, 3]);
    }
}
