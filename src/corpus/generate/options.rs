//! The conditions that generated puzzles must meet, and whether any puzzle can.

use std::{fmt, ops::RangeInclusive};

use crate::{
    corpus::symmetry::Symmetry,
    grid::{COLUMN, Cell, CellSet, Grid, GridError, ROW},
    numbers::thousands,
};

/// The fewest clues of a puzzle with exactly one solution (McGuire, Tugemann and Civario, "There is
/// no 16-clue sudoku", 2012).
pub const FEWEST_CLUES: u8 = 17;

/// The most clues of any known minimal puzzle.
pub const MOST_MINIMAL_CLUES: u8 = 40;

/// How many tries one puzzle with at most this many clues takes: two of 6 million minimal puzzles had
/// 19 clues; the others are extrapolated from 19, 20 and 21.
const TRIES_FOR_FEW_CLUES: [(u8, u64); 3] =
    [(17, 30_000_000_000), (18, 300_000_000), (19, 3_000_000)];

/// How many tries one minimal puzzle with at least this many clues takes: two of 6 million had 31
/// clues; 32 is extrapolated from 29, 30 and 31, and more clues take even more tries.
const TRIES_FOR_MANY_CLUES: [(u8, u64); 2] = [(32, 70_000_000), (31, 3_000_000)];

/// Options are out of reach if a puzzle takes this many times the tries allowed.
const OUT_OF_REACH: u64 = 20;

/// The conditions that every puzzle must meet. By default: minimal puzzles with any number of clues
/// in any cells.
///
/// ```
/// use batchdoku::corpus::{generate::GenerateOptions, symmetry::Symmetry};
/// let options = GenerateOptions::new().clues(24..=30).symmetry(Symmetry::Rot180).max_tries(1000);
/// # let _ = options;
/// ```
#[derive(Clone)]
#[must_use]
pub struct GenerateOptions<'a> {
    pub(crate) clues: RangeInclusive<u8>,
    pub(crate) minimal: bool,
    pub(crate) symmetry: Symmetry,
    pub(crate) pattern: CellSet,
    pub(crate) accept: Option<&'a (dyn Fn(&Grid) -> bool + Sync)>,
    pub(crate) max_tries: u32,
}

impl<'a> GenerateOptions<'a> {
    /// The most tries for one puzzle unless [another number](Self::max_tries) is set.
    pub const MAX_TRIES: u32 = 100_000;

    /// Minimal puzzles with any number of clues in any cells.
    pub fn new() -> Self {
        Self {
            clues: FEWEST_CLUES..=81,
            minimal: true,
            symmetry: Symmetry::None,
            pattern: CellSet::ALL,
            accept: None,
            max_tries: Self::MAX_TRIES,
        }
    }

    /// The allowed numbers of clues.
    ///
    /// Unless puzzles must be [minimal](Self::minimal), each try aims at a number drawn uniformly
    /// from the range, but accepts any within it: often no more clues can be removed long before the
    /// target.
    pub fn clues(self, clues: RangeInclusive<u8>) -> Self {
        Self { clues, ..self }
    }

    /// Whether puzzles must be minimal: with any clue removed, there are multiple solutions. They
    /// must by default.
    pub fn minimal(self, minimal: bool) -> Self {
        Self { minimal, ..self }
    }

    /// The symmetry of the cells that hold clues.
    pub fn symmetry(self, symmetry: Symmetry) -> Self {
        Self { symmetry, ..self }
    }

    /// The cells that may hold clues.
    pub fn pattern(self, pattern: CellSet) -> Self {
        Self { pattern, ..self }
    }

    /// A further condition, such as a level of difficulty. It must depend only on the puzzle.
    pub fn accept(self, accept: &'a (dyn Fn(&Grid) -> bool + Sync)) -> Self {
        Self { accept: Some(accept), ..self }
    }

    /// The most tries for one puzzle, by default [`Self::MAX_TRIES`].
    pub fn max_tries(self, tries: u32) -> Self {
        Self { max_tries: tries, ..self }
    }
}

impl std::fmt::Debug for GenerateOptions<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GenerateOptions")
            .field("clues", &self.clues)
            .field("minimal", &self.minimal)
            .field("symmetry", &self.symmetry)
            .field("pattern", &self.pattern)
            .field("accept", &self.accept.is_some())
            .field("max_tries", &self.max_tries)
            .finish()
    }
}

impl Default for GenerateOptions<'_> {
    fn default() -> Self {
        Self::new()
    }
}

