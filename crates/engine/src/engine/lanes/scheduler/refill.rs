//! Refilling: what lanes do next when they are done.

use super::{LaneBatch, LaneMemory, LaneScheduler};
use crate::{
    engine::{
        lanes::{
            counts::LaneCounter,
            load::{
                CopyCells, LoadParsed, LoadTexts, NO_NUMBERS, NO_TEXT, parse_pencilmarks, set_marks,
            },
            packed_node::UnpackNodes,
            state::{LaneMask, lanes},
        },
        long_search::LongSearches,
        puzzle_text,
    },
    grid::PuzzleForm,
    simd::{LANES, Simd},
};
use batchdoku_base::StopReason;

impl<C: LaneCounter> LaneScheduler<'_, '_, '_, C> {
    /// Step 5: lanes that are done resume the top node of their stack; those with an empty stack
    /// are free. Free lanes resume parked searches, or steal nodes. Returns the lanes that resume,
    /// each one of `nodes`.
    #[inline(always)]
    pub(super) fn backtrack(&mut self) -> LaneMask {
        // A lane whose stack is empty has searched its puzzle, unless it shares the search: then only its segment is
        // done, and the end of the search may free other lanes.
        let finished = self.done & !self.batch.memory.stacks.filled();
        for lane in lanes(finished & self.batch.memory.steal_order.shared()) {
            let LaneBatch { long, outcomes, memory, .. } = &mut self.batch;
            if memory.steal_order.is_shared(lane) {
                let free = memory.steal_order.finish(lane, outcomes, long);
                lanes(free).for_each(|lane| self.drop_lane(lane));
            }
        }
        let LaneBatch { memory, .. } = &mut self.batch;
        let mut resumed = self.done & memory.stacks.filled();
        memory.state.active &= !self.done | resumed;
        self.twins &= !self.done;
        if self.should_park(resumed) {
            self.park(resumed);
            resumed = 0;
        }
        let (unparked, entered) = self.unpark();
        self.take_over_marks(unparked);
        resumed |= unparked;
        // What was done is decided; a lane that is done from here on is one whose next node reaches a limit.
        self.clear_done();
        resumed = resumed & entered | self.enter_each(resumed & !entered);
        let LaneMemory { state, stacks, nodes, .. } = &mut *self.batch.memory;
        lanes(resumed).for_each(|lane| stacks.pop(lane, &mut nodes[lane]));
        state.active &= !self.done;
        self.clear_done();
        // Pending and parked puzzles come first, because a lane of its own needs no order of segments.
        if !self.has_pending() && !self.has_parked() && self.may_steal() {
            let thieves = self.steal();
            self.take_over_marks(thieves);
            resumed |= thieves;
        }
        resumed
    }

    /// Forgets which lanes are done: what happens to them next is decided.
    #[inline(always)]
    fn clear_done(&mut self) {
        self.unsettled &= !self.done;
        self.done = 0;
    }

    /// Step 6: loads pending puzzles into free lanes, and unpacks `nodes` into the lanes `resumed`.
    #[inline(always)]
    pub(super) fn refill<S: Simd>(&mut self, simd: S, resumed: LaneMask) {
        let mut free = !self.active();
        while free != 0 && self.has_pending() {
            free = match self.batch.long.form {
                PuzzleForm::Cells => self.load_texts::<_, false>(simd, free),
                PuzzleForm::Numbers => self.load_texts::<_, true>(simd, free),
                PuzzleForm::Pencilmarks => self.load_pencilmarks(simd, free),
            };
        }
        if resumed != 0 {
            let LaneBatch { long, memory, .. } = &mut self.batch;
            let LaneMemory { state, marks, nodes, words, .. } = &mut **memory;
            simd.call(UnpackNodes { nodes, lanes: resumed, state, words });
            if long.form == PuzzleForm::Pencilmarks {
                simd.call(CopyCells { lanes: resumed, from: marks, to: &mut state.cells });
            }
        }
    }

    /// Loads pending puzzles of clues into the lanes `free`. Returns those whose text was not a puzzle.
    #[inline(always)]
    fn load_texts<S: Simd, const IN_NUMBERS: bool>(&mut self, simd: S, free: LaneMask) -> LaneMask {
        let LaneBatch { long: LongSearches { input, puzzles, .. }, outcomes, memory, .. } =
            &mut self.batch;
        let state = &mut memory.state;
        let mut texts = [if IN_NUMBERS { &NO_NUMBERS } else { &NO_TEXT }; LANES];
        let mut loaded = 0;
        for (lane, &start) in lanes(free).zip(&puzzles[self.next..]) {
            texts[lane] = puzzle_text(input, start);
            state.puzzle[lane] = self.next as u32;
            self.next += 1;
            loaded |= 1 << lane;
        }
        let malformed = simd.call(LoadTexts::<IN_NUMBERS> { texts: &texts, lanes: loaded, state });
        state.active |= loaded & !malformed;
        for lane in lanes(malformed) {
            outcomes[state.puzzle[lane] as usize].end = StopReason::Malformed;
        }
        malformed
    }

    /// Loads pending pencilmark puzzles into the lanes `free`. Returns those whose text was not a puzzle.
    #[inline(always)]
    fn load_pencilmarks<S: Simd>(&mut self, simd: S, free: LaneMask) -> LaneMask {
        let LaneBatch { long: LongSearches { input, puzzles, .. }, outcomes, memory, .. } =
            &mut self.batch;
        let LaneMemory { state, marks, parsed, .. } = &mut **memory;
        let mut loaded = 0;
        let mut malformed = 0;
        for (lane, &start) in lanes(free).zip(&puzzles[self.next..]) {
            let puzzle = self.next;
            self.next += 1;
            if parse_pencilmarks(puzzle_text(input, start), lane, parsed) {
                state.puzzle[lane] = puzzle as u32;
                loaded |= 1 << lane;
            } else {
                outcomes[puzzle].end = StopReason::Malformed;
                malformed |= 1 << lane;
            }
        }
        state.active |= loaded;
        simd.call(LoadParsed { puzzles: parsed, lanes: loaded, state });
        simd.call(CopyCells { lanes: loaded, from: &state.cells, to: marks });
        malformed
    }

    /// Learns the candidates of the puzzles that `mask` has taken over, if they are pencilmark
    /// puzzles.
    #[inline(always)]
    fn take_over_marks(&mut self, mask: LaneMask) {
        let LaneBatch { long, memory, .. } = &mut self.batch;
        if long.form == PuzzleForm::Pencilmarks {
            let LaneMemory { state, marks, .. } = &mut **memory;
            for lane in lanes(mask) {
                let start = long.puzzles[state.puzzle[lane] as usize];
                set_marks(marks, lane, puzzle_text(long.input, start));
            }
        }
    }
}
