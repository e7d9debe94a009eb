//! Exact cover problems as text: solutions are exact covers, and there are as many as brute force finds.
#![no_main]

use std::ops::ControlFlow;

use batchdoku::{
    Limits,
    exact_cover::{CoverSolver, Problem},
};
use libfuzzer_sys::fuzz_target;

/// How many sets of options cover each primary item once, and no other twice. An option without a primary item is never
/// chosen.
fn brute_force(problem: &Problem) -> u64 {
    let options = problem.options();
    let mut useful = 0;
    for option in 0..options {
        let mut items = problem.option(option).iter();
        if items.any(|&item| (item as usize) < problem.primary()) {
            useful |= 1 << option;
        }
    }
    let sets = (0..1_u32 << options).filter(|set| set & !useful == 0);
    sets.filter(|&set| is_cover(problem, set)).count() as u64
}

/// Returns whether a set of options, a bit for each, covers each primary item once and no other twice.
fn is_cover(problem: &Problem, set: u32) -> bool {
    let mut times = vec![0; problem.items()];
    for option in (0..problem.options()).filter(|option| set >> option & 1 != 0) {
        problem.option(option).iter().for_each(|&item| times[item as usize] += 1);
    }
    let (primary, secondary) = times.split_at(problem.primary());
    primary.iter().all(|&times| times == 1) && secondary.iter().all(|&times| times <= 1)
}

fuzz_target!(|data: &[u8]| {
    let Ok(problem) = Problem::parse(data) else { return };
    if problem.items() > 1000 || problem.options() > 1000 {
        return;
    }
    let limits = Limits::solutions(5000).max_nodes(5000);
    let mut found = Vec::new();
    let outcome = CoverSolver::new(&problem).search(&[], &limits, |options| {
        found.push(options.to_vec());
        ControlFlow::Continue(())
    });
    for options in &found {
        let mut times = vec![0; problem.items()];
        for &option in options {
            problem.option(option).iter().for_each(|&item| times[item as usize] += 1);
        }
        let (primary, secondary) = times.split_at(problem.primary());
        assert!(primary.iter().all(|&times| times == 1), "{primary:?}");
        assert!(secondary.iter().all(|&times| times <= 1), "{secondary:?}");
    }
    assert_eq!(outcome.solutions, found.len() as u64);
    if problem.options() <= 10 && outcome.end == batchdoku::StopReason::Complete {
        assert_eq!(outcome.solutions, brute_force(&problem), "brute force");
    }
});
