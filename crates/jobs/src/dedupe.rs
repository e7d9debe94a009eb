//! Dropping repeats, in files of any size.
//!
//! Each record gets a key of 128 bits: of its cells, or of its class. A first pass spreads the
//! keys over partitions, which spill to temporary files once they are large; the partitions are
//! then looked through one by one, and a second pass over the input copies the records that are
//! the first with their key. Memory is one partition, a 256th of the keys, and one bit a record.
//! In a billion records, any two that differ share a key with odds of about 1 to 10²⁰.
//!
//! If there are known records, the first pass reads these before, and each record gets a key of each kind: of
//! its cells, of its class, of the class of its solution.

use std::sync::{Arc, Mutex};

use serde::{Deserialize, Serialize};

use super::{
    Inputs, JobOptions, JobSummary,
    command::{Command, command},
    dedupe_keys::{KeyWriter, Keys, NO_KEY, Repeats},
    fault::OptionError,
    grid_walk::{GridCursor, GridRecord, Item},
    options::ArraySolutions,
    rules::excludes,
    runner::{JobWork, Runner},
    solve_stage::SolveStage,
    summary::SummaryWording,
    two_passes::TwoPasses,
};
#[cfg(feature = "clap")]
use batchdoku_base::names;
use batchdoku_base::{Limits, named};
use batchdoku_corpus::canon::{class_key, grid_key};
use batchdoku_engine::EngineChoice;
use batchdoku_format::Records;
use batchdoku_pipeline::{
    ChunkJob, ChunkOutput, ChunkRef, ChunkWorker, Control, Error, FinishedRun, Input, JobSpec,
    Output, OutputFile, Progress, Reason, Run, RunEnd, lock, start_threads, temporary_file_name,
};

/// Copies the records whose grid has not come before, in order. Records that are not grids are
/// reported and kept.
///
/// ```
/// use batchdoku::jobs::{Command, Dedupe, DedupeBy};
/// # let folder = tempfile::tempdir()?;
/// # let [puzzles, classes] = ["puzzles.txt", "classes.txt"].map(|name| folder.path().join(name));
/// let empty = ".".repeat(80);
/// std::fs::write(&puzzles, format!("1{empty}\n{empty}2\n"))?;
/// let summary = Dedupe { by: Some(DedupeBy::Class), ..Dedupe::default() }.run(&puzzles, &classes)?;
/// assert_eq!((summary.counts.done, summary.counts.repeats), (1, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "clap", command(next_help_heading = "Output"))]
pub struct Dedupe {
    /// How the command reads, writes and runs.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub options: JobOptions,

    /// Also drop puzzles that are equivalent to an earlier one (see canon)
    ///
    /// This is --by class.
    #[cfg_attr(feature = "clap", arg(long))]
    pub equivalent: bool,

    /// Compare by puzzle, class or solution
    ///
    /// With --by solution, a puzzle without exactly one solution is compared by its own class.
    #[cfg_attr(feature = "clap", arg(long, value_parser = names!(DedupeBy:
        "Puzzles with the same cells",
        "Equivalent puzzles",
        "Puzzles with equivalent solutions",
    )))]
    pub by: Option<DedupeBy>,

    /// Also drop puzzles that are in FILE, such as a training set
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE", help_heading = "Input"))]
    #[cfg_attr(feature = "clap", arg(value_parser = Input::parser()))]
    pub against: Vec<Input>,

    /// The solutions of an array.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub array: ArraySolutions,
}

/// The puzzles that [`Dedupe`] takes for repeats, the strictest first: each includes those before.
///
/// ```
/// use batchdoku::jobs::DedupeBy;
/// assert_eq!("class".parse(), Ok(DedupeBy::Class));
/// assert_eq!(DedupeBy::Class.to_string(), "class");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum DedupeBy {
    /// Puzzles with the same cells.
    #[default]
    Puzzle,
    /// Equivalent puzzles.
    Class,
    /// Puzzles with equivalent solutions. A puzzle without exactly one solution is compared by its own class.
    Solution,
}

named!(DedupeBy { Puzzle = "puzzle", Class = "class", Solution = "solution" });

