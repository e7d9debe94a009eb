//! The findings of a job: counts, diagnostics with reasons, files of these, and the progress.

mod counts;
mod diagnostics;
mod files;
mod progress;
mod reason;
mod searches;

pub use counts::{JobCounts, JobEnd, RunEnd};
pub(crate) use diagnostics::Listed;
pub use diagnostics::{Diagnostic, Problems};
pub(crate) use files::{Rejects, Reports};
pub use progress::{Progress, progress_of};
pub use reason::{DiagnosticKind, KnownRecord, Reason};
pub use searches::{Search, Searches};
