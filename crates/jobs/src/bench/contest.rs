//! The rounds of all engines on one set with one limit.

use std::{
    sync::{
        PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use rayon::prelude::*;

use super::{
    figure::{BenchFigure, Times},
    set::PuzzleSet,
    solver::Failure,
};
use batchdoku_base::{Limits, Outcome, StopReason};
use batchdoku_engine::{Engine, LaneCounts, PuzzleBatch, grid::PuzzleForm};
use batchdoku_pipeline::{Error, Threads};

/// Makes an engine; each thread makes its own.
pub(super) type Build<'a> = dyn Fn() -> Box<dyn Engine> + Sync + 'a;

pub(super) struct Entrant<'a> {
    pub(super) name: String,
    pub(super) build: Box<Build<'a>>,
    pub(super) counts_nodes: bool,
    /// False for a program, which says whether there is a solution.
    pub(super) counts_solutions: bool,
}

#[derive(Clone, Copy)]
pub(super) struct Conditions {
    pub(super) rounds: u32,
    /// The time of an engine in a round, at most.
    pub(super) time: Duration,
    /// The node limit of a puzzle.
    pub nodes: u64,
    pub(super) counts_lanes: bool,
}

/// The work that all engines do.
pub(super) struct Contest<'a> {
    pub(super) set: &'a PuzzleSet,
    pub(super) limit: u64,
    pub(super) conditions: Conditions,
    /// What a program has done wrong.
    pub(super) failure: &'a Failure,
    /// Ends the measurement; engines look at it as in any command, which is measured too.
    pub stop: &'a AtomicBool,
}

impl Contest<'_> {
    /// Measures all engines; `measured` is called after each round of each. Stopped, it has the
    /// figures of the rounds that are complete, none if there is no such round.
    pub(super) fn measure(
        &self,
        entrants: &[Entrant<'_>],
        threads: &Threads,
        mut measured: impl FnMut(),
    ) -> Result<Vec<BenchFigure>, Error> {
        let Conditions { rounds, time, nodes, counts_lanes } = self.conditions;
        let limits = Limits::solutions(self.limit).max_nodes(nodes).stop(self.stop);
        let is_stopped = || self.stop.load(Ordering::Relaxed);
        let mut runs: Vec<Run<'_>> = Vec::new();
        for entrant in entrants {
            let run = threads.install(|| Run::calibrated(entrant, self.set, &limits, time));
            if is_stopped() {
                return Ok(Vec::new());
            }
            runs.push(run);
        }
        // Speeds are compared on the same puzzles.
        let puzzles = runs.iter().map(|run| run.outcomes.len()).min().unwrap_or(0);
        for run in &mut runs {
            threads.install(|| run.fit(puzzles, self.set, &limits, time));
            if is_stopped() {
                return Ok(Vec::new());
            }
        }
        if let Some(failure) = self.failure.lock().unwrap_or_else(PoisonError::into_inner).take() {
            return Err(Error::Failed(failure));
        }
        runs.iter().try_for_each(|run| run.agrees_with(&runs[0], self.set))?;
        let mut complete = 0;
        'rounds: while complete < rounds {
            for run in &mut runs {
                let time = threads.install(|| run.round(self.set, &limits));
                if is_stopped() {
                    break 'rounds;
                }
                run.times.push(time);
                measured();
            }
            complete += 1;
        }
        if complete == 0 {
            return Ok(Vec::new());
        }
        runs.iter_mut().for_each(|run| run.times.truncate(complete));
        let mut figures: Vec<_> = runs.iter().map(|run| run.figure(self)).collect();
        if counts_lanes && !is_stopped() {
            for (figure, run) in figures.iter_mut().zip(&mut runs) {
                figure.lanes = run.count_lanes(self.set, &limits);
            }
        }
        let first = figures.first().map_or(1.0, |figure| figure.puzzles_per_second);
        for figure in &mut figures {
            figure.relative = figure.puzzles_per_second / first;
        }
        Ok(figures)
    }
}

/// An engine at work on a set.
struct Run<'a> {
    entrant: &'a Entrant<'a>,
    outcomes: Vec<Outcome>,
    /// The figure without times: the same in each round.
    found: BenchFigure,
    output: Vec<u8>,
    /// The number of times that a round solves the puzzles.
    passes: u32,
    times: Times,
}

