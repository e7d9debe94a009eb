//! What dead and free lanes do next: their own stack, parked searches, or a part of another lane's.

use super::{
    state::{LaneMask, State, lanes},
    work::{Job, Memory, Work},
};
use crate::simd::LANES;

impl Work<'_, '_, '_> {
    /// Step 5: dead lanes are to go on with the last node of their stack. Those without one are
    /// free. Returns the lanes that get a node, with `from` saying off which lane's stack.
    #[inline(always)]
    pub(super) fn backtrack(&mut self, from: &mut [u8; LANES]) -> LaneMask {
        let mut back = self.with_stack(self.dead);
        self.job.memory.state.frame.held &= !(self.dead & !back);
        if self.is_too_few(back) {
            let Memory { state: State { frame, .. }, stacks, .. } = &mut *self.job.memory;
            lanes(back).for_each(|lane| stacks.park(lane, frame.puzzle[lane], false));
            frame.held &= !back;
            back = 0;
        }
        lanes(back).for_each(|lane| self.enter(lane));
        back |= self.unpark();
        // The budget may have ended some.
        let over = back & !self.with_stack(back);
        self.job.memory.state.frame.held &= !over;
        back &= !over;
        if !self.has_fresh() && !self.has_parked() && self.job.limits.nodes == u64::MAX {
            back |= self.share(back, from);
        }
        self.dead = 0;
        back
    }

    /// The lanes of a mask whose stack holds a node.
    #[inline(always)]
    fn with_stack(&self, mask: LaneMask) -> LaneMask {
        let stacks = &self.job.memory.stacks;
        lanes(mask).filter(|&lane| stacks.depth(lane) > 0).map(|lane| 1 << lane).sum()
    }

    /// Gives free lanes the parked searches, once there are enough of them, or no new puzzles.
    #[inline(always)]
    fn unpark(&mut self) -> LaneMask {
        let parked = self.job.memory.stacks.parked().len();
        self.unparking = parked > 0 && (self.unparking || parked >= LANES || !self.has_fresh());
        let mut taken = 0;
        if self.unparking {
            for lane in lanes(!self.held()) {
                let Memory { state: State { frame, .. }, stacks, .. } = &mut *self.job.memory;
                let Some((puzzle, entered)) = stacks.unpark(lane) else { break };
                frame.puzzle[lane] = puzzle;
                frame.held |= 1 << lane;
                taken |= 1 << lane;
                if !entered {
                    self.enter(lane);
                }
            }
        }
        taken
    }

    /// Lets free lanes take the first node, the largest part of the tree, of the deepest stacks;
    /// the lanes `back` need their own last one. Returns those that do, with `from` saying where.
    fn share(&mut self, back: LaneMask, from: &mut [u8; LANES]) -> LaneMask {
        let Job { outcomes, memory, .. } = &mut self.job;
        let Memory { state: State { frame, .. }, stacks, .. } = &mut **memory;
        let mut spare = [0; LANES];
        for lane in lanes(frame.held) {
            spare[lane] = stacks.depth(lane) - (back >> lane & 1) as usize;
        }
        let mut thieves = 0;
        for thief in lanes(!frame.held) {
            let deepest = spare.iter().zip(0..).max_by_key(|&(&spare, lane)| (spare, !lane));
            let Some((1.., victim)) = deepest else { break };
            spare[victim] -= 1;
            from[thief] = victim as u8;
            let puzzle = frame.puzzle[victim];
            frame.puzzle[thief] = puzzle;
            let outcome = &mut outcomes[puzzle as usize];
            outcome.nodes += 1;
            let others = frame.lanes_of(puzzle);
            self.shares.split(puzzle, victim, thief, others, outcome.solutions > 0);
            thieves |= 1 << thief;
            frame.held |= 1 << thief;
        }
        thieves
    }
}
