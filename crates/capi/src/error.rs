//! Messages for the caller, and the guard that stops panics before they reach C.

use std::{
    cell::RefCell,
    ffi::{CString, c_char},
    panic::{AssertUnwindSafe, catch_unwind},
};

thread_local! {
    static MESSAGE: RefCell<CString> = RefCell::default();
}

/// Returns the message of the last call on this thread that failed; an empty string before the first.
/// It stays valid until the next call on this thread that fails, or the end of the thread.
#[unsafe(no_mangle)]
pub extern "C" fn bd_error() -> *const c_char {
    MESSAGE.with_borrow(|message| message.as_ptr())
}

/// Runs `work`. If it fails or panics, stores the message and returns `failed`.
pub(crate) fn guard<T>(failed: T, work: impl FnOnce() -> Result<T, String>) -> T {
    // Unwind safe: state that a panic leaves incomplete is thread-local and dropped, or not yet visible to the caller.
    let result = catch_unwind(AssertUnwindSafe(work));
    match result.unwrap_or_else(|_| Err("internal error: a panic".into())) {
        Ok(value) => value,
        Err(message) => {
            let message = CString::new(message.replace('\0', "")).unwrap_or_default();
            MESSAGE.with_borrow_mut(|last| *last = message);
            failed
        }
    }
}
