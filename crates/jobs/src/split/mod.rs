//! Parts of a corpus that share no class, for training and testing without leaks.
//!
//! Each record goes to the part that its class draws, so equivalent grids always stay together. The draw depends only
//! on the seed and the class, so a corpus can be split piece by piece, and a puzzle added later joins its class. This
//! makes the sizes of the parts random: of `n` classes, a part with the share `p` gets about `n·p`, with a standard
//! deviation of `√(n·p·(1−p))`. On request the sizes are exact, and exact in each stratum if there are strata
//! ([`batchdoku_corpus::split`]).

mod strata;

use std::{
    path::{Path, PathBuf},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

pub use strata::Strata;
use strata::StratumFinder;

use serde::{Deserialize, Serialize};

use super::{
    Inputs, JobOptions, JobSummary,
    command::{Command, command},
    fault::OptionError,
    grid_walk::{GridCursor, GridRecord, Item},
    options::{ArraySolutions, SearchOptions},
    rules::{excludes, never},
    runner::{JobWork, Runner},
    solve_stage::{SolveStage, is_solved},
    two_passes::TwoPasses,
};
#[cfg(feature = "clap")]
use batchdoku_base::names;
use batchdoku_base::{Limits, StopFlag, named};
use batchdoku_corpus::split::{SETS, Sets, SizeError, drawn_number};
use batchdoku_engine::{EngineChoice, grid::Grid};
use batchdoku_format::{AnswerShape, RecordRef, Row};
use batchdoku_pipeline::{
    ChunkJob, ChunkOutput, ChunkRef, ChunkWorker, Control, Error, FinishedRun, JobEnd, Notice,
    Output, Progress, Run, lock, with_word,
};

/// Copies each record to the training, validation or test set. Equivalent puzzles, and by default all puzzles with
/// equivalent solutions, go to the same set.
///
/// Records without a class are reported and not copied: records that are not puzzles, and, if classes are those of
/// solutions, puzzles without exactly one solution.
///
/// ```
/// use batchdoku::jobs::{Command, Split};
/// # let folder = tempfile::tempdir()?;
/// # let [puzzles] = ["puzzles.txt"].map(|name| folder.path().join(name));
/// std::fs::write(&puzzles, format!("{}\n", ".".repeat(81)))?;
/// // Writes set.train.txt and set.test.txt; a puzzle with many solutions goes nowhere.
/// let summary = Split { train: 0.5, ..Split::default() }.run(&puzzles, folder.path().join("set.txt"))?;
/// assert_eq!(summary.counts.done, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "clap", command(next_help_heading = "Split"))]
pub struct Split {
    /// How the command reads, writes and runs.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub options: JobOptions,

    /// Share of the training set
    #[cfg_attr(feature = "clap", arg(long, value_name = "SHARE", default_value_t = TRAIN))]
    pub train: f64,

    /// Share of the validation set [default: no such set]
    #[cfg_attr(feature = "clap", arg(long, value_name = "SHARE"))]
    pub valid: Option<f64>,

    /// Exactly these shares; numbers from 1 on are numbers of records
    ///
    /// A class is never divided: if no classes add up to the size of a set, the set has the nearest size. The
    /// inputs are read twice, and each record takes 16 bytes of memory.
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true))]
    pub exact: bool,

    /// Shares that are exact in each stratum: level, er, clues, or a COLUMN
    ///
    /// 'er' is the rating of Sudoku Explainer without its fraction; any other name is that of a column. A class whose
    /// records are of several strata counts as of the one that most of them have. Implies --exact.
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true, value_name = "BY"))]
    pub stratify: Option<Strata>,

    /// Random seed: equal seeds give equal sets
    #[cfg_attr(feature = "clap", arg(long, value_name = "S", default_value_t = 0))]
    pub seed: u64,

    /// Class that no two sets share
    ///
    /// Puzzles with the same class of the solution can have different classes themselves.
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true, default_value = "solution"))]
    #[cfg_attr(feature = "clap", arg(value_parser = names!(SplitBy:
        "the class of the solution, and with it that of the puzzle",
        "the class of the puzzle",
    )))]
    pub by: SplitBy,

    /// The solutions of an array.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub array: ArraySolutions,

    /// The search.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub search: SearchOptions,
}

/// The default share of the training set. The test set gets the rest.
const TRAIN: f64 = 0.9;

impl Default for Split {
    fn default() -> Self {
        Self {
            options: JobOptions::default(),
            train: TRAIN,
            valid: None,
            exact: false,
            stratify: None,
            seed: 0,
            by: SplitBy::default(),
            array: ArraySolutions::default(),
            search: SearchOptions::default(),
        }
    }
}

/// The class that two sets of a [`Split`] never share.
///
/// ```
/// use batchdoku::jobs::SplitBy;
/// assert_eq!("solution".parse(), Ok(SplitBy::Solution));
/// assert_eq!(SplitBy::Solution.to_string(), "solution");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum SplitBy {
    /// The class of the solution, which implies the class of the puzzle: no solution in one set is equivalent to a
    /// solution in another.
    #[default]
    Solution,
    /// The class of the puzzle. This needs no search.
    Class,
}

