//! The search for rare puzzles.

mod options;
mod search;

use std::io;

use super::{
    Inputs, JobOptions, JobSummary,
    command::{Command, command},
    fault::OptionError,
    generate::{NumberedGrids, WriteGrids},
    rules::within,
    runner::{JobWork, Runner, SUMMARY},
};
use batchdoku_base::StopFlag;
use batchdoku_corpus::evolve::ScoredPuzzle;
use batchdoku_engine::grid::Grid;
use batchdoku_format::{AnswerShape, FileType};
use batchdoku_pipeline::{
    Error, FinishedRun, JobEnd, JobSpec, Output, OutputFile, OutputSpec, Run, RunEnd,
    check_distinct, file_type,
};
pub use options::Evolve;
use options::{ADDED, REMOVED};
use search::{SearchEnd, SearchJob, search};

/// The number of rounds without a find after which a search with a target starts again.
const PATIENCE: u64 = 100;

impl Command for Evolve {
    command!("evolve");

    /// Refuses options with which a search would find nothing, or less than requested.
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

    /// Searches from the puzzles of the inputs, or from generated puzzles if there are no inputs. Writes the first
    /// puzzles that meet the conditions, or, without conditions, the best of the pool. If the job is stopped, writes
    /// what it has found so far.
    ///
    /// # Errors
    /// If no puzzle can meet the conditions, or whatever ended the job. No output file is written then.
    fn start(&self, inputs: Inputs, output: Output) -> Result<JobSummary, Error> {
        self.search(inputs, output, PATIENCE)
    }
}

impl Evolve {
    fn search(&self, inputs: Inputs, output: Output, patience: u64) -> Result<JobSummary, Error> {
        self.check()?;
        let evolution = &self.evolution(patience);
        // Check the outputs first, so that no work is lost.
        let spec = &self.options.spec;
        let summary = &spec.run.summary;
        let state = self.state.as_ref().map(Output::from);
        let answers = vec![output.clone()];
        let as_written = OutputSpec { answers, protected: Vec::new(), ..spec.output.clone() };
        JobSpec { output: as_written, ..spec.clone() }.check()?;
        for (file, types) in [(summary, &SUMMARY[..]), (&state, &[FileType::Text])] {
            file.as_ref().map_or(Ok(types[0]), |file| file_type(file, types))?;
        }
        // The state file is read, then replaced. With a pipe, the job would wait for a writer.
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
        // A search with a state file runs unattended, so its output is synchronised. After a signal it is not, because
        // a process that waits for the disk may be killed and lose the state.
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

/// Writes the puzzles found, together with the rejects of the pass that read the inputs.
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
    use batchdoku_corpus::evolve::Criterion;

    fn by_nodes() -> Evolve {
        Evolve { by: vec![Criterion::Nodes], ..Evolve::default() }
    }

    /// If the pipe were opened twice, its reader would see the end after the first time.
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
            // The job would wait for ever without a second writer.
            if first.is_empty() {
                fs::read_to_string(&from).unwrap();
            }
            first
        });
        let job = Evolve { pool: 3, rounds: Some(1), count: Some(2), ..by_nodes() };
        assert_eq!(job.run((), &pipe).unwrap().counts.done, 2);
        assert_eq!(reader.join().unwrap().lines().count(), 2);
    }

    /// A zero that leaves nothing to search for is an error; a count of zero is an empty result.
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

    /// The search starts again after each round without a find, also after an interruption.
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
