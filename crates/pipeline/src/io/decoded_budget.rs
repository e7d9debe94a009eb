//! A bound for memory: the bytes that have been decoded, or will be, and are not used yet.

use std::sync::{Condvar, Mutex, PoisonError};

/// The most bytes, unless a single piece is longer.
pub(super) const MOST: usize = 96 << 20;

/// The bytes that are decoded, or being decoded, and not used yet.
#[derive(Default)]
pub(super) struct DecodedBudget {
    /// Their number.
    length: Mutex<DecodedLength>,
    changed: Condvar,
}

#[derive(Default)]
struct DecodedLength {
    bytes: usize,
    is_closed: bool,
}

impl DecodedBudget {
    /// Adds bytes, once there is room for them. `false` if nobody will use them.
    pub(super) fn add(&self, bytes: usize) -> bool {
        let mut length = self.length.lock().unwrap_or_else(PoisonError::into_inner);
        while length.bytes > 0 && length.bytes + bytes > MOST && !length.is_closed {
            length = self.changed.wait(length).unwrap_or_else(PoisonError::into_inner);
        }
        length.bytes += bytes;
        !length.is_closed
    }

    /// Removes bytes that are used.
    pub(super) fn remove(&self, bytes: usize) {
        self.length.lock().unwrap_or_else(PoisonError::into_inner).bytes -= bytes;
        self.changed.notify_all();
    }

    /// The number of bytes.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> usize {
        self.length.lock().unwrap_or_else(PoisonError::into_inner).bytes
    }

    /// Says that nobody will use any more.
    pub(super) fn close(&self) {
        self.length.lock().unwrap_or_else(PoisonError::into_inner).is_closed = true;
        self.changed.notify_all();
    }
}
