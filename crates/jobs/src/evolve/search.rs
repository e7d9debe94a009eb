//! The rounds of a search, on all threads: its start, its rounds, its state on disk.

use std::{
    collections::HashSet,
    fs,
    io::ErrorKind,
    mem,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::{
    Command, Evolve, Inputs, JobOptions,
    grid_walk::{GridCursor, GridRecord, Item},
    neighbours::check,
    progress_watch::ProgressWatch,
    runner::Runner,
};
use batchdoku_base::{StopFlag, counted, thousands};
use batchdoku_corpus::{
    GridExt,
    canon::grid_key,
    evolve::{BARREN, Criterion, Evolution, PARENTS, Population, ScoredPuzzle, Scorer, StateError},
    explain::Unexplained,
    generate::{GenerateError, GenerateOptions, Generator},
    neighbours::NeighbourSearch,
};
use batchdoku_engine::{Mrv, grid::Grid};
use batchdoku_format::Records;
use batchdoku_pipeline::{
    Change, ChunkJob, ChunkOutput, ChunkRef, ChunkWorker, Compression, Error, FinishedRun,
    JobObserver, Output, OutputFile, Progress, Question, ResumeError, RunEnd, Threads, finish_all,
    lock, start_threads,
};

/// The number of puzzles generated for each place in the pool.
const GENERATED: u64 = 10;
/// The number of rounds of a search without a target.
const ROUNDS: u64 = 100;
/// The minimum time between two writes of the state.
const STATE_PERIOD: Duration = Duration::from_secs(10);

pub(super) struct SearchEnd {
    /// The population after the last complete round.
    pub(super) population: Population,
    /// The run that read the inputs, with its rejects.
    pub(super) read: FinishedRun,
    pub(super) elapsed: Duration,
}

/// A search with the options of the user.
pub(super) struct SearchJob<'a> {
    pub(super) evolve: &'a Evolve,
    pub(super) evolution: &'a Evolution,
    /// The number of puzzles to find.
    pub(super) wanted: usize,
}

/// Runs the search of `job` until it is done or stopped.
pub(super) fn search(job: &SearchJob<'_>, inputs: Inputs) -> Result<SearchEnd, Error> {
    let evolution = job.evolution;
    let options = &job.evolve.options;
    let threads = start_threads(options.spec.run.threads)?;
    let progress = Arc::new(Progress::default());
    let _watch = ProgressWatch::start(options.observer.as_ref(), &progress);
    let search = EvolveSearch { job, evolution, threads, progress, start: Instant::now() };
    let is_generated = inputs.0.is_empty();
    let is_idle = job.wanted == 0;
    let (grids, read) = match is_generated {
        true if is_idle => (Vec::new(), RunEnd::default().into()),
        true => (search.generate(0)?, RunEnd::default().into()),
        false => search.read(inputs)?,
    };
    let population = if is_idle {
        Population::default()
    } else {
        search.evolve(&grids, |restarts| {
            if is_generated { search.generate(restarts) } else { Ok(grids.clone()) }
        })?
    };
    Ok(SearchEnd { population, read, elapsed: search.start.elapsed() })
}

/// The question of a search, and the puzzles that it starts from.
#[derive(Serialize, Deserialize)]
struct SearchIdentity {
    #[serde(flatten)]
    question: Question,
    /// The number of puzzles.
    puzzles: usize,
    /// The sum of the keys of these puzzles, which does not depend on their order.
    sum: String,
}

impl SearchIdentity {
    /// Reads the population from `text`, the state in the file `name`; refuses the state of another search.
    fn population(&self, text: &str, name: String) -> Result<Population, ResumeError> {
        let (before, population) = match Population::from_text(text) {
            Ok((identity, population)) => (serde_json::from_str::<Self>(&identity), population),
            Err(StateError::OtherVersion) => {
                return Err(ResumeError::OtherVersion { journal: name });
            }
            Err(error) => return Err(ResumeError::Impossible(format!("'{name}', {error}"))),
        };
        let Ok(before) = before else {
            let words = format!("'{name}', line 2: expected the question of a search");
            return Err(ResumeError::Impossible(words));
        };
        let mut changes = Question::changes(&before.question, &self.question, &[]);
        let are_same = (before.puzzles, &before.sum) == (self.puzzles, &self.sum);
        // If options have changed, generated puzzles differ, too; name only the options then.
        if changes.is_empty() && !are_same {
            changes.push(Change::unnamed("the set of puzzles that the search starts from"));
        }
        if changes.is_empty() {
            Ok(population)
        } else {
            Err(ResumeError::Changed { journal: name, changes })
        }
    }
}

struct EvolveSearch<'a> {
    job: &'a SearchJob<'a>,
    evolution: &'a Evolution,
    threads: Threads,
    progress: Arc<Progress>,
    start: Instant,
}

