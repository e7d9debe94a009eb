//! Inputs, read as ranges of a file or as a stream.

pub(super) mod fortran;
pub(super) mod input;
pub(super) mod input_file;
pub(super) mod line_offset;
mod mapped;
pub(crate) mod part;
pub(super) mod stream;
