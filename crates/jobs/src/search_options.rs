//! How the jobs that search do it: engine, SIMD level, node limit.

use super::JobOptions;
use batchdoku_base::Limits;
use batchdoku_engine::EngineChoice;

/// The engine of a job, and its limit.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SearchOptions {
    pub(super) engine: EngineChoice,
    pub(super) max_nodes: Option<u64>,
}

impl SearchOptions {
    /// The limits of a search for this many solutions, which the job can stop.
    pub(super) fn limits<'a>(&self, solutions: u64, options: &JobOptions<'a>) -> Limits<'a> {
        let max_nodes = self.max_nodes.unwrap_or(u64::MAX);
        let mut limits = Limits::solutions(solutions).max_nodes(max_nodes);
        limits.stop = options.stop;
        limits
    }
}