named!(SplitBy { Solution = "solution", Class = "class" });

impl Command for Split {
    command!("split");

    fn check(&self) -> Result<(), Error> {
        let dropped = self.options.spec.output.layout.dropped;
        never(("drop", dropped.drop), "records without a class are in no set anyway")?;
        let by_class = ("by", self.by != SplitBy::Solution);
        for option in self.search.given() {
            excludes(option, by_class, Some("class"), "nothing is searched")?;
        }
        self.search.engine.check()
    }

    /// Splits the records of the inputs into the files `folder/name.train.ext`, `name.test.ext` and, if there is a
    /// validation set, `name.valid.ext`, given `folder/name.ext`.
    ///
    /// # Errors
    /// If the shares are not positive or leave nothing for the test set, or if the job ends early.
    /// No output file is written then.
    fn start(&self, inputs: Inputs, output: Output) -> Result<JobSummary, Error> {
        self.check()?;
        let Self { options, search, by, train, .. } = self;
        let Output::Path(base) = &output else {
            return Err(OptionError::NotAFile(output.name()).into());
        };
        let shares: Vec<f64> = [Some(*train), self.valid].into_iter().flatten().collect();
        let is_exact = self.exact || self.stratify.is_some();
        let by_shares = match is_exact {
            false => Some(Sets::by_shares(&shares).map_err(refused)?),
            true => None,
        };
        let used = SETS.into_iter().filter(|&set| set != "valid" || self.valid.is_some());
        let outputs = used.map(|set| part(base, set).map(Output::Path));
        let outputs = outputs.collect::<Result<Vec<_>, Error>>()?;
        let files: Vec<_> = outputs.iter().map(Output::name).collect();
        let sizes = &[(); 3].map(|()| AtomicU64::new(0));
        let mut runner = Runner::new(self, inputs, outputs, "assigned to a set")?;
        // A record is copied with its solution.
        runner.take_array_solutions(self.array.solutions.as_ref())?;
        if *by == SplitBy::Solution {
            runner = runner.engine(search.engine());
        }
        let limits = search.limits(2, options);
        let is_found = AtomicBool::new(false);
        let summary = if let Some(sets) = &by_shares {
            let to = DrawnNumbers::Sets { sets, sizes };
            let job = self.job(limits, &is_found, to);
            runner.run(&AnswerShape::COPIES, &job)?
        } else {
            runner = runner.slow(matches!(self.stratify, Some(Strata::Er)));
            runner.run_work(ExactWork { split: self, shares: &shares, limits, sizes })?
        };
        // If a job was resumed, earlier runs have written some of the records.
        if !options.spec.run.part.resume && summary.end != JobEnd::Interrupted {
            for (name, size) in files.into_iter().zip(sizes) {
                let puzzles = size.load(Ordering::Relaxed);
                options.followed_by().notice(&Notice::SetWritten { name, puzzles });
            }
        }
        Ok(summary)
    }
}

impl Split {
    fn job<'w>(
        &'w self,
        limits: Limits<'w>,
        is_found: &'w AtomicBool,
        to: DrawnNumbers<'w>,
    ) -> SplitJob<'w> {
        let &Self { by, seed, ref stratify, .. } = self;
        // The second pass needs no strata.
        let strata = stratify.as_ref().filter(|_| matches!(to, DrawnNumbers::Collected(_)));
        let engine = self.search.engine();
        let stop = &self.options.stop;
        SplitJob { by, seed, strata, engine, limits, stop, is_found, to }
    }
}

/// Splits records into sets of exact sizes: a first pass counts the records.
struct ExactWork<'w> {
    split: &'w Split,
    shares: &'w [f64],
    limits: Limits<'w>,
    /// The number of records of each set, known once they are written.
    sizes: &'w [AtomicU64; 3],
}

impl JobWork for ExactWork<'_> {
    fn run(self, run: &Run<'_>) -> Result<FinishedRun, Error> {
        let Self { split, shares, limits, sizes } = self;
        let reasons = [
            "sets of exact sizes depend on all records, which are read twice",
            "sets of exact sizes depend on all records, not on a part",
        ];
        let passes = TwoPasses::new(run, reasons)?;
        let opened = passes.open()?;
        let numbers = Mutex::new(Vec::new());
        let is_found = AtomicBool::new(false);
        // Do not report faults here: the second pass does.
        let collect = split.job(limits, &is_found, DrawnNumbers::Collected(&numbers));
        let first = passes.first().chunks(&AnswerShape::COPIES, &collect)?;
        if first.end().is_interrupted() {
            return Ok(first);
        }
        if let Some(Strata::Column(name)) = &split.stratify
            && !is_found.load(Ordering::Relaxed)
            && first.end().counts.puzzles > 0
        {
            return Err(OptionError::NoStratum(name.clone()).into());
        }
        let numbers = numbers.into_inner().unwrap_or_else(PoisonError::into_inner);
        let (sets, made) = Sets::exact(numbers, shares).map_err(refused)?;
        for (set, size) in SETS.into_iter().zip(made).filter(|(_, size)| size.records != size.asked)
        {
            let [records, asked] = [size.records, size.asked].map(|number| number as u64);
            let is_searched = size.is_searched;
            run.observer.notice(&Notice::SetSize { set, records, asked, is_searched });
        }
        let progress = Progress::default();
        let control = Control { progress: &progress, ..*run.control };
        let to = DrawnNumbers::Sets { sets: &sets, sizes };
        passes.second(opened, &control, &split.job(limits, &is_found, to))
    }
}

