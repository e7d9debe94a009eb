//! The scheduler: what each lane does next. The loop is drawn at the top of `lanes`.
//!
//! A lane is in one of five states. A sweep determines the state. All else happens in a service pass, once enough lanes
//! wait in one of the three states in capitals:
//!
//! ```text
//!           load, unpark, steal            sweep: a candidate fell
//!   free -----------------------.            .---.
//!    ^                          v            |   v
//!    |        .--------------> swept (holds a node) <-----------------------.
//!    |        |                 |        |      |                           |
//!    |        | first half      |        |      | contradiction             |
//!    |        | (push second)   |        |      v                           |
//!    |        |      fixpoint   |        '->   DONE  -----------------------'
//!    |        |                 v   solved |    ^  |    pop the stack
//!    |       STUCK <------------'          v    |  |
//!    |        |                         SOLVED -'  |
//!    |        | few: park             count, emit  | few: park
//!    '--------+------------------------------------+ empty stack: finish
//! ```
//!
//! A lane whose search ends for another reason (a limit, the caller, another lane of the same puzzle) becomes done,
//! with an empty stack, from any state. A lane carries two notes about its node as well: *unsettled*, a contradiction
//! that the next sweep confirms, and *twins*, a first half whose second half need not be searched (see
//! [`branch`](super::branch)).
//!
//! [`Searches`] holds the puzzle of each lane and all counts.

mod refill;
mod service;

use super::{
    branch::Choice,
    counts::LaneCounter,
    emit::SolutionTexts,
    load::ParsedPuzzles,
    packed_node::PackedNodes,
    propagate::{Sweep, SweepFlags},
    searches::{SearchMemory, Searches},
    state::{LaneCells, LaneMask, LaneState},
};
use crate::{
    engine::long_search::SearchContext,
    simd::{Kernel, LANES, Lanes32, Simd},
};
use batchdoku_base::{Outcome, StopReason};

/// The number of waiting lanes, of 32 active lanes, that triggers a service pass. With a smaller number, there are too
/// many passes, and a pass costs the same for any number of lanes; with a larger number, too many lanes idle. Measured
/// with 10 to 25, and again after other changes: 20 is the fastest over all sets (`docs/lanes-log.md`, "Events: when").
const SERVICE_THRESHOLD: u32 = 20;

/// Working memory, allocated once.
#[derive(Debug)]
pub(super) struct LaneMemory {
    vectors: LaneVectors,
    searches: SearchMemory,
}

/// The nodes in the lanes, and buffers of data for the lanes or from them.
#[derive(Debug)]
struct LaneVectors {
    state: LaneState,
    /// The candidates of the puzzle of each lane, if it is a pencilmark puzzle.
    marks: LaneCells,
    /// Puzzles on their way to the lanes.
    parsed: ParsedPuzzles,
    choice: Choice,
    /// Nodes on their way to the stacks or to the lanes.
    nodes: PackedNodes,
    words: [Lanes32; LANES],
    texts: SolutionTexts,
}

impl LaneMemory {
    /// Allocates the memory. Never inlined, because the value is built on the stack first: it would make the stack
    /// frame of the caller so large that each call touches many pages.
    #[cold]
    #[inline(never)]
    pub(super) fn new() -> Box<Self> {
        let vectors = LaneVectors {
            state: LaneState::EMPTY,
            marks: [Lanes32::splat(0); 81],
            parsed: [[Lanes32::splat(0); LANES]; 3],
            choice: Choice::NONE,
            nodes: [Lanes32::splat(0); LANES],
            words: [Lanes32::splat(0); LANES],
            texts: SolutionTexts::EMPTY,
        };
        Box::new(Self { vectors, searches: SearchMemory::new() })
    }
}

/// A batch of puzzles to solve.
pub(super) struct LaneBatch<'a, 'l, 's, C> {
    pub(super) context: SearchContext<'a, 'l, 's>,
    /// One outcome per puzzle, initially the default.
    pub(super) outcomes: &'a mut [Outcome],
    pub(super) memory: &'a mut LaneMemory,
    pub(super) counter: C,
}

