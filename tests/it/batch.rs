//! `solve_batch` against the program: the same answers for every file of `data/`.

use std::{fs, path::Path};

use crate::common::*;
use batchdoku::{
    Limits, Outcome,
    batch::{BatchSolver, PuzzleRows, SolutionRows},
    engine::EngineKind,
};

/// Returns the rows of a text in lines of 81 characters, each with `gap` bytes behind it.
fn spread(lines: &str, gap: usize) -> Vec<u8> {
    let rows = lines.lines().flat_map(|line| [line.as_bytes(), &vec![b'#'; gap]].concat());
    rows.collect()
}

#[test]
fn a_batch_has_the_answers_of_the_program() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let mut files = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "txt") {
            continue;
        }
        files += 1;
        let text = fs::read_to_string(&path).unwrap();
        let puzzles: String = text
            .lines()
            .filter(|line| !line.starts_with('#'))
            .fold(String::new(), |all, line| all + &line[..81] + "\n");
        let out = with_input(["solve", "-q", "--engine", "lanes"], &puzzles);
        let expected = stdout(&out);
        check(&puzzles, expected, &path);
    }
    assert!(files >= 9);
}

/// Solves `puzzles` in every layout, with 1, 2 and 8 threads.
fn check(puzzles: &str, expected: &str, path: &Path) {
    let rows = puzzles.lines().count();
    let mut first_outcomes = Vec::new();
    for threads in [1, 2, 8] {
        let solver = BatchSolver::new().engine(EngineKind::Lanes).threads(threads).unwrap();
        for stride in [81, 82, 96] {
            let input = spread(puzzles, stride - 81);
            let mut output = vec![b'#'; rows * stride];
            let mut outcomes = vec![Outcome::default(); rows];
            let rows_in = PuzzleRows::text(&input).stride(stride);
            let rows_out = SolutionRows::text(&mut output).stride(stride);
            solver.solve(rows_in, rows_out, &mut outcomes, &Limits::solutions(1)).unwrap();
            assert_same(
                spread(expected, stride - 81),
                &output,
                format_args!("{path:?} {threads} {stride}"),
            );
            if first_outcomes.is_empty() {
                first_outcomes = outcomes;
            } else {
                assert_eq!(outcomes, first_outcomes, "{path:?} {threads} {stride}");
            }
        }
        let digit = |byte: u8| if byte.is_ascii_digit() { byte - b'0' } else { 0 };
        let cells: Vec<u8> = spread(puzzles, 0).into_iter().map(digit).collect();
        let mut output = vec![0; cells.len()];
        let mut outcomes = vec![Outcome::default(); rows];
        let rows_out = SolutionRows::cells(&mut output);
        let limits = Limits::solutions(1);
        solver.solve(PuzzleRows::cells(&cells), rows_out, &mut outcomes, &limits).unwrap();
        let expected: Vec<u8> = spread(expected, 0).into_iter().map(digit).collect();
        assert_same(&expected, &output, format_args!("{path:?} {threads} raw cells"));
        assert_eq!(outcomes, first_outcomes);
    }
}
