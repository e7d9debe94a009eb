//! Exit codes of the program.

/// Every record was solved (counted, checked: whatever the command does).
pub(super) const DONE: u8 = 0;
/// Some records were not; everything else was written.
pub(super) const SOME_UNSOLVED: u8 = 1;
/// Usage, input or output failed.
pub(super) const FAILED: u8 = 2;
