//! The nodes that wait: a stack for each lane.
//!
//! At rest a node is three rows, a band in each, so that a lane's stack does not care how deep
//! the others are. Nodes go there and back 32 at a time, by transposing:
//!
//! ```text
//!                  lanes                         lane 4: [ 81 cells ] [ 81 cells ] top
//!   cell 0    [ . . . . n . n . .. ]     =>      lane 6: [ 81 cells ] top
//!   cell 1    [ . . . . n . n . .. ]
//! ```
//!
//! A search can also be *parked* without a lane, its node at hand on top of its stack.
//!
//! The stacks are allocated once, with room for a depth that puzzles do not reach; should a search
//! go deeper, its stack grows, so no work is ever lost.

use super::{
    branch::Halves,
    state::{BAND, Cells, LaneMask, Node, lanes},
};
use crate::simd::{Kernel, LANES, Row, Rows, Simd};

/// Nodes that a stack has room for to begin with.
const DEPTH: usize = 40;

/// Searches that can be parked.
const PARKED: usize = 2 * LANES;

/// 32 nodes under way.
pub(super) type Nodes = [Row; LANES];

/// See the module.
#[derive(Debug)]
pub(super) struct Stacks {
    nodes: [Vec<Node>; LANES],
    /// Nodes at the bottom of each that others have taken.
    taken: [usize; LANES],
    parked: Vec<Parked>,
    /// Empty stacks for the lanes whose own is parked.
    spare: Vec<Vec<Node>>,
}

/// A search that waits without a lane.
#[derive(Debug)]
struct Parked {
    puzzle: u32,
    nodes: Vec<Node>,
    /// Whether the last of the nodes has been counted.
    entered: bool,
}

impl Stacks {
    pub(super) fn new() -> Self {
        let nodes = std::array::from_fn(|_| Vec::with_capacity(DEPTH));
        let spare = (0..PARKED).map(|_| Vec::with_capacity(DEPTH)).collect();
        Self { nodes, taken: [0; LANES], parked: Vec::with_capacity(PARKED), spare }
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
        self.parked.iter().map(|parked| parked.puzzle)
    }

    /// Whether so many more can be parked.
    pub(super) fn has_room(&self, searches: u32) -> bool {
        self.spare.len() >= searches as usize
    }

    /// Parks the stack of `lane`. `entered` is whether its last node has been counted.
    pub(super) fn park(&mut self, lane: usize, puzzle: u32, entered: bool) {
        let empty = self.spare.pop().unwrap_or_default();
        let nodes = std::mem::replace(&mut self.nodes[lane], empty);
        self.parked.push(Parked { puzzle, nodes, entered });
    }

    /// Gives `lane`, whose stack is empty, a parked one. Returns its puzzle, and whether its last
    /// node has been counted.
    pub(super) fn unpark(&mut self, lane: usize) -> Option<(u32, bool)> {
        let parked = self.parked.pop()?;
        self.spare.push(std::mem::replace(&mut self.nodes[lane], parked.nodes));
        Some((parked.puzzle, parked.entered))
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

/// Puts the second halves of the branches of `lanes` on the stacks of their lanes.
pub(super) struct Push<'a> {
    pub(super) from: &'a Cells,
    pub(super) halves: &'a Halves,
    pub(super) lanes: LaneMask,
    pub(super) stacks: &'a mut Stacks,
    /// Working memory.
    pub(super) nodes: &'a mut Nodes,
}

impl Kernel for Push<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Self { from, halves, lanes: mask, stacks, nodes } = self;
        for band in 0..3 {
            let rows = SecondHalf { cells: from, halves, band };
            simd.transpose(&rows, LaneMask::MAX, nodes);
            for lane in lanes(mask) {
                if band == 0 {
                    stacks.nodes[lane].push([nodes[lane]; 3]);
                } else if let Some(node) = stacks.nodes[lane].last_mut() {
                    node[band] = nodes[lane];
                }
            }
        }
    }
}

/// The cells of a band as the second half of a branch has them.
struct SecondHalf<'a> {
    cells: &'a Cells,
    halves: &'a Halves,
    band: usize,
}

impl Rows for SecondHalf<'_> {
    #[inline(always)]
    fn load<S: Simd>(&self, simd: S, row: usize, part: usize) -> S::V {
        if row < BAND {
            let house = 3 * self.band + row / 9;
            let x = simd.load(&self.cells[9 * house + row % 9], part);
            self.halves.keep(simd, 1, x, house, row % 9, part)
        } else {
            simd.splat(0)
        }
    }
}

/// Brings nodes to lanes of `to`: each of `lanes` gets one off the stack of the lane that `from`
/// says, its own last one or another lane's first, and each of `new` that of `fresh`.
pub(super) struct Pop<'a> {
    pub(super) from: &'a [u8; LANES],
    pub(super) lanes: LaneMask,
    pub(super) new: LaneMask,
    pub(super) fresh: &'a [Node; LANES],
    pub(super) stacks: &'a mut Stacks,
    pub(super) to: &'a mut Cells,
}

impl Kernel for Pop<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Self { from, lanes: mask, new, fresh, stacks, to } = self;
        let mut nodes = fresh.each_ref();
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
        for (band, cells) in to.chunks_exact_mut(BAND).enumerate() {
            simd.transpose(&nodes.map(|node| &node[band]), mask | new, cells);
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
