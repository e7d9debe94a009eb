//! The search for rare puzzles.

mod search;

use std::{io, ops::RangeInclusive, path::PathBuf};

use serde::{Deserialize, Serialize};

use super::{
    Inputs, JobOptions, JobSummary,
    command::{Command, command},
    fault::OptionError,
    generate::{NumberedGrids, WriteGrids},
    ranges::ClueRange,
    rules::within,
    runner::{JobWork, Runner, SUMMARY},
};
use batchdoku_base::StopFlag;
#[cfg(feature = "clap")]
use batchdoku_base::names;
use batchdoku_corpus::{
    evolve::{Criterion, Evolution, ScoredPuzzle, Targets},
    explain::Er,
    neighbours::Neighbourhood,
};
use batchdoku_engine::grid::Grid;
use batchdoku_format::{AnswerShape, FileType};
use batchdoku_pipeline::{
    Error, FinishedRun, JobEnd, JobSpec, Output, OutputFile, OutputSpec, Run, RunEnd,
    check_distinct, decides_nothing, file_type,
};
use search::{SearchEnd, SearchJob, search};

/// The number of puzzles to find, unless another is set.
const COUNT: usize = 100;

/// Searches for rare puzzles: hard ones, or such with few or many clues. From a pool of the best so far,
/// random neighbours are made, of which the best replace others. A search that has found nothing in 100
/// rounds starts again.
///
/// The output is a function of the options and of the puzzles that the search starts from; it does not
/// depend on the number of threads.
///
/// ```
/// use batchdoku::{corpus::evolve::Criterion, jobs::{Command, Evolve}};
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("hard.txt");
/// let evolve = Evolve {
///     by: vec![Criterion::Nodes],
///     min_nodes: Some(20),
///     count: Some(5),
///     seed: 1,
///     ..Evolve::default()
/// };
/// let summary = evolve.run((), &path)?;
/// assert_eq!(summary.counts.done, 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "clap", command(next_help_heading = "Corpus"))]
pub struct Evolve {
    /// How the command reads, writes and runs.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub options: JobOptions,

    /// Score: er, nodes, clues or few-clues
    ///
    /// Several scores are separated by commas; each decides where the scores before it are equal:
    /// 'er,few-clues'.
    #[cfg_attr(feature = "clap", arg(long, value_name = "SCORE", value_delimiter = ','))]
    #[cfg_attr(feature = "clap", arg(default_value = "er", value_parser = names!(Criterion:
        "A higher rating of Sudoku Explainer",
        "More nodes",
        "More clues",
        "Fewer clues",
    )))]
    pub by: Vec<Criterion>,

    /// Most clues that are removed, up to 4
    ///
    /// A move removes and adds at least one clue. With --remove 1 --add 2, the number of clues stays or grows
    /// by one, with --remove 2 --add 1 it stays or shrinks by one, with --remove 2 --add 2 it stays.
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = CHANGED))]
    #[cfg_attr(feature = "clap", arg(value_parser = clap::value_parser!(u8).range(REMOVED)))]
    pub remove: u8,

    /// Most clues that are added, up to 3
    #[cfg_attr(feature = "clap", arg(long, value_name = "M", default_value_t = CHANGED))]
    #[cfg_attr(feature = "clap", arg(hide_short_help = true))]
    #[cfg_attr(feature = "clap", arg(value_parser = clap::value_parser!(u8).range(ADDED)))]
    pub add: u8,

    /// Only puzzles with this ER or more
    #[cfg_attr(feature = "clap", arg(long, value_name = "ER", value_parser = rating))]
    pub min_er: Option<f64>,

    /// Only puzzles that take N nodes or more
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true, value_name = "N"))]
    pub min_nodes: Option<u64>,

    /// Only puzzles with N clues, or A..B, A.. or ..B
    #[cfg_attr(feature = "clap", arg(long, value_name = "A..B"))]
    pub clues: Option<ClueRange>,

    /// Number of puzzles [default: 100]
    ///
    /// If none of --min-er, --min-nodes and --clues is given, N may be at most --pool.
    #[serde(serialize_with = "decides_nothing")]
    #[cfg_attr(feature = "clap", arg(short = 'n', long, value_name = "N"))]
    pub count: Option<usize>,

    /// Most puzzles in the pool
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = POOL))]
    #[cfg_attr(feature = "clap", arg(hide_short_help = true))]
    #[cfg_attr(feature = "clap", arg(value_parser =
        clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1_000_000)))]
    pub pool: usize,

    /// Most rounds [default: 100 if no condition is given]
    #[serde(serialize_with = "decides_nothing")]
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true, value_name = "N"))]
    pub rounds: Option<u64>,

    /// Random seed: equal seeds give equal puzzles
    #[cfg_attr(feature = "clap", arg(long, value_name = "S", default_value_t = 0))]
    pub seed: u64,

    /// Keep the state of the search in FILE, and continue the search that is there
    ///
    /// FILE is written every ten seconds and at the end. An interrupted search that is continued has the same
    /// output as an uninterrupted one. -n and --rounds may be larger than before.
    #[serde(serialize_with = "decides_nothing")]
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true))]
    #[cfg_attr(feature = "clap", arg(value_name = "FILE", help_heading = "Run"))]
    pub state: Option<PathBuf>,
}

