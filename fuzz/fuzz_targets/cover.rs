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
    let is_cover = |set: &u32| {
        let mut times = vec![0; problem.items()];
        for option in (0..options).filter(|option| set >> option & 1 != 0) {
            problem.option(option).iter().for_each(|&item| times[item as usize] += 1);
        }
        let (primary, secondary) = times.split_at(problem.primary());
        primary.iter().all(|&times| times == 1) && secondary.iter().all(|&times| times <= 1)
    };
    let has_primary = |option: usize| {
        problem.option(option).iter().any(|&item| (item as usize) < problem.primary())
    };
    let useful: u32 =
        (0..options).filter(|&option| has_primary(option)).map(|option| 1 << option).sum();
    (0..1_u32 << options).filter(|set| set & !useful == 0).filter(is_cover).count() as u64
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
