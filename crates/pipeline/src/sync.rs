//! State that several threads share.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Locks shared state, and ignores poison: if a thread panicked, the job fails anyway.
pub fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits until another thread signals a change of the shared state.
pub(crate) fn wait<'a, T>(changed: &Condvar, state: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
    changed.wait(state).unwrap_or_else(PoisonError::into_inner)
}
