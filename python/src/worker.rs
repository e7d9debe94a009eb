//! The working memory of a thread that solves single puzzles and finds the steps to their solutions.

use std::{cell::RefCell, ops::ControlFlow};

use batchdoku::{Grid, Limits, Outcome, StopFlag, Verdict};
use batchdoku_corpus::{
    Position,
    explain::{Explainer, TechniqueConditions, Unexplained},
    rate::{Difficulty, Rater},
};
use batchdoku_engine::{Engine, EngineChoice, build_engine};
use pyo3::{exceptions::PyRuntimeError, prelude::*};

use crate::operation::TRIAL_NODES;

/// The kind of steps to find.
#[derive(Clone, Copy, Default, PartialEq)]
pub(crate) struct Steps {
    /// Steps by the techniques of this ladder.
    pub(crate) techniques: TechniqueConditions,
    /// The maximum number of steps.
    pub(crate) most: Option<usize>,
    /// True for all steps that are available, instead of a path.
    pub(crate) lists: bool,
}

impl Steps {
    /// Returns whether the ladder has all techniques, or all of Sudoku Explainer.
    fn are_of_a_whole_ladder(&self) -> bool {
        [false, true].map(|er| TechniqueConditions::new().er(er)).contains(&self.techniques)
    }

    fn explainer(self) -> Explainer {
        let explainer = Explainer::of_conditions(&self.techniques).listing(self.lists);
        match self.most {
            Some(most) => explainer.most_steps(most),
            None => explainer,
        }
    }
}

/// The working memory of a thread.
pub(crate) struct Worker {
    /// The kind of steps that its explainer finds.
    steps: Steps,
    engine: Box<dyn Engine>,
    rater: Rater,
    pub(crate) explainer: Explainer,
}

impl Worker {
    /// Creates the memory of a thread that finds all steps of a path.
    pub(crate) fn new() -> Self {
        Self::with(Steps::default())
    }

    pub(crate) fn with(steps: Steps) -> Self {
        let explainer = steps.explainer();
        Self {
            steps,
            engine: build_engine(EngineChoice::default()),
            rater: Rater::default(),
            explainer,
        }
    }

    /// Also ends searches for steps, once `stop` is set.
    pub(crate) fn stopped_by(self, stop: &StopFlag) -> Self {
        let explainer = self.explainer.stopped_by(stop.clone());
        Self { explainer, ..self }
    }

    /// Returns the only solution of a puzzle, or the reason why there is none; `None` if a limit
    /// ended the search.
    pub(crate) fn solution(
        &mut self,
        puzzle: &Position,
        limits: &Limits<'_>,
    ) -> PyResult<Option<Result<Grid, Unexplained>>> {
        let mut solution = Grid::EMPTY;
        let mut outcome = Outcome::default();
        let limits = limits.max_solutions(2);
        match puzzle.candidates() {
            None => self.engine.solve(puzzle.grid(), &limits, &mut solution, &mut outcome),
            Some(candidates) => {
                let mut keep = |found: &Grid| {
                    solution = *found;
                    ControlFlow::Continue(())
                };
                outcome = self.engine.search_pencilmarks(candidates, &limits, &mut keep);
            }
        }
        Ok(match outcome.verdict() {
            Verdict::Solved => Some(Ok(solution)),
            Verdict::Unsolvable => Some(Err(Unexplained::Unsolvable)),
            Verdict::Multiple => Some(Err(Unexplained::Multiple)),
            Verdict::EngineBug => {
                return Err(PyRuntimeError::new_err("internal error: a wrong solution"));
            }
            _ => None,
        })
    }

    /// Returns the solution of a puzzle, if the steps to it are quick to find.
    pub(crate) fn solution_of_easy(&mut self, puzzle: &Position) -> PyResult<Option<Grid>> {
        // A puzzle that is easy with all techniques may be hard with some of them, and a puzzle of
        // candidates has no level.
        if self.steps.lists || !self.steps.are_of_a_whole_ladder() || puzzle.candidates().is_some()
        {
            return Ok(None);
        }
        let level =
            self.rater.rate_within(puzzle.grid(), &trial()).and_then(|rating| rating.level());
        if !matches!(level, Some(Difficulty::Easy | Difficulty::Medium | Difficulty::Hard)) {
            return Ok(None);
        }
        Ok(self.solution(puzzle, &trial())?.and_then(Result::ok))
    }
}

/// Calls `work` with the memory of the calling thread, set to find these steps.
pub(crate) fn with_own<T>(steps: Steps, work: impl FnOnce(&mut Worker) -> T) -> T {
    thread_local! {
        static WORKER: RefCell<Worker> = RefCell::new(Worker::new());
    }
    WORKER.with_borrow_mut(|worker| {
        if worker.steps != steps {
            worker.explainer = steps.explainer();
            worker.steps = steps;
        }
        work(worker)
    })
}

/// Returns the limits of a search on the calling thread.
pub(crate) fn trial() -> Limits<'static> {
    Limits::none().max_nodes(TRIAL_NODES)
}
