//! Tables from bytes to words: the text of a puzzle becomes the candidates of its cells.
//!
//! A lookup computes `words[classes[bytes[indices[lane]]]]` for each lane. For example, the table for characters takes
//! three rows of a grid, 27 bytes, in the order of boxes. Lane 1 has `indices[1] = 1`, the second cell. If its byte is
//! `3`, the class is 3 and the word is `{3}`; if it is `.`, the class is 0 and the word has all nine digits; if it is
//! `a`, the class has the top bit set: the bytes are not a puzzle.
//!
//! # Three ways to look up a byte
//!
//! An instruction of AVX2 or NEON looks up bytes in a table of 16. A table of 256 classes would take 16 such lookups,
//! so there are shorter ways:
//!
//! 1. *The window.* The common characters of puzzles are close to each other: 16 consecutive bytes are enough for `*`
//!    (2A in hexadecimal), `-` (2D), `.` (2E) and the digits 0 to 9 (30 to 39). So the window of characters is 2A to
//!    39, and the window of numbers is 0 to 15. A byte minus 2A is an index into 16 entries. One test for all lanes
//!    shows whether an index is above 15: then a byte is outside. (Bytes below 2A wrap around: `#` minus `*` is 249.)
//!
//!    ```text
//!      byte              *     +    ,    -     .     /    0    1    2    3   ...   9       a
//!      minus 2A          0     1    2    3     4     5    6    7    8    9         15      55: outside
//!      class             0     bad  bad  0     0     bad  0    1    2    3         9
//!      window_words      1FF   no   no   1FF   1FF   no   1FF  001  002  004       100
//!      window_low        FF    00   00   FF    FF    00   FF   01   02   04        00
//!      window_high       01    80   80   01    01    80   01   00   00   00        01
//!    ```
//!
//!    AVX2 and NEON look up the class in a window of `classes`, then the halves of the word by class (`low`, `high`).
//!    AVX-512 can look up words, so it uses `window_words` without classes. The transposition of many rows
//!    (`byte_columns`), where bytes become words in the last step, uses `window_low` and `window_high`. There, a byte
//!    of the window without a word has `NO_WORD`, the top bit of its high half. An "or" over all columns of a row
//!    finds it, which costs less than comparing each byte.
//! 2. *Rows of 16.* If some byte is outside the window, the class of each byte is looked up in all rows of 16 bytes
//!    that have a class other than the common class (`high_nibbles` lists these rows): for characters 20, 30, 50 and
//!    70, because `_`, `X`, `x` and `?` are empty cells, too.
//! 3. *All.* AVX-512 looks up bytes in a table of 128, so it looks up `classes` in two steps. The scalar definition
//!    looks it up in one step.
//!
//! # Which byte belongs to which lane
//!
//! A shuffle reaches 16 bytes, but a row has up to 32 bytes. So its first 16 and its last 16 bytes are loaded, which
//! overlap if N is below 32. For each lane, `first` or `last` has the place of its byte, and the other has `NO_BYTE`,
//! so that the "or" of both shuffles has all lanes. `halves` has the places for instructions that take 32 bytes. For
//! example, with N = 27, byte 20 is byte 9 of the last 16, which start at byte 11.

use super::lanes32::LANES;

