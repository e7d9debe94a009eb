//! The conditions that generated puzzles must meet, and whether any puzzle can.

use std::{collections::BTreeMap, fmt, ops::RangeInclusive};

use serde::{Serialize, Serializer};

use super::controlled::MOST_CLUES;
use crate::{
    explain::{ConditionError, Er, ErLimits, TechniqueConditions},
    rate::Difficulty,
    symmetry::Symmetry,
};
use batchdoku_base::{Hint, counted, thousands};
use batchdoku_engine::grid::{COLUMN, CellSet, Grid, ROW};

/// The minimum number of clues of a puzzle with exactly one solution (McGuire, Tugemann and Civario, "There is no
/// 16-clue sudoku", 2012).
const FEWEST_CLUES: u8 = 17;

/// The maximum number of clues of any known minimal puzzle.
const MOST_MINIMAL_CLUES: u8 = 40;

/// The approximate number of tries per puzzle, for few clues or a minimal puzzle with many clues. Of 6 million minimal
/// puzzles, two had 19 clues and two had 31. The other values are extrapolated from 19, 20 and 21, and from 29, 30 and
/// 31 clues. More than 32 clues take even more tries.
const RARE: [(RangeInclusive<u8>, u64); 5] = [
    (0..=17, 30_000_000_000),
    (0..=18, 300_000_000),
    (0..=19, 3_000_000),
    (32..=81, 70_000_000),
    (31..=81, 3_000_000),
];

/// Options are refused if a puzzle needs more than this many times the tries allowed.
const OUT_OF_REACH: u64 = 20;

/// The conditions that every puzzle must meet. By default: minimal puzzles with any number of clues
/// in any cells.
///
/// ```
/// use batchdoku::corpus::{generate::GenerateOptions, symmetry::Symmetry};
/// let options = GenerateOptions::new().clues(24..=30).symmetry(Symmetry::Rot180).max_tries(1000);
/// # let _ = options;
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct GenerateOptions<'a> {
    pub(crate) clues: RangeInclusive<u8>,
    pub(crate) minimal: bool,
    pub(crate) symmetry: Symmetry,
    pub(crate) pattern: CellSet,
    pub(crate) accept: Accept<'a>,
    pub(crate) max_tries: u32,
    pub(crate) controlled_bias: bool,
    pub(crate) weights: bool,
    /// The ranges that ratings must be in, if any.
    pub(crate) ratings: Option<ErLimits>,
    /// The conditions on the techniques of the path, if any.
    pub(crate) techniques: Option<TechniqueConditions>,
}

impl<'a> GenerateOptions<'a> {
    /// The minimum number of clues of a puzzle with exactly one solution.
    pub const FEWEST_CLUES: u8 = FEWEST_CLUES;

    /// The maximum number of clues of any known minimal puzzle.
    pub const MOST_MINIMAL_CLUES: u8 = MOST_MINIMAL_CLUES;

    /// The maximum number of tries per puzzle, unless [another number](Self::max_tries) is set.
    pub const MAX_TRIES: u32 = 100_000;

    /// Creates options for minimal puzzles with any number of clues in any cells.
    pub fn new() -> Self {
        Self {
            clues: FEWEST_CLUES..=81,
            minimal: true,
            symmetry: Symmetry::None,
            pattern: CellSet::ALL,
            accept: Accept(None),
            max_tries: Self::MAX_TRIES,
            controlled_bias: false,
            weights: false,
            ratings: None,
            techniques: None,
        }
    }

    /// Allows these numbers of clues.
    ///
    /// Unless puzzles must be [minimal](Self::minimal), each try aims at a number drawn uniformly from the range, but
    /// accepts any number within it, because often no more clues can be removed long before the target.
    pub fn clues(self, clues: RangeInclusive<u8>) -> Self {
        Self { clues, ..self }
    }

    /// If `minimal`, which is the default, requires that removing any clue leads to several solutions.
    pub fn minimal(self, minimal: bool) -> Self {
        Self { minimal, ..self }
    }

    /// Sets the symmetry of the cells that hold clues.
    pub fn symmetry(self, symmetry: Symmetry) -> Self {
        Self { symmetry, ..self }
    }

