//! Pencilmark puzzles: all engines find what brute force finds, and what each other find.

use std::ops::ControlFlow;

use rand::{Rng, RngExt, seq::SliceRandom};

use super::{
    Engine, Limits, Mrv, Outcome, StopReason, engines, naive, robust_engines, scaled, sized,
};
use crate::{
    engine::{Lanes, PuzzleBatch},
    grid::{Grid, PENCILMARKS, Pencilmarks, PuzzleForm},
    simd::SimdLevel,
    testkit::{random_grid, rng, without},
};

/// A puzzle that has `solution`, and each other candidate with the chance `share`; for `is_broken`,
/// one cell lacks the digit of the solution.
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

/// A puzzle whose only solution is `solution`, and to which no candidate can be added.
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

/// Runs `engine` and checks that it hands over solutions, each once, as many as it says.
fn run(engine: &mut dyn Engine, puzzle: &Pencilmarks, limit: u64) -> (Outcome, Vec<Grid>) {
    let mut solutions = Vec::new();
    let limits = Limits::solutions(limit);
    let outcome = engine.search_pencilmarks(puzzle, &limits, &mut |solution| {
        solutions.push(*solution);
        ControlFlow::Continue(())
    });
    assert_eq!(outcome.solutions, solutions.len() as u64, "{}", engine.name());
    assert!(solutions.iter().all(|solution| puzzle.is_solution(solution)), "{}", engine.name());
    let mut distinct = solutions.clone();
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!(distinct.len(), solutions.len(), "a solution came twice: {}", engine.name());
    (outcome, solutions)
}

/// Solves all `puzzles` in one batch.
fn solve(
    engine: &mut dyn Engine,
    puzzles: &[Pencilmarks],
    limits: &Limits<'_>,
) -> (Vec<u8>, Vec<Outcome>) {
    let input: Vec<u8> = puzzles.iter().flat_map(|puzzle| puzzle.to_text()).collect();
    let starts: Vec<usize> = (0..puzzles.len()).map(|index| PENCILMARKS * index).collect();
    let slots: Vec<usize> = (0..puzzles.len()).map(|index| 81 * index).collect();
    let mut output = vec![b'.'; 81 * puzzles.len()];
    let mut outcomes = vec![Outcome::default(); puzzles.len()];
    let batch = PuzzleBatch {
        input: &input,
        puzzles: &starts,
        form: PuzzleForm::Pencilmarks,
        output: &mut output,
        solutions: &slots,
        outcomes: &mut outcomes,
    };
    engine.solve_batch(batch, limits);
    (output, outcomes)
}

/// Every engine finds what brute force finds, one by one and in batches, in puzzles of no, one and many
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
    let expected: Vec<_> = puzzles.iter().map(naive::solve_pencilmarks).collect();
    for solutions in [0, 1, 2] {
        let has = |found: &Vec<Grid>| found.len().min(2) == solutions;
        assert!(
            expected.iter().filter(|found| has(found)).count() > count / 20 || sized(false, true)
        );
    }
    for engine in &mut engines() {
        let name = engine.name();
        for (puzzle, expected) in puzzles.iter().zip(&expected) {
            let (outcome, mut solutions) = run(&mut **engine, puzzle, u64::MAX);
            solutions.sort_unstable();
            assert_eq!((&solutions, outcome.end), (expected, StopReason::Complete), "{name}");
        }
        for &limit in sized(&[1, 2, 1000][..], &[2]) {
            let (output, outcomes) = solve(&mut **engine, &puzzles, &Limits::solutions(limit));
            for (index, (outcome, expected)) in outcomes.iter().zip(&expected).enumerate() {
                let found = (expected.len() as u64).min(limit);
                assert_eq!(outcome.solutions, found, "{name}");
                let written = Grid::parse(&output[81 * index..][..81]).expect("a grid");
                assert!(if found == 0 {
                    written == Grid::EMPTY
                } else {
                    expected.contains(&written)
                });
            }
        }
    }
}

/// Puzzles that need many branches: engines agree, and a puzzle's nodes and solution do not depend on
/// its batch or the level.
#[test]
#[cfg_attr(miri, ignore = "thousands of searches")]
fn hard_ones() {
    let mut rng = rng(32);
    let grids: Vec<_> = (0..scaled(10)).map(|_| random_grid(&mut rng)).collect();
    let mut puzzles: Vec<_> = grids.iter().map(|grid| hard_marks(grid, &mut rng)).collect();
    for engine in &mut robust_engines() {
        let limits = Limits::solutions(2);
        let (output, outcomes) = solve(&mut **engine, &puzzles, &limits);
        for (index, (outcome, grid)) in outcomes.iter().zip(&grids).enumerate() {
            assert_eq!((outcome.solutions, outcome.end), (1, StopReason::Complete));
            assert_eq!(output[81 * index..][..81], grid.to_text(), "{}", engine.name());
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
            for (index, puzzle) in puzzles.iter().enumerate() {
                let (output, outcomes) = solve(&mut engine, &[*puzzle], &limits);
                assert_eq!(outcomes[0], together.1[index], "{level}, limit {limit}");
                assert_eq!(output, together.0[81 * index..][..81], "{level}, limit {limit}");
                assert_eq!(outcomes[0].solutions, expected[index], "{level}, limit {limit}");
            }
            most = most.max(together.1.iter().map(|outcome| outcome.nodes).max());
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
        let puzzle = without(&random_grid(&mut rng), 40 + case % 14, &mut rng);
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

/// A byte that is not a candidate ends that puzzle alone; a cell without a candidate has no solution.
#[test]
fn malformed_and_impossible() {
    let solution = random_grid(&mut rng(34));
    let good = Pencilmarks::from(&solution).to_text();
    let mut input = [good; 3];
    input[1][700] = b'x';
    let digit = good[..9].iter().position(|&byte| byte != b'.').expect("a clue");
    input[2][digit] = b'.';
    for engine in &mut engines() {
        let (mut output, mut outcomes) = ([b'~'; 243], [Outcome::default(); 3]);
        let batch = PuzzleBatch {
            input: input.as_flattened(),
            puzzles: &[0, 729, 1458],
            form: PuzzleForm::Pencilmarks,
            output: &mut output,
            solutions: &[0, 81, 162],
            outcomes: &mut outcomes,
        };
        engine.solve_batch(batch, &Limits::solutions(2));
        assert_eq!(outcomes.map(|outcome| outcome.solutions), [1, 0, 0], "{}", engine.name());
        assert_eq!(outcomes[1].end, StopReason::Malformed, "{}", engine.name());
        assert_eq!(outcomes[2].end, StopReason::Complete, "{}", engine.name());
        assert_eq!(output[..81], solution.to_text());
        assert_eq!(output[81..], [b'~'; 162]);
    }
}
