//! The nodes that wait: a stack for each lane.
//!
//! At rest a node is 96 values in a row, three lines of a cache, so that a lane's stack does not
//! care how deep the others are. Nodes go there and back 32 at a time, by transposing:
//!
//! ```text
//!                  lanes                         lane 4: [ 81 cells ] [ 81 cells ] top
//!   cell 0    [ . . . . n . n . .. ]     =>      lane 6: [ 81 cells ] top
//!   cell 1    [ . . . . n . n . .. ]
//! ```
//!
//! The stacks are allocated once, with room for a depth that puzzles do not reach; should a search
//! go deeper, its stack grows, so no work is ever lost.

use super::state::{Cells, LaneMask, lanes};
use crate::simd::{Kernel, LANES, Row, Simd};

/// Nodes that a stack has room for to begin with.
const DEPTH: usize = 40;

/// Blocks of 32 cells in a node.
const BLOCKS: usize = 3;

/// The candidates of one grid, as at rest.
type Node = [Row; BLOCKS];

/// See the module.
#[derive(Debug)]
pub(super) struct Stacks {
    nodes: [Vec<Node>; LANES],
    /// Nodes at the bottom of each that others have taken.
    taken: [usize; LANES],
}

impl Stacks {
    pub(super) fn new() -> Self {
        let nodes = std::array::from_fn(|_| Vec::with_capacity(DEPTH));
        Self { nodes, taken: [0; LANES] }
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
    }
}

/// Puts the nodes `lanes` of `from` on the stacks of their lanes.
pub(super) struct Push<'a> {
    pub(super) from: &'a Cells,
    pub(super) lanes: LaneMask,
    pub(super) stacks: &'a mut Stacks,
}

impl Kernel for Push<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Self { from, lanes: mask, stacks } = self;
        let blank = Row::splat(0);
        for (block, cells) in from.chunks(LANES).enumerate() {
            let cells = std::array::from_fn(|i| cells.get(i).unwrap_or(&blank));
            let mut nodes = [blank; LANES];
            simd.transpose(&cells, LaneMask::MAX, &mut nodes);
            for lane in lanes(mask) {
                if block == 0 {
                    stacks.nodes[lane].push([nodes[lane]; BLOCKS]);
                } else if let Some(node) = stacks.nodes[lane].last_mut() {
                    node[block] = nodes[lane];
                }
            }
        }
    }
}

/// Takes nodes off the stacks to lanes of `to`: each of `lanes` gets one from the lane `from` says,
/// its own last one or another lane's first.
pub(super) struct Pop<'a> {
    pub(super) from: &'a [u8; LANES],
    pub(super) lanes: LaneMask,
    pub(super) stacks: &'a mut Stacks,
    pub(super) to: &'a mut Cells,
}

impl Kernel for Pop<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Self { from, lanes: mask, stacks, to } = self;
        let blank = [Row::splat(0); BLOCKS];
        let mut nodes = [&blank; LANES];
        for lane in lanes(mask) {
            let victim = usize::from(from[lane]);
            let stack = &stacks.nodes[victim];
            // The thieves of one victim come upwards, as do the nodes they take.
            let place = if victim == lane {
                stack.len() - 1
            } else {
                stacks.taken[victim] += 1;
                stacks.taken[victim] - 1
            };
            nodes[lane] = &stack[place];
        }
        for (block, cells) in to.chunks_mut(LANES).enumerate() {
            simd.transpose(&nodes.map(|node| &node[block]), mask, cells);
        }
        for lane in lanes(mask) {
            if usize::from(from[lane]) == lane {
                stacks.nodes[lane].pop();
            }
            if stacks.depth(usize::from(from[lane])) == 0 {
                stacks.clear(usize::from(from[lane]));
            }
        }
    }
}