/// A table that maps N bytes to 32 words: `words[classes[bytes[indices[lane]]]]` in each lane.
///
/// Classes are below 16, or have the top bit set, which marks bytes without a word. The other fields hold
/// the same tables in the form that shuffles need: see [above](self).
#[derive(Debug)]
#[allow(dead_code, reason = "each backend uses the tables that suit its shuffles")]
pub(crate) struct WordLookup<const N: usize> {
    /// The class of each byte.
    pub(super) classes: [u8; 256],
    /// The high halves of the bytes with a class other than that of byte 255. Only the first `rows` elements are used.
    pub(super) high_nibbles: [u8; 16],
    pub(super) rows: usize,
    /// The first byte of the window: the 16 consecutive bytes with the most bytes of a class other than that of byte
    /// 255, which has no word.
    pub(super) window: u8,
    /// The words of the bytes in the window; [`NO_WORD`] for bytes without a word.
    pub(super) window_words: [u16; 16],
    /// The low and the high bytes of the words in the window.
    pub(super) window_low: [u8; 16],
    pub(super) window_high: [u8; 16],
    /// The first lane that takes each byte.
    pub(super) lanes: [u8; N],
    pub(super) indices: [u8; LANES],
    /// The byte of each lane, as an index into the first 16 bytes followed by the last 16.
    pub(super) halves: [u8; LANES],
    /// The byte of each lane, as an index into the first 16 bytes or into the last 16; the other array has [`NO_BYTE`].
    /// The lanes are in the order 0 to 7, 16 to 23, 8 to 15, 24 to 31, because AVX2 interleaves low and high bytes
    /// within halves of 16 bytes: the lower eight bytes of both halves become lanes 0 to 15, which are stored together.
    pub(super) first: [u8; LANES],
    pub(super) last: [u8; LANES],
    pub(super) words: [u16; 16],
    /// The low and the high bytes of the words.
    pub(super) low: [u8; 16],
    pub(super) high: [u8; 16],
}

/// In place of a word: a bit that no word has, because words are sets of nine digits. It is the top bit of its high
/// byte.
pub(super) const NO_WORD: u16 = 1 << 15;

/// An index for which a shuffle of bytes gives 0.
const NO_BYTE: u8 = 0x80;

impl<const N: usize> WordLookup<N> {
    /// Creates a table. `indices` must be below N, and the first N of them all different; `words` must be below 2¹⁵.
    pub(crate) const fn new(classes: [u8; 256], indices: [u8; LANES], words: [u16; 16]) -> Self {
        assert!(16 <= N, "a row is loaded as its first 16 bytes and its last 16");
        assert!(N <= LANES, "two loads of 16 bytes reach no more");
        // Find the rows of 16 and the window by counting the bytes with a class other than that of byte 255.
        let mut high_nibbles = [0; 16];
        let mut rows = 0;
        let mut window = 0;
        let mut most = 0;
        let mut byte = 0;
        while byte < 256 {
            let mut here = 0;
            let mut i = 0;
            while i < 16 && byte + i < 256 {
                here += (classes[byte + i] != classes[255]) as u32;
                i += 1;
            }
            if byte % 16 == 0 && here > 0 {
                high_nibbles[rows] = (byte / 16) as u8;
                rows += 1;
            }
            if i == 16 && here > most {
                (window, most) = (byte as u8, here);
            }
            byte += 1;
        }
        let mut window_words = [NO_WORD; 16];
        let [mut window_low, mut window_high] = [[0; 16]; 2];
        let mut i = 0;
        while i < 16 {
            let class = classes[window as usize + i];
            if class & 0x80 == 0 {
                window_words[i] = words[class as usize];
                assert!(window_words[i] & NO_WORD == 0);
            }
            [window_low[i], window_high[i]] = window_words[i].to_le_bytes();
            i += 1;
        }
        // From the last lane down, so that `lanes` gets the first of several lanes with the same byte.
        let [mut first, mut last] = [[NO_BYTE; LANES]; 2];
        let mut halves = indices;
        let mut lanes = [u8::MAX; N];
        let mut lane = LANES;
        while lane > 0 {
            lane -= 1;
            lanes[indices[lane] as usize] = lane as u8;
            // Exchange bits 3 and 4 of the lane, so that lanes 8 to 15 and 16 to 23 change places.
            let place = lane & 7 | (lane & 8) << 1 | (lane & 16) >> 1;
            assert!((indices[lane] as usize) < N);
            if indices[lane] < 16 {
                first[place] = indices[lane];
            } else {
                last[place] = indices[lane] - (N as u8 - 16);
                halves[lane] = 16 + last[place];
            }
        }
        let mut byte = 0;
        while byte < N {
            assert!((lanes[byte] as usize) < N);
            byte += 1;
        }
        let [mut low, mut high] = [[0; 16]; 2];
        let mut class = 0;
        while class < 16 {
            [low[class], high[class]] = words[class].to_le_bytes();
            class += 1;
        }
        Self {
            classes,
            high_nibbles,
            rows,
            window,
            window_words,
            window_low,
            window_high,
            lanes,
            indices,
            halves,
            first,
            last,
            words,
            low,
            high,
        }
    }
}
