//! Refilling: new nodes for lanes that are done, and new puzzles for free lanes.

use super::{LaneScheduler, LaneVectors};
use crate::{
    engine::lanes::{
        counts::LaneCounter,
        load::{
            CopyCells, LoadParsed, LoadTexts, NO_NUMBERS, NO_TEXT, parse_pencilmarks, set_marks,
        },
        packed_node::UnpackNodes,
        state::{LaneMask, lanes},
    },
    grid::PuzzleForm,
    simd::{LANES, Simd},
};

impl<C: LaneCounter> LaneScheduler<'_, '_, '_, C> {
    /// Step 5: lanes that are done resume the top node of their stack; lanes with an empty stack become
    /// free. Free lanes resume parked searches, or steal nodes. Returns the lanes that resume; `nodes` has
    /// the node of each.
    #[inline(always)]
    pub(super) fn backtrack(&mut self) -> LaneMask {
        self.searches.finish_each(self.done);
        self.note_ended();
        let mut resumed = self.done & self.searches.with_nodes();
        self.active &= !self.done | resumed;
        self.twins &= !self.done;
        if self.searches.should_park(resumed) {
            self.searches.park(resumed, false);
            self.active &= !resumed;
            resumed = 0;
        }
        let (unparked, entered) = self.searches.unpark(!self.active);
        self.take_over(unparked);
        resumed |= unparked;
        // Each lane that was done now has a new node or is free. From here on, `done` has lanes whose next node reaches
        // a limit.
        self.clear_done();
        resumed = resumed & entered | self.searches.enter_each(resumed & !entered);
        let nodes = &mut self.vectors.nodes;
        lanes(resumed).for_each(|lane| self.searches.pop(lane, &mut nodes[lane]));
        self.note_ended();
        self.active &= !self.done;
        self.clear_done();
        if self.searches.may_steal() {
            let thieves = self.searches.steal(!self.active, &mut self.vectors.nodes);
            self.take_over(thieves);
            resumed |= thieves;
        }
        resumed
    }

    /// Step 6: loads pending puzzles into free lanes, and unpacks `nodes` into the lanes `resumed`.
    #[inline(always)]
    pub(super) fn refill<S: Simd>(&mut self, simd: S, resumed: LaneMask) {
        let form = self.searches.context().form;
        // A lane with a text that is not a puzzle stays free.
        while self.active != LaneMask::MAX && self.searches.has_pending() {
            self.active |= match form {
                PuzzleForm::Cells => self.load_texts::<_, false>(simd),
                PuzzleForm::Numbers => self.load_texts::<_, true>(simd),
                PuzzleForm::Pencilmarks => self.load_pencilmarks(simd),
            };
        }
        if resumed != 0 {
            let LaneVectors { state, marks, nodes, words, .. } = &mut *self.vectors;
            simd.call(UnpackNodes { nodes, lanes: resumed, state, words });
            if form == PuzzleForm::Pencilmarks {
                simd.call(CopyCells { lanes: resumed, from: marks, to: &mut state.cells });
            }
        }
    }

    /// Loads pending puzzles of clues into free lanes. Returns the lanes that got a puzzle.
    #[inline(always)]
    fn load_texts<S: Simd, const IN_NUMBERS: bool>(&mut self, simd: S) -> LaneMask {
        let mut texts = [if IN_NUMBERS { &NO_NUMBERS } else { &NO_TEXT }; LANES];
        let loaded = self.searches.load(!self.active, |lane, text| texts[lane] = text);
        let state = &mut self.vectors.state;
        let malformed = simd.call(LoadTexts::<IN_NUMBERS> { texts: &texts, lanes: loaded, state });
        self.searches.reject(malformed);
        loaded & !malformed
    }

    /// Loads pending pencilmark puzzles into free lanes. Returns the lanes that got a puzzle.
    #[inline(always)]
    fn load_pencilmarks<S: Simd>(&mut self, simd: S) -> LaneMask {
        let LaneVectors { state, marks, parsed, .. } = &mut *self.vectors;
        let mut malformed = 0;
        let loaded = self.searches.load(!self.active, |lane, text| {
            malformed |= LaneMask::from(!parse_pencilmarks(text, lane, parsed)) << lane;
        });
        self.searches.reject(malformed);
        let lanes = loaded & !malformed;
        simd.call(LoadParsed { puzzles: parsed, lanes, state });
        simd.call(CopyCells { lanes, from: &state.cells, to: marks });
        lanes
    }

    /// Makes the lanes of `mask` active, which continue searches of other lanes. Sets the candidates of their puzzles,
    /// if these are pencilmark puzzles.
    #[inline(always)]
    fn take_over(&mut self, mask: LaneMask) {
        self.active |= mask;
        if self.searches.context().form == PuzzleForm::Pencilmarks {
            for lane in lanes(mask) {
                set_marks(&mut self.vectors.marks, lane, self.searches.text(lane));
            }
        }
    }
}