impl EvolveSearch<'_> {
    fn stop(&self) -> &StopFlag {
        &self.job.evolve.options.stop
    }

    /// Returns the canonical forms of minimal puzzles within the puzzles of the inputs. A puzzle without exactly one
    /// solution is reported. The rejects get their name together with the output.
    fn read(&self, inputs: Inputs) -> Result<(Vec<Grid>, FinishedRun), Error> {
        let mut options = self.job.evolve.options.clone();
        options.spec.run.summary = None;
        let seeds = SeedJob::default();
        let runner = Runner::of_options(&options, inputs, vec![Output::Discard], "read")?;
        let read = runner.unwatched().finish(&seeds)?;
        let grids = seeds.grids.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok((sorted(grids), read))
    }

    /// Returns the canonical forms of generated puzzles, different for each restart.
    fn generate(&self, restarts: u64) -> Result<Vec<Grid>, Error> {
        self.progress.set_note("generating puzzles to start from".to_owned());
        let builder = Generator::builder(GenerateOptions::new(), self.evolution.seed);
        let mut generator = builder
            .stopped_by(self.stop().clone())
            .build()
            .map_err(|error| Error::Failed(error.into()))?;
        let count = GENERATED.saturating_mul(self.evolution.pool as u64);
        let first = count.saturating_mul(restarts);
        let made = match generator.generate(first..first.saturating_add(count)) {
            Ok(made) => made,
            Err(GenerateError::Stopped) => Vec::new(),
            Err(error) => return Err(Error::Failed(error.into())),
        };
        let made = made.into_iter().flatten().take_while(|_| !self.stop().is_set());
        let puzzles = made.map(|generated| generated.puzzle.canonical_form());
        Ok(sorted(puzzles.collect()))
    }

    /// Searches from `grids`, or continues from the state. `restarted` returns the puzzles for each restart.
    fn evolve(
        &self,
        grids: &[Grid],
        restarted: impl Fn(u64) -> Result<Vec<Grid>, Error>,
    ) -> Result<Population, Error> {
        let identity = self.identity(grids);
        let state =
            self.job.evolve.state.as_ref().map(|path| (path.display(), fs::read_to_string(path)));
        let mut population = match state {
            Some((name, Ok(text))) => {
                identity.population(&text, name.to_string()).map_err(Error::Resume)?
            }
            Some((name, Err(source))) if source.kind() != ErrorKind::NotFound => {
                return Err(Error::Open { name: name.to_string(), source });
            }
            _ => self.begin(grids),
        };
        if self.stop().is_set() {
            return Ok(population);
        }
        let mut seeds: HashSet<Grid> = match population.restarts {
            0 => grids.iter().copied().collect(),
            restarts => restarted(restarts)?.into_iter().collect(),
        };
        let identity = serde_json::to_string(&identity).expect("numbers and names");
        let mut saved = Instant::now();
        let mut candidates = 0;
        // Report only once that the state must be written in place.
        let mut observer = self.job.evolve.options.followed_by();
        while !self.is_done(&population) && !self.stop().is_set() {
            if self.evolution.is_fruitless(&population) {
                let grids = restarted(population.restarts + 1)?;
                let other = self.begin(&grids);
                if self.stop().is_set() {
                    break;
                }
                population.restart(other);
                seeds = grids.into_iter().collect();
            }
            let found = self.candidates(&population, &seeds);
            candidates += found.len() as u64;
            let is_barren = found.is_empty();
            let mut best = self.evolution.shortlist(&population, found);
            // If candidates are not rated, only the flag shows that the search was stopped.
            if self.rate(&mut best).is_err() || self.stop().is_set() {
                break;
            }
            self.evolution.end_round(&mut population, best, is_barren);
            self.note(&population, candidates);
            if saved.elapsed() >= STATE_PERIOD {
                self.save(&population, &identity, mem::replace(&mut observer, &()))?;
                saved = Instant::now();
            }
        }
        self.save(&population, &identity, observer)?;
        Ok(population)
    }

    /// Returns whether enough puzzles have been found, or no more can be expected.
    fn is_done(&self, population: &Population) -> bool {
        let has_targets = self.evolution.targets.has_targets();
        let rounds = self.job.evolve.rounds.unwrap_or(if has_targets { u64::MAX } else { ROUNDS });
        let is_enough = has_targets && population.found.len() >= self.job.wanted;
        is_enough || population.round >= rounds || population.barren >= BARREN
    }

    /// Writes the state of the search, if the user wants it.
    fn save(
        &self,
        population: &Population,
        identity: &str,
        observer: &dyn JobObserver,
    ) -> Result<(), Error> {
        let Some(path) = &self.job.evolve.state else { return Ok(()) };
        let mut file = OutputFile::open(&path.into(), Compression::default(), observer)?;
        file.write(population.to_text(identity).as_bytes())?;
        // Do not wait for the disk after a signal, because the process may be killed meanwhile.
        finish_all(vec![file], !self.stop().is_set())
    }

    /// Returns everything that the state of the search depends on.
    fn identity(&self, seeds: &[Grid]) -> SearchIdentity {
        // Leave these options out, because they only decide how each run reads and writes.
        let asked = Evolve { options: JobOptions::default(), ..self.job.evolve.clone() };
        let sum = seeds.iter().fold(0u128, |sum, seed| sum.wrapping_add(grid_key(seed)));
        SearchIdentity {
            question: Question::new(Evolve::NAME, &asked),
            puzzles: seeds.len(),
            sum: format!("{sum:032x}"),
        }
    }

    fn begin(&self, grids: &[Grid]) -> Population {
        let puzzles = counted(grids.len() as u64, "puzzle");
        self.progress.set_note(format!("scoring {puzzles} to start from"));
        let scored: Vec<ScoredPuzzle> = self.threads.install(|| {
            let grids = grids.par_iter().take_any_while(|_| !self.stop().is_set());
            grids
                .map_init(|| self.scorer(), |scorer, grid| self.evolution.score(scorer, grid))
                .collect()
        });
        let mut population = Population::new(self.evolution, scored);
        if self.rate(&mut population.pool).is_err() || self.stop().is_set() {
            return Population::default();
        }
        Population::new(self.evolution, population.pool)
    }

    /// Returns the candidates of a round, with quick scores.
    fn candidates(&self, population: &Population, seeds: &HashSet<Grid>) -> Vec<ScoredPuzzle> {
        self.threads.install(|| {
            (0..PARENTS)
                .into_par_iter()
                .map_init(
                    || (NeighbourSearch::new(self.stop().clone()), self.scorer()),
                    |(search, scorer), number| {
                        self.evolution.neighbours(population, seeds, number, search, scorer)
                    },
                )
                .flatten_iter()
                .collect()
        })
    }

    /// Completes the scores, if they include a rating.
    ///
    /// # Errors
    /// [`Unexplained::Stopped`] if the search was stopped before all were rated.
    fn rate(&self, candidates: &mut [ScoredPuzzle]) -> Result<(), Unexplained> {
        if !self.evolution.is_rated() {
            return Ok(());
        }
        // Distribute single candidates, because a rating takes from microseconds to seconds.
        let each = candidates.par_iter_mut().with_max_len(1);
        self.threads.install(|| {
            each.try_for_each_init(
                || self.scorer(),
                |scorer, one| scorer.rate(one, &self.evolution.by),
            )
        })
    }

    fn scorer(&self) -> Scorer {
        Scorer::new(self.stop().clone())
    }

    /// Shows the state of the search as progress.
    fn note(&self, population: &Population, candidates: u64) {
        let Population { round, pool, found, .. } = population;
        let Some(best) = pool.first() else { return };
        let scores = self.evolution.by.iter().map(|criterion| match criterion {
            Criterion::Er => format!("ER {}", best.er),
            Criterion::Nodes => counted(best.nodes, "node"),
            Criterion::MostClues | Criterion::FewestClues => {
                format!("{} clues", best.puzzle.clues())
            }
        });
        let size = thousands(pool.len() as u64);
        let scores = scores.collect::<Vec<_>>().join(", ");
        let mut text = format!("round {round}: {size} in the pool, best {scores}");
        if self.evolution.targets.has_targets() {
            text += &format!(", {} found", thousands(found.len() as u64));
        }
        let rate = candidates as f64 / self.start.elapsed().as_secs_f64();
        self.progress.set_note(text + &format!(", {}/s", counted(rate as u64, "puzzle")));
    }
}

