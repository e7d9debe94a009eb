//! The counts of a job.

use std::{ops::AddAssign, time::Duration};

use crate::DiagnosticKind;

/// Defines the counts: the struct and its sum.
macro_rules! counts {
    ($(#[$about:meta])* pub struct $name:ident { $($(#[$doc:meta])* pub $field:ident,)* }) => {
        $(#[$about])*
        pub struct $name {
            $($(#[$doc])* pub $field: u64,)*
        }

        impl AddAssign for $name {
            fn add_assign(&mut self, other: Self) {
                $(self.$field += other.$field;)*
            }
        }
    };
}

counts! {
    /// Counts of a chunk or a job. Each record of the inputs is counted in `puzzles`, and in one of the other fields up
    /// to `interrupted`.
    ///
    /// ```
    /// use batchdoku::{jobs::{Command, Count}, pipeline::{Input, Output}};
    /// let empty = Input::text(".".repeat(81));
    /// let counts = Count::default().run(empty, Output::Discard)?.counts;
    /// assert_eq!(counts.puzzles, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
    #[non_exhaustive]
    pub struct JobCounts {
        /// Records: all lines except comments and blank lines.
        pub puzzles,
        /// Records that the job has processed successfully: for example solved, counted, checked, generated or kept.
        pub done,
        /// Puzzles without a solution, contradictory clues included.
        pub unsolvable,
        /// Puzzles with several solutions, if the job requires a single solution.
        pub multiple,
        /// Records whose given solution is wrong.
        pub wrong,
        /// Records without a given solution, if the job requires one.
        pub missing,
        /// Records that are not puzzles.
        pub malformed,
        /// Records for which no puzzle was generated.
        pub not_generated,
        /// Puzzles abandoned at the node limit.
        pub node_limit,
        /// Puzzles beyond the techniques, which cannot be explained. In JSON only if there are any.
        #[serde(default, skip_serializing_if = "is_zero")]
        pub beyond,
        /// Records dropped because an earlier record is the same.
        pub repeats,
        /// Records dropped because they are among known puzzles.
        pub known_puzzles,
        /// Records dropped because they are equivalent to known puzzles, without being the same.
        pub known_classes,
        /// Records dropped because their solutions are equivalent to those of known puzzles, although the puzzles are not.
        pub known_solution_classes,
        /// Known records that are not puzzles, so that nothing was compared with them. They are not records of the
        /// inputs. In JSON only if there are any.
        #[serde(default, skip_serializing_if = "is_zero")]
        pub known_malformed,
        /// Records not finished when the job was stopped. The name in JSON is `unfinished`, because `interrupted` there
        /// means that the job was stopped.
        #[serde(rename = "unfinished")]
        pub interrupted,
        /// Solutions found.
        pub solutions,
        /// Search nodes visited.
        pub nodes,
        /// Puzzles solved without guessing.
        pub without_guessing,
        /// Puzzles without an empty cell, if the job searches. If other puzzles have empty cells, these may be
        /// solutions. In JSON only if there are any.
        #[serde(default, skip_serializing_if = "is_zero")]
        pub complete,
    }
}

impl JobCounts {
    /// Returns whether every record was done, or dropped as a repeat or as known, and all known records are puzzles.
    pub fn all_done(&self) -> bool {
        let known = self.known_puzzles + self.known_classes + self.known_solution_classes;
        self.puzzles == self.done + self.repeats + known && self.known_malformed == 0
    }

    /// Counts a record that was rejected for a reason of this kind.
    #[inline]
    pub fn count(&mut self, kind: DiagnosticKind) {
        self.add(kind, 1);
    }

    /// Counts records that were rejected for reasons of this kind.
    #[inline]
    pub fn add(&mut self, kind: DiagnosticKind, records: u64) {
        let count = match kind {
            DiagnosticKind::Count => return,
            DiagnosticKind::Contradictory | DiagnosticKind::Unsolvable => &mut self.unsolvable,
            DiagnosticKind::Multiple => &mut self.multiple,
            DiagnosticKind::Wrong => &mut self.wrong,
            DiagnosticKind::Missing => &mut self.missing,
            DiagnosticKind::KnownPuzzle => &mut self.known_puzzles,
            DiagnosticKind::KnownClass => &mut self.known_classes,
            DiagnosticKind::KnownSolution => &mut self.known_solution_classes,
            DiagnosticKind::NotGenerated => &mut self.not_generated,
            DiagnosticKind::NodeLimit => &mut self.node_limit,
            DiagnosticKind::BeyondTechniques => &mut self.beyond,
            DiagnosticKind::Interrupted => &mut self.interrupted,
            DiagnosticKind::TooShort
            | DiagnosticKind::TooLong
            | DiagnosticKind::BadCharacter
            | DiagnosticKind::BadRecord => &mut self.malformed,
        };
        *count += records;
    }
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// How a job ended, if no error ended it.
///
/// ```
/// use batchdoku::{jobs::{Command, Solve}, pipeline::{Input, JobEnd, Output}};
/// let summary = Solve::default().run(Input::text(String::new()), Output::Discard)?;
/// assert_eq!(summary.end, JobEnd::Complete);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum JobEnd {
    /// All work is done.
    #[default]
    Complete,
    /// The job was stopped before the end of its input. No output file was written, except by a search for puzzles,
    /// which writes the puzzles found so far. A stream has what was written until then.
    Interrupted,
    /// An earlier run had completed the job, so nothing was left to do and no file was changed.
    CompleteBefore,
}

/// The end of a run: how it ended, and its counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct RunEnd {
    /// The counts of all tasks.
    pub counts: JobCounts,
    /// How the run ended.
    pub end: JobEnd,
    /// True if a header declared a different number of records than there are. This is a fault of the input, which a
    /// job can find unless it is interrupted.
    pub is_count_wrong: bool,
    /// The time of earlier runs.
    pub before: Duration,
    /// The time that the run, after its files were complete, spent waiting until they were on disk.
    pub synced: Duration,
}

impl RunEnd {
    /// Returns the end of a run that was stopped before it counted anything.
    pub fn interrupted() -> Self {
        Self { end: JobEnd::Interrupted, ..Self::default() }
    }

    /// Returns whether the run was stopped before its end.
    pub fn is_interrupted(&self) -> bool {
        self.end == JobEnd::Interrupted
    }
}
