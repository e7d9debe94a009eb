//! Batches with puzzles at any place of a buffer, and solutions at any place of another buffer.

use std::ops::ControlFlow;

use super::{
    Engine, Limits, Mrv, Outcome, StopReason, engines, find_others, robust_engines, run, solve,
    solve_texts,
};
use crate::{
    engine::{OnSolution, PuzzleBatch},
    grid::{BAD_CELL, CELL_VALUE, Grid, Pencilmarks, PuzzleForm},
};
use batchdoku_testkit::{assert_same, is_unique, random_grid, rng, scaled, sized, without};

/// Text with puzzles and noise between them, and the places of the solutions.
struct Sample {
    input: Vec<u8>,
    puzzles: Vec<usize>,
    solutions: Vec<usize>,
}

impl Sample {
    /// Creates puzzles: every third has several solutions, every fifth has none, every seventh has a bad byte.
    fn new(count: usize) -> Self {
        let mut rng = rng(6);
        let mut sample = Self { input: Vec::new(), puzzles: Vec::new(), solutions: Vec::new() };
        for i in 0..count {
            let emptied = if i % 3 == 0 { 50 } else { 35 };
            let mut puzzle: Grid = without(&random_grid(&mut rng), emptied, &mut rng);
            if i % 5 == 0 {
                let clue = puzzle.digits().iter().position(|&digit| digit != 0).unwrap();
                let twin = (0..9).map(|column| clue / 9 * 9 + column).find(|&cell| cell != clue);
                puzzle.digits_mut()[twin.unwrap()] = puzzle.digits()[clue];
            }
            let mut text = puzzle.to_text();
            if i % 7 == 0 {
                text[i % 81] = b'a';
            }
            sample.input.extend(vec![b'#'; i % 4]);
            sample.puzzles.push(sample.input.len());
            sample.input.extend(text);
            // Backwards and with gaps, because nothing may depend on the order.
            sample.solutions.push((count - 1 - i) * 85 + 2);
        }
        sample
    }

    fn puzzle(&self, i: usize) -> &[u8] {
        &self.input[self.puzzles[i]..][..81]
    }

    /// Returns the output, with `~` where nothing was written, and the outcomes.
    fn solve(
        &self,
        form: PuzzleForm,
        engine: &mut dyn Engine,
        limits: &Limits<'_>,
    ) -> (Vec<u8>, Vec<Outcome>) {
        let mut output = vec![b'~'; self.solutions.len() * 85];
        let mut outcomes = vec![Outcome::default(); self.puzzles.len()];
        let batch = PuzzleBatch {
            input: &self.input,
            puzzles: &self.puzzles,
            form,
            output: &mut output,
            solutions: &self.solutions,
            outcomes: &mut outcomes,
        };
        engine.solve_batch(batch, limits);
        (output, outcomes)
    }
}

#[test]
fn as_one_by_one() {
    for &count in sized(&[3, 20, 70][..], &[3]) {
        let sample = Sample::new(count);
        for limits in sized(&[1, 2, 10][..], &[2]).iter().copied().map(Limits::solutions) {
            for mut engine in engines() {
                let name = engine.name();
                let (output, outcomes) = sample.solve(PuzzleForm::Cells, &mut *engine, &limits);
                let mut expected = vec![b'~'; output.len()];
                for (i, outcome) in outcomes.iter().enumerate() {
                    let Ok(puzzle) = Grid::parse(sample.puzzle(i)) else {
                        assert_eq!(*outcome, Outcome::nothing(StopReason::Malformed));
                        continue;
                    };
                    let (single, _) = run(&mut Mrv, &puzzle, limits.solutions);
                    assert_eq!(
                        (outcome.solutions, outcome.end),
                        (single.solutions, single.end),
                        "{name}: {puzzle}"
                    );
                    if outcome.solutions != 0 {
                        let at = sample.solutions[i];
                        let solution = Grid::parse(&output[at..at + 81]).unwrap();
                        assert!(solution.is_solution_of(&puzzle), "{name}: {puzzle}");
                        expected[at..at + 81].copy_from_slice(&output[at..at + 81]);
                    }
                }
                assert_same(&expected, &output, format_args!("{name} wrote where it must not"));
            }
        }
    }
}

#[test]
fn numbers_are_solved_as_characters_are() {
    for &count in sized(&[3, 20, 70][..], &[3]) {
        let sample = Sample::new(count);
        let mut numbers = Sample {
            input: sample.input.iter().map(|&byte| CELL_VALUE[usize::from(byte)]).collect(),
            puzzles: sample.puzzles.clone(),
            solutions: sample.solutions.clone(),
        };
        // The least byte that is not a cell, a byte that is a digit as a character, and the greatest byte.
        for (byte, bad) in numbers.input.iter_mut().filter(|byte| **byte == BAD_CELL).zip(0..) {
            *byte = [10, b'1', BAD_CELL][bad % 3];
        }
        for limits in [Limits::solutions(1), Limits::solutions(2), Limits::none().max_nodes(5)] {
            for mut engine in engines() {
                let (output, outcomes) = sample.solve(PuzzleForm::Cells, &mut *engine, &limits);
                let found = numbers.solve(PuzzleForm::Numbers, &mut *engine, &limits);
                let in_numbers = output.iter().map(|byte| match byte {
                    b'~' => b'~',
                    digit => digit - b'0',
                });
                let (solutions, ends) = found;
                let expected: Vec<_> = in_numbers.collect();
                assert_eq!(ends, outcomes, "{}", engine.name());
                assert_eq!(solutions, expected, "{}", engine.name());
            }
        }
    }
}

