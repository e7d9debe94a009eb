//! Search stacks: the nodes that wait to be searched, in a stack per lane.
//!
//! A search can also be *parked*: it gives up its lane and waits, with its current node on top of its
//! stack.
//!
//! The stacks are allocated once, with room for a depth that puzzles do not reach. If a search goes
//! deeper, its stack grows, so no node is lost.

use crate::{
    engine::lanes::{
        packed_node::{PackedNode, PackedNodes},
        state::{LaneMask, lanes},
    },
    simd::LANES,
};

/// The initial capacity of a stack, in nodes.
const INITIAL_DEPTH: usize = 40;

/// The maximum number of parked searches.
const MAX_PARKED: usize = 2 * LANES;

/// A stack per lane, and the parked searches.
#[derive(Debug)]
pub(super) struct SearchStacks {
    nodes: [Vec<PackedNode>; LANES],
    /// The number of nodes at the bottom of each stack that other lanes have stolen.
    stolen: [usize; LANES],
    /// The lanes with a node on their stack.
    filled: LaneMask,
    parked: Vec<ParkedSearch>,
    /// Empty stacks, to replace parked stacks.
    spare: Vec<Vec<PackedNode>>,
}

/// A search without a lane.
#[derive(Debug)]
struct ParkedSearch {
    puzzle: u32,
    is_entered: bool,
    nodes: Vec<PackedNode>,
}

impl SearchStacks {
    pub(super) fn new() -> Self {
        let nodes = std::array::from_fn(|_| Vec::with_capacity(INITIAL_DEPTH));
        let spare = (0..MAX_PARKED).map(|_| Vec::with_capacity(INITIAL_DEPTH)).collect();
        let parked = Vec::with_capacity(MAX_PARKED);
        Self { nodes, stolen: [0; LANES], filled: 0, parked, spare }
    }

    /// Removes all nodes and all parked searches.
    pub(super) fn reset(&mut self) {
        (0..LANES).for_each(|lane| self.clear(lane));
        while let Some(mut parked) = self.parked.pop() {
            parked.nodes.clear();
            self.spare.push(parked.nodes);
        }
    }

    /// Returns the puzzles of the parked searches.
    pub(super) fn parked(&self) -> impl ExactSizeIterator<Item = u32> {
        self.parked.iter().map(|parked| parked.puzzle)
    }

    /// Tests whether this number of further searches can be parked.
    pub(super) fn has_room(&self, searches: u32) -> bool {
        self.spare.len() >= searches as usize
    }

    /// Returns the lanes with a node on their stack.
    pub(super) fn filled(&self) -> LaneMask {
        self.filled
    }

    /// Parks the stack of `lane`. `is_entered` is true if its top node has been counted.
    pub(super) fn park(&mut self, lane: usize, puzzle: u32, is_entered: bool) {
        let empty = self.spare.pop().unwrap_or_default();
        let nodes = std::mem::replace(&mut self.nodes[lane], empty);
        self.filled &= !(1 << lane);
        self.parked.push(ParkedSearch { puzzle, is_entered, nodes });
    }

    /// Gives `lane` the stack of a parked search. The stack of `lane` must be empty. Returns the puzzle and the
    /// `is_entered` of [`Self::park`].
    pub(super) fn unpark(&mut self, lane: usize) -> Option<(u32, bool)> {
        let ParkedSearch { puzzle, is_entered, nodes } = self.parked.pop()?;
        self.filled |= 1 << lane;
        self.spare.push(std::mem::replace(&mut self.nodes[lane], nodes));
        Some((puzzle, is_entered))
    }

    /// Returns the number of nodes on the stack of `lane`.
    #[inline(always)]
    pub(super) fn depth(&self, lane: usize) -> usize {
        self.nodes[lane].len() - self.stolen[lane]
    }

    /// Removes all nodes from the stack of `lane`.
    #[inline(always)]
    pub(super) fn clear(&mut self, lane: usize) {
        self.nodes[lane].clear();
        self.stolen[lane] = 0;
        self.filled &= !(1 << lane);
    }

    #[inline(always)]
    pub(super) fn push_each(&mut self, mask: LaneMask, nodes: &PackedNodes) {
        for lane in lanes(mask) {
            // Unlike `push`, this copies the node only once.
            self.nodes[lane].extend_from_slice(std::slice::from_ref(&nodes[lane]));
        }
        self.filled |= mask;
    }

    /// Removes the top node of the stack of `lane`, which must have one, and copies it to `node`.
    #[inline(always)]
    pub(super) fn pop(&mut self, lane: usize, node: &mut PackedNode) {
        let nodes = &mut self.nodes[lane];
        *node = *nodes.last().expect("the stack has a node");
        nodes.truncate(nodes.len() - 1);
        self.clear_if_empty(lane);
    }

    /// Drops the top node of the stack of `lane`, which must have one.
    pub(super) fn drop_top(&mut self, lane: usize) {
        self.nodes[lane].pop();
        self.clear_if_empty(lane);
    }

    /// Removes the bottom node of the stack of `lane`, which must have one.
    pub(super) fn steal(&mut self, lane: usize) -> PackedNode {
        let node = self.nodes[lane][self.stolen[lane]];
        self.stolen[lane] += 1;
        self.clear_if_empty(lane);
        node
    }

    /// Frees the memory of stolen nodes of `lane`, if no node is left.
    #[inline(always)]
    fn clear_if_empty(&mut self, lane: usize) {
        if self.depth(lane) == 0 {
            self.clear(lane);
        }
    }
}