/// Collects the canonical forms of minimal puzzles within the puzzles of the inputs.
#[derive(Default)]
struct SeedJob {
    grids: Mutex<Vec<Grid>>,
}

impl ChunkJob for SeedJob {
    fn worker(&self) -> Box<dyn ChunkWorker + '_> {
        Box::new(SeedWorker { grids: &self.grids, records: Records::default() })
    }
}

struct SeedWorker<'j> {
    grids: &'j Mutex<Vec<Grid>>,
    records: Records,
}

impl ChunkWorker for SeedWorker<'_> {
    fn work(
        &mut self,
        chunk: &ChunkRef<'_>,
        output: &mut ChunkOutput<'_, '_>,
    ) -> Result<(), Error> {
        let report = &mut output.report;
        let mut forms = Vec::new();
        let mut cursor = GridCursor::new(chunk, &mut self.records, report);
        while let Some(item) = cursor.next() {
            chunk.continue_unless_stopped()?;
            match item {
                Item::Passthrough(_) => {}
                Item::Malformed(record, reason) => report.reject(record, reason),
                Item::Grid(record, GridRecord { grid, .. }) => match check(&mut Mrv, grid) {
                    Ok(()) => {
                        let form = minimal(&mut Mrv, grid.canonical_form());
                        forms.push(form.canonical_form());
                        report.counts.done += 1;
                    }
                    Err(reason) => report.reject(record, reason),
                },
            }
        }
        lock(self.grids).append(&mut forms);
        Ok(())
    }
}

fn sorted(mut grids: Vec<Grid>) -> Vec<Grid> {
    grids.sort_unstable();
    grids.dedup();
    grids
}

/// Returns a minimal puzzle within a puzzle that has one solution.
fn minimal(engine: &mut Mrv, puzzle: Grid) -> Grid {
    puzzle.filled().into_iter().fold(puzzle, |puzzle, cell| {
        let fewer = puzzle.with(cell, None);
        if check(engine, &fewer).is_ok() { fewer } else { puzzle }
    })
}
