//! Service: solved lanes hand over their solutions, stuck lanes branch.

use super::{LaneBatch, LaneMemory, LaneScheduler};
use crate::{
    engine::{
        lanes::{
            branch::{Branch, Choose, Chosen, KeepWhole},
            counts::LaneCounter,
            emit::{CopyFirst, FindValid, WriteTexts},
            packed_node::PackNodes,
            state::{LaneMask, lanes},
        },
        long_search::{LONG_SEARCH, LongSearches, VERY_LONG_SEARCH},
        puzzle_text,
    },
    grid::PuzzleForm,
    simd::Simd,
};
use batchdoku_base::StopReason;

impl<C: LaneCounter> LaneScheduler<'_, '_, '_, C> {
    /// Step 3: counts and hands over the solutions of solved lanes, which are then done.
    #[inline(always)]
    pub(super) fn emit<S: Simd>(&mut self, simd: S) {
        let solved = self.solved;
        if solved == 0 {
            return;
        }
        let LaneBatch { long, memory, .. } = &mut self.batch;
        let LaneMemory { state, texts, .. } = &mut **memory;
        let valid = simd.call(FindValid { state });
        let one = long.form.digit_one();
        simd.call(WriteTexts { cells: &state.cells, lanes: solved & valid, one, texts });
        // The sum of a lane can be right by chance, but then another sweep empties a cell. A lane
        // that is invalid although nothing changed is a defect.
        let defective = solved & !valid & self.unchanged;
        self.done |= solved & (valid | defective);
        for lane in lanes(defective) {
            self.end_puzzle(lane, StopReason::EngineBug);
        }
        let copied = self.copy_first(simd, solved & valid);
        for lane in lanes(solved & valid & !copied) {
            // The solution of another lane may have ended the search of this one.
            if self.solved >> lane & 1 == 1 {
                self.count_solution(simd, lane);
            }
        }
        for lane in lanes(self.solved & valid & self.twins) {
            self.count_twin(lane);
        }
    }

    /// Counts the solutions in those lanes of `mask` that need no order and no caller, and hands over the first of each
    /// puzzle. Returns these lanes: those that search a puzzle of clues alone, if only its first solution is wanted. They
    /// are nearly all, so [`CopyFirst`] does them in one kernel; the others follow one by one.
    #[inline(always)]
    fn copy_first<S: Simd>(&mut self, simd: S, mask: LaneMask) -> LaneMask {
        let LaneBatch { long, outcomes, memory, .. } = &mut self.batch;
        let LongSearches { input, puzzles, form, limits, sink, .. } = long;
        let Some(output) = sink.first_only().filter(|_| *form != PuzzleForm::Pencilmarks) else {
            return 0;
        };
        let LaneMemory { texts, state, steal_order, .. } = &mut **memory;
        let mask = mask & !steal_order.shared();
        let ended = simd.call(CopyFirst {
            texts,
            lanes: mask,
            puzzle: &state.puzzle,
            input,
            puzzles,
            outcomes,
            output,
            limit: limits.solutions,
            one: form.digit_one(),
        });
        lanes(ended.wrong).for_each(|lane| self.end_puzzle(lane, StopReason::EngineBug));
        lanes(ended.enough).for_each(|lane| self.end_puzzle(lane, StopReason::SolutionLimit));
        mask
    }

    /// Counts the solution in `lane`, and hands it over if it is wanted.
    #[inline(always)]
    fn count_solution<S: Simd>(&mut self, simd: S, lane: usize) {
        let puzzle = self.puzzle(lane);
        let LaneBatch { long, outcomes, memory, .. } = &mut self.batch;
        let LongSearches { input, puzzles, form, limits, sink, .. } = long;
        let outcome = &outcomes[puzzle];
        let LaneMemory { texts, steal_order, .. } = &mut **memory;
        let is_shared = steal_order.is_shared(lane);
        let is_first =
            if is_shared { steal_order.is_before_first(lane) } else { outcome.solutions == 0 };
        let mut is_enough = false;
        if is_first || sink.wants_all() {
            let text = texts.get(lane);
            let start = puzzles[puzzle];
            let is_right = match form {
                PuzzleForm::Cells | PuzzleForm::Numbers => {
                    text.keeps_clues(simd, puzzle_text(input, start), form.digit_one())
                }
                PuzzleForm::Pencilmarks => text.keeps_marks(puzzle_text(input, start)),
            };
            if !is_right {
                self.end_puzzle(lane, StopReason::EngineBug);
                return;
            }
            let text = text.bytes();
            if sink.known_solution(puzzle) == Some(text) {
                return;
            }
            let may_return = is_shared && (sink.wants_all() || limits.has_node_limit());
            is_enough =
                sink.solution(puzzle, &text, outcome.nodes, is_first, may_return).is_break();
        }
        self.add_solution(lane, is_enough);
    }

    /// Adds a solution in `lane` to those of its puzzle, which ends if `is_enough` or at the limit.
    #[inline(always)]
    fn add_solution(&mut self, lane: usize, mut is_enough: bool) {
        let puzzle = self.puzzle(lane);
        if self.batch.memory.steal_order.is_shared(lane) {
            let LaneBatch { long, outcomes, memory, .. } = &mut self.batch;
            let free = memory.steal_order.count_solution(lane, outcomes, long);
            lanes(free).for_each(|lane| self.drop_lane(lane));
        } else {
            let LaneBatch { long, outcomes, .. } = &mut self.batch;
            outcomes[puzzle].solutions += 1;
            is_enough |= outcomes[puzzle].solutions == long.limits.solutions;
        }
        if is_enough {
            self.end_puzzle(lane, StopReason::SolutionLimit);
        }
    }

    /// Counts the twin of the first half of a branch, whose solution in `lane` is counted: a node and
    /// a solution. Another lane may have stolen it.
    #[inline(never)]
    fn count_twin(&mut self, lane: usize) {
        let is_searched = self.solved >> lane & 1 == 1;
        if is_searched && self.batch.memory.stacks.depth(lane) > 0 && self.enter(lane) {
            self.batch.memory.stacks.drop_top(lane);
            self.add_solution(lane, false);
        }
    }

    /// Ends the search of the puzzle in `lane`, in all its lanes.
    fn end_puzzle(&mut self, lane: usize, reason: StopReason) {
        let puzzle = self.puzzle(lane);
        let LaneBatch { long, outcomes, memory, .. } = &mut self.batch;
        let mut members = 1 << lane;
        if memory.steal_order.is_shared(lane) {
            members |= memory.steal_order.abandon(lane, outcomes, long);
        }
        outcomes[puzzle].end = reason;
        lanes(members).for_each(|lane| self.drop_lane(lane));
    }

    /// Ends the search in `lane`.
    #[inline(always)]
    pub(super) fn drop_lane(&mut self, lane: usize) {
        self.batch.memory.stacks.clear(lane);
        self.done |= 1 << lane;
        self.stuck &= !(1 << lane);
        self.solved &= !(1 << lane);
        self.twins &= !(1 << lane);
    }

    /// Counts a node that each lane of `mask` enters; none of them is done. Returns those that continue.
    #[inline(always)]
    pub(super) fn enter_each(&mut self, mask: LaneMask) -> LaneMask {
        let LaneBatch { long, memory, .. } = &self.batch;
        let shared = mask & memory.steal_order.shared();
        // Below this number of nodes, there is no decision.
        let few = long.limits.nodes.min(LONG_SEARCH - 1);
        for lane in lanes(mask & !shared) {
            let puzzle = self.puzzle(lane);
            let nodes = &mut self.batch.outcomes[puzzle].nodes;
            if *nodes < few {
                *nodes += 1;
            } else {
                self.enter(lane);
            }
        }
        for lane in lanes(shared) {
            // Another lane may have ended the search of this one.
            if self.done >> lane & 1 == 0 {
                self.enter(lane);
            }
        }
        mask & !self.done
    }

    /// Counts a node that `lane` enters. Returns `false` if that ends its search: at the limit of
    /// nodes, or because it is long and another one took it over.
    #[inline(never)]
    fn enter(&mut self, lane: usize) -> bool {
        let puzzle = self.puzzle(lane);
        let LaneBatch { long, outcomes, memory, .. } = &mut self.batch;
        if memory.steal_order.is_shared(lane) {
            return self.enter_shared(lane);
        }
        let outcome = &mut outcomes[puzzle];
        if outcome.nodes == long.limits.nodes {
            outcome.end = StopReason::NodeLimit;
            self.drop_lane(lane);
            return false;
        }
        outcome.nodes += 1;
        let is_long = outcome.nodes == LONG_SEARCH || outcome.nodes == VERY_LONG_SEARCH;
        !is_long || self.continues(lane)
    }

    /// Counts a node that `lane` enters, whose search is shared.
    #[cold]
    fn enter_shared(&mut self, lane: usize) -> bool {
        let LaneBatch { long, outcomes, memory, .. } = &mut self.batch;
        let free = memory.steal_order.count_node(lane, outcomes, long);
        lanes(free).for_each(|lane| self.drop_lane(lane));
        free >> lane & 1 == 0
    }

    /// Tests whether the lanes continue the search in `lane`, which is long.
    #[cold]
    fn continues(&mut self, lane: usize) -> bool {
        let puzzle = self.puzzle(lane);
        let LaneBatch { long, outcomes, .. } = &mut self.batch;
        if long.conclude(puzzle, &mut outcomes[puzzle]) {
            self.drop_lane(lane);
            return false;
        }
        true
    }

    /// Step 4: branches the stuck lanes, or parks them. The first half stays in the lane, the second goes to its
    /// stack.
    #[inline(always)]
    pub(super) fn branch<S: Simd>(&mut self, simd: S) {
        if self.stuck == 0 {
            return;
        }
        let should_park = self.should_park(self.stuck);
        let LaneMemory { state, choice, nodes, stacks, .. } = &mut *self.batch.memory;
        if should_park {
            simd.call(KeepWhole { state, to: choice });
            simd.call(PackNodes { choice, nodes });
            stacks.push_each(self.stuck, nodes);
            lanes(self.stuck).for_each(|lane| stacks.park(lane, state.puzzle[lane], true));
            state.active &= !self.stuck;
            return;
        }
        let Chosen { roomy, twins } = simd.call(Choose { stuck: self.stuck, state, to: choice });
        self.done |= self.stuck & !roomy;
        self.stuck &= roomy;
        let stuck = self.stuck;
        simd.call(Branch { state, choice });
        simd.call(PackNodes { choice, nodes });
        stacks.push_each(stuck, nodes);
        self.twins &= !stuck;
        if !self.batch.long.sink.wants_all() {
            self.twins |= twins & stuck;
        }
        self.enter_each(stuck);
    }
}
