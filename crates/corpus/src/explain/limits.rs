//! The ranges that the ratings of a puzzle must be in, and how far a rating is below them.

use std::ops::RangeInclusive;

use super::{rating::ErRating, step::Er};

/// The ranges of ER, EP and ED; by default, all values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ErLimits {
    pub(crate) er: RangeInclusive<Er>,
    pub(crate) ep: RangeInclusive<Er>,
    pub(crate) ed: RangeInclusive<Er>,
}

impl Default for ErLimits {
    fn default() -> Self {
        let all = Er::default()..=Er::MAX;
        Self { er: all.clone(), ep: all.clone(), ed: all }
    }
}

/// The result of comparing a rating with the limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LimitCheck {
    /// The rating is within the limits.
    Within(ErRating),
    /// A rating is too low, by this number of tenths plus [`EARLIER`] for each rating that is decided later. For
    /// example, with ER from 4.0, a puzzle with ER 3.8 lacks 2.
    Missing(u32),
    /// The rating is too high, the puzzle has none, or the search for it was stopped.
    AboveLimits,
}

/// A penalty for each rating that is decided later: the first step decides ED, the first digit EP, and the last step
/// ER. It is more than any rating can lack (255 tenths). So a puzzle with too low an ED is farther from the limits than
/// a puzzle with too low an EP, and that puzzle is farther than a puzzle with too low an ER.
const EARLIER: u32 = 1000;

impl LimitCheck {
    /// Compares a complete rating that is not too high.
    pub(super) fn of(rating: &ErRating, limits: &ErLimits) -> Self {
        let missing = limits.missing(rating, true) + missing(rating.er, &limits.er);
        if missing == 0 { Self::Within(*rating) } else { Self::Missing(missing) }
    }
}

impl ErLimits {
    /// Returns the lowest ER within the limits, given that ED is at most EP, and EP at most ER.
    pub(super) fn least(&self) -> Er {
        *self.er.start().max(self.ep.start()).max(self.ed.start())
    }

    /// Returns the highest rating that the next step may have.
    pub(super) fn most(&self, rating: &ErRating, has_placed: bool) -> Er {
        let mut most = *self.er.end();
        if !has_placed {
            most = most.min(*self.ep.end());
        }
        if rating.ed == Er::default() { most.min(*self.ed.end()) } else { most }
    }

    /// Returns what the ratings that are already decided lack.
    pub(super) fn missing(&self, rating: &ErRating, has_placed: bool) -> u32 {
        let ed = if rating.ed == Er::default() { 0 } else { missing(rating.ed, &self.ed) };
        if ed > 0 {
            return ed + 2 * EARLIER;
        }
        let ep = if has_placed { missing(rating.ep, &self.ep) } else { 0 };
        if ep > 0 { ep + EARLIER } else { 0 }
    }
}

/// Returns by how many tenths a rating is too low.
fn missing(rating: Er, range: &RangeInclusive<Er>) -> u32 {
    range.start().tenths().saturating_sub(rating.tenths()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns what a rating lacks within limits of 9.0 and more.
    fn lacks(ed: u8, ep: u8, er: u8) -> u32 {
        let high = Er::from_tenths(90)..=Er::MAX;
        let limits = ErLimits { er: high.clone(), ep: high.clone(), ed: high };
        let [ed, ep, er] = [ed, ep, er].map(Er::from_tenths);
        match LimitCheck::of(&ErRating { er, ep, ed, hardest: None }, &limits) {
            LimitCheck::Missing(missing) => missing,
            other => panic!("{other:?}"),
        }
    }

    /// A generator prefers the puzzle that lacks less, so it first repairs the rating that is decided first.
    #[test]
    fn a_rating_that_is_decided_earlier_lacks_more() {
        let only_er = lacks(90, 90, 10);
        let only_ep = lacks(90, 89, 90);
        let only_ed = lacks(89, 90, 90);
        assert!(only_er < only_ep, "ER by 8.0: {only_er}, EP by 0.1: {only_ep}");
        assert!(lacks(90, 10, 10) < only_ed, "EP and ER by 8.0: less than ED by 0.1, {only_ed}");
        assert!(lacks(90, 90, 80) < lacks(90, 90, 70), "a lower ER lacks more");
    }
}
