//! Random puzzles with exactly one solution.
//!
//! A try draws a complete grid uniformly and a random order of its cells, and removes clues in
//! that order (`removal`). Many tries are under way at a time, and their tests for uniqueness go
//! to the engine as one batch. A try is a function of the seed, the record and its own number
//! alone, and the first try of a record that succeeds makes its puzzle. So records come out the
//! same whatever is made beside them, by however many threads, tested by whichever engine. The
//! first try of record `i` has grid `i` of [`Grids`](super::grids::GridSampler) as its solution.
//!
//! # Why it is fast
//!
//! Removing 81 clues one by one takes 81 tests. About 21 do for a minimal puzzle and 3 for one with
//! 30–36 clues, for the same result: half of the clues that must stay are told by unavoidable
//! sets that are read off the grid, a test that fails teaches a new one, and a test that succeeds
//! confirms several removals. Each test only looks for a solution other than the known one.
//!
//! # How it is biased
//!
//! The solutions of first tries are uniform over all grids, but puzzles are not uniform over all
//! puzzles. Minimal ones come out with 24.4 clues on average, while the mean of all minimal
//! puzzles is about 26.6: the more clues a minimal puzzle has, the fewer orders of removal end at
//! it (Berthier, "Unbiased statistics of a CSP: a controlled-bias generator", 2009). Whatever
//! makes tries fail (a pattern, a symmetry, a range of clues, a filter) prefers grids where it
//! is met more often.
//!
//! # What is rare
//!
//! Of minimal puzzles without further conditions 0.2 % have 21 clues or fewer, one in 25,000 has
//! 20, and 17 will not be met. With the half turn as symmetry, a minimal puzzle takes about 50
//! tries (no clue can be dropped, not even alone); with quarter turns, 1,400. A pattern of 33
//! cells at random takes about 50 tries and one of 26 cells 1,300, but these are quick: most grids
//! fail by their unavoidable sets. [`GenerateOptions::max_tries`] bounds all this.

mod options;
mod removal;
#[cfg(test)]
mod tests;
mod unavoidable;

use std::{
    ops::Range,
    sync::atomic::{AtomicBool, Ordering},
};

use super::random::Seed;
use crate::{
    engine::{Engine, Limits, Outcome, PuzzleBatch, StopReason},
    grid::Grid,
};
use options::Plan;
pub use options::{FEWEST_CLUES, GenerateError, GenerateOptions, MOST_MINIMAL_CLUES, read_pattern};
use removal::{Removal, RemovalStep};

/// What became of one record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Generated {
    /// A puzzle was found.
    Puzzle {
        /// The puzzle.
        puzzle: Grid,
        /// Its only solution.
        solution: Grid,
        /// How many grids were tried, with this one.
        tries: u32,
    },
    /// None was found in [`GenerateOptions::max_tries`] tries.
    GaveUp {
        /// How many grids were tried.
        tries: u32,
    },
}

/// Why a call ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Interrupted {
    /// The caller asked for it.
    #[error("stopped")]
    Stopped,
    /// The engine gave a wrong answer.
    #[error("the engine found a solution that breaks the rules: a defect")]
    Unsound,
}

/// Tries under way at a time.
const SLOTS: usize = 256;

/// Tries to keep under way by trying for one record several times at once.
const LEAST: usize = 64;

/// Makes puzzles; the working memory of one thread.
///
/// ```
/// use batchdoku::{
///     corpus::generate::{GenerateOptions, Generator, Generated},
///     engine::Lanes,
/// };
/// let options = GenerateOptions { clues: 22..=25, ..GenerateOptions::default() };
/// let mut generator = Generator::new(options, 1, Box::new(Lanes::detect()))?;
/// let mut made = Vec::new();
/// generator.generate(0..10, None, &mut made).expect("nothing stops it");
/// for made in made {
///     let Generated::Puzzle { puzzle, solution, .. } = made else { panic!("that is not so rare") };
///     assert!(solution.is_solution_of(&puzzle) && (22..=25).contains(&puzzle.clues()));
/// }
/// # Ok::<(), batchdoku::corpus::generate::GenerateError>(())
/// ```
pub struct Generator<'a> {
    options: GenerateOptions<'a>,
    plan: Plan,
    seed: Seed,
    engine: Box<dyn Engine>,
    slots: Vec<Attempt>,
    /// How many of `slots`, from the front, are in use.
    active: usize,
    records: Vec<RecordState>,
    /// The number of `records[0]`.
    first: u64,
    input: Vec<u8>,
    output: Vec<u8>,
    places: Vec<u32>,
    outcomes: Vec<Outcome>,
}

/// A try under way.
struct Attempt {
    /// Its record, counted from the first of the call.
    record: usize,
    /// Which try of the record.
    number: u32,
    removal: Removal,
}

/// What is known of a record.
#[derive(Clone, Default)]
struct RecordState {
    /// How many tries were begun.
    begun: u32,
    /// The first try that succeeded so far, with the puzzle and its solution.
    found: Option<(u32, Grid, Grid)>,
}

