//! Parts of a corpus that share no class, for training and testing without leaks.
//!
//! Every record goes to the part that its class draws: equivalent grids always go together. The
//! draw depends on the seed and the class alone, so a corpus may be split piece by piece, and a
//! puzzle that is added later joins its class. The sizes of the parts are random in the same way:
//! of `n` classes, a part with share `p` gets about `n·p`, give or take `√(n·p·(1−p))`.

use std::sync::Arc;

use super::searcher::Searcher;
use crate::corpus::{canon::class_key, random::RecordRng};
use crate::{
    Engine, Grid, Limits, StopReason,
    format::{Row, Writer},
    named::named,
    pipeline::{ChunkOutput, ChunkProcessor, ChunkRef, DiagnosticKind, Error},
};

/// What must not be shared between parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum By {
    /// The class of the solution, and with it that of the puzzle.
    #[default]
    Solution,
    /// The class of the puzzle.
    Puzzle,
}

named!(By { Solution = "solution", Puzzle = "puzzle" });

/// Which part each class draws.
#[derive(Clone, Debug)]
pub struct Draw {
    seed: u64,
    /// Where each part but the last ends in the range 0 to 1.
    ends: Vec<f64>,
}

/// Shares that are no shares.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("the shares must be positive and leave some for the last part: their sum is {0}")]
pub struct BadShares(f64);

impl Draw {
    /// Parts with these shares, and a last part with the rest.
    ///
    /// ```
    /// use batchdoku::{Grid, jobs::Draw};
    /// let draw = Draw::new(1, &[0.9])?;
    /// assert!(draw.part(&Grid::EMPTY) < 2);
    /// assert!(Draw::new(1, &[0.9, 0.2]).is_err());
    /// # Ok::<(), batchdoku::jobs::BadShares>(())
    /// ```
    ///
    /// # Errors
    /// If a share is not positive, or none is left.
    pub fn new(seed: u64, shares: &[f64]) -> Result<Self, BadShares> {
        let mut end = 0.0;
        let mut ends = Vec::new();
        for &share in shares {
            end += share;
            ends.push(end);
            if share.is_nan() || share <= 0.0 || end >= 1.0 {
                return Err(BadShares(shares.iter().sum()));
            }
        }
        Ok(Self { seed, ends })
    }

    /// The part of the class of `grid`.
    pub fn part(&self, grid: &Grid) -> usize {
        let mut key = [0; 32];
        key[..16].copy_from_slice(&class_key(grid).to_le_bytes());
        key[16..24].copy_from_slice(&self.seed.to_le_bytes());
        let drawn = RecordRng::from_key(key).fraction();
        self.ends.iter().take_while(|&&end| drawn >= end).count()
    }
}

/// Copies each record to the output of its part. Records without a class, which are those that
/// are no puzzle and, by solution, those without exactly one, are reported and go nowhere.
pub struct SplitWorker<'a> {
    by: By,
    draw: &'a Draw,
    limits: Limits<'a>,
    searcher: Searcher,
    writer: Arc<dyn Writer>,
}

impl<'a> SplitWorker<'a> {
    /// A worker with an engine of its own, to find solutions with.
    pub fn new(
        by: By,
        draw: &'a Draw,
        engine: Box<dyn Engine>,
        limits: Limits<'a>,
        writer: Arc<dyn Writer>,
    ) -> Self {
        let limits = Limits { solutions: 2, ..limits };
        Self { by, draw, limits, searcher: Searcher::new(engine), writer }
    }
}

impl ChunkProcessor for SplitWorker<'_> {
    fn process(
        &mut self,
        piece: &ChunkRef<'_>,
        emit: &mut ChunkOutput<'_, '_>,
    ) -> Result<(), Error> {
        let Self { by, draw, limits, searcher, writer } = self;
        let by = *by;
        searcher.search(piece, limits)?;
        let has_class = |outcome: &crate::Outcome| match (by, outcome.end, outcome.solutions) {
            (_, StopReason::Malformed, _) => Err(DiagnosticKind::BadRecord),
            (By::Puzzle, ..) | (_, StopReason::Complete, 1) => Ok(()),
            (_, StopReason::Complete, 0) => Err(DiagnosticKind::NoSolution),
            (_, StopReason::Complete | StopReason::SolutionLimit, _) => {
                Err(DiagnosticKind::Multiple)
            }
            (_, StopReason::NodeLimit, _) => Err(DiagnosticKind::Budget),
            _ => Err(DiagnosticKind::Interrupted),
        };
        searcher.report(piece, has_class, &mut emit.report);
        for row in searcher.records.rows(piece.bytes) {
            let Row::Puzzle { record, row, puzzle } = row else { continue };
            if has_class(&searcher.outcomes[puzzle]).is_err() {
                continue;
            }
            let grid = match by {
                By::Solution => Grid::parse(searcher.answers.field(row, 0)),
                By::Puzzle => record.grid(piece.reader),
            };
            if let Ok(grid) = grid {
                writer.row(record, &[], &mut emit.out[draw.part(&grid)]);
            }
        }
        Ok(())
    }
}
