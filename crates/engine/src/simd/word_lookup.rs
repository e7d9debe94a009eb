//! Tables from bytes to words.

use super::lanes32::LANES;

/// A table by which N bytes become 32 words: `words[classes[bytes[indices[lane]]]]` in each lane.
///
/// The classes are below 16, except those with the top bit set: they mark bytes without a word.
/// The other fields hold the same tables in the form that shuffles need.
#[derive(Debug)]
#[allow(dead_code, reason = "each backend uses the tables that suit its shuffles")]
pub(crate) struct WordLookup<const N: usize> {
    /// The class of each byte.
    pub(super) classes: [u8; 256],
    /// The high halves of bytes whose class is not always that of byte 255; the first `rows` count.
    pub(super) high_nibbles: [u8; 16],
    pub(super) rows: usize,
    /// The first of the 16 consecutive bytes with the most classes other than that of byte 255. A shuffle looks up 16
    /// bytes, so that one is enough where all bytes are in this window: `.` and the digits, 2E and 30 to 39, are.
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
    /// This index for lanes 0 to 7, 16 to 23, 8 to 15, 24 to 31: the index into the first 16 bytes,
    /// or into the last 16, and [`NO_BYTE`] in the other of the two.
    pub(super) first: [u8; LANES],
    pub(super) last: [u8; LANES],
    pub(super) words: [u16; 16],
    /// The low and the high bytes of the words.
    pub(super) low: [u8; 16],
    pub(super) high: [u8; 16],
}

/// No word has this bit.
pub(super) const NO_WORD: u16 = 1 << 15;

/// A shuffle of bytes gives 0 for this index.
const NO_BYTE: u8 = 0x80;

impl<const N: usize> WordLookup<N> {
    /// `indices` must be below N, and the first N of them all different; `words` are below 2¹⁵.
    pub(crate) const fn new(classes: [u8; 256], indices: [u8; LANES], words: [u16; 16]) -> Self {
        assert!(16 <= N && N <= LANES);
        let (mut high_nibbles, mut rows) = ([0; 16], 0);
        let (mut window, mut most) = (0, 0);
        let mut byte = 0;
        while byte < 256 {
            let (mut here, mut i) = (0, 0);
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
        let [mut first, mut last] = [[NO_BYTE; LANES]; 2];
        let mut halves = indices;
        let mut lanes = [u8::MAX; N];
        let mut lane = LANES;
        while lane > 0 {
            lane -= 1;
            lanes[indices[lane] as usize] = lane as u8;
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
