//! Outputs: streams, or files that appear under their names when they are complete.

pub(super) mod complete_files;
pub(super) mod output;
pub(super) mod pending_file;
