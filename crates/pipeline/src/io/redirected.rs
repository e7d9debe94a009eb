//! Standard output, which another program has opened, perhaps for several to write to.

use std::{
    fs::File,
    io::{self, Seek, Write},
};

use super::{input::regular, platform};

/// A file that another program has opened.
pub(super) struct Redirected {
    file: File,
    /// Where the next write will go, if it is a regular file and nobody else writes.
    next: Option<u64>,
}

impl Redirected {
    pub(crate) fn new(mut file: File) -> Self {
        platform::enlarge_pipe(&file);
        let next = regular(&file).and_then(|_| file.stream_position().ok());
        Self { file, next }
    }
}

impl Write for Redirected {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(next) = &mut self.next {
            platform::reserve(&self.file, *next, bytes.len());
            *next += bytes.len() as u64;
        }
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
