//! Measures engines on puzzle sets with limits: in memory, including the parsing and formatting of
//! cells.
//!
//! Each round runs all engines in turn, so that a machine whose speed drifts treats them alike. The
//! best round of each counts; the median and the slowest round show the spread. There are no figures
//! unless all engines find the same number of solutions for every puzzle.

use std::{
    fmt,
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use rayon::prelude::*;

use crate::{
    engine::{Engine, PuzzleBatch},
    format::{Records, Row},
    grid::Grid,
    pipeline::{Error, Input, Job, Output, TaskSource, Threads},
    search::{Limits, Outcome, StopReason},
};

/// Puzzles in memory: 81 bytes each, with a line end, as in a file.
pub struct PuzzleSet {
    /// What it is called.
    pub name: String,
    text: Vec<u8>,
}

impl fmt::Debug for PuzzleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, .. } = self;
        f.debug_struct("PuzzleSet").field("name", name).field("len", &self.len()).finish()
    }
}

/// An engine is given this many puzzles at a time at most, so that positions are below 4 GiB.
const BATCH: usize = 1 << 20;

impl PuzzleSet {
    /// Reads the puzzles of an input of any format, compressed or not, and leaves out malformed
    /// records.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub fn new(name: &str, input: impl Into<Input>) -> Result<Self, Error> {
        let job = Job::new(vec![input.into()], Output::Discard);
        let mut set = Self { name: name.to_owned(), text: Vec::new() };
        let mut records = Records::default();
        let mut source = job.source();
        while let Some(chunk) = source.next_task()? {
            chunk.with(|chunk| {
                records.read(chunk.reader, chunk.bytes);
                for row in records.rows(chunk.bytes) {
                    if let Row::Puzzle { record, .. } = row
                        && let Ok(grid) = record.grid(chunk.reader)
                    {
                        set.push(&grid);
                    }
                }
                Ok(())
            })?;
        }
        Ok(set)
    }

    fn push(&mut self, puzzle: &Grid) {
        self.text.extend_from_slice(&puzzle.to_text());
        self.text.push(b'\n');
    }

    /// How many puzzles it has.
    pub fn len(&self) -> usize {
        self.text.len() / 82
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }
}

/// Makes an engine; each thread makes its own.
pub type Build<'a> = dyn Fn() -> Box<dyn Engine> + Sync + 'a;

/// What is measured, and how long.
pub struct Options<'a> {
    /// Engines with their names.
    pub engines: &'a [(String, Box<Build<'a>>)],
    /// Limits of solutions.
    pub limits: &'a [u64],
    /// The time that an engine may take for a set and limit in one round. A slow engine gets only
    /// the first puzzles of the set.
    pub round: Duration,
    /// The number of rounds, after one to warm up.
    pub rounds: u32,
    /// The node limit of a puzzle.
    pub nodes: u64,
    /// Number of threads; 0 is one per core.
    pub threads: usize,
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let engines: Vec<_> = self.engines.iter().map(|(name, _)| name).collect();
        f.debug_struct("Options")
            .field("engines", &engines)
            .field("limits", &self.limits)
            .field("round", &self.round)
            .field("rounds", &self.rounds)
            .field("nodes", &self.nodes)
            .field("threads", &self.threads)
            .finish()
    }
}

/// The speed of an engine on a set with a limit.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Figure {
    /// The set.
    pub set: String,
    /// The engine.
    pub engine: String,
    /// Solutions at which it stopped.
    pub limit: u64,
    /// The number of puzzles in a round.
    pub puzzles: usize,
    /// Puzzles per second in the best round.
    pub puzzles_per_second: f64,
    /// Puzzles per second in the median round.
    pub median_puzzles_per_second: f64,
    /// Puzzles per second in the slowest round.
    pub slowest_puzzles_per_second: f64,
    /// The speed as a multiple of that of the first engine, on the same set with the same limit.
    pub relative: f64,
    /// Microseconds per puzzle in the best round, over all threads.
    pub microseconds_per_puzzle: f64,
    /// Nodes visited in a round: the same on every machine.
    pub nodes: u64,
    /// Nodes per puzzle.
    pub nodes_per_puzzle: f64,
    /// The percentage of puzzles that are solved without guessing.
    pub percent_without_guessing: f64,
    /// Puzzles given up at the node limit.
    pub given_up: usize,
}

