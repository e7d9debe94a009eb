//! The strata of records: groups of records that have something in common, such as a level. The sets of a split have
//! their shares in each stratum: for example, nine tenths of the hard puzzles are for training, and one tenth for
//! testing.

use std::{
    fmt::{self, Display},
    str::FromStr,
    sync::atomic::{AtomicBool, Ordering},
};

use batchdoku_base::{StopFlag, text_in_data};
use batchdoku_corpus::{
    explain::{Explainer, Unexplained},
    rate::Rater,
    split::stratum,
};
use batchdoku_engine::grid::Grid;
use batchdoku_format::RecordRef;
use batchdoku_pipeline::{ChunkRef, Error};

/// The value by which [`Split`](super::Split) divides records into strata.
///
/// ```
/// use batchdoku::jobs::Strata;
/// assert_eq!("clues".parse(), Ok(Strata::Clues));
/// assert_eq!(Strata::Column("source".into()).name(), "source");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Strata {
    /// The level of the puzzle.
    Level,
    /// The rating of Sudoku Explainer, without its fraction.
    Er,
    /// The number of clues.
    Clues,
    /// The text in a column of a table, or in a member of an object.
    Column(String),
}

impl Strata {
    /// Returns the name that it is parsed from.
    pub fn name(&self) -> &str {
        match self {
            Self::Level => "level",
            Self::Er => "er",
            Self::Clues => "clues",
            Self::Column(name) => name,
        }
    }
}

impl Display for Strata {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

text_in_data!(Strata);

/// Parses any name except `level`, `er` and `clues` as the name of a column.
impl FromStr for Strata {
    type Err = std::convert::Infallible;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Ok(match name {
            "level" => Self::Level,
            "er" => Self::Er,
            "clues" => Self::Clues,
            name => Self::Column(name.to_owned()),
        })
    }
}

/// Finds the strata of records.
pub(super) struct StratumFinder<'j> {
    strata: &'j Strata,
    rater: Rater,
    explainer: Explainer,
    text: Vec<u8>,
    /// Set as soon as a record has a value.
    is_found: &'j AtomicBool,
}

impl<'j> StratumFinder<'j> {
    pub(super) fn new(strata: &'j Strata, stop: &StopFlag, is_found: &'j AtomicBool) -> Self {
        let explainer = Explainer::new().stopped_by(stop.clone());
        Self { strata, rater: Rater::default(), explainer, text: Vec::new(), is_found }
    }

    /// Returns the stratum of a record.
    ///
    /// # Errors
    /// [`Error::Abandoned`] if the job was stopped before it was found.
    pub(super) fn find(
        &mut self,
        chunk: &ChunkRef<'_>,
        record: RecordRef<'_>,
    ) -> Result<u64, Error> {
        let Self { strata, rater, explainer, text, is_found } = self;
        text.clear();
        let clues = || record.puzzle_grid().unwrap_or(Grid::EMPTY);
        match strata {
            Strata::Column(name) => {
                // A missing value is a stratum of its own, different from an empty text.
                if chunk.parser.text(record, name, text) {
                    is_found.store(true, Ordering::Relaxed);
                } else {
                    text.push(0);
                }
            }
            Strata::Clues => text.push(clues().clues() as u8),
            Strata::Level => {
                let level = rater.rate(&clues()).level();
                text.extend_from_slice(level.map_or("", |level| level.name()).as_bytes());
            }
            Strata::Er => match explainer.rate(&clues()) {
                Ok(rating) => text.push(rating.er() as u8),
                Err(Unexplained::Stopped) => return Err(Error::Abandoned),
                Err(_) => {}
            },
        }
        Ok(stratum(text))
    }
}
