//! Dropping repeats, in files of any size.
//!
//! Each record gets a key of 128 bits, of its cells or of its class. A first pass writes the keys to partitions, which
//! spill to temporary files once they are large. Then the partitions are searched one by one. A second pass over the
//! input copies each record that is the first with its key. Memory holds one partition, which has a 256th of the keys,
//! and two bits per record. In a billion records, two different records share a key with odds of about 1 to 10²⁰.
//!
//! If there are known records, the first pass reads them first, and each record gets several keys: of its cells, of its
//! class, of the class of its solution. For example, if records are compared by their solutions, a record may be known
//! as the same puzzle, as an equivalent puzzle, or by an equivalent solution, and is reported as the first of these
//! that applies.

use std::{
    collections::{BTreeSet, HashMap},
    mem,
    sync::{Arc, Mutex},
};

use serde::{Deserialize, Serialize};

use super::{
    Inputs, JobOptions, JobSummary,
    command::{Command, command},
    dedupe_keys::{KeyWriter, Keys, NO_KEY, Repeats},
    fault::OptionError,
    grid_walk::{GridCursor, GridRecord, Item},
    options::ArraySolutions,
    rules::{excludes, needs},
    runner::{JobWork, Runner},
    solve_stage::SolveStage,
    summary::SummaryWording,
    two_passes::TwoPasses,
};
#[cfg(feature = "clap")]
use batchdoku_base::names;
use batchdoku_base::{Limits, named};
use batchdoku_corpus::{
    GridExt,
    canon::{class_key, grid_key},
};
use batchdoku_engine::{EngineChoice, grid::Grid};
use batchdoku_format::Records;
use batchdoku_pipeline::{
    ChunkJob, ChunkOutput, ChunkRef, ChunkWorker, Control, Error, FinishedRun, Input, InputStamps,
    JobSpec, KnownRecord, Output, OutputFile, Progress, Reason, Run, RunEnd, lock, start_threads,
    temporary_file_name,
};

/// Copies the first record of each grid, in order. Records that are not grids are reported and kept.
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

    /// Also drop puzzles that are equivalent to an earlier puzzle (see canon)
    ///
    /// This is --by class.
    #[cfg_attr(feature = "clap", arg(long))]
    pub equivalent: bool,

    /// Compare by puzzle, class or solution
    ///
    /// With --by solution, a puzzle without exactly one solution is compared by its own class.
    #[cfg_attr(feature = "clap", arg(long, value_parser = names!(DedupeBy:
        "the same cells",
        "equivalent puzzles",
        "equivalent solutions",
    )))]
    pub by: Option<DedupeBy>,

    /// Also drop puzzles that are in FILE, such as a training set
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE", help_heading = "Input"))]
    #[cfg_attr(feature = "clap", arg(value_parser = Input::parser()))]
    pub against: Vec<Input>,

    /// With --against: name the record that each puzzle repeats
    ///
    /// Messages and the column 'detail' of --rejects then end in 'FILE, line N: PUZZLE', the first known record that is
    /// repeated. If the puzzle is only equivalent, 'by T' follows: the symmetry that maps the known puzzle to it, in
    /// the form that 'canon' writes. If only the solutions are equivalent, T maps the known solution. The known files
    /// are read twice, and each repeated puzzle takes about 200 bytes of memory.
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true, help_heading = "Input"))]
    pub show_match: bool,

    /// The solutions of an array.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub array: ArraySolutions,
}

/// The puzzles that [`Dedupe`] counts as repeats, the strictest rule first: each rule includes those before it.
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
    /// Returns a mark that keys of this kind get, so that keys of different kinds differ. Without it, the key of a
    /// puzzle in canonical form would equal the key of its class. Keys have 127 bits.
    fn salt(self) -> u128 {
        (self as u128).wrapping_mul(0x5851_F42D_4C95_7F2D_1405_7B7E_F767_814F) >> 1
    }

    /// Returns the kind of finding for a known record.
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
        let against = ("against", !self.against.is_empty());
        let show_match = ("show_match", self.show_match);
        needs(show_match, against, "only what is known is named")?;
        let has_readers = self.options.followed_by().reads_diagnostics();
        let is_listed = has_readers || self.options.spec.input.rejects.is_some();
        needs(show_match, ("rejects", is_listed), "without messages, matches stand there alone")?;
        let equivalent = ("equivalent", self.equivalent);
        excludes(equivalent, ("by", self.by.is_some()), None, "it stands for one of its values")
    }

    fn start(&self, inputs: Inputs, output: Output) -> Result<JobSummary, Error> {
        let wording = SummaryWording { record: "puzzle", done: "kept", always: "repeats dropped" };
        let mut runner = Runner::new(self, inputs, vec![output], wording)?;
        // A record is copied with its solution.
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
        let show_match = self.show_match;
        runner.run_work(DedupeWork { by, against: &against.spec, show_match })
    }
}

