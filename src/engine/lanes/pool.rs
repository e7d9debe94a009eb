//! The nodes that wait for a lane: a stack of frames.
//!
//! ```text
//!   top    frame 2   [ n . n n . . ... ]    pops take from here, pushes fill the gaps
//!          frame 1   [ n n n n n n ... ]    or begin a new frame
//!          frame 0   [ n n n . . . ... ]
//! ```
//!
//! Last in, first out keeps it small: about as many nodes as lanes times the depth of the search.
//! The frames are allocated once and kept; should a search outgrow them, one more is allocated, so
//! no work is ever lost.

use super::state::{Frame, LaneMask, Moves, Transfer, lanes};
use crate::simd::Simd;

/// Frames to begin with: 1024 nodes.
const FRAMES: usize = 32;

/// See the module.
#[derive(Debug)]
pub(super) struct Pool {
    frames: Vec<Frame>,
    /// Frames in use; the top one holds a node.
    used: usize,
}

impl Pool {
    pub(super) fn new() -> Self {
        Self { frames: vec![Frame::EMPTY; FRAMES], used: 0 }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.used == 0
    }

    pub(super) fn clear(&mut self) {
        self.used = 0;
    }

    /// An empty frame on top.
    pub(super) fn grow(&mut self) -> &mut Frame {
        if self.used == self.frames.len() {
            self.frames.push(Frame::EMPTY);
        }
        self.used += 1;
        let frame = &mut self.frames[self.used - 1];
        frame.held = 0;
        frame
    }

    /// Gives up frames on top that hold nothing.
    pub(super) fn shrink(&mut self) {
        while self.used > 0 && self.frames[self.used - 1].held == 0 {
            self.used -= 1;
        }
    }

    /// Adds the nodes `nodes` of `from`.
    #[inline(always)]
    pub(super) fn push<S: Simd>(&mut self, simd: S, from: &Frame, nodes: LaneMask) {
        if nodes == 0 {
            return;
        }
        let room = self.used.checked_sub(1).map_or(0, |top| !self.frames[top].held);
        let to = if room.count_ones() >= nodes.count_ones() {
            &mut self.frames[self.used - 1]
        } else {
            self.grow()
        };
        let moves = Moves::pair(nodes, !to.held);
        simd.call(Transfer { moves: &moves, from, to });
    }

    /// Moves nodes of the top frame to the lanes `free` of `to`, dropping those of puzzles for
    /// which `over`. Returns the lanes that were filled.
    #[inline(always)]
    pub(super) fn pop<S: Simd>(
        &mut self,
        simd: S,
        free: LaneMask,
        to: &mut Frame,
        over: impl Fn(u32) -> bool,
    ) -> LaneMask {
        let Some(frame) = self.frames[..self.used].last_mut() else { return 0 };
        for lane in lanes(frame.held) {
            if over(frame.puzzle[lane]) {
                frame.held &= !(1 << lane);
            }
        }
        let moves = Moves::pair(frame.held, free);
        if moves.to != 0 {
            simd.call(Transfer { moves: &moves, from: frame, to });
            frame.held &= !moves.taken;
        }
        self.shrink();
        moves.to
    }

    /// The puzzle of every waiting node.
    pub(super) fn puzzles(&self) -> impl Iterator<Item = u32> {
        let frames = self.frames[..self.used].iter();
        frames.flat_map(|frame| lanes(frame.held).map(|lane| frame.puzzle[lane]))
    }
}
