//! The stage that solves rows of puzzles, for all front ends: passes the puzzles to an engine, and brings
//! the solutions into their final form.
//!
//! ```text
//! rows     the places of the puzzles                          StageRows
//! engine   searches all of them at once                       Engine::solve_batch
//! verdict  is the solution kept?                              Keep
//! fill     rows without a solution, the form of the others    Places
//! ```

use std::fmt;

use super::rows::CELLS;
use crate::{
    engine::{Engine, EngineChoice, PuzzleBatch, build_engine},
    grid::PuzzleForm,
};
use batchdoku_base::{Limits, Outcome, StopReason, Verdict};

/// Rows of puzzles in memory.
#[derive(Clone, Copy, Debug)]
pub struct StageRows<'a> {
    /// The bytes that hold the puzzles.
    pub bytes: &'a [u8],
    /// The start of each puzzle in the bytes.
    pub starts: &'a [usize],
    /// The form of all puzzles.
    pub form: PuzzleForm,
}

/// The solutions that are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// The first solution found, for any end of the search.
    Found,
    /// The first solution of a search that ended by itself.
    First,
    /// The solution, if no other was found. It is unique if the limits allow two.
    Only,
}

impl Keep {
    /// Returns whether the solution of a puzzle with this outcome is kept.
    #[inline]
    pub fn keeps(self, outcome: &Outcome) -> bool {
        match (self, outcome.verdict()) {
            (_, Verdict::Solved) | (Self::First, Verdict::Multiple) => true,
            (Self::Found, _) => outcome.solutions > 0,
            _ => false,
        }
    }
}

/// The places of the solutions.
#[derive(Debug)]
pub struct Places<'a> {
    /// The buffer.
    pub output: &'a mut [u8],
    /// The start of the 81 bytes of each solution in the buffer.
    pub slots: &'a [usize],
    /// The form of the written solutions, characters or numbers: that of the solutions of puzzles in this form.
    pub form: PuzzleForm,
    /// The byte in all cells of a row without a solution.
    pub fill: u8,
    /// The solutions that are kept. Rows with other solutions count as rows without a solution.
    pub keep: Keep,
}

/// The counts of the outcomes of a batch.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// The number of solutions found.
    pub solutions: u64,
    /// The number of nodes entered.
    pub nodes: u64,
    /// The number of puzzles that were solved or refuted without a node.
    pub without_guessing: u64,
    /// The number of puzzles with each verdict.
    verdicts: [u64; VERDICTS.len()],
}

/// All verdicts, in their order.
const VERDICTS: [Verdict; 7] = [
    Verdict::Solved,
    Verdict::Unsolvable,
    Verdict::Multiple,
    Verdict::NodeLimit,
    Verdict::Stopped,
    Verdict::Malformed,
    Verdict::EngineBug,
];

impl Tally {
    /// Returns the number of puzzles with this verdict.
    pub fn of(&self, verdict: Verdict) -> u64 {
        self.verdicts[verdict as usize]
    }

    /// Returns the number of puzzles with each verdict.
    pub fn verdicts(&self) -> impl Iterator<Item = (Verdict, u64)> {
        VERDICTS.into_iter().zip(self.verdicts)
    }

    #[inline(always)]
    fn count(&mut self, outcome: &Outcome) {
        self.solutions += outcome.solutions;
        self.nodes += outcome.nodes;
        self.without_guessing += u64::from(outcome.nodes == 0);
        self.verdicts[outcome.verdict() as usize] += 1;
    }
}

/// The error of an engine that gave a solution that breaks the rules: a defect.
#[derive(Clone, Copy, Debug)]
pub struct Unsound {
    /// The name of the engine.
    pub engine: &'static str,
    /// The index of the puzzle.
    pub index: usize,
}

/// An engine, with memory to finish rows.
pub struct Stage {
    engine: Box<dyn Engine>,
    /// The place of all solutions if no solutions are wanted.
    unwanted: [u8; CELLS],
    /// The start of each unwanted solution: zeros.
    zeros: Vec<usize>,
}

impl fmt::Debug for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stage").field("engine", &self.engine.name()).finish_non_exhaustive()
    }
}

impl Stage {
    /// Creates a stage with a new engine.
    pub fn new(engine: EngineChoice) -> Self {
        Self { engine: build_engine(engine), unwanted: [0; CELLS], zeros: Vec::new() }
    }

    /// Searches the puzzles of the `rows` and gives their solutions the final form; without `places`, no
    /// solutions are wanted. There must be one outcome and one slot per row. Returns the counts of the
    /// outcomes.
    ///
    /// # Errors
    /// If the engine has a defect. Then some rows do not have their final form.
    // Inlined, because batches do not use the counts, so that the compiler can drop them.
    #[inline]
    pub fn search(
        &mut self,
        rows: StageRows<'_>,
        places: Option<Places<'_>>,
        outcomes: &mut [Outcome],
        limits: &Limits<'_>,
    ) -> Result<Tally, Unsound> {
        let Self { engine, unwanted, zeros } = self;
        let Places { output, slots, form, fill, keep } = places.unwrap_or_else(|| {
            if zeros.len() < outcomes.len() {
                zeros.resize(outcomes.len(), 0);
            }
            let slots = &zeros[..outcomes.len()];
            Places { output: unwanted, slots, form: rows.form, fill: 0, keep: Keep::Found }
        });
        engine.solve_batch(
            PuzzleBatch {
                input: rows.bytes,
                puzzles: rows.starts,
                form: rows.form,
                output,
                solutions: slots,
                outcomes,
            },
            limits,
        );
        let found_one = rows.form.digit_one();
        let wanted_one = form.digit_one();
        let mut tally = Tally::default();
        for (index, (outcome, &slot)) in outcomes.iter().zip(slots).enumerate() {
            if outcome.end == StopReason::EngineBug {
                return Err(Unsound { engine: engine.name(), index });
            }
            tally.count(outcome);
            if !keep.keeps(outcome) {
                output[slot..slot + CELLS].fill(fill);
            } else if found_one != wanted_one {
                for cell in &mut output[slot..slot + CELLS] {
                    *cell = *cell - found_one + wanted_one;
                }
            }
        }
        Ok(tally)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        engine::OnSolution,
        grid::{Grid, Pencilmarks},
    };
    use std::ops::ControlFlow;

