//! Generated puzzles meet the options, and do not depend on how they are generated.

use std::{
    ops::{Range, RangeInclusive},
    thread,
    time::Duration,
};

use batchdoku::corpus::GridExt;
use batchdoku::{
    Grid, GridError, Hint, StopFlag,
    corpus::{
        explain::ErRating,
        generate::{GenerateError, GenerateOptions, GeneratedPuzzle, Generator},
        symmetry::Symmetry,
    },
    engine::EngineKind,
    grid::{Cell, CellSet},
};
use rand::{RngExt, seq::SliceRandom};

use crate::is_minimal;
use batchdoku_testkit::{rng, scaled};

fn make(
    options: &GenerateOptions<'_>,
    seed: u64,
    records: Range<u64>,
) -> Vec<Option<(Grid, Grid)>> {
    let mut generator = Generator::new(options.clone(), seed).unwrap();
    pairs(generator.generate(records).unwrap())
}

fn pairs(batch: Vec<Option<GeneratedPuzzle>>) -> Vec<Option<(Grid, Grid)>> {
    let pair = |generated: GeneratedPuzzle| (generated.puzzle, generated.solution);
    batch.into_iter().map(|generated| generated.map(pair)).collect()
}

fn puzzles(made: &[Option<(Grid, Grid)>]) -> Vec<(Grid, Grid)> {
    made.iter().map(|made| made.expect("not given up")).collect()
}

/// Each worker has a generator of its own and may move to another thread.
const _: fn() = || {
    fn is_send<T: Send>() {}
    is_send::<Generator<'_>>();
};

fn cells(indices: impl IntoIterator<Item = u8>) -> CellSet {
    indices.into_iter().filter_map(Cell::new).collect()
}

fn count(n: usize) -> u64 {
    scaled(n) as u64
}

#[test]
fn minimal_puzzles_are_unique_and_minimal() {
    let made = make(&GenerateOptions::default(), 1, 0..count(300));
    for (puzzle, solution) in puzzles(&made) {
        assert!(solution.is_solution_of(&puzzle));
        assert!(is_minimal(&puzzle), "{puzzle}");
    }
}

#[test]
fn the_same_seed_gives_the_same_bytes_for_ever() {
    let [Some((puzzle, solution))] = make(&GenerateOptions::default().max_tries(1), 1, 7..8)[..]
    else {
        panic!("the first try for this record succeeds");
    };
    assert_eq!(solution, Grid::random(1, 7));
    assert_eq!(
        solution.to_string(),
        "836591472954782631721634598473865129269143785185279364392417856647958213518326947"
    );
    assert_eq!(
        puzzle.to_string(),
        "8.65...72.......3.7....4..8..386.1..2..........5..9.6...24..8.........135....69.."
    );
}

#[test]
fn clues_are_in_range_and_spread_over_it() {
    let options = GenerateOptions::new().minimal(false).clues(30..=36);
    let mut seen = [0; 82];
    for (puzzle, solution) in puzzles(&make(&options, 1, 0..count(2000))) {
        assert!(solution.is_solution_of(&puzzle));
        assert!(puzzle.is_unique(), "{puzzle}");
        seen[puzzle.clues()] += 1;
    }
    assert!(
        seen[30..=36].iter().all(|&n| n > 0),
        "puzzles by clues from 30 on: {:?}",
        &seen[30..=36]
    );
    assert_eq!(seen[30..=36].iter().sum::<u64>(), count(2000));
}

#[test]
fn every_symmetry_holds() {
    for symmetry in Symmetry::ALL {
        let options = GenerateOptions::new().symmetry(symmetry).minimal(false).clues(28..=40);
        for (puzzle, _) in puzzles(&make(&options, 3, 0..count(50))) {
            assert!(symmetry.holds(puzzle.filled()), "{symmetry}: {puzzle}");
            assert!((28..=40).contains(&puzzle.clues()), "{symmetry}: {puzzle}");
            assert!(puzzle.is_unique(), "{symmetry}: {puzzle}");
        }
    }
}

