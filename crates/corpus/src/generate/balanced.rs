//! Balanced generation: generators of several kinds of puzzles take turns.

use std::ops::Range;

use super::{GenerateError, GeneratedPuzzle, Generator};

/// Generators that take turns: record `i` of `n` generators is record `i / n` of the generator `i % n`.
///
/// ```
/// use batchdoku::corpus::generate::{Balanced, GenerateOptions, Generator};
/// let of = |clues| Generator::new(GenerateOptions::new().clues(clues), 1);
/// let mut balanced = Balanced::new(vec![of(22..=24)?, of(26..=28)?]);
/// let made = balanced.generate(0..4)?;
/// let clues = made.into_iter().flatten().map(|made| made.puzzle.clues());
/// let expected = [22..=24, 26..=28, 22..=24, 26..=28];
/// assert!(clues.zip(expected).all(|(clues, of)| of.contains(&clues)));
/// # Ok::<(), batchdoku::corpus::generate::GenerateError>(())
/// ```
#[derive(Debug)]
pub struct Balanced<'a> {
    generators: Vec<Generator<'a>>,
}

impl<'a> Balanced<'a> {
    /// Lets generators take turns, in this order.
    ///
    /// # Panics
    /// If there are none.
    pub fn new(generators: Vec<Generator<'a>>) -> Self {
        assert!(!generators.is_empty(), "there are no generators");
        Self { generators }
    }

    /// Generates a range of records at once, as [`Generator::generate`] does.
    ///
    /// # Errors
    /// If a stop flag is set or the engine is defective.
    pub fn generate(
        &mut self,
        records: Range<u64>,
    ) -> Result<Vec<Option<GeneratedPuzzle>>, GenerateError> {
        let count = self.generators.len() as u64;
        let mut batches = Vec::with_capacity(self.generators.len());
        for (turn, generator) in (0..).zip(&mut self.generators) {
            let before = |record: u64| record / count + u64::from(record % count > turn);
            let batch = generator.generate(before(records.start)..before(records.end))?;
            batches.push(batch.into_iter());
        }
        Ok(records.map(|record| batches[(record % count) as usize].next().flatten()).collect())
    }
}
