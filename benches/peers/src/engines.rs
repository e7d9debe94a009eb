//! What is measured: other Rust solvers, and the engines of batchdoku.

use batchdoku::{engine::EngineKind, jobs::Bench};

/// Solves the puzzle of 81 bytes, writes its first solution if the limit is 1, and returns how
/// many it found, up to the limit.
type Solve = fn(&str, limit: usize, solution: &mut [u8]) -> usize;

/// Another solver.
struct Peer {
    name: &'static str,
    solve: Solve,
}

/// The peers; the first is the one that ratios refer to.
const PEERS: [Peer; 2] = [
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

/// Adds all engines, the peers first.
pub(crate) fn entered(bench: Bench<'_>) -> Bench<'_> {
    let with_peers = PEERS.iter().fold(bench, |bench, peer| {
        bench.solver(peer.name, || {
            |puzzle: &[u8; 81], limit: u64, solution: &mut [u8; 81]| {
                let text = std::str::from_utf8(puzzle).expect("cells are ASCII");
                (peer.solve)(text, limit as usize, solution) as u64
            }
        })
    });
    with_peers.engine(EngineKind::Lanes).engine(EngineKind::Mrv)
}