    const PUZZLE: &[u8; 81] =
        b"103000509002109400000704000300502006060000050700803004000401000009205800804000107";
    const SOLUTION: &[u8; 81] =
        b"143628579572139468986754231391542786468917352725863914237481695619275843854396127";
    /// A puzzle with four solutions, which needs a search.
    const FOUR: &[u8; 81] =
        b"2..91875.8754639211.927586.9513246787281564394..789512387642195512897346694531287";

    #[test]
    fn the_row_of_a_malformed_puzzle_is_filled() {
        let text = [&PUZZLE[..], b"!!", PUZZLE, &[b'?'; 10], &[b'#'; 81]].concat();
        let rows = StageRows { bytes: &text, starts: &[0, 83, 174], form: PuzzleForm::Cells };
        let mut output = [b'~'; 3 * 81];
        let mut outcomes = [Outcome::default(); 3];
        let places = Places {
            output: &mut output,
            slots: &[0, 81, 162],
            form: PuzzleForm::Cells,
            fill: b'-',
            keep: Keep::First,
        };
        let mut stage = Stage::new(EngineChoice::default());
        let limits = Limits::solutions(1);
        let tally = stage.search(rows, Some(places), &mut outcomes, &limits).unwrap();
        assert_eq!(
            outcomes.map(|outcome| outcome.verdict()),
            [Verdict::Solved, Verdict::Solved, Verdict::Malformed]
        );
        assert_eq!(output, [&SOLUTION[..], SOLUTION, &[b'-'; 81]].concat()[..]);
        let all: Vec<_> = tally.verdicts().filter(|(_, puzzles)| *puzzles > 0).collect();
        assert_eq!(all, [(Verdict::Solved, 2), (Verdict::Malformed, 1)]);
        let counts = [Verdict::Solved, Verdict::Malformed].map(|verdict| tally.of(verdict));
        assert_eq!((counts, tally.solutions), ([2, 1], 2));
    }

    #[test]
    fn solutions_are_kept_as_asked() {
        let text = [&PUZZLE[..], FOUR].concat();
        let mut stage = Stage::new(EngineChoice::default());
        let mut kept = |keep: Keep, limits: &Limits<'_>| {
            let rows = StageRows { bytes: &text, starts: &[0, 81], form: PuzzleForm::Cells };
            let mut output = [77; 2 * 81];
            let mut outcomes = [Outcome::default(); 2];
            let places = Places {
                output: &mut output,
                slots: &[0, 81],
                form: PuzzleForm::Numbers,
                fill: 0,
                keep,
            };
            stage.search(rows, Some(places), &mut outcomes, limits).unwrap();
            let cells = SOLUTION.map(|digit| digit - b'0');
            assert_eq!(output[..81], cells);
            for (outcome, row) in outcomes.iter().zip(output.chunks(81)) {
                assert_eq!(row != [0; 81], keep.keeps(outcome));
            }
            keep.keeps(&outcomes[1])
        };
        let two = Limits::solutions(2);
        assert_eq!(
            [Keep::Found, Keep::First, Keep::Only].map(|keep| kept(keep, &two)),
            [true, true, false]
        );
        // One solution is found before the limit of nodes ends the search for others.
        let few = Limits::none().max_nodes(2);
        assert_eq!(
            [Keep::Found, Keep::First, Keep::Only].map(|keep| kept(keep, &few)),
            [true, false, false]
        );
    }

    /// An engine that returns the empty grid as a solution of the second puzzle.
    struct Wrong(u32);

    impl Engine for Wrong {
        fn name(&self) -> &'static str {
            "wrong"
        }

        fn search_pencilmarks(
            &mut self,
            _puzzle: &Pencilmarks,
            _limits: &Limits<'_>,
            on_solution: &mut OnSolution<'_>,
        ) -> Outcome {
            self.0 += 1;
            let solution = if self.0 == 2 { Grid::EMPTY } else { Grid::parse(SOLUTION).unwrap() };
            let _ = on_solution(&solution) == ControlFlow::Continue(());
            Outcome::new(1, 0, StopReason::Complete)
        }
    }

    impl Stage {
        /// Creates a stage with the engine [`Wrong`].
        pub(in crate::batch) fn defective() -> Self {
            Self { engine: Box::new(Wrong(0)), unwanted: [0; CELLS], zeros: Vec::new() }
        }
    }

    #[test]
    fn a_defective_engine_is_named_with_the_puzzle() {
        let text = PUZZLE.repeat(3);
        let mut stage = Stage::defective();
        let rows = StageRows { bytes: &text, starts: &[0, 81, 162], form: PuzzleForm::Cells };
        let mut outcomes = [Outcome::default(); 3];
        let found = stage.search(rows, None, &mut outcomes, &Limits::solutions(1));
        let Unsound { engine, index } = found.unwrap_err();
        assert_eq!((engine, index), ("wrong", 1));
    }
}
