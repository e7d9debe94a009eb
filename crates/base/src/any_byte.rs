//! A search for a kind of byte, for texts that most likely have none.

/// The length in bytes of a vector that every supported machine has.
const BLOCK: usize = 16;

/// Returns whether a text has a byte for which `is_kind` is true.
///
/// The text is read to its end in blocks of 16 bytes: without an early exit, the compiler uses vectors. The last block
/// may overlap the block before it. For example, the blocks of 81 bytes start at 0, 16, 32, 48, 64 and 65.
///
/// ```
/// use batchdoku_base::any_byte;
/// assert!(any_byte(b"a text with a tab\t", |byte| byte == b'\t'));
/// ```
#[inline]
pub fn any_byte(text: &[u8], is_kind: impl Fn(u8) -> bool) -> bool {
    let any = |bytes: &[u8]| bytes.iter().fold(false, |any, &byte| any | is_kind(byte));
    let Some(last) = text.last_chunk::<BLOCK>() else { return any(text) };
    let (blocks, _) = text.as_chunks::<BLOCK>();
    blocks.iter().fold(any(last), |found, block| found | any(block))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_is_found_anywhere() {
        for length in 0..70 {
            let mut text = vec![b'.'; length];
            assert!(!any_byte(&text, |byte| byte == b'!'), "none of {length}");
            for at in 0..length {
                text[at] = b'!';
                assert!(any_byte(&text, |byte| byte == b'!'), "byte {at} of {length}");
                text[at] = b'.';
            }
        }
    }
}
