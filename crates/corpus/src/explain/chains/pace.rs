//! Counts the work of a search between two checks of its stop flag, for tests.

use std::cell::RefCell;

use batchdoku_base::StopFlag;

/// The work of a thread. A unit is a literal that is followed, or a candidate that loops start
/// from.
#[derive(Default)]
pub(in crate::explain) struct Pace {
    pub(in crate::explain) polls: u64,
    /// The number of the first check of the flag during a proof.
    pub(in crate::explain) in_proof: Option<u64>,
    /// The units since the last check, and the maximum between two checks.
    pub(in crate::explain) since: u64,
    pub(in crate::explain) longest: u64,
    /// The flag, and the number of the check just before which it is set.
    pub(in crate::explain) set: Option<(StopFlag, u64)>,
    /// The units since then.
    pub(in crate::explain) after: u64,
}

thread_local! {
    pub(in crate::explain) static PACE: RefCell<Pace> = RefCell::default();
}

pub(in crate::explain) fn poll(proves: bool) {
    PACE.with_borrow_mut(|pace| {
        pace.polls += 1;
        if proves {
            pace.in_proof.get_or_insert(pace.polls);
        }
        pace.since = 0;
        if let Some((stop, at)) = &pace.set
            && pace.polls >= *at
        {
            stop.set();
        }
    });
}

pub(in crate::explain) fn work() {
    PACE.with_borrow_mut(|pace| {
        pace.since += 1;
        pace.longest = pace.longest.max(pace.since);
        pace.after += u64::from(pace.set.as_ref().is_some_and(|(stop, _)| stop.is_set()));
    });
}
