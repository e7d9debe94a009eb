//! Random puzzles with exactly one solution.
//!
//! A try draws a complete grid uniformly and a random order of its cells, and removes clues in that order (`removal`).
//! Many tries are in progress at a time, and the engine tests their puzzles for uniqueness as one batch. A try depends
//! only on the seed, the record and its own number, and the first successful try of a record yields its puzzle. So a
//! record does not depend on other records, the number of threads or the engine. The first try of record `i` has grid
//! `i` of [`GridExt::random`](crate::GridExt::random) as its solution.
//!
//! # Speed
//!
//! Removing 81 clues one by one takes 81 tests. This generator needs about 21 tests for a minimal puzzle and 3 for a
//! puzzle of 30–36 clues, with the same result: unavoidable sets that are read off the grid identify half of the clues
//! that must stay, each failed test yields a new unavoidable set, and each successful test confirms several removals. A
//! test only looks for a second solution.
//!
//! # Bias
//!
//! The solutions of first tries are uniform over all grids, but puzzles are not uniform over all
//! puzzles. Minimal puzzles have 24.4 clues on average (standard deviation 1.1), while the mean of
//! all minimal puzzles is about 26.6: the more clues a minimal puzzle has, the fewer orders of
//! removal lead to it (Berthier, "Unbiased statistics of a CSP: a controlled-bias generator",
//! 2009). Every condition that makes tries fail (a pattern, a symmetry, a range of clues, a filter)
//! favours grids that satisfy it more often.
//!
//! There are two remedies. Weights, which the job writes next to the puzzles, turn means over the puzzles into means
//! over all minimal puzzles; but weights differ so much that 10,000 puzzles are as precise as only about fifty unbiased
//! puzzles. With [controlled bias](GenerateOptions::controlled_bias), the weight depends only on the number of clues:
//! all minimal puzzles of the same size are equally likely.
//!
//! # Rare puzzles
//!
//! Of 6 million minimal puzzles without further conditions, 0.2 % have 21 clues, 1 in 20,000 has 20 and two puzzles
//! have 19; 1 in 170,000 has 30 clues and two puzzles have 31. Puzzles that would take far more tries than allowed are
//! refused at once. With rotation by 180° as symmetry, a minimal puzzle takes about 50 tries (no single clue can be
//! removed); with rotation by 90°, 1,400. A random pattern of 33 cells takes about 50 tries and a random pattern of 26
//! cells 1,300, but these are fast: most grids are rejected by their unavoidable sets. [`GenerateOptions::max_tries`]
//! limits the effort.

mod balanced;
mod builder;
mod controlled;
mod grade;
mod options;
mod others;
mod puzzles;
mod removal;
#[cfg(test)]
mod tests;
mod weight;

use std::{
    ops::Range,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use super::{explain::ErRating, random::Seed};
pub use balanced::Balanced;
use batchdoku_base::StopFlag;
use batchdoku_engine::{Engine, EngineChoice, grid::Grid};
pub use builder::GeneratorBuilder;
use grade::Grader;
use options::RemovalPlan;
pub use options::{GenerateError, GenerateOptions};
pub(crate) use options::{check_clues, check_ratings};
use others::OtherSolutions;
pub use puzzles::Puzzles;
use removal::{Removal, RemovalStep};

/// The number of tries in progress. Each test is a batch of all their puzzles, and an engine with lanes needs at least
/// about a hundred puzzles to be at its best.
const SLOTS: usize = 256;

/// With fewer tries than this in progress, a record gets several tries at once, but at most twice as many as have
/// failed: the first try may succeed.
const MIN_ACTIVE_TRIES: usize = 64;

/// Generates puzzles; holds the working memory of one thread.
/// A record of a seed is always the same puzzle, so several threads can generate ranges of records, each with its own
/// generator. [`Self::puzzles`] iterates over records; [`Self::generate`] returns many at once; [`Self::begin`] and
/// [`Self::advance`] do so step by step.
///
/// ```
/// use batchdoku::corpus::generate::{GenerateOptions, Generator};
/// let options = GenerateOptions::new().clues(22..=25);
/// let mut generator = Generator::new(options, 1)?;
/// for generated in generator.puzzles(0..3) {
///     let generated = generated?;
///     assert!(generated.solution.is_solution_of(&generated.puzzle));
///     assert!((22..=25).contains(&generated.puzzle.clues()));
/// }
/// let batch = generator.generate(0..3)?;
/// assert_eq!(batch[2], generator.puzzles(2..3).next().transpose()?);
/// # Ok::<(), batchdoku::corpus::generate::GenerateError>(())
/// ```
pub struct Generator<'a> {
    options: GenerateOptions<'a>,
    plan: RemovalPlan,
    seed: Seed,
    engine: Box<dyn Engine>,
    /// Slots for tries: as many as were ever in progress at the same time.
    slots: Vec<RemovalAttempt>,
    /// The number of slots in use, from the first.
    active: usize,
    /// The number of tries of this call that failed.
    failed: usize,
    records: Vec<RecordState>,
    /// The records without a try.
    fresh: Range<usize>,
    /// The number of turns so far: in each, `next_open` has checked whether a record needs another try.
    asked: usize,
    /// The record number of `records[0]`.
    first: u64,
    others: OtherSolutions,
    grader: Grader,
    tries: Arc<AtomicU64>,
    stop: StopFlag,
}

