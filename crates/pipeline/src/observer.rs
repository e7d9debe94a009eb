//! The observer of a running job, with which a front end follows it.

use std::{fmt, sync::Arc};

use batchdoku_base::{counted, thousands};
use batchdoku_format::Format;

use crate::{Diagnostic, Progress};

/// Follows a running job. By default, each method does nothing.
///
/// ```
/// use batchdoku::{jobs::Solve, pipeline::{JobObserver, Notice}};
/// struct ToStandardError;
/// impl JobObserver for ToStandardError {
///     fn notice(&self, notice: &Notice) {
///         eprintln!("note: {notice}");
///     }
/// }
/// let mut job = Solve::default();
/// job.options.observer = Some(std::sync::Arc::new(ToStandardError));
/// # let _ = job;
/// ```
pub trait JobObserver: Send + Sync {
    /// Called when an input is opened, with its name, its format, and the reason for the format.
    fn opened(&self, _input: &str, _format: Format, _reason: &str) {}

    /// Called with a fact that users should know.
    fn notice(&self, _notice: &Notice) {}

    /// Called for every record with a diagnostic, in input order, if [`reads_diagnostics`](Self::reads_diagnostics)
    /// returns true. `input` is the name of the input; without inputs, that of the output.
    fn diagnostic(&self, _input: &str, _diagnostic: &Diagnostic) {}

    /// Returns whether [`diagnostic`](Self::diagnostic) should be called; true by default. If not, and if no rejects
    /// are listed, records are only counted, because finding and keeping the reason may take longer than the search.
    fn reads_diagnostics(&self) -> bool {
        true
    }

    /// Called about ten times per second from a separate thread while the job runs, if
    /// [`follows_progress`](Self::follows_progress) returns true.
    fn progress(&self, _progress: &Progress) {}

    /// Returns whether [`progress`](Self::progress) should be called, which takes a thread; false by default.
    fn follows_progress(&self) -> bool {
        false
    }
}

/// An observer that ignores everything.
impl JobObserver for () {
    fn reads_diagnostics(&self) -> bool {
        false
    }
}

impl<O: JobObserver + ?Sized> JobObserver for Arc<O> {
    fn opened(&self, input: &str, format: Format, reason: &str) {
        (**self).opened(input, format, reason);
    }

    fn notice(&self, notice: &Notice) {
        (**self).notice(notice);
    }

    fn diagnostic(&self, input: &str, diagnostic: &Diagnostic) {
        (**self).diagnostic(input, diagnostic);
    }

    fn reads_diagnostics(&self) -> bool {
        (**self).reads_diagnostics()
    }

    fn progress(&self, progress: &Progress) {
        (**self).progress(progress);
    }

    fn follows_progress(&self) -> bool {
        (**self).follows_progress()
    }
}

/// A fact about a running job that users should know, although the answers are right.
///
/// ```
/// use batchdoku::{format::Format, pipeline::Notice};
/// let notice = Notice::WithoutSolutions { format: Format::Line };
/// assert!(notice.to_string().contains("line"), "{notice}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Notice {
    /// Some contents of an input are not used.
    Input {
        /// The input.
        name: String,
        /// The contents that are not used.
        note: &'static str,
    },
    /// The format of the output has one grid per record, so solutions have an output of their own.
    SolutionsIn {
        /// The output of the solutions.
        name: String,
    },
    /// Next to the array of puzzles that this run writes, a file has solutions of other puzzles.
    StaleSolutions {
        /// The file.
        name: String,
    },
    /// The format of the output cannot hold the solutions of the input, which are left out.
    WithoutSolutions {
        /// The format of the output.
        format: Format,
    },
    /// The format of the output cannot hold some columns, or keys, of the input, which are left out.
    WithoutColumns {
        /// The names of the columns.
        names: Vec<String>,
        /// The format of the output.
        format: Format,
    },
    /// Some columns, or keys, of the input have the names of answers, so the answers replace their values.
    ReplacedColumns {
        /// The names of the columns, as in the input.
        names: Vec<String>,
    },
    /// The output has copies of puzzles, or changed puzzles, without the other text on the lines of the input.
    WithoutText {
        /// The format of the output.
        format: Format,
    },
    /// The columns of the output are the keys of the first object. Keys of later objects that are not among them are
    /// left out.
    WithoutKeys {
        /// The names of the first such keys.
        names: Vec<String>,
        /// True if there are more such keys.
        has_more: bool,
    },
    /// The first records have no solution, so the output has no place for the solutions of later records, which are
    /// left out.
    LateSolutions {
        /// The number of records with a solution.
        records: u64,
    },
    /// Some fields of the input are not UTF-8, but the output must be: `U+FFFD` replaces other bytes.
    ReplacedBytes {
        /// The number of these fields.
        fields: u64,
    },
    /// The job continues after the records of an earlier run.
    Resumed {
        /// The number of these records.
        records: u64,
    },
    /// An earlier run could be resumed from a file that it left, but this run does not resume it.
    Unfinished {
        /// The file that the earlier run has written.
        name: String,
    },
    /// The journal of an earlier run cannot be used, so the job starts at the beginning.
    DamagedJournal {
        /// The journal.
        name: String,
    },
    /// The last part of an earlier run cannot be used, so the job continues from an earlier place.
    DamagedEnd,
    /// The parts of a job that are joined read an input with different modification times.
    RetimedInput {
        /// The input.
        name: String,
    },
    /// An output is a file that no other file can replace, because it is mounted on its own. It is written in place, so
    /// it is incomplete until the job is done.
    InPlace {
        /// The output.
        name: String,
    },
    /// Some weights are not positive numbers; they are ignored.
    UnreadableWeights {
        /// The number of such weights.
        unreadable: u64,
        /// The number of all puzzles.
        records: u64,
    },
    /// A set does not have the requested size, because classes are never divided.
    SetSize {
        /// The set: `train` or `valid`.
        set: &'static str,
        /// The number of its records.
        records: u64,
        /// The number requested.
        asked: u64,
        /// True if the search for sums of classes was complete.
        is_searched: bool,
    },
    /// A set is complete.
    SetWritten {
        /// The file of the set.
        name: String,
        /// The number of its puzzles.
        puzzles: u64,
    },
}

