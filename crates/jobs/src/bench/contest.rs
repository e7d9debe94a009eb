//! The rounds of all engines on one set with one limit.

use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::{
    figure::BenchFigure,
    set::PuzzleSet,
    solver::{Failure, is_all},
};
use crate::fault::BenchError;
use batchdoku_base::{Limits, Outcome, StopFlag, StopReason};
use batchdoku_engine::{EngineChoice, LaneCounts, PuzzleBatch, build_engine, grid::PuzzleForm};
use batchdoku_pipeline::{Error, Threads, lock};

/// Solves a batch, as [`Engine::solve_batch`](batchdoku_engine::Engine::solve_batch) does.
pub(super) type SolveBatch = Box<dyn FnMut(PuzzleBatch<'_>, &Limits<'_>) + Send>;

pub(super) struct Entrant<'a> {
    pub(super) name: String,
    /// Makes a solver; each thread makes its own.
    pub(super) build: Box<dyn Fn() -> SolveBatch + Sync + 'a>,
    /// The engine, if it is an engine of batchdoku: other solvers count no nodes and have no lanes.
    pub(super) engine: Option<EngineChoice>,
    /// False for a program, which shows only whether there is a solution.
    pub(super) counts_solutions: bool,
}

/// The engines and other solvers that are compared, and the conditions.
pub(super) struct Contest<'a> {
    pub(super) entrants: &'a [Entrant<'a>],
    /// The index of the entrant that the others are compared with.
    pub(super) reference: usize,
    /// The first failure of a program, if any has failed.
    pub(super) failure: &'a Failure,
    pub(super) rounds: u32,
    /// The time of a round.
    pub(super) time: Duration,
    pub(super) max_nodes: u64,
    pub(super) counts_lanes: bool,
    pub(super) threads: &'a Threads,
    pub(super) stop: &'a StopFlag,
}

impl Contest<'_> {
    /// Measures all engines on a set with a limit, and calls `measured` after each round of each engine. If the flag is
    /// set, returns the figures of the complete rounds, or none if no round is complete. Engines check the flag as in
    /// any command, so the checks are measured, too.
    pub(super) fn measure(
        &self,
        set: &PuzzleSet,
        limit: u64,
        mut measured: impl FnMut(),
    ) -> Result<Vec<BenchFigure>, Error> {
        let Self { time, threads, .. } = *self;
        let limits = if is_all(limit) { Limits::none() } else { Limits::solutions(limit) };
        let limits = limits.max_nodes(self.max_nodes).stop(self.stop);
        let mut runs: Vec<Run<'_>> = Vec::new();
        for entrant in self.entrants {
            let run = threads.install(|| Run::calibrated(entrant, set, &limits, time));
            if limits.stopped() {
                return Ok(Vec::new());
            }
            runs.push(run);
        }
        // Measure all engines on the same puzzles.
        let puzzles = runs.iter().map(|run| run.outcomes.len()).min().unwrap_or(0);
        for run in &mut runs {
            threads.install(|| run.fit(puzzles, time));
            if limits.stopped() {
                return Ok(Vec::new());
            }
        }
        self.check_programs()?;
        runs.iter().try_for_each(|run| run.agrees_with(&runs[0]))?;
        let mut complete = 0;
        'rounds: while complete < self.rounds {
            for run in &mut runs {
                let time = threads.install(|| run.round());
                if limits.stopped() {
                    break 'rounds;
                }
                self.check_programs()?;
                run.times.push(time.as_secs_f64());
                measured();
            }
            complete += 1;
        }
        if complete == 0 {
            return Ok(Vec::new());
        }
        runs.iter_mut().for_each(|run| run.times.truncate(complete as usize));
        let mut figures: Vec<_> = runs.iter().map(|run| run.figure()).collect();
        if self.counts_lanes && !limits.stopped() {
            for (figure, run) in figures.iter_mut().zip(&mut runs) {
                figure.lanes = run.count_lanes();
            }
        }
        let reference = figures.get(self.reference);
        let first = reference.map_or(1.0, |figure| figure.puzzles_per_second);
        for figure in &mut figures {
            figure.limit = limit;
            figure.relative = figure.puzzles_per_second / first;
        }
        Ok(figures)
    }

    /// Returns the first failure of a program, if any, as an error.
    fn check_programs(&self) -> Result<(), Error> {
        match lock(self.failure).take() {
            Some(failure) => Err(BenchError::Program(failure).into()),
            None => Ok(()),
        }
    }
}

/// An engine at work on a set.
struct Run<'a> {
    entrant: &'a Entrant<'a>,
    set: &'a PuzzleSet,
    limits: &'a Limits<'a>,
    outcomes: Vec<Outcome>,
    /// The figure without times, which is the same in each round.
    found: BenchFigure,
    output: Vec<u8>,
    /// The number of times that a round solves the puzzles.
    passes: u32,
    /// The time of each round, in seconds.
    times: Vec<f64>,
}

