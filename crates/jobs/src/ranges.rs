//! Ranges as the values of options: `20..25`, `20..`, `..25`, or a number.

use std::{
    fmt::{self, Display},
    ops::RangeInclusive,
    str::FromStr,
};

use batchdoku_base::text_in_data;
use batchdoku_corpus::generate::GenerateOptions;

/// A range of numbers of clues.
///
/// ```
/// use batchdoku::jobs::ClueRange;
/// assert_eq!("..25".parse(), Ok(ClueRange(17..=25)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClueRange(pub RangeInclusive<u8>);

/// A range of ratings of Sudoku Explainer.
///
/// ```
/// use batchdoku::jobs::RatingRange;
/// assert_eq!("4.2..5.0".parse(), Ok(RatingRange(4.2..=5.0)));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct RatingRange(pub RangeInclusive<f64>);

/// The text is not a range; the message says what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct RangeError(String);

impl FromStr for ClueRange {
    type Err = RangeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let first = if text.contains("..") { GenerateOptions::FEWEST_CLUES } else { 0 };
        let clues = range(text, first, 81).filter(|_| !text.is_empty());
        let expected = "expected a number such as 24, or a range: 20..25, 20.. or ..25";
        ordered(text, clues.ok_or_else(|| RangeError(expected.into()))?).map(Self)
    }
}

impl FromStr for RatingRange {
    type Err = RangeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let ratings = range(text, 0.0, f64::INFINITY);
        let ratings = ratings.filter(|range| !range.start().is_nan() && !range.end().is_nan());
        let expected = "expected a rating such as 4.2, or a range: 4.2..5.0, 4.2.. or ..5.0";
        let ratings = ordered(text, ratings.ok_or_else(|| RangeError(expected.into()))?)?;
        let tenths = ratings.start() * 10.0;
        if ratings.start() == ratings.end() && (tenths - tenths.round()).abs() > 1e-6 {
            let [from, to] = [tenths.floor(), tenths.ceil()].map(|tenths| tenths / 10.0);
            let words = format!("ratings are in steps of 0.1: did you mean {from:.1}..{to:.1}?");
            return Err(RangeError(words));
        }
        Ok(Self(ratings))
    }
}

/// Parses a range; a missing end is taken from the widest range, `first` to `last`. Returns `None` if an end is not a
/// number.
fn range<T: FromStr>(text: &str, first: T, last: T) -> Option<RangeInclusive<T>> {
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    Some(end(from, first)?..=end(to, last)?)
}

/// Parses an end of a range. An equals sign before it, as in `..=25`, is ignored.
fn end<T: FromStr>(text: &str, default: T) -> Option<T> {
    match text.trim_start_matches('=') {
        "" => Some(default),
        text => text.parse().ok(),
    }
}

/// Refuses a range whose first end is larger than its last.
fn ordered<T: PartialOrd>(
    text: &str,
    range: RangeInclusive<T>,
) -> Result<RangeInclusive<T>, RangeError> {
    if range.start() <= range.end() {
        return Ok(range);
    }
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let to = to.trim_start_matches('=');
    Err(RangeError(format!("no number is in this range: did you mean {to}..{from}?")))
}

impl Display for ClueRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.0.start(), self.0.end())
    }
}

impl Display for RatingRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1}..{:.1}", self.0.start(), self.0.end())
    }
}

text_in_data!(ClueRange, RatingRange);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_of_ranges() {
        let fewest = GenerateOptions::FEWEST_CLUES;
        for (text, expected) in [
            ("24", 24..=24),
            ("20..25", 20..=25),
            ("20..=25", 20..=25),
            ("20..", 20..=81),
            ("..25", fewest..=25),
            ("..=25", fewest..=25),
        ] {
            assert_eq!(text.parse(), Ok(ClueRange(expected)), "{text}");
        }
        for text in ["", "x", "20..y", "25..20"] {
            assert!(text.parse::<ClueRange>().is_err(), "{text}");
        }
    }
}
