//! Counting solutions with several threads.

use std::{
    ops::ControlFlow,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use super::{CoverSolver, Problem};
use batchdoku_base::{Limits, Outcome, StopReason};

/// The number of parts per thread into which a search is split: many, because some parts are much larger than others.
const PARTS_PER_THREAD: usize = 64;

/// A search is split at this depth at most, in branches.
const MAX_DEPTH: usize = 6;

impl Problem {
    /// Counts the solutions with up to `threads` threads.
    ///
    /// The outcome is that of [`CoverSolver::search`], for any number of threads. If solutions or nodes
    /// are limited, one thread does all the work, because the effect of a limit depends on the order.
    ///
    /// ```
    /// use batchdoku::{Limits, exact_cover::Problem};
    /// let mut problem = Problem::new(4, 0);
    /// for items in [&[0, 1][..], &[2, 3], &[0, 2], &[1, 3], &[0, 3], &[1, 2]] {
    ///     problem.add_option(items)?;
    /// }
    /// assert_eq!(problem.count_solutions(&Limits::none(), 2).solutions, 3);
    /// # Ok::<(), batchdoku::exact_cover::ProblemError>(())
    /// ```
    pub fn count_solutions(&self, limits: &Limits<'_>, threads: usize) -> Outcome {
        let mut solver = CoverSolver::new(self);
        if threads < 2 || limits.solutions != u64::MAX || limits.has_node_limit() {
            return solver.search(&[], limits, |_| ControlFlow::Continue(()));
        }
        let (mut outcome, parts) = split(&mut solver, limits, PARTS_PER_THREAD * threads);
        let next = AtomicUsize::new(0);
        let count_some = || count_parts(solver.clone(), &parts, &next, limits);
        thread::scope(|scope| {
            // If a thread cannot be started, the others do its work.
            let threads: Vec<_> = (1..threads)
                .map_while(|_| thread::Builder::new().spawn_scoped(scope, count_some).ok())
                .collect();
            add(&mut outcome, count_some());
            for thread in threads {
                let part = thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                add(&mut outcome, part);
            }
        });
        outcome
    }
}

/// Splits a search into parts: at the least depth that gives `wanted` parts (for example 128 for two threads), or at
/// [`MAX_DEPTH`]. Returns the outcome of the search above that depth, and the options that are chosen at the root of
/// each part.
fn split(
    solver: &mut CoverSolver,
    limits: &Limits<'_>,
    wanted: usize,
) -> (Outcome, Vec<Vec<usize>>) {
    let mut parts = Vec::new();
    let mut depth = 1;
    loop {
        parts.clear();
        let above =
            solver.search_above(depth, &mut parts, &[], limits, |_| ControlFlow::Continue(()));
        if parts.is_empty() || parts.len() >= wanted || depth == MAX_DEPTH {
            return (above, parts);
        }
        depth += 1;
    }
}

/// Counts the solutions of parts, from `next` on, until no part is left or the search is stopped. Threads share `next`.
fn count_parts(
    mut solver: CoverSolver,
    parts: &[Vec<usize>],
    next: &AtomicUsize,
    limits: &Limits<'_>,
) -> Outcome {
    let mut sum = Outcome::default();
    while sum.end == StopReason::Complete
        && let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed))
    {
        add(&mut sum, solver.search(part, limits, |_| ControlFlow::Continue(())));
    }
    sum
}

/// Adds the outcome of a part to the sum. If a part was stopped, the whole search was stopped.
fn add(sum: &mut Outcome, part: Outcome) {
    sum.solutions += part.solutions;
    sum.nodes += part.nodes;
    if part.end != StopReason::Complete {
        sum.end = part.end;
    }
}