impl<'a> Generator<'a> {
    /// A generator of the puzzles of `seed` that fulfil `options`, tested by `engine`.
    ///
    /// # Errors
    /// If there can be no such puzzle.
    pub fn new(
        options: GenerateOptions<'a>,
        seed: u64,
        engine: Box<dyn Engine>,
    ) -> Result<Self, GenerateError> {
        let plan = Plan::new(&options)?;
        let slot = || Attempt { record: 0, number: 0, removal: Removal::new() };
        Ok(Self {
            options,
            plan,
            seed: Seed::new(seed),
            engine,
            slots: (0..SLOTS).map(|_| slot()).collect(),
            active: 0,
            records: Vec::new(),
            first: 0,
            input: vec![0; 81 * SLOTS],
            output: vec![0; 81 * SLOTS],
            places: (0..SLOTS as u32).map(|slot| 81 * slot).collect(),
            outcomes: vec![Outcome::default(); SLOTS],
        })
    }

    /// Makes the records of a range and appends them to `made`, in order.
    ///
    /// Tests are batched within a call, so it is at its best with a thousand records or more.
    ///
    /// # Errors
    /// If `stop` turned true or the engine is defective; `made` is then as it was.
    pub fn generate(
        &mut self,
        records: Range<u64>,
        stop: Option<&AtomicBool>,
        made: &mut Vec<Generated>,
    ) -> Result<(), Interrupted> {
        let count = records.end.saturating_sub(records.start) as usize;
        self.records.clear();
        self.records.resize(count, RecordState::default());
        self.active = 0;
        self.first = records.start;
        let mut fresh = 0..count;
        let mut again = (0..count).cycle();
        while !is_set(stop) {
            while self.active < SLOTS
                && let Some(record) = fresh.next()
            {
                self.begin(record, stop);
            }
            while self.active < LEAST
                && let Some(record) = again.by_ref().take(count).find(|&i| self.is_open(i))
                && !is_set(stop)
            {
                self.begin(record, stop);
            }
            if self.active == 0 {
                break;
            }
            self.test(stop)?;
        }
        if is_set(stop) {
            return Err(Interrupted::Stopped);
        }
        made.extend(self.records.iter().map(|record| match record.found {
            Some((number, puzzle, solution)) => {
                Generated::Puzzle { puzzle, solution, tries: number + 1 }
            }
            None => Generated::GaveUp { tries: self.options.max_tries },
        }));
        Ok(())
    }

    /// Whether a record needs another try.
    fn is_open(&self, record: usize) -> bool {
        let record = &self.records[record];
        record.found.is_none() && record.begun < self.options.max_tries
    }

    /// Puts the next try of a record that needs a test into the first free slot, if there is one.
    fn begin(&mut self, record: usize, stop: Option<&AtomicBool>) {
        while self.is_open(record) && !is_set(stop) {
            let number = self.records[record].begun;
            self.records[record].begun += 1;
            let mut rng = self.seed.attempt(self.first + record as u64, number);
            let slot = &mut self.slots[self.active];
            if slot.removal.start(&self.plan, &mut rng) == RemovalStep::Test {
                (slot.record, slot.number) = (record, number);
                self.active += 1;
                return;
            }
        }
    }

    /// Tests the puzzles of all slots in use and takes each try one step on.
    fn test(&mut self, stop: Option<&AtomicBool>) -> Result<(), Interrupted> {
        let (slots, bytes) = (&self.slots[..self.active], 81 * self.active);
        let rows = self.input.chunks_exact_mut(81).zip(self.output.chunks_exact_mut(81));
        for (slot, (puzzle, known)) in slots.iter().zip(rows) {
            puzzle.copy_from_slice(&slot.removal.tested().to_text());
            known.copy_from_slice(&slot.removal.solution().to_text());
        }
        let places = &self.places[..self.active];
        let batch = PuzzleBatch {
            input: &self.input[..bytes],
            puzzles: places,
            output: &mut self.output[..bytes],
            solutions: places,
            outcomes: &mut self.outcomes[..self.active],
        };
        self.engine.find_others(batch, &Limits::solutions(1));
        // Backwards, since a slot that becomes free is swapped with the last one in use.
        for at in (0..self.active).rev() {
            self.step(at, stop)?;
        }
        Ok(())
    }

    /// Takes one try on by the result of its test.
    fn step(&mut self, at: usize, stop: Option<&AtomicBool>) -> Result<(), Interrupted> {
        let Attempt { record: index, number, removal } = &mut self.slots[at];
        let (index, record) = (*index, &mut self.records[*index]);
        let outcome = self.outcomes[at];
        let other = match outcome.end {
            StopReason::Complete if outcome.solutions == 0 => None,
            StopReason::Complete | StopReason::SolutionLimit => {
                Grid::parse(&self.output[81 * at..][..81]).ok()
            }
            _ => return Err(Interrupted::Unsound),
        };
        let settled = record.found.is_some_and(|(found, ..)| found < *number);
        let step =
            if settled { RemovalStep::Failed } else { removal.next(&self.plan, other.as_ref()) };
        if step == RemovalStep::Test {
            return Ok(());
        }
        let puzzle = removal.puzzle();
        if step == RemovalStep::Done && self.options.accept.is_none_or(|accept| accept(puzzle)) {
            record.found = Some((*number, *puzzle, *removal.solution()));
        }
        self.active -= 1;
        self.slots.swap(at, self.active);
        self.begin(index, stop);
        Ok(())
    }
}

fn is_set(stop: Option<&AtomicBool>) -> bool {
    stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
}