    /// Sets the cells that may hold clues.
    pub fn pattern(self, pattern: CellSet) -> Self {
        Self { pattern, ..self }
    }

    /// Sets a further condition, such as a level of difficulty. It must depend only on the puzzle.
    pub fn accept(self, accept: &'a (dyn Fn(&Grid) -> bool + Sync)) -> Self {
        Self { accept: Accept(Some(accept)), ..self }
    }

    /// Returns whether a puzzle meets the [further condition](Self::accept); true if there is none.
    pub fn accepts(&self, puzzle: &Grid) -> bool {
        self.accept.0.is_none_or(|accept| accept(puzzle))
    }

    /// Sets the maximum number of tries per puzzle; the default is [`Self::MAX_TRIES`].
    pub fn max_tries(self, tries: u32) -> Self {
        Self { max_tries: tries, ..self }
    }

    /// Returns the maximum number of tries per puzzle.
    pub fn tries(&self) -> u32 {
        self.max_tries
    }

    /// Makes all minimal puzzles with the same number of clues equally likely (Berthier, "Unbiased statistics of a CSP:
    /// a controlled-bias generator", 2009). A puzzle then takes about 0.2 seconds: see [the bias](super#bias).
    pub fn controlled_bias(self, controlled: bool) -> Self {
        Self { controlled_bias: controlled, ..self }
    }

    /// Sets the range of ER, the [rating of Sudoku Explainer](crate::explain::ErRating), in steps of 0.1. From 8.0 on,
    /// a try with a slightly easier puzzle exchanges clues of it, unless weights or controlled bias are set.
    pub fn er(self, range: RangeInclusive<f64>) -> Self {
        self.rated(|ratings| ratings.er = Er::range(range))
    }

    /// Sets the range of EP, the rating of the hardest step up to the first digit placed.
    pub fn ep(self, range: RangeInclusive<f64>) -> Self {
        self.rated(|ratings| ratings.ep = Er::range(range))
    }

    /// Sets the range of ED, the rating of the first step.
    pub fn ed(self, range: RangeInclusive<f64>) -> Self {
        self.rated(|ratings| ratings.ed = Er::range(range))
    }

    /// Sets conditions on the techniques that puzzles need, have on their path, or do without.
    pub fn techniques(self, techniques: TechniqueConditions) -> Self {
        Self { techniques: Some(techniques), ..self }
    }

    /// Returns the conditions on techniques, if there are any.
    pub fn techniques_asked(&self) -> Option<&TechniqueConditions> {
        self.techniques.as_ref()
    }

    /// Checks that puzzles of one of `levels` may meet the conditions on techniques and ratings; an empty list allows
    /// all levels.
    ///
    /// # Errors
    /// If all are easier or harder.
    pub fn check_levels(&self, levels: &[Difficulty]) -> Result<(), GenerateError> {
        self.techniques.iter().try_for_each(|techniques| techniques.check_levels(levels))?;
        self.ratings.iter().try_for_each(|ratings| ratings.check_levels(levels))?;
        Ok(())
    }

    fn rated(mut self, set: impl FnOnce(&mut ErLimits)) -> Self {
        set(self.ratings.get_or_insert_default());
        self
    }

    /// Computes the [weight](super::GeneratedPuzzle::weight) of each puzzle.
    pub fn weights(self, weights: bool) -> Self {
        Self { weights, ..self }
    }
}

/// A further condition. `Debug` shows only whether it exists.
#[derive(Clone, Copy)]
pub(crate) struct Accept<'a>(Option<&'a (dyn Fn(&Grid) -> bool + Sync)>);

impl fmt::Debug for Accept<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0.is_some(), f)
    }
}

