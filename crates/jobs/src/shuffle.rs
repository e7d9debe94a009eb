//! Random equivalents of every record.

use serde::{Deserialize, Serialize};

use super::{
    Inputs, JobOptions, JobSummary,
    command::{Command, command},
    grid_walk::{FieldsWorker, GridFields, GridRecord, GridRows, RowsWorker, write_row_ahead},
    options::ArraySolutions,
    rules::within,
    runner::Runner,
};
use batchdoku_base::StopFlag;
use batchdoku_corpus::{
    random::Seed,
    shuffle::{MOST_COPIES, transforms},
};
use batchdoku_engine::grid::Grid;
use batchdoku_format::{
    AnswerShape, Answers, Column, ColumnKind, Field, RecordRef, RowsPerRecord, Scalar,
};
use batchdoku_pipeline::{ChunkJob, ChunkOutput, ChunkWorker, Error, Output};

/// Replaces each puzzle by a random equivalent, drawn uniformly from the 9! × 2 × 6⁸ symmetries. If the record has a
/// solution, the same symmetry is applied to it. The symmetry depends only on the seed and the record number, which is
/// 0 for the first record of all inputs; records that are not puzzles count, comments and blank lines do not. All other
/// fields are kept.
///
/// ```
/// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).unwrap();
/// use batchdoku::jobs::{Check, Command, Shuffle};
/// # use batchdoku::pipeline::Output;
/// # let folder = tempfile::tempdir()?;
/// # let [pairs, shuffled] = ["pairs.txt", "shuffled.csv"].map(|name| folder.path().join(name));
/// # let lines = |name| std::fs::read_to_string(name);
/// # let both = lines("data/examples.txt")?.lines().zip(lines("data/examples.sol")?.lines())
/// #     .map(|(puzzle, solution)| format!("{puzzle},{solution}\n")).collect::<String>();
/// # std::fs::write(&pairs, both)?;
/// Shuffle { seed: 1, ..Shuffle::default() }.run(&pairs, &shuffled)?;
/// let summary = Check::default().run(&shuffled, Output::Discard)?;
/// assert_eq!(summary.counts.done, summary.counts.puzzles);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "clap", command(next_help_heading = "Output"))]
pub struct Shuffle {
    /// How the command reads, writes and runs.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub options: JobOptions,

    /// Random seed: equal seeds give equal output
    #[cfg_attr(feature = "clap", arg(long, value_name = "S", default_value_t = 0))]
    pub seed: u64,

    /// Different equivalents of each puzzle
    ///
    /// If a puzzle has fewer than K, all are printed. K is at most 10,000,000, because each equivalent takes about 30
    /// bytes of memory until the next puzzle, so that none is printed twice. In formats with named columns, the column
    /// 'copy' numbers them from 1.
    #[cfg_attr(feature = "clap", arg(long, value_name = "K", default_value_t = 1))]
    #[cfg_attr(feature = "clap", arg(value_parser = clap::value_parser!(u32).range(1..=COPIES)))]
    pub copies: u32,

    /// Write each puzzle itself first, before its equivalents
    ///
    /// The puzzle itself is copy 0. Equivalents that equal it are left out. So a set grows by a factor of up to K + 1,
    /// and keeps all its puzzles.
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true))]
    pub original_first: bool,

    /// Add the column 'original', the puzzle as given
    #[cfg_attr(feature = "clap", arg(long))]
    pub keep_original: bool,

    /// The solutions of an array.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub array: ArraySolutions,
}

/// The maximum number of equivalents of a puzzle.
const COPIES: i64 = MOST_COPIES as i64;

impl Default for Shuffle {
    fn default() -> Self {
        let (options, array) = (JobOptions::default(), ArraySolutions::default());
        Self { options, seed: 0, copies: 1, original_first: false, keep_original: false, array }
    }
}

impl Command for Shuffle {
    command!("shuffle");

    fn check(&self) -> Result<(), Error> {
        within("copies", [self.copies], 0..=COPIES)
    }

    fn start(&self, inputs: Inputs, output: Output) -> Result<JobSummary, Error> {
        let &Self { seed, original_first, keep_original, .. } = self;
        let copies = self.copies as usize;
        let mut runner = Runner::new(self, inputs, vec![output], "shuffled")?;
        runner.take_array_solutions(self.array.solutions.as_ref())?;
        let mut columns = vec![Column::PUZZLE, Column::SOLUTION.optional()];
        if keep_original {
            columns.push(Column::named("original", ColumnKind::Grid));
        }
        if copies != 1 || original_first {
            columns.push(Column::named("copy", ColumnKind::Integer).optional());
        }
        let (seed, stop) = (Seed::new(seed), self.options.stop.clone());
        let width = columns.len();
        let job = ShuffleJob { seed, copies, original_first, keep_original, width, stop };
        runner.numbering(true).run(&AnswerShape { columns: &columns, rows: job.rows() }, &job)
    }
}