impl DedupeBy {
    /// Keys of different kinds differ by it: without it, that of a puzzle in canonical form is that of its
    /// class. Keys have 127 bits.
    fn salt(self) -> u128 {
        (self as u128).wrapping_mul(0x5851_F42D_4C95_7F2D_1405_7B7E_F767_814F) >> 1
    }

    /// Returns the finding about a record that is known.
    fn known(self) -> Reason {
        match self {
            Self::Puzzle => Reason::KnownPuzzle,
            Self::Class => Reason::KnownClass,
            Self::Solution => Reason::KnownSolution,
        }
    }
}

impl Command for Dedupe {
    command!("dedupe");

    fn check(&self) -> Result<(), Error> {
        let equivalent = ("equivalent", self.equivalent);
        excludes(equivalent, ("by", self.by.is_some()), None, "it stands for one of its values")
    }

    fn start(&self, inputs: Inputs, output: Output) -> Result<JobSummary, Error> {
        let wording = SummaryWording { record: "puzzle", done: "kept", always: "repeats dropped" };
        let mut runner = Runner::new(self, inputs, vec![output], wording)?;
        // A record goes whole, its solution with it.
        runner.take_array_solutions(self.array.solutions.as_ref())?;
        let wording = &mut runner.about.wording;
        if !self.against.is_empty() {
            wording.always = "known";
        }
        let known = self.against.clone().into();
        let against = Runner::of_options(&self.options, known, Vec::new(), *wording)?;
        let known_files = &against.spec.input.files;
        let input = &mut runner.spec.input;
        input.known.clone_from(known_files);
        let inputs = input.known.iter().chain(&input.files);
        if inputs.filter(|input| input.is_stdin()).count() > 1 {
            return Err(OptionError::SharedStdin { one: "known puzzles", other: "others" }.into());
        }
        let by = if self.equivalent { DedupeBy::Class } else { self.by.unwrap_or_default() };
        runner.run_work(DedupeWork { by, against: &against.spec })
    }
}

/// Finds the repeats in a first pass, and copies the others in a second.
struct DedupeWork<'w> {
    by: DedupeBy,
    /// The inputs whose records are known.
    against: &'w JobSpec,
}

impl JobWork for DedupeWork<'_> {
    fn run(self, run: &Run<'_>) -> Result<FinishedRun, Error> {
        let Self { by, against } = self;
        let reasons = [
            "repeats are found among all records, in two passes",
            "repeats are found among all records, not in a part",
        ];
        let passes = TwoPasses::new(run, reasons)?;
        let has_known = !against.input.files.is_empty();
        let kinds = match has_known {
            true => &DedupeBy::ALL[..=by as usize],
            false => &[by],
        };
        let mut opened = passes.open()?;
        let keys = Arc::new(Mutex::new(Keys::new()));
        let job = &KeyJob { kinds };
        let mut is_interrupted = false;
        if has_known {
            let known = Run { spec: against, ..*run };
            is_interrupted = opened.read_known(&known, key_sink(&keys), job)?.is_interrupted();
        }
        let known = lock(&keys).rows;
        if is_interrupted || passes.first().read(key_sink(&keys), job)?.is_interrupted() {
            return Ok(RunEnd::interrupted().into());
        }
        let mut keys = lock(&keys);
        let repeats = &keys
            .repeats(known)
            .map_err(|source| Error::Read { name: temporary_file_name(), source })?;
        // Which rows are repeats goes by their order, so one thread copies them.
        let progress = Progress::default();
        let threads = start_threads(1)?;
        let stop = run.control.stop;
        let control = Control { threads: &threads, stop, progress: &progress };
        passes.second(opened, &control, &CopyJob { repeats, kinds, known })
    }
}

/// Returns an output file that adds what is written to it to some keys.
fn key_sink(keys: &Arc<Mutex<Keys>>) -> OutputFile {
    OutputFile::to_writer(&temporary_file_name(), Box::new(KeyWriter(Arc::clone(keys))))
}

/// Writes the keys of each row, one of each kind.
struct KeyJob<'a> {
    kinds: &'a [DedupeBy],
}

impl ChunkJob for KeyJob<'_> {
    fn worker(&self) -> Box<dyn ChunkWorker + '_> {
        let has_solutions = self.kinds.contains(&DedupeBy::Solution);
        let stage =
            has_solutions.then(|| SolveStage::new(EngineChoice::default(), Limits::solutions(2)));
        Box::new(KeyWorker { kinds: self.kinds, stage, records: Records::default() })
    }
}

