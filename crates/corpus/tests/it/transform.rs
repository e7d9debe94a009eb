//! The symmetries form a group, have one text form each, and are drawn uniformly.

use std::collections::{HashMap, HashSet};

use batchdoku::{
    Grid,
    corpus::transform::{Transform, TransformError},
    grid::{Cell, Digit},
};
use proptest::prelude::*;

const GRID: &str =
    "143628579572139468986754231391542786468917352725863914237481695619275843854396127";

fn transform() -> impl Strategy<Value = Transform> {
    any::<(u64, u64)>().prop_map(|(seed, index)| Transform::random(seed, index))
}

proptest! {
    #[test]
    fn transforms_are_a_group(a in transform(), b in transform(), c in transform()) {
        let grid: Grid = GRID.parse().unwrap();
        prop_assert!(a.apply(&grid).is_complete());
        prop_assert_eq!(a.then(&b).apply(&grid), b.apply(&a.apply(&grid)));
        prop_assert_eq!(a.then(&b).then(&c), a.then(&b.then(&c)));
        prop_assert_eq!(a.then(&a.inverse()), Transform::IDENTITY);
        prop_assert_eq!(a.inverse().then(&a), Transform::IDENTITY);
        prop_assert_eq!(a.then(&Transform::IDENTITY), a);
    }

    #[test]
    fn text_says_it_all(transform in transform()) {
        prop_assert_eq!(transform.to_string().parse::<Transform>(), Ok(transform));
    }

    #[test]
    fn any_text_is_refused_or_read(text in "t?r[0-9]{9}c[1-9]{9}d[1-9]{9}|.{0,40}") {
        if let Ok(transform) = text.parse::<Transform>() {
            prop_assert_eq!(transform.to_string(), text);
        }
    }
}

#[test]
fn text_that_is_no_symmetry() {
    let cases = [
        ("", TransformError::Malformed),
        ("r123456789c123456789d12345678", TransformError::Malformed),
        ("r123456789c123456789d1234567890", TransformError::Malformed),
        ("r023456789c123456789d123456789", TransformError::Malformed),
        ("x123456789c123456789d123456789", TransformError::Malformed),
        ("ttr123456789c123456789d123456789", TransformError::Malformed),
        ("r123456788c123456789d123456789", TransformError::Rows),
        ("r124356789c123456789d123456789", TransformError::Rows),
        ("r123456789c723456189d123456789", TransformError::Columns),
        ("r123456789c123456789d223456789", TransformError::Digits),
    ];
    for (text, error) in cases {
        assert_eq!(text.parse::<Transform>(), Err(error), "{text}");
    }
    let lines = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    assert_eq!(Transform::new(false, lines, lines, [0; 9]), Err(TransformError::Digits));
    assert_eq!(Transform::new(false, [255; 9], lines, [1; 9]), Err(TransformError::Rows));
}

/// The reason begins with the invalid part of the text.
#[test]
fn reasons_name_the_part_that_is_wrong() {
    let reasons = [
        (TransformError::Malformed, "malformed transform: "),
        (TransformError::Rows, "the rows "),
        (TransformError::Columns, "the columns "),
        (TransformError::Digits, "the digits "),
    ];
    for (error, start) in reasons {
        assert!(error.to_string().starts_with(start), "{error}");
    }
}

#[test]
fn empty_cells_stay_empty() {
    let transform: Transform = "tr123456789c123456789d234567891".parse().unwrap();
    let mut puzzle = Grid::EMPTY;
    puzzle.set(Cell::ALL[1], Digit::ALL[8]);
    let moved = transform.apply(&puzzle);
    assert_eq!((moved.digits()[9], moved.clues()), (1, 1));
}

/// Tests that each of the 1,296 orders of the rows, and each position of each digit, occurs with
/// the right frequency: chi-square within five standard deviations of its mean.
#[test]
fn random_transforms_are_uniform() {
    let draws = if cfg!(debug_assertions) { 40_000 } else { 400_000 };
    let (mut rows, mut columns, mut digits, mut transposed) =
        (HashMap::new(), HashMap::new(), HashMap::new(), 0);
    for index in 0..draws {
        let text = Transform::random(11, index).to_string();
        transposed += u64::from(text.starts_with('t'));
        let text = text.trim_start_matches('t');
        *rows.entry(text[1..10].to_owned()).or_insert(0u64) += 1;
        *columns.entry(text[11..20].to_owned()).or_insert(0u64) += 1;
        for (place, digit) in text[21..].chars().enumerate() {
            *digits.entry((place, digit)).or_insert(0u64) += 1;
        }
    }
    let chi_square = |counts: Vec<u64>, cells: usize| {
        assert_eq!(counts.len(), cells);
        let mean = counts.iter().sum::<u64>() as f64 / cells as f64;
        counts.iter().map(|&n| (n as f64 - mean).powi(2) / mean).sum::<f64>()
    };
    let within =
        |chi_square: f64, freedom: f64| (chi_square - freedom).abs() < 5.0 * (2.0 * freedom).sqrt();
    assert!(within(chi_square(rows.into_values().collect(), 1296), 1295.0));
    assert!(within(chi_square(columns.into_values().collect(), 1296), 1295.0));
    assert!(within(chi_square(digits.into_values().collect(), 81), 64.0));
    assert!(within(chi_square(vec![transposed, draws - transposed], 2), 1.0));
}

#[test]
fn a_record_has_its_own_transform() {
    let transforms: HashSet<Transform> =
        (0..1000).map(|index| Transform::random(1, index)).collect();
    assert_eq!(transforms.len(), 1000);
    assert_ne!(Transform::random(1, 0), Transform::random(2, 0));
    // A change here would break every existing corpus.
    let first: Vec<String> = (0..2).map(|index| Transform::random(1, index).to_string()).collect();
    assert_eq!(first, ["r132456897c321456789d496382715", "tr654213798c312645789d763915824"]);
}