#[test]
fn symmetric_puzzles_can_be_minimal() {
    for symmetry in [Symmetry::Rot180, Symmetry::Diagonal] {
        let options = GenerateOptions::new().symmetry(symmetry);
        for (puzzle, _) in puzzles(&make(&options, 3, 0..count(20))) {
            assert!(symmetry.holds(puzzle.filled()), "{symmetry}: {puzzle}");
            assert!(is_minimal(&puzzle), "{symmetry}: {puzzle}");
        }
    }
}

#[test]
fn clues_keep_to_the_pattern() {
    let mut rng = rng(9);
    let mut cells = Cell::ALL;
    cells.shuffle(&mut rng);
    let pattern: CellSet = cells[..50].iter().copied().collect();
    let options = GenerateOptions::new().pattern(pattern);
    for (puzzle, _) in puzzles(&make(&options, 4, 0..count(100))) {
        assert!((puzzle.filled() & !pattern).is_empty());
        assert!(is_minimal(&puzzle));
    }
}

#[test]
fn a_filter_is_heeded() {
    let accept = |puzzle: &Grid| puzzle.digits()[40] == 5;
    let options = GenerateOptions::new().accept(&accept);
    for (puzzle, _) in puzzles(&make(&options, 4, 0..20)) {
        assert!(accept(&puzzle), "{puzzle}");
    }
}

#[test]
fn records_do_not_depend_on_what_is_made_beside_them() {
    let even = |puzzle: &Grid| puzzle.clues().is_multiple_of(2);
    let n = count(400);
    for options in [
        GenerateOptions::default(),
        GenerateOptions::new().clues(30..=36).minimal(false),
        GenerateOptions::new().accept(&even).clues(17..=23),
        GenerateOptions::new().symmetry(Symmetry::Rot180).max_tries(60),
    ] {
        let all = make(&options, 7, 0..n);
        for threads in [1, 2, 64] {
            let size = n.div_ceil(threads);
            let parts: Vec<_> = thread::scope(|scope| {
                let part = |i: u64| (i * size).min(n)..((i + 1) * size).min(n);
                let made = |i| {
                    scope.spawn({
                        let options = &options;
                        move || make(options, 7, part(i))
                    })
                };
                let workers: Vec<_> = (0..threads).map(made).collect();
                workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
            });
            assert_eq!(all, parts);
        }
        assert_eq!(all[13..29], make(&options, 7, 13..29)[..]);
        assert_ne!(all, make(&options, 8, 0..n));
    }
}

