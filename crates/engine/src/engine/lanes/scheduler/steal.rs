//! Stealing: at the end of a batch, free lanes take over parts of the searches of others.

use super::{LaneBatch, LaneMemory, LaneScheduler};
use crate::{
    engine::{
        lanes::{
            counts::LaneCounter,
            state::{LaneMask, lanes},
        },
        long_search::LongSearches,
    },
    simd::LANES,
};

/// With a larger limit of solutions, a puzzle has one lane, because the memory of
/// [`StealOrder`](crate::engine::lanes::steal_order::StealOrder) grows with the solutions. It does not
/// without any limit, because then it does not matter where in the order a solution is.
const MAX_SHARED_LIMIT: u64 = 1 << 20;

impl<C: LaneCounter> LaneScheduler<'_, '_, '_, C> {
    /// Tests whether several lanes may search one puzzle. They may not as long as the caller takes
    /// solutions in depth-first order.
    pub(super) fn may_steal(&self) -> bool {
        let LongSearches { limits, sink, .. } = &self.batch.long;
        let shared_limit = if sink.is_ordered() { 0 } else { MAX_SHARED_LIMIT };
        let is_unlimited = limits.solutions == u64::MAX && !limits.has_node_limit();
        (is_unlimited || limits.solutions <= shared_limit) && !sink.is_tentative()
    }

    /// Lets free lanes steal the bottom node, the root of the largest subtree, of the deepest
    /// stacks. Returns those that do.
    ///
    /// The largest subtree keeps a thief busy for longest, so that there are few thefts. It is also the only node behind
    /// which the victim has nothing left, which keeps each segment contiguous in depth-first order. Of equally deep
    /// stacks the lowest lane is robbed (`!lane` is the greatest there): any lane would do, since answers do not depend
    /// on it, but a fixed one makes runs repeatable.
    pub(super) fn steal(&mut self) -> LaneMask {
        let LaneBatch { long, outcomes, memory, .. } = &mut self.batch;
        let LaneMemory { state, stacks, nodes, steal_order, .. } = &mut **memory;
        let mut thieves = 0;
        for thief in lanes(!state.active) {
            let depths = (0..LANES).map(|lane| (stacks.depth(lane), !lane));
            let Some((1.., victim)) = depths.max().map(|(depth, lane)| (depth, !lane)) else {
                break;
            };
            nodes[thief] = stacks.steal(victim);
            let puzzle = state.puzzle[victim];
            state.puzzle[thief] = puzzle;
            let outcome = &outcomes[puzzle as usize];
            let decision = long.next_decision(outcome.nodes);
            steal_order.steal(puzzle, victim, thief, outcome, long.limits.solutions, decision);
            steal_order.count_stolen(thief);
            thieves |= 1 << thief;
            state.active |= 1 << thief;
        }
        thieves
    }
}
