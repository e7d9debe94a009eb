//! Chains from all candidates of a cell or all positions of a digit in a house to the same
//! literal, and contradictions.

use super::{
    ChainMemory, MultipleChains,
    hint::{
        Hint, Hints, Literal, Rank, Trail, holds, length_rating, literal, longest_below, number,
    },
    links::{Cause, houses_of},
    tree::{Nested, Tree},
};
use crate::{
    explain::{singles::cell_at, step::StepKind},
    marks::Marks,
};
use batchdoku_base::bits;
use batchdoku_engine::grid::CellSet;

/// How kinds rank at equal length.
const DOUBLE: u8 = 1;
const CELL: u8 = 5;
const REGION: u8 = 6;
const ABSURD: u8 = 7;

impl MultipleChains {
    fn base(self) -> u8 {
        match self {
            Self::Nishio => 75,
            Self::Static => 80,
            Self::Dynamic => 85,
            Self::DynamicPlus => 90,
            Self::NestedForcing => 95,
            Self::NestedMultiple => 100,
            Self::NestedDynamic(_) => 105,
        }
    }
}

/// Finds the chains of a kind.
pub(super) fn search(
    kind: MultipleChains,
    marks: &Marks,
    memory: &mut ChainMemory,
    hints: &mut impl Hints,
) {
    let mut spare = memory.spare.pop().unwrap_or_default();
    let mut search =
        TreeSearch { kind, marks, live: marks.clone(), trees: [const { None }; 729], memory };
    let is_dynamic = kind != MultipleChains::Static;
    for cell in 0..81 {
        if search.memory.is_stopped() {
            break;
        }
        let candidates = marks.cells[cell];
        if candidates.count_ones() > 2 || is_dynamic && candidates.count_ones() == 2 {
            for digit in bits(candidates) {
                if is_dynamic {
                    search.binary(cell, digit, &mut spare, hints);
                }
                if kind != MultipleChains::Nishio {
                    search.regions(cell, digit, hints);
                }
            }
            if kind != MultipleChains::Nishio {
                let starts: Vec<_> =
                    bits(candidates).map(|digit| literal(cell, digit, true)).collect();
                search.common(&starts, CELL, Cause::Cell, hints);
            }
        }
    }
    let TreeSearch { trees, memory, .. } = search;
    memory.spare.extend(trees.into_iter().flatten());
    memory.spare.push(spare);
}

struct TreeSearch<'a> {
    kind: MultipleChains,
    marks: &'a Marks,
    live: Marks,
    /// What follows if a candidate holds; grown when needed.
    trees: [Option<Box<Tree>>; 729],
    memory: &'a mut ChainMemory,
}

/// The end of a chain: in which tree and at which node, and why the start of the tree may be
/// assumed.
type End<'t> = (&'t mut Tree, u16, Cause);