/// Every puzzle has the ratings requested, with any other conditions, and depends only on its seed and number.
#[test]
fn ratings_are_within_their_ranges() {
    let new = GenerateOptions::new;
    let pattern = cells((0..81).filter(|cell| cell % 10 != 0));
    let cases: [(&str, GenerateOptions<'_>, [RangeInclusive<f64>; 3]); 6] = [
        ("low", new().er(1.5..=2.0), [1.5..=2.0, 0.0..=25.0, 0.0..=25.0]),
        ("pairs", new().er(3.0..=3.4), [3.0..=3.4, 0.0..=25.0, 0.0..=25.0]),
        ("chains", new().er(7.0..=8.0).ed(1.0..=1.5), [7.0..=8.0, 0.0..=25.0, 1.0..=1.5]),
        ("diamonds", new().er(2.6..=4.4).ep(2.6..=4.4), [2.6..=4.4, 2.6..=4.4, 0.0..=25.0]),
        (
            "symmetric",
            new().er(4.0..=5.0).symmetry(Symmetry::Rot180).minimal(false).clues(26..=30),
            [4.0..=5.0, 0.0..=25.0, 0.0..=25.0],
        ),
        ("pattern", new().er(2.5..=4.4).pattern(pattern), [2.5..=4.4, 0.0..=25.0, 0.0..=25.0]),
    ];
    for (name, options, ranges) in cases {
        let made = make(&options, 3, 0..scaled(30) as u64);
        for (puzzle, solution) in puzzles(&made) {
            let rating = ErRating::of(&puzzle).expect("one solution");
            for (er, range) in [rating.er(), rating.ep(), rating.ed()].into_iter().zip(&ranges) {
                assert!(range.contains(&er), "{name}: {puzzle} {rating:?}");
            }
            assert!(solution.is_solution_of(&puzzle), "{name}: {puzzle}");
            match name {
                "symmetric" => {
                    assert!(Symmetry::Rot180.holds(puzzle.filled()), "{puzzle}");
                    assert!((26..=30).contains(&puzzle.clues()), "{puzzle}");
                }
                "pattern" => assert!((puzzle.filled() & !pattern).is_empty(), "{puzzle}"),
                _ => {}
            }
            if name != "symmetric" {
                assert!(is_minimal(&puzzle), "{name}: {puzzle}");
            }
        }
        let last = made.len() as u64 - 1;
        assert_eq!(make(&options, 3, last..last + 1)[0], made[last as usize], "{name}");
    }
}

#[test]
fn one_generator_can_be_used_again() {
    let builder = Generator::builder(GenerateOptions::default(), 7).engine(EngineKind::Mrv);
    let mut generator = builder.build().unwrap();
    let mut made = Vec::new();
    for part in [0..3, 3..3, 3..40] {
        made.extend(pairs(generator.generate(part).unwrap()));
    }
    assert_eq!(made, make(&GenerateOptions::default(), 7, 0..40));
}

#[test]
fn what_cannot_be_is_refused() {
    for (options, expected) in [
        (
            GenerateOptions::new().er(5.0..=4.0),
            "no puzzle has ER 5.0..4.0: ratings are from 1.0 to 12.0, in steps of 0.1",
        ),
        (
            GenerateOptions::new().er(13.0..=f64::INFINITY),
            "no puzzle has ER 13.0..: ratings are from 1.0 to 12.0, in steps of 0.1",
        ),
        (
            GenerateOptions::new().er(2f64.powi(64)..=2f64.powi(64)),
            "no puzzle has ER 25.5 or more: ratings are from 1.0 to 12.0, in steps of 0.1",
        ),
        (
            GenerateOptions::new().ed(f64::NAN..=5.0),
            "no puzzle has ED NaN: ratings are from 1.0 to 12.0, in steps of 0.1",
        ),
        (
            GenerateOptions::new().ep(13.0..=14.0),
            "no puzzle has EP 13.0..14.0: ratings are from 1.0 to 12.0, in steps of 0.1",
        ),
        (
            GenerateOptions::new().ed(3.0..=4.0).er(1.0..=2.9),
            "no puzzle has ED 3.0 and ER 2.9: ED is at most EP, and EP at most ER",
        ),
    ] {
        let error = Generator::new(options, 0).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }
    let refuse = |options: GenerateOptions<'_>| Generator::new(options, 1).expect_err("refused");
    assert_eq!(refuse(GenerateOptions::new().clues(10..=16)), GenerateError::TooFewClues(16));
    assert_eq!(
        refuse(GenerateOptions::new().clues(RangeInclusive::new(30, 20))),
        GenerateError::NoNumber(30, 20)
    );
    assert_eq!(refuse(GenerateOptions::new().clues(30..=82)), GenerateError::NoNumber(30, 82));
    assert_eq!(refuse(GenerateOptions::new().clues(41..=50)), GenerateError::TooManyForMinimal(41));
    assert_eq!(
        refuse(GenerateOptions::new().clues(33..=35).controlled_bias(true)),
        GenerateError::TooManyForBias(33)
    );
    let symmetry = Symmetry::Rot90;
    assert_eq!(
        refuse(GenerateOptions::new().clues(30..=31).symmetry(symmetry)),
        GenerateError::NotSymmetric(30, 31, symmetry)
    );
    let pattern = cells(0..20);
    assert!(matches!(
        refuse(GenerateOptions::new().pattern(pattern)),
        GenerateError::EmptyLines { .. }
    ));
    assert_eq!(
        refuse(GenerateOptions::new().pattern(cells(0..16))),
        GenerateError::SmallPattern { cells: 16, clues: 17, symmetry: Symmetry::None }
    );
    let lines = refuse(GenerateOptions::new().pattern(cells(0..63)));
    assert_eq!(lines, GenerateError::EmptyLines { line: "row", first: 8, second: 9 });
    assert_eq!(
        lines.to_string(),
        "the pattern leaves rows 8 and 9 without clues, which can be swapped in any solution"
    );
}

#[test]
fn what_is_too_rare_is_given_up() {
    let options = GenerateOptions::new().clues(20..=20).max_tries(50);
    assert_eq!(make(&options, 1, 0..3), [None; 3]);
}

#[test]
fn what_is_out_of_reach_is_refused_at_once() {
    let refusal = |clues, minimal, max_tries| {
        let options = GenerateOptions::new().clues(clues).minimal(minimal).max_tries(max_tries);
        let error = Generator::new(options, 1).err()?;
        assert_eq!(error.hint(), Some(Hint::RarePuzzles));
        Some(error.to_string())
    };
    assert_eq!(
        refusal(17..=18, false, 100_000).unwrap(),
        "puzzles with at most 18 clues are too rare: one takes about 300,000,000 tries, and 100,000 are \
         allowed"
    );
    assert!(refusal(32..=40, true, 100_000).unwrap().contains("at least 32 clues"));
    assert_eq!(refusal(32..=40, false, 100_000), None);
    assert_eq!(refusal(17..=18, true, u32::MAX), None);
    assert_eq!(refusal(17..=20, true, 100_000), None);
}

#[test]
fn generation_can_be_stopped() {
    let stop = StopFlag::new();
    let builder = Generator::builder(GenerateOptions::default(), 7).engine(EngineKind::Mrv);
    let mut generator = builder.stopped_by(stop.clone()).build().unwrap();
    stop.set();
    assert_eq!(generator.generate(0..10), Err(GenerateError::Stopped));
    let all: Vec<_> = generator.puzzles(0..10).collect();
    assert_eq!(all, [Err(GenerateError::Stopped)], "the error ends the iteration");
}

#[test]
fn a_hopeless_search_can_be_stopped() {
    // The pattern has 17 cells, at least two in each band and stack: hardly any grid has a puzzle there.
    let pattern = cells((0..81).filter(|cell| cell % 5 == 0));
    let options = GenerateOptions::new().pattern(pattern).clues(17..=20).max_tries(u32::MAX);
    let stop = StopFlag::new();
    let mut generator = Generator::builder(options, 7).stopped_by(stop.clone()).build().unwrap();
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(100));
            stop.set();
        });
        assert_eq!(generator.generate(0..10), Err(GenerateError::Stopped));
    });
}

