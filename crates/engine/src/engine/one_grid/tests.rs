//! The engine visits the tree of the lanes: every outcome is equal, node by node, at every level and
//! limit, and so are the solutions and their order.

use std::{fs, ops::ControlFlow, path::Path};

use crate::{
    engine::{Engine, Lanes, Limits, Outcome, PuzzleBatch},
    grid::{Grid, PuzzleForm},
    simd::SimdLevel,
    testkit::{random_grid, rng, scaled, sized, without},
};

/// Outcomes and solutions, with `~` where nothing was written.
fn solve(
    engine: &mut dyn Engine,
    input: &[u8],
    starts: &[usize],
    limits: &Limits<'_>,
) -> (Vec<Outcome>, Vec<u8>) {
    let mut output = vec![b'~'; 81 * starts.len()];
    let solutions: Vec<usize> = (0..starts.len()).map(|i| 81 * i).collect();
    let mut outcomes = vec![Outcome::default(); starts.len()];
    let batch = PuzzleBatch {
        input,
        puzzles: starts,
        form: PuzzleForm::Cells,
        output: &mut output,
        solutions: &solutions,
        outcomes: &mut outcomes,
    };
    engine.solve_batch(batch, limits);
    (outcomes, output)
}

/// Compares both engines on the puzzles that start at `starts`.
fn compare(input: &[u8], starts: &[usize], limits: &Limits<'_>, level: SimdLevel) {
    let (outcomes, output) = solve(&mut Lanes::one_by_one(level), input, starts, limits);
    let expected = solve(&mut Lanes::alone(SimdLevel::detect()), input, starts, limits);
    for (i, &start) in starts.iter().enumerate() {
        let context = || {
            let text = String::from_utf8_lossy(&input[start..start + 81]);
            format!("{level}, {limits:?}: {text}")
        };
        assert_eq!(outcomes[i], expected.0[i], "{}", context());
        assert!(output[81 * i..][..81] == expected.1[81 * i..][..81], "{}", context());
    }
}

/// Puzzles with few and many solutions and with none.
#[test]
fn random_puzzles() {
    let mut rng = rng(28);
    let mut input = Vec::new();
    for i in 0..scaled(3000) {
        let mut puzzle = without(&random_grid(&mut rng), 44 + i % 21, &mut rng);
        if i % 3 == 1 {
            let clue = puzzle.digits().iter().rposition(|&digit| digit != 0).expect("a clue");
            puzzle.digits_mut()[clue] = puzzle.digits()[clue] % 9 + 1;
        }
        input.extend(puzzle.to_text());
    }
    let starts: Vec<usize> = (0..input.len() / 81).map(|i| 81 * i).collect();
    for level in SimdLevel::available() {
        for &limit in sized(&[1, 2, 300][..], &[2]) {
            for &nodes in sized(&[u64::MAX, 0, 5, 33][..], &[7]) {
                compare(&input, &starts, &Limits::solutions(limit).max_nodes(nodes), level);
            }
        }
    }
}

/// Solutions come in the same order, also past the limit of nodes at which a search is long.
#[test]
#[cfg_attr(miri, ignore = "thousands of solutions")]
fn solutions_in_order() {
    let mut rng = rng(5);
    for i in 0..scaled(20) {
        let puzzle = without(&random_grid(&mut rng), 57 + i % 8, &mut rng);
        for limit in [1, 3, 5000] {
            let limits = Limits::solutions(limit).max_nodes(20_000);
            let all = |engine: &mut dyn Engine| {
                let mut all = Vec::new();
                let outcome = engine.search(&puzzle, &limits, &mut |solution: &Grid| {
                    all.push(*solution);
                    ControlFlow::Continue(())
                });
                (outcome, all)
            };
            let expected = all(&mut Lanes::alone(SimdLevel::detect()));
            for level in SimdLevel::available() {
                let found = all(&mut Lanes::one_by_one(level));
                assert_eq!(found.0, expected.0, "{level}, {limits:?}: {puzzle}");
                let first = found.1.iter().zip(&expected.1).position(|(a, b)| a != b);
                assert_eq!(first, None, "{level}, {limits:?}: {puzzle}");
            }
        }
    }
}

/// Files beside the checkout, where they are present.
#[test]
fn puzzles_of_the_files() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data"));
    let count = std::env::var("PUZZLES").map_or(scaled(2000), |count| count.parse().unwrap());
    for name in ["easy", "minimal", "17clue", "top1465", "hard", "multiple", "nosolution"] {
        let Ok(input) = fs::read(folder.join(name).with_extension("txt")) else { continue };
        let starts: Vec<usize> = (0..count.min(input.len() / 82)).map(|i| i * 82).collect();
        for level in SimdLevel::available() {
            for limit in [1, 2] {
                compare(&input, &starts, &Limits::solutions(limit), level);
            }
            if name == "multiple" {
                compare(&input, &starts, &Limits::solutions(1000), level);
            }
        }
    }
}
