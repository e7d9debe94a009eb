//! The result of a job, as numbers and as one sentence.

use std::{fmt, time::Duration};

use batchdoku_base::{plural, thousands};
use batchdoku_engine::{EngineChoice, EngineKind, Sorted, engine::Engine};
use batchdoku_pipeline::{JobCounts, JobEnd};

/// The results of a job. Displays as the line that the program prints at its end.
///
/// ```
/// use batchdoku::{jobs::{Command, Solve}, pipeline::{Input, Output}};
/// let puzzle = Input::text("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".to_owned());
/// let summary = Solve::default().run(puzzle, Output::Discard)?;
/// assert!(summary.is_complete());
/// assert_eq!(summary.counts.done, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "some records may be unsolved, or the job interrupted"]
#[non_exhaustive]
pub struct JobSummary {
    /// The numbers of records, by outcome.
    pub counts: JobCounts,
    /// The time that the job took, without [`synced`](Self::synced).
    pub elapsed: Duration,
    /// The time that the job waited until its outputs were on disk; zero unless they are synchronised.
    pub synced: Duration,
    /// The number of threads.
    pub threads: usize,
    /// The engine, if the job searched.
    pub engine: Option<JobEngine>,
    /// The effective sample size of puzzles with weights: as many puzzles of equal weight would give the same
    /// precision, see [`WeightSum::effective`](batchdoku_corpus::stats::WeightSum::effective). `None` without weights,
    /// or if an earlier run has written some of the puzzles.
    pub effective_puzzles: Option<f64>,
    /// How the job ended. After [`JobEnd::CompleteBefore`], which needs the option `resume` of
    /// [`JobOptions`](super::JobOptions), counts and time are those of the earlier run.
    pub end: JobEnd,
    /// True if a header declared another number of records than there are.
    pub is_count_wrong: bool,
    pub(super) wording: SummaryWording,
}

/// The engine that a job searched with, if it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum JobEngine {
    /// An engine at a SIMD level.
    Choice(EngineChoice),
    /// The search in row order, which sorts solutions.
    Sorted,
    /// An engine at unknown levels, after parts of a job were joined.
    Kind(EngineKind),
}

impl From<EngineChoice> for JobEngine {
    fn from(choice: EngineChoice) -> Self {
        Self::Choice(choice)
    }
}

impl fmt::Display for JobEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Choice(choice) => choice.fmt(f),
            Self::Sorted => f.write_str(Sorted.name()),
            Self::Kind(kind) => kind.fmt(f),
        }
    }
}

/// The words for the records of a job and for its outcome.
#[derive(Clone, Copy, Debug)]
pub(super) struct SummaryWording {
    pub(super) record: &'static str,
    pub(super) done: &'static str,
    /// A count that is mentioned even if it is 0.
    pub(super) always: &'static str,
}

/// Words a job that has `done` something to puzzles.
impl From<&'static str> for SummaryWording {
    fn from(done: &'static str) -> Self {
        Self { record: "puzzle", done, always: "" }
    }
}

impl JobSummary {
    /// Returns whether the job ran to its end, there were as many records as declared, and every record was solved (or
    /// counted, rated, as the job does) or dropped as a repeat or as known.
    pub fn is_complete(&self) -> bool {
        self.end != JobEnd::Interrupted && !self.is_count_wrong && self.counts.all_done()
    }

    /// Returns the puzzles per second of the whole job, including the time to open and rename files, but not the wait
    /// for the disk.
    pub fn puzzles_per_second(&self) -> f64 {
        self.counts.puzzles as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }

    /// Returns the summary as a JSON object over several lines.
    #[must_use]
    pub fn to_json(&self) -> String {
        #[derive(serde::Serialize)]
        struct Json<'a> {
            #[serde(flatten)]
            counts: &'a JobCounts,
            seconds: f64,
            #[serde(skip_serializing_if = "Option::is_none")]
            sync_seconds: Option<f64>,
            puzzles_per_second: f64,
            threads: usize,
            engine: Option<String>,
            #[serde(skip_serializing_if = "Option::is_none")]
            effective_puzzles: Option<f64>,
            interrupted: bool,
            version: &'static str,
        }
        let json = Json {
            counts: &self.counts,
            seconds: self.elapsed.as_secs_f64(),
            sync_seconds: (!self.synced.is_zero()).then_some(self.synced.as_secs_f64()),
            puzzles_per_second: self.puzzles_per_second(),
            threads: self.threads,
            engine: self.engine.map(|engine| engine.to_string()),
            effective_puzzles: self.effective_puzzles.map(f64::round),
            interrupted: self.end == JobEnd::Interrupted,
            version: env!("CARGO_PKG_VERSION"),
        };
        serde_json::to_string_pretty(&json).expect("numbers and names") + "\n"
    }
}