/// Lists names for a sentence.
fn quoted(names: &[String]) -> String {
    let names: Vec<_> = names.iter().map(|name| format!("'{name}'")).collect();
    names.join(", ")
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input { name, note } => write!(f, "{name}: {note}"),
            Self::SolutionsIn { name } => write!(f, "the solutions are in '{name}', row by row"),
            Self::StaleSolutions { name } => {
                write!(f, "'{name}' was there before, and its solutions are not of these puzzles")
            }
            Self::WithoutSolutions { format } => {
                write!(f, "the solutions are left out: the format '{format}' has no place for them")
            }
            Self::WithoutColumns { names, format } => {
                let (noun, verb) =
                    if names.len() == 1 { ("column", "is") } else { ("columns", "are") };
                let names = quoted(names);
                write!(
                    f,
                    "the format '{format}' has no place for the {noun} {names}, which {verb} left out"
                )
            }
            Self::ReplacedColumns { names } => {
                let noun = if names.len() == 1 { "column" } else { "columns" };
                let names = quoted(names);
                write!(
                    f,
                    "answers replace the {noun} {names} of the input: to keep its values, rename the {noun} before"
                )
            }
            Self::WithoutText { format } => write!(
                f,
                "the text that lines have next to their puzzles is left out: the format '{format}' has no place for it"
            ),
            Self::WithoutKeys { names, has_more } => write!(
                f,
                "the columns are the keys of the first object; it has no {}{}, so the values under these keys are left out",
                quoted(names),
                if *has_more { " and others" } else { "" }
            ),
            Self::LateSolutions { records } => write!(
                f,
                "the solutions of {} are left out, because the first records have none: put a record with its solution first",
                counted(*records, "record")
            ),
            Self::ReplacedBytes { fields } => write!(
                f,
                "{} {} not UTF-8, so U+FFFD stands for what cannot be written: convert the input, as in iconv -f latin1 -t utf8",
                thousands(*fields),
                if *fields == 1 { "field is" } else { "fields are" }
            ),
            Self::Resumed { records } => {
                write!(f, "resuming after {}", counted(*records, "record"))
            }
            Self::DamagedJournal { name } => {
                write!(f, "'{name}' is damaged: starting from the beginning")
            }
            Self::DamagedEnd => {
                f.write_str("what was written last is damaged: resuming from an earlier place")
            }
            Self::RetimedInput { name } => write!(
                f,
                "'{name}' was not written at the same time for all parts; its length and samples of \
                 its content are the same"
            ),
            Self::Unfinished { name } => write!(
                f,
                "'{name}' is of an interrupted run that could be resumed; this run starts anew and leaves it there"
            ),
            Self::InPlace { name } => write!(
                f,
                "'{name}' is written in place, because no other file can take its place: it is incomplete until the job \
                 is done"
            ),
            Self::UnreadableWeights { unreadable, records } => {
                let (have, count) = match unreadable {
                    1 => ("has", "counts"),
                    _ => ("have", "count"),
                };
                write!(
                    f,
                    "{} of {} {have} a weight that is not a positive number, and {count} without it",
                    thousands(*unreadable),
                    counted(*records, "puzzle")
                )
            }
            Self::SetSize { set, records, asked, is_searched } => {
                write!(
                    f,
                    "the set '{set}' has {}, not {}: no class is divided",
                    counted(*records, "record"),
                    thousands(*asked)
                )?;
                if *is_searched {
                    return Ok(());
                }
                f.write_str(", and their sums are too many to search them all")
            }
            Self::SetWritten { name, puzzles } => {
                write!(f, "{name}: {}", counted(*puzzles, "puzzle"))
            }
        }
    }
}
