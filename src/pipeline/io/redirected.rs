//! Standard output, which another program has opened, perhaps for several to write to.

use std::{
    fs::File,
    io::{self, Seek, Write},
};

use super::{input::regular, platform};

/// What writes to a file that another program has opened.
pub(super) fn redirected(mut file: File) -> Box<dyn Write + Send> {
    match regular(&file).and_then(|_| file.stream_position().ok()) {
        Some(next) => Box::new(RedirectedFile { file, next }),
        None => Box::new(platform::relayed_output(file)),
    }
}

/// A regular file.
struct RedirectedFile {
    file: File,
    /// Where the next write will go, if nobody else writes.
    next: u64,
}

impl Write for RedirectedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        platform::reserve(&self.file, self.next, bytes.len());
        self.next += bytes.len() as u64;
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
