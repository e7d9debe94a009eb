//! Trees that are kept from one step to the next.
//!
//! A step eliminates few candidates, and most trees come out after it as they were before. If a tree does not have a
//! candidate that is gone, neither holding nor failing, then no literal led to it, and its absence matters only where
//! it makes another candidate the last candidate of its cell, or of its digit in a house, once all others there fail.
//!
//! ```text
//!   r1c1=5 is gone     row 1 has 5 at c4 and c7, and
//!     neither fails in the tree        ->  the row is not looked at, with r1c1=5 or without: kept
//!     c4 fails                         ->  c7 holds now, and did not before: grown anew
//!   row 1 has 5 at c4, c7 and c9, and
//!     c4 fails                         ->  two are left, with r1c1=5 or without: kept
//! ```
//!
//! This holds for trees without techniques within them, which look at more than single cells and houses. Trees with such
//! techniques are kept for the next kind of trees in the same position, which begin with them.

use super::{
    origin::MultipleChains,
    tree::{LiteralSet, Tree},
};
use crate::{
    explain::{
        literal::{Literal, literal},
        view::{house_cell, houses_of},
    },
    marks::Marks,
};
use batchdoku_base::bits;

/// The trees of one kind, and the position in which they grew.
#[derive(Debug)]
pub(super) struct KeptTrees {
    /// The candidates of the position.
    cells: [u16; 81],
    trees: Trees,
}

/// Trees by the literal that they start from; empty before the first.
pub(super) type Trees = Vec<Option<Box<Tree>>>;

impl Default for KeptTrees {
    fn default() -> Self {
        Self { cells: [0; 81], trees: Vec::new() }
    }
}

impl KeptTrees {
    /// Returns the trees of a kind that come out in a position as they are, and adds the others to `spare`.
    #[expect(clippy::vec_box, reason = "boxes move between here and the trees in use")]
    pub(super) fn take(
        &mut self,
        kind: MultipleChains,
        marks: &Marks,
        spare: &mut Vec<Box<Tree>>,
    ) -> Trees {
        let mut trees = std::mem::take(&mut self.trees);
        let may_stay = match kind {
            MultipleChains::Nishio | MultipleChains::Dynamic => {
                let mut cells = self.cells.iter().zip(&marks.cells);
                cells.all(|(before, now)| now & !before == 0)
            }
            _ => self.cells == marks.cells,
        };
        let gone = may_stay.then(|| {
            let in_cells = kind != MultipleChains::Nishio;
            GoneCandidates::new(&self.cells, marks, in_cells)
        });
        for place in &mut trees {
            spare.extend(place.take_if(|tree| match &gone {
                Some(gone) => !gone.are_nothing_to(tree.literals()),
                None => true,
            }));
        }
        trees
    }

    /// Returns the place of the tree from a literal, if trees have grown in this position.
    pub(super) fn in_position(
        &mut self,
        marks: &Marks,
        start: Literal,
    ) -> Option<&mut Option<Box<Tree>>> {
        let is_same = self.cells == marks.cells;
        self.trees.get_mut(usize::from(start)).filter(|_| is_same)
    }

    /// Keeps trees that have grown in a position.
    pub(super) fn keep(&mut self, marks: &Marks, trees: Trees) {
        self.cells = marks.cells;
        self.trees = trees;
    }
}

/// All candidates that are gone since trees have grown.
struct GoneCandidates {
    each: Vec<Gone>,
    /// The literals that may make a difference. Most trees have none, which shows faster than by each candidate.
    concerned: LiteralSet,
}

impl GoneCandidates {
    fn new(before: &[u16; 81], marks: &Marks, in_cells: bool) -> Self {
        let mut each = Vec::new();
        let mut concerned = LiteralSet::default();
        for (cell, (before, now)) in before.iter().zip(&marks.cells).enumerate() {
            for digit in bits(before & !now) {
                let gone = Gone::new(cell, digit, marks, in_cells);
                gone.for_each_literal(|literal| concerned.insert(literal));
                each.push(gone);
            }
        }
        Self { each, concerned }
    }

    /// Returns whether a tree of some literals comes out as it is without the candidates.
    fn are_nothing_to(&self, literals: &LiteralSet) -> bool {
        !literals.meets(&self.concerned)
            || self.each.iter().all(|gone| gone.is_nothing_to(literals))
    }
}

/// A candidate that is gone, and those that are left in its cell and its houses.
struct Gone {
    candidate: Literal,
    /// The other candidates, failing: of the cell, then of each house.
    groups: [LiteralGroup; 4],
}

/// Up to nine literals.
#[derive(Clone, Copy, Default)]
struct LiteralGroup {
    literals: [Literal; 9],
    count: usize,
}

impl LiteralGroup {
    fn new(literals: impl Iterator<Item = Literal>) -> Self {
        let mut group = Self::default();
        for literal in literals {
            group.literals[group.count] = literal;
            group.count += 1;
        }
        group
    }

    fn literals(&self) -> &[Literal] {
        &self.literals[..self.count]
    }
}

impl Gone {
    fn new(cell: usize, digit: usize, marks: &Marks, in_cells: bool) -> Self {
        let mut groups = [LiteralGroup::default(); 4];
        if in_cells {
            let digits = bits(marks.cells[cell]);
            groups[0] = LiteralGroup::new(digits.map(|digit| literal(cell, digit, false)));
        }
        for (group, house) in groups[1..].iter_mut().zip(houses_of(cell)) {
            let places = bits(marks.positions[house][digit]);
            let literals = places.map(|place| literal(house_cell(house, place), digit, false));
            *group = LiteralGroup::new(literals);
        }
        Self { candidate: literal(cell, digit, true), groups }
    }

    /// Calls `each` for all literals that may make a difference.
    fn for_each_literal(&self, mut each: impl FnMut(Literal)) {
        each(self.candidate);
        each(self.candidate ^ 1);
        for group in &self.groups {
            group.literals().iter().for_each(|&literal| each(literal));
        }
    }

    /// Returns whether a tree of some literals comes out as it is without the candidate.
    fn is_nothing_to(&self, literals: &LiteralSet) -> bool {
        if literals.contains(self.candidate) || literals.contains(self.candidate ^ 1) {
            return false;
        }
        self.groups.iter().all(|group| {
            let group = group.literals();
            let failed = group.iter().filter(|&&literal| literals.contains(literal)).count();
            // With two left, none is the last one of its cell or house.
            failed == 0 || group.len() - failed >= 2
        })
    }
}