/// Serialises the options under the names and with the values that the program uses; null for options that are not
/// given.
impl Serialize for GenerateOptions<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Options {
            clues: Option<String>,
            minimal: bool,
            /// True for puzzles that need not be minimal, where the default is minimal puzzles.
            #[serde(skip_serializing_if = "std::ops::Not::not")]
            any: bool,
            symmetry: &'static str,
            pattern: Option<String>,
            controlled_bias: bool,
            er: Option<String>,
            ep: Option<String>,
            ed: Option<String>,
            #[serde(flatten)]
            techniques: BTreeMap<&'static str, Option<String>>,
            max_tries: u32,
            #[serde(skip_serializing_if = "std::ops::Not::not")]
            accept: bool,
        }
        let Self { clues, minimal, symmetry, pattern, accept, max_tries, .. } = self;
        let Self { controlled_bias, ratings, techniques, weights: _, .. } = self;
        let any_clues = FEWEST_CLUES..=81;
        // Puzzles are minimal by default if no number of clues is given, and always with controlled bias.
        let is_implied = *clues == any_clues || *controlled_bias;
        let any = ErLimits::default();
        let ratings = ratings.as_ref().unwrap_or(&any);
        let all_cells = CellSet::ALL.into_iter();
        let pattern_text =
            all_cells.map(|cell| if pattern.contains(cell) { 'x' } else { '.' }).collect();
        Options {
            clues: (*clues != any_clues).then(|| format!("{}..{}", clues.start(), clues.end())),
            minimal: *minimal && !is_implied,
            any: !*minimal && is_implied,
            symmetry: symmetry.name(),
            pattern: (*pattern != CellSet::ALL).then_some(pattern_text),
            controlled_bias: *controlled_bias,
            er: limited(&ratings.er, &any.er),
            ep: limited(&ratings.ep, &any.ep),
            ed: limited(&ratings.ed, &any.ed),
            techniques: TechniqueConditions::described(techniques.as_ref()),
            max_tries: *max_tries,
            accept: accept.0.is_some(),
        }
        .serialize(serializer)
    }
}

/// Returns a range of ratings as text; `None` if it is `any`, the range of all ratings.
fn limited(range: &RangeInclusive<Er>, any: &RangeInclusive<Er>) -> Option<String> {
    (range != any).then(|| format!("{}..{}", range.start(), range.end()))
}

impl Default for GenerateOptions<'_> {
    fn default() -> Self {
        Self::new()
    }
}

/// The reason that no puzzle can meet the options, or that the generator ended early.
///
/// ```
/// use batchdoku::corpus::generate::{GenerateError, GenerateOptions, Generator};
/// let error = Generator::new(GenerateOptions::new().clues(0..=16), 1).err();
/// assert_eq!(error, Some(GenerateError::TooFewClues(16)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// The range of clues is empty or exceeds the 81 cells.
    #[error("empty range of clues: {0}..{1} (a grid has 81 cells)")]
    NoNumber(u8, u8),
    /// The range has fewer clues than any puzzle with one solution.
    #[error(
        "no puzzle with {0} clues has exactly one solution: it takes {FEWEST_CLUES} (McGuire, Tugemann and Civario 2012)"
    )]
    TooFewClues(u8),
    /// The range has more clues than any known minimal puzzle.
    #[error(
        "no minimal puzzle with {0} or more clues is known: the maximum is {MOST_MINIMAL_CLUES}"
    )]
    TooManyForMinimal(u8),
    /// The range has more clues than controlled bias can produce.
    #[error(
        "with controlled bias there are no puzzles with {0} or more clues: the maximum is {MOST_CLUES}"
    )]
    TooManyForBias(u8),
    /// The pattern has too few cells.
    #[error("the pattern leaves {} for clues{}, too few for {}", counted((*cells).into(), "cell"), symmetric(.symmetry), counted((*clues).into(), "clue"))]
    SmallPattern {
        /// Cells that may hold clues, given the symmetry.
        cells: u8,
        /// The fewest clues allowed.
        clues: u8,
        /// The symmetry required.
        symmetry: Symmetry,
    },
    /// Two lines of a band or stack have no clues, so swapping them in any solution gives another solution.
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
        "puzzles with {} clues are too rare: one takes about {} tries, and {} {} allowed",
        bound(clues), thousands(*needed), thousands((*allowed).into()), if *allowed == 1 { "is" } else { "are" }
    )]
    OutOfReach {
        /// The numbers of clues that are too rare: from 0, or up to 81.
        clues: RangeInclusive<u8>,
        /// The approximate number of tries per puzzle.
        needed: u64,
        /// The tries allowed.
        allowed: u32,
    },
    /// A record has no puzzle within the tries allowed.
    #[error("record {record}: no puzzle in {} {}", thousands((*tries).into()), if *tries == 1 { "try" } else { "tries" })]
    NotFound {
        /// The number of the record.
        record: u64,
        /// The tries made.
        tries: u32,
    },
    /// The stop flag was set.
    #[error("interrupted")]
    Stopped,
    /// The engine returned a wrong solution.
    #[error("the engine returned a solution that breaks the rules: this is a bug")]
    Unsound,
    /// The options do not allow weights and controlled bias: the probability of a puzzle is known only if nothing but
    /// minimality decides the cells of its clues.
    #[error("weights and controlled bias need minimal puzzles without symmetry and pattern")]
    UnknownBias,
    /// No rating is in the range.
    #[error(
        "no puzzle has {name} {range}: ratings are from {} to {}, in steps of 0.1",
        Er::LEAST,
        Er::MOST
    )]
    NoRating {
        /// `ER`, `EP` or `ED`.
        name: &'static str,
        /// The ratings allowed: `5.0..4.0`.
        range: String,
    },
    /// The conditions on techniques contradict each other.
    #[error(transparent)]
    Techniques(#[from] ConditionError),
    /// An earlier step would have to be harder than the hardest step.
    #[error("no puzzle has {first} {from} and {then} {to}: ED is at most EP, and EP at most ER")]
    RatingOrder {
        /// `ED` or `EP`.
        first: &'static str,
        /// The lowest rating of the range.
        from: String,
        /// `EP` or `ER`.
        then: &'static str,
        /// The highest rating of the range.
        to: String,
    },
    /// No number of clues in the range is possible with the symmetry.
    #[error("no number of clues in {0}..{1} has the symmetry {2}")]
    NotSymmetric(u8, u8, Symmetry),
}

