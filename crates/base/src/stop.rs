//! A flag that ends work early.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// A flag that ends searches and jobs early once it is set. Clones share it, so that one thread (or the handler of a
/// signal) can stop what others do.
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

    /// Sets the flag, for good. It neither allocates nor locks, so that the handler of a signal may call it.
    pub fn set(&self) {
        self.0.store(true, Ordering::Release);
    }

    /// Returns whether the flag is set. Then all that its thread wrote before it set the flag is visible.
    #[inline]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}