/// Shuffles the records of chunks.
struct ShuffleJob {
    seed: Seed,
    copies: usize,
    original_first: bool,
    keep_original: bool,
    /// The number of fields of a row: the puzzle, the solution, `original` if it is kept, `copy` if a record makes
    /// several rows.
    width: usize,
    /// Ends the job, even between two equivalents of a puzzle.
    stop: StopFlag,
}

impl ShuffleJob {
    fn rows(&self) -> RowsPerRecord {
        let is_one = self.copies == 1 && !self.original_first;
        if is_one { RowsPerRecord::One } else { RowsPerRecord::Any }
    }
}

impl ChunkJob for ShuffleJob {
    fn worker(&self) -> Box<dyn ChunkWorker + '_> {
        match self.rows() {
            RowsPerRecord::One => Box::new(FieldsWorker::new(Shuffled(self), self.width)),
            _ => Box::new(RowsWorker::new(Copies(self), self.width)),
        }
    }
}

/// Makes one equivalent of each record, in its row.
struct Shuffled<'j>(&'j ShuffleJob);

impl GridFields for Shuffled<'_> {
    fn add(
        &mut self,
        record: RecordRef<'_>,
        grid: GridRecord<'_>,
        answers: &mut Answers,
    ) -> Result<(), Error> {
        let transform = self.0.seed.record(grid.number).transform();
        answers.push(&transform.apply(grid.grid).to_text());
        match solution(record) {
            Some(solution) => answers.push(&transform.apply(&solution).to_text()),
            None => answers.push_field(Field::Kept),
        }
        if self.0.keep_original {
            answers.push(record.puzzle().unwrap_or_default());
        }
        Ok(())
    }
}

/// Makes several equivalents of each record, with a row for each.
struct Copies<'j>(&'j ShuffleJob);

impl GridRows for Copies<'_> {
    fn write(
        &mut self,
        record: RecordRef<'_>,
        grid: GridRecord<'_>,
        output: &mut ChunkOutput<'_, '_>,
    ) -> Result<(), Error> {
        let &ShuffleJob { ref seed, copies, original_first, keep_original, .. } = self.0;
        let original = record.puzzle().map_or(Field::Missing, Field::Text);
        let solution = solution(record);
        let mut rng = seed.record(grid.number);
        let transforms = transforms(grid.grid, copies, &mut rng);
        let mut write = |puzzle: Field<'_>, solution: Field<'_>, copy: i64| {
            let copy = Scalar::Integer(copy).into();
            if keep_original {
                write_row_ahead(record, &[puzzle, solution, original, copy], output)
            } else {
                write_row_ahead(record, &[puzzle, solution, copy], output)
            }
        };
        if original_first {
            write(original, record.solution().map_or(Field::Kept, |text| Field::Text(text)), 0)?;
        }
        for (copy, transform) in (1..).zip(transforms) {
            if self.0.stop.is_set() {
                return Err(Error::Abandoned);
            }
            let puzzle = transform.apply(grid.grid);
            if original_first && puzzle == *grid.grid {
                continue;
            }
            let solution = solution.map(|solution| transform.apply(&solution).to_text());
            let solution = solution.as_ref().map_or(Field::Kept, |text| Field::Text(text));
            write(Field::Text(&puzzle.to_text()), solution, copy)?;
        }
        output.report.counts.done += 1;
        Ok(())
    }
}

/// Returns the solution of a record, if it is a grid.
fn solution(record: RecordRef<'_>) -> Option<Grid> {
    Grid::parse(record.solution()?).ok()
}

#[cfg(test)]
mod tests {
    use super::{Command, Shuffle};

    #[test]
    #[cfg_attr(miri, ignore = "reads files")]
    fn copies_are_as_many_as_asked() {
        let folder = tempfile::tempdir().unwrap();
        let (input, output) = (folder.path().join("in.txt"), folder.path().join("out.txt"));
        std::fs::write(&input, format!("{}\n", ".1".repeat(40) + ".")).unwrap();
        let lines = [1, 0, 3].map(|copies| {
            let job = Shuffle { copies, ..Shuffle::default() };
            assert!(job.run(&input, &output).unwrap().is_complete());
            std::fs::read_to_string(&output).unwrap().lines().count()
        });
        assert_eq!(lines, [1, 0, 3]);
        let job = Shuffle { copies: 1_000_000_000, ..Shuffle::default() };
        let error = job.run(&input, &output).unwrap_err().to_string();
        assert!(error.contains("10000000"), "{error}");
    }
}
