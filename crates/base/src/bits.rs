//! The set bits of a word: the loop that all sets share.

/// An unsigned integer whose bits are a set.
pub trait Word: Copy {
    /// Returns the index of the lowest set bit and the word without it; `None` if no bit is set.
    fn split_lowest(self) -> Option<(usize, Self)>;
}

macro_rules! words {
    ($($word:ty),*) => {$(
        impl Word for $word {
            #[inline(always)]
            fn split_lowest(self) -> Option<(usize, Self)> {
                (self != 0).then(|| (self.trailing_zeros() as usize, self & (self - 1)))
            }
        }
    )*};
}

words!(u16, u32, u64, u128);

/// The indices of the set bits of a word, upwards.
#[derive(Clone, Debug)]
pub struct Bits<W>(W);

/// Lists the indices of the set bits of `word`, upwards.
#[inline(always)]
pub fn bits<W: Word>(word: W) -> Bits<W> {
    Bits(word)
}

impl<W: Word> Iterator for Bits<W> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let (index, rest) = self.0.split_lowest()?;
        self.0 = rest;
        Some(index)
    }
}

#[cfg(test)]
mod tests {
    use super::bits;

    #[test]
    fn lists_each_set_bit_once_upwards() {
        assert_eq!(bits(0u16).next(), None);
        assert_eq!(bits(0b1_0010_0001u16).collect::<Vec<_>>(), [0, 5, 8]);
        assert_eq!(bits(u32::MAX).collect::<Vec<_>>(), (0..32).collect::<Vec<_>>());
        assert_eq!(bits(1u64 << 63).collect::<Vec<_>>(), [63]);
        assert_eq!(bits(1u128 << 127 | 1 << 80).collect::<Vec<_>>(), [80, 127]);
    }
}