/// The most clues that are removed, and that are added, unless another number is given.
const CHANGED: u8 = 2;

/// The numbers of clues that may be removed and added: more take too long.
const REMOVED: RangeInclusive<i64> = 1..=4;
const ADDED: RangeInclusive<i64> = 1..=3;

/// The most puzzles in the pool, unless another number is given.
const POOL: usize = 100;

/// The number of rounds without a find after which a search with a target starts again.
const PATIENCE: u64 = 100;

/// Parses a rating of Sudoku Explainer.
#[cfg(feature = "clap")]
fn rating(text: &str) -> Result<f64, &'static str> {
    let rating = text.parse().ok().filter(|rating: &f64| !rating.is_nan());
    rating.ok_or("expected a rating such as 8.4")
}

impl Default for Evolve {
    fn default() -> Self {
        Self {
            options: JobOptions::default(),
            by: vec![Criterion::Er],
            remove: CHANGED,
            add: CHANGED,
            min_er: None,
            min_nodes: None,
            clues: None,
            count: None,
            pool: POOL,
            rounds: None,
            seed: 0,
            state: None,
        }
    }
}

impl Command for Evolve {
    command!("evolve");

    /// Refuses options with which a search could find nothing, or less than it is asked for.
    fn check(&self) -> Result<(), Error> {
        self.targets().check().map_err(|error| Error::Options(error.into()))?;
        within("remove", [self.remove], REMOVED)?;
        within("add", [self.add], ADDED)?;
        let pool = self.pool;
        if pool == 0 {
            return Err(OptionError::NoPool.into());
        }
        match self.count {
            Some(count) if count > pool && !self.targets().has_targets() => {
                Err(OptionError::CountBeyondPool { count, pool }.into())
            }
            _ => Ok(()),
        }
    }

    /// Searches from the puzzles of the inputs, or without any from generated ones, and writes the puzzles that were
    /// found: the first that are as wanted; if any will do, the best. If the job is stopped, it writes what has been
    /// found.
    ///
    /// # Errors
    /// If no puzzle can meet the conditions, or whatever ended the job. No output file is written then.
    fn start(&self, inputs: Inputs, output: Output) -> Result<JobSummary, Error> {
        self.search(inputs, output, PATIENCE)
    }
}

impl Evolve {
    fn targets(&self) -> Targets {
        Targets {
            min_er: self.min_er.map(Er::at_least),
            min_nodes: self.min_nodes,
            clues: self.clues.clone().map(|ClueRange(clues)| clues.into_inner()),
        }
    }

    /// Returns the search that starts again after some rounds without a find.
    fn evolution(&self, patience: u64) -> Evolution {
        let [remove, add] = [self.remove, self.add].map(usize::from);
        let mut by = Vec::new();
        for &criterion in &self.by {
            if !by.contains(&criterion) {
                by.push(criterion);
            }
        }
        if by.is_empty() {
            by.push(Criterion::Er);
        }
        Evolution {
            neighbourhood: Neighbourhood { remove, add, minimal: true },
            by,
            pool: self.pool,
            seed: self.seed,
            targets: self.targets(),
            patience,
        }
    }

    /// Returns the number of puzzles to find.
    fn wanted(&self) -> usize {
        self.count.unwrap_or(COUNT)
    }

    fn search(&self, inputs: Inputs, output: Output, patience: u64) -> Result<JobSummary, Error> {
        self.check()?;
        let evolution = &self.evolution(patience);
        // An output that cannot be written is refused before any work.
        let spec = &self.options.spec;
        let summary = &spec.run.summary;
        let state = self.state.as_ref().map(Output::from);
        let answers = vec![output.clone()];
        let as_written = OutputSpec { answers, protected: Vec::new(), ..spec.output.clone() };
        JobSpec { output: as_written, ..spec.clone() }.check()?;
        for (file, types) in [(summary, &SUMMARY[..]), (&state, &[FileType::Text])] {
            file.as_ref().map_or(Ok(types[0]), |file| file_type(file, types))?;
        }
        // It is read, and replaced: a pipe would be waited for.
        if let Some(path) = self.state.as_ref().filter(|path| path.exists() && !path.is_file()) {
            let source = io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file");
            return Err(Error::Open { name: path.display().to_string(), source });
        }
        let others = spec.input.rejects.iter().chain(summary).chain(&state);
        check_distinct(&inputs.0, others.chain([&output]))?;
        OutputFile::check(&output, spec.output.compression())?;
        let job = SearchJob { evolve: self, evolution, wanted: self.wanted() };
        let SearchEnd { population, read, elapsed } = search(&job, inputs)?;
        let end = if self.options.stop.is_set() { JobEnd::Interrupted } else { JobEnd::Complete };
        let is_interrupted = end == JobEnd::Interrupted;
        let has_targets = evolution.targets.has_targets();
        let list = if has_targets { &population.found } else { &population.pool };
        let found = &list[..list.len().min(self.wanted())];
        let wanted = if has_targets && !is_interrupted { self.wanted() } else { found.len() };
        let mut options = JobOptions { stop: StopFlag::new(), ..self.options.clone() };
        options.spec.input.rejects = None;
        // A search whose state is kept runs unattended. After a signal, a process that waits for the disk would be ended.
        let sync = &mut options.spec.output.disk.sync;
        *sync |= self.state.is_some() && output.is_new_file();
        *sync &= !is_interrupted;
        let mut runner = Runner::of_options(&options, Inputs::default(), vec![output], "found")?;
        let not_found = (wanted - found.len()) as u64;
        let RunEnd { mut counts, is_count_wrong, .. } = read.end();
        counts.puzzles = not_found + counts.puzzles - counts.done;
        counts.done = 0;
        counts.not_generated = not_found;
        runner.about.earlier =
            RunEnd { counts, end, is_count_wrong, before: elapsed, ..RunEnd::default() };
        runner.unwatched().run_work(FoundWork { found, read })
    }
}

