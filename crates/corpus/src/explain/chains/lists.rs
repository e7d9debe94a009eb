//! The links of candidates, in the order that searches follow. A list is made when it is first needed.

use super::{
    links::{Cause, strong, weak},
    origin::Links,
    reach::Reach,
};
use crate::{explain::literal::cell_of, marks::Marks};

/// A position, the kind of links, and the numbers of the candidates.
pub(super) type LinkPosition<'a, const W: usize> = (&'a Marks, Links, &'a Reach<W>);

/// The range of links of a candidate before they have been listed.
const NONE: (u32, u32) = (u32::MAX, u32::MAX);

/// The links of the candidates of a position.
#[derive(Debug, Default)]
pub(super) struct Lists {
    weak: Vec<(u16, Cause)>,
    strong: Vec<(u16, Cause)>,
    /// The range of the links of each candidate; [`NONE`] if they are not listed.
    weak_of: Vec<(u32, u32)>,
    strong_of: Vec<(u32, u32)>,
}

impl Lists {
    /// Drops all links, and makes room for those of `count` candidates.
    pub(super) fn clear(&mut self, count: usize) {
        self.weak.clear();
        self.strong.clear();
        for ranges in [&mut self.weak_of, &mut self.strong_of] {
            ranges.clear();
            ranges.resize(count, NONE);
        }
    }

    /// Lists the candidates that hold if a candidate fails.
    pub(super) fn add_strong<const W: usize>(
        &mut self,
        number: u16,
        position: LinkPosition<'_, W>,
    ) {
        let range = &mut self.strong_of[usize::from(number)];
        if *range != NONE {
            return;
        }
        let (marks, links, reach) = position;
        let in_cells = links != Links::X;
        let in_houses = links != Links::Y;
        let first = self.strong.len();
        let all = &mut self.strong;
        strong(marks, reach.literal(number, false), in_cells, in_houses, |to, cause| {
            let to = reach.number_of(to);
            if all[first..].iter().all(|&(earlier, _)| earlier != to) {
                all.push((to, cause));
            }
        });
        *range = (first as u32, all.len() as u32);
    }

    /// Lists the candidates that fail if a candidate holds, except those without a strong link, because their failure
    /// implies nothing.
    pub(super) fn add_weak<const W: usize>(&mut self, number: u16, position: LinkPosition<'_, W>) {
        if self.weak_of[usize::from(number)] != NONE {
            return;
        }
        let (marks, links, reach) = position;
        let own = reach.literal(number, true);
        let first = self.weak.len();
        // Y-chains have no links in houses between failing and holding, so they pass through bivalue cells only.
        if links != Links::Y || marks.cells[cell_of(own)].count_ones() == 2 {
            weak(marks, own, links != Links::X, |to, cause| {
                let to = reach.number_of(to);
                self.add_strong(to, position);
                if !self.strong(to).is_empty() {
                    self.weak.push((to, cause));
                }
            });
        }
        self.weak_of[usize::from(number)] = (first as u32, self.weak.len() as u32);
    }

    /// Returns the candidates that [`Self::add_weak`] has listed.
    #[inline(always)]
    pub(super) fn weak(&self, number: u16) -> &[(u16, Cause)] {
        let (first, end) = self.weak_of[usize::from(number)];
        &self.weak[first as usize..end as usize]
    }

    /// Returns the candidates that [`Self::add_strong`] has listed.
    #[inline(always)]
    pub(super) fn strong(&self, number: u16) -> &[(u16, Cause)] {
        let (first, end) = self.strong_of[usize::from(number)];
        &self.strong[first as usize..end as usize]
    }
}
