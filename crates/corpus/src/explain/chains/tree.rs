//! Trees: all literals that follow from one literal.

use std::sync::Arc;

use super::links::{Cause, strong, weak};
use crate::{
    explain::{
        literal::{LITERALS, Literal, cell_of, digit_of, holds, literal},
        step::Step,
    },
    marks::{DirtySet, Marks},
};
use batchdoku_engine::grid::{Cell, CellSet};

#[derive(Clone, Copy, Debug)]
struct TreeNode {
    literal: Literal,
    cause: Cause,
    /// The range of its parents in [`Tree::parents`].
    parents: (u32, u32),
    /// The index of the inner chain that eliminates the candidate, plus one; 0 if no inner chain does.
    nested: u32,
}

/// For each technique, the houses and digits that have changed since it last looked at them: see
/// [`StepMemory`](crate::explain::ladder::StepMemory). A tree starts with none, because a step counts only if it rests
/// on an elimination since `source`, and at the start there is none.
pub(super) type DirtySets = [DirtySet; 4];

/// A chain within a chain: a hash of its literals, and their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Nested {
    pub(super) number: u64,
    pub(super) literals: u32,
}

/// The eliminations that a technique makes within a chain, the earlier eliminations that they rest on, and the inner
/// chain if the technique is a chain.
pub(super) struct FoundInTree {
    pub(super) struck: [CellSet; 9],
    pub(super) parents: [CellSet; 9],
    pub(super) nested: Option<Nested>,
    /// The step behind the eliminations, if chains are being proved.
    pub(super) why: Option<Arc<Why>>,
}

/// The step of a technique within a chain.
#[derive(Debug)]
pub(super) struct Why {
    pub(super) step: Step,
    /// The position where it was found, if it is a chain.
    pub(super) position: Option<Arc<Marks>>,
}

/// The literals that follow from a literal, each with its parents: the literals that it follows from directly.
#[derive(Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<TreeNode>,
    parents: Vec<u16>,
    /// The node of each literal; [`NONE`] if the literal does not follow.
    index: Vec<u16>,
    /// The literals as a set.
    literals: LiteralSet,
    /// The nodes of literals that fail, and of literals that hold, in the order of discovery.
    order: [Vec<u16>; 2],
    nested: Vec<Nested>,
    /// The steps behind nodes, by ascending node, if chains are being proved.
    whys: Vec<(u16, Arc<Why>)>,
    /// Two nodes that contradict each other: first the node that holds, then the node that fails.
    contradiction: Option<[u16; 2]>,
    /// The number of literals that each node rests on; 0 if not yet counted.
    counts: Vec<u16>,
    /// A mark for each literal met while counting.
    met: Vec<bool>,
    todo: Vec<u16>,
    /// The changes of the position since each technique last looked.
    pub(super) dirty: DirtySets,
}

const NONE: u16 = u16::MAX;

/// A set of literals.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LiteralSet([u64; LITERALS.div_ceil(64)]);

impl LiteralSet {
    #[inline(always)]
    pub(super) fn insert(&mut self, literal: Literal) {
        self.0[usize::from(literal) / 64] |= 1 << (literal % 64);
    }

    /// Removes the literals that `other` does not have; returns whether any remain.
    #[inline(always)]
    pub(super) fn keep(&mut self, other: &Self) -> bool {
        let mut any = 0;
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= other;
            any |= *word;
        }
        any != 0
    }

    #[inline(always)]
    pub(super) fn contains(&self, literal: Literal) -> bool {
        self.0[usize::from(literal) / 64] >> (literal % 64) & 1 == 1
    }

    #[inline(always)]
    pub(super) fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(other.0).fold(0, |any, (word, other)| any | word & other) != 0
    }
}

