//! The findings of a job: counts, diagnostics, files about them, and its progress.

mod counts;
mod diagnostics;
mod files;
mod progress;

pub use counts::{JobCounts, RunEnd};
pub use diagnostics::{Diagnostic, DiagnosticKind};
pub(crate) use files::{Rejects, Reports};
pub use progress::Progress;
