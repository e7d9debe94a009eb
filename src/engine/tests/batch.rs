//! Batches: puzzles anywhere in a buffer, solutions to anywhere in another.

use super::{End, Limits, engines, random, run};
use crate::engine::{Batch, Mrv, Outcome};

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
                let clue = puzzle.0.iter().position(|&digit| digit != 0).unwrap();
                let twin = (0..9).map(|column| clue / 9 * 9 + column).find(|&cell| cell != clue);
                puzzle.0[twin.unwrap()] = puzzle.0[clue];
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
}

#[test]
fn as_one_by_one() {
    let sample = Sample::new(70);
    for limits in [1, 2, 10].map(Limits::solutions) {
        for mut engine in engines() {
            let mut output = vec![b'~'; 70 * 85];
            let mut outcomes = vec![Outcome::default(); 70];
            let batch = Batch {
                input: &sample.input,
                puzzles: &sample.puzzles,
                output: &mut output,
                solutions: &sample.solutions,
                outcomes: &mut outcomes,
            };
            engine.solve_batch(batch, &limits);
            let mut expected = vec![b'~'; 70 * 85];
            for (i, outcome) in outcomes.iter().enumerate() {
                let Ok(puzzle) = crate::Grid::parse(sample.puzzle(i)) else {
                    assert_eq!(*outcome, Outcome { end: End::NotAGrid, ..Outcome::default() });
                    continue;
                };
                let (single, _) = run(&mut Mrv::new(), &puzzle, limits.solutions);
                assert_eq!(
                    (outcome.solutions, outcome.end),
                    (single.solutions, single.end),
                    "{}: {puzzle}",
                    engine.name()
                );
                if outcome.solutions != 0 {
                    let at = sample.solutions[i] as usize;
                    let solution = crate::Grid::parse(&output[at..at + 81]).unwrap();
                    assert!(solution.solves(&puzzle), "{}: {puzzle}", engine.name());
                    expected[at..at + 81].copy_from_slice(&output[at..at + 81]);
                }
            }
            assert!(output == expected, "{} wrote where it must not", engine.name());
        }
    }
}

/// A puzzle whose search a limit broke off leaves its output as it was.
#[test]
fn a_budget_leaves_the_output_alone() {
    let text = ".".repeat(81);
    for mut engine in engines() {
        let (mut output, mut outcomes) = ([b'~'; 81], [Outcome::default()]);
        let batch = Batch {
            input: text.as_bytes(),
            puzzles: &[0],
            output: &mut output,
            solutions: &[0],
            outcomes: &mut outcomes,
        };
        engine.solve_batch(batch, &Limits { nodes: 3, ..Limits::solutions(1) });
        assert_eq!(outcomes[0].end, End::Nodes, "{}", engine.name());
        assert_eq!(output, [b'~'; 81], "{}", engine.name());
    }
}
