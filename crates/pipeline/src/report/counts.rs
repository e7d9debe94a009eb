//! The counts of a job.

use std::{ops::AddAssign, time::Duration};

use crate::DiagnosticKind;

/// Counts of a chunk or a job. Each record is counted in `puzzles` and in one of the fields from
/// `solved` to `interrupted`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct JobCounts {
    /// Records: all lines but comments and blank ones.
    pub puzzles: u64,
    /// Those that were solved (or counted, checked, generated: whatever the job does).
    pub solved: u64,
    /// Those without a solution, contradictory clues included.
    pub unsolvable: u64,
    /// Those with several solutions, where the job requires one.
    pub multiple: u64,
    /// Those whose given solution is wrong.
    pub wrong: u64,
    /// Those that are not puzzles.
    pub malformed: u64,
    /// Those for which no puzzle was generated.
    pub not_generated: u64,
    /// Those abandoned at the node limit.
    pub node_limit: u64,
    /// Those dropped because an earlier record is the same.
    pub repeats: u64,
    /// Those unfinished when the job was stopped. In JSON that is `unfinished`: `interrupted` says whether
    /// the job was.
    #[serde(rename = "unfinished")]
    pub interrupted: u64,
    /// Solutions found.
    pub solutions: u64,
    /// Search nodes visited.
    pub nodes: u64,
    /// Puzzles solved without guessing.
    pub without_guessing: u64,
}

impl JobCounts {
    /// Whether every record was solved, or dropped as a repeat.
    pub fn all_solved(&self) -> bool {
        self.puzzles == self.solved + self.repeats
    }

    /// All counts in the order of the fields, for a journal.
    pub(crate) fn to_numbers(self) -> [u64; 13] {
        // Every field is named, so that none is forgotten.
        let Self {
            puzzles,
            solved,
            unsolvable,
            multiple,
            wrong,
            malformed,
            not_generated,
            node_limit,
            repeats,
            interrupted,
            solutions,
            nodes,
            without_guessing,
        } = self;
        let records = [puzzles, solved, unsolvable, multiple, wrong, malformed, not_generated];
        let [a, b, c, d, e, f, g] = records;
        [a, b, c, d, e, f, g, node_limit, repeats, interrupted, solutions, nodes, without_guessing]
    }

    /// What [`Self::to_numbers`] returned.
    pub(crate) fn from_numbers(numbers: [u64; 13]) -> Self {
        let [puzzles, solved, unsolvable, multiple, wrong, malformed, not_generated, rest @ ..] =
            numbers;
        let [node_limit, repeats, interrupted, solutions, nodes, without_guessing] = rest;
        Self {
            puzzles,
            solved,
            unsolvable,
            multiple,
            wrong,
            malformed,
            not_generated,
            node_limit,
            repeats,
            interrupted,
            solutions,
            nodes,
            without_guessing,
        }
    }

    /// Counts a record with such a diagnostic.
    pub fn count(&mut self, kind: DiagnosticKind) {
        let count = match kind {
            DiagnosticKind::Count => return,
            DiagnosticKind::Contradictory | DiagnosticKind::Unsolvable => &mut self.unsolvable,
            DiagnosticKind::Multiple => &mut self.multiple,
            DiagnosticKind::Wrong => &mut self.wrong,
            DiagnosticKind::NotGenerated => &mut self.not_generated,
            DiagnosticKind::NodeLimit => &mut self.node_limit,
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
        self.unsolvable += more.unsolvable;
        self.multiple += more.multiple;
        self.wrong += more.wrong;
        self.malformed += more.malformed;
        self.not_generated += more.not_generated;
        self.node_limit += more.node_limit;
        self.repeats += more.repeats;
        self.interrupted += more.interrupted;
        self.solutions += more.solutions;
        self.nodes += more.nodes;
        self.without_guessing += more.without_guessing;
    }
}

/// How a job ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct JobEnd {
    /// What was done.
    pub counts: JobCounts,
    /// Whether it was stopped before the end of its input. Then no output file was written; a
    /// stream has what was written until then.
    pub is_interrupted: bool,
    /// Whether a header declared another number of records than there are.
    pub is_count_wrong: bool,
    /// How long earlier runs have taken.
    pub before: Duration,
}
