//! An iterator over the records of a generator.

use std::{ops::Range, vec};

use super::{GenerateError, GeneratedPuzzle, Generator};

/// The maximum number of records generated at once; larger batches are no faster.
const MOST_AT_ONCE: u64 = 1024;

/// The puzzles of a range of records: see [`Generator::puzzles`].
///
/// ```
/// use batchdoku::corpus::generate::{GenerateOptions, Generator};
/// let mut generator = Generator::new(GenerateOptions::new(), 1)?;
/// let mut puzzles = generator.puzzles(0..u64::MAX);
/// let found = puzzles.find(|made| made.as_ref().is_ok_and(|made| made.puzzle.clues() == 23));
/// assert!(found.is_some());
/// # Ok::<(), batchdoku::corpus::generate::GenerateError>(())
/// ```
#[derive(Debug)]
#[must_use = "iterators are lazy"]
pub struct Puzzles<'g, 'a> {
    generator: &'g mut Generator<'a>,
    /// The records that are not generated yet.
    rest: Range<u64>,
    /// The number of records to generate next.
    at_once: u64,
    /// The records generated but not yet returned; they come before `rest`.
    batch: vec::IntoIter<Option<GeneratedPuzzle>>,
}

impl<'g, 'a> Puzzles<'g, 'a> {
    pub(super) fn new(generator: &'g mut Generator<'a>, rest: Range<u64>) -> Self {
        Self { generator, rest, at_once: 1, batch: Vec::new().into_iter() }
    }
}

impl Iterator for Puzzles<'_, '_> {
    type Item = Result<GeneratedPuzzle, GenerateError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.batch.len() == 0 {
            if self.rest.is_empty() {
                return None;
            }
            let end = self.rest.end.min(self.rest.start.saturating_add(self.at_once));
            match self.generator.generate(self.rest.start..end) {
                Ok(batch) => self.batch = batch.into_iter(),
                Err(error) => {
                    self.rest.start = self.rest.end;
                    return Some(Err(error));
                }
            }
            self.rest.start = end;
            self.at_once = MOST_AT_ONCE.min(2 * self.at_once);
        }
        let record = self.rest.start - self.batch.len() as u64;
        let tries = self.generator.options.tries();
        Some(self.batch.next()?.ok_or(GenerateError::NotFound { record, tries }))
    }
}