impl<C: LaneCounter> Kernel for LaneBatch<'_, '_, '_, C> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Self { context, outcomes, memory, counter } = self;
        if context.limits.solutions == 0 {
            outcomes.iter_mut().for_each(|outcome| outcome.end = StopReason::SolutionLimit);
            return;
        }
        let LaneMemory { vectors, searches } = memory;
        LaneScheduler {
            searches: Searches::new(context, outcomes, searches),
            vectors,
            counter,
            active: 0,
            stuck: 0,
            solved: 0,
            done: 0,
            unchanged: 0,
            unsettled: 0,
            twins: 0,
        }
        .run(simd);
    }
}

/// A batch that is being solved, and the state of each lane. All masks are parts of `active`.
struct LaneScheduler<'a, 'l, 's, C> {
    searches: Searches<'a, 'l, 's>,
    vectors: &'a mut LaneVectors,
    counter: C,
    /// The lanes that hold a node; the others are free.
    active: LaneMask,
    /// The lanes at a fixpoint that are neither solved nor done. They must branch.
    stuck: LaneMask,
    solved: LaneMask,
    /// The lanes that are contradictory, or solved and counted. They must backtrack.
    done: LaneMask,
    /// The lanes where the last sweep removed no candidate.
    unchanged: LaneMask,
    /// The lanes where the last sweep removed candidates only in cells that are the last place of a digit.
    unsettled: LaneMask,
    /// The lanes in the first half of a branch with a twin: the second half, on top of the stack.
    twins: LaneMask,
}

impl<C: LaneCounter> LaneScheduler<'_, '_, '_, C> {
    #[inline(always)]
    fn run<S: Simd>(mut self, simd: S) {
        self.refill(simd, 0);
        while self.active != 0 || self.searches.has_parked() {
            if self.searches.context().limits.stopped() {
                self.searches.stop(self.active);
                return;
            }
            self.sweep(simd);
            if self.should_service() {
                self.counter.event(self.stuck, self.solved, self.done);
                self.emit(simd);
                self.branch(simd);
                let resumed = self.backtrack();
                self.refill(simd, resumed);
            }
        }
    }

    /// Step 1: propagates in all lanes, and determines the state of each.
    #[inline(always)]
    fn sweep<S: Simd>(&mut self, simd: S) {
        let active = self.active;
        let state = &mut self.vectors.state;
        let SweepFlags { alive, changed, settled, solved } = simd.call(Sweep { state });
        self.unchanged = active & !changed;
        // A cell that is the last place of a digit loses its other digits in the sweep that finds this. If the next
        // sweep finds such a cell again, two digits have their last place in it: for example, 4 and 7 stay in a cell
        // that both need. Further sweeps find the same, until the lane is served.
        let unsettled = self.unchanged & alive & !settled;
        let alive = alive & !(unsettled & self.unsettled);
        self.unsettled = unsettled & !solved;
        self.done = active & !alive;
        self.solved = active & alive & solved;
        self.stuck = self.unchanged & alive & !solved & settled;
        let waiting = self.stuck | self.solved | self.done;
        self.counter.sweep(active, changed, waiting);
    }

    /// Step 2: returns whether enough lanes wait for service.
    #[inline(always)]
    fn should_service(&self) -> bool {
        let waiting = self.stuck | self.solved | self.done;
        let threshold = SERVICE_THRESHOLD * self.active.count_ones();
        waiting.count_ones() >= threshold.div_ceil(LANES as u32)
    }

    /// Marks the lanes of searches that have ended as done, from any state.
    #[inline(always)]
    fn note_ended(&mut self) {
        let ended = self.searches.take_ended();
        self.done |= ended;
        self.stuck &= !ended;
        self.solved &= !ended;
        self.twins &= !ended;
    }

    /// Clears the mask of lanes that are done, once each has a new node or is free.
    #[inline(always)]
    fn clear_done(&mut self) {
        self.unsettled &= !self.done;
        self.done = 0;
    }
}