fn refused(error: SizeError) -> Error {
    Error::Options(error.into())
}

/// Draws a number for the class of each record in chunks.
struct SplitJob<'a> {
    by: SplitBy,
    seed: u64,
    strata: Option<&'a Strata>,
    engine: EngineChoice,
    limits: Limits<'a>,
    stop: &'a StopFlag,
    /// Set as soon as a record has a value for the strata.
    is_found: &'a AtomicBool,
    to: DrawnNumbers<'a>,
}

/// The use of the drawn numbers.
#[derive(Clone, Copy)]
enum DrawnNumbers<'a> {
    /// The numbers are collected with the stratum of each record, to fill sets of exact sizes.
    Collected(&'a Mutex<Vec<(f64, u64)>>),
    /// Each record is copied to the set of its number.
    Sets {
        /// The set of each number.
        sets: &'a Sets,
        /// The number of records of each set.
        sizes: &'a [AtomicU64; 3],
    },
}

impl ChunkJob for SplitJob<'_> {
    fn worker(&self) -> Box<dyn ChunkWorker + '_> {
        let stage = SolveStage::new(self.engine, self.limits);
        let strata = self.strata.map(|strata| StratumFinder::new(strata, self.stop, self.is_found));
        let draw = Draw { seed: self.seed, to: self.to, strata };
        Box::new(SplitWorker { by: self.by, draw, stage })
    }
}

struct SplitWorker<'j> {
    by: SplitBy,
    draw: Draw<'j>,
    stage: SolveStage<'j>,
}

impl ChunkWorker for SplitWorker<'_> {
    fn work(
        &mut self,
        chunk: &ChunkRef<'_>,
        output: &mut ChunkOutput<'_, '_>,
    ) -> Result<(), Error> {
        let Self { by, draw, stage } = self;
        if *by == SplitBy::Class {
            let mut cursor = GridCursor::new(chunk, &mut stage.records, &mut output.report);
            while let Some(item) = cursor.next() {
                chunk.continue_unless_stopped()?;
                match item {
                    Item::Passthrough(_) => {}
                    Item::Malformed(record, reason) => {
                        output.report.reject(record, reason);
                    }
                    Item::Grid(record, GridRecord { grid, .. }) => {
                        draw.add(chunk, record, grid, output)?;
                        output.report.counts.done += 1;
                    }
                }
            }
        } else {
            stage.answer(chunk, true, is_solved, &mut output.report)?;
            for row in stage.records.rows(chunk.bytes) {
                if let Row::Puzzle { record, puzzle, .. } = row
                    && let Ok(solution) = stage.only_solution(puzzle)
                {
                    draw.add(chunk, record, &solution, output)?;
                }
            }
        }
        let formatter = output.formatter;
        output.out.iter_mut().for_each(|out| formatter.flush(&stage.records, out));
        Ok(())
    }
}

/// `folder/name.set.ext` for `folder/name.ext`, and `folder/name.set.ext.gz` for `folder/name.ext.gz`.
fn part(base: &Path, set: &str) -> Result<PathBuf, Error> {
    let is_folder = base.as_os_str().as_encoded_bytes().ends_with(b"/");
    let is_file = !is_folder && Output::from_arg(base).is_new_file();
    let part = if is_file { with_word(base, set) } else { None };
    part.ok_or_else(|| OptionError::NotAFile(base.display().to_string()).into())
}

/// Draws numbers for classes.
struct Draw<'j> {
    seed: u64,
    to: DrawnNumbers<'j>,
    strata: Option<StratumFinder<'j>>,
}

impl Draw<'_> {
    /// Draws a number for a record with the class of `grid`.
    fn add(
        &mut self,
        chunk: &ChunkRef<'_>,
        record: RecordRef<'_>,
        grid: &Grid,
        output: &mut ChunkOutput<'_, '_>,
    ) -> Result<(), Error> {
        let drawn = drawn_number(grid, self.seed);
        match self.to {
            DrawnNumbers::Collected(numbers) => {
                let stratum = match &mut self.strata {
                    Some(strata) => strata.find(chunk, record)?,
                    None => 0,
                };
                lock(numbers).push((drawn, stratum));
            }
            DrawnNumbers::Sets { sets, sizes } => {
                let set = sets.of(drawn);
                sizes[set].fetch_add(1, Ordering::Relaxed);
                output.formatter.row(record, &[], &mut output.out[set]);
            }
        }
        Ok(())
    }
}