impl GenerateError {
    /// Returns what a user can do about the error; each front end words it differently.
    pub fn hint(&self) -> Option<Hint> {
        matches!(self, Self::OutOfReach { .. }).then_some(Hint::RarePuzzles)
    }
}

fn symmetric(symmetry: &Symmetry) -> String {
    match symmetry {
        Symmetry::None => String::new(),
        other => format!(" (with the symmetry {other})"),
    }
}

/// Returns a range of clues in words: one end is open.
fn bound(clues: &RangeInclusive<u8>) -> String {
    match clues.start() {
        0 => format!("at most {}", clues.end()),
        fewest => format!("at least {fewest}"),
    }
}

/// Rejects ranges of clues that a puzzle reaches only after far more tries than allowed.
fn check_reach(options: &GenerateOptions<'_>) -> Result<(), GenerateError> {
    let from = options.clues.start();
    let to = options.clues.end();
    let allowed = options.max_tries;
    let are_many_rare = options.minimal && !options.controlled_bias;
    let rare = RARE.into_iter().find(|(rare, _)| {
        rare.contains(from) && rare.contains(to) && (*rare.start() == 0 || are_many_rare)
    });
    match rare {
        Some((clues, needed)) if needed / OUT_OF_REACH > allowed.into() => {
            Err(GenerateError::OutOfReach { clues, needed, allowed })
        }
        _ => Ok(()),
    }
}

/// Checked options in the form that the search uses.
pub(super) struct RemovalPlan {
    /// The sets of cells that are clues together or not at all. The barred sets, outside of the pattern, come first.
    pub(super) orbits: Vec<CellSet>,
    /// The number of cells in each orbit.
    pub(super) sizes: Vec<u8>,
    /// The number of `orbits` that must not be clues.
    pub(super) barred: usize,
    /// The numbers of clues that tries aim at.
    pub targets: Vec<u8>,
    /// The numbers of clues that are accepted.
    pub clues: RangeInclusive<u8>,
    /// See [`GenerateOptions::minimal`].
    pub minimal: bool,
    /// See [`GenerateOptions::controlled_bias`].
    pub controlled_bias: bool,
}

