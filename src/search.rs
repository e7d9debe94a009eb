//! Limits and outcomes of a search, for the engines and for exact cover.

use std::sync::atomic::{AtomicBool, Ordering};

/// When a search stops before it has visited the whole tree. By default, at the first solution.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// The most solutions of a puzzle; `u64::MAX` finds all.
    pub solutions: u64,
    /// The most nodes of a puzzle; `u64::MAX` sets no limit.
    pub nodes: u64,
    /// All searches stop soon after this turns true.
    pub stop: Option<&'a AtomicBool>,
}

impl Limits<'_> {
    /// A limit of solutions alone.
    pub const fn solutions(solutions: u64) -> Self {
        Self { solutions, nodes: u64::MAX, stop: None }
    }

    /// Whether there is a limit to the nodes.
    pub(crate) const fn has_node_limit(&self) -> bool {
        self.nodes != u64::MAX
    }

    /// Whether [`Self::stop`] is true.
    #[inline]
    pub fn stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Self::solutions(1)
    }
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StopReason {
    /// The whole tree was visited: the count of solutions is exact.
    #[default]
    Complete,
    /// [`Limits::solutions`] was reached (there may be no further solution), or the caller broke
    /// off.
    SolutionLimit,
    /// [`Limits::nodes`] was exceeded before either.
    NodeLimit,
    /// [`Limits::stop`] turned true before either.
    Stopped,
    /// The text is not a grid: one of its 81 bytes is not a cell. Nothing was searched.
    Malformed,
    /// The engine found a "solution" that breaks the rules: a defect. It is not written.
    EngineBug,
}

/// What a search found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Solutions found, at most [`Limits::solutions`].
    pub solutions: u64,
    /// Nodes visited: alternatives of branches that were entered. The root does not count, so 0
    /// means that the puzzle was solved, or refuted, without guessing.
    pub nodes: u64,
    /// Why it ended.
    pub end: StopReason,
}
