//! One chunk of a batch: rows to engine calls, outcomes back to rows.

use std::fmt;

use super::{BatchError, PuzzleRows};
use crate::{
    engine::{Engine, PuzzleBatch},
    search::{Limits, Outcome, StopReason},
};

/// The cells of a grid, and with them the bytes of a row.
pub(super) const CELLS: usize = 81;

/// The greatest distance from the start of an engine's buffer at which a row may start, in bytes:
/// engines address their buffers by `u32`.
const FARTHEST: usize = u32::MAX as usize - CELLS;

/// How solutions are written.
#[derive(Clone, Copy)]
pub(super) struct Style {
    /// The distance between the starts of two rows, in bytes.
    pub(super) stride: usize,
    /// Whether cells are the numbers 0-9 instead of characters.
    pub(super) raw: bool,
    /// What stands in the cells of a row without a solution.
    pub(super) fill: u8,
    /// Whether only solutions that are the only one are written.
    pub(super) unique: bool,
}

/// An engine with the buffers for one chunk.
pub(super) struct Worker {
    engine: Box<dyn Engine>,
    /// The puzzles as text, if they are raw cells in the caller's buffer.
    text: Vec<u8>,
    /// Where each puzzle of an engine call starts in its input.
    puzzles: Vec<u32>,
    /// Where its solution starts in the output of the call.
    slots: Vec<u32>,
    /// Its row in the chunk.
    rows: Vec<u32>,
    found: Vec<Outcome>,
}

impl fmt::Debug for Worker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Worker").field("engine", &self.engine.name()).finish_non_exhaustive()
    }
}

impl Worker {
    pub(super) fn new(engine: Box<dyn Engine>) -> Self {
        let (puzzles, slots, rows) = (Vec::new(), Vec::new(), Vec::new());
        Self { engine, text: Vec::new(), puzzles, slots, rows, found: Vec::new() }
    }

    /// Solves the rows from `first` on, one per outcome.
    pub(super) fn solve(
        &mut self,
        puzzles: &PuzzleRows<'_>,
        first: usize,
        style: Style,
        output: &mut [u8],
        outcomes: &mut [Outcome],
        limits: &Limits<'_>,
    ) -> Result<(), BatchError> {
        let mut from = 0;
        while from < outcomes.len() {
            let rows = first + from..first + outcomes.len();
            let (output, outcomes) = (&mut output[from * style.stride..], &mut outcomes[from..]);
            let (input, count) = self.gather(puzzles, rows, style, output, outcomes);
            self.search(input, output, limits);
            self.distribute(first + from, style, output, outcomes)?;
            from += count;
        }
        Ok(())
    }

    /// Lists the puzzles of `rows` for the engine, up to the first that is too far from the others
    /// to be addressed with them; usually that is all of them. Finishes the rows that do not have
    /// 81 bytes. Returns the buffer that the list refers to, `None` for `self.text`, and the number
    /// of rows done.
    fn gather<'a>(
        &mut self,
        puzzles: &PuzzleRows<'a>,
        rows: std::ops::Range<usize>,
        style: Style,
        output: &mut [u8],
        outcomes: &mut [Outcome],
    ) -> (Option<&'a [u8]>, usize) {
        self.text.clear();
        self.puzzles.clear();
        self.slots.clear();
        self.rows.clear();
        let mut base = None;
        let mut count = 0;
        for row in rows {
            let slot = count * style.stride;
            if slot > FARTHEST {
                break;
            }
            if let Some(start) = puzzles.start(row) {
                if puzzles.raw {
                    self.puzzles.push(self.text.len() as u32);
                    let cells = &puzzles.bytes[start..start + CELLS];
                    self.text.extend(cells.iter().map(|&cell| to_text(cell)));
                } else {
                    let distance = start.checked_sub(*base.get_or_insert(start));
                    let Some(distance) = distance.filter(|&far| far <= FARTHEST) else { break };
                    self.puzzles.push(distance as u32);
                }
                self.slots.push(slot as u32);
                self.rows.push(count as u32);
            } else {
                output[slot..slot + CELLS].fill(style.fill);
                outcomes[count] = Outcome { end: StopReason::Malformed, ..Outcome::default() };
            }
            count += 1;
        }
        let input = (!puzzles.raw).then(|| &puzzles.bytes[base.unwrap_or(0)..]);
        (input, count)
    }

    /// Searches the listed puzzles.
    fn search(&mut self, input: Option<&[u8]>, output: &mut [u8], limits: &Limits<'_>) {
        let Self { engine, text, puzzles, slots, found, .. } = self;
        found.clear();
        found.resize(puzzles.len(), Outcome::default());
        let batch = PuzzleBatch {
            input: input.unwrap_or(text),
            puzzles,
            output,
            solutions: slots,
            outcomes: found,
        };
        engine.solve_batch(batch, limits);
    }

    /// Brings the outcomes to their rows, and gives each row of the output its final form.
    fn distribute(
        &self,
        first: usize,
        style: Style,
        output: &mut [u8],
        outcomes: &mut [Outcome],
    ) -> Result<(), BatchError> {
        for (&outcome, &row) in self.found.iter().zip(&self.rows) {
            let row = row as usize;
            outcomes[row] = outcome;
            let solution = &mut output[row * style.stride..][..CELLS];
            let is_written = match outcome.end {
                StopReason::EngineBug => {
                    let (engine, row) = (self.engine.name(), first + row);
                    return Err(BatchError::EngineBug { engine, row });
                }
                StopReason::Complete | StopReason::SolutionLimit => {
                    outcome.solutions == 1 || outcome.solutions > 1 && !style.unique
                }
                _ => false,
            };
            if !is_written {
                solution.fill(style.fill);
            } else if style.raw {
                solution.iter_mut().for_each(|cell| *cell -= b'0');
            }
        }
        Ok(())
    }
}

/// A raw cell as a character: not a cell either if it is greater than 9.
fn to_text(cell: u8) -> u8 {
    if cell <= 9 { cell + b'0' } else { b'!' }
}
