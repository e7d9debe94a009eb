//! Parts of a corpus that share no class, for training and testing without leaks.
//!
//! Each record goes to the part that its class draws, so equivalent grids always go together. The
//! draw depends on the seed and the class alone: a corpus can be split piece by piece, and a puzzle
//! that is added later joins its class. The sizes of the parts are therefore random: of `n` classes,
//! a part with the share `p` gets about `n·p`, with a standard deviation of `√(n·p·(1−p))`. On request they
//! are exact (`exact`).

mod exact;

use std::{
    path::{Path, PathBuf},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use super::{
    Inputs, JobOptions, JobSummary,
    grid_walk::for_each_grid,
    options::SearchOptions,
    runner::Runner,
    solve_stage::{SolveStage, verdict},
    two_passes::TwoPasses,
};
use batchdoku_base::{Limits, thousands};
use batchdoku_corpus::{canon::class_key, random::RecordRng};
use batchdoku_engine::grid::Grid;
use batchdoku_format::{AnswerShape, RecordRef, Row};
use batchdoku_pipeline::{
    ChunkOutput, ChunkRef, Codec, Control, Error, Output, Progress, Worker, lock,
};

/// Copies each record to the training, validation or test set. Equivalent puzzles, and by default all
/// puzzles whose solutions are equivalent, go to the same set.
///
/// Records without a class go nowhere and are reported: those that are not puzzles and, by solution,
/// those without exactly one.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Split<'a> {
    options: JobOptions<'a>,
    search: SearchOptions,
    train: Option<f64>,
    valid: Option<f64>,
    seed: u64,
    by_puzzle: bool,
    exact: bool,
}

with_options!(Split);
with_search!(Split);

impl Split<'_> {
    setters! {
        /// The share of the training set; 0.9 by default. The test set gets the rest.
        train: f64;
        /// The share of a validation set. There is none by default.
        valid: f64;
        /// The seed; 0 by default.
        seed: u64;
        /// Sets whether sets may share the class of a solution, and only that of a puzzle is in one set. They
        /// may not by default: then no solution of one set is equivalent to one of another.
        by_puzzle: bool;
        /// Sets whether the sets have exactly their shares of the records that have a class, to the nearest number;
        /// a share of 1 or more is then a number of records. They have about their shares by default.
        ///
        /// Which classes a set has depends on all records then, and the inputs are read twice. A class is
        /// never divided: a set whose end falls into one is larger or smaller by a part of it, which
        /// [`JobOptions::on_notice`] is told.
        exact: bool;
    }

    /// Splits the records of the inputs into the files `folder/name.train.ext`, `name.test.ext` and,
    /// if there is a validation set, `name.valid.ext`, given `folder/name.ext`.
    ///
    /// # Errors
    /// If the shares are not positive or leave nothing for the test set, or whatever ended the job.
    /// No output file is written then.
    pub fn run(
        &self,
        inputs: impl Into<Inputs>,
        base: impl AsRef<Path>,
    ) -> Result<JobSummary, Error> {
        let Self { options, search, by_puzzle, .. } = self;
        let train = self.train.unwrap_or(0.9);
        let shares = || [Some(train), self.valid].into_iter().flatten();
        let (mut draw, mut end) = (Draw { seed: self.seed, ends: Vec::new() }, 0.0);
        for share in shares().filter(|_| !self.exact) {
            end += share;
            draw.ends.push(end);
            if share.is_nan() || share <= 0.0 || end >= 1.0 {
                return Err(Error::Options(
                    "the shares of a split must be positive and their sum less than 1; numbers of records \
                     need exact sizes"
                        .into(),
                ));
            }
        }
        let sets = ["train", "valid", "test"];
        let used = sets.into_iter().filter(|&set| set != "valid" || self.valid.is_some());
        let outputs = used.map(|set| part(base.as_ref(), set).map(Output::Path));
        let outputs = outputs.collect::<Result<Vec<_>, Error>>()?;
        let files: Vec<_> = outputs.iter().map(Output::name).collect();
        let sizes = &[(); 3].map(|()| AtomicU64::new(0));
        let told = |summary: JobSummary| {
            // Of a job that goes on, earlier runs have made a part.
            if let (Some(tell), false, false) =
                (options.plan.on_notice, options.plan.resume, summary.is_interrupted)
            {
                for (file, size) in files.iter().zip(sizes) {
                    let size = size.load(Ordering::Relaxed);
                    let s = if size == 1 { "" } else { "s" };
                    tell(&format!("{file}: {} puzzle{s}", thousands(size)));
                }
            }
            summary
        };
        let mut runner = Runner::new(options, inputs.into(), outputs, "assigned to a set")?;
        if !by_puzzle {
            runner = runner.engine(search.engine);
        }
        runner = runner.asked(&[
            ("the command", &"split"),
            ("--train", &train),
            ("--valid", &self.valid),
            ("--seed", &self.seed),
            ("--exact", &self.exact),
            ("--by", &if *by_puzzle { "puzzle" } else { "solution" }),
            ("--engine", &search.engine.kind),
            ("--max-nodes", &search.max_nodes),
        ]);
        let limits = search.limits(2, options);
        if !self.exact {
            return runner
                .process(&AnswerShape::COPIES, || self.worker(&draw, None, limits, sizes))
                .map(told);
        }
        let summary = runner.run_as(|plan, control, on_diagnostic| {
            let reasons = [
                "sets of exact sizes depend on all records, which are read twice",
                "sets of exact sizes depend on all records, not on a part",
            ];
            let passes = TwoPasses::new(plan, reasons)?;
            let numbers = Mutex::new(Vec::new());
            // The second pass reports what is wrong.
            let count = || self.worker(&draw, Some(&numbers), limits, sizes);
            let first =
                passes
                    .first_pass()
                    .execute(&AnswerShape::COPIES, control, count, &mut |_| Ok(()))?;
            if first.end().is_interrupted {
                return Ok(first);
            }
            let numbers = numbers.into_inner().unwrap_or_else(PoisonError::into_inner);
            let ends = exact::ends(numbers, shares().zip(sets), plan.on_notice)?;
            let (draw, progress) = (Draw { seed: self.seed, ends }, Progress::default());
            let control = Control { progress: &progress, ..*control };
            let worker = || self.worker(&draw, None, limits, sizes);
            passes.second_pass(&control, worker, on_diagnostic)
        });
        summary.map(told)
    }

    /// Makes a worker that copies the records of a chunk to their sets; or, with `numbers`, collects what their
    /// classes draw there.
    fn worker<'w>(
        &self,
        draw: &'w Draw,
        numbers: Option<&'w Mutex<Vec<f64>>>,
        limits: Limits<'w>,
        sizes: &'w [AtomicU64; 3],
    ) -> impl for<'c> Worker<ChunkRef<'c>> + use<'w> {
        let by_puzzle = self.by_puzzle;
        let mut stage = SolveStage::new(self.search.engine, limits);
        move |chunk: &ChunkRef<'_>, output: &mut ChunkOutput<'_, '_>| {
            let ChunkOutput { out, report, formatter, .. } = output;
            let mut drawn = Vec::new();
            let mut add = |record: RecordRef<'_>, of_class: &Grid| match numbers {
                Some(_) => drawn.push(draw.number(of_class)),
                None => {
                    let part = draw.part(of_class);
                    sizes[part].fetch_add(1, Ordering::Relaxed);
                    formatter.row(record, &[], &mut out[part]);
                }
            };
            if by_puzzle {
                for_each_grid(chunk, &mut stage.records, report, |found, record| {
                    found.iter().for_each(|found| add(record, found.grid));
                    Ok(())
                })?;
            } else {
                stage.answer(chunk, true, verdict, report)?;
                for row in stage.records.rows(chunk.bytes) {
                    if let Row::Puzzle { record, puzzle, .. } = row
                        && let Ok(solution) = stage.only_solution(puzzle)
                    {
                        add(record, &solution);
                    }
                }
            }
            if let Some(numbers) = numbers {
                lock(numbers).extend(drawn);
            }
            out.iter_mut().for_each(|out| formatter.flush(&stage.records, out));
            Ok(())
        }
    }
}

