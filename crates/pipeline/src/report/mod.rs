//! What a job found: counts, diagnostics, the list of rejects, and how far it is.

mod counts;
mod diagnostics;
mod progress;
mod rejects;

pub use counts::JobCounts;
pub use counts::JobEnd;
pub use diagnostics::Diagnostic;
pub use diagnostics::{BatchSection, DiagnosticKind};
pub use progress::Progress;
pub(crate) use rejects::Rejects;
