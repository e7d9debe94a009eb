//! A random equivalent of every grid.

use super::{
    JobOptions, JobSummary,
    grid_walk::{many_for_each, map_grids},
    runner::Runner,
};
use batchdoku_corpus::{
    random::Seed,
    shuffle::{equivalent, equivalents},
};
use batchdoku_format::{AnswerShape, Column, ColumnKind};
use batchdoku_pipeline::Error;

/// Replaces each grid by a random equivalent, drawn uniformly from the 9! × 2 × 6⁸ symmetries. It
/// depends on the seed and on the position of the record in the input alone.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Shuffle<'a> {
    options: JobOptions<'a>,
    seed: u64,
    copies: usize,
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
        let seed = Seed::new(self.seed);
        let columns = [Column::named("shuffled", ColumnKind::Grid)];
        let runner = runner.asked(&[
            ("the command", &"shuffle"),
            ("--seed", &self.seed),
            ("--copies", &self.copies),
        ]);
        if self.copies > 1 {
            return runner.process(&AnswerShape::any_rows(&columns), || {
                many_for_each(|record, each| {
                    let rng = &mut seed.record(record.number);
                    let copies = equivalents(record.grid, self.copies, rng);
                    let _ = copies.iter().try_for_each(each);
                    Ok(())
                })
            });
        }
        runner.process(&AnswerShape::one_row(&columns), || {
            map_grids(columns.len(), |record, answers| {
                let shuffled = equivalent(record.grid, &mut seed.record(record.number));
                answers.push(&shuffled.to_text());
                Ok(())
            })
        })
    }
}
