//! The solvers that are measured: other Rust solvers, and the engines of batchdoku.

use batchdoku::{Grid, Solver, engine::EngineKind, jobs::BenchSolver, simd::SimdLevel};

/// Solves the puzzle of 81 bytes, writes its first solution if the limit is 1, and returns how
/// many it found, up to the limit.
type Solve = fn(&str, limit: usize, solution: &mut [u8]) -> usize;

/// Another solver.
struct Peer {
    name: &'static str,
    solve: Solve,
}

/// The peers; the first is the one that ratios refer to.
const PEERS: &[Peer] = &[
    Peer {
        name: "sudoku 0.8",
        solve: |text, limit, solution| {
            let Ok(puzzle) = sudoku::Sudoku::from_str_line(text) else { return 0 };
            if limit > 1 {
                return puzzle.solutions_count_up_to(limit);
            }
            let found = puzzle.some_solution();
            found.map_or(0, |found| {
                solution.copy_from_slice(&found.to_bytes().map(|digit| digit + b'0'));
                1
            })
        },
    },
    Peer {
        name: "msolve 0.6",
        solve: |text, limit, solution| {
            let Ok(puzzle) = text.parse::<msolve::Sudoku>();
            if limit > 1 {
                return puzzle.count_solutions(limit);
            }
            puzzle.solve_one().map_or(0, |found| {
                solution.copy_from_slice(&found.to_bytes());
                1
            })
        },
    },
];

/// Solves one puzzle a call, as the peers do.
pub(crate) fn one_a_call(solver: &mut Solver, puzzle: &[u8; 81], limit: u64, to: &mut [u8]) -> u64 {
    let Ok(puzzle) = Grid::parse(puzzle) else { return 0 };
    if limit > 1 {
        return solver.count(&puzzle, limit);
    }
    solver.solve(&puzzle).map_or(0, |found| {
        to.copy_from_slice(&found.to_text());
        1
    })
}

/// Returns the solvers that come before the engines of [`ENGINES`]: the peers, and `one`, which takes one puzzle a call,
/// as the peers do.
pub(crate) fn solvers() -> Vec<BenchSolver<'static>> {
    let peers = PEERS.iter().map(|peer| {
        BenchSolver::new(peer.name, || {
            |puzzle: &[u8; 81], limit: u64, solution: &mut [u8; 81]| {
                let text = std::str::from_utf8(puzzle).expect("cells are ASCII");
                (peer.solve)(text, limit as usize, solution) as u64
            }
        })
    });
    let ones = SimdLevel::available().map(|level| {
        BenchSolver::new(format!("one ({level})"), move || {
            let mut solver = Solver::builder().simd(level).build();
            move |puzzle: &[u8; 81], limit: u64, solution: &mut [u8; 81]| {
                one_a_call(&mut solver, puzzle, limit, solution)
            }
        })
    });
    peers.chain(ones).collect()
}

/// The engines that are measured.
pub(crate) const ENGINES: [EngineKind; 2] = [EngineKind::Lanes, EngineKind::Mrv];
