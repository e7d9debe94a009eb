//! The engines that are measured: other Rust solvers, and batchdoku's own.

use batchdoku::{
    Engine, Grid, Limits, Outcome, PuzzleBatch,
    engine::{EngineChoice, EngineKind, OnSolution},
    jobs::bench::Build,
    simd::SimdLevel,
};

/// Solves the puzzle of 81 bytes, writes its first solution if the limit is 1, and returns how
/// many it found, up to the limit.
type Solve = fn(&str, limit: usize, solution: &mut [u8]) -> usize;

/// Another solver, as an engine: so all are measured by the same code.
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

/// Whether `engine` is a peer, which does not count its nodes.
pub(crate) fn is_peer(engine: &str) -> bool {
    PEERS.iter().any(|peer| peer.name == engine)
}

/// All engines by name, the peers first.
pub(crate) fn engines() -> Vec<(String, Box<Build<'static>>)> {
    let mut engines: Vec<(String, Box<Build<'static>>)> = Vec::new();
    for Peer { name, solve } in PEERS {
        engines.push((name.into(), Box::new(move || Box::new(Peer { name, solve }))));
    }
    let mut choices: Vec<_> = SimdLevel::available()
        .map(|level| EngineChoice { kind: EngineKind::Lanes, level })
        .collect();
    choices.push(EngineChoice { kind: EngineKind::Mrv, ..EngineChoice::default() });
    for choice in choices {
        engines.push((choice.to_string(), Box::new(move || choice.build())));
    }
    engines
}

impl Engine for Peer {
    fn name(&self) -> &'static str {
        self.name
    }

    fn search(&mut self, _: &Grid, _: &Limits<'_>, _: &mut OnSolution<'_>) -> Outcome {
        unimplemented!("peers are measured in batches only")
    }

    fn solve_batch(&mut self, batch: PuzzleBatch<'_>, limits: &Limits<'_>) {
        for (i, outcome) in batch.outcomes.iter_mut().enumerate() {
            let from = batch.puzzles[i] as usize;
            let to = batch.solutions[i] as usize;
            let text = std::str::from_utf8(&batch.input[from..from + 81]).expect("cells are ASCII");
            let solution = &mut batch.output[to..to + 81];
            let solutions = (self.solve)(text, limits.solutions as usize, solution) as u64;
            *outcome = Outcome::default();
            outcome.solutions = solutions;
        }
    }
}
