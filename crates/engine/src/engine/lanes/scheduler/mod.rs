//! The scheduler: which lane works on which puzzle. The loop is drawn at the top of `lanes`.

mod park;
mod refill;
mod service;
mod steal;

use super::{
    branch::Choice,
    counts::LaneCounter,
    emit::SolutionTexts,
    load::ParsedPuzzles,
    packed_node::PackedNodes,
    propagate::{Sweep, SweepFlags},
    search_stack::SearchStacks,
    state::{LaneCells, LaneMask, LaneState, lanes},
    steal_order::StealOrder,
};
use crate::{
    engine::long_search::LongSearches,
    simd::{Kernel, LANES, Lanes32, Simd},
};
use batchdoku_base::{Outcome, StopReason};

/// The number of waiting lanes, out of 32 active ones, that triggers a service pass. With fewer, passes that cost the same
/// for any number of lanes come too often; with more, too many lanes idle. Measured with 10 to 25, and again after
/// other changes: 20 is the fastest over all sets (`docs/lanes-log.md`, "Events: when").
const SERVICE_THRESHOLD: u32 = 20;

/// Working memory, allocated once.
#[derive(Debug)]
pub(super) struct LaneMemory {
    state: LaneState,
    stacks: SearchStacks,
    /// The candidates of the puzzle of each lane, if it is a pencilmark puzzle.
    marks: LaneCells,
    /// Puzzles on their way to the lanes.
    parsed: ParsedPuzzles,
    choice: Choice,
    /// Nodes on their way to the stacks or to the lanes.
    nodes: PackedNodes,
    words: [Lanes32; LANES],
    texts: SolutionTexts,
    steal_order: StealOrder,
}

impl LaneMemory {
    /// Allocates the memory. Never inlined, because it is made on the stack first: each call of a caller
    /// with so large a stack would touch all pages of it.
    #[cold]
    #[inline(never)]
    pub(super) fn new() -> Box<Self> {
        Box::new(Self {
            state: LaneState::EMPTY,
            stacks: SearchStacks::new(),
            marks: [Lanes32::splat(0); 81],
            parsed: [[Lanes32::splat(0); LANES]; 3],
            choice: Choice::NONE,
            nodes: [Lanes32::splat(0); LANES],
            words: [Lanes32::splat(0); LANES],
            texts: SolutionTexts::EMPTY,
            steal_order: StealOrder::new(),
        })
    }
}

/// A batch of puzzles to solve.
pub(super) struct LaneBatch<'a, 'l, 's, C> {
    /// The batch, and what it takes if a search is long.
    pub(super) long: LongSearches<'a, 'l, 's>,
    /// One per puzzle, each the default one at first.
    pub(super) outcomes: &'a mut [Outcome],
    pub(super) memory: &'a mut LaneMemory,
    pub(super) counter: C,
}

impl<C: LaneCounter> Kernel for LaneBatch<'_, '_, '_, C> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        if self.long.limits.solutions == 0 {
            self.outcomes.iter_mut().for_each(|outcome| outcome.end = StopReason::SolutionLimit);
            return;
        }
        self.memory.stacks.reset();
        self.memory.steal_order.reset(self.long.limits.solutions);
        self.memory.state.active = 0;
        LaneScheduler {
            batch: self,
            next: 0,
            stuck: 0,
            solved: 0,
            done: 0,
            unchanged: 0,
            unsettled: 0,
            twins: 0,
            is_unparking: false,
        }
        .run(simd);
    }
}

/// A batch that is being solved. The masks are of active lanes.
struct LaneScheduler<'a, 'l, 's, C> {
    batch: LaneBatch<'a, 'l, 's, C>,
    /// The index of the first pending puzzle: one that is not loaded yet.
    next: usize,
    /// At a fixpoint, neither solved nor done: to be branched.
    stuck: LaneMask,
    solved: LaneMask,
    /// Contradictory, or solved and counted: the search backtracks.
    done: LaneMask,
    /// The last sweep removed no candidate.
    unchanged: LaneMask,
    /// The last sweep removed no candidate but in cells that a digit must be in.
    unsettled: LaneMask,
    /// The lanes in the first half of a branch whose second half, on top of the stack, is its twin.
    twins: LaneMask,
    /// Parked searches are resumed before new puzzles are loaded, until none is left.
    is_unparking: bool,
}

impl<C: LaneCounter> LaneScheduler<'_, '_, '_, C> {
    #[inline(always)]
    fn run<S: Simd>(mut self, simd: S) {
        self.refill(simd, 0);
        while self.active() != 0 || self.has_parked() {
            if self.batch.long.limits.stopped() {
                self.stop();
                return;
            }
            self.sweep(simd);
            if self.should_service() {
                self.batch.counter.event(self.stuck, self.solved, self.done);
                self.emit(simd);
                self.branch(simd);
                let resumed = self.backtrack();
                self.refill(simd, resumed);
            }
        }
    }

    /// Step 1: propagates in all lanes.
    #[inline(always)]
    fn sweep<S: Simd>(&mut self, simd: S) {
        let active = self.active();
        let state = &mut self.batch.memory.state;
        let SweepFlags { alive, changed, settled, solved } = simd.call(Sweep { state });
        self.unchanged = active & !changed;
        // A cell that a digit must be in loses its other digits in the sweep that finds this. If there is
        // another such digit after the next sweep, two digits must be in one cell. That stays so in further sweeps,
        // until the lane is served.
        let unsettled = self.unchanged & alive & !settled;
        let alive = alive & !(unsettled & self.unsettled);
        self.unsettled = unsettled & !solved;
        self.done = active & !alive;
        self.solved = active & alive & solved;
        self.stuck = self.unchanged & alive & !solved & settled;
        let waiting = self.stuck | self.solved | self.done;
        self.batch.counter.sweep(active, changed, waiting);
    }

    /// Step 2: whether enough lanes wait for service.
    #[inline(always)]
    fn should_service(&self) -> bool {
        let waiting = self.stuck | self.solved | self.done;
        let threshold = SERVICE_THRESHOLD * self.active().count_ones();
        waiting.count_ones() >= threshold.div_ceil(LANES as u32)
    }

    /// Returns the lanes that hold a node.
    #[inline(always)]
    fn active(&self) -> LaneMask {
        self.batch.memory.state.active
    }

    #[inline(always)]
    fn puzzle(&self, lane: usize) -> usize {
        self.batch.memory.state.puzzle[lane] as usize
    }

    /// Tests whether there are puzzles that are not loaded yet.
    #[inline(always)]
    fn has_pending(&self) -> bool {
        self.next < self.batch.long.puzzles.len()
    }

    #[inline(always)]
    fn has_parked(&self) -> bool {
        self.batch.memory.stacks.parked().len() > 0
    }

    /// Ends the search of every puzzle that is not finished.
    fn stop(&mut self) {
        let LaneBatch { long, outcomes, memory, .. } = &mut self.batch;
        memory.steal_order.abandon_all(outcomes, long);
        let state = &memory.state;
        let in_lanes = lanes(state.active).map(|lane| state.puzzle[lane]);
        let pending = self.next as u32..long.puzzles.len() as u32;
        for puzzle in in_lanes.chain(memory.stacks.parked()).chain(pending) {
            let outcome = &mut outcomes[puzzle as usize];
            // A reason that is there already remains.
            if outcome.end == StopReason::Complete {
                outcome.end = StopReason::Stopped;
            }
        }
    }
}