impl<'a> Run<'a> {
    /// Finds how many puzzles of the set, from the first, fit into a round. This also warms up the engine.
    fn calibrated(
        entrant: &'a Entrant<'a>,
        set: &'a PuzzleSet,
        limits: &'a Limits<'a>,
        time: Duration,
    ) -> Self {
        let outcomes = Vec::new();
        let output = Vec::new();
        let times = Vec::new();
        let found = BenchFigure::default();
        let mut run = Run { entrant, set, limits, outcomes, found, output, passes: 1, times };
        let mut puzzles = set.len().min(64);
        loop {
            run.take(puzzles);
            if run.round() * 2 > time || puzzles == set.len() {
                return run;
            }
            puzzles = (puzzles * 2).min(set.len());
        }
    }

    /// Takes the first `puzzles` puzzles of the set.
    fn take(&mut self, puzzles: usize) {
        self.outcomes = vec![Outcome::default(); puzzles];
        self.output = self.set.text[..puzzles * 82].to_vec();
    }

    /// Takes the first `puzzles` puzzles of the set, and finds how many passes over them fit into a quarter of the
    /// time.
    fn fit(&mut self, puzzles: usize, time: Duration) {
        self.take(puzzles);
        let took = self.round();
        self.found = BenchFigure::of_outcomes(&self.outcomes, self.entrant.engine.is_some());
        let passes = (time.as_secs_f64() / 4.0 / took.as_secs_f64().max(1e-9)).ceil();
        self.passes = passes.clamp(1.0, 1e6) as u32;
    }

    /// Runs a round, and returns the time that it took.
    fn round(&mut self) -> Duration {
        let threads = rayon::current_num_threads();
        let share = self.outcomes.len().div_ceil(threads).max(1);
        let positions: Vec<usize> = (0..share).map(|index| index * 82).collect();
        let mut solvers: Vec<_> = (0..threads).map(|_| (self.entrant.build)()).collect();
        let start = Instant::now();
        for _ in 0..self.passes {
            if self.limits.stopped() {
                break;
            }
            self.outcomes
                .par_chunks_mut(share)
                .zip(self.output.par_chunks_mut(share * 82))
                .zip(self.set.text.par_chunks(share * 82))
                .zip(&mut solvers)
                .for_each(|(((outcomes, output), input), solve_batch)| {
                    let puzzles = &positions[..outcomes.len()];
                    let form = PuzzleForm::Cells;
                    let solutions = puzzles;
                    let batch = PuzzleBatch { input, puzzles, form, output, solutions, outcomes };
                    solve_batch(batch, self.limits);
                });
        }
        start.elapsed()
    }

    /// Counts the events of the lanes in a pass over the puzzles, as one batch; `None` if the engine has no lanes.
    fn count_lanes(&mut self) -> Option<LaneCounts> {
        let positions: Vec<usize> = (0..self.outcomes.len()).map(|index| index * 82).collect();
        let batch = PuzzleBatch {
            input: &self.set.text,
            puzzles: &positions,
            form: PuzzleForm::Cells,
            output: &mut self.output,
            solutions: &positions,
            outcomes: &mut self.outcomes,
        };
        build_engine(self.entrant.engine?).solve_counted(batch, self.limits)
    }

    /// Checks that this engine is sound, and finds the same numbers of solutions as `other`.
    fn agrees_with(&self, other: &Run<'_>) -> Result<(), Error> {
        for (index, (mine, theirs)) in self.outcomes.iter().zip(&other.outcomes).enumerate() {
            let given_up = mine.end == StopReason::NodeLimit || theirs.end == StopReason::NodeLimit;
            let counts = self.entrant.counts_solutions && other.entrant.counts_solutions;
            let most = if counts { u64::MAX } else { 1 };
            let are_sound = mine.verdict().is_finished() && theirs.verdict().is_finished();
            let are_equal = mine.solutions.min(most) == theirs.solutions.min(most);
            let is_agreed = are_sound && are_equal;
            if !given_up && !is_agreed {
                let puzzle = String::from_utf8_lossy(&self.set.text[index * 82..index * 82 + 81]);
                let disagreement = BenchError::Disagreement {
                    set: self.set.name.clone(),
                    puzzle: puzzle.into_owned(),
                    one: (self.entrant.name.clone(), mine.solutions),
                    other: (other.entrant.name.clone(), theirs.solutions),
                };
                return Err(disagreement.into());
            }
        }
        Ok(())
    }

    fn figure(&self) -> BenchFigure {
        let mut figure = self.found.clone().timed(&self.times, self.passes);
        figure.set.clone_from(&self.set.name);
        figure.engine.clone_from(&self.entrant.name);
        figure.set_puzzles = (!self.set.is_cut).then_some(self.set.len());
        figure
    }
}
