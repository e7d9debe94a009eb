//! The searches: the puzzle of each lane, the counts of each search, and the nodes that wait.
//!
//! A lane holds a node, not a puzzle; [`Searches`] has the puzzles. Each event in the life of a search is a method:
//!
//! ```text
//!                 load                         last node searched, a limit, the caller
//!      pending ---------> ALONE in one lane ------------------------------------------> ended
//!                         |  ^         |                                                 ^
//!            park: too few|  |unpark   |steal: no puzzles are left                       |
//!               to branch v  |         v                    line empty, a limit          |
//!                         PARKED     SHARED: a line of segments, a lane for each --------'
//!                         no lane      3 8, then 3 5 8, ... (see steal_order)
//! ```
//!
//! Every search is a line of segments, parts that are contiguous in depth-first order. A search that is alone is a line
//! of one segment, and counts directly in the [`Outcome`] of its puzzle. Nearly all searches are alone. In a shared
//! search, each segment has its own counts, and the counts of a single lane are computed at the front of the line. Only
//! this module handles the difference. The scheduler calls
//!
//! - `load` pending puzzles, `unpark` or `steal`: give free lanes a search ([`waiting`]),
//! - `enter_each`: count a node in each lane of a mask,
//! - `found_each`: count and hand over the solutions of a mask,
//! - `finish_each`: finish the searches or segments of lanes with an empty stack,
//! - `end`: end a search for another reason, such as a defect.
//!
//! Each of these calls can end the searches of other lanes. For example, a solution may be the last wanted solution of
//! a puzzle that five lanes search. Lanes whose search has ended are collected until the scheduler takes them
//! (`take_ended`).

mod search_stack;
mod steal_order;
mod waiting;

use self::{search_stack::SearchStacks, steal_order::StealOrder};
use super::{
    emit::{CopyFirst, SolutionText, SolutionTexts},
    packed_node::{PackedNode, PackedNodes},
    state::{LaneMask, lanes},
};
use crate::{
    engine::{
        long_search::{LONG_SEARCH, SearchContext},
        puzzle_text,
    },
    grid::PuzzleForm,
    simd::{LANES, Simd},
};
use batchdoku_base::{Outcome, StopReason};

/// The memory of the searches, allocated once and kept from batch to batch.
#[derive(Debug)]
pub(super) struct SearchMemory {
    /// The index of the puzzle of each lane that is not free.
    puzzle: [u32; LANES],
    stacks: SearchStacks,
    order: StealOrder,
}

impl SearchMemory {
    pub(super) fn new() -> Self {
        Self { puzzle: [0; LANES], stacks: SearchStacks::new(), order: StealOrder::new() }
    }
}

/// The searches of a batch.
pub(super) struct Searches<'a, 'l, 's> {
    context: SearchContext<'a, 'l, 's>,
    /// One outcome per puzzle.
    outcomes: &'a mut [Outcome],
    memory: &'a mut SearchMemory,
    /// The index of the first pending puzzle, which no lane has loaded yet.
    next: usize,
    /// True while parked searches are resumed, before new puzzles are loaded, until no search is parked.
    is_unparking: bool,
    /// The lanes of searches that have ended since [`Self::take_ended`] was called.
    ended: LaneMask,
}

impl<'a, 'l, 's> Searches<'a, 'l, 's> {
    /// Begins a batch. All puzzles are pending. `outcomes` must be default values.
    #[inline(always)]
    pub(super) fn new(
        context: SearchContext<'a, 'l, 's>,
        outcomes: &'a mut [Outcome],
        memory: &'a mut SearchMemory,
    ) -> Self {
        memory.stacks.reset();
        memory.order.reset();
        Self { context, outcomes, memory, next: 0, is_unparking: false, ended: 0 }
    }

