//! Figures: the speed of an engine, computed from its times.

use batchdoku_base::{Outcome, StopReason};
use batchdoku_engine::LaneCounts;

/// The speed of an engine on a set with a limit.
///
/// ```
/// use batchdoku::jobs::BenchFigure;
/// let figure = BenchFigure::default();
/// assert_eq!(figure.nodes, None, "nothing was measured");
/// ```
#[derive(Clone, Debug, Default, PartialEq, serde::Deserialize, serde::Serialize)]
#[serde(default)]
#[non_exhaustive]
pub struct BenchFigure {
    /// The set.
    pub set: String,
    /// The number of solutions at which a search ends; 0 if it finds all.
    pub limit: u64,
    /// The engine, with its SIMD level if it uses vectors.
    pub engine: String,
    /// The number of puzzles measured, from the first of the set; the same for all engines.
    pub puzzles: usize,
    /// The number of puzzles of the set; `None` if the file has more than were read.
    pub set_puzzles: Option<usize>,
    /// The number of rounds.
    pub rounds: usize,
    /// Puzzles per second in the best round, over all threads.
    pub puzzles_per_second: f64,
    /// Puzzles per second in the median round.
    pub median_puzzles_per_second: f64,
    /// Puzzles per second in the slowest round.
    pub slowest_puzzles_per_second: f64,
    /// The median distance of a round from the median round, in percent of its time.
    pub spread_percent: f64,
    /// The number of rounds with outliers: times farther from the median than 3.5 standard deviations, estimated by the
    /// median distance (Iglewicz and Hoaglin, "How to Detect and Handle Outliers", 1993).
    pub outliers: usize,
    /// The speed divided by the speed of the reference (the first engine unless another is named) on the same set with
    /// the same limit.
    pub relative: f64,
    /// Microseconds per puzzle in the best round, over all threads.
    pub microseconds_per_puzzle: f64,
    /// Nodes visited in a pass over the puzzles, which are the same on every machine. `None` if the solver does not
    /// count them.
    pub nodes: Option<u64>,
    /// Nodes per puzzle.
    pub nodes_per_puzzle: Option<f64>,
    /// The percentage of puzzles that are solved without guessing.
    pub percent_without_guessing: Option<f64>,
    /// The number of puzzles given up at the node limit.
    pub given_up: usize,
    /// Sweeps and events of the lanes in a pass over the puzzles, if they were counted.
    #[serde(skip_deserializing)]
    pub lanes: Option<LaneCounts>,
}

/// Returns the best, the median and the slowest time.
fn summary(times: &[f64]) -> [f64; 3] {
    let Some(last) = times.len().checked_sub(1) else { return [f64::NAN; 3] };
    let mut sorted = times.to_vec();
    sorted.sort_by(f64::total_cmp);
    let median = f64::midpoint(sorted[last / 2], sorted[last.div_ceil(2)]);
    [sorted[0], median, sorted[last]]
}

/// Returns the median distance from the median, and the number of outliers.
fn spread(times: &[f64]) -> (f64, usize) {
    /// The median distance of a normal distribution, in standard deviations.
    const NORMAL: f64 = 0.6745;
    let [_, median, _] = summary(times);
    let distances: Vec<f64> = times.iter().map(|time| (time - median).abs()).collect();
    let [_, spread, _] = summary(&distances);
    // A distance of more than 3.5 standard deviations, which are estimated by the median distance, is an outlier (Iglewicz
    // and Hoaglin, "How to Detect and Handle Outliers", 1993).
    let outliers = distances.iter().filter(|&&distance| NORMAL * distance > 3.5 * spread);
    (spread, outliers.count())
}

impl BenchFigure {
    /// Returns whether the set has puzzles that were not measured.
    pub(super) fn is_partial(&self) -> bool {
        self.set_puzzles != Some(self.puzzles)
    }

    /// Adds the times of rounds, in seconds, of `passes` passes over the puzzles.
    pub(super) fn timed(self, times: &[f64], passes: u32) -> Self {
        let solved = self.puzzles as f64 * f64::from(passes);
        let [best, median, slowest] = summary(times);
        let (spread, outliers) = spread(times);
        Self {
            rounds: times.len(),
            puzzles_per_second: solved / best,
            median_puzzles_per_second: solved / median,
            slowest_puzzles_per_second: solved / slowest,
            spread_percent: 100.0 * spread / median,
            outliers,
            microseconds_per_puzzle: best * 1e6 / solved,
            ..self
        }
    }

    /// Creates the figure of some outcomes, without times.
    pub(super) fn of_outcomes(outcomes: &[Outcome], counts_nodes: bool) -> Self {
        let puzzles = outcomes.len().max(1) as f64;
        let nodes: u64 = outcomes.iter().map(|outcome| outcome.nodes).sum();
        let without = outcomes.iter().filter(|outcome| outcome.nodes == 0).count();
        let given_up = outcomes.iter().filter(|outcome| outcome.end == StopReason::NodeLimit);
        Self {
            puzzles: outcomes.len(),
            nodes: counts_nodes.then_some(nodes),
            nodes_per_puzzle: counts_nodes.then_some(nodes as f64 / puzzles),
            percent_without_guessing: counts_nodes.then_some(without as f64 * 100.0 / puzzles),
            given_up: given_up.count(),
            ..Self::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn best_median_and_slowest_in_any_order() {
        let figure =
            BenchFigure { puzzles: 100, ..BenchFigure::default() }.timed(&[0.5, 0.2, 0.1, 0.25], 2);
        assert_eq!(figure.puzzles_per_second, 2000.0);
        assert!((figure.median_puzzles_per_second - 200.0 / 0.225).abs() < 1e-9);
        assert_eq!(figure.slowest_puzzles_per_second, 400.0);
        assert_eq!((figure.rounds, figure.microseconds_per_puzzle), (4, 500.0));
    }

    #[test]
    fn a_round_that_was_disturbed_is_an_outlier() {
        let calm = [1.00, 1.01, 0.99, 1.02, 0.98, 1.00, 1.01];
        let (distance, outliers) = spread(&calm);
        assert!((distance - 0.01).abs() < 1e-9);
        assert_eq!(outliers, 0);
        let disturbed = [&calm[..], &[1.5]].concat();
        assert_eq!(spread(&disturbed).1, 1);
        assert_eq!(spread(&[]).1, 0);
    }
}
