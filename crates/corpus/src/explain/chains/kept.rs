//! Trees that are kept from one step to the next.
//!
//! A step eliminates few candidates, and most trees would grow again as they were. If an eliminated candidate occurs in
//! a tree neither holding nor failing, no literal led to it. Then its elimination matters only if it leaves a single
//! candidate in a cell, or a single position of a digit in a house, where the others fail in the tree.
//! ```text
//!   r1c1=5 is gone     row 1 has 5 at c4 and c7, and
//!     neither fails in the tree        ->  the row is not looked at, with r1c1=5 or without: kept
//!     c4 fails                         ->  c7 holds now, and did not before: grown anew
//!   row 1 has 5 at c4, c7 and c9, and
//!     c4 fails                         ->  two are left, with r1c1=5 or without: kept
//! ```
//!
//! This holds for trees without techniques within them, because techniques depend on more than single cells and houses.
//! Trees with techniques are kept within a position, for the next kind of trees, which extends them.

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

/// The trees of one kind, and the position where they grew.
#[derive(Debug)]
pub(super) struct KeptTrees {
    /// The candidates of the position.
    cells: [u16; 81],
    trees: Trees,
}

/// Trees by the number of the literal that they start from; empty until the first trees are kept.
pub(super) type Trees = Vec<Option<Box<Tree>>>;

impl Default for KeptTrees {
    fn default() -> Self {
        Self { cells: [0; 81], trees: Vec::new() }
    }
}

impl KeptTrees {
    /// Returns the trees of a kind that would grow again unchanged in this position, and moves the others to `spare`.
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

    /// Returns the slot of the tree that starts from a literal, if the kept trees grew in this position.
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

/// All candidates that have been eliminated since the trees grew.
struct GoneCandidates {
    each: Vec<Gone>,
    /// All literals that a tree may need to have for an elimination to change it. Most trees have none of them, which
    /// this set shows faster than a look at each candidate.
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

    /// Returns whether a tree with these literals stays the same without the candidates.
    fn are_nothing_to(&self, literals: &LiteralSet) -> bool {
        !literals.meets(&self.concerned)
            || self.each.iter().all(|gone| gone.is_nothing_to(literals))
    }
}

/// An eliminated candidate, and the candidates left in its cell and its houses.
struct Gone {
    candidate: Literal,
    /// The remaining candidates of the cell, then of each house, as literals that fail.
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

    /// Calls `each` for all literals that can make a difference to a tree.
    fn for_each_literal(&self, mut each: impl FnMut(Literal)) {
        each(self.candidate);
        each(self.candidate ^ 1);
        for group in &self.groups {
            group.literals().iter().for_each(|&literal| each(literal));
        }
    }

    /// Returns whether a tree with these literals stays the same without the candidate.
    fn is_nothing_to(&self, literals: &LiteralSet) -> bool {
        if literals.contains(self.candidate) || literals.contains(self.candidate ^ 1) {
            return false;
        }
        self.groups.iter().all(|group| {
            let group = group.literals();
            let failed = group.iter().filter(|&&literal| literals.contains(literal)).count();
            // If two candidates are left, neither is the last of its cell or house.
            failed == 0 || group.len() - failed >= 2
        })
    }
}