/// Writes the puzzles that were found, next to the rejects of the pass that read the seeds.
struct FoundWork<'w> {
    found: &'w [ScoredPuzzle],
    read: FinishedRun,
}

impl JobWork for FoundWork<'_> {
    fn run(self, run: &Run<'_>) -> Result<FinishedRun, Error> {
        let job = WriteGrids(FoundPuzzles(self.found));
        let shape = AnswerShape::one_row(&[]);
        Ok(run.numbers(0..self.found.len() as u64, &shape, &job)?.with(self.read))
    }
}

struct FoundPuzzles<'a>(&'a [ScoredPuzzle]);

impl NumberedGrids for FoundPuzzles<'_> {
    fn grid(&self, number: u64) -> Grid {
        self.0[number as usize].puzzle
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn by_nodes() -> Evolve {
        Evolve { by: vec![Criterion::Nodes], ..Evolve::default() }
    }

    /// The reader would see the end of the pipe when it is closed.
    #[cfg(unix)]
    #[test]
    #[cfg_attr(miri, ignore = "starts a process")]
    fn a_named_pipe_is_opened_once() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        let from = pipe.clone();
        let reader = std::thread::spawn(move || {
            let first = fs::read_to_string(&from).unwrap();
            // Otherwise the job would wait for ever.
            if first.is_empty() {
                fs::read_to_string(&from).unwrap();
            }
            first
        });
        let job = Evolve { pool: 3, rounds: Some(1), count: Some(2), ..by_nodes() };
        assert_eq!(job.run((), &pipe).unwrap().counts.done, 2);
        assert_eq!(reader.join().unwrap().lines().count(), 2);
    }

    /// Zeros that leave nothing to search for are errors; a count of zero is an empty result.
    #[test]
    #[cfg_attr(miri, ignore = "reads files")]
    fn zeros_are_refused() {
        let run = |job: Evolve| Evolve { rounds: Some(0), ..job }.run((), Output::Discard);
        let refused = |job| run(job).unwrap_err().to_string();
        let pool = "the pool must have room for at least one puzzle";
        assert_eq!(refused(Evolve { pool: 0, ..by_nodes() }), pool);
        let remove = refused(Evolve { remove: 0, ..by_nodes() });
        assert_eq!(remove, "remove must be from 1 to 4, got 0");
        let add = refused(Evolve { add: 0, ..by_nodes() });
        assert_eq!(add, "add must be from 1 to 3, got 0");
        assert_eq!(run(Evolve { count: Some(0), ..by_nodes() }).unwrap().counts.done, 0);
    }

    /// Each round that finds nothing is followed by another start, also after an interruption.
    #[test]
    #[cfg_attr(miri, ignore = "thousands of searches")]
    fn a_search_that_finds_nothing_starts_again() {
        let folder = tempfile::tempdir().unwrap();
        let (state, output) = (folder.path().join("state"), folder.path().join("found.txt"));
        let job = Evolve {
            remove: 1,
            add: 1,
            min_nodes: Some(25),
            pool: 2,
            count: Some(1),
            seed: 10,
            ..by_nodes()
        };
        let run = |job: &Evolve| {
            let summary = job.search(Inputs::default(), (&output).into(), 1).unwrap();
            assert_eq!(summary.end, JobEnd::Complete);
            fs::read_to_string(&output).unwrap()
        };
        let parts = Evolve { state: Some(state.clone()), ..job };
        let whole = run(&parts);
        assert_eq!(whole.lines().count(), 1);
        let text = fs::read_to_string(&state).unwrap();
        let number = |name: &str| -> u64 {
            text.lines().find_map(|line| line.strip_prefix(name)).unwrap().parse().unwrap()
        };
        let (rounds, restarts) = (number("round "), number("restarts "));
        assert!((1..rounds).contains(&restarts), "{text}");
        fs::remove_file(&state).unwrap();
        for rounds in 1..rounds {
            run(&Evolve { rounds: Some(rounds), ..parts.clone() });
        }
        assert_eq!(run(&parts), whole);
    }
}
