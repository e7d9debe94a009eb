//! The search for rare puzzles.

mod search;

use std::{io, ops::RangeInclusive, path::PathBuf};

use super::{
    Inputs, JobOptions, JobSummary,
    fault::OptionError,
    generate::{NumberedGrids, WriteGrids},
    runner::{JobWork, Runner, SUMMARY},
};
use batchdoku_base::StopFlag;
use batchdoku_corpus::{
    evolve::{Criterion, Evolution, ScoredPuzzle, Targets},
    explain::Er,
    neighbours::Neighbourhood,
};
use batchdoku_engine::grid::Grid;
use batchdoku_format::{AnswerShape, FileType};
use batchdoku_pipeline::{
    Error, FinishedRun, JobEnd, JobSpec, Output, OutputFile, OutputSpec, Run, RunEnd,
    check_distinct, file_type,
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
/// use batchdoku::{corpus::evolve::Criterion, jobs::Evolve};
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("hard.txt");
/// let evolve = Evolve::new().by([Criterion::Nodes]).min_nodes(20).count(5).seed(1);
/// let summary = evolve.run(Vec::<&str>::new(), &path)?;
/// assert_eq!(summary.counts.done, 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Evolve {
    options: JobOptions,
    evolution: Evolution,
    count: Option<usize>,
    rounds: Option<u64>,
    state: Option<PathBuf>,
}

impl Default for Evolve {
    fn default() -> Self {
        let neighbourhood = Neighbourhood { remove: 2, add: 2, minimal: true };
        let by = Vec::new();
        let targets = Targets::default();
        let evolution = Evolution { neighbourhood, by, pool: 100, seed: 0, targets, patience: 100 };
        Self { options: JobOptions::new(), evolution, count: None, rounds: None, state: None }
    }
}

with_options!(Evolve);

impl Evolve {
    /// Prefers puzzles that are better by these criteria: the first decides, and each of the next where those
    /// before do not. By default it is [`Criterion::Er`].
    pub fn by(mut self, criteria: impl IntoIterator<Item = Criterion>) -> Self {
        let by = &mut self.evolution.by;
        by.clear();
        for criterion in criteria {
            if !by.contains(&criterion) {
                by.push(criterion);
            }
        }
        self
    }

    setters! {
        /// Sets the most clues that make way for others, at least 1; 2 by default. The number of clues changes by the
        /// difference to those that are [added](Self::added), or by less.
        removed: usize => evolution.neighbourhood.remove;
        /// Sets the most clues that are added, at least 1; 2 by default.
        added: usize => evolution.neighbourhood.add;
        /// Sets the seed; 0 by default.
        seed: u64 => evolution.seed;
        /// Sets the most puzzles in the pool, at least 1; 100 by default.
        pool: usize => evolution.pool;
        /// Writes only puzzles with at least this number of nodes.
        min_nodes: u64 => evolution.targets.min_nodes;
        /// Sets the most puzzles that are written; 100 by default. Unless puzzles must meet a condition, they are
        /// those of the [pool](Self::pool), which must be as large.
        count: usize;
        /// Ends the search after this number of rounds. By default, it ends when enough puzzles are found, or after
        /// 100 rounds if any puzzle will do.
        rounds: u64;
        /// Keeps the state of the search in a file, and continues the search that is there: an interrupted search
        /// that is continued has the same output as an uninterrupted one. Rounds and count may be larger than before.
        state: some PathBuf => state;
    }

    /// Writes only puzzles with at least this rating.
    pub fn min_er(mut self, least: f64) -> Self {
        self.evolution.targets.min_er = Some(Er::at_least(least));
        self
    }

    /// Writes only puzzles with a number of clues in this range.
    pub fn clues(mut self, clues: RangeInclusive<u8>) -> Self {
        self.evolution.targets.clues = Some(clues.into_inner());
        self
    }

    /// Returns the number of puzzles to find.
    fn wanted(&self) -> usize {
        self.count.unwrap_or(COUNT)
    }

    /// Rejects options with which a search could find nothing, or less than it is asked for.
    fn check(&self) -> Result<(), Error> {
        let Evolution { neighbourhood, pool, targets, .. } = &self.evolution;
        targets.check().map_err(|error| Error::Options(error.into()))?;
        if neighbourhood.remove.min(neighbourhood.add) == 0 {
            return Err(OptionError::NoMove.into());
        }
        if *pool == 0 {
            return Err(OptionError::NoPool.into());
        }
        match self.count {
            Some(count) if count > *pool && !targets.has_targets() => {
                Err(OptionError::CountBeyondPool { count, pool: *pool }.into())
            }
            _ => Ok(()),
        }
    }

