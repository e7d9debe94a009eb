//! What puzzles are asked for, and whether there can be any.

use std::ops::RangeInclusive;

use crate::{
    corpus::symmetry::Symmetry,
    grid::{COLUMN, Cell, CellSet, Grid, GridError, ROW},
};

/// The fewest clues with which a puzzle can have exactly one solution: McGuire, Tugemann and
/// Civario, "There is no 16-clue sudoku" (2012).
pub const FEWEST_CLUES: u8 = 17;

/// The most clues that a minimal puzzle is known to have.
pub const MOST_MINIMAL_CLUES: u8 = 40;

/// What every puzzle of a corpus must be.
#[derive(Clone)]
pub struct GenerateOptions<'a> {
    /// How many clues it may have.
    ///
    /// Unless [`Self::minimal`] is set, each try aims at a number drawn uniformly from the range,
    /// but takes any within it: often no more clues can go long before there are so few.
    pub clues: RangeInclusive<u8>,
    /// Whether it must be minimal: without any one of its clues it has several solutions.
    pub minimal: bool,
    /// The symmetry of the cells that hold clues.
    pub symmetry: Symmetry,
    /// The cells that may hold clues.
    pub pattern: CellSet,
    /// What else it must fulfil, such as a level of difficulty. Must depend on the puzzle alone.
    pub accept: Option<&'a (dyn Fn(&Grid) -> bool + Sync)>,
    /// How many grids to try for one puzzle before giving up.
    pub max_tries: u32,
}

impl Default for GenerateOptions<'_> {
    /// Minimal puzzles with any number of clues anywhere.
    fn default() -> Self {
        Self {
            clues: FEWEST_CLUES..=81,
            minimal: true,
            symmetry: Symmetry::None,
            pattern: CellSet::ALL,
            accept: None,
            max_tries: 100_000,
        }
    }
}

/// Reads a pattern: 81 cells, row by row, of which `. 0 - _` may not hold clues and `1`–`9` and
/// `x X * #` may. White space is skipped, so that a pattern can be drawn in nine lines.
///
/// ```
/// use batchdoku::corpus::generate::read_pattern;
/// let pattern = read_pattern("x.......x\n".repeat(9).as_bytes())?;
/// assert_eq!(pattern.len(), 18);
/// # Ok::<(), batchdoku::GridError>(())
/// ```
///
/// # Errors
/// The first byte that is none of these, or the wrong number of them.
pub fn read_pattern(text: &[u8]) -> Result<CellSet, GridError> {
    let mut pattern = CellSet::EMPTY;
    let mut cells = 0;
    for (place, &byte) in text.iter().enumerate() {
        let may = match byte {
            byte if byte.is_ascii_whitespace() => continue,
            b'.' | b'0' | b'-' | b'_' => false,
            b'1'..=b'9' | b'x' | b'X' | b'*' | b'#' => true,
            _ => return Err(GridError::BadCharacter { column: place + 1, byte }),
        };
        if may && cells < 81 {
            pattern.insert(Cell::from_index(cells));
        }
        cells += 1;
    }
    match cells {
        81 => Ok(pattern),
        n if n < 81 => Err(GridError::TooShort(n)),
        n => Err(GridError::TooLong(n)),
    }
}

/// Why there can be no such puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// The range of clues is empty or beyond the 81 cells.
    #[error("no number of clues is in {0}..{1}: a grid has 81 cells")]
    NoNumber(u8, u8),
    /// Fewer clues than a puzzle needs.
    #[error(
        "no puzzle with {0} clues has exactly one solution: it takes {FEWEST_CLUES} (McGuire, Tugemann and Civario 2012)"
    )]
    TooFewClues(u8),
    /// More clues than any known minimal puzzle.
    #[error("no minimal puzzle with {0} clues or more is known: the most is {MOST_MINIMAL_CLUES}")]
    TooManyForMinimal(u8),
    /// The pattern has too few cells.
    #[error("the pattern leaves {cells} cells for clues{}, too few for {clues} clues", symmetric(.symmetry))]
    SmallPattern {
        /// Cells that may hold clues, given the symmetry.
        cells: u8,
        /// The fewest clues asked for.
        clues: u8,
        /// The symmetry asked for.
        symmetry: Symmetry,
    },
    /// Swapping the two lines in a solution gives another one.
    #[error(
        "the pattern leaves {line}s {first} and {second} without clues, which can be swapped in any solution"
    )]
    EmptyLines {
        /// `row` or `column`.
        line: &'static str,
        /// The first line, from 1.
        first: u8,
        /// The second line of the same band or stack, from 1.
        second: u8,
    },
    /// The symmetry allows other numbers of clues only.
    #[error("no number of clues in {0}..{1} has the symmetry {2}")]
    NotSymmetric(u8, u8, Symmetry),
}