/// Finds the repeats in a first pass, and copies all other records in a second.
struct DedupeWork<'w> {
    by: DedupeBy,
    /// The inputs with the known records.
    against: &'w JobSpec,
    /// True if a finding names the known record that is repeated.
    show_match: bool,
}

impl JobWork for DedupeWork<'_> {
    fn run(self, run: &Run<'_>) -> Result<FinishedRun, Error> {
        let Self { by, against, show_match } = self;
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
        // To name matches, the known inputs are read twice, too.
        let mut against = against.clone();
        let stamps = match show_match {
            true => Some(InputStamps::of_rereadable(&mut against.input.files)?),
            false => None,
        };
        let mut opened = passes.open()?;
        let keys = Arc::new(Mutex::new(Keys::new()));
        let job = &KeyJob { kinds };
        let mut is_interrupted = false;
        if has_known {
            let known = Run { spec: &against, ..*run };
            is_interrupted = opened.read_known(&known, key_sink(&keys), job)?.is_interrupted();
        }
        let known = lock(&keys).rows;
        if is_interrupted || passes.first().read(key_sink(&keys), job)?.is_interrupted() {
            return Ok(RunEnd::interrupted().into());
        }
        let mut keys = lock(&keys);
        let repeats = &keys
            .repeats(known, show_match)
            .map_err(|source| Error::Read { name: temporary_file_name(), source })?;
        // The second pass finds the repeats by the order of rows, so a single thread copies.
        let progress = Progress::default();
        let threads = start_threads(1)?;
        let stop = run.control.stop;
        let control = Control { threads: &threads, stop, progress: &progress };
        let mut matches = None;
        if let (Some(firsts), Some(stamps)) = (&repeats.firsts, &stamps) {
            let known = Run { spec: &against, control: &control, observer: &(), ..*run };
            let Some(found) = Matches::find(&known, firsts, kinds.len() as u64)? else {
                return Ok(RunEnd::interrupted().into());
            };
            stamps.check()?;
            matches = Some(found);
        }
        let matches = matches.as_ref();
        passes.second(opened, &control, &CopyJob { repeats, kinds, known, matches })
    }
}

/// Returns an output file that adds everything written to it to `keys`.
fn key_sink(keys: &Arc<Mutex<Keys>>) -> OutputFile {
    OutputFile::to_writer(&temporary_file_name(), Box::new(KeyWriter(Arc::clone(keys))))
}

/// Writes the keys of each row: one for each kind of key.
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
    /// Finds the solutions, if some keys depend on them.
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
                // Do not report it: the second pass does.
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

/// Returns a key of a grid; `stage` has its solution, if the key depends on it.
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

/// The known records that other records repeat.
struct Matches {
    /// The number of keys per record.
    kinds: u64,
    /// For the number of a known record: the name of its input, its line there, and its puzzle.
    records: HashMap<u64, (Arc<str>, u64, Grid)>,
}

impl Matches {
    /// Finds the known records with the keys of `firsts`, in the inputs that `known` reads with a single thread.
    /// Returns `None` if the job is stopped.
    fn find(
        known: &Run<'_>,
        firsts: &HashMap<u64, u64>,
        kinds: u64,
    ) -> Result<Option<Self>, Error> {
        let numbers: BTreeSet<u64> = firsts.values().map(|key| key / kinds).collect();
        let job = PlaceJob { numbers: &numbers, puzzles: Mutex::default() };
        let (end, places) = known.places(&job)?;
        if end.is_interrupted() {
            return Ok(None);
        }
        let names: Vec<Arc<str>> =
            known.spec.input.files.iter().map(|input| input.name().into()).collect();
        let puzzles = mem::take(&mut *lock(&job.puzzles));
        let records = numbers.into_iter().zip(places.into_iter().zip(puzzles));
        let records = records.map(|(number, ((input, line), puzzle))| {
            (number, (Arc::clone(&names[input]), line, puzzle))
        });
        Ok(Some(Self { kinds, records: records.collect() }))
    }