impl std::fmt::Debug for Generator<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Generator").field("options", &self.options).finish_non_exhaustive()
    }
}

struct RemovalAttempt {
    /// The index of the record within the call.
    record: usize,
    /// The number of the try within its record.
    number: u32,
    removal: Removal,
}

#[derive(Clone, Default)]
struct RecordState {
    /// The number of tries begun.
    begun: u32,
    /// The first successful try so far, with its puzzle and solution.
    found: Option<(u32, GeneratedPuzzle)>,
}

/// A puzzle that meets all options, with its only solution.
///
/// ```
/// use batchdoku::corpus::generate::{GenerateOptions, Generator};
/// let options = GenerateOptions::new().weights(true);
/// let generated = &Generator::new(options, 1)?.generate(0..1)?[0].expect("no condition is rare");
/// assert!(generated.weight.is_some_and(|weight| weight > 1.0));
/// assert_eq!(generated.rating, None, "no condition is about ratings");
/// # Ok::<(), batchdoku::corpus::generate::GenerateError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct GeneratedPuzzle {
    /// The clues.
    pub puzzle: Grid,
    /// The only solution of the puzzle.
    pub solution: Grid,
    /// 1 divided by the probability of the puzzle, if [requested](GenerateOptions::weights): see [the bias](self#bias).
    pub weight: Option<f64>,
    /// The rating of Sudoku Explainer, if a condition limits it.
    pub rating: Option<ErRating>,
}

impl<'a> Generator<'a> {
    /// Creates a generator of the puzzles of `seed` that meet `options`, with the default engine.
    ///
    /// # Errors
    /// If no puzzle meets the options.
    pub fn new(options: GenerateOptions<'a>, seed: u64) -> Result<Self, GenerateError> {
        Self::builder(options, seed).build()
    }

