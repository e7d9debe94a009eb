//! Both kinds of sets, and any number of threads, find the same solutions.

use std::ops::ControlFlow;

use rand::{RngExt, seq::SliceRandom};

use super::{CoverSolver, Problem};
use batchdoku_base::{Limits, Outcome, StopReason};
use batchdoku_testkit::{assert_same, rng, scaled, sized};

/// Returns a random problem, whose options are the parts of several partitions of the items.
fn random(rng: &mut impl rand::Rng) -> Problem {
    let (primary, secondary) = (rng.random_range(0..13), rng.random_range(0..5));
    let items = primary + secondary;
    let mut problem = Problem::new(primary, secondary);
    let mut order: Vec<usize> = (0..items).collect();
    for _ in 0..rng.random_range(0..7) {
        order.shuffle(rng);
        let mut rest = &order[..];
        while !rest.is_empty() {
            let (option, others) = rest.split_at(rng.random_range(1..=rest.len().min(4)));
            problem.add_option(option).expect("different items");
            rest = others;
        }
    }
    problem
}

fn all(
    solver: &mut CoverSolver,
    given: &[usize],
    limits: &Limits<'_>,
) -> (Vec<Vec<usize>>, Outcome) {
    let mut solutions = Vec::new();
    let outcome = solver.search(given, limits, |options| {
        let mut options = options.to_vec();
        options.sort_unstable();
        solutions.push(options);
        ControlFlow::Continue(())
    });
    (solutions, outcome)
}

/// Returns covers as text, one per line, in the order found.
fn lines(covers: &[Vec<usize>]) -> String {
    covers.iter().map(|cover| format!("{cover:?}\n")).collect()
}

#[test]
fn sets_of_both_kinds_and_threads_agree() {
    let mut rng = rng(1);
    let mut most = 0;
    for _ in 0..scaled(1000) {
        let problem = random(&mut rng);
        let mut solvers = [true, false].map(|is_small| CoverSolver::with_sets(&problem, is_small));
        let given: Vec<usize> = match problem.options() {
            0 => vec![],
            options => (0..rng.random_range(0..3)).map(|_| rng.random_range(0..options)).collect(),
        };
        for limits in [Limits::none(), Limits::solutions(3), Limits::none().max_nodes(5)] {
            // Twice, because a search must leave nothing behind.
            for given in [&given[..], &[], &given] {
                let [small, large] = solvers.each_mut().map(|solver| all(solver, given, &limits));
                let context = format!("covers by bit sets, then by sparse sets, of {problem:?}");
                assert_same(lines(&small.0), lines(&large.0), &context);
                assert_eq!(small.1, large.1, "{context}");
            }
            let expected = all(&mut solvers[0], &[], &limits).1;
            most = most.max(expected.nodes);
            // Miri takes minutes for threads that wait for work.
            for &threads in sized(&[1, 2, 5][..], &[]) {
                assert_eq!(problem.count_solutions(&limits, threads), expected, "{problem:?}");
            }
        }
    }
    assert!(most > 20 || sized(false, true));
}

/// A search with a limit of 0 solutions ends before it begins, and reports that it reached its limit.
#[test]
fn a_limit_of_no_solution_ends_at_once() {
    let mut problem = Problem::new(1, 0);
    problem.add_option(&[0]).expect("an item");
    let mut solver = CoverSolver::new(&problem);
    let (solutions, outcome) = all(&mut solver, &[], &Limits::solutions(0));
    assert_eq!((solutions, outcome.end), (vec![], StopReason::SolutionLimit));
}
