//! Tests generated puzzles whose hardest step is of one technique, and equal numbers for each of several techniques.

use super::Scratch;
use crate::{Command, Generate, RecordOptions, TechniqueOptions, generate::Ambiguous};
use batchdoku_corpus::{
    explain::{Explainer, StepKind, TechniqueConditions},
    invalidate::{Invalid, with_solutions},
    rate::{Difficulty, Rating},
};
use batchdoku_engine::grid::Grid;

/// Returns options for `count` records of a seed.
fn of(count: u64, techniques: TechniqueOptions) -> Generate {
    let records = RecordOptions { count, seed: 5, skip: 0 };
    Generate { records, techniques, ..Generate::default() }
}

fn hardest(kinds: &[StepKind]) -> TechniqueOptions {
    TechniqueOptions { hardest: kinds.to_vec(), ..TechniqueOptions::default() }
}

/// Returns the puzzles that a job generates.
fn made(job: &Generate) -> Vec<Grid> {
    let scratch = Scratch::new();
    let summary = job.run((), scratch.path("out.txt")).expect("it runs");
    assert_eq!(summary.counts.done, job.records.count);
    let text = String::from_utf8(scratch.read("out.txt")).expect("text");
    text.lines().map(|line| line.parse().expect("a puzzle")).collect()
}

#[test]
fn the_hardest_step_of_the_path_and_of_the_rating_is_the_one_asked_for() {
    let path = Explainer::of_conditions(&TechniqueConditions::new());
    let (mut path, mut er) = (path, Explainer::new());
    for kind in [StepKind::XyWing, StepKind::NakedTriple] {
        for puzzle in made(&of(12, hardest(&[kind]))) {
            let rating = path.explain(&puzzle, |_, _| ()).expect("a path");
            assert_eq!(rating.hardest(), Some(kind), "{puzzle}");
            assert_eq!(er.rate(&puzzle).expect("a rating").hardest(), Some(kind), "{puzzle}");
            let level = Rating::of(&puzzle).hardest.map(|technique| technique.name());
            assert_eq!(level, Some(kind.name()), "{puzzle}");
        }
    }
}

#[test]
fn kinds_take_turns_and_each_is_that_of_a_run_of_its_own() {
    let kinds = [StepKind::NakedPair, StepKind::XyWing, StepKind::Pointing];
    let balanced = Generate { balance: true, ..of(11, hardest(&kinds)) };
    let together = made(&balanced);
    for (turn, kind) in kinds.into_iter().enumerate() {
        let alone = made(&of(4, hardest(&[kind])));
        let turns: Vec<_> = together.iter().skip(turn).step_by(3).copied().collect();
        assert_eq!(turns, alone[..turns.len()], "{kind}");
    }
    let records = RecordOptions { skip: 5, count: 6, ..balanced.records };
    assert_eq!(made(&Generate { records, ..balanced }), together[5..]);
}

#[test]
fn levels_take_turns() {
    let difficulty = vec![Difficulty::Hard, Difficulty::Easy];
    let balanced = Generate { balance: true, difficulty, ..of(6, TechniqueOptions::default()) };
    let levels = made(&balanced).into_iter().map(|puzzle| Rating::of(&puzzle).level());
    let expected = [Difficulty::Hard, Difficulty::Easy].map(Some);
    assert_eq!(levels.collect::<Vec<_>>(), [expected; 3].concat());
}

#[test]
fn what_cannot_be_balanced_is_refused() {
    let two = [StepKind::NakedPair, StepKind::XyWing];
    let levels = vec![Difficulty::Hard, Difficulty::Easy];
    let balanced =
        |job: Generate| Generate { balance: true, ..job }.check().unwrap_err().to_string();
    let nothing = "there is nothing to balance";
    for (job, words) in [
        (of(1, TechniqueOptions::default()), nothing),
        (of(1, hardest(&two[..1])), nothing),
        (Generate { difficulty: levels, ..of(1, hardest(&two)) }, "one of them has several"),
        (Generate { with_weight: true, ..of(1, hardest(&two)) }, "weights are unknown"),
    ] {
        let error = balanced(job);
        assert!(error.contains(words), "{error}");
    }
}

/// A puzzle with an exact number of solutions is made once: the puzzle that was made as a test is written.
#[test]
fn each_ambiguous_puzzle_is_made_once() {
    let ambiguous = Ambiguous::new(3, 5);
    let puzzles = made(&of(20, TechniqueOptions::default()));
    for puzzle in &puzzles {
        let expected = with_solutions(puzzle, 3, 5);
        assert_eq!(ambiguous.make(puzzle), expected.is_some(), "{puzzle}");
        assert_eq!(ambiguous.kept(), usize::from(expected.is_some()), "{puzzle}");
        assert_eq!(ambiguous.take(puzzle), expected, "{puzzle}");
        assert_eq!(ambiguous.kept(), 0, "{puzzle}");
    }
    let kinds = Generate {
        invalid: Some(Invalid::Multiple),
        solutions: Some(3),
        ..of(20, TechniqueOptions::default())
    };
    assert!(made(&kinds).iter().all(|puzzle| puzzle.count_solutions(4) == 3));
}
