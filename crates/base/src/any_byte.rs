//! A look at all bytes of a text.

/// The bytes that vectors take at a time on every machine.
const BLOCK: usize = 16;

/// Returns whether there is a byte of this kind in a text that most likely has none.
///
/// Blocks of 16 bytes have no early exit, so that the compiler uses vectors. The last block may overlap the one before:
/// of 81 bytes, the blocks start at 0, 16, 32, 48, 64 and 65.
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
