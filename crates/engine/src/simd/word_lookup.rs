//! Tables from bytes to words: the text of a puzzle becomes the candidates of its cells.
//!
//! A table stands for `words[classes[bytes[indices[lane]]]]` in each lane. For example, the table for characters takes
//! three rows of a grid, 27 bytes, in the order of boxes. Lane 1 has `indices[1] = 1`, the second cell. If that is `3`,
//! its class is 3 and its word `{3}`; if it is `.`, its class is 0 and its word has all nine digits; if it is `a`, its
//! class has the top bit set, and the bytes are no puzzle.
//!
//! # Three ways to look up a byte
//!
//! An instruction looks up bytes among 16 (AVX2, NEON). A table of 256 classes takes 16 such lookups, so it is cut down:
//!
//! 1. *The window.* The characters that puzzles are made of are close to each other: 16 consecutive bytes are enough
//!    for `*` (2A in hexadecimal), `-` (2D), `.` (2E) and the digits 0 to 9 (30 to 39). So 2A to 39 is the window of
//!    characters, and 0 to 15 that of numbers. A byte minus 2A is an index into 16 entries, and one test for all lanes,
//!    whether an index is above 15, shows that a byte is outside. (Bytes below 2A wrap: `#` minus `*` is 249.)
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
//!    A window of `classes` serves AVX2 and NEON, which then look up the halves of the word by class (`low`, `high`).
//!    `window_words` needs no classes, but an instruction that looks up words (AVX-512). `window_low` and `window_high`
//!    need none either: they serve the transposition of many rows (`byte_columns`), whose bytes become words at the
//!    very end. There, a byte of the window without a word has `NO_WORD`, the top bit of its high half, so that "or"
//!    over all columns of a row finds it, which costs less than to compare each.
//! 2. *Rows of 16.* If some byte is outside, each byte has its class looked up in those rows of 16 bytes that have any
//!    class but the common one (`high_nibbles` names them): for characters 20, 30, 50 and 70, because `_`, `X` and `x`
//!    are empty cells, too.
//! 3. *All.* AVX-512 looks up bytes among 128, so it takes `classes` whole in two steps; the scalar definition has no
//!    need of anything else.
//!
//! # Which byte belongs to which lane
//!
//! A shuffle reaches 16 bytes, and a row has up to 32: it is loaded as its first 16 and its last 16, which overlap if N
//! is below 32. `first` and `last` have each lane's place in one of the two, and nothing in the other, so that the "or"
//! of both shuffles has all lanes. `halves` has the same in one number, for instructions that take 32 bytes.
//! With N = 27, byte 20 is place 9 of the last 16, which start at byte 11.

use super::lanes32::LANES;

/// A table by which N bytes become 32 words: `words[classes[bytes[indices[lane]]]]` in each lane.
///
/// The classes are below 16, except those with the top bit set: they mark bytes without a word.
/// The other fields hold the same tables in the form that shuffles need: see [above](self).
#[derive(Debug)]
#[allow(dead_code, reason = "each backend uses the tables that suit its shuffles")]
pub(crate) struct WordLookup<const N: usize> {
    /// The class of each byte.
    pub(super) classes: [u8; 256],
    /// The high halves of the bytes that have other classes than byte 255; only the first `rows` count.
    pub(super) high_nibbles: [u8; 16],
    pub(super) rows: usize,
    /// The first of the 16 consecutive bytes with the most classes other than that of byte 255, which stands for all
    /// bytes without a word.
    pub(super) window: u8,
    /// The words of these bytes, [`NO_WORD`] for those without one.
    pub(super) window_words: [u16; 16],
    /// The low and the high bytes of the words in the window.
    pub(super) window_low: [u8; 16],
    pub(super) window_high: [u8; 16],
    /// The first lane for each byte.
    pub(super) lanes: [u8; N],
    pub(super) indices: [u8; LANES],
    /// This byte, as an index into the first 16 bytes followed by the last 16.
    pub(super) halves: [u8; LANES],
    /// The byte's index into the first 16 bytes, or into the last 16, and [`NO_BYTE`] in the other of the two. The lanes
    /// are in the order 0 to 7, 16 to 23, 8 to 15, 24 to 31, because AVX2 interleaves low and high bytes within halves
    /// of 16 bytes: the lower eight of both halves become lanes 0 to 15, which are stored together.
    pub(super) first: [u8; LANES],
    pub(super) last: [u8; LANES],
    pub(super) words: [u16; 16],
    /// The low and the high bytes of the words.
    pub(super) low: [u8; 16],
    pub(super) high: [u8; 16],
}

/// No word has this bit: words are sets of nine digits, and a shuffle of bytes keeps the top bit of what it looks up.
pub(super) const NO_WORD: u16 = 1 << 15;

/// A shuffle of bytes gives 0 for this index.
const NO_BYTE: u8 = 0x80;

impl<const N: usize> WordLookup<N> {
    /// `indices` must be below N, and the first N of them all different; `words` are below 2¹⁵.
    pub(crate) const fn new(classes: [u8; 256], indices: [u8; LANES], words: [u16; 16]) -> Self {
        assert!(16 <= N, "a row is loaded as its first 16 bytes and its last 16");
        assert!(N <= LANES, "two loads of 16 bytes reach no more");
        // The rows of 16 and the window, both by counting the bytes that have a class of their own.
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
        // From the last lane down, so that `lanes` has the first lane of a byte that several lanes have.
        let [mut first, mut last] = [[NO_BYTE; LANES]; 2];
        let mut halves = indices;
        let mut lanes = [u8::MAX; N];
        let mut lane = LANES;
        while lane > 0 {
            lane -= 1;
            lanes[indices[lane] as usize] = lane as u8;
            // Bits 3 and 4 of the lane are exchanged: 8 to 15 and 16 to 23 change places.
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
