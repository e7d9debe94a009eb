//! Puzzles of all kinds from files beside the checkout, where they are present.

use std::{fs, path::Path};

use super::{Limits, robust_engines, scaled};
use crate::{
    engine::{Outcome, PuzzleBatch},
    grid::PuzzleForm,
};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data");

/// Solutions at limit 2 of each puzzle of the file: `.sol` beside it holds the unique ones.
const FILES: [(&str, u64); 7] = [
    ("easy", 1),
    ("minimal", 1),
    ("17clue", 1),
    ("top1465", 1),
    ("hard", 1),
    ("multiple", 2),
    ("nosolution", 0),
];

#[test]
fn solutions_of_the_files() {
    for (name, expected) in FILES {
        let path = Path::new(FOLDER).join(name);
        let Ok(input) = fs::read(path.with_extension("txt")) else {
            println!("skipped: {} is not there", path.display());
            continue;
        };
        let count = (input.len() / 82).min(scaled(10_000));
        let starts: Vec<usize> = (0..count).map(|i| i * 82).collect();
        for mut engine in robust_engines() {
            let mut output = input.clone();
            let mut outcomes = vec![Outcome::default(); count];
            let batch = PuzzleBatch {
                input: &input,
                puzzles: &starts,
                form: PuzzleForm::Cells,
                output: &mut output,
                solutions: &starts,
                outcomes: &mut outcomes,
            };
            engine.solve_batch(batch, &Limits::solutions(2));
            let context = format!("{}: {name}", engine.name());
            assert!(outcomes.iter().all(|outcome| outcome.solutions == expected), "{context}");
            if expected == 1 {
                let solutions = fs::read(path.with_extension("sol")).unwrap();
                assert!(output[..count * 82] == solutions[..count * 82], "{context}");
            }
        }
    }
}
