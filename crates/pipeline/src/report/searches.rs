//! The puzzles that are being searched at the moment, for an observer in another thread.

use std::{
    sync::Mutex,
    time::{Duration, Instant},
};

use batchdoku_engine::grid::Grid;

use crate::sync::lock;

/// The running searches of the workers of a job. A search may take seconds.
#[derive(Debug, Default)]
pub struct Searches {
    /// The searches in the order of their start, with ascending numbers.
    running: Mutex<Vec<(u64, Instant, Grid)>>,
}

/// A search that runs until this is dropped.
#[derive(Debug)]
#[must_use]
pub struct Search<'a> {
    searches: &'a Searches,
    number: u64,
}

impl Searches {
    /// Records that the search of a puzzle begins.
    pub fn begin(&self, puzzle: &Grid) -> Search<'_> {
        let mut running = lock(&self.running);
        let number = running.last().map_or(0, |last| last.0 + 1);
        running.push((number, Instant::now(), *puzzle));
        Search { searches: self, number }
    }

    /// Returns the puzzle of the longest running search, and its time so far.
    pub(super) fn longest(&self) -> Option<(Grid, Duration)> {
        lock(&self.running).first().map(|(_, since, grid)| (*grid, since.elapsed()))
    }
}

impl Drop for Search<'_> {
    fn drop(&mut self) {
        lock(&self.searches.running).retain(|search| search.0 != self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use batchdoku_engine::grid::{Cell, Digit};

    #[test]
    fn the_search_that_began_first_is_the_longest() {
        let searches = Searches::default();
        let other = Grid::EMPTY.with(Cell::ALL[0], Some(Digit::ALL[0]));
        let longest = || searches.longest().map(|(grid, _)| grid);
        assert_eq!(longest(), None);
        let first = searches.begin(&Grid::EMPTY);
        std::thread::sleep(Duration::from_millis(1));
        let second = searches.begin(&other);
        assert_eq!(longest(), Some(Grid::EMPTY));
        drop(first);
        assert_eq!(longest(), Some(other));
        drop(second);
        assert_eq!(longest(), None);
    }
}