/// Why nothing could be measured.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BenchError {
    /// Two engines find different numbers of solutions.
    #[error("{set}: {engine} finds {found} solutions for {puzzle}, {other} finds {expected}")]
    Disagreement {
        /// The set.
        set: String,
        /// The engine.
        engine: String,
        /// The engine that is compared with.
        other: String,
        /// The puzzle.
        puzzle: String,
        /// The solutions that `engine` finds.
        found: u64,
        /// The solutions that `other` finds.
        expected: u64,
    },
    /// The threads cannot be started.
    #[error(transparent)]
    Threads(Error),
}

/// Measures every engine on every set.
///
/// # Errors
/// If two engines disagree, or one is unsound.
pub fn measure(sets: &[PuzzleSet], options: &Options<'_>) -> Result<Vec<Figure>, BenchError> {
    let threads = Threads::new(options.threads).map_err(BenchError::Threads)?;
    threads.install(|| {
        let mut figures = Vec::new();
        for set in sets.iter().filter(|set| !set.is_empty()) {
            for &limit in options.limits {
                figures.extend(measure_set(set, limit, options)?);
            }
        }
        Ok(figures)
    })
}

fn measure_set(
    set: &PuzzleSet,
    limit: u64,
    options: &Options<'_>,
) -> Result<Vec<Figure>, BenchError> {
    // With a stop flag, as commands search: what they do for it is measured too.
    let stop = AtomicBool::new(false);
    let limits = Limits::solutions(limit).max_nodes(options.nodes).stop(&stop);
    let mut runs: Vec<Run<'_>> = Vec::new();
    for (name, build) in options.engines {
        let run = Run::calibrated(name, build, set, &limits, options.round);
        if let Some(first) = runs.first() {
            run.agrees_with(first, set)?;
        }
        runs.push(run);
    }
    for _ in 0..options.rounds {
        for run in &mut runs {
            let time = run.round(set, &limits);
            run.times.push(time);
        }
    }
    let mut figures: Vec<_> = runs.into_iter().map(|run| run.figure(set, limit)).collect();
    let first = figures.first().map_or(1.0, |figure| figure.puzzles_per_second);
    for figure in &mut figures {
        figure.relative = figure.puzzles_per_second / first;
    }
    Ok(figures)
}

/// An engine at work on a set.
struct Run<'a> {
    name: &'a str,
    build: &'a Build<'a>,
    outcomes: Vec<Outcome>,
    output: Vec<u8>,
    /// The time of each round.
    times: Vec<Duration>,
}

impl<'a> Run<'a> {
    /// Finds how many puzzles of the set fit into a round; this warms the engine up too.
    fn calibrated(
        name: &'a str,
        build: &'a Build<'a>,
        set: &PuzzleSet,
        limits: &Limits<'_>,
        round: Duration,
    ) -> Self {
        let mut run =
            Run { name, build, outcomes: Vec::new(), output: Vec::new(), times: Vec::new() };
        let mut puzzles = set.len().min(64);
        loop {
            run.outcomes = vec![Outcome::default(); puzzles];
            run.output = set.text[..puzzles * 82].to_vec();
            let time = run.round(set, limits);
            if puzzles == set.len() || time * 2 > round {
                return run;
            }
            puzzles = (puzzles * 2).min(set.len());
        }
    }

    /// Runs one round, and says how long it took.
    fn round(&mut self, set: &PuzzleSet, limits: &Limits<'_>) -> Duration {
        let threads = rayon::current_num_threads();
        let share = self.outcomes.len().div_ceil(threads).max(1);
        let positions: Vec<u32> = (0..share.min(BATCH) as u32).map(|index| index * 82).collect();
        let mut engines: Vec<_> = (0..threads).map(|_| (self.build)()).collect();
        let start = Instant::now();
        self.outcomes
            .par_chunks_mut(share)
            .zip(self.output.par_chunks_mut(share * 82))
            .zip(set.text.par_chunks(share * 82))
            .zip(&mut engines)
            .for_each(|(((outcomes, output), input), engine)| {
                let outputs = output.chunks_mut(BATCH * 82);
                let inputs = input.chunks(BATCH * 82);
                for ((outcomes, output), input) in
                    outcomes.chunks_mut(BATCH).zip(outputs).zip(inputs)
                {
                    let puzzles = &positions[..outcomes.len()];
                    let solutions = puzzles;
                    engine.solve_batch(
                        PuzzleBatch { input, puzzles, output, solutions, outcomes },
                        limits,
                    );
                }
            });
        start.elapsed()
    }