fn symmetric(symmetry: &Symmetry) -> String {
    match symmetry {
        Symmetry::None => String::new(),
        other => format!(" (with the symmetry {other})"),
    }
}

/// Options that have been checked, in the form that the search needs.
pub(super) struct Plan {
    /// The cells that are clues together or not at all: first those that may not be.
    pub(super) orbits: Vec<CellSet>,
    /// How many cells each orbit has.
    pub(super) sizes: Vec<u8>,
    /// How many of `orbits` may not be clues.
    pub(super) barred: usize,
    /// Numbers of clues to aim at.
    pub(super) targets: Vec<u8>,
    /// Numbers of clues to take.
    pub(super) clues: RangeInclusive<u8>,
    /// See [`GenerateOptions::minimal`].
    pub(super) minimal: bool,
}

impl Plan {
    /// Checks the options.
    ///
    /// # Errors
    /// If no puzzle fulfils them.
    pub(super) fn new(options: &GenerateOptions<'_>) -> Result<Self, GenerateError> {
        let (from, to) = (*options.clues.start(), *options.clues.end());
        if from > to || to > 81 {
            return Err(GenerateError::NoNumber(from, to));
        }
        if to < FEWEST_CLUES {
            return Err(GenerateError::TooFewClues(to));
        }
        let from = from.max(FEWEST_CLUES);
        if options.minimal && from > MOST_MINIMAL_CLUES {
            return Err(GenerateError::TooManyForMinimal(from));
        }
        let mut orbits = options.symmetry.orbits();
        orbits.sort_by_key(|&orbit| (orbit & !options.pattern).is_empty());
        let barred = orbits.partition_point(|&orbit| !(orbit & !options.pattern).is_empty());
        let allowed = &orbits[barred..];
        let cells = allowed.iter().fold(CellSet::EMPTY, |set, &orbit| set | orbit);
        let count = cells.len() as u8;
        if count < from {
            let symmetry = options.symmetry;
            return Err(GenerateError::SmallPattern { cells: count, clues: from, symmetry });
        }
        check_lines(cells)?;
        let reachable = allowed.iter().fold(1u128, |sums, orbit| sums | sums << orbit.len());
        let targets: Vec<u8> = (from..=to).filter(|clues| reachable >> clues & 1 == 1).collect();
        if targets.is_empty() {
            return Err(GenerateError::NotSymmetric(from, to, options.symmetry));
        }
        // A minimal puzzle is what is left when nothing more can go.
        let targets = if options.minimal { vec![0] } else { targets };
        let sizes = orbits.iter().map(|orbit| orbit.len() as u8).collect();
        Ok(Self { orbits, sizes, barred, targets, clues: from..=to, minimal: options.minimal })
    }
}

/// Refuses patterns that leave two lines of a band or stack without clues.
fn check_lines(cells: CellSet) -> Result<(), GenerateError> {
    for (line, of) in [("row", &ROW), ("column", &COLUMN)] {
        let used = cells.into_iter().fold(0u16, |used, cell| used | 1 << of[cell.index()]);
        for first in 0..9u8 {
            let in_band = first + 1..(first / 3 + 1) * 3;
            if let Some(second) =
                in_band.into_iter().find(|second| used & (1 << first | 1 << second) == 0)
            {
                return Err(GenerateError::EmptyLines {
                    line,
                    first: first + 1,
                    second: second + 1,
                });
            }
        }
    }
    Ok(())
}