    /// Returns the finding about `puzzle`, which has the known key number `first`.
    fn reason(&self, by: DedupeBy, first: u64, puzzle: &Grid) -> Option<Reason> {
        let (input, line, known) = self.records.get(&(first / self.kinds))?;
        let only = |puzzle: &Grid| puzzle.is_unique().then(|| puzzle.solve()).flatten();
        let pair = match by {
            DedupeBy::Puzzle => None,
            DedupeBy::Class => Some((*known, *puzzle)),
            // The puzzles are compared as by their keys: a puzzle without exactly one solution, itself.
            DedupeBy::Solution => {
                Some((only(known).unwrap_or(*known), only(puzzle).unwrap_or(*puzzle)))
            }
        };
        let transform = pair.map(|(known, puzzle)| {
            let back = puzzle.canonical_transform().inverse();
            known.canonical_transform().then(&back).to_string()
        });
        let (input, line, kind) = (input.to_string(), *line, by.known().kind());
        Some(Reason::KnownAs(Box::new(KnownRecord {
            kind,
            input,
            line,
            puzzle: *known,
            transform,
        })))
    }
}

/// Lists the known records with these numbers, and keeps their puzzles. A single thread does this, because records are
/// counted.
struct PlaceJob<'a> {
    numbers: &'a BTreeSet<u64>,
    puzzles: Mutex<Vec<Grid>>,
}

impl ChunkJob for PlaceJob<'_> {
    fn worker(&self) -> Box<dyn ChunkWorker + '_> {
        Box::new(PlaceWorker { job: self, next: 0, records: Records::default() })
    }
}

struct PlaceWorker<'j> {
    job: &'j PlaceJob<'j>,
    /// The number of the record that comes next.
    next: u64,
    records: Records,
}

impl ChunkWorker for PlaceWorker<'_> {
    fn work(
        &mut self,
        chunk: &ChunkRef<'_>,
        output: &mut ChunkOutput<'_, '_>,
    ) -> Result<(), Error> {
        let Self { job: PlaceJob { numbers, puzzles }, next, records } = self;
        let report = &mut output.report;
        let mut cursor = GridCursor::new(chunk, records, report);
        while let Some(item) = cursor.next() {
            chunk.continue_unless_stopped()?;
            match item {
                Item::Passthrough(_) => continue,
                Item::Malformed(..) => {}
                Item::Grid(record, found) if numbers.contains(next) => {
                    lock(puzzles).push(*found.grid);
                    report.list(record, Reason::KnownPuzzle);
                }
                Item::Grid(..) => {}
            }
            *next += 1;
        }
        Ok(())
    }
}

/// Copies the rows that are no repeats. A single thread does this, because the place of a row among all rows is the
/// place of its keys.
struct CopyJob<'a> {
    repeats: &'a Repeats,
    kinds: &'a [DedupeBy],
    /// The number of keys of known records, which come before the keys of the rows.
    known: u64,
    /// The known records that are repeated, if findings name them.
    matches: Option<&'a Matches>,
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
        let Self { job: CopyJob { repeats, kinds, matches, .. }, next, records } = self;
        let ChunkOutput { out, report, formatter, .. } = output;
        let out = &mut out[0];
        let mut cursor = GridCursor::new(chunk, records, report);
        while let Some(item) = cursor.next() {
            chunk.continue_unless_stopped()?;
            let (record, grid, malformed) = match item {
                Item::Passthrough(record) => {
                    formatter.pass(record.bytes(), out);
                    continue;
                }
                Item::Malformed(record, reason) => (record, &Grid::EMPTY, Some(reason)),
                Item::Grid(record, found) => (record, found.grid, None),
            };
            let keys = (*next..).zip(*kinds);
            *next += kinds.len() as u64;
            if let Some((key, &kind)) = keys.clone().find(|&(key, _)| repeats.known.get(key)) {
                // The symmetry takes as long as two keys, so it is computed only for a finding that is listed.
                let read = matches.filter(|_| report.problems.lists(kind.known().kind()));
                let named = read.and_then(|matches| {
                    let first = *repeats.firsts.as_ref()?.get(&key)?;
                    matches.reason(kind, first, grid)
                });
                report.reject(record, named.unwrap_or(kind.known()));
            } else if keys.last().is_some_and(|(key, _)| repeats.all.get(key)) {
                report.counts.repeats += 1;
            } else {
                if malformed.is_none() || !formatter.drops_rejected() {
                    formatter.row(record, &[], out);
                }
                // A record that is not a puzzle has no key, so it is neither known nor a repeat.
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
