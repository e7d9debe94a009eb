//! Outputs: files that appear under their names when they are complete, or streams.

pub(super) mod complete_files;
pub(super) mod output;
pub(super) mod pending_file;
