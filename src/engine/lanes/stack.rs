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
        for lane in lanes(mask) {
            stacks.nodes[lane].push([Row::splat(0); BLOCKS]);
        }
        for (block, cells) in from.chunks(LANES).enumerate() {
            let mut rows = [Row::splat(0); LANES];
            rows[..cells.len()].copy_from_slice(cells);
            let mut nodes = [Row::splat(0); LANES];
            simd.transpose(&rows, &mut nodes);
            for lane in lanes(mask) {
                if let Some(node) = stacks.nodes[lane].last_mut() {
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
        let mut blocks = [[Row::splat(0); LANES]; BLOCKS];
        for lane in lanes(mask) {
            let victim = usize::from(from[lane]);
            let stack = &mut stacks.nodes[victim];
            let node = if victim == lane {
                stack.pop()
            } else {
                stacks.taken[victim] += 1;
                stack.get(stacks.taken[victim] - 1).copied()
            };
            let node = node.expect("a node to take");
            for block in 0..BLOCKS {
                blocks[block][lane] = node[block];
            }
            if stacks.depth(victim) == 0 {
                stacks.clear(victim);
            }
        }
        for (nodes, cells) in blocks.iter().zip(to.chunks_mut(LANES)) {
            let mut rows = [Row::splat(0); LANES];
            simd.transpose(nodes, &mut rows);
            for (row, cell) in rows.iter().zip(cells) {
                for part in 0..S::PARTS {
                    let mask = simd.mask(mask, part);
                    let v = simd.select(mask, simd.load(row, part), simd.load(cell, part));
                    simd.store(v, cell, part);
                }
            }
        }
    }
}