impl Tree {
    /// Finds all that follows from `start` in the position `source`. `live` becomes a copy of it; a dynamic tree
    /// removes from `live` each candidate that fails on the way.
    ///
    /// Literals that hold are followed first, then literals that fail, both in the order of discovery. When none is
    /// left, `extend` may add literals; it returns false if it adds none.
    pub(super) fn grow(
        &mut self,
        start: Literal,
        source: &Marks,
        live: &mut Marks,
        kinds: (bool, bool),
        extend: impl FnMut(&mut Self, &Marks) -> bool,
    ) {
        self.clear();
        live.clone_from(source);
        live.take_dirty();
        self.add(start, Cause::Start, &[]);
        self.grow_from([0, 0], source, live, kinds, extend);
    }

    /// Continues a dynamic tree with an `extend` that finds more than the `extend` that grew it.
    pub(super) fn resume(
        &mut self,
        source: &Marks,
        live: &mut Marks,
        in_cells: bool,
        extend: impl FnMut(&mut Self, &Marks) -> bool,
    ) {
        if self.contradiction.is_some() {
            return;
        }
        live.clone_from(source);
        for &node in &self.order[0] {
            let failing = self.literal(node);
            live.remove(cell_of(failing), digit_of(failing));
        }
        live.take_dirty();
        let done = [0, 1].map(|state| self.order[state].len());
        self.grow_from(done, source, live, (in_cells, true), extend);
    }

    /// Follows the literals that fail and hold, from the first that is not in `done`.
    #[inline(always)]
    fn grow_from(
        &mut self,
        mut done: [usize; 2],
        source: &Marks,
        live: &mut Marks,
        (in_cells, is_dynamic): (bool, bool),
        mut extend: impl FnMut(&mut Self, &Marks) -> bool,
    ) {
        // A literal that holds rules out eight others in its cell, and its digit in 20 peers: 28 literals at most.
        let mut found = [(0, Cause::Start); 32];
        loop {
            // Keep the order of Sudoku Explainer, because ratings depend on the lengths of the chains that it finds.
            let next = self.order[1].get(done[1]).or_else(|| self.order[0].get(done[0]));
            let Some(&node) = next else {
                let changes = live.take_dirty();
                self.dirty.iter_mut().for_each(|dirty| dirty.merge(changes));
                if extend(self, live) {
                    continue;
                }
                return;
            };
            #[cfg(test)]
            super::pace::work();
            let own = self.literal(node);
            let mut count = 0;
            done[usize::from(holds(own))] += 1;
            if holds(own) {
                weak(live, own, in_cells, |literal, cause| {
                    found[count] = (literal, cause);
                    count += 1;
                });
            } else {
                strong(live, own, in_cells, true, |literal, cause| {
                    if found[..count].iter().all(|&(earlier, _)| earlier != literal) {
                        found[count] = (literal, cause);
                        count += 1;
                    }
                });
            }
            for &link in &found[..count] {
                if !self.follow(link, node, source, live) {
                    return;
                }
            }
            if is_dynamic && !holds(own) {
                live.remove(cell_of(own), digit_of(own));
            }
        }
    }

    /// Adds a literal that follows from a node, unless the tree has it. Returns false, and records the contradiction,
    /// if the tree has its opposite.
    #[inline(always)]
    fn follow(
        &mut self,
        (literal, cause): (Literal, Cause),
        node: u16,
        source: &Marks,
        live: &Marks,
    ) -> bool {
        let opposite = self.node(literal ^ 1);
        if opposite != NONE {
            let new = self.add_unindexed(literal, cause, &[node]);
            self.contradiction =
                Some(if holds(literal) { [new, opposite] } else { [opposite, new] });
        } else if self.contains(literal) {
            return true;
        } else {
            self.add(literal, cause, &[node]);
        }
        if holds(literal) {
            // The candidates that had to be eliminated to make it the last of its cell or house are parents, too.
            cause.for_each_gone(literal, source, live, |cell, digit| self.add_parent(cell, digit));
            self.close_parents();
        }
        opposite == NONE
    }