#[test]
fn the_engine_makes_no_difference() {
    let even = |puzzle: &Grid| puzzle.clues().is_multiple_of(2);
    for options in [
        GenerateOptions::default(),
        GenerateOptions::new().clues(28..=34).minimal(false),
        GenerateOptions::new().accept(&even),
    ] {
        let builder = Generator::builder(options.clone(), 6).engine(EngineKind::Mrv);
        let made = pairs(builder.build().unwrap().generate(0..count(1000)).unwrap());
        assert_eq!(made, make(&options, 6, 0..count(1000)));
    }
}

#[test]
fn symmetries_are_told_and_split_the_cells() {
    for symmetry in Symmetry::ALL {
        let orbits = symmetry.orbits();
        assert_eq!(orbits.iter().fold(0, |all, orbit| all ^ orbit.bits()), CellSet::ALL.bits());
        for &orbit in &orbits {
            assert!(symmetry.holds(orbit), "{symmetry}: {orbit:?}");
        }
        assert_eq!(symmetry.to_string().parse(), Ok(symmetry));
        // Draws a union of orbits that has no larger symmetry.
        let mut rng = rng(1);
        let chosen = orbits.iter().filter(|_| rng.random());
        let cells = chosen.fold(CellSet::EMPTY, |all, &orbit| all | orbit);
        assert_eq!(Symmetry::of(cells), symmetry);
    }
    assert!("turned".parse::<Symmetry>().is_err());
}

#[test]
fn patterns_are_read() {
    let drawn = ["x..", ".5.", "..#"].map(|row| row.repeat(3)).join("\n").repeat(3);
    let pattern = CellSet::parse(drawn.as_bytes()).unwrap();
    assert_eq!(pattern.len(), 27);
    assert!(pattern.contains(Cell::ALL[0]));
    assert!(pattern.contains(Cell::ALL[80]));
    assert!(!pattern.contains(Cell::ALL[1]));
    assert_eq!(CellSet::parse(b"x.x"), Err(GridError::TooShort(3)));
    assert_eq!(CellSet::parse(&[b'x'; 82]), Err(GridError::TooLong(82)));
    assert_eq!(CellSet::parse(b"x.?"), Err(GridError::BadCharacter { column: 3, byte: b'?' }));
}
