//! What dead and free lanes do next: their own stack, parked searches, or a part of another lane's.

use super::{
    scheduler::{Job, Memory, Work},
    state::{LaneMask, lanes},
};
use crate::simd::LANES;

impl Work<'_, '_, '_> {
    /// Step 5: dead lanes are to go on with the last node of their stack. Those without one are
    /// free. Returns the lanes that get a node, one of `nodes`.
    #[inline(always)]
    pub(super) fn backtrack(&mut self) -> LaneMask {
        let Job { outcomes, memory, .. } = &mut self.job;
        let mut back = self.dead & memory.stacks.filled();
        memory.state.held &= !self.dead | back;
        for lane in lanes(self.dead & !back & memory.steal_order.shared()) {
            memory.steal_order.finish(lane, outcomes);
        }
        if self.is_too_few(back) {
            let Memory { state, stacks, .. } = &mut *self.job.memory;
            lanes(back).for_each(|lane| stacks.park(lane, state.puzzle[lane], false));
            state.held &= !back;
            back = 0;
        }
        let (parked, entered) = self.unpark();
        back |= parked;
        for lane in lanes(back) {
            if entered >> lane & 1 == 1 || self.enter(lane) {
                let Memory { stacks, nodes, .. } = &mut *self.job.memory;
                nodes[lane] = stacks.pop(lane);
            } else {
                self.job.memory.state.held &= !(1 << lane);
                back &= !(1 << lane);
            }
        }
        if !self.has_fresh() && !self.has_parked() && self.may_share() {
            back |= self.steal();
        }
        self.dead = 0;
        back
    }

    /// Gives free lanes the parked searches, once there are enough of them, or no new puzzles.
    /// Returns those lanes, and which of their last nodes have been counted.
    #[inline(always)]
    fn unpark(&mut self) -> (LaneMask, LaneMask) {
        let parked = self.job.memory.stacks.parked().len();
        self.unparking = parked > 0 && (self.unparking || parked >= LANES || !self.has_fresh());
        let (mut taken, mut entered) = (0, 0);
        if self.unparking {
            for lane in lanes(!self.held()) {
                let Memory { state, stacks, .. } = &mut *self.job.memory;
                let Some(parked) = stacks.unpark(lane) else { break };
                state.puzzle[lane] = parked.puzzle;
                state.held |= 1 << lane;
                taken |= 1 << lane;
                entered |= LaneMask::from(parked.entered) << lane;
            }
        }
        (taken, entered)
    }

    /// Lets free lanes steal the first node, the largest part of the tree, of the deepest stacks.
    /// Returns those that do.
    fn steal(&mut self) -> LaneMask {
        let Job { outcomes, limits, memory, .. } = &mut self.job;
        let Memory { state, stacks, nodes, steal_order, .. } = &mut **memory;
        let mut thieves = 0;
        for thief in lanes(!state.held) {
            let depths = (0..LANES).map(|lane| (stacks.depth(lane), !lane));
            let Some((1.., victim)) = depths.max().map(|(depth, lane)| (depth, !lane)) else {
                break;
            };
            nodes[thief] = stacks.steal(victim);
            let puzzle = state.puzzle[victim];
            state.puzzle[thief] = puzzle;
            let outcome = &outcomes[puzzle as usize];
            steal_order.steal(puzzle, victim, thief, outcome, limits.solutions);
            steal_order.count_node(thief);
            thieves |= 1 << thief;
            state.held |= 1 << thief;
        }
        thieves
    }
}
