//! Properties of the rounds over random minimal puzzles, and corpora where there are any.

use std::{collections::HashMap, fs, ops::ControlFlow};

use rand::{RngExt, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;

use super::super::{Rater, Verdict, grade::TechniqueSolver, marks::Marks, technique::Technique};
use super::naive::Naive;
use crate::{
    engine::{Engine, Limits, Mrv},
    grid::{Cell, Digit, Grid, digits_of},
};

fn solution(puzzle: &Grid) -> Grid {
    let mut first = None;
    Mrv::new().search(puzzle, &Limits::solutions(1), &mut |grid| {
        first = Some(*grid);
        ControlFlow::Break(())
    });
    first.expect("a puzzle has a solution")
}

/// A minimal puzzle: boxes 0, 4 and 8 of a grid by chance, completed; clues dropped by chance.
fn random_puzzle(rng: &mut ChaCha8Rng) -> Grid {
    let mut start = Grid::EMPTY;
    for corner in [0, 30, 60] {
        let mut digits: [u8; 9] = std::array::from_fn(|i| i as u8 + 1);
        digits.shuffle(rng);
        for (i, digit) in digits.into_iter().enumerate() {
            start.digits_mut()[corner + i / 3 * 9 + i % 3] = digit;
        }
    }
    let mut puzzle = solution(&start);
    let mut cells: [usize; 81] = std::array::from_fn(|cell| cell);
    cells.shuffle(rng);
    for cell in cells {
        let mut fewer = puzzle;
        fewer.digits_mut()[cell] = 0;
        let outcome =
            Mrv::new().search(&fewer, &Limits::solutions(2), &mut |_| ControlFlow::Continue(()));
        if outcome.solutions == 1 {
            puzzle = fewer;
        }
    }
    puzzle
}

/// Minimal puzzles by chance, always the same, and of the corpora beside the checkout, if they are
/// there; fewer in debug builds.
fn puzzles(random: usize, of_each_corpus: usize) -> Vec<Grid> {
    let scale = if cfg!(debug_assertions) { 10 } else { 1 };
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut puzzles: Vec<_> = (0..random / scale).map(|_| random_puzzle(&mut rng)).collect();
    for name in ["minimal", "17clue", "top1465", "hard"] {
        let path = format!(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data/{}.txt"), name);
        let text = fs::read_to_string(path).unwrap_or_default();
        let lines = text.lines().take(of_each_corpus / scale);
        puzzles.extend(lines.map(|line| line.parse::<Grid>().expect("a puzzle")));
    }
    puzzles
}

/// Another puzzle with the same logic: rows and columns permuted within and as bands and stacks,
/// digits relabelled, transposed or not.
fn equivalent(puzzle: &Grid, rng: &mut ChaCha8Rng) -> Grid {
    let lines = |rng: &mut ChaCha8Rng| {
        let mut bands = [[0, 1, 2], [3, 4, 5], [6, 7, 8]];
        bands.iter_mut().for_each(|band| band.shuffle(rng));
        bands.shuffle(rng);
        bands.concat()
    };
    let (rows, columns, transpose) = (lines(rng), lines(rng), rng.random::<bool>());
    let mut labels: [u8; 10] = std::array::from_fn(|i| i as u8);
    labels[1..].shuffle(rng);
    Grid::from_valid(std::array::from_fn(|cell| {
        let (row, column) = (rows[cell / 9], columns[cell % 9]);
        let from = if transpose { column * 9 + row } else { row * 9 + column };
        labels[usize::from(puzzle.digits()[from])]
    }))
}

/// Round for round the same technique, steps and remaining candidates as by the definitions.
#[test]
fn rounds_are_those_of_the_definitions() {
    for puzzle in puzzles(400, 100) {
        let (mut fast, mut naive) =
            (TechniqueSolver::new(Marks::new(&puzzle)), Naive::new(&puzzle));
        loop {
            let round = naive.round();
            assert_eq!(fast.round(), round, "{puzzle}");
            let digits = |cell: usize| digits_of(fast.marks.cells[cell]).collect::<Vec<_>>();
            assert!(
                (0..81).all(|cell| digits(cell) == naive.candidates[cell]),
                "{puzzle} {round:?}"
            );
            if round.is_none() {
                break;
            }
        }
    }
}

/// No round takes away what the solution needs, and what remains unsolved is counted right.
#[test]
fn no_step_loses_the_solution() {
    let mut seen = [0; Technique::ALL.len()];
    let mut rater = Rater::new();
    for puzzle in puzzles(3000, 3000) {
        let (mut solver, solution) = (TechniqueSolver::new(Marks::new(&puzzle)), solution(&puzzle));
        while let Some((technique, _)) = solver.round() {
            seen[technique as usize] += 1;
            for (cell, &digit) in solution.digits().iter().enumerate() {
                let left = solver.marks.cells[cell];
                assert!(left == 0 || left >> (digit - 1) & 1 == 1, "{puzzle} after {technique}");
            }
        }
        let solved = solver.marks.cells.iter().all(|&left| left == 0);
        assert_eq!(solver.marks.solution() == &solution, solved, "{puzzle}");
        let search = rater.rate(&puzzle).grade().unwrap().hardest == Some(Technique::Search);
        assert_eq!(search, !solved, "{puzzle}");
    }
    let common = &seen[..=Technique::XyWing as usize];
    assert!(common.iter().all(|&rounds| rounds > 0), "some technique was never needed: {seen:?}");
}

/// A hundred thousand shuffles of puzzles of every level, with several solutions and with none: the
/// level, the technique, the nodes and every count of steps stay.
#[test]
fn equivalent_puzzles_have_equal_ratings() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let mut rater = Rater::new();
    let mut seen = HashMap::new();
    for puzzle in puzzles(2000, 0) {
        let (mut several, mut none) = (puzzle, puzzle);
        several.set(puzzle.filled().first().unwrap(), None);
        let empty = (!puzzle.filled()).first().unwrap();
        let right = solution(&puzzle).get(empty).unwrap();
        none.set(empty, Digit::new(right.get() % 9 + 1));
        for (grid, shuffles) in [(puzzle, 40), (several, 5), (none, 5)] {
            let rating = rater.rate(&grid);
            *seen.entry(rating.fields()[0].clone()).or_insert(0) += shuffles;
            for _ in 0..shuffles {
                let other = equivalent(&grid, &mut rng);
                assert_eq!(rater.rate(&other), rating, "{grid} as {other}");
            }
        }
    }
    println!("{seen:?}");
    for kind in ["easy", "medium", "hard", "expert", "extreme", "not_unique", "no_solution"] {
        assert!(seen.contains_key(kind), "no puzzle is {kind}: {seen:?}");
    }
}

/// Any cells at all are rated, and the verdict is the number of solutions.
#[test]
fn verdicts_are_those_of_a_search() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut rater = Rater::new();
    for (i, mut puzzle) in puzzles(1000, 0).into_iter().enumerate() {
        // Wrong, contradicting and additional clues.
        for _ in 0..i % 4 {
            puzzle.set(Cell::ALL[rng.random_range(0..81)], Digit::new(rng.random_range(0..=9)));
        }
        let outcome =
            Mrv::new().search(&puzzle, &Limits::solutions(2), &mut |_| ControlFlow::Continue(()));
        let solutions = match rater.rate(&puzzle).verdict {
            Verdict::NoSolution => 0,
            Verdict::Unique(_) => 1,
            Verdict::NotUnique => 2,
        };
        assert_eq!(solutions, outcome.solutions, "{puzzle}");
    }
}

#[test]
fn a_used_rater_rates_like_a_new_one() {
    let mut used = Rater::new();
    for puzzle in &puzzles(500, 500) {
        assert_eq!(used.rate(puzzle), Rater::new().rate(puzzle));
    }
}