/// `folder/name.set.ext` for `folder/name.ext`, and `folder/name.set.ext.gz` for `folder/name.ext.gz`.
fn part(base: &Path, set: &str) -> Result<PathBuf, Error> {
    let is_folder = base.as_os_str().as_encoded_bytes().ends_with(b"/");
    let is_file = !is_folder && Output::from_arg(base).is_new_file();
    let Some(stem) = base.file_stem().filter(|_| is_file) else {
        return Err(Error::Options(format!("'{}' does not name a file", base.display()).into()));
    };
    let packed = base.extension().filter(|_| Codec::of_name(base) != Codec::None);
    let inner = Path::new(stem).extension().filter(|_| packed.is_some());
    let (stem, extension) = match inner {
        Some(extension) => (Path::new(stem).file_stem().unwrap_or(stem), Some(extension)),
        None => (stem, base.extension()),
    };
    let mut name = stem.to_owned();
    name.push(format!(".{set}"));
    for extension in extension.into_iter().chain(packed.filter(|_| inner.is_some())) {
        name.push(".");
        name.push(extension);
    }
    Ok(base.with_file_name(name))
}

/// The draw of a part for each class.
struct Draw {
    seed: u64,
    /// The end of each part but the last in the range from 0 to 1.
    ends: Vec<f64>,
}

impl Draw {
    fn part(&self, grid: &Grid) -> usize {
        let drawn = self.number(grid);
        self.ends.iter().take_while(|&&end| drawn >= end).count()
    }

    /// The number that the class of `grid` draws, from 0 to 1.
    fn number(&self, grid: &Grid) -> f64 {
        let mut key = [0; 32];
        key[..16].copy_from_slice(&class_key(grid).to_le_bytes());
        key[16..24].copy_from_slice(&self.seed.to_le_bytes());
        RecordRng::from_key(key).fraction()
    }
}
