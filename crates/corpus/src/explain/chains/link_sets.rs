//! Links as sets, and the lengths of the shortest chains over them.

use batchdoku_base::bits;

/// A set of candidate numbers for each candidate. All sets have the same number of words.
#[derive(Debug, Default)]
pub(super) struct Sets {
    words: usize,
    sets: Vec<u64>,
}

impl Sets {
    /// Starts with empty sets.
    fn clear(&mut self, candidates: usize) {
        self.words = candidates.div_ceil(64);
        self.sets.clear();
        self.sets.resize(candidates * self.words, 0);
    }

    #[inline(always)]
    fn of(&self, number: usize) -> &[u64] {
        &self.sets[number * self.words..][..self.words]
    }

    /// Adds `member` to a set.
    #[inline(always)]
    pub(super) fn insert(&mut self, number: usize, member: u16) {
        self.of_mut(number)[usize::from(member) / 64] |= 1 << (member % 64);
    }

    #[inline(always)]
    fn of_mut(&mut self, number: usize) -> &mut [u64] {
        &mut self.sets[number * self.words..][..self.words]
    }
}

/// The links of candidates, or of candidates and groups: a set for each of them.
#[derive(Debug, Default)]
pub(super) struct LinkSets {
    /// The candidates that fail if a candidate holds.
    pub(super) weak: Sets,
    /// The candidates that hold if a candidate fails.
    strong: Sets,
    /// The candidates that hold if a candidate holds: over a weak link to a candidate that fails, and a strong link
    /// from there.
    pub(super) next: Sets,
}

impl LinkSets {
    /// Starts with empty sets.
    pub(super) fn clear(&mut self, count: usize) {
        for sets in [&mut self.weak, &mut self.strong, &mut self.next] {
            sets.clear(count);
        }
    }

    /// Returns the number of literals of the shortest chain from a candidate that holds (or fails, if not
    /// `from_holding`) to its opposite; `None` if that is more than `longest`.
    pub(super) fn shortest<const WORDS: usize>(
        &self,
        own: usize,
        from_holding: bool,
        longest: u32,
    ) -> Option<u32> {
        let own_word = own / 64;
        let own_bit = 1 << (own % 64);
        let words = self.next.words;
        let mut reached = [0u64; WORDS];
        let mut frontier = [0u64; WORDS];
        // A frontier has the candidates that hold at the end of chains of `length` literals, which alternate: a start
        // that holds makes candidates fail (2), and these make other candidates hold (3); a start that fails makes
        // candidates hold (2). Each round adds a weak and a strong link.
        let mut length = if from_holding {
            reached[own_word] = own_bit;
            frontier[..words].copy_from_slice(self.next.of(own));
            3
        } else {
            frontier[..words].copy_from_slice(self.strong.of(own));
            2
        };
        loop {
            // The start fails if a candidate of the frontier sees it, by one more literal; it holds if it is in the frontier.
            let ends = if from_holding {
                let weak = self.weak.of(own);
                (0..words).any(|word| frontier[word] & weak[word] != 0)
            } else {
                frontier[own_word] & own_bit != 0
            };
            let literals = length + u32::from(from_holding);
            if literals > longest {
                return None;
            }
            if ends {
                return Some(literals);
            }
            let mut next = [0u64; WORDS];
            let mut any = false;
            for word in 0..words {
                let new = frontier[word] & !reached[word];
                reached[word] |= new;
                any |= new != 0;
                for bit in bits(new) {
                    let more = self.next.of(word * 64 + bit);
                    for (next, more) in next[..words].iter_mut().zip(more) {
                        *next |= more;
                    }
                }
            }
            if !any {
                return None;
            }
            (frontier, length) = (next, length + 2);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Candidates 0 and 2 see each other, and each candidate's failure places the next: two strong links lead from 0 to
    /// 2.
    #[test]
    fn chains_are_counted_in_literals() {
        let mut links = LinkSets::default();
        links.clear(3);
        links.strong.insert(0, 1);
        links.next.insert(0, 1);
        links.next.insert(1, 2);
        links.next.insert(2, 0);
        links.weak.insert(0, 2);
        // 0 holds, . fails, 1 holds, . fails, 2 holds, 0 fails.
        assert_eq!(links.shortest::<1>(0, true, 6), Some(6));
        assert_eq!(links.shortest::<1>(0, true, 5), None, "no chain of five literals");
        // 0 fails, 1 holds, . fails, 2 holds, . fails, 0 holds.
        assert_eq!(links.shortest::<1>(0, false, 6), Some(6));
        assert_eq!(links.shortest::<1>(1, true, 20), None, "1 sees nothing");
    }
}