    /// Copies the literals of another tree, without the steps behind its nodes.
    pub(super) fn copy(&mut self, other: &Self) {
        self.nodes.clone_from(&other.nodes);
        self.parents.clone_from(&other.parents);
        self.index.clone_from(&other.index);
        self.literals = other.literals;
        for (own, order) in self.order.iter_mut().zip(&other.order) {
            own.clone_from(order);
        }
        self.nested.clone_from(&other.nested);
        self.whys.clear();
        self.contradiction = other.contradiction;
        self.counts.clone_from(&other.counts);
        self.met.resize(LITERALS, false);
        self.dirty = other.dirty;
    }

    fn clear(&mut self) {
        self.index.resize(LITERALS, NONE);
        self.met.resize(LITERALS, false);
        for node in self.nodes.drain(..) {
            self.index[usize::from(node.literal)] = NONE;
        }
        self.parents.clear();
        self.nested.clear();
        self.whys.clear();
        self.counts.clear();
        self.order.iter_mut().for_each(Vec::clear);
        self.contradiction = None;
        self.literals = LiteralSet::default();
        self.dirty = [DirtySet::NONE; 4];
    }

    fn add_unindexed(&mut self, literal: Literal, cause: Cause, parents: &[u16]) -> u16 {
        let first = self.parents.len() as u32;
        self.parents.extend_from_slice(parents);
        let end = self.parents.len() as u32;
        self.nodes.push(TreeNode { literal, cause, parents: (first, end), nested: 0 });
        (self.nodes.len() - 1) as u16
    }

    fn add(&mut self, literal: Literal, cause: Cause, parents: &[u16]) {
        let node = self.add_unindexed(literal, cause, parents);
        self.index[usize::from(literal)] = node;
        self.literals.insert(literal);
        self.order[usize::from(holds(literal))].push(node);
    }

    /// Adds a failed candidate to the parents of the last node.
    fn add_parent(&mut self, cell: Cell, digit: usize) {
        let node = self.node(literal(cell.index(), digit, false));
        debug_assert_ne!(node, NONE, "what is gone has failed");
        self.parents.push(node);
    }

    /// Completes the parents of the last node.
    fn close_parents(&mut self) {
        if let Some(last) = self.nodes.last_mut() {
            last.parents.1 = self.parents.len() as u32;
        }
    }

    /// Adds the eliminations that techniques within the chain have found, if they are new; returns whether any is.
    pub(super) fn add_found(&mut self, all: &[FoundInTree]) -> bool {
        let mut any = false;
        for found in all {
            let cells = found.struck.iter().fold(CellSet::EMPTY, |all, &cells| all | cells);
            let mut cells: Vec<Cell> = cells.into_iter().collect();
            // Keep the order of Sudoku Explainer: the cell index modulo a power of two, as in a hash table of that
            // size.
            let buckets = (cells.len() * 4).div_ceil(3).next_power_of_two().max(16);
            cells.sort_by_key(|cell| cell.index() % buckets);
            for cell in cells {
                for (digit, struck) in found.struck.iter().enumerate() {
                    if struck.contains(cell) {
                        any |= self.add_by_technique(literal(cell.index(), digit, false), found);
                    }
                }
            }
        }
        any
    }

    /// Adds a literal that fails by a technique, unless the tree has it; returns whether it was new.
    fn add_by_technique(&mut self, literal: Literal, found: &FoundInTree) -> bool {
        if self.contains(literal) {
            return false;
        }
        self.add(literal, Cause::Technique, &[]);
        if let Some(why) = &found.why {
            self.whys.push((self.node(literal), Arc::clone(why)));
        }
        for (digit, cells) in found.parents.iter().enumerate() {
            cells.into_iter().for_each(|cell| self.add_parent(cell, digit));
        }
        self.close_parents();
        if let Some(nested) = found.nested {
            let known = self.nested.iter().position(|known| *known == nested);
            let place = known.unwrap_or_else(|| {
                self.nested.push(nested);
                self.nested.len() - 1
            });
            if let Some(last) = self.nodes.last_mut() {
                last.nested = place as u32 + 1;
            }
        }
        true
    }