    /// Returns the context that the searches share.
    #[inline(always)]
    pub(super) fn context(&self) -> &SearchContext<'a, 'l, 's> {
        &self.context
    }

    /// Returns the text of the puzzle in `lane`.
    #[inline(always)]
    pub(super) fn text<const N: usize>(&self, lane: usize) -> &'a [u8; N] {
        puzzle_text(self.context.input, self.context.puzzles[self.puzzle(lane)])
    }

    #[inline(always)]
    fn puzzle(&self, lane: usize) -> usize {
        self.memory.puzzle[lane] as usize
    }

    /// Returns the lanes of searches that have ended since the last call.
    #[inline(always)]
    pub(super) fn take_ended(&mut self) -> LaneMask {
        std::mem::take(&mut self.ended)
    }

    #[inline(always)]
    fn has_ended(&self, lane: usize) -> bool {
        self.ended >> lane & 1 == 1
    }

    /// Ends the searches in `mask`, with the nodes on their stacks.
    #[inline(always)]
    fn free(&mut self, mask: LaneMask) {
        lanes(mask).for_each(|lane| self.memory.stacks.clear(lane));
        self.ended |= mask;
    }

    /// Ends the search of the puzzle in `lane`, in all its lanes.
    pub(super) fn end(&mut self, lane: usize, reason: StopReason) {
        let mut members = 1 << lane;
        if self.memory.order.is_shared(lane) {
            members |= self.memory.order.abandon(lane, self.outcomes, &mut self.context);
        }
        self.outcomes[self.puzzle(lane)].end = reason;
        self.free(members);
    }

    /// Returns the lanes that have a node on their stack.
    #[inline(always)]
    pub(super) fn with_nodes(&self) -> LaneMask {
        self.memory.stacks.filled()
    }

    /// Pushes the node of each lane of `mask`.
    #[inline(always)]
    pub(super) fn push_each(&mut self, mask: LaneMask, nodes: &PackedNodes) {
        self.memory.stacks.push_each(mask, nodes);
    }

    /// Pops the top node of `lane`, which must have one.
    #[inline(always)]
    pub(super) fn pop(&mut self, lane: usize, node: &mut PackedNode) {
        self.memory.stacks.pop(lane, node);
    }

    /// Counts a node that each lane of `mask` enters. Returns the lanes that continue.
    #[inline(always)]
    pub(super) fn enter_each(&mut self, mask: LaneMask) -> LaneMask {
        let shared = mask & self.memory.order.shared();
        // With fewer nodes, there is nothing to decide.
        let few = self.context.limits.nodes.min(LONG_SEARCH - 1);
        for lane in lanes(mask & !shared) {
            let puzzle = self.puzzle(lane);
            let nodes = &mut self.outcomes[puzzle].nodes;
            if *nodes < few {
                *nodes += 1;
            } else {
                self.enter(lane);
            }
        }
        for lane in lanes(shared) {
            // Another lane may have ended the search of this lane.
            if !self.has_ended(lane) {
                self.enter(lane);
            }
        }
        mask & !self.ended
    }

    /// Counts a node that `lane` enters. Returns `false` if this ends its search.
    #[inline(never)]
    fn enter(&mut self, lane: usize) -> bool {
        let Self { context, outcomes, memory, .. } = self;
        let puzzle = memory.puzzle[lane] as usize;
        let freed = if memory.order.is_shared(lane) {
            memory.order.count_node(lane, outcomes, context)
        } else {
            LaneMask::from(!context.enter(puzzle, &mut outcomes[puzzle])) << lane
        };
        self.free(freed);
        freed >> lane & 1 == 0
    }

    /// Counts the solutions in the lanes of `mask`, with digits in `texts`, and hands over the wanted solutions.
    #[inline(always)]
    pub(super) fn found_each<S: Simd>(&mut self, simd: S, mask: LaneMask, texts: &SolutionTexts) {
        let mask = mask & !self.ended;
        let copied = self.copy_first(simd, mask, texts);
        for lane in lanes(mask & !copied) {
            // The solution of another lane may have ended the search of this lane.
            if !self.has_ended(lane) {
                self.found(simd, lane, texts.get(lane));
            }
        }
    }

    /// Handles the common case of solutions in one kernel, [`CopyFirst`]: a lane that searches a puzzle of clues alone,
    /// if only the first solution is wanted. Counts the solutions in these lanes of `mask`, and writes the first
    /// solution of each puzzle. Returns these lanes; the other lanes follow one by one.
    #[inline(always)]
    fn copy_first<S: Simd>(&mut self, simd: S, mask: LaneMask, texts: &SolutionTexts) -> LaneMask {
        let SearchContext { input, puzzles, form, limits, sink, .. } = &mut self.context;
        let Some(output) = sink.first_only().filter(|_| *form != PuzzleForm::Pencilmarks) else {
            return 0;
        };
        let alone = mask & !self.memory.order.shared();
        let ended = simd.call(CopyFirst {
            texts,
            lanes: alone,
            puzzle: &self.memory.puzzle,
            input,
            puzzles,
            outcomes: self.outcomes,
            output,
            limit: limits.solutions,
            one: form.digit_one(),
        });
        lanes(ended.wrong).for_each(|lane| self.end(lane, StopReason::EngineBug));
        lanes(ended.enough).for_each(|lane| self.end(lane, StopReason::SolutionLimit));
        alone
    }

    /// Counts the solution in `lane`, and hands it over if it is wanted.
    #[inline(always)]
    fn found<S: Simd>(&mut self, simd: S, lane: usize, text: SolutionText<'_>) {
        let puzzle = self.puzzle(lane);
        let order = &self.memory.order;
        let is_shared = order.is_shared(lane);
        let Outcome { solutions, nodes, .. } = self.outcomes[puzzle];
        let is_first = if is_shared { order.is_before_first(lane) } else { solutions == 0 };
        let mut is_enough = false;
        if is_first || self.context.sink.wants_all() {
            if !self.is_right(simd, lane, text) {
                self.end(lane, StopReason::EngineBug);
                return;
            }
            let SearchContext { limits, sink, .. } = &mut self.context;
            let text = text.bytes();
            if sink.known_solution(puzzle) == Some(text) {
                return;
            }
            // A solution of a segment may turn out to lie beyond the limit of nodes, or behind another solution.
            if is_shared && (sink.wants_all() || limits.has_node_limit()) {
                sink.keep(puzzle);
            }
            if is_first || sink.takes_each() {
                is_enough = sink.take(puzzle, &text, nodes).is_break();
            }
        }
        self.add_solution(lane, is_enough);
    }

    /// Tests whether `text` keeps the clues, or the candidates, of the puzzle in `lane`.
    #[inline(always)]
    fn is_right<S: Simd>(&self, simd: S, lane: usize, text: SolutionText<'_>) -> bool {
        match self.context.form {
            form @ (PuzzleForm::Cells | PuzzleForm::Numbers) => {
                text.keeps_clues(simd, self.text(lane), form.digit_one())
            }
            PuzzleForm::Pencilmarks => text.keeps_marks(self.text(lane)),
        }
    }

    /// Counts a solution of the puzzle in `lane`. Ends the search if `is_enough` is true, or at the limit.
    #[inline(always)]
    fn add_solution(&mut self, lane: usize, mut is_enough: bool) {
        let Self { context, outcomes, memory, .. } = self;
        let puzzle = memory.puzzle[lane] as usize;
        if memory.order.is_shared(lane) {
            let freed = memory.order.count_solution(lane, outcomes, context);
            self.free(freed);
        } else {
            is_enough |= !context.add_solution(&mut outcomes[puzzle]);
        }
        if is_enough {
            self.end(lane, StopReason::SolutionLimit);
        }
    }

    /// Counts a node and a solution for the twin on top of the stack of each lane of `mask`, without searching it. The
    /// solution of the first half has been counted.
    #[inline(always)]
    pub(super) fn count_twins(&mut self, mask: LaneMask) {
        lanes(mask).for_each(|lane| self.count_twin(lane));
    }

    #[inline(never)]
    fn count_twin(&mut self, lane: usize) {
        // Another lane may have stolen the twin, or ended the search.
        let has_twin = !self.has_ended(lane) && self.memory.stacks.depth(lane) > 0;
        if has_twin && self.enter(lane) {
            self.memory.stacks.drop_top(lane);
            self.add_solution(lane, false);
        }
    }

    /// Finishes the segments of the lanes of `mask` that have an empty stack, which may end their shared searches. A
    /// search that is alone needs no further work.
    #[inline(always)]
    pub(super) fn finish_each(&mut self, mask: LaneMask) {
        let finished = mask & !self.memory.stacks.filled();
        for lane in lanes(finished & self.memory.order.shared()) {
            let Self { context, outcomes, memory, .. } = self;
            // The end of another segment may have ended the search.
            if memory.order.is_shared(lane) {
                let freed = memory.order.finish(lane, outcomes, context);
                self.free(freed);
            }
        }
    }

    /// Ends the searches in the lanes of `mask`, and all parked and pending searches, because the stop flag is set.
    pub(super) fn stop(&mut self, mask: LaneMask) {
        let Self { context, outcomes, memory, next, .. } = self;
        memory.order.abandon_all(outcomes, context);
        let in_lanes = lanes(mask).map(|lane| memory.puzzle[lane]);
        let pending = *next as u32..context.puzzles.len() as u32;
        for puzzle in in_lanes.chain(memory.stacks.parked()).chain(pending) {
            let outcome = &mut outcomes[puzzle as usize];
            // A search that has already ended keeps its reason.
            if outcome.end == StopReason::Complete {
                outcome.end = StopReason::Stopped;
            }
        }
    }
}