impl TreeSearch<'_> {
    fn grow(&mut self, start: Literal) {
        let tree = &mut self.trees[usize::from(start >> 1)];
        if tree.is_none() {
            let mut grown = self.memory.spare.pop().unwrap_or_default();
            grown.grow(self.kind, start, self.marks, &mut self.live, self.memory);
            *tree = Some(grown);
        }
    }

    /// What contradicts itself, and what follows from a candidate in both states.
    fn binary(&mut self, cell: usize, digit: usize, spare: &mut Tree, hints: &mut impl Hints) {
        let on = literal(cell, digit, true);
        self.grow(on);
        spare.grow(self.kind, on ^ 1, self.marks, &mut self.live, self.memory);
        let Self { kind, marks, trees, .. } = self;
        let Some(tree) = &mut trees[usize::from(on >> 1)] else { return };
        let name = if *kind == MultipleChains::Nishio {
            StepKind::NishioForcingChain
        } else {
            StepKind::ContradictionForcingNet
        };
        for (tree, target) in [(&mut **tree, on ^ 1), (&mut *spare, on)] {
            let Some([one, other]) = tree.contradiction() else { continue };
            let mut literals = tree.count(one) + tree.count(other);
            if tree.has_nested() {
                let mut nested = Vec::new();
                for node in [one, other] {
                    collect_nested(tree, node, &mut nested);
                }
                literals += nested.iter().map(|nested| nested.literals).sum::<u32>();
            }
            let rank = (kind.base() + length_rating(literals), literals, ABSURD);
            if rank < hints.bound() {
                let mut hint = Hint::about(rank, name, target, &marks.cells, true);
                if hint.is_worth() {
                    if let Some(outer) = hints.outer() {
                        let mut trail = TrailBuilder::new(outer, marks);
                        for node in [one, other] {
                            trail.add(tree, node, Cause::Start);
                        }
                        hint.trail = Some(Box::new(trail.trail));
                    }
                    hints.add(hint);
                }
            }
        }
        if *kind == MultipleChains::Nishio || marks.cells[cell].count_ones() < 3 {
            return;
        }
        for hold in [true, false] {
            let both: Vec<Literal> =
                tree.literals(hold).filter(|&target| spare.contains(target)).collect();
            for target in both {
                let ends = [(tree.node(target), Cause::Start), (spare.node(target), Cause::Start)];
                let [(one, a), (other, b)] = ends;
                let mut ends: [End<'_>; 2] = [(&mut **tree, one, a), (&mut *spare, other, b)];
                let name = StepKind::DoubleForcingNet;
                offer(*kind, marks, target, &mut ends, DOUBLE, name, hints);
            }
        }
    }

    /// What follows from all positions of a digit, in the houses of which a cell is the first.
    fn regions(&mut self, cell: usize, digit: usize, hints: &mut impl Hints) {
        for house in houses_of(cell) {
            let positions = self.marks.positions[house][digit];
            if positions.count_ones() < 2
                || cell_at(house, positions.trailing_zeros() as usize) != cell
            {
                continue;
            }
            let starts: Vec<_> = bits(positions)
                .map(|position| literal(cell_at(house, position), digit, true))
                .collect();
            self.common(&starts, REGION, Cause::House(house as u8), hints);
        }
    }

    /// What follows from each of `starts`.
    fn common(&mut self, starts: &[Literal], rank: u8, cause: Cause, hints: &mut impl Hints) {
        for &start in starts {
            self.grow(start);
        }
        let name = match (rank, self.kind) {
            (CELL, MultipleChains::Static) => StepKind::CellForcingChain,
            (CELL, _) => StepKind::CellForcingNet,
            (_, MultipleChains::Static) => StepKind::RegionForcingChain,
            _ => StepKind::RegionForcingNet,
        };
        let mut trees: Vec<Box<Tree>> = Vec::with_capacity(9);
        for start in starts {
            trees.extend(self.trees[usize::from(start >> 1)].take());
        }
        let targets: Vec<Literal> = [true, false]
            .into_iter()
            .flat_map(|hold| trees[0].literals(hold))
            .filter(|&target| trees[1..].iter().all(|tree| tree.contains(target)))
            .collect();
        for target in targets {
            let mut ends: Vec<End<'_>> = trees
                .iter_mut()
                .map(|tree| {
                    let node = tree.node(target);
                    (&mut **tree, node, cause)
                })
                .collect();
            offer(self.kind, self.marks, target, &mut ends, rank, name, hints);
        }
        for (start, tree) in starts.iter().zip(trees) {
            self.trees[usize::from(start >> 1)] = Some(tree);
        }
    }
}

/// Adds the hint that `target` follows at all `ends`, if it ranks below the bound.
fn offer(
    kind: MultipleChains,
    marks: &Marks,
    target: Literal,
    ends: &mut [End<'_>],
    rank: u8,
    name: StepKind,
    hints: &mut impl Hints,
) {
    let bound = hints.bound();
    let longest = longest_below(kind.base(), (bound.0, bound.1.saturating_add(1)));
    let mut literals = 0;
    for (tree, node, _) in ends.iter_mut() {
        literals += tree.count(*node);
        if literals > longest {
            return;
        }
    }
    if ends.iter().any(|(tree, _, _)| tree.has_nested()) {
        let mut nested = Vec::new();
        for (tree, node, _) in ends.iter_mut() {
            collect_nested(tree, *node, &mut nested);
        }
        literals += nested.iter().map(|nested| nested.literals).sum::<u32>();
    }
    let rank: Rank = (kind.base() + length_rating(literals), literals, rank);
    if rank >= bound {
        return;
    }
    let mut hint = Hint::about(rank, name, target, &marks.cells, holds(target));
    if !hint.is_worth() {
        return;
    }
    if let Some(outer) = hints.outer() {
        let mut trail = TrailBuilder::new(outer, marks);
        for (tree, node, cause) in ends.iter_mut() {
            trail.add(tree, *node, *cause);
        }
        hint.trail = Some(Box::new(trail.trail));
    }
    hints.add(hint);
}

/// Adds the chains within the chain to a node, each once.
fn collect_nested(tree: &mut Tree, node: u16, all: &mut Vec<Nested>) {
    tree.for_each_ancestor(node, |_, _, nested| {
        if let Some(nested) = nested
            && !all.contains(&nested)
        {
            all.push(nested);
        }
    });
}

/// Collects what a hint of several chains rests on.
struct TrailBuilder<'a> {
    outer: &'a Marks,
    marks: &'a Marks,
    trail: Trail,
}

impl<'a> TrailBuilder<'a> {
    fn new(outer: &'a Marks, marks: &'a Marks) -> Self {
        Self { outer, marks, trail: Trail { parents: [CellSet::EMPTY; 9], number: 0 } }
    }

    /// Adds the chain to a node; `start` is why it may start where it does.
    fn add(&mut self, tree: &mut Tree, node: u16, start: Cause) {
        let mut literals = Vec::new();
        let Self { outer, marks, trail } = self;
        tree.for_each_ancestor(node, |literal, cause, _| {
            literals.push(literal);
            let cause = if cause == Cause::Start { start } else { cause };
            if holds(literal) {
                cause.add_parents(literal, outer, marks, &mut trail.parents);
            }
        });
        trail.number = trail.number.rotate_left(7) ^ number(literals.into_iter());
    }
}
