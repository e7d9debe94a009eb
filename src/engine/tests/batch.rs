//! Batches: puzzles anywhere in a buffer, solutions to anywhere in another.

use super::{Auto, Engine, Lanes, Limits, Mrv, Outcome, StopReason, engines, random, run};
use crate::{engine::PuzzleBatch, simd::SimdLevel};

/// Text with puzzles and noise between them, and where the solutions go.
struct Sample {
    input: Vec<u8>,
    puzzles: Vec<u32>,
    solutions: Vec<u32>,
}

impl Sample {
    /// Every third puzzle has several solutions, every fifth none, every seventh a bad byte.
    fn new(count: usize) -> Self {
        let mut rng = random::rng(6);
        let mut sample = Self { input: Vec::new(), puzzles: Vec::new(), solutions: Vec::new() };
        for i in 0..count {
            let emptied = if i % 3 == 0 { 50 } else { 35 };
            let mut puzzle = random::without(&random::solution(&mut rng), emptied, &mut rng);
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
            sample.puzzles.push(sample.input.len() as u32);
            sample.input.extend(text);
            // Backwards, with gaps: nothing may depend on an order.
            sample.solutions.push(((count - 1 - i) * 85 + 2) as u32);
        }
        sample
    }

    fn puzzle(&self, i: usize) -> &[u8] {
        &self.input[self.puzzles[i] as usize..][..81]
    }

    /// The output, with `~` where nothing was written, and the outcomes.
    fn solve(&self, engine: &mut dyn Engine, limits: &Limits<'_>) -> (Vec<u8>, Vec<Outcome>) {
        let mut output = vec![b'~'; self.solutions.len() * 85];
        let mut outcomes = vec![Outcome::default(); self.puzzles.len()];
        let batch = PuzzleBatch {
            input: &self.input,
            puzzles: &self.puzzles,
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
    for count in [3, 20, 70] {
        let sample = Sample::new(count);
        for limits in [1, 2, 10].map(Limits::solutions) {
            for mut engine in engines() {
                let name = engine.name();
                let (output, outcomes) = sample.solve(&mut *engine, &limits);
                let mut expected = vec![b'~'; output.len()];
                for (i, outcome) in outcomes.iter().enumerate() {
                    let Ok(puzzle) = crate::Grid::parse(sample.puzzle(i)) else {
                        assert_eq!(
                            *outcome,
                            Outcome { end: StopReason::Malformed, ..Outcome::default() }
                        );
                        continue;
                    };
                    let (single, _) = run(&mut Mrv::new(), &puzzle, limits.solutions);
                    assert_eq!(
                        (outcome.solutions, outcome.end),
                        (single.solutions, single.end),
                        "{name}: {puzzle}"
                    );
                    if outcome.solutions != 0 {
                        let at = sample.solutions[i] as usize;
                        let solution = crate::Grid::parse(&output[at..at + 81]).unwrap();
                        assert!(solution.is_solution_of(&puzzle), "{name}: {puzzle}");
                        expected[at..at + 81].copy_from_slice(&output[at..at + 81]);
                    }
                }
                assert!(output == expected, "{name} wrote where it must not");
            }
        }
    }
}

/// Of a few puzzles, those that mrv is not soon done with go to the lanes: seen by the nodes.
#[test]
fn auto_leaves_long_searches_to_the_lanes() {
    let mut sample = Sample::new(5);
    let empty = sample.puzzles[3] as usize;
    sample.input[empty..empty + 81].fill(b'.');
    let limits = Limits::solutions(999);
    let (_, by_mrv) = sample.solve(&mut Mrv::new(), &limits);
    for level in SimdLevel::available() {
        let (_, outcomes) = sample.solve(&mut Auto::new(level), &limits);
        let alone =
            Sample { input: sample.input.clone(), puzzles: vec![empty as u32], solutions: vec![0] };
        let (_, by_lanes) = alone.solve(&mut Lanes::new(level), &limits);
        assert_eq!(outcomes[3], by_lanes[0]);
        assert_ne!(outcomes[3].nodes, by_mrv[3].nodes);
        for i in [0, 1, 2, 4] {
            assert_eq!(outcomes[i], by_mrv[i]);
        }
    }
}

/// A puzzle whose search a limit broke off leaves its output as it was.
#[test]
fn a_budget_leaves_the_output_alone() {
    let text = ".".repeat(81);
    for mut engine in engines() {
        let (mut output, mut outcomes) = ([b'~'; 81], [Outcome::default()]);
        let batch = PuzzleBatch {
            input: text.as_bytes(),
            puzzles: &[0],
            output: &mut output,
            solutions: &[0],
            outcomes: &mut outcomes,
        };
        engine.solve_batch(batch, &Limits { nodes: 3, ..Limits::solutions(1) });
        assert_eq!(outcomes[0].end, StopReason::NodeLimit, "{}", engine.name());
        assert_eq!(output, [b'~'; 81], "{}", engine.name());
    }
}
