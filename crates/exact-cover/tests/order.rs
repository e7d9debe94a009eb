//! The order of the solutions and the node count of an exact cover search are as documented. The tests
//! compare them with the same rules applied to plain sets.

use std::{collections::BTreeSet, ops::ControlFlow};

use batchdoku::{
    Grid, Limits, Solver, StopReason,
    engine::EngineKind,
    exact_cover::{CoverSolver, Problem},
};
use proptest::prelude::*;

const ALL: Limits<'_> = Limits::solutions(u64::MAX);

/// The solutions, each sorted, in the order found; and the nodes.
type Found = (Vec<Vec<usize>>, u64);

/// Chooses among the options left for the primary items that no chosen option holds.
fn by_the_rules(problem: &Problem, left: &[usize], chosen: &mut Vec<usize>, found: &mut Found) {
    let holds = |option: usize, item: usize| problem.option(option).contains(&(item as u32));
    let holders = |item: usize| left.iter().copied().filter(move |&option| holds(option, item));
    let open = (0..problem.primary()).filter(|&item| chosen.iter().all(|&o| !holds(o, item)));
    // `min_by_key` returns the first of equals.
    let Some(item) = open.min_by_key(|&item| holders(item).count()) else {
        let mut solution = chosen.clone();
        solution.sort_unstable();
        found.0.push(solution);
        return;
    };
    let branch = holders(item).count() > 1;
    for option in holders(item) {
        found.1 += u64::from(branch);
        let disjoint =
            |other: &usize| problem.option(option).iter().all(|i| !holds(*other, *i as usize));
        let rest: Vec<_> = left.iter().copied().filter(disjoint).collect();
        chosen.push(option);
        by_the_rules(problem, &rest, chosen, found);
        chosen.pop();
    }
}

fn by_the_solver(solver: &mut CoverSolver) -> Found {
    let mut solutions = Vec::new();
    let outcome = solver.search(&[], &ALL, |options| {
        let mut solution = options.to_vec();
        solution.sort_unstable();
        solutions.push(solution);
        ControlFlow::Continue(())
    });
    assert_eq!((outcome.solutions, outcome.end), (solutions.len() as u64, StopReason::Complete));
    (solutions, outcome.nodes)
}

/// Compares the solver with the rules, on a problem with these options, without items that the problem does not have.
fn assert_order(primary: usize, secondary: usize, options: &[BTreeSet<usize>]) {
    let mut problem = Problem::new(primary, secondary);
    for option in options {
        let items: Vec<_> = option.iter().copied().filter(|&i| i < primary + secondary).collect();
        problem.add_option(&items).unwrap();
    }
    let mut expected = Found::default();
    let left: Vec<_> = (0..problem.options()).collect();
    by_the_rules(&problem, &left, &mut Vec::new(), &mut expected);
    let mut solver = CoverSolver::new(&problem);
    assert_eq!(by_the_solver(&mut solver), expected);
    // A search that was broken off leaves nothing behind.
    solver.search(&[], &ALL, |_| ControlFlow::Break(()));
    assert_eq!(by_the_solver(&mut solver), expected);
}

proptest! {
    #[test]
    fn solutions_come_in_the_documented_order(
        primary in 1..12usize,
        secondary in 0..4usize,
        options in prop::collection::vec(prop::collection::btree_set(0..16usize, 1..5), 0..40),
    ) {
        assert_order(primary, secondary, &options);
    }
}

/// A case that the test above found.
#[test]
fn an_order_that_was_wrong_once() {
    let options: [&[usize]; 8] = [&[4, 6, 9], &[1, 7], &[0, 9], &[2], &[3, 8], &[4, 6], &[0], &[5]];
    assert_order(10, 0, &options.map(|option| option.iter().copied().collect()));
}

/// The 4 × 4 Latin squares: each choice shortens the sets of other items, as in a sudoku.
#[test]
fn latin_squares_come_in_the_documented_order() {
    let mut problem = Problem::new(48, 0);
    for option in 0..64 {
        let (row, column, symbol) = (option / 16, option / 4 % 4, option % 4);
        let items = [row * 4 + column, 16 + row * 4 + symbol, 32 + column * 4 + symbol];
        problem.add_option(&items).unwrap();
    }
    let mut expected = Found::default();
    by_the_rules(&problem, &(0..64).collect::<Vec<_>>(), &mut Vec::new(), &mut expected);
    assert_eq!(expected.0.len(), 576);
    assert_eq!(by_the_solver(&mut CoverSolver::new(&problem)), expected);
}

/// A choice can leave other items with one option in each alternative; the search settles these in
/// every alternative, not only in the first.
#[test]
fn what_a_branch_forces_is_settled_for_each_of_its_options() {
    // The branch on item 0 with {0} removes {0, 2}. Item 2 then has only {1, 2}, which must be chosen at once.
    let mut problem = Problem::new(3, 0);
    for items in [&[0, 2][..], &[0], &[1], &[1, 2]] {
        problem.add_option(items).unwrap();
    }
    let solutions = vec![vec![0, 2], vec![1, 3]];
    assert_eq!(by_the_solver(&mut CoverSolver::new(&problem)), (solutions, 2));
}

#[test]
fn dlx_visits_the_documented_nodes_of_a_sudoku() {
    let puzzle: Grid =
        "005300000800000020070010500400005300010070006003200080060500009004000030000009700"
            .parse()
            .unwrap();
    let mut problem = Problem::new(4 * 81, 0);
    for option in 0..729 {
        let (row, column, digit) = (option / 81, option / 9 % 9, option % 9);
        let house = |kind: usize, house: usize| 81 * kind + 9 * house + digit;
        let of_box = house(3, row / 3 * 3 + column / 3);
        problem.add_option(&[option / 9, house(1, row), house(2, column), of_box]).unwrap();
    }
    let clues = puzzle.digits().iter().enumerate().filter(|(_, digit)| **digit != 0);
    let mut chosen: Vec<_> =
        clues.map(|(cell, &digit)| cell * 9 + usize::from(digit) - 1).collect();
    let disjoint =
        |a: usize, b: usize| problem.option(a).iter().all(|i| !problem.option(b).contains(i));
    let left: Vec<_> = (0..729).filter(|&o| chosen.iter().all(|&clue| disjoint(o, clue))).collect();
    let mut expected = Found::default();
    by_the_rules(&problem, &left, &mut chosen, &mut expected);

    let mut solutions = Vec::new();
    let outcome =
        Solver::builder().engine(EngineKind::Dlx).build().search(&puzzle, u64::MAX, |solution| {
            let digits = solution.digits().iter().enumerate();
            solutions
                .push(digits.map(|(cell, &digit)| cell * 9 + usize::from(digit) - 1).collect());
            ControlFlow::Continue(())
        });
    assert_eq!((solutions, outcome.nodes), expected);
}
