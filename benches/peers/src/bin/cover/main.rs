//! Counting the solutions of exact cover problems, compared with other programs. One thread, and all cores.
//!
//! ```text
//! cargo run --release --manifest-path benches/peers/Cargo.toml --bin cover [ROUNDS [PROBLEM]]
//! ```
//!
//! They take turns, the best round of each counts, building the search included. All must count the
//! same.

mod dancing_links;
mod problems;

use std::{
    ops::ControlFlow,
    thread,
    time::{Duration, Instant},
};

use batchdoku::{Limits, exact_cover::Problem};
use exact_covers::Solver;

/// A name, and what counts the solutions of a problem.
type Counter = (&'static str, fn(&Problem) -> u64);

const COUNTERS: [Counter; 5] = [
    ("batchdoku", |problem| count(problem, 1)),
    ("batchdoku, all cores", |problem| {
        count(problem, thread::available_parallelism().map_or(1, usize::from))
    }),
    ("textbook", dancing_links::count),
    ("exact-covers 0.3", exact_covers),
    ("dlx-rs 1.3", dlx_rs),
];

/// The first peer in [`COUNTERS`].
const PEERS: usize = 2;

fn main() {
    let rounds = std::env::args().nth(1).map_or(5, |rounds| rounds.parse().expect("a number"));
    println!(
        "| problem | solutions |{} ratio |",
        COUNTERS.map(|(name, _)| format!(" {name} ms |")).concat()
    );
    println!("|---|--:|{}--:|", "--:|".repeat(COUNTERS.len()));
    let wanted = std::env::args().nth(2).unwrap_or_default();
    for (name, problem) in problems::all().into_iter().filter(|(name, _)| name.contains(&wanted)) {
        let mut best = [Duration::MAX; COUNTERS.len()];
        let mut counts = [0; COUNTERS.len()];
        for _ in 0..rounds {
            for ((best, found), (_, counter)) in best.iter_mut().zip(&mut counts).zip(COUNTERS) {
                let start = Instant::now();
                *found = counter(&problem);
                *best = start.elapsed().min(*best);
            }
        }
        assert!(counts.iter().all(|&count| count == counts[0]), "{name}: {counts:?}");
        let fastest = best[PEERS..].iter().min().expect("there are peers");
        let ratio = fastest.as_secs_f64() / best[0].as_secs_f64();
        let times = best.map(|time| format!(" {:.1} |", time.as_secs_f64() * 1e3)).concat();
        println!("| {name} | {} |{times} {ratio:.2} |", counts[0]);
    }
    println!("\nratio: the time of the fastest peer to that of batchdoku, one thread each");
}

fn count(problem: &Problem, threads: usize) -> u64 {
    problem.count_solutions(&Limits::none(), threads).solutions
}

fn exact_covers(problem: &Problem) -> u64 {
    let primary = problem.primary() as u32;
    let items = problem.items() as u32;
    let first: Vec<_> = (0..primary).collect();
    let second: Vec<_> = (primary..items).collect();
    let mut solver: exact_covers::DlSolver<u32, ()> = exact_covers::DlSolver::new(&first, &second);
    for option in 0..problem.options() {
        let (first, second): (Vec<u32>, Vec<u32>) =
            problem.option(option).iter().partition(|&&item| item < primary);
        let second: Vec<_> = second.into_iter().map(|item| (item, None)).collect();
        solver.add_option(first, second);
    }
    let mut count = 0;
    solver.solve(|_| {
        count += 1;
        ControlFlow::Continue(())
    });
    count
}

fn dlx_rs(problem: &Problem) -> u64 {
    let primary = problem.primary();
    let mut solver = dlx_rs::Solver::new_optional(primary, problem.items() - primary);
    for option in 0..problem.options() {
        let items: Vec<usize> =
            problem.option(option).iter().map(|&item| item as usize + 1).collect();
        solver.add_option(option, &items);
    }
    solver.count() as u64
}
