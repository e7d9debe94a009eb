//! Parking: a few searches that would branch wait, without a lane, until there are enough of them.
//!
//! So a few hard puzzles among many easy ones do not cost a service pass for each of their nodes.

use super::{LaneMemory, LaneScheduler};
use crate::{
    engine::lanes::{
        counts::LaneCounter,
        state::{LaneMask, lanes},
    },
    simd::LANES,
};

/// Fewer lanes do not branch or backtrack as long as there are pending puzzles, because a service pass costs the same for
/// one lane as for all. Measured: with 4 instead of 6, `minimal` gains 3 % and `several` loses 2 %, with 8 or 9 both lose
/// (`docs/lanes-log.md`, 033cb56 and 5cafd18).
const MIN_LANES_TO_BRANCH: u32 = 6;

impl<C: LaneCounter> LaneScheduler<'_, '_, '_, C> {
    /// Tests whether the searches in `lanes` are too few to branch or backtrack now.
    #[inline(always)]
    pub(super) fn should_park(&self, lanes: LaneMask) -> bool {
        let few = lanes.count_ones();
        few < MIN_LANES_TO_BRANCH && self.has_pending() && self.batch.memory.stacks.has_room(few)
    }

    /// Parks the searches in `lanes`, which are about to backtrack.
    pub(super) fn park(&mut self, mask: LaneMask) {
        let LaneMemory { state, stacks, .. } = &mut *self.batch.memory;
        for lane in lanes(mask) {
            stacks.park(lane, state.puzzle[lane], false);
        }
        state.active &= !mask;
    }

    /// Gives the parked searches to free lanes, once they are enough to fill the lanes or no puzzles
    /// are pending. Returns those lanes, and which of their top nodes are counted already.
    #[inline(always)]
    pub(super) fn unpark(&mut self) -> (LaneMask, LaneMask) {
        let parked = self.batch.memory.stacks.parked().len();
        let should_start = self.is_unparking || parked >= LANES || !self.has_pending();
        self.is_unparking = parked > 0 && should_start;
        let mut unparked = 0;
        let mut entered = 0;
        if self.is_unparking {
            for lane in lanes(!self.active()) {
                let LaneMemory { state, stacks, .. } = &mut *self.batch.memory;
                let Some((puzzle, is_entered)) = stacks.unpark(lane) else { break };
                state.puzzle[lane] = puzzle;
                state.active |= 1 << lane;
                unparked |= 1 << lane;
                entered |= LaneMask::from(is_entered) << lane;
            }
        }
        (unparked, entered)
    }
}
