//! Reusable buffers: bytes at the start of a larger allocation.

use std::{
    mem,
    ops::Deref,
    sync::{Arc, Mutex},
};

use crate::sync::lock;

/// The smallest buffer, in bytes.
const SMALLEST: usize = 64 << 10;

/// A pool of allocations that no buffer uses at the moment. Clones share it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pool(Arc<Mutex<Vec<Vec<u8>>>>);

impl Pool {
    /// Returns an empty buffer. When it is dropped, the allocation returns to the pool.
    pub(crate) fn buffer(&self) -> Buffer {
        let spare = lock(&self.0).pop();
        Buffer { bytes: spare.unwrap_or_default(), length: 0, pool: self.clone() }
    }
}

/// Bytes at the start of a larger allocation, which returns to its pool on drop.
#[derive(Debug, Default)]
pub(crate) struct Buffer {
    bytes: Vec<u8>,
    length: usize,
    pool: Pool,
}

impl Deref for Buffer {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

impl Buffer {
    /// Returns room for at least `length` more bytes; a small buffer is first enlarged.
    pub(crate) fn room(&mut self, length: usize) -> &mut [u8] {
        let size = (self.length + length).max(SMALLEST);
        if self.bytes.len() < size {
            self.bytes.resize(size, 0);
        }
        &mut self.bytes[self.length..]
    }

    /// Adds the first `length` bytes of the room to the buffer.
    pub(crate) fn grow(&mut self, length: usize) {
        self.length += length;
        debug_assert!(self.length <= self.bytes.len(), "more bytes than there was room for");
    }

    /// Splits off the first `length` bytes of the buffer.
    pub(crate) fn split_to(&mut self, length: usize) -> Self {
        let mut rest = self.pool.buffer();
        let kept = self.length - length;
        if rest.bytes.len() < kept {
            rest.bytes.resize(kept.max(self.bytes.len()), 0);
        }
        rest.bytes[..kept].copy_from_slice(&self[length..]);
        rest.length = kept;
        mem::swap(self, &mut rest);
        rest.length = length;
        rest
    }
}

impl From<Vec<u8>> for Buffer {
    fn from(bytes: Vec<u8>) -> Self {
        Self { length: bytes.len(), bytes, pool: Pool::default() }
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        let bytes = mem::take(&mut self.bytes);
        if !bytes.is_empty() {
            lock(&self.pool.0).push(bytes);
        }
    }
}
