//! A flag that ends work early.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// A flag that ends searches and jobs early once it is set. Clones share the flag, so that one thread (or the handler
/// of a signal) can stop the work of other threads.
///
/// ```
/// use batchdoku::StopFlag;
/// let stop = StopFlag::new();
/// let of_another_thread = stop.clone();
/// of_another_thread.set();
/// assert!(stop.is_set());
/// ```
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Creates a flag that is not set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the flag. It cannot be cleared. Neither allocates nor locks, so the handler of a signal may call this.
    pub fn set(&self) {
        self.0.store(true, Ordering::Release);
    }

    /// Returns whether the flag is set. If it is, all writes of the thread before [`Self::set`] are visible here.
    #[inline]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}