/// Parses a pattern: 81 cells, row by row. `1`–`9` and `x X * #` mark cells that may hold clues, `.
/// 0 - _` those that may not. White space is skipped, so a pattern can be drawn in nine lines.
///
/// ```
/// use batchdoku::corpus::generate::read_pattern;
/// let pattern = read_pattern("x.......x\n".repeat(9).as_bytes())?;
/// assert_eq!(pattern.len(), 18);
/// # Ok::<(), batchdoku::GridError>(())
/// ```
///
/// # Errors
/// The first byte that is none of these, or the wrong number of cells.
pub fn read_pattern(text: &[u8]) -> Result<CellSet, GridError> {
    let mut pattern = CellSet::EMPTY;
    let mut cells = 0;
    for (position, &byte) in text.iter().enumerate() {
        let may = match byte {
            byte if byte.is_ascii_whitespace() => continue,
            b'.' | b'0' | b'-' | b'_' => false,
            b'1'..=b'9' | b'x' | b'X' | b'*' | b'#' => true,
            _ => return Err(GridError::BadCharacter { column: position + 1, byte }),
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

/// Why no puzzle can meet the options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// The range of clues is empty or exceeds the 81 cells.
    #[error("empty range of clues: {0}..{1} (a grid has 81 cells)")]
    NoNumber(u8, u8),
    /// Fewer clues than any puzzle with one solution.
    #[error(
        "no puzzle with {0} clues has exactly one solution: it takes {FEWEST_CLUES} (McGuire, Tugemann and Civario 2012)"
    )]
    TooFewClues(u8),
    /// More clues than any known minimal puzzle.
    #[error(
        "no minimal puzzle with {0} or more clues is known: the maximum is {MOST_MINIMAL_CLUES}"
    )]
    TooManyForMinimal(u8),
    /// The pattern has too few cells.
    #[error("the pattern leaves {cells} cells for clues{}, too few for {clues} clues", symmetric(.symmetry))]
    SmallPattern {
        /// Cells that may hold clues, given the symmetry.
        cells: u8,
        /// The fewest clues allowed.
        clues: u8,
        /// The symmetry required.
        symmetry: Symmetry,
    },
    /// Swapping two lines of any solution gives another solution.
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
    /// A puzzle takes far more tries than [`GenerateOptions::max_tries`] allows.
    #[error(
        "puzzles with {clues} clues are too rare: one takes about {} tries, and {} are allowed; allow \
         more, or take equivalents of known puzzles", thousands(*needed), thousands((*allowed).into())
    )]
    OutOfReach {
        /// The bound on the clues, such as `at most 17`.
        clues: ClueBound,
        /// About how many tries one puzzle takes.
        needed: u64,
        /// The tries allowed.
        allowed: u32,
    },
    /// The symmetry only allows other numbers of clues.
    #[error("no number of clues in {0}..{1} has the symmetry {2}")]
    NotSymmetric(u8, u8, Symmetry),
}

fn symmetric(symmetry: &Symmetry) -> String {
    match symmetry {
        Symmetry::None => String::new(),
        other => format!(" (with the symmetry {other})"),
    }
}

/// A bound on the number of clues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClueBound {
    /// No more than this.
    AtMost(u8),
    /// No fewer than this.
    AtLeast(u8),
}

impl fmt::Display for ClueBound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtMost(clues) => write!(f, "at most {clues}"),
            Self::AtLeast(clues) => write!(f, "at least {clues}"),
        }
    }
}

/// Rejects ranges of clues in which a puzzle takes far more tries than are allowed.
fn check_reach(options: &GenerateOptions<'_>) -> Result<(), GenerateError> {
    let (from, to) = (*options.clues.start(), *options.clues.end());
    let few = TRIES_FOR_FEW_CLUES
        .into_iter()
        .find(|&(clues, _)| to <= clues)
        .map(|(clues, tries)| (ClueBound::AtMost(clues), tries));
    let many = TRIES_FOR_MANY_CLUES
        .into_iter()
        .find(|&(clues, _)| options.minimal && from >= clues)
        .map(|(clues, tries)| (ClueBound::AtLeast(clues), tries));
    let allowed = options.max_tries;
    match few.or(many) {
        Some((clues, needed)) if needed / OUT_OF_REACH > allowed.into() => {
            Err(GenerateError::OutOfReach { clues, needed, allowed })
        }
        _ => Ok(()),
    }
}

/// Checked options in the form that the search needs.
pub(super) struct Plan {
    /// The sets of cells that are clues together or not at all, starting with the barred ones.
    pub(super) orbits: Vec<CellSet>,
    /// The number of cells in each orbit.
    pub(super) sizes: Vec<u8>,
    /// How many of `orbits` must not be clues.
    pub(super) barred: usize,
    /// The numbers of clues to aim at.
    pub(super) targets: Vec<u8>,
    /// The numbers of clues to accept.
    pub(super) clues: RangeInclusive<u8>,
    /// See [`GenerateOptions::minimal`].
    pub(super) minimal: bool,
}

impl Plan {
    /// Checks the options.
    ///
    /// # Errors
    /// If no puzzle meets them.
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
        check_reach(options)?;
        let reachable = allowed.iter().fold(1u128, |sums, orbit| sums | sums << orbit.len());
        let targets: Vec<u8> = (from..=to).filter(|clues| reachable >> clues & 1 == 1).collect();
        if targets.is_empty() {
            return Err(GenerateError::NotSymmetric(from, to, options.symmetry));
        }
        // A minimal puzzle is reached when nothing more can be removed.
        let targets = if options.minimal { vec![0] } else { targets };
        let sizes = orbits.iter().map(|orbit| orbit.len() as u8).collect();
        Ok(Self { orbits, sizes, barred, targets, clues: from..=to, minimal: options.minimal })
    }
}

/// Rejects patterns that leave two lines of a band or stack without clues.
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
