//! Exit codes of the program.

/// Every record was solved, counted, checked or made, depending on the command.
pub(super) const DONE: u8 = 0;
/// Some records were not solved, counted, checked or made. Everything else was written.
pub(super) const SOME_UNSOLVED: u8 = 1;
/// The arguments, an input or an output had an error.
pub(super) const FAILED: u8 = 2;
