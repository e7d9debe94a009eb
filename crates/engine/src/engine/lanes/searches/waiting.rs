//! The sources of work for free lanes: pending puzzles, parked searches, and parts of the searches of other lanes.
//!
//! Pending and parked puzzles come first, because a search that is alone needs no order of segments.
//!
//! If only a few searches would branch, they are *parked*: they wait without a lane until there are enough of them. So
//! a few hard puzzles among many easy puzzles do not cost a service pass for each of their nodes. For example, if three
//! lanes are stuck, their searches are parked, and the three lanes load new puzzles. At the end of a batch, free lanes
//! *steal* parts of the searches of other lanes.

use super::{PackedNodes, Searches};
use crate::{
    engine::{
        lanes::state::{LaneMask, lanes},
        puzzle_text,
    },
    simd::LANES,
};
use batchdoku_base::StopReason;

/// The minimum number of lanes that branch or backtrack while puzzles are pending, because a service pass costs the
/// same for one lane as for all. Measured: with 4 instead of 6, `minimal` gains 3 % and `several` loses 2 %, with 8 or
/// 9 both lose (`docs/lanes-log.md`, 033cb56 and 5cafd18).
const MIN_LANES_TO_BRANCH: u32 = 6;

/// Lanes share a search only up to this limit of solutions, because the memory of
/// [`StealOrder`](super::steal_order::StealOrder) grows with the number of solutions. Without a limit, lanes share
/// searches, too: the order of solutions does not matter then, so it takes no memory.
const MAX_SHARED_LIMIT: u64 = 1 << 20;

impl<'a> Searches<'a, '_, '_> {
    /// Tests whether there are puzzles that no lane has loaded yet.
    #[inline(always)]
    pub(in crate::engine::lanes) fn has_pending(&self) -> bool {
        self.next < self.context.puzzles.len()
    }

    #[inline(always)]
    pub(in crate::engine::lanes) fn has_parked(&self) -> bool {
        self.memory.stacks.parked().len() > 0
    }

    /// Gives pending puzzles to the lanes `free`, and passes their texts to `take`. Returns the lanes that got a
    /// puzzle.
    #[inline(always)]
    pub(in crate::engine::lanes) fn load<const N: usize>(
        &mut self,
        free: LaneMask,
        mut take: impl FnMut(usize, &'a [u8; N]),
    ) -> LaneMask {
        let input = self.context.input;
        let mut loaded = 0;
        for (lane, &start) in lanes(free).zip(&self.context.puzzles[self.next..]) {
            take(lane, puzzle_text(input, start));
            self.memory.puzzle[lane] = self.next as u32;
            self.next += 1;
            loaded |= 1 << lane;
        }
        loaded
    }

    /// Refuses the texts that the lanes of `mask` have loaded, because they are not puzzles.
    #[inline(always)]
    pub(in crate::engine::lanes) fn reject(&mut self, mask: LaneMask) {
        for lane in lanes(mask) {
            let puzzle = self.puzzle(lane);
            self.outcomes[puzzle].end = StopReason::Malformed;
        }
    }

    /// Tests whether the searches in `mask` are too few to branch or backtrack now.
    #[inline(always)]
    pub(in crate::engine::lanes) fn should_park(&self, mask: LaneMask) -> bool {
        let few = mask.count_ones();
        few < MIN_LANES_TO_BRANCH && self.has_pending() && self.memory.stacks.has_room(few)
    }

    /// Parks the searches in `mask`. `is_entered` is true if their top nodes have been counted.
    pub(in crate::engine::lanes) fn park(&mut self, mask: LaneMask, is_entered: bool) {
        for lane in lanes(mask) {
            self.memory.stacks.park(lane, self.memory.puzzle[lane], is_entered);
        }
    }

    /// Gives parked searches to the lanes `free`, once they are enough to fill all lanes or no puzzles are
    /// pending. Returns the lanes that got a search, and the lanes among them with a counted top node.
    #[inline(always)]
    pub(in crate::engine::lanes) fn unpark(&mut self, free: LaneMask) -> (LaneMask, LaneMask) {
        let parked = self.memory.stacks.parked().len();
        let should_start = self.is_unparking || parked >= LANES || !self.has_pending();
        self.is_unparking = parked > 0 && should_start;
        let mut unparked = 0;
        let mut entered = 0;
        if self.is_unparking {
            for lane in lanes(free) {
                let Some((puzzle, is_entered)) = self.memory.stacks.unpark(lane) else { break };
                self.memory.puzzle[lane] = puzzle;
                unparked |= 1 << lane;
                entered |= LaneMask::from(is_entered) << lane;
            }
        }
        (unparked, entered)
    }

    /// Tests whether several lanes may search one puzzle: not while the caller takes solutions in depth-first order,
    /// and not while puzzles are pending or parked.
    pub(in crate::engine::lanes) fn may_steal(&self) -> bool {
        let limits = self.context.limits;
        let is_unlimited = limits.solutions == u64::MAX && !limits.has_node_limit();
        let takes_few = !self.context.sink.takes_each() && limits.solutions <= MAX_SHARED_LIMIT;
        let is_allowed = is_unlimited || takes_few;
        is_allowed && !self.has_pending() && !self.has_parked() && !self.keeps_back()
    }

    /// Tests whether solutions are kept back because another search may take over.
    fn keeps_back(&self) -> bool {
        let sink = &*self.context.sink;
        sink.takes_each() && self.outcomes.iter().any(|outcome| sink.keeps_back(outcome.nodes))
    }

    /// Lets the lanes `free` steal the bottom nodes of the deepest stacks. Returns the lanes that steal; `nodes` has
    /// the node of each.
    ///
    /// The bottom node has the largest subtree, which keeps a thief busy for longest, so that there are few thefts. It
    /// also comes last in depth-first order, so that the segment of the victim stays contiguous. Of equally deep
    /// stacks, that of the lowest lane is taken (`!lane` is the greatest there). Answers do not depend on this choice,
    /// but a fixed choice makes runs repeatable.
    pub(in crate::engine::lanes) fn steal(
        &mut self,
        free: LaneMask,
        nodes: &mut PackedNodes,
    ) -> LaneMask {
        let Self { context, outcomes, memory, .. } = self;
        let mut thieves = 0;
        for thief in lanes(free) {
            let depths = (0..LANES).map(|lane| (memory.stacks.depth(lane), !lane));
            let Some((1.., victim)) = depths.max().map(|(depth, lane)| (depth, !lane)) else {
                break;
            };
            nodes[thief] = memory.stacks.steal(victim);
            let puzzle = memory.puzzle[victim];
            memory.puzzle[thief] = puzzle;
            memory.order.steal(puzzle, victim, thief, &outcomes[puzzle as usize], context);
            thieves |= 1 << thief;
        }
        thieves
    }
}
