//! How the jobs that search do it: engine, SIMD level, node limit.

use super::JobOptions;
use batchdoku_base::Limits;
use batchdoku_engine::EngineChoice;

/// The engine of a job, and its limit.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchOptions {
    pub(super) engine: EngineChoice,
    pub(super) max_nodes: u64,
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self { engine: EngineChoice::default(), max_nodes: u64::MAX }
    }
}

impl SearchOptions {
    /// The limits of a search for this many solutions, which the job can stop.
    pub(super) fn limits<'a>(&self, solutions: u64, options: &JobOptions<'a>) -> Limits<'a> {
        let mut limits = Limits::solutions(solutions).max_nodes(self.max_nodes);
        limits.stop = options.stop;
        limits
    }
}
