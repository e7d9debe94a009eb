//! The nodes that wait: a stack for each lane.
//!
//! A search can also be *parked* without a lane, its node at hand on top of its stack.
//!
//! The stacks are allocated once, with room for a depth that puzzles do not reach; should a search
//! go deeper, its stack grows, so no work is ever lost.

use super::{packed_node::Node, state::LaneMask};
use crate::simd::LANES;

/// Nodes that a stack has room for to begin with.
const DEPTH: usize = 40;

/// Searches that can be parked.
const PARKED: usize = 2 * LANES;

/// See the module.
#[derive(Debug)]
pub(super) struct Stacks {
    nodes: [Vec<Node>; LANES],
    /// Nodes at the bottom of each that others have taken.
    taken: [usize; LANES],
    /// The lanes with a node left.
    filled: LaneMask,
    parked: Vec<Parked>,
    /// Empty stacks for the lanes whose own is parked.
    spare: Vec<Vec<Node>>,
}

/// A search that waits without a lane.
#[derive(Debug)]
struct Parked {
    search: Search,
    nodes: Vec<Node>,
}

/// What a search is about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Search {
    pub(super) puzzle: u32,
    /// Whether the last of its nodes has been counted.
    pub(super) entered: bool,
}

impl Stacks {
    pub(super) fn new() -> Self {
        let nodes = std::array::from_fn(|_| Vec::with_capacity(DEPTH));
        let spare = (0..PARKED).map(|_| Vec::with_capacity(DEPTH)).collect();
        Self { nodes, taken: [0; LANES], filled: 0, parked: Vec::with_capacity(PARKED), spare }
    }

    /// Forgets everything.
    pub(super) fn reset(&mut self) {
        (0..LANES).for_each(|lane| self.clear(lane));
        while let Some(mut parked) = self.parked.pop() {
            parked.nodes.clear();
            self.spare.push(parked.nodes);
        }
    }

    /// The searches that are parked.
    pub(super) fn parked(&self) -> impl ExactSizeIterator<Item = u32> {
        self.parked.iter().map(|parked| parked.search.puzzle)
    }

    /// Whether so many more can be parked.
    pub(super) fn has_room(&self, searches: u32) -> bool {
        self.spare.len() >= searches as usize
    }

    /// The lanes that a node waits for.
    pub(super) fn filled(&self) -> LaneMask {
        self.filled
    }

    /// Parks the stack of `lane`. `entered` is whether its last node has been counted.
    pub(super) fn park(&mut self, lane: usize, puzzle: u32, entered: bool) {
        let empty = self.spare.pop().unwrap_or_default();
        let nodes = std::mem::replace(&mut self.nodes[lane], empty);
        self.filled &= !(1 << lane);
        self.parked.push(Parked { search: Search { puzzle, entered }, nodes });
    }

    /// Gives `lane`, whose stack is empty, that of a parked search.
    pub(super) fn unpark(&mut self, lane: usize) -> Option<Search> {
        let Parked { search, nodes } = self.parked.pop()?;
        self.filled |= 1 << lane;
        self.spare.push(std::mem::replace(&mut self.nodes[lane], nodes));
        Some(search)
    }

    /// Nodes that wait for `lane`.
    #[inline(always)]
    pub(super) fn depth(&self, lane: usize) -> usize {
        self.nodes[lane].len() - self.taken[lane]
    }

    #[inline(always)]
    pub(super) fn clear(&mut self, lane: usize) {
        self.nodes[lane].clear();
        self.taken[lane] = 0;
        self.filled &= !(1 << lane);
    }

    #[inline(always)]
    pub(super) fn push(&mut self, lane: usize, node: Node) {
        self.nodes[lane].push(node);
        self.filled |= 1 << lane;
    }

    /// The last node that waits for `lane`, which must have one.
    #[inline(always)]
    pub(super) fn pop(&mut self, lane: usize) -> Node {
        let node = self.nodes[lane].pop().expect("a node waits");
        self.clear_if_empty(lane);
        node
    }

    /// The first node that waits for `lane`, which must have one.
    pub(super) fn steal(&mut self, lane: usize) -> Node {
        let node = self.nodes[lane][self.taken[lane]];
        self.taken[lane] += 1;
        self.clear_if_empty(lane);
        node
    }

    /// So that the places of nodes that were taken are used again.
    #[inline(always)]
    fn clear_if_empty(&mut self, lane: usize) {
        if self.depth(lane) == 0 {
            self.clear(lane);
        }
    }
}
