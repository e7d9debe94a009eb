//! Pencilmark puzzles: all engines find the same solutions as brute force and as each other.

use std::ops::ControlFlow;

use rand::{Rng, RngExt, seq::SliceRandom};

use super::{
    Engine, Lanes, Limits, Mrv, Outcome, Rows, StopReason, engines, robust_engines, scaled, sized,
    solve_texts,
};
use crate::{
    grid::{Grid, PENCILMARKS, Pencilmarks, PuzzleForm},
    simd::SimdLevel,
};
use batchdoku_testkit::{random_grid, rng, without};

/// Returns a puzzle with the candidates of `solution`, and each other candidate with the probability `share`. If
/// `is_broken`, one cell lacks the digit of the solution.
fn random_marks(
    solution: &Grid,
    share: f64,
    is_broken: bool,
    rng: &mut (impl Rng + ?Sized),
) -> Pencilmarks {
    let mut text = Pencilmarks::from(solution).to_text();
    for (place, byte) in text.iter_mut().enumerate() {
        if rng.random_bool(share) {
            *byte = b'1' + (place % 9) as u8;
        }
    }
    if is_broken {
        let cell = rng.random_range(0..81);
        text[9 * cell + usize::from(solution.digits()[cell]) - 1] = b'0';
    }
    Pencilmarks::parse(&text).expect("729 candidates")
}

/// Returns a puzzle with `solution` as its only solution; any further candidate would allow another.
fn hard_marks(solution: &Grid, rng: &mut (impl Rng + ?Sized)) -> Pencilmarks {
    let mut text = Pencilmarks::from(solution).to_text();
    let mut places: Vec<usize> = (0..PENCILMARKS).collect();
    places.shuffle(rng);
    for place in places {
        let before = text[place];
        text[place] = b'1' + (place % 9) as u8;
        let marks = Pencilmarks::parse(&text).expect("729 candidates");
        if run(&mut Mrv, &marks, 2).0.solutions != 1 {
            text[place] = before;
        }
    }
    Pencilmarks::parse(&text).expect("729 candidates")
}

/// Returns all solutions of a pencilmark puzzle, sorted, by trying every candidate of every cell.
fn brute_force(puzzle: &Pencilmarks) -> Vec<Grid> {
    let mut solutions = Vec::new();
    fill(puzzle, &mut Grid::EMPTY.clone(), 0, &mut [0; 27], &mut solutions);
    solutions
}

/// Tries every candidate of `cell` and of the cells after it. `used` has the digits of each house.
fn fill(
    puzzle: &Pencilmarks,
    grid: &mut Grid,
    cell: usize,
    used: &mut [u16; 27],
    solutions: &mut Vec<Grid>,
) {
    if cell == 81 {
        solutions.push(*grid);
        return;
    }
    let (row, column) = (cell / 9, cell % 9);
    let houses = [row, 9 + column, 18 + row / 3 * 3 + column / 3];
    for digit in 0..9 {
        let bit = 1 << digit;
        if puzzle.at(cell) & bit != 0 && houses.iter().all(|&house| used[house] & bit == 0) {
            houses.iter().for_each(|&house| used[house] ^= bit);
            grid.digits_mut()[cell] = digit + 1;
            fill(puzzle, grid, cell + 1, used, solutions);
            houses.iter().for_each(|&house| used[house] ^= bit);
        }
    }
}

/// Runs `engine` and checks that it hands over solutions, each once, and as many as the outcome has.
fn run(engine: &mut dyn Engine, puzzle: &Pencilmarks, limit: u64) -> (Outcome, Vec<Grid>) {
    let mut solutions = Vec::new();
    let limits = Limits::solutions(limit);
    let outcome = engine.search_pencilmarks(puzzle, &limits, &mut |solution| {
        solutions.push(*solution);
        ControlFlow::Continue(())
    });
    assert_eq!(outcome.solutions, solutions.len() as u64, "{}", engine.name());
    assert!(solutions.iter().all(|solution| puzzle.is_solved_by(solution)), "{}", engine.name());
    let mut distinct = solutions.clone();
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!(distinct.len(), solutions.len(), "a solution came twice: {}", engine.name());
    (outcome, solutions)
}

/// Solves all `puzzles` in one batch.
fn solve(engine: &mut dyn Engine, puzzles: &[Pencilmarks], limits: &Limits<'_>) -> Rows {
    let texts: Vec<_> = puzzles.iter().map(|puzzle| puzzle.to_text()).collect();
    solve_texts(engine, PuzzleForm::Pencilmarks, &texts, limits)
}

