//! How the jobs that search do it: engine, SIMD level, node limit.

use super::JobOptions;
use batchdoku_base::Limits;
use batchdoku_engine::{Engine, EngineChoice};

/// The engine of a job, and its limit.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchOptions {
    pub engine: EngineChoice,
    pub(super) max_nodes: u64,
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self { engine: EngineChoice::default(), max_nodes: u64::MAX }
    }
}

impl SearchOptions {
    pub(crate) fn build(&self) -> Box<dyn Engine> {
        self.engine.build()
    }

    /// The limits of a search for this many solutions, which the job can stop.
    pub(super) fn limits<'a>(&self, solutions: u64, options: &JobOptions<'a>) -> Limits<'a> {
        let mut limits = Limits::solutions(solutions).max_nodes(self.max_nodes);
        limits.stop = options.stop;
        limits
    }
}

/// The methods of a job that has [`JobOptions`] in its field `options`.
macro_rules! with_options {
    ($job:ident) => {
        impl<'a> $job<'a> {
            /// The job with its default options.
            pub fn new() -> Self {
                Self::default()
            }

            /// Sets how the job reads, writes and runs.
            pub fn options(mut self, options: $crate::JobOptions<'a>) -> Self {
                self.options = options;
                self
            }
        }
    };
}
pub(super) use with_options;

/// The method of a job that has [`SearchOptions`] in its field `search` for the engine.
macro_rules! with_engine {
    ($job:ident) => {
        impl $job<'_> {
            /// The engine that searches: an [`EngineKind`](batchdoku_engine::EngineKind), or a pair of
            /// it and a [`SimdLevel`](batchdoku_engine::simd::SimdLevel).
            pub fn engine(mut self, engine: impl Into<batchdoku_engine::EngineChoice>) -> Self {
                self.search.engine = engine.into();
                self
            }
        }
    };
}
pub(super) use with_engine;

/// The methods of a job that has [`SearchOptions`] in its field `search`, all of which it honours.
macro_rules! with_search {
    ($job:ident) => {
        $crate::search_options::with_engine!($job);

        impl $job<'_> {
            /// Gives a puzzle up after this many nodes (alternatives tried).
            pub fn max_nodes(mut self, nodes: u64) -> Self {
                self.search.max_nodes = nodes;
                self
            }
        }
    };
}
pub(super) use with_search;
