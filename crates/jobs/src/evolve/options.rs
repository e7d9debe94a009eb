//! The options of a search for rare puzzles, and the corpus types that they stand for.

use std::{ops::RangeInclusive, path::PathBuf};

use serde::{Deserialize, Serialize};

use crate::{JobOptions, ranges::ClueRange};
#[cfg(feature = "clap")]
use batchdoku_base::names;
use batchdoku_corpus::{
    evolve::{Criterion, Evolution, Targets},
    explain::Er,
    neighbours::Neighbourhood,
};
use batchdoku_pipeline::decides_nothing;

/// The default number of puzzles to find.
const COUNT: usize = 100;

/// Searches for rare puzzles: hard puzzles, or puzzles with few or many clues. The search keeps a pool of the best
/// puzzles so far, makes random neighbours of them, and the best neighbours replace puzzles of the pool. A search that
/// has found nothing in 100 rounds starts again.
///
/// The output is a function of the options and of the puzzles that the search starts from; it does not
/// depend on the number of threads.
///
/// ```
/// use batchdoku::{corpus::evolve::Criterion, jobs::{Command, Evolve}};
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("hard.txt");
/// let evolve = Evolve {
///     by: vec![Criterion::Nodes],
///     min_nodes: Some(20),
///     count: Some(5),
///     seed: 1,
///     ..Evolve::default()
/// };
/// let summary = evolve.run((), &path)?;
/// assert_eq!(summary.counts.done, 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "clap", command(next_help_heading = "Corpus"))]
pub struct Evolve {
    /// How the command reads, writes and runs.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub options: JobOptions,

    /// Score: er, nodes, clues or few-clues
    ///
    /// Several scores are separated by commas; each decides where the scores before it are equal:
    /// 'er,few-clues'.
    #[cfg_attr(feature = "clap", arg(long, value_name = "SCORE", value_delimiter = ','))]
    #[cfg_attr(feature = "clap", arg(default_value = "er", value_parser = names!(Criterion:
        "a higher rating of Sudoku Explainer",
        "more nodes",
        "more clues",
        "fewer clues",
    )))]
    pub by: Vec<Criterion>,

    /// Maximum clues to remove, up to 4
    ///
    /// A move removes and adds at least one clue. With --remove 1 --add 2, the number of clues stays or grows
    /// by one; with --remove 2 --add 1, it stays or shrinks by one; with --remove 2 --add 2, it stays.
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = CHANGED))]
    #[cfg_attr(feature = "clap", arg(value_parser = clap::value_parser!(u8).range(REMOVED)))]
    pub remove: u8,

    /// Maximum clues to add, up to 3
    #[cfg_attr(feature = "clap", arg(long, value_name = "M", default_value_t = CHANGED))]
    #[cfg_attr(feature = "clap", arg(hide_short_help = true))]
    #[cfg_attr(feature = "clap", arg(value_parser = clap::value_parser!(u8).range(ADDED)))]
    pub add: u8,

    /// Only puzzles with this ER or more
    #[cfg_attr(feature = "clap", arg(long, value_name = "ER", value_parser = rating))]
    pub min_er: Option<f64>,

    /// Only puzzles that take N nodes or more
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true, value_name = "N"))]
    pub min_nodes: Option<u64>,

    /// Only puzzles with N clues, or A..B, A.. or ..B
    #[cfg_attr(feature = "clap", arg(long, value_name = "A..B"))]
    pub clues: Option<ClueRange>,

    /// Number of puzzles [default: 100]
    ///
    /// If none of --min-er, --min-nodes and --clues is given, N may be at most --pool.
    #[serde(serialize_with = "decides_nothing")]
    #[cfg_attr(feature = "clap", arg(short = 'n', long, value_name = "N"))]
    pub count: Option<usize>,

    /// Maximum puzzles in the pool
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = POOL))]
    #[cfg_attr(feature = "clap", arg(hide_short_help = true))]
    #[cfg_attr(feature = "clap", arg(value_parser =
        clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1_000_000)))]
    pub pool: usize,

    /// Maximum rounds [default: 100 if no condition is given]
    #[serde(serialize_with = "decides_nothing")]
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true, value_name = "N"))]
    pub rounds: Option<u64>,

    /// Random seed: equal seeds give equal puzzles
    #[cfg_attr(feature = "clap", arg(long, value_name = "S", default_value_t = 0))]
    pub seed: u64,

    /// Keep the state of the search in FILE, and continue from it
    ///
    /// FILE is written every ten seconds and at the end. An interrupted search that is continued has the same
    /// output as an uninterrupted one. -n and --rounds may be larger than before.
    #[serde(serialize_with = "decides_nothing")]
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true))]
    #[cfg_attr(feature = "clap", arg(value_name = "FILE", help_heading = "Run"))]
    pub state: Option<PathBuf>,
}

/// The default number of clues that are removed, and that are added, at most.
const CHANGED: u8 = 2;

/// The numbers of clues that may be removed and added: larger numbers take too long.
pub(super) const REMOVED: RangeInclusive<i64> = 1..=4;
pub(super) const ADDED: RangeInclusive<i64> = 1..=3;

/// The default capacity of the pool.
const POOL: usize = 100;

/// Parses a rating of Sudoku Explainer.
#[cfg(feature = "clap")]
fn rating(text: &str) -> Result<f64, &'static str> {
    let rating = text.parse().ok().filter(|rating: &f64| !rating.is_nan());
    rating.ok_or("expected a rating such as 8.4")
}

impl Default for Evolve {
    fn default() -> Self {
        Self {
            options: JobOptions::default(),
            by: vec![Criterion::Er],
            remove: CHANGED,
            add: CHANGED,
            min_er: None,
            min_nodes: None,
            clues: None,
            count: None,
            pool: POOL,
            rounds: None,
            seed: 0,
            state: None,
        }
    }
}

impl Evolve {
    pub(super) fn targets(&self) -> Targets {
        Targets {
            min_er: self.min_er.map(Er::at_least),
            min_nodes: self.min_nodes,
            clues: self.clues.clone().map(|ClueRange(clues)| clues.into_inner()),
        }
    }

    /// Returns the search of these options, with this patience: the number of rounds without a find before it starts
    /// again.
    pub(super) fn evolution(&self, patience: u64) -> Evolution {
        let [remove, add] = [self.remove, self.add].map(usize::from);
        let mut by = Vec::new();
        for &criterion in &self.by {
            if !by.contains(&criterion) {
                by.push(criterion);
            }
        }
        if by.is_empty() {
            by.push(Criterion::Er);
        }
        Evolution {
            neighbourhood: Neighbourhood { remove, add, minimal: true },
            by,
            pool: self.pool,
            seed: self.seed,
            targets: self.targets(),
            patience,
        }
    }

    /// Returns the number of puzzles to find.
    pub(super) fn wanted(&self) -> usize {
        self.count.unwrap_or(COUNT)
    }
}
