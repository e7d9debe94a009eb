//! Tests: ratings against those of Sudoku Explainer, and steps against the solution.

use std::{collections::BTreeSet, fs};

use super::{
    Er, Explainer, Ladder, SolutionPath, Unexplained,
    chains::{
        ChainMemory,
        pace::{PACE, Pace},
    },
    ladder::{LADDER, apply},
    step::{Step, StepKind},
    wanted::Wanted,
};
use crate::{
    marks::{DirtySet, Marks},
    random::Seed,
};
use batchdoku_base::StopFlag;
use batchdoku_engine::grid::Grid;
use batchdoku_testkit::sized;

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
    let every = sized(if cfg!(debug_assertions) { 8 } else { 1 }, 201);
    let mut explainer = Explainer::new();
    let mut highest = Er::default();
    for (puzzle, expected) in rated().step_by(every) {
        let rating = explainer.rate(&puzzle).expect("it can be explained");
        let found = [rating.er, rating.ep, rating.ed].map(|rating| rating.to_string());
        assert_eq!(found, expected, "{puzzle}");
        highest = highest.max(rating.er);
    }
    assert!(
        highest >= Er::from_tenths(sized(101, 10)),
        "the hardest chains are among them: {highest}"
    );
}

#[test]
fn equivalent_puzzles_have_equal_ratings() {
    let (mut explainer, seed) = (Explainer::new(), Seed::new(7));
    for (number, (puzzle, _)) in rated().step_by(sized(56, 300)).enumerate() {
        let rating = explainer.rate(&puzzle);
        let mut rng = seed.record(number as u64);
        for _ in 0..sized(3, 1) {
            let equivalent = rng.transform().apply(&puzzle);
            assert_eq!(explainer.rate(&equivalent), rating, "{puzzle} {equivalent}");
        }
    }
}

#[test]
fn steps_lead_to_the_solution_and_lose_nothing_of_it() {
    let mut explainer = Explainer::new();
    for (puzzle, _) in rated().step_by(sized(10, 500)) {
        check_path(&mut explainer, &puzzle).expect("it has a solution");
    }
}

/// Positions in which a technique has exactly one instance, from a published library.
const POSITIONS: &str = include_str!("positions.txt");

#[test]
fn each_technique_is_on_the_ladder() {
    for kind in StepKind::ALL {
        assert!(LADDER.iter().any(|entry| entry.kinds.contains(&kind)), "{kind}");
    }
}

/// Returns candidates, written as digit, row and column, as indices of cell and digit.
fn candidates(text: &str) -> BTreeSet<(usize, usize)> {
    let number = |text: &str, place: usize| usize::from(text.as_bytes()[place] - b'1');
    (text.split(',').filter(|text| text.len() == 3))
        .map(|text| (9 * number(text, 1) + number(text, 2), number(text, 0)))
        .collect()
}

/// Checks that an entry of the ladder finds the technique. Chains are found shortest first, so other chains may come
/// before.
fn assert_shows(kind: StepKind, start: &Marks, expected: &BTreeSet<(usize, usize)>, line: &str) {
    let is_chain = kind.name().ends_with("chain") || kind.name().ends_with("aic");
    // Leave out the techniques at the end of the ladder, because they are slow.
    let entries = &LADDER[..LADDER.len() - 10];
    let mut others = Vec::new();
    for entry in entries {
        let mut marks = start.clone();
        for _ in 0..if is_chain { 20 } else { 1 } {
            let mut chains = ChainMemory::default();
            let step =
                (entry.find)(&marks, &mut DirtySet::ALL.clone(), &mut chains, &mut Wanted::First);
            let Some(step) = step else { break };
            apply(&mut marks, &step);
            if step.kind != kind {
                continue;
            }
            let found: BTreeSet<(usize, usize)> = step
                .eliminated()
                .map(|(cell, digit)| (cell.index(), usize::from(digit.get()) - 1))
                .collect();
            if if is_chain { found.is_subset(expected) } else { found == *expected } {
                return;
            }
            others.push(step.to_string());
        }
    }
    panic!("{} is not found in the position '{line}', but {others:?}", kind.name());
}

#[test]
#[cfg_attr(miri, ignore = "each technique in many positions")]
fn published_positions_show_their_technique() {
    let mut kinds = BTreeSet::new();
    let lines = POSITIONS.lines().filter(|line| !line.starts_with('#'));
    for line in lines {
        let fields: Vec<&str> = line.split(' ').collect();
        let kind: StepKind = fields[0].parse().expect("a technique");
        let mut marks = Marks::new(&fields[1].parse().expect("81 cells"));
        for (cell, digit) in candidates(fields[2]) {
            marks.eliminate(cell, 1 << digit);
        }
        assert_shows(kind, &marks, &candidates(fields[3]), line);
        kinds.insert(kind);
    }
    assert_eq!(kinds.len(), 25);
}