impl<'a> Run<'a> {
    /// Finds how many of the first puzzles of the set fit into a round; this warms the engine up too.
    fn calibrated(
        entrant: &'a Entrant<'a>,
        set: &PuzzleSet,
        limits: &Limits<'_>,
        time: Duration,
    ) -> Self {
        let (outcomes, output, times) = (Vec::new(), Vec::new(), Times::default());
        let found = BenchFigure::default();
        let mut run = Run { entrant, outcomes, found, output, passes: 1, times };
        let mut puzzles = set.len().min(64);
        loop {
            run.take(puzzles, set);
            if run.round(set, limits) * 2 > time || puzzles == set.len() {
                return run;
            }
            puzzles = (puzzles * 2).min(set.len());
        }
    }

    /// Takes the first puzzles of the set.
    fn take(&mut self, puzzles: usize, set: &PuzzleSet) {
        self.outcomes = vec![Outcome::default(); puzzles];
        self.output = set.text[..puzzles * 82].to_vec();
    }

    /// Takes the first puzzles of the set, and as many passes over them as fit into a quarter of the time.
    fn fit(&mut self, puzzles: usize, set: &PuzzleSet, limits: &Limits<'_>, time: Duration) {
        self.take(puzzles, set);
        let took = self.round(set, limits);
        self.found = BenchFigure::of_outcomes(&self.outcomes, self.entrant.counts_nodes);
        let passes = (time.as_secs_f64() / 4.0 / took.as_secs_f64().max(1e-9)).ceil();
        self.passes = passes.clamp(1.0, 1e6) as u32;
    }

    /// Runs one round, and says how long it took.
    fn round(&mut self, set: &PuzzleSet, limits: &Limits<'_>) -> Duration {
        let threads = rayon::current_num_threads();
        let share = self.outcomes.len().div_ceil(threads).max(1);
        let positions: Vec<usize> = (0..share).map(|index| index * 82).collect();
        let mut engines: Vec<_> = (0..threads).map(|_| (self.entrant.build)()).collect();
        let start = Instant::now();
        for _ in 0..self.passes {
            if limits.stopped() {
                break;
            }
            self.outcomes
                .par_chunks_mut(share)
                .zip(self.output.par_chunks_mut(share * 82))
                .zip(set.text.par_chunks(share * 82))
                .zip(&mut engines)
                .for_each(|(((outcomes, output), input), engine)| {
                    let puzzles = &positions[..outcomes.len()];
                    let solutions = puzzles;
                    engine.solve_batch(
                        PuzzleBatch {
                            input,
                            puzzles,
                            form: PuzzleForm::Cells,
                            output,
                            solutions,
                            outcomes,
                        },
                        limits,
                    );
                });
        }
        start.elapsed()
    }

    /// Counts what the lanes do with the puzzles, in one batch; `None` if the engine has no lanes.
    fn count_lanes(&mut self, set: &PuzzleSet, limits: &Limits<'_>) -> Option<LaneCounts> {
        let positions: Vec<usize> = (0..self.outcomes.len()).map(|index| index * 82).collect();
        let batch = PuzzleBatch {
            input: &set.text,
            puzzles: &positions,
            form: PuzzleForm::Cells,
            output: &mut self.output,
            solutions: &positions,
            outcomes: &mut self.outcomes,
        };
        (self.entrant.build)().solve_counted(batch, limits)
    }

    /// Makes sure that this engine is sound, and finds as many solutions as `other`.
    fn agrees_with(&self, other: &Run<'_>, set: &PuzzleSet) -> Result<(), Error> {
        let sound = |outcome: &Outcome| {
            matches!(outcome.end, StopReason::Complete | StopReason::SolutionLimit)
        };
        for (index, (mine, theirs)) in self.outcomes.iter().zip(&other.outcomes).enumerate() {
            let given_up = mine.end == StopReason::NodeLimit || theirs.end == StopReason::NodeLimit;
            let counts = self.entrant.counts_solutions && other.entrant.counts_solutions;
            let most = if counts { u64::MAX } else { 1 };
            let agreed = mine.solutions.min(most) == theirs.solutions.min(most);
            let agreed = agreed && sound(mine) && sound(theirs);
            if !given_up && !agreed {
                let puzzle = String::from_utf8_lossy(&set.text[index * 82..index * 82 + 81]);
                return Err(Error::Failed(format!(
                    "{}: {} finds {} solutions for {puzzle}, {} finds {}",
                    set.name,
                    self.entrant.name,
                    mine.solutions,
                    other.entrant.name,
                    theirs.solutions
                )));
            }
        }
        Ok(())
    }

    fn figure(&self, contest: &Contest<'_>) -> BenchFigure {
        let mut figure = self.found.clone().timed(&self.times, self.passes);
        figure.set.clone_from(&contest.set.name);
        figure.engine.clone_from(&self.entrant.name);
        figure.limit = contest.limit;
        figure.set_puzzles = (!contest.set.is_cut).then_some(contest.set.len());
        figure
    }
}
