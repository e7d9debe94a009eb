//! Pipes to and from other programs, by way of a pipe of our own.
//!
//! Who copies bytes into a pipe, or out of it, holds its lock meanwhile, and the program at the other end
//! waits. So bytes are copied into or out of a pipe that nobody else has, and their pages are moved
//! between the two pipes, which takes a small part of that time.

use std::{
    fs::File,
    io::{self, Read, Write},
};

use rustix::{
    io::Errno,
    pipe::{PipeFlags, SpliceFlags, fcntl_setpipe_size, pipe_with, splice},
};

/// Bytes that a pipe is asked to hold, so that both ends are woken less often.
const PIPE: usize = 1 << 20;
/// The shortest write that is relayed, in bytes.
const SHORTEST_RELAYED: usize = 64 << 10;

/// A pipe that nobody else has. It is empty before and after each call.
struct OwnPipe {
    read: File,
    write: File,
}

impl OwnPipe {
    /// A pipe as large as `file` beside it, which is enlarged; `None` if `file` is not a pipe, or the system
    /// does not lend as much.
    fn beside(file: &File) -> Option<Self> {
        fcntl_setpipe_size(file, PIPE).ok()?;
        let (read, write) = pipe_with(PipeFlags::CLOEXEC).ok()?;
        fcntl_setpipe_size(&write, PIPE).ok()?;
        Some(Self { read: read.into(), write: write.into() })
    }
}

/// Reads a file, perhaps a pipe.
pub(in super::super) struct RelayedInput {
    file: File,
    own: Option<OwnPipe>,
}

pub(in super::super) fn relayed_input(file: File) -> RelayedInput {
    let own = OwnPipe::beside(&file);
    RelayedInput { file, own }
}

impl Read for RelayedInput {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if let Some(own) = &mut self.own {
            match splice(&self.file, None, &own.write, None, bytes.len(), SpliceFlags::empty()) {
                Ok(length) => return own.read.read_exact(&mut bytes[..length]).map(|()| length),
                Err(Errno::INTR) => return Err(io::ErrorKind::Interrupted.into()),
                Err(_) => self.own = None,
            }
        }
        self.file.read(bytes)
    }
}

/// Writes a file, perhaps a pipe.
pub(in super::super) struct RelayedOutput {
    file: File,
    own: Option<OwnPipe>,
}

pub(in super::super) fn relayed_output(file: File) -> RelayedOutput {
    let own = OwnPipe::beside(&file);
    RelayedOutput { file, own }
}

impl RelayedOutput {
    /// Writes some of `bytes` by way of the own pipe, which is given up if that fails. Returns how many
    /// have arrived.
    fn relay(&mut self, bytes: &[u8]) -> usize {
        let Some(own) = &mut self.own else { return 0 };
        // As many as an empty pipe takes.
        let written = own.write.write(&bytes[..bytes.len().min(PIPE)]);
        let mut moved = 0;
        while let Ok(length @ 1..) = written
            && moved < length
        {
            match splice(&own.read, None, &self.file, None, length - moved, SpliceFlags::empty()) {
                Ok(more) => moved += more,
                Err(Errno::INTR) => {}
                Err(_) => break,
            }
        }
        if written.ok() != Some(moved) {
            self.own = None;
        }
        moved
    }
}

impl Write for RelayedOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.len() >= SHORTEST_RELAYED
            && let moved @ 1.. = self.relay(bytes)
        {
            return Ok(moved);
        }
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::{
        os::fd::{AsRawFd, OwnedFd},
        thread,
    };

    use super::*;
    use crate::testkit::sized;

    /// Both ends of a pipe.
    fn pipe() -> (File, File) {
        let (read, write) = io::pipe().expect("a pipe");
        (File::from(OwnedFd::from(read)), File::from(OwnedFd::from(write)))
    }

    fn bytes(length: usize) -> Vec<u8> {
        (0..length).map(|index| ((index * index) >> 7) as u8).collect()
    }

    /// Writes `bytes` in pieces of these lengths, reads them in others, and makes sure that they are equal.
    fn go_through(mut output: RelayedOutput, mut input: RelayedInput, bytes: &[u8]) {
        thread::scope(|scope| {
            scope.spawn(move || {
                let mut rest = bytes;
                for length in
                    [1, 70_000, 4096, 65_536, 300_001, 1 << 20, 3 << 20].into_iter().cycle()
                {
                    let (piece, others) = rest.split_at(length.min(rest.len()));
                    output.write_all(piece).expect("written");
                    rest = others;
                    if rest.is_empty() {
                        break;
                    }
                }
            });
            let (mut found, mut room) = (Vec::new(), vec![0; 2 << 20]);
            for length in [100_000, 3, 2 << 20, 4096].into_iter().cycle() {
                let length = input.read(&mut room[..length]).expect("read");
                found.extend_from_slice(&room[..length]);
                if length == 0 {
                    break;
                }
            }
            assert!(found == bytes);
        });
    }

    #[test]
    #[cfg_attr(miri, ignore = "pipes of the system")]
    fn bytes_arrive_as_they_were() {
        let (read, write) = pipe();
        let (input, output) = (relayed_input(read), relayed_output(write));
        go_through(output, input, &bytes(sized(9 << 20, 1 << 20)));
    }

    #[test]
    #[cfg_attr(miri, ignore = "pipes of the system")]
    fn a_pipe_that_cannot_be_relayed_is_written_as_usual() {
        let (read, write) = pipe();
        let path = format!("/proc/self/fd/{}", write.as_raw_fd());
        // The system moves no pages to what is opened in this mode.
        let append = File::options().append(true).open(path).expect("opened");
        drop(write);
        go_through(relayed_output(append), relayed_input(read), &bytes(500_000));
    }

    #[test]
    #[cfg_attr(miri, ignore = "pipes of the system")]
    fn a_reader_that_goes_away_is_an_error() {
        for length in [10, 100_000, 3 << 20] {
            let (read, write) = pipe();
            let mut output = relayed_output(write);
            thread::scope(|scope| {
                scope.spawn(move || (&read).read_exact(&mut [0; 5]));
                let written = output.write_all(&bytes(length)).and_then(|()| {
                    // A short one fits in before the reader goes.
                    thread::sleep(std::time::Duration::from_millis(100));
                    output.write_all(b"more")
                });
                assert_eq!(written.map_err(|error| error.kind()), Err(io::ErrorKind::BrokenPipe));
            });
        }
    }
}
