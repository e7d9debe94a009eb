//! Exit codes of the program.

/// Every record was solved, counted, checked or otherwise processed.
pub(super) const DONE: u8 = 0;
/// Some records were not processed; everything else was written.
pub(super) const SOME_UNSOLVED: u8 = 1;
/// The arguments, an input or an output had an error.
pub(super) const FAILED: u8 = 2;