/// A search that ends at a limit of nodes writes the first solution that it found. If it found none, it does
/// not change the output.
#[test]
fn a_node_limit_leaves_the_first_solution() {
    let cases = [(1, 3), (u64::MAX, 0), (u64::MAX, 3), (u64::MAX, 60), (u64::MAX, 200)];
    for mut engine in engines() {
        let name = engine.name();
        for &(solutions, nodes) in &cases[..sized(5, 3)] {
            let limits = Limits::solutions(solutions).max_nodes(nodes);
            let (outcome, row) = solve(&mut *engine, &[Grid::EMPTY], &limits)[0];
            assert_eq!((outcome.nodes, outcome.end), (nodes, StopReason::NodeLimit), "{name}");
            let mut first = None;
            engine.search(&Grid::EMPTY, &limits, &mut |grid| {
                first.get_or_insert(grid.to_text());
                ControlFlow::Continue(())
            });
            assert_eq!(outcome.solutions > 0, first.is_some(), "{name}");
            assert_eq!(row, first.unwrap_or([b'~'; 81]), "{name}");
        }
    }
}

/// Puzzles with one solution, and the same puzzles with several solutions after a clue is removed. The solution of
/// the former is the known solution of both.
#[test]
fn others_are_found_if_there_are_any() {
    let mut rng = rng(2);
    let (mut puzzles, mut known, mut unique) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..scaled(100) {
        let solution: Grid = random_grid(&mut rng);
        let mut puzzle: Grid = without(&solution, 30, &mut rng);
        for cell in puzzle.filled().into_iter().take(sized(81, 9)) {
            let less = puzzle.with(cell, None);
            if is_unique(&less) {
                puzzle = less;
            }
        }
        if !is_unique(&puzzle) {
            continue;
        }
        let less = puzzle.with(puzzle.filled().first().unwrap(), None);
        puzzles.extend([puzzle, less]);
        known.extend([solution.to_text(); 2]);
        unique.extend([true, false]);
    }
    assert!(unique.len() > sized(6, 1), "most grids are still unique without 30 cells");
    for mut engine in robust_engines() {
        let rows = find_others(&mut *engine, &puzzles, &known, &Limits::solutions(1));
        for (i, (outcome, row)) in rows.into_iter().enumerate() {
            let others = [(1, StopReason::SolutionLimit), (0, StopReason::Complete)];
            let expected = others[usize::from(unique[i])];
            assert_eq!((outcome.solutions, outcome.end), expected, "{}", engine.name());
            assert_eq!(row == known[i], unique[i]);
            assert!(Grid::parse(&row).unwrap().is_solution_of(&puzzles[i]));
        }
    }
}

/// A wrong engine: its solutions break the rules or contradict a clue.
struct Wrong(Grid);

impl Engine for Wrong {
    fn name(&self) -> &'static str {
        "wrong"
    }

    fn search(&mut self, _: &Grid, _: &Limits<'_>, on_solution: &mut OnSolution<'_>) -> Outcome {
        let _ = on_solution(&self.0);
        Outcome::new(1, 0, StopReason::Complete)
    }

    fn search_pencilmarks(
        &mut self,
        _: &Pencilmarks,
        limits: &Limits<'_>,
        on_solution: &mut OnSolution<'_>,
    ) -> Outcome {
        self.search(&Grid::EMPTY, limits, on_solution)
    }
}

#[test]
fn no_wrong_solution_is_written() {
    let mut rng = rng(9);
    let (right, other): (Grid, Grid) = (random_grid(&mut rng), random_grid(&mut rng));
    let puzzle: Grid = without(&right, 40, &mut rng);
    let marks = Pencilmarks::from(&puzzle).to_text();
    let mut broken = right;
    broken.digits_mut().swap(0, 1);
    for (found, end) in [
        (broken, StopReason::EngineBug),
        (other, StopReason::EngineBug),
        (Grid::EMPTY, StopReason::EngineBug),
        (right, StopReason::Complete),
    ] {
        let (engine, limits) = (&mut Wrong(found), Limits::default());
        let nothing = [b'~'; 81];
        for (outcome, row) in [
            solve_texts(engine, PuzzleForm::Numbers, &[*puzzle.digits()], &limits)[0],
            solve(engine, &[puzzle], &limits)[0],
            solve_texts(engine, PuzzleForm::Pencilmarks, &[marks], &limits)[0],
            find_others(engine, &[puzzle], &[nothing], &limits)[0],
        ] {
            assert_eq!(outcome.end, end, "{found}");
            assert_eq!(row != nothing, end == StopReason::Complete, "{found}");
        }
    }
}
