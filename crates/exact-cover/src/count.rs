//! The number of solutions, by several threads.

use std::{
    ops::ControlFlow,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use super::{CoverSolver, Problem};
use batchdoku_base::{Limits, Outcome, StopReason};

/// The parts of a search that there should be for each thread, since some are much larger than others.
const PARTS_PER_THREAD: usize = 64;

/// The most branches above each other that are split into parts.
const MAX_DEPTH: usize = 6;

impl Problem {
    /// Counts the solutions with up to `threads` threads.
    ///
    /// The outcome is that of [`CoverSolver::search`], whatever the number of threads. If solutions or
    /// nodes are limited, one thread does all the work, since a limit depends on the order.
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
            // Where a thread cannot be started, the others do its work.
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

/// Searches down to the branches that are the roots of at least `wanted` parts, or down to
/// [`MAX_DEPTH`]. Returns what lies above them, and the options chosen for each part.
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

/// Counts the solutions of parts, the `next` one each time, until none is left or the search is stopped.
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

/// Adds what was found in another part. If any part was stopped, so was the search.
fn add(sum: &mut Outcome, part: Outcome) {
    sum.solutions += part.solutions;
    sum.nodes += part.nodes;
    if part.end != StopReason::Complete {
        sum.end = part.end;
    }
}
