//! Ratings against those of the reference, steps against the solution.

use super::{Er, Explainer, Unexplained, step::StepKind};
use crate::{
    corpus::{random::Seed, transform::Transform},
    grid::Grid,
};

/// Puzzles in canonical form, and their ER, EP and ED by SukakuExplainer 1.18.1 (`serate`).
const RATED: &str = include_str!("rated.txt");

fn rated() -> impl Iterator<Item = (Grid, [&'static str; 3])> {
    RATED.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let mut fields = line.split(' ');
        let mut next = || fields.next().expect("four fields");
        (next().parse().expect("a puzzle"), [next(), next(), next()])
    })
}

#[test]
fn ratings_are_those_of_the_reference() {
    // A debug build takes a second for ten of the hardest.
    let every = if cfg!(debug_assertions) { 8 } else { 1 };
    let mut explainer = Explainer::new();
    let mut highest = Er(0);
    for (puzzle, expected) in rated().step_by(every) {
        let rating = explainer.rate(&puzzle).expect("it can be explained");
        let found = [rating.er, rating.ep, rating.ed].map(|rating| rating.to_string());
        assert_eq!(found, expected, "{puzzle}");
        highest = highest.max(rating.er);
    }
    assert!(highest >= Er(90), "dynamic chains are among them: {highest}");
}

#[test]
fn equivalent_puzzles_have_equal_ratings() {
    let (mut explainer, seed) = (Explainer::new(), Seed::new(7));
    for (number, (puzzle, _)) in rated().step_by(56).enumerate() {
        let rating = explainer.rate(&puzzle);
        let mut rng = seed.record(number as u64);
        for _ in 0..3 {
            let equivalent = Transform::drawn(&mut rng).apply(&puzzle);
            assert_eq!(explainer.rate(&equivalent), rating, "{puzzle} {equivalent}");
        }
    }
}

#[test]
fn steps_lead_to_the_solution_and_lose_nothing_of_it() {
    let mut explainer = Explainer::new();
    for (puzzle, _) in rated().step_by(10) {
        let solution = puzzle.solve().expect("it has a solution");
        let (mut grid, mut hardest) = (puzzle, Er(0));
        let rating = explainer.explain(&puzzle, |step, after| {
            let digit_of = |cell: crate::Cell| solution.digits()[cell.index()];
            assert!(step.eliminated().all(|(cell, digit)| digit_of(cell) != digit.get()));
            if let Some((cell, digit)) = step.placed {
                assert_eq!(digit_of(cell), digit.get(), "{puzzle}: {}", step.kind);
                grid.set(cell, digit);
            }
            assert!(step.placed.is_some() || step.eliminated().next().is_some());
            assert_eq!(grid, *after);
            hardest = hardest.max(step.er);
        });
        assert_eq!(grid, solution);
        assert_eq!(rating.map(|rating| rating.er), Ok(hardest));
    }
}

#[test]
fn what_is_no_proper_puzzle_is_refused() {
    let mut explainer = Explainer::new();
    assert_eq!(explainer.rate(&Grid::EMPTY), Err(Unexplained::Multiple));
    let two_fives = format!("55{:.<79}", "").parse().expect("81 cells");
    assert_eq!(explainer.rate(&two_fives), Err(Unexplained::Unsolvable));
    let complete = Grid::EMPTY.solve().expect("a grid");
    assert_eq!(explainer.rate(&complete).map(|rating| rating.er), Ok(Er(0)));
}

#[test]
fn kinds_have_names_and_tell_uniqueness() {
    for kind in StepKind::ALL {
        assert_eq!(kind.name().parse(), Ok(kind));
    }
    let unique = StepKind::ALL.into_iter().filter(|kind| kind.uses_uniqueness());
    let unique: Vec<&str> = unique.map(StepKind::name).collect();
    assert_eq!(unique, ["unique_rectangle", "unique_loop", "bug"]);
}

#[test]
fn steps_in_words() {
    let puzzle: Grid =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
            .parse()
            .expect("81 cells");
    let mut steps = Vec::new();
    let rating = Explainer::new().explain(&puzzle, |step, _| steps.push(step.to_string()));
    assert!(rating.is_ok() && steps.len() == 51);
    assert_eq!(steps[0], "hidden single 1.2: 8 in box 2 at r1c6, so r1c6=8");
}
