//! Engines against each other, alone and in batches, at every SIMD level, with small limits.
#![no_main]

use batchdoku::{
    Grid, Limits, Outcome, StopReason,
    batch::{BatchSolver, PuzzleRows, SolutionRows},
    engine::EngineKind,
    simd::SimdLevel,
};
use libfuzzer_sys::fuzz_target;

const SOLUTION: &[u8; 81] =
    b"143628579572139468986754231391542786468917352725863914237481695619275843854396127";

/// Returns the puzzles that the bytes describe: a grid with some of its cells empty, some clues changed, and
/// its digits and rows renamed.
fn puzzles(mut data: &[u8]) -> Vec<u8> {
    let mut all = Vec::new();
    while let Some((header, rest)) = data.split_first_chunk::<13>() {
        let changes = usize::from(header[0] & 3);
        let Some((changed, rest)) = rest.split_at_checked(2 * changes) else { break };
        data = rest;
        let mut grid = *SOLUTION;
        for cell in 0..81 {
            // Each cell is kept by one bit; a third of them are empty whatever it says.
            let is_kept = header[1 + cell / 8] >> (cell % 8) & 1 != 0;
            if !is_kept || header[0] & 4 != 0 && cell % 3 == usize::from(header[0] >> 3) % 3 {
                grid[cell] = b'.';
            }
        }
        for change in changed.chunks_exact(2) {
            grid[usize::from(change[0]) % 81] = b'1' + change[1] % 9;
        }
        let shift = header[12] % 9;
        all.extend(grid.map(|byte| match byte {
            b'.' => byte,
            digit => b'1' + (digit - b'1' + shift) % 9,
        }));
        if all.len() >= 81 * 80 {
            break;
        }
    }
    all
}

/// Returns the solutions and outcomes of a batch.
fn solve(
    kind: EngineKind,
    level: SimdLevel,
    input: &[u8],
    limits: &Limits<'_>,
) -> (Vec<u8>, Vec<Outcome>) {
    let mut output = vec![b'.'; input.len()];
    let mut outcomes = vec![Outcome::default(); input.len() / 81];
    let solver = BatchSolver::new().engine(kind).simd(level);
    let rows = PuzzleRows::text(input);
    let solutions = SolutionRows::text(&mut output);
    solver.solve(rows, solutions, &mut outcomes, limits).expect("solved");
    (output, outcomes)
}

fuzz_target!(|data: &[u8]| {
    let Some((&choice, data)) = data.split_first() else { return };
    let input = puzzles(data);
    if input.is_empty() {
        return;
    }
    let solutions = [1, 2, 1, 2, 3, 50][usize::from(choice % 6)];
    let nodes = [3000, 3000, 1, 2, 7, 50][usize::from(choice / 6 % 6)];
    let limits = Limits::solutions(solutions).max_nodes(nodes);
    let levels: Vec<_> = SimdLevel::available().collect();
    let expected = solve(EngineKind::Lanes, levels[0], &input, &limits);
    for &level in &levels[1..] {
        assert_eq!(solve(EngineKind::Lanes, level, &input, &limits), expected, "{level}");
    }
    // In the reverse order, with other neighbours.
    let reversed: Vec<u8> = input.chunks(81).rev().flatten().copied().collect();
    let (mut output, mut outcomes) =
        solve(EngineKind::Auto, levels[levels.len() - 1], &reversed, &limits);
    output = output.chunks(81).rev().flatten().copied().collect();
    outcomes.reverse();
    assert_eq!((output, outcomes), expected, "neighbours");
    let (output, outcomes) = expected;
    for kind in [EngineKind::Mrv, EngineKind::Dlx, EngineKind::Backtrack] {
        let (found, ends) = solve(kind, levels[0], &input, &limits);
        for (row, (a, b)) in outcomes.iter().zip(&ends).enumerate() {
            let cells = 81 * row..81 * row + 81;
            let puzzle = Grid::parse(&input[cells.clone()]).expect("a grid");
            for (outcome, solution) in [(a, &output[cells.clone()]), (b, &found[cells.clone()])] {
                assert_ne!(outcome.end, StopReason::EngineBug);
                assert_ne!(outcome.end, StopReason::Malformed);
                // What a limit of nodes ended has no solution in the output.
                if outcome.solutions > 0 && outcome.end != StopReason::NodeLimit {
                    let solution = Grid::parse(solution).expect("a grid");
                    assert!(solution.is_solution_of(&puzzle), "{kind}");
                }
            }
            if a.end != StopReason::NodeLimit && b.end != StopReason::NodeLimit {
                assert_eq!(a.solutions, b.solutions, "{kind}: {puzzle}");
                if a.solutions == 1 && solutions > 1 {
                    assert_eq!(output[cells.clone()], found[cells], "{kind}: {puzzle}");
                }
            }
        }
    }
});
