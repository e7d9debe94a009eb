//! Puzzles of all kinds from files next to the checkout, where they are present.

use std::fs;

use super::{Limits, robust_engines, scaled, solve_at};
use crate::grid::PuzzleForm;
use batchdoku_testkit::root;

/// Solutions at limit 2 of each puzzle of the file; the unique ones are in the file `.sol` next to it.
const FILES: [(&str, u64); 7] = [
    ("easy", 1),
    ("minimal", 1),
    ("17clue", 1),
    ("top1465", 1),
    ("hard", 1),
    ("multiple", 2),
    ("nosolution", 0),
];

/// Besides, the lanes, and one grid at a time, visit the same tree at every level.
#[test]
fn solutions_of_the_files() {
    for (name, at_limit_2) in FILES {
        let path = root().join("../shared/data").join(name);
        let Ok(input) = fs::read(path.with_extension("txt")) else {
            println!("skipped: {} is not there", path.display());
            continue;
        };
        let unique = (at_limit_2 == 1).then(|| fs::read(path.with_extension("sol")).unwrap());
        for limit in [1, 2, 1000] {
            let mut of_lanes = None;
            for mut engine in robust_engines() {
                let most = match (engine.name(), limit) {
                    ("lanes", 2) if cfg!(debug_assertions) => 1500,
                    ("lanes", 2) => usize::MAX,
                    ("lanes", _) | (_, 1 | 2) => scaled(10_000),
                    _ => continue,
                };
                let starts: Vec<usize> = (0..input.len() / 82).map(|i| 82 * i).take(most).collect();
                let limits = Limits::solutions(limit);
                let rows = solve_at(&mut *engine, PuzzleForm::Cells, &input, &starts, &limits);
                let context = format!("{}: {name}, limit {limit}", engine.name());
                let is_right = |found: u64| found.min(2) == at_limit_2.min(limit);
                assert!(rows.iter().all(|(outcome, _)| is_right(outcome.solutions)), "{context}");
                if let Some(text) = &unique {
                    let mut rows = rows.iter().zip(starts);
                    assert!(rows.all(|((_, row), start)| text[start..][..81] == *row), "{context}");
                }
                if engine.name() == "lanes" {
                    assert!(*of_lanes.get_or_insert_with(|| rows.clone()) == rows, "{context}");
                }
            }
        }
    }
}