    /// Searches from the puzzles of the inputs, or without any from generated ones, and writes the
    /// puzzles that were found: the first that are as wanted; if any will do, the best.
    ///
    /// If the job is stopped, it writes what has been found.
    ///
    /// # Errors
    /// If no puzzle can meet the conditions, or whatever ended the job. No output file is written then.
    pub fn run(
        &self,
        inputs: impl Into<Inputs>,
        output: impl Into<Output>,
    ) -> Result<JobSummary, Error> {
        let inputs = inputs.into();
        let output = output.into();
        self.check()?;
        // An output that cannot be written is refused before any work.
        let JobOptions { spec, summary, .. } = &self.options;
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
        let others = spec.output.rejects.iter().chain(summary).chain(&state);
        check_distinct(&inputs.0, others.chain([&output]))?;
        OutputFile::check(&output, spec.output.compression)?;
        let job = SearchJob {
            options: &self.options,
            evolution: &self.evolution,
            wanted: self.wanted(),
            rounds: self.rounds,
            state: self.state.as_deref(),
        };
        let SearchEnd { population, read, elapsed } = search(&job, inputs)?;
        let end = if self.options.stop.is_set() { JobEnd::Interrupted } else { JobEnd::Complete };
        let is_interrupted = end == JobEnd::Interrupted;
        let has_targets = self.evolution.targets.has_targets();
        let list = if has_targets { &population.found } else { &population.pool };
        let found = &list[..list.len().min(self.wanted())];
        let wanted = if has_targets && !is_interrupted { self.wanted() } else { found.len() };
        let mut options = JobOptions { stop: StopFlag::new(), ..self.options.clone() };
        options.spec.output.rejects = None;
        // A search whose state is kept runs unattended. After a signal, a process that waits for the disk would be ended.
        options.spec.output.sync |= self.state.is_some() && output.is_new_file();
        options.spec.output.sync &= !is_interrupted;
        let mut runner = Runner::new(&options, Inputs::default(), vec![output], "found")?;
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
        let job = Evolve::new().by([Criterion::Nodes]).pool(3).rounds(1).count(2);
        assert_eq!(job.run(Vec::<&str>::new(), &pipe).unwrap().counts.done, 2);
        assert_eq!(reader.join().unwrap().lines().count(), 2);
    }

    /// Zeros that leave nothing to search for are errors; a count of zero is an empty result.
    #[test]
    #[cfg_attr(miri, ignore = "reads files")]
    fn zeros_are_refused() {
        let run = |job: Evolve| {
            job.by([Criterion::Nodes]).rounds(0).run(Vec::<&str>::new(), Output::Discard)
        };
        let refused = |job| run(job).unwrap_err().to_string();
        let pool = "the pool must have room for at least one puzzle";
        assert_eq!(refused(Evolve::new().pool(0)), pool);
        for job in [Evolve::new().removed(0), Evolve::new().added(0)] {
            assert_eq!(refused(job), "a move removes and adds at least one clue");
        }
        assert_eq!(run(Evolve::new().count(0)).unwrap().counts.done, 0);
    }

    /// Each round that finds nothing is followed by another start, also after an interruption.
    #[test]
    #[cfg_attr(miri, ignore = "thousands of searches")]
    fn a_search_that_finds_nothing_starts_again() {
        let folder = tempfile::tempdir().unwrap();
        let (state, output) = (folder.path().join("state"), folder.path().join("found.txt"));
        let mut job = Evolve::new()
            .by([Criterion::Nodes])
            .removed(1)
            .added(1)
            .min_nodes(25)
            .pool(2)
            .count(1)
            .seed(10);
        job.evolution.patience = 1;
        let run = |job: &Evolve| {
            assert_eq!(job.run(Vec::<&str>::new(), &output).unwrap().end, JobEnd::Complete);
            fs::read_to_string(&output).unwrap()
        };
        let whole = run(&job.clone().state(&state));
        assert_eq!(whole.lines().count(), 1);
        let text = fs::read_to_string(&state).unwrap();
        let number = |name: &str| -> u64 {
            text.lines().find_map(|line| line.strip_prefix(name)).unwrap().parse().unwrap()
        };
        let (rounds, restarts) = (number("round "), number("restarts "));
        assert!((1..rounds).contains(&restarts), "{text}");
        fs::remove_file(&state).unwrap();
        let parts = job.state(&state);
        for rounds in 1..rounds {
            run(&parts.clone().rounds(rounds));
        }
        assert_eq!(run(&parts), whole);
    }
}
