//! The part of an input that its format is detected from.
//!
//! The bytes that decide are a function of the input alone: a pipe that brings them one by one
//! gives the same prefix as a file.

use batchdoku_format::ReadOptions;

/// The most bytes that are examined.
pub(super) const HEAD: usize = 64 << 10;

/// The length of the shortest prefix of whole lines that tells the format, or of all 64 KiB;
/// `None` if more bytes are needed, unless the input ends here.
pub(super) fn detection_length(head: &[u8], options: &ReadOptions) -> Option<usize> {
    if head.len() >= HEAD {
        let head = &head[..HEAD];
        return Some(shortest(head, options).unwrap_or(HEAD));
    }
    shortest(head, options)
}

fn shortest(head: &[u8], options: &ReadOptions) -> Option<usize> {
    if !batchdoku_format::is_enough(head, options) {
        return None;
    }
    let mut ends = memchr::memchr_iter(b'\n', head).map(|end| end + 1);
    let shortest = ends.find(|&end| batchdoku_format::is_enough(&head[..end], options));
    Some(shortest.unwrap_or(head.len()))
}
