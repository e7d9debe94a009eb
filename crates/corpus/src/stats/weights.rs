//! Sums of weights that do not depend on the order of the weights.

use std::collections::BTreeMap;

/// The number of binary places of a weight as an integer.
const PLACES: i32 = 20;

/// The sum of the weights of puzzles, and how many unweighted puzzles they are worth.
///
/// ```
/// use batchdoku::corpus::stats::WeightSum;
/// let mut sum = WeightSum::default();
/// [1e15, 1e15, 1e12].map(|weight| sum.add(weight));
/// assert!((sum.effective() - 2.002).abs() < 1e-3);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WeightSum {
    total: u128,
    /// The sums of squares of the 32 highest bits of the weights, by the number of bits below these.
    squares: BTreeMap<u32, u128>,
}

impl WeightSum {
    /// Adds a weight; a weight that is not a positive number counts as 0.
    pub fn add(&mut self, weight: f64) {
        let weight = Self::fixed(weight);
        self.total += weight;
        let below = (128 - weight.leading_zeros()).saturating_sub(32);
        *self.squares.entry(below).or_default() += (weight >> below).pow(2);
    }

    /// Returns a weight as an integer, in units of 2⁻²⁰.
    pub(super) fn fixed(weight: f64) -> u128 {
        // A bound far above any weight, so that the sum of 10⁹ weights still fits.
        const MAX_WEIGHT: f64 = 1e29;
        (weight * f64::from(PLACES).exp2()).clamp(0.0, MAX_WEIGHT) as u128
    }

    /// Adds other weights.
    pub fn merge(&mut self, other: &Self) {
        self.total += other.total;
        for (below, squares) in &other.squares {
            *self.squares.entry(*below).or_default() += squares;
        }
    }

    /// Returns the effective sample size: the square of the sum divided by the sum of squares (Kish, "Survey
    /// Sampling", 1965). As many unweighted puzzles would give the same precision; 0 if there are no weights.
    pub fn effective(&self) -> f64 {
        let squares: f64 = self
            .squares
            .iter()
            .map(|(below, squares)| *squares as f64 * (2.0 * f64::from(*below)).exp2())
            .sum();
        let total = self.total as f64;
        if squares > 0.0 { total * total / squares } else { 0.0 }
    }
}
