//! Trees that are kept from one step to the next.
//!
//! A step eliminates few candidates, and most trees come out after it as they were before. If a tree does not have a
//! candidate that is gone, neither holding nor failing, then no literal led to it, and its absence matters only where
//! it makes another candidate the last one: in its cell or one of its houses, once all others there fail.
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
        let in_cells = kind != MultipleChains::Nishio;
        let mut trees = std::mem::take(&mut self.trees);
        let cells = || self.cells.iter().zip(&marks.cells).enumerate();
        let may_stay = match kind {
            MultipleChains::Nishio | MultipleChains::Dynamic => {
                cells().all(|(_, (before, now))| now & !before == 0)
            }
            _ => self.cells == marks.cells,
        };
        let mut gone = Vec::new();
        for (cell, (before, now)) in cells().filter(|_| may_stay) {
            gone.extend(bits(before & !now).map(|digit| Gone::new(cell, digit, marks, in_cells)));
        }
        let mut concerned = LiteralSet::default();
        gone.iter().for_each(|gone| gone.for_each_literal(|literal| concerned.insert(literal)));
        for place in &mut trees {
            let stays = |tree: &Tree| {
                let literals = tree.literals();
                may_stay
                    && (!literals.meets(&concerned)
                        || gone.iter().all(|gone| gone.is_nothing_to(literals)))
            };
            if let Some(tree) = place.take_if(|tree| !stays(tree)) {
                spare.push(tree);
            }
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

/// A candidate that is gone, and those that are left in its cell and its houses.
struct Gone {
    candidate: Literal,
    /// The other candidates, failing, and their number.
    groups: [([Literal; 9], usize); 4],
}

impl Gone {
    fn new(cell: usize, digit: usize, marks: &Marks, in_cells: bool) -> Self {
        let mut groups = [([0; 9], 0); 4];
        let mut fill = |group: usize, literals: &mut dyn Iterator<Item = Literal>| {
            let (all, count) = &mut groups[group];
            for literal in literals {
                all[*count] = literal;
                *count += 1;
            }
        };
        if in_cells {
            fill(0, &mut bits(marks.cells[cell]).map(|digit| literal(cell, digit, false)));
        }
        for (group, house) in houses_of(cell).into_iter().enumerate() {
            let places = bits(marks.positions[house][digit]);
            let literals = places.map(|place| literal(house_cell(house, place), digit, false));
            fill(1 + group, &mut { literals });
        }
        Self { candidate: literal(cell, digit, true), groups }
    }

    /// Calls `each` for all literals that may make a difference.
    fn for_each_literal(&self, mut each: impl FnMut(Literal)) {
        each(self.candidate);
        each(self.candidate ^ 1);
        for (group, count) in &self.groups {
            group[..*count].iter().for_each(|&literal| each(literal));
        }
    }

    /// Tells if a tree of some literals comes out as it is without the candidate.
    fn is_nothing_to(&self, literals: &LiteralSet) -> bool {
        let has = |&&literal: &&Literal| literals.contains(literal);
        !(literals.contains(self.candidate) || literals.contains(self.candidate ^ 1))
            && self.groups.iter().all(|(group, count)| {
                let failed = group[..*count].iter().filter(has).count();
                failed == 0 || count - failed >= 2
            })
    }
}
