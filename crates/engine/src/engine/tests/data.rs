//! Puzzles of all kinds from files next to the checkout, if the files exist.

use std::fs;

use super::{Limits, robust_engines, scaled, solve_at};
use crate::grid::PuzzleForm;
use batchdoku_testkit::root;

/// Files of puzzles, and the number of solutions of each puzzle, counted up to 2. Unique solutions are in the file
/// `.sol` next to each.
const FILES: [(&str, u64); 7] = [
    ("easy", 1),
    ("minimal", 1),
    ("17clue", 1),
    ("top1465", 1),
    ("hard", 1),
    ("multiple", 2),
    ("nosolution", 0),
];

/// Solves the files. Also, the lanes and the engine for one grid visit the same tree at every level.
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
                for (record, ((outcome, row), start)) in (1..).zip(rows.iter().zip(starts)) {
                    let found = outcome.solutions.min(2);
                    assert_eq!(found, at_limit_2.min(limit), "{context}, record {record}");
                    if let Some(text) = &unique {
                        let expected = text[start..][..81].escape_ascii().to_string();
                        let row = row.escape_ascii().to_string();
                        assert_eq!(row, expected, "{context}, record {record}");
                    }
                }
                if engine.name() == "lanes" {
                    let of_lanes = of_lanes.get_or_insert_with(|| rows.clone());
                    for (record, (expected, found)) in (1..).zip(of_lanes.iter().zip(&rows)) {
                        assert_eq!(found, expected, "{context}, record {record}: levels differ");
                    }
                }
            }
        }
    }
}
