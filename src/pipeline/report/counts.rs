//! The counts of a job, and how far it has come.

use std::{
    ops::AddAssign,
    sync::atomic::{AtomicU64, Ordering},
};

use crate::pipeline::DiagnosticKind;

/// Counts of a chunk or a job. Every row is counted in `puzzles` and in one of the other fields
/// down to `interrupted`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct JobCounts {
    /// Records that are meant to be puzzles.
    pub puzzles: u64,
    /// Those solved (or counted, checked, made: done as asked).
    pub solved: u64,
    /// Those without a solution, contradictory clues included.
    pub no_solution: u64,
    /// Those with several solutions where one was asked for.
    pub multiple: u64,
    /// Those whose claimed solution is wrong.
    pub wrong: u64,
    /// Those that are no puzzle.
    pub malformed: u64,
    /// Those given up at the limit of nodes.
    pub budget: u64,
    /// Those dropped because they had come before.
    pub repeats: u64,
    /// Those that were being worked on when the job was stopped.
    pub interrupted: u64,
    /// Solutions found.
    pub solutions: u64,
    /// Nodes visited.
    pub nodes: u64,
    /// Puzzles that fell without branching.
    pub unbranched: u64,
}

impl JobCounts {
    /// Whether everything was done as asked.
    pub fn all_solved(&self) -> bool {
        self.puzzles == self.solved + self.repeats
    }

    /// Counts a row with this problem.
    pub(crate) fn count(&mut self, kind: DiagnosticKind) {
        let count = match kind {
            DiagnosticKind::Count => return,
            DiagnosticKind::Contradictory | DiagnosticKind::NoSolution => &mut self.no_solution,
            DiagnosticKind::Multiple => &mut self.multiple,
            DiagnosticKind::Wrong => &mut self.wrong,
            DiagnosticKind::Budget => &mut self.budget,
            DiagnosticKind::Interrupted => &mut self.interrupted,
            DiagnosticKind::TooShort
            | DiagnosticKind::TooLong
            | DiagnosticKind::BadCharacter
            | DiagnosticKind::BadRecord => &mut self.malformed,
        };
        *count += 1;
    }
}

impl AddAssign for JobCounts {
    fn add_assign(&mut self, more: Self) {
        self.puzzles += more.puzzles;
        self.solved += more.solved;
        self.no_solution += more.no_solution;
        self.multiple += more.multiple;
        self.wrong += more.wrong;
        self.malformed += more.malformed;
        self.budget += more.budget;
        self.repeats += more.repeats;
        self.interrupted += more.interrupted;
        self.solutions += more.solutions;
        self.nodes += more.nodes;
        self.unbranched += more.unbranched;
    }
}

/// How far a job has come, for a watcher in another thread.
#[derive(Debug, Default)]
pub struct Progress {
    puzzles: AtomicU64,
    bytes: AtomicU64,
}

impl Progress {
    /// Puzzles done, and bytes of input done.
    pub fn get(&self) -> (u64, u64) {
        (self.puzzles.load(Ordering::Relaxed), self.bytes.load(Ordering::Relaxed))
    }

    pub(crate) fn add(&self, puzzles: u64, bytes: u64) {
        self.puzzles.fetch_add(puzzles, Ordering::Relaxed);
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
    }
}
