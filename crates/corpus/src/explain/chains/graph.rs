//! The links of a position, listed once for all searches in it.

use super::{
    links::{Cause, strong, weak},
    origin::Links,
};
use crate::{
    explain::literal::{LITERALS, Literal, cell_of, literal},
    marks::Marks,
};
use batchdoku_base::bits;

/// A set of candidates by number for each candidate, in as many words as that takes.
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

/// The links of candidates, or of candidates and groups, as a set for each.
#[derive(Debug, Default)]
pub(super) struct LinkSets {
    /// The candidates that fail if one holds.
    pub(super) weak: Sets,
    /// The candidates that hold if one fails.
    strong: Sets,
    /// The candidates that hold if one that fails holds instead: over one weak and one strong link.
    pub(super) next: Sets,
}

impl LinkSets {
    /// Starts with empty sets.
    pub(super) fn clear(&mut self, count: usize) {
        for sets in [&mut self.weak, &mut self.strong, &mut self.next] {
            sets.clear(count);
        }
    }

    /// Returns the least number of literals, at most `longest`, of a chain from a member that holds
    /// (or fails, if not `from_holding`) to its opposite.
    pub(super) fn shortest<const WORDS: usize>(
        &self,
        own: usize,
        from_holding: bool,
        longest: u32,
    ) -> Option<u32> {
        let (own_word, own_bit) = (own / 64, 1 << (own % 64));
        let words = self.next.words;
        let mut reached = [0u64; WORDS];
        let mut frontier = [0u64; WORDS];
        let mut length = if from_holding {
            reached[own_word] = own_bit;
            frontier[..words].copy_from_slice(self.next.of(own));
            3
        } else {
            frontier[..words].copy_from_slice(self.strong.of(own));
            2
        };
        loop {
            // The literal that ends the chain.
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

/// The candidates of a position and their links.
#[derive(Debug, Default)]
pub(super) struct Graph {
    candidates: Vec<Literal>,
    numbers: Vec<u16>,
    /// The start of the links of each candidate.
    weak_ranges: Vec<u32>,
    strong_ranges: Vec<u32>,
    weak: Vec<(u16, Cause)>,
    strong: Vec<(u16, Cause)>,
    sets: LinkSets,
}

impl Graph {
    /// Lists the links of a position.
    pub(super) fn build(&mut self, marks: &Marks, links: Links) {
        let (in_cells, in_houses) = (links != Links::X, links != Links::Y);
        self.candidates.clear();
        self.numbers.resize(LITERALS / 2, 0);
        for (cell, &digits) in marks.cells.iter().enumerate() {
            for digit in bits(digits) {
                let candidate = literal(cell, digit, true);
                self.numbers[usize::from(candidate >> 1)] = self.candidates.len() as u16;
                self.candidates.push(candidate);
            }
        }
        let count = self.candidates.len();
        self.sets.clear(count);
        for ranges in [&mut self.weak_ranges, &mut self.strong_ranges] {
            ranges.clear();
            ranges.push(0);
        }
        self.weak.clear();
        self.strong.clear();
        for (number, &candidate) in self.candidates.iter().enumerate() {
            let first = self.strong.len();
            let (links, set, numbers) =
                (&mut self.strong, self.sets.strong.of_mut(number), &self.numbers);
            strong(marks, candidate ^ 1, in_cells, in_houses, |to, cause| {
                let to = numbers[usize::from(to >> 1)];
                if links[first..].iter().all(|&(earlier, _)| earlier != to) {
                    links.push((to, cause));
                    set[usize::from(to) / 64] |= 1 << (to % 64);
                }
            });
            self.strong_ranges.push(self.strong.len() as u32);
        }
        for (number, &candidate) in self.candidates.iter().enumerate() {
            // Without links in houses, chains go through cells of two candidates only.
            if !in_houses && marks.cells[cell_of(candidate)].count_ones() != 2 {
                self.weak_ranges.push(self.weak.len() as u32);
                continue;
            }
            let (links, set, numbers) =
                (&mut self.weak, self.sets.weak.of_mut(number), &self.numbers);
            let (next, strong, ranges) =
                (self.sets.next.of_mut(number), &self.strong, &self.strong_ranges);
            weak(marks, candidate, in_cells, |to, cause| {
                let to = numbers[usize::from(to >> 1)];
                set[usize::from(to) / 64] |= 1 << (to % 64);
                // A candidate from which nothing follows is of no use on the way.
                let range = &ranges[usize::from(to)..][..2];
                if range[0] != range[1] {
                    links.push((to, cause));
                    for &(then, _) in &strong[range[0] as usize..range[1] as usize] {
                        next[usize::from(then) / 64] |= 1 << (then % 64);
                    }
                }
            });
            self.weak_ranges.push(self.weak.len() as u32);
        }
    }

    pub(super) fn len(&self) -> usize {
        self.candidates.len()
    }

    pub(super) fn number(&self, literal: Literal) -> u16 {
        self.numbers[usize::from(literal >> 1)]
    }

    pub(super) fn literal(&self, number: u16, holds: bool) -> Literal {
        self.candidates[usize::from(number)] ^ u16::from(!holds)
    }

    /// Returns the candidates that fail if one holds, as far as anything follows from it.
    #[inline(always)]
    pub(super) fn weak(&self, number: u16) -> &[(u16, Cause)] {
        let number = usize::from(number);
        &self.weak[self.weak_ranges[number] as usize..self.weak_ranges[number + 1] as usize]
    }

    /// Returns the length of the shortest chain from a candidate: see [`LinkSets::shortest`].
    pub(super) fn shortest(&self, number: u16, from_holding: bool, longest: u32) -> Option<u32> {
        // All candidates that there can be.
        const WORDS: usize = 12;
        self.sets.shortest::<WORDS>(usize::from(number), from_holding, longest)
    }

    /// Tells if a candidate fails if another holds.
    pub(super) fn fails_with(&self, holding: u16, failing: u16) -> bool {
        self.sets.weak.of(usize::from(holding))[usize::from(failing) / 64] >> (failing % 64) & 1
            == 1
    }

    /// Returns the candidates that hold if one fails.
    #[inline(always)]
    pub(super) fn strong(&self, number: u16) -> &[(u16, Cause)] {
        let number = usize::from(number);
        &self.strong[self.strong_ranges[number] as usize..self.strong_ranges[number + 1] as usize]
    }
}