/// Replays the steps of a puzzle on pencil marks of its own.
fn check_path(explainer: &mut Explainer, puzzle: &Grid) -> Option<Vec<Step>> {
    let solution = puzzle.solve()?;
    let (mut marks, mut grid) = (Marks::new(puzzle), *puzzle);
    let mut steps = Vec::new();
    let rating = explainer.explain(puzzle, |step, after| {
        let is_true = |(cell, digit)| solution.get(cell) == Some(digit);
        assert!(!step.eliminated().any(is_true), "{puzzle}: {step}");
        assert!(step.placed.is_none_or(is_true), "{puzzle}: {step}");
        let is_new = |(cell, digit): (batchdoku_engine::Cell, batchdoku_engine::Digit)| {
            marks.cells[cell.index()] >> (digit.get() - 1) & 1 == 1
        };
        assert!(step.eliminated().all(is_new), "{puzzle}: {step}");
        assert!(step.placed.is_none_or(is_new), "{puzzle}: {step}");
        assert!(step.makes_progress(), "{puzzle}: {step}");
        apply(&mut marks, step);
        step.placed.into_iter().for_each(|(cell, digit)| grid.set(cell, digit));
        assert_eq!((marks.solution(), grid), (after, *after));
        steps.push(*step);
    });
    let hardest = steps.iter().map(|step| step.er).max().unwrap_or_default();
    let taken = || steps.iter().map(Step::to_string).collect::<Vec<_>>().join("\n");
    assert_eq!(rating.map(|rating| rating.er), Ok(hardest), "{puzzle}, after\n{}", taken());
    assert_eq!(grid, solution);
    Some(steps)
}

#[test]
fn all_techniques_hold_on_real_puzzles() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let mut explainers = [Ladder::Full, Ladder::Er].map(Explainer::with);
    let mut kinds = BTreeSet::new();
    let mut puzzles = 0;
    let shared = ["17clue", "top1465", "minimal"].map(|name| format!("../shared/data/{name}.txt"));
    let own = ["minimal", "medium", "hard", "expert", "extreme"];
    let own = own.map(|name| (format!("data/{name}.txt"), sized(200, 1)));
    let files = own.into_iter().chain(shared.map(|file| (file, 100)));
    for (file, most) in files.take(sized(8, 1)) {
        let Ok(text) = fs::read_to_string(format!("{root}/{file}")) else {
            println!("skipped: {file} is not there");
            continue;
        };
        let every = text.lines().count() / most;
        for line in text.lines().step_by(every.max(1)) {
            let puzzle: Grid = line.parse().expect("81 cells");
            let full = check_path(&mut explainers[0], &puzzle).unwrap_or_default();
            kinds.extend(full.iter().map(|step| step.kind));
            // Explaining must not depend on earlier puzzles.
            if puzzles % 4 == 0 {
                let alone = check_path(&mut Explainer::with(Ladder::Full), &puzzle);
                assert_eq!(alone.unwrap_or_default(), full);
            }
            if puzzles % 8 == 0 {
                check_path(&mut explainers[1], &puzzle);
            }
            puzzles += 1;
        }
    }
    let least = sized((1000, 51), (1, 3));
    assert!(puzzles >= least.0, "{puzzles} puzzles");
    assert!(kinds.len() >= least.1, "{kinds:?}");
}

#[test]
fn what_is_no_proper_puzzle_is_refused() {
    let mut explainer = Explainer::new();
    assert_eq!(explainer.rate(&Grid::EMPTY), Err(Unexplained::Multiple));
    let two_fives = format!("55{:.<79}", "").parse().expect("81 cells");
    assert_eq!(explainer.rate(&two_fives), Err(Unexplained::Unsolvable));
    let complete = Grid::EMPTY.solve().expect("a grid");
    assert_eq!(explainer.rate(&complete).map(|rating| rating.er), Ok(Er::default()));
}

/// Units of work (literals followed, and candidates that loops start from) that take a millisecond or two.
const SOON: u64 = 3_000;

/// Creates a flag that is set at the check number `look`, and restarts the counts.
fn flag_set_at(look: u64) -> StopFlag {
    let stop = StopFlag::new();
    PACE.set(Pace { set: Some((stop.clone(), look)), ..Pace::default() });
    stop
}

#[test]
#[cfg_attr(miri, ignore = "millions of literals")]
fn a_search_ends_soon_after_its_flag_is_set() {
    let puzzle: Grid =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
            .parse()
            .expect("81 cells");
    PACE.take();
    let path = |mut explainer: Explainer| {
        let solution = explainer.solution(&puzzle);
        SolutionPath::find(&mut explainer, &puzzle, solution)
    };
    let whole = path(Explainer::new());
    let rating = whole.rating.as_ref().expect("it can be explained");
    let er = rating.expect("its steps lead to the solution").er;
    assert!(er >= Er::from_tenths(105), "chains within chains are among its steps: {er}");
    let pace = PACE.take();
    println!("{} looks, at most {} units between two", pace.polls, pace.longest);
    assert!(pace.longest <= SOON, "{}", pace.longest);
    let in_proof = pace.in_proof.expect("a step is proved");
    for look in (1..6).map(|sixth| sixth * pace.polls / 6).chain([in_proof]) {
        let stopped = path(Explainer::new().stopped_by(flag_set_at(look)));
        assert_eq!(stopped.rating, Err(Unexplained::Stopped), "{look}");
        assert!(stopped.steps.len() < whole.steps.len(), "{look}");
        let after = PACE.take().after;
        println!("look {look}: {after} units");
        assert!(after <= SOON, "{after} units after look {look}");
    }
}

#[test]
fn kinds_have_names_and_tell_uniqueness() {
    for kind in StepKind::ALL {
        assert_eq!(kind.name().parse(), Ok(kind));
    }
    for kind in StepKind::ALL {
        let is_in_words = kind.meaning().ends_with("Uses uniqueness.");
        assert_eq!(kind.uses_uniqueness(), is_in_words, "{kind}");
    }
}

#[test]
fn steps_in_words() {
    let puzzle: Grid =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
            .parse()
            .expect("81 cells");
    let mut steps = Vec::new();
    let rating = Explainer::new().explain(&puzzle, |step, _| steps.push(step.to_string()));
    assert!(rating.is_ok(), "{rating:?}");
    assert_eq!(steps.len(), 51);
    assert_eq!(steps[0], "hidden single 1.2: 8 in box 2 at r1c6, so r1c6=8");
}
