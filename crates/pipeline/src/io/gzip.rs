//! Decoding gzip: any number of members in a row, and padding of zeros after the last.

use std::io::{self, BufRead, Read};

use flate2::bufread::GzDecoder;

/// Decodes all members of a gzip stream.
pub(super) struct GzipReader<R> {
    /// `None` after the last member.
    member: Option<GzDecoder<R>>,
}

impl<R: BufRead> GzipReader<R> {
    pub(crate) fn new(read: R) -> Self {
        Self { member: Some(GzDecoder::new(read)) }
    }
}

impl<R: BufRead> Read for GzipReader<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.member {
            let length = member.read(bytes)?;
            if length > 0 || bytes.is_empty() {
                return Ok(length);
            }
            let rest = self.member.take().map(GzDecoder::into_inner);
            self.member = rest.map(next_member).transpose()?.flatten();
        }
        Ok(0)
    }
}

/// The decoder of the next member, or `None` at the end.
fn next_member<R: BufRead>(mut rest: R) -> io::Result<Option<GzDecoder<R>>> {
    loop {
        let bytes = match rest.fill_buf() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
        match (zeros == bytes.len(), bytes.is_empty()) {
            (_, true) => return Ok(None),
            (true, _) => rest.consume(zeros),
            (false, _) if bytes[zeros] == 0x1F => {
                rest.consume(zeros);
                return Ok(Some(GzDecoder::new(rest)));
            }
            _ => {
                let words = "there are other bytes after its end";
                return Err(io::Error::new(io::ErrorKind::InvalidData, words));
            }
        }
    }
}