struct KeyWorker<'j> {
    kinds: &'j [DedupeBy],
    /// Finds the solutions, if there are keys of them.
    stage: Option<SolveStage<'static>>,
    records: Records,
}

impl ChunkWorker for KeyWorker<'_> {
    fn work(
        &mut self,
        chunk: &ChunkRef<'_>,
        output: &mut ChunkOutput<'_, '_>,
    ) -> Result<(), Error> {
        let Self { kinds, stage, records } = self;
        let ChunkOutput { out, report, .. } = output;
        if let Some(stage) = stage {
            stage.find_outcomes(chunk, true)?;
        }
        let mut cursor = GridCursor::new(chunk, records, report);
        while let Some(item) = cursor.next() {
            chunk.continue_unless_stopped()?;
            let found = match item {
                Item::Passthrough(_) => continue,
                // Of the inputs, the second pass reports it.
                Item::Malformed(record, reason) => {
                    report.reject(record, reason);
                    None
                }
                Item::Grid(_, found) => {
                    report.counts.done += 1;
                    Some(found)
                }
            };
            for &kind in *kinds {
                let key = found.map_or(NO_KEY, |found| key(kind, found, stage.as_ref()));
                out[0].extend_from_slice(&key.to_le_bytes());
            }
        }
        Ok(())
    }
}

/// Returns the key of a grid; `stage` has its solution, if that is needed.
fn key(kind: DedupeBy, found: GridRecord<'_>, stage: Option<&SolveStage<'_>>) -> u128 {
    let key = match kind {
        DedupeBy::Puzzle => grid_key(found.grid),
        DedupeBy::Class => class_key(found.grid),
        DedupeBy::Solution => {
            let solution = stage.map(|stage| stage.only_solution(found.puzzle));
            class_key(&solution.and_then(Result::ok).unwrap_or(*found.grid))
        }
    };
    key ^ kind.salt()
}

/// Copies the rows that are no repeats. One thread does it, because the number of a row is the place of its keys.
struct CopyJob<'a> {
    repeats: &'a Repeats,
    kinds: &'a [DedupeBy],
    /// The number of keys of known records, which precede those of the rows.
    known: u64,
}

impl ChunkJob for CopyJob<'_> {
    fn worker(&self) -> Box<dyn ChunkWorker + '_> {
        Box::new(CopyWorker { job: self, next: self.known, records: Records::default() })
    }
}

struct CopyWorker<'j> {
    job: &'j CopyJob<'j>,
    /// The place of the first key of the next row.
    next: u64,
    records: Records,
}

impl ChunkWorker for CopyWorker<'_> {
    fn work(
        &mut self,
        chunk: &ChunkRef<'_>,
        output: &mut ChunkOutput<'_, '_>,
    ) -> Result<(), Error> {
        let Self { job: CopyJob { repeats, kinds, .. }, next, records } = self;
        let ChunkOutput { out, report, formatter, .. } = output;
        let out = &mut out[0];
        let mut cursor = GridCursor::new(chunk, records, report);
        while let Some(item) = cursor.next() {
            chunk.continue_unless_stopped()?;
            let (record, malformed) = match item {
                Item::Passthrough(record) => {
                    formatter.pass(record.bytes(), out);
                    continue;
                }
                Item::Malformed(record, reason) => (record, Some(reason)),
                Item::Grid(record, _) => (record, None),
            };
            let keys = (*next..).zip(*kinds);
            *next += kinds.len() as u64;
            if let Some((_, kind)) = keys.clone().find(|&(key, _)| repeats.known.get(key)) {
                report.reject(record, kind.known());
            } else if keys.last().is_some_and(|(key, _)| repeats.all.get(key)) {
                report.counts.repeats += 1;
            } else {
                if malformed.is_none() || !formatter.drops_rejected() {
                    formatter.row(record, &[], out);
                }
                // What is not a puzzle has no key, so it is neither known nor a repeat.
                match malformed {
                    None => report.counts.done += 1,
                    Some(reason) => report.reject(record, reason),
                }
            }
        }
        formatter.flush(records, out);
        Ok(())
    }
}