    /// Returns a builder, to choose the engine or to set a stop flag.
    pub fn builder(options: GenerateOptions<'a>, seed: u64) -> GeneratorBuilder<'a> {
        GeneratorBuilder {
            options,
            seed,
            engine: EngineChoice::default(),
            tries: Arc::default(),
            stop: StopFlag::new(),
        }
    }

    /// Returns an iterator over the records of a range, in order.
    ///
    /// It generates a record, then two, four and so on at once, because tests are faster in batches, but a caller who
    /// needs few puzzles should not wait for many.
    ///
    /// # Errors
    /// An item is [`GenerateError::NotFound`] if its record has no puzzle in [`GenerateOptions::max_tries`] tries; the
    /// next item is the next record. Any other error is the last item.
    pub fn puzzles(&mut self, records: Range<u64>) -> Puzzles<'_, 'a> {
        Puzzles::new(self, records)
    }

    /// Generates the records of a range at once, in order; `None` for a record without a puzzle in
    /// [`GenerateOptions::max_tries`] tries.
    ///
    /// Tests are batched within a call, which pays off from about a thousand records.
    ///
    /// # Errors
    /// If the [stop flag](GeneratorBuilder::stopped_by) is set or the engine is defective.
    pub fn generate(
        &mut self,
        records: Range<u64>,
    ) -> Result<Vec<Option<GeneratedPuzzle>>, GenerateError> {
        self.begin(records);
        loop {
            if let Some(batch) = self.advance()? {
                return Ok(batch);
            }
        }
    }

    /// Begins to generate a range of records, and drops those begun before: see [`Self::advance`].
    pub fn begin(&mut self, records: Range<u64>) {
        let count = records.end.saturating_sub(records.start) as usize;
        self.records.clear();
        self.records.resize(count, RecordState::default());
        (self.active, self.failed) = (0, 0);
        self.first = records.start;
        (self.fresh, self.asked) = (0..count, 0);
    }

    /// Advances all tries in progress by one test, so that callers can do something else in between. This takes some
    /// milliseconds, or longer if ratings are limited. Returns the records, as [`Self::generate`] does, once all are
    /// complete.
    ///
    /// ```
    /// use batchdoku::corpus::generate::{GenerateOptions, Generator};
    /// let mut generator = Generator::new(GenerateOptions::new(), 1)?;
    /// generator.begin(0..2);
    /// let batch = loop {
    ///     match generator.advance()? {
    ///         Some(batch) => break batch,
    ///         None => { /* draw a picture, answer a message */ }
    ///     }
    /// };
    /// assert_eq!(batch, generator.generate(0..2)?);
    /// # Ok::<(), batchdoku::corpus::generate::GenerateError>(())
    /// ```
    ///
    /// # Errors
    /// If the [stop flag](GeneratorBuilder::stopped_by) is set or the engine is defective.
    pub fn advance(&mut self) -> Result<Option<Vec<Option<GeneratedPuzzle>>>, GenerateError> {
        while self.active < SLOTS
            && !self.stop.is_set()
            && let Some(record) = self.fresh.next()
        {
            self.begin_try(record);
        }
        while self.active < MIN_ACTIVE_TRIES.min(2 * self.failed)
            && !self.stop.is_set()
            && let Some(record) = self.next_open()
        {
            self.begin_try(record);
        }
        if self.stop.is_set() {
            return Err(GenerateError::Stopped);
        }
        if self.active > 0 {
            self.test()?;
            return Ok(None);
        }
        let found = self.records.drain(..).map(|record| record.found.map(|(_, puzzle)| puzzle));
        Ok(Some(found.collect()))
    }

    /// Returns the next record, in turn, that needs another try; `None` if no record does.
    fn next_open(&mut self) -> Option<usize> {
        let count = self.records.len();
        let turns = self.asked..self.asked + count;
        let turn = turns.clone().find(|turn| self.is_open(turn % count));
        self.asked = turn.map_or(turns.end, |turn| turn + 1);
        turn.map(|turn| turn % count)
    }

    /// Returns whether a record needs another try.
    fn is_open(&self, record: usize) -> bool {
        let record = &self.records[record];
        record.found.is_none() && record.begun < self.options.max_tries
    }

    /// Starts the next try of a record in the first free slot. A try that fails before its first test is followed by
    /// the next.
    fn begin_try(&mut self, record: usize) {
        while self.is_open(record) && !self.stop.is_set() {
            let number = self.records[record].begun;
            self.records[record].begun += 1;
            let rng = self.seed.attempt(self.first + record as u64, number);
            if self.active == self.slots.len() {
                self.slots.push(RemovalAttempt { record, number, removal: Removal::new() });
            }
            let slot = &mut self.slots[self.active];
            if slot.removal.start(&self.plan, rng) == RemovalStep::Test {
                (slot.record, slot.number) = (record, number);
                self.active += 1;
                return;
            }
            self.failed += 1;
            self.tries.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Tests the puzzles of all slots in use and advances each try by one step.
    fn test(&mut self) -> Result<(), GenerateError> {
        let removals = self.slots[..self.active].iter().map(|slot| &slot.removal);
        let puzzles = removals.map(|removal| (removal.tested, removal.solution.grid));
        self.others.find(&mut *self.engine, puzzles);
        // Go backwards, because a try that ends changes places with the last in use.
        for at in (0..self.active).rev() {
            self.step(at)?;
        }
        Ok(())
    }

    /// Advances a try by the result of its test.
    fn step(&mut self, at: usize) -> Result<(), GenerateError> {
        let RemovalAttempt { record: index, number, removal } = &mut self.slots[at];
        let index = *index;
        let record = &mut self.records[index];
        let other = self.others.of(at)?;
        let settled = record.found.is_some_and(|(found, _)| found < *number);
        let step =
            if settled { RemovalStep::Failed } else { removal.next(&self.plan, other.as_ref()) };
        if step == RemovalStep::Test {
            return Ok(());
        }
        let puzzle = removal.puzzle;
        let solution = removal.solution.grid;
        let made = if step == RemovalStep::Done {
            let is_rated = self.options.ratings.is_some();
            let is_steered = is_rated && !(self.options.weights || self.options.controlled_bias);
            let rng = is_steered.then(|| self.seed.changes(self.first + index as u64, *number));
            self.grader.grade(&self.options, &self.plan, (&puzzle, &solution), rng)
        } else {
            None
        };
        if let Some((puzzle, rating)) = made {
            let weight = self.options.weights.then(|| match self.options.controlled_bias {
                true => Ok(controlled::weight(puzzle.clues())),
                false => removal.weight(&self.plan, &mut *self.engine),
            });
            let weight = weight.transpose()?;
            record.found = Some((*number, GeneratedPuzzle { puzzle, solution, weight, rating }));
        } else {
            self.failed += 1;
        }
        self.tries.fetch_add(1, Ordering::Relaxed);
        self.active -= 1;
        self.slots.swap(at, self.active);
        self.begin_try(index);
        Ok(())
    }
}