impl fmt::Display for JobSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// With fewer puzzles or less time, the speed is not meaningful.
        const MEANINGFUL: (u64, Duration) = (1000, Duration::from_millis(10));
        let SummaryWording { record, done, always } = self.wording;
        let counts = &self.counts;
        if self.end == JobEnd::Interrupted {
            f.write_str("interrupted: ")?;
        }
        if self.end == JobEnd::CompleteBefore {
            f.write_str("already complete: ")?;
        }
        write!(f, "{} {record}{}", thousands(counts.puzzles), plural(counts.puzzles))?;
        let others = [
            (counts.unsolvable, "unsolvable", "unsolvable"),
            (counts.multiple, "with multiple solutions", "with multiple solutions"),
            (counts.wrong, "wrong", "wrong"),
            (counts.missing, "missing", "missing"),
            (counts.repeats, "repeat dropped", "repeats dropped"),
            (counts.known_puzzles, "known", "known"),
            (counts.known_classes, "equivalent to a known one", "equivalent to known ones"),
            (counts.known_solution_classes, "with a known solution", "with known solutions"),
            (counts.malformed, "malformed", "malformed"),
            (counts.known_malformed, "malformed known record", "malformed known records"),
            (counts.not_generated, "not generated", "not generated"),
            (counts.node_limit, "given up at the node limit", "given up at the node limit"),
            (counts.beyond, "beyond the techniques", "beyond the techniques"),
            (counts.interrupted, "unfinished", "unfinished"),
        ];
        let mentioned = others.into_iter().filter(|&(count, _, many)| count > 0 || many == always);
        let mut mentioned = mentioned.peekable();
        if mentioned.peek().is_none() {
            write!(f, " {done}")?;
        } else {
            write!(f, ": {} {done}", thousands(counts.done))?;
            for (count, one, many) in mentioned {
                write!(f, ", {} {}", thousands(count), if count == 1 { one } else { many })?;
            }
        }
        match (counts.complete, counts.puzzles.saturating_sub(counts.malformed)) {
            (0, _) => {}
            (1, 1) => f.write_str(", complete already")?,
            (complete, all) if complete >= all => f.write_str(", all of them complete already")?,
            (complete, _) => write!(f, ", {} of them complete already", thousands(complete))?,
        }
        if let Some(effective) = self.effective_puzzles {
            let effective = effective.round() as u64;
            write!(f, ", by weight worth {}", thousands(effective))?;
        }
        write!(f, "; {}", time(self.elapsed))?;
        if !self.synced.is_zero() {
            write!(f, " + {} to sync", time(self.synced))?;
        }
        if counts.puzzles >= MEANINGFUL.0 && self.elapsed >= MEANINGFUL.1 {
            write!(f, ", {} {record}s/s", thousands(self.puzzles_per_second() as u64))?;
        }
        let threads = self.threads as u64;
        write!(f, ", {threads} thread{}", plural(threads))?;
        match &self.engine {
            Some(engine) => write!(f, ", engine {engine}"),
            None => Ok(()),
        }
    }
}

/// Returns a time with a suitable unit.
fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let minutes = time.as_secs() / 60;
    let hours = time.as_secs() / 3600;
    match seconds {
        ..0.001 => format!("{:.0} µs", seconds * 1e6),
        ..0.1 => format!("{:.1} ms", seconds * 1e3),
        ..1.0 => format!("{:.0} ms", seconds * 1e3),
        ..10.0 => format!("{seconds:.2} s"),
        ..60.0 => format!("{seconds:.1} s"),
        ..3600.0 => format!("{minutes} min {} s", time.as_secs() % 60),
        _ => format!("{hours} h {} min", minutes % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries_speak_of_the_command() {
        let solving = "solved".into();
        let dropping = SummaryWording { always: "repeats dropped", .."kept".into() };
        let many = "1,234 puzzles: 1,231 solved, 2 unsolvable, 1 malformed; 1.50 s, 822 puzzles/s";
        for (wording, millis, [puzzles, solved, unsolvable, malformed, repeats], expected) in [
            (solving, 5, [1, 1, 0, 0, 0], "1 puzzle solved; 5.0 ms"),
            (solving, 5, [0, 0, 0, 0, 0], "0 puzzles solved; 5.0 ms"),
            (solving, 9, [1000, 1000, 0, 0, 0], "1,000 puzzles solved; 9.0 ms"),
            (solving, 1500, [1234, 1231, 2, 1, 0], many),
            (dropping, 20, [100, 98, 0, 0, 2], "100 puzzles: 98 kept, 2 repeats dropped; 20.0 ms"),
            (dropping, 1, [2, 1, 0, 0, 1], "2 puzzles: 1 kept, 1 repeat dropped; 1.0 ms"),
            (dropping, 1, [3, 3, 0, 0, 0], "3 puzzles: 3 kept, 0 repeats dropped; 1.0 ms"),
        ] {
            let mut counts = JobCounts::default();
            (counts.puzzles, counts.done, counts.repeats) = (puzzles, solved, repeats);
            (counts.unsolvable, counts.malformed) = (unsolvable, malformed);
            let summary = JobSummary {
                counts,
                elapsed: Duration::from_millis(millis),
                synced: Duration::ZERO,
                threads: 1,
                engine: None,
                effective_puzzles: None,
                end: JobEnd::Complete,
                is_count_wrong: false,
                wording,
            };
            assert_eq!(summary.to_string(), format!("{expected}, 1 thread"));
        }
    }

    #[test]
    fn times_have_sensible_units() {
        let times = [0.000_02, 0.0123, 0.2, 1.0, 59.0, 61.0, 7300.0];
        let words = times.map(|seconds| time(Duration::from_secs_f64(seconds)));
        let expected = ["20 µs", "12.3 ms", "200 ms", "1.00 s", "59.0 s", "1 min 1 s", "2 h 1 min"];
        assert_eq!(words, expected);
    }
}
