//! When a search is to stop, and what it reports: shared by the engines and by exact cover.

use std::sync::atomic::{AtomicBool, Ordering};

/// When a search stops short of the whole tree.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// Stop a search at so many solutions; `u64::MAX` finds all.
    pub solutions: u64,
    /// Stop a search at so many nodes; `u64::MAX` never.
    pub nodes: u64,
    /// Stop everything soon after this turns true.
    pub stop: Option<&'a AtomicBool>,
}

impl Limits<'_> {
    /// Stop at `solutions` solutions, never otherwise.
    pub const fn solutions(solutions: u64) -> Self {
        Self { solutions, nodes: u64::MAX, stop: None }
    }

    /// Whether there is a limit to the nodes.
    pub(crate) const fn has_budget(&self) -> bool {
        self.nodes != u64::MAX
    }

    /// Whether the whole run has been asked to stop.
    #[inline]
    pub fn stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StopReason {
    /// The whole tree was searched: the count of solutions is exact.
    #[default]
    Complete,
    /// [`Limits::solutions`] was reached (there may be no further solution), or the caller broke off.
    SolutionLimit,
    /// [`Limits::nodes`] was exceeded before either.
    NodeLimit,
    /// [`Limits::stop`] turned true before either.
    Stopped,
    /// The text is no grid: one of its 81 bytes is no cell. Nothing was searched.
    Malformed,
    /// The engine found a "solution" that breaks the rules: a defect, never to be written.
    EngineBug,
}

/// What a search found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Solutions found, at most [`Limits::solutions`].
    pub solutions: u64,
    /// Nodes visited: alternatives of a branch that were entered. The root is not counted,
    /// so 0 means that the problem fell without branching.
    pub nodes: u64,
    /// Why it ended.
    pub end: StopReason,
}
