//! State that threads share.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Locks what threads share. If one panics the job fails, whatever it left.
pub fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits until another thread says that what they share has changed.
pub(crate) fn wait<'a, T>(changed: &Condvar, state: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
    changed.wait(state).unwrap_or_else(PoisonError::into_inner)
}