    pub(super) fn entry(&self, node: u16) -> (Literal, Cause) {
        let node = self.nodes[usize::from(node)];
        (node.literal, node.cause)
    }

    /// Returns whether two trees have the same nodes.
    #[cfg(debug_assertions)]
    pub(super) fn is(&self, other: &Self) -> bool {
        // Leave out the index of the chain within the chain, which may differ.
        let nodes = self.nodes.iter().map(|node| (node.literal, node.cause, node.parents));
        let others = other.nodes.iter().map(|node| (node.literal, node.cause, node.parents));
        nodes.eq(others)
            && self.parents == other.parents
            && self.order == other.order
            && self.contradiction == other.contradiction
    }

    /// Returns the first parent of a node; `None` for the start.
    pub(super) fn first_parent(&self, node: u16) -> Option<u16> {
        let (first, end) = self.nodes[usize::from(node)].parents;
        self.parents[first as usize..end as usize].first().copied()
    }

    /// Returns the step that a node rests on.
    pub(super) fn why(&self, node: u16) -> Option<&Why> {
        let place = self.whys.binary_search_by_key(&node, |&(node, _)| node).ok()?;
        Some(&self.whys[place].1)
    }

    fn literal(&self, node: u16) -> Literal {
        self.nodes[usize::from(node)].literal
    }

    #[inline(always)]
    pub(super) fn contains(&self, literal: Literal) -> bool {
        self.index[usize::from(literal)] != NONE
    }

    #[inline(always)]
    pub(super) fn node(&self, literal: Literal) -> u16 {
        self.index[usize::from(literal)]
    }

    /// Returns all literals.
    pub(super) fn literals(&self) -> &LiteralSet {
        &self.literals
    }

    /// Lists the literals of a set that hold or fail, in the order of discovery.
    pub(super) fn literals_in(
        &self,
        set: &LiteralSet,
        hold: bool,
    ) -> impl Iterator<Item = Literal> {
        let literals = self.order[usize::from(hold)].iter().map(|&node| self.literal(node));
        literals.filter(|&literal| set.contains(literal))
    }

    /// Returns the two nodes that contradict each other, if there is a contradiction.
    pub(super) fn contradiction(&self) -> Option<[u16; 2]> {
        self.contradiction
    }

    /// Returns the number of literals that a node rests on, including its own.
    pub(super) fn count(&mut self, node: u16) -> u32 {
        let place = usize::from(node);
        self.counts.resize(self.nodes.len(), 0);
        if self.counts[place] == 0 {
            let mut count = 0;
            self.for_each_ancestor(node, |_, _, _| count += 1);
            self.counts[place] = count;
        }
        u32::from(self.counts[place])
    }

    /// Calls `found` for each literal that a node rests on, including its own, with its cause and the chain within the
    /// chain.
    pub(super) fn for_each_ancestor(
        &mut self,
        node: u16,
        mut found: impl FnMut(Literal, Cause, Option<Nested>),
    ) {
        let mut todo = std::mem::take(&mut self.todo);
        todo.push(node);
        let mut next = 0;
        self.met[usize::from(self.nodes[usize::from(node)].literal)] = true;
        while let Some(&node) = todo.get(next) {
            next += 1;
            let TreeNode { literal, cause, parents: (first, end), nested } =
                self.nodes[usize::from(node)];
            let nested = (nested > 0).then(|| self.nested[nested as usize - 1]);
            found(literal, cause, nested);
            for &parent in &self.parents[first as usize..end as usize] {
                let met = &mut self.met[usize::from(self.nodes[usize::from(parent)].literal)];
                if !*met {
                    *met = true;
                    todo.push(parent);
                }
            }
        }
        // Reset single marks, because most nodes rest on a few of some hundred literals.
        for node in todo.drain(..) {
            self.met[usize::from(self.nodes[usize::from(node)].literal)] = false;
        }
        self.todo = todo;
    }

    /// Returns whether any literal rests on a chain within the chain.
    pub(super) fn has_nested(&self) -> bool {
        !self.nested.is_empty()
    }
}