impl RemovalPlan {
    /// Checks the options.
    ///
    /// # Errors
    /// If no puzzle meets them.
    pub(super) fn new(options: &GenerateOptions<'_>) -> Result<Self, GenerateError> {
        let (from, to) = check_clues(&options.clues, options.minimal)?.into_inner();
        if options.controlled_bias && from > MOST_CLUES {
            return Err(GenerateError::TooManyForBias(from));
        }
        let is_free = options.symmetry == Symmetry::None && options.pattern == CellSet::ALL;
        if (options.controlled_bias || options.weights) && !(options.minimal && is_free) {
            return Err(GenerateError::UnknownBias);
        }
        if let Some(ratings) = &options.ratings {
            check_ratings(ratings)?;
        }
        if let Some(techniques) = &options.techniques {
            techniques.check()?;
            options.ratings.iter().try_for_each(|ratings| techniques.check_rating(ratings))?;
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
        // A minimal puzzle has no target: it is reached when no more clues can be removed.
        let targets = if options.minimal { vec![0] } else { targets };
        let sizes = orbits.iter().map(|orbit| orbit.len() as u8).collect();
        Ok(Self {
            orbits,
            sizes,
            barred,
            targets,
            clues: from..=to,
            minimal: options.minimal,
            controlled_bias: options.controlled_bias,
        })
    }
}

/// Returns a range of clues without the numbers of clues that no puzzle with exactly one solution has.
///
/// # Errors
/// If no puzzle with exactly one solution has a number of clues in the range; with `minimal`, if no minimal puzzle has.
pub(crate) fn check_clues(
    clues: &RangeInclusive<u8>,
    minimal: bool,
) -> Result<RangeInclusive<u8>, GenerateError> {
    let from = *clues.start();
    let to = *clues.end();
    if from > to || to > 81 {
        return Err(GenerateError::NoNumber(from, to));
    }
    if to < FEWEST_CLUES {
        return Err(GenerateError::TooFewClues(to));
    }
    let from = from.max(FEWEST_CLUES);
    if minimal && from > MOST_MINIMAL_CLUES {
        return Err(GenerateError::TooManyForMinimal(from));
    }
    Ok(from..=to)
}

/// Rejects ratings that no puzzle has.
pub(crate) fn check_ratings(ratings: &ErLimits) -> Result<(), GenerateError> {
    let all = [("ED", &ratings.ed), ("EP", &ratings.ep), ("ER", &ratings.er)];
    for (name, range) in all {
        if range.is_empty() || *range.end() < Er::LEAST || *range.start() > Er::MOST {
            let range = match (*range.start(), *range.end()) {
                // `Er::range` returns this for values that are not numbers.
                (Er::MAX, to) if to == Er::default() => "NaN".into(),
                // The highest value stands for all higher ratings, too.
                (Er::MAX, _) => format!("{} or more", Er::MAX),
                (from, Er::MAX) => format!("{from}.."),
                (from, to) => format!("{from}..{to}"),
            };
            return Err(GenerateError::NoRating { name, range });
        }
    }
    for (one, other) in [(0, 1), (1, 2), (0, 2)] {
        let ((first, lower), (then, upper)) = (all[one], all[other]);
        if lower.start() > upper.end() {
            let from = lower.start().to_string();
            let to = upper.end().to_string();
            return Err(GenerateError::RatingOrder { first, from, then, to });
        }
    }
    Ok(())
}

/// Rejects patterns that leave two lines of a band or stack without clues.
fn check_lines(cells: CellSet) -> Result<(), GenerateError> {
    for (line, of) in [("row", &ROW), ("column", &COLUMN)] {
        let used = cells.into_iter().fold(0u16, |used, cell| used | 1 << of[cell.index()]);
        let is_empty = |line: &u8| used >> line & 1 == 0;
        for first in (0..9).filter(is_empty) {
            if let Some(second) = (first + 1..first / 3 * 3 + 3).find(is_empty) {
                let first = first + 1;
                let second = second + 1;
                return Err(GenerateError::EmptyLines { line, first, second });
            }
        }
    }
    Ok(())
}