/// Every engine finds the solutions of brute force, one by one and in batches, for puzzles with no, one and many
/// solutions.
#[test]
fn as_brute_force() {
    let mut rng = rng(31);
    let count = sized(scaled(150), 2);
    let puzzles: Vec<_> = (0..count)
        .map(|case| {
            let share = sized([0.1, 0.25, 0.3, 0.35, 0.4], [0.05, 0.1, 0.15, 0.2, 0.25])[case % 5];
            random_marks(&random_grid(&mut rng), share, case % 7 == 0, &mut rng)
        })
        .collect();
    let expected: Vec<_> = puzzles.iter().map(brute_force).collect();
    for solutions in [0, 1, 2] {
        let has = |found: &Vec<Grid>| found.len().min(2) == solutions;
        assert!(
            expected.iter().filter(|found| has(found)).count() > count / 20 || sized(false, true)
        );
    }
    for engine in &mut engines() {
        let name = engine.name();
        let mut firsts = Vec::new();
        for (puzzle, expected) in puzzles.iter().zip(&expected) {
            let (outcome, mut solutions) = run(&mut **engine, puzzle, u64::MAX);
            firsts.push(solutions.first().map_or([b'~'; 81], Grid::to_text));
            solutions.sort_unstable();
            assert_eq!((&solutions, outcome.end), (expected, StopReason::Complete), "{name}");
        }
        for &limit in sized(&[1, 2, 1000][..], &[2]) {
            let rows = solve(&mut **engine, &puzzles, &Limits::solutions(limit));
            for (((outcome, row), expected), first) in rows.iter().zip(&expected).zip(&firsts) {
                assert_eq!(outcome.solutions, (expected.len() as u64).min(limit), "{name}");
                assert_eq!(row, first, "{name}, limit {limit}");
            }
        }
    }
}

/// Engines agree on puzzles that need many branches, and the nodes and solution of a puzzle do not depend on
/// its batch or the level.
#[test]
#[cfg_attr(miri, ignore = "thousands of searches")]
fn hard_ones() {
    let mut rng = rng(32);
    let grids: Vec<_> = (0..scaled(10)).map(|_| random_grid(&mut rng)).collect();
    let mut puzzles: Vec<_> = grids.iter().map(|grid| hard_marks(grid, &mut rng)).collect();
    for engine in &mut robust_engines() {
        let rows = solve(&mut **engine, &puzzles, &Limits::solutions(2));
        for ((outcome, row), grid) in rows.into_iter().zip(&grids) {
            assert_eq!((outcome.solutions, outcome.end), (1, StopReason::Complete));
            assert_eq!(row, grid.to_text(), "{}", engine.name());
        }
    }
    // Many solutions as well, so that lanes share searches.
    for _ in 0..scaled(20) {
        puzzles.push(random_marks(&random_grid(&mut rng), 0.7, false, &mut rng));
    }
    let mut most = None;
    for limit in [1, 2, 60, 1000] {
        let limits = Limits::solutions(limit);
        let expected: Vec<u64> =
            puzzles.iter().map(|puzzle| run(&mut Mrv, puzzle, limit).0.solutions).collect();
        let mut first = None;
        for level in SimdLevel::available() {
            let mut engine = Lanes::alone(level);
            let together = solve(&mut engine, &puzzles, &limits);
            // With more puzzles than lanes, each puzzle has a separate lane, except the last puzzles. (A debug build
            // has three puzzles, so these are 33.)
            let crowd = solve(&mut engine, &puzzles.repeat(11), &limits);
            assert_eq!(crowd, together.repeat(11), "{level}, limit {limit}");
            for ((puzzle, together), expected) in puzzles.iter().zip(&together).zip(&expected) {
                let alone = solve(&mut engine, &[*puzzle], &limits)[0];
                assert_eq!(alone, *together, "{level}, limit {limit}");
                assert_eq!(alone.0.solutions, *expected, "{level}, limit {limit}");
            }
            most = most.max(together.iter().map(|(outcome, _)| outcome.nodes).max());
            let is_same = *first.get_or_insert_with(|| together.clone()) == together;
            assert!(is_same, "levels differ at limit {limit}");
        }
    }
    assert!(most > Some(50));
}

/// Clues are cells with one candidate.
#[test]
fn puzzles_of_clues() {
    const MOST: u64 = sized(500, 3);
    let mut rng = rng(33);
    for case in 0..scaled(100) {
        let puzzle: Grid = without(&random_grid(&mut rng), 40 + case % 14, &mut rng);
        for engine in &mut robust_engines() {
            let (outcome, mut solutions) = run(&mut **engine, &Pencilmarks::from(&puzzle), MOST);
            let (expected, mut others) = super::run(&mut **engine, &puzzle, MOST);
            assert_eq!((outcome.solutions, outcome.end), (expected.solutions, expected.end));
            if outcome.solutions < MOST {
                solutions.sort_unstable();
                others.sort_unstable();
            }
            assert_eq!(solutions, others, "{}: {puzzle}", engine.name());
        }
    }
}

/// A byte that is not a candidate makes only its puzzle malformed. A puzzle with an empty cell has no solution.
#[test]
fn malformed_and_impossible() {
    let solution: Grid = random_grid(&mut rng(34));
    let good = Pencilmarks::from(&solution).to_text();
    let mut input = [good; 3];
    input[1][700] = b'x';
    let digit = good[..9].iter().position(|&byte| byte != b'.').expect("a clue");
    input[2][digit] = b'.';
    for engine in &mut engines() {
        let limits = Limits::solutions(2);
        let rows = solve_texts(&mut **engine, PuzzleForm::Pencilmarks, &input, &limits);
        let found = |i: usize| (rows[i].0.solutions, rows[i].0.end, rows[i].1);
        let (name, nothing) = (engine.name(), [b'~'; 81]);
        assert_eq!(found(0), (1, StopReason::Complete, solution.to_text()), "{name}");
        assert_eq!(found(1), (0, StopReason::Malformed, nothing), "{name}");
        assert_eq!(found(2), (0, StopReason::Complete, nothing), "{name}");
    }
}
