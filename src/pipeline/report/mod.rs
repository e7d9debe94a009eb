//! What a job found: counts, diagnostics, and the list of rejects.

mod counts;
mod diagnostics;

pub use counts::{JobCounts, Progress};
pub use diagnostics::{Diagnostic, DiagnosticKind, Rejects};
