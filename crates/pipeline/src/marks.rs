//! Marks of the progress of a job in its inputs and outputs, and marks that show whether a file is as a job wrote it.

use std::{
    fs::{File, Metadata},
    io,
    time::{SystemTime, UNIX_EPOCH},
};

use flate2::CrcReader;
use serde::{Deserialize, Serialize};

/// The start of the first chunk that has not been done: for example, byte 524,288 of input 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct InputPosition {
    /// The input, counted from 0.
    pub input: usize,
    /// The number of bytes of the input before it; without inputs, the number of records.
    pub offset: u64,
    /// The number of lines of the input that are known to come before it.
    pub lines: u64,
}

/// The state of an output at a moment; all lengths are in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct OutputMark {
    /// The length up to the last chunk that is done.
    pub(crate) wanted: u64,
    /// The length written so far, which may be longer.
    pub(crate) written: u64,
    /// The number of bytes in the file, which may be compressed.
    pub(crate) stored: u64,
    /// The checksum (CRC-32) of these bytes of the file.
    pub(crate) checksum: u32,
}

/// The mark of a complete output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FileMark {
    /// The length in bytes.
    pub(crate) size: u64,
    /// The checksum (CRC-32) of all bytes.
    pub(crate) checksum: u32,
    pub(crate) modified: String,
}

impl FileMark {
    /// Returns the mark of a file with this checksum.
    pub(crate) fn of(file: &File, checksum: u32) -> io::Result<Self> {
        let about = file.metadata()?;
        Ok(Self { size: about.len(), checksum, modified: modified(&about) })
    }

    /// Returns whether a file is unchanged since it got this mark. A different length means changed; the same length
    /// and modification time mean unchanged; otherwise the file is read, because a copy has another time.
    pub(crate) fn is_of(&self, file: File) -> io::Result<bool> {
        let about = file.metadata()?;
        if about.len() != self.size {
            return Ok(false);
        }
        if modified(&about) == self.modified {
            return Ok(true);
        }
        self.has_content(file)
    }

    /// Reads a file and returns whether its contents have the mark.
    pub(crate) fn has_content(&self, file: File) -> io::Result<bool> {
        let mut file = CrcReader::new(io::BufReader::with_capacity(1 << 20, file));
        let length = io::copy(&mut file, &mut io::sink())?;
        Ok(self.is(length, file.crc().sum()))
    }

    /// Returns whether this length and checksum are those of the mark.
    pub(crate) fn is(&self, length: u64, checksum: u32) -> bool {
        (length, checksum) == (self.size, self.checksum)
    }
}

/// Returns the modification time in seconds since 1970 (negative before) as text. Times are compared only with other
/// times of the same file, because the clock may be wrong or be set back.
pub(crate) fn modified(about: &Metadata) -> String {
    about.modified().map_or(String::new(), seconds)
}

pub(crate) fn seconds(time: SystemTime) -> String {
    let (sign, distance) = match time.duration_since(UNIX_EPOCH) {
        Ok(since) => ("", since),
        Err(before) => ("-", before.duration()),
    };
    format!("{sign}{}.{:09}", distance.as_secs(), distance.subsec_nanos())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn times_differ_before_1970_too() {
        let second = Duration::from_millis(1500);
        let times = [UNIX_EPOCH + second, UNIX_EPOCH, UNIX_EPOCH - second, UNIX_EPOCH - 2 * second];
        assert_eq!(
            times.map(seconds),
            ["1.500000000", "0.000000000", "-1.500000000", "-3.000000000"]
        );
    }
}