    fn agrees_with(&self, other: &Run<'_>, set: &PuzzleSet) -> Result<(), BenchError> {
        let sound = |outcome: &Outcome| {
            matches!(outcome.end, StopReason::Complete | StopReason::SolutionLimit)
        };
        for (place, (mine, theirs)) in self.outcomes.iter().zip(&other.outcomes).enumerate() {
            let given_up = mine.end == StopReason::NodeLimit || theirs.end == StopReason::NodeLimit;
            let agreed = sound(mine) && sound(theirs) && mine.solutions == theirs.solutions;
            if !given_up && !agreed {
                let puzzle = &set.text[place * 82..place * 82 + 81];
                return Err(BenchError::Disagreement {
                    set: set.name.clone(),
                    engine: self.name.to_owned(),
                    other: other.name.to_owned(),
                    puzzle: String::from_utf8_lossy(puzzle).into_owned(),
                    found: mine.solutions,
                    expected: theirs.solutions,
                });
            }
        }
        Ok(())
    }

    fn figure(mut self, set: &PuzzleSet, limit: u64) -> Figure {
        let puzzles = self.outcomes.len();
        self.times.sort_unstable();
        let seconds = |rank: usize| self.times.get(rank).map_or(f64::NAN, Duration::as_secs_f64);
        let rate = |rank: usize| puzzles as f64 / seconds(rank);
        let rounds = self.times.len();
        let nodes = self.outcomes.iter().map(|outcome| outcome.nodes).sum();
        let without_guessing = self.outcomes.iter().filter(|outcome| outcome.nodes == 0).count();
        Figure {
            set: set.name.clone(),
            engine: self.name.to_owned(),
            limit,
            puzzles,
            puzzles_per_second: rate(0),
            median_puzzles_per_second: rate(rounds / 2),
            slowest_puzzles_per_second: rate(rounds.saturating_sub(1)),
            relative: 1.0,
            microseconds_per_puzzle: seconds(0) * 1e6 / puzzles as f64,
            nodes,
            nodes_per_puzzle: nodes as f64 / puzzles as f64,
            percent_without_guessing: without_guessing as f64 * 100.0 / puzzles as f64,
            given_up: self
                .outcomes
                .iter()
                .filter(|outcome| outcome.end == StopReason::NodeLimit)
                .count(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Mrv, OnSolution};

    /// Finds nothing, and says so with confidence.
    struct Blind;

    impl Engine for Blind {
        fn name(&self) -> &'static str {
            "blind"
        }

        fn search(&mut self, _: &Grid, _: &Limits<'_>, _: &mut OnSolution<'_>) -> Outcome {
            Outcome::default()
        }
    }

    fn mrv() -> Box<Build<'static>> {
        Box::new(|| Box::new(Mrv::new()))
    }

    fn run(sets: &[PuzzleSet], other: Box<Build<'_>>) -> Result<Vec<Figure>, BenchError> {
        let engines = [("first".to_owned(), mrv()), ("second".to_owned(), other)];
        let (engines, limits) = (&engines, &[1, 2]);
        let options = Options {
            engines,
            limits,
            round: Duration::ZERO,
            rounds: 3,
            nodes: u64::MAX,
            threads: 1,
        };
        measure(sets, &options)
    }

    const PUZZLE: &str =
        "103000509002109400000704000300502006060000050700803004000401000009205800804000107";

    fn set(puzzles: usize) -> PuzzleSet {
        let mut set = PuzzleSet { name: "one".into(), text: Vec::new() };
        (0..puzzles).for_each(|_| set.push(&PUZZLE.parse().unwrap()));
        set
    }

    #[test]
    fn a_figure_for_every_engine_and_limit() {
        let sets = [set(100)];
        let figures = run(&sets, mrv()).unwrap();
        assert_eq!(figures.len(), 4);
        assert!(figures.iter().all(|figure| figure.puzzles >= 64 && figure.given_up == 0));
        assert_eq!(figures[0].nodes, figures[1].nodes);
        assert_eq!(figures[0].relative, 1.0);
        let ordered = |figure: &Figure| {
            figure.puzzles_per_second >= figure.median_puzzles_per_second
                && figure.median_puzzles_per_second >= figure.slowest_puzzles_per_second
        };
        assert!(figures.iter().all(ordered));
    }

    #[test]
    fn engines_that_disagree_are_not_measured() {
        let sets = [set(1)];
        let error = run(&sets, Box::new(|| Box::new(Blind))).unwrap_err();
        assert!(error.to_string().contains("second finds 0 solutions"));
    }
}
